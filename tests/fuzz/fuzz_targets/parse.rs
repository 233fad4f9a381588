//! Any text as a definition.
#![no_main]

use heterodox::examine::given::definition;
use heterodox_fuzz::plan;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(wrong) = definition(text, &plan()) {
        panic!("{wrong}");
    }
});
