//! Appends to a text the UTF-8 that a kernel writes.

use super::utf8;

/// The size of the buffer that a kernel writes to, which fits into the first-level cache.
const ROOM: usize = 4096;

/// The fewest octets of input for which a kernel is worth its buffer.
const FEW: usize = 128;

/// Calls `kernel` with the rest of `input` and room for its text, until it reads nothing. Returns how many octets it
/// has read. Linear time.
pub(crate) fn append(
    text: &mut String,
    input: &[u8],
    kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    if input.len() < FEW { 0 } else { append_long(text, input, kernel) }
}

/// The same, but also for short input, with a smaller buffer.
pub(crate) fn append_all(
    text: &mut String,
    input: &[u8],
    kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    if input.len() < FEW {
        append_by(&mut [0; ROOM / 4], text, input, kernel)
    } else {
        append_long(text, input, kernel)
    }
}

#[inline(never)]
fn append_long(
    text: &mut String,
    input: &[u8],
    kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    append_by(&mut [0; ROOM], text, input, kernel)
}

fn append_by(
    room: &mut [u8],
    text: &mut String,
    input: &[u8],
    mut kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    let mut done = 0;
    loop {
        let (read, written) = kernel(input.get(done..).unwrap_or_default(), room);
        if read == 0 {
            return done;
        }
        utf8::push(room, written, text);
        done += read;
        if done == input.len() {
            return done;
        }
    }
}
