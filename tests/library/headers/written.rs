//! Guarantees G7 and G8 (docs/guarantees.md): header text that is written, as raw UTF-8 or in encoded words, decodes
//! to the text that was meant, in every place of a field, for all of Unicode. The text never becomes a part of the
//! syntax, and the limits on the lengths of words and lines hold.

use super::{rewritten, text};
use crate::proptest_config;
use mailutf::header::{addresses_in, decode, decode_in, parameter_in};
use mailutf::internal::{FieldKind, read_field};
use mailutf::policy::{Doubtful, HeaderForm};
use mailutf::text::Context;
use mailutf::{Limits, Normalizer, Policy, structure::Structure};
use proptest::prelude::*;

/// The places of a header in which text can stand.
#[derive(Clone, Copy, Debug)]
enum Place {
    Unstructured,
    Phrase,
    Comment,
    Parameter,
}

const PLACES: [Place; 4] = [Place::Unstructured, Place::Phrase, Place::Comment, Place::Parameter];
const FORMS: [HeaderForm; 2] = [HeaderForm::Utf8, HeaderForm::Encoded];

/// Encodes each of `parts` as an encoded word of UTF-16 in base64.
fn words(parts: &[String]) -> String {
    let word = |part: &String| {
        let octets: Vec<u8> = part.encode_utf16().flat_map(u16::to_be_bytes).collect();
        format!("=?utf-16be?B?{}?=", mailutf::transfer::base64::encode_word(&octets))
    };
    parts.iter().map(word).collect::<Vec<_>>().join("\r\n ")
}

impl Place {
    /// Returns a header that has `words` in this place.
    fn header(self, words: &str, name: &str) -> String {
        match self {
            Self::Unstructured => format!("X{name}: {words}\r\n\r\n"),
            Self::Phrase => format!("To: {words} <a@b.c>, d@e.f\r\n\r\n"),
            Self::Comment => format!("To: a@b.c ({words}), d@e.f\r\n\r\n"),
            Self::Parameter => {
                format!("Content-Disposition: attachment; {name}x=\"{words}\"; size=3\r\n\r\n")
            }
        }
    }

    /// Decodes the text that the header has in this place, as a rewrite reads it: with its line ends, for which a
    /// reader sees blanks.
    fn meant(self, header: &[u8], name: &str) -> String {
        let message = Structure::parse(header, &Limits::default());
        let body = message.parts[0].header.fields[0].body;
        let kind = match self {
            Self::Unstructured => FieldKind::Unstructured,
            Self::Phrase | Self::Comment => FieldKind::Addresses,
            Self::Parameter => FieldKind::Parameters,
        };
        let policy = policy();
        let texts = read_field(header, body, kind, &Context::new(&policy));
        let values = texts.parameters.unwrap_or_default().values;
        let value = values.iter().find(|value| value.name(header) == format!("{name}x").as_bytes());
        match value {
            Some(value) => value.value.as_ref().unwrap().text.clone(),
            None => texts.spans.iter().map(|text| text.text(header)).collect(),
        }
    }

    /// Decodes the text that the header has in this place, as a reader sees it.
    fn said(self, header: &[u8], name: &str) -> String {
        let message = Structure::parse(header, &Limits::default());
        let fields = &message.parts[0].header.fields;
        let body = fields.first().unwrap().body.slice(header);
        let policy = policy();
        let context = Context::new(&policy);
        match self {
            Self::Unstructured => decode_in(body, &context).into_owned(),
            Self::Phrase | Self::Comment => {
                let list = addresses_in(body, &context);
                let addresses: Vec<_> = list.iter().map(|mailbox| mailbox.address.as_str()).collect();
                assert_eq!(addresses, ["a@b.c", "d@e.f"], "{}", header.escape_ascii());
                list[0].name.clone()
            }
            Self::Parameter => {
                assert_eq!(parameter_in(body, "size", &context).unwrap(), "3");
                parameter_in(body, &format!("{name}x"), &context).unwrap()
            }
        }
    }
}

/// A policy that takes each text as it is labelled, even if the text looks garbled.
fn policy() -> Policy {
    Policy::default().with_doubtful(Doubtful::Label)
}

fn any_text() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof![
        "\\PC{0,60}",
        "[ -~]{0,60}",
        "[ a,\"()<>@;:\\\\=?*'%_\t\r\n\\x00é日😀\u{301}]{0,40}",
        "[äöü日本語 ]{0,150}",
        prop::collection::vec(any::<char>(), 0..40).prop_map(|text| text.into_iter().collect()),
    ];
    prop::collection::vec(text, 1..4)
}

/// The text begins at each column in turn, so that a different amount of room is left on its line.
#[test]
fn at_every_column() {
    let texts = ["naïve, é日本語😀 ".repeat(6), "日本語".repeat(20)];
    for (text, place) in texts.iter().flat_map(|text| PLACES.map(|place| (text.trim(), place))) {
        for columns in 0..=80 {
            let (before, name) = match place {
                Place::Parameter => (String::new(), "x".repeat(columns / 2)),
                _ => (format!("{} ", "x".repeat(columns)), String::new()),
            };
            let header = place.header(&format!("{before}{}", words(&[text.to_owned()])), &name);
            for form in FORMS {
                let new = rewritten(header.as_bytes(), form);
                assert_eq!(place.said(&new, &name), format!("{before}{text}").trim_start(), "{form:?}");
                is_sound(&new, form, columns).unwrap();
                // A line that can be folded has at most 78 characters.
                let shown = String::from_utf8(new).unwrap();
                let longest = shown.lines().map(|line| line.chars().count()).max().unwrap();
                let foldable = !matches!(place, Place::Parameter) && text.contains(' ') && columns <= 60;
                assert!(!foldable || longest <= 78, "{columns} {longest}\n{shown}");
            }
        }
    }
}

proptest! {
    #![proptest_config(proptest_config(300))]

    #[test]
    fn in_every_place(
        parts in any_text(), place in prop::sample::select(&PLACES[..]), form in prop::sample::select(&FORMS[..]),
        name in "[a-z]{0,20}|[a-z]{40,60}"
    ) {
        let header = place.header(&words(&parts), &name);
        let new = rewritten(header.as_bytes(), form);
        let text = parts.concat();
        let blank = [' ', '\t'];
        let (meant, said) = (place.meant(&new, &name), place.said(&new, &name));
        prop_assert_eq!(meant.trim_matches(blank), text.trim_matches(blank), "{}", new.escape_ascii());
        let line_ends = ['\r', '\n', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];
        let shown = text.trim_matches(blank).replace("\r\n", " ").replace(line_ends, " ");
        prop_assert_eq!(said.trim_matches(blank), shown.trim_matches(blank), "{}", new.escape_ascii());
        if text.chars().all(|c| !c.is_control() && c != '\u{2028}' && c != '\u{2029}') && !text.contains("=?") && text.len() < 900 {
            prop_assert!(form != HeaderForm::Utf8 || !new.windows(2).any(|w| w == b"=?"), "{}", new.escape_ascii());
        }
        // The words of the input are in UTF-16. Both forms of the output can represent any text, so no word in
        // UTF-16 is left.
        prop_assert!(!new.windows(8).any(|octets| octets == b"utf-16be"), "{}", new.escape_ascii());
        is_sound(&new, form, name.len())?;
    }

    #[test]
    fn raw_utf8_in_every_place(
        text in "[a-zéß日本😀\u{301}]{1,20}( [a-zéß日本😀\u{301},;.]{1,40}){0,8}", place in prop::sample::select(&PLACES[..])
    ) {
        let quotes = if let Place::Phrase = place { "\"" } else { "" };
        let header = place.header(&format!("{quotes}{text}{quotes}"), "");
        let same = rewritten(header.as_bytes(), HeaderForm::Utf8);
        prop_assert_eq!(String::from_utf8(same).unwrap(), header.clone());
        let new = rewritten(header.as_bytes(), HeaderForm::Encoded);
        prop_assert_eq!(place.said(&new, ""), text, "{}", new.escape_ascii());
        is_sound(&new, HeaderForm::Encoded, 0)?;
    }
}

/// Checks the rules of RFC 2047 and RFC 5322 that can be checked without decoding the header.
fn is_sound(header: &[u8], form: HeaderForm, name: usize) -> Result<(), TestCaseError> {
    prop_assert!(form == HeaderForm::Utf8 || header.is_ascii());
    for line in header.split(|octet| *octet == b'\n') {
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned();
        prop_assert!(!line.chars().any(|c| c.is_control() && c != '\t'), "{line:?}");
        prop_assert!(line.is_empty() || !line.trim().is_empty(), "{}", header.escape_ascii());
        prop_assert!(line.len() <= 998);
        let words = line.split([' ', '\t', '(', ')', '"', ',']);
        for word in words.filter(|word| word.starts_with("=?") && word.ends_with("?=")) {
            prop_assert!(name > 30 || word.len() <= 75, "{line:?}");
        }
        if form == HeaderForm::Encoded {
            // A long name of a parameter leaves no room for folding, and text without a blank cannot be folded.
            let foldable = line.contains("=?utf-8?") || line.contains("*=utf-8'") && !line.contains('"');
            prop_assert!(!foldable || line.len() <= 78 || name > 30, "{line:?}");
        }
    }
    Ok(())
}

/// Guarantee G7 (docs/guarantees.md): an encoded word can contain characters that have a meaning in headers. These
/// characters do not become part of the header syntax.
#[test]
fn header_safety() {
    for (word, utf8) in [
        ("=?utf-8?Q?a=0D=0ABcc:_x@y?=", "=?utf-8?Q?a=0D=0ABcc:_x@y?="),
        ("=?iso-8859-1?Q?a=0D=0ABcc=3A_x=40y?=", "=?utf-8?B?YQ0KQmNjOiB4QHk=?="),
        ("=?iso-8859-1?Q?a=00b?=", "=?utf-8?B?YQBi?="),
        ("=?iso-8859-1?Q?a=7Fb?=", "=?utf-8?B?YX9i?="),
        ("=?iso-8859-1?Q?a=1B[31m?=", "=?utf-8?B?YRtbMzFt?="),
        ("=?utf-8?Q?a=E2=80=A8b?=", "=?utf-8?Q?a=E2=80=A8b?="),
    ] {
        for form in FORMS {
            assert_eq!(text(&format!("Subject: {word}\n\n"), form), format!("Subject: {utf8}\n\n"));
        }
    }
}

#[test]
fn specials_in_a_name_make_a_quoted_string() {
    for (name, written) in [
        ("=?utf-8?Q?Doe=2C_J.?=", "\"Doe, J.\""),
        ("=?utf-8?Q?a=22b?=", "\"a\\\"b\""),
        ("=?utf-8?Q?a=5Cb?=", "\"a\\\\b\""),
        ("=?utf-8?Q?=3Cx=40y=3E?=", "\"<x@y>\""),
        ("=?utf-8?Q?a=28b?= c", "\"a(b c\""),
        ("=?utf-8?Q?J=C3=B6e?= \"Q.\" =?utf-8?Q?D=C3=B6e?=", "Jöe \"Q.\" Döe"),
        ("\"=?utf-8?Q?J=C3=B6=22?= X\"", "\"Jö\\\" X\""),
        ("=?utf-8?Q??=", "\"\""),
        ("=?utf-8?Q?_a_?=", "\" a \""),
        ("(=?utf-8?Q?=28=29?=) a", "(\\(\\)) a"),
    ] {
        let header = format!("From: {name} <a@b.c>, d@e.f\n\n");
        assert_eq!(text(&header, HeaderForm::Utf8), format!("From: {written} <a@b.c>, d@e.f\n\n"));
    }
}

/// A reader of encoded words takes commas and semicolons in a word for text, so such a reader finds two addresses
/// here. In the output, a reader that ignores encoded words also finds two addresses.
#[test]
fn raw_specials_in_a_word_separate_nothing() {
    for (word, said, written) in
        [("=?utf-8?Q?Doe,_J=C3=B6?=", "Doe, Jö", "\"Doe, Jö\""), ("=?utf-8?Q?a;b?=", "a;b", "\"a;b\"")]
    {
        for form in FORMS {
            // Text in ASCII needs no encoded words.
            let encoded = form == HeaderForm::Encoded && !said.is_ascii();
            let name = if encoded { "=?utf-8?B?RG9lLCBKw7Y=?=" } else { written };
            let header = format!("To: {word} <a@b.c>, d@e.f\n\n");
            assert_eq!(Place::Phrase.said(header.as_bytes(), ""), said);
            let new = text(&header, form);
            assert_eq!(new.lines().next().unwrap(), format!("To: {name} <a@b.c>, d@e.f"));
            // A reader that ignores encoded words takes the commas outside of quotes for separators.
            let outside: String = new.replace("\\\"", "").split('"').step_by(2).collect();
            assert_eq!(outside.matches(',').count(), 1, "{new}");
        }
    }
}

/// A reader that ignores encoded words finds raw quotes and brackets inside the words: a quote or a comment that is
/// not closed, or an address. If the words were decoded, this reader would lose that address (guarantee G39,
/// docs/guarantees.md).
#[test]
fn a_field_with_raw_brackets_or_quotes_in_a_word_stays() {
    for word in ["=?utf-8?Q?a\"b?=", "=?utf-8?Q?a(b?=", "=?utf-8?Q?<a@b>?="] {
        for form in FORMS {
            let header = format!("To: {word} <a@b.c>, d@e.f\n\n");
            assert_eq!(text(&header, form), header);
        }
    }
}

#[test]
fn addresses_and_message_ids_are_not_text() {
    for header in [
        "From: <=?utf-8?Q?a?=@b.c>\n\n",
        "From: =?utf-8?Q?a?=@b.c\n\n",
        "To: <a@=?utf-8?Q?b?=>, g: =?utf-8?Q?a?=@b.c;\n\n",
        "Message-ID: <=?utf-8?Q?a?=@b>\n\n",
        "References: =?utf-8?Q?a?= <x@y>\n\n",
        "Received: from =?utf-8?Q?a?= (=?utf-8?Q?b?=)\n\n",
        "DKIM-Signature: v=1; b=?utf-8?Q?a?=\n\n",
        "Final-Recipient: rfc822; =?utf-8?Q?a?=@b\n\n",
    ] {
        for form in FORMS {
            assert_eq!(text(header, form), header);
        }
    }
}

#[test]
fn parameters_in_either_form() {
    for (value, utf8, encoded) in [
        ("name=\"=?utf-8?Q?=C3=A4?=\"", "name=\"ä\"", "name*=utf-8''%C3%A4"),
        ("name==?koi8-r?B?xg==?=", "name=\"ф\"", "name*=utf-8''%D1%84"),
        ("name*=iso-8859-1''%E4%20b", "name=\"ä b\"", "name*=utf-8''%C3%A4%20b"),
        ("name*=iso-8859-1'de'%E4", "name*=utf-8'de'%C3%A4", "name*=utf-8'de'%C3%A4"),
        ("name*=utf-8'de'%C3%A4", "name*=utf-8'de'%C3%A4", "name*=utf-8'de'%C3%A4"),
        (
            "name*1=.txt; size=1; name*0*=koi8-r''%C6%C1%CA%CC",
            "name=\"файл.txt\"; size=1",
            "name*=utf-8''%D1%84%D0%B0%D0%B9%D0%BB.txt;\n size=1",
        ),
        ("name*0*=utf-8''%C3;\n name*1*=%A4", "name=\"ä\"", "name*0*=utf-8''%C3;\n name*1*=%A4"),
        ("name*0=\"a b\"; name*1=c", "name*0=\"a b\"; name*1=c", "name*0=\"a b\"; name*1=c"),
        ("name=\"plain\"", "name=\"plain\"", "name=\"plain\""),
        ("name=\"ä\"", "name=\"ä\"", "name*=utf-8''%C3%A4"),
        ("name=ae; name*=utf-8''%C3%A4", "name=ae; name*=utf-8''%C3%A4", "name=ae; name*=utf-8''%C3%A4"),
        ("name=ae; name*=koi8-r''%C6", "name=ae; name*=utf-8''%D1%84", "name=ae; name*=utf-8''%D1%84"),
        ("name=\"ä\"; name*=utf-8''%C3%A4", "name=\"ä\"; name*=utf-8''%C3%A4", "name*=utf-8''%C3%A4"),
        ("name*=utf-8''a%0D%0Ab", "name*=utf-8''a%0D%0Ab", "name*=utf-8''a%0D%0Ab"),
        ("name=\"=?utf-8?Q?a=0Db?=\"", "name*=utf-8''a%0Db", "name*=utf-8''a%0Db"),
        ("name*=gr%C3%B6", "name=\"grö\"", "name*=utf-8''gr%C3%B6"),
        ("name=\"=?utf-8?Q?a=22=5C?=\"", "name=\"a\\\"\\\\\"", "name=\"a\\\"\\\\\""),
        ("boundary=\"=?utf-8?Q?a?=\"", "boundary=\"=?utf-8?Q?a?=\"", "boundary=\"=?utf-8?Q?a?=\""),
        (
            "name*0*=utf-8''%C3%A4; name*0=b",
            "name*0*=utf-8''%C3%A4; name*0=b",
            "name*0*=utf-8''%C3%A4; name*0=b",
        ),
    ] {
        for (form, expected) in [(HeaderForm::Utf8, utf8), (HeaderForm::Encoded, encoded)] {
            let new = text(&format!("Content-Disposition: attachment; {value}\n\n"), form);
            assert_eq!(new, format!("Content-Disposition: attachment; {expected}\n\n"), "{form:?}");
        }
    }
}

#[test]
fn folds() {
    let word = |text: &str| format!("=?iso-8859-1?Q?{text}?=");
    // Folds in text without an edit stay, and so do folds next to an edit.
    let header = format!("Subject: a\r\n\tb\r\n {}\r\n  c\r\n\r\n", word("=E4"));
    assert_eq!(text(&header, HeaderForm::Utf8), "Subject: a\r\n\tb\r\n ä\r\n  c\r\n\r\n");
    // Text that becomes too long for its line is folded at its blanks, with the line end of the field.
    let long = format!("Subject: {}\r\n {}\r\n\r\n", word(&"=E4_".repeat(30)), word(&"b_".repeat(30)));
    let folded = text(&long, HeaderForm::Utf8);
    assert_eq!(folded.lines().map(|line| line.chars().count()).collect::<Vec<_>>(), [78, 51, 0]);
    assert_eq!(folded.matches('\n').count(), folded.matches("\r\n").count());
    // Old text next to an edit is folded between its tokens, and within comments.
    for (open, close) in [("\"", "\""), ("(", ")"), ("=?x-viet-vni?Q?=FF", "?=")] {
        let old = format!("{open}{}{close}", "old text, that is long ".repeat(5).trim_end());
        let header = format!("To: {} <a@b>, {old}\n\n", word(&"=E4".repeat(10)));
        for form in FORMS {
            let new = text(&header, form);
            assert!(new.replace("\n ", " ").contains(&old) && !new.starts_with(&header[..20]), "{new}");
        }
    }
    // No line of the output consists of blanks only.
    let blanks = format!("Subject: a\n {}\n b\n {}\n\n", word(""), word("_"));
    assert_eq!(text(&blanks, HeaderForm::Utf8), "Subject: a \n b  \n\n");
}

/// If a text has no blank at which it can be folded, a line still has at most 998 octets (RFC 5322 section 2.1.1).
#[test]
fn no_line_exceeds_998_octets() {
    let word = format!("=?iso-8859-1?B?{}?=", mailutf::transfer::base64::encode_word(&b"\xE4".repeat(300)));
    let header = [b"Subject: ", &b"Gr\xF6\xDFe".repeat(110)[..], word.as_bytes(), b"\n\n"].concat();
    for form in FORMS {
        let new = rewritten(&header, form);
        assert!(new.split(|octet| *octet == b'\n').all(|line| line.len() <= 998), "{}", new.escape_ascii());
        assert_eq!(decode(&new["Subject:".len()..]), "Größe".repeat(110) + &"ä".repeat(300));
    }
}

/// Correct encoded words are left as they are, also if they name a language (RFC 2231 section 5). Other words
/// are written again.
#[test]
fn words_that_stay() {
    for (words, encoded) in [
        ("=?utf-8?Q?=C3=A4?=", "=?utf-8?Q?=C3=A4?="),
        ("=?UTF-8?b?w6Q=?=", "=?UTF-8?b?w6Q=?="),
        ("=?us-ascii?Q?a?=", "=?us-ascii?Q?a?="),
        ("=?iso-8859-1*de?Q?=E4?=", "=?utf-8*de?B?w6Q=?="),
        ("=?utf-8?B?w?= =?utf-8?B?6Q=?=", "=?utf-8?B?w6Q=?="),
        ("ä", "=?utf-8?B?w6Q=?="),
        ("ä ö =?utf-8?Q?=C3=A4?=", "=?utf-8?B?w6Qgw7Ygw6Q=?="),
        ("a ä b", "a =?utf-8?B?w6Q=?= b"),
        ("K=?utf-8?B?w7Y=?=nig!", "=?utf-8?Q?K=C3=B6nig!?="),
    ] {
        let new = text(&format!("Subject: {words}\n\n"), HeaderForm::Encoded);
        assert_eq!(new, format!("Subject: {encoded}\n\n"));
    }
}

/// Guarantee G14 (docs/guarantees.md): as many words and sections as the limit allows are converted. With one more,
/// the header is left, and a finding names the limit.
#[test]
fn limits() {
    let words = |count: usize| format!("Subject:{}\n\n", " =?koi8-r?Q?=C1?=".repeat(count));
    let sections = |count: usize| {
        let sections: String = (0..count).map(|n| format!(";\n a*{n}*=%C1")).collect();
        format!("Content-Disposition: x{sections}\n\n").replace("a*0*=", "a*0*=koi8-r''")
    };
    let limits = Limits::default().with_words(20).with_parameters(20);
    let normalizer = Normalizer::new(Policy::default().with_limits(limits));
    for (header, beyond) in [(words(20), words(21)), (sections(20), sections(21))] {
        assert!(!normalizer.plan(header.as_bytes()).is_noop());
        let plan = normalizer.plan(beyond.as_bytes());
        assert!(plan.is_noop());
        assert!(plan.findings().iter().any(|finding| finding.code == mailutf::Code::LimitReached));
    }
}
