//! The grammar, what its rules are called among people, and its errors with their places.

use crate::parse::words;
use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

pub(super) use rules::Rule;

mod rules {
    #![allow(missing_docs, unreachable_pub, reason = "the derive writes public items without docs")]

    /// Reads by `grammar/variant.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/variant.pest"]
    pub(in crate::parse) struct VariantParser;
}

/// What may stand at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// This word.
    Word(&'static str),
    /// This sign, or something else that is named without a list of words.
    Sign(&'static str),
    /// Something of a kind, and the words that belong to it.
    Kind(&'static str, &'static [&'static str]),
}

impl Expected {
    /// The words of the language among what may stand there.
    pub(super) fn words(&self) -> &[&'static str] {
        match self {
            Self::Word(word) => std::slice::from_ref(word),
            Self::Kind(_, words) => words,
            Self::Sign(_) => &[],
        }
    }
}

/// Where reading stopped, and what would have let it go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    /// Byte in the text that was read.
    pub(super) offset: usize,
    /// What may stand there, each once; empty if the limit of the stack was reached.
    pub(super) expected: Vec<Expected>,
}

/// Reads the beginning of `text` as `rule`.
pub(super) fn read(rule: Rule, text: &str) -> Result<Pair<'_, Rule>, SyntaxError> {
    let nothing = || SyntaxError { offset: 0, expected: Vec::new() };
    match rules::VariantParser::parse(rule, text) {
        Ok(mut pairs) => pairs.next().ok_or_else(nothing),
        Err(error) => Err(convert(&error)),
    }
}

fn convert(error: &pest::error::Error<Rule>) -> SyntaxError {
    let (InputLocation::Pos(offset) | InputLocation::Span((offset, _))) = error.location;
    let mut expected = Vec::new();
    if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
        for meaning in positives.iter().map(|rule| meaning(*rule)) {
            if !expected.contains(&meaning) {
                expected.push(meaning);
            }
        }
    }
    SyntaxError { offset, expected }
}

/// What a rule is called among people. Without a wildcard: a new rule does not compile until it has a name.
#[expect(clippy::too_many_lines, reason = "one arm a meaning")]
fn meaning(rule: Rule) -> Expected {
    use Expected::{Kind, Sign, Word};
    match rule {
        Rule::EOI => Sign("the end of the file"),
        Rule::WHITESPACE | Rule::COMMENT => Kind("space", &[]),
        Rule::wc => Kind("a character of a word", &[]),
        Rule::brace_open => Sign("{"),
        Rule::brace_close => Sign("}"),
        Rule::paren_open => Sign("("),
        Rule::paren_close => Sign(")"),
        Rule::comma => Sign(","),
        Rule::semicolon => Sign(";"),
        Rule::dash => Sign("-"),
        Rule::bang => Sign("!"),
        Rule::amp => Sign("&"),
        Rule::pipe => Sign("|"),
        Rule::cross => Sign("x"),
        Rule::equals => Sign("="),
        Rule::unknown | Rule::question => Sign("?"),
        Rule::star => Sign("*"),
        Rule::plus => Sign("+"),
        Rule::comparison => Kind("a comparison (`<`, `<=`, `=`, `>=`, `>`)", &[]),
        Rule::text | Rule::drawing => Kind("a text in quotes", &[]),
        Rule::number => Kind("a number", &[]),
        Rule::letter | Rule::in_zone | Rule::letters => Kind("a piece's letter", &[]),
        Rule::square_part | Rule::square | Rule::square_list => Kind("a square", &[]),
        Rule::block => Kind("a block of squares such as `d4-e5`", &[]),
        Rule::file_letter => Kind("the letter of a file", &[]),
        Rule::name => Kind("a name", &[]),
        Rule::player => Kind("a player's name", &[]),
        Rule::reserved => Kind("a word of the language", &[]),
        Rule::file | Rule::item | Rule::leaf_item | Rule::item_entry => {
            Kind("a declaration", words::ITEMS)
        }
        Rule::if_items | Rule::if_head | Rule::if_rules | Rule::if_entry | Rule::kw_if => {
            Word("if")
        }
        Rule::items_body | Rule::piece_body | Rule::test_body => Kind("`{`", &[]),
        Rule::game | Rule::kw_game => Word("game"),
        Rule::inventor | Rule::kw_inventor => Word("inventor"),
        Rule::about | Rule::kw_about => Word("about"),
        Rule::source | Rule::kw_source => Word("source"),
        Rule::extends | Rule::kw_extends => Word("extends"),
        Rule::setup | Rule::kw_setup => Word("setup"),
        Rule::remove | Rule::kw_remove => Word("remove"),
        Rule::allow | Rule::kw_allow => Word("allow"),
        Rule::code => Kind("a code such as `W0202`", &[]),
        Rule::option | Rule::set_option | Rule::kw_option => Word("option"),
        Rule::on_off => Kind("`on` or `off`", words::ON_OFF),
        Rule::board | Rule::kw_board => Word("board"),
        Rule::board_size => Kind("a size such as `8x8`", &[]),
        Rule::without | Rule::kw_without => Word("without"),
        Rule::passable | Rule::kw_passable => Word("passable"),
        Rule::players | Rule::kw_players => Word("players"),
        Rule::compass => Kind("a compass direction", words::COMPASS),
        Rule::symmetry => Kind("`mirrored`, `turned` or `alike`", words::SYMMETRIES),
        Rule::zone | Rule::kw_zone => Word("zone"),
        Rule::condition
        | Rule::conjunction
        | Rule::unit
        | Rule::square_word
        | Rule::simple_word => Kind("a condition on a square", words::SQUARE_WORDS),
        Rule::join | Rule::beside | Rule::zone_start => Kind("another square", &[]),
        Rule::bracketed => Kind("a condition in brackets", &[]),
        Rule::trail | Rule::kw_trail => Word("trail"),
        Rule::ranks => Kind("`rank` or `ranks`", words::RANK_WORDS),
        Rule::files => Kind("`file` or `files`", words::RANK_WORDS),
        Rule::zone_name => Kind("a zone's name", &[]),
        Rule::piece | Rule::piece_head | Rule::piece_entry | Rule::kw_piece => Word("piece"),
        Rule::piece_item | Rule::leaf_rule | Rule::rule_entry => {
            Kind("a rule of the piece", words::RULES)
        }
        Rule::walk | Rule::kw_walk => Word("walk"),
        Rule::step | Rule::kw_step => Word("step"),
        Rule::slide | Rule::kw_slide => Word("slide"),
        Rule::directions | Rule::direction | Rule::direction_word | Rule::segment => {
            Kind("a direction", words::DIRECTIONS)
        }
        Rule::leap | Rule::leap_start => Kind("a leap such as `(2,1)`", &[]),
        Rule::clause => Kind("a clause", words::CLAUSES),
        Rule::from | Rule::kw_from => Word("from"),
        Rule::to | Rule::kw_to => Word("to"),
        Rule::within | Rule::kw_within => Word("within"),
        Rule::capturing | Rule::kw_capturing => Word("capturing"),
        Rule::when | Rule::kw_when => Word("when"),
        Rule::leaves | Rule::kw_leaves => Word("leaves"),
        Rule::again | Rule::kw_again => Word("again"),
        Rule::also | Rule::kw_also => Word("also"),
        Rule::placing | Rule::kw_placing => Word("placing"),
        Rule::flip | Rule::kw_flip => Word("flip"),
        Rule::kw_afterwards => Word("afterwards"),
        Rule::kw_break => Word("break"),
        Rule::kw_most => Word("most"),
        Rule::kw_neutral => Word("neutral"),
        Rule::kw_unlimited => Word("unlimited"),
        Rule::kw_stuck => Word("stuck"),
        Rule::kw_twice => Word("twice"),
        Rule::perpetual | Rule::kw_perpetual => Word("perpetual"),
        Rule::passes | Rule::kw_passes => Word("passes"),
        Rule::look | Rule::look_term => Kind("a look", words::LOOK_WORDS),
        Rule::walk_body => Kind("the elements between `{` and `}`", &[]),
        Rule::elements | Rule::element | Rule::part | Rule::element_atom | Rule::alternatives => {
            Kind("an element of a walk", words::ELEMENTS)
        }
        Rule::bracket => Kind("a group in brackets", &[]),
        Rule::capture | Rule::kw_capture => Word("capture"),
        Rule::turn_word => Kind("a turn", words::TURNS),
        Rule::repeat => Kind("a repetition", &[]),
        Rule::counts => Kind("a count such as `{1,3}`", &[]),
        Rule::promote | Rule::kw_promote => Word("promote"),
        Rule::promote_when => Kind("`on` or `from`", words::PROMOTE_WHEN),
        Rule::drop | Rule::kw_drop => Word("drop"),
        Rule::betza | Rule::kw_betza => Word("betza"),
        Rule::castle | Rule::kw_castle => Word("castle"),
        Rule::from_anywhere => Word("from"),
        Rule::king_side => Kind("`left` or `right`", words::KING_SIDES),
        Rule::king_path => Kind("the king's path such as `e1-g1`", &[]),
        Rule::path_end => Kind("the end of a range such as `..i1`", &[]),
        Rule::captures | Rule::kw_captures => Word("captures"),
        Rule::must | Rule::kw_must => Word("must"),
        Rule::passing | Rule::kw_passing => Word("passing"),
        Rule::every | Rule::kw_every => Word("every"),
        Rule::kw_move => Word("move"),
        Rule::kw_places => Word("places"),
        Rule::kw_allowed => Word("allowed"),
        Rule::captured_as | Rule::kw_captured => Word("captured"),
        Rule::drop_clause | Rule::without_mate => Word("without"),
        Rule::for_player | Rule::kw_for => Word("for"),
        Rule::checks | Rule::kw_checks => Word("checks"),
        Rule::can_reach | Rule::sees => Kind("a piece's letter", &[]),
        Rule::kw_as => Word("as"),
        Rule::kw_blast => Word("blast"),
        Rule::kw_can => Word("can"),
        Rule::kw_hand => Word("hand"),
        Rule::kw_lost => Word("lost"),
        Rule::kw_mate => Word("mate"),
        Rule::kw_reach => Word("reach"),
        Rule::kw_reverting => Word("reverting"),
        Rule::end | Rule::kw_end => Word("end"),
        Rule::moment => Kind("`after own move` or `on own turn`", words::MOMENTS),
        Rule::verdict => Kind("`wins`, `loses` or `draws`", words::VERDICTS),
        Rule::end_term | Rule::end_condition => Kind("what ends the game", words::END_WORDS),
        Rule::no_moves | Rule::no_check | Rule::kw_no => Word("no"),
        Rule::count | Rule::count_is | Rule::kw_count => Word("count"),
        Rule::material | Rule::kw_material => Word("material"),
        Rule::army_pair => Kind("two armies such as `K B vs K`", &[]),
        Rule::quiet | Rule::kw_quiet => Word("quiet"),
        Rule::repetition | Rule::kw_repetition => Word("repetition"),
        Rule::test | Rule::test_head | Rule::test_entry | Rule::kw_test => Word("test"),
        Rule::test_line | Rule::line_entry => Kind("a line of the test", words::LINES),
        Rule::position | Rule::kw_position => Word("position"),
        Rule::play | Rule::kw_play => Word("play"),
        Rule::play_step | Rule::move_text | Rule::move_list | Rule::any_move => {
            Kind("a move such as `e2-e4`", &[])
        }
        Rule::times => Kind("moves in brackets", &[]),
        Rule::times_count => Kind("a number of times such as `x2`", &[]),
        Rule::mc => Kind("a move", &[]),
        Rule::expect | Rule::kw_expect => Word("expect"),
        Rule::expectation => Kind("what is expected", words::EXPECTATIONS),
        Rule::legal | Rule::kw_legal => Word("legal"),
        Rule::illegal | Rule::kw_illegal => Word("illegal"),
        Rule::moves_are | Rule::kw_moves => Word("moves"),
        Rule::targets_are | Rule::kw_targets => Word("targets"),
        Rule::filter => Kind("`from` or `of`", words::FILTERS),
        Rule::drawn | Rule::kw_draw => Word("draw"),
        Rule::won => Kind("a player's name and `wins`", &[]),
        Rule::by_cause | Rule::kw_by => Word("by"),
        Rule::perft | Rule::kw_perft => Word("perft"),
        Rule::perft_pair => Kind("a depth and a figure such as `3 = 8902`", &[]),
        Rule::fen | Rule::kw_fen => Word("fen"),
        Rule::refused | Rule::kw_refused => Word("refused"),
        Rule::reason => Kind("a reason", &[]),
        Rule::cause => Kind("a cause", &[]),
        Rule::next_item | Rule::item_word => Kind("the next declaration", words::ITEMS),
        Rule::next_rule => Kind("the next rule", words::RULES),
        Rule::next_line => Kind("the next line of the test", words::LINES),
        Rule::rule_word => Kind("the next rule", words::RULES),
        Rule::line_word => Kind("the next line of the test", words::LINES),
        Rule::kw_after => Word("after"),
        Rule::kw_and => Word("and"),
        Rule::kw_anywhere => Word("anywhere"),
        Rule::kw_are => Word("are"),
        Rule::kw_at => Word("at"),
        Rule::kw_bare => Word("bare"),
        Rule::kw_because => Word("because"),
        Rule::kw_beside => Word("beside"),
        Rule::kw_both => Word("both"),
        Rule::kw_castles => Word("castles"),
        Rule::kw_check => Word("check"),
        Rule::kw_checkmate => Word("checkmate"),
        Rule::kw_else => Word("else"),
        Rule::kw_ends => Word("ends"),
        Rule::kw_enemy => Word("enemy"),
        Rule::kw_file => Word("file"),
        Rule::kw_files => Word("files"),
        Rule::kw_forward => Word("forward"),
        Rule::kw_holes => Word("holes"),
        Rule::kw_in => Word("in"),
        Rule::kw_is => Word("is"),
        Rule::kw_land => Word("land"),
        Rule::kw_may => Word("may"),
        Rule::kw_none => Word("none"),
        Rule::kw_not => Word("not"),
        Rule::kw_of => Word("of"),
        Rule::kw_off => Word("off"),
        Rule::kw_on => Word("on"),
        Rule::kw_ongoing => Word("ongoing"),
        Rule::kw_or => Word("or"),
        Rule::kw_own => Word("own"),
        Rule::kw_rank => Word("rank"),
        Rule::kw_ranks => Word("ranks"),
        Rule::glyph | Rule::kw_glyph => Word("glyph"),
        Rule::kw_royal => Word("royal"),
        Rule::kw_spare => Word("spare"),
        Rule::kw_stalemate => Word("stalemate"),
        Rule::kw_stay => Word("stay"),
        Rule::kw_then => Word("then"),
        Rule::kw_turn => Word("turn"),
        Rule::basis => Kind("where a figure comes from", &["unverified", "from"]),
        Rule::kw_unverified => Word("unverified"),
        Rule::kw_vs => Word("vs"),
        Rule::kw_wins => Word("wins"),
        Rule::kw_with => Word("with"),
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::grammar::{Rule, read};
    use crate::parse::words::{END_WORDS, ITEMS, LINES, RESERVED, RULES};

    const GRAMMAR: &str = include_str!("../../grammar/variant.pest");
    const WHOLE: &str = include_str!("../../tests/cases/whole-language.variant");

    #[test]
    fn the_grammar_reads_a_whole_file_as_well_as_its_parts() {
        assert!(read(Rule::file, WHOLE).is_ok());
        assert!(read(Rule::file, &format!("{WHOLE} }}")).is_err());
    }

    #[test]
    fn the_reserved_words_are_those_of_the_grammar() {
        let sorted = RESERVED.windows(2).all(|pair| pair[0] < pair[1]);
        assert!(sorted);
        for word in RESERVED {
            assert!(read(Rule::reserved, word).is_ok_and(|pair| pair.as_str() == *word), "{word}");
            assert!(read(Rule::name, word).is_err(), "{word}");
            assert!(read(Rule::name, &format!("{word}-1")).is_ok(), "{word}");
        }
        // Line by line: a quotation mark that is read itself must not turn inside and outside round for the rest.
        let words = GRAMMAR.lines().flat_map(|line| line.split('"').skip(1).step_by(2));
        let words =
            words.filter(|w| w.len() > 1 && w.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
        for word in words {
            assert!(RESERVED.contains(&word), "{word}");
        }
    }

    #[test]
    fn the_words_that_begin_an_end_do() {
        let rests = ["", " moves", " check", " 3", " = 0", " K vs K", " bare"];
        for word in END_WORDS {
            let reads = |rest: &&str| {
                let text = format!("{word}{rest}");
                read(Rule::end_term, &text).is_ok_and(|pair| pair.as_str() == text)
            };
            assert!(rests.iter().any(reads), "{word}");
        }
    }

    #[test]
    fn the_words_that_begin_something_are_those_of_the_grammar() {
        for (rule, words) in
            [(Rule::item_word, ITEMS), (Rule::rule_word, RULES), (Rule::line_word, LINES)]
        {
            for word in words {
                assert!(read(rule, word).is_ok(), "{word}");
            }
        }
    }
}
