//! What other projects' tests expect of header text in real mail: the rows on headers of
//! `../shared/corpus/expected.tsv`, which is no part of this project; passes where it is absent.

use mailutf::header::{decode, file_name, mailboxes, parameter};
use mailutf::message::Message;
use mailutf::policy::HeaderForm;
use mailutf::syntax::header::HeaderBlock;
use mailutf::{Limits, Normalizer, Policy};
use std::fs;
use std::path::{Path, PathBuf};

/// Rows we disagree with, and why.
const DISAGREED: &[(&str, &str)] = &[
    ("s0192", "the blanks between `TEST` and the word after it are text: only one side is an encoded word"),
    ("s0201", "the comment behind an address is a comment, not a part of the display name"),
    ("s0278", "a word glued to text in a file name is read, as everywhere else"),
    ("s0285", "the file name is in decomposed form; nothing is normalised to another one"),
    ("s0284", "of two file names the one in the form of RFC 2231 counts"),
    // Policy rows: U+FFFD is expected where the octets can be read.
    ("s0021", "raw octets are read by the charset of the message"),
    ("s0022", "raw octets are read by the charset of the message"),
    ("s0040", "raw octets are read by the charset of the message"),
    ("s0041", "raw octets are read by the charset of the message"),
    ("s0046", "raw octets are read by the charset of the message"),
    ("s0047", "raw octets are read by the charset of the message"),
    ("s0049", "raw octets are read by the charset of the message"),
    ("s0050", "raw octets are read by the charset of the message"),
    ("s0055", "raw octets are read by the charset of the message"),
    ("s0065", "raw octets are read by the charset of the message"),
    ("s0066", "raw octets are read by the charset of the message"),
    ("s0067", "raw octets are read by the charset of the message"),
    ("s0101", "raw octets are read by the charset of the message"),
    ("s0102", "raw octets are read by the charset of the message"),
    // Policy rows on encoded words.
    ("s0325", "base64 with junk in it is not read without loss, so the word stays"),
    ("s0350", "text that is all ASCII is read under an unknown label too"),
    ("s0361", "a word glued to text is read"),
    ("s0362", "a word glued to text is read"),
    ("s0403", "a word in an unknown charset stays"),
];

struct Row {
    case: String,
    message: Vec<u8>,
    field: String,
    expected: String,
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus")
}

/// The rows on headers.
fn rows() -> Vec<Row> {
    let table = fs::read_to_string(corpus().join("expected.tsv")).unwrap();
    table.lines().skip(1).filter_map(row).collect()
}

fn row(line: &str) -> Option<Row> {
    let mut columns = line.split('\t');
    let (case, input, field, expected) = (columns.next()?, columns.next()?, columns.next()?, columns.next()?);
    if field == "body" || field.starts_with("bytes:") || field.starts_with("utf8-sha256:") {
        return None;
    }
    let message = match input.split_once(':')? {
        ("file", path) => fs::read(corpus().join(path)).ok()?,
        (_, hex) => {
            let octet = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
            let octets: Vec<u8> = hex.as_bytes().chunks(2).map(octet).collect();
            match field {
                "phrase" => [b"From: ", &octets[..], b" <a@example.org>\r\n\r\nx\r\n"].concat(),
                "unstructured" => [b"Subject: ", &octets[..], b"\r\n\r\nx\r\n"].concat(),
                _ => [&octets[..], b"\r\n\r\nx\r\n"].concat(),
            }
        }
    };
    let expected = unescaped(expected);
    Some(Row { case: case.into(), message, field: field.into(), expected })
}

fn unescaped(expected: &str) -> String {
    expected.replace("\\t", "\t").replace("\\n", "\n").replace("\\r", "\r").replace("\\\\", "\\")
}

fn squashed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the rewritten message says in the field of the row.
fn said(octets: &[u8], field: &str) -> Vec<String> {
    let message = Message::parse(octets, &Limits::default());
    let blocks: Vec<HeaderBlock> = (0..message.parts.len())
        .flat_map(|part| [vec![message.parts[part].header.clone()], message.field_blocks(part)].concat())
        .collect();
    let body =
        |block: &HeaderBlock, name: &str| block.field(octets, name).map(|f| f.body.slice(octets).to_vec());
    let bodies = |name: &str| -> Vec<Vec<u8>> {
        let fields = blocks.iter().flat_map(|block| &block.fields);
        fields.filter(|f| f.is(octets, name)).map(|f| f.body.slice(octets).to_vec()).collect()
    };
    let names = |name: &str| bodies(name).iter().flat_map(|b| mailboxes(b)).map(|m| m.name).collect();
    match field {
        "unstructured" => bodies("subject").iter().map(|body| decode(body).into_owned()).collect(),
        "phrase" => names("from"),
        "filename" => {
            let of = |block: &HeaderBlock| {
                let (disposition, content_type) =
                    (body(block, "content-disposition"), body(block, "content-type"));
                let both = file_name(disposition.as_deref(), content_type.as_deref());
                both.into_iter().chain(file_name(None, content_type.as_deref())).collect::<Vec<_>>()
            };
            blocks.iter().flat_map(of).collect()
        }
        _ if field.ends_with("-name") => names(&field[..field.len() - 5]),
        _ => match field.strip_prefix("param:") {
            Some(name) => {
                let fields = [bodies("content-type"), bodies("content-disposition")].concat();
                fields.iter().filter_map(|body| parameter(body, name)).collect()
            }
            None => bodies(field).iter().map(|body| decode(body).into_owned()).collect(),
        },
    }
}

#[test]
fn expected_text() {
    if !corpus().is_dir() {
        println!("skipped: no {}", corpus().display());
        return;
    }
    let (mut agreed, mut wrong, mut unused) = (0, Vec::new(), Vec::new());
    for row in rows() {
        let disagreed = DISAGREED.iter().find(|(case, _)| *case == row.case);
        for headers in [HeaderForm::Utf8, HeaderForm::Encoded, HeaderForm::Keep] {
            let policy = Policy { headers, ..Policy::default() };
            let output = Normalizer::new(policy).plan(&row.message).apply().into_owned();
            let said = said(&output, &row.field);
            let agrees = said.iter().any(|text| squashed(text) == squashed(&row.expected));
            match (agrees, disagreed) {
                (true, None) => agreed += 1,
                (false, None) => wrong.push((row.case.clone(), headers, row.expected.clone(), said)),
                (false, Some(_)) => {}
                (true, Some(_)) => unused.push(row.case.clone()),
            }
        }
    }
    println!("{agreed} agree");
    assert!(wrong.is_empty() && unused.is_empty(), "{wrong:#?} {unused:?}");
    assert!(agreed > 1000);
}
