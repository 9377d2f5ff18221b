//! Normalising: every text of a message to UTF-8, so that another run changes nothing (guarantee G2). Linear time.
//!
//! What cannot be read depends on the rest of the message: the charset of a labelled text is evidence for raw octets, and
//! is gone once that text is in UTF-8; an edit of a dependent field may remove some of the raw octets that were
//! to be read together. So where something stays unread beside changes, the rewritten message is planned once more, and if
//! that would change it, the plan is discarded.

use super::draft::Draft;
use super::plan::{Plan, Planner, Sealed};
use super::{body, encoded_messages};
use crate::finding::{Cause, Code, Finding};
use crate::policy::Policy;
use crate::span::Span;
use crate::transfer::TransferEncoding;

/// Plans the normalisation of `message` with the default policy.
pub fn normalize(message: &[u8]) -> Plan<'_> {
    Normalizer::default().plan(message)
}

/// Normalises messages by a policy. `Send + Sync`, cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Normalizer {
    policy: Policy,
    /// Whether what it plans for stands under a transfer encoding in another message.
    enclosed: bool,
}

impl Normalizer {
    /// A normalizer of that policy.
    pub fn new(policy: Policy) -> Self {
        Self { policy, enclosed: false }
    }

    /// What to do to `message` (one message, no mbox `From ` line). Never fails: what cannot be read or is
    /// beyond a limit is left as it was, with a finding.
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

    /// Whether the text of a message that stands as `body`, under a transfer encoding, in another one is not all UTF-8.
    /// One that stands so inside it is not looked into and counts as such.
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

/// Whether something stays unread that may be readable once the plan is carried out.
fn is_unsettled(plan: &Plan<'_>) -> bool {
    let unread = |finding: &Finding| {
        matches!(finding.code, Code::FieldUnresolved | Code::TextUnresolved | Code::MessageEmbedded)
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
