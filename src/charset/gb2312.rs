//! Which characters GB 2312-80 has. They are decoded as GB18030, which has more in the same rows.

mod table;

use super::cells;
use table::CELLS;

/// Whether GB 2312-80 has a character at these octets, of which the high bit does not count.
pub(super) fn has(pair: [u8; 2]) -> bool {
    cells::cell(&pair).is_some_and(|cell| CELLS.iter().any(|run| run.contains(&cell)))
}
