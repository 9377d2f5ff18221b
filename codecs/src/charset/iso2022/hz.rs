//! HZ-GB-2312 (RFC 1843): US-ASCII, and GB 2312 between `~{` and `~}`.
//!
//! `~~` is a tilde, and `~` before a line end joins two lines (section 2). At the end of a line, the text returns
//! to US-ASCII. These are errors: an octet above 127, a `~` before any other octet than those named here, half a
//! character, and a character that GB 2312 lacks. Linear time.

use super::plain;
use crate::charset::codec::{self, Unmappable};
use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use crate::charset::legacy::pairs::Pairs;
use crate::charset::legacy::rows::Rows;
use std::iter;

/// The decoder of HZ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hz {
    chinese: bool,
    /// An octet that is held back because its meaning depends on the next octet, and its offset. The octet is a
    /// `~`, or the first octet of a character.
    held: Option<(usize, u8)>,
    /// Whether the last octets were `~` and CR. If an LF follows them, then it belongs to the same line end.
    joining: bool,
}

impl Hz {
    fn take(&mut self, octet: u8, at: usize, output: &mut Output<'_>) {
        if std::mem::take(&mut self.joining) && octet == b'\n' {
            return;
        }
        match self.held.take() {
            Some((_, b'~')) if self.chinese && octet == b'}' => self.chinese = false,
            Some((start, lead)) if self.chinese && matches!(octet, 0x21..=0x7E) => {
                Rows::Gb2312.decode(&[lead, octet], start, output);
            }
            Some((start, _)) if self.chinese => {
                output.replace(start, MalformedKind::Truncated);
                self.take(octet, at, output);
            }
            Some((start, _)) => self.after_tilde(octet, start, at, output),
            None => self.first(octet, at, output),
        }
    }

    /// The number of octets of whole GB 2312 characters at the start of the input, which consists of `octet` and
    /// `rest`.
    fn run(&self, octet: u8, rest: &[u8]) -> usize {
        if !self.chinese || self.held.is_some() || self.joining || octet == b'~' {
            return 0;
        }
        let graphic = |octet: &&u8| matches!(octet, 0x21..=0x7D);
        let run = iter::once(&octet).chain(rest).take_while(graphic).count();
        run - run % 2
    }

    /// Decodes an octet when no octet is held.
    fn first(&mut self, octet: u8, at: usize, output: &mut Output<'_>) {
        match octet {
            b'\r' | b'\n' => {
                self.chinese = false;
                output.text.push(char::from(octet));
            }
            0x80.. => output.replace(at, MalformedKind::InvalidOctet),
            0x21..=0x7E if self.chinese => self.held = Some((at, octet)),
            b'~' => self.held = Some((at, octet)),
            _ => output.text.push(char::from(octet)),
        }
    }

    /// Decodes an octet after a `~` in US-ASCII.
    fn after_tilde(&mut self, octet: u8, tilde: usize, at: usize, output: &mut Output<'_>) {
        match octet {
            b'~' => output.text.push('~'),
            b'{' => self.chinese = true,
            b'\n' => {}
            b'\r' => self.joining = true,
            _ => {
                output.replace(tilde, MalformedKind::InvalidOctet);
                self.first(octet, at, output);
            }
        }
    }
}

/// Fast path for text that consists of US-ASCII and of pairs of GB 2312 between `~{` and `~}`. Apart from these two
/// sequences, a tilde may stand only before an LF. Returns `None` if the fast path cannot decode all of `octets`.
pub(crate) fn fast(octets: &[u8]) -> Option<String> {
    plain::decode(Pairs::gb2312(), octets, |rest, chinese| match rest {
        [b'~', b'{', after @ ..] if !chinese => Some((after, true)),
        [b'~', b'}', after @ ..] if chinese => Some((after, false)),
        [b'~', b'\n', after @ ..] if !chinese => Some((after, false)),
        [b'~', ..] => None,
        [b'\r' | b'\n', ..] => Some((rest, false)),
        _ => Some((rest, chinese)),
    })
}

impl RawDecoder for Hz {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        let mut taken = 0;
        while let Some((&octet, rest)) = input.get(taken..).and_then(<[u8]>::split_first) {
            let run = self.run(octet, rest);
            match input.get(taken..taken + run).filter(|pairs| !pairs.is_empty()) {
                Some(pairs) => Rows::Gb2312.decode(pairs, at + taken, output),
                None => self.take(octet, at + taken, output),
            }
            taken += run.max(1);
        }
    }

    fn finish(&mut self, _at: usize, output: &mut Output<'_>) {
        if let Some((start, _)) = self.held.take() {
            output.replace(start, MalformedKind::Truncated);
        }
    }

    fn fork(&self) -> Option<Box<dyn RawDecoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}

/// The encoder of HZ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writer {
    chinese: bool,
}

impl Writer {
    fn enter(&mut self, chinese: bool, octets: &mut Vec<u8>) {
        if self.chinese != chinese {
            octets.extend(if chinese { b"~{" } else { b"~}" });
            self.chinese = chinese;
        }
    }
}

impl codec::RawEncoder for Writer {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        for (offset, character) in text.char_indices() {
            if let Ok(octet @ ..0x80) = u8::try_from(character) {
                self.enter(false, octets);
                octets.push(octet);
                octets.extend((octet == b'~').then_some(b'~'));
            } else {
                let pair = Rows::Gb2312.encode(character).ok_or((offset, character))?;
                self.enter(true, octets);
                octets.extend(pair);
            }
        }
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        self.enter(false, octets);
    }

    fn fork(&self) -> Option<Box<dyn codec::RawEncoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use crate::charset::Charset;

    #[test]
    fn rfc1843_section_2() {
        let example = b"This sentence is in ASCII.\nThe next sentence is in GB.~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.";
        let decoded = Charset::HZ_GB_2312.decode(example);
        assert_eq!(
            (decoded.text.as_ref(), decoded.errors),
            ("This sentence is in ASCII.\nThe next sentence is in GB.己所不欲，勿施於人。Bye.", 0)
        );
        assert_eq!(Charset::HZ_GB_2312.decode(b"a~~b~\nc~\r\nd").text, "a~bcd");
    }

    #[test]
    fn errors_and_accepted_deviations() {
        for (octets, text, offset) in [
            (&b"~{<:\n<:"[..], "己\n<:", None),
            (b"~{<:", "己", None),
            (b"a~b", "a\u{fffd}b", Some(1)),
            (b"a~", "a\u{fffd}", Some(1)),
            (b"~{<:<", "己\u{fffd}", Some(4)),
            (b"~{< <:~}", "\u{fffd} 己", Some(2)),
            (b"~{~~<:~}", "\u{fffd}己", Some(2)),
            (b"a\xe9", "a\u{fffd}", Some(1)),
            (b"~{<\xe9<:~}", "\u{fffd}\u{fffd}己", Some(2)),
        ] {
            let decoded = Charset::HZ_GB_2312.decode(octets);
            let first = decoded.first_error.map(|error| error.offset);
            assert_eq!((decoded.text.as_ref(), first), (text, offset), "{octets:?}");
        }
    }
}
