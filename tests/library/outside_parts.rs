//! Text before the first part of a multipart and after the last one, which no mail program shows.

use mailutf::structure::Structure;
use mailutf::{Code, Limits, Severity, Warning, normalize};
use proptest::prelude::*;

/// The findings about text outside parts: for each, the part, the octets of its span, and its sentence.
fn found(input: &[u8]) -> Vec<(usize, Vec<u8>, String)> {
    let message = Structure::parse(input, &Limits::default());
    let outside = message.findings.iter().filter(|finding| finding.code == Code::TextOutsideParts);
    outside
        .map(|finding| (finding.part, finding.span.slice(input).to_vec(), finding.detail.to_string()))
        .collect()
}

/// The texts outside parts in `input`, which is parsed with LF and with CRLF line ends. Line ends are `/`.
fn texts(input: &str) -> Vec<String> {
    let texts = |input: &str| -> Vec<String> {
        let text = |octets| String::from_utf8(octets).unwrap().replace("\r\n", "/").replace('\n', "/");
        found(input.as_bytes()).into_iter().map(|(_, octets, _)| text(octets)).collect()
    };
    let expected = texts(input);
    assert_eq!(texts(&input.replace('\n', "\r\n")), expected, "{input:?}");
    expected
}

/// A multipart with one part, between a preamble and an epilogue.
fn around(preamble: &str, epilogue: &str) -> String {
    format!("Content-Type: multipart/mixed; boundary=b\n\n{preamble}\n--b\n\nHi\n--b--\n{epilogue}")
}

#[test]
fn text_outside_parts_is_named_and_stays() {
    let message = around("Dear Bob,\n\nthe first  text", "\nThe important text\n");
    let plan = normalize(message.as_bytes());
    assert!(plan.is_noop() && !plan.is_unresolved());
    let codes: Vec<_> = plan.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::TextOutsideParts; 2]);
    assert_eq!(Code::TextOutsideParts.severity(), Severity::Note);
    assert_eq!(Code::TextOutsideParts.warning(), Some(Warning::Hidden));
    let [first, second] = found(message.as_bytes()).try_into().unwrap();
    assert_eq!((first.0, &*first.1), (0, &b"Dear Bob,\n\nthe first  text"[..]));
    assert_eq!(
        first.2,
        "text of 26 octets before the first part, where mail programs do not show it: `Dear Bob, the first text`"
    );
    assert_eq!((second.0, &*second.1), (0, &b"The important text"[..]));
    assert_eq!(
        second.2,
        "text of 18 octets after the last part, where mail programs do not show it: `The important text`"
    );
}

/// Paragraphs that mailers write for programs without MIME.
const EXPLANATIONS: [&str; 12] = [
    "This is a multi-part message in MIME format.",
    "This is a MIME-encapsulated message",
    "This is a cryptographically signed message in MIME format.",
    "This is an OpenPGP/MIME encrypted message (RFC 4880 and 3156)",
    "This is an S/MIME signed message",
    "This is a message in Mime Format.  If you see this, your mail reader does not support this format.",
    "This message is in MIME format.  The first part should be readable text,\n  while the remaining parts are likely \
     unreadable without MIME-aware tools.\n  Send mail to mime@docserver.cac.washington.edu for more info.",
    "If you are reading this text, you might want to\nconsider changing to a mail reader that understands\nhow to \
     properly display multipart messages.",
    "Dies ist eine mehrteilige Nachricht im MIME-Format.",
    "Det här är ett flerdelat meddelande i MIME-format.",
    "Это многокомпонентное сообщение в формате MIME.",
    "\u{1b}$B$3$l$O\u{1b}(B MIME \u{1b}$B7A<0$N%a%C%;!<%8$G$9!#\u{1b}(B",
];

#[test]
fn an_explanation_of_mime_is_no_news() {
    for explanation in EXPLANATIONS {
        assert_eq!(texts(&around(explanation, "")), [""; 0], "{explanation}");
        let (before, after) = (format!("Virus!\n\n{explanation}"), format!("{explanation}\n\nYours"));
        assert_eq!(texts(&around(&before, "")), ["Virus!"], "{explanation}");
        assert_eq!(texts(&around(&after, "")), ["Yours"], "{explanation}");
        assert_eq!(texts(&around("", explanation)).len(), 1, "no mailer explains MIME after the parts");
    }
}

#[test]
fn white_space_padding_data_and_delimiter_lines_are_no_text() {
    for nothing in [
        "",
        "\n",
        " \t\n\n \n",
        "\0\0\0\0",
        "\x1A",
        "\n\x1A\0\0\n",
        ".\n",
        ")\n",
        "====\n",
        "--\n",
        "-- \n",
        "> \n>\n",
        "--c--\n",
        "--b--\n--c--\n",
        "\u{1}\0\u{2}aa\0",
        "MZ\0\u{3}\0\0Text\0\n",
    ] {
        assert_eq!(texts(&around("", nothing)), [""; 0], "{nothing:?}");
        let closes = nothing.starts_with("--b");
        assert!(closes || texts(&around(nothing, "")).is_empty(), "{nothing:?}");
    }
    for (epilogue, text) in [
        ("Text\0\0\0\0", "Text"),
        ("\0\0\nText\n\0\0", "Text"),
        ("Text\n\x1A", "Text"),
        ("-- \nThe list\n", "-- /The list"),
        ("----- Scanned by X -----\n", "----- Scanned by X -----"),
        ("--c--\n\nText\n", "Text"),
        ("\0\u{1}a\0b\n\nText\n", "Text"),
        ("5", "5"),
        ("ü", "ü"),
    ] {
        assert_eq!(texts(&around("", epilogue)), [text], "{epilogue:?}");
    }
}

#[test]
fn each_multipart_has_its_own_preamble_and_epilogue() {
    let inner = around("two", "three\n").replace("=b\n", "=c\n").replace("--b", "--c");
    let both = format!("MIME-Version: 1.0\n{}", around("one", "four\n").replace("\nHi\n", &inner));
    assert_eq!(texts(&both), ["one", "four", "two", "three"]);
    assert_eq!(found(both.as_bytes()).iter().map(|found| found.0).collect::<Vec<_>>(), [0, 0, 1, 1]);
    let enclosed = both.replace("--b\nContent-Type", "--b\nContent-Type: message/rfc822\n\nContent-Type");
    assert_eq!(texts(&enclosed), ["one", "four", "two", "three"]);
    for kind in ["signed", "encrypted", "alternative", "digest"] {
        assert_eq!(texts(&both.replace("mixed", kind)), ["one", "four", "two", "three"], "{kind}");
    }
}

#[test]
fn a_part_after_the_closing_line_is_outside() {
    let closed = around("", "Content-Type: text/html\n\n<p>Two\n--b\n\nThree\n--b--\n");
    assert_eq!(texts(&closed), ["Content-Type: text/html//<p>Two/--b//Three/--b--"]);
    let no_closing_line = around("", "").replace("--b--\n", "");
    assert_eq!(texts(&no_closing_line), [""; 0]);
    let no_first_line = around("Dear Bob", "").replace("\n--b\n\nHi", "\n\nHi\n--b\n\nLast");
    assert_eq!(texts(&no_first_line), ["Dear Bob//Hi"]);
}

/// A multipart without parts is a leaf, which readers see as a whole.
#[test]
fn nothing_is_outside_of_no_parts() {
    for message in ["x\n--b--\ny\n", "x\n", "--b--\ny\n", "x\n--c\n\ny\n"]
        .map(|body| around("", "").replace("\n--b\n\nHi\n--b--\n", body))
    {
        assert_eq!(texts(&message), [""; 0], "{message:?}");
    }
}

#[test]
fn a_quotation_is_a_line_of_readable_text() {
    let quoted = |epilogue: &[u8]| {
        let message = [around("", "").as_bytes(), epilogue].concat();
        let sentence = found(&message).pop().unwrap().2;
        sentence.split_once('`').unwrap().1.trim_end_matches('`').to_owned()
    };
    assert_eq!(quoted(b"gr\xFC\xDFer  und\r\n\tmehr"), "gr\u{fffd}\u{fffd}er und mehr");
    assert_eq!(quoted("ü".repeat(60).as_bytes()), "ü".repeat(60));
    assert_eq!(quoted(format!("a{}ü{}b", " ".repeat(238), "\n".repeat(999)).as_bytes()), "a ü b");
    assert_eq!(quoted("ü".repeat(61).as_bytes()), format!("{}…", "ü".repeat(60)));
    assert_eq!(
        quoted(format!("a{}b", "\u{1F600}".repeat(9999)).as_bytes()),
        format!("a{}…", "\u{1F600}".repeat(59))
    );
    assert!(found(around("", "x").as_bytes())[0].2.starts_with("text of 1 octet after"));
}

proptest! {
    #![proptest_config(crate::proptest_config::proptest_config(256))]

    /// Whatever the text, its span is the text, and no text in a part is named.
    #[test]
    fn what_is_named_is_what_stands_outside(
        preamble in "([ \n]{0,3}[a-lü.]{0,4}){0,5}",
        part in "([ \n]{0,3}[a-zü.\0]{0,4}){0,5}",
        epilogue in "([ \n]{0,3}[a-zü.]{0,4}){0,5}",
    ) {
        let message = around(&preamble, &epilogue).replace("\nHi\n", &format!("\n{part}\n"));
        // A paragraph of dots is no text, and at the edge of the text, it does not belong to it.
        let text = |text: &str| {
            let lines: Vec<_> = text.lines().map(str::trim).collect();
            let paragraphs = lines.split(|line| line.is_empty());
            let is_text = |paragraph: &&[&str]| paragraph.concat().contains(char::is_alphanumeric);
            let paragraphs: Vec<_> = paragraphs.filter(is_text).map(|lines| lines.concat()).collect();
            Some((paragraphs.first()?.clone(), paragraphs.last()?.clone()))
        };
        let expected = [&preamble, &epilogue].into_iter().map(|outside| text(outside));
        let expected: Vec<_> = expected.filter(Option::is_some).collect();
        let found = found(message.as_bytes()).into_iter().map(|(_, octets, _)| String::from_utf8(octets).unwrap());
        let found: Vec<_> = found.map(|outside| text(&outside)).collect();
        prop_assert_eq!(found, expected);
    }
}
