//! The steps that all rewrites share: limits and parsing at the start; dependent fields, checks and signatures at
//! the end.

use super::body::BodyPlan;
use super::body::dependent_fields;
use super::body::written_body::line_end;
use super::charsets::Charsets;
use super::checks::staying::Staying;
use super::checks::{signatures, structure};
use super::header;
use super::plan::Plan;
use crate::edit::Edit;
use crate::finding::{Cause, Code, Detail, Finding};
use crate::limits::Limit;
use crate::span::Span;
use crate::text::MessageTexts;
use std::mem;

/// The number of octets that any message may grow by, however short it is: room for the fields that MIME needs.
const GROWTH: usize = 1024;

/// A plan that is being made.
pub(super) struct Draft<'m, 'a> {
    pub(super) message: &'m MessageTexts<'a>,
    pub(super) edits: Vec<Edit>,
    pub(super) findings: Vec<Finding>,
    pub(super) charsets: Charsets,
    pub(super) header_charsets: Charsets,
    staying: Staying,
}

impl<'m, 'a> Draft<'m, 'a> {
    /// A draft without edits.
    ///
    /// # Errors
    /// The findings about a message that exceeds a limit and must be left unchanged.
    pub(super) fn new(message: &'m MessageTexts<'a>) -> Result<Self, Vec<Finding>> {
        let findings = message.structure().findings.clone();
        if findings.iter().any(|finding| finding.code == Code::LimitReached) {
            return Err(findings);
        }
        let (charsets, header_charsets) = Default::default();
        Ok(Self {
            message,
            edits: Vec::new(),
            findings,
            charsets,
            header_charsets,
            staying: Staying::default(),
        })
    }

    /// Adds the plan for the body of part `part`, and plans the header of the part.
    pub(super) fn add(&mut self, part: usize, body: BodyPlan) {
        let Self { message, edits, findings, charsets, header_charsets, staying } = self;
        header::plan(message, part, body.label, edits, findings, header_charsets, staying);
        body.charset.into_iter().for_each(|charset| charsets.count(charset));
        edits.extend(body.edits);
        staying.bodies.extend(body.stays.then_some(part));
        findings.extend(body.findings.into_iter().map(|finding| finding.in_part(part)));
    }

    /// Completes the plan for `input`, the message of this draft, with the edits of dependent fields. If a check
    /// fails, the plan has no edits, and a finding that gives the reason.
    pub(super) fn finish<'i>(&mut self, input: &'i [u8]) -> Plan<'i> {
        let (message, policy) = (self.message, self.message.policy());
        let (mut edits, findings) = (mem::take(&mut self.edits), mem::take(&mut self.findings));
        if findings.iter().any(|finding| finding.code == Code::LimitReached) {
            return Plan::new(input, Vec::new(), findings);
        }
        dependent_fields::plan(message, line_end(message), &mut edits);
        let plan = Plan::new(input, edits, findings)
            .read_in(mem::take(&mut self.charsets), mem::take(&mut self.header_charsets));
        let grown: usize = plan.edits().iter().map(|edit: &Edit| edit.replacement.len()).sum();
        if grown > input.len().saturating_mul(policy.limits.growth).saturating_add(GROWTH) {
            let whole = Span::new(0, input.len());
            return plan.abandoned(Finding::new(
                Code::LimitReached,
                whole,
                Detail::Limit(Limit::Growth, policy.limits.growth),
            ));
        }
        if structure::was_guessed(message) && !structure::is_kept(message, &plan, policy) {
            let whole = Span::new(0, input.len());
            return plan.abandoned(Finding::new(Code::StructureDoubtful, whole, Detail::None));
        }
        if !plan.is_noop() && structure::has_doubled_line_ends(input) {
            let line_end = Span::at(0);
            return plan.abandoned(Finding::new(Code::StructureDoubtful, line_end, Cause::DoubledLineEnds));
        }
        let lost = self.staying.lost(message, &plan);
        if !lost.is_empty() {
            return lost.into_iter().fold(plan, Plan::abandoned);
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
