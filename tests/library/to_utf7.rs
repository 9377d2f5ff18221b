//! Conversion to UTF-7: a test for each rule, with LF and with CRLF line ends.

use mailutf::charset::Charset;
use mailutf::charset::utf7::{EncodeOptions, SetO};
use mailutf::structure::Structure;
use mailutf::{Code, Limits, ToUtf7, Utf7Options, Wrap, normalize};

fn options() -> Utf7Options {
    Utf7Options::default()
}

/// Checks that `input` is converted to `output`, with LF and with CRLF line ends, and that another conversion does
/// not change `output`.
#[track_caller]
fn becomes_by(options: &Utf7Options, input: &str, output: &str) {
    let writer = ToUtf7::new(options.clone());
    for (input, output) in [(input.to_owned(), output.to_owned()), (crlf(input), crlf(output))] {
        let plan = writer.plan(input.as_bytes());
        let got = plan.apply().into_owned();
        assert_eq!(got.escape_ascii().to_string(), output.escape_default().to_string());
        assert!(!plan.is_unresolved(), "{:?}", plan.findings());
        assert!(writer.plan(&got).is_noop(), "{:?}", writer.plan(&got).edits());
    }
}

#[track_caller]
fn becomes(input: &str, output: &str) {
    becomes_by(&options(), input, output);
}

fn crlf(lines: &str) -> String {
    lines.replace('\n', "\r\n")
}

fn utf8(body: &str) -> String {
    format!("Content-Type: text/plain; charset=utf-8\n\n{body}")
}

fn utf7(body: &str) -> String {
    format!("Content-Type: text/plain; charset=utf-7\n\n{body}")
}

fn flowed(body: &str) -> String {
    format!("Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-7\n\n{body}")
}

/// The examples are from RFC 2152, chapter "Use of Character Set UTF-7 Within MIME".
#[test]
fn rfc2152_examples_as_printed() {
    let encoder = EncodeOptions::new().with_set_o(SetO::Direct).with_explicit_ends();
    let as_printed = options().with_encoder(encoder);
    for (text, printed) in [
        ("Hi Mom \u{263a}!\n", "Hi Mom +Jjo-!\n"),
        ("\u{65e5}\u{672c}\u{8a9e}\n", "+ZeVnLIqe-\n"),
        ("A\u{2262}\u{391}.\n", "A+ImIDkQ.\n"),
        ("Item 3 is \u{a3}1.\n", "Item 3 is +AKM-1.\n"),
    ] {
        becomes_by(&as_printed, &utf8(text), &utf7(printed));
    }
}

mod lines {
    use super::*;

    const LONG: &str =
        "Längere Zeilen werden umbrochen, und zwar so, daß ein Leser sie wieder verbinden kann.\n";

    #[test]
    fn short_ones_stay() {
        becomes(
            &utf8("Größe\n> Größe \n-- \nC:\\dir ~ & co\n"),
            &utf7("Gr+APYA3w-e\n+AD4 Gr+APYA3w-e \n-- \nC:+AFw-dir +AH4 +ACY co\n"),
        );
    }

    #[test]
    fn long_ones_are_flowed() {
        becomes(
            &utf8(&format!("Kurz \n> {LONG}-- \n{LONG}")),
            &flowed(
                "Kurz  \n\n\
                 +AD4 L+AOQ-ngere Zeilen werden umbrochen, und zwar so, da+AN8 ein Leser  \n\
                 +AD4 sie wieder verbinden kann.\n\
                 -- \n\
                 L+AOQ-ngere Zeilen werden umbrochen, und zwar so, da+AN8 ein Leser sie  \n\
                 wieder verbinden kann.\n",
            ),
        );
    }

    #[test]
    fn text_that_is_flowed_is_unflowed_first() {
        let input = format!("Ein \nAbsatz. {LONG}");
        let label = "Content-Type: text/plain; charset=utf-8; format=flowed\n\n";
        let output = "Ein Absatz. L+AOQ-ngere Zeilen werden umbrochen, und zwar so, da+AN8 ein  \n\
                      Leser sie wieder verbinden kann.\n";
        let relabelled = "Content-Type: text/plain; delsp=yes; charset=utf-7; format=flowed\n\n";
        for wrap in [Wrap::Flowed, Wrap::Hard] {
            becomes_by(
                &options().with_wrap(wrap),
                &format!("{label}{input}"),
                &format!("{relabelled}{output}"),
            );
        }
        // If the lines of a text fit already, they are not joined.
        becomes(
            &format!("{label}ä \nb\n"),
            "Content-Type: text/plain; charset=utf-7; format=flowed\n\n+AOQ \nb\n",
        );
    }

    #[test]
    fn hard_breaks_repeat_quote_marks() {
        let hard =
            options().with_wrap(Wrap::Hard).with_encoder(EncodeOptions::new().with_set_o(SetO::Direct));
        becomes_by(
            &hard,
            &utf8(&format!("> {LONG}")),
            &utf7(
                "> L+AOQ-ngere Zeilen werden umbrochen, und zwar so, da+AN8 ein Leser sie\n> wieder verbinden kann.\n",
            ),
        );
    }

    #[test]
    fn no_breaks_means_quoted_printable_or_long_lines() {
        let long =
            "L+AOQ-ngere Zeilen werden umbrochen, und zwar so, da+AN8 ein Leser sie wieder verbinden kann.\n";
        becomes_by(&options().with_wrap(Wrap::None), &utf8(LONG), &utf7(long));
        let label =
            "Content-Type: text/plain; charset=utf-7\nContent-Transfer-Encoding: quoted-printable\n\n";
        becomes_by(
            &options().with_wrap(Wrap::QuotedPrintable),
            &utf8(LONG),
            &format!(
                "{label}L+AOQ-ngere Zeilen werden umbrochen, und zwar so, da+AN8 ein Leser sie wied=\ner verbinden kann.\n"
            ),
        );
        becomes_by(
            &options().with_wrap(Wrap::QuotedPrintable).with_columns(40),
            &utf8(LONG),
            &format!(
                "{label}L+AOQ-ngere Zeilen werden umbrochen, un=\nd zwar so, da+AN8 ein Leser sie wied=\ner verbinden kann.\n"
            ),
        );
    }

    #[test]
    fn unbreakable_text_becomes_quoted_printable() {
        let url = format!("https://example.org/{}", "a-b/".repeat(14));
        let qp = "Content-Type: text/plain; charset=utf-7\nContent-Transfer-Encoding: quoted-printable\n\n";
        for wrap in [Wrap::Flowed, Wrap::Hard] {
            becomes_by(
                &options().with_wrap(wrap).with_columns(60),
                &utf8(&format!("Größe: {url}\n")),
                &format!(
                    "{qp}Gr+APYA3w-e: https://example.org/a-b/a-b/a-b/a-b/a-b/a-b/a-=\nb/a-b/a-b/a-b/a-=\nb/a-b/a-b/a-b/\n"
                ),
            );
        }
        let blob = "x".repeat(1200);
        let plan = ToUtf7::default().plan(utf8(&format!("ä {blob}\n")).as_bytes()).apply().into_owned();
        let output = String::from_utf8(plan).unwrap();
        assert!(output.starts_with(
            "Content-Type: text/plain; charset=utf-7\nContent-Transfer-Encoding: quoted-printable\n"
        ));
    }

    #[test]
    fn separators_become_line_ends_in_inline_text_on_request() {
        let text = "a\u{2028}b\u{2029}ä\n";
        becomes(&utf8(text), &utf7("a+ICgAYiApAOQ\n"));
        let requested = options().with_separators_as_line_ends(true);
        becomes_by(&requested, &utf8(text), &utf7("a\nb\n+AOQ\n"));
        let message = utf8(text);
        let plan = ToUtf7::new(requested.clone()).plan(message.as_bytes());
        let found: Vec<_> = plan.findings().iter().map(|f| (f.code, f.detail.to_string())).collect();
        let detail = "2 characters; the first one is U+2028 at octet 1 of the text";
        assert_eq!(found, [(Code::SeparatorsReplaced, detail.to_owned())]);
        let attachment = "Content-Disposition: attachment\n";
        becomes_by(
            &requested,
            &format!("{attachment}{}", utf8("a\u{2028}b\n")),
            &format!("{attachment}{}", utf7("a+ICg-b\n")),
        );
    }
}

mod html {
    use super::*;

    fn html(charset: &str, body: &str) -> String {
        format!("Content-Type: text/html; charset={charset}\n\n{body}")
    }

    fn direct() -> Utf7Options {
        options().with_encoder(EncodeOptions::new().with_set_o(SetO::Direct)).with_columns(40)
    }

    #[test]
    fn breaks_at_spaces_that_have_no_meaning() {
        becomes_by(
            &direct(),
            &html(
                "utf-8",
                "<meta charset=utf-8><p>Zeilen von HTML dürfen <b title='nicht hier'>fast</b> überall enden\n",
            ),
            &html(
                "utf-7",
                "<meta charset=utf-7><p>Zeilen von HTML\nd+APw-rfen <b\ntitle='nicht hier'>fast</b> +APw-berall\nenden\n",
            ),
        );
    }

    #[test]
    fn otherwise_becomes_quoted_printable() {
        becomes_by(
            &direct(),
            &html("utf-8", "<pre>In pre aber zählt jedes Leerzeichen, wirklich jedes</pre>\n"),
            "Content-Type: text/html; charset=utf-7\nContent-Transfer-Encoding: quoted-printable\n\n\
             <pre>In pre aber z+AOQ-hlt jedes Leerze=\nichen, wirklich jedes</pre>\n",
        );
    }
}

mod ascii {
    use super::*;

    #[test]
    fn stays_and_is_labelled_us_ascii() {
        for label in ["us-ascii", "utf-7"] {
            let message =
                format!("Content-Type: text/plain; charset={label}\n\nplain +- {}\n", "long ".repeat(50));
            becomes(&message, &message);
        }
        becomes("Subject: x\n\nplain ~\n", "Subject: x\n\nplain ~\n");
        becomes(
            "Content-Type: text/plain; charset=iso-8859-1\n\nplain + ~\n",
            "Content-Type: text/plain; charset=us-ascii\n\nplain + ~\n",
        );
    }

    #[test]
    fn loses_its_transfer_encoding_if_lines_are_short() {
        let label = |charset: &str, transfer: &str| {
            format!("Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {transfer}\n\n")
        };
        becomes(&(label("utf-8", "base64") + "cGxhaW4K\n"), &(label("us-ascii", "7bit") + "plain\n"));
        let long = "line =\n".repeat(20) + "\n";
        becomes(
            &(label("utf-8", "quoted-printable") + &long),
            &(label("us-ascii", "quoted-printable") + &long),
        );
        // The base64 is "ab" in UTF-16, so its octets include NULs.
        becomes(&(label("utf-16be", "base64") + "AGEAYg==\n"), &(label("us-ascii", "7bit") + "ab"));
        let raw = "word ".repeat(300);
        let output = ToUtf7::default().plan((label("utf-8", "8bit") + &raw).as_bytes()).apply().into_owned();
        assert!(String::from_utf8(output).unwrap().starts_with(&label("us-ascii", "quoted-printable")));
    }

    #[test]
    fn escape_sequences_and_controls_are_shifted() {
        becomes(
            "Content-Type: text/plain; charset=utf-8\n\n\u{1b}(B\n",
            "Content-Type: text/plain; charset=utf-7\n\n+ABs(B\n",
        );
    }
}

mod other_parts {
    use super::*;

    /// A composite type must not be encoded (RFC 2045 section 6.4), whether its parts can be found or not.
    #[test]
    fn composite_types_stay() {
        for media_type in
            ["multipart/mixed", "multipart/mixed; boundary=b", "message/http", "message/partial; id=x"]
        {
            let message = format!("Content-Type: {media_type}\n\n--c\n\n\u{e4}\n");
            let plan = ToUtf7::default().plan(message.as_bytes());
            assert!(plan.is_noop(), "{media_type}: {:?}", plan.edits());
            let left = plan.findings().iter().find(|finding| finding.code == Code::NotSevenBit).unwrap();
            assert_eq!(left.span.start, message.find('\u{e4}').unwrap(), "{media_type}");
        }
    }

    #[test]
    fn octets_above_127_under_a_transfer_encoding() {
        let part = |encoding: &str, body: &str| {
            format!("Content-Type: image/x\nContent-Transfer-Encoding: {encoding}\n\n{body}\n")
        };
        becomes(&part("quoted-printable", "=00\u{e4}="), &part("base64", "AMOk"));
        becomes(&part("x-uuencode", "begin 600 \u{e4}\n#86)C\n`\nend"), &part("base64", "YWJj"));
        // Octets above 127 in a base64 body have no known meaning, so the body is left unchanged.
        for body in ["AM\u{e4}Ok", "AMOk\n\n\u{e4}"] {
            let message = part("base64", body);
            let plan = ToUtf7::default().plan(message.as_bytes());
            assert!(plan.is_noop() && plan.is_unresolved(), "{:?}", plan.edits());
        }
    }

    fn codes(input: &[u8]) -> Vec<Code> {
        ToUtf7::default().plan(input).findings().iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn octets_above_127_become_base64_and_no_field_declares_8bit() {
        let input = "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n\
                     --b\nContent-Type: image/x-test\nContent-Transfer-Encoding: 8bit\n\né\n\
                     --b\nContent-Type: image/x-test\nContent-Transfer-Encoding: binary\n\nascii\n--b--\n";
        becomes(
            input,
            "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 7bit\n\n\
             --b\nContent-Type: image/x-test\nContent-Transfer-Encoding: base64\n\nw6k=\n\n\
             --b\nContent-Type: image/x-test\nContent-Transfer-Encoding: 7bit\n\nascii\n--b--\n",
        );
    }

    #[test]
    fn unreadable_text_keeps_its_octets() {
        let input =
            b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nab\x92cd and more\n";
        let plan = ToUtf7::default().plan(input);
        let output = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nab=92cd and more\n";
        assert_eq!(plan.apply().escape_ascii().to_string(), output.escape_default().to_string());
        assert_eq!(codes(input), [Code::TextUnresolved]);
    }

    /// In quoted-printable, `=2D-b` is an escaped delimiter line. It must not become a real delimiter line when the
    /// part is encoded again with fewer escapes.
    #[test]
    fn no_new_delimiter_line_appears() {
        let message = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=x-unknown\n\
            Content-Transfer-Encoding: quoted-printable\n\n=2D-b\nand more\xE9 =00\n--b--\n";
        let plan = ToUtf7::default().plan(message);
        let written = plan.apply();
        let parts = |octets: &[u8]| Structure::parse(octets, &Limits::default()).parts.len();
        assert!(written.is_ascii() && !plan.is_noop());
        assert_eq!(parts(&written), parts(message), "{}", written.escape_ascii());
    }

    #[test]
    fn signed_parts_stay_and_are_reported_as_not_7_bit() {
        let signed = |body: &str| {
            format!(
                "Content-Type: multipart/signed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n{body}\n\
                 --b\nContent-Type: application/pgp-signature\n\nx\n--b--\n"
            )
        };
        let plan = ToUtf7::default();
        assert!(plan.plan(signed("plain").as_bytes()).is_noop());
        let eight = signed("é");
        let plan = plan.plan(eight.as_bytes());
        assert!(plan.is_noop() && plan.is_unresolved());
        let finding = plan.findings().iter().find(|finding| finding.code == Code::NotSevenBit).unwrap();
        assert_eq!((finding.part, finding.span.slice(eight.as_bytes())), (1, "é".as_bytes()));
    }

    #[test]
    fn a_message_that_is_left_alone_is_reported() {
        let policy = options().policy.with_keep_dkim(true);
        let sealed = format!("DKIM-Signature: v=1; h=from; b=eA==\n{}", utf8("é\n"));
        let writer = ToUtf7::new(options().with_policy(policy));
        let plan = writer.plan(sealed.as_bytes());
        let codes: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
        assert!(plan.is_noop() && plan.is_unresolved());
        assert_eq!(codes, [Code::SealKept, Code::NotSevenBit]);
    }

    #[test]
    fn an_attachment_keeps_its_line_ends() {
        let label = |charset: &str| {
            format!(
                "Content-Type: text/plain; charset={charset}\nContent-Disposition: attachment\nContent-Transfer-Encoding: "
            )
        };
        // The text is "é\r\né" in a message with LF line ends.
        let input = label("utf-8") + "base64\n\nw6kNCsOp\n";
        let output = label("utf-7") + "quoted-printable\n\n+AOk=0D\n+AOk";
        let plan = ToUtf7::default().plan(input.as_bytes());
        assert_eq!(plan.apply().escape_ascii().to_string(), output.escape_default().to_string());
        let back = normalize(&output.into_bytes()).apply().into_owned();
        assert_eq!(
            back.escape_ascii().to_string(),
            (label("utf-8") + "base64\n\nw6kNCsOp\n").escape_default().to_string()
        );
    }
}

mod headers {
    use super::*;

    #[test]
    fn encoded_words_are_utf7_and_each_decodes_by_itself() {
        becomes(
            "Subject: =?utf-8?B?SGkgTW9tIOKYuiE=?=\nFrom: \"J\u{f6}rg, der \u{dc}.\" <a@b.org>\nTo: ASCII <c@d.org>, e@f.org (\u{e9})\n\nb\n",
            "Subject: =?utf-7?Q?Hi_Mom_+JjoAIQ-?=\nFrom: =?utf-7?Q?J+APY-rg+ACw_der_+ANwALg-?= <a@b.org>\nTo: ASCII <c@d.org>, e@f.org (=?utf-7?Q?+AOk-?=)\n\nb\n",
        );
    }

    #[test]
    fn long_text_is_folded_into_whole_words() {
        let subject = "\u{1f600}".repeat(20);
        let plan =
            ToUtf7::default().plan(format!("Subject: {subject}\n\nb\n").as_bytes()).apply().into_owned();
        let header = String::from_utf8(plan).unwrap();
        for line in header.lines() {
            assert!(line.len() <= 76, "{line}");
            if let Some(word) = line.trim_start_matches("Subject:").trim().strip_prefix("=?utf-7?Q?") {
                let text = Charset::UTF_7
                    .decode_strict(word.trim_end_matches("?=").as_bytes())
                    .unwrap()
                    .into_owned();
                assert!(text.chars().all(|character| character == '\u{1f600}'), "{text}");
            }
        }
        assert!(
            String::from_utf8(normalize(header.as_bytes()).apply().into_owned())
                .unwrap()
                .replace("\n ", " ")
                .contains(&subject)
        );
    }

    #[test]
    fn parameters_are_percent_escaped() {
        becomes(
            "Content-Type: image/x-test; name=\"=?utf-8?Q?=C3=A9?=.x\"\nContent-Disposition: attachment; filename=\u{e9}.x\n\nb\n",
            "Content-Type: image/x-test; name*=utf-8''%C3%A9.x\nContent-Disposition: attachment; filename*=utf-8''%C3%A9.x\n\nb\n",
        );
    }
}

/// Garbled text in any charset of Unicode is left and named. In UTF-7, its finding would be lost.
#[test]
fn garbled_text_stays_and_keeps_its_finding() {
    for label in ["utf-8", "utf-7", "utf-16", "utf-16le", "utf-32be", "gb18030", "cesu-8"] {
        let body =
            Charset::for_label(label.as_bytes()).unwrap().encode("schÃ¶ne GrÃ¼ÃŸe\n").unwrap().into_owned();
        let body = base64(&body);
        let input = format!(
            "MIME-Version: 1.0\nContent-Type: text/plain; charset={label}\nContent-Transfer-Encoding: base64\n\n{body}"
        );
        for plan in [ToUtf7::default().plan(input.as_bytes()), normalize(input.as_bytes())] {
            let found: Vec<Code> = plan.findings().iter().map(|finding| finding.code).collect();
            assert!(found.contains(&Code::TextGarbled), "{label} {found:?}");
        }
        assert!(ToUtf7::default().plan(input.as_bytes()).is_noop(), "{label}");
    }
    let raw = utf8("schÃ¶ne GrÃ¼ÃŸe\n");
    let plan = ToUtf7::default().plan(raw.as_bytes());
    assert_eq!(plan.findings()[0].code, Code::TextGarbled);
    let left = plan.apply();
    assert!(left.is_ascii());
    assert!(String::from_utf8_lossy(&left).contains("charset=utf-8"));
    let again = ToUtf7::default().plan(&left);
    assert!(again.is_noop() && again.findings()[0].code == Code::TextGarbled);
}

fn base64(octets: &[u8]) -> String {
    String::from_utf8(mailutf::transfer::base64::encode_body(octets, b"\n")).unwrap()
}
