//! Definitions built from choices.
#![no_main]

use heterodox::examine::given::definition;
use heterodox_fuzz::{Choices, define, plan};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = define(&mut Choices::new(data));
    if let Err(wrong) = definition(&text, &plan()) {
        panic!("{wrong}\n{text}");
    }
});
