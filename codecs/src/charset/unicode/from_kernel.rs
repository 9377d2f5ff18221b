//! Appends to a text the UTF-8 that a kernel writes.

use super::utf8;
use crate::kernels::utf32;

/// The size of the buffer that a kernel writes to: making it zero costs little even for text of some hundred octets.
const ROOM: usize = 2048;

/// The minimum length in octets of input for which a kernel is worth its buffer.
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

/// Not inlined: the buffer is large, and much input is short.
#[inline(never)]
fn append_long(
    text: &mut String,
    input: &[u8],
    mut kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    let (mut room, mut done) = ([0; ROOM], 0);
    loop {
        let (read, written) = kernel(input.get(done..).unwrap_or_default(), &mut room);
        if read == 0 {
            return done;
        }
        utf8::push(&mut room, written, text);
        done += read;
        if done == input.len() {
            return done;
        }
    }
}

/// The maximum number of octets of code units that are decoded in a copy.
const SHORT: usize = 256;

/// Like [`append`], for code units of `SIZE` octets, of which `kernel` decodes 32 at a time. The last units, which are fewer, are
/// decoded in a copy.
pub(crate) fn append_units<const SIZE: usize>(
    text: &mut String,
    input: &[u8],
    mut kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    let done = append(text, input, &mut kernel);
    let rest = input.get(done..).unwrap_or_default();
    let few = append_few::<SIZE, { SHORT + 4 }, { SHORT / 2 * 3 + utf32::ROOM }>(text, rest, kernel);
    if few.is_some() { input.len() } else { done }
}

/// Appends few whole units of `SIZE` octets, in a copy that zeros fill up; `None` if `kernel` cannot decode all of them, or
/// if they do not fit into the `COPY` octets of the copy, or their UTF-8 into `ROOM` octets.
pub(crate) fn append_few<const SIZE: usize, const COPY: usize, const ROOM: usize>(
    text: &mut String,
    input: &[u8],
    mut kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> Option<()> {
    let mut copy = [0; COPY];
    copy.get_mut(..input.len())?.copy_from_slice(input);
    // The kernel reads whole blocks and a unit after them.
    let blocks = copy.get(..input.len().next_multiple_of(32 * SIZE) + SIZE)?;
    let mut room = [0; ROOM];
    let (read, written) = kernel(blocks, &mut room);
    // Each zero unit after the text is one octet of UTF-8.
    let padding = read.checked_sub(input.len()).filter(|padding| padding.is_multiple_of(SIZE))? / SIZE;
    utf8::push(&mut room, written - padding, text);
    Some(())
}
