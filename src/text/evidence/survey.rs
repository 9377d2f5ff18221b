//! Counts the errors and characters that decoding would give. The text itself is not kept, because it can be three
//! times as long as the octets (U+FFFD has three octets). The count takes linear time and holds the text of one piece
//! at a time.

use crate::charset::{Charset, Malformed};
use mailutf_codecs::internal::utf8_in_mail;

/// The number of octets that are decoded at once.
const PIECE: usize = 64 << 10;

/// The numbers of errors and characters in octets.
#[derive(Clone, Debug, Default)]
pub(in crate::text) struct Survey {
    /// The number of ill-formed sequences.
    pub(in crate::text) errors: usize,
    pub(in crate::text) first_error: Option<Malformed>,
    /// The number of well-formed characters that are evidence for the charset. In UTF-16 and UTF-32, every
    /// character counts; in other charsets, only those beyond US-ASCII do.
    pub(in crate::text) well_formed: usize,
    /// The number of groups of adjacent characters U+FFFD in the decoded text.
    pub(in crate::text) places: usize,
    was_replaced: bool,
}

impl Survey {
    /// Counts the errors and characters of `octets` in `charset`.
    pub(in crate::text) fn of(charset: Charset, octets: &[u8]) -> Self {
        let (mut survey, mut decoder, mut text) = (Self::default(), charset.decoder(), String::new());
        let wide = charset.is_wide();
        for piece in octets.chunks(PIECE) {
            text.clear();
            decoder.push(piece, &mut text);
            survey.count(&text, wide);
        }
        text.clear();
        (survey.errors, survey.first_error) = decoder.finish(&mut text);
        survey.count(&text, wide);
        survey
    }

    /// Counts the errors and characters of `octets` in UTF-8. [Surrogate pairs](utf8_in_mail) are allowed.
    pub(in crate::text) fn of_utf8_in_mail(octets: &[u8]) -> Self {
        let (mut survey, mut start) = (Self::default(), 0);
        while let Some(rest) = octets.get(start..).filter(|rest| !rest.is_empty()) {
            // The piece ends with an octet of US-ASCII, after which no sequence continues.
            let more = rest.iter().skip(PIECE).position(u8::is_ascii);
            let piece = more.and_then(|more| rest.get(..=PIECE + more)).unwrap_or(rest);
            let decoded = utf8_in_mail::decode(piece).decoded;
            let first = decoded.first_error;
            let first = first.map(|first| Malformed { offset: start + first.offset, ..first });
            survey.first_error = survey.first_error.or(first);
            survey.errors += decoded.errors;
            survey.count(&decoded.text, false);
            start += piece.len();
        }
        survey
    }

    fn count(&mut self, text: &str, wide: bool) {
        for c in text.chars() {
            let is_replaced = c == char::REPLACEMENT_CHARACTER;
            self.well_formed += usize::from((wide || !c.is_ascii()) && !is_replaced);
            self.places += usize::from(is_replaced && !self.was_replaced);
            self.was_replaced = is_replaced;
        }
    }
}

/// Returns whether the octets below 128 decode in `charset` to more than US-ASCII, or `None` if these octets do not
/// decode without an error.
pub(in crate::text) fn is_more_than_ascii(charset: Charset, octets: &[u8]) -> Option<bool> {
    let (mut decoder, mut text, mut is_more) = (charset.decoder(), String::new(), false);
    for run in octets.split(|octet| !octet.is_ascii()).flat_map(|run| run.chunks(PIECE)) {
        text.clear();
        decoder.push(run, &mut text);
        is_more |= !text.is_ascii();
        if decoder.first_error().is_some() {
            return None;
        }
    }
    text.clear();
    let (errors, _) = decoder.finish(&mut text);
    (errors == 0).then_some(is_more || !text.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(64))]

        /// A survey in pieces gives the same numbers as decoding all octets at once.
        #[test]
        fn a_survey_agrees_with_the_text(
            words in prop::collection::vec(
                prop::sample::select(vec![&b"abc "[..], "größe".as_bytes(), b"\xFC", b"\xED\xA0\xBD\xED\xB8\x80", b"\x1B$B8l\x1B(B"]),
                0..40,
            ),
            times in prop::sample::select(vec![1, 3000]),
            label in prop::sample::select(vec!["utf-8", "shift_jis", "iso-2022-jp", "gb18030", "utf-16be"]),
        ) {
            let octets = words.concat().repeat(times);
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let bad = |c: &char| *c == char::REPLACEMENT_CHARACTER;
            let mut surveys = vec![(Survey::of(charset, &octets), charset.decode(&octets))];
            if charset == Charset::UTF_8 {
                surveys.push((Survey::of_utf8_in_mail(&octets), utf8_in_mail::decode(&octets).decoded));
            }
            for (survey, decoded) in surveys {
                prop_assert_eq!((survey.errors, survey.first_error), (decoded.errors, decoded.first_error));
                let well_formed =
                    decoded.text.chars().filter(|c| (charset.is_wide() || !c.is_ascii()) && !bad(c)).count();
                prop_assert_eq!(survey.well_formed, well_formed);
                let groups = decoded.text.split(|c| !bad(&c)).filter(|group| !group.is_empty()).count();
                prop_assert_eq!(survey.places, groups);
            }
        }
    }
}
