//! The labels to which a rule applies.

use crate::charset::Label;
#[cfg(feature = "rules")]
use std::borrow::Cow;

/// The words that a rule can have instead of a label.
const WORDS: [(&str, LabelCondition); 3] =
    [("*", LabelCondition::Any), ("none", LabelCondition::Missing), ("unknown", LabelCondition::Unknown)];

/// A condition on the charset label of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LabelCondition {
    /// A text with any label, or without a label.
    Any,
    /// A text without a label.
    Missing,
    /// A text with a label that names no charset.
    Unknown,
    /// A text with a label that names this charset, under any of its names. `latin1` is the same as `iso-8859-1`, but
    /// not the same as `windows-1252`.
    Named(Label),
    /// A text with this label, which names no charset. The label is stored in lower case.
    Written(Vec<u8>),
}

impl LabelCondition {
    /// Reads a condition as a rule writes it: `*`, `none`, `unknown`, or a label. A backslash before the label is not
    /// part of the label.
    pub(super) fn of_rule(written: &str) -> Self {
        let word = WORDS.into_iter().find(|(word, _)| *word == written);
        let label = || Self::of_label(written.strip_prefix('\\').unwrap_or(written).as_bytes());
        word.map_or_else(label, |(_, condition)| condition)
    }

    /// Returns the condition that a text has this label, in any spelling.
    pub(super) fn of_label(label: &[u8]) -> Self {
        Label::read(label).map_or_else(|| Self::Written(folded(label)), Self::Named)
    }

    /// Whether `label` meets the condition. An empty label counts as no label.
    pub(super) fn holds(&self, label: Option<&[u8]>) -> bool {
        let Some(label) = label.filter(|label| !label.trim_ascii().is_empty()) else {
            return matches!(self, Self::Any | Self::Missing);
        };
        match self {
            Self::Any => true,
            Self::Missing => false,
            Self::Unknown => Label::read(label).is_none(),
            Self::Named(named) => Label::read(label) == Some(*named),
            Self::Written(written) => Label::read(label).is_none() && folded(label) == *written,
        }
    }
}

/// Returns `label` as a rule must write it to name exactly this label. A backslash is put before `*`, `none` and
/// `unknown`, because these words have a special meaning in a rule. A backslash is also put before a label that
/// begins with a backslash.
///
/// ```
/// use mailutf::rules::escape_label;
/// assert_eq!((&*escape_label("none"), &*escape_label("latin1")), (r"\none", "latin1"));
/// ```
#[cfg(feature = "rules")]
pub fn escape_label(label: &str) -> Cow<'_, str> {
    match label.starts_with('\\') || WORDS.iter().any(|(word, _)| *word == label) {
        true => format!("\\{label}").into(),
        false => label.into(),
    }
}

/// Returns a label without quotes and blanks, in lower case.
fn folded(label: &[u8]) -> Vec<u8> {
    let unquoted = label.iter().filter(|octet| !matches!(octet, b'"' | b' ' | b'\t' | b'\r' | b'\n'));
    unquoted.map(u8::to_ascii_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_matches_in_any_spelling() {
        let holds = |rule: &str, label: &str| LabelCondition::of_rule(rule).holds(Some(label.as_bytes()));
        for (rule, label) in [
            ("iso-8859-1", "\"ISO_8859-1\""),
            ("latin1", "iso-8859-1*ru"),
            ("x-klingon", " \"X-Klingon\""),
            ("unknown-8bit", "Unknown-8bit"),
            ("unknown", "x-klingon"),
            ("*", "x-klingon"),
            ("none", ""),
            ("none", " "),
            (r"\none", "None"),
            (r"\unknown", "unknown"),
            (r"\*", "*"),
            (r"\\*", r"\*"),
        ] {
            assert!(holds(rule, label), "{rule} {label}");
        }
        for (rule, label) in [
            ("iso-8859-1", "windows-1252"),
            ("x-klingon", "x-romulan"),
            ("gbk", "gb2312"),
            ("unknown", "utf-8"),
            ("unknown", ""),
            ("none", "none"),
            ("iso-8859-1", ""),
            (r"\none", ""),
            (r"\unknown", "x-klingon"),
            (r"\*", "x-klingon"),
            (r"\*", r"\*"),
        ] {
            assert!(!holds(rule, label), "{rule} {label}");
        }
        assert!(LabelCondition::of_rule("none").holds(None) && LabelCondition::of_rule("*").holds(None));
    }
}
