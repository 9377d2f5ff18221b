//! Finds lines by their first octet, in one pass over the text and with vector instructions where the processor has
//! them.

use crate::kernels::{self, line_starts::Starts};
use memchr::memchr2_iter;

/// A search for the lines that begin with certain octets.
#[derive(Clone, Copy, Debug)]
pub struct LineStarts {
    before: [u8; 2],
    first: &'static [u8],
    starts: Starts,
}

impl LineStarts {
    /// The lines that start with one of the octets `first`. An octet of `first` counts as a line start after an LF,
    /// and also after the octet `before`.
    ///
    /// The octets of `first` must differ from one another in their low four bits; only the two cases of a letter
    /// may share them. `before` must be an LF or differ from an LF in these bits.
    #[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
    pub const fn new(before: u8, first: &'static [u8]) -> Self {
        // The entry for each value of the low four bits is an octet whose low four bits differ from that value.
        // Therefore no octet equals its entry.
        let mut none = [0; 16];
        let mut at = 0;
        while at < none.len() {
            none[at] = at as u8 ^ 1;
            at += 1;
        }
        let mut starts = Starts { before: none, first: none, case: 0 };
        starts.before[(b'\n' & 15) as usize] = b'\n';
        starts.before[(before & 15) as usize] = before;
        at = 0;
        while at < first.len() {
            if first[at].is_ascii_alphabetic() {
                starts.case = 0x20;
            }
            at += 1;
        }
        at = 0;
        while at < first.len() {
            starts.first[(first[at] & 15) as usize] = first[at] | starts.case;
            at += 1;
        }
        Self { before: [b'\n', before], first, starts }
    }

    /// The offset of the next line start. The octet before the line start must be at `from` or later. Linear time.
    pub fn find(&self, octets: &[u8], from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            match self.likely(octets.get(at..)?) {
                // The kernel (the search with vector instructions) compares only some bits of each octet. Therefore
                // a line that it finds can start with an octet that is not in `first`.
                Ok(before) if !self.is_first(octets, at + before + 1) => at += before + 1,
                Ok(before) => return Some(at + before + 1),
                Err(skipped) => {
                    at += skipped;
                    break;
                }
            }
        }
        let mut starts =
            memchr2_iter(self.before[0], self.before[1], octets.get(at..)?).map(|before| at + before + 1);
        starts.find(|start| self.is_first(octets, *start))
    }

    fn is_first(&self, octets: &[u8], at: usize) -> bool {
        octets.get(at).is_some_and(|octet| self.first.contains(octet))
    }

    /// Returns the offset of the octet before the next likely line start. The error is the number of octets in
    /// which the kernel has found no line start.
    fn likely(&self, octets: &[u8]) -> Result<usize, usize> {
        match (kernels::level(), self.first, self.before) {
            (None, ..) => Err(0),
            (Some(level), [first], [b'\n', b'\n']) => kernels::line_starts::find_one(level, octets, *first),
            (Some(level), ..) => kernels::line_starts::find(level, octets, &self.starts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::test::{each_stretch, same_at_each_level};
    use proptest::prelude::*;

    const STARTS: LineStarts = LineStarts::new(0, b"Ff\x01\xEF>");
    const DASHES: LineStarts = LineStarts::new(b'\n', b"-");

    fn all(starts: &LineStarts, octets: &[u8]) -> Vec<usize> {
        let mut from = 0;
        std::iter::from_fn(|| {
            let found = starts.find(octets, from)?;
            from = found;
            Some(found)
        })
        .collect()
    }

    #[test]
    fn lines_are_found_wherever_they_are() {
        let text = b"F\nF\n!\n\x21\x1E\xCF\n\xEF\nf\0F\0>x\n>\n-\n\r\n--\n".repeat(16);
        each_stretch(&text, |text| same_at_each_level(|| (all(&STARTS, text), all(&DASHES, text))));
        assert_eq!(all(&STARTS, b"F\nF\nx\0>\0\nf\n!\n\x0F"), [2, 6, 9]);
        assert_eq!(all(&DASHES, b"-\n-\n\r\n \n--"), [2, 8]);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(512))]

        #[test]
        fn they_are_those_of_a_search_octet_by_octet(
            octets in prop::collection::vec(prop::sample::select(b"\n\0Ff>-!\r x".to_vec()), 0..400),
        ) {
            let is = |pair: &[u8]| matches!(pair, [b'\n' | 0, b'F' | b'f' | b'>']);
            let expected: Vec<_> =
                octets.windows(2).enumerate().filter(|(_, pair)| is(pair)).map(|(at, _)| at + 1).collect();
            prop_assert_eq!(all(&STARTS, &octets), expected);
            same_at_each_level(|| all(&DASHES, &octets));
        }
    }
}
