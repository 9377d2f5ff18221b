//! Decodes any octets in any charset. The result does not depend on how the octets are split into pieces. Decoded
//! text can be encoded, and then decoded again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mailutf::charset::Charset;

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (which, step, octets) = input;
    let Some(charset) = Charset::all().nth(usize::from(which)) else { return };
    let whole = charset.decode(octets);
    let mut text = String::new();
    let mut decoder = charset.decoder();
    for piece in octets.chunks(usize::from(step).max(1)) {
        decoder.push(piece, &mut text);
    }
    let (errors, first) = decoder.finish(&mut text);
    assert_eq!(
        (&*whole.text, whole.errors, whole.first_error),
        (&*text, errors, first),
        "{}",
        charset.name()
    );
    if whole.errors == 0
        && let Ok(encoded) = charset.encode(&text)
    {
        assert_eq!(*charset.decode(&encoded).text, *text, "{} {}", charset.name(), encoded.escape_ascii());
    }
});
