//! Tests of `mailutf detect`.

use super::program;
use std::fs;

/// The text "Привет, это письмо" in windows-1251. `KOI8` is the same text in KOI8-R.
const WINDOWS: &[u8] = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xFD\xF2\xEE \xEF\xE8\xF1\xFC\xEC\xEE";
const KOI8: &[u8] = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xDC\xD4\xCF \xD0\xC9\xD3\xD8\xCD\xCF";

fn detect(args: &[&str], input: &[u8], status: i32) -> String {
    let mut command = program::assert_command();
    let assert = command.arg("detect").args(args).write_stdin(input).assert().code(status);
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_file_without_a_header_is_one_text() {
    for (octets, charset) in [(WINDOWS, "windows-1251"), (KOI8, "KOI8-R")] {
        let said = detect(&[], octets, 0);
        let read = format!("none declared; read as {charset}, by statistics");
        assert_eq!(said, format!("standard input: {read}; by its letters {charset} 99.9 % (ru)\n"));
    }
    assert_eq!(
        detect(&[], "größer".as_bytes(), 0),
        "standard input: none declared; read as UTF-8, because it is valid UTF-8\n"
    );
    let unknown = detect(&[], b"bad \xFF\xFE tail", 1);
    assert!(unknown.starts_with("standard input: none declared; unreadable: "), "{unknown}");
    assert!(unknown.contains("; by its letters windows-1251 22.0 % ("), "{unknown}");
    assert_eq!(detect(&[], b"", 0), "");
}

#[test]
fn a_file_that_was_encoded_twice_has_no_label() {
    let said = detect(&[], "JÃ¼rgen, schÃ¶n".as_bytes(), 1);
    let why =
        "valid UTF-8, but probably garbled (99 %): UTF-8 that was read as windows-1252 and encoded twice";
    assert_eq!(said, format!("standard input: none declared; doubtful: {why}\n"));
}

/// The texts of a message are listed in the order of its parts.
#[test]
fn the_texts_of_a_message() {
    let message = [
        b"Subject: \xCF\xF0\xE8\xE2\xE5\xF2\nFrom: =?koi8-r?Q?=E9=D7=C1=CE?= <i@example.org>\n\
        To: =?koi8-r?Q?=F0=C5=D4=D2?= =?KOI8-R?Q?_I?= <p@example.org>, =?x-viet-vni?Q?=FF?= <x@example.org>\n\
        Content-Type: multipart/mixed; boundary=b\n\n\
        --b\nContent-Type: text/plain; charset=windows-1251\n\n",
        WINDOWS,
        b"\n--b\nContent-Type: text/plain; charset=iso-8859-1; name*=koi8-r''%F0%D2%C9%D7%C5%D4\n\n",
        WINDOWS,
        b"\n--b--\n",
    ];
    let said = detect(&[], &message.concat(), 1);
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "standard input: raw octets in the header: none declared; read as windows-1251, like other text in the message",
        "standard input: encoded words: declared koi8-r; read as KOI8-R, as its label says",
        "standard input: encoded words: declared x-viet-vni; unreadable: no charset is known",
        "standard input: part 1: body: declared windows-1251; read as windows-1251, as its label says",
        "standard input: part 2: parameter: declared koi8-r; read as KOI8-R, as its label says",
        "standard input: part 2: body: declared iso-8859-1; doubtful: labelled ISO-8859-1, but 99 % likely windows-1251",
    ];
    for (line, start) in lines.iter().zip(expected) {
        assert!(line.starts_with(start), "{said}");
    }
    assert_eq!(lines.len(), expected.len(), "{said}");
    // Encoded words with the same label are decoded together. If the label is wrong, the letters of the text still
    // show the right charset.
    assert!(lines[1].contains("; by its letters KOI8-R 99.9 % ("), "{said}");
    assert!(lines[5].ends_with("; by its letters windows-1251 99.9 % (ru)"), "{said}");
}

/// Text that was encoded twice can be decoded in the charset of its label, but is doubtful.
#[test]
fn text_that_was_encoded_twice_is_doubtful() {
    let twice = "GrÃ¶ÃŸe – schÃ¶n".replace('–', "â€“");
    let message = format!(
        "Subject: =?utf-8?Q?Gr=C3=83=C2=B6=C3=83=C5=B8e?=\n\
        Content-Type: text/plain; charset=utf-8; name*=utf-8''Gr%C3%83%C2%B6%C3%83%C5%B8e\n\n{twice}\n"
    );
    let said = detect(&[], message.as_bytes(), 1);
    let doubt = "probably garbled (99 %): UTF-8 that was read as windows-1252 and encoded twice";
    assert_eq!((said.lines().count(), said.matches(doubt).count()), (3, 3), "{said}");
    let read = detect(&["--doubtful", "evidence"], message.as_bytes(), 0);
    assert!(!read.contains(doubt), "{read}");
    assert!(detect(&[], twice.as_bytes(), 1).contains(doubt));
}

#[test]
fn one_line_of_json_for_each_message() {
    let from_line = b"From a@example.org Mon Jan  1 00:00:00 2024\n";
    let mbox = [&from_line[..], b"Subject: x\n\n", WINDOWS, b"\n\n", from_line, b"\nplain\n"].concat();
    let said = detect(&["--json"], &mbox, 0);
    let lines: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [first, second] = lines.as_slice() else { panic!("{said}") };
    assert_eq!((&first["message"], &second["message"]), (&1.into(), &2.into()));
    let text = &first["texts"][0];
    assert_eq!(text["charset"]["used"], "windows-1251");
    assert_eq!(
        (&text["likely"][0]["charset"], &text["likely"][0]["language"]),
        (&"windows-1251".into(), &"ru".into())
    );
    assert!(text["likely"][0]["probability"].as_f64().unwrap() > 0.99);
    assert_eq!(second["texts"][0]["charset"]["used"], "US-ASCII");
}

#[test]
fn options_that_say_how_text_is_read_hold() {
    assert!(detect(&["--strict"], WINDOWS, 1).contains("unreadable"));
    let said = detect(&["--fallback-charset", "koi8-r"], b"bad \xFF\xFE tail", 0);
    assert!(said.contains("read as KOI8-R, as the fallback charset"), "{said}");
}

/// A label is shown as it stands in the message, but escaped.
#[test]
fn labels_are_escaped() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("letter.eml");
    fs::write(&path, b"Content-Type: text/plain; charset=\"\x1B[31m\"\n\nplain\n").unwrap();
    let said = detect(&[path.to_str().unwrap()], b"", 0);
    assert!(!said.contains('\x1B') && said.contains(r"declared \u{1b}[31m"), "{said}");
}
