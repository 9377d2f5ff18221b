//! Decoding UTF-7 (RFC 2152).

use super::base64::{Cut, cut, eight_sextets, sextet};
use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use crate::charset::unicode::utf8_sink::{Gap, Three, Units, Utf8Sink, has_surrogate};
use crate::charset::unicode::{from_kernel, utf8};
use crate::kernels::{
    self,
    utf7::{SHORT, SHORT_ROOM},
};

/// The state of the decoder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Outside shifted sequences.
    #[default]
    Direct,
    /// After the `+` at this offset.
    Plus(usize),
    /// In a shifted sequence, after at least one symbol.
    Shifted,
}

/// Fast path for a short text without errors, in the modified UTF-7 of IMAP or in that of RFC 2152; `None` if it cannot
/// decode all of `octets`.
pub(crate) fn short<const IMAP: bool>(octets: &[u8]) -> Option<String> {
    let level = kernels::level().filter(|_| octets.len() <= SHORT)?;
    let (mut room, mut text) = ([0; SHORT_ROOM], String::new());
    let len = kernels::utf7::decode_short::<IMAP>(level, octets, &mut room)?;
    utf8::push(&mut room, len, &mut text);
    Some(text)
}

/// The decoder. It holds back the bits of an unfinished unit and a high surrogate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Utf7 {
    state: State,
    /// The bits of an unfinished unit.
    bits: u32,
    /// The number of these bits, less than 16.
    count: u32,
    high: High,
}

/// A high surrogate whose low surrogate has not come yet.
#[derive(Clone, Copy, Debug, Default)]
struct High {
    /// Zero if there is none.
    unit: u16,
    /// The shifted sequence has ended after the surrogate, and the error is recorded. A low surrogate at the very
    /// start of the next sequence still completes the character.
    reported: bool,
    offset: usize,
}

/// The number of octets at the start of `input` that are direct characters.
pub(crate) fn direct(input: &[u8]) -> usize {
    let (eights, rest) = input.as_chunks();
    match eights.iter().position(|eight| direct_of(*eight) < 8) {
        Some(index) => 8 * index + eights.get(index).map_or(0, |eight| direct_of(*eight)),
        None => {
            let is_direct = |octet: &&u8| octet.is_ascii() && **octet != b'+';
            input.len() - rest.len() + rest.iter().take_while(is_direct).count()
        }
    }
}

/// The number of octets at the start of `eight` that are direct characters.
#[inline]
fn direct_of(eight: [u8; 8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let octets = u64::from_le_bytes(eight);
    // An octet that is `+` becomes zero, and the lowest zero octet is the first from which subtracting one borrows.
    let pluses = octets ^ (ONES * u64::from(b'+'));
    let found = (octets | pluses.wrapping_sub(ONES) & !pluses) & HIGHS;
    found.trailing_zeros() as usize / 8
}

/// The characters of `count` units in 48 bits; `None` if a surrogate is unpaired. `high` is the high surrogate before
/// the units, or zero; it is set to the one that they end with, or zero.
#[inline]
fn pairs(units: u64, count: usize, high: &mut u16) -> Option<[Option<char>; 3]> {
    let (mut characters, mut before) = ([None; 3], *high);
    let units = [(units >> 32) as u16, (units >> 16) as u16, units as u16];
    for (place, unit) in characters.iter_mut().zip(units).take(count) {
        match (before, unit) {
            (0, 0xD800..=0xDBFF) => before = unit,
            (0, _) => *place = Some(char::from_u32(u32::from(unit))?),
            (_, 0xDC00..=0xDFFF) => {
                let value = (u32::from(before) & 0x3FF) << 10 | u32::from(unit) & 0x3FF;
                *place = Some(char::from_u32(0x1_0000 + value)?);
                before = 0;
            }
            _ => return None,
        }
    }
    *high = before;
    Some(characters)
}

/// How many octets are decoded without the kernel after it stops, so that both together take linear time.
const IRREGULAR: usize = 256;

impl Utf7 {
    /// Decodes what the kernel can. Returns how many octets.
    fn regular(&self, rest: &[u8], sink: &mut Utf8Sink<'_, '_>) -> usize {
        let between = self.state == State::Direct && self.high.unit == 0;
        let Some(level) = kernels::level().filter(|_| between) else { return 0 };
        from_kernel::append(sink.text(), rest, |input, room| {
            kernels::utf7::decode::<false>(level, input, false, room)
        })
    }

    /// Decodes one symbol of a shifted sequence.
    fn symbol(&mut self, value: u8, at: usize, sink: &mut Utf8Sink<'_, '_>) {
        self.bits = self.bits << 6 | u32::from(value);
        self.count += 6;
        if self.count >= 16 {
            self.count -= 16;
            let unit = (self.bits >> self.count) as u16;
            self.bits &= (1 << self.count) - 1;
            // 16 bits and the `count` bits after them reach back over four symbols if `count` is four, else over
            // three.
            let offset = at.saturating_sub(if self.count == 4 { 3 } else { 2 });
            self.unit(unit, offset, sink);
        }
    }

    /// Decodes octets at the start of `rest`, within a shifted sequence. Returns how many.
    fn shifted(&mut self, rest: &[u8], at: usize, sink: &mut Utf8Sink<'_, '_>) -> usize {
        if let (0, Some(eight)) = (self.count, rest.first_chunk()) {
            return match self.eights(rest, at, sink) {
                0 => self.eight(*eight, at, sink),
                taken => taken,
            };
        }
        let Some(&octet) = rest.first() else { return 0 };
        match sextet(octet) {
            Some(value) => self.symbol(value, at, sink),
            None => {
                self.unshift(at, sink);
                return usize::from(octet == b'-');
            }
        }
        1
    }

    /// Decodes eight octets at a time, starting at the boundary of a unit: three units if all octets are symbols;
    /// otherwise the rest of the shifted sequence, up to eight direct characters after it, and the `+` of a
    /// following sequence. Stops before anything ill-formed, which the slower functions handle. Returns how many
    /// octets it decoded.
    #[inline]
    fn eights(&mut self, input: &[u8], at: usize, sink: &mut Utf8Sink<'_, '_>) -> usize {
        let (mut taken, mut state, mut high) = (0, self.state, self.high.unit);
        sink.threes(|| {
            let eight = input.get(taken..).filter(|_| state != State::Direct)?.first_chunk()?;
            let (bits, symbols) = eight_sextets(*eight);
            if symbols == 8 {
                let units = if high == 0 && !has_surrogate(bits) {
                    Units::Plain(bits, 3)
                } else {
                    Units::Paired(pairs(bits, 3, &mut high)?)
                };
                state = State::Shifted;
                taken += 8;
                return Some(Three { units, gap: Gap([0; 8], 0) });
            }
            let Cut { whole, count, left } = cut(symbols);
            if bits & left != 0 || symbols == 0 && state != State::Shifted {
                return None;
            }
            let units = if high == 0 && !has_surrogate(bits & whole) {
                Units::Plain(bits & whole, count)
            } else {
                let mut last = high;
                let characters = pairs(bits, count, &mut last).filter(|_| last == 0)?;
                high = 0;
                Units::Paired(characters)
            };
            taken += symbols;
            let after = input.get(taken..).unwrap_or_default();
            let dash = usize::from(after.first() == Some(&b'-'));
            taken += dash;
            state = State::Direct;
            let Some(gap) = after.get(dash..).and_then(|after| after.first_chunk()) else {
                return Some(Three { units, gap: Gap([0; 8], 0) });
            };
            let run = direct_of(*gap);
            taken += run;
            if gap.get(run) == Some(&b'+') {
                state = State::Plus(at + taken);
                taken += 1;
            }
            Some(Three { units, gap: Gap(*gap, run) })
        });
        if taken > 0 {
            self.state = state;
            // A high surrogate can only remain as the last of three units, which begins three symbols before the end.
            self.high = High { unit: high, offset: (at + taken).saturating_sub(3), reported: false };
        }
        taken
    }

    /// Decodes the start of eight octets that begin at the boundary of a unit. Handles ill-formed input too.
    /// Returns how many octets it decoded.
    fn eight(&mut self, eight: [u8; 8], at: usize, sink: &mut Utf8Sink<'_, '_>) -> usize {
        let (bits, symbols) = eight_sextets(eight);
        let Cut { count, left, .. } = cut(symbols);
        // The units begin in symbols 0, 2 and 5.
        let units = [((bits >> 32) as u16, 0), ((bits >> 16) as u16, 2), (bits as u16, 5)];
        for (unit, symbol) in units.into_iter().take(count) {
            self.unit(unit, at + symbol, sink);
        }
        if symbols == 8 {
            return 8;
        }
        self.bits = (bits & left).checked_shr(left.trailing_zeros()).unwrap_or(0) as u32;
        self.unshift(at + symbols, sink);
        symbols + usize::from(eight.get(symbols) == Some(&b'-'))
    }

    #[inline]
    fn unit(&mut self, unit: u16, offset: usize, sink: &mut Utf8Sink<'_, '_>) {
        match unit {
            0xD800..=0xDBFF => {
                self.replace_high(sink);
                self.high = High { unit, offset, reported: false };
            }
            0xDC00..=0xDFFF if self.high.unit != 0 => sink.pair(std::mem::take(&mut self.high).unit, unit),
            0xDC00..=0xDFFF => sink.replace(offset, MalformedKind::LoneSurrogate),
            _ => {
                self.replace_high(sink);
                sink.unit(unit);
            }
        }
    }

    /// Replaces a high surrogate without a low surrogate by U+FFFD.
    fn replace_high(&mut self, sink: &mut Utf8Sink<'_, '_>) {
        if self.high.unit != 0 {
            self.report_high(sink);
            self.high = High::default();
            sink.character(char::REPLACEMENT_CHARACTER);
        }
    }

    /// Records the error of an unpaired high surrogate, once.
    fn report_high(&mut self, sink: &mut Utf8Sink<'_, '_>) {
        if self.high.unit != 0 && !self.high.reported {
            self.high.reported = true;
            sink.error(self.high.offset, MalformedKind::LoneSurrogate);
        }
    }

    /// Ends the shifted sequence before octet `at`.
    fn unshift(&mut self, at: usize, sink: &mut Utf8Sink<'_, '_>) {
        self.report_high(sink);
        if self.bits != 0 {
            self.replace_high(sink);
            sink.replace(at.saturating_sub(1), MalformedKind::NonZeroBits);
        }
        (self.bits, self.count) = (0, 0);
        self.state = State::Direct;
    }

    /// Records the `+` at octet `plus` as an error and keeps it as text: it starts no shifted sequence.
    fn stray(&mut self, plus: usize, sink: &mut Utf8Sink<'_, '_>) {
        self.replace_high(sink);
        sink.error(plus, MalformedKind::EmptyShift);
        sink.unit(u16::from(b'+'));
        self.state = State::Direct;
    }

    /// Decodes octets at the start of `rest`, outside shifted sequences. Returns how many.
    fn direct(&mut self, rest: &[u8], at: usize, sink: &mut Utf8Sink<'_, '_>) -> usize {
        if rest.first() != Some(&b'+') {
            self.replace_high(sink);
        }
        let mut taken = 0;
        // The next shifted sequence is usually near, and copies of fixed length are fast.
        for eight in rest.as_chunks().0.iter().take(4) {
            let run = direct_of(*eight);
            sink.ascii(*eight, run);
            taken += run;
            if run < 8 {
                break;
            }
        }
        let (run, rest) =
            rest.get(taken..).and_then(|rest| rest.split_at_checked(direct(rest))).unwrap_or_default();
        if !run.is_empty() {
            sink.run(run);
            taken += run.len();
        }
        match rest.first() {
            None => return taken,
            Some(b'+') => self.state = State::Plus(at + taken),
            Some(_) => sink.replace(at + taken, MalformedKind::InvalidOctet),
        }
        taken + 1
    }

    /// Decodes the octet after the `+` at octet `plus`. Returns how many octets it consumed, one or none.
    fn plus(&mut self, octet: u8, plus: usize, sink: &mut Utf8Sink<'_, '_>) -> usize {
        match octet {
            b'-' => {
                self.replace_high(sink);
                sink.unit(u16::from(b'+'));
                self.state = State::Direct;
                return 1;
            }
            _ if sextet(octet).is_some() => self.state = State::Shifted,
            _ => self.stray(plus, sink),
        }
        0
    }
}

impl RawDecoder for Utf7 {
    fn feed(&mut self, input: &[u8], mut at: usize, output: &mut Output<'_>) {
        let mut sink = Utf8Sink::new(output);
        let (mut rest, mut irregular) = (input, 0);
        while let Some(&octet) = rest.first() {
            if at >= irregular {
                let taken = self.regular(rest, &mut sink);
                (at, rest) = (at + taken, rest.get(taken..).unwrap_or_default());
                irregular = at + IRREGULAR;
                continue;
            }
            let taken = match self.state {
                State::Direct => self.direct(rest, at, &mut sink),
                State::Plus(plus) => match self.eights(rest, at, &mut sink) {
                    0 => self.plus(octet, plus, &mut sink),
                    taken => taken,
                },
                State::Shifted => self.shifted(rest, at, &mut sink),
            };
            at += taken;
            rest = rest.get(taken..).unwrap_or_default();
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if self.state == State::Direct && self.high.unit == 0 {
            return;
        }
        let mut sink = Utf8Sink::new(output);
        match self.state {
            State::Direct => {}
            State::Plus(plus) => self.stray(plus, &mut sink),
            State::Shifted => self.unshift(at, &mut sink),
        }
        self.replace_high(&mut sink);
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
            // From within a sequence, and to within another.
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
        // A surrogate pair that is divided; and what IMAP writes as one sequence.
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
