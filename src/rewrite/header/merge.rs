//! A Content-Type that gets a label and holds text beyond ASCII.
//!
//! New text and label are each found sound by themselves, on the field as it was. In a field that is broken
//! enough, the one changes how the other is read: sections of a charset go with the blanks that text was to be
//! folded at; a quote or a semicolon that the label gets makes a parameter of junk. So the field with both is
//! looked at once more, and goes into the plan in one piece where it needs a further change. Linear but for a
//! sort.

use super::field::Rewriting;
use crate::edit::{Edit, Reason};
use crate::policy::{HeaderForm, Policy};
use crate::rewrite::body::written_body::line_end;
use crate::span::Span;
use crate::syntax::field_kind::FieldKind;
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::text::{FieldReader, MessageTexts};
use std::ops::Range;

/// Makes one of the edits in `edits` that are for the same Content-Type. Sorts them.
pub(in crate::rewrite) fn reconcile(message: &MessageTexts<'_>, edits: &mut Vec<Edit>) {
    // What a label gets stands before the fold at the same place, or it would begin a line.
    edits.sort_by_key(|edit| (edit.span, is_fold(edit)));
    drop_folds_in_gaps(edits);
    let (policy, context) = (message.policy(), message.context());
    let reader = FieldReader { input: message.input(), context: &context, raw: None };
    let mut merged = Vec::new();
    for (rewriting, range) in relabelled(message, policy, edits) {
        let all = edits.get(range.clone()).unwrap_or_default();
        let labels: Vec<Edit> = all.iter().filter(|edit| edit.reason == Reason::Label).cloned().collect();
        let whole = is_apart(all);
        let new = rewriting.finished(&reader, if whole { all } else { &labels }, policy.headers);
        if new.is_some() || !whole {
            let new = new.map(|replacement| {
                vec![Edit { span: rewriting.field.body, replacement, reason: Reason::Label }]
            });
            merged.push((range, new.unwrap_or(labels)));
        }
    }
    if !merged.is_empty() {
        *edits = replaced(std::mem::take(edits), merged);
    }
}

/// The edits with those in each of the ranges, which are in order and apart, replaced.
fn replaced(edits: Vec<Edit>, ranges: Vec<(Range<usize>, Vec<Edit>)>) -> Vec<Edit> {
    let mut replaced = Vec::with_capacity(edits.len());
    let (mut edits, mut taken) = (edits.into_iter(), 0);
    for (range, new) in ranges {
        replaced.extend(edits.by_ref().take(range.start.saturating_sub(taken)));
        edits.by_ref().take(range.len()).for_each(drop);
        replaced.extend(new);
        taken = range.end;
    }
    replaced.extend(edits);
    replaced
}

/// Folds of text in what a label takes out go with it.
fn drop_folds_in_gaps(edits: &mut Vec<Edit>) {
    let mut gap = Span::default();
    edits.retain(|edit| {
        if edit.reason == Reason::Label && edit.span.end > gap.end {
            gap = edit.span;
        }
        !(is_fold(edit) && gap.start < edit.span.start && edit.span.end < gap.end)
    });
}

fn is_fold(edit: &Edit) -> bool {
    edit.span.is_empty() && edit.replacement.trim_ascii().is_empty()
}

/// The Content-Type fields with more than plain text that get a label, and which of the edits are for them; in
/// order.
fn relabelled<'p>(
    message: &MessageTexts<'_>,
    policy: &'p Policy,
    edits: &[Edit],
) -> Vec<(Rewriting<'p>, Range<usize>)> {
    let blocks = message.parts().iter().map(|part| &part.header);
    let is_plain = |field: &Field| {
        let body = field.body.slice(message.input());
        body.is_ascii() && memchr::memchr3(b'?', b'*', 0x1B, body).is_none()
    };
    let named = |block: &HeaderBlock| {
        let fields = block.fields.iter().copied();
        fields
            .filter(|field| field.is(message.input(), "Content-Type") && !is_plain(field))
            .collect::<Vec<_>>()
    };
    let labelled = |range: &Range<usize>| {
        edits.get(range.clone()).unwrap_or_default().iter().any(|edit| edit.reason == Reason::Label)
    };
    let wanted = policy.headers != HeaderForm::Keep && !edits.is_empty();
    blocks
        .filter(|_| wanted)
        .flat_map(named)
        .map(|field| {
            let from = edits.partition_point(|edit| edit.span.start < field.body.start);
            let to = edits.partition_point(|edit| edit.span.start <= field.body.end);
            let line_end = line_end(message);
            let limits = &policy.limits;
            (Rewriting { field, kind: FieldKind::Parameters, limits, line_end }, from..to)
        })
        .filter(|(_, range)| labelled(range))
        .collect()
}

/// Whether no edit overlaps another.
fn is_apart(edits: &[Edit]) -> bool {
    edits.windows(2).all(|pair| matches!(pair, [a, b] if a.span.end <= b.span.start))
}
