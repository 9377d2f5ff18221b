//! Any octets in any codec: each set of vector instructions that the processor has gives the result that there is without
//! them, and what is encoded is decoded again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mailutf::charset::Charset;
use mailutf::same_at_each_level;
use mailutf::transfer::{base64, quoted_printable};

fuzz_target!(|input: (u8, &[u8])| {
    let (which, octets) = input;
    let line_end: &[u8] = if octets.len().is_multiple_of(2) { b"\n" } else { b"\r\n" };
    match which {
        0..20 => same_at_each_level(|| (base64::decode(octets), base64::decode_word(octets))),
        20..40 => {
            same_at_each_level(|| base64::encode_body(octets, line_end));
            assert_eq!(*base64::decode(&base64::encode_body(octets, line_end)).octets, *octets);
        }
        40..60 => same_at_each_level(|| quoted_printable::decode(octets)),
        60..80 => {
            let encoded = quoted_printable::encode_body(octets, line_end);
            same_at_each_level(|| quoted_printable::decode(&encoded));
            assert_eq!(*quoted_printable::decode(&encoded).octets, *octets);
        }
        _ => {
            let Some(charset) = Charset::all().nth(usize::from(which) - 80) else { return };
            same_at_each_level(|| charset.decode(octets));
        }
    }
});
