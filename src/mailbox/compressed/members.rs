//! Reads the members of a gzip, bzip2 or Zstandard file one after the other, and the padding after the last
//! member.
//!
//! None of these formats defines padding, but tapes and some disks fill the last block of a file with NULs. The
//! standard programs of the three formats ignore those NULs. Only NULs up to the end of the file are padding.
//! Any other octets after a member must be another member, or reading fails. Linear time. Memory: the memory of
//! the decoder of one member.

use crate::mailbox::padding::Padding;
use std::io::{self, BufRead, ErrorKind, Read};

/// Reads and decompresses the members of a file one after the other. `R` is the compressed input. `M` decodes
/// one member, and reads nothing after that member.
pub(super) struct Members<R, M> {
    /// The decoder of the current member; `None` if a member could not be begun.
    member: Option<M>,
    /// Begins to decode a member.
    begin: fn(R) -> io::Result<M>,
    /// Returns the input after a member that has been read to its end.
    rest: fn(&mut M) -> &mut R,
    end: fn(M) -> R,
    /// Whether padding followed the current member.
    is_padded: bool,
    padding: Padding,
}

impl<R: BufRead, M: Read> Members<R, M> {
    /// Reads `input`, which starts with a member. The octets of padding after the last member are counted in
    /// `padding`.
    pub(super) fn new(
        input: R,
        padding: &Padding,
        begin: fn(R) -> io::Result<M>,
        rest: fn(&mut M) -> &mut R,
        end: fn(M) -> R,
    ) -> io::Result<Self> {
        let member = Some(begin(input)?);
        Ok(Self { member, begin, rest, end, is_padded: false, padding: padding.clone() })
    }
}

impl<R: BufRead, M: Read> Read for Members<R, M> {
    fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(member) = &mut self.member else { return Err(ErrorKind::InvalidData.into()) };
            if !self.is_padded {
                let read = member.read(octets)?;
                if read > 0 || octets.is_empty() {
                    return Ok(read);
                }
            }
            let rest = (self.rest)(member);
            let next = rest.fill_buf()?;
            match next.first() {
                None => return Ok(0),
                Some(0) => {
                    let nuls = next.iter().position(|&octet| octet != 0).unwrap_or(next.len());
                    rest.consume(nuls);
                    self.padding.add(nuls);
                    self.is_padded = true;
                }
                Some(_) if self.is_padded => {
                    let why = "other octets follow the NUL padding after the compressed data";
                    return Err(io::Error::new(ErrorKind::InvalidData, why));
                }
                Some(_) => {
                    let rest = self.member.take().map(self.end);
                    self.member = rest.map(self.begin).transpose()?;
                }
            }
        }
    }
}
