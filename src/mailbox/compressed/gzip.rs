//! Writes gzip files (RFC 1952) with several threads.
//!
//! The octets are deflated (RFC 1951) in blocks of a fixed size. The dictionary of each block is the end of
//! the block before it. After each block, an empty stored block makes the next block start at a whole octet,
//! so all blocks together are one deflate stream. The file therefore has one member, like a file that any
//! other program writes. The octets of the file do not depend on the number of threads. Linear time. Memory
//! for each thread: two blocks, and one deflated block.

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// The number of octets in a block. Smaller blocks cost more, because each block needs time to load its
/// dictionary, and is followed by an empty stored block.
const BLOCK: usize = 128 << 10;
/// The window of deflate: a block can refer to this many octets before it (RFC 1951 section 2).
const WINDOW: usize = 32 << 10;
/// The header of a member: without a name, without a time, for an unknown system (RFC 1952 section 2.3).
const HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];

/// Deflates all octets that are written, as one member. The caller must call [`finish`](Self::finish) at the
/// end.
pub(super) struct GzipWriter<W: Write> {
    output: W,
    jobs: NonZeroUsize,
    /// The block that is being filled.
    block: Vec<u8>,
    before: Arc<Vec<u8>>,
    /// The blocks that threads are deflating, in the order of the file.
    pending: VecDeque<JoinHandle<io::Result<Deflated>>>,
    has_header: bool,
    crc: Crc,
}

/// A deflated block, and the checksum of its content.
struct Deflated {
    octets: Vec<u8>,
    crc: Crc,
}

impl<W: Write> GzipWriter<W> {
    pub(super) fn new(output: W) -> Self {
        Self {
            output,
            jobs: NonZeroUsize::MIN,
            block: Vec::new(),
            before: Arc::default(),
            pending: VecDeque::new(),
            has_header: false,
            crc: Crc::new(),
        }
    }

    /// Sets the number of threads that deflate from now on. If the number is 1, the writing thread deflates.
    pub(super) fn set_jobs(&mut self, jobs: NonZeroUsize) {
        self.jobs = jobs;
    }

    pub(super) fn get_ref(&self) -> &W {
        &self.output
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.end_block(FlushCompress::Finish)?;
        self.write_pending(0)?;
        self.output.write_all(&self.crc.sum().to_le_bytes())?;
        self.output.write_all(&self.crc.amount().to_le_bytes())?;
        Ok(self.output)
    }

    /// Deflates the block that was filled, or lets another thread deflate it.
    fn end_block(&mut self, flush: FlushCompress) -> io::Result<()> {
        let block = Arc::new(mem::take(&mut self.block));
        let before = mem::replace(&mut self.before, Arc::clone(&block));
        if self.jobs > NonZeroUsize::MIN {
            self.write_pending(self.jobs.get() - 1)?;
            let (block, before) = (Arc::clone(&block), Arc::clone(&before));
            let thread = thread::Builder::new().name("deflate".to_owned());
            if let Ok(thread) = thread.spawn(move || deflated(&block, &before, flush)) {
                self.pending.push_back(thread);
                return Ok(());
            }
            // The system provides no more threads, so this thread deflates the block.
            self.write_pending(0)?;
        }
        let deflated = deflated(&block, &before, flush)?;
        self.write_deflated(&deflated)
    }

    /// Writes the first pending blocks to the output, until at most `most` blocks are pending.
    fn write_pending(&mut self, most: usize) -> io::Result<()> {
        while self.pending.len() > most
            && let Some(first) = self.pending.pop_front()
        {
            let panicked = |_| io::Error::other("a thread that compresses has failed");
            self.write_deflated(&first.join().map_err(panicked)??)?;
        }
        Ok(())
    }

    fn write_deflated(&mut self, block: &Deflated) -> io::Result<()> {
        if !mem::replace(&mut self.has_header, true) {
            self.output.write_all(&HEADER)?;
        }
        self.crc.combine(&block.crc);
        self.output.write_all(&block.octets)
    }
}

impl<W: Write> Write for GzipWriter<W> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let room = BLOCK.saturating_sub(self.block.len());
        let taken = octets.get(..room).unwrap_or(octets);
        self.block.extend_from_slice(taken);
        if self.block.len() >= BLOCK {
            self.end_block(FlushCompress::Sync)?;
        }
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.end_block(FlushCompress::Sync)?;
        }
        self.write_pending(0)?;
        self.output.flush()
    }
}

/// Deflates a block that follows the block `before`.
fn deflated(block: &[u8], before: &[u8], flush: FlushCompress) -> io::Result<Deflated> {
    let mut compress = Compress::new(Compression::default(), false);
    let dictionary = before.get(before.len().saturating_sub(WINDOW)..).unwrap_or_default();
    if !dictionary.is_empty() {
        compress.set_dictionary(dictionary).map_err(io::Error::other)?;
    }
    let mut octets = Vec::with_capacity(block.len() / 2 + HEADER.len());
    let mut rest = block;
    loop {
        let read = compress.total_in();
        let status = compress.compress_vec(rest, &mut octets, flush).map_err(io::Error::other)?;
        let read = usize::try_from(compress.total_in() - read).unwrap_or(usize::MAX);
        rest = rest.get(read..).unwrap_or_default();
        // If `octets` still has room, then the whole deflated block was written to it.
        if status == Status::StreamEnd
            || rest.is_empty() && flush != FlushCompress::Finish && octets.len() < octets.capacity()
        {
            break;
        }
        octets.reserve(octets.capacity());
    }
    let mut crc = Crc::new();
    crc.update(block);
    Ok(Deflated { octets, crc })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::bufread::GzDecoder;
    use proptest::prelude::*;
    use std::io::Read;

    /// Compresses `octets` as gzip, and flushes the writer after the first `flushed` octets.
    fn gzip(octets: &[u8], flushed: usize, jobs: usize) -> Vec<u8> {
        let mut writer = GzipWriter::new(Vec::new());
        writer.set_jobs(NonZeroUsize::new(jobs).unwrap());
        let (first, second) = octets.split_at(flushed);
        writer.write_all(first).unwrap();
        writer.flush().unwrap();
        writer.write_all(second).unwrap();
        writer.finish().unwrap()
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(24))]

        #[test]
        fn one_member_holds_all_whatever_the_number_of_threads(
            word in "[a-z]{1,9} ?\n?", size in 0..4 * BLOCK, noise in 0..=BLOCK + 1, flushed in 0..=BLOCK, jobs in 2..5_usize
        ) {
            let mut state = 1_u32;
            let random = |_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_be_bytes()[0]
            };
            let mut octets: Vec<u8> = (0..noise).map(random).collect();
            octets.extend(word.bytes().cycle().take(size));
            let flushed = flushed.min(octets.len());
            let file = gzip(&octets, flushed, 1);
            prop_assert!(file == gzip(&octets, flushed, jobs));
            let mut decoder = GzDecoder::new(&file[..]);
            let mut read = Vec::new();
            decoder.read_to_end(&mut read).unwrap();
            prop_assert!(read == octets && decoder.into_inner().is_empty());
        }
    }

    /// The input repeats the same random octets, which fill half a window. Without a dictionary, each deflated
    /// block would contain these octets again.
    #[test]
    fn a_block_refers_to_the_one_before() {
        let mut state = 1_u32;
        let random = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        };
        let noise: Vec<u8> = (0..WINDOW / 2).map(random).collect();
        assert!(gzip(&noise.repeat(32), 0, 2).len() < 2 * noise.len());
    }
}
