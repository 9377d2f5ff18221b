//! Tests of `mailutf inspect`.

use super::program;
use mailutf::Policy;
use mailutf::charset::Charset;
use mailutf::text::{MessageTexts, Unreadable};
use serde_json::Value;
use std::fs;

const MESSAGE: &str = "Message-ID: <1@example.org>\n\
    Subject: =?iso-8859-1?Q?caf=E9?= =?iso-8859-1?Q?_noir?=\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/plain; charset=us-ascii\n\
    Content-Transfer-Encoding: quoted-printable\n\ngr=C3=B6=C3=9Fer\n\
    --b\nContent-Type: multipart/alternative; boundary=c\n\n\
    --c\nContent-Type: text/html; charset=utf-8\n\n<p>x\n\
    --c--\n\
    --b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\nAAAA\n--b--\n";

const PICTURE: &str = "\
standard input: would change, 1 guess
  Subject: café noir

guess label-mismatch: The text is not in the charset that its label names; its charset was determined in another way.
  part 1, octet 219: us-ascii read as UTF-8, because it is valid UTF-8
`mailutf explain label-mismatch` explains why this happens and what to do.

multipart/mixed, 291 octets at 127
│  Subject at octet 28
│    before: =?iso-8859-1?Q?caf=E9?= =?iso-8859-1?Q?_noir?=
│    after:  café noir
├─ 1 text/plain, quoted-printable, 16 octets at 219  ← guess
│     charset: declared us-ascii; read as UTF-8, because it is valid UTF-8
│     text:    größer
├─ 2 multipart/alternative, 54 octets at 289
│  └─ 2.1 text/html, 7bit, 4 octets at 333
│        charset: declared utf-8; read as UTF-8, as its label says
│        text:    x
└─ 3 image/png, base64, 4 octets at 407
";

fn inspect(args: &[&str], input: &[u8], status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.arg("inspect").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// The name of a signed file is shown as guessed. A conversion leaves it, because the part is signed.
#[test]
fn a_guess_in_a_signed_part_is_named() {
    let message = "Content-Type: multipart/signed; boundary=s; protocol=\"application/pgp-signature\"\n\n\
        --s\nContent-Type: application/pdf\nContent-Disposition: attachment; \
        filename=\"=?iso-8859-1?Q?=CF=F0=E8=EA=E0=E7_=EE_=EF=F0=E8=B8=EC=E5?=\"\n\nx\n--s\n\nx\n--s--\n";
    for command in [&["--json"][..], &[]] {
        let (out, _) = inspect(command, message.as_bytes(), 0);
        assert!(out.contains("label-doubtful"), "{out}");
    }
}

fn mbox() -> String {
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    format!("{from_line}Subject: one\n\n1\n\n{from_line}{MESSAGE}\n")
}

#[test]
fn a_message_is_shown_with_its_parts() {
    assert_eq!(inspect(&[], MESSAGE.as_bytes(), 0), (PICTURE.to_owned(), String::new()));
}

#[test]
fn a_damaged_attachment_is_named() {
    let damaged = MESSAGE.replace("AAAA", "AA*AA");
    let named = "damaged: the content may be incomplete: an octet outside the alphabet of base64 at octet 2 of the \
        encoded body";
    let shown = inspect(&[], damaged.as_bytes(), 0).0;
    assert!(shown.split_whitespace().collect::<Vec<_>>().join(" ").contains(named), "{shown}");
    let damage = |message: &str| {
        let line: Value = serde_json::from_str(&inspect(&["--json"], message.as_bytes(), 0).0).unwrap();
        line["parts"][4]["damage"].clone()
    };
    assert!(damage(MESSAGE).is_null() && damage(&damaged).is_string());
}

#[test]
fn all_messages_of_an_mbox_or_one() {
    let (all, _) = inspect(&["-"], mbox().as_bytes(), 0);
    assert!(
        all.starts_with(
            "standard input: message 1 at octet 0: nothing to convert\n  Subject: one\n\ntext/plain, 7bit"
        ),
        "{all}"
    );
    let (second, _) = inspect(&["--message", "2"], mbox().as_bytes(), 0);
    assert!(second.starts_with("standard input: message 2 at octet 65 <1@example.org>: would"), "{second}");
    assert_eq!(second.lines().count(), PICTURE.lines().count());
    assert!(all.ends_with(&format!("\n\n{second}")), "{all}");
    let (nothing, said) = inspect(&["-m", "3"], mbox().as_bytes(), 2);
    assert_eq!(nothing, "");
    assert!(said.contains("there is no message 3; standard input has 2"), "{said}");
}

#[test]
fn all_messages_of_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("in")).unwrap();
    fs::write(dir.path().join("in/1.eml"), "Subject: one\n\n").unwrap();
    fs::write(dir.path().join("box"), mbox()).unwrap();
    let path = dir.path().to_str().unwrap();
    let (all, _) = inspect(&["-r", path], b"", 0);
    let heads: Vec<&str> = all.lines().filter(|line| line.starts_with(path)).collect();
    assert_eq!(heads.len(), 3, "{all}");
    assert!(
        heads[0].starts_with(&format!("{path}/box: message 1")) && heads[2].contains("in/1.eml"),
        "{all}"
    );
    let (second, _) = inspect(&["-m2", path], b"", 0);
    assert!(second.starts_with(&format!("{path}/box: message 2")), "{second}");
    let (_, said) = inspect(&["-m3", path], b"", 2);
    assert!(said.contains("there is no message 3; none of the mailboxes has that many messages"), "{said}");
}

#[test]
fn json_has_the_same_content() {
    let (lines, _) = inspect(&["--json"], mbox().as_bytes(), 0);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains(r#""changes":false"#), "{}", lines[0]);
    for said in [
        r#""after":"café noir""#,
        r#""because":"because it is valid UTF-8","declared":"us-ascii","used":"UTF-8""#,
        r#""code":"label-mismatch""#,
        r#""message_id":"<1@example.org>""#,
        r#""transfer_encoding":"base64""#,
    ] {
        assert!(lines[1].contains(said), "{said} not in {}", lines[1]);
    }
}

#[test]
fn the_worst_findings_come_first_and_long_lists_are_cut() {
    let words = "Subject: =?utf-8?Q? a?=\n".repeat(9);
    let message = format!(
        "{words}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n\
         Viele Grüße, und nun: \u{FFFD} kaputt\n--b--\n"
    );
    let octets: Vec<u8> = message.into_bytes();
    let at = octets.windows(3).position(|three| three == "\u{FFFD}".as_bytes()).unwrap();
    let broken = [&octets[..at], b"\xC3", &octets[at + 3..]].concat();
    let (said, _) = inspect(&[], &broken, 0);
    let findings: Vec<&str> =
        said.lines().filter(|line| line.contains("-un") || line.contains("and 6")).collect();
    assert!(findings[0].starts_with("unresolved text-unresolved: "), "{said}");
    assert!(said.contains("  and 6 more; --json shows all of them"), "{said}");
    assert!(said.contains("octets:   und nun: \\xC3 kaputt\n"), "{said}");
    assert!(said.contains("`mailutf explain CODE`"), "{said}");
}

#[test]
fn unreadable_text_is_named_and_output_is_escaped() {
    let message = b"Subject: \x1b[2J=?utf-8?Q?=E2=80=AEx?=\nContent-Type: text/plain; charset=\"x\x1b[0m\"\n\nbad \xFF\xFE tail\n";
    let (said, _) = inspect(&[], message, 0);
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said}");
    assert!(said.contains(", an unknown label; unreadable\n") && said.contains("text-unresolved"), "{said}");
    let (said, _) = inspect(&[], b"Content-Transfer-Encoding: x-none-such\n\n???\n", 0);
    assert!(
        said.contains("unknown transfer encoding") && said.contains("unresolved transfer-unknown"),
        "{said}"
    );
}

#[test]
fn any_octets_can_be_inspected() {
    for octets in [&b""[..], b"\n", b"\0\xff:", b"Content-Type: multipart/mixed; boundary=\"\"\n\n--\n"] {
        assert!(!inspect(&[], octets, 0).0.is_empty());
    }
    assert_eq!(inspect(&[], b"", 0).0, "standard input: empty\n");
    assert!(
        inspect(&[], b"\x89PNG\r\n", 0).0.starts_with("standard input: perhaps not mail: it has no header")
    );
}

#[test]
fn the_first_line_is_a_verdict() {
    let first = |message: &[u8]| inspect(&[], message, 0).0.lines().next().unwrap().to_owned();
    let message =
        b"Subject: gr\xFC\xDFe\nComments: gr\xFC\xDFe\nContent-Type: multipart/mixed; boundary=b\n\n\
        --b\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\nxMHE\n8A\n";
    assert_eq!(first(message), "standard input: would change, 2 guesses, 2 notes");
    let page = b"\xEF\xBB\xBF<!DOCTYPE HTML>\n<p>Gr\xFC\xDFe";
    assert_eq!(first(page), "standard input: perhaps not mail: it starts like a web page");
    let (said, _) = inspect(&[], b"GIF89a\0\0\xFF", 0);
    assert!(said.contains("octet 0: starts like GIF\n"), "{said}");
    let (_, said) = inspect(&[], b"PK\x03\x04\x14\0\x06\0\xFF", 1);
    assert!(
        said.contains("format-unsupported: a ZIP archive (.docx, .xlsx and .odt are ZIP archives, too)\n"),
        "{said}"
    );
    let broken = b"Content-Type: text/plain; charset=utf-8\n\ngr\xC3\xBC\xC3\x9Fe\n\xFFx\n";
    let (said, _) = inspect(&[], broken, 0);
    assert!(
        said.contains(" at octet 8 of the text\n") && said.contains("octets:  grüße\\n\\xFFx\\n\n"),
        "{said}"
    );
}

/// Returns the option and the text of each alternative reading.
fn others(args: &[&str], message: &[u8]) -> Vec<(Option<String>, String)> {
    let (line, _) = inspect(&[&["--json"], args].concat(), message, 0);
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let said = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let others = line["parts"][0]["maybe"].as_array().unwrap().iter();
    others.map(|other| (said(&other["option"]), said(&other["text"]).unwrap())).collect()
}

#[test]
fn alternative_readings_are_offered_and_their_options_work() {
    let greeting = |label: &str, charset: &str, text: &str| {
        let text = Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap().into_owned();
        [label.as_bytes(), b"\n\n", &text, b"\n"].concat()
    };
    let label = |label: &str| format!("Content-Type: text/plain; charset={label}");
    for (label, charset, text, option) in [
        (label("x-viet-vni"), "koi8-r", "Привет, мир!", "--charset x-viet-vni=KOI8-R"),
        (label("iso-8859-1"), "windows-1251", "Привет, мир!", "--charset iso-8859-1=windows-1251"),
        (label("koi8-r"), "windows-1251", "Привет, мир!", "--charset koi8-r=windows-1251"),
        (label("us-ascii"), "koi8-r", "да", "--charset us-ascii=KOI8-R"),
        (label("utf-8"), "windows-1252", "café", "--charset utf-8=windows-1252"),
        ("Subject: none".to_owned(), "koi8-r", "да", "--fallback-charset KOI8-R"),
    ] {
        let message = greeting(&label, charset, text);
        let others = others(&[], &message);
        assert!(others.contains(&(Some(option.to_owned()), text.to_owned())), "{label}: {others:?}");
        let (said, _) = inspect(&[], &message, 0);
        assert!(said.contains(&format!("\n   maybe:   {option}: {text}\n")), "{said}");
        for (option, text) in others {
            let (said, _) = inspect(&option.unwrap().split(' ').collect::<Vec<_>>(), &message, 0);
            assert!(said.contains(&format!("\n   text:    {text}\n")), "{said}");
        }
    }
    let twice = "Content-Type: text/plain; charset=utf-8\n\nGrÃ¶ÃŸe\n";
    assert_eq!(others(&[], twice.as_bytes()), [(Some("--doubtful evidence".to_owned()), "Größe".to_owned())]);
    let (said, _) = inspect(&["--doubtful", "evidence"], twice.as_bytes(), 0);
    assert!(said.contains("\n   text:    Größe\n") && !said.contains("maybe:"), "{said}");
}

/// No charset repairs a damaged transfer encoding, so none is offered.
#[test]
fn no_option_is_offered_that_does_nothing() {
    let utf8 = "Здравствуйте, Анна! Посылаю вам отчёт";
    let data = |text: &[u8]| String::from_utf8(mailutf::transfer::base64::encode_body(text, b"\n")).unwrap();
    let damaged = data(utf8.as_bytes()).replace('\n', "*&\n").into_bytes();
    let footer = [data("Größe".as_bytes()).as_bytes(), b"-- \nGr\xFC\xDFe\n"].concat();
    let uuencoded = b"%:&5L;&\\*\n`\nend\n\xE4\xF6".to_vec();
    for transfer in ["base64", "x-uuencode", "quoted-printable", "x-secret", "8bit"] {
        for label in ["utf-8", "iso-8859-1", "koi8-r", "us-ascii", "x-viet-vni"] {
            for body in [&damaged, &footer, &uuencoded, &b"Gr\xFC\xDFe, J\xF6rg\n".to_vec()] {
                let header = format!(
                    "Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: {transfer}\n\n"
                );
                let message = [header.as_bytes(), body].concat();
                for (option, text) in others(&[], &message) {
                    let option = option.unwrap();
                    let (said, _) = inspect(&option.split(' ').collect::<Vec<_>>(), &message, 0);
                    assert!(said.contains(&format!("\n   text:    {text}\n")), "{option}: {said}");
                }
            }
        }
    }
}

#[test]
fn a_wrong_label_is_overruled_in_the_header_too() {
    let message = b"Subject: =?iso-8859-1?Q?=CF=F0=E8?= \xE2\xE5\xF2\nContent-Type: text/plain; charset=latin1\n\n\xEC\xE8\xF0\n";
    let (said, _) = inspect(&["--charset", "ISO_8859-1=cp1251"], message, 0);
    for line in [
        "  Subject: При вет\n",
        "guess label-overruled: ",
        "  octet 9: iso-8859-1 read as windows-1251, as requested\n",
        "  octet 8: read as windows-1251, like other text in the message\n",
        "   charset: declared latin1; read as windows-1251, as requested\n",
        "   text:    мир\n",
        "     after:  При вет\n",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
}

/// The encoded words of a header are read as one text. If both the header and the body have an alternative reading
/// with the same option, only one of the two readings is shown.
#[test]
fn encoded_words_under_a_wrong_label_have_alternatives() {
    let header = "From: =?iso-8859-1?Q?=C8=E2=E0=ED?= <i@example.org>\nSubject: =?ISO-8859-1?B?z/Do4uXy?=\n\
        Comments: =?iso-8859-1?Q?=D3?= =?utf-8?Q?=C3=A9?=\n";
    let option = "--charset iso-8859-1=windows-1251";
    let expected = (Some(option.to_owned()), "Иван Привет".to_owned());
    let message = format!("{header}\nplain\n");
    assert_eq!(others(&[], message.as_bytes()).first(), Some(&expected));
    let (said, _) = inspect(&[], message.as_bytes(), 0);
    assert!(said.contains(&format!("\n   text:    plain\n   maybe:   {option}: Иван Привет\n")), "{said}");
    assert_eq!(others(&option.split(' ').collect::<Vec<_>>(), message.as_bytes()), []);
    let body = b"Content-Type: text/plain; charset=iso-8859-1\n\n\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\n";
    let (said, _) = inspect(&[], &[header.as_bytes(), body].concat(), 0);
    assert!(!said.contains("Иван") && said.contains(&format!("{option}: Привет, мир")), "{said}");
    let western = b"From: =?iso-8859-1?Q?J=F6rg_M=FCller?= <j@example.org>\nSubject: =?iso-8859-1?Q?=A9_Gr=FC=DFe?=\n\n";
    assert_eq!(others(&[], western), []);
}

#[test]
fn encoded_words_are_compared_with_their_current_reading() {
    let guessed = "Subject: =?us-ascii?B?sXqmbqFBs2+sT7T6uNW2bKXz?=\n\nplain\n";
    let (said, _) = inspect(&[], guessed.as_bytes(), 0);
    assert_eq!(said.matches("您好，這是測試郵件").count(), 2, "as the subject, and after: {said}");
    let twice = "Subject: =?utf-8?Q?Gr=C3=83=C2=B6=C3=83=C5=B8e?=\n\nplain\n";
    assert_eq!(others(&[], twice.as_bytes()), [(Some("--doubtful evidence".to_owned()), "Größe".to_owned())]);
}

/// Guarantee G30 (docs/guarantees.md): `inspect` shows the charset in which the library reads a body.
#[test]
fn what_is_shown_is_what_the_library_reads() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus");
    let shown = program::assert_command().args(["inspect", "--json", corpus]).output().unwrap().stdout;
    let json = String::from_utf8(shown).unwrap();
    let policy = Policy::default();
    let mut bodies = 0;
    for line in json.lines() {
        let shown: Value = serde_json::from_str(line).unwrap();
        let file = shown["file"].as_str().unwrap().to_owned();
        if !file.ends_with(".eml") {
            continue;
        }
        let octets = fs::read(&file).unwrap();
        let message = MessageTexts::parse(&octets, &policy);
        for (index, part) in shown["parts"].as_array().unwrap().iter().enumerate() {
            let charset = &part["charset"];
            match message.text(index) {
                Ok(text) => assert_eq!(charset["used"].as_str(), Some(text.charset.name()), "{file}: {part}"),
                Err(Unreadable::NotText(_) | Unreadable::Binary(_)) => {
                    assert!(charset.is_null(), "{file}: {part}")
                }
                Err(why) => assert_eq!(charset[why.state()], why.to_string(), "{file}: {part}"),
            }
            bodies += 1;
        }
    }
    assert!(bodies > 100, "{bodies}");
}

/// A field that must not be rewritten is read in the charset of the message, like other fields.
#[test]
fn a_field_that_stays_is_read_in_the_context_of_its_message() {
    let lines: [&[u8]; 4] = [
        b"Subject: \xB4\xD0",
        b"Content-Type: text/plain; charset=iso-8859-5",
        b"",
        b"\xBF\xE0\xD8\xD2\xD5\xE2, \xDC\xD8\xE0",
    ];
    let octets: Vec<u8> = lines.iter().flat_map(|line| [line, &b"\r\r\n"[..]].concat()).collect();
    let (picture, _) = inspect(&[], &octets, 0);
    assert!(picture.contains("  Subject: Да\n"), "{picture}");
    let text =
        program::assert_command().args(["text", "--headers"]).write_stdin(octets).output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&text).starts_with("Subject: Да\n"), "{}", text.escape_ascii());
}

/// What `normalize` leaves unchanged because of the file around the message, `inspect` names, too.
#[test]
fn a_file_with_a_wrong_length_is_left_by_both_commands() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.emlx");
    let message = b"Content-Type: text/plain; charset=koi8-r\n\n\xF0\xD2\xC9\xD7\xC5\xD4\n";
    fs::write(&path, [b"999\n", &message[..], b"<?xml version=\"1.0\"?>\n<plist></plist>\n"].concat())
        .unwrap();
    for command in [&["normalize"][..], &["inspect", "--fail-on", "unresolved"]] {
        let assert = program::assert_command().args(command).arg(&path).assert().code(1);
        let output = assert.get_output();
        let said = [output.stdout.as_slice(), &output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(
            said.contains("structure-doubtful") && said.contains("give the length of the message"),
            "{said}"
        );
    }
}

/// Text in a document that declares a wrong charset. The option in the finding and that beside the likely reading are
/// the same, and it works.
#[test]
fn the_advice_for_a_declared_charset_works() {
    let text = "こんにちは。ご依頼の書類をお送りします。届きましたらご連絡ください。";
    let shift_jis = Charset::for_label(b"shift_jis").unwrap().encode(text).unwrap();
    for label in ["", "; charset=x-unknown"] {
        let head =
            format!("Content-Type: text/html{label}\n\n<html><head><meta charset=iso-8859-1></head><body>");
        let message = [head.as_bytes(), &shift_jis, b"</body></html>\n"].concat();
        let (shown, _) = inspect(&[], &message, 0);
        let option = "--charset ISO-8859-1=Shift_JIS";
        assert!(shown.contains(&format!("to read it as Shift_JIS, use {option};")), "{shown}");
        assert!(shown.contains(&format!("maybe:   {option}: {text}")), "{shown}");
        let mut run = program::assert_command();
        let assert = run.arg("normalize").args(option.split(' ')).write_stdin(message).assert().code(0);
        let written = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert!(written.contains(text) && written.contains("<meta charset=utf-8>"), "{written}");
    }
}

/// No proposal reads a text in two charsets in one of them.
#[test]
fn text_in_two_charsets_has_no_proposal() {
    let western = Charset::WINDOWS_1252
        .encode("Größe und Übermut tun selten gut. Schöne Grüße aus München.\n")
        .unwrap();
    let koi8 =
        Charset::for_label(b"koi8-r").unwrap().encode("Здравствуйте, Анна! Посылаю вам отчёт.\n").unwrap();
    let message = [b"Content-Type: text/plain; charset=iso-8859-1\n\n", &*western, b"-- \n", &*koi8].concat();
    let (shown, _) = inspect(&[], &message, 0);
    assert!(shown.contains("likely text in two charsets, with some lines in KOI8-R; it stays"), "{shown}");
    assert!(!shown.contains("--charset") && !shown.contains("maybe"), "{shown}");
}
