//! Without the feature `compression`: compressed files are recognised and refused.

use super::compression::Compression;
use crate::mailbox::padding::Padding;
use std::io::{self, ErrorKind, Read, Write};
use std::marker::PhantomData;
use std::num::NonZeroUsize;

const WHY: &str = "the file is compressed, and this build lacks the feature `compression`";

pub(super) fn decoder<'r>(_: impl Read + 'r, _: Compression, _: &Padding) -> io::Result<Box<dyn Read + 'r>> {
    Err(io::Error::new(ErrorKind::Unsupported, WHY))
}

/// Never exists: no build without the feature creates one.
#[derive(Debug)]
pub(super) struct Encoder<W: Write>(Never, PhantomData<W>);

#[derive(Debug)]
enum Never {}

impl<W: Write> Encoder<W> {
    pub(super) fn new(_: W, _: Compression) -> io::Result<Self> {
        Err(io::Error::new(ErrorKind::Unsupported, WHY))
    }

    pub(super) fn set_jobs(&mut self, _: NonZeroUsize) {
        match self.0 {}
    }

    pub(super) fn get_ref(&self) -> &W {
        match self.0 {}
    }

    pub(super) fn finish(self) -> io::Result<W> {
        match self.0 {}
    }

    pub(super) fn writer(&mut self) -> &mut dyn Write {
        match self.0 {}
    }
}
