//! G1: every octet outside an edit stands in the output, unchanged and in order; with nothing to do, the
//! output is the input itself.

use crate::{corpus, generate};
use mailutf::rewrite::{Edit, Piece};
use mailutf::{Plan, normalize};
use proptest::prelude::*;
use std::borrow::Cow;

/// The output by other means: from the back, so that offsets stay true.
fn spliced(input: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut output = input.to_vec();
    for edit in edits.iter().rev() {
        output.splice(edit.span.range(), edit.replacement.iter().copied());
    }
    output
}

fn holds(plan: &Plan<'_>) {
    let input = plan.input();
    let output = plan.apply();
    assert_eq!(output, spliced(input, plan.edits()));
    let mut written = Vec::new();
    plan.write_to(&mut written).unwrap();
    assert_eq!(output, written);
    let mut kept = 0;
    for piece in plan.pieces() {
        if let Piece::Kept(span) = piece {
            assert!(span.start >= kept && !span.is_empty());
            kept = span.end;
        }
    }
    for pair in plan.edits().windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{pair:?}");
    }
    if plan.is_noop() {
        assert!(matches!(output, Cow::Borrowed(same) if std::ptr::eq(same, input)));
    }
}

#[test]
fn of_real_mail() {
    for sample in corpus::samples() {
        holds(&normalize(&sample.input));
    }
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        holds(&normalize(&message.octets));
    }

    /// Two pieces of mail spliced together are no mail that anybody wrote, and must be safe all the same.
    #[test]
    fn of_spliced_mail(a in generate::message(), b in generate::message(), at in 0_usize..400) {
        let mut octets = a.octets[..at.min(a.octets.len())].to_vec();
        octets.extend_from_slice(&b.octets[at.min(b.octets.len())..]);
        holds(&normalize(&octets));
    }
}
