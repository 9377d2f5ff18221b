//! Tests of `mailutf text`.

use super::program;
use std::fs;

const MESSAGE: &str = "Subject: =?iso-8859-1?Q?caf=E9?=\n =?iso-8859-1?Q?_noir?=\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/plain; charset=koi8-r\n\
    Content-Transfer-Encoding: quoted-printable\n\n=EB=CF=C4=\n\n\
    --b\nContent-Type: text/html; charset=utf-16be\nContent-Transfer-Encoding: base64\n\nADwAcAA+\n\
    --b\nContent-Type: text/csv; charset=iso-8859-1\nContent-Disposition: attachment\n\n\
    a;b\n--b\nContent-Type: image/png\n\n\x01\n--b--\n";

fn text(args: &[&str], input: &str, status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.arg("text").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

fn says(args: &[&str], input: &str, expected: &str) {
    assert_eq!(text(args, input, 0), (expected.to_owned(), String::new()), "{args:?}");
}

#[test]
fn the_text_of_one_message() {
    says(&[], MESSAGE, "Код\n<p>\n\x0C\n");
    let header = "Subject: café noir\nContent-Type: multipart/mixed; boundary=b\n\n";
    says(&["--headers"], MESSAGE, &format!("{header}Код\n<p>\n\x0C\n"));
}

/// An attachment without a label is shown in the charset that its letters suggest, or in the charset that the user
/// names.
#[test]
fn an_attachment_without_a_label() {
    let message = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhi\n--b\n\
        Content-Disposition: attachment; filename=a.txt\nContent-Transfer-Encoding: quoted-printable\n\n\
        =CF=F0=E8=E2=E5=F2, =FD=F2=EE =EF=E8=F1=FC=EC=EE\n--b--\n";
    says(&[], message, "hi\n\x0C\n");
    says(&["--part=2"], message, "Привет, это письмо\n\x0C\n");
    says(&["--part=2", "--fallback-charset=koi8-r"], message, "оПХБЕР, ЩРН ОХЯЭЛН\n\x0C\n");
    let (nothing, said) = text(&["--part=2", "--strict"], message, 1);
    assert_eq!(nothing, "\x0C\n", "{said}");
}

#[test]
fn one_part() {
    says(&["--part", "2"], MESSAGE, "<p>\n\x0C\n");
    says(&["-p3"], MESSAGE, "a;b\n\x0C\n");
    says(&["--part=1"], "\nbody\n", "body\n\x0C\n");
    let (nothing, said) = text(&["--part=7"], MESSAGE, 2);
    assert_eq!(nothing, "\x0C\n");
    assert!(said.contains("the message has no part `7`; `mailutf inspect` shows"), "{said}");
    let (nothing, said) = text(&["--part=4"], MESSAGE, 1);
    assert_eq!(nothing, "\x0C\n");
    assert!(said.contains("standard input: part 4: it is image/png, not text"), "{said}");
}

#[test]
fn the_stream_splits_into_the_messages() {
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    let mbox = format!("{from_line}\none\r\n\n{from_line}\na\n\x0C\n\x0Cb\n\n{from_line}\n\n");
    says(&["-"], &mbox, "one\n\x0C\na\n\x0C \n\x0Cb\n\x0C\n\x0C\n");
}

#[test]
fn files_in_order_and_missing_files_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a"), "\none\n").unwrap();
    fs::write(path("b"), "\ntwo").unwrap();
    let (said, errors) = text(&[&path("a"), &path("c"), &path("b")], "", 2);
    assert_eq!(said, "one\n\x0C\ntwo\n\x0C\n");
    assert!(errors.contains(&path("c")) && errors.contains("cannot open"), "{errors}");
}

#[test]
fn damaged_text_is_shown_and_named() {
    let (said, errors) = text(&[], "Content-Transfer-Encoding: x-none-such\n\n???\n", 0);
    assert_eq!(said, "???\n\x0C\n");
    assert!(errors.contains("standard input: transfer-unknown: "), "{errors}");
    let (said, errors) = text(&[], "Content-Transfer-Encoding: base64\n\n\\c29tZSB0ZXh0Cg==\n", 0);
    assert_eq!(said, "some text\n\x0C\n");
    assert!(errors.contains("transfer-dropped: "), "{errors}");
    let broken: &[u8] = b"From a@b.org Mon Jan  1 00:00:00 2024\nMessage-ID: <1@b.org>\n\
        Content-Type: text/plain; charset=utf-8\n\nViele Gr\xC3\xBC\xC3\x9Fe \xC3\xA4\xC3\xB6 \xC3 x\n";
    let mut command = program::assert_command();
    let assert = command.args(["text"]).write_stdin(broken).assert().code(0);
    let assert = assert.stdout("Viele Grüße äö \u{FFFD} x\n\x0C\n");
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.contains("standard input: message 1 at octet 0 <1@b.org>: text-replaced: "), "{said}");
    // A text part whose octets are not text is not shown.
    let binary = "Content-Type: text/plain; charset=utf-8\n\n\0\x01\0\x02\0\x03\0\0\0\n";
    let (said, errors) = text(&[], binary, 1);
    assert_eq!(said, "\x0C\n");
    assert!(errors.contains("it is not text"), "{errors}");
}

#[test]
fn a_text_with_a_doubtful_label_is_shown_as_it_likely_is() {
    let octets = encoding_rs::WINDOWS_1251.encode("Привет, это письмо\r\n").0;
    let message = [b"Content-Type: text/plain; charset=iso-8859-1\n\n", &*octets].concat();
    for (args, shown) in [
        (&["text"][..], "Привет, это письмо\n\x0C\n"),
        (&["text", "--plain"], "Привет, это письмо\n\x0C\n"),
        (&["text", "--json"], "\"text\":\"Привет, это письмо\\n\""),
        (&["text", "--doubtful", "label"], "Ïðèâåò, ýòî ïèñüìî\n\x0C\n"),
    ] {
        let mut command = program::assert_command();
        let assert = command.args(args).write_stdin(message.clone()).assert().code(0);
        let output = assert.get_output();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(shown), "{said}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(errors.contains("label-overruled: "), !args.contains(&"label"), "{errors}");
    }
    // `normalize` leaves the doubtful text unchanged, although `text` shows it in its likely reading.
    let mut command = program::assert_command();
    let assert = command.args(["normalize", "-q"]).write_stdin(message.clone()).assert().code(1);
    assert_eq!(assert.get_output().stdout, message);
}

/// Mail programs do not show such text, so a person must learn of it; but all text of the parts is shown, so the exit
/// status is 0.
#[test]
fn text_outside_the_parts_is_named() {
    let message = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHi\n--b--\n\nThe \u{1b}[1mfooter\n";
    let named = "mailutf: standard input: text-outside-parts: text of 14 octets after the last part, where mail \
        programs do not show it: `The \\u{1b}[1mfooter`\n";
    for args in [&[][..], &["--plain"], &["--headers"], &["--json"]] {
        assert_eq!(text(args, message, 0).1, named, "{args:?}");
    }
    assert_eq!(text(&["--part=1"], message, 0).1, "");
    let (_, said) = text(&["--fail-on=text-outside-parts"], message, 1);
    assert!(said.contains("text-outside-parts at octet "), "{said}");
    let enclosed = format!("Content-Type: message/rfc822\n\n{message}");
    let (_, said) = text(&["--plain"], &enclosed, 0);
    assert!(said.contains("text-outside-parts: text of 14 octets"), "{said}");
    let encoded = "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n";
    let (_, said) = text(&[], &format!("{encoded}{}", message.replace('=', "=3D")), 0);
    assert!(said.contains("text-outside-parts: text of 14 octets"), "{said}");
}

#[test]
fn a_line_of_a_header_that_is_no_field_is_shown() {
    let message = "Subject: =?utf-8?Q?r=C3=A9minder?=\nabout =?utf-8?Q?the_game?= tonight\nSender: y\n\n";
    says(&["--headers"], message, "Subject: réminder\nabout the game tonight\nSender: y\n\n\x0C\n");
}

#[test]
fn reports_and_enclosed_messages_are_text_too() {
    let message = "Subject: outer\nContent-Type: multipart/report; boundary=b\n\n\
        --b\n\nfailed\n\
        --b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n\
        Diagnostic-Code: smtp; 550 =?utf-8?Q?K=C3=B6ln?=\n\
        --b\nContent-Type: message/rfc822\n\nSubject: =?iso-8859-1?Q?inn=E9r?=\n\nbody\n--b--\n";
    let report = "Reporting-MTA: dns; x\n\nDiagnostic-Code: smtp; 550 Köln\n\n";
    says(&[], message, &format!("failed\n{report}body\n\x0C\n"));
    let outer = "Subject: outer\nContent-Type: multipart/report; boundary=b\n\n";
    says(&["--headers"], message, &format!("{outer}failed\n{report}Subject: innér\n\nbody\n\x0C\n"));
}

#[test]
fn a_line_end_in_a_word_forges_no_field() {
    let message = "Subject: =?utf-8?Q?one=0D=0ATo:_=C3=A4?=\n\n";
    says(&["--headers"], message, "Subject: one To: ä\n\n\x0C\n");
}

#[test]
fn a_parameter_that_names_a_language_is_decoded() {
    let of = |parameter: &str| format!("Content-Disposition: attachment; size=3; {parameter}\n\n");
    for (stored, shown, finding) in [
        ("filename*=iso-8859-1'fr'caf%E9%20%22noir%22", "filename=\"café \\\"noir\\\"\"", ""),
        ("filename*=utf-8'fr'a%0D%0ATo:%20b", "filename=\"a To: b\"", ""),
        ("filename*=x-viet-vni'fr'caf%E9", "filename*=x-viet-vni'fr'caf%E9", "parameter-unresolved: "),
    ] {
        let (said, errors) = text(&["--headers"], &of(stored), 0);
        assert_eq!(said, format!("{}\x0C\n", of(shown)));
        let errors: Vec<_> = errors.lines().filter(|line| !line.contains("no text to print")).collect();
        assert!(errors.is_empty() == finding.is_empty() && errors.join("").contains(finding), "{errors:?}");
    }
}

#[test]
fn a_file_without_a_header_is_read_anyway() {
    let (said, errors) = text(&[], "Grüße, ohne Kopf\n", 0);
    assert_eq!(said, "Grüße, ohne Kopf\n\x0C\n");
    assert_eq!(errors, "mailutf: standard input: perhaps not mail: it has no header field\n");
}

#[test]
fn header_text_is_decoded_in_protected_parts_too() {
    let message = "Subject: =?iso-8859-1?Q?caf=E9?=\nContent-Type: multipart/signed; boundary=b\n\n\
        --b\nContent-Type: message/rfc822\n\nSubject: =?iso-8859-1?Q?inn=E9r?=\n\nbody\n--b--\n";
    let (said, _) = text(&["--headers"], message, 0);
    assert!(said.contains("Subject: café\n") && said.contains("Subject: innér\n"), "{said}");
    let (said, _) = text(&["--headers", "--limit-parts=1"], message, 0);
    assert!(said.contains("Subject: café\n"), "{said}");
}

/// Lines that were split for transport are joined, so that grep can find a phrase.
#[test]
fn flowed_text_is_joined_into_paragraphs() {
    let text = |parameters: &str, body: &str| {
        let message = format!("Content-Type: text/plain; charset=utf-8{parameters}\n\n{body}");
        let assert = program::assert_command().arg("text").write_stdin(message).assert().code(0).stderr("");
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let body = "the quick \nbrown fox\n> how \n> now\n From me\n-- \nB \n";
    assert_eq!(text("; format=flowed", body), "the quick brown fox\n> how now\nFrom me\n-- \nB \n\u{c}\n");
    assert_eq!(text("; Format=Flowed; delsp=yes", "日本 \n語\n"), "日本語\n\u{c}\n");
    assert_eq!(text("", body), format!("{body}\u{c}\n"));
}

fn lines_of(args: &[&str], input: &str, status: i32) -> Vec<serde_json::Value> {
    let (said, _) = text(args, input, status);
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn plain_prints_the_body_that_is_read_best() {
    says(&["--plain"], MESSAGE, "Код\n\x0C\n");
    let html = "Content-Type: text/html; charset=iso-8859-1\n\n\
        <style>p{}</style><p>Caf\u{e9} &amp; Tee<blockquote>Was?</blockquote>";
    says(&["--plain"], html, "Café & Tee\n\n> Was?\n\x0C\n");
    let both = "Content-Type: multipart/alternative; boundary=b\n\n\
        --b\nContent-Type: text/plain; charset=x-none\n\n\u{e9}\u{ff}\n--b\nContent-Type: text/html\n\n<p>read\n--b--\n";
    let (said, _) = text(&["--plain", "--strict"], both, 0);
    assert_eq!(said, "read\n\x0C\n");
    says(&["--plain", "--headers"], "Subject: =?iso-8859-1?Q?=E9?=\n\nbody\n", "Subject: é\n\nbody\n\x0C\n");
    // The body consists of several texts: one before and one after a picture, and the footer of a mailing list.
    let pieces = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\nContent-Type: image/png\n\nx\n\
        --b\nContent-Type: text/plain; charset=utf-7\n\n+A7I-\n--b\n\n-- \na list\n--b--\n";
    says(&["--plain"], pieces, "one\nβ\n-- \na list\n\x0C\n");
    // Blanks beside HTML are no text.
    let alternatives = |html: &str| {
        format!(
            "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: multipart/alternative; boundary=b\n\n\
             --b\n\n \u{a0}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n--m\n\n-- \na list\n--m--\n"
        )
    };
    says(&["--plain"], &alternatives("<p>read"), "read\n-- \na list\n\x0C\n");
    says(&["--plain"], &alternatives("<div><br></div>"), " \u{a0}\n-- \na list\n\x0C\n");
    let (json, _) = text(&["--json"], &alternatives("<p>read"), 0);
    assert!(json.contains(r#""text":"read\n-- \na list""#), "{json}");
    assert!(json.contains(r#""bodies":{"html":["1.2","2"],"text":["1.1","1.2","2"]}"#), "{json}");
    says(&["--plain", "-p2"], MESSAGE, "\x0C\n");
    let (said, errors) = text(&["--plain"], "Content-Type: image/png\n\nx\n", 0);
    assert!(said == "\x0C\n" && errors.contains(": no text to print, only image/png; "), "{said:?} {errors}");
}

#[test]
fn scripts_can_rely_on_each_separator() {
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    let mbox = format!("{from_line}\na\0b\n\n{from_line}\n\x0C\n\n");
    says(&["--separator=nul", "-"], &mbox, "a\u{FFFD}b\n\0\x0C\n\0");
    says(&["--separator=none"], &mbox, "a\0b\n\x0C\n");
    says(&["--separator=form-feed"], &mbox, "a\0b\n\x0C\n\x0C \n\x0C\n");
}

#[test]
fn one_message_of_a_mailbox() {
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    let mbox = format!("{from_line}\none\n\n{from_line}\ntwo\n\n{from_line}\nthree\n\n");
    says(&["-m2"], &mbox, "two\n\x0C\n");
    says(&["--message", "3", "--part", "1"], &mbox, "three\n\x0C\n");
    assert_eq!(lines_of(&["-m2", "--json"], &mbox, 0)[0]["offset"], 54);
    let (nothing, said) = text(&["-m4"], &mbox, 2);
    assert_eq!(nothing, "");
    assert!(said.contains("there is no message 4; standard input has 3 messages"), "{said}");
}

#[test]
fn json_is_one_line_for_each_message() {
    let message = "From: =?koi8-r?B?6dfBzg==?= <ivan@example.org>\nTo: a@b, Kim <k@d>\nCc: us: x@y;\n\
        Date: Tue, 02 Jan 2024 03:04:05 +0100\nSubject: =?iso-8859-1?Q?caf=E9?=\nMessage-ID: <1@example.org>\n\
        Content-Type: multipart/mixed; boundary=b\n\n\
        --b\nContent-Type: text/plain; charset=koi8-r; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\n\
        =EB=CF=C4 =\n\nx\n\
        --b\nContent-Type: application/pdf; name*=koi8-r''%C6%C1%CA%CC.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n\
        --b\nContent-Type: text/plain; charset=utf-8\n\n\u{e9}\n--b--\n";
    let lines = lines_of(&["--json"], message, 0);
    let expected = serde_json::json!({
        "schema": 1, "file": "-", "message": 1, "offset": 0, "message_id": "<1@example.org>",
        "date": "2024-01-02T03:04:05+01:00", "date_utc": "2024-01-02T02:04:05+00:00",
        "from": [{ "name": "Иван", "address": "ivan@example.org" }],
        "to": [{ "name": "", "address": "a@b" }, { "name": "Kim", "address": "k@d" }],
        "cc": [{ "name": "", "address": "x@y" }],
        "subject": "café", "text": "Код x\né", "bodies": { "text": ["1", "3"], "html": ["1", "3"] },
        "attachments": [{ "part": "2", "name": "файл.pdf", "media_type": "application/pdf", "octets": 4, "uuencoded": false, "text": "%PDF" }],
        "charsets": [
            { "part": "1", "declared": "koi8-r", "used": "KOI8-R", "because": "as its label says" },
            { "part": "3", "declared": "utf-8", "used": "UTF-8", "because": "as its label says" },
        ],
        "findings": [],
    });
    assert_eq!(lines, [expected]);
    let unknown = lines_of(&["--json"], "Content-Transfer-Encoding: x-none-such\n\n???\n", 0);
    assert_eq!(unknown[0]["text"], "???\n");
    assert_eq!(
        unknown[0]["charsets"][0]["doubt"],
        "The transfer encoding is unknown; the part was left unchanged."
    );
    assert_eq!(unknown[0]["findings"][0]["code"], "transfer-unknown");
    assert_eq!(text(&["--json", "--plain"], "", 2).0, "");
}

#[test]
fn attachments_have_their_texts_in_json() {
    let message = "Subject: files\nContent-Type: multipart/mixed; boundary=b\n\n\
        --b\n\nSee:\nbegin 644 note.txt\n+;F5E9&QE(#(*>`H`\n`\nend\n\
        --b\nContent-Type: text/plain; charset=koi8-r; name=a.txt\nContent-Disposition: attachment\n\
        Content-Transfer-Encoding: quoted-printable\n\n=EB=CF=C4=0D=0A=\n\n\
        --b\nContent-Type: application/pdf; name=a.pdf\n\n%PDF-1.4\n\
        --b\nContent-Type: message/rfc822\n\nSubject: =?koi8-r?B?68/E?=\nReceived: x\n\nenclosed\n\
        --b\nContent-Type: text/plain; charset=utf-8; name=b.txt\nContent-Disposition: attachment\n\n\
        Viele Gr\u{fc}\u{df}e \u{e4}\n--b--\n";
    let json = |message: &[u8]| {
        let mut command = program::assert_command();
        let assert = command.args(["text", "--json"]).write_stdin(message.to_vec()).assert().code(0);
        let output = assert.get_output().clone();
        let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (line, String::from_utf8(output.stderr).unwrap())
    };
    let (line, errors) = json(message.as_bytes());
    assert_eq!(errors, "");
    let texts: Vec<_> =
        line["attachments"].as_array().unwrap().iter().map(|file| (&file["part"], &file["text"])).collect();
    let text = |text: &str| serde_json::Value::from(text);
    assert_eq!(
        texts,
        [
            (&text("2"), &text("\u{41a}\u{43e}\u{434}\n")),
            (&text("3"), &serde_json::Value::Null),
            (&text("4"), &text("Subject: \u{41a}\u{43e}\u{434}\n\nenclosed")),
            (&text("5"), &text("Viele Gr\u{fc}\u{df}e \u{e4}")),
            (&text("1"), &text("needle 2\nx\n")),
        ]
    );
    assert_eq!(line["attachments"][4]["uuencoded"], true);
    // If something is lost in a text that is shown, a finding says so.
    let cut: Vec<u8> = message.bytes().filter(|octet| *octet != 0xA4).collect();
    assert!(json(&cut).1.contains("part 5: text-replaced: "), "{}", json(&cut).1);
}
