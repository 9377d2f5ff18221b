//! The members of a gzip, bzip2 or Zstandard file, one after the other, and the padding after the last one.
//!
//! None of these formats defines padding, but tapes and some disks fill the last block of a file with NULs, and the
//! programs of the three formats ignore them. Only NULs up to the end of the file count; anything else after a member
//! is an error, or another member. Linear time; memory: that of one member's decoder.

use crate::mailbox::padding::Padding;
use std::io::{self, BufRead, ErrorKind, Read};
use std::marker::PhantomData;

/// The decoder of one member, which reads none of what follows it.
pub(super) trait Member<R>: Read + Sized {
    /// Decodes the member at the start of `input`.
    fn new(input: R) -> io::Result<Self>;

    /// What follows the member, after that has been read to its end.
    fn rest(&mut self) -> &mut R;

    /// The same.
    fn into_rest(self) -> R;
}

impl<R: BufRead> Member<R> for flate2::bufread::GzDecoder<R> {
    fn new(input: R) -> io::Result<Self> {
        Ok(Self::new(input))
    }

    fn rest(&mut self) -> &mut R {
        self.get_mut()
    }

    fn into_rest(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> Member<R> for bzip2::bufread::BzDecoder<R> {
    fn new(input: R) -> io::Result<Self> {
        Ok(Self::new(input))
    }

    fn rest(&mut self) -> &mut R {
        self.get_mut()
    }

    fn into_rest(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> Member<R> for zstd::Decoder<'static, R> {
    fn new(input: R) -> io::Result<Self> {
        Ok(Self::with_buffer(input)?.single_frame())
    }

    fn rest(&mut self) -> &mut R {
        self.get_mut()
    }

    fn into_rest(self) -> R {
        self.finish()
    }
}

/// The decompressed members of a file that is read as `R`.
pub(super) struct Members<R, M> {
    /// The current member; `None` if none could be begun.
    member: Option<M>,
    /// Whether there was padding after it.
    is_padded: bool,
    padding: Padding,
    input: PhantomData<R>,
}

impl<R: BufRead, M: Member<R>> Members<R, M> {
    /// Reads `input`, which starts with a member, and counts the octets of `padding` after the last one.
    pub(super) fn new(input: R, padding: &Padding) -> io::Result<Self> {
        let member = Some(M::new(input)?);
        Ok(Self { member, is_padded: false, padding: padding.clone(), input: PhantomData })
    }
}

impl<R: BufRead, M: Member<R>> Read for Members<R, M> {
    fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(member) = &mut self.member else { return Err(ErrorKind::InvalidData.into()) };
            if !self.is_padded {
                let read = member.read(octets)?;
                if read > 0 || octets.is_empty() {
                    return Ok(read);
                }
            }
            let rest = member.rest();
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
                    let why = "octets other than NULs follow the NUL padding behind its compressed data";
                    return Err(io::Error::new(ErrorKind::InvalidData, why));
                }
                Some(_) => {
                    self.member = self.member.take().map(|done| M::new(done.into_rest())).transpose()?
                }
            }
        }
    }
}
