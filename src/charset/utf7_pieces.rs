//! UTF-7 in pieces of a given size, for the encoded words of a header field (RFC 2047 section 5: each is a text by
//! itself, of whole characters). Linear in the size of a piece.

use super::utf7_encode::Encoder;
use unicode_segmentation::UnicodeSegmentation;

impl Encoder {
    /// The longest head of `text` whose UTF-7 takes at most `columns` octets, and the rest: whole grapheme
    /// clusters, whole characters where the first cluster is too long, one character where the first is.
    /// With [`Encoder::header`], for the encoded words of a header field, each of which is a text by itself.
    /// Linear in `columns`.
    ///
    /// ```
    /// use mailutf::charset::utf7::Encoder;
    /// assert_eq!(Encoder::new().header().split("naïve 日本", 12), ("naïve ", "日本"));
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

/// The end of the last whole grapheme cluster in the first `limit` octets of `text`; 0 where there is none.
/// Linear in `limit`.
fn whole_clusters(text: &str, limit: usize) -> usize {
    // A boundary depends on one character behind it.
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
