//! The encoder of charsets whose octets below 128 are US-ASCII and which have no shift states. Linear time.

use crate::charset::codec::{RawEncoder, Unmappable};

/// The octets of a character, and their count. The octets are packed into an integer, with the first octet in the
/// lowest bits. The count is zero if the charset lacks the character. An array of octets would be slow, because it
/// would be put together in memory, octet by octet.
pub(crate) type Octets = (u32, usize);

/// The result for a character that the charset lacks.
pub(crate) const LACKING: Octets = (0, 0);

/// The result for a character of two octets.
pub(crate) fn pair([lead, trail]: [u8; 2]) -> Octets {
    (u32::from_le_bytes([lead, trail, 0, 0]), 2)
}

/// A character beyond US-ASCII, as its octets in UTF-8.
#[derive(Clone, Copy)]
pub(crate) enum Utf8 {
    Two([u8; 2]),
    Three([u8; 3]),
    Four([u8; 4]),
}

impl Utf8 {
    #[inline(always)]
    pub(crate) fn code(self) -> u32 {
        let bits = |octet: u8, kept: u8| u32::from(octet & kept);
        match self {
            Self::Two([a, b]) => bits(a, 0x1F) << 6 | bits(b, 0x3F),
            Self::Three([a, b, c]) => bits(a, 0x0F) << 12 | bits(b, 0x3F) << 6 | bits(c, 0x3F),
            Self::Four([a, b, c, d]) => {
                bits(a, 0x07) << 18 | bits(b, 0x3F) << 12 | bits(c, 0x3F) << 6 | bits(d, 0x3F)
            }
        }
    }

    /// The character. It is U+FFFD if the octets are not UTF-8.
    pub(crate) fn character(self) -> char {
        char::from_u32(self.code()).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

/// The encoder. Its function finds the octets of a character.
pub(crate) struct Superset<E: Fn(Utf8) -> Octets>(pub(crate) E);

/// Makes an encoder from a function that takes a character.
pub(crate) fn by_character(find: impl Fn(char) -> Octets) -> Superset<impl Fn(Utf8) -> Octets> {
    Superset(move |utf8: Utf8| find(utf8.character()))
}

/// The size of the buffer for encoded octets.
const ROOM: usize = 1 << 10;
/// The maximum number of octets that one step writes.
const STEP: usize = 16;
/// The maximum length in octets of a text that is encoded with a smaller buffer. The buffer has room for twice this
/// length, because a character with two octets in UTF-8 can have four octets in the charset.
const SHORT: usize = 64;

impl<E: Fn(Utf8) -> Octets> Superset<E> {
    #[inline(always)]
    fn write_by(&self, room: &mut [u8], text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        let (mut written, mut rest) = (0, text.as_bytes());
        let result = loop {
            let Some(place) = room.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<STEP>) else {
                octets.extend_from_slice(room.get(..written).unwrap_or_default());
                written = 0;
                continue;
            };
            let step = match rest {
                [0..0x80, ..] => {
                    let run = ascii(rest, place);
                    (written, rest) = (written + run, rest.get(run..).unwrap_or_default());
                    continue;
                }
                [a @ 0xC0..0xE0, b, after @ ..] => self.step(Utf8::Two([*a, *b]), after, place),
                [a @ 0xE0..0xF0, b, c, after @ ..] => match self.two([*a, *b, *c], after, place) {
                    Some(two) => Ok(two),
                    None => self.step(Utf8::Three([*a, *b, *c]), after, place),
                },
                [a, b, c, d, after @ ..] => self.step(Utf8::Four([*a, *b, *c, *d]), after, place),
                _ => break Ok(()),
            };
            match step {
                Ok((length, after)) => (written, rest) = (written + length, after),
                Err(utf8) => break Err((text.len() - rest.len(), utf8.character())),
            }
        };
        octets.extend_from_slice(room.get(..written).unwrap_or_default());
        result
    }

    /// Fast path for two characters that have three octets each in UTF-8 and two octets each in the charset. Most
    /// characters of Chinese, Japanese or Korean text are of this kind. The place of the second character then does
    /// not depend on the first character. Returns the same as [`step`](Self::step) for both characters together, or
    /// `None` if the characters are of another kind.
    #[inline(always)]
    fn two<'t>(&self, first: [u8; 3], after: &'t [u8], place: &mut [u8; STEP]) -> Option<(usize, &'t [u8])> {
        let [a @ 0xE0..0xF0, b, c, after @ ..] = after else { return None };
        let (first, first_len) = (self.0)(Utf8::Three(first));
        let (second, second_len) = (self.0)(Utf8::Three([*a, *b, *c]));
        let [w, x, y, z, ..] = place;
        [*w, *x, *y, *z] = (first | second << 16).to_le_bytes();
        ((first_len == 2) & (second_len == 2)).then_some((4, after))
    }

    /// Writes the octets of a character. Returns the number of octets and the text after the character. If the
    /// charset lacks the character, then the character is returned as the error.
    #[inline(always)]
    fn step<'t>(
        &self,
        utf8: Utf8,
        after: &'t [u8],
        place: &mut [u8; STEP],
    ) -> Result<(usize, &'t [u8]), Utf8> {
        let (octets, length) = (self.0)(utf8);
        let [a, b, c, d, ..] = place;
        [*a, *b, *c, *d] = octets.to_le_bytes();
        if length == 0 { Err(utf8) } else { Ok((length, after)) }
    }
}

/// Copies the US-ASCII at the start of `text`, but not more than [`STEP`] octets. Returns the number of octets.
#[inline(always)]
fn ascii(text: &[u8], place: &mut [u8; STEP]) -> usize {
    match (text.first_chunk::<STEP>(), text) {
        (Some(step), _) => {
            *place = *step;
            let high = u128::from_le_bytes(*step) & u128::from_le_bytes([0x80; STEP]);
            high.trailing_zeros() as usize / 8
        }
        (None, [octet, ..]) => {
            let [first, ..] = place;
            *first = *octet;
            1
        }
        (None, []) => 0,
    }
}

impl<E: Fn(Utf8) -> Octets> RawEncoder for Superset<E> {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.reserve(text.len());
        if text.len() <= SHORT {
            return self.write_by(&mut [0; 2 * SHORT + STEP], text, octets);
        }
        self.write_by(&mut [0; ROOM], text, octets)
    }
}

#[cfg(test)]
mod tests {
    use crate::charset::Charset;

    /// Characters that have one to four octets in UTF-8. In the charsets of the test, they have one, two or four
    /// octets, or the charset lacks them.
    const CHARACTERS: [&str; 9] = ["a", "é", "Ж", "日", "語", "가", "ｱ", "\u{2212}", "😀"];

    #[test]
    fn a_character_is_encoded_the_same_beside_any_other() {
        for label in ["shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr", "euc-tw", "johab", "koi8-r"]
        {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let each = CHARACTERS.map(|character| charset.encode(character).ok());
            for (first, expected_first) in CHARACTERS.iter().zip(&each) {
                for (second, expected_second) in CHARACTERS.iter().zip(&each) {
                    let text = [*first, *second].concat();
                    match (charset.encode(&text), expected_first, expected_second) {
                        (Ok(octets), Some(a), Some(b)) => {
                            assert_eq!(*octets, [&**a, &**b].concat(), "{label} {text}")
                        }
                        (Err(error), None, _) => assert_eq!(error.offset, 0, "{label} {text}"),
                        (Err(error), Some(_), None) => {
                            assert_eq!(error.offset, first.len(), "{label} {text}")
                        }
                        (encoded, ..) => panic!("{label} {text} {encoded:?}"),
                    }
                }
            }
        }
    }
}
