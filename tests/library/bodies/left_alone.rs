use super::*;
use mailutf::charset::Charset;
use mailutf::policy::Doubtful;

#[test]
fn binary_data_labelled_as_text() {
    stays(b"Content-Type: text/plain; charset=iso-8859-1\n\n%PDF-1.4 \xE9\n", Some(Code::TextBinary));
    stays(
        b"Content-Type: text/plain; charset=iso-8859-1\n\n=ybegin line=128 size=3 name=a\n\xE9\xAA\n=yend\n",
        Some(Code::TextBinary),
    );
}

#[test]
fn unknown_transfer_encodings() {
    stays(
        b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: x-zip\n\nabc\n",
        Some(Code::TransferUnknown),
    );
}

/// An attachment in UTF-8 without a label, or labelled US-ASCII, needs no conversion: the program that opens
/// it recognizes UTF-8.
#[test]
fn an_attachment_that_is_utf_8_without_a_label_is_no_trouble() {
    for label in ["", "Content-Type: text/plain; charset=us-ascii\n"] {
        let message = format!("{label}Content-Disposition: attachment; filename=a.txt\n\ngrößer\n");
        stays(message.as_bytes(), Some(Code::AttachmentKept));
        let plan = Normalizer::default().plan(message.as_bytes()).is_unresolved();
        assert!(!plan, "{label}");
    }
}

#[test]
fn input_that_is_not_mail() {
    stays(b"gr\xF6\xDFer\n", Some(Code::TextUnresolved));
    stays(b"", None);
}

const BASE64: &str = "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n";

/// Each of these bodies may have lost a symbol of base64. The octets after the lost symbol would be decoded
/// wrongly.
#[test]
fn a_damaged_base64_body() {
    for body in [
        "LINE!LINE\n",
        "LINE\0LINE\n",
        "LINE-LINE\n",
        // The body was encoded in quoted-printable after base64.
        "LINE=20\nLINE\n",
        "LINExMH=EwcTB\n",
        // The lines were quoted as in a reply, so `>` has replaced base64 symbols.
        "> LINE\n>MHELINE\n",
        "LINExMH!\nLINE\n",
    ] {
        let message = format!("{BASE64}{}", body.replace("LINE", &"xMHEwcTB".repeat(9)));
        stays(message.as_bytes(), Some(Code::TextUnresolved));
        // Where a base64 symbol was dropped, decoding gives letters that nobody would write. Such letters do not show
        // that the label is wrong, so the policy here trusts the label.
        let lossy = Normalizer::new(Policy::default().with_lossy(true).with_doubtful(Doubtful::Label));
        let plan = lossy.plan(message.as_bytes());
        let dropped = plan.findings().iter().filter(|finding| finding.code == Code::TransferDropped);
        assert!(!plan.is_noop() && dropped.count() == 1, "{body}: {:?}", plan.findings());
    }
}

/// A damaged body is also reported if its undamaged rest is UTF-8 and would not be rewritten.
#[test]
fn a_damaged_base64_body_of_utf8() {
    let header = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n";
    let line = "SGVsbG8h".repeat(9);
    stays(format!("{header}{line}\n").as_bytes(), None);
    stays(format!("{header}{line}!{line}\n").as_bytes(), Some(Code::TextUnresolved));
    let tail = [header.as_bytes(), b"SGVsbG8=\n-- \nThe L\xEFst\n"].concat();
    stays(&tail, Some(Code::TextUnresolved));
}

/// Decoders must ignore octets that are not base64 (RFC 2045 section 6.8). The offset of such octets is reported.
#[test]
fn a_base64_body_that_lost_nothing_is_converted() {
    for (body, code) in [
        ("LINE\x0C\nxMHE\x0B\twcTB LINE\n", None),
        ("LINE=\nxMHE\n", Some(Code::TransferMalformed)),
        ("xME=\nxMHEwcQ=\n", Some(Code::TransferMalformed)),
        ("> LINE\n> > LINExME=\n", Some(Code::TransferMalformed)),
        ("> xMHEwcTBxMHE\n> xMHEwcTB\n", Some(Code::TransferMalformed)),
        ("LINE!\n LINE\n", Some(Code::TransferMalformed)),
    ] {
        let message = format!("{BASE64}{}", body.replace("LINE", &"xMHEwcTB".repeat(9)));
        let plan = normalize(message.as_bytes());
        let output = plan.apply();
        let text = std::str::from_utf8(&output).unwrap().rsplit('\n').next().unwrap();
        assert!(text.starts_with("да") && text.chars().all(|c| "да".contains(c)), "{body}: {text}");
        let found = plan.findings().first().map(|finding| finding.code);
        assert_eq!((found, plan.findings().len()), (code, code.iter().count()), "{body}");
    }
}

/// Uuencoded data ends with a line of length 0 and a line `end`. Without both, lines of data may be missing.
#[test]
fn uuencoded_data_that_was_cut_off() {
    const LINE: &str = "JQ,'$P<3!Q,'$P<3!Q,'$P<3!Q,'$P<3!Q,'$P<3!Q,'$P<3!Q,'$P<3!";
    let message = |body: &str| {
        let header = BASE64.replace("base64", "x-uuencode");
        format!("{header}begin 644 a\n{}", body.replace("LINE", LINE))
    };
    for body in ["LINE\n", "LINE\nLINE\n\n"] {
        stays(message(body).as_bytes(), Some(Code::TextUnresolved));
        let found =
            normalize(message(body).as_bytes()).findings().first().map(|found| found.detail.to_string());
        assert_eq!(found.as_deref(), Some("uuencoded data that was cut off"), "{body}");
    }
    for (body, code) in [("LINE\n`\n", Some(Code::TransferMalformed)), ("LINE\n`\nend\n", None)] {
        let message = message(body);
        let plan = normalize(message.as_bytes());
        assert!(!plan.is_noop(), "{body}");
        assert_eq!(plan.findings().first().map(|found| found.code), code, "{body}");
    }
}

#[test]
fn every_guess_is_a_finding() {
    assert!(codes(b"Subject: x\n\ncaf\xE9\n").contains(&Code::LabelMissing));
    for label in ["unknown-8bit", "csUnknown8BiT", "binary", "ASCII-8BIT"] {
        let message = [b"Content-Type: text/plain; charset=", label.as_bytes(), b"\n\ncaf\xE9\n"].concat();
        assert_eq!(codes(&message), [Code::LabelUnknown], "{label}");
    }
    assert!(codes(b"Content-Type: text/plain; charset=us-ascii\n\ncaf\xE9\n").contains(&Code::LabelMismatch));
}

/// If there are two Content-Transfer-Encoding fields, some programs read only the last one. These programs would
/// decode the body to other octets, which are not in the new charset. So the body is left unchanged.
#[test]
fn text_that_is_encoded_by_a_second_field() {
    let message = |fields: &str, body: &str| {
        format!("Content-Type: text/plain; charset=koi8-r\n{fields}\n{body}\n").into_bytes()
    };
    let seven_bit = "Content-Transfer-Encoding: 7bit\n";
    for (second, body) in [("quoted-printable", "=F0=D2"), ("base64", "8NI=")] {
        let fields = format!("{seven_bit}Content-Transfer-Encoding: {second}\n");
        stays(&message(&fields, body), Some(Code::TextUnresolved));
        assert!(!normalize(&message(&fields, "plain text.")).is_noop() || second == "base64");
        // With only the field `7bit`, the body `8NI=` is read as a word, so it is converted. The body `=F0=D2` still
        // looks encoded, so it is left unchanged.
        assert_eq!(normalize(&message(seven_bit, body)).is_noop(), second == "quoted-printable");
    }
}

/// An escape sequence of ISO-2022 that designates a character set may be all that is left of a text. So a body that
/// consists of such sequences does not count as empty.
#[test]
fn a_designation_without_a_text() {
    for octets in [&b"\x1B$B\n"[..], b"a \x1B$B b\x1B(B\n", b"\x1B$B\x1B(B\n"] {
        let message = [b"Content-Type: text/plain; charset=us-ascii\n\n", octets].concat();
        let plan = normalize(&message);
        assert!(plan.is_noop() && plan.is_unresolved(), "{}", octets.escape_ascii());
    }
    let word = b"Subject: =?us-ascii?B?GyRC?=\n\n";
    assert!(normalize(word).is_noop() && normalize(word).is_unresolved());
}

/// Text in a double-octet charset can contain a name or a loan word in UTF-8. Decoded in the double-octet charset,
/// the octets of that word become characters that nobody meant. So the text is left unchanged.
#[test]
fn a_western_word_within_text_of_a_double_octet_charset() {
    for (label, text) in [
        ("gb18030", "会议改到明天上午，请准时参加。\n"),
        ("big5", "會議改到明天上午，請準時參加\n"),
        ("euc-kr", "회의가 내일 오전으로 변경되었습니다\n"),
    ] {
        let around = Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap();
        let header =
            format!("Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: 8bit\n\n");
        for word in ["café", "(Müller)", "see the café today", "Zürich,", "José Köhler", "© 2024 A"] {
            for inside in [format!("{word}\n"), format!(" {word} ")] {
                let octets = [header.as_bytes(), &around, inside.as_bytes(), &around].concat();
                let plan = normalize(&octets);
                let output = plan.apply();
                let is_read = std::str::from_utf8(&output).is_ok_and(|output| output.contains(word));
                assert!(plan.is_noop() && plan.is_unresolved() || is_read, "{label} {inside:?}");
                assert!(!plan.findings().is_empty());
            }
        }
    }
}

/// Octets in an unknown charset are not ill-formed. If a lossy policy replaced them, a person who now reads the text in
/// its likely charset could not read it any more.
#[test]
fn a_lossy_policy_keeps_text_in_an_unknown_charset() {
    let price = b"\xB2\xFA\xC6\xB7,\xBC\xDB\xB8\xF1\n";
    let messages = [
        [b"Content-Type: text/csv; name=a.csv\nContent-Disposition: attachment\n\n", &price[..]].concat(),
        b"Content-Type: text/plain\n\n\xC4\xE0\n".to_vec(),
        b"Content-Type: text/plain; charset=x-unknown\n\n\xC4\xE0\n".to_vec(),
        b"Subject: \xFF\xFE\x81\x90\n\nhello\n".to_vec(),
    ];
    for message in messages {
        let plan = Normalizer::new(Policy::default().with_lossy(true)).plan(&message);
        assert!(plan.is_noop() && plan.is_unresolved(), "{}", message.escape_ascii());
    }
    let damaged = b"Subject: caf\xC3\xA9 \xC3\nContent-Type: text/plain; charset=utf-8\n\n\xC3\xA9 \xC3\n";
    let plan = Normalizer::new(Policy::default().with_lossy(true)).plan(damaged);
    assert!(plan.apply().starts_with("Subject: café \u{FFFD}\n".as_bytes()));
    assert!(plan.apply().ends_with("\n\né \u{FFFD}\n".as_bytes()));
}
