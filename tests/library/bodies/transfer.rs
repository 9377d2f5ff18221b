use super::*;

#[test]
fn text_is_written_without_encoding_if_its_lines_allow_it() {
    becomes(
        b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9 =\nau lait\n",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\ncafé au lait\n".as_bytes(),
    );
    becomes(
        b"Content-Type: text/plain; charset=iso-2022-jp\nContent-Transfer-Encoding: 7bit\n\n\x1B$B%+\x1B(B\n",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nカ\n".as_bytes(),
    );
}

#[test]
fn an_inline_text_takes_the_line_ends_of_its_message() {
    let (header, utf8) = (
        b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nда\nнет\n",
    );
    // In the first case, the text in base64 has CRLF line ends; in the second case, LF line ends.
    becomes(&[header.as_slice(), b"xMENCs7F1A0K"].concat(), utf8.as_bytes());
    becomes(&[header.as_slice(), b"xMEKzsXUCg=="].concat(), utf8.as_bytes());
}

#[test]
fn an_attachment_keeps_its_line_ends() {
    let message = b"Content-Type: text/plain; charset=koi8-r\nContent-Disposition: attachment\n\
        Content-Transfer-Encoding: base64\n\nxMENCs7F1A0K\n";
    let output = normalize(message).apply().into_owned();
    assert!(
        output.ends_with(
            b"Content-Transfer-Encoding: quoted-printable\n\n=D0=B4=D0=B0=0D=0A=\n=D0=BD=D0=B5=D1=82=0D=0A"
        ) || output.ends_with(b"base64\n\n0LTQsA0K0L3QtdGCDQo=\n"),
        "{}",
        output.escape_ascii()
    );
    let output = normalize(&crlf(message)).apply().into_owned();
    assert!(output.ends_with("Content-Transfer-Encoding: 8bit\r\n\r\nда\r\nнет\r\n".as_bytes()));
}

#[test]
fn text_that_8bit_does_not_allow_stays_encoded() {
    let long = [b"caf\xE9".as_slice(), &[b'x'; 1000]].concat();
    for body in [&b"caf\xE9\rau lait"[..], b"caf\xE9\r\nau\nlait", &long] {
        let escaped: String = body.iter().map(|octet| format!("={octet:02X}")).collect();
        let input = format!(
            "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n{escaped}"
        );
        let output = normalize(input.as_bytes()).apply().into_owned();
        assert!(output.starts_with(b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\ncaf=C3=A9"), "{}", output.escape_ascii());
        let policy = Policy::default();
        let text = mailutf::text::MessageTexts::parse(&output, &policy).text(0).unwrap().text.into_owned();
        assert_eq!(
            text.as_bytes(),
            body.iter().map(|octet| char::from(*octet)).collect::<String>().as_bytes()
        );
    }
}

/// A single NUL does not make a text binary, but the encoding 8bit does not allow a NUL (RFC 2045 section 2.8).
#[test]
fn a_short_text_with_a_nul_is_encoded_as_base64() {
    for (body, encoded) in [
        (&b"gr\xFC\xDF\0e"[..], "Z3LDvMOfAGU="),
        (b"\xFC\0", "w7wA"),
        (b"gr\xFC\xDFe\0\0\0\0\0\0\0\0\0", "Z3LDvMOfZQAAAAAAAAAAAA=="),
    ] {
        let header = b"Content-Type: text/plain; charset=iso-8859-1\n\n";
        let expected = format!(
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{encoded}\n"
        );
        becomes(&[header, body].concat(), expected.as_bytes());
    }
    stays(b"Content-Type: text/plain; charset=iso-8859-1\n\nH\0i\0", Some(Code::TextBinary));
    stays(b"Content-Type: text/plain; charset=us-ascii\n\nH\0i\0", Some(Code::TextBinary));
    stays(b"Content-Type: text/plain; charset=us-ascii\n\none\0NUL\n", Some(Code::BodyNul));
}

#[test]
fn a_line_that_looks_like_a_delimiter_stays_encoded() {
    let input =
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-7\n\
        Content-Transfer-Encoding: base64\n\nLS1iCitBT1Et\n--b--\n";
    let output = normalize(input).apply().into_owned();
    assert_eq!(output.windows(4).filter(|octets| octets == b"\n--b").count(), 2, "{}", output.escape_ascii());
    assert!(output.windows(5).any(|octets| octets == b"utf-8"));
}

/// Programs disagree on whether the line `--bc` is a delimiter of the boundary `b`. Each program must find the same
/// delimiters before and after the conversion.
#[test]
fn a_raw_line_that_looks_like_a_delimiter_stays_raw() {
    becomes(
        b"Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n--b\n\
          Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit\n\n\xC4\xC1\n--bc\n--b--\n",
        "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n--b\n\
          Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nда\n--bc\n--b--\n"
            .as_bytes(),
    );
}

#[test]
fn blanks_at_the_end_of_lines_survive() {
    becomes(
        b"Content-Type: text/plain; charset=iso-8859-1; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9=20\nau lait\n",
        "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\ncafé \nau lait\n".as_bytes(),
    );
    let quoted = Policy::default().with_bodies(BodyForm::QuotedPrintable);
    becomes_by(
        &quoted,
        b"Content-Type: text/plain; charset=iso-8859-1; format=flowed\n\ncaf\xE9 \nau lait\n",
        b"Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\ncaf=C3=A9=20\nau lait\n",
    );
}

#[test]
fn the_footer_of_a_list_is_kept() {
    becomes(
        b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\nxME=\n-- \nThe list\n",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nда\n-- \nThe list\n".as_bytes(),
    );
}

#[test]
fn never_a_false_7bit() {
    becomes(
        b"Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 7bit\n\n\
          --b\nContent-Type: message/rfc822\n\nSubject: inner\nContent-Type: multipart/mixed; boundary=c\n\n\
          --c\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\nxME=\n--c--\n\
          --b\nContent-Type: multipart/mixed; boundary=d\n\n--d\n\nplain\n--d--\n--b--\n",
        "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n\
          --b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: 8bit\n\nSubject: inner\n\
          Content-Type: multipart/mixed; boundary=c\nContent-Transfer-Encoding: 8bit\n\n\
          --c\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nда\n--c--\n\
          --b\nContent-Type: multipart/mixed; boundary=d\n\n--d\n\nplain\n--d--\n--b--\n"
            .as_bytes(),
    );
}

#[test]
fn decode_all_removes_unnecessary_transfer_encodings() {
    let all = Policy::default().with_decode_all(true);
    let input =
        b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nZ3LDtsOfZXIK\n";
    becomes_by(
        &all,
        input,
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\ngrößer\n".as_bytes(),
    );
    stays(input, None);
    becomes_by(
        &all,
        b"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\na=\nb\n",
        b"Content-Type: text/plain\nContent-Transfer-Encoding: 7bit\n\nab\n",
    );
}

/// If the transfer encoding of an enclosed message were removed, the parts of that message would become parts of the
/// outer message. Guarantee G4 (docs/guarantees.md) forbids a change of the number of parts.
#[test]
fn an_encoded_message_stays_one_part() {
    let normalizer = Normalizer::new(Policy::default().with_decode_all(true));
    let text = "Subject: x\nContent-Type: text/plain; charset=koi8-r\n\
        Content-Transfer-Encoding: quoted-printable\n\n=C4=C1\n";
    let plain = "Subject: x\nContent-Type: text/plain; charset=utf-8\n\nx\n";
    let input = |media_type: &str, inner: &str| {
        format!(
            "Content-Type: {media_type}\nContent-Transfer-Encoding: base64\n\n{}\n",
            BASE64_STANDARD.encode(inner.replace('\n', "\r\n"))
        )
    };
    for media_type in ["message/rfc822", "message/global", "message/news"] {
        let quoted = format!(
            "Content-Type: {media_type}\nContent-Transfer-Encoding: quoted-printable\n\n{}",
            text.replace('=', "=3D")
        );
        let twice = input(media_type, &input(media_type, plain));
        for (message, told) in [
            (input(media_type, text), true),
            (quoted, true),
            (twice, true),
            (input(media_type, plain), false),
        ] {
            let plan = normalizer.plan(message.as_bytes());
            assert!(plan.is_noop(), "{:?}", plan.edits());
            let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
            assert_eq!(codes.contains(&Code::MessageEncoded), told, "{message}");
            assert_eq!(plan.is_unresolved(), told);
        }
    }
}

#[test]
fn duplicate_fields_are_updated_alike() {
    becomes(
        b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\
          Content-Transfer-Encoding: 7bit\n\nxME=",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\
          Content-Transfer-Encoding: 8bit\n\nда"
            .as_bytes(),
    );
}

/// If a text is encoded, but its header does not say so, no part of the text is edited, not even its label. A guessed
/// transfer encoding is used for display, but is never written.
#[test]
fn an_encoded_text_whose_header_does_not_say_so_stays() {
    let html = "<meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Dwindows-=\n1252\">\n<p>caf=E9\n";
    // Only some octets of this body are encoded, among them the name of the charset.
    let footer = format!("{html}<a href=\"http://a.example/?x=yz\">\n");
    let by_evidence = Policy::default().with_doubtful(Doubtful::Evidence);
    for field in ["", "Content-Transfer-Encoding: 7bit\n", "Content-Transfer-Encoding: 8bit\n"] {
        let message = |media_type: &str, charset: &str, body: &str| {
            format!("Content-Type: {media_type}; charset={charset}\n{field}\n{body}")
        };
        for (media_type, charset, body) in [
            ("text/plain", "iso-8859-1", "B=E4r gr=FC=DFend\n"),
            ("text/plain", "koi8-r", "=F0=D2=C9=D7=C5=D4, =CD=C9=D2!\n"),
            ("text/plain", "koi8-r", "8NLJ18XULCDNydIhIOvByyDExczBPw==\n"),
            ("text/html", "iso-8859-1", html),
            ("text/html", "iso-8859-1", &footer),
        ] {
            let input = message(media_type, charset, body);
            stays(input.as_bytes(), Some(Code::TransferDoubtful));
            assert!(normalize(input.as_bytes()).is_unresolved());
            // `Doubtful::Evidence` accepts evidence for a charset, but not for a transfer encoding.
            becomes_by(&by_evidence, input.as_bytes(), input.as_bytes());
        }
        let input = message("text/plain", "utf-8", "B=C3=A4r gr=C3=BC=C3=9Fend\n");
        stays(input.as_bytes(), Some(Code::TransferMissing));
        assert!(!normalize(input.as_bytes()).is_unresolved());
        becomes_by(&by_evidence, input.as_bytes(), input.as_bytes());
    }
    let plain = b"Content-Type: text/plain; charset=iso-8859-1\n\nhttp://a.example/?id=E4&x=C3\n";
    assert!(!normalize(plain).is_unresolved());
    let label = Policy::default().with_doubtful(Doubtful::Label);
    becomes_by(
        &label,
        b"Content-Type: text/plain; charset=iso-8859-1\n\nB=E4r\n",
        b"Content-Type: text/plain; charset=utf-8\n\nB=E4r\n",
    );
}

/// Whatever readers decode although no field says so, a conversion names. Text that was encoded twice is named by both,
/// and decoded once.
#[test]
fn a_conversion_names_what_readers_decode() {
    let koi8 = "=F0=D2=C9=D7=C5=D4, =CD=C9=D2!\n";
    let utf8 = "=D0=97=D0=B4=D1=80=D0=B0=D0=B2\n";
    let latin1 = "B=E4r gr=FC=DFend\n";
    let ascii = "<a href=3D\"x\">\n";
    let quoted = "Content-Transfer-Encoding: quoted-printable\n";
    let base64 = "Content-Transfer-Encoding: base64\n";
    for (label, body, code) in [
        ("", koi8, Code::TransferDoubtful),
        ("", utf8, Code::TransferDoubtful),
        ("", ascii, Code::TransferMissing),
        ("; charset=us-ascii", koi8, Code::TransferDoubtful),
        ("; charset=us-ascii", utf8, Code::TransferDoubtful),
        ("; charset=utf-8", latin1, Code::TransferDoubtful),
        ("; charset=utf-8", utf8, Code::TransferMissing),
        ("; charset=utf-8", ascii, Code::TransferMissing),
        ("; charset=koi8-r", koi8, Code::TransferDoubtful),
    ] {
        let twice = [(quoted, body.replace('=', "=3D")), (base64, BASE64_STANDARD.encode(body) + "\n")];
        for (field, encoded) in [("", body.to_owned())].into_iter().chain(twice) {
            let input = format!("Content-Type: text/plain{label}\n{field}\n{encoded}");
            let message = mailutf::message::Message::parse(input.as_bytes());
            let shown = message.text_body().unwrap().text().unwrap();
            let is_named = |code| shown.findings.iter().any(|(found, _)| *found == code);
            if field.is_empty() {
                assert!(is_named(Code::TransferUnnamed) && shown.text != body, "{input}");
            } else if body == ascii {
                assert_eq!(shown.findings, [], "{input}");
                stays(input.as_bytes(), None);
                continue;
            } else {
                assert!(is_named(code) && shown.text == body, "{input}");
            }
            stays(input.as_bytes(), Some(code));
            let plan = normalize(input.as_bytes());
            assert_eq!(plan.is_unresolved(), code == Code::TransferDoubtful, "{input}");
            let label = Policy::default().with_doubtful(Doubtful::Label);
            let plan = Normalizer::new(label).plan(input.as_bytes());
            assert!(plan.findings().iter().all(|finding| finding.code != code), "{input}");
        }
    }
}

/// The transfer encoding of a text that is entirely in US-ASCII is not guessed: `=` at the end of a long line
/// can be text.
#[test]
fn a_guess_changes_no_text_in_us_ascii() {
    let input = format!(
        "Content-Type: text/plain\nContent-Transfer-Encoding: 8bit\n\n{}=\nx\n",
        "long line ".repeat(7)
    );
    for decode_all in [false, true] {
        let policy = Policy::default().with_doubtful(Doubtful::Evidence).with_decode_all(decode_all);
        becomes_by(&policy, input.as_bytes(), input.as_bytes());
    }
}

/// Readers show the text decoded, and report that its transfer encoding is a guess.
#[test]
fn an_encoded_text_whose_header_does_not_say_so_is_shown_decoded() {
    let input = b"Content-Type: text/plain; charset=iso-8859-1\n\nB=E4r gr=FC=DFend\n";
    let message = mailutf::message::Message::parse(input);
    let text = message.text_body().unwrap().text().unwrap();
    assert_eq!(text.text, "Bär grüßend\n");
    assert!(text.findings.iter().any(|(code, _)| *code == Code::TransferUnnamed));
}

/// Words of several scripts, each with a charset.
fn words_in_charsets() -> impl Strategy<Value = (&'static str, Vec<&'static str>)> {
    prop::sample::select(vec![
        ("koi8-r", vec!["Привет", "мир", "ёжик", "Bob"]),
        ("iso-8859-1", vec!["größer", "Straße", "Bär,", "Bob"]),
        ("iso-8859-7", vec!["Καλημέρα", "σας", "κάνετε;", "Bob"]),
        ("utf-8", vec!["Привет", "größer", "日本語", "Bob"]),
        ("gb2312", vec!["产品", "质量", "价格", "Bob"]),
        ("shift_jis", vec!["日本語", "メール", "です", "Bob"]),
        ("iso-2022-jp", vec!["日本語", "メール", "です", "Bob"]),
    ])
}

fn encoded(charset: &str, text: &str) -> Vec<u8> {
    mailutf::charset::Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap().into_owned()
}

/// Checks that readers show `text`, that a conversion keeps it, also with the policy lossy, and that `code` is found.
fn reads_as(input: &[u8], text: &str, code: Code) -> Result<(), TestCaseError> {
    for input in [input.to_vec(), crlf(input)] {
        for policy in [Policy::default(), Policy::default().with_lossy(true)] {
            let plan = Normalizer::new(policy).plan(&input);
            let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
            prop_assert!(
                codes.contains(&code) && !plan.is_unresolved(),
                "{:?} {}",
                codes,
                input.escape_ascii()
            );
            for message in [&input[..], &plan.apply()] {
                let parsed = mailutf::message::Message::parse(message);
                let shown = parsed.text_body().unwrap().text().unwrap();
                prop_assert_eq!(shown.text.replace("\r\n", "\n"), text, "{}", message.escape_ascii());
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::proptest_config::proptest_config(256))]

    /// A body that is labelled as base64 or uuencoded, but is text as it stands, is read as it stands.
    #[test]
    fn text_that_is_not_encoded_is_read_as_it_stands(
        (charset, words) in words_in_charsets(),
        picks in prop::collection::vec((0..3_usize, prop::sample::select(vec![" ", "! ", "\n", ".\n", "<br>\n"])), 1..20),
        transfer in prop::sample::select(vec!["base64", "x-uuencode"]),
    ) {
        let text = picks.iter().map(|(word, after)| words[*word].to_owned() + after).collect::<String>() + "!\n";
        let header = format!("Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {transfer}\n\n");
        let input = [header.as_bytes(), &encoded(charset, &text)].concat();
        reads_as(&input, &text, Code::TransferMismatch)?;
    }

    /// The banner of a mail gateway before base64, and a footer after it, are kept.
    #[test]
    fn plain_text_beside_base64_is_kept(
        (charset, words) in words_in_charsets(),
        picks in prop::collection::vec((0..4_usize, prop::sample::select(vec![" ", "! ", "\n"])), 12..40),
        banner in prop::sample::select(vec![
            "CAUTION: This email originated outside.\n\n",
            "[EXTERN] Diese Mail kommt von außen!\n================\n",
            "Внимание, внешнее письмо\n\n",
            "Warning\nIt is external, do not click http://a.example/\n",
        ]),
        footer in prop::sample::select(vec!["", "-- \nThe list\n"]),
    ) {
        let text = picks.iter().map(|(word, after)| words[*word].to_owned() + after).collect::<String>() + "!\n";
        let header = format!("Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: base64\n\n");
        let data = mailutf::transfer::base64::encode_body(&encoded(charset, &text), b"\n");
        let footer = if data.trim_ascii_end().ends_with(b"=") { footer } else { "" };
        let input = [header.as_bytes(), banner.as_bytes(), &data, footer.as_bytes()].concat();
        reads_as(&input, &[banner, &text, footer].concat(), Code::TransferTail)?;
    }
}

/// Text before base64 in a charset other than UTF-8 is not decoded, because nothing names its charset. Neither is a
/// key in the middle of text, which is not the data of the body.
#[test]
fn what_is_not_certainly_text_before_base64_stays() {
    let header = "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n";
    let data = mailutf::transfer::base64::encode_body(&encoded("koi8-r", "Здравствуйте, Анна!\n"), b"\n");
    let banner = [header.as_bytes(), b"Gr\xFC\xDFe, das ist extern\n", &data].concat();
    stays(&banner, Some(Code::TextUnresolved));
    let key = "-----BEGIN A KEY-----\nhQEMA5RGm3WrA2SQAQf/ZPu0Nm6Y3T8Cq3cm9x0c1Pz5\n-----END A KEY-----\n";
    stays([header, key].concat().as_bytes(), Some(Code::TextBinary));
}

/// The shift sequences of a charset can look like base64 or quoted-printable. A text that they make is no encoded text.
#[test]
fn text_in_shift_sequences_is_read_by_its_label() {
    for (label, text) in [
        ("utf-7", "日本語の報告書"),
        ("utf-7", "日本語の報告書を明日の午後までに提出してください。よろしくお願いいたします"),
        ("iso-2022-jp", "宗教出版重要"),
        ("hz-gb-2312", "介绍北京"),
    ] {
        let charset = mailutf::charset::Charset::for_label(label.as_bytes()).unwrap();
        let octets = charset.encode(text).unwrap();
        let input =
            [format!("Content-Type: text/plain; charset={label}\n\n").as_bytes(), &octets, b"\n"].concat();
        let message = mailutf::message::Message::parse(&input);
        assert_eq!(message.text_body().unwrap().text().unwrap().text, format!("{text}\n"), "{label}");
    }
    let one_run = b"Content-Type: text/plain; charset=utf-7\n\n+ZeVnLIqeMG5YMVRKZvg\n";
    let message = mailutf::message::Message::parse(one_run);
    assert_eq!(message.text_body().unwrap().text().unwrap().text, "日本語の報告書\n");
}

proptest! {
    #![proptest_config(crate::proptest_config::proptest_config(256))]

    /// A text that an encoder wrote, but whose header says 7bit, is not changed. Readers show the whole text.
    #[test]
    fn encoded_text_whose_header_does_not_say_so_is_shown_whole_and_stays(
        (charset, words) in prop::sample::select(vec![
            ("koi8-r", vec!["Привет", "мир", "ёжик"]),
            ("iso-8859-1", vec!["größer", "Straße", "Bär"]),
            ("gb2312", vec!["产品", "质量", "价格"]),
            ("shift_jis", vec!["日本語", "メール", "です"]),
        ]),
        picks in prop::collection::vec((0..3_usize, 1..30_usize), 3..20),
        html in any::<bool>(),
        base64 in any::<bool>(),
        field in prop::sample::select(vec!["", "Content-Transfer-Encoding: 7bit\n", "Content-Transfer-Encoding: binary\n"]),
    ) {
        let text = picks.iter().map(|(word, blanks)| words[*word].to_owned() + &"x ".repeat(*blanks)).collect::<String>();
        let text = match html {
            true => format!("<html><meta charset=\"{charset}\"><p>{text}\n"),
            false => text + "\n",
        };
        let octets = mailutf::charset::Charset::for_label(charset.as_bytes()).unwrap().encode(&text).unwrap().into_owned();
        let body = match base64 {
            true => mailutf::transfer::base64::encode_body(&octets, b"\n"),
            false => mailutf::transfer::quoted_printable::encode_body(&octets, b"\n"),
        };
        let media_type = if html { "text/html" } else { "text/plain" };
        let input = [format!("Content-Type: {media_type}; charset={charset}\n{field}\n").as_bytes(), &body].concat();
        for input in [input.clone(), crlf(&input)] {
            for policy in [Policy::default(), Policy::default().with_doubtful(Doubtful::Evidence)] {
                let plan = Normalizer::new(policy).plan(&input);
                prop_assert!(plan.is_noop() && plan.is_unresolved(), "{}", input.escape_ascii());
            }
            let message = mailutf::message::Message::parse(&input);
            let shown = message.part(0).unwrap().text().unwrap();
            prop_assert_eq!(shown.text.replace("\r\n", "\n"), text.as_str(), "{}", input.escape_ascii());
        }
    }
}
