//! Measures the UTF-7 of a text while the text grows: the column of a line that is being written, and where to
//! split a text into encoded words (RFC 2047 section 5: each word is decoded by itself and has only whole
//! characters).

use super::classes::{Class, Classes, class};
use super::encode::EncodeOptions;
use super::shortest::{Costs, DIRECT, leave, shift, start};
use unicode_segmentation::UnicodeSegmentation;

/// Measures the UTF-7 of a text, in octets, as characters are appended. This is the column of a line.
///
/// ```
/// use mailutf::charset::utf7::EncodeOptions;
/// let mut column = EncodeOptions::new().column();
/// "Größe".chars().for_each(|character| column.push(character));
/// assert_eq!(column.octets(), "Gr+APYA3w-e".len());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Column {
    classes: &'static Classes,
    /// The number of octets that close a shifted sequence at the end of the text.
    close: usize,
    costs: Costs,
}

impl EncodeOptions {
    /// A [`Column`] at the start of a line.
    pub fn column(self) -> Column {
        Column { classes: self.classes(), close: usize::from(self.closes()), costs: start(DIRECT) }
    }

    /// Splits `text` after the longest head whose UTF-7 takes at most `columns` octets. The head has whole grapheme
    /// clusters; whole characters if the first cluster is too long; one character if even that is too long.
    /// With [`EncodeOptions::for_header`], the heads are the texts of the encoded words of a header field. Linear in
    /// `columns`.
    ///
    /// ```
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
    /// Appends a character. A CR or LF does not end the line; it counts like any other character.
    pub fn push(&mut self, character: char) {
        let class = u8::try_from(character).map_or(Class::Shifted, |octet| class(octet, self.classes));
        let direct = match class {
            Class::Shifted => {
                self.costs = shift(self.costs, character.len_utf16());
                return;
            }
            Class::Plain => leave(self.costs, 0).0 + 1,
            Class::Symbol => leave(self.costs, 1).0 + 1,
            Class::Plus => leave(self.costs, 1).0 + 2,
        };
        let [_, zero, one, two] = shift(self.costs, 1);
        self.costs = [(direct, DIRECT), zero, one, two];
    }

    /// The number of octets that [`EncodeOptions::encode`] writes for all characters pushed so far.
    pub fn octets(&self) -> usize {
        leave(self.costs, self.close).0
    }
}

/// The end of the last whole grapheme cluster in the first `limit` octets of `text`; 0 if there is none.
/// Linear in `limit`.
fn whole_clusters(text: &str, limit: usize) -> usize {
    // Whether a cluster ends at `limit` depends on the character after it, and on no other.
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at > limit).unwrap_or(text.len());
    let text = text.get(..end).unwrap_or(text);
    let ends = text.grapheme_indices(true).map(|(at, cluster)| at + cluster.len());
    ends.take_while(|at| *at <= limit).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_clusters_within_a_limit() {
        assert_eq!(whole_clusters("e\u{301}e\u{301}", 5), 3);
        assert_eq!(whole_clusters("e\u{301}e\u{301}", 6), 6);
        assert_eq!(whole_clusters("e\u{301}", 1), 0);
    }
}
