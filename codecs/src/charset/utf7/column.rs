//! Measures the UTF-7 of a text while the text grows: the column of a line that is being written, and where to
//! split a text into encoded words (RFC 2047 section 5: each word is decoded by itself and has only whole
//! characters).

use super::classes::{Class, Classes, class};
use super::encode::EncodeOptions;
use super::shortest::NEVER;
#[cfg(any(test, feature = "utf7-lines"))]
use super::shortest::{ALWAYS_DIRECT, direct};
use unicode_segmentation::UnicodeSegmentation;

/// Measures the UTF-7 of a text, in octets, as characters are appended. This is the column of a line.
///
/// ```
/// use mailutf_codecs::charset::utf7::EncodeOptions;
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

/// The length in octets of the shortest encoding that ends in each [state](super::shortest): direct, or in a shifted
/// sequence of 0, 1 or 2 units modulo 3.
type Costs = [usize; 4];

impl EncodeOptions {
    /// A [`Column`] at the start of a line.
    pub fn column(self) -> Column {
        Column { classes: self.classes(), close: usize::from(self.closes()), costs: [0, NEVER, NEVER, NEVER] }
    }

    /// Splits `text` after the longest head whose UTF-7 takes at most `columns` octets. The head has whole grapheme
    /// clusters; whole characters if the first cluster is too long; one character if even that is too long.
    /// With [`EncodeOptions::for_header`], the heads are the texts of the encoded words of a header field. Linear in
    /// `columns`.
    ///
    /// ```
    /// use mailutf_codecs::charset::utf7::EncodeOptions;
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
                self.shift(character.len_utf16());
                return;
            }
            Class::Plain => self.left(0) + 1,
            Class::Symbol => self.left(1) + 1,
            Class::Plus => self.left(1) + 2,
        };
        self.shift(1);
        let [_, zero, one, two] = self.costs;
        self.costs = [direct, zero, one, two];
    }

    /// The number of octets that [`EncodeOptions::encode`] writes for all characters pushed so far.
    pub fn octets(&self) -> usize {
        self.left(self.close)
    }

    /// The length once the encoder is direct. Ending a shifted sequence costs `close` octets.
    fn left(&self, close: usize) -> usize {
        let [direct, zero, one, two] = self.costs;
        direct.min(zero.min(one).min(two) + close)
    }

    /// Appends `units` in a shifted sequence. From the direct state, a `+` starts one.
    fn shift(&mut self, units: usize) {
        let [direct, zero, one, two] = self.costs;
        let entered = zero.min(direct + 1);
        // Three units are eight symbols; of one or two more, the bits that are free in the last symbol come first.
        let whole = units / 3 * 8;
        self.costs = match units % 3 {
            0 => [NEVER, entered + whole, one + whole, two + whole],
            1 => [NEVER, two + whole + 2, entered + whole + 3, one + whole + 3],
            _ => [NEVER, one + whole + 5, two + whole + 5, entered + whole + 6],
        };
    }
}

/// What breaking lines adds.
#[cfg(any(test, feature = "utf7-lines"))]
impl Column {
    /// Appends characters. Characters that are direct in every shortest form (see [`shortest`](super::shortest)) are only
    /// counted.
    pub(super) fn push_text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(first) = rest.bytes().next() {
            let length = match class(first, self.classes) {
                Class::Plain | Class::Symbol if self.is_direct() => {
                    let length = direct(rest, self.classes);
                    self.directly(0, length);
                    length
                }
                Class::Plain => {
                    self.directly(0, 1);
                    1
                }
                Class::Symbol if self.are_symbols(rest) => {
                    self.directly(1, ALWAYS_DIRECT);
                    ALWAYS_DIRECT
                }
                Class::Symbol | Class::Plus => {
                    self.push(char::from(first));
                    1
                }
                Class::Shifted => {
                    let (length, units) = self.shifted(rest.as_bytes());
                    self.shift(units);
                    length
                }
            };
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    /// The octets of the characters at the start of the text that must be shifted, and their UTF-16 units.
    fn shifted(&self, text: &[u8]) -> (usize, usize) {
        let run = text.iter().take_while(|octet| class(**octet, self.classes) == Class::Shifted);
        // A character of four octets has two units, any other one.
        let units = |octet: u8| usize::from(octet & 0xC0 != 0x80) + usize::from(octet >= 0xF0);
        run.fold((0, 0), |(length, sum), octet| (length + 1, sum + units(*octet)))
    }

    /// Whether no other state than the direct one can be the cheapest.
    fn is_direct(&self) -> bool {
        let [_, zero, one, two] = self.costs;
        zero.min(one).min(two) >= NEVER
    }

    /// Whether the text starts with enough characters of the base64 alphabet for them to be direct in any case.
    fn are_symbols(&self, text: &str) -> bool {
        let head = text.as_bytes().get(..ALWAYS_DIRECT);
        head.is_some_and(|head| head.iter().all(|octet| class(*octet, self.classes) == Class::Symbol))
    }

    /// Appends characters that are always direct. Ending a shifted sequence before them costs `close` octets.
    fn directly(&mut self, close: usize, characters: usize) {
        self.costs = [self.left(close) + characters, NEVER, NEVER, NEVER];
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
