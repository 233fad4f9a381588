//! Words for the things of a game: rules with their lines, pieces with their names, squares.

use crate::ids::{Cell, CellSet, Code, Mask, PieceId, PlayerId, RuleId};
use crate::ir::Game;
use crate::notation::cell_name;
use crate::pipeline::Loaded;
use crate::session::reply::RuleReply;
use crate::text::{FileId, SourceMap, Span};

/// A game with the texts it was made from.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The game.
    pub game: &'a Game,
    /// The texts.
    pub sources: &'a SourceMap,
    /// The file itself among them.
    pub own: FileId,
}

impl<'a> Words<'a> {
    /// Of a loaded game.
    #[must_use]
    pub fn of(loaded: &'a Loaded) -> Self {
        Self { game: &loaded.game, sources: &loaded.sources, own: loaded.own }
    }

    /// What is written at a place.
    #[must_use]
    pub fn written(&self, span: Span) -> RuleReply {
        let source = self.sources.get(span.file);
        let rest = source.text().get(span.end as usize..).unwrap_or("");
        let rest = rest.split('\n').next().unwrap_or("").trim_start_matches([' ', '\t', '}']);
        let comment =
            rest.strip_prefix("//").map(|c| c.trim().to_owned()).filter(|c| !c.is_empty());
        RuleReply {
            line: self.sources.line_of(span),
            file: source.name().to_owned(),
            text: one_line(self.sources.slice(span)),
            comment,
            place: self.place(span),
        }
    }

    /// A rule.
    #[must_use]
    pub fn rule(&self, rule: RuleId) -> RuleReply {
        self.written(self.game.rule(rule).span)
    }

    /// `line 45`, and of which file, if it is another than the one loaded.
    #[must_use]
    pub fn line(&self, rule: RuleId) -> String {
        self.place(self.game.rule(rule).span)
    }

    /// The same of a place.
    #[must_use]
    pub fn place(&self, span: Span) -> String {
        let line = self.sources.line_of(span);
        if span.file == self.own {
            format!("line {line}")
        } else {
            format!("line {line} of {}", self.sources.get(span.file).name())
        }
    }

    /// The rule's text and line: `` `slide orthogonal` (line 44) ``.
    #[must_use]
    pub fn quoted(&self, rule: RuleId) -> String {
        format!("`{}` ({})", self.rule(rule).text, self.line(rule))
    }

    /// Name of a kind of piece, as within a sentence.
    #[must_use]
    pub fn kind(&self, piece: PieceId) -> String {
        let piece = self.game.piece(piece);
        if piece.title == piece.letter { piece.letter.clone() } else { piece.title.to_lowercase() }
    }

    /// Name of what a code stands for.
    #[must_use]
    pub fn piece(&self, code: Code) -> String {
        code.piece().map_or_else(|| "nothing".to_owned(), |id| self.kind(id))
    }

    /// Letter of a code, as the first player writes it.
    #[must_use]
    pub fn letter(&self, code: Code) -> String {
        self.game.piece_of(code).map_or_else(String::new, |p| p.letter.clone())
    }

    /// Name of a player.
    #[must_use]
    pub fn player(&self, player: PlayerId) -> &'a str {
        &self.game.players[player.index()].name
    }

    /// Name of a square.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> String {
        if cell.is_some() { cell_name(self.game, cell) } else { "the hand".to_owned() }
    }

    /// That squares are not empty: `f1 and g1 are not empty`.
    pub(super) fn not_empty(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|c| self.cell(*c)).collect();
        format!("{} {} not empty", listed(&names), if names.len() == 1 { "is" } else { "are" })
    }

    /// The zone that is this set of a player's squares, if any.
    #[must_use]
    pub fn zone(&self, cells: &CellSet, player: PlayerId) -> Option<&'a str> {
        let same = |zone: &&(String, [CellSet; 2])| zone.1[player.index()].iter().eq(cells.iter());
        self.game.zones.iter().find(same).map(|(name, _)| name.as_str())
    }

    /// What is wrong with a square that ought to hold one of these: a clause.
    #[must_use]
    pub fn unfit(&self, cell: &str, wanted: Mask, player: PlayerId) -> String {
        let own = self.game.own_mask(player);
        let enemy = self.game.own_mask(player.other());
        let vacant = Code::EMPTY.mask();
        let within = |m: Mask, all: Mask| !m.is_none() && m.without(all).is_none();
        let kinds = self
            .game
            .piece_ids()
            .filter(|id| PlayerId::BOTH.iter().any(|p| wanted.has(Code::of(*id, *p))));
        let kinds: Vec<String> = kinds.map(|id| self.kind(id)).collect();
        match wanted {
            m if m.is_none() => format!("{cell} is not a square for it"),
            m if m == vacant => format!("{cell} is not empty"),
            m if m == enemy => format!("no enemy stands on {cell}"),
            m if m.or(self.game.royal[player.index()]) == own => {
                format!("no piece of its own side stands on {cell}")
            }
            m if !m.has(Code::EMPTY) && kinds.len() == self.game.pieces.len() => {
                format!("{cell} is empty")
            }
            m if m == vacant.or(enemy) => format!("a piece of its own side stands on {cell}"),
            m if within(m, enemy) => format!("no enemy {} stands on {cell}", kinds.join(" or ")),
            m if within(m, own) => {
                format!("no {} of its own side stands on {cell}", kinds.join(" or "))
            }
            m if within(m, own.or(enemy)) => format!("no {} stands on {cell}", kinds.join(" or ")),
            _ => format!("{cell} is not as the rule demands"),
        }
    }
}

/// A text of a file without comments, on one line.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(|l| l.split("//").next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A word as a shell takes it.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-+=/.:@_,".contains(c);
    if word.contains(char::is_control) {
        let written = |c: char| match c {
            '\\' | '\'' => format!("\\{c}"),
            c if c.is_control() => {
                let mut bytes = [0; 4];
                c.encode_utf8(&mut bytes).bytes().map(|b| format!("\\x{b:02x}")).collect()
            }
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(written).collect::<String>())
    } else if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A text as it can be shown in a message: cut if it is long, control characters written out.
#[must_use]
pub fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let written =
        |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let mut cut: String = text.chars().take(MOST).map(written).collect();
    if text.chars().nth(MOST).is_some() {
        cut.push('…');
    }
    cut
}
