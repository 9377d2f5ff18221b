//! A UTF-7 decoder that is as simple as possible, and therefore slow. It applies one rule after another to the
//! whole input.

use super::Outcome;
use mailutf::charset::{Malformed, MalformedKind};

const SYMBOLS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn value(octet: u8) -> Option<usize> {
    SYMBOLS.iter().position(|symbol| *symbol == octet)
}

/// A decoded unit, before surrogates are paired, or what else the input contains at that place.
enum Item {
    Unit(u16, usize),
    Direct(char),
    Error(Malformed),
    /// The end of a shifted sequence.
    End,
}

fn items(octets: &[u8]) -> Vec<Item> {
    let error = |offset, kind| Item::Error(Malformed { offset, kind });
    let (mut items, mut at) = (Vec::new(), 0);
    while let Some(&octet) = octets.get(at) {
        at += 1;
        if octet >= 0x80 {
            items.push(error(at - 1, MalformedKind::InvalidOctet));
        } else if octet != b'+' {
            items.push(Item::Direct(char::from(octet)));
        } else if octets.get(at) == Some(&b'-') {
            items.push(Item::Direct('+'));
            at += 1;
        } else if octets.get(at).copied().and_then(value).is_none() {
            items.push(error(at - 1, MalformedKind::EmptyShift));
            items.push(Item::Direct('+'));
        } else {
            let start = at;
            let mut bits = Vec::new();
            while let Some(value) = octets.get(at).copied().and_then(value) {
                bits.extend((0..6).rev().map(|bit| value >> bit & 1));
                at += 1;
            }
            let units = bits.chunks_exact(16);
            let left = units.remainder().contains(&1);
            for (index, unit) in units.enumerate() {
                let unit = unit.iter().fold(0, |unit, bit| unit << 1 | *bit as u16);
                items.push(Item::Unit(unit, start + index * 16 / 6));
            }
            items.push(Item::End);
            if left {
                items.push(error(at - 1, MalformedKind::NonZeroBits));
            }
            at += usize::from(octets.get(at) == Some(&b'-'));
        }
    }
    items
}

/// Decodes `octets` to a text and errors. A stray `+` is kept, and other ill-formed input becomes U+FFFD. If two
/// adjacent shifted sequences each contain half of a surrogate pair, the pair is decoded to a character, but also
/// counts as an error.
pub(crate) fn decode(octets: &[u8]) -> Outcome {
    let (mut text, mut errors) = (String::new(), Vec::new());
    let mut high = None;
    for item in items(octets).into_iter().chain([Item::Direct('\0')]) {
        let lone = |offset| Malformed { offset, kind: MalformedKind::LoneSurrogate };
        match (item, high) {
            (Item::End, Some((unit, offset, false))) => {
                errors.push(lone(offset));
                high = Some((unit, offset, true));
                continue;
            }
            (Item::End, _) => continue,
            (Item::Unit(low @ 0xDC00..=0xDFFF, _), Some((unit, ..))) => {
                text += &String::from_utf16(&[unit, low]).unwrap();
                high = None;
                continue;
            }
            (item, before) => {
                if let Some((_, offset, reported)) = before {
                    errors.extend((!reported).then_some(lone(offset)));
                    text.push('\u{FFFD}');
                }
                high = None;
                match item {
                    Item::Unit(unit @ 0xD800..=0xDBFF, offset) => high = Some((unit, offset, false)),
                    Item::Unit(0xDC00..=0xDFFF, offset) => {
                        errors.push(lone(offset));
                        text.push('\u{FFFD}');
                    }
                    Item::Unit(unit, _) => text.push(char::from_u32(u32::from(unit)).unwrap()),
                    Item::Direct(character) => text.push(character),
                    Item::Error(error) => {
                        errors.push(error);
                        text.extend((error.kind != MalformedKind::EmptyShift).then_some('\u{FFFD}'));
                    }
                    Item::End => {}
                }
            }
        }
    }
    assert_eq!(text.pop(), Some('\0'));
    (text, errors.len(), errors.first().copied())
}
