//! What is known around the octets of a text.

use crate::charset::Charset;
use crate::policy::Policy;

/// What is known around the octets.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The caller's choices.
    pub policy: &'a Policy,
    /// The charset of other text of the same message, for octets that say nothing of themselves.
    pub message_charset: Option<Charset>,
    /// Whether guessing is allowed here (it is not for attachments).
    pub guess: bool,
}

impl<'a> Context<'a> {
    /// Octets on their own, of which `policy` decides: nothing is known around them, and guessing is allowed.
    ///
    /// ```
    /// use mailutf::{Policy, text::Context};
    /// let policy = Policy::default();
    /// assert_eq!(Context::new(&policy).message_charset, None);
    /// ```
    pub const fn new(policy: &'a Policy) -> Self {
        Self { policy, message_charset: None, guess: true }
    }
}
