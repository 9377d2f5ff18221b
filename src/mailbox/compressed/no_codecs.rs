//! Recognises compressed files and refuses them, in builds without the feature `compression`.

use super::compression::Compression;
use crate::mailbox::padding::Padding;
use std::io::{self, ErrorKind, Read, Write};
use std::num::NonZeroUsize;

const WHY: &str = "the file is compressed, and this build lacks the feature `compression`";

pub(super) fn decoder<'r>(_: impl Read + 'r, _: Compression, _: &Padding) -> io::Result<Box<dyn Read + 'r>> {
    Err(io::Error::new(ErrorKind::Unsupported, WHY))
}

/// Writes octets unchanged.
#[derive(Debug)]
pub(super) enum Encoder<W: Write> {
    Plain(W),
}

impl<W: Write> Encoder<W> {
    pub(super) fn new(output: W, compression: Option<Compression>) -> io::Result<Self> {
        match compression {
            None => Ok(Self::Plain(output)),
            Some(_) => Err(io::Error::new(ErrorKind::Unsupported, WHY)),
        }
    }

    pub(super) fn set_jobs(&mut self, _: NonZeroUsize) {}

    pub(super) fn get_ref(&self) -> &W {
        let Self::Plain(output) = self;
        output
    }

    pub(super) fn finish(self) -> io::Result<W> {
        let Self::Plain(output) = self;
        Ok(output)
    }

    pub(super) fn writer(&mut self) -> &mut dyn Write {
        let Self::Plain(output) = self;
        output
    }
}
