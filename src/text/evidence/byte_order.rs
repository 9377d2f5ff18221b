//! The byte order of UTF-16 without a byte order mark.
//!
//! By RFC 2781 section 4.3, `UTF-16` without a mark is big-endian. But mail has both orders, so the characters must
//! show the order. `UTF-16BE` and `UTF-16LE` name the order. The named order is refused only if the characters are
//! far likelier in the other order. The order is uncertain if the other order is likelier, but not far likelier, or
//! if both orders are about equally likely. All functions take linear time.

use crate::charset::{Charset, utf16_order};
use mailutf_codecs::internal::likelier_big_endian;

/// The byte order of octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum ByteOrder {
    /// The octets are in the order of the label.
    AsLabelled,
    /// Both byte orders are possible. The value is the likelier byte order.
    Either(Charset),
    /// The octets are in the byte order opposite to that of the label. The value is this opposite byte order.
    Other(Charset),
}

/// An order is chosen if the characters are likelier in it than in the other order by at least this many nats
/// (natural logarithm of the ratio of the probabilities). An order that contradicts the label needs `FAR` nats.
const CLEAR: i32 = 4;
/// If the label names an order, the opposite order is chosen only if the characters are likelier in it by at least
/// this many nats.
const FAR: i32 = 8;

impl ByteOrder {
    /// Returns the byte order of `octets`, which are labelled as `charset`.
    pub(in crate::text) fn of(charset: Charset, octets: &[u8]) -> Self {
        let marked = matches!(octets, [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..]);
        let named = match charset {
            Charset::UTF_16 if !marked => None,
            Charset::UTF_16BE => Some(Charset::UTF_16BE),
            Charset::UTF_16LE | Charset::UTF_16LE_BOM => Some(Charset::UTF_16LE),
            _ => return Self::AsLabelled,
        };
        if marked {
            return utf16_order(octets)
                .filter(|order| Some(*order) != named)
                .map_or(Self::AsLabelled, Self::Other);
        }
        let big = likelier_big_endian(octets);
        let (nats, order, other) = match named {
            Some(Charset::UTF_16LE) => (-big, Charset::UTF_16LE, Charset::UTF_16BE),
            _ => (big, Charset::UTF_16BE, Charset::UTF_16LE),
        };
        let against = if named.is_some() { FAR } else { CLEAR };
        match nats {
            CLEAR.. => Self::AsLabelled,
            0.. => Self::Either(order),
            nats if nats <= -against => Self::Other(other),
            _ => Self::Either(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: [Charset; 3] = [Charset::UTF_16, Charset::UTF_16BE, Charset::UTF_16LE];

    /// Returns the octets of a text in big-endian order, and in little-endian order.
    fn both(text: &str) -> [(Charset, Vec<u8>); 2] {
        [Charset::UTF_16BE, Charset::UTF_16LE].map(|order| (order, order.encode(text).unwrap().into_owned()))
    }

    #[test]
    fn words_are_in_the_order_in_which_they_are_words() {
        for text in [
            "Привет",
            "Ελλάδα",
            "שלום",
            "سلام",
            "สวัสดี",
            "नमस्ते",
            "你好世界",
            "こんにちは",
            "안녕하세요",
            "Größe",
        ] {
            for (order, octets) in both(text) {
                for label in LABELS {
                    let is_named = label == order || label == Charset::UTF_16 && order == Charset::UTF_16BE;
                    let expected = if is_named { ByteOrder::AsLabelled } else { ByteOrder::Other(order) };
                    assert_eq!(ByteOrder::of(label, &octets), expected, "{text} {label} {order}");
                }
            }
        }
    }

    #[test]
    fn a_single_character_may_be_in_either_order() {
        for text in ["一", "ก", "书"] {
            for (_, octets) in both(text) {
                for label in LABELS {
                    assert!(matches!(ByteOrder::of(label, &octets), ByteOrder::Either(_)), "{text} {label}");
                }
            }
        }
    }

    #[test]
    fn a_mark_decides() {
        assert_eq!(ByteOrder::of(Charset::UTF_16BE, b"\xFF\xFEx\0"), ByteOrder::Other(Charset::UTF_16LE));
        assert_eq!(ByteOrder::of(Charset::UTF_16, b"\xFF\xFEx\0"), ByteOrder::AsLabelled);
        assert_eq!(ByteOrder::of(Charset::UTF_16LE, b"\xFF\xFEx\0"), ByteOrder::AsLabelled);
    }

    #[test]
    fn signs_are_no_evidence_against_a_label() {
        for text in ["x\u{2000}y", "──────", "最最最好"] {
            for (order, octets) in both(text) {
                assert!(!matches!(ByteOrder::of(order, &octets), ByteOrder::Other(_)), "{text} {order}");
            }
        }
    }
}
