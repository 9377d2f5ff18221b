//! Appends to a text the UTF-8 that a kernel writes.

use super::utf8;
use crate::kernels::utf32;

/// The size of the buffer that a kernel writes to: making it zero costs little even for text of some hundred octets.
const ROOM: usize = 2048;
/// The same for short input: a kernel needs some hundred octets more than it writes.
const SHORT_ROOM: usize = 1024;

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
        append_by(&mut [0; SHORT_ROOM], text, input, kernel)
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

/// The most octets of code units that are decoded in a copy.
const SHORT: usize = 256;

/// The same for code units of `SIZE` octets, of which `kernel` decodes 32 at a time: also the last of them.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels;

    /// With too little room for its blocks, a kernel reads nothing.
    #[test]
    fn a_kernel_has_room_for_short_input() {
        let Some(level) = kernels::level() else { return };
        let (name, mut text) = (b"&AOQA9gD8- &ZeVnLIqe-", String::new());
        let kernel = |input: &[u8], room: &mut [u8]| kernels::utf7::decode::<true>(level, input, false, room);
        assert_eq!((append_all(&mut text, name, kernel), &*text), (name.len(), "äöü 日本語"));
    }
}
