//! The findings for a program that shows a message: those of a conversion, and those about texts that a conversion
//! leaves for another reason, such as a signature. These texts are shown as they are read, like any others.
//!
//! The second kind is no part of a plan: what is left because it is signed does not count as unresolved again because
//! its label is doubtful. Linear time.

use super::normalizer::Normalizer;
use super::plan::Plan;
use super::{body, header};
use crate::finding::{Code, Finding};
use crate::message::Message;
use crate::policy::Policy;
use crate::span::Span;
use crate::text::MessageTexts;
use crate::text::inventory::Unit;
use std::collections::HashSet;

impl Message<'_> {
    /// The findings about the message, each once (feature `rewrite`): everything unusual in its texts, fields and
    /// parts. `Message.findings` of Python has the same. To warn a reader, take those that have a
    /// [warning](crate::Finding::warning); [`Structure::field_of`](crate::structure::Structure::field_of) says which field
    /// a finding is about.
    ///
    /// They are the findings that [`normalize`](crate::normalize()) would report with the policy of the message, and
    /// those about texts that a conversion leaves for another reason: signed and encrypted parts, for example, or a
    /// message that exceeds a limit. They are about a conversion, which leaves a doubtful text unchanged even if this
    /// message shows it in its likely reading. How a shown body was read is in
    /// [`DecodedText::findings`](crate::text::DecodedText::findings). An enclosed message with a transfer encoding has one
    /// finding, `message-encoded`, `message-embedded` or none; for the others, call this method on
    /// [`MessagePart::enclosed_message`](crate::message::MessagePart::enclosed_message).
    ///
    /// [`Finding::part`] is an index in
    /// [`MessageTexts::original_structure`](crate::text::MessageTexts::original_structure). Each call plans the
    /// conversion, and reads the texts that it leaves. Linear time.
    ///
    /// ```
    /// use mailutf::{Warning, message::Message};
    /// let octets = b"Subject: caf\xE9\nContent-Type: text/plain; charset=iso-8859-1\n\n\xCF\xF0\xE8\xE2\xE5\xF2\n";
    /// let findings = Message::parse(octets).findings();
    /// let codes: Vec<_> = findings.iter().map(|found| (found.code.as_str(), found.warning())).collect();
    /// assert_eq!(codes, [("field-raw", Some(Warning::Wrong)), ("label-doubtful", Some(Warning::Wrong))]);
    /// ```
    pub fn findings(&self) -> Vec<Finding> {
        let policy = self.texts().policy();
        findings_of_texts(&Normalizer::new(policy.clone()).plan(self.octets()), policy)
    }
}

/// The findings of `plan`, and those about the texts that it leaves for another reason, in the order of their places.
/// `policy` is the policy of the plan.
pub fn findings_of_texts(plan: &Plan<'_>, policy: &Policy) -> Vec<Finding> {
    let mut findings = plan.findings().to_vec();
    if plan.left().is_empty() {
        return findings;
    }
    let place = |finding: &Finding| -> (usize, Span, Code) { (finding.part, finding.span, finding.code) };
    let known: HashSet<_> = findings.iter().map(place).collect();
    let of_left = findings_of_left(plan, policy).into_iter();
    findings.extend(of_left.filter(|finding| !known.contains(&place(finding))));
    findings.sort_by_key(|finding| finding.span.start);
    findings
}

/// The findings about the texts that `plan` leaves, whether the plan has them or not.
fn findings_of_left(plan: &Plan<'_>, policy: &Policy) -> Vec<Finding> {
    let (left, message) = (plan.left(), MessageTexts::parse(plan.input(), policy));
    let units = left.parts_with_fields().into_iter().flat_map(|part| message.inventory().units_of(part));
    let mut findings = Vec::new();
    for unit in units {
        let Unit::Block(block) = unit else { continue };
        for (field, parsed) in block.fields() {
            if left.has_field(block.part, field.span.start) {
                findings.extend(header::findings_of_left(&message, block.part, field, parsed));
            }
        }
    }
    findings.extend(left.bodies.iter().flat_map(|part| body::findings_of_left(&message, *part)));
    findings
}
