//! Raw ISO-2022-JP in header fields, as in Japanese mail of the 1990s. A character can contain an octet that looks
//! like a quote, a comma, a bracket, a parenthesis or a backslash.

use super::rewritten;
use crate::proptest_config;
use mailutf::charset::Charset;
use mailutf::header::{addresses, decode};
use mailutf::policy::HeaderForm;
use mailutf::structure::Structure;
use mailutf::{Code, Limits, Normalizer, Policy, normalize};
use proptest::prelude::*;

fn jis(text: &str) -> Vec<u8> {
    Charset::for_label(b"iso-2022-jp").unwrap().encode(text).unwrap().into_owned()
}

fn codes(message: &[u8]) -> Vec<Code> {
    normalize(message).findings().iter().map(|finding| finding.code).collect()
}

/// For each of these characters, one of its octets in ISO-2022-JP is one of `"(),<>\;:`.
const SPECIAL: &str = "あえぉがぜぞぼせず";

#[test]
fn the_octets_look_like_specials() {
    let octets = jis(SPECIAL);
    for special in b"\"(),<>\\;:" {
        assert!(octets.contains(special), "{}", char::from(*special));
    }
}

/// Returns a header for each place in which a name can stand, with the text of that place.
fn headers(text: &str) -> Vec<(Vec<u8>, String)> {
    let jis = jis(text);
    vec![
        ([b"To: ", &jis[..], b" <a@b.c>, d@e.f\n\n"].concat(), text.to_owned()),
        ([b"To: \"", &jis[..], b"\" <a@b.c>, d@e.f\n\n"].concat(), text.to_owned()),
        ([b"To: \"", &jis[..], b", x\" <a@b.c>, d@e.f\n\n"].concat(), format!("{text}, x")),
        ([b"To: a@b.c (", &jis[..], b"), d@e.f\n\n"].concat(), text.to_owned()),
        ([b"To: a@b.c (x (", &jis[..], b") y), d@e.f\n\n"].concat(), format!("x ({text}) y")),
        ([b"To: g: ", &jis[..], b" <a@b.c>, d@e.f;\n\n"].concat(), text.to_owned()),
    ]
}

fn to(header: &[u8]) -> Vec<(String, String)> {
    let message = Structure::parse(header, &Limits::default());
    let field = message.parts[0].header.field(header, "To").unwrap();
    addresses(field.body.slice(header)).into_iter().map(|m| (m.name, m.address)).collect()
}

fn check(text: &str) {
    for (header, name) in headers(text) {
        let meant = [(name, "a@b.c".to_owned()), (String::new(), "d@e.f".to_owned())];
        assert_eq!(to(&header), meant, "{}", header.escape_ascii());
        for form in [HeaderForm::Utf8, HeaderForm::Encoded] {
            let new = rewritten(&header, form);
            assert_eq!(to(&new), meant, "{}", new.escape_ascii());
            assert!(!new.contains(&0x1B), "{}", new.escape_ascii());
            assert!(form == HeaderForm::Utf8 || new.is_ascii());
        }
    }
}

#[test]
fn every_kind_of_name() {
    for text in [SPECIAL, "山田太郎", "日本語 Nihon あ", "あ", "ｶﾀｶﾅ漢字"] {
        check(text);
    }
    let header = [b"To: ", &jis("山田")[..], b" <a@b.c>\n\n"].concat();
    assert_eq!(rewritten(&header, HeaderForm::Utf8), "To: 山田 <a@b.c>\n\n".as_bytes());
    assert_eq!(codes(&header), [Code::FieldRaw]);
    let header = [b"Keywords: ", &jis("がが")[..], b", x\n\n"].concat();
    assert_eq!(rewritten(&header, HeaderForm::Utf8), "Keywords: がが, x\n\n".as_bytes());
    // A name without an address is read as a name.
    assert_eq!(to(&[b"To: ", &jis("山田")[..], b"\n\n"].concat()), [("山田".into(), String::new())]);
    // If the double-octet set is not ended before a blank, the next escape sequence decides how the octets after
    // the blank are read. If it ends the set, they are double-octet characters. If it designates the set again,
    // they are US-ASCII.
    for (octets, text) in [
        (&b"\x1B$B;3ED B@O:\x1B(B x"[..], "山田 太郎 x"),
        (b"\x1B$B;3ED\tB@O: \x1B(Bx", "山田\t太郎 x"),
        (b"\x1B$B;3ED abcd \x1B$BB@O:\x1B(B", "山田 abcd 太郎"),
    ] {
        assert_eq!(decode(octets), text);
        let header = [b"Subject: ", octets, b"\n\n"].concat();
        assert_eq!(rewritten(&header, HeaderForm::Utf8), format!("Subject: {text}\n\n").as_bytes());
        assert_eq!(decode(&rewritten(&header, HeaderForm::Encoded)[9..]), text);
        assert_eq!(codes(&header), [Code::FieldRaw]);
    }
    // The text is also decoded if its octets look like the start of an encoded word.
    let subject = [b"Subject: ", &jis("あ祉")[..], b" x\n\n"].concat();
    assert_eq!(rewritten(&subject, HeaderForm::Utf8), "Subject: あ祉 x\n\n".as_bytes());
    assert_eq!(codes(&subject), [Code::FieldRaw]);
}

/// Incomplete ISO-2022-JP stays as it is. It does not affect the addresses after it.
#[test]
fn incomplete_text_stays() {
    for name in [&b"\x1B$B;3ED"[..], b"\x1B$B;3 ED\x1B(B", b"\x1B[31mred", b"\x1B$)C\x0E0!\x0F"] {
        let header = [b"To: ", name, b" <a@b.c>, d@e.f\n\n"].concat();
        assert_eq!(rewritten(&header, HeaderForm::Utf8), header, "{}", header.escape_ascii());
        // If an escape sequence contains a parenthesis, a reader can also take it for the start of a comment. So the
        // addresses are not compared in that case.
        if !name.contains(&b'(') {
            let addresses = to(&header).into_iter().map(|(_, address)| address);
            let addresses: Vec<_> = addresses.filter(|address| !address.is_empty()).collect();
            assert_eq!(addresses, ["a@b.c", "d@e.f"], "{}", header.escape_ascii());
        }
    }
    // Nothing is guessed under a strict policy.
    let (header, _) = headers("山田").remove(0);
    let strict = Normalizer::new(Policy::default().with_strict(true));
    assert!(strict.plan(&header).is_noop());
    // Unstructured text may end without its last escape sequence.
    assert_eq!(decode(b"a \x1B$B;3ED"), "a 山田");
}

proptest! {
    #![proptest_config(proptest_config(60))]

    #[test]
    fn any_text(text in "[ぁ-んァ-ヴ山田太郎々亜-腕]{1,8}( [a-z]{1,5}| ?[ぁ-ん亜-娃]{1,5}){0,3}") {
        if Charset::for_label(b"iso-2022-jp").unwrap().encode(&text).is_ok() {
            check(&text);
        }
    }
}

/// Without escape characters, parentheses of the text end names and begin comments, so only unstructured text is
/// restored.
#[test]
fn text_that_lost_its_escape_characters_is_doubtful() {
    let lost = |text: &str| -> Vec<u8> { jis(text).into_iter().filter(|octet| *octet != 0x1B).collect() };
    let subject = lost("Re: 会議の資料について");
    let message = [b"Subject: ", &subject[..], b"\n\n"].concat();
    assert_eq!(codes(&message), [Code::LabelDoubtful]);
    assert!(normalize(&message).is_noop());
    let policy = Policy::default().with_doubtful(mailutf::policy::Doubtful::Evidence);
    let plan = Normalizer::new(policy).plan(&message);
    assert_eq!(*plan.apply(), *"Subject: Re: 会議の資料について\n\n".as_bytes());
    assert_eq!(plan.findings()[0].code, Code::TextRestored);
    assert_eq!(decode(&subject), "Re: 会議の資料について");
    let message = [b"From: ", &lost("山田さん")[..], b" <a@b.org>\n\n"].concat();
    assert_eq!(codes(&message), [Code::LabelDoubtful]);
    assert!(normalize(&message).is_noop());
    // US-ASCII can look like text without kana by chance.
    assert_eq!(codes(&[b"Subject: ", &lost("会議資料")[..], b"\n\n"].concat()), []);
    for sound in ["$Baselines(Blah)", "costs $Bonus (Bob)", "my $Base = foo(Bar);"] {
        assert_eq!(codes(format!("Subject: {sound}\n\n").as_bytes()), [], "{sound}");
    }
}
