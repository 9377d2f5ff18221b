//! The passages of a text: the text of its author, quotations and their attributions, and the signature (RFC 3676
//! sections 4.3 and 4.5).
//!
//! Marks divide a text into passages: `>` before a quoted line, and the line `-- ` before a signature. A signature
//! ends at a quotation or at the end of the text. A quotation without marks, such as below "-----Original
//! Message-----", counts as text of the author. Linear time.

use super::attribution::attribution;

/// A passage of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passage<'t> {
    /// The kind of the passage.
    pub kind: PassageKind,
    /// The lines of the passage, with their marks and line ends.
    pub text: &'t str,
}

/// The kinds of passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PassageKind {
    /// What the author wrote.
    Written,
    /// Lines that begin with `>`.
    Quoted,
    /// The lines before a quotation that tell who wrote the quoted text, such as "On Monday, Ann wrote:", and the
    /// blank lines after them. An attribution is recognized by words of some 30 languages, or by an address in
    /// angle brackets.
    Attribution,
    /// The line `-- ` and the lines after it.
    Signature,
}

/// The passages of a text. See [`passages`].
#[derive(Clone, Debug)]
pub struct Passages<'t> {
    rest: &'t str,
    last: PassageKind,
    /// The length in octets of the attribution at the start of `rest`.
    attribution: usize,
}

/// Splits a text, such as the result of [`MessagePart::plain_text`](crate::message::MessagePart::plain_text), into
/// its passages. Nothing is left out: joined together, the passages are the whole text.
///
/// ```
/// use mailutf::plain::{PassageKind, passages};
/// let text = "Hi!\n\nOn Monday, Bob wrote:\n> Tea?\n> > Or coffee?\n\nYes.\n-- \nAnn Example\n";
/// let kinds: Vec<_> = passages(text).map(|passage| passage.kind).collect();
/// use PassageKind::{Attribution, Quoted, Signature, Written};
/// assert_eq!(kinds, [Written, Attribution, Quoted, Written, Signature]);
/// let written = passages(text).filter(|passage| passage.kind == Written);
/// assert_eq!(written.map(|passage| passage.text).collect::<String>(), "Hi!\n\n\nYes.\n");
/// ```
pub const fn passages(text: &str) -> Passages<'_> {
    Passages { rest: text, last: PassageKind::Written, attribution: 0 }
}

/// The kind of a line after a passage of the kind `last`.
fn kind(line: &str, last: PassageKind) -> PassageKind {
    let line = line.trim_end_matches(['\r', '\n']);
    match last {
        _ if line.starts_with('>') => PassageKind::Quoted,
        _ if line == "-- " => PassageKind::Signature,
        PassageKind::Signature => PassageKind::Signature,
        PassageKind::Written | PassageKind::Quoted | PassageKind::Attribution => PassageKind::Written,
    }
}

impl<'t> Iterator for Passages<'t> {
    type Item = Passage<'t>;

    fn next(&mut self) -> Option<Passage<'t>> {
        let length = match std::mem::take(&mut self.attribution) {
            0 => {
                let mut lines = self.rest.split_inclusive('\n');
                let first = lines.next()?;
                self.last = kind(first, self.last);
                let more = lines.take_while(|line| kind(line, self.last) == self.last).map(str::len);
                let (text, rest) = self.rest.split_at_checked(first.len() + more.sum::<usize>())?;
                let is_before_quotation = self.last != PassageKind::Quoted && rest.starts_with('>');
                self.attribution = if is_before_quotation { attribution(text) } else { 0 };
                text.len() - self.attribution
            }
            attribution => {
                self.last = PassageKind::Attribution;
                attribution
            }
        };
        let (text, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        // If `text` is empty, the whole passage is an attribution, which the next call returns.
        if text.is_empty() { self.next() } else { Some(Passage { kind: self.last, text }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_signature_ends_at_a_quotation() {
        let text = "Hi\r\n-- \r\nAnn\r\n> old\r\n> -- \r\n> Bob\r\nend";
        let found: Vec<_> = passages(text).map(|passage| (passage.kind, passage.text)).collect();
        assert_eq!(
            found,
            [
                (PassageKind::Written, "Hi\r\n"),
                (PassageKind::Signature, "-- \r\nAnn\r\n"),
                (PassageKind::Quoted, "> old\r\n> -- \r\n> Bob\r\n"),
                (PassageKind::Written, "end"),
            ]
        );
        assert_eq!(passages("").next(), None);
    }

    #[test]
    fn an_attribution_stands_before_a_quotation_also_behind_a_signature() {
        let text = "Yes.\n-- \nAnn\n\nBob wrote:\n\n> Tea?\nCarl wrote:\nno mark\n\nCarl wrote:\n>\n";
        let found: Vec<_> = passages(text).map(|passage| (passage.kind, passage.text)).collect();
        assert_eq!(
            found,
            [
                (PassageKind::Written, "Yes.\n"),
                (PassageKind::Signature, "-- \nAnn\n\n"),
                (PassageKind::Attribution, "Bob wrote:\n\n"),
                (PassageKind::Quoted, "> Tea?\n"),
                (PassageKind::Written, "Carl wrote:\nno mark\n\n"),
                (PassageKind::Attribution, "Carl wrote:\n"),
                (PassageKind::Quoted, ">\n"),
            ]
        );
        assert_eq!(passages("Ann wrote:\n> x").next().unwrap().kind, PassageKind::Attribution);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn the_passages_are_the_text(text in "(> ?|-- \r?\n|--\n|a|é|A wrote:\n|\r|\n){0,30}") {
            let found: Vec<_> = passages(&text).collect();
            prop_assert_eq!(found.iter().map(|passage| passage.text).collect::<String>(), &*text);
            for passage in &found {
                let quoted = passage.text.lines().filter(|line| line.starts_with('>')).count();
                let expected = if passage.kind == PassageKind::Quoted { passage.text.lines().count() } else { 0 };
                prop_assert_eq!(quoted, expected);
            }
            prop_assert!(found.windows(2).all(|pair| pair[0].kind != pair[1].kind));
            for pair in found.windows(2).filter(|pair| pair[0].kind == PassageKind::Attribution) {
                prop_assert_eq!(pair[1].kind, PassageKind::Quoted);
            }
            prop_assert!(found.last().is_none_or(|last| last.kind != PassageKind::Attribution));
            prop_assert!(found.iter().all(|passage| !passage.text.is_empty()));
        }
    }
}
