//! The rules for the texts of one message.

use super::rule::Rule;
use crate::charset::Charset;
use std::sync::Arc;

/// The rules that apply to one message, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct MessageRules(pub(super) Vec<Arc<Rule>>);

impl MessageRules {
    /// No rules.
    pub(crate) const NONE: &Self = &Self(Vec::new());

    /// Whether no rule applies to the message.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the rule for text with the label `label`. `declared` is the charset name that a document declares in
    /// its text. This name counts if the label names no charset.
    pub(crate) fn rule(&self, label: Option<&[u8]>, declared: Option<&[u8]>) -> Option<&Rule> {
        let names_none = || label.is_none_or(|label| Charset::for_label(label).is_none());
        let mut applying = self.0.iter().filter(|rule| {
            rule.is_for_label(label) || declared.is_some() && names_none() && rule.is_for_label(declared)
        });
        let found = applying.next()?;
        found.set_used();
        if found.place.is_none()
            && let Some(overridden) = applying.find(|rule| rule.place.is_some())
        {
            overridden.set_overridden();
        }
        Some(found)
    }

    /// Sets the flag "used" of the first rule that applies to texts with any label. If all texts of the message are
    /// US-ASCII, no rule is needed to read them, but this rule still counts as used.
    pub(super) fn are_met(&self) {
        if let Some(rule) = self.0.iter().find(|rule| rule.is_for_all_labels()) {
            rule.set_used();
        }
    }
}
