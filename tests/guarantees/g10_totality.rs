//! Tests that parse the structure of any message. Guarantee G10 (docs/guarantees.md): no input makes the library
//! panic. Guarantee G11: the time is linear. Guarantee G14: limits hold.

use mailutf::structure::{PartKind, Structure};
use mailutf::{Code, Limits, Span};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::fs;

/// Guarantee G14: a message at the limit is read. A message beyond the limit has a finding `limit-reached`.
#[test]
fn g14_limits_fail_closed() {
    let nested = |depth: usize| "Content-Type: message/rfc822\n\n".repeat(depth);
    let parts = |parts: usize| {
        format!("Content-Type: multipart/mixed; boundary=b\n\n{}--b--\n", "--b\n\nx\n".repeat(parts))
    };
    let field = |octets: usize| format!("A: {}\n\n", "x".repeat(octets - 4));
    let fields = |octets: usize| format!("Content-Type: text/rfc822-headers\n\n{}", field(octets));
    let parameters = |count: usize| format!("Content-Type: a/b{}\n\n", "; a=b".repeat(count));
    let limits =
        Limits::default().with_depth(7).with_parts(9).with_header(100).with_field(50).with_parameters(6);
    let header = |octets: usize| format!("{}{}", "A: x\n".repeat((octets - 20) / 5), "B: xxxxxxxxxxxxxxxx\n");
    for (input, within) in [
        (nested(7), true),
        (nested(8), false),
        (parts(8), true),
        (parts(9), false),
        (header(100), true),
        (header(105), false),
        (field(50), true),
        (field(51), false),
        (fields(50), true),
        (fields(51), false),
        (parameters(6), true),
        (parameters(7), false),
    ] {
        let message = Structure::parse(input.as_bytes(), &limits);
        assert_eq!(
            message.findings.iter().any(|finding| finding.code == Code::LimitReached),
            !within,
            "{input}"
        );
        assert!(message.parts.len() <= limits.parts);
    }
}

/// Guarantee G11: these inputs make some parsers take quadratic time. They are so large that quadratic time
/// would take minutes.
#[test]
fn g11_attacks_are_linear() {
    let open = |levels: usize| -> String {
        (0..levels).map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n")).collect()
    };
    let fill = |start: String, unit: &str| {
        let count = (1 << 18) / unit.len();
        start + &unit.repeat(count)
    };
    let attacks = [
        fill(open(1), "--\n"),
        fill(open(99), "--\n"),
        fill(open(99), "--b\n"),
        fill(open(99), "--b50\n"),
        fill(open(99), "x\n"),
        fill(open(99), "\n--"),
        fill(open(1), "--b0\n\n"),
        fill(open(1), "--b0\nA: b\n"),
        fill(open(1), "--b0\nContent-Type: multipart/mixed; boundary=c\n"),
        fill(String::new(), "Content-Type: multipart/mixed; boundary=b\n\n--b\n"),
        fill(String::new(), "Content-Type: message/rfc822\n\n"),
        fill(String::new(), "A: b\n"),
        fill(String::new(), "Content-Type: a/b\n"),
        fill("Content-Type: multipart/mixed".to_owned(), "; boundary=b"),
        fill("Content-Type: multipart/mixed".to_owned(), "; boundary*1*=%41"),
        fill("Content-Transfer-Encoding: ".to_owned(), "("),
        fill("Content-Type: message/delivery-status\n\n".to_owned(), "A: b\n\n"),
        fill("Content-Transfer-Encoding: quoted-printable\n\n".to_owned(), "= "),
        fill("Content-Transfer-Encoding: base64\n\n".to_owned(), "SGk=\n!\n"),
        fill("Content-Transfer-Encoding: base64\n\n".to_owned(), "-----BEGIN PGP \n"),
        fill("\n".to_owned(), "-----BEGIN PGP "),
    ];
    for attack in attacks {
        let message = Structure::parse(attack.as_bytes(), &Limits::default());
        assert!((1..=Limits::default().parts).contains(&message.parts.len()));
    }
}

fn line() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "Content-Type: multipart/mixed; boundary=b\n",
        "Content-Type: multipart/digest; boundary=\"b b\"\r\n",
        "Content-Type: multipart/signed; boundary=b\n",
        "Content-Type: message/rfc822\n",
        "Content-Type: message/delivery-status\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\r\n",
        "Subject: caf\u{e9}\n",
        " folded\n",
        "\n",
        "\r\n",
        "--b\n",
        "--b b\r\n",
        "--b--\n",
        "--b b--",
        "text =\n",
        "SGVsbG8=\n",
        "\r",
        "\0",
    ])
}

/// Asserts that each span is inside the span of its parent, that parents come first, and that leaves do not
/// overlap.
fn check_tree(input: &[u8]) {
    let message = Structure::parse(input, &Limits::default());
    let mut done = 0;
    for (at, part) in message.parts.iter().enumerate() {
        assert!(part.span.end <= input.len());
        assert!(part.span.contains(part.body) && part.span.contains(part.header.span));
        assert_eq!(part.span.end, part.body.end);
        match part.parent {
            None => assert_eq!((at, part.span), (0, Span::new(0, input.len()))),
            Some(parent) => {
                assert!(parent < at);
                let parent = &message.parts[parent];
                assert!(parent.body.contains(part.span));
                assert_eq!(part.depth, parent.depth + 1);
                assert!(matches!(parent.kind, PartKind::Multipart | PartKind::Message));
            }
        }
        if !matches!(part.kind, PartKind::Multipart | PartKind::Message) {
            assert!(part.span.start >= done);
            done = part.span.end;
        }
        message.path(at);
        message.field_blocks(at);
        part.transfer.map(|transfer| transfer.decode(part.body.slice(input)));
    }
    assert!(!message.parts.is_empty());
    assert!(message.findings.iter().all(|finding| finding.span.end <= input.len()));
}

/// The mail files of the shared corpus. This corpus is not part of the project. If it is missing, the list is empty.
fn corpus() -> Vec<Vec<u8>> {
    let mut folders = vec![crate::real_mail::shared("corpus")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files.into_iter().map(|file| fs::read(file).unwrap()).collect()
}

#[test]
fn g10_splices_of_real_mail_make_a_tree() {
    let corpus = corpus();
    if corpus.is_empty() {
        println!("skipped: no shared corpus");
        return;
    }
    let files = (0..corpus.len(), 0..corpus.len(), any::<Index>(), any::<Index>());
    TestRunner::new(crate::proptest_config(256))
        .run(&files, |(head, tail, cut, start)| {
            let (head, tail) = (&corpus[head], &corpus[tail]);
            let (cut, start) = (cut.index(head.len() + 1), start.index(tail.len() + 1));
            check_tree(&[&head[..cut], &tail[start..]].concat());
            Ok(())
        })
        .unwrap();
}

proptest! {
    #![proptest_config(crate::proptest_config(256))]

    #[test]
    fn g10_any_lines_make_a_tree(lines in prop::collection::vec(line(), 0..40)) {
        check_tree(lines.concat().as_bytes());
    }

    #[test]
    fn g10_any_octets_make_a_tree(octets in prop::collection::vec(any::<u8>(), 0..300)) {
        check_tree(&octets);
    }
}
