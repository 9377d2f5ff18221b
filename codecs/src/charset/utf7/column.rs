//! Measures the length of the UTF-7 of a text while the text grows. The length shows the column of a line that is
//! being written, and where to split a text into encoded words. (By RFC 2047 section 5, each word is decoded by
//! itself and has only whole characters.)

use super::classes::{Class, Classes, class};
use super::costs::{Costs, DIRECT};
use super::encode::EncodeOptions;
#[cfg(any(test, feature = "utf7-lines"))]
use super::shortest::{ALWAYS_DIRECT, direct};
use unicode_segmentation::UnicodeSegmentation;

/// Measures the length of the UTF-7 of a text, in octets, while characters are appended to the text. If the text
/// is the start of a line, this length is the current column.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::utf7::EncodeOptions;
/// let mut column = EncodeOptions::new().column();
/// "Größe".chars().for_each(|character| column.push(character));
/// assert_eq!(column.octets(), "Gr+APYA3w-e".len());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Column {
    classes: &'static Classes,
    /// 1 if a `-` closes a shifted sequence at the end of the text, 0 otherwise.
    close: usize,
    costs: Costs,
}

impl EncodeOptions {
    /// Makes a [`Column`] that is at the start of a line.
    pub fn column(self) -> Column {
        Column { classes: self.classes(), close: usize::from(self.closes()), costs: Costs::start(DIRECT) }
    }

    /// Splits `text` after the longest head whose UTF-7 takes at most `columns` octets.
    ///
    /// The head consists of whole grapheme clusters. If the first cluster is too long, the head consists of whole
    /// characters. If even the first character is too long, the head is this character. With
    /// [`EncodeOptions::for_header`], the heads are the texts of the encoded words of a header field. Linear in
    /// `columns`.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::utf7::EncodeOptions;
    /// assert_eq!(EncodeOptions::new().for_header().split("naïve 日本", 12), ("naïve ", "日本"));
    /// ```
    pub fn split(self, text: &str, columns: usize) -> (&str, &str) {
        let mut column = self.column();
        let fits = |(at, character): (usize, char)| {
            column.push(character);
            (column.octets() <= columns).then_some(at + character.len_utf8())
        };
        let longest = text.char_indices().map_while(fits).last().unwrap_or(0);
        let first = || text.chars().next().map_or(0, char::len_utf8);
        let end = match (longest, whole_clusters(text, longest)) {
            (0, _) => first(),
            (longest, 0) => longest,
            (_, whole) => whole,
        };
        text.split_at_checked(end).unwrap_or((text, ""))
    }
}

impl Column {
    /// Appends a character. A CR or LF does not end the line, but counts like any other character.
    pub fn push(&mut self, character: char) {
        let class = u8::try_from(character).map_or(Class::Shifted, |octet| class(octet, self.classes));
        self.costs = match class {
            Class::Shifted => self.costs.shift(character.len_utf16()),
            Class::Plain => self.costs.either(0, 1),
            Class::Symbol => self.costs.either(1, 1),
            Class::Plus => self.costs.either(1, 2),
        };
    }

    /// The number of octets that [`EncodeOptions::encode`] writes for all characters appended so far.
    pub fn octets(&self) -> usize {
        self.costs.leave(self.close)
    }
}

/// The methods that are needed only for line breaking.
#[cfg(any(test, feature = "utf7-lines"))]
impl Column {
    /// Appends all characters of `text`.
    pub(super) fn push_text(&mut self, text: &str) {
        self.push_within(text, usize::MAX);
    }

    /// Appends the characters of `text` that fit into `columns` octets. Returns the number of octets of `text` that
    /// were appended. Linear in `columns`.
    pub(super) fn push_within(&mut self, text: &str, columns: usize) -> usize {
        let mut fit = 0;
        while let Some(rest) = text.get(fit..).filter(|rest| !rest.is_empty()) {
            let before = *self;
            let length = self.push_run(rest, columns);
            if self.octets() > columns {
                *self = before;
                break;
            }
            fit += length;
        }
        fit
    }

    /// Appends characters from the start of `text`, and returns the number of octets that were appended. Appends
    /// one character, or several that certainly fit, or several that are direct (written as themselves) in every
    /// shortest form (see [`shortest`](super::shortest)).
    fn push_run(&mut self, text: &str, columns: usize) -> usize {
        let Some(&first) = text.as_bytes().first() else { return 0 };
        let left = columns.saturating_sub(self.octets());
        match class(first, self.classes) {
            Class::Plain | Class::Symbol if self.costs.is_direct() => {
                let length =
                    direct(text.as_bytes().get(..left).unwrap_or(text.as_bytes()), self.classes).max(1);
                self.costs = Costs::directly(self.costs.leave(0) + length);
                length
            }
            Class::Plain => {
                self.costs = Costs::directly(self.costs.leave(0) + 1);
                1
            }
            Class::Symbol if left > ALWAYS_DIRECT && self.are_symbols(text) => {
                self.costs = Costs::directly(self.costs.leave(1) + ALWAYS_DIRECT);
                ALWAYS_DIRECT
            }
            Class::Symbol | Class::Plus => {
                self.push(char::from(first));
                1
            }
            Class::Shifted => {
                // Three UTF-16 units take eight symbols. Eight columns are left free, because the last character
                // can have one unit more, and because `+` and `-` take two more columns.
                let (length, units) = self.shifted(text.as_bytes(), left.saturating_sub(8) / 8 * 3);
                self.costs = self.costs.shift(units);
                length
            }
        }
    }

    /// Returns the length, in octets and in UTF-16 units, of the characters at the start of the text that must be
    /// shifted. The first character always counts. Further characters count as long as there are fewer than `most`
    /// units.
    fn shifted(&self, text: &[u8], most: usize) -> (usize, usize) {
        let (mut length, mut units) = (0, 0);
        while let Some(&octet) = text.get(length)
            && class(octet, self.classes) == Class::Shifted
            && (length == 0 || units < most)
        {
            let (octets, more) = match octet {
                0x00..0x80 => (1, 1),
                0x80..0xE0 => (2, 1),
                0xE0..0xF0 => (3, 1),
                0xF0..=0xFF => (4, 2),
            };
            (length, units) = (length + octets, units + more);
        }
        (length, units)
    }

    /// Whether the text starts with enough characters of the base64 alphabet ([`ALWAYS_DIRECT`]) for all of them
    /// to be direct in every shortest form.
    fn are_symbols(&self, text: &str) -> bool {
        let head = text.as_bytes().get(..ALWAYS_DIRECT);
        head.is_some_and(|head| head.iter().all(|octet| class(*octet, self.classes) == Class::Symbol))
    }
}

/// Returns the end of the last grapheme cluster that lies wholly in the first `limit` octets of `text`, or 0 if
/// there is no such cluster. Linear in `limit`.
fn whole_clusters(text: &str, limit: usize) -> usize {
    // Whether a cluster ends at `limit` depends on the character after `limit`, and on no later character.
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at > limit).unwrap_or(text.len());
    let text = text.get(..end).unwrap_or(text);
    let ends = text.grapheme_indices(true).map(|(at, cluster)| at + cluster.len());
    ends.take_while(|at| *at <= limit).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::classes::SetO;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1000))]

        #[test]
        fn a_text_takes_as_much_as_its_characters(
            pieces in prop::collection::vec("[a-c]{1,4}|[ .+=]|[é日]{1,4}|👩|\\x00", 0..12),
            set_o in any::<bool>(),
        ) {
            let encoder = EncodeOptions::new().with_set_o(if set_o { SetO::Direct } else { SetO::Encode });
            for encoder in [encoder, encoder.with_explicit_ends(), encoder.for_header()] {
                let (mut by_texts, mut by_characters) = (encoder.column(), encoder.column());
                for piece in &pieces {
                    by_texts.push_text(piece);
                    piece.chars().for_each(|character| by_characters.push(character));
                    prop_assert_eq!(by_texts.octets(), by_characters.octets(), "{:?}", pieces);
                }
            }
        }
    }

    #[test]
    fn whole_clusters_within_a_limit() {
        assert_eq!(whole_clusters("e\u{301}e\u{301}", 5), 3);
        assert_eq!(whole_clusters("e\u{301}e\u{301}", 6), 6);
        assert_eq!(whole_clusters("e\u{301}", 1), 0);
    }
}
