//! Buffers that are reused, so that the system need not supply new memory for each batch.

use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of octets for which a new buffer initialises room. When the room is full, it is at most doubled,
/// so that a small file takes little memory.
const FIRST: usize = 32 << 10;

/// The largest buffer that a pool keeps, in octets.
const KEPT: usize = 2 << 20;

/// Octets that were read. When the buffer is dropped, its memory returns to its pool.
#[derive(Default)]
pub(super) struct Buffer {
    /// The octets, followed by initialised room for more octets. The room is initialised only once.
    memory: Vec<u8>,
    length: usize,
    /// The pool to which the memory returns; `None` if the memory is not reused.
    pool: Option<Pool>,
}

/// The memory of buffers that are not in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool(Arc<Mutex<Vec<Vec<u8>>>>);

impl Pool {
    /// Returns an empty buffer.
    pub(super) fn buffer(&self) -> Buffer {
        let memory = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Buffer { memory: memory.unwrap_or_default(), length: 0, pool: Some(self.clone()) }
    }
}

impl Buffer {
    /// Appends the next `most` octets of `input`, or all octets up to its end if fewer are left. Returns the
    /// number of octets that were appended.
    pub(super) fn read(&mut self, input: &mut impl Read, most: usize) -> io::Result<usize> {
        let (start, end) = (self.length, self.length + most);
        self.memory.reserve(end.saturating_sub(self.memory.len()));
        while self.length < end {
            if self.memory.len() == self.length {
                let more = FIRST.max(self.length).min(end - self.length);
                self.memory.resize(self.length + more, 0);
            }
            let room = end.min(self.memory.len());
            match input.read(self.memory.get_mut(self.length..room).unwrap_or_default()) {
                Ok(0) => break,
                Ok(octets) => self.length = room.min(self.length + octets),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.length - start)
    }

    /// Appends `octets`.
    pub(super) fn extend(&mut self, octets: &[u8]) {
        let end = self.length + octets.len();
        if let Some(room) = self.memory.get_mut(self.length..end) {
            room.copy_from_slice(octets);
        } else {
            self.memory.truncate(self.length);
            self.memory.extend_from_slice(octets);
        }
        self.length = end;
    }

    /// Removes all octets after the first `length`.
    pub(super) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.memory.get(..self.length).unwrap_or_default()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let memory = mem::take(&mut self.memory);
        if let Some(Pool(kept)) = self.pool.take()
            && memory.len() <= KEPT
        {
            kept.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        }
    }
}

impl From<Vec<u8>> for Buffer {
    fn from(memory: Vec<u8>) -> Self {
        Self { length: memory.len(), memory, pool: None }
    }
}

impl Clone for Buffer {
    fn clone(&self) -> Self {
        self.to_vec().into()
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_used_again() {
        let pool = Pool::default();
        let mut buffer = pool.buffer();
        assert_eq!(buffer.read(&mut &[b'x'; 100_000][..], 70_000).unwrap(), 70_000);
        buffer.truncate(60_000);
        buffer.extend(&[b'y'; 20_000]);
        assert_eq!((&buffer[59_999..60_001], buffer.len()), (&b"xy"[..], 80_000));
        let memory = buffer.as_ptr();
        drop(buffer);
        let mut next = pool.buffer();
        assert!(next.is_empty());
        assert_eq!(next.read(&mut &b"abc"[..], 10).unwrap(), 3);
        assert_eq!((&*next, next.as_ptr()), (&b"abc"[..], memory));
    }

    #[test]
    fn what_is_large_is_not_kept() {
        let pool = Pool::default();
        let mut buffer = pool.buffer();
        buffer.extend(&vec![0; KEPT + 1]);
        drop(buffer);
        assert!(pool.0.lock().unwrap().is_empty());
    }
}
