//! IMAP's modified UTF-7: tests with all short names, and with random longer names.

use super::{at_once, in_pieces, strings};
use mailutf::charset::{Charset, MalformedKind};
use proptest::prelude::*;

/// Checks that a valid name is the only form of its text, and that no shifted sequence decodes to U+FFFD.
fn check(name: &[u8]) {
    let outcome = at_once(Charset::IMAP_UTF_7, name);
    assert_eq!(outcome, in_pieces(Charset::IMAP_UTF_7, name.chunks(1)), "{name:?}");
    match Charset::IMAP_UTF_7.decode_strict(name) {
        Ok(text) => {
            assert_eq!((text.as_ref(), 0, None), (outcome.0.as_str(), outcome.1, outcome.2));
            assert_eq!(Charset::IMAP_UTF_7.encode(&text).unwrap(), name, "{text}");
        }
        Err(error) => {
            assert_eq!(Some(error), outcome.2);
            assert_eq!(
                outcome.0.contains('\u{FFFD}'),
                !name.is_ascii() && str::from_utf8(name).is_err(),
                "{name:?}"
            );
        }
    }
}

#[test]
fn all_strings_of_up_to_four_symbols() {
    let alphabet = b"&-AQ2D,/ ~\n\x80";
    // The symbols `,,2` encode U+FFFD itself, so names with them are left out.
    for name in (0..=4).flat_map(|length| strings(alphabet, length)).filter(|name| !name.ends_with(b",,2")) {
        check(&name);
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(400))]

    #[test]
    fn any_octets(name in prop::collection::vec(prop::sample::select(&b"&-AEQ2D3,kq aG\xC3\xA9"[..]), 0..40)) {
        check(&name);
    }

    #[test]
    fn any_name_is_decoded_back(name in r"([&a\-,é日💩]|\PC){0,30}") {
        let octets = Charset::IMAP_UTF_7.encode(&name).unwrap().into_owned();
        prop_assert!(octets.iter().all(|octet| matches!(octet, b' '..=b'~')));
        prop_assert_eq!(Charset::IMAP_UTF_7.decode_strict(&octets).unwrap(), name);
        check(&octets);
    }
}

#[test]
fn names_that_decode_and_names_that_do_not() {
    use MalformedKind::{EncodedAscii, LoneSurrogate, PartialUnit, SuperfluousShift, Unterminated};
    let rows: [(&str, &str, usize, MalformedKind); 6] = [
        ("a&AO-b", "a&AO-b", 1, PartialUnit),
        ("a&2D0-b", "a&2D0-b", 1, LoneSurrogate),
        ("a&2D0", "a&2D0", 2, LoneSurrogate),
        ("&AGE-", "a", 1, EncodedAscii),
        ("&AOk-&AOk-&AOk-", "ééé", 2, SuperfluousShift),
        ("&AOk/x", "é/x", 1, Unterminated),
    ];
    for (name, text, errors, kind) in rows {
        let outcome = at_once(Charset::IMAP_UTF_7, name.as_bytes());
        assert_eq!((outcome.0.as_str(), outcome.1, outcome.2.unwrap().kind), (text, errors, kind), "{name}");
    }
}
