//! Guarantee G14 (docs/guarantees.md): a message beyond a limit is left unchanged, and a finding names the limit.

use crate::generate;
use mailutf::structure::Structure;
use mailutf::{Code, Limits, Normalizer, Policy};
use proptest::prelude::*;

/// A multipart that a conversion would change, with `inside` in its body.
fn multipart(inside: &str) -> Vec<u8> {
    let header = "Content-Type: multipart/mixed; boundary=b\n\n";
    let text = "--b\nContent-Type: text/plain; charset=iso-8859-1\n\nplain\n";
    format!("{header}{text}{inside}--b--\n").into_bytes()
}

fn changes(message: &[u8], limits: Limits) -> bool {
    let plan = Normalizer::new(Policy::default().with_limits(limits)).plan(message);
    let reached = plan.findings().iter().any(|finding| finding.code == Code::LimitReached);
    assert_eq!(plan.is_noop(), reached, "{:?}", plan.findings());
    !plan.is_noop()
}

#[test]
fn parts() {
    let message = multipart("--b\n\none\n--b\n\ntwo\n");
    assert!(changes(&message, Limits::default().with_parts(4)));
    assert!(!changes(&message, Limits::default().with_parts(3)));
}

#[test]
fn depth() {
    let inner = "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\ninner\n--c--\n";
    let message = multipart(inner);
    assert!(changes(&message, Limits::default().with_depth(2)));
    assert!(!changes(&message, Limits::default().with_depth(1)));
}

#[test]
fn header() {
    let message = multipart("");
    let header = message.windows(2).position(|pair| pair == b"\n\n").unwrap() + 1;
    // In this message, the headers of parts are longer than the header of the message.
    let longest = "Content-Type: text/plain; charset=iso-8859-1\n".len().max(header);
    assert!(changes(&message, Limits::default().with_header(longest)));
    assert!(!changes(&message, Limits::default().with_header(longest - 1)));
}

#[test]
fn field() {
    let message = multipart("");
    let longest = "Content-Type: text/plain; charset=iso-8859-1\n".len();
    assert!(changes(&message, Limits::default().with_field(longest)));
    assert!(!changes(&message, Limits::default().with_field(longest - 1)));
}

/// All fields of all parts count towards the limit. Malformed lines count as well, and so do fields in bodies that
/// consist of fields.
#[test]
fn fields() {
    let message =
        multipart("--b\nA: b\n>From x\n\nx\n--b\nContent-Type: message/delivery-status\n\nA: b\n\nC: d\n");
    assert!(changes(&message, Limits::default().with_fields(7)));
    for fields in 0..7 {
        assert!(!changes(&message, Limits::default().with_fields(fields)), "{fields}");
    }
}

#[test]
fn octets_of_the_message() {
    let message = multipart("");
    assert!(changes(&message, Limits::default().with_message(message.len())));
    assert!(!changes(&message, Limits::default().with_message(message.len() - 1)));
}

#[test]
fn parameters() {
    let message = multipart("--b\nContent-Type: text/plain; a=b; c=d\n\nx\n");
    assert!(changes(&message, Limits::default().with_parameters(2)));
    assert!(!changes(&message, Limits::default().with_parameters(1)));
}

#[test]
fn growth() {
    let message = [b"Content-Type: text/plain; charset=koi8-r\n\n".as_slice(), &[0xC1; 4000]].concat();
    assert!(changes(&message, Limits::default().with_growth(3)));
    assert!(!changes(&message, Limits::default().with_growth(2)));
}

#[test]
fn words() {
    let message = b"Subject: =?koi8-r?Q?=C4?= a =?koi8-r?Q?=C4?=\n\nx\n";
    assert!(changes(message, Limits::default().with_words(2)));
    assert!(!changes(message, Limits::default().with_words(1)));
}

proptest! {
    #![proptest_config(crate::proptest_config(128))]

    /// This test decides in another way than the library whether a message exceeds a limit. Messages that exceed a
    /// limit are left unchanged and get the finding `limit-reached`. No other message gets this finding.
    #[test]
    fn of_generated_mail(
        message in generate::message(),
        (depth, parts) in (0..4_usize, 1..8_usize),
        (header, field, parameters) in (60..160_usize, 30..70_usize, 0..3_usize),
    ) {
        let octets = &message.octets;
        let limits = Limits::default().with_depth(depth).with_parts(parts).with_header(header).with_field(field).with_parameters(parameters);
        let parsed = Structure::parse(octets, &Limits::default());
        let beyond = parsed.parts.len() > parts
            || parsed.parts.iter().any(|part| {
                let fields = &part.header.fields;
                let named = part.content_type.iter().map(|field| field.parameters.len());
                part.depth > depth
                    || part.header.span.len() > header
                    || fields.iter().any(|one| one.span.len() > field)
                    || named.max().unwrap_or_default().max(usize::from(part.attachment)) > parameters
            });
        let plan = Normalizer::new(Policy::default().with_limits(limits)).plan(octets);
        let reached = plan.findings().iter().any(|finding| finding.code == Code::LimitReached);
        prop_assert_eq!(reached, beyond, "{:?}", plan.findings());
        prop_assert!(!reached || plan.is_noop() && plan.is_unresolved());
    }
}
