//! Converts any message to 7-bit mail in UTF-7 (RFC 2152, chapter "Use of Character Set UTF-7 Within MIME").
//!
//! Text bodies become UTF-7 with the transfer encoding 7bit; lines are broken and encoded in one step. US-ASCII
//! stays US-ASCII. Other parts keep their content, but are written in base64 if some octets are above 127.
//! Protected parts stay unchanged. If a protected part has octets above 127, the message is not 7-bit, and a
//! finding reports the octets. Linear time.

use super::options::Utf7Options;
use super::{body, seven_bit};
use crate::policy::Policy;
use crate::rewrite::draft::Draft;
use crate::rewrite::header;
use crate::rewrite::plan::{Plan, Planner, Sealed};
use crate::text::MessageTexts;
use std::sync::Arc;

/// Converts messages to 7-bit mail in UTF-7 (feature `to-utf7`). A converter is `Send + Sync` and cheap to
/// clone.
///
/// A body without characters beyond US-ASCII gets the label `us-ascii` in place of its label, such as `utf-8`, because not all
/// programs know UTF-7.
///
/// ```
/// use mailutf::ToUtf7;
/// let message = "Content-Type: text/plain; charset=utf-8\n\nA≢Α.\n".as_bytes();
/// let plan = ToUtf7::default().plan(message);
/// assert_eq!(&*plan.apply(), b"Content-Type: text/plain; charset=utf-7\n\nA+ImIDkQ.\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ToUtf7 {
    options: Utf7Options,
}

impl ToUtf7 {
    /// A converter with these options.
    pub fn new(options: Utf7Options) -> Self {
        Self { options }
    }

    /// Plans the conversion of `message`, which is one message without an mbox `From ` line. Planning never fails:
    /// text that cannot be decoded, protected parts, and a message that exceeds a limit are left unchanged, with a
    /// finding.
    pub fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        Planner::plan(self, message)
    }
}

impl Sealed for ToUtf7 {
    fn plan_texts<'a>(&self, message: &MessageTexts<'a>) -> Plan<'a> {
        let plan = Draft::plan(message, |draft| {
            for part in 0..message.parts().len() {
                let mut body = body::plan(message, part, &self.options);
                header::plan(draft, part, std::mem::take(&mut body.label));
                draft.add_body(part, body);
            }
            seven_bit::lower_claims(message, &mut draft.edits);
        });
        let left = seven_bit::left_over(message, plan.edits());
        plan.with(left.into_iter().collect())
    }

    fn with_policy(&self, policy: Policy) -> Arc<dyn Planner> {
        Arc::new(Self { options: Utf7Options { policy, ..self.options.clone() } })
    }
}

impl Planner for ToUtf7 {
    fn policy(&self) -> &Policy {
        &self.options.policy
    }
}
