//! Encoding the text of encoded words in the Q encoding (RFC 2047 section 4.2). Linear time.

use super::encode::hex_digit;

/// Encodes the text of a Q encoded word, so that the word can be used anywhere in a header. Letters, digits and
/// `!*+-/` are literal, because RFC 2047 section 5 (3) allows them even in a phrase. A space becomes `_`, and any
/// other octet is escaped.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::transfer::quoted_printable::encode_word;
/// assert_eq!(encode_word("café, s'il".as_bytes()), "caf=C3=A9=2C_s=27il");
/// ```
pub fn encode_word(octets: &[u8]) -> String {
    let mut encoded = String::with_capacity(octets.len());
    for &octet in octets {
        match octet {
            b' ' => encoded.push('_'),
            _ if is_word_literal(octet) => encoded.push(char::from(octet)),
            _ => encoded.extend([b'=', hex_digit(octet >> 4), hex_digit(octet & 15)].map(char::from)),
        }
    }
    encoded
}

/// The length of the result of [`encode_word`] for `octets`. Linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// assert_eq!(mailutf::transfer::quoted_printable::encoded_word_len(b"caf\xE9"), "caf=E9".len());
/// ```
pub fn encoded_word_len(octets: &[u8]) -> usize {
    octets.iter().map(|octet| if *octet == b' ' || is_word_literal(*octet) { 1 } else { 3 }).sum()
}

const fn is_word_literal(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'!' | b'*' | b'+' | b'-' | b'/')
}
