//! Guarantee G12 (docs/guarantees.md): the memory that the library holds and allocates. The measured amounts
//! are fixed here, so that a change that needs more memory is noticed. The program has tests of its own that
//! measure its memory.
//!
//! The tests count allocations, which depend neither on the machine nor on other threads. When a buffer grows, its
//! old and its new allocation both count, although the system may move pages instead of copying them.

use allocation_counter::{AllocationInfo, measure};
use mailutf::charset::Charset;
use mailutf::message::{Headers, Message};
use mailutf::transfer::{base64, quoted_printable};
use mailutf::{header, normalize};
use std::hint::black_box;

/// The number of octets of a large message.
const LARGE: usize = 256 << 10;

/// Measures what `work` allocates. `work` runs once before that, because tables are made on first use.
fn allocations<T>(work: impl Fn() -> T) -> AllocationInfo {
    black_box(work());
    measure(|| drop(black_box(work())))
}

fn large(charset: &str, transfer: &str, line: &str) -> Vec<u8> {
    let line = Charset::for_label(charset.as_bytes()).unwrap().encode(line).unwrap();
    let body = line.repeat(LARGE / line.len());
    let body = match transfer {
        "base64" => base64::encode_body(&body, b"\n"),
        "quoted-printable" => quoted_printable::encode_body(&body, b"\n"),
        _ => body,
    };
    let header =
        format!("Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {transfer}\n\n");
    [header.as_bytes(), &body].concat()
}

/// The peak of memory is measured for a plan, and for a plan together with its output. The peak is given as a multiple
/// of the message before or after the conversion, whichever is larger.
///
/// A plan holds the new text. Until the plan is complete, the decoded octets are in memory, too, or the buffer to which
/// the new text is appended. The output adds another message. Text that is UTF-8 already is borrowed; but if text in UTF-8 or
/// UTF-16 has letters in which garbled text is written, its octets in the code pages are in memory one after another.
#[test]
fn a_large_message_is_held_as_often_as_before() {
    let (russian, german, japanese) =
        ("Привет, мир, ещё раз\n", "Grüße, und noch einmal\n", "日本語のテキスト\n");
    for (charset, transfer, line, plan, outcome) in [
        ("koi8-r", "8bit", russian, 1.9, 2.8),
        ("koi8-r", "base64", russian, 2.5, 3.0),
        ("iso-8859-1", "8bit", german, 2.8, 3.8),
        ("iso-8859-1", "quoted-printable", german, 3.6, 3.7),
        ("iso-2022-jp", "7bit", japanese, 2.8, 3.8),
        ("shift_jis", "8bit", japanese, 2.3, 3.1),
        ("utf-16le", "base64", russian, 3.3, 3.3),
        ("utf-7", "7bit", german, 1.1, 2.9),
        ("utf-8", "8bit", german, 0.01, 0.01),
        ("utf-8", "8bit", russian, 2.4, 2.4),
    ] {
        let message = large(charset, transfer, line);
        let larger = message.len().max(normalize(&message).apply().len()) as f64;
        let of_plan = measure(|| drop(black_box(normalize(&message)))).bytes_max as f64 / larger;
        let of_outcome = measure(|| drop(black_box(normalize(&message).apply())));
        let of_outcome = of_outcome.bytes_max as f64 / larger;
        println!("{charset} {transfer}: {of_plan:.2}, {of_outcome:.2}");
        assert!(of_plan <= plan, "{charset} {transfer}: a plan holds {of_plan:.2} messages");
        assert!(
            of_outcome <= outcome,
            "{charset} {transfer}: its outcome and it hold {of_outcome:.2} messages"
        );
    }
}

/// A typical letter: raw fields, encoded words, a text in KOI8-R and an attachment.
const SMALL: &[u8] = b"Received: from a.example.org by b.example.org; Sat, 21 Nov 2026 10:00:00 +0100\n\
    From: =?iso-8859-1?Q?J=F6rg_M=FCller?= <joerg@example.org>\n\
    To: Anna <anna@example.org>, =?koi8-r?B?6dfBzg==?= <ivan@example.org>\n\
    Subject: =?iso-8859-1?Q?Gr=FC=DFe_aus_K=F6ln?=\nDate: Sat, 21 Nov 2026 10:00:00 +0100\n\
    Message-ID: <1@example.org>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit\n\n\
    \xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2\n\
    --b\nContent-Type: application/pdf; name=\"=?iso-8859-1?Q?B=E4r.pdf?=\"\n\
    Content-Transfer-Encoding: base64\n\nJVBERg==\n--b--\n";

/// A letter with a single part, 1 KiB of text in KOI8-R, and two encoded words.
fn letter() -> Vec<u8> {
    let text: String =
        "Привет! Встреча переносится на завтра, на три часа дня.\n".chars().cycle().take(1024).collect();
    let header = b"From: =?koi8-r?B?6dfBziDwxdTSz9c=?= <ivan@example.org>\nTo: anna@example.org\n\
        Subject: =?koi8-r?B?98bT1NLF3sEg0MXSxc7P09zU09E=?=\nDate: Sat, 21 Nov 2026 10:00:00 +0300\n\
        MIME-Version: 1.0\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit\n\n";
    [&header[..], &Charset::for_label(b"koi8-r").unwrap().encode(&text).unwrap()].concat()
}

/// Reads everything that a client shows of a message.
fn texts(octets: &[u8]) -> usize {
    let message = Message::parse(octets);
    let text = message.text_body().unwrap().text().unwrap().text;
    let names: usize = [message.from(), message.to()].iter().flatten().map(|one| one.name.len()).sum();
    text.len() + message.subject().unwrap().len() + names + usize::from(message.date().is_some())
}

/// The number of allocations and of allocated octets must not exceed the measured numbers. The cost of `normalize`
/// includes reading each changed field back. A client that asks for a single text pays for parsing the header fields,
/// for decoding this text and, if the text is in a part, for finding the parts. A few words whose letters are not
/// common in a language of their charset ("Grüße aus Köln") are compared with all charsets, word by word.
#[test]
fn a_small_message_costs_as_little_as_before() {
    let normal = normalize(SMALL).apply().into_owned();
    let letter = letter();
    let work: [(&str, &dyn Fn() -> usize, u64, u64); 9] = [
        ("the texts of a letter", &|| texts(&letter), 85, 14_880),
        ("normalize a letter", &|| normalize(&letter).apply().len(), 117, 21_710),
        ("normalize", &|| normalize(SMALL).apply().len(), 283, 43_140),
        ("normalize what is normal", &|| normalize(&normal).apply().len(), 15, 5_090),
        ("parse", &|| Message::parse(SMALL).parts().count(), 15, 4_640),
        ("a subject", &|| Headers::parse(SMALL).subject().unwrap().len(), 34, 5_870),
        ("a text", &|| Message::parse(SMALL).text_body().unwrap().text().unwrap().text.len(), 19, 4_920),
        ("a value", &|| header::decode(b"=?iso-8859-1?Q?Gr=FC=DFe_aus_K=F6ln?=").len(), 32, 5_240),
        ("a value in ASCII", &|| header::decode(b"plain text of a subject").len(), 0, 0),
    ];
    for (what, work, most, octets) in work {
        let found = allocations(work);
        println!("{what}: {} allocations, {} octets", found.count_total, found.bytes_total);
        assert!(found.count_total <= most, "{what}: {} allocations", found.count_total);
        assert!(found.bytes_total <= octets, "{what}: {} octets", found.bytes_total);
    }
}

/// The octets that decoding (first number) and encoding (second number) allocate for each octet of text in UTF-8.
/// These octets include buffers that are larger than the text. If the size is not known in advance, they also include
/// the smaller buffers that were replaced while the text grew.
#[test]
fn a_text_costs_as_little_as_before() {
    const MOST: (f64, f64) = (3.2, 6.9);
    const MORE: &[(&str, (f64, f64))] = &[
        // In these charsets, text between shift sequences is decoded and encoded in pieces.
        ("IMAP-UTF-7", (3.7, 2.0)),
        ("ISO-2022-JP", (1.5, 14.9)),
        ("ISO-2022-KR", (1.5, 14.9)),
        ("ISO-2022-CN", (1.5, 14.9)),
        ("HZ-GB-2312", (1.5, 14.9)),
        // In these charsets, the buffers for the text and for the octets are empty at first and grow.
        ("EUC-TW", (4.0, 5.8)),
        ("Johab", (4.5, 11.3)),
    ];
    let texts = ["Grüße, ", "Привет, ", "日本語 ", "안녕 ", "Γειά ", "سلام ", "שלום ", "สวัสดี ", "a "];
    for charset in Charset::all() {
        let octets = texts.iter().find_map(|text| Some(charset.encode(text).ok()?.into_owned())).unwrap();
        let octets = octets.repeat(1 << 12);
        let text = charset.decode(&octets).text;
        let decode = allocations(|| charset.decode(&octets)).bytes_total as f64 / text.len() as f64;
        let encode = allocations(|| charset.encode(&text)).bytes_total as f64 / text.len() as f64;
        let most = MORE.iter().find(|(name, _)| *name == charset.name()).map_or(MOST, |(_, most)| *most);
        assert!(decode <= most.0 && encode <= most.1, "{charset}: {decode:.2}, {encode:.2}");
    }
}
