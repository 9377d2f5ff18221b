//! The other way: any message as 7-bit mail in UTF-7 (RFC 2152, chapter "Use of Character Set UTF-7 Within MIME").
//!
//! Text bodies become UTF-7 under `7bit`, their lines broken as they are encoded; ASCII stays ASCII. Other parts
//! keep their octets, under base64 where some are above 127. Protected parts stay as they are; where octets
//! above 127 are left in them, the message is not 7-bit, and a finding says so. Linear time.

use super::options::Utf7Options;
use super::{body, seven_bit};
use crate::policy::Policy;
use crate::rewrite::draft::Draft;
use crate::rewrite::plan::{Plan, Planner, Sealed};

/// Writes messages as 7-bit mail in UTF-7. `Send + Sync`, cheap to clone.
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
    /// A writer by these options.
    pub fn new(options: Utf7Options) -> Self {
        Self { options }
    }

    /// What to do to `message` (one message, no mbox `From ` line). Never fails: what cannot be read, is
    /// protected or beyond a limit is left as it was, with a finding.
    pub fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        let policy = &self.options.policy;
        let mut draft = match Draft::new(message, policy) {
            Ok(draft) => draft,
            Err(findings) => return Plan::new(message, Vec::new(), findings),
        };
        for part in 0..draft.message.parts().len() {
            let body = body::plan(&draft.message, part, &self.options);
            draft.add(part, body);
        }
        seven_bit::lower_claims(&draft.message, &mut draft.edits);
        let plan = draft.finish(message);
        let left = seven_bit::left_over(&draft.message, plan.edits());
        plan.with(left.into_iter().collect())
    }
}

impl Sealed for ToUtf7 {}

impl Planner for ToUtf7 {
    fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        Self::plan(self, message)
    }

    fn policy(&self) -> &Policy {
        &self.options.policy
    }
}
