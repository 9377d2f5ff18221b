//! ISO-IR-165, a set of ISO-2022-CN-EXT (RFC 1922): GB 2312 with CCITT's additions. Read, never written.

mod table;

use super::cells;
use table::ROWS;

/// Appends the character of two octets, of which the high bit does not count; whether there is one.
pub(super) fn push(pair: &[u8], text: &mut String) -> bool {
    let character = cells::cell(pair).and_then(|cell| cells::character(ROWS, cell));
    text.extend(character);
    character.is_some()
}
