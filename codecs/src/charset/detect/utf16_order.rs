//! Finds the byte order of UTF-16 by the text instead of the label.
//!
//! RFC 2781 section 4.3 says that text labelled `UTF-16` without a byte order mark is big-endian, but much mail with
//! this label is little-endian. The decoders follow the RFC. A caller that wants to read such mail calls
//! [`utf16_order`] first and chooses the decoder by its result.
//!
//! In the wrong byte order, letters of one script become letters of many scripts, a blank becomes U+2000, and most
//! Chinese, Japanese and Korean characters become rare characters. Therefore the right byte order is the one in which
//! the text is likelier, that is, costs less (`model/byte_order.rs`). Takes linear time.

use super::model::likelier_big_endian;
use crate::charset::identity::Charset;

/// A byte order is chosen only if the text is likelier in it than in the other byte order by at least this many nats.
const CLEAR: i32 = 4;

/// Returns the byte order that `octets` show, as [`Charset::UTF_16BE`] or [`Charset::UTF_16LE`]. Returns `None` if
/// neither byte order is likely enough.
///
/// A byte order mark decides. Without a byte order mark, a byte order is returned if the start of the text is
/// at least 50 times as likely (4 nats) in it as in the other byte order. The text is judged by its letters,
/// the frequency of its characters, and its scripts. Octets after the first 512 are not read, so for a stream
/// these 512 octets suffice.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::{Charset, utf16_order};
/// assert_eq!(utf16_order(b"H\0i\0 \0M\0o\0m\0"), Some(Charset::UTF_16LE));
/// assert_eq!(utf16_order(b"\x1f\x04\x40\x04\x38\x04"), Some(Charset::UTF_16LE)); // При
/// assert_eq!(utf16_order(b"\xfe\xff\x4e\0"), Some(Charset::UTF_16BE));
/// assert_eq!(utf16_order(b"\x4e\0"), None); // 一, or N?
/// ```
pub fn utf16_order(octets: &[u8]) -> Option<Charset> {
    match octets {
        [0xFE, 0xFF, ..] => Some(Charset::UTF_16BE),
        [0xFF, 0xFE, ..] => Some(Charset::UTF_16LE),
        _ => match likelier_big_endian(octets) {
            CLEAR.. => Some(Charset::UTF_16BE),
            nats if nats <= -CLEAR => Some(Charset::UTF_16LE),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn both(text: &str) -> [Option<Charset>; 2] {
        [u16::to_be_bytes, u16::to_le_bytes].map(|octets| {
            let octets: Vec<u8> = text.encode_utf16().flat_map(octets).collect();
            utf16_order(&octets)
        })
    }

    #[test]
    fn words_show_the_order() {
        for text in [
            "Hello",
            "က",
            "Hi",
            "Grüße",
            "Âge",
            "Привет",
            "Да",
            "Ελλάδα",
            "שלום",
            "مرحبا",
            "नमस्ते",
            "हिन्दी",
            "สวัสดี",
            "日本",
            "日本語\r\n",
            "你好",
            "主题",
            "한국",
            "გამარჯობა",
            "Բարև",
            "বাংলা",
            "\u{FEFF}一",
            "😀👍",
        ] {
            assert_eq!(both(text), [Some(Charset::UTF_16BE), Some(Charset::UTF_16LE)], "{text}");
        }
    }

    #[test]
    fn texts_that_show_no_order() {
        for text in ["", "一", "N", "书", "ก", "\0\0\0"] {
            assert_eq!(both(text), [None, None], "{text}");
        }
        assert_eq!(utf16_order(b" "), None);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Swapping the octets of each unit reverses the sign of the result, whatever the octets are.
        #[test]
        fn swapped_octets_show_the_other_order(units in prop::collection::vec(any::<u16>(), 0..300)) {
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            prop_assert_eq!(likelier_big_endian(&big), -likelier_big_endian(&little));
        }
    }
}
