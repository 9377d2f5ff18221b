//! Decodes UTF-7 (RFC 2152) and the modified UTF-7 of IMAP (RFC 3501 section 5.1.3) to UTF-8.

use super::{Level, kernel, utf16};

/// Decodes regular text. Text is regular if it decodes without an error in
/// [`Charset::UTF_7`](crate::charset::Charset::UTF_7), or, with `IMAP`, in
/// [`Charset::IMAP_UTF_7`](crate::charset::Charset::IMAP_UTF_7). Decoding begins and stops between two
/// characters outside shifted sequences. `after_shift` means that a shifted sequence ended directly before
/// `encoded`. Stops before a sequence that is open at the end of the text, and before a sequence that is
/// longer than some hundred units. Linear time.
pub(crate) fn decode<const IMAP: bool>(
    level: Level,
    encoded: &[u8],
    after_shift: bool,
    octets: &mut [u8],
) -> (usize, usize) {
    kernel!(level, utf7::blocks<IMAP>(encoded, after_shift, octets))
}

/// The maximum length in octets of a text that [`decode_short`] decodes.
pub(crate) const SHORT: usize = 128;
/// The room for the UTF-8 of a text of at most [`SHORT`] octets.
pub(crate) const SHORT_ROOM: usize = 3 * SHORT + utf16::ROOM;

/// Decodes a whole text of at most [`SHORT`] octets, if the text is regular. Without `IMAP`, the last shifted
/// sequence of the text can be open. Returns the number of octets of UTF-8; `None` if the kernel does not decode the
/// whole text.
pub(crate) fn decode_short<const IMAP: bool>(
    level: Level,
    encoded: &[u8],
    octets: &mut [u8; SHORT_ROOM],
) -> Option<usize> {
    kernel!(level, utf7::short<IMAP>(encoded, octets))
}
