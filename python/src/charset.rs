//! The functions of `mailutf.charset`, which process charsets without a message.

use crate::convert::{detached, octets};
use crate::fault::caught;
use crate::policy::{charset, unknown};
use crate::string::Prepared;
use mailutf::charset::detect::{self as detection, Candidate, Detected, Evidence, candidates};
use mailutf::charset::{Alias, Charset, Label, MalformedKind};
use mailutf::text::{Context, DecodedText, resolve};
use mailutf::{Code, Detail, Policy};
use pyo3::exceptions::{PyUnicodeDecodeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

/// Decodes text in a charset: str.
///
/// `data` is bytes, or any object with the buffer protocol. `label` is the name of the charset in mail, as `canonical`
/// reads it. `errors` is "strict" or "replace". With "replace", each ill-formed sequence becomes U+FFFD, but what is only
/// written in the wrong way is read, such as a `+` of UTF-7 without a shifted sequence (`1 + 1`). In names of IMAP folders
/// ("utf-7-imap"), raw UTF-8 and a bare `&` are read, too, and an ill-formed shifted sequence, such as `&2D0-`, stays as it is.
/// A byte order mark is left out for the labels utf-8-sig, utf-16 and utf-32, as by Python's codecs; otherwise it becomes U+FEFF.
///
/// Raises UnicodeDecodeError for ill-formed octets if `errors` is "strict", LookupError for an unknown charset, and
/// ValueError for any other value of `errors`.
///
/// >>> from mailutf import charset
/// >>> charset.decode(b"Hi Mom +Jjo-!", "unicode-1-1-utf-7")
/// 'Hi Mom ☺!'
/// >>> charset.decode(b"+2D0-", "utf-7", "replace"), charset.decode(b"&2D0-", "utf-7-imap", "replace")
/// ('\ufffd', '&2D0-')
/// >>> charset.decode(b"\xff", "utf-8", errors="replace")
/// '\ufffd'
/// >>> charset.decode(b"\xef\xbb\xbfa", "utf-8-sig"), charset.decode(b"\xef\xbb\xbfa", "utf-8")
/// ('a', '\ufeffa')
#[pyfunction]
#[pyo3(signature = (data, label, errors="strict"))]
pub(crate) fn decode<'py>(
    data: &Bound<'py, PyAny>,
    label: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyString>> {
    let (octets, found) = (octets(data)?, charset(label)?);
    let is_strict = is_strict(errors)?;
    let drops_mark = is_utf8_sig(label);
    let decoded = detached(&octets, move |input| {
        let decoded = found.decode(input);
        match decoded.first_error.filter(|_| is_strict) {
            None => {
                let text =
                    decoded.text.strip_prefix('\u{FEFF}').filter(|_| drops_mark).map(ToOwned::to_owned);
                Ok(Prepared::of(text.map_or(decoded.text, Cow::Owned)))
            }
            Some(error) => Err(error),
        }
    })?;
    match decoded {
        Ok(text) => text.string(data.py()),
        Err(error) => {
            // Of an unfinished sequence, the error is at the end of the octets. The range is its last octet then.
            let start = error.offset.min(octets.as_bytes().len().saturating_sub(1));
            let arguments = (found.name(), octets, start, start + 1, error.kind.meaning());
            Err(PyUnicodeDecodeError::new_err(arguments.into_pyobject(data.py())?.unbind()))
        }
    }
}

/// Whether the label is Python's name of UTF-8 with a byte order mark, in any spelling.
fn is_utf8_sig(label: &str) -> bool {
    let letters = label.bytes().filter(u8::is_ascii_alphanumeric).map(|octet| octet.to_ascii_lowercase());
    letters.eq(*b"utf8sig")
}

/// Encodes a str in a charset: bytes.
///
/// `label` is the name of the charset in mail; upper and lower case make no difference. This function takes
/// "iso-8859-1" literally, although `decode` reads it as windows-1252, like other mail programs. In UTF-7, a shifted sequence at
/// the end of the text has no `-`, as RFC 2152 allows: to join the bytes with others, write `-` between them.
///
/// Raises UnicodeEncodeError if the charset lacks a character or `text` has lone surrogates, and LookupError for an unknown
/// charset.
///
/// >>> from mailutf import charset
/// >>> charset.encode("Код", "koi8-r")
/// b'\xeb\xcf\xc4'
#[pyfunction]
pub(crate) fn encode<'py>(text: &Bound<'py, PyString>, label: &str) -> PyResult<Bound<'py, PyBytes>> {
    let py = text.py();
    let found = Label::read(label.as_bytes()).map(Label::exact).ok_or_else(|| unknown(label))?;
    let failed = |start, end, why| {
        PyUnicodeEncodeError::new_err((found.name(), text.clone().unbind(), start, end, why))
    };
    let given = text.to_str().map_err(|error| {
        // The error names UTF-8, which Python tries first.
        let place = |name| error.value(py).getattr(name)?.extract::<usize>();
        let range = place("start").and_then(|start| Ok((start, place("end")?)));
        match range {
            Ok((start, end)) => failed(start, end, "surrogates not allowed".to_owned()),
            Err(_) => error,
        }
    })?;
    match py.detach(|| found.encode(given)) {
        Ok(octets) => Ok(PyBytes::new(py, &octets)),
        Err(error) => {
            let at = given.get(..error.offset).unwrap_or_default().chars().count();
            Err(failed(at, at + 1, format!("{found} lacks the character")))
        }
    }
}

/// Returns the detected charset of octets, or None, and a list of the possible charsets by the letters, the likeliest
/// first. Each charset comes with its evidence, its probability from 0 to 1, the language as a BCP 47 tag if letters are
/// the evidence, and the number of octets before an incomplete character at the end. `charset.detect` and
/// `charset.detect_all` return these values in the form of chardet.
#[pyfunction(name = "_detect")]
pub(crate) fn detect(data: &Bound<'_, PyAny>) -> PyResult<(Option<Guess>, Vec<Guess>)> {
    let octets = octets(data)?;
    detached(&octets, |octets| {
        let Some((detected, probability)) = detected(octets) else { return (None, guesses(octets)) };
        let Some(end) = end_in(detected.charset, octets) else { return (None, guesses(octets)) };
        let is_certain = detected.evidence != Evidence::Statistics && probability == 1.0;
        let guesses = if is_certain { Vec::new() } else { guesses(octets) };
        let is_of_signs =
            detected.evidence == Evidence::Statistics && has_only_signs(detected.charset, octets);
        let name = if is_of_signs { Charset::WINDOWS_1252 } else { detected.charset }.name();
        let of_letters = guesses.iter().find(|(charset, ..)| *charset == name).copied();
        (of_letters.or(Some((name, detected.evidence.as_str(), probability, None, end))), guesses)
    })
}

/// Whether `octets` in `charset` have signs and no letters beyond US-ASCII, and are the same text in windows-1252. The words
/// in US-ASCII around the signs, which may be of any language, do not show another charset then.
fn has_only_signs(charset: Charset, octets: &[u8]) -> bool {
    let text = charset.decode(octets).text;
    !text.chars().any(|one| !one.is_ascii() && one.is_alphabetic())
        && Charset::WINDOWS_1252.decode(octets).text == text
}

/// A charset, the evidence for it, its probability, a language, and the number of octets before an incomplete character.
type Guess = (&'static str, &'static str, f64, Option<&'static str>, usize);

/// The maximum number of octets of an incomplete character.
const LONGEST: usize = 3;

/// Detects the charset of octets that may end within a character, because only the start of a text was read. Returns the
/// charset and its probability by its form.
fn detected(octets: &[u8]) -> Option<(Detected, f64)> {
    let whole = detection::detect(octets);
    // The end of the octets can hide only these from the evidence of the form: a NUL makes ASCII characters UTF-16.
    let is_plain = |one: &Detected| one.evidence == Evidence::Ascii;
    if whole.as_ref().is_some_and(|one| !is_plain(one)) {
        return Some((whole?, 1.0));
    }
    let before_end = (1..=LONGEST).filter(|_| whole.is_none() || octets.contains(&0)).filter_map(|cut| {
        let end = octets.len().checked_sub(cut)?;
        let found = detection::detect(octets.get(..end)?)?;
        (end_in(found.charset, octets) == Some(end)).then_some(found)
    });
    let before_shift = || detection::detect(octets.get(..open_shift(octets)?)?);
    let found = before_end.chain(std::iter::once_with(before_shift).flatten()).find(|one| !is_plain(one));
    match (found, str::from_utf8(octets)) {
        (Some(found), _) => Some((found, 1.0)),
        // The incomplete character alone does not prove UTF-8.
        (None, Err(error)) if error.error_len().is_none() && error.valid_up_to() > 0 => {
            Some((detection::by_form("é".as_bytes())?, 0.5))
        }
        (None, _) => Some((whole?, 1.0)),
    }
}

/// Returns the offset of the shift of HZ that is open at the end of the octets.
fn open_shift(octets: &[u8]) -> Option<usize> {
    let last = |shift: &[u8]| octets.windows(2).rposition(|pair| pair == shift);
    last(b"~{").filter(|open| last(b"~}").is_none_or(|closed| closed < *open))
}

/// Returns the number of octets before an incomplete character or escape sequence at the end, which is the number of all octets if there
/// is none. Returns `None` if the octets are ill-formed in `charset`.
fn end_in(charset: Charset, octets: &[u8]) -> Option<usize> {
    let Err(error) = charset.decode_strict(octets) else { return Some(octets.len()) };
    let is_escape = octets.get(error.offset) == Some(&0x1B);
    let is_incomplete = is_escape
        || matches!(
            error.kind,
            MalformedKind::Truncated | MalformedKind::OddOctet | MalformedKind::LoneSurrogate
        );
    let mut ends = (1..=LONGEST).filter_map(|cut| octets.len().checked_sub(cut)).filter(|_| is_incomplete);
    ends.find(|end| octets.get(..*end).is_some_and(|before| charset.decode_strict(before).is_ok()))
}

/// Returns the charsets that the letters make possible, and in which the octets decode.
fn guesses(octets: &[u8]) -> Vec<Guess> {
    let found = candidates(octets).into_iter();
    let guess = |one: Candidate| {
        let end = end_in(one.charset, octets)?;
        let (charset, language) = match has_only_signs(one.charset, octets) {
            true => (Charset::WINDOWS_1252, None),
            false => (one.charset, Some(one.language)),
        };
        Some((charset.name(), Evidence::Statistics.as_str(), one.probability, language, end))
    };
    let mut names = HashSet::new();
    found.filter_map(guess).filter(|(name, ..)| names.insert(*name)).collect()
}

/// Undoes a wrong decoding of a text, even a repeated one: str. Returns the text unchanged if it is not garbled. A garbled
/// text is repaired only if the result consists of words, as in `mailutf review`. If only a part of the text is garbled, that
/// part is repaired only if it was encoded in UTF-8, or stands in lines of its own. What was garbled with a loss stays; only a
/// lost no-break space after `Ã`
/// is known to be the rest of `à`. A value that is no str, such as a number, None or NaN in a column of a table, is returned
/// unchanged. So is a str with surrogates.
///
/// Text that was not UTF-8 (`Ïðèâåò`) needs more letters, so single names can be missed. Of 70 Russian first names, surnames and
/// cities that were read as windows-1252, it repairs 66 if they were in windows-1251, and 68 if they were in KOI8-R. If they were
/// in UTF-8, it repairs all of the 40 that lost no octet. Of 17 Czech, Polish and Hungarian cities in windows-1250, it repairs 3.
///
/// A text in which the same word stands sound and garbled, such as `Müller, MÃ¼ller`, may explain how the word was garbled.
/// Such a text is returned unchanged.
///
/// >>> from mailutf import charset
/// >>> charset.fix("GrÃ¶ÃŸe"), charset.fix("РџСЂРёРІРµС‚"), charset.fix("Größe"), charset.fix("FranÃ§ois Lefèvre")
/// ('Größe', 'Привет', 'Größe', 'François Lefèvre')
/// >>> charset.fix("Müller, MÃ¼ller"), charset.fix("Meier, MÃ¼ller aus KÃ¶ln")
/// ('Müller, MÃ¼ller', 'Meier, Müller aus Köln')
#[pyfunction]
pub(crate) fn fix<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let Ok(given) = text.cast::<PyString>() else { return Ok(text.clone()) };
    // No wrong charset gives a text with lone surrogates (from `surrogateescape`, for example), so it is not garbled.
    let Ok(given) = given.to_str() else { return Ok(text.clone()) };
    let fixed = py.detach(|| caught(|| undone(given).map(|fixed| Prepared::of(fixed.into()))))?;
    fixed.map_or_else(|| Ok(text.clone()), |fixed| fixed.string(py).map(Bound::into_any))
}

/// Returns the form of `text` before it was decoded wrongly, or `None` if it was not. Takes linear time.
fn undone(text: &str) -> Option<String> {
    let policy = Policy::for_display();
    let read = read(text, &policy)?;
    (read.charset == Charset::UTF_8 && read.text != text).then(|| read.text.into_owned())
}

/// Reads `text` as the text of a message in UTF-8. Returns `None` if it is US-ASCII, which is never garbled.
fn read<'t>(text: &'t str, policy: &'t Policy) -> Option<DecodedText<'t>> {
    if text.is_ascii() { None } else { resolve(text.as_bytes(), Some(b"utf-8"), &Context::new(policy)).ok() }
}

/// Whether a text was decoded wrongly: bool. It is True for each text that `fix` changes, and for each text for which a
/// `Message` has the finding "text-garbled", even if the text cannot be repaired, because it lost octets or also has the sound
/// form of its words. Ask before `fix`: what `fix` leaves of a text that it repaired in part is often too little to be known,
/// like other garbled text with few letters. For a value that is no str, the result is False.
///
/// >>> from mailutf import charset
/// >>> [charset.is_garbled(text) for text in ("GrÃ¶ÃŸe", "Größe", None)]
/// [True, False, False]
/// >>> both = "Müller und MÃ¼ller aus KÃ¶ln"
/// >>> charset.is_garbled(both), charset.fix(both) == both
/// (True, True)
#[pyfunction]
pub(crate) fn is_garbled(text: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Ok(given) = text.cast::<PyString>() else { return Ok(false) };
    let Ok(given) = given.to_str() else { return Ok(false) };
    let policy = Policy::for_display();
    let is_about = |(code, _): &(Code, Detail)| matches!(code, Code::TextGarbled | Code::TextRestored);
    let is_named = || read(given, &policy).is_some_and(|read| read.findings.iter().any(is_about));
    Ok(text.py().detach(|| caught(is_named))?)
}

/// Returns the names of all charsets, each with its other labels: dict of str to list of str. Further spellings, such as
/// "utf8" and "latin-1", are understood, but not listed: `canonical` tells what a label means.
///
/// >>> from mailutf import charset
/// >>> "csiso2022jp" in charset.labels()["ISO-2022-JP"]
/// True
#[pyfunction(name = "labels")]
pub(crate) fn charset_labels() -> BTreeMap<&'static str, Vec<&'static str>> {
    Charset::all().map(|charset| (charset.name(), charset.aliases().map(Alias::name).collect())).collect()
}

/// Returns the name of the charset that a label means: str, which is a key of `labels()`, or None if the label means none.
///
/// Case, punctuation, quotes, blanks and common misspellings make no difference. If mail uses the label for a larger
/// charset, the name is that of the larger one. `decode` reads a label in the same way.
///
/// >>> from mailutf import charset
/// >>> charset.canonical("utf8"), charset.canonical("iso-8859-1"), charset.canonical("x-unknown")
/// ('UTF-8', 'windows-1252', None)
#[pyfunction]
pub(crate) fn canonical(label: &str) -> Option<&'static str> {
    Charset::for_name(label).map(Charset::name)
}

fn is_strict(errors: &str) -> PyResult<bool> {
    match errors {
        "strict" => Ok(true),
        "replace" => Ok(false),
        _ => Err(PyValueError::new_err(format!(
            "errors: unknown choice '{errors}'; choose 'strict' or 'replace'"
        ))),
    }
}
