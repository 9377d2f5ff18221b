//! JIS X 0213, the sets of ISO-2022-JP-3 and ISO-2022-JP-2004: read, never written.

mod table;

use super::cells;
use table::{PAIRS, PLANE_1, PLANE_2};

/// Appends the character of two octets, of which the high bit does not count; whether there is one.
pub(super) fn push(plane: u8, pair: &[u8], text: &mut String) -> bool {
    let Some(cell) = cells::cell(pair) else { return false };
    let character = cells::character(if plane == 1 { PLANE_1 } else { PLANE_2 }, cell);
    text.extend(character);
    let two = PAIRS.iter().find(|(of, at, _)| (*of, *at) == (plane, cell));
    text.extend(two.map(|(_, _, two)| *two));
    character.is_some() || two.is_some()
}
