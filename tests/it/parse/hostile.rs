//! Texts that were not written by people, and texts that are very large: never a panic, always an answer.

use crate::parse::{good, read, rendered};
use proptest::prelude::*;

/// Reads a text and writes the report; both come to an end.
#[track_caller]
fn ends(text: &str) -> Vec<&'static str> {
    let (_, told) = read(text);
    let codes = told.iter().map(|d| d.code).collect();
    let report = rendered(text, told);
    assert!(report.len() < 2_000_000, "{}", report.len());
    codes
}

#[test]
fn nothing_is_no_mistake_of_reading() {
    for text in ["", " ", "\n", "\u{FEFF}", "// only a comment", "\u{FEFF}\r\n\t// x\r\n"] {
        assert!(good(text).items.is_empty());
    }
}

#[test]
fn line_breaks_of_all_systems() {
    let text = "game \"x\"\r\nzone a rank 1 // y\r\n\tzone b rank 2";
    assert_eq!(good(text), good(&text.replace("\r\n", "\n")));
    assert_eq!(good(text), good(&format!("\u{FEFF}{text}")));
}

#[test]
fn deep_nesting() {
    for count in [65, 10_000, 1_000_000] {
        for open in ["(", "{", "({", "!(", "(when not walk any {"] {
            let many = open.repeat(count);
            assert!(ends(&format!("piece K {{ walk any {{ {many}")).contains(&"E0108"));
            assert!(!ends(&many).is_empty());
            assert!(!ends(&format!("test \"t\" {{ play {many}")).is_empty());
            assert!(!ends(&format!("zone a {many}")).is_empty());
        }
    }
    assert!(ends(&"if a {".repeat(100_000)).contains(&"E0108"));
    assert!(ends(&"piece K { if a {".repeat(100_000)).contains(&"E0108"));
    assert!(!ends(&")".repeat(1_000_000)).is_empty());
    assert!(!ends(&"!".repeat(1_000_000)).is_empty());
    assert!(!ends(&format!("zone a {}", "!".repeat(1_000_000))).is_empty());
    assert!(!ends(&format!("piece K {{ walk any {{ {} }}", "!".repeat(100_000))).is_empty());
}

#[test]
fn as_deep_as_allowed() {
    let (open, close) = ("(".repeat(62), ")".repeat(62));
    let file = good(&format!("piece K {{ walk any {{ {open}capture enemy | a b{close} }} }}"));
    assert_eq!(good(&heterodox::ast::print(&file)), file);
    good(&format!("zone a {open}({close})").replace("()", "(b | c)"));
    let choice = (0..62).fold("a".to_owned(), |inner, _| {
        format!("({inner} land | {inner_word} b)", inner_word = "c")
    });
    good(&format!("piece K {{ walk any {{ {choice} }} }}"));
    let looks = "(when not walk any { ".repeat(30);
    good(&format!("piece K {{ walk any {{ {looks} land {} }} }}", "})".repeat(30)));
    let ifs = "if a { ".repeat(62);
    good(&format!("{ifs} zone b rank 1 {}", "}".repeat(62)));
}

#[test]
fn long_texts() {
    let kilobyte = "piece K \"King\" { step any; walk any { (empty | friend)* capture (enemy & P) veer land } }\n";
    good(&kilobyte.repeat(10_000));
    good(&kilobyte.replace('\n', " ").repeat(10_000));
    good(&format!("zone a {}", "b1 ".repeat(300_000)));
    good(&format!("piece K {{ walk any {{ {} }} }}", "empty ".repeat(150_000)));
    good(&format!("test \"t\" {{ play {} }}", "e2-e4 ".repeat(150_000)));
    assert!(ends(&"x\n".repeat(500_000)).contains(&"E0117"));
    assert!(ends(&"bord x\n".repeat(150_000)).contains(&"E0117"));
    assert!(ends(&"zone\n".repeat(150_000)).contains(&"E0117"));
    assert!(!ends(&"zone ".repeat(150_000)).is_empty());
    assert!(!ends(&"piece K ".repeat(100_000)).is_empty());
    assert!(!ends(&"piece K {} piece ".repeat(60_000)).is_empty());
    assert!(!ends(&"\"\n".repeat(400_000)).is_empty());
    assert!(!ends(&"\" ".repeat(400_001)).is_empty());
    assert!(!ends(&"end K in \u{431} draws\n".repeat(40_000)).is_empty());
    assert!(!ends(&"zone a ) \n".repeat(100_000)).is_empty());
    assert!(!ends(&"piece K { ) \n".repeat(90_000)).is_empty());
    assert!(!ends(&format!("game {}", "x".repeat(1_000_000))).is_empty());
}

/// Words, signs and scraps from which texts are made that are nearly right.
const SCRAPS: &str = " game piece K +P N' \"x\" \" { } ( ) walk step slide any forward (2,1) empty enemy capture land \
    to from when not is and zone a d4 d4-e5 rank 1 | & ! * + ? {1,2} , ; if else test play e2-e4 expect legal perft = x2 \
    end bare wins castle e1-g1 with option on board 8x8 // é \0 trail of O-O promote drop then stay veer 99999999999 \
    remove players White north";

fn scrap() -> impl Strategy<Value = &'static str> {
    prop::sample::select(
        SCRAPS.split(' ').map(|s| if s.is_empty() { "\n" } else { s }).collect::<Vec<_>>(),
    )
}

proptest! {
    #![proptest_config(crate::chance::cases())]

    #[test]
    fn any_characters(text in any::<String>()) {
        let (_, told) = read(&text);
        rendered(&text, told);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (_, told) = read(&text);
        rendered(&text, told);
    }

    #[test]
    fn any_scraps(scraps in prop::collection::vec(scrap(), 0..60)) {
        let text = scraps.join(" ");
        let (_, told) = read(&text);
        prop_assert!(told.iter().all(|d| d.code != "E0199"), "{}", text);
        rendered(&text, told);
    }
}
