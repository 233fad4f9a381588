//! Between the braces of a walk.

use crate::parse::phrases::Cure::{Likely, Sure, Tell};
use crate::parse::phrases::{At, Row, row};

const IN: At = At::Braces;

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row(IN, "walk any { empty* captures enemy }", "captures|captured|capturing|take|takes|taking|eat|eats|kill|kills|remove|hit WHAT", Sure("capture $2"),
        ""),
    row(IN, "walk any { empty* captures }", "captures|captured|capturing|take|takes|taking|eat|eats|kill|kills", Likely("capture enemy"),
        ""),
    row(IN, "walk any { empty* capture }", "capture ^", Likely("capture enemy"), "what is captured is said behind it"),
    row(IN, "walk any { empty* jump any }", "jump|jumps|leap|leaps|hop|hops|over any|anything|something", Sure("piece"), "each element says what stands on the next square"),
    row(IN, "walk any { empty* capture enemy P }", "capture enemy|friend LETTER", Likely("capture ($2 & $3)"),
        "two conditions on one square are joined by `&` in brackets"),
    row(IN, "walk any { enemy P land }", "enemy|friend LETTER", Likely("($1 & $2)"),
        "two conditions on one square are joined by `&` in brackets"),
    row(IN, "walk any { empty 2 land }", "WHAT NUM", Likely("$1{$2}"), ""),
    row(IN, "walk any { 2 empty land }", "NUM WHAT", Likely("$2{$1}"), ""),
    row(IN, "walk any { empty 1-3 land }", "WHAT RANGE", Sure("$1{$<2,$>2}"), ""),
    row(IN, "walk any { empty x2 land }", "WHAT x2|x3|x4|x5", Tell, "a number of times stands in braces: `$1{2}`"),
    row(IN, "walk any { empty{1..3} land }", "{ NUM DOTS NUM }", Sure("{$2,$4}"), ""),
    row(IN, "walk any { empty{1-3} land }", "{ RANGE }", Sure("{$<2,$>2}"), ""),
    row(IN, "walk any { empty{1 to 3} land }", "{ NUM to NUM }", Sure("{$2,$4}"), ""),
    row(IN, "walk any { empty{,3} land }", "{ , NUM }", Sure("{0,$3}"), ""),
    row(IN, "walk any { jump piece land }", "jump|jumps|leap|leaps|hop|hops|over WHAT", Sure("$2"),
        "a walk goes over a piece by itself: each element says what stands on the next square"),
    row(IN, "walk any { jump land }", "jump|jumps|leap|leaps|hop|hops|over", Likely("piece"),
        "each element says what stands on the next square; `piece` is a piece of either side"),
    row(IN, "walk any { empty* stop }", "stop|end|halt|finish|ends|stops|rest", Likely("land"),
        "`land` ends on a square that is empty or holds an enemy, who is captured; without it the walk ends on the square of the last element"),
    row(IN, "walk any { move }", "move|go|step|moves|goes", Tell, "each element takes a step by itself: write what must stand on the next square, as `empty`, `enemy` or `land`"),
    row(IN, "walk any { slide land }", "slide|slides|ride", Likely("empty*"),
        "the star says any number of times"),
    row(IN, "walk any { not empty land }", "not|no WHAT", Sure("!$2"), ""),
    row(IN, "walk any { not (friend) land }", "not|no (", Sure("!("), ""),
    row(IN, "walk any { empty or enemy }", "WHAT or|PIPE WHAT", Likely("($1 | $3)"),
        "alternatives stand in brackets"),
    row(IN, "walk any { empty then land }", "then|and|,|;|- land|empty|piece|friend|enemy|capture", Sure("$2"),
        "the elements stand side by side"),
    row(IN, "walk any { empty to last-rank }", "to NAME", Likely("& $2"),
        "what one square must be besides is joined by `&`"),
    row(IN, "walk any { empty when left is enemy land }", "when", Tell, "within a walk a look stands in brackets: `(when left is enemy)`"),
    row(IN, "walk forward { empty up land }", "up|ahead", Likely("forward"), ""),
    row(IN, "walk forward { empty reverse land }", "reverse|around|turnaround", Likely("back"), ""),
    row(IN, "walk forward { empty right-turn land }", "right-turn|rotate-right|turnright", Sure("turn-right"),
        ""),
    row(IN, "walk forward { empty left-turn land }", "left-turn|rotate-left|turnleft", Sure("turn-left"),
        ""),
    row(IN, "walk forward { empty turn left land }", "turn|veer left|right", Sure("$1-$2"), ""),
];
