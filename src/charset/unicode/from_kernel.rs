//! Appends to a text the UTF-8 that a kernel writes.

use super::utf8;

/// What a kernel writes before it is appended. It fits into the first-level cache.
const ROOM: usize = 4096;

/// The least octets of input for which a kernel is worth its buffer.
const FEW: usize = 128;

/// Calls `kernel` with the rest of `input` and room for its text, until it reads nothing. Returns how many octets it
/// has read. Linear time.
#[inline(never)]
pub(crate) fn append(
    text: &mut String,
    input: &[u8],
    kernel: impl Fn(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    if input.len() < FEW {
        return 0;
    }
    let (mut room, mut done) = ([0; ROOM], 0);
    loop {
        let (read, written) = kernel(input.get(done..).unwrap_or_default(), &mut room);
        if read == 0 {
            return done;
        }
        text.push_str(room.get(..written).and_then(utf8::valid).unwrap_or_default());
        done += read;
    }
}
