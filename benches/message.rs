//! Compares our parser of the structure of messages with the crate `mail-parser`. (`mail-parser` also decodes the
//! parts that it finds.) The unit is octets of input per second.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use mail_parser::MessageParser;
use mailutf::Limits;
use mailutf::structure::Structure;
use mailutf::transfer::base64;

fn main() {
    divan::main();
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A text with two lines.
    Short,
    /// Ten attachments of 100,000 octets.
    Attachments,
    /// A thousand small parts.
    Parts,
    /// Fifty nested multiparts.
    Nested,
    /// Text with many lines that begin like delimiter lines.
    Dashes,
}

impl Shape {
    const ALL: [Self; 5] = [Self::Short, Self::Attachments, Self::Parts, Self::Nested, Self::Dashes];

    fn message(self) -> Vec<u8> {
        let header = "From: A <a@example.org>\nSubject: s\nMIME-Version: 1.0\n";
        let open = "Content-Type: multipart/mixed; boundary=\"=_b\"\n\n";
        let body = match self {
            Self::Short => "\nfirst\nsecond\n".to_owned(),
            Self::Attachments => {
                let octets =
                    String::from_utf8(base64::encode_body(&[b'x'; 100_000], b"\n")).unwrap_or_default();
                let fields = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n";
                format!("{open}{}--=_b--\n", format!("--=_b\n{fields}\n{octets}").repeat(10))
            }
            Self::Parts => {
                format!("{open}{}--=_b--\n", "--=_b\nContent-Type: text/html\n\n<p>\n".repeat(1_000))
            }
            Self::Nested => (0..50)
                .map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n"))
                .chain(["\n".to_owned(), "text\n".repeat(10_000)])
                .collect(),
            Self::Dashes => format!("{open}--=_b\n\n{}--=_b--\n", "--=_bc text\n".repeat(10_000)),
        };
        format!("{header}{body}").into_bytes()
    }
}

#[divan::bench(args = Shape::ALL)]
fn scan(bencher: Bencher<'_, '_>, shape: &Shape) {
    let (message, limits) = (shape.message(), Limits::default());
    bencher.counter(BytesCount::new(message.len())).bench(|| Structure::parse(black_box(&message), &limits));
}

#[divan::bench(args = Shape::ALL)]
fn mail_parser(bencher: Bencher<'_, '_>, shape: &Shape) {
    let (message, parser) = (shape.message(), MessageParser::default());
    bencher.counter(BytesCount::new(message.len())).bench(|| parser.parse(black_box(&message)));
}
