//! Asserts for any octets: the census, the functions for a mail client and the normalizer read each text in
//! the same way.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/guarantees/readers/mod.rs"]
mod readers;

fuzz_target!(|octets: &[u8]| {
    let wrong = readers::disagreements(octets, &mailutf::normalize(octets));
    assert!(wrong.is_empty(), "{wrong:#?}\n{}", octets.escape_ascii());
});
