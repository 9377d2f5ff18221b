//! The findings of a conversion, for a program that shows the message.

use super::normalizer::Normalizer;
use crate::finding::Finding;
use crate::message::Message;

impl Message<'_> {
    /// The findings that [`normalize`](crate::normalize()) would report with the policy of the message (feature
    /// `rewrite`): everything unusual in its texts, fields and parts, each once. `Message.findings` of Python has the
    /// same. To warn a reader, take those whose code has a [warning](crate::Code::warning).
    ///
    /// The findings are about a conversion, which leaves a doubtful text unchanged even if this message shows it in its
    /// likely reading. How a shown body was read is in [`DecodedText::findings`](crate::text::DecodedText::findings).
    /// [`Finding::part`] is an index in
    /// [`MessageTexts::original_structure`](crate::text::MessageTexts::original_structure). Each call plans the
    /// conversion. Linear time.
    ///
    /// ```
    /// use mailutf::{Warning, message::Message};
    /// let octets = b"Subject: caf\xE9\nContent-Type: text/plain; charset=iso-8859-1\n\n\xCF\xF0\xE8\xE2\xE5\xF2\n";
    /// let findings = Message::parse(octets).findings();
    /// let codes: Vec<_> = findings.iter().map(|found| (found.code.as_str(), found.code.warning())).collect();
    /// assert_eq!(codes, [("field-raw", Some(Warning::Wrong)), ("label-doubtful", Some(Warning::Wrong))]);
    /// ```
    pub fn findings(&self) -> Vec<Finding> {
        Normalizer::new(self.texts().policy().clone()).plan(self.octets()).findings().to_vec()
    }
}
