//! Normalizing: converts all texts of a message to UTF-8. Normalizing the output again changes nothing (guarantee
//! G2). Linear time.
//!
//! Whether a text can be decoded may depend on the rest of the message. The charset of a labelled text is evidence
//! for raw octets, and is gone once that text is in UTF-8; and an edit of a dependent field may remove some of the
//! raw octets of a sample. So if a plan leaves some text unresolved and changes others, the output is planned once
//! more; if that plan has edits, the first one is discarded.

use super::draft::Draft;
use super::plan::{Plan, Planner, Sealed};
use super::{body, encoded_messages};
use crate::finding::{Cause, Code, Finding};
use crate::policy::Policy;
use crate::span::Span;
use crate::transfer::TransferEncoding;

/// Plans the normalization of `message` with the default policy. See [`Normalizer::plan`].
pub fn normalize(message: &[u8]) -> Plan<'_> {
    Normalizer::default().plan(message)
}

/// Normalizes messages with a policy. `Send + Sync`, cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Normalizer {
    policy: Policy,
    /// Whether the messages are enclosed in another message with a transfer encoding.
    enclosed: bool,
}

impl Normalizer {
    /// A normalizer with this policy.
    pub fn new(policy: Policy) -> Self {
        Self { policy, enclosed: false }
    }

    /// Plans the normalization of `message`: one message, without an mbox `From ` line. Never fails: text that
    /// cannot be decoded, and a message that exceeds a limit, is left unchanged, with a finding.
    pub fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        let plan = self.once(message);
        if is_unsettled(&plan) && !self.once(&plan.apply()).is_noop() {
            let whole = Span::new(0, message.len());
            return plan.abandoned(Finding::new(Code::StructureDoubtful, whole, Cause::UnstablePlan));
        }
        plan
    }

    fn once<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        let mut draft = match Draft::new(message, &self.policy) {
            Ok(draft) => draft,
            Err(findings) => return Plan::new(message, Vec::new(), findings),
        };
        for part in 0..draft.message.parts().len() {
            let body = body::plan(&draft.message, part);
            draft.add(part, body);
            let encoded = encoded_messages::finding(&draft.message, part, |transfer, body| {
                self.would_change(transfer, body)
            });
            draft.findings.extend(encoded);
        }
        draft.finish(message)
    }

    /// Whether normalizing would change a message that is enclosed as `body` with a transfer encoding, or leave
    /// some of its text unresolved. If that message encloses another one in the same way, the answer is yes without
    /// a look at it.
    fn would_change(&self, transfer: TransferEncoding, body: &[u8]) -> bool {
        if self.enclosed {
            return true;
        }
        let decoded = transfer.decode(body);
        let inside = Self { policy: self.policy.clone(), enclosed: true };
        let plan = inside.plan(&decoded.octets);
        !plan.is_noop() || plan.is_unresolved()
    }
}

/// Whether some text is unresolved that might be readable in the output of the plan.
fn is_unsettled(plan: &Plan<'_>) -> bool {
    let unread = |finding: &Finding| {
        matches!(
            finding.code,
            Code::FieldUnresolved
                | Code::ParameterUnresolved
                | Code::WordUnresolved
                | Code::TextUnresolved
                | Code::MessageEmbedded
                | Code::LabelDoubtful
        )
    };
    !plan.is_noop() && plan.findings().iter().any(unread)
}

impl Sealed for Normalizer {}

impl Planner for Normalizer {
    fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        Self::plan(self, message)
    }

    fn policy(&self) -> &Policy {
        &self.policy
    }
}
