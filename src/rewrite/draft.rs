//! The steps that all rewrites share. The first steps are limits and parsing. The last steps are dependent fields,
//! checks and signatures.

use super::body::BodyPlan;
use super::body::dependent_fields;
use super::body::encoded_body::line_end;
use super::charsets::Charsets;
use super::checks::unchanged_texts::UnchangedTexts;
use super::checks::{signatures, structure};
use super::left_texts::LeftTexts;
use super::plan::Plan;
use crate::edit::Edit;
use crate::finding::{Cause, Code, Detail, Finding};
use crate::limits::Limit;
use crate::span::Span;
use crate::text::MessageTexts;
use std::collections::BTreeSet;
use std::mem;

/// Any message may grow by this number of octets, even if it is short, so that there is room for the fields that
/// MIME needs.
const GROWTH: usize = 1024;

/// A plan under construction.
pub(super) struct Draft<'m, 'a> {
    pub(super) message: &'m MessageTexts<'a>,
    pub(super) edits: Vec<Edit>,
    pub(super) findings: Vec<Finding>,
    pub(super) charsets: Charsets,
    pub(super) header_charsets: Charsets,
    pub(super) unchanged: UnchangedTexts,
    pub(super) left: LeftTexts,
    /// The parts whose header fields stay as they are, except for the labels of their bodies.
    pub(super) kept_headers: BTreeSet<usize>,
}

impl<'m, 'a> Draft<'m, 'a> {
    /// Makes the plan for `message` from the edits that `fill` adds to an empty draft.
    ///
    /// The decoding of a field that stays unchanged may depend on the charsets of other fields of its header. If
    /// the plan would change how such a field is decoded, `fill` is called again for a draft in which the
    /// headers with such fields stay unchanged. If the second plan would still change how a text is decoded,
    /// nothing is changed.
    pub(super) fn plan(message: &'m MessageTexts<'a>, mut fill: impl FnMut(&mut Self)) -> Plan<'a> {
        let found = &message.structure().findings;
        if found.iter().any(|finding| finding.code == Code::LimitReached) {
            let plan = Plan::new(message.original(), Vec::new(), found.clone());
            return plan.with_left(LeftTexts::all(message));
        }
        if message.structure().has_decoded_messages() {
            let mut draft = Self::new(message, BTreeSet::new());
            fill(&mut draft);
            return Plan::new(message.original(), Vec::new(), draft.findings)
                .with_charsets(draft.charsets, draft.header_charsets)
                .with_left(draft.left);
        }
        let mut build = |kept_headers| {
            let mut draft = Self::new(message, kept_headers);
            fill(&mut draft);
            draft.finish()
        };
        let (plan, lost) = build(BTreeSet::new());
        if lost.is_empty() {
            return plan;
        }
        let kept_headers: BTreeSet<_> = lost.iter().map(|finding| finding.part).collect();
        let again =
            lost.iter().all(|finding| finding.code == Code::FieldUnresolved).then(|| build(kept_headers));
        match again {
            Some((plan, others)) if others.is_empty() => plan.with(lost),
            _ => lost.into_iter().fold(plan, Plan::without_edits),
        }
    }

    fn new(message: &'m MessageTexts<'a>, kept_headers: BTreeSet<usize>) -> Self {
        let (charsets, header_charsets) = Default::default();
        // If the policy is strict, a transfer encoding that no field names is not used. Then there is no finding
        // about it.
        let is_read =
            |finding: &&Finding| !(message.policy().strict && finding.code == Code::TransferUnnamed);
        let findings = message.structure().findings.iter().filter(is_read);
        Self {
            message,
            edits: Vec::new(),
            findings: findings.cloned().collect(),
            charsets,
            header_charsets,
            unchanged: UnchangedTexts::default(),
            left: LeftTexts::default(),
            kept_headers,
        }
    }

    /// Adds the plan for the body of part `part`, except for the label of the body, which is planned with the
    /// header.
    pub(super) fn add_body(&mut self, part: usize, body: BodyPlan) {
        body.charset.into_iter().for_each(|charset| self.charsets.count(charset));
        self.edits.extend(body.edits);
        self.unchanged.bodies.extend(body.stays.then_some(part));
        self.left.bodies.extend(body.left.then_some(part));
        self.findings.extend(body.findings.into_iter().map(|finding| finding.in_part(part)));
    }

    /// Completes the plan with the edits of dependent fields. If a check fails, the plan has no edits, but has a
    /// finding that gives the reason. The second value has a finding for each text that stays unchanged, but would
    /// be [lost](UnchangedTexts::lost).
    fn finish(&mut self) -> (Plan<'a>, Vec<Finding>) {
        let plan = self.check_size_and_structure();
        let lost = self.unchanged.lost(self.message, &plan);
        let plan = if lost.is_empty() { self.check_signatures(plan) } else { plan };
        (plan.with_left(mem::take(&mut self.left)), lost)
    }

    /// Makes the plan and checks its size and structure.
    fn check_size_and_structure(&mut self) -> Plan<'a> {
        let (message, policy, input) = (self.message, self.message.policy(), self.message.original());
        let (mut edits, findings) = (mem::take(&mut self.edits), mem::take(&mut self.findings));
        if findings.iter().any(|finding| finding.code == Code::LimitReached) {
            return Plan::new(input, Vec::new(), findings);
        }
        dependent_fields::plan(message, line_end(message), &mut edits);
        let plan = Plan::new(input, edits, findings)
            .with_charsets(mem::take(&mut self.charsets), mem::take(&mut self.header_charsets));
        let grown: usize = plan.edits().iter().map(|edit: &Edit| edit.replacement.len()).sum();
        if grown > input.len().saturating_mul(policy.limits.growth).saturating_add(GROWTH) {
            let whole = Span::new(0, input.len());
            return plan.without_edits(Finding::new(
                Code::LimitReached,
                whole,
                Detail::Limit(Limit::Growth, policy.limits.growth),
            ));
        }
        if structure::was_guessed(message) && !structure::has_same_parts(message, &plan, policy) {
            let whole = Span::new(0, input.len());
            return plan.without_edits(Finding::new(Code::StructureDoubtful, whole, Cause::OtherParts));
        }
        if !plan.is_noop() && structure::has_doubled_line_ends(input) {
            let line_end = Span::at(0);
            return plan.without_edits(Finding::new(
                Code::StructureDoubtful,
                line_end,
                Cause::DoubledLineEnds,
            ));
        }
        plan
    }

    /// Returns `plan` with findings about the signatures that it breaks. The plan has no edits if it would break a
    /// seal and the policy keeps seals.
    fn check_signatures(&self, plan: Plan<'a>) -> Plan<'a> {
        let message = self.message;
        let broken = signatures::broken(message, plan.edits());
        match broken.first() {
            Some(seal) if message.policy().keep_dkim => {
                let finding = Finding { code: Code::SealKept, ..seal.clone() };
                plan.without_edits(finding)
            }
            _ => {
                let signatures = signatures::broken_signatures(message, plan.edits());
                plan.with(broken).with(signatures)
            }
        }
    }
}
