//! Canonical text: what a file says, one way of writing it. Reading it again gives the same tree.

mod condition;
mod declaration;
mod movement;
mod testing;

use crate::ast::{File, If, Item, Piece, PieceItem, Test};
use crate::text::Spanned;

/// Columns by which a block is moved in.
const INDENT: &str = "  ";

/// The canonical text of a file. Comments are not part of a tree, so they are not in it.
#[must_use]
pub fn print(file: &File) -> String {
    let mut printer = Printer { out: String::new(), depth: 0 };
    printer.items(&file.items);
    printer.out
}

/// Writes lines.
struct Printer {
    out: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str(INDENT);
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") && !self.out.ends_with("{\n") {
            self.out.push('\n');
        }
    }

    fn items(&mut self, items: &[Spanned<Item>]) {
        let mut after_block = false;
        for item in items {
            let block = matches!(item.node, Item::Piece(_) | Item::Test(_) | Item::If(_));
            if block || after_block {
                self.blank();
            }
            match &item.node {
                Item::Piece(piece) => self.piece(piece),
                Item::Test(test) => self.test(test),
                Item::If(node) => self.conditional(node, Self::items),
                leaf => {
                    let text = declaration::item(leaf);
                    self.line(&text);
                }
            }
            after_block = block;
        }
    }

    fn piece(&mut self, piece: &Piece) {
        let mut head = format!("piece {}", piece.letter.node);
        if let Some(title) = &piece.title {
            head.push(' ');
            head.push_str(&quoted(&title.node));
        }
        if piece.royal.is_some() {
            head.push_str(" royal");
        }
        if piece.neutral.is_some() {
            head.push_str(" neutral");
        }
        if piece.unlimited.is_some() {
            head.push_str(" unlimited");
        }
        if let Some(letter) = &piece.captured_as {
            head.push_str(&format!(" captured as {}", letter.node));
        }
        if let Some(glyph) = &piece.glyph {
            head.push_str(&format!(" glyph {}", quoted(&glyph.node)));
        }
        self.line(&format!("{head} {{"));
        self.indented(|printer| printer.rules(&piece.rules));
        self.line("}");
    }

    fn rules(&mut self, rules: &[Spanned<PieceItem>]) {
        for rule in rules {
            match &rule.node {
                PieceItem::If(node) => self.conditional(node, Self::rules),
                leaf => {
                    let text = movement::rule(leaf);
                    self.line(&text);
                }
            }
        }
    }

    fn test(&mut self, test: &Test) {
        self.line(&format!("test {} {{", quoted(&test.name.node)));
        self.indented(|printer| {
            for line in &test.lines {
                let text = testing::line(&line.node);
                printer.line(&text);
            }
        });
        self.line("}");
    }

    fn conditional<T>(&mut self, node: &If<T>, parts: fn(&mut Self, &[Spanned<T>])) {
        let not = if node.negated { "not " } else { "" };
        self.line(&format!("if {not}{} {{", node.option.node));
        self.indented(|printer| parts(printer, &node.then));
        if !node.otherwise.is_empty() {
            self.line("} else {");
            self.indented(|printer| parts(printer, &node.otherwise));
        }
        self.line("}");
    }

    fn indented(&mut self, body: impl FnOnce(&mut Self)) {
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }
}

/// A text between quotes. A text that was read has none of the characters replaced here.
fn quoted(text: &str) -> String {
    let safe = text.replace('"', "'").replace(['\n', '\r'], " ");
    format!("\"{safe}\"")
}

/// Names side by side.
fn names(names: &[crate::ast::Name]) -> String {
    let words: Vec<&str> = names.iter().map(|name| name.node.as_str()).collect();
    words.join(" ")
}

/// The texts of several nodes with something between them.
fn joined<T>(nodes: &[Spanned<T>], between: &str, text: impl Fn(&T) -> String) -> String {
    let texts: Vec<String> = nodes.iter().map(|node| text(&node.node)).collect();
    texts.join(between)
}
