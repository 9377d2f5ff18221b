//! Normalizing: converts all texts of a message to UTF-8. Normalizing the output again changes nothing (guarantee
//! G2 in docs/guarantees.md). Linear time.
//!
//! Whether a text can be decoded may depend on the rest of the message, for two reasons:
//!
//! - The charset of a labelled text is evidence for raw octets. This evidence is gone once the labelled text is in
//!   UTF-8.
//! - A charset is detected from raw octets, and an edit of a dependent field may remove some of these octets.
//!
//! So if a plan leaves some text unresolved and changes other text, the output is planned once more. If the second
//! plan has edits, the first plan is discarded.
//!
//! The output is also planned once more if a rule undoes wrong decodings. After that, encoded words and the text
//! between them are a single text, and its letters can be better evidence than the letters of each piece.

use super::body::{BodyObserver, BodyReading};
use super::draft::Draft;
use super::plan::{Plan, Planner, Sealed};
use super::{body, encoded_messages, header};
use crate::finding::{Cause, Code, Detail, Finding};
use crate::policy::Policy;
use crate::span::Span;
use crate::text::MessageTexts;
use std::sync::Arc;

/// Plans the normalization of `message` with the default policy. See [`Normalizer::plan`].
pub fn normalize(message: &[u8]) -> Plan<'_> {
    Normalizer::default().plan(message)
}

/// Plans the normalization of a parsed message with the policy of `message`. Calls `show` for each text body that
/// is read for the plan. Thus a program can show a message and its plan, and each body is read only once. A body
/// that is not read, because the policy keeps it, is not passed to `show`.
///
/// ```
/// use mailutf::{Policy, rewrite::normalize_texts, text::MessageTexts};
/// let octets = b"Content-Type: text/plain; charset=koi8-r\n\n\xF0\n";
/// let policy = Policy::default();
/// let message = MessageTexts::parse(octets, &policy);
/// let mut shown = Vec::new();
/// let plan = normalize_texts(&message, &mut |body| shown.push(body.text.unwrap().text.to_string()));
/// assert_eq!(shown, ["П\n"]);
/// assert!(plan.apply().ends_with("П\n".as_bytes()));
/// ```
pub fn normalize_texts<'a>(message: &MessageTexts<'a>, show: &mut dyn FnMut(BodyReading<'_>)) -> Plan<'a> {
    stable_plan(message, false, Some(show))
}

/// Normalizes messages with a policy. A normalizer is `Send + Sync` and cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Normalizer {
    policy: Policy,
}

impl Normalizer {
    /// A normalizer with this policy.
    pub fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// Plans the normalization of `message`, which is one message without an mbox `From ` line. Planning never
    /// fails: text that cannot be decoded, and a message that exceeds a limit, are left unchanged, with a finding.
    pub fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        Planner::plan(self, message)
    }
}

/// The plan for `message`. The plan has no edits if a second run would change the output again. `enclosed` tells
/// whether the message is enclosed, with a transfer encoding, in another message.
fn stable_plan<'a>(message: &MessageTexts<'a>, enclosed: bool, observer: BodyObserver<'_>) -> Plan<'a> {
    let plan = plan_once(message, enclosed, observer);
    if may_be_unstable(&plan) || message.undoes() && !plan.is_noop() {
        let output = plan.apply();
        let after = MessageTexts::parse(&output, message.policy());
        if !plan_once(&after, enclosed, None).is_noop() {
            let whole = Span::new(0, message.original().len());
            return plan.without_edits(Finding::new(Code::StructureDoubtful, whole, Cause::UnstablePlan));
        }
    }
    plan
}

fn plan_once<'a>(message: &MessageTexts<'a>, enclosed: bool, mut observer: BodyObserver<'_>) -> Plan<'a> {
    Draft::plan(message, |draft| {
        let mut observer = observer.take();
        for part in 0..message.parts().len() {
            let observer: BodyObserver<'_> = match &mut observer {
                Some(show) => Some(&mut **show),
                None => None,
            };
            let mut body = body::plan(message, part, observer);
            header::plan(draft, part, std::mem::take(&mut body.label));
            draft.add_body(part, body);
            let would_change = |inside: &[u8]| enclosed || would_change(inside, message.policy());
            let encoded = encoded_messages::finding(message, part, would_change);
            draft.findings.extend(encoded);
        }
    })
}

/// Whether normalizing `message` would change it or leave some of its text unresolved. `message` was enclosed with
/// a transfer encoding. If it encloses a further message with a transfer encoding, the result is true, and the
/// further message is not read.
fn would_change(message: &[u8], policy: &Policy) -> bool {
    let plan = stable_plan(&MessageTexts::parse(message, policy), true, None);
    !plan.is_noop() || plan.is_unresolved()
}

/// Whether some text is unresolved that might be readable in the output of the plan.
fn may_be_unstable(plan: &Plan<'_>) -> bool {
    let unread = |finding: &Finding| {
        let is_left = matches!(finding.detail, Detail::Rule { charset: None, .. });
        let is_unread = matches!(
            finding.code,
            Code::FieldUnresolved
                | Code::ParameterUnresolved
                | Code::WordUnresolved
                | Code::TextUnresolved
                | Code::MessageEmbedded
                | Code::LabelDoubtful
                | Code::TextGarbled
        );
        is_left || is_unread
    };
    !plan.is_noop() && plan.findings().iter().any(unread)
}

impl Sealed for Normalizer {
    fn plan_texts<'a>(&self, message: &MessageTexts<'a>) -> Plan<'a> {
        stable_plan(message, false, None)
    }

    fn with_policy(&self, policy: Policy) -> Arc<dyn Planner> {
        Arc::new(Self { policy })
    }
}

impl Planner for Normalizer {
    fn policy(&self) -> &Policy {
        &self.policy
    }
}
