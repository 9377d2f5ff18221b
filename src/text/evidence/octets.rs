//! Evidence in octets about their charset, other than statistics of letters.

use super::shift::{keeps_ascii_words, shifts_in};
use super::survey::{Survey, is_more_than_ascii};
use super::utf8_proof::{Proof, STRIKING, proof};
use super::width::Width;
use crate::charset::detect::{Detected, Evidence, by_form};
use crate::charset::{Charset, Malformed, MalformedKind, Shift, utf8};
use crate::finding::Confidence;
use mailutf_codecs::internal::utf8_in_mail::{self, Tally};
use mailutf_codecs::internal::{Hz, by_escape, designated, likelier};

/// Text with at least this many well-formed characters for each ill-formed sequence counts as damaged instead of
/// mislabelled.
const WELL_FORMED_PER_ERROR: usize = 16;
/// Text with at least this many well-formed characters for each group of adjacent ill-formed sequences also counts as
/// damaged, if it has at least two well-formed characters for each ill-formed sequence.
const WELL_FORMED_PER_PLACE: usize = 8;

/// The smallest number of characters in UTF-16 without a byte order mark. Fewer may be binary data.
const NO_ACCIDENT: usize = 4;

/// Returns the charset that octets are certainly in, if it is not `charset`. The octets may also decode in `charset`
/// without an error. Octets are certainly in UTF-8 if they can hardly be valid UTF-8 by chance, in UTF-16 if their NULs
/// show it, and in ISO-2022 or HZ if they have its shifts. If `charset` is UTF-16 or UTF-32, octets
/// can also certainly be in US-ASCII or UTF-8.
pub(in crate::text) fn against(charset: Charset, octets: &[u8]) -> Option<(Charset, Confidence)> {
    if charset.is_wide() {
        let narrow = match octets.is_ascii() {
            true => (Charset::US_ASCII, Confidence::Ascii),
            false => (Charset::UTF_8, Confidence::Utf8Validity),
        };
        return (Width::of(charset, octets) == Width::SingleOctets).then_some(narrow);
    }
    if let Some(wide) = by_code_units(octets) {
        return Some(wide);
    }
    if charset.is_single_octet() && !keeps_ascii_words(charset) {
        return by_likelihood(charset, octets);
    }
    if octets.is_ascii() && (charset.shift() != Some(Shift::Escape) || !shifts_in(charset, octets)) {
        // If the label is HZ, shifts of HZ show nothing new.
        let may_be_other = charset != Charset::HZ_GB_2312 || designated(octets).is_some();
        let shown = may_be_other.then(|| by_designation(octets)).flatten();
        return shown.map(|shown| (shown, Confidence::EscapeSequence));
    }
    if !keeps_ascii_words(charset) {
        return None;
    }
    if let Some(charset) = by_designation(octets) {
        return Some((charset, Confidence::EscapeSequence));
    }
    if charset == Charset::UTF_8 {
        return None;
    }
    (proof(charset, octets) == Proof::Certain).then_some((Charset::UTF_8, Confidence::Utf8Validity))
}

/// Returns UTF-8, if it is far likelier than `charset`, a charset of EBCDIC. Hardly any text in EBCDIC is valid UTF-8,
/// because its small letters have the octets that continue a character there. US-ASCII proves nothing: it can be
/// accented letters in EBCDIC.
fn by_likelihood(charset: Charset, octets: &[u8]) -> Option<(Charset, Confidence)> {
    let text = utf8_in_mail::text(octets).filter(|text| !text.is_ascii())?;
    let is_likelier = likelier(&text, &charset.decode(octets).text) >= STRIKING;
    is_likelier.then_some((Charset::UTF_8, Confidence::Utf8Validity))
}

/// Returns the UTF-16 or UTF-32 that octets with NULs are certainly in. Without a byte order mark, only UTF-16 counts
/// whose text has no control characters. Binary data has such characters, and looks like rare characters of UTF-32.
pub(crate) fn by_code_units(octets: &[u8]) -> Option<(Charset, Confidence)> {
    memchr::memchr(0, octets)?;
    let Detected { charset, evidence, .. } = by_form(octets).filter(|found| found.charset.is_wide())?;
    let text = charset.decode_strict(octets).ok()?;
    let is_control = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\x0C' | '\r');
    let is_text = || {
        matches!(charset, Charset::UTF_16BE | Charset::UTF_16LE)
            && text.chars().nth(NO_ACCIDENT - 1).is_some()
            && !text.contains(is_control)
    };
    (evidence == Evidence::ByteOrderMark || is_text()).then(|| (charset, evidence.into()))
}

/// Returns the charset of the ISO-2022 family, or HZ, that the escape sequences or shifts in `octets` show. All
/// octets below 128 decode in this charset without an error, to more than US-ASCII. The octets above 127 may be
/// UTF-8.
pub(crate) fn by_designation(octets: &[u8]) -> Option<Charset> {
    let is_certain = |charset: &Charset| *charset != Charset::HZ_GB_2312 || Hz::of(octets) == Hz::Certain;
    let charset = by_escape(octets).filter(is_certain)?;
    is_more_than_ascii(charset, octets)?.then_some(charset)
}

/// Whether the octets have sequences that can be either shifts of HZ or plain US-ASCII.
pub(in crate::text) fn is_doubtful_hz(octets: &[u8]) -> bool {
    designated(octets).is_none()
        && Hz::of(octets) == Hz::Doubtful
        && is_more_than_ascii(Charset::HZ_GB_2312, octets).is_some()
}

/// Returns the first shift that belongs to a charset other than `charset`. The shift is an escape sequence that
/// designates a double-octet set (ISO/IEC 2022), or a `~{` of HZ.
pub(in crate::text) fn foreign_shift(charset: Charset, octets: &[u8]) -> Option<Malformed> {
    let designates = |at: &usize| {
        let sequence = octets.get(at + 1..).unwrap_or_default();
        matches!(sequence, [b'$', b'@'..=b'C' | b'('..=b'+', ..])
    };
    if charset.is_wide() || !may_have_shifts(octets) {
        return None;
    }
    let shift = charset.shift();
    let escapes = (shift != Some(Shift::Escape)).then(|| memchr::memchr_iter(0x1B, octets));
    let escape = escapes.and_then(|mut escapes| escapes.find(designates));
    let is_utf8 = || charset == Charset::UTF_8 && !octets.is_ascii() && utf8::valid(octets).is_some();
    let is_hz = || shift != Some(Shift::Tilde) && is_doubtful_hz(octets) && !is_utf8();
    let hz = || memchr::memmem::find(octets, b"~{").filter(|_| is_hz());
    Some(Malformed { offset: escape.or_else(hz)?, kind: MalformedKind::EscapeSequence })
}

/// Whether `octets` have escape sequences or shifts, which do not occur in text in UTF-8 or US-ASCII.
pub(crate) fn shows_shifts(octets: &[u8]) -> bool {
    may_have_shifts(octets)
        && (foreign_shift(Charset::UTF_8, octets).is_some() || by_designation(octets).is_some())
}

/// Whether `octets` may be valid UTF-8, but are certainly text in a charset other than UTF-8 and US-ASCII.
pub(crate) fn shows_other_charset(octets: &[u8]) -> bool {
    shows_shifts(octets) || by_code_units(octets).is_some()
}

/// Whether an escape sequence or a shift of HZ can begin anywhere in the octets. This is a cheap pre-check, which
/// most text fails.
fn may_have_shifts(octets: &[u8]) -> bool {
    memchr::memchr2(0x1B, b'~', octets).is_some()
}

/// Whether `octets` have an escape character, with which an escape sequence of ISO-2022 begins.
pub(crate) fn has_escape(octets: &[u8]) -> bool {
    memchr::memchr(0x1B, octets).is_some()
}

/// Whether `octets` are damaged text in `charset`: their `survey` counts few ill-formed sequences, compared with the
/// well-formed characters.
pub(in crate::text) fn is_damage(charset: Charset, octets: &[u8], survey: &Survey) -> bool {
    let Survey { errors, well_formed, places, .. } = survey;
    // In charsets other than UTF-8, a single ill-formed sequence always counts as damage, because it does not prove
    // that the label is wrong.
    let little = || match charset {
        Charset::UTF_8 => Tally::of(octets).is_damage(),
        _ if *errors == 1 => true,
        _ => {
            let in_few_places = well_formed / WELL_FORMED_PER_PLACE >= *places.max(&1);
            well_formed / WELL_FORMED_PER_ERROR >= *errors || in_few_places && well_formed / 2 >= *errors
        }
    };
    *errors > 0 && little()
}

/// Whether all errors in text labelled UTF-7 are `+` characters that start no shifted sequence. These characters are
/// kept, so nothing is lost. Any other error would become U+FFFD.
pub(in crate::text) fn is_stray_plus(first: Malformed, survey: &Survey) -> bool {
    first.kind == MalformedKind::EmptyShift && survey.places == 0
}
