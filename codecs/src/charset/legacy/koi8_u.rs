//! KOI8-U as it occurs in mail. For the octets 0xAE and 0xBE, RFC 2319 has the frame corners ╝ and ╬, whereas the
//! table of the WHATWG has the letters ў and Ў, which Belarusian mail means.
//!
//! Adjacent octets 0xAE and 0xBE are one run. In mail, a run is frame corners in two cases:
//!
//! - A frame character is directly before or after the run.
//! - A frame character is the nearest character before or after the run, where blanks and line ends do not count
//!   as characters. However, the run is letters if the nearest character on its line, before or after it, is a
//!   letter or digit.
//!
//! In all other cases, the run is letters. Linear time.

use super::code_pages;
use super::single_octet::Table;
use crate::charset::identity::{Charset, Kind};
use memchr::{memchr2, memchr2_iter};

/// The two octets that RFC 2319 and the WHATWG read differently: as ╝ or ў, and as ╬ or Ў.
const SHORT_U: [u8; 2] = [0xAE, 0xBE];

/// Decodes KOI8-U. The octets 0xAE and 0xBE become ў and Ў, or frame corners, whichever the mail means. Returns
/// `None` if `charset` is not the KOI8-U of the WHATWG, or if `octets` contain neither 0xAE nor 0xBE.
pub fn in_mail(charset: Charset, octets: &[u8]) -> Option<String> {
    let [small, capital] = SHORT_U;
    let differs = charset.0 == Kind::Whatwg(encoding_rs::KOI8_U) && memchr2(small, capital, octets).is_some();
    if !differs {
        return None;
    }
    let (letters, frames) = (Table::of_whatwg(encoding_rs::KOI8_U)?, code_pages::KOI8_U.table());
    let (mut text, mut done) = (String::with_capacity(octets.len() * 2), 0);
    let mut push = |table: &Table, octets: &[u8]| {
        text.extend(octets.iter().filter_map(|octet| table.character(*octet)));
    };
    for run in runs(octets) {
        push(letters, octets.get(done..run.start).unwrap_or_default());
        let table = if run.is_letters { letters } else { frames };
        push(table, octets.get(run.start..run.end).unwrap_or_default());
        done = run.end;
    }
    push(letters, octets.get(done..).unwrap_or_default());
    Some(text)
}

/// The offset of the first octet that means ў or Ў in mail.
pub fn first_letter(octets: &[u8]) -> Option<usize> {
    runs(octets).find(|run| run.is_letters).map(|run| run.start)
}

/// A run of adjacent octets that mean either frame corners or letters ([`SHORT_U`]).
struct Run {
    start: usize,
    end: usize,
    is_letters: bool,
}

fn runs(octets: &[u8]) -> impl Iterator<Item = Run> {
    let [small, capital] = SHORT_U;
    let mut end = 0;
    memchr2_iter(small, capital, octets).filter_map(move |start| {
        if start < end {
            return None;
        }
        let (before, from) = octets.split_at_checked(start)?;
        end = start + from.iter().take_while(|octet| SHORT_U.contains(octet)).count();
        let after = octets.get(end..)?;
        let is_letters = stands_among_letters(before, after);
        Some(Run { start, end, is_letters })
    })
}

/// Whether the octets between `before` and `after` are letters rather than frame corners.
fn stands_among_letters(before: &[u8], after: &[u8]) -> bool {
    let character = |octet: &u8| code_pages::KOI8_U.table().character(*octet);
    let is_frame = |octet: &u8| character(octet).is_some_and(|c| matches!(c, '\u{2500}'..='\u{259F}'));
    let is_letter = |octet: &u8| character(octet).is_some_and(char::is_alphanumeric);
    let nearest = |blanks: &[u8]| {
        let is_other = |octet: &&u8| !blanks.contains(octet);
        [before.iter().rev().find(is_other), after.iter().find(is_other)].into_iter().flatten()
    };
    !nearest(b"").any(is_frame) && (nearest(b" \t").any(is_letter) || !nearest(b" \t\r\n").any(is_frame))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn koi8_u() -> Charset {
        Charset::for_label(b"koi8-u").unwrap()
    }

    #[test]
    fn letters_among_words_and_corners_among_frames() {
        for text in [
            "Ён быў ў Мінску.",
            "ЗДАРОЎЕ",
            "Ў 1999 годзе",
            "- ў",
            "(ў)",
            "ў\n",
            "Ў, Падсвечваць",
            "║ быў ў Мінску ║",
            "╔═╦═╗\n║ў║\n╚═╝",
            "═╬═ ╝",
            "═╗\r\n  ╝\n",
        ] {
            let frames = Charset::for_name("KOI8-U-RFC2319").unwrap();
            let octets: Vec<u8> = text
                .chars()
                .flat_map(|c| {
                    let one = c.to_string();
                    koi8_u().encode(&one).or_else(|_| frames.encode(&one)).unwrap().into_owned()
                })
                .collect();
            // Directly next to frame characters, the octets are no letters.
            assert_eq!(in_mail(koi8_u(), &octets).unwrap(), text.replace("║ў║", "║╝║"), "{text}");
        }
        assert_eq!(in_mail(koi8_u(), b"\xC1\xC2"), None);
        assert_eq!(in_mail(Charset::for_label(b"koi8-r").unwrap(), b"\xAE"), None);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Each octet has the character that either the table of the WHATWG or the table of RFC 2319 has for it.
        #[test]
        fn octets_are_read_by_one_of_the_tables(
            octets in proptest::collection::vec(prop_oneof![Just(0xAE), Just(0xBE), Just(b' '), any::<u8>()], 0..40),
        ) {
            let Some(text) = in_mail(koi8_u(), &octets) else { return Ok(()) };
            let [letters, frames] =
                [koi8_u(), Charset::for_name("KOI8-U-RFC2319").unwrap()].map(|charset| charset.decode(&octets).text);
            prop_assert_eq!(text.chars().count(), octets.len());
            let all = text.chars().zip(letters.chars()).zip(frames.chars());
            let mut each = all.clone();
            prop_assert!(each.all(|((character, letter), frame)| character == letter || character == frame));
            let first = all.zip(&octets).position(|(((c, letter), _), o)| SHORT_U.contains(o) && c == letter);
            prop_assert_eq!(first_letter(&octets), first);
        }
    }
}
