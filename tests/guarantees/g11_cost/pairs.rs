//! Messages with two long lists, which a step of the work may compare item by item.

use super::messages::Place;

/// A name, and two places in a message with a list at each place. The second place starts after the first list. In a
/// unit, `\x01` stands for an octet that is not UTF-8, and `\x02` for the number of earlier repetitions.
pub(crate) struct Pair(pub(crate) &'static str, pub(crate) Place, pub(crate) Place);

const WORD: &str = "Subject: =?koi8-r?Q?=F0?=\n";
const PART: &str = "--m\nContent-Type: text/plain; charset=koi8-r\n\n\x01\n";
const MIXED: &str = "Content-Type: multipart/mixed; boundary=m\n\n";
const SIGNED: &str =
    "Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: multipart/signed; boundary=s\n\n--s\n";

pub(crate) const PAIRS: &[Pair] = &[
    Pair(
        "changed fields, fields that stay",
        Place("Content-Type: multipart/signed; boundary=s\n", WORD, ""),
        Place("\n--s\n", WORD, "\n\n--s--\n"),
    ),
    Pair("fields that stay, changed bodies", Place(SIGNED, WORD, ""), Place("\n\n--s--\n", PART, "--m--\n")),
    Pair(
        "bodies that stay, changed bodies",
        Place(SIGNED, "\n\x01\x01\x01\n--s\n", ""),
        Place("\n--s--\n", PART, "--m--\n"),
    ),
    Pair(
        "changed fields, blocks of a report that stay",
        Place("Content-Type: message/delivery-status\n", WORD, ""),
        Place("\n", "Status: \x01 =?koi8-r?Q?=F0?= \x1B$B\n\n", ""),
    ),
    Pair(
        "changed fields, labels",
        Place("", WORD, ""),
        Place("", "Content-Type: text/plain; charset=koi8-r\n", "\n\x01\n"),
    ),
    Pair(
        "changed fields, transfer encodings",
        Place("Content-Type: text/plain; charset=koi8-r\n", WORD, ""),
        Place("", "Content-Transfer-Encoding: 7bit\n", "\n\x01\n"),
    ),
    Pair(
        "seals, changed fields",
        Place("", "DKIM-Signature: h=x\x02; b=a\n", ""),
        Place("", "X\x02: =?koi8-r?Q?=F0?=\n", "\n\n"),
    ),
    Pair(
        "names in a seal, changed fields",
        Place("DKIM-Signature: h=x", ":x\x02", "; b=a\n"),
        Place("", "X\x02: =?koi8-r?Q?=F0?=\n", "\n\n"),
    ),
    Pair(
        "sealed messages within messages, changed fields",
        Place("", "DKIM-Signature: h=subject; b=a\nContent-Type: message/rfc822\n\n", ""),
        Place("", WORD, "\n\x01\n"),
    ),
    Pair(
        "lines that are not fields, changed fields",
        Place("A: b\n", "\x01 x\n", ""),
        Place("", "Subject: \x01\n", "\n\x01\n"),
    ),
    Pair(
        "fields that may occur once",
        Place("", "Date: \x01\n", ""),
        Place("", "From: \x01 <a@b>\n", "\n\x01\n"),
    ),
    Pair(
        "first sections, second sections",
        Place("Content-Disposition: attachment", "; a\x02*0*=koi8-r''%F0", ""),
        Place("", "; a\x02*1*=%F0", "\n\n"),
    ),
    Pair(
        "words with unknown labels, words",
        Place("Subject:", " =?x-\x02?Q?=F0?=", ""),
        Place("", " =?koi8-r?Q?=F0?=", "\n\n"),
    ),
    Pair(
        "addresses, words of a phrase",
        Place("To: a@b", ", =?koi8-r?Q?=F0?= <a@b>", ","),
        Place("", " \x01", " <a@b>\n\n"),
    ),
    Pair(
        "lines in UTF-8, lines in another charset",
        Place("Content-Type: text/plain; charset=iso-8859-1\n\n", "gr\u{fc}n\n", ""),
        Place("", "gr\x01n\n", ""),
    ),
    Pair(
        "declared charsets, text",
        Place("Content-Type: text/html; charset=koi8-r\n\n", "<meta charset=koi8-r>", ""),
        Place("", "<p>\x01\n", ""),
    ),
    Pair(
        "properties of a card with labels, others",
        Place("Content-Type: text/vcard; charset=koi8-r\n\n", "N;CHARSET=koi8-r:\x01\n", ""),
        Place("", "N:\x01\n", ""),
    ),
    Pair(
        "open multiparts, delimiter lines",
        Place("", "Content-Type: multipart/mixed; boundary=b\x02\n\n--b\x02\n", ""),
        Place("\n", "--b\x02\n\n\x01\n", ""),
    ),
    Pair(
        "open multiparts, lines like delimiter lines",
        Place("", "Content-Type: multipart/mixed; boundary=bb\x02\n\n--bb\x02\n", ""),
        Place("Content-Type: text/plain; charset=koi8-r\n\n", "--bb\x01\n", ""),
    ),
    Pair(
        "unresolved parts, changed parts",
        Place(MIXED, "--m\n\n\x01\x01\x01\n", ""),
        Place("", PART, "--m--\n"),
    ),
    Pair(
        "attachments, changed parts",
        Place(MIXED, "--m\nContent-Disposition: attachment; filename=\x02\n\n\n", ""),
        Place("", PART, "--m--\n"),
    ),
    Pair(
        "encoded messages, changed parts",
        Place(
            MIXED,
            "--m\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogPT9rb2k4LXI/UT89RjA/PQoK\n",
            "",
        ),
        Place("", PART, "--m--\n"),
    ),
    Pair(
        "lines of junk in base64, a long line of base64",
        Place(
            "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\nQQ==\n",
            "!\n",
            "",
        ),
        Place("", "QUJD", "\n"),
    ),
    Pair(
        "parts labelled 8bit, parts that become base64",
        Place(MIXED, "--m\nContent-Transfer-Encoding: 8bit\n\na\n", ""),
        Place("", "--m\nContent-Type: application/x\n\n\x01\n", "--m--\n"),
    ),
    Pair("findings, fields", Place("", "X: \x01\n", ""), Place("", "X\x02: \x01 r\n", "\nbody\n")),
    Pair("changed fields, quoted lines", Place("", WORD, "\n"), Place("", ">From x\n", "")),
];

/// Returns a message with two lists that have about `octets` octets together. Both lists have the same number of
/// items.
pub(crate) fn message(Pair(_, first, second): &Pair, octets: usize) -> Vec<u8> {
    let items = octets / (first.1.len() + second.1.len());
    let mut message = Vec::new();
    for Place(start, unit, end) in [first, second] {
        message.extend_from_slice(start.as_bytes());
        for number in 0..items {
            message.extend_from_slice(unit.replace('\x02', &number.to_string()).as_bytes());
        }
        message.extend_from_slice(end.as_bytes());
    }
    message.iter_mut().filter(|octet| **octet == 1).for_each(|octet| *octet = 0xF0);
    message
}
