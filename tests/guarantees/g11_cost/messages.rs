//! Builds messages of any length by repeating a unit, such as a field or a line, at a place in the message.

use mailutf::charset::Charset;
use mailutf::transfer::{base64, quoted_printable};

/// A place in a message, given by three strings:
///
/// - in `HEADERS`: the name of the place, the start of the message, and the unit that is repeated;
/// - in `BODIES`: the name of the place, parameters of the Content-Type, and the start of the repeated line;
/// - in a `Pair`: the start, the unit that is repeated, and the end.
///
/// In a unit, `\x01` stands for the text and `\x02` for the number of earlier repetitions.
pub(crate) struct Place(pub(crate) &'static str, pub(crate) &'static str, pub(crate) &'static str);

const END: &str = "\nMIME-Version: 1.0\n\nbody\n";

/// Places in headers.
pub(crate) const HEADERS: &[Place] = &[
    Place("fields", "", "X: \x01\n"),
    Place("subjects", "", "Subject: \x01\n"),
    Place("words", "Subject: a", " \x01"),
    Place("words without blanks", "Subject: a", "\x01"),
    Place("lines of a field", "Subject: a", "\n \x01"),
    Place("addresses", "To: a@b", ", \x01 <a@b>"),
    Place("addresses without phrases", "To: a@b", ", \x01@b"),
    Place("words of a phrase", "To: a", " \x01"),
    Place("quoted strings", "To: a", " \"\x01\""),
    Place("groups", "To: a@b", ", \x01: a@b;"),
    Place("open groups", "To: a@b", ", \x01: a@b"),
    Place("comments", "To: a@b", " (\x01)"),
    Place("open comments", "To: a@b", " (\x01"),
    Place("open angles", "To: a", " <\x01"),
    Place("parameters", "Content-Disposition: attachment", "; p\x02=\"\x01\""),
    Place("bare parameters", "Content-Disposition: attachment", "; p\x02=\x01"),
    Place("parameters of one name", "Content-Type: text/plain", "; name=\"\x01\""),
    Place("sections", "Content-Disposition: attachment", "; p*\x02*=\x01"),
    Place("open quotes", "Content-Type: text/plain", "; name=\"\x01"),
    Place("labels", "Content-Type: text/plain", "; charset=\x01"),
    Place("parts", "Content-Type: multipart/mixed; boundary=b\n\n", PART),
    Place("parts with names", "Content-Type: multipart/mixed; boundary=b\n\n", NAMED),
    Place("messages within messages", "", "Subject: \x01\nContent-Type: message/rfc822\n\n"),
    Place("multiparts within multiparts", "", MULTIPART),
    Place("reports", "Content-Type: multipart/report; boundary=b\n\n", REPORT),
    Place("seals", "", "DKIM-Signature: v=1; h=subject:\x01; b=a\n"),
];

const PART: &str = "--b\nSubject: \x01\nContent-Type: text/plain; charset=koi8-r\n\n\x01\n";
const NAMED: &str = "--b\nContent-Type: text/plain; charset=koi8-r; name=\"\x01\"\n\n\u{1}\n";
const MULTIPART: &str = "Subject: \x01\nContent-Type: multipart/mixed; boundary=b\x02\n\n--b\x02\n";
const REPORT: &str = "--b\nContent-Type: message/delivery-status\n\nStatus: \x01\n\nFinal-Recipient: \x01\n";

/// Texts in headers: every kind of encoded word, raw octets, escapes, and constructs without an end.
pub(crate) const TEXTS: &[&[u8]] = &[
    b"a",
    b"=?koi8-r?Q?=F0?=",
    b"=?koi8-r?Q?=C4=C1?= =?koi8-r?Q?=C4=C1?=",
    b"=?iso-8859-1?B?5Pb8?=",
    b"=?utf-8?Q?=C3=A4?=",
    b"=?utf-8?Q?=C3?= =?utf-8?Q?=A4?=",
    b"=?utf-8?Q?=FF?=",
    b"=?utf-8?Q?=0D=0A?=",
    b"=?iso-2022-jp?B?GyRCRnwbKEI=?=",
    b"=?utf-7?Q?+AOQ-?=",
    b"=?x-none?Q?=F0?=",
    b"=?utf-8?Q?",
    b"=?",
    b"\xC3\xA4",
    b"\xF0\xD2\xC9",
    b"\xE4",
    b"\xFF",
    b"\x1B$BF|\x1B(B",
    b"\x1B$B",
    b"koi8-r''%F0%D2",
    b"\\\"",
    b"(",
    b"\t",
    b"e\xCC\x81",
];

/// Places in bodies. The last string of each place is the start of every line.
pub(crate) const BODIES: &[Place] = &[
    Place("a body", "", ""),
    Place("a flowed body", "; format=flowed", ""),
    Place("HTML", "", "<p>"),
    Place("parts", "", "--b"),
];

/// The labels of charsets, with a line of text for each.
pub(crate) const LINES: &[(&str, &str)] = &[
    ("utf-8", "Grüße, 日本 "),
    ("koi8-r", "Привет, мир "),
    ("windows-1252", "Grüße für 5 € "),
    ("x-none", "Привет, мир "),
    ("us-ascii", "Привет, мир "),
    ("utf-7", "Grüße + 日本 "),
    ("utf-16le", "Grüße, мир "),
    ("utf-16", "Grüße, мир "),
    ("utf-32be", "Grüße, мир "),
    ("iso-2022-jp", "こんにちは, Welt "),
    ("iso-2022-kr", "안녕 abc "),
    ("iso-2022-cn", "中文 abc "),
    ("hz-gb-2312", "中文 abc "),
    ("shift_jis", "こんにちは, Welt "),
    ("euc-jp", "こんにちは, Welt "),
    ("gb18030", "中文 abc "),
    ("big5", "中文 abc "),
    ("euc-kr", "안녕 abc "),
    ("johab", "안녕 abc "),
    ("euc-tw", "中文 abc "),
    ("ibm437", "Grüße für "),
];

pub(crate) const TRANSFERS: &[&str] = &["8bit", "quoted-printable", "base64"];

/// The damage at the end of each line: none, an octet that is ill-formed in many charsets, or an equals sign. In a
/// body that is labelled quoted-printable, an equals sign that is not encoded starts an escape.
pub(crate) const DAMAGES: &[&[u8]] = &[b"", b"\xFF", b"="];

/// Returns a message of about `octets` octets that has `text` at `place` in its header.
pub(crate) fn header(place: &Place, text: &[u8], octets: usize) -> Vec<u8> {
    let Place(_, start, unit) = place;
    let mut message = start.as_bytes().to_vec();
    for number in 0.. {
        if message.len() >= octets {
            break;
        }
        for octet in unit.bytes() {
            match octet {
                1 => message.extend_from_slice(text),
                2 => message.extend(number.to_string().bytes()),
                _ => message.push(octet),
            }
        }
    }
    message.extend_from_slice(END.as_bytes());
    message
}

/// Returns a message of about `octets` octets whose lines are in the charset of `label`, each with `damage`, in the
/// given transfer encoding.
pub(crate) fn body(
    place: &Place,
    (label, line): (&str, &str),
    transfer: &str,
    damage: &[u8],
    octets: usize,
) -> Vec<u8> {
    // If the label names no charset, the text is in KOI8-R.
    let charset = Charset::for_label(label.as_bytes()).filter(|charset| *charset != Charset::US_ASCII);
    let charset = charset.or(Charset::for_label(b"koi8-r")).unwrap();
    let line = charset.encode(line).unwrap();
    let Place(_, parameters, unit) = place;
    let line = [unit.as_bytes(), &line, damage, b"\n"].concat();
    let header = |media_type: &str| {
        format!(
            "Content-Type: {media_type}; charset={label}{parameters}\nContent-Transfer-Encoding: {transfer}\n\n"
        )
    };
    let encoded = |lines: &[u8]| match transfer {
        "base64" => base64::encode_body(lines, b"\n"),
        "quoted-printable" => quoted_printable::encode_body(lines, b"\n"),
        _ => lines.to_vec(),
    };
    if *unit == "--b" {
        let part = [b"--b\n", header("text/plain").as_bytes(), &encoded(&line), b"\n"].concat();
        let start = b"Content-Type: multipart/mixed; boundary=b\n\n";
        return [start, &*part.repeat(octets / part.len())].concat();
    }
    let media_type = if *unit == "<p>" { "text/html" } else { "text/plain" };
    let lines = encoded(&line.repeat(3 * octets / 4 / line.len()));
    [header(media_type).as_bytes(), &lines].concat()
}
