//! Findings on header fields: each oddity is reported once, and there is no finding on text that no program reads.

use mailutf::charset::Charset;
use mailutf::finding::{Cause, Detail};
use mailutf::policy::HeaderForm;
use mailutf::{Code, Normalizer, Policy, normalize};

fn told(header: &[u8]) -> Vec<(Code, String)> {
    let plan = normalize(header);
    plan.findings().iter().map(|finding| (finding.code, finding.detail.to_string())).collect()
}

fn codes(header: &[u8]) -> Vec<Code> {
    told(header).into_iter().map(|(code, _)| code).collect()
}

#[test]
fn raw_octets_are_reported_once() {
    let text = "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{432}\u{441}\u{435}\u{43c}";
    let koi = mailutf::charset::Charset::for_label(b"koi8-r").unwrap().encode(text).unwrap();
    for (before, behind) in [
        (&b"Subject: "[..], &b"\n\n"[..]),
        (b"Content-Disposition: attachment; filename=\"", b"\"; x=\"a\"\n\n"),
        (b"Content-Disposition: attachment; filename*=", b"\n\n"),
        (b"To: \"", b"\" <a@b>\n\n"),
    ] {
        let header = [before, &koi, behind].concat();
        let codes = codes(&header);
        let raw = codes.iter().filter(|code| **code == Code::FieldRaw).count();
        assert_eq!(raw, 1, "{}: {codes:?}", header.escape_ascii());
    }
    // A finding names the percent escapes without a charset once, and does not also name raw octets of the field.
    assert_eq!(codes(b"Content-Disposition: attachment; filename*=caf%E9\n\n"), [Code::FieldRaw]);
}

/// If raw octets can only be left as they are, no finding says that they were decoded in another charset.
#[test]
fn raw_octets_that_stay_are_not_reported_as_decoded() {
    let header = b"Keywords:\xE4\xE2\x82\xAC uro=?utf-8?B?w?=\n\nplain\n";
    let fallback = Charset::for_label(b"iso-8859-2");
    let normalizer = Normalizer::new(Policy::default().with_fallback(fallback));
    let plan = normalizer.plan(header);
    let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
    assert!(codes.contains(&Code::FieldUnresolved) && !codes.contains(&Code::FieldRaw), "{codes:?}");
    assert!(plan.is_noop());
}

/// The field contains both escape sequences of ISO-2022 and UTF-8. In any single charset, some of its octets
/// would be unreadable.
#[test]
fn escape_sequences_beside_utf8_are_left_and_reported() {
    let header = "Subject: \x1B$B8l\x1B(B \u{e9}\n\n".as_bytes();
    assert!(normalize(header).is_noop());
    assert_eq!(codes(header), [Code::FieldUnresolved]);
    // The name and the comment are two texts, which are decoded separately.
    assert_eq!(codes("To: \u{e9} (\x1B$B8l\x1B(B) <a@b.c>\n\n".as_bytes()), [Code::FieldRaw]);
}

/// The shifted sequences are ill-formed: nobody can say what they mean, and they are not sound US-ASCII either. So
/// the fields are left unchanged, and a finding names them.
#[test]
fn shifts_that_cannot_be_read_are_left_and_named() {
    for header in [
        &b"Subject: a \x1B$B8lx\x1B(B b\n\n"[..],
        b"Subject: a \x1B$B8l b\x1B(B\n\n",
        b"To: a \x1B$B8lx\x1B(B <a@b>\n\n",
        b"To: \"\x1B$B8lx\x1B(B\" <a@b>\n\n",
        b"Subject: ~{VPND~}\n\n",
        b"To: ~{VPND~} <a@b>\n\n",
        b"To: ~{VPND<:Ky;a2;~} <a@b>\n\n",
        b"Subject: \x1B$B\n\n",
        b"Subject: \x1B$B\x1B(B\n\n",
        b"Comments: x \x1B$)C\n\n",
    ] {
        assert!(normalize(header).is_noop());
        assert_eq!(codes(header), [Code::FieldUnresolved], "{}", header.escape_ascii());
    }
    let parameter = b"Content-Disposition: attachment; filename=\"\x1B$B8lx\x1B(B\"\n\n";
    assert!(normalize(parameter).is_noop());
    assert_eq!(codes(parameter), [Code::ParameterUnresolved]);
    let header = b"Subject: ~{VPND<:Ky2;~} x\n\n";
    assert_eq!(codes(header), [Code::FieldRaw]);
    assert_eq!(
        *normalize(header).apply(),
        *"Subject: \u{4e2d}\u{6587}\u{5df1}\u{6240}\u{4e0d} x\n\n".as_bytes()
    );
    for sound in [
        &b"Subject: \x1B[1mred\x1B[0m ~{x~} ~{~a~}\n\n"[..],
        b"X-A: =~{qy~}~t~6\n\n",
        b"Subject: ~{VPND~} gr\xC3\xB6\n\n",
    ] {
        assert_eq!(codes(sound), []);
    }
}

/// The octets of a surrogate pair that was encoded as UTF-8 can be characters in another charset. If they are read in
/// that charset, there is no finding on a surrogate pair.
#[test]
fn surrogate_pairs_are_told_of_where_they_are_read_as_utf8() {
    assert_eq!(codes(b"Subject: \xED\xA0\xBD\xED\xB8\x80\n\n"), [Code::Utf8SurrogatePair]);
    let policy = Policy::default().with_fallback(Charset::for_label(b"gb18030"));
    let header = b"Subject: \xED\xA0\xBD\xED\xB8\x80 \xC4\xE3\xBA\xC3\n\n";
    let plan = Normalizer::new(policy).plan(header);
    let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::FieldRaw]);
}

#[test]
fn octets_in_a_word_are_in_its_charset() {
    for header in [
        &b"Subject: =?iso-8859-2?Q?\xB3=B1?= x\n\n"[..],
        b"To: =?iso-8859-2?Q?\xB3=B1?= <a@b>\n\n",
        b"To: a@b (=?iso-8859-2?Q?\xB3=B1?=)\n\n",
        b"Content-Disposition: attachment; filename=\"=?iso-8859-2?Q?\xB3=B1?=\"\n\n",
    ] {
        let codes = codes(header);
        assert!(!codes.contains(&Code::FieldRaw), "{}: {codes:?}", header.escape_ascii());
        assert!(
            String::from_utf8(normalize(header).apply().into_owned()).unwrap().contains("\u{142}\u{105}")
        );
    }
    // Raw octets in a word are also no evidence for the raw octets before the word. Without the word, those octets
    // are read as Greek.
    let greek = mailutf::charset::Charset::for_label(b"iso-8859-7").unwrap();
    let greek = greek
        .encode(
            "\u{39a}\u{3b1}\u{3bb}\u{3b7}\u{3bc}\u{3ad}\u{3c1}\u{3b1} \u{3ba}\u{3cc}\u{3c3}\u{3bc}\u{3b5}",
        )
        .unwrap();
    let word = b"=?koi8-r?Q?\xF0\xD2\xC9\xD7\xC5\xD4_\xD7\xD3\xC5\xCD_\xEB\xCF\xC4_\xD4\xC5\xCB\xD3\xD4_\xD3\xCC\xCF\xD7\xCF?=";
    let alone = [&b"Subject: "[..], &greek, b"\n\n"].concat();
    let beside = [&b"Subject: "[..], &greek, b" ", word, b"\n\n"].concat();
    let read = |header: &[u8]| told(header).into_iter().find(|(code, _)| *code == Code::FieldRaw);
    assert_eq!(read(&alone), read(&beside));
    assert!(read(&alone).is_some());
}

#[test]
fn octets_that_are_not_text_are_not_reported() {
    assert_eq!(codes(b"Content-Type: multipart/mixed; boundary=\"=?utf-8?Q?a?=\"\n\n--=?utf-8?Q?a?=\n\nx\n--=?utf-8?Q?a?=--\n"), []);
    // The octets of a boundary stay and are reported. The other parameters of the field are converted.
    let header = b"Content-Type: multipart/mixed; boundary=\"\xE4\"; name=\"=?koi8-r?B?xg==?=\"\n\n--\xE4\n\nx\n--\xE4--\n";
    let plan = normalize(header);
    let unresolved: Vec<_> = plan.findings().iter().filter(|f| f.code == Code::FieldUnresolved).collect();
    assert_eq!(unresolved.len(), 1);
    assert_eq!(unresolved[0].span.slice(header), b"\"\xE4\"");
    assert!(plan.apply().windows(2).any(|pair| pair == "\u{444}".as_bytes()));
    assert!(!codes(header).contains(&Code::FieldRaw));
}

/// A single base64 symbol at the end has fewer bits than an octet. It is dropped if the octets before it are text.
/// Bodies are treated in the same way.
#[test]
fn a_lone_symbol_ends_a_base64_word() {
    let becomes = |word: &str| {
        let header = format!("Subject: {word}\n\n");
        let plan = normalize(header.as_bytes());
        let codes = plan.findings().iter().map(|finding| finding.code).collect::<Vec<_>>();
        (String::from_utf8(plan.apply().into_owned()).unwrap().trim_end().to_owned(), codes)
    };
    let read = |text: &str| (format!("Subject: {text}"), vec![Code::WordCut]);
    assert_eq!(becomes("=?utf-8?B?SGVsbG8hw6Rw?="), ("Subject: Hello!äp".to_owned(), vec![]));
    assert_eq!(becomes("=?utf-8?B?SGVsbG8hw6RwS?="), read("Hello!äp"));
    assert_eq!(becomes("=?koi8-r?B?8NLJ18XUS?="), read("Привет"));
    // The symbol is kept if the encoded text looks like a plain word (`World`), and if the decoded text ends within a
    // character or with control characters.
    for (word, code) in [
        ("=?iso-8859-1?B?World?=", Code::WordUnresolved),
        ("=?utf-8?B?SGVsbG8hSGXDS?=", Code::WordUnresolved),
        ("=?utf-8?B?SGVsbG8BAQEBS?=", Code::WordUnresolved),
    ] {
        assert_eq!(becomes(word), (format!("Subject: {word}"), vec![code]));
    }
}

/// Text that is never rewritten is reported if and only if it is not UTF-8.
#[test]
fn octets_that_stay_and_are_not_utf8() {
    let told = |header: &[u8]| {
        let plan = normalize(header);
        let found = plan.findings().iter().filter(|finding| finding.code == Code::FieldNotUtf8);
        let found = found.map(|finding| (finding.span.start, finding.detail.to_string()));
        let found: Vec<_> = found.collect();
        assert_eq!(plan.is_unresolved(), !found.is_empty(), "{:?}", plan.findings());
        found
    };
    let at = |at: usize, what: &str| vec![(at, what.to_owned())];
    assert_eq!(told(b"Received: from b\xFCro (x)\n\n"), at(16, "Received"));
    assert_eq!(told(b"Return-Path: <\xFC@b>\n\n"), at(14, "Return-Path"));
    assert_eq!(told(b"X-MS-Exchange-Foo: \xC3\xBC \xFC\n\n"), at(22, "X-MS-Exchange-Foo"));
    assert_eq!(told(b"From: a@b\n: \xFC\nTo: b@c\n\nx\n"), at(12, "a line of the header is not a field"));
    let report =
        b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\nReceived: \xFC\n\n: \xFC\n";
    assert_eq!(
        told(report),
        [(71, "Received".to_owned()), (76, "a line of the header is not a field".to_owned())]
    );
    assert_eq!(told("Received: from büro\n: ü\nTo: b@c\n\n".as_bytes()), []);
    // A finding names a protected part as protected, so its header needs no finding of its own.
    assert_eq!(told(b"Content-Type: multipart/signed; boundary=b\n\n--b\nReceived: \xFC\n\nx\n--b--\n"), []);
    // No reader shows the preamble of a multipart, so its octets are not reported either.
    assert_eq!(told(b"Content-Type: multipart/mixed; boundary=b\n\n\xFC\n--b\n\nx\n--b--\n\xFC\n"), []);
}

/// For each code, the smallest header that has a finding with this code.
#[test]
fn each_oddity_has_its_code() {
    use Code::*;
    let content = |value: &str| format!("Content-Disposition: a; {value}\n\n");
    for (header, expected) in [
        ("Subject: =?utf-8?Q?=C3?= =?utf-8?Q?=A4?=\n\n".to_owned(), &[WordSplitChar][..]),
        ("Subject: =?utf-8?Q?=C3=A4 b?=\n\n".to_owned(), &[WordMalformed]),
        ("Subject: =?utf-8?B?SGVsbG8hw6RwS?=\n\n".to_owned(), &[WordCut]),
        ("Subject: =?utf-8?B?w6Q?=\n\n".to_owned(), &[WordMalformed]),
        ("Subject: a=?utf-8?Q?=C3=A4?=\n\n".to_owned(), &[WordMisplaced]),
        ("To: \"=?utf-8?Q?=C3=A4?=\" <a@b>\n\n".to_owned(), &[WordMisplaced]),
        ("Subject: =?utf-8?Q?=00?=\n\n".to_owned(), &[WordControl]),
        ("To: =?utf-8?Q?=C3=A4_=3Ca=40b=3E?=\n\n".to_owned(), &[AddressInWord]),
        ("Subject: =?utf-8?Q?=FF?=\n\n".to_owned(), &[WordUnresolved]),
        ("To: =?x-runes?Q?=FF?= <a@b>\n\n".to_owned(), &[WordUnresolved]),
        ("Subject: =?utf-8?Q?=C3=A4?=\n\n".to_owned(), &[]),
        (content("name=\"=?utf-8?Q?=C3=A4?=\""), &[WordMisplaced]),
        (content("name*0*=utf-8''%C3; name*2*=%A4"), &[ParameterMalformed]),
        (content("name*0*=utf-8''%C3; name*0*=%A4"), &[ParameterUnresolved]),
        (content("name*=utf-8''%C3%A4"), &[]),
    ] {
        assert_eq!(codes(header.as_bytes()), expected, "{header}");
    }
    assert_eq!(codes(b"Message-ID: <\xFF@b>\n\nx\n"), [FieldUnresolved]);
    assert_eq!(codes(b"From: a@b\n: x\nTo: b@c\n\nx\n"), [FieldMalformed]);
    let lossy = Normalizer::new(Policy::default().with_lossy(true));
    let plan = lossy.plan(b"Subject: =?utf-8?Q?=FF?=\n\n");
    assert_eq!(plan.findings().iter().map(|finding| finding.code).collect::<Vec<_>>(), [WordReplaced]);
    let strict = Normalizer::new(Policy::default().with_strict(true));
    let plan = strict.plan(b"Subject: caf\xE9\n\n");
    assert_eq!(plan.findings().iter().map(|finding| finding.code).collect::<Vec<_>>(), [FieldUnresolved]);
}

/// A gateway has inserted UTF-8 into encoded words, parameter values and raw octets that are in another charset.
#[test]
fn utf8_beside_another_charset_is_left_and_reported() {
    let koi8 = b"\xD0\xD2\xC9\xD7\xC5\xD4 \xD7\xD3\xC5\xCD f\xC3\xBCr";
    let escaped = |sign: char| -> String { koi8.iter().map(|octet| format!("{sign}{octet:02X}")).collect() };
    let labelled = b"\nContent-Type: text/plain; charset=koi8-r\n\n\xD0\xD2\xC9\xD7\xC5\xD4";
    let raw = [b"Subject: ", &koi8[..], labelled].concat();
    for (header, code) in [
        (format!("Subject: =?koi8-r?Q?{}?=\n\n", escaped('=')).into_bytes(), Code::WordUnresolved),
        (
            format!("Content-Disposition: attachment; filename*=koi8-r''{}\n\n", escaped('%')).into_bytes(),
            Code::ParameterUnresolved,
        ),
        (raw, Code::FieldUnresolved),
    ] {
        assert!(codes(&header).contains(&code), "{}: {:?}", header.escape_ascii(), told(&header));
        assert!(!String::from_utf8_lossy(&normalize(&header).apply()).contains('ц'));
    }
}

/// An address has no encoded form, so octets above 127 in it are left. If a caller wants US-ASCII, a finding must
/// name these octets.
#[test]
fn octets_that_no_encoded_word_may_hold_are_named_where_ascii_is_wanted() {
    let encoded = Normalizer::new(Policy::default().with_headers(HeaderForm::Encoded));
    for (header, at) in [
        ("To: j\u{f6}rg@example.org\n\n", 5),
        ("To: J\u{f6}rg <j\u{f6}rg@example.org>\n\n", 12),
        ("Cc: a@b.org, J <j@k\u{f6}ln.example>\n\n", 19),
        ("Received: from k\u{f6}ln.example\n\n", 16),
        ("Message-ID: <\u{e9}@b.org>\n\n", 13),
        ("Subject: x\nno field \u{e9}\nTo: a@b.org\n\n", 20),
    ] {
        let plan = encoded.plan(header.as_bytes());
        let found: Vec<_> = plan.findings().iter().filter(|f| f.code == Code::FieldNotAscii).collect();
        assert_eq!(found.iter().map(|finding| finding.span.start).collect::<Vec<_>>(), [at], "{header}");
        assert!(plan.is_unresolved(), "{header}");
        assert!(!codes(header.as_bytes()).contains(&Code::FieldNotAscii), "{header}");
    }
    for header in ["Subject: \u{f6}\n\n", "To: J\u{f6}rg <j@b.org> (\u{e9})\n\n", "To: a@b.org\n\n"] {
        assert!(!encoded.plan(header.as_bytes()).is_unresolved(), "{header}");
    }
}

proptest::proptest! {
    #![proptest_config(crate::proptest_config::proptest_config(512))]

    /// If encoded words are wanted, each text that keeps octets beyond US-ASCII has a finding, and counts as
    /// unresolved.
    #[test]
    fn no_octet_beyond_ascii_is_left_without_a_finding(
        name in "(Subject|To|Cc|From|Received|Message-ID|List-Id|Keywords|Content-Type|X-Other)",
        body in "( |a|b@c|<|>|,|\\(|\\)|\"|\u{e9}|\u{65e5}|;|:|=|=\\?utf-8\\?Q\\?=C3=A9\\?=|\n |\u{ff}){0,12}",
        latin1 in proptest::prelude::any::<bool>(),
    ) {
        let header = format!("{name}: {body}\n\ntext\n");
        let header = if latin1 {
            Charset::WINDOWS_1252.encode(&header.replace('\u{65e5}', "")).unwrap().into_owned()
        } else {
            header.into_bytes()
        };
        let plan = Normalizer::new(Policy::default().with_headers(HeaderForm::Encoded)).plan(&header);
        let output = plan.apply();
        proptest::prop_assert!(output.is_ascii() || plan.is_unresolved(), "{}", output.escape_ascii());
    }
}

#[test]
fn characters_that_are_not_shown_are_noted() {
    for (header, code) in [
        ("Subject: a \u{202e}b\n\n", Code::BidiControl),
        ("Subject: =?utf-8?Q?a_=E2=81=A6b?=\n\n", Code::BidiControl),
        ("To: \"a\u{202d}\" <a@b.org>\n\n", Code::BidiControl),
        ("Content-Disposition: attachment; filename*=utf-8''report%E2%80%AEfdp.exe\n\n", Code::BidiControl),
        ("Content-Disposition: attachment; filename=\"report\u{202e}fdp.exe\"\n\n", Code::BidiControl),
        ("Subject: a\u{e0041}\n\n", Code::TagCharacter),
        ("Subject: a\u{ffff}\n\n", Code::Noncharacter),
        ("Subject: x\nContent-Type: text/plain; charset=utf-8\n\na \u{2067}b\u{2069}\n", Code::BidiControl),
        ("Subject: x\nContent-Type: text/plain; charset=utf-8\n\na\0 \u{e9}\n", Code::BodyNul),
        ("Subject: x\n\na\0\n", Code::BodyNul),
        ("Subject: x\nContent-Type: text/plain; charset=iso-8859-1\n\na\0\n", Code::BodyNul),
        ("Content-Type: text/plain; charset=utf-7\n\na+IC4-b\n", Code::BidiControl),
    ] {
        let plan = normalize(header.as_bytes());
        assert_eq!(codes(header.as_bytes()), [code], "{header:?}");
        assert!(!plan.is_unresolved(), "{header:?}");
        // The conversion keeps characters that are not shown, so the output has the same finding. Only the finding
        // on a NUL can be missing.
        let output = plan.apply();
        let again = codes(&output);
        assert!(again == [code] || code == Code::BodyNul && again.is_empty(), "{header:?} {again:?}");
    }
}

/// Raw octets in an address are in no known charset, whatever the charset of the names next to the address.
#[test]
fn raw_octets_in_an_address_are_named() {
    for (field, expected) in [
        ("To: \u{A4}p\u{A6}Y@example.org, b@example.org", Cause::RawInAddress),
        ("From: a@\u{E4}.example", Cause::RawInAddress),
        ("Cc: Ren\u{E9} <ren\u{E9}@example.org>", Cause::RawInAddress),
        ("Message-ID: <\u{E9}@example.org>", Cause::RawOutsideText),
    ] {
        let octets: Vec<u8> = format!("{field}\n\n").chars().map(|c| u8::try_from(c).unwrap()).collect();
        let plan = Normalizer::default().plan(&octets);
        assert_eq!(plan.apply().as_ref(), octets, "{field}");
        let causes = plan.findings().iter().filter(|finding| finding.code == Code::FieldUnresolved);
        let causes = causes.map(|finding| finding.detail.clone()).collect::<Vec<_>>();
        assert_eq!(causes, [Detail::Cause(expected)], "{field}");
    }
}

/// The finding says what is there, and its advice works.
#[test]
fn damaged_utf8_is_called_utf8() {
    let cut = [&b"Subject: "[..], "Здравствуйте, Анна! Посылаю вам о".as_bytes(), b"\xD1\n\n"].concat();
    let at = "Здравствуйте, Анна! Посылаю вам о".len();
    let [(code, detail)] = &told(&cut)[..] else { panic!("{:?}", told(&cut)) };
    assert_eq!(*code, Code::FieldUnresolved);
    assert!(detail.starts_with("UTF-8: ") && detail.contains(&at.to_string()), "{detail}");
    let plan = Normalizer::new(Policy::default().with_lossy(true)).plan(&cut);
    assert!(String::from_utf8(plan.apply().into_owned()).unwrap().ends_with("вам о\u{FFFD}\n\n"));
    for header in [
        &b"Subject: \xD0\x9F\xD1\x80\xD0\xB8 \xD0\r\n \x9F\n\n"[..],
        b"Subject: gr\xC3\xB6\xC3\x9Fe, caf\xE9\n\n",
    ] {
        let [(_, detail)] = &told(header)[..] else { panic!("{:?}", told(header)) };
        assert!(detail.starts_with("UTF-8: "), "{detail}");
    }
    let plan = normalize(b"Date: Mon, 1 Jan 2024 10:00:00 \xE9\n\n");
    let [finding] = plan.findings() else { panic!("{:?}", plan.findings()) };
    assert_eq!((finding.code, finding.span.start), (Code::FieldUnresolved, 31));
    assert_eq!(finding.detail, Detail::Cause(Cause::RawOutsideText));
}

/// A NUL is damage. It is named, and does not hide the charset that the body shows.
#[test]
fn a_nul_in_raw_text_is_named() {
    let koi = |text: &str| Charset::for_label(b"koi8-r").unwrap().encode(text).unwrap().into_owned();
    let message = [
        &b"Subject: A\0 "[..],
        &koi("Дема"),
        b"\nContent-Type: text/plain; charset=koi8-r\n\n",
        &koi("Здравствуйте, Анна\n"),
    ];
    let message = message.concat();
    assert_eq!(codes(&message)[..2], [Code::FieldRaw, Code::BodyNul]);
    let new = String::from_utf8(normalize(&message).apply().into_owned()).unwrap();
    assert!(new.contains("Дема"), "{new}");
    assert_eq!(codes(b"Subject: A\0 b\n\n"), [Code::BodyNul]);
}

#[test]
fn an_address_with_an_encoded_word_is_named() {
    let plan = normalize(b"Cc: Joerg <=?utf-8?B?asO2cmc=?=@b.org>, a@b.org\n\n");
    assert!(plan.is_noop());
    let [finding] = plan.findings() else { panic!("{:?}", plan.findings()) };
    assert_eq!(finding.code, Code::AddressInWord);
    assert_eq!(finding.detail, Detail::Address("jörg@b.org".into()));
    assert_eq!(codes(b"Cc: Joerg <a=?b@b.org>\n\n"), []);
}
