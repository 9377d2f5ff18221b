//! A conversion between two charsets, with the behaviour of iconv(3). Input and output come in pieces of any size. A character
//! that is not complete, or that does not fit into the output, stays in the input. The shift states of the input and of the
//! output are kept between calls.
//!
//! The input is converted in runs of octets. Each run is converted by copies of the decoder and the encoder. An incomplete
//! character at the end of a run is left out of the run. If the output of the run fits into the room of the caller, the run is
//! accepted, and the copies replace the decoder and the encoder. If the output is too long, a shorter run is tried. Its length
//! is computed from the ratio of the output to the input in the last run. If a run is ill-formed, has no complete character, or
//! has a character that the output charset lacks, half of the run is tried, and then half of that, down to one character, which
//! shows the problem.
//!
//! The time is linear in the length of the input. In addition, each call, and each run that is not accepted, costs some
//! microseconds.

use super::name::{Name, Suffix};
use super::similar;
use mailutf::charset::utf7::EncodeOptions;
use mailutf::charset::{Charset, Decoder, Encoder};

/// The maximum number of octets of input that are converted in one run.
const RUN: usize = 4 << 10;

/// The maximum number of octets in which [`Conversion::unit`] looks for the end of a unit. Most units are single
/// characters. The longest units occur in IMAP mailbox names, where the decoder treats a whole shifted sequence as one
/// unit. In names of usual length, shifted sequences are shorter than this limit. Longer shifted sequences are
/// converted as part of a run.
const LONGEST: usize = 256;

/// The number of octets at the end of a run that are searched for the end of the last complete character. No character has
/// more than four octets.
const LAST: usize = 4;

/// The reason why a call of [`Conversion::convert`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// All of the input was converted.
    End,
    /// E2BIG: the next character does not fit into the output.
    Full,
    /// EINVAL: the input ends within a character.
    Incomplete,
    /// EILSEQ: the input is ill-formed, or the output charset lacks the next character.
    IllFormed,
}

/// The result of a call of [`Conversion::convert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// The number of octets of input that were converted.
    pub(crate) taken: usize,
    /// The number of characters that were replaced or left out.
    pub(crate) lost: usize,
    pub(crate) stop: Stop,
}

/// A conversion between two charsets. In the fields `decoder` and `encoder`, `None` stands for the initial state.
#[derive(Debug)]
pub(crate) struct Conversion {
    from: Charset,
    to: Charset,
    suffix: Suffix,
    decoder: Option<Decoder>,
    encoder: Option<Encoder>,
    /// The maximum length of the next run. After an ill-formed run it is small, even in the next call. Therefore, in text with
    /// many errors, each error costs only the time of one character.
    size: usize,
    /// The lengths of the last run in the input and in the output, even if the run did not fit into the output. The ratio of
    /// the two lengths says how much input fits into the room of the next output.
    growth: (usize, usize),
}

/// A converted run: its length in the input, its octets in the output, and the states of the decoder and the encoder after it.
struct Taken {
    length: usize,
    octets: Vec<u8>,
    decoder: Option<Decoder>,
    encoder: Option<Encoder>,
}

/// Whether the decoder is between two sequences, in a charset with shift states or a byte order. For any other charset,
/// the result is always false.
fn is_complete(decoder: &Decoder) -> bool {
    let mut held = String::new();
    decoder.fork().is_some_and(|fork| fork.finish(&mut held).0 == 0 && held.is_empty())
}

/// The kind of unit at the start of the input.
enum Unit {
    /// A complete unit: its text, the state of the decoder after it, and its length. The text is empty if the unit only changes
    /// the shift state.
    Text(String, Option<Decoder>, usize),
    Incomplete,
    /// An ill-formed sequence: the well-formed text that was decoded with it, the state of the decoder after it, and its length.
    IllFormed(String, Option<Decoder>, usize),
}

impl Conversion {
    pub(crate) fn new(to: &Name, from: &Name) -> Self {
        let suffix = Suffix { ignore: to.suffix.ignore || from.suffix.ignore, ..to.suffix };
        Self {
            from: from.charset,
            to: to.charset,
            suffix,
            decoder: None,
            encoder: None,
            size: RUN,
            growth: (1, 1),
        }
    }

    /// Returns the decoder and the encoder to their initial states.
    pub(crate) fn reset(&mut self) {
        self.decoder = None;
        self.encoder = None;
    }

    /// Returns the octets that end the text. These octets return the output to its initial shift state.
    pub(crate) fn ending(&self) -> Vec<u8> {
        let mut octets = Vec::new();
        if let Some(encoder) = self.encoder.as_ref().and_then(Encoder::fork) {
            encoder.finish(&mut octets);
        }
        octets
    }

    /// Converts `input`, and appends at most `room` octets to `output`.
    pub(crate) fn convert(&mut self, input: &[u8], room: usize, output: &mut Vec<u8>) -> Done {
        let end = output.len().saturating_add(room);
        let (mut taken, mut lost) = (0, 0);
        loop {
            let Some(rest) = input.get(taken..).filter(|rest| !rest.is_empty()) else {
                return Done { taken, lost, stop: Stop::End };
            };
            let room = end - output.len();
            let length = self.size.min(rest.len()).min(self.fitting(room));
            let run = self.run(rest.get(..length).unwrap_or(rest));
            if let Some(run) = &run {
                self.growth = (run.length, run.octets.len().max(1));
            }
            match run {
                Some(run) if run.octets.len() <= room => {
                    output.extend_from_slice(&run.octets);
                    (self.decoder, self.encoder) = (run.decoder, run.encoder);
                    taken += run.length;
                    self.size = (self.size * 2).min(RUN);
                }
                Some(run) if run.length > 1 => {}
                None if length > 1 => self.size = length / 2,
                _ => match self.character(rest, room, output, &mut lost) {
                    Ok(length) => {
                        taken += length;
                        self.size = 2;
                    }
                    Err(stop) => {
                        if stop != Stop::Full {
                            self.size = 2;
                        }
                        return Done { taken, lost, stop };
                    }
                },
            }
        }
    }

    /// Returns the number of octets of input, at least 1, whose output fits into `room` if the text grows at the same rate as in
    /// the last run. If the last run did not fit, the result is less than the length of that run.
    fn fitting(&self, room: usize) -> usize {
        let (from, to) = self.growth;
        (room.saturating_mul(from) / to).max(1)
    }

    /// Returns a copy of the decoder. The copy counts errors from 0.
    fn decoder(&self) -> Decoder {
        self.decoder.as_ref().and_then(Decoder::fork).unwrap_or_else(|| self.from.decoder())
    }

    /// Returns a copy of the encoder. The encoder of UTF-7 ends each shifted sequence with `-`. Without the `-`, the output of a
    /// later call could be read as a part of the sequence.
    fn encoder(&self) -> Encoder {
        self.encoder.as_ref().and_then(Encoder::fork).unwrap_or_else(|| match self.to {
            Charset::UTF_7 => EncodeOptions::new().with_explicit_ends().streaming(),
            other => other.encoder(),
        })
    }

    /// Converts a run, except an incomplete character at its end. Returns `None` if the run is ill-formed, if it contains no
    /// complete character, or if the output charset lacks one of its characters.
    fn run(&self, run: &[u8]) -> Option<Taken> {
        let (mut decoder, mut text) = (self.decoder(), String::new());
        decoder.push(run, &mut text);
        if decoder.first_error().is_some() {
            return None;
        }
        let (behind, end) = (decoder.fork(), text.len());
        let is_complete = decoder.finish(&mut text).0 == 0 && text.len() == end;
        let (length, behind) = match is_complete {
            true => (run.len(), behind),
            false => self.complete_start(run, &mut text)?,
        };
        let (octets, encoder) = self.encoded(&text)?;
        Some(Taken { length, octets, decoder: behind, encoder })
    }

    /// Finds the end of the last complete character among the last octets of a well-formed run. Returns the length of the run up
    /// to this end, and the state of the decoder at this end. Sets `text` to the text before this end.
    fn complete_start(&self, run: &[u8], text: &mut String) -> Option<(usize, Option<Decoder>)> {
        let (start, last) = run.split_at(run.len().saturating_sub(LAST));
        let mut decoder = self.decoder();
        text.clear();
        decoder.push(start, text);
        let mut found = None;
        for (length, octet) in (start.len() + 1..).zip(last) {
            let before = text.len();
            decoder.push(&[*octet], text);
            let behind = decoder.fork();
            // `fork` returns `None` if the decoder keeps no state from one character to the next. Such a decoder writes
            // each character as soon as the character is complete.
            if behind.as_ref().map_or(text.len() > before, is_complete) {
                found = Some((length, text.len(), behind));
            }
        }
        let (length, end, behind) = found?;
        text.truncate(end);
        Some((length, behind))
    }

    /// Returns the octets of a text and the state of the encoder after the text, or `None` if the charset lacks a character.
    fn encoded(&self, text: &str) -> Option<(Vec<u8>, Option<Encoder>)> {
        let mut octets = Vec::new();
        let mut encoder = self.encoder();
        encoder.push(text, &mut octets).ok()?;
        let behind = encoder.fork();
        // `fork` returns `None` for the encoder of UTF-7, because this encoder holds back text. So each run in UTF-7 is finished
        // here, and ends in the initial state.
        if behind.is_none() {
            encoder.finish(&mut octets);
        }
        Some((octets, behind))
    }

    /// Converts one character, or one sequence that only changes the shift state. Returns the length of the input that was
    /// converted.
    fn character(
        &mut self,
        input: &[u8],
        room: usize,
        output: &mut Vec<u8>,
        lost: &mut usize,
    ) -> Result<usize, Stop> {
        let (text, decoder, length) = match self.unit(input) {
            Unit::Text(text, decoder, length) => (text, decoder, length),
            Unit::Incomplete => return Err(Stop::Incomplete),
            Unit::IllFormed(text, decoder, length) if self.suffix.ignore => {
                *lost += 1;
                (text, decoder, length)
            }
            Unit::IllFormed(_, decoder, length) => {
                // A caller that continues after the error skips one octet. If this octet is the whole ill-formed sequence, the
                // decoder continues in its state after the octet. If the sequence is longer, the decoder stays in its state
                // before the sequence. The decoder of UTF-7 is an exception: it returns to its initial state, so that
                // the shifted sequence ends.
                if length == 1 || self.from == Charset::UTF_7 {
                    self.decoder = decoder.filter(|_| length == 1);
                }
                return Err(Stop::IllFormed);
            }
        };
        let (octets, encoder) = match self.encoded(&text) {
            Some(encoded) => encoded,
            None => self.replaced(&text, lost).ok_or(Stop::IllFormed)?,
        };
        if octets.len() > room {
            return Err(Stop::Full);
        }
        output.extend_from_slice(&octets);
        (self.decoder, self.encoder) = (decoder, encoder);
        Ok(length)
    }

    /// Returns the unit with which `input` begins.
    fn unit(&self, input: &[u8]) -> Unit {
        let (mut decoder, mut text) = (self.decoder(), String::new());
        for (at, octet) in input.iter().enumerate().take(LONGEST) {
            decoder.push(&[*octet], &mut text);
            let length = at + 1;
            let is_wrong = decoder.first_error().is_some() && text.contains(char::REPLACEMENT_CHARACTER);
            if is_wrong {
                text.retain(|character| character != char::REPLACEMENT_CHARACTER);
                return Unit::IllFormed(text, decoder.fork(), length);
            }
            if !text.is_empty() || self.is_between(&decoder) {
                return Unit::Text(text, decoder.fork(), length);
            }
        }
        match input.len() > LONGEST {
            true => Unit::IllFormed(String::new(), None, 1),
            false => Unit::Incomplete,
        }
    }

    /// Whether the octets that the decoder has read only changed the shift state. If so, the decoder holds back none of them.
    fn is_between(&self, decoder: &Decoder) -> bool {
        // In modified UTF-7, no sequence only changes the shift state. So the slow call of `is_complete`, which copies the
        // decoder, is not needed.
        self.from != Charset::IMAP_UTF_7 && is_complete(decoder)
    }

    /// Encodes a text, and replaces or leaves out the characters that the charset lacks. Returns `None` if one of these
    /// characters can be neither replaced nor left out. The suffixes of the charset names tell what is allowed.
    fn replaced(&self, text: &str, lost: &mut usize) -> Option<(Vec<u8>, Option<Encoder>)> {
        let mut written = String::new();
        let mut replaced = 0;
        for character in text.chars() {
            let mut own = [0; 4];
            let own = &*character.encode_utf8(&mut own);
            if self.to.encode(own).is_ok() {
                written.push_str(own);
                continue;
            }
            replaced += 1;
            let has = |similar: &String| self.to.encode(similar).is_ok();
            match similar::texts(character).into_iter().filter(|_| self.suffix.transliterate).find(has) {
                Some(similar) => written.push_str(&similar),
                None if self.suffix.ignore => {}
                None => return None,
            }
        }
        let encoded = self.encoded(&written)?;
        *lost += replaced;
        Some(encoded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iconv::name::Side;

    const TEXTS: [&str; 8] = [
        "plain, ~{ and + & -",
        "Grüße aus Köln: 1 € = “eins”",
        "Привет, это письмо",
        "こんにちは、世界 and 日本\nカタカナ",
        "안녕하세요 세계!",
        "中文测试，繁體中文",
        "שלום עולם",
        "😀 and 𝒳\u{301}é",
    ];

    fn conversion(to: Charset, from: Charset) -> Conversion {
        let suffix = Suffix::default();
        Conversion::new(&Name { charset: to, suffix }, &Name { charset: from, suffix })
    }

    /// Converts `input` in pieces of `piece` octets, into output buffers of `room` octets, as a caller of iconv(3) does.
    fn converted(mut conversion: Conversion, input: &[u8], piece: usize, room: usize) -> Vec<u8> {
        let (mut output, mut start, mut end, mut most) = (Vec::new(), 0, 0, room);
        while start < input.len() {
            end = input.len().min(end.max(start + 1));
            let done = conversion.convert(&input[start..end], most, &mut output);
            start += done.taken;
            match done.stop {
                Stop::End => end += piece,
                Stop::Incomplete if end < input.len() => end += piece,
                Stop::Full if done.taken == 0 => most += 1,
                Stop::Full => most = room,
                stop => panic!("{stop:?} at {start} of {input:?}"),
            }
        }
        output.extend(conversion.ending());
        output
    }

    #[test]
    fn pieces_and_room_of_any_size_give_the_same() {
        for charset in Charset::all() {
            for text in TEXTS {
                let Ok(octets) = charset.encode(text) else { continue };
                let expected = charset.decode(&octets);
                assert_eq!(expected.errors, 0);
                for (piece, room) in [(1, 1), (2, 3), (5, 2), (1, 100), (7, 7), (10_000, 10_000)] {
                    let read = converted(conversion(Charset::UTF_8, charset), &octets, piece, room);
                    assert_eq!(String::from_utf8(read).unwrap(), expected.text, "{charset}, {piece}, {room}");
                    let written =
                        converted(conversion(charset, Charset::UTF_8), text.as_bytes(), piece, room);
                    let again = charset.decode(&written);
                    assert_eq!((again.text.as_ref(), again.errors), (text, 0), "{charset}, {piece}, {room}");
                }
            }
        }
    }

    /// Each call ends, whatever octets the input consists of. It takes at most all octets of the input, and writes at most as
    /// many octets as the output has room for. A caller that skips an octet after each error reaches the end of the input.
    #[test]
    fn any_octets_end() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u8
        };
        for charset in Charset::all() {
            for _ in 0..20 {
                let octets: Vec<u8> =
                    (0..60).map(|at| if at % 3 == 0 { next() } else { next() & 0x7F }).collect();
                let (mut conversion, mut start) = (conversion(Charset::UTF_8, charset), 0);
                while start < octets.len() {
                    let mut output = Vec::new();
                    let done = conversion.convert(&octets[start..], 9, &mut output);
                    assert!(output.len() <= 9 && done.taken <= octets.len() - start);
                    start += done.taken;
                    match done.stop {
                        Stop::End => assert_eq!(start, octets.len()),
                        Stop::Full => assert!(!output.is_empty(), "{charset}"),
                        Stop::IllFormed | Stop::Incomplete => start += 1,
                    }
                }
            }
        }
    }

    /// Text of twice the length takes about twice the time, even if no run is accepted.
    #[test]
    fn long_text_is_linear() {
        for (charset, unit) in
            [(Charset::UTF_7, "é"), (Charset::IMAP_UTF_7, "é"), (Charset::UTF_8, "é\u{FFFD}")]
        {
            let text = unit.repeat(100_000);
            let octets = charset.encode(&text).unwrap();
            let mut output = Vec::new();
            let done = conversion(Charset::UTF_8, charset).convert(&octets, usize::MAX >> 1, &mut output);
            let is_long = charset == Charset::IMAP_UTF_7;
            assert_eq!(done.stop == Stop::End, !is_long, "{charset}");
            assert!(is_long || output == text.as_bytes());
        }
    }

    /// The runs of the next call do not become shorter after a call in which the output was full or the input ended
    /// within a character.
    #[test]
    fn runs_stay_long_where_the_output_is_full_or_a_character_is_cut() {
        let shift_jis = Charset::for_label(b"shift_jis").unwrap();
        let text = "日本語".repeat(RUN);
        let kanji = shift_jis.encode(&text).unwrap();
        let (mut conversion, mut output) = (conversion(Charset::UTF_8, shift_jis), Vec::new());
        for _ in 0..2 {
            output.clear();
            let done = conversion.convert(&kanji, RUN, &mut output);
            assert_eq!((done.stop, done.taken, output.len()), (Stop::Full, RUN / 3 * 2, RUN / 3 * 3));
            assert_eq!(conversion.size, RUN);
        }
        assert_eq!(conversion.run(&kanji[..RUN - 1]).map(|run| run.length), Some(RUN - 2));
        assert_eq!(conversion.fitting(600), 400);
    }

    /// An ill-formed octet costs the time of converting one character, not the time of a run of 4096 octets.
    #[test]
    fn many_errors_are_linear() {
        let octets = vec![0xFF; 200_000];
        let (mut conversion, mut output) = (conversion(Charset::UTF_8, Charset::UTF_8), Vec::new());
        for start in 0..octets.len() {
            let done = conversion.convert(&octets[start..], 9, &mut output);
            assert_eq!((done.taken, done.stop), (0, Stop::IllFormed));
        }
        conversion.suffix.ignore = true;
        assert_eq!(conversion.convert(&octets, 9, &mut output).lost, octets.len());
        assert!(output.is_empty());
    }

    #[test]
    fn literal_names_differ_from_those_of_mail() {
        let name = |name: &str, side| Name::read(name.as_bytes(), side).unwrap();
        let mut literal = Conversion::new(&name("utf-8", Side::To), &name("iso-8859-1//EXACT", Side::From));
        let mut output = Vec::new();
        literal.convert(b"\x80", 9, &mut output);
        assert_eq!(output, "\u{80}".as_bytes());
    }
}
