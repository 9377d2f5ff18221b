//! Compares header fields, parameters and addresses with those of Python's `email` and of `mail-parser`, for the
//! mail of the shared corpus.
//!
//! The corpus and Python are not part of this project. If either is missing, the test prints that and passes.

use crate::real_mail::shared;
use mailutf::Span;
use mailutf::internal::header_block;
use mailutf::internal::parameterized;
use mailutf::internal::unquoted;
use mailutf::internal::{Address, Mailbox, addresses};
use mailutf::internal::{TokenKind, tokens};
use mailutf::structure::Field;
use mailutf::structure::Parameter;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn corpus() -> Vec<PathBuf> {
    let root = shared("corpus");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.parent() != Some(&root) && !path.starts_with(root.join("charset-texts")) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn octets(hex: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digits).collect()
}

fn python(files: &[PathBuf]) -> Option<String> {
    let mut child = Command::new("python3")
        .args(["-c", include_str!("syntax.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let list: Vec<_> = files.iter().map(|file| file.to_str().unwrap()).collect();
    child.stdin.take()?.write_all(list.join("\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap())
}

fn whole(input: &[u8]) -> Span {
    Span::new(0, input.len())
}

/// The name and the body of each field. The blanks before a body and the line ends after it are removed, as Python
/// does.
fn fields(input: &[u8]) -> Vec<Vec<u8>> {
    let block = header_block(input, whole(input));
    let body = |field: &Field| {
        let octets = field.body.slice(input);
        let first = octets.iter().position(|octet| !b" \t".contains(octet)).unwrap_or(octets.len());
        let last = octets.iter().rposition(|octet| !b"\r\n".contains(octet)).map_or(0, |last| last + 1);
        octets[first..last.max(first)].to_vec()
    };
    block.fields.iter().flat_map(|field| [field.name.slice(input).to_vec(), body(field)]).collect()
}

/// The attribute of each parameter in lower case, with its stars and section number, and its value without quotes.
fn parameters(body: &[u8]) -> Vec<Vec<u8>> {
    let field = parameterized(body, whole(body), 1_000);
    let pair = |parameter: &Parameter| {
        let attribute = Span::new(parameter.span.start, parameter.value.start).slice(body);
        let end = attribute.iter().position(|octet| b" =\t\r\n".contains(octet)).unwrap();
        [attribute[..end].to_ascii_lowercase(), unquoted(body, parameter).into_owned()]
    };
    field.parameters.iter().flat_map(pair).collect()
}

/// The addr-spec of each address, without comments and white space.
fn addr_specs(body: &[u8]) -> Vec<Vec<u8>> {
    let bare = |mailbox: &Mailbox| {
        let tokens = tokens(body, mailbox.addr_spec, 32);
        let kept = tokens.iter().filter(|token| !matches!(token.kind, TokenKind::Blank | TokenKind::Comment));
        kept.flat_map(|token| token.span.slice(body)).copied().collect::<Vec<u8>>()
    };
    let list = addresses(body, whole(body), 32);
    let specs = list.iter().flat_map(|address| match address {
        Address::Mailbox(mailbox) => vec![bare(mailbox)],
        Address::Group { members, .. } => members.iter().map(bare).collect(),
    });
    specs.filter(|spec| !spec.is_empty()).collect()
}

/// The files on which we differ from Python, with the reason. A letter before the name of a file tells what differs:
/// `f` the fields, `p` parameters, `a` addresses.
const REVIEWED: &[(&str, &[&str])] = &[
    (
        "Python's header ends at the first line that it knows for no field; ours goes on to what is one.",
        &[
            "f big-allocation.mbox",
            "f bug519599.mbox",
            "f clusterfuzz-testcase-minimized-kmime_fuzzer-5255984894509056",
            "f headers-with-nullbytes.mbox",
            "f base64err.mbox",
            "f date-oserror.mbox",
            "f date.mbox",
            "f name-len.mbox",
            "f value2.mbox",
            "f issue84",
            "f raw_email_incorrect_header.eml",
            "f 019.eml",
            "f issue-40.eml",
        ],
    ),
    (
        "Python knows no blanks before the colon (RFC 5322 section 4.5).",
        &["f obsolete.msg", "f example13.eml"],
    ),
    ("A line that begins with `--` is no field to us.", &["f msgid-len.mbox"]),
    (
        "Python needs the semicolon before a parameter.",
        &[
            "p mime-bad-content-type.raw",
            "p mime-blank-media-name.raw",
            "p lhost-x1-02.eml",
            "p 017.eml",
            "p 001.eml",
            "p 010.eml",
        ],
    ),
    (
        "Python keeps the opening quote of a value without a closing one.",
        &["p missing-closing-param-quote.raw", "p date-too-long.mbox"],
    ),
    ("Quotes that were escaped once too often.", &["p plain.eml"]),
    (
        "Python has parameters without a name.",
        &["p charset.mbox", "p msgidheader.mbox", "p multiple_invalid_content_dispositions.eml"],
    ),
    (
        "Python takes an `@` in a display name for another address.",
        &[
            "a raw_email_with_at_display_name.eml",
            "a arf-24.eml",
            "a lhost-sendgrid-03.eml",
            "a lhost-amazonworkmail-01.eml",
        ],
    ),
    (
        "Python takes words before an address without angle brackets for part of it.",
        &[
            "a 1220863042.12663_1.mindcrime!2,S",
            "a issue84",
            "a m0024",
            "a mix_caps_content_type.eml",
            "a lhost-interscanmss-02.eml",
            "a base64err.mbox",
        ],
    ),
    (
        "A name without an address has its first word for an address in Python.",
        &[
            "a 009.eml",
            "a base64err.mbox",
            "a date-too-long.mbox",
            "a date.mbox",
            "a dateheader.mbox",
            "a name-len.mbox",
            "a unknown-encoding.mbox",
            "a value2.mbox",
        ],
    ),
    (
        "Python loses or repeats an address where two have no comma between them, or a bracket no other half.",
        &[
            "a raw_email_multiple_from.eml",
            "a charset.mbox",
            "a msgid-len.mbox",
            "a msgidheader.mbox",
            "a unknown-encoding.mbox",
            "a value2.mbox",
        ],
    ),
    ("A colon in angle brackets without a route is part of the address to us.", &["a missing_body.eml"]),
    ("Blanks in angle brackets, which this test takes out of ours.", &["a arf-11.eml", "a issue-462.eml"]),
    ("Words behind an address belong to it; Python has them as another.", &["a invalid_email_to.eml"]),
];

fn joined(list: &[Vec<u8>]) -> String {
    list.iter().map(|octets| octets.escape_ascii().to_string()).collect::<Vec<_>>().join(" | ")
}

#[test]
fn fields_parameters_and_addresses_of_real_mail_match_python() {
    let files = corpus();
    let Some(theirs) = python(&files).filter(|_| !files.is_empty()) else {
        println!("skipped: no python3 or no shared corpus");
        return;
    };
    let (mut agreed, mut differing) = (0, BTreeMap::new());
    let mut file = (String::new(), Vec::new());
    for line in theirs.lines() {
        let (kind, columns) = line.split_once('\t').unwrap();
        if kind == "=" {
            let path = Path::new(columns);
            file = (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap());
            continue;
        }
        let mut columns = columns.split('\t').map(octets);
        let body = columns.next().unwrap();
        let ours = match kind {
            "f" => fields(&file.1),
            "p" => parameters(&body),
            _ => addr_specs(&body),
        };
        let expected: Vec<_> = columns.collect();
        if ours == expected {
            agreed += 1;
        } else {
            let shown = format!("ours   {}\n  theirs {}", joined(&ours), joined(&expected));
            differing.insert(format!("{kind} {}", file.0), shown);
        }
    }
    println!("{agreed} agree, {} differ", differing.len());
    let reviewed: BTreeSet<_> =
        REVIEWED.iter().flat_map(|(_, names)| *names).map(ToString::to_string).collect();
    for (name, shown) in differing.iter().filter(|(name, _)| !reviewed.contains(*name)) {
        println!("{name}\n  {shown}");
    }
    assert_eq!(differing.into_keys().collect::<BTreeSet<_>>(), reviewed);
}

/// The files on whose first header we differ from `mail-parser`, with the reason.
#[cfg(feature = "verify")]
const REVIEWED_AGAINST_MAIL_PARSER: &[(&str, &[&str])] = &[
    (
        "A name may hold anything in mail-parser: blanks, 8-bit octets, NUL, HTML.",
        &[
            "gmx-quote-body.eml",
            "erroneous.raw",
            "obsolete.msg",
            "big-allocation.mbox",
            "bug519599.mbox",
            "clusterfuzz-testcase-minimized-kmime_fuzzer-5255984894509056",
            "headers-with-nullbytes.mbox",
            "date-oserror.mbox",
            "name-len.mbox",
            "unknown-encoding.mbox",
            "value2.mbox",
            "issue84",
            "raw_email_incorrect_header.eml",
            "issue-40.eml",
        ],
    ),
    (
        "Without a blank line the header goes on in mail-parser to the next one.",
        &[
            "qp-utf8-header-no-break.raw",
            "basic-plain-with-bad-header-separator.msg",
            "malformedHeader-nocrlfcrlf.msg",
            "bug392239.mbox",
            "msgid-len.mbox",
        ],
    ),
    ("A fold with nothing before it is the first field of mail-parser.", &["bad-header-start.raw"]),
    (
        "Of several fields of a name mail-parser takes the last.",
        &["multi-bad.msg", "issue126", "multiple_content_types.eml"],
    ),
    (
        "A Content-Type without a slash, or with octets that no type has.",
        &["barren-content-type.raw", "refshdr.mbox"],
    ),
    ("An empty value, which to mail-parser is none.", &["without_charset_plain_only.eml"]),
    ("A value without its closing quote.", &["date-too-long.mbox"]),
    ("A boundary in sections, which mail-parser joins.", &["mail0.eml"]),
    ("Quotes that were escaped once too often.", &["plain.eml"]),
    ("mail-parser reads no header behind a line of blanks.", &["m0011", "m0012", "sample.mbox"]),
];

/// The names of the fields in the first header, and the content of its Content-Type, as `mail-parser` reads them.
#[cfg(feature = "verify")]
fn seen_by_mail_parser(input: &[u8]) -> Vec<Vec<u8>> {
    let Some(message) = mail_parser::MessageParser::default().parse(input) else { return Vec::new() };
    let names = message.headers().iter().map(|header| header.name.as_str().to_ascii_lowercase().into_bytes());
    let mut seen: Vec<_> = names.collect();
    if let Some(content_type) = mail_parser::MimeHeaders::content_type(&message) {
        seen.push(content_type.c_type.to_ascii_lowercase().into_bytes());
        seen.push(content_type.c_subtype.as_deref().unwrap_or_default().to_ascii_lowercase().into_bytes());
        let plain =
            ["boundary", "charset", "format"].into_iter().filter_map(|name| content_type.attribute(name));
        seen.extend(plain.map(|value| value.as_bytes().to_vec()));
    }
    seen
}

#[cfg(feature = "verify")]
fn seen_by_us(input: &[u8]) -> Vec<Vec<u8>> {
    let block = header_block(input, whole(input));
    let mut seen: Vec<_> =
        block.fields.iter().map(|field| field.name.slice(input).to_ascii_lowercase()).collect();
    if let Some(field) = block.field(input, "content-type") {
        let content_type = parameterized(input, field.body, 1_000);
        seen.extend([content_type.main, content_type.sub].map(|span| span.slice(input).to_ascii_lowercase()));
        let plain = ["boundary", "charset", "format"];
        let plain = plain.into_iter().filter_map(|name| content_type.parameter(input, name));
        seen.extend(plain.map(|parameter| unquoted(input, parameter).into_owned()));
    }
    seen
}

#[test]
#[cfg(feature = "verify")]
fn the_first_header_of_real_mail_matches_mail_parser() {
    let files = corpus();
    if files.is_empty() {
        println!("skipped: no shared corpus");
        return;
    }
    let mut differing = BTreeSet::new();
    for file in &files {
        let octets = fs::read(file).unwrap();
        // `mail-parser` takes the `From ` line of an mbox for a field, so this line is removed.
        let input = match octets.iter().position(|&octet| octet == b'\n') {
            Some(end) if octets.starts_with(b"From ") => &octets[end + 1..],
            _ => &octets[..],
        };
        let (ours, theirs) = (seen_by_us(input), seen_by_mail_parser(input));
        if ours != theirs {
            println!("{}\n  ours   {}\n  theirs {}", file.display(), joined(&ours), joined(&theirs));
            differing.insert(file.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    println!("{} agree, {} differ", files.len() - differing.len(), differing.len());
    let reviewed = REVIEWED_AGAINST_MAIL_PARSER.iter().flat_map(|(_, names)| *names).map(ToString::to_string);
    assert_eq!(differing, reviewed.collect());
}
