//! What every rewrite of a message begins and ends with: limits, evidence of charsets, seals.

use super::body::dependent_fields;
use super::body::written_body::line_end;
use super::charsets::Charsets;
use super::checks::{signatures, structure};
use super::header::merge;
use super::plan::Plan;
use crate::body;
use crate::charset::{Charset, utf8};
use crate::edit::Edit;
use crate::finding::{Code, Finding};
use crate::policy::Policy;
use crate::span::Span;
use crate::structure::{Message, Part, PartKind};
use crate::text::Context;
use crate::transfer::TransferEncoding;
use std::mem;

/// Octets that any message may grow by, however short: the fields that a MIME message needs.
const GROWTH: usize = 1024;

/// A plan in the making.
pub(super) struct Draft<'a> {
    pub(super) message: Message<'a>,
    pub(super) edits: Vec<Edit>,
    pub(super) findings: Vec<Finding>,
    pub(super) charsets: Charsets,
    pub(super) header_charsets: Charsets,
}

impl<'a> Draft<'a> {
    /// No edits yet.
    ///
    /// # Errors
    /// What was found in a message beyond the limits, which is to be left alone.
    pub(super) fn new(input: &'a [u8], policy: &Policy) -> Result<Self, Vec<Finding>> {
        let message = Message::parse(input, &policy.limits);
        let findings = message.findings.clone();
        if findings.iter().any(|finding| finding.code == Code::LimitReached) {
            return Err(findings);
        }
        let (charsets, header_charsets) = Default::default();
        Ok(Self { message, edits: Vec::new(), findings, charsets, header_charsets })
    }

    /// The plan, with what follows from the edits made in `context`, or one that leaves the message alone and says why.
    pub(super) fn finish(&mut self, context: &Context<'_>) -> Plan<'a> {
        let (message, policy) = (&self.message, context.policy);
        let (mut edits, findings) = (mem::take(&mut self.edits), mem::take(&mut self.findings));
        if findings.iter().any(|finding| finding.code == Code::LimitReached) {
            return Plan::new(message.input, Vec::new(), findings);
        }
        merge::reconcile(message, context, &mut edits);
        dependent_fields::plan(message, line_end(message), &mut edits);
        let plan = Plan::new(message.input, edits, findings)
            .read_in(mem::take(&mut self.charsets), mem::take(&mut self.header_charsets));
        let grown: usize = plan.edits().iter().map(|edit: &Edit| edit.replacement.len()).sum();
        if grown > message.input.len().saturating_mul(policy.limits.growth).saturating_add(GROWTH) {
            let whole = Span::new(0, message.input.len());
            return plan.abandoned(Finding::new(
                Code::LimitReached,
                whole,
                format!("grown by more than {} times its size (limit `growth`)", policy.limits.growth),
            ));
        }
        if structure::is_odd(message) && !structure::is_kept(message, &plan, policy) {
            let whole = Span::new(0, message.input.len());
            return plan.abandoned(Finding::new(Code::StructureDoubtful, whole, ""));
        }
        if !plan.is_noop() && structure::has_doubled_line_ends(message.input) {
            let line_end = Span::at(0);
            return plan.abandoned(Finding::new(
                Code::StructureDoubtful,
                line_end,
                "lines end with CR CR LF",
            ));
        }
        let broken = signatures::broken(message, plan.edits());
        match broken.first() {
            Some(seal) if policy.keep_dkim => {
                let kept = Finding { code: Code::SealKept, ..seal.clone() };
                plan.abandoned(kept)
            }
            _ => {
                let signatures = signatures::broken_signatures(message, plan.edits());
                plan.with(broken).with(signatures)
            }
        }
    }
}

/// What there is to know around the texts of `message`.
pub(super) fn context<'p>(message: &Message<'_>, policy: &'p Policy) -> Context<'p> {
    let message_charset =
        needs_message_charset(message).then(|| body::message_charset(message, policy)).flatten();
    Context { policy, message_charset, guess: !policy.strict }
}

/// Whether something in the message may say nothing of its charset, so that it is worth while to read its
/// other texts for it. Cheap for what says it.
fn needs_message_charset(message: &Message<'_>) -> bool {
    let silent = |part: &Part| {
        let label = body::label(message, part).and_then(|label| Charset::for_label(&label));
        label.is_none_or(|charset| charset == Charset::US_ASCII)
    };
    let beyond_ascii = |part: &Part| {
        let body = part.body.slice(message.input);
        match part.transfer {
            Some(TransferEncoding::QuotedPrintable) => !body.is_ascii() || may_escape_beyond_ascii(body),
            Some(transfer) if !transfer.is_identity() => !transfer.decode(body).octets.is_ascii(),
            _ => !body.is_ascii(),
        }
    };
    message.parts.iter().any(|part| {
        let header = part.header.span.slice(message.input);
        // Nothing is guessed of an attachment.
        let guessed = part.kind == PartKind::Text && !part.attachment;
        utf8::valid(header).is_none() || guessed && silent(part) && beyond_ascii(part)
    })
}

/// Whether quoted-printable has an escape for an octet above 127 (RFC 2045 section 6.7).
fn may_escape_beyond_ascii(encoded: &[u8]) -> bool {
    let escapes = memchr::memchr_iter(b'=', encoded).filter_map(|at| encoded.get(at + 1));
    escapes.into_iter().any(|digit| matches!(digit, b'8' | b'9' | b'A'..=b'F' | b'a'..=b'f'))
}
