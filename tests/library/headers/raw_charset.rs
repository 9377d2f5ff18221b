//! The charset of raw octets: if all readers of a header get the same octets, they all find the same charset.

use mailutf::census::{Census, Origin};
use mailutf::charset::Charset;
use mailutf::message::{Headers, Message};
use mailutf::policy::HeaderForm;
use mailutf::text::{Context, TextPlace};
use mailutf::{Code, Normalizer, Policy, header, normalize};

/// Counts the fields of `octets` in a census: returns the place of each text, and its charset or `?`.
fn counted(octets: &[u8]) -> Vec<(TextPlace, &'static str)> {
    let mut census = Census::default();
    census.add(octets, &Origin::default(), &Policy::default());
    let rows = census.rows().into_iter().filter(|row| row.place != TextPlace::Body);
    rows.map(|row| (row.place, row.charset.map_or("?", |charset| charset.name()))).collect()
}

/// Raw octets in an encoded word are in the charset of that word. They are no evidence for another charset.
#[test]
fn raw_octets_in_a_word_are_not_raw_text() {
    let octets = b"Subject: =?koi8-r?Q?\xF0\xD2\xC9\xD7\xC5\xD4?=\n\n";
    let plan = normalize(octets);
    assert_eq!(plan.apply().as_ref(), "Subject: Привет\n\n".as_bytes());
    assert_eq!(plan.header_charsets().iter().collect::<Vec<_>>(), [("KOI8-R", 1)]);
    assert_eq!(counted(octets), [(TextPlace::Word, "KOI8-R")]);
    assert_eq!(header::decode(b"=?koi8-r?Q?\xF0\xD2\xC9\xD7\xC5\xD4?="), "Привет");
}

/// The name of a charset is not text, so the census does not count it.
#[test]
fn parameters_that_are_not_text_are_not_counted() {
    let octets = b"Content-Type: text/plain; charset*=us-ascii''koi8%2Dr; x*=koi8-r''%F0\n\n";
    assert_eq!(counted(octets), [(TextPlace::Parameter, "KOI8-R")]);
    assert_eq!(normalize(octets).header_charsets().iter().collect::<Vec<_>>(), [("KOI8-R", 1)]);
}

/// Percent-escaped octets without a charset are decoded in the same way whether the field has raw octets
/// elsewhere or not.
#[test]
fn percent_escapes_without_a_charset_are_decoded_alike() {
    let name =
        "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43a}\u{430}\u{43a} \u{434}\u{435}\u{43b}\u{430}";
    let koi8 = mailutf::charset::Charset::for_label(b"koi8-r").unwrap().encode(name).unwrap().into_owned();
    let escaped: String = koi8.iter().map(|octet| format!("%{octet:02X}")).collect();
    let value = format!("attachment; filename*={escaped}");
    let alone = header::parameter(value.as_bytes(), "filename").unwrap();
    let beside = [b"attachment; x=\"gr\xF6\xDFer sch\xF6n\"; filename*=", escaped.as_bytes()].concat();
    assert_eq!(header::parameter(&beside, "filename").unwrap(), alone);
}

/// The charset is found from all raw text of the header together, also from raw text that cannot be changed.
#[test]
fn a_field_that_must_stay_is_evidence_for_the_others() {
    let octets = b"From: J\xF6rg M\xFCller <j\xF6rg@example.org>\nSubject: gr\xFC\xDFe\n\n";
    let plan = normalize(octets);
    let unresolved = plan.findings().iter().filter(|finding| finding.code == Code::FieldUnresolved);
    assert_eq!(unresolved.count(), 1);
    assert!(plan.apply().ends_with("Subject: grüße\n\n".as_bytes()));
    assert_eq!(counted(octets), [(TextPlace::Raw, "windows-1252")]);
}

/// The charset of a raw name that stays is known only from an encoded word in the same header. So that header stays
/// as it is, but the body and the other headers are converted.
#[test]
fn a_field_that_stays_keeps_the_words_beside_it_alone() {
    let encode = |text: &str| Charset::for_label(b"koi8-r").unwrap().encode(text).unwrap().into_owned();
    let header = b"Subject: =?koi8-r?B?8NLJ18XU?=\nFrom: \xC9 <\xD0@example.org>\n";
    let body =
        encode("Content-Type: text/plain; charset=koi8-r\n\n\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}\n");
    let whole = [&header[..], &body].concat();
    let plan = normalize(&whole);
    let output = [&header[..], "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}\n".as_bytes()].concat();
    assert_eq!(plan.apply().escape_ascii().to_string(), output.escape_ascii().to_string());
    assert!(plan.is_unresolved());
    assert!(normalize(&output).is_noop() && normalize(&output).is_unresolved());
}

/// The census counts exactly the texts that the other readers read. These include ISO-2022 sequences in a name,
/// percent escapes without a charset, and raw octets that are not text by themselves.
#[test]
fn the_census_counts_what_is_read() {
    for (octets, expected) in [
        (&b"From: \"\x1B$BF|K\\\x1B(B\" <a@example.org>\n\n"[..], (TextPlace::Raw, "ISO-2022-JP")),
        (b"Date:\xFF Sat, 21 Nov 2026 10:00:00 +0000\n\n", (TextPlace::Raw, "?")),
        (b"From: a\xE4@example.org\n\n", (TextPlace::Raw, "?")),
        (b"Content-Disposition: attachment; filename*=gr%C3%B6%C3%9Fer\n\n", (TextPlace::Parameter, "UTF-8")),
        (b"Content-Disposition: attachment; a*0=x; a*0=y; filename=x\xFF\n\n", (TextPlace::Parameter, "?")),
    ] {
        assert_eq!(counted(octets).first(), Some(&expected), "{}", octets.escape_ascii());
    }
}

/// Octets in no known charset do not hide the text before and after them.
#[test]
fn unreadable_octets_leave_the_rest_readable() {
    assert_eq!(
        header::decode(b"\x1B$BF|K\\\x1B(B \xFF\xFE=?utf-8?Q?=C3=B6?= a"),
        "\u{1b}$BF|K\\\u{1b}(B \u{fffd}\u{fffd}ö a"
    );
    let list = header::addresses(b"\x1B$BF|\x1B(B\xFF <a@b>, =?utf-8?Q?=C3=B6?= <c@d>");
    assert_eq!((list[0].address.as_str(), list[1].name.as_str()), ("a@b", "ö"));
}

/// A raw file name cannot be written in US-ASCII if the field also has a name in the form of RFC 2231. The raw name
/// cannot stay as it is, either: its charset is known only from the body, which the conversion changes. So the name
/// counts as unresolved.
#[test]
fn a_raw_name_that_cannot_be_encoded_is_unresolved() {
    let header = b"Content-Type: text/plain; charset=koi8-r\nContent-Disposition: attachment; filename=\"\xE9.txt\"; filename*=utf-8''%C3%BC\n\n";
    let text = "Привет, мир. Как дела сегодня?\n";
    let body = Charset::for_label(b"koi8-r").and_then(|charset| charset.encode(text).ok()).unwrap();
    let octets = [header, &*body].concat();
    let plan = Normalizer::new(Policy::default().with_headers(HeaderForm::Encoded)).plan(&octets);
    assert!(plan.is_unresolved(), "{:?}", plan.findings());
    assert!(plan.findings().iter().all(|finding| finding.code != Code::FieldRaw), "{:?}", plan.findings());
    assert!(std::str::from_utf8(&normalize(&octets).apply()).is_ok());
}

/// If a field cannot be written in another form, its raw octets are left unchanged, even if the policy allows them
/// to be replaced.
#[test]
fn raw_octets_that_stay_are_unresolved_although_they_may_be_replaced() {
    let octets = b"X-Any: =?x-none?Q?=F0?==?utf-8?Q?=0D=0ABcc:_x?=\xE4\n\n";
    let plan = Normalizer::new(Policy::default().with_lossy(true).with_strict(true)).plan(octets);
    assert_eq!(plan.apply().as_ref(), octets);
    assert!(plan.is_unresolved(), "{:?}", plan.findings());
    assert!(
        plan.findings().iter().all(|finding| finding.code != Code::TextReplaced),
        "{:?}",
        plan.findings()
    );
}

/// Returns `text` in the charset of `label`.
fn encoded(label: &str, text: &str) -> Vec<u8> {
    Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap().into_owned()
}

/// An odd field does not hide the text of the other fields.
#[test]
fn octets_without_a_charset_leave_the_other_fields_readable() {
    let octets =
        b"From: J\xF6rg <joerg@example.org>\nSubject: Gr\xFC\xDFe\nX-Odd: \xFF\xFE\x81\x90\n\nhello\n";
    let plan = normalize(octets);
    let expected =
        "From: Jörg <joerg@example.org>\nSubject: Grüße\nX-Odd: \u{fffd}\u{fffd}\u{fffd}\u{fffd}\n\nhello\n";
    assert_eq!(String::from_utf8_lossy(&plan.apply()), expected);
    let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::FieldRaw, Code::FieldRaw, Code::FieldUnresolved]);
    let headers = Headers::parse(octets);
    assert_eq!(headers.header("Subject").unwrap().text(), "Grüße");
}

/// The fields of one header can be in several charsets. The label of the body is evidence only for fields whose
/// letters agree.
#[test]
fn each_field_is_read_in_the_charset_that_its_words_show() {
    for fields in [
        [("koi8-r", "Отчёт о работе"), ("windows-1251", "Пётр Иванов")],
        [("windows-1251", "Отчёт о работе"), ("koi8-r", "Пётр Иванов")],
        [("big5", "系統登入處理程序"), ("iso-8859-1", "größer und schöner")],
        [("iso-8859-7", "αδυναμία στη σύνδεση"), ("iso-8859-1", "Schöne Grüße")],
    ] {
        for body in [("us-ascii", "hello"), ("koi8-r", "Привет, мир"), ("windows-1251", "Привет, мир")]
        {
            let content_type = format!("Content-Type: text/plain; charset={}\n\n", body.0);
            let field = |(label, text)| [b"X-Text: ", &*encoded(label, text), b"\n"].concat();
            let parts =
                [field(fields[0]), field(fields[1]), content_type.into_bytes(), encoded(body.0, body.1)];
            let output = normalize(&parts.concat()).apply().into_owned();
            let output = String::from_utf8(output).unwrap();
            let read: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("X-Text: ")).collect();
            assert_eq!(read, fields.map(|(_, text)| text), "{body:?}");
        }
    }
}

/// The charset that the label of a body names is evidence even if the body is US-ASCII or missing. Without it, these
/// letters leave a doubt.
#[test]
fn the_label_of_a_body_in_ascii_is_evidence() {
    for (label, subject) in [("windows-1256", "نمط"), ("iso-8859-2", "Nastaviť")] {
        for body in ["", "hello\n"] {
            let converted = |charset: &str| {
                let rest = format!("\nContent-Type: text/plain; charset={charset}\n\n{body}");
                let message = [b"Subject: ", &*encoded(label, subject), rest.as_bytes()].concat();
                normalize(&message).apply().starts_with(format!("Subject: {subject}\n").as_bytes())
            };
            assert!(converted(label) && !converted("us-ascii"), "{subject}");
        }
    }
}

/// A person sees raw text in the likeliest charset, even where that charset is not certain enough for a conversion.
#[test]
fn doubtful_raw_text_is_shown() {
    for (label, subject) in [("gb2312", "付款"), ("koi8-r", "Да"), ("windows-1251", "Да")] {
        let body = if label == "gb2312" {
            "您好,附件是本周的项目进度报告,请查收。"
        } else {
            "Привет"
        };
        let message = [
            b"Subject: ",
            &*encoded(label, subject),
            format!("\nContent-Type: text/plain; charset={label}\n\n").as_bytes(),
            &encoded(label, body),
        ]
        .concat();
        assert_eq!(Message::parse(&message).subject().unwrap(), subject);
    }
    assert_eq!(header::decode(b"\xC4\xE0"), "Да");
}

/// The same word in two fields is no more doubtful than in one.
#[test]
fn a_repeated_word_is_read_like_a_single_one() {
    let word = encoded("gb2312", "北京");
    let message = [b"From: ", &*word, b" <a@example.org>\nSubject: ", &word, b"\n\n"].concat();
    assert_eq!(normalize(&message).apply(), "From: 北京 <a@example.org>\nSubject: 北京\n\n".as_bytes());
}

/// Words in GBK whose octets are also UTF-8 are read alike by all readers of a header.
#[test]
fn words_that_are_utf8_by_chance_are_shown_as_they_are_converted() {
    for word in ["谢谢", "什么", "通知", "签证", "薛平"] {
        let octets = encoded("gb2312", word);
        let body = encoded("gb2312", "您好,附件是本周的项目进度报告,请查收。");
        let fields =
            [b"Subject: ", &*octets, b"\nX-Note: ", &octets, b"\nFrom: ", &octets, b" <a@example.org>\n"];
        let label = b"Content-Type: text/plain; charset=gb2312\n\n";
        let message = [&fields.concat()[..], label, &body].concat();
        let shown = Message::parse(&message);
        let texts = ["Subject", "X-Note"].map(|name| shown.header(name).unwrap().text().into_owned());
        assert_eq!(texts, [word, word]);
        assert_eq!(shown.from()[0].name, word);
        let expected = format!("Subject: {word}\nX-Note: {word}\nFrom: {word} <a@example.org>\n");
        assert!(normalize(&message).apply().starts_with(expected.as_bytes()));
    }
}

/// An encoded word or a parameter in an unknown charset is shown in the likeliest charset, too. Only a single letter is
/// not, because any charset has one.
#[test]
fn words_in_an_unknown_charset_are_shown() {
    assert_eq!(header::decode(b"=?foo-bar?Q?=C4=E0?="), "Да");
    assert_eq!(header::decode(b"=?x-unknown?Q?=C4=E0?="), "Да");
    assert_eq!(header::decode(b"=?foo-bar?Q?=E4?="), "=?foo-bar?Q?=E4?=");
    let name = header::parameter(b"inline; filename*=x-unknown''%C4%E0.txt", "filename");
    assert_eq!(name.as_deref(), Some("Да.txt"));
    let message = b"Subject: =?foo-bar?Q?=C4=E0?=\n\n";
    assert_eq!(Message::parse(message).subject().unwrap(), "Да");
    assert!(normalize(message).is_noop() && normalize(message).is_unresolved());
}

/// In Big5, GBK and Shift_JIS, the backslash before the closing quote of a name can be half of its last character.
#[test]
fn a_name_may_end_in_half_a_backslash() {
    for (label, name) in [("big5", "王許"), ("shift_jis", "山田ソ"), ("gbk", "王昞")] {
        let policy = Policy::for_display();
        let context = Context::new(&policy).beside(Charset::for_label(label.as_bytes()).unwrap());
        let value = [b"\"", &*encoded(label, name), b"\" <a@example.org>"].concat();
        let list = header::addresses_in(&value, &context);
        assert_eq!((&*list[0].name, &*list[0].address), (name, "a@example.org"));
    }
    let list = header::addresses(b"\"J\xF6\\\" x\" <a@example.org>");
    assert_eq!((&*list[0].name, &*list[0].address), ("Jö\" x", "a@example.org"));
}

/// Short words in a double-octet charset can look like damaged UTF-8. They are read in the charset of other text, or in
/// the one that the caller names, if they are likelier there. UTF-8 that is really damaged stays.
#[test]
fn words_that_look_like_damaged_utf8_are_read_in_the_charset_of_other_text() {
    let chinese = "您好,附件是本周的项目进度报告,请查收。";
    for (label, word, body) in [
        ("gb2312", "谢谢你", chinese),
        ("gb2312", "拥有读写", chinese),
        ("big5", "建立快取", "您好,附件是本週的專案進度報告,請查收。"),
        ("euc-kr", "일련번호", "안녕하세요. 회의 자료를 첨부합니다."),
        ("euc-jp", "名文をボル", "会議は金曜日の午後三時から始まります。"),
    ] {
        let rest = format!("\nContent-Type: text/plain; charset={label}\n\n");
        let message = [b"Subject: ", &*encoded(label, word), rest.as_bytes(), &encoded(label, body)].concat();
        assert_eq!(Message::parse(&message).subject().unwrap(), word);
        assert!(normalize(&message).apply().starts_with(format!("Subject: {word}\n").as_bytes()));
        let policy = Policy::for_display().with_fallback(Charset::for_label(label.as_bytes()));
        assert_eq!(header::decode_in(&encoded(label, word), &Context::new(&policy)), word);
        for damaged in
            [&b"Gr\xC3\xBC\xC3\x9Fe \xC3"[..], b"\xD0\xBF\xD1\x80\xD0 \xD0\xB8", b"\xE8\xB0\xA2\xE8\xB0"]
        {
            let message = [b"Subject: ", damaged, rest.as_bytes(), &encoded(label, body)].concat();
            let shown = Message::parse(&message).subject().unwrap().into_owned();
            assert_eq!(shown, String::from_utf8_lossy(damaged), "{label}");
        }
    }
}

/// A rule decides about such words before the other text does.
#[test]
#[cfg(feature = "rules")]
fn a_rule_decides_about_words_that_look_like_utf8() {
    let body = encoded("gb2312", "您好,附件是本周的项目进度报告,请查收。");
    for word in ["谢谢", "谢谢你"] {
        let label = b"\nContent-Type: text/plain; charset=gb2312\n\n";
        let message = [b"Subject: ", &*encoded("gb2312", word), label, &body].concat();
        let converted = |read: &str| {
            let rule = format!("version = 1\n[[rule]]\nlabel = \"none\"\nread = \"{read}\"\n");
            let policy = Policy::default().with_rules(mailutf::rules::Rules::parse(&rule).unwrap());
            let plan = Normalizer::new(policy).plan(&message);
            let line = plan.apply().split(|octet| *octet == b'\n').next().unwrap().to_vec();
            (line, plan.findings().iter().any(|finding| finding.code == Code::Rule))
        };
        assert_eq!(converted("leave").0, [b"Subject: ", &*encoded("gb2312", word)].concat());
        assert_eq!(converted("gb18030"), (format!("Subject: {word}").into_bytes(), true));
    }
}
