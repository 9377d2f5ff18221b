//! Messages to look at: of a file, or of standard input.

use crate::doubts;
use crate::escape::Escaped;
use mailutf::Error;
use mailutf::mailbox::compressed::decompressed;
use mailutf::mailbox::{Format, Source};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Standard input, where a path is expected.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The messages of `path`, which may be compressed.
pub(crate) fn messages(path: &Path) -> Result<Source<impl Read>, Error> {
    let input: Box<dyn Read> = if path == Path::new(STANDARD_INPUT) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(|error| Error::new("open", Some(path), error))?)
    };
    let source = decompressed(input).and_then(|(input, _)| Source::new(input, Format::Any));
    source.map_err(|error| Error::new("read", Some(path), error))
}

/// What a person calls `path`.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) {
        return "standard input".to_owned();
    }
    Escaped(path.as_os_str().as_encoded_bytes()).to_string()
}

/// Says on standard error what is wrong with `path`.
pub(crate) fn warn(path: &Path, what: &str) {
    doubts::say(&format!("{}: {what}", name(path)));
}
