//! G6: what cannot be read without loss stays as it was and is reported; U+FFFD is written on request only,
//! and reported too.

use crate::corpus;
use mailutf::{Code, Normalizer, Policy, normalize};
use proptest::prelude::*;

/// A charset, and octets that it does not have behind text that it has.
const MALFORMED: &[(&str, &[u8])] = &[
    ("utf-8", b"gr\xC3\xB6\xC3\x9Fer \xE2\x82"),
    ("utf-8", b"one \xFF"),
    ("utf-7", b"Hi +2D0-"),
    ("utf-16", b"\xFE\xFF\0a\xD8\0\0b\0\n"),
    ("utf-16be", b"\0a\0 \0b\0"),
    ("gb18030", b"\xD6\xD0\xCE\xC4\xD6\xD0\xCE\xC4 \xFF"),
    ("big5", b"\xA4\xA4\xA4\xE5\xB4\xFA\xB8\xD5 \xFF"),
    ("euc-kr", b"\xC7\xD1\xB1\xB9\xBE\xEE \xFF"),
    ("euc-jp", b"\xC6\xFC\xCB\xDC\xB8\xEC \xFF"),
    ("shift_jis", b"\x93\xFA\x96\x7B\x8C\xEA \xFF"),
    ("iso-2022-jp", b"\x1B$BF|K\\8l\x1B(B \x1B$B\x7F\x7F\x1B(B"),
    ("windows-1253", b"\xC1\xC2\xC3 \xD2"),
    ("x-no-such-charset", b"gr\xF6\xDFer"),
];

fn message(charset: &str, octets: &[u8]) -> Vec<u8> {
    let escaped: String = octets.iter().map(|octet| format!("={octet:02X}")).collect();
    format!(
        "Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: quoted-printable\n\n{escaped}"
    )
    .into_bytes()
}

#[test]
fn what_is_ill_formed_stays_and_is_reported() {
    for (charset, octets) in MALFORMED {
        let message = message(charset, octets);
        let plan = normalize(&message);
        assert!(plan.is_noop(), "{charset}: {:?}", plan.findings());
        assert!(plan.is_unresolved(), "{charset}");
    }
}

#[test]
fn replacement_is_on_request_and_reported() {
    let lossy = Normalizer::new(Policy { lossy: true, ..Policy::default() });
    for (charset, octets) in MALFORMED.iter().filter(|(charset, _)| !charset.starts_with("x-")) {
        let message = message(charset, octets);
        let plan = lossy.plan(&message);
        assert!(String::from_utf8(plan.apply().into_owned()).unwrap().contains('\u{fffd}'), "{charset}");
        assert!(plan.findings().iter().any(|finding| finding.code == Code::TextReplaced), "{charset}");
    }
}

/// Text that holds U+FFFD already says so; none may appear that was not there.
#[test]
fn no_replacement_character_appears_in_real_mail() {
    let count = |octets: &[u8]| octets.windows(3).filter(|three| *three == "\u{fffd}".as_bytes()).count();
    for sample in corpus::samples().iter().filter(|sample| sample.edited) {
        // Encoded words and encoded bodies may hold one, in their octets.
        let encoded = ["=EF=BF=BD", "=ef=bf=bd", "77+9", "e/v7", "vv7", "/vQ"];
        let held = encoded
            .iter()
            .any(|form| sample.input.windows(form.len()).any(|octets| octets == form.as_bytes()));
        assert!(held || count(&sample.output) <= count(&sample.input), "{}", sample.path.display());
    }
}

proptest! {
    #![proptest_config(crate::cases(64))]

    /// Octets under any label either stay, or are all in the text.
    #[test]
    fn of_any_octets(octets in prop::collection::vec(any::<u8>(), 0..40), charset in prop::sample::select(&[
        "utf-8", "utf-7", "us-ascii", "gb18030", "iso-2022-jp", "windows-1252", "koi8-r", "x-other",
    ][..])) {
        let message = message(charset, &octets);
        let plan = normalize(&message);
        let output = plan.apply();
        let replaced = String::from_utf8_lossy(&output).contains(char::REPLACEMENT_CHARACTER);
        prop_assert!(plan.is_noop() || !replaced);
    }
}
