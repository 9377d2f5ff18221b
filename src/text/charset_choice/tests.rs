//! Tests of the order of evidence.

use super::reading::UNKNOWN;
use super::*;
use crate::finding::Hypothesis;
use crate::policy::{Doubtful, Policy};

fn policy(change: impl FnOnce(&mut Policy)) -> Policy {
    let mut policy = Policy::default();
    change(&mut policy);
    policy
}

fn read<'a>(octets: &'a [u8], label: &str, policy: &Policy) -> Resolved<'a> {
    let context = Context::new(policy);
    resolve(octets, Some(label.as_bytes()), &context)
}

/// Returns the text, the confidence, and the code of the only finding.
fn seen(resolved: Resolved<'_>) -> Option<(String, Confidence, Option<Code>)> {
    let text = resolved.ok()?;
    assert!(text.findings.len() <= 1);
    Some((text.text.into_owned(), text.confidence, text.findings.first().map(|(code, _)| *code)))
}

#[track_caller]
fn reads(octets: &[u8], label: &str, text: &str, confidence: Confidence, code: Option<Code>) {
    assert_eq!(
        seen(read(octets, label, &Policy::default())),
        Some((text.into(), confidence, code)),
        "{label}"
    );
}

#[test]
fn a_label_without_contrary_evidence_is_believed() {
    reads(b"caf\xE9", "iso-8859-1", "café", Confidence::Declared, None);
    reads("café".as_bytes(), "utf-8", "café", Confidence::Declared, None);
    reads(b"Hi +Jjo-", "utf-7", "Hi ☺", Confidence::Declared, None);
}

#[test]
fn surrogate_pairs_in_utf_8_are_counted() {
    let octets = b"caf\xC3\xA9 \xED\xA0\xBD\xED\xB8\x80\xED\xA0\xBD\xED\xB8\x81";
    let text = read(octets, "utf-8", &Policy::default()).unwrap();
    let detail = Detail::SurrogatePairs { count: 2, first: 6 };
    assert_eq!(
        (&*text.text, text.confidence, text.findings),
        ("café 😀😁", Confidence::Declared, vec![(Code::Utf8SurrogatePair, detail)])
    );
}

/// The charset that the caller names is treated as if the label named it: evidence against that charset still counts.
#[test]
fn the_caller_can_override_a_label() {
    let overruled = |real: &str, strict| {
        policy(|policy| {
            policy.rules.overrule(b"iso-8859-1", Charset::for_label(real.as_bytes()).unwrap());
            policy.strict = strict;
        })
    };
    let code = Some(Code::LabelOverruled);
    for strict in [true, false] {
        let text = read(b"\xCF\xF0\xE8", "latin1", &overruled("windows-1251", strict));
        assert_eq!(seen(text), Some(("При".to_owned(), Confidence::Overruled, code)));
        assert_eq!(read(b"\xCF", "windows-1252", &overruled("windows-1251", strict)).unwrap().text, "Ï");
    }
    let text = seen(read("größer".as_bytes(), "latin1", &overruled("koi8-r", false)));
    assert_eq!(text.unwrap().1, Confidence::Utf8Validity);
    assert!(read(b"\xE9 ", "latin1", &overruled("euc-kr", false)).is_err());
    let lossy = Policy { lossy: true, ..overruled("euc-kr", false) };
    let codes: Vec<Code> =
        read(b"\xE9 ", "latin1", &lossy).unwrap().findings.into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [Code::LabelOverruled, Code::TextReplaced]);
}

/// The charset name that a document without a label declares can also be overridden.
#[test]
fn the_caller_knows_better_than_a_document() {
    let overruled = policy(|policy| {
        policy.rules.overrule(b"iso-8859-1", Charset::for_label(b"windows-1251").unwrap());
    });
    let context = Context::new(&overruled);
    let read = resolve_document(b"\xCF\xF0\xE8", None, Some(b"iso-8859-1"), &context);
    assert_eq!(seen(read), Some(("При".to_owned(), Confidence::Overruled, Some(Code::LabelMissing))));
}

#[test]
fn a_superset_is_reported_if_it_was_needed() {
    let (wider, code) = (Confidence::Superset, Some(Code::LabelSuperset));
    reads(b"\x93caf\xE9\x94", "iso-8859-1", "“café”", wider, code);
    reads(b"\x81\x40", "gb2312", "丂", wider, code);
    reads(b"\xC4\xE3\xBA\xC3", "gb2312", "你好", Confidence::Declared, None);
    reads(b"\x87\x40", "shift_jis", "①", wider, code);
    reads(b"\xB1\xC7\x81\x40", "shift_jis", "ｱﾇ\u{3000}", Confidence::Declared, None);
}

#[test]
fn certain_utf8_overrules_a_label() {
    reads("größer".as_bytes(), "iso-8859-1", "größer", Confidence::Utf8Validity, Some(Code::LabelMismatch));
    let code = Some(Code::LabelMismatch);
    for (label, text) in [("iso-8859-1", "ä"), ("koi8-r", "für"), ("gb2312", "会议通知")] {
        reads(text.as_bytes(), label, text, Confidence::Utf8Validity, code);
    }
    reads(b"LIBERT\xC9\xA0!", "iso-8859-1", "LIBERTÉ\u{A0}!", Confidence::Declared, None);
    for (label, octets) in [("koi8-r", &b"\xF0\xD2\xC9 f\xC3\xBCr"[..]), ("gb2312", b"don\xE2\x80\x99t")] {
        assert!(read(octets, label, &Policy::default()).is_err(), "{label}");
    }
}

#[test]
fn evidence_has_its_order_of_precedence() {
    let all = policy(|policy| policy.fallback = Charset::for_label(b"koi8-r"));
    let octets = b"\xD4\xD0";
    let context = Context::new(&all).beside(Charset::for_label(b"iso-8859-5").unwrap());
    let declared = Some(&b"windows-1251"[..]);
    let cases = [
        (resolve_document(octets, None, declared, &context), "ФР", Confidence::Document),
        (resolve(octets, None, &context), "да", Confidence::OtherText),
        (resolve(octets, Some(b"us-ascii"), &Context::new(&all)), "тп", Confidence::Fallback),
    ];
    for (resolved, text, confidence) in cases {
        let (got, how, code) = seen(resolved).unwrap();
        assert_eq!((got.as_str(), how), (text, confidence));
        assert!(matches!(code, Some(Code::LabelMissing | Code::LabelMismatch)));
    }
    // The charset that other text shows is a guess. The charset that the caller gives is no guess, so it counts
    // even where guessing is forbidden.
    let named = seen(resolve(octets, None, &context.without_guess())).unwrap();
    assert_eq!((named.0.as_str(), named.1), ("тп", Confidence::Fallback));
    let utf8 = resolve_document("größer".as_bytes(), None, declared, &context).unwrap();
    assert_eq!((utf8.charset, utf8.confidence), (Charset::UTF_8, Confidence::Utf8Validity));
    // The letters of the sentence show windows-1251. But a charset that the caller names is stronger
    // evidence than letters.
    let sentence = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xCA\xE0\xEA \xE4\xE5\xEB\xE0?";
    let by = |policy: &Policy| resolve(sentence, None, &Context::new(policy)).unwrap().confidence;
    assert_eq!((by(&all), by(&Policy::default())), (Confidence::Fallback, Confidence::Detected));
}

#[test]
fn one_bad_octet_does_not_change_the_charset_of_a_text() {
    let octets = b"gr\xC3\xB6\xC3\x9Fer \xFF f\xC3\xBCr";
    for label in ["utf-8", "us-ascii", "unknown-8bit"] {
        let unresolved = read(octets, label, &Policy::default());
        if label == "utf-8" {
            assert_eq!(unresolved.unwrap_err().malformed.unwrap().offset, 9);
        }
    }
    let lossy = policy(|policy| policy.lossy = true);
    let text = read(octets, "utf-8", &lossy).unwrap();
    assert_eq!((text.text.as_ref(), text.replaced), ("größer \u{fffd} für", 1));
}

#[test]
fn a_label_proved_wrong_gives_way() {
    let euc: Vec<u8> = b"\xA5\xE6\xA1\xBC\xA5\xB6\xA1\xBC".repeat(4);
    let text = read(&euc, "iso-2022-jp", &Policy::default());
    if let Some((text, _, code)) = seen(text) {
        assert_eq!((text, code), ("ユーザー".repeat(4), Some(Code::LabelMismatch)));
    }
    reads(
        "ユーザー".as_bytes(),
        "iso-2022-jp",
        "ユーザー",
        Confidence::Utf8Validity,
        Some(Code::LabelMismatch),
    );
}

/// Text that does not decode in the double-octet charset of its label is read in the charset that its letters show,
/// if the policy lets evidence decide. Damaged Chinese text stays unread, because it has no such letters.
#[test]
fn letters_speak_against_a_label_of_two_octets_that_does_not_decode() {
    let text = "Мы очень рады сообщить вам о новом издании";
    let octets = Charset::for_label(b"windows-1251").unwrap().encode(text).unwrap();
    let by_evidence = policy(|policy| policy.doubtful = Doubtful::Evidence);
    for label in ["gb2312", "big5", "euc-kr", "shift_jis", "euc-jp"] {
        let unresolved = read(&octets, label, &Policy::default()).unwrap_err();
        assert!(unresolved.malformed.is_some(), "{label}");
        let read = seen(read(&octets, label, &by_evidence));
        assert_eq!(read, Some((text.into(), Confidence::Detected, Some(Code::LabelMismatch))), "{label}");
    }
    #[cfg(feature = "rules")]
    {
        let rule = "version = 1\n[[rule]]\nlabel = \"gb2312\"\nread = \"label\"\n";
        let by_label = Policy::for_display().with_rules(crate::rules::Rules::parse(rule).unwrap());
        let text = resolve(&octets, Some(b"gb2312"), &Context::new(&by_label)).unwrap();
        assert_eq!(text.charset.name(), "gb18030");
    }
    let chinese = Charset::for_label(b"gb2312").unwrap().encode("昨天晚上我收到了一位老朋友的来信").unwrap();
    let damaged = [&chinese[..9], b" \xB0 ", &chinese[10..20], b" \xB0 ", &chinese[20..]].concat();
    for policy in [Policy::default(), by_evidence] {
        assert_eq!(read(&damaged, "gb2312", &policy).unwrap_err().doubt, None);
    }
}

#[test]
fn escape_sequences_overrule_any_ascii_superset() {
    for label in ["utf-8", "iso-8859-1", "gb2312", "hz-gb-2312", "utf-7"] {
        let code = Some(Code::LabelMismatch);
        reads(b"\x1B$B<j;f\x1B(B", label, "手紙", Confidence::EscapeSequence, code);
        reads(b"\x1B[1m", label, "\x1B[1m", Confidence::Declared, None);
    }
    let policy = Policy::default();
    let attached = Context::new(&policy).without_guess();
    for label in [None, Some(&b"us-ascii"[..]), Some(b"utf-8")] {
        assert!(resolve(b"\x1B$B<j;f\x1B(B", label, &attached).is_err(), "{label:?}");
    }
}

#[test]
fn us_ascii_in_utf_16_is_not_taken_for_us_ascii() {
    let policy = Policy::default();
    for (label, octets, charset) in [
        (None, &b"\0H\0e\0l\0l\0o\0 \0y\0o\0u"[..], Charset::UTF_16BE),
        (None, b"H\0e\0l\0l\0o\0 \0y\0o\0u\0", Charset::UTF_16LE),
        (Some(&b"us-ascii"[..]), b"H\0e\0l\0l\0o\0 \0y\0o\0u\0", Charset::UTF_16LE),
        (None, b"Hello\0 you", Charset::US_ASCII),
        (None, b"\0", Charset::US_ASCII),
    ] {
        let read = resolve(octets, label, &Context::new(&policy)).unwrap();
        assert_eq!(read.charset, charset, "{}", octets.escape_ascii());
    }
}

#[test]
fn hz_overrules_a_label() {
    let code = Some(Code::LabelMismatch);
    for label in ["utf-8", "us-ascii", "latin1", "gb2312"] {
        reads(b"~{VPNDVPND~} a\n", label, "中文中文 a\n", Confidence::EscapeSequence, code);
        let names = ["~{abcd~} ~{efgh~}", "mail ~{user~}@~{host~}"];
        for other in ["(format t \"~{<~a>~}\")", "~{VPNDVPND~} ~user", names[0], names[1]] {
            reads(other.as_bytes(), label, other, Confidence::Declared, None);
        }
    }
    reads("~{abcd~} größe".as_bytes(), "us-ascii", "~{abcd~} größe", Confidence::Utf8Validity, code);
    let text = "~{VPNDVPND~}\ngröße\n";
    assert_eq!(read(text.as_bytes(), "utf-8", &Policy::default()).unwrap().text, "中文中文\ngröße\n");
    assert!(read("~{VPNDVPND~} größe\n".as_bytes(), "utf-8", &Policy::default()).is_err());
    reads(b"~{VPNDVPND~}\n", "hz-gb-2312", "中文中文\n", Confidence::Declared, None);
}

/// A few characters of HZ may be something else. So the text stays unchanged with any label and without a label.
#[test]
fn short_hz_leaves_the_text() {
    for label in ["", "us-ascii", "utf-8", "iso-8859-1", "gb2312", "utf-7", "x-unknown"] {
        for octets in [&b"~{VPND~}\n"[..], b"a ~{VP~} ~{ND~}\n"] {
            assert!(read(octets, label, &Policy::default()).is_err(), "{label}");
        }
        let sound = b"=~{qy~}~t~6 ~{~a~} ~{a~}\n";
        assert!(label == "utf-7" || read(sound, label, &Policy::default()).is_ok(), "{label}");
    }
    reads(b"~{VPND~}\n", "hz-gb-2312", "中文\n", Confidence::Declared, None);
    let strict = policy(|policy| policy.strict = true);
    assert!(read(b"~{VPND~}\n", "utf-8", &strict).is_ok());
}

#[test]
fn text_with_a_stray_escape_sequence_is_unresolved() {
    for label in ["utf-8", "us-ascii", "latin1", "koi8-r"] {
        for text in ["plain \x1B$B text", "größe \x1B$B größe"] {
            let why = read(text.as_bytes(), label, &Policy::default()).unwrap_err();
            assert!(why.malformed.is_some(), "{label} {text}");
        }
    }
}

#[test]
fn no_evidence_leaves_shifts_in_the_text() {
    let all = policy(|policy| policy.fallback = Some(Charset::WINDOWS_1252));
    let context = Context::new(&all).beside(Charset::WINDOWS_1252);
    let (declared, escapes) = (Some(&b"iso-8859-1"[..]), b"\x1B$B<j;f\x1B(B ");
    for label in [None, Some(&b"us-ascii"[..]), Some(b"iso-2022-jp"), Some(b"unknown-8bit"), Some(b"x-other")]
    {
        for after in ["größe".as_bytes(), b"gr\xF6\xDFe"] {
            let octets = [&escapes[..], after].concat();
            assert!(resolve_document(&octets, label, declared, &context).is_err(), "{label:?}");
        }
    }
    let mut overruled = all.clone();
    overruled.rules.overrule(b"iso-2022-jp", Charset::WINDOWS_1252);
    let octets = [&escapes[..], b"gr\xF6\xDFe"].concat();
    assert!(resolve(&octets, Some(b"iso-2022-jp"), &Context::new(&overruled)).is_err());
    for (label, octets) in
        [("hz-gb-2312", &b"~{VP~} \xE9"[..]), ("utf-7", b"+Jjo- \xE9\xE9"), ("utf-7", b"+AGE-\xFC")]
    {
        assert!(resolve(octets, Some(label.as_bytes()), &context).is_err(), "{label}");
    }
}

#[test]
fn escape_sequences_beside_utf8_overrule_a_label() {
    let footer = "größe\n";
    let japanese = [&b"\x1B$B<j;f\x1B(B\n"[..], footer.as_bytes()].concat();
    let korean = [&b"\x1B$)C\x0E>H3g\x0F\n"[..], footer.as_bytes()].concat();
    let policy = Policy::default();
    for label in ["utf-8", "iso-8859-1", "koi8-r", "us-ascii", ""] {
        let codes = |text: &DecodedText<'_>| text.findings.iter().any(|(code, _)| *code == Code::TextMixed);
        for (octets, first) in [(&japanese, "手紙\n"), (&korean, "안녕\n")] {
            let text = read(octets, label, &policy).unwrap();
            assert_eq!(text.text, format!("{first}{footer}"), "{label}");
            assert!(codes(&text), "{label}");
        }
        assert!(read(b"\x1B$B<j;f\x1B(B\ngr\xF6\xDFe\n", label, &policy).is_err(), "{label}");
        assert!(read("\x1B$B<j;f\x1B(B größe".as_bytes(), label, &policy).is_err(), "{label}");
    }
    let attached = Context::new(&policy).without_guess();
    assert!(resolve(&japanese, Some(b"utf-8"), &attached).is_err());
    reads("\x1B[1mgröße\x1B(B\n".as_bytes(), "utf-8", "\x1B[1mgröße\x1B(B\n", Confidence::Declared, None);
}

#[test]
fn statistics_are_taken_of_the_lines_that_are_not_in_utf8() {
    let [russian, chinese] = [&b"koi8-r"[..], b"gb2312"].map(|label| Charset::for_label(label).unwrap());
    for (charset, text) in [
        (russian, "Привет, как ваши дела сегодня?\nХорошо, спасибо\n"),
        (chinese, "你好世界，今天天气很好\n再见朋友\n"),
    ] {
        let footer = "配信停止はこちら\n";
        let octets = [&charset.encode(text).unwrap()[..], footer.as_bytes()].concat();
        for label in ["us-ascii", ""] {
            let read = read(&octets, label, &Policy::default()).unwrap();
            assert_eq!((read.text, read.charset), (format!("{text}{footer}").into(), charset), "{label}");
        }
    }
}

#[test]
fn damage_in_utf8_is_no_evidence_for_another_charset() {
    let pair = "x \u{1F600}";
    for label in ["utf-8", "us-ascii", "unknown-8bit", ""] {
        let read = read(b"x \xED\xA0\xBD\xED\xB8\x80", label, &Policy::default()).unwrap();
        assert_eq!((read.text.as_ref(), read.charset), (pair, Charset::UTF_8));
        assert!(read.findings.iter().any(|(code, _)| *code == Code::Utf8SurrogatePair));
        for damaged in [&b"x \xF8\x88\x80\x80\x80"[..], b"\xC0\x80 caf\xC3\xA9", b"\xED\xA0\xBD x"] {
            let why = super::super::charset_choice::resolve(
                damaged,
                Some(label.as_bytes()),
                &Context::new(&Policy::default()),
            );
            assert!(why.is_err_and(|why| why.malformed.is_some()), "{label}");
        }
    }
    reads(b"J\xF8rn", "us-ascii", "Jørn", Confidence::Detected, Some(Code::LabelMismatch));
}

#[test]
fn strict_policies_follow_the_label_exactly() {
    let strict = policy(|policy| policy.strict = true);
    assert_eq!(seen(read("ää".as_bytes(), "iso-8859-1", &strict)).unwrap().0, "Ã¤Ã¤");
    assert!(read("ää".as_bytes(), "us-ascii", &strict).is_err());
    assert_eq!(read(b"H\0i\0 \0", "utf-16", &strict).unwrap().text, "\u{4800}\u{6900}\u{2000}");
    assert!(read(b"a + b", "utf-7", &strict).is_err());
}

#[test]
fn a_lone_octet_is_western() {
    let policy = Policy::default();
    let context = Context::new(&policy);
    assert_eq!(resolve(b"\xFETo: me", None, &context).unwrap().text, "þTo: me");
}

#[test]
fn utf16_in_the_other_order_is_reported() {
    reads(b"H\0i\0 \0", "utf-16", "Hi ", Confidence::Utf16Order, Some(Code::Utf16Order));
    reads(b"\xFF\xFEH\0i\0", "utf-16be", "\u{feff}Hi", Confidence::Utf16Order, Some(Code::Utf16Order));
    reads(b"\0H\0i", "utf-16", "Hi", Confidence::Declared, None);
    for text in ["Привет", "สวัสดี", "देश", "不正", "届いたしたと"] {
        for order in ["utf-16be", "utf-16le"] {
            let octets = Charset::for_label(order.as_bytes()).unwrap().encode(text).unwrap();
            for label in ["utf-16", "utf-16be", "utf-16le"] {
                let read = read(&octets, label, &Policy::default()).unwrap();
                assert_eq!(read.text, text, "{order} as {label}");
            }
        }
    }
}

/// The octets 4E 00 are `一` in big-endian order and `N` in little-endian order. With the label `utf-16`, the
/// order is unknown.
#[test]
fn utf16_in_an_order_that_nothing_shows_is_never_silent() {
    let unread = read(b"\x4E\0", "utf-16", &Policy::default()).unwrap_err();
    assert!(unread.doubt.is_some_and(|doubt| !doubt.evidence_suffices));
    for (octets, label, text) in [
        (&b"\x4E\0"[..], "utf-16be", "一"),
        (b"\x4E\0", "utf-16le", "N"),
        (b"\x67\0\x67\0\x67\0\x59\x7D", "utf-16be", "最最最好"),
        (b"\0\x67\0\x67\0\x67\x7D\x59", "utf-16le", "最最最好"),
    ] {
        reads(octets, label, text, Confidence::Declared, Some(Code::LabelUncertain));
    }
    let believes = policy(|policy| policy.doubtful = Doubtful::Label);
    assert_eq!(read(b"\x4E\0", "utf-16", &believes).unwrap().text, "一");
}

#[test]
fn a_stray_plus_of_utf7_is_kept() {
    reads(b"a + b", "utf-7", "a + b", Confidence::Declared, Some(Code::TextMalformed));
}

/// A parameter such as `filename*=''caf%E9` has an empty label (RFC 2231 section 4).
#[test]
fn an_empty_label_counts_as_missing() {
    let text = read(b"gr\xF6\xDFer", "", &Policy::default()).unwrap();
    let (charset, confidence) = (Charset::WINDOWS_1252, Confidence::Detected);
    let detail = Detail::Read { label: None, charset, confidence, label_fits: false, rule: None };
    assert_eq!(text.findings, [(Code::LabelMissing, detail)]);
}

#[test]
fn a_label_that_names_nothing_is_no_label() {
    reads(b"plain", "iso-8858-15", "plain", Confidence::Ascii, Some(Code::LabelUnknown));
    reads("größer".as_bytes(), "x-other", "größer", Confidence::Utf8Validity, Some(Code::LabelUnknown));
    reads(b"gr\xF6\xDFer", "x-other", "größer", Confidence::Detected, Some(Code::LabelUnknown));
    let policy = Policy::default();
    let context = Context::new(&policy);
    let read_in = |declared| resolve_document(b"\xE8e\xB9tina", Some(b"foo-bar"), declared, &context);
    let text = seen(read_in(Some(b"iso-8859-2")));
    assert_eq!(text, Some(("čeština".into(), Confidence::Document, Some(Code::LabelUnknown))));
    let strict = Policy { strict: true, ..Policy::default() };
    for octets in [&b"plain"[..], b"gr\xF6\xDFer"] {
        assert_eq!(read(octets, "x-other", &strict).unwrap_err(), UNKNOWN);
    }
}

/// Statistics cover only supported charsets. So the charset of text whose label names an unsupported charset is never
/// among the charsets that statistics could choose.
#[test]
fn a_label_of_an_unsupported_charset_does_not_permit_statistics() {
    for label in ["x-viet-vni", "TSCII", "x-iscii-de", "EBCDIC-CP-XX", "cp1166", "SCSU"] {
        reads(b"plain", label, "plain", Confidence::Ascii, Some(Code::LabelUnknown));
        assert_eq!(read(b"gr\xF6\xDFer", label, &Policy::default()).unwrap_err(), UNKNOWN, "{label}");
    }
}

#[test]
fn escape_sequences_of_terminals_are_us_ascii() {
    for label in ["us-ascii", ""] {
        reads(
            b"\x1B[31mred\x1B[0m",
            label,
            "\u{1B}[31mred\u{1B}[0m",
            if label.is_empty() { Confidence::Ascii } else { Confidence::Declared },
            None,
        );
    }
}

/// Mailing lists add footers in another charset. But a single octet that is not UTF-8 is damage. If a line has UTF-8,
/// all its octets that are not UTF-8 are damage, too.
#[test]
fn lines_in_another_charset_beside_utf_8_are_read_in_it() {
    let body = "Größere Wörter über schöne Straßen\nund größere Bäume für alle\n";
    let read_with = |footer: &[u8], label| {
        let octets = [body.as_bytes(), footer].concat();
        let read = read(&octets, label, &Policy::default());
        read.ok().map(|read| read.text.into_owned())
    };
    for label in ["utf-8", "us-ascii", ""] {
        for (footer, text) in [
            (
                &b"-- \nDiese Liste geh\xF6rt zur Universit\xE4t K\xF6ln\n"[..],
                "-- \nDiese Liste gehört zur Universität Köln\n",
            ),
            (b"M\xFCller ist f\xFCr alle da", "Müller ist für alle da"),
        ] {
            assert_eq!(read_with(footer, label), Some(format!("{body}{text}")), "{label}");
        }
        for damaged in [
            &b"M\xFCller"[..],
            b"\xFF",
            b"gr\xC3\xB6\xC3\x9Fer M\xFCller f\xFCr",
            b"Stra\xC3 f\xC3r",
            b"it\x92s, don\x92t",
        ] {
            assert_eq!(read_with(damaged, label), None, "{label} {}", damaged.escape_ascii());
        }
    }
}

/// The charset that an attachment declares is not a guess. The declaration counts if the label names no charset or is
/// disproved.
#[test]
fn an_attachment_is_read_as_it_declares() {
    let policy = Policy::default();
    let context = Context::new(&policy).without_guess();
    let latin2 = b"\xE8e\xB9tina";
    let read_as = |octets: &[u8], label: &str, declared: &str| {
        let read = resolve_document(octets, Some(label.as_bytes()), Some(declared.as_bytes()), &context);
        read.ok().map(|read| (read.text.into_owned(), read.confidence))
    };
    for label in ["", "us-ascii", "foo-bar", "unknown-8bit", "utf-8"] {
        let read = read_as(latin2, label, "iso-8859-2");
        assert_eq!(read, Some(("čeština".into(), Confidence::Document)), "{label}");
        assert!(resolve(latin2, Some(label.as_bytes()), &context).is_err(), "{label}");
    }
    let octets = "čeština".as_bytes();
    assert_eq!(read_as(octets, "iso-8859-2", "utf-8"), Some(("čeština".into(), Confidence::Document)));
    assert_eq!(read_as(octets, "iso-8859-2", "iso-8859-2"), None);
    assert_eq!(read_as(octets, "foo-bar", "utf-8"), Some(("čeština".into(), Confidence::Utf8Validity)));
    assert_eq!(read_as(b"\x1B$B8l\x1B(B", "foo-bar", "iso-2022-jp"), None);
}

/// Half of the octets of this Thai text are valid UTF-8 by chance, so the text could be damaged UTF-8. But the
/// document declares its charset, and the declaration decides.
#[test]
fn a_document_that_is_hardly_utf_8_is_read_as_it_declares() {
    let policy = Policy::default();
    let text = "สวัสดี ฉันส่งรายงานไตรมาสแรกให้คุณแล้ว กรุณาตรวจสอบด้วย";
    let octets = Charset::for_label(b"tis-620").unwrap().encode(text).unwrap();
    let read_as = |octets: &[u8], context: &Context<'_>| {
        let read = resolve_document(octets, Some(b"utf-8"), Some(b"tis-620"), context);
        read.ok().map(|read| (read.text.into_owned(), read.confidence))
    };
    for context in [Context::new(&policy), Context::new(&policy).without_guess()] {
        assert_eq!(read_as(&octets, &context), Some((text.into(), Confidence::Document)));
        let damaged = ["Größe größer Straßen".as_bytes(), b" \xC3 \xC3"].concat();
        assert_eq!(read_as(&damaged, &context), None);
        // In each of these texts, the ill-formed octet could be the start of a UTF-8 sequence that was cut off. So
        // the declared charset is not used.
        for cut in [&b"Stra\xC3"[..], b"Stra\xC3 und", b"caf\xE9", b"gr\xC3\xB6\xC3\x9Fer caf\xE9 x"] {
            assert_eq!(read_as(cut, &context), None, "{}", cut.escape_ascii());
        }
        // In Thai, the word would mix scripts, so that declaration is doubtful.
        let foreign =
            |declared| resolve_document(b"caf\xE9 au lait", Some(b"utf-8"), Some(declared), &context);
        assert!(foreign(b"iso-8859-1").is_ok() && foreign(b"tis-620").unwrap_err().doubt.is_some());
    }
    let strict = policy.clone().with_strict(true);
    assert_eq!(read_as(&octets, &Context::new(&strict)), None);
}

/// The fallback, which the caller names for text without evidence, is not a guess. So it also counts for an
/// attachment, unless the policy is strict.
#[test]
fn the_fallback_holds_for_an_attachment() {
    let policy = Policy::default().with_fallback(Charset::for_label(b"windows-1251"));
    let read_with = |octets: &[u8], label: &str, policy: &Policy| {
        let context = Context::new(policy).without_guess();
        let read = resolve(octets, Some(label.as_bytes()), &context).ok();
        read.map(|read| (read.text.into_owned(), read.confidence))
    };
    let octets = b"\xC4\xF3\xF5";
    for label in ["", "us-ascii", "foo-bar", "unknown-8bit", "utf-8", "vni"] {
        let read = read_with(octets, label, &policy);
        assert_eq!(read, Some(("Дух".into(), Confidence::Fallback)), "{label}");
        assert_eq!(read_with(octets, label, &Policy::default()), None, "{label}");
        assert_eq!(read_with(octets, label, &policy.clone().with_strict(true)), None, "{label}");
    }
    let utf8 = read_with("Привет".as_bytes(), "", &policy);
    assert_eq!(utf8, Some(("Привет".into(), Confidence::Utf8Validity)));
    for (octets, label) in [(&b"\x1B$B8l\x1B(B"[..], ""), (b"Stra\xC3", "utf-8"), (b"\xFF", "gb2312")] {
        assert_eq!(read_with(octets, label, &policy), None, "{label} {}", octets.escape_ascii());
    }
    let context = Context::new(&policy).without_guess();
    let declared = resolve_document(b"\xE8e\xB9tina", None, Some(b"iso-8859-2"), &context).unwrap();
    assert_eq!(declared.text, "čeština");
}

#[test]
fn text_whose_label_is_disproved_is_unlabelled_text() {
    let policy = Policy::default();
    let mismatch = Some(Code::LabelMismatch);
    for (octets, text) in [
        (&b"Herr M\xFCller kommt heute nicht ins Haus"[..], "Herr Müller kommt heute nicht ins Haus"),
        (b"na\xEFve", "naïve"),
        (b"\xCF\xF0\xE8\xE2\xB3\xF2, \xF8\xEE", "Привіт, шо"),
    ] {
        reads(octets, "utf-8", text, Confidence::Detected, mismatch);
        let unlabelled = resolve(octets, None, &Context::new(&policy)).unwrap();
        assert_eq!(unlabelled.text, text);
    }
    for octets in
        [&b"Stra\xC3"[..], b"caf\xC3", b"Gr\xC3e", b"it\xE2s", b"a \x92 b", b"gr\xC3\xB6\xC3\x9Fer M\xFCller"]
    {
        assert!(read(octets, "utf-8", &policy).is_err(), "{}", octets.escape_ascii());
    }
    for label in ["windows-874", "iso-8859-6", "windows-1255"] {
        let octets = b"Wenn Sie sich f\xFCr das Haus interessieren, schreiben Sie bitte.";
        let text = "Wenn Sie sich für das Haus interessieren, schreiben Sie bitte.";
        reads(octets, label, text, Confidence::Detected, mismatch);
        assert!(read(b"20 \xFC 30", label, &policy).is_err(), "{label}");
    }
    let strict = Policy { strict: true, ..policy };
    for label in ["utf-8", "windows-874"] {
        assert!(read(b"M\xFCller", label, &strict).is_err(), "{label}");
    }
}

/// No author writes the control characters of ISO 8859 (octets 80 to 9F). Such octets are read as punctuation marks
/// of Windows, and the letters are still read in the charset of the label.
#[test]
fn marks_of_windows_stand_among_the_letters_of_the_label() {
    let mismatch = Some(Code::LabelMismatch);
    for (label, octets, text) in [
        ("iso-8859-15", &b"I\x92m here and it\x92s fine"[..], "I’m here and it’s fine"),
        ("iso-8859-15", b"\x93c\xBDur\x94 \x96 dix \x80", "“cœur” – dix €"),
        ("iso-8859-15", b"\x84X\x93", "„X“"),
        ("iso-8859-14", b"It\x92s fine", "It’s fine"),
        ("iso-8859-2", b"To je \x84dobr\xFD\x93 d\xE1rek k v\xE1noc\xF9m", "To je „dobrý“ dárek k vánocům"),
        ("iso-8859-2", b"\x84\xB6wi\xB1t\x94", "„świąt”"),
        ("iso-8859-2", b"Mo\xBFesz zobaczy\xE6 \x84\xB6wi\xB1t\x94", "Możesz zobaczyć „świąt”"),
        ("iso-8859-4", b"\x84\xA1\xBEuolas\x93 \x96 a\xE8i\xFE", "„Ąžuolas“ – ačiū"),
        ("iso-8859-5", b"\x84\xBF\xE0\xD8\xD2\xD5\xE2\x93", "„Привет“"),
        ("iso-8859-7", b"\x93\xB6\xE3\xE3\xE5\xEB\xEF\xF2\x94 \xF3\xE1\xF2", "“Άγγελος” σας"),
        ("iso-8859-13", b"\x84\xC0\xFEuolas\x93 \x96 a\xE8i\xFB", "„Ąžuolas“ – ačiū"),
        ("iso-8859-8", b"\xF9\xEC\xE5\xED \x93\xF2\xE5\xEC\xED\x94", "שלום “עולם”"),
    ] {
        reads(octets, label, text, Confidence::WindowsMarks, mismatch);
    }
    let latin9 = Charset::for_label(b"iso-8859-15").unwrap();
    for change in [
        (|policy| policy.strict = true) as fn(&mut Policy),
        |policy| policy.doubtful = Doubtful::Label,
        |policy| {
            policy.rules.overrule(b"iso-8859-15", Charset::for_label(b"iso-8859-15").unwrap());
        },
    ] {
        assert_eq!(read(b"it\x92s", "iso-8859-15", &policy(change)).unwrap().text, "it\u{92}s");
    }
    let named = policy(|policy| {
        policy.rules.overrule(b"x-mine", latin9);
    });
    assert_eq!(read(b"it\x92s", "x-mine", &named).unwrap().text, "it\u{92}s");
    // In an attachment no charset is guessed.
    let policy = Policy::default();
    assert!(resolve(b"it\x92s", Some(b"iso-8859-15"), &Context::new(&policy).without_guess()).is_err());
}

/// Octets that are characters of another charset, such as the `Š` of windows-1250 or a letter of an IBM code page, do
/// not become control characters. The text stays unchanged.
#[test]
fn other_characters_in_place_of_controls_are_unresolved() {
    for (label, octets) in [
        ("iso-8859-15", &b"\x9Croda ja\x9F\xF1,"[..]),
        ("iso-8859-2", b"P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2"),
        ("iso-8859-2", b"Mo\xBFesz zobaczy\xE6 \x84\x9Cwi\xB9t\x94"),
        ("iso-8859-2", b"\x8Aup"),
        ("iso-8859-2", b"x \x8D y"),
        // The octet A9 is `Š` in ISO-8859-2, but `©` in windows-1250.
        ("iso-8859-2", b"\xA9 2001\x962007"),
        ("iso-8859-15", b"Gr\x81\xE1e aus K\x94ln"),
        ("iso-8859-15", b"M\x84dchen"),
        ("iso-8859-4", b"\x84\xC0\xFEuolas\x93 \x96 a\xE8i\xFB"),
    ] {
        assert!(read(octets, label, &Policy::default()).is_err(), "{label} {}", octets.escape_ascii());
        let by_label = policy(|policy| policy.doubtful = Doubtful::Label);
        assert!(read(octets, label, &by_label).is_ok(), "{label} {}", octets.escape_ascii());
    }
}

/// The texts are `Grüße` in a code page of DOS, and other texts whose octets include control characters in the
/// charset of the label.
#[test]
fn no_label_makes_control_characters_silently() {
    for label in ["iso-8859-1", "windows-1252", "windows-1250", "iso-8859-2", "iso-8859-9"] {
        for octets in [&b"Gr\x81\xE1e an alle"[..], b"sch\x90n", b"text \x81 text"] {
            assert!(read(octets, label, &Policy::default()).is_err(), "{label} {}", octets.escape_ascii());
        }
    }
    let believes = policy(|policy| policy.doubtful = Doubtful::Label);
    assert!(read(b"Gr\x81\xE1e", "windows-1252", &believes).is_ok());
}

/// UTF-8 is proved under the label of any charset, because no language has words of such octets. (In CESU-8 it is the
/// same text, and in the names of mailboxes of IMAP it is an error.)
#[test]
fn utf_8_is_proved_under_each_label() {
    let texts = [
        "Xin chào, tôi gửi cho bạn các tài liệu. Cảm ơn rất nhiều.",
        "Schöne Grüße aus München, und alles Gute für das nächste Jahr!",
        "Voilà, c’est à Paris que l’été commence, et nous sommes très heureux.",
        "Здравствуйте, Анна! Посылаю вам отчёт о работе.",
        "Καλημέρα σας, σας στέλνω τα έγγραφα που ζητήσατε.",
        "您好，现将您需要的文件发给您，请确认是否收到。",
        "こんにちは。ご依頼の書類をお送りします。",
        "안녕하세요. 요청하신 문서를 보내드립니다.",
    ];
    let policy = Policy::default();
    let mut missed = Vec::new();
    let is_tested = |charset: &Charset| !["UTF-8", "CESU-8", "IMAP-UTF-7"].contains(&charset.name());
    for charset in Charset::all().filter(is_tested) {
        for text in texts {
            let read = read(text.as_bytes(), charset.name(), &policy);
            if !read.as_ref().is_ok_and(|read| read.text == text && read.charset == Charset::UTF_8) {
                missed.push(format!("{charset}: {:?}", read.map(|read| read.text.into_owned())));
            }
        }
    }
    assert_eq!(missed, [""; 0]);
}

fn encoded(label: &str, text: &str) -> Vec<u8> {
    Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap().into_owned()
}

/// The charset that a document declares is as doubtful as the same label, and the same decisions settle it.
#[test]
fn a_declared_charset_is_a_label() {
    let text = "こんにちは。ご依頼の書類をお送りします。届きましたらご連絡ください。";
    let octets = encoded("shift_jis", text);
    let read = |policy: &Policy, label: Option<&[u8]>, declared: &[u8]| {
        let context = Context::new(policy);
        let read = resolve_document(&octets, label, Some(declared), &context);
        read.map(|read| read.text.into_owned()).map_err(|why| why.doubt.map(|doubt| doubt.hypothesis))
    };
    let likely = Err(Some(Hypothesis::In(Charset::for_label(b"shift_jis").unwrap())));
    let as_declared = Charset::WINDOWS_1252.decode(&octets).text.into_owned();
    let overruled = |real: Charset| policy(|policy| _ = policy.rules.overrule(b"iso-8859-1", real));
    let shift_jis = Charset::for_label(b"shift_jis").unwrap();
    for (policy, expected) in [
        (Policy::default(), likely.clone()),
        (policy(|policy| policy.fallback = Some(shift_jis)), likely),
        (policy(|policy| policy.doubtful = Doubtful::Evidence), Ok(text.to_owned())),
        (policy(|policy| policy.doubtful = Doubtful::Label), Ok(as_declared.clone())),
        (overruled(shift_jis), Ok(text.to_owned())),
        (overruled(Charset::WINDOWS_1252), Ok(as_declared)),
        (Policy::for_display(), Ok(text.to_owned())),
    ] {
        for label in [None, Some(&b"x-unknown"[..])] {
            assert_eq!(read(&policy, label, b"iso-8859-1"), expected, "{policy:?}");
        }
    }
    assert_eq!(read(&Policy::default(), None, b"shift_jis"), Ok(text.to_owned()));
}

/// NULs show UTF-16 under the label of any charset whose code units are octets, but not in binary data.
#[test]
fn utf_16_without_a_mark_is_recognized_under_each_label() {
    for (order, text) in
        [("utf-16le", "Hello, this is a plain message.\n"), ("utf-16be", "Grüße aus Köln, bis morgen\n")]
    {
        let octets = encoded(order, text);
        for label in ["us-ascii", "utf-8", "iso-8859-1", "shift_jis", "iso-2022-jp"] {
            reads(&octets, label, text, Confidence::Utf16Order, Some(Code::LabelMismatch));
        }
    }
    for data in [&b"a text with a\0NUL\n"[..], b"H\0\x01\0i\0\x02\0", b"\x01\0\x02\0\x05\0\x07\0"] {
        let read = read(data, "utf-8", &Policy::default());
        assert!(!read.is_ok_and(|read| read.charset.is_wide()), "{}", data.escape_ascii());
    }
}

/// Lines in another charset are named as such. No policy reads the whole text in one of the two charsets unless the
/// owner names it.
#[test]
fn text_in_two_charsets_of_single_octets_is_left() {
    let western = "Größe und Übermut tun selten gut. Schöne Grüße aus München.\n-- \n";
    for (stray, text) in [
        ("koi8-r", "Здравствуйте, Анна! Посылаю вам отчёт о работе.\n"),
        ("windows-1251", "Здравствуйте, Анна! Посылаю вам отчёт о работе.\n"),
        ("windows-1253", "Καλημέρα σας, σας στέλνω τα έγγραφα που ζητήσατε.\n"),
    ] {
        let octets = [encoded("windows-1252", western), encoded(stray, text)].concat();
        let stray = Charset::for_label(stray.as_bytes()).unwrap();
        for policy in [Policy::default(), policy(|policy| policy.doubtful = Doubtful::Evidence)] {
            let doubt = read(&octets, "iso-8859-1", &policy).map_err(|why| why.doubt.unwrap());
            let doubt = doubt.map(|read| read.text.into_owned()).unwrap_err();
            assert_eq!(doubt.hypothesis, Hypothesis::LinesIn(stray));
            assert!(!doubt.evidence_suffices);
        }
    }
    // All of the text is in one charset, although some words have letters of US-ASCII.
    let octets = encoded("koi8-r", "Посылаю вам отчёт в PDFе.\nЗдравствуйте, Анна! Это письмо.\n");
    let doubt = read(&octets, "iso-8859-1", &Policy::default()).unwrap_err().doubt.unwrap();
    assert_eq!(doubt.hypothesis, Hypothesis::In(Charset::for_label(b"koi8-r").unwrap()));
}

/// A wrong label of several octets under which one sequence is ill-formed is no damage, if the text is far likelier in
/// another charset. By default the text stays.
#[test]
fn a_likelier_charset_of_several_octets_is_shown() {
    let text = "您好，现将您需要的文件发给您，请确认是否收到。非常感谢您的支持，祝您工作愉快。\n";
    let octets = encoded("gb18030", text);
    assert!(read(&octets, "big5", &Policy::default()).is_err());
    for policy in [Policy::for_display(), policy(|policy| policy.doubtful = Doubtful::Evidence)] {
        assert_eq!(read(&octets, "big5", &policy).unwrap().text, text);
    }
    // Damaged text in the charset of its label is shown in that charset.
    let whole = encoded("big5", "您好，請確認是否收到。非常感謝您的支持，祝您工作愉快。\n");
    for at in 0..whole.len() {
        let mut octets = whole.clone();
        octets.remove(at);
        let read = read(&octets, "big5", &Policy::for_display()).unwrap();
        assert_eq!(read.charset, Charset::for_label(b"big5").unwrap(), "{at}");
    }
}
