//! What becomes of text bodies, a rule and a message at a time, in LF and in CRLF.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use mailutf::policy::BodyForm;
use mailutf::{Code, Normalizer, Policy, normalize};

/// Normalising `input` gives `output`, in messages of either line end.
#[track_caller]
fn becomes(input: &[u8], output: &[u8]) {
    becomes_by(&Policy::default(), input, output);
}

#[track_caller]
fn becomes_by(policy: &Policy, input: &[u8], output: &[u8]) {
    let normalizer = Normalizer::new(policy.clone());
    let (crlf_input, crlf_output) = (crlf(input), crlf(output));
    for (input, output) in [(input, output), (crlf_input.as_slice(), crlf_output.as_slice())] {
        let got = normalizer.plan(input).apply().into_owned();
        assert_eq!(got.escape_ascii().to_string(), output.escape_ascii().to_string());
        assert!(normalizer.plan(&got).is_noop(), "{:?}", normalizer.plan(&got).edits());
    }
}

fn crlf(lines: &[u8]) -> Vec<u8> {
    lines
        .split_inclusive(|octet| *octet == b'\n')
        .flat_map(|line| match line.strip_suffix(b"\n") {
            Some(line) => [line, b"\r\n"].concat(),
            None => line.to_vec(),
        })
        .collect()
}

/// Normalising `input` changes nothing; the code of a finding says why.
#[track_caller]
fn stays(input: &[u8], code: Option<Code>) {
    let plan = normalize(input);
    assert!(plan.is_noop(), "{:?}", plan.edits());
    let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
    assert!(code.map_or(codes.is_empty(), |code| codes.contains(&code)), "{codes:?}");
}

fn codes(input: &[u8]) -> Vec<Code> {
    normalize(input).findings().iter().map(|finding| finding.code).collect()
}

mod labels {
    use super::*;

    #[test]
    fn a_text_that_is_utf8_or_ascii_and_says_so_stays() {
        stays(b"Subject: x\n\nplain\n", None);
        stays(b"Content-Type: text/plain\n\nplain\n", None);
        stays(b"Content-Type: text/plain; charset=US-ASCII\n\nplain\n", None);
        stays("Content-Type: text/plain; charset=utf8\n\n\u{feff}größer\n".as_bytes(), None);
        stays(
            b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n=C3=A9\n",
            None,
        );
    }

    #[test]
    fn ascii_under_a_superset_gets_the_label_only() {
        becomes(
            b"Content-Type: text/plain; charset=\"iso-8859-1\"; format=flowed\n\nplain \n",
            b"Content-Type: text/plain; charset=\"utf-8\"; format=flowed\n\nplain \n",
        );
        becomes(
            b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\ncGxhaW4=\n",
            b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\ncGxhaW4=\n",
        );
    }

    #[test]
    fn a_label_is_added_where_there_was_none() {
        becomes(
            b"Content-Type: text/plain; format=flowed\n\ngr\xC3\xB6\xC3\x9Fer\n",
            b"Content-Type: text/plain; charset=utf-8; format=flowed\n\
              Content-Transfer-Encoding: 8bit\n\ngr\xC3\xB6\xC3\x9Fer\n",
        );
        becomes(
            b"From: a@example.org\n\ngr\xC3\xB6\xC3\x9Fer\n",
            b"From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
              Content-Transfer-Encoding: 8bit\n\ngr\xC3\xB6\xC3\x9Fer\n",
        );
    }

    #[test]
    fn every_way_to_write_a_label() {
        for (label, utf8) in [
            ("text/plain; charset*=us-ascii'en'koi8-r", "text/plain; charset=utf-8"),
            ("text/plain; charset*0=koi8; a=b; charset*1=-r", "text/plain; charset=utf-8; a=b"),
            ("text/plain; charset=koi8-r; charset=koi8-u", "text/plain; charset=utf-8; charset=utf-8"),
            ("text/plain; charset=koi8-r (Russian)", "text/plain; charset=utf-8 (Russian)"),
            ("text/plain;\n charset = \"koi8-r\";", "text/plain;\n charset = \"utf-8\";"),
            ("text/plain; charset=\"koi8-r", "text/plain; charset=utf-8"),
            ("; charset=koi8-r", "; charset=utf-8"),
            ("text/plain; charset=koi8-r format=flowed", "text/plain; charset=utf-8; format=flowed"),
        ] {
            becomes(
                &[b"Content-Type: ", label.as_bytes(), b"\n\n\xC4\xC1\n"].concat(),
                format!("Content-Type: {utf8}\nContent-Transfer-Encoding: 8bit\n\nда\n").as_bytes(),
            );
        }
    }

    /// RFC 2231 sections 3 and 4, and what mailers make of them. Nothing of the old label remains.
    #[test]
    fn a_label_in_the_form_of_rfc_2231() {
        for label in [
            "charset*=us-ascii''koi8%2Dr",
            "charset*=us-ascii'en'KOI8-R",
            "charset*=''koi8-r",
            "charset*=koi8-r",
            "charset*=us-ascii'koi8-r",
            "charset=us-ascii''koi8-r",
            "charset*0=koi8; charset*1=-r",
            "charset*1=-r; charset*0=koi8",
            "charset*0*=us-ascii''koi8; charset*1*=%2Dr",
            "charset*0*=us-ascii''koi8%2; charset*1*=Dr",
            "charset*0*=''ko; charset*1=i8-r",
            "charset*=us-ascii''koi8-r; charset*=us-ascii''windows-1251",
            "charset==?us-ascii?Q?koi8-r?=",
            "charset*=us-ascii''koi8-r; charset=koi8-r",
        ] {
            becomes(
                format!("Content-Type: text/plain; {label}\n\nx\n").as_bytes(),
                b"Content-Type: text/plain; charset=utf-8\n\nx\n",
            );
            let message =
                [format!("Content-Type: text/plain; {label}\n\n").as_bytes(), b"\xC4\xC1\n"].concat();
            becomes(
                &message,
                "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nда\n".as_bytes(),
            );
        }
        becomes(
            b"Content-Type: text/plain; charset=\"=?us-ascii?Q?koi8-r?=\"; name*=utf-8''x\n\n\xC4\xC1\n",
            "Content-Type: text/plain; charset=\"utf-8\"; name=\"x\"\nContent-Transfer-Encoding: 8bit\n\nда\n".as_bytes(),
        );
        becomes(
            b"Content-Type: text/plain; charset=koi8-r; charset*=us-ascii''koi8-r; format=flowed\n\n\xC4\xC1\n",
            "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\nда\n".as_bytes(),
        );
    }

    #[test]
    fn a_long_line_is_folded_before_the_label() {
        let name = "n".repeat(60);
        let boundary = format!("text/plain (a comment that takes up much of the room of this line, {name})");
        let input = format!("Content-Type: {boundary}\n\nгр\n");
        let output = String::from_utf8(normalize(input.as_bytes()).apply().into_owned()).unwrap();
        assert!(output.starts_with("Content-Type: text/plain; charset=utf-8 (a comment"), "{output}");
        let long = format!("text/x-{name}");
        let input = format!("Content-Type: {long}\n\nгр\n");
        let output = String::from_utf8(normalize(input.as_bytes()).apply().into_owned()).unwrap();
        assert!(output.starts_with(&format!("Content-Type: {long};\n charset=utf-8\n")), "{output}");
    }

    /// Read in the order of the label, the text would be Chinese; to read it in the other one is a guess.
    #[test]
    fn an_attachment_of_utf16_in_the_other_order_is_left() {
        let header = "Content-Type: text/plain; charset=utf-16\nContent-Disposition: attachment\n\n";
        let message = [header.as_bytes(), b"H\0i\0,\0 \0B\0o\0b\0"].concat();
        assert!(normalize(&message).is_noop());
        assert_eq!(codes(&message), [Code::TextUnresolved]);
        let other = [header.as_bytes(), b"\0H\0i\0,\0 \0B\0o\0b"].concat();
        assert!(normalize(&other).apply().ends_with(b"\n\nHi, Bob"));
    }

    #[test]
    fn attachments_by_their_label_only() {
        let attached = |label: &str, body: &[u8]| {
            let header = format!("Content-Type: text/plain{label}\nContent-Disposition: attachment\n\n");
            [header.as_bytes(), body].concat()
        };
        stays(&attached("", b"gr\xF6\xDFer\n"), Some(Code::TextUnresolved));
        stays(&attached("; charset=iso-8859-1", "größer\n".as_bytes()), Some(Code::TextUnresolved));
        assert!(!normalize(&attached("; charset=iso-8859-1", b"gr\xF6\xDFer\n")).is_noop());
        let keep = Normalizer::new(Policy { attachments: false, ..Policy::default() });
        assert!(keep.plan(&attached("; charset=iso-8859-1", b"gr\xF6\xDFer\n")).is_noop());
    }

    #[test]
    fn other_text_of_the_message_is_evidence() {
        becomes(
            b"Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n\
              --b\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit\n\n\xC4\xC1\n\
              --b\nContent-Transfer-Encoding: 8bit\n\n\xC4\xC1\n--b--\n",
            "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n\
              --b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nда\n\
              --b\nContent-Transfer-Encoding: 8bit\nContent-Type: text/plain; charset=utf-8\n\nда\n--b--\n"
                .as_bytes(),
        );
    }
}

mod transfer {
    use super::*;

    #[test]
    fn text_goes_out_as_it_is_where_lines_carry_it() {
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
        // CRLF, then LF, in base64.
        becomes(&[header.as_slice(), b"xMENCs7F1A0K"].concat(), utf8.as_bytes());
        becomes(&[header.as_slice(), b"xMEKzsXUCg=="].concat(), utf8.as_bytes());
    }

    #[test]
    fn an_attachment_keeps_its_line_ends() {
        let message = b"Content-Type: text/plain; charset=koi8-r\nContent-Disposition: attachment\n\
            Content-Transfer-Encoding: base64\n\nxMENCs7F1A0K\n";
        let output = normalize(message).apply().into_owned();
        assert!(output.ends_with(b"Content-Transfer-Encoding: quoted-printable\n\n=D0=B4=D0=B0=0D=0A=\n=D0=BD=D0=B5=D1=82=0D=0A") || output.ends_with(b"base64\n\n0LTQsA0K0L3QtdGCDQo=\n"), "{}", output.escape_ascii());
        let output = normalize(&crlf(message)).apply().into_owned();
        assert!(output.ends_with("Content-Transfer-Encoding: 8bit\r\n\r\nда\r\nнет\r\n".as_bytes()));
    }

    #[test]
    fn what_8bit_cannot_carry_stays_encoded() {
        let long = [b"caf\xE9".as_slice(), &[b'x'; 1000]].concat();
        for body in [&b"caf\xE9\rau lait"[..], b"caf\xE9\r\nau\nlait", &long] {
            let escaped: String = body.iter().map(|octet| format!("={octet:02X}")).collect();
            let input = format!(
                "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n{escaped}"
            );
            let output = normalize(input.as_bytes()).apply().into_owned();
            assert!(output.starts_with(b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\ncaf=C3=A9"), "{}", output.escape_ascii());
            let parsed = mailutf::structure::Message::parse(&output, &mailutf::Limits::default());
            let text = mailutf::body::text(&parsed, 0, &Policy::default()).unwrap().text.into_owned();
            assert_eq!(
                text.as_bytes(),
                body.iter().map(|octet| char::from(*octet)).collect::<String>().as_bytes()
            );
        }
    }

    /// A NUL makes no text binary, and 8bit cannot hold it (RFC 2045 section 2.8).
    #[test]
    fn a_short_text_with_a_nul_travels_as_base64() {
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
        stays(b"Content-Type: text/plain; charset=us-ascii\n\none\0NUL\n", None);
    }

    #[test]
    fn a_line_that_looks_like_a_delimiter_stays_encoded() {
        let input =
            b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-7\n\
            Content-Transfer-Encoding: base64\n\nLS1iCitBT1Et\n--b--\n";
        let output = normalize(input).apply().into_owned();
        assert_eq!(
            output.windows(4).filter(|octets| octets == b"\n--b").count(),
            2,
            "{}",
            output.escape_ascii()
        );
        assert!(output.windows(5).any(|octets| octets == b"utf-8"));
    }

    /// Programs are not agreed on whether such lines delimit: what they find before they find afterwards.
    #[test]
    fn a_line_that_looks_like_a_delimiter_and_stands_in_the_message_stays_there() {
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
        let quoted = Policy { bodies: BodyForm::QuotedPrintable, ..Policy::default() };
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
    fn decoding_all_undoes_what_need_not_be_encoded() {
        let all = Policy { decode_all: true, ..Policy::default() };
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

    /// Without the encoding there would be more parts than before (guarantee G4).
    #[test]
    fn an_encoded_message_stays_one_part() {
        let normalizer = Normalizer::new(Policy { decode_all: true, ..Policy::default() });
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
    fn all_fields_of_two_say_the_same() {
        becomes(
            b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\
              Content-Transfer-Encoding: 7bit\n\nxME=",
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\
              Content-Transfer-Encoding: 8bit\n\nда"
                .as_bytes(),
        );
    }
}

mod declarations {
    use super::*;

    #[test]
    fn follow_the_label() {
        becomes(
            b"Content-Type: text/html; charset=koi8-r\n\n<?xml version='1.0' encoding='koi8-r'?><meta charset=\"koi8-r\">\xC4\xC1\n",
            "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n<?xml version='1.0' encoding='utf-8'?><meta charset=\"utf-8\">да\n".as_bytes(),
        );
        becomes(
            b"Content-Type: text/html; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n<meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Dkoi8-r\">\n",
            b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n",
        );
        becomes(
            b"Content-Type: text/css; charset=iso-8859-1\n\n@charset \"iso-8859-1\";\n",
            b"Content-Type: text/css; charset=utf-8\n\n@charset \"utf-8\";\n",
        );
    }

    #[test]
    fn stay_where_the_text_stays() {
        stays(b"Content-Type: text/html\n\n<meta charset=koi8-r>plain\n", None);
        stays("Content-Type: text/html; charset=utf-8\n\n<meta charset=koi8-r>да\n".as_bytes(), None);
    }

    #[test]
    fn are_evidence_where_the_label_is_missing() {
        becomes(
            b"MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: 8bit\n\n<meta charset=koi8-r>\xC4\xC1\n",
            "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n<meta charset=utf-8>да\n".as_bytes(),
        );
    }

    #[test]
    fn a_mark_goes_where_the_text_is_converted() {
        becomes(
            b"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n//5IAGkA5AA=",
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nHi\u{e4}".as_bytes(),
        );
    }

    #[test]
    fn of_quoted_printable_in_a_document_keep_their_quotes() {
        becomes(
            b"Content-Type: text/html; charset=iso-8859-1\n\n\
              <meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Diso-8859-1\">\xE4\n",
            "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\
              <meta http-equiv=3D\"Content-Type\" content=3D\"text/html; charset=3Dutf-8\">ä\n"
                .as_bytes(),
        );
    }

    /// Properties with raw octets follow the label; under quoted-printable they keep the charset that they name.
    #[test]
    fn of_vcards_follow_too() {
        for media_type in ["text/x-vcard", "text/directory", "text/x-vcalendar"] {
            for label in ["; charset=iso-8859-1", "; charset=us-ascii", ""] {
                let input = format!("Content-Type: {media_type}{label}\n\nBEGIN:VCARD\nVERSION:2.1\n");
                let output = format!(
                    "MIME-Version: 1.0\nContent-Type: {media_type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nBEGIN:VCARD\nVERSION:2.1\n"
                );
                let cards = b"N;CHARSET=windows-1252:M\xFCller\nFN;CHARSET=ISO-8859-1;X=y:M\xFCller\n\
                    ORG;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=C4=C1\nEND:VCARD\n";
                let followed = "N;CHARSET=utf-8:Müller\nFN;CHARSET=utf-8;X=y:Müller\n\
                    ORG;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=C4=C1\nEND:VCARD\n";
                becomes(
                    &[b"MIME-Version: 1.0\n", input.as_bytes(), cards].concat(),
                    &[output.as_bytes(), followed.as_bytes()].concat(),
                );
            }
        }
        becomes(
            b"Content-Type: text/x-vcard; charset=iso-8859-1\n\nORG;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=C4=C1\n",
            b"Content-Type: text/x-vcard; charset=utf-8\n\nORG;CHARSET=koi8-r;ENCODING=QUOTED-PRINTABLE:=C4=C1\n",
        );
    }

    /// What another program will look for inside is not turned into a lie.
    #[test]
    fn that_are_not_followed_keep_the_document() {
        for (media_type, document) in [
            // Two charsets, and one of octets that hang on the label.
            ("text/x-vcard", &b"N;CHARSET=windows-1251:\xCF\xF0\nORG;CHARSET=koi8-r:\xC4\xC1\n"[..]),
            ("text/x-vcard", b"N:M\xFCller\nORG;CHARSET=koi8-r:\xC4\xC1\n"),
            ("text/x-vcard", b"N;ENCODING=QUOTED-PRINTABLE:M=FCller\n"),
            ("text/plain", b"BEGIN:VCARD\nN;CHARSET=windows-1252:M\xFCller\n"),
            ("text/plain", b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xFC</a>\n"),
            ("text/x-python", b"# -*- coding: latin-1 -*-\nx = '\xFC'\n"),
            ("text/x-tex", b"\\documentclass{a}\n\\usepackage[latin1]{inputenc}\n\xFC\n"),
            (
                "text/x-po",
                b"msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=latin1\\n\"\n\xFC\n",
            ),
            ("text/plain", b"{\\rtf1\\ansi\\ansicpg1252 \xFC}\n"),
        ] {
            let header = format!("Content-Type: {media_type}; charset=iso-8859-1; name=x\n\n");
            stays(&[header.as_bytes(), document].concat(), Some(Code::CharsetInside));
        }
        // Text that only speaks of such things is text.
        becomes(
            b"Content-Type: text/plain; charset=iso-8859-1\n\nF\xFCr Python:\n# coding: latin-1\n<?xml encoding='x'?>\n",
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nFür Python:\n# coding: latin-1\n<?xml encoding='x'?>\n".as_bytes(),
        );
    }

    #[test]
    fn rich_text_has_its_own() {
        stays(b"Content-Type: text/rtf; charset=iso-8859-1\n\n{\\rtf1\\ansi caf\xE9}\n", None);
    }
}

mod following {
    use super::*;

    #[test]
    fn sums_and_counts() {
        // MD5 of "да\r\n" by Python.
        becomes(
            b"Lines: 2\nContent-Type: text/plain; charset=koi8-r\nContent-MD5: 2vzRw9Cmm1vMqh4/oDFIeQ==\nContent-Transfer-Encoding: quoted-printable\n\n=C4=\n=C1\n",
            "Lines: 1\nContent-Type: text/plain; charset=utf-8\nContent-MD5: TvwEGAFVqfVx4IVaQOMG8g==\nContent-Transfer-Encoding: 8bit\n\nда\n".as_bytes(),
        );
    }

    #[test]
    fn counts_of_a_message_around_the_text() {
        let message = |length: usize, inner: &str, transfer: &str, body: &str| {
            format!(
                "Content-Type: message/rfc822\nContent-Transfer-Encoding: 8bit\nContent-Length: {length}\n\n\
                Content-Length: {inner}\nContent-Type: text/plain; charset={transfer}\n\n{body}"
            )
        };
        let (before, after) = (
            message(0, "10", "koi8-r\nContent-Transfer-Encoding: quoted-printable", "=C4=C1=C4\n"),
            message(0, "7", "utf-8\nContent-Transfer-Encoding: 8bit", "дад\n"),
        );
        let length = |message: &str| message.len() - message.find("\n\n").unwrap() - 2;
        becomes_lf(
            &before.replace("Content-Length: 0", &format!("Content-Length: {}", length(&before))),
            &after.replace("Content-Length: 0", &format!("Content-Length: {}", length(&after))),
        );
    }

    #[track_caller]
    fn becomes_lf(input: &str, output: &str) {
        assert_eq!(String::from_utf8(normalize(input.as_bytes()).apply().into_owned()).unwrap(), output);
    }
}

mod left_alone {
    use super::*;

    #[test]
    fn data_that_are_labelled_text() {
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

    #[test]
    fn what_is_no_mail() {
        stays(b"gr\xF6\xDFer\n", Some(Code::TextUnresolved));
        stays(b"", None);
    }

    const BASE64: &str = "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n";

    /// A symbol may be lost with each of these, and what follows be misread.
    #[test]
    fn a_damaged_base64_body() {
        for body in [
            "LINE!LINE\n",
            "LINE\0LINE\n",
            "LINE-LINE\n",
            // Quoted-printable over base64.
            "LINE=20\nLINE\n",
            "LINExMH=EwcTB\n",
            // The marks are where symbols were.
            "> LINE\n>MHELINE\n",
            "LINExMH!\nLINE\n",
        ] {
            let message = format!("{BASE64}{}", body.replace("LINE", &"xMHEwcTB".repeat(9)));
            stays(message.as_bytes(), Some(Code::TextUnresolved));
            let lossy = Normalizer::new(Policy { lossy: true, ..Policy::default() });
            let plan = lossy.plan(message.as_bytes());
            let dropped = plan.findings().iter().filter(|finding| finding.code == Code::TransferDropped);
            assert!(!plan.is_noop() && dropped.count() == 1, "{body}: {:?}", plan.findings());
        }
    }

    /// Where what is left of it is UTF-8 and needs no rewriting, too.
    #[test]
    fn a_damaged_base64_body_of_utf8() {
        let header = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n";
        let line = "SGVsbG8h".repeat(9);
        stays(format!("{header}{line}\n").as_bytes(), None);
        stays(format!("{header}{line}!{line}\n").as_bytes(), Some(Code::TextUnresolved));
        let tail = [header.as_bytes(), b"SGVsbG8=\n-- \nThe L\xEFst\n"].concat();
        stays(&tail, Some(Code::TextUnresolved));
    }

    /// RFC 2045 section 6.8: to be ignored by decoders. Their offset is told.
    #[test]
    fn a_base64_body_that_lost_nothing_is_no_damaged_one() {
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

    #[test]
    fn every_guess_is_a_finding() {
        assert!(codes(b"Subject: x\n\ncaf\xE9\n").contains(&Code::LabelMissing));
        for label in ["unknown-8bit", "csUnknown8BiT", "binary", "ASCII-8BIT"] {
            let message =
                [b"Content-Type: text/plain; charset=", label.as_bytes(), b"\n\ncaf\xE9\n"].concat();
            assert_eq!(codes(&message), [Code::LabelUnknown], "{label}");
        }
        assert!(
            codes(b"Content-Type: text/plain; charset=us-ascii\n\ncaf\xE9\n").contains(&Code::LabelMismatch)
        );
    }
}
