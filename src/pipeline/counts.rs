//! Keeps the number of messages in a mailbox the same for programs that find the ends of messages by Content-Length
//! (guarantee G40 in docs/guarantees.md).
//!
//! A Content-Length leads to the place where its message should end. If the length is correct, it is updated when
//! the message changes. A wrong length leads to a place where no message ends, and stays as it is written. A reader
//! ignores such a length, and looks for the next `From ` line. But if a conversion makes messages longer or shorter,
//! a `From ` line or the end of the mailbox can get to exactly this place. Then the reader believes the length, and
//! reads everything before this place as one message. Therefore, this module remembers the place to which each wrong
//! length leads, in the input and in the output, until that place has been passed.
//!
//! Linear time. The memory is proportional to the number of wrong lengths that lead beyond the output so far.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};

/// The places to which wrong lengths lead, as long as these places have not been passed.
#[derive(Debug, Default)]
pub(super) struct Counts {
    read: u64,
    written: u64,
    /// For each wrong length, the offset to which the length leads in the input (`before`) or in the output
    /// (`after`), and the number of the message with the length.
    before: BTreeSet<(u64, u64)>,
    after: BTreeSet<(u64, u64)>,
}

/// A Content-Length that stays as it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrongLength {
    /// The number of messages in the mailbox before the message with this length.
    pub(super) ordinal: u64,
    /// The place to which this length leads in the input (`before`) and in the output (`after`), counted from the
    /// start of the [`Stretch`] that contains the message.
    pub(super) before: u64,
    pub(super) after: u64,
}

/// The next octets of a mailbox: one message, or several.
#[derive(Clone, Debug)]
pub(super) struct Stretch<'s> {
    /// The octets as they were read (`before`), and as they are to be written (`after`).
    pub(super) before: &'s [u8],
    pub(super) after: Vec<&'s [u8]>,
    pub(super) lengths: &'s [WrongLength],
}

/// A place to which a length leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hit {
    from_start: u64,
    from_end: u64,
    /// Whether the message with this length ends at this place.
    is_own_end: bool,
}

/// The start of a `From ` line.
const FROM: &[u8] = b"From ";
/// The number of octets that show whether a reader accepts a length: two line ends and the start of a `From ` line.
/// The octets are counted from the place to which the length leads.
const WINDOW: usize = 4 + FROM.len();

impl Counts {
    /// Whether no wrong length leads to a place in the stretch at which a message may start, or to the end of the
    /// stretch.
    pub(super) fn pass_over(&self, stretch: &Stretch<'_>) -> bool {
        let [before, after] = self.hits(stretch, may_start_message);
        before.is_empty() && after.is_empty()
    }

    /// The number of a message whose wrong Content-Length has another effect in the output than in the input; `None`
    /// if there is no such message. A length has an effect if it leads to the start of another message in the
    /// stretch, or to the end of the stretch.
    pub(super) fn changed(&self, stretch: &Stretch<'_>) -> Option<u64> {
        let [before, after] = self.hits(stretch, starts_message);
        let only_in = |one: &BTreeMap<u64, Hit>, other: &BTreeMap<u64, Hit>| {
            let is_same =
                |hit: &Hit, other: &Hit| hit.from_start == other.from_start || hit.from_end == other.from_end;
            let mut changed = one.iter().filter(|(ordinal, hit)| {
                !hit.is_own_end && !other.get(ordinal).is_some_and(|other| is_same(hit, other))
            });
            changed.next().map(|(ordinal, _)| *ordinal)
        };
        only_in(&after, &before).or_else(|| only_in(&before, &after))
    }

    /// Moves past a stretch of the mailbox.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidData`] if [`changed`](Self::changed) finds a message. In this case, this function does
    /// nothing.
    pub(super) fn go_on(&mut self, stretch: &Stretch<'_>) -> io::Result<()> {
        if let Some(ordinal) = self.changed(stretch) {
            let why = format!(
                "message {} has a wrong Content-Length. After the conversion, programs that rely on this field would \
                 divide the mailbox into other messages. Remove Content-Length from this message, then convert the \
                 mailbox",
                ordinal.saturating_add(1),
            );
            return Err(io::Error::new(ErrorKind::InvalidData, why));
        }
        self.add(stretch);
        Ok(())
    }

    /// Moves past a stretch: adds the wrong lengths in the stretch, and forgets the lengths that lead to places in
    /// it.
    pub(super) fn add(&mut self, stretch: &Stretch<'_>) {
        for length in stretch.lengths {
            self.before.insert((self.read.saturating_add(length.before), length.ordinal));
            self.after.insert((self.written.saturating_add(length.after), length.ordinal));
        }
        self.read += stretch.before.len() as u64;
        self.written += stretch.after.iter().map(|slice| slice.len() as u64).sum::<u64>();
        for (lengths, end) in [(&mut self.before, self.read), (&mut self.after, self.written)] {
            while lengths.first().is_some_and(|(at, _)| *at <= end) {
                lengths.pop_first();
            }
        }
    }

    /// The wrong lengths that lead to the start of a message in the stretch, or to the end of the stretch. The
    /// first map is for the places in the input, the second map for the places in the output.
    fn hits(&self, stretch: &Stretch<'_>, starts: fn(&[u8]) -> bool) -> [BTreeMap<u64, Hit>; 2] {
        if self.before.is_empty() && self.after.is_empty() && stretch.lengths.is_empty() {
            return Default::default();
        }
        let own = |at: fn(&WrongLength) -> u64| stretch.lengths.iter().map(move |own| (at(own), own.ordinal));
        [
            hits(&self.before, self.read, own(|own| own.before), &[stretch.before], starts),
            hits(&self.after, self.written, own(|own| own.after), &stretch.after, starts),
        ]
    }
}

/// Selects the lengths from `pending` and `own` that lead to the start of a message in `slices`, or to the end of
/// `slices`. The first slice starts at `offset`.
fn hits(
    pending: &BTreeSet<(u64, u64)>,
    offset: u64,
    own: impl Iterator<Item = (u64, u64)>,
    slices: &[&[u8]],
    starts: fn(&[u8]) -> bool,
) -> BTreeMap<u64, Hit> {
    let length: u64 = slices.iter().map(|slice| slice.len() as u64).sum();
    let pending = pending.range(..=(offset.saturating_add(length), u64::MAX));
    let pending = pending.map(|(at, ordinal)| (at.saturating_sub(offset), *ordinal, false));
    let own = own.filter(|(at, _)| *at <= length).map(|(at, ordinal)| (at, ordinal, true));
    let mut places: Vec<_> = pending.chain(own).collect();
    places.sort_unstable();
    let windows = windows(slices, &places.iter().map(|(at, ..)| *at).collect::<Vec<_>>());
    let found = places.into_iter().zip(windows).filter_map(|((at, ordinal, is_own), window)| {
        let skipped = start_of_message(&window, starts)?;
        let is_own_end = is_own && at + skipped as u64 == length;
        Some((ordinal, Hit { from_start: at, from_end: length - at, is_own_end }))
    });
    found.collect()
}

/// For each of the ascending `offsets`, the octets of `slices` from that offset on, but at most [`WINDOW`] octets.
fn windows(slices: &[&[u8]], offsets: &[u64]) -> Vec<Vec<u8>> {
    let mut windows = vec![Vec::new(); offsets.len()];
    let (mut start, mut first) = (0, 0);
    for slice in slices {
        let end = start + slice.len() as u64;
        for (offset, window) in offsets.iter().zip(&mut windows).skip(first) {
            if *offset >= end {
                break;
            }
            let wanted = usize::try_from((offset + window.len() as u64).saturating_sub(start));
            let rest = wanted.ok().and_then(|at| slice.get(at..)).unwrap_or_default();
            window.extend(rest.iter().take(WINDOW - window.len()));
        }
        first += offsets
            .get(first..)
            .map_or(0, |offsets| offsets.iter().take_while(|offset| **offset + WINDOW as u64 <= end).count());
        start = end;
    }
    windows
}

/// Returns the number of octets of `window` before its `From ` line, if a reader accepts a length that leads to the
/// start of `window`; otherwise `None`. Dovecot and our reader allow line ends before the `From ` line, and mutt
/// allows one octet of any kind. A window shorter than [`WINDOW`] ends at the end of the mailbox.
fn start_of_message(window: &[u8], starts: fn(&[u8]) -> bool) -> Option<usize> {
    let line_ends = window.iter().take(4).take_while(|octet| matches!(octet, b'\r' | b'\n')).count();
    (0..=line_ends.max(1).min(window.len())).find(|at| starts(window.get(*at..).unwrap_or_default()))
}

fn starts_message(octets: &[u8]) -> bool {
    octets.starts_with(FROM) || FROM.starts_with(octets)
}

/// Whether a separator of any kind may start with `octets`. The result is also true if `octets` is empty: if
/// messages are examined one by one, the octets of a message end where the next separator starts.
fn may_start_message(octets: &[u8]) -> bool {
    matches!(octets.first(), None | Some(b'F' | b'f' | 0 | 0xEF))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_span_slices() {
        let slices = [&b"abc"[..], b"", b"defghijklm", b"n", b"op"];
        assert_eq!(
            windows(&slices, &[0, 2, 2, 9, 14, 16]),
            [&b"abcdefghi"[..], b"cdefghijk", b"cdefghijk", b"jklmnop", b"op", b""]
        );
    }

    #[test]
    fn readers_allow_for_line_ends() {
        for (window, skipped) in [
            ("From a@b", Some(0)),
            ("\nFrom a", Some(1)),
            ("\r\n\r\nFrom ", Some(4)),
            (">From a", Some(1)),
            ("\n", Some(1)),
            ("", Some(0)),
            ("x\nFrom a", None),
            ("text here", None),
        ] {
            assert_eq!(start_of_message(window.as_bytes(), starts_message), skipped, "{window:?}");
        }
    }
}
