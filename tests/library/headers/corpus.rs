//! Compares header text in real mail with the results that the tests of other projects expect. The expectations are
//! the rows on headers in `../shared/corpus/expected.tsv`, which is not part of this project. The test passes if
//! that file is absent.

use mailutf::header::{addresses, decode, file_name, parameter};
use mailutf::policy::HeaderForm;
use mailutf::structure::HeaderBlock;
use mailutf::structure::Structure;
use mailutf::{Limits, Normalizer, Policy};
use std::fs;
use std::path::PathBuf;

/// The rows for which our result differs from the expected one: the name of the row, our result, and the reason. On
/// all rows but the first six, the other projects also disagree among themselves, because the right result is a
/// matter of policy.
const DISAGREED: &[(&str, &str, &str)] = &[
    (
        "s0192",
        "Re: TEST テストテスト",
        "the blanks between `TEST` and the word after it are text: only one side is an encoded word",
    ),
    (
        "s0201",
        "Nathaniel Borenstein",
        "the comment behind an address is a comment, not a part of the display name",
    ),
    ("s0278", "foo.bar", "a word glued to text in a file name is read, as everywhere else"),
    (
        "s0285",
        "test pdf a\u{308}o\u{308}u\u{308}ß.pdf",
        "the file name is in decomposed form; nothing is normalised to another one",
    ),
    ("s0284", "Maßnahmen Okt. 2020.ignored.html", "of two file names the one in the form of RFC 2231 counts"),
    ("s0299", "hello", "what is left of a word that was cut is shown, with a finding"),
    ("s0021", "Heinz Müller", RAW),
    ("s0022", "Die Hasen und die Frösche", RAW),
    ("s0040", "HasenundFrösche.txt", RAW),
    ("s0041", "Jürgen Schmürgen", RAW),
    ("s0046", "Jürgen Schmürgen", RAW),
    ("s0047", "Die Hasen und die Frösche (Microsoft Outlook 00)", RAW),
    ("s0049", "Jürgen Schmürgen", RAW),
    ("s0050", "Die Hasen und die Frösche (Microsoft Outlook 00)", RAW),
    ("s0055", "HasenundFrösche.txt", RAW),
    ("s0065", "HasenundFrösche.txt", RAW),
    ("s0066", "Jürgen Schmürgen", RAW),
    ("s0067", "Die Hasen und die Frösche (Microsoft Outlook 00)", RAW),
    ("s0101", "Heinz Müller", RAW),
    ("s0102", "Die Hasen und die Frösche (Microsoft Outlook 00)", RAW),
    ("s0325", "i", "a reader sees what can be read of base64 with junk in it; a conversion leaves the word"),
    ("s0350", "FooBar", "text that is all ASCII is read under an unknown label too"),
    (
        "s0361",
        "helloworld",
        "a word glued to text is read: no mailer writes one that is meant to be shown so",
    ),
    (
        "s0362",
        "helloworld",
        "a word glued to text is read: no mailer writes one that is meant to be shown so",
    ),
    ("s0403", "Morten Røverdattér", "a label that names nothing is no label"),
];

/// The reason for rows that expect U+FFFD although the octets can be decoded.
const RAW: &str = "raw octets are read by the charset that the message, or they themselves, show";

struct Row {
    case: String,
    message: Vec<u8>,
    field: String,
    expected: String,
}

fn corpus() -> PathBuf {
    crate::real_mail::shared("corpus")
}

/// The rows on headers of the table of expectations.
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

/// The text of the row's field after the message was rewritten.
fn said(octets: &[u8], field: &str) -> Vec<String> {
    let message = Structure::parse(octets, &Limits::default());
    let blocks: Vec<HeaderBlock> = (0..message.parts.len())
        .flat_map(|part| {
            [vec![message.parts[part].header.clone()], message.field_blocks(part).to_vec()].concat()
        })
        .collect();
    let body =
        |block: &HeaderBlock, name: &str| block.field(octets, name).map(|f| f.body.slice(octets).to_vec());
    let bodies = |name: &str| -> Vec<Vec<u8>> {
        let fields = blocks.iter().flat_map(|block| &block.fields);
        fields.filter(|f| f.is(octets, name)).map(|f| f.body.slice(octets).to_vec()).collect()
    };
    let names = |name: &str| bodies(name).iter().flat_map(|b| addresses(b)).map(|m| m.name).collect();
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
fn text_that_is_expected_of_real_mail() {
    if !corpus().is_dir() {
        println!("skipped: no {}", corpus().display());
        return;
    }
    let (mut agreed, mut wrong, mut unused) = (0, Vec::new(), Vec::new());
    for row in rows() {
        let disagreed = DISAGREED.iter().find(|(case, ..)| *case == row.case);
        for headers in [HeaderForm::Utf8, HeaderForm::Encoded, HeaderForm::Keep] {
            let policy = Policy::default().with_headers(headers);
            let output = Normalizer::new(policy).plan(&row.message).apply().into_owned();
            let said = said(&output, &row.field);
            let agrees = said.iter().any(|text| squashed(text) == squashed(&row.expected));
            match (agrees, disagreed) {
                (true, None) => agreed += 1,
                (false, Some((_, ours, _))) if said.iter().any(|text| squashed(text) == *ours) => {}
                (false, _) => wrong.push((row.case.clone(), headers, row.expected.clone(), said)),
                (true, Some(_)) => unused.push(row.case.clone()),
            }
        }
    }
    println!("{agreed} agree");
    assert!(wrong.is_empty() && unused.is_empty(), "{wrong:#?} {unused:?}");
    assert!(agreed > 1000);
}
