//! Normalising: every text of a message to UTF-8.

use super::plan::Plan;
use super::{body, header};
use crate::message::Message;
use crate::policy::Policy;
use crate::resolve::Context;

/// Plans the normalisation of `message` with the default policy.
pub fn normalize(message: &[u8]) -> Plan<'_> {
    Normalizer::default().plan(message)
}

/// Normalises messages by a policy. `Send + Sync`, cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Normalizer {
    policy: Policy,
}

impl Normalizer {
    /// A normalizer of that policy.
    pub fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// What to do to `message` (one message, no mbox `From ` line). Never fails: what cannot be read or is
    /// beyond a limit is left as it was, with a finding.
    pub fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        let message = Message::parse(message, &self.policy.limits);
        let context = Context { policy: &self.policy, neighbour: None, guess: !self.policy.strict };
        let (mut edits, mut findings) = (Vec::new(), message.findings.clone());
        for part in 0..message.parts.len() {
            header::plan(&message, part, &context, &mut edits, &mut findings);
            body::plan(&message, part, &context, &mut edits, &mut findings);
        }
        Plan::new(message.input, edits, findings)
    }
}
