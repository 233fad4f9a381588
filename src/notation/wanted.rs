//! What a move's text asks for, before it is compared with the legal moves.

use crate::ids::{Cell, PieceId};
use crate::ir::{Castle, Game};
use crate::notation::moves::{MoveError, PASS};
use crate::notation::position::{cell_name, file_letter, piece_by_letter, read_cell};
use crate::play::{Position, Wanted};
use std::fmt::Write;

/// How a text was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// With the square where the move begins.
    Long,
    /// Without it.
    Short,
}

/// One way to read a text.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) wanted: Wanted,
    pub(super) form: Form,
    /// An `x` or `:` was written.
    pub(super) captures: bool,
    /// A short form without a piece's letter.
    pub(super) unnamed: bool,
    /// All cells on which it captures, as written.
    pub(super) all: Vec<Cell>,
}

/// Longest text that is read as a move, in bytes.
const LONGEST: usize = 200;

/// The ways to read a text, the likeliest first; at least one.
pub(super) fn read(
    game: &Game,
    position: &Position,
    text: &str,
) -> Result<Vec<Reading>, MoveError> {
    if text.is_empty() {
        return Err(MoveError::Text("an empty text is no move".to_owned()));
    }
    if text.len() > LONGEST {
        return Err(MoveError::Text(format!("a move has at most {LONGEST} characters")));
    }
    if let Some(odd) = text.chars().find(|c| !c.is_ascii_graphic()) {
        return Err(MoveError::Text(format!("`{}` stands in no move", odd.escape_default())));
    }
    if text.eq_ignore_ascii_case(PASS) {
        return Ok(vec![reading(Wanted { pass: true, ..Wanted::default() }, Form::Long)]);
    }
    let (text, second) = second_part(game, text);
    if let Some(east) = castling(text) {
        let wanted = Wanted { castles: Some(east), second, ..Wanted::default() };
        return Ok(vec![reading(wanted, Form::Short)]);
    }
    let long = long(game, position, text);
    // A text that names two squares with small letters names no piece: `f6-d5` is not `F6-d5`.
    let squares = long.is_some() && text.starts_with(|c: char| c.is_ascii_lowercase());
    let any_case = if squares { None } else { short(game, text, true) };
    let mut found: Vec<Reading> =
        [long, short(game, text, false), any_case].into_iter().flatten().collect();
    found.iter_mut().for_each(|reading| reading.wanted.second = second);
    if found.is_empty() { Err(misread(game, text)) } else { Ok(found) }
}

/// What a text asks for, read in the likeliest way; none if it is no move text.
#[must_use]
pub fn read_wanted(game: &Game, position: &Position, text: &str) -> Option<Wanted> {
    let bare = text.trim().trim_end_matches(['+', '#', '!', '?']);
    read(game, position, bare).ok()?.into_iter().next().map(|r| r.wanted)
}

/// What a text asks for if it leaves nothing open, as canonical texts do; none if it is no such text.
#[must_use]
pub fn read_exact(game: &Game, position: &Position, text: &str) -> Option<Wanted> {
    let text = text.trim();
    let reading = read(game, position, text).ok()?.into_iter().find(|r| r.form == Form::Long)?;
    Some(Wanted { captures: reading.all, exact: true, ..reading.wanted })
}

fn reading(wanted: Wanted, form: Form) -> Reading {
    Reading { wanted, form, captures: false, unnamed: false, all: Vec::new() }
}

fn castling(text: &str) -> Option<bool> {
    let plain: String = text
        .chars()
        .map(|c| if c == '0' || c == 'o' { 'O' } else { c })
        .filter(|c| *c != '-')
        .collect();
    match plain.as_str() {
        "OO" => Some(true),
        "OOO" => Some(false),
        _ => None,
    }
}

fn misread(game: &Game, text: &str) -> MoveError {
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        if !c.is_ascii_lowercase() {
            continue;
        }
        let mut name = c.to_string();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            name.push(digit);
        }
        if name.len() > 1 && read_cell(game, &name).is_none() {
            return MoveError::NoSquare(name);
        }
    }
    let number = text.strip_suffix('.').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    if number {
        return MoveError::Text("moves are written without numbers before them".to_owned());
    }
    if let Some(sign @ (';' | ',' | '.' | ':')) = text.chars().last() {
        return MoveError::Text(format!("leave the `{sign}` behind it out"));
    }
    MoveError::Text(format!("write the squares where it begins and ends, as `{}`", example(game)))
}

fn example(game: &Game) -> String {
    let mut cells = game.topology.exists.iter();
    let (a, b) = (cells.next(), cells.next());
    [a, b].into_iter().flatten().map(|c| cell_name(game, c)).collect::<Vec<_>>().join("-")
}

/// A square with the sign before it.
#[derive(Clone, Copy, Debug)]
struct Stop {
    sign: char,
    cell: Cell,
}

/// Splits `e2-e4`, `b3xb5xb7`, `h2-f4:f5` into squares with the signs before them; none if anything else is there.
fn stops(game: &Game, text: &str) -> Option<Vec<Stop>> {
    let mut all = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut sign = '-';
        if let Some(c) =
            rest.chars().next().filter(|c| matches!(c, '-' | 'x' | 'X' | ':' | '*' | '~'))
        {
            sign = match c {
                'X' => 'x',
                '*' => ':',
                other => other,
            };
            rest = &rest[1..];
        }
        let first = rest.chars().next()?.len_utf8();
        let digits = rest.get(first..)?.bytes().take_while(u8::is_ascii_digit).count();
        // Squares may stand without a sign between them; as many digits as name a square.
        let (cell, length) = (1..=digits).rev().find_map(|n| {
            let length = first + n;
            read_cell(game, &rest[..length]).map(|cell| (cell, length))
        })?;
        all.push(Stop { sign, cell });
        rest = &rest[length..];
    }
    Some(all)
}

/// Takes a promotion off the end: `=Q`, or a bare letter behind a square.
fn promotion<'t>(game: &Game, text: &'t str) -> Option<(&'t str, Option<PieceId>)> {
    if let Some((before, letter)) = text.rsplit_once('=') {
        return piece_by_letter(game, &letter.to_ascii_uppercase()).map(|p| (before, Some(p)));
    }
    let digits_end = text.rfind(|c: char| c.is_ascii_digit()).map_or(0, |i| i + 1);
    let (before, letter) = text.split_at(digits_end);
    if letter.is_empty() || before.is_empty() {
        return Some((text, None));
    }
    piece_by_letter(game, &letter.to_ascii_uppercase()).map(|p| (before, Some(p)))
}

/// What stands behind a `/`.
#[derive(Default)]
struct Beside {
    castle: Option<(Cell, Cell)>,
    placed: Option<Cell>,
}

/// Takes the second part, which stands behind the last `/`, off the end of a move.
fn second_part<'t>(game: &Game, text: &'t str) -> (&'t str, Option<Cell>) {
    let every = game.laws.every.as_ref();
    let put = every.and_then(|every| game.piece_of(every.codes[0]));
    let (Some(put), Some((first, behind))) = (put, text.rsplit_once('/')) else {
        return (text, None);
    };
    let square = match behind.split_once('@') {
        Some((letter, square)) if letter.eq_ignore_ascii_case(&put.letter) => square,
        Some(_) => return (text, None),
        None => behind,
    };
    match read_cell(game, square) {
        Some(cell) => (first, Some(cell)),
        None => (text, None),
    }
}

/// Takes what stands behind a `/` off the end: the partner of a castling (one square, if it stays), or the square where something is put.
fn beside<'t>(game: &Game, text: &'t str) -> Option<(&'t str, Beside)> {
    let Some((text, behind)) = text.split_once('/') else { return Some((text, Beside::default())) };
    let squares = match behind.split_once('@') {
        Some((letter, square)) => {
            piece_by_letter(game, &letter.to_ascii_uppercase())?;
            square
        }
        None => behind,
    };
    let found = match stops(game, squares)?.as_slice() {
        [placed] if game.needs.placed > 0 => Beside { castle: None, placed: Some(placed.cell) },
        [stays] => Beside { castle: Some((stays.cell, stays.cell)), placed: None },
        [from, to] => Beside { castle: Some((from.cell, to.cell)), placed: None },
        _ => return None,
    };
    Some((text, found))
}

/// A text that says where the move begins.
fn long(game: &Game, position: &Position, text: &str) -> Option<Reading> {
    let (text, promoted) = if text.contains('=') { promotion(game, text)? } else { (text, None) };
    let (text, Beside { castle, placed }) = beside(game, text)?;
    let (text, becomes) = match promoted {
        None => promotion(game, text)?,
        known => (text, known),
    };
    if let Some((letter, squares)) = text.split_once('@') {
        let piece = piece_by_letter(game, &letter.to_ascii_uppercase())?;
        // Where it is put, and where it goes from there, if it does.
        let stops = stops(game, squares)?;
        let (entry, to) = match stops.as_slice() {
            [entry] => (entry.cell, entry.cell),
            [entry, to] if entry.cell != to.cell => (entry.cell, to.cell),
            _ => return None,
        };
        let wanted = Wanted {
            piece: Some(piece),
            entry: Some(entry),
            to: Some(to),
            becomes,
            placed,
            drop: true,
            ..Wanted::default()
        };
        return Some(reading(wanted, Form::Long));
    }
    let (all, piece) = squares(game, text).or_else(|| {
        // A king that stays where it is.
        let mut stays = castle.and_then(|_| stops(game, text))?;
        stays.push(Stop { sign: '-', cell: stays.first()?.cell });
        (stays.len() == 2).then_some((stays, None))
    })?;
    let (from, rest) = all.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let rest: Vec<Stop> = rest.iter().filter(|s| s.sign != '~').copied().collect();
    let shots = rest.iter().filter(|s| s.sign == ':').count();
    let moves: Vec<&Stop> = rest.iter().filter(|s| s.sign != ':').collect();
    let to = moves.last().map_or(from.cell, |s| s.cell);
    let takes = rest.iter().any(|s| s.sign != '-');
    // Where squares are passed or shot at, they are the captures; from and to alone leave them open.
    let said = shots > 0 || moves.len() > 1;
    let lands = moves.last().is_some_and(|s| s.sign == 'x');
    let way = moves.iter().take(moves.len().saturating_sub(1)).map(|s| s.cell);
    let shot = rest.iter().filter(|s| s.sign == ':').map(|s| s.cell);
    let all: Vec<Cell> = way.chain(lands.then_some(to)).chain(shot).collect();
    let wanted = Wanted {
        piece,
        from: Some(from.cell),
        to: Some(to),
        captures: if said { all.clone() } else { Vec::new() },
        becomes,
        partner: castle,
        placed,
        ..Wanted::default()
    };
    if let Some(wanted) = onto_partner(game, position, &wanted).filter(|_| !takes) {
        return Some(reading(wanted, Form::Long));
    }
    Some(Reading { captures: takes, all, ..reading(wanted, Form::Long) })
}

/// Where a text takes the king to the square of its partner, the castling of these two is meant: `e1h1`.
fn onto_partner(game: &Game, position: &Position, wanted: &Wanted) -> Option<Wanted> {
    let (from, to) = (wanted.from?, wanted.to?);
    if wanted.partner.is_some() || wanted.becomes.is_some() || from == to {
        return None;
    }
    let meant = |c: &&Castle| {
        (c.player, c.path[0], c.partner_from) == (position.side, from, to)
            && position.at(from) == c.king
            && position.at(to) == c.partner
    };
    let mut castles = game.castles.iter().filter(meant);
    let first = castles.next()?;
    if castles.next().is_some() {
        let file = |cell: Cell| game.topology.place(cell).0;
        let castles = Some(file(to) > file(from));
        return Some(Wanted { from: Some(from), castles, ..Wanted::default() });
    }
    let partner = Some((first.partner_from, first.partner_to));
    Some(Wanted { from: Some(from), to: first.path.last().copied(), partner, ..Wanted::default() })
}

/// The squares of a text, with the piece's letter that may stand before them.
fn squares(game: &Game, text: &str) -> Option<(Vec<Stop>, Option<PieceId>)> {
    if let Some(all) = stops(game, text).filter(|s| s.len() > 1) {
        return Some((all, None));
    }
    let (length, piece) = leading_piece(game, text, true)?;
    stops(game, &text[length..]).filter(|s| s.len() > 1).map(|all| (all, Some(piece)))
}

/// The piece whose letter begins the text, and the letter's length; small letters count if `any_case`.
fn leading_piece(game: &Game, text: &str, any_case: bool) -> Option<(usize, PieceId)> {
    let named = |id: &PieceId| {
        let letter = &game.piece(*id).letter;
        text.get(..letter.len())
            .is_some_and(|t| t == letter || (any_case && t.eq_ignore_ascii_case(letter)))
    };
    let longest = game.piece_ids().filter(named).max_by_key(|id| game.piece(*id).letter.len())?;
    Some((game.piece(longest).letter.len(), longest))
}

/// A short form: `Nf3`, `Nbd7`, `R1e2`, `exd5`, `e8=Q`, `e4`; a small letter first is a piece's if `any_case`.
fn short(game: &Game, text: &str, any_case: bool) -> Option<Reading> {
    let (text, becomes) = promotion(game, text)?;
    let lead = leading_piece(game, text, any_case);
    let (length, piece) = lead.map_or((0, None), |(n, p)| (n, Some(p)));
    let rest = &text[length..];
    let captures = rest.contains(['x', ':']);
    let start = (0..rest.len())
        .find(|i| rest.is_char_boundary(*i) && read_cell(game, &rest[*i..]).is_some())?;
    let to = read_cell(game, &rest[start..])?;
    let hint = rest[..start].trim_end_matches(['x', ':', '-']);
    let origin = if hint.is_empty() { None } else { Some(origin(game, hint)?) };
    let wanted = Wanted { piece, to: Some(to), becomes, origin, ..Wanted::default() };
    Some(Reading { captures, unnamed: piece.is_none(), ..reading(wanted, Form::Short) })
}

/// A file, a rank, or both.
fn origin(game: &Game, hint: &str) -> Option<(Option<u16>, Option<u16>)> {
    if let Some(cell) = read_cell(game, hint) {
        let (file, rank) = game.topology.place(cell);
        return Some((Some(file), Some(rank)));
    }
    if let Ok(rank) = hint.parse::<u16>() {
        return rank.checked_sub(1).map(|r| (None, Some(r)));
    }
    let mut letters = hint.chars();
    let file = u16::from(u8::try_from(letters.next()?).ok()?.checked_sub(b'a')?);
    (letters.next().is_none() && file < game.topology.files).then_some((Some(file), None))
}

/// What is wanted, as text: for reports.
#[must_use]
pub fn wanted_text(game: &Game, wanted: &Wanted) -> String {
    let mut text = String::new();
    if let Some(piece) = wanted.piece {
        text.push_str(&game.piece(piece).letter);
    }
    if wanted.drop {
        text.push('@');
    }
    let start = wanted.from.or(wanted.entry);
    if let Some(cell) = start {
        text.push_str(&cell_name(game, cell));
    }
    let way = wanted.captures.iter().filter(|c| Some(**c) != wanted.to);
    let in_place = wanted.to == start && start.is_some();
    for cell in way {
        let _ = write!(text, "{}{}", if in_place { ':' } else { 'x' }, cell_name(game, *cell));
    }
    if let Some(to) = wanted.to.filter(|_| !in_place) {
        let lands = wanted.captures.contains(&to);
        let sign = if start.is_none() {
            ""
        } else if lands {
            "x"
        } else {
            "-"
        };
        let _ = write!(text, "{sign}{}", cell_name(game, to));
    }
    if let Some(cell) = wanted.placed {
        let _ = write!(text, "/{}", cell_name(game, cell));
    }
    if let Some(piece) = wanted.becomes {
        let _ = write!(text, "={}", game.piece(piece).letter);
    }
    if let Some(cell) = wanted.second {
        let _ = write!(text, "/{}", cell_name(game, cell));
    }
    text
}

/// Letters of all files, for diagrams.
pub(super) fn file_letters(game: &Game) -> impl Iterator<Item = char> {
    (0..game.topology.files).map(file_letter)
}
