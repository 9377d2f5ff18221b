//! Encodes by a kernel, passage by passage, in UTF-7 and in the modified UTF-7 of IMAP. Linear time, fixed memory.

use crate::kernels::{self, to_utf7::Direct, to_utf7::Passage, to_utf7::ROOM};

/// Shorter texts are encoded without the kernel.
const FEW: usize = 64;

/// Encodes what the kernel can. Where it stops, `irregular` encodes some text by itself, and returns the text after it: an
/// error if the kernel cannot go on there. Returns the text after all that was encoded.
pub(super) fn encode<'t, const IMAP: bool>(
    direct: &Direct,
    text: &'t str,
    octets: &mut Vec<u8>,
    mut irregular: impl FnMut(&'t str, &mut Vec<u8>) -> Result<&'t str, &'t str>,
) -> &'t str {
    let Some(level) = kernels::level().filter(|_| text.len() >= FEW) else { return text };
    let (mut passage, mut room, mut rest) = (Passage::new(), [0; ROOM], text);
    while !rest.is_empty() {
        let len = passage.read::<IMAP>(level, direct, rest.as_bytes());
        let mut done = 0;
        while done < len {
            let (read, written) = passage.write::<IMAP>(level, rest.as_bytes(), done, &mut room);
            octets.extend_from_slice(room.get(..written).unwrap_or_default());
            done = read;
            if written == 0 {
                match irregular(rest.get(done..).unwrap_or_default(), octets) {
                    Ok(after) => done = rest.len() - after.len(),
                    Err(after) => return after,
                }
            }
        }
        // A character begins there: the kernel stops after whole sequences and after US-ASCII.
        rest = rest.get(done..).unwrap_or_default();
    }
    rest
}
