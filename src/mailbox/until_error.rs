//! An input that ends at its first error. Octets that were read before the error are mail, too, so those octets
//! are returned before the error. [`ErrorKind::WouldBlock`] does not end the input: the caller reads again when
//! more input is available.

use std::io::{self, ErrorKind, Read};

/// Reads an input up to its first error, and reports the error as the end of the input.
#[derive(Debug)]
pub(super) struct UntilError<R> {
    /// The input; `None` after an error, so that nothing more is read.
    input: Option<R>,
    error: Option<io::Error>,
}

/// The reason why the last message of an input that ended with an error must not be changed.
pub(super) const CUT: &str = "the file could not be read any further, so that this message may be incomplete";

impl<R> UntilError<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: Some(input), error: None }
    }

    /// Whether an error has ended the input.
    pub(super) fn has_failed(&self) -> bool {
        self.input.is_none()
    }

    /// Returns the error that ended the input. Later calls return `None`.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }
}

/// The maximum number of octets in one read.
const CHUNK: usize = 64 << 10;
const PROBE: usize = 32;

impl<R: Read> UntilError<R> {
    /// Appends up to `most` octets of the input to `octets`, and returns their number. Unlike `read_to_end`,
    /// this function touches no more memory than it fills: `read_to_end` must clear all the room in its
    /// buffer if the reader does not implement `read_buf`, which is unstable.
    pub(super) fn append(&mut self, octets: &mut Vec<u8>, most: u64) -> io::Result<usize> {
        let start = octets.len();
        loop {
            let filled = octets.len();
            let left = most.saturating_sub((filled - start) as u64);
            // If `octets` has no room left, only a few octets are read, to find out whether anything follows
            // before more room is made.
            let spare = (octets.capacity() - filled).clamp(PROBE, CHUNK);
            let room = usize::try_from(left).unwrap_or(CHUNK).min(spare);
            if room == 0 {
                return Ok(filled - start);
            }
            octets.resize(filled + room, 0);
            let read = self.read(octets.get_mut(filled..).unwrap_or_default());
            octets.truncate(filled + *read.as_ref().unwrap_or(&0));
            match read {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) => return Ok(octets.len() - start),
                read => drop(read?),
            }
        }
    }
}

impl<R: Read> Read for UntilError<R> {
    fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
        let Some(input) = &mut self.input else { return Ok(0) };
        match input.read(octets) {
            Err(error) if !matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {
                (self.input, self.error) = (None, Some(error));
                Ok(0)
            }
            read => read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mailbox::batch::Batch;
    use crate::mailbox::{Format, Source};
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// A reader that fails where these octets end.
    struct Failing<'o>(&'o [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
            match self.0.read(octets)? {
                0 => Err(io::Error::other("damaged")),
                read => Ok(read),
            }
        }
    }

    /// A reader that fails with `WouldBlock` before each read that returns octets.
    struct Blocking<'o>(&'o [u8], bool);

    impl Read for Blocking<'_> {
        fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            let room = octets.len().min(100);
            if self.1 { Err(ErrorKind::WouldBlock.into()) } else { self.0.read(&mut octets[..room]) }
        }
    }

    #[test]
    fn an_input_that_would_block_is_read_on() {
        let mbox = "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\nsome text\n\n".repeat(50);
        let reader = crate::mailbox::mbox::Reader::new(Blocking(mbox.as_bytes(), false), None);
        let (mut found, mut blocked) = (0, 0);
        for batch in reader {
            match batch {
                Ok(batch) => found += batch.entries().count(),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::WouldBlock);
                    blocked += 1;
                }
            }
        }
        assert!(found == 50 && blocked > 20, "{found} {blocked}");
    }

    /// The messages of a batch: the octets of each, the offset at which it ends, and whether it is marked as
    /// damaged.
    fn messages(batch: &Batch) -> Vec<(Vec<u8>, u64, bool)> {
        let message = |entry: crate::mailbox::batch::Entry<'_>| {
            let end = batch.offset + entry.span().end as u64;
            (entry.message().octets().to_vec(), end, entry.damaged().is_some())
        };
        batch.entries().map(message).collect()
    }

    fn file() -> impl Strategy<Value = Vec<u8>> {
        let part = prop_oneof![
            Just("From a@b.org Mon Jan  1 00:00:00 2024\nFrom: a@b.org\n".to_owned()),
            Just("Content-Length: 11\n".to_owned()),
            Just("\u{1}\u{1}\u{1}\u{1}\n".to_owned()),
            Just(">From me\n\n".to_owned()),
            "[a-z]{0,8}: [a-z]{0,30}\n\n?",
            "[a-z]{1,9}".prop_map(|word| format!("{word}\n").repeat(8_000)),
        ];
        vec(part, 0..24).prop_map(|parts| parts.concat().into_bytes())
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(200))]

        /// The messages that are returned before an error are the messages of a file that ends at the place of
        /// the error. Only the last of them is marked as damaged.
        #[test]
        fn an_error_follows_all_that_was_read(file in file(), at in 0_usize..1_000_000, limit in 100_usize..100_000) {
            let start = &file[..at % (file.len() + 1)];
            let whole = Source::new(start, Format::Any).unwrap().limit(limit);
            let mut expected: Vec<_> = whole.flat_map(|batch| messages(&batch.unwrap())).collect();
            expected.iter_mut().for_each(|(_, end, is_marked)| *is_marked = *end == start.len() as u64);
            let (mut found, mut octets, mut errors) = (Vec::new(), Vec::new(), 0);
            match Source::new(Failing(start), Format::Any) {
                Err(_) => errors += 1,
                Ok(source) => {
                    for batch in source.limit(limit) {
                        match batch {
                            Ok(batch) => {
                                prop_assert_eq!(errors, 0);
                                octets.extend_from_slice(batch.octets());
                                found.extend(messages(&batch));
                            }
                            Err(_) => errors += 1,
                        }
                    }
                }
            }
            prop_assert_eq!(errors, 1);
            prop_assert!(octets == start);
            prop_assert_eq!(found, expected);
        }
    }
}
