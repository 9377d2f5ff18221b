//! Encodes text with a [kernel](crate::kernels), which uses vector instructions, in UTF-7 and in the modified UTF-7
//! of IMAP. The text is encoded in passages of up to some hundred octets. Linear time and fixed memory.

use crate::kernels;
use crate::kernels::Level;
use crate::kernels::to_utf7::{Direct, LONG, Long, Passage, SHORT, Short, room};

/// The length in octets below which a text is encoded without the kernel. For shorter texts, the kernel takes more
/// instructions than it saves. Such texts are lines and paragraphs of mail in UTF-7, and IMAP names of a few
/// letters.
const fn few(imap: bool) -> usize {
    if imap { 24 } else { 512 }
}

/// Encodes text with the kernel. Where the kernel stops, `irregular` encodes some of the text, and returns the rest.
/// If the rest is returned as `Ok`, the kernel goes on with it. If it is returned as an error, encoding ends, because
/// the kernel cannot encode it. Returns the text that is left.
#[inline]
pub(super) fn encode<'t, const IMAP: bool>(
    direct: &Direct,
    text: &'t str,
    octets: &mut Vec<u8>,
    irregular: impl FnMut(&'t str, &mut Vec<u8>) -> Result<&'t str, &'t str>,
) -> &'t str {
    if text.len() < few(IMAP) {
        return text;
    }
    long::<IMAP>(direct, text, octets, irregular)
}

/// Does what [`encode`] does, for long texts. Not inlined, so that [`encode`] reserves no stack for the buffers if
/// the text is short.
#[inline(never)]
fn long<'t, const IMAP: bool>(
    direct: &Direct,
    text: &'t str,
    octets: &mut Vec<u8>,
    irregular: impl FnMut(&'t str, &mut Vec<u8>) -> Result<&'t str, &'t str>,
) -> &'t str {
    let Some(level) = kernels::level() else { return text };
    if text.len() <= SHORT {
        each::<IMAP>(level, direct, text, (Short::new().passage(), &mut [0; room(SHORT)]), octets, irregular)
    } else {
        each::<IMAP>(level, direct, text, (Long::new().passage(), &mut [0; room(LONG)]), octets, irregular)
    }
}

#[inline]
fn each<'t, const IMAP: bool>(
    level: Level,
    direct: &Direct,
    text: &'t str,
    (mut passage, room): (Passage<'_>, &mut [u8]),
    octets: &mut Vec<u8>,
    mut irregular: impl FnMut(&'t str, &mut Vec<u8>) -> Result<&'t str, &'t str>,
) -> &'t str {
    let mut rest = text;
    while !rest.is_empty() {
        let len = passage.read::<IMAP>(level, direct, rest.as_bytes());
        let mut done = 0;
        while done < len {
            let (read, written) = passage.write::<IMAP>(level, rest.as_bytes(), done, room);
            octets.extend_from_slice(room.get(..written).unwrap_or_default());
            done = read;
            if written == 0 {
                match irregular(rest.get(done..).unwrap_or_default(), octets) {
                    Ok(after) => done = rest.len() - after.len(),
                    Err(after) => return after,
                }
            }
        }
        // A character begins at `done`, because the kernel stops after whole sequences and after US-ASCII.
        rest = rest.get(done..).unwrap_or_default();
    }
    rest
}
