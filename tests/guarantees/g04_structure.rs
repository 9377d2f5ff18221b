//! Guarantee G4 (docs/guarantees.md): the tree of parts stays the same, both for our parser and for Python's
//! `email`. Python also reads the texts of both messages (guarantee G3).

use crate::{corpus, generate};
use mailutf::finding::Cause;
use mailutf::policy::HeaderForm;
use mailutf::structure::{PartKind, Structure};
use mailutf::{Code, Limits, Normalizer, Policy, Severity, Span, normalize};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The properties of each part that a conversion must keep: position, kind, media type, boundary, disposition, name
/// and Content-ID, and whether a blank line ends the header. If the part has children, the octets between them
/// belong to these properties as well.
fn parts(octets: &[u8]) -> Vec<Part<'_>> {
    let message = Structure::parse(octets, &Limits::default());
    let parts = message.parts.iter().enumerate().map(|(index, part)| {
        let parameter = |name| {
            let parameter = part.content_type.as_ref()?.parameter(octets, name)?;
            Some(parameter.value.slice(octets))
        };
        let id = part.header.field(octets, "Content-ID").map(|id| id.body.slice(octets));
        let inside = message.parts.iter().filter(|child| child.parent == Some(index));
        let (mut between, mut at) = (Vec::new(), part.body.start);
        for child in inside {
            between.push(Span::new(at, child.span.start).slice(octets));
            at = child.span.end;
        }
        between.push(Span::new(at, part.body.end).slice(octets));
        let container = matches!(part.kind, PartKind::Multipart | PartKind::Message);
        Part {
            place: (part.depth, part.parent, part.number),
            kind: (part.kind, part.media_type.clone(), part.attachment, part.header.terminated),
            boundary: parameter("boundary"),
            id,
            between: if container { between } else { Vec::new() },
        }
    });
    parts.collect()
}

#[derive(Debug, PartialEq)]
struct Part<'a> {
    place: (usize, Option<usize>, usize),
    kind: (PartKind, String, bool, bool),
    boundary: Option<&'a [u8]>,
    id: Option<&'a [u8]>,
    /// The preamble, the delimiter lines and the epilogue.
    between: Vec<&'a [u8]>,
}

#[test]
fn of_real_mail() {
    for sample in corpus::all() {
        assert_eq!(parts(sample.input), parts(&sample.output), "{}", sample.path.display());
    }
}

/// The messages that Python reads differently from this library. Python decodes the footer of a mailing list together
/// with the text. If two multiparts have the same boundary, Python gives all delimiter lines to the outer multipart.
/// Python reads KOI8-U by RFC 2319 everywhere, but this library does so only next to box-drawing characters.
const PYTHON_DIFFERS: [&str; 3] =
    ["bodies/koi8-u.eml", "bodies/list-footer.eml", "structure/boundary-repeated.eml"];

/// A single Python process reads all pairs, because the start of Python takes longer than its work.
#[test]
fn of_real_mail_by_python() {
    let directory = tempfile::tempdir().unwrap();
    let edited = corpus::all()
        .filter(|sample| sample.edited && !PYTHON_DIFFERS.iter().any(|path| sample.path.ends_with(path)));
    for (index, sample) in edited.enumerate() {
        fs::write(directory.path().join(format!("{index}.in")), sample.input).unwrap();
        fs::write(directory.path().join(format!("{index}.out")), &sample.output).unwrap();
        fs::write(directory.path().join(format!("{index}.name")), sample.path.to_str().unwrap()).unwrap();
        let guessed = sample.findings.iter().any(|finding| finding.code.severity() == Severity::Guess);
        fs::write(directory.path().join(format!("{index}.guessed")), guessed.to_string()).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guarantees/by_python.py");
    let Ok(output) = Command::new("python3").arg(script).arg(directory.path()).output() else {
        println!("skipped: no python3");
        return;
    };
    println!("{}", String::from_utf8_lossy(&output.stderr).trim());
    let differences = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(differences.is_empty(), "{differences}");
}

/// A parser skips a line that is not a field if a well-known field is near it. When the text of the fields between
/// them is encoded, the well-known field moves away from the line. The line must not become the start of the body.
#[test]
fn a_change_that_would_move_a_body_is_not_made() {
    let field = |length: usize| format!("X-Other: {}\n", "é".repeat(length));
    for (length, kept) in [(20, true), (40, false)] {
        let fields = field(length).repeat(20);
        let message = format!("From: a@example.org\njunk\n{fields}Subject: test\n\nbody\n");
        let policy = Policy::default().with_headers(HeaderForm::Encoded);
        let plan = Normalizer::new(policy).plan(message.as_bytes());
        let doubtful = plan.findings().iter().find(|finding| finding.code == Code::StructureDoubtful);
        assert_eq!((plan.is_noop(), doubtful.is_some()), (!kept, !kept), "{length}");
        let detail = doubtful.map(|finding| &finding.detail);
        assert!(detail.is_none_or(|detail| *detail == Cause::OtherParts.into()), "{detail:?}");
        assert_eq!(parts(message.as_bytes()), parts(&plan.apply()));
    }
}

fn same_parts(octets: &[u8]) -> Result<(), TestCaseError> {
    let output = normalize(octets).apply();
    prop_assert_eq!(parts(octets), parts(&output));
    Ok(())
}

const LINES: &[&[u8]] = &[
    b"Content-Type: multipart/mixed; boundary=b\n\n",
    b"Content-Type: multipart/digest; boundary=bb\n\n",
    b"Content-Type: multipart/mixed; boundary=\"b b \"\n",
    b"Content-Type: message/rfc822\n\n",
    b"Content-Type: text/plain; charset=koi8-r\n\n",
    b"Content-Type: text/plain; charset=utf-7\n\n",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: quoted-printable\n",
    b"Subject: =?koi8-r?Q?=C4?=\n",
    b"junk\n",
    b"\n",
    b"--b\n",
    b"--b--\n",
    b"--bb\n",
    b"--b b\t\n",
    b"--bbb\n",
    b"+AC0ALQ-b\n",
    b"=2D=2Db\n",
    b"LS1iCg==\n",
    b"\xC4\xC1\n",
];

proptest! {
    #![proptest_config(crate::proptest_config(128))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        same_parts(&message.octets)?;
    }

    #[test]
    fn of_protected_mail(message in generate::protected()) {
        same_parts(&message.octets)?;
    }

    /// The conversion keeps the parts of messages with any delimiter lines, in any order: boundaries that are
    /// prefixes of other boundaries, boundaries that occur twice, and lines that only look like delimiter lines.
    #[test]
    fn of_delimiters_in_any_order(lines in prop::collection::vec(prop::sample::select(LINES), 1..40)) {
        let octets = [b"Subject: x\n".as_slice(), &lines.concat()].concat();
        same_parts(&octets)?;
    }
}
