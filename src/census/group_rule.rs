//! The rule for a group of doubtful texts, in the format of a [rules](crate::rules) file.

use super::doubt_group::DoubtGroup;
use super::row::DeclaredLabel;
use crate::charset::Charset;
use crate::finding::Hypothesis;
use crate::learn::Group;
use crate::rules::{escape_label, quote};
use crate::selection::escape;
use std::fmt::Write;

impl DoubtGroup {
    /// The rule that reads the texts of the group as they likely are (needs the feature `rules`). It names the charsets
    /// of the sound texts of the group, too, and each text is read in the charset that its letters show. So it leaves a
    /// sound text as it is, unless the text is too short to show its own charset. `None` if the likely reading is not
    /// known, or if no rule can name the group: see [`conditions`](Self::conditions).
    ///
    /// ```
    /// use mailutf::Policy;
    /// use mailutf::census::{Doubts, Origin};
    /// let mut doubts = Doubts::default();
    /// let message = b"From: ivan@example.org\nContent-Type: text/plain; charset=iso-8859-1\n\n\
    ///     \xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\n";
    /// doubts.add(message, &Origin::default(), &Policy::default());
    /// assert_eq!(
    ///     doubts.groups()[0].rule().unwrap(),
    ///     "[[rule]]\nfrom = \"ivan@example.org\"\nlabel = \"iso-8859-1\"\nread = \"windows-1251\"\n"
    /// );
    /// ```
    pub fn rule(&self) -> Option<String> {
        let name = |charset: &Charset| charset.name().to_ascii_lowercase();
        let reading = match self.likely? {
            Hypothesis::In(_) if !self.charsets.is_empty() => {
                format!("read = {}\n", array(self.charsets.iter().map(name)))
            }
            Hypothesis::In(charset) => format!("read = {}\n", quote(&name(&charset))),
            // No rule reads text in two charsets.
            Hypothesis::LinesIn(_) => return None,
            // The texts of a group may have different wrong decodings, so evidence decides about each text.
            _ if self.undo.is_empty() => "read = \"evidence\"\n".to_owned(),
            _ => format!("read = \"evidence\"\nundo = {}\n", array(self.undo.iter().cloned())),
        };
        Some(self.conditions()? + &reading)
    }

    /// The start of a rule for the texts of this group and no others (needs the feature `rules`): the line `[[rule]]` and
    /// the conditions. `None` if no rule can name the group, because its messages have no sender, list or thread, or
    /// because its name or its label is not UTF-8.
    pub fn conditions(&self) -> Option<String> {
        let key = match self.group? {
            Group::List => "list",
            Group::Thread => "thread",
            _ => "from",
        };
        // Senders can write names that look like patterns, or like mistakes in a rule, such as a domain after an `@`.
        // They can also write labels that look like words of a rule.
        let name = escape(std::str::from_utf8(self.name.as_deref()?).ok()?);
        let is_usual = |character: char| character.is_ascii_alphanumeric() || "@.-_+=".contains(character);
        let is_plain =
            name.chars().all(is_usual) && (key != "from" || name.find('@').is_some_and(|at| at > 0));
        let name = if is_plain { name } else { format!("<{name}>").into() };
        let label = match &self.label {
            DeclaredLabel::Written(label) if !label.is_empty() => {
                escape_label(std::str::from_utf8(label).ok()?)
            }
            _ => "none".into(),
        };
        let mut rule = format!("[[rule]]\n{key} = {}\n", quote(&name));
        if let Some((first, last)) = self.within {
            let years = if first == last { format!("{first:04}") } else { format!("{first:04}/{last:04}") };
            // Writing to a string cannot fail.
            let _ = writeln!(rule, "dates = {}", quote(&years));
        }
        let _ = writeln!(rule, "label = {}", quote(&label));
        Some(rule)
    }
}

/// Returns an array of strings of TOML.
fn array(texts: impl Iterator<Item = String>) -> String {
    format!("[{}]", texts.map(|text| quote(&text)).collect::<Vec<_>>().join(", "))
}
