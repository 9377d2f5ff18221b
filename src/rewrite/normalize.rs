//! Normalising: every text of a message to UTF-8.

use super::plan::{Edit, Plan};
use super::{body, enclosed, following, form, header, seal};
use crate::body as text;
use crate::charset::Charset;
use crate::finding::{Code, Finding};
use crate::message::{Message, Part, PartKind};
use crate::policy::Policy;
use crate::resolve::Context;
use crate::span::Span;

/// Plans the normalisation of `message` with the default policy.
pub fn normalize(message: &[u8]) -> Plan<'_> {
    Normalizer::default().plan(message)
}

/// Normalises messages by a policy. `Send + Sync`, cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Normalizer {
    policy: Policy,
}

/// Octets that any message may grow by, however short: the fields that a MIME message needs.
const GROWTH: usize = 1024;

impl Normalizer {
    /// A normalizer of that policy.
    pub fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// What to do to `message` (one message, no mbox `From ` line). Never fails: what cannot be read or is
    /// beyond a limit is left as it was, with a finding.
    pub fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        let message = Message::parse(message, &self.policy.limits);
        let mut findings = message.findings.clone();
        if findings.iter().any(|finding| finding.code == Code::LimitReached) {
            return Plan::new(message.input, Vec::new(), findings);
        }
        let neighbour = needs_neighbour(&message).then(|| text::neighbour(&message)).flatten();
        let context = Context { policy: &self.policy, neighbour, guess: !self.policy.strict };
        let mut edits = Vec::new();
        for part in 0..message.parts.len() {
            header::plan(&message, part, &context, &mut edits, &mut findings);
            body::plan(&message, part, &context, &mut edits, &mut findings);
            enclosed::plan(&message, part, &self.policy, &mut edits, &mut findings);
        }
        following::plan(&message, form::line_end(message.input), &mut edits);
        self.permitted(&message, Plan::new(message.input, edits, findings))
    }

    /// The plan, or one that leaves the message alone and says why.
    fn permitted<'a>(&self, message: &Message<'a>, plan: Plan<'a>) -> Plan<'a> {
        let grown: usize = plan.edits().iter().map(|edit: &Edit| edit.replacement.len()).sum();
        if grown > message.input.len().saturating_mul(self.policy.limits.growth).saturating_add(GROWTH) {
            let whole = Span::new(0, message.input.len());
            return plan.abandoned(Finding::new(Code::LimitReached, whole, "growth"));
        }
        let broken = seal::broken(message, plan.edits());
        match broken.first() {
            Some(seal) if self.policy.keep_dkim => {
                let kept = Finding { code: Code::SealKept, ..seal.clone() };
                plan.abandoned(kept)
            }
            _ => plan.with(broken),
        }
    }
}

/// Whether something in the message may say nothing of its charset, so that it is worth while to read its
/// other texts for it.
fn needs_neighbour(message: &Message<'_>) -> bool {
    let silent = |part: &Part| {
        let label = text::label(message, part).and_then(|label| Charset::for_label(&label));
        part.kind == PartKind::Text && label.is_none_or(|charset| charset == Charset::US_ASCII)
    };
    let raw = |span: Span| !span.slice(message.input).is_ascii();
    let encoded = |part: &Part| text::decode(message, part).is_some_and(|decoded| !decoded.octets.is_ascii());
    message.parts.iter().any(|part| {
        let header = part.header.span.slice(message.input);
        std::str::from_utf8(header).is_err() || silent(part) && (raw(part.body) || encoded(part))
    })
}
