//! Runs [kernels](crate::kernels) that decode to UTF-8 with vector instructions, and appends the UTF-8 to a text.

use super::utf8;
use crate::kernels::utf32;

/// The size of the buffer to which a kernel writes. The buffer is so small that filling it with zeros costs little
/// even for text of a few hundred octets.
const ROOM: usize = 2048;

/// The minimum length in octets of an input for which a kernel saves more time than its buffer costs.
const FEW: usize = 128;

/// Calls `kernel` with the rest of `input` and with room for the text, until the kernel reads nothing or the input
/// ends. Returns the number of octets that the kernel has read. Linear time.
pub(crate) fn append(
    text: &mut String,
    input: &[u8],
    kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> usize {
    if input.len() < FEW { 0 } else { append_long(text, input, kernel) }
}

/// Does what [`append`] does, for long inputs. Not inlined, so that [`append`] reserves no stack for the buffer if
/// the input is short.
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

/// The maximum length in octets of an input that [`append_units`] copies to an array and fills up with zeros.
const SHORT: usize = 256;

/// Does what [`append`] does, for code units of `SIZE` octets. `kernel` decodes 32 code units in one step. The
/// units that [`append`] leaves at the end, at most [`SHORT`] octets, are copied to an array that is filled up with
/// zeros, and decoded there. For a short input, these are all units.
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

/// Decodes a few whole units of `SIZE` octets in a copy that is filled up with zeros, and appends the text. Returns
/// `None` if `kernel` cannot decode all of the units, if the units do not fit into the `COPY` octets of the copy,
/// or if their UTF-8 does not fit into `ROOM` octets.
pub(crate) fn append_few<const SIZE: usize, const COPY: usize, const ROOM: usize>(
    text: &mut String,
    input: &[u8],
    mut kernel: impl FnMut(&[u8], &mut [u8]) -> (usize, usize),
) -> Option<()> {
    let mut copy = [0; COPY];
    copy.get_mut(..input.len())?.copy_from_slice(input);
    // The kernel reads whole blocks, and one unit after them.
    let blocks = copy.get(..input.len().next_multiple_of(32 * SIZE) + SIZE)?;
    let mut room = [0; ROOM];
    let (read, written) = kernel(blocks, &mut room);
    // Each zero unit after the text has become one octet of UTF-8.
    let padding = read.checked_sub(input.len()).filter(|padding| padding.is_multiple_of(SIZE))? / SIZE;
    utf8::push(&mut room, written - padding, text);
    Some(())
}
