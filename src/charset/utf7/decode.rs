//! Reading UTF-7 (RFC 2152).

use super::base64::{Cut, cut, eight_sextets, sextet};
use crate::charset::codec::{MalformedKind, Output, RawDecoder};
use crate::charset::unicode::utf8_sink::{Gap, Stage, Three, Units, has_surrogate};

/// Where the decoder stands.
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

/// The decoder: holds back the bits of an unfinished unit, and a high surrogate.
#[derive(Debug, Default)]
pub(crate) struct Utf7 {
    state: State,
    /// The last `count` (under 16) bits are of an unfinished unit.
    bits: u32,
    count: u32,
    high: High,
}

/// A high surrogate that waits for its other half.
#[derive(Clone, Copy, Debug, Default)]
struct High {
    /// Zero where there is none.
    unit: u16,
    /// Its shifted sequence has ended, which is an error already; a low surrogate at the very start of the
    /// next sequence still makes a character of the two.
    reported: bool,
    offset: usize,
}

/// How many octets at the start of `input` stand for themselves.
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

/// The same of eight octets.
#[inline]
fn direct_of(eight: [u8; 8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let octets = u64::from_le_bytes(eight);
    // An octet that is `+` is the lowest from which subtracting one borrows.
    let pluses = octets ^ (ONES * u64::from(b'+'));
    let found = (octets | pluses.wrapping_sub(ONES) & !pluses) & HIGHS;
    found.trailing_zeros() as usize / 8
}

/// The characters of `count` units in 48 bits, after the surrogate `high` or zero, which becomes the one that is
/// left; `None` where one is unpaired.
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

impl Utf7 {
    /// Takes a symbol of a shifted sequence.
    fn symbol(&mut self, value: u8, at: usize, stage: &mut Stage<'_, '_>) {
        self.bits = self.bits << 6 | u32::from(value);
        self.count += 6;
        if self.count >= 16 {
            self.count -= 16;
            let unit = (self.bits >> self.count) as u16;
            self.bits &= (1 << self.count) - 1;
            // A unit begins in the third symbol before the one that ends it when that leaves four bits, else
            // in the second.
            let offset = at.saturating_sub(if self.count == 4 { 3 } else { 2 });
            self.unit(unit, offset, stage);
        }
    }

    /// Takes the first octets of `rest`, in a shifted sequence; how many.
    fn shifted(&mut self, rest: &[u8], at: usize, stage: &mut Stage<'_, '_>) -> usize {
        if let (0, Some(eight)) = (self.count, rest.first_chunk()) {
            return match self.eights(rest, at, stage) {
                0 => self.eight(*eight, at, stage),
                taken => taken,
            };
        }
        let Some(&octet) = rest.first() else { return 0 };
        match sextet(octet) {
            Some(value) => self.symbol(value, at, stage),
            None => {
                self.unshift(at, stage);
                return usize::from(octet == b'-');
            }
        }
        1
    }

    /// Takes eight octets at a time from the edge of a unit on: three units where all are symbols, else the units
    /// of those before the end of the shifted sequence, and what is direct behind it, up to eight octets; the `+` of the
    /// next sequence where it follows. Leaves what is ill-formed for a closer look. How many octets it took.
    #[inline]
    fn eights(&mut self, input: &[u8], at: usize, stage: &mut Stage<'_, '_>) -> usize {
        let (mut taken, mut state, mut high) = (0, self.state, self.high.unit);
        stage.threes(|| {
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
            let behind = input.get(taken..).unwrap_or_default();
            let dash = usize::from(behind.first() == Some(&b'-'));
            taken += dash;
            state = State::Direct;
            let Some(gap) = behind.get(dash..).and_then(|behind| behind.first_chunk()) else {
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
            // A high surrogate that is left is the third of three units.
            self.high = High { unit: high, offset: (at + taken).saturating_sub(3), reported: false };
        }
        taken
    }

    /// Takes eight octets at the edge of a unit, whatever they are; how many.
    fn eight(&mut self, eight: [u8; 8], at: usize, stage: &mut Stage<'_, '_>) -> usize {
        let (bits, symbols) = eight_sextets(eight);
        let Cut { count, left, .. } = cut(symbols);
        // The units begin in symbols 0, 2 and 5.
        let units = [((bits >> 32) as u16, 0), ((bits >> 16) as u16, 2), (bits as u16, 5)];
        for (unit, symbol) in units.into_iter().take(count) {
            self.unit(unit, at + symbol, stage);
        }
        if symbols == 8 {
            return 8;
        }
        self.bits = (bits & left).checked_shr(left.trailing_zeros()).unwrap_or(0) as u32;
        self.unshift(at + symbols, stage);
        symbols + usize::from(eight.get(symbols) == Some(&b'-'))
    }

    #[inline]
    fn unit(&mut self, unit: u16, offset: usize, stage: &mut Stage<'_, '_>) {
        match unit {
            0xD800..=0xDBFF => {
                self.settle(stage);
                self.high = High { unit, offset, reported: false };
            }
            0xDC00..=0xDFFF if self.high.unit != 0 => stage.pair(std::mem::take(&mut self.high).unit, unit),
            0xDC00..=0xDFFF => stage.replace(offset, MalformedKind::LoneSurrogate),
            _ => {
                self.settle(stage);
                stage.unit(unit);
            }
        }
    }

    /// A high surrogate that waited for its other half has waited in vain.
    fn settle(&mut self, stage: &mut Stage<'_, '_>) {
        if self.high.unit != 0 {
            self.report(stage);
            self.high = High::default();
            stage.character(char::REPLACEMENT_CHARACTER);
        }
    }

    fn report(&mut self, stage: &mut Stage<'_, '_>) {
        if self.high.unit != 0 && !self.high.reported {
            self.high.reported = true;
            stage.error(self.high.offset, MalformedKind::LoneSurrogate);
        }
    }

    /// The shifted sequence ends before octet `at`.
    fn unshift(&mut self, at: usize, stage: &mut Stage<'_, '_>) {
        self.report(stage);
        if self.bits != 0 {
            self.settle(stage);
            stage.replace(at.saturating_sub(1), MalformedKind::NonZeroBits);
        }
        (self.bits, self.count) = (0, 0);
        self.state = State::Direct;
    }

    /// The `+` at octet `plus` starts nothing; it is text.
    fn stray(&mut self, plus: usize, stage: &mut Stage<'_, '_>) {
        self.settle(stage);
        stage.error(plus, MalformedKind::EmptyShift);
        stage.unit(u16::from(b'+'));
        self.state = State::Direct;
    }

    /// Takes the first octets of `rest`, outside a shifted sequence; how many.
    fn direct(&mut self, rest: &[u8], at: usize, stage: &mut Stage<'_, '_>) -> usize {
        if rest.first() != Some(&b'+') {
            self.settle(stage);
        }
        let mut taken = 0;
        // Mostly it is not far to the next shifted sequence, and a copy of fixed length is quick.
        for eight in rest.as_chunks().0.iter().take(4) {
            let run = direct_of(*eight);
            stage.ascii(*eight, run);
            taken += run;
            if run < 8 {
                break;
            }
        }
        let (run, rest) =
            rest.get(taken..).and_then(|rest| rest.split_at_checked(direct(rest))).unwrap_or_default();
        if !run.is_empty() {
            stage.run(run);
            taken += run.len();
        }
        match rest.first() {
            None => return taken,
            Some(b'+') => self.state = State::Plus(at + taken),
            Some(_) => stage.replace(at + taken, MalformedKind::InvalidByte),
        }
        taken + 1
    }

    /// What follows the `+` at octet `plus`; how many octets it took.
    fn plus(&mut self, octet: u8, plus: usize, stage: &mut Stage<'_, '_>) -> usize {
        match octet {
            b'-' => {
                self.settle(stage);
                stage.unit(u16::from(b'+'));
                self.state = State::Direct;
                return 1;
            }
            _ if sextet(octet).is_some() => self.state = State::Shifted,
            _ => self.stray(plus, stage),
        }
        0
    }
}

impl RawDecoder for Utf7 {
    fn feed(&mut self, input: &[u8], mut at: usize, output: &mut Output<'_>) {
        let mut stage = Stage::new(output);
        let mut rest = input;
        while let Some(&octet) = rest.first() {
            let taken = match self.state {
                State::Direct => self.direct(rest, at, &mut stage),
                State::Plus(plus) => match self.eights(rest, at, &mut stage) {
                    0 => self.plus(octet, plus, &mut stage),
                    taken => taken,
                },
                State::Shifted => self.shifted(rest, at, &mut stage),
            };
            at += taken;
            rest = rest.get(taken..).unwrap_or_default();
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if self.state == State::Direct && self.high.unit == 0 {
            return;
        }
        let mut stage = Stage::new(output);
        match self.state {
            State::Direct => {}
            State::Plus(plus) => self.stray(plus, &mut stage),
            State::Shifted => self.unshift(at, &mut stage),
        }
        self.settle(&mut stage);
    }
}
