//! The transcripts of README.md are what the program prints.

#[test]
fn transcripts_are_true() {
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn the_first_variant_loads_without_a_word() {
    let readme = include_str!("../../README.md");
    let start = readme.find("    game \"").expect("the example");
    let block = readme[start..].lines().take_while(|l| l.starts_with("    ") || l.is_empty());
    let text: String =
        block.map(|l| format!("{}\n", l.strip_prefix("    ").unwrap_or(l))).collect();
    let source = heterodox::text::Source::new("first.variant", text);
    let loaded = heterodox::pipeline::load(source, &heterodox::session::Files, &[]);
    let loaded = loaded.unwrap_or_else(|report| panic!("{report}"));
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert_eq!(loaded.tests.len(), 1);
}
