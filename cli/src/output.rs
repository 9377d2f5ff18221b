//! Outputs for messages and reports: standard output, a file, or an output that discards everything.

#[cfg(unix)]
pub(crate) mod temporary;

use crate::terminal::Screen;
use mailutf::Error;
#[cfg(unix)]
use mailutf::internal::refuse_among_messages;
use mailutf::mailbox::compressed::{Compression, Compressor};
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use temporary::TempOutput;

/// The path that stands for standard output.
pub(crate) const STANDARD_OUTPUT: &str = "-";

/// Whether `path` stands for standard output.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_OUTPUT)
}

/// The number of octets that are written at once.
const CHUNK: usize = 64 << 10;

/// A stream of messages or of reports.
pub(crate) struct Output {
    /// The path, if the output is a file.
    pub(crate) path: Option<PathBuf>,
    stream: BufWriter<Compressor<Destination>>,
    /// The last octets that were written.
    tail: [u8; 3],
    /// The error of the first failed attempt to write. After this error, nothing more is written.
    failed: Option<Error>,
}

enum Destination {
    Straight(Box<dyn Write>),
    /// A temporary file that is renamed to its target when it is complete.
    #[cfg(unix)]
    TempOutput(TempOutput),
}

impl Output {
    pub(crate) fn standard() -> Self {
        let stdout = io::stdout().lock();
        let stream: Box<dyn Write> =
            if stdout.is_terminal() { Box::new(Screen::new(stdout)) } else { Box::new(stdout) };
        Self::new(None, Compressor::plain(Destination::Straight(stream)))
    }

    /// Opens standard output if `path` is `-`, and creates the file `path` otherwise.
    pub(crate) fn named(path: &Path) -> Result<Self, Error> {
        if is_standard_output(path) { Ok(Self::standard()) } else { Self::create(path) }
    }

    /// Creates the file `path`, or opens standard output if there is no path. From this call on, a signal ends the
    /// run and removes the unfinished file.
    pub(crate) fn alone(path: Option<&Path>) -> Result<Self, Error> {
        let Some(path) = path else { return Ok(Self::standard()) };
        // Signals must be handled before the temporary file exists, because a signal could otherwise leave
        // the file behind.
        #[cfg(unix)]
        temporary::remove_on_signals(false)?;
        Self::create(path)
    }

    pub(crate) fn nowhere() -> Self {
        Self::new(None, Compressor::plain(Destination::Straight(Box::new(io::sink()))))
    }

    /// Creates the file `path`. If its name ends like that of a compressed file, the output is compressed.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        let stream = Compressor::new(Destination::of(path)?, Compression::of_name(path));
        let stream = stream.map_err(|error| Error::new("create", Some(path), error))?;
        Ok(Self::new(Some(path.to_path_buf()), stream))
    }

    /// Compresses the output in `jobs` threads from this call on.
    pub(crate) fn set_jobs(&mut self, jobs: NonZeroUsize) {
        self.stream.get_mut().set_jobs(jobs);
    }

    fn new(path: Option<PathBuf>, stream: Compressor<Destination>) -> Self {
        Self { path, stream: BufWriter::with_capacity(CHUNK, stream), tail: *b"\n\n\n", failed: None }
    }

    /// Whether the output is a temporary file that [`finish`](Output::finish) renames to its target.
    pub(crate) fn is_pending(&self) -> bool {
        match self.stream.get_ref().get_ref() {
            Destination::Straight(_) => false,
            #[cfg(unix)]
            Destination::TempOutput(_) => true,
        }
    }

    /// Whether [`finish`](Output::finish) will replace a file that is not empty.
    pub(crate) fn replaces_content(&self) -> bool {
        let path = self.path.as_deref().filter(|_| self.is_pending());
        path.and_then(|path| fs::metadata(path).ok()).is_some_and(|metadata| metadata.len() > 0)
    }

    /// Returns the error for an output that cannot be written.
    pub(crate) fn error(&self, error: io::Error) -> Error {
        Error::new("write", self.path.as_deref(), error)
    }

    /// Calls `write`, unless an earlier attempt to write has failed. [`finish`](Output::finish) returns the error
    /// of the attempt that failed.
    pub(crate) fn attempt(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.failed.is_none() {
            self.failed = write(self).err().map(|error| self.error(error));
        }
    }

    /// Whether an attempt to write has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Writes what is buffered. If the output is a temporary file, renames it to its target.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let Self { path, stream, failed, .. } = self;
        failed.map_or(Ok(()), Err)?;
        let write_error = |error| Error::new("write", path.as_deref(), error);
        let stream = stream.into_inner().map_err(io::IntoInnerError::into_error);
        match stream.and_then(Compressor::finish).map_err(write_error)? {
            Destination::Straight(mut output) => output.flush().map_err(write_error),
            #[cfg(unix)]
            Destination::TempOutput(pending) => pending.finish(),
        }
    }

    /// Whether the output ends with a line end, or is still empty.
    pub(crate) fn ends_line(&self) -> bool {
        self.tail.ends_with(b"\n")
    }

    /// Adds line ends until the output ends with a blank line, so that another mbox can follow.
    pub(crate) fn separate(&mut self) -> io::Result<()> {
        match self.tail {
            [_, b'\n', b'\n'] | [b'\n', b'\r', b'\n'] => Ok(()),
            [_, b'\r', b'\n'] => self.write_all(b"\r\n"),
            [_, _, b'\n'] => self.write_all(b"\n"),
            _ => self.write_all(b"\n\n"),
        }
    }
}

/// Calls `print` with standard output.
pub(crate) fn print(print: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let mut output = BufWriter::new(io::stdout().lock());
    print(&mut output).and_then(|()| output.flush()).map_err(|error| Error::new("write", None, error))
}

/// Writes `text` as the whole content of the file `path`, or to standard output if there is no path.
pub(crate) fn write_whole(path: Option<&Path>, text: &str) -> Result<(), Error> {
    let mut output = Output::alone(path)?;
    output.write_all(text.as_bytes()).map_err(|error| output.error(error))?;
    output.finish()
}

impl Destination {
    fn of(path: &Path) -> Result<Self, Error> {
        #[cfg(unix)]
        refuse_among_messages(path)?;
        #[cfg(unix)]
        if let Some(pending) = TempOutput::create(path)? {
            return Ok(Self::TempOutput(pending));
        }
        let file = open_straight(path).map_err(|error| Error::new("create", Some(path), error))?;
        Ok(Self::Straight(Box::new(file)))
    }

    fn stream(&mut self) -> &mut dyn Write {
        match self {
            Self::Straight(output) => output,
            #[cfg(unix)]
            Self::TempOutput(pending) => pending.stream(),
        }
    }
}

/// Opens a device, a FIFO, or a file that is already open and has a name such as `/dev/stdout`. If it is an open
/// file, octets are appended to its content, because the program that opened the file either wants this or has
/// already emptied the file.
#[cfg(unix)]
fn open_straight(path: &Path) -> io::Result<File> {
    let is_file = fs::metadata(path)?.is_file();
    File::options().write(true).append(is_file).open(path)
}

#[cfg(not(unix))]
fn open_straight(path: &Path) -> io::Result<File> {
    File::create(path)
}

impl Write for Destination {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.stream().write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream().flush()
    }
}

impl Write for Output {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(octets)?;
        for &octet in octets.iter().take(written).skip(written.saturating_sub(3)) {
            let [_, second, third] = self.tail;
            self.tail = [second, third, octet];
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
