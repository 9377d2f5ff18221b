//! Guarantee G1 (docs/guarantees.md): every octet outside the edits is in the output, unchanged and in order. Edits
//! are only in places where there is text to change. Without edits, the output is the input.

use crate::{corpus, generate};
use mailutf::edit::{Edit, Reason, Segment};
use mailutf::structure::{PartKind, Structure};
use mailutf::{Limits, Plan, normalize};
use proptest::prelude::*;
use std::borrow::Cow;

/// Computes the output in another way than the library: from the last edit to the first, so that offsets stay
/// valid.
fn spliced(input: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut output = input.to_vec();
    for edit in edits.iter().rev() {
        output.splice(edit.span.range(), edit.replacement.iter().copied());
    }
    output
}

/// Whether the edit is in a place where it is allowed. The edit of a body must be in the body of a text part. Any
/// other edit must be in a header, at the end of a header, or in a body that consists of fields.
fn is_in_place(message: &Structure, edit: &Edit) -> bool {
    message.parts.iter().any(|part| match edit.reason {
        Reason::Body => part.kind == PartKind::Text && part.body.contains(edit.span),
        _ => {
            part.header.span.contains(edit.span)
                || part.kind == PartKind::Fields && part.body.contains(edit.span)
        }
    })
}

fn holds(plan: &Plan<'_>, message: &Structure) {
    let input = plan.input();
    let output = plan.apply();
    assert_eq!(output, spliced(input, plan.edits()));
    let mut written = Vec::new();
    plan.write_to(&mut written).unwrap();
    assert_eq!(output, written);
    let mut kept = 0;
    for piece in plan.segments() {
        if let Segment::Kept(span) = piece {
            assert!(span.start >= kept && !span.is_empty());
            kept = span.end;
        }
    }
    for pair in plan.edits().windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{pair:?}");
    }
    for edit in plan.edits() {
        assert!(is_in_place(message, edit), "{edit:?}");
    }
    if plan.is_noop() {
        assert!(matches!(output, Cow::Borrowed(same) if std::ptr::eq(same, input)));
    }
}

fn of(octets: &[u8]) {
    holds(&normalize(octets), &Structure::parse(octets, &Limits::default()));
}

#[test]
fn of_real_mail() {
    for sample in corpus::all() {
        holds(&sample.plan, &sample.before);
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(64))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        of(&message.octets);
    }

    #[test]
    fn of_protected_mail(message in generate::protected()) {
        of(&message.octets);
    }

    /// The guarantee also holds for messages whose lines end with LF, CRLF or CR, in any mixture, and for messages
    /// that are cut off anywhere.
    #[test]
    fn of_any_line_ends(
        message in generate::message(),
        ends in prop::collection::vec(prop::sample::select(&["\n", "\r\n", "\r"][..]), 1..5),
        end in any::<prop::sample::Index>(),
    ) {
        let lines = message.octets.split(|octet| *octet == b'\n').zip(ends.iter().cycle());
        let mut octets: Vec<u8> = lines
            .flat_map(|(line, end)| [line.strip_suffix(b"\r").unwrap_or(line), end.as_bytes()].concat())
            .collect();
        octets.truncate(end.index(octets.len() + 1));
        of(&octets);
    }

    /// The start of a message is joined with the end of another message. Nobody wrote such mail, but it must
    /// be handled safely.
    #[test]
    fn of_spliced_mail(a in generate::message(), b in generate::message(), at in 0_usize..400) {
        let mut octets = a.octets[..at.min(a.octets.len())].to_vec();
        octets.extend_from_slice(&b.octets[at.min(b.octets.len())..]);
        of(&octets);
    }
}
