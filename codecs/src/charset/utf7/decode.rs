//! Decoding UTF-7 (RFC 2152).

use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use crate::charset::unicode::{from_kernel, utf8};
use crate::kernels::{
    self,
    base64::{NONE, sextet},
    utf7::{SHORT, SHORT_ROOM},
};

/// The state of the decoder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The decoder is outside shifted sequences.
    #[default]
    Direct,
    /// The decoder is after the `+` at this offset.
    Plus(usize),
    /// The decoder is in a shifted sequence, after at least one symbol.
    Shifted,
}

/// Fast path for a short text without errors, in the modified UTF-7 of IMAP or in UTF-7 of RFC 2152. Returns `None`
/// if the fast path cannot decode all of `octets`.
pub(crate) fn short<const IMAP: bool>(octets: &[u8]) -> Option<String> {
    let level = kernels::level().filter(|_| octets.len() <= SHORT)?;
    let (mut room, mut text) = ([0; SHORT_ROOM], String::new());
    let len = kernels::utf7::decode_short::<IMAP>(level, octets, &mut room)?;
    utf8::push(&mut room, len, &mut text);
    Some(text)
}

/// The decoder of UTF-7. It holds back the bits of an unfinished unit and a high surrogate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Utf7 {
    state: State,
    /// The bits of an unfinished unit.
    bits: u32,
    /// The number of bits of the unfinished unit, less than 16.
    count: u32,
    high: High,
}

/// A high surrogate whose low surrogate has not come yet.
#[derive(Clone, Copy, Debug, Default)]
struct High {
    /// The surrogate, or zero if there is none.
    unit: u16,
    /// Whether the shifted sequence has ended after the surrogate. If so, the error is already recorded. A low
    /// surrogate at the very start of the next sequence still completes the character.
    reported: bool,
    offset: usize,
}

/// The number of octets that are decoded one by one after the [kernel](crate::kernels) has stopped, and
/// before it is called again. The number is so large that decoding takes linear time even if the kernel
/// often decodes nothing.
const IRREGULAR: usize = 256;

impl Utf7 {
    /// Decodes as many octets as a [kernel](crate::kernels) can. Returns the number of octets that were decoded.
    fn regular(&self, rest: &[u8], text: &mut String) -> usize {
        let between = self.state == State::Direct && self.high.unit == 0;
        let Some(level) = kernels::level().filter(|_| between) else { return 0 };
        from_kernel::append(text, rest, |input, room| {
            kernels::utf7::decode::<false>(level, input, false, room)
        })
    }

    /// Decodes octets outside shifted sequences, at the start of `rest`. Returns the number of octets that were
    /// decoded.
    fn direct(&mut self, rest: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        if rest.first() != Some(&b'+') {
            self.replace_high(output);
        }
        let run = rest.iter().take_while(|octet| octet.is_ascii() && **octet != b'+').count();
        let (run, rest) = rest.split_at_checked(run).unwrap_or((rest, &[]));
        output.text.push_str(utf8::valid(run).unwrap_or_default());
        match rest.first() {
            None => return run.len(),
            Some(b'+') => self.state = State::Plus(at + run.len()),
            Some(_) => output.replace(at + run.len(), MalformedKind::InvalidOctet),
        }
        run.len() + 1
    }

    /// Decodes the octet after the `+` at offset `plus`. Returns the number of octets that were consumed,
    /// one or none.
    fn plus(&mut self, octet: u8, plus: usize, output: &mut Output<'_>) -> usize {
        match octet {
            b'-' => {
                self.replace_high(output);
                output.text.push('+');
                self.state = State::Direct;
                return 1;
            }
            _ if sextet::<false>(octet) == NONE => self.stray(plus, output),
            _ => self.state = State::Shifted,
        }
        0
    }

    /// Decodes octets of a shifted sequence, at the start of `rest`, up to the end of the sequence. Returns the
    /// number of octets that were decoded.
    fn shifted(&mut self, rest: &[u8], start: usize, output: &mut Output<'_>) -> usize {
        for (at, octet) in (start..).zip(rest) {
            let value = sextet::<false>(*octet);
            if value == NONE {
                self.unshift(at, output);
                return at - start + usize::from(*octet == b'-');
            }
            self.bits = self.bits << 6 | u32::from(value);
            self.count += 6;
            if self.count >= 16 {
                self.count -= 16;
                let unit = (self.bits >> self.count) as u16;
                self.bits &= (1 << self.count) - 1;
                // The 16 bits of the unit and the `count` bits after them lie in the last four symbols if `count`
                // is four, and otherwise in the last three.
                let offset = at.saturating_sub(if self.count == 4 { 3 } else { 2 });
                self.unit(unit, offset, output);
            }
        }
        rest.len()
    }

    fn unit(&mut self, unit: u16, offset: usize, output: &mut Output<'_>) {
        match unit {
            0xD800..=0xDBFF => {
                self.replace_high(output);
                self.high = High { unit, offset, reported: false };
            }
            0xDC00..=0xDFFF if self.high.unit != 0 => {
                let pair = [std::mem::take(&mut self.high).unit, unit];
                output.text.extend(char::decode_utf16(pair).flatten());
            }
            0xDC00..=0xDFFF => output.replace(offset, MalformedKind::LoneSurrogate),
            _ => {
                self.replace_high(output);
                output.text.extend(char::from_u32(unit.into()));
            }
        }
    }

    /// Replaces a high surrogate by U+FFFD, if no low surrogate follows it.
    fn replace_high(&mut self, output: &mut Output<'_>) {
        if self.high.unit != 0 {
            self.report_high(output);
            self.high = High::default();
            output.text.push(char::REPLACEMENT_CHARACTER);
        }
    }

    /// Records the error of an unpaired high surrogate, but only once.
    fn report_high(&mut self, output: &mut Output<'_>) {
        if self.high.unit != 0 && !self.high.reported {
            self.high.reported = true;
            output.error(self.high.offset, MalformedKind::LoneSurrogate);
        }
    }

    /// Ends the shifted sequence that extends up to offset `at`.
    fn unshift(&mut self, at: usize, output: &mut Output<'_>) {
        self.report_high(output);
        if self.bits != 0 {
            self.replace_high(output);
            output.replace(at.saturating_sub(1), MalformedKind::NonZeroBits);
        }
        (self.bits, self.count) = (0, 0);
        self.state = State::Direct;
    }

    /// Records the `+` at offset `plus` as an error and keeps it as text, because it starts no shifted sequence.
    fn stray(&mut self, plus: usize, output: &mut Output<'_>) {
        self.replace_high(output);
        output.error(plus, MalformedKind::EmptyShift);
        output.text.push('+');
        self.state = State::Direct;
    }
}

impl RawDecoder for Utf7 {
    fn feed(&mut self, input: &[u8], mut at: usize, output: &mut Output<'_>) {
        let (mut rest, mut irregular) = (input, 0);
        while let Some(&octet) = rest.first() {
            let taken = if at >= irregular {
                let taken = self.regular(rest, output.text);
                irregular = at + taken + IRREGULAR;
                taken
            } else {
                match self.state {
                    State::Direct => self.direct(rest, at, output),
                    State::Plus(plus) => self.plus(octet, plus, output),
                    State::Shifted => self.shifted(rest, at, output),
                }
            };
            at += taken;
            rest = rest.get(taken..).unwrap_or_default();
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        match self.state {
            State::Direct => {}
            State::Plus(plus) => self.stray(plus, output),
            State::Shifted => self.unshift(at, output),
        }
        self.replace_high(output);
    }

    fn fork(&self) -> Option<Box<dyn RawDecoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;
    use crate::kernels::test::{each_stretch, same_at_each_level};
    use proptest::prelude::*;

    fn is_the_same(octets: &[u8]) {
        for charset in [Charset::UTF_7, Charset::IMAP_UTF_7] {
            same_at_each_level(|| charset.decode(octets));
            // The text is decoded in two pieces, whose border can be within a shifted sequence.
            same_at_each_level(|| {
                let (mut decoder, mut text) = (charset.decoder(), String::new());
                octets.chunks(octets.len() / 2 + 1).for_each(|piece| decoder.push(piece, &mut text));
                (decoder.finish(&mut text), text)
            });
        }
    }

    #[test]
    fn vector_instructions_change_nothing() {
        let texts = ["C++ & d’un cœur à l’été, où A&B = 1 + 1; ", "Съешь же ещё, ", "日本語の文章、😀👨‍👩‍👧 ok "];
        for charset in [Charset::UTF_7, Charset::IMAP_UTF_7] {
            let whole = charset.encode(&texts.concat().repeat(2)).unwrap().into_owned();
            each_stretch(&whole, |octets| same_at_each_level(|| charset.decode(octets)));
            for at in 0..whole.len() {
                for octet in *b"+-A/,&~\n\xE9" {
                    let mut octets = whole.clone();
                    octets[at] = octet;
                    same_at_each_level(|| charset.decode(&octets));
                }
            }
        }
    }

    #[test]
    fn sequences_of_any_length_end_between_units() {
        for length in (0..=20).chain(60..68).chain(126..132) {
            for symbol in ["A", "2D0A", "3Kk", "/", "AGE"] {
                let symbols: String = symbol.chars().cycle().take(length).collect();
                for (start, end) in [("+", "-"), ("+", " "), ("&", "-"), ("&", "&"), ("x+", "-+2D3cAA-")] {
                    let octets =
                        format!("{}{start}{symbols}{end}{}", "direct ".repeat(9), "text ".repeat(30));
                    is_the_same(octets.as_bytes());
                }
            }
        }
    }

    #[test]
    fn two_sequences_in_a_row_are_not_one() {
        // In the first row, each of the two sequences has half of a surrogate pair. In the other rows, IMAP would
        // write the two sequences as one.
        for (first, second) in [("2D0", "3Kk"), ("AOk", "AOk"), ("ZeVnLIqe", "ZeVnLIqe")] {
            for (start, before) in
                ["+", "&"].into_iter().flat_map(|start| (0..130).map(move |len| (start, len)))
            {
                let direct = "x".repeat(before);
                let octets = format!("{direct}{start}{first}-{start}{second}-{}", "text ".repeat(30));
                is_the_same(octets.as_bytes());
            }
        }
    }

    #[test]
    fn the_fast_path_decodes_regular_text_whole() {
        let Some(_) = kernels::level() else { return };
        let text = |octets: &[u8]| [short::<false>(octets), short::<true>(octets)];
        let whole = |text: &str| Some(text.to_owned());
        assert_eq!(text(b"+AOQA9gD8- +ZeVnLIqe"), [whole("äöü 日本語"), whole("+AOQA9gD8- +ZeVnLIqe")]);
        assert_eq!(text(b"&AOQA9gD8- &ZeVnLIqe-"), [whole("&AOQA9gD8- &ZeVnLIqe-"), whole("äöü 日本語")]);
        assert_eq!(text(b"+-&-\0"), [whole("+&-\0"), None]);
        for irregular in [b"+&".as_slice(), b"+AOR&AOR", b"+2D0&2D0", b"&+2D0-&-+3Kk-", b"+\xE9&", b"\xFF"] {
            assert_eq!(text(irregular), [None, None], "{}", irregular.escape_ascii());
        }
        let (longest, longer) = ("+-".repeat(SHORT / 2), "+-".repeat(SHORT / 2 + 1));
        assert_eq!(short::<false>(longest.as_bytes()), whole(&"+".repeat(SHORT / 2)));
        assert_eq!(short::<false>(longer.as_bytes()), None);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(64))]

        #[test]
        fn vector_instructions_change_no_random_text(
            runs in prop::collection::vec(
                prop_oneof![
                    "[ -~]{0,90}",
                    "[Ѐ-ӿ]{1,40}",
                    "[一-鿿]{1,60}",
                    "[😀-🙏]{1,30}",
                    "[\u{0}-\u{10FFFF}]{1,20}",
                    "[一-鿿]{600,700}",
                ],
                0..40,
            ),
            damage in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"+-A/,&~\xE9".to_vec())), 0..4),
        ) {
            let text = runs.concat();
            for charset in [Charset::UTF_7, Charset::IMAP_UTF_7] {
                let mut octets = charset.encode(&text).unwrap().into_owned();
                prop_assert_eq!(&*charset.decode(&octets).text, &text);
                is_the_same(&octets);
                for (at, octet) in damage.iter().filter(|_| !text.is_empty()) {
                    *at.get_mut(&mut octets) = *octet;
                }
                is_the_same(&octets);
            }
        }

        #[test]
        fn vector_instructions_change_no_random_symbols(
            octets in prop::collection::vec(prop::sample::select(b"++--&&AAAAaaQQ/,20 ~\x80".to_vec()), 0..600),
        ) {
            is_the_same(&octets);
        }
    }
}
