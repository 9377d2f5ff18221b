//! The functions of `mailutf.charset`, which process charsets without a message.

use crate::convert::{detached, octets};
use crate::fault::caught;
use crate::policy::{charset, unknown};
use crate::repair;
use crate::string::Prepared;
use mailutf::charset::detect::{Evidence, candidates};
use mailutf::charset::{Alias, Charset, Label};
use pyo3::exceptions::{PyUnicodeDecodeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::collections::BTreeMap;

/// Decodes text in a charset: str.
///
/// `data` is bytes, or any object with the buffer protocol. `label` is the name of the charset in mail; upper and lower
/// case make no difference. `errors` is "strict" or "replace". With "replace", each ill-formed sequence becomes U+FFFD.
///
/// Raises UnicodeDecodeError for ill-formed octets if `errors` is "strict", LookupError for an unknown charset, and
/// ValueError for any other value of `errors`.
///
/// >>> from mailutf import charset
/// >>> charset.decode(b"Hi Mom +Jjo-!", "unicode-1-1-utf-7")
/// 'Hi Mom ☺!'
/// >>> charset.decode(b"\xff", "utf-8", errors="replace")
/// '\ufffd'
#[pyfunction]
#[pyo3(signature = (data, label, errors="strict"))]
pub(crate) fn decode<'py>(
    data: &Bound<'py, PyAny>,
    label: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyString>> {
    let (octets, found) = (octets(data)?, charset(label)?);
    let is_strict = is_strict(errors)?;
    let decoded = detached(&octets, move |input| {
        let decoded = found.decode(input);
        match decoded.first_error.filter(|_| is_strict) {
            None => Ok(Prepared::of(decoded.text)),
            Some(error) => Err(error),
        }
    })?;
    match decoded {
        Ok(text) => text.string(data.py()),
        Err(error) => {
            let input = octets.as_bytes();
            let end = (error.offset + 1).min(input.len());
            let arguments = (found.name(), octets, error.offset.min(end), end, error.kind.meaning());
            Err(PyUnicodeDecodeError::new_err(arguments.into_pyobject(data.py())?.unbind()))
        }
    }
}

/// Encodes a str in a charset: bytes.
///
/// `label` is the name of the charset in mail; upper and lower case make no difference. This function takes
/// "iso-8859-1" literally, although `decode` reads it as windows-1252, like other mail programs.
///
/// Raises UnicodeEncodeError if the charset lacks a character, and LookupError for an unknown charset.
///
/// >>> from mailutf import charset
/// >>> charset.encode("Код", "koi8-r")
/// b'\xeb\xcf\xc4'
#[pyfunction]
pub(crate) fn encode<'py>(py: Python<'py>, text: &str, label: &str) -> PyResult<Bound<'py, PyBytes>> {
    let found = Label::read(label.as_bytes()).map(Label::exact).ok_or_else(|| unknown(label))?;
    match py.detach(|| found.encode(text)) {
        Ok(octets) => Ok(PyBytes::new(py, &octets)),
        Err(error) => {
            let at = text.get(..error.offset).unwrap_or_default().chars().count();
            let why = format!("{found} lacks the character");
            Err(PyUnicodeEncodeError::new_err((found.name(), text.to_owned(), at, at + 1, why)))
        }
    }
}

/// Returns the detected charset of octets, or None, and a list of other possible charsets. Each charset comes with its
/// evidence, its probability from 0 to 1, and, if its letters are the evidence, the language as a BCP 47 tag.
/// `charset.detect` and `charset.detect_all` return these values in the form of chardet.
#[pyfunction(name = "_detect")]
pub(crate) fn detect(data: &Bound<'_, PyAny>) -> PyResult<(Option<Guess>, Vec<Guess>)> {
    let octets = octets(data)?;
    detached(&octets, |octets| {
        let Some(detected) = mailutf::charset::detect::detect(octets) else { return (None, guesses(octets)) };
        let evidence = detected.evidence.as_str();
        let guesses = if detected.evidence == Evidence::Statistics { guesses(octets) } else { Vec::new() };
        let name = detected.charset.name();
        let of_letters = guesses.iter().find(|(charset, ..)| *charset == name);
        let found = of_letters.map_or((name, evidence, 1.0, None), |(.., probability, language)| {
            (name, evidence, *probability, *language)
        });
        (Some(found), guesses)
    })
}

/// A charset, the evidence for it, its probability, and a language.
type Guess = (&'static str, &'static str, f64, Option<&'static str>);

fn guesses(octets: &[u8]) -> Vec<Guess> {
    let found = candidates(octets).into_iter();
    found
        .map(|one| (one.charset.name(), Evidence::Statistics.as_str(), one.probability, Some(one.language)))
        .collect()
}

/// Undoes a wrong decoding of a text, even a repeated one: str. Returns the text unchanged if it is not garbled or
/// cannot be repaired without loss. A garbled text is repaired only if the result consists of words, as in
/// `mailutf review`. If only a part of the text is garbled, that part is repaired only if it was encoded in UTF-8. A value
/// that is no str, such as a number, None or NaN in a column of a table, is returned unchanged. So is a str with surrogates.
///
/// >>> from mailutf import charset
/// >>> charset.fix("GrÃ¶ÃŸe"), charset.fix("РџСЂРёРІРµС‚"), charset.fix("Größe"), charset.fix("FranÃ§ois Lefèvre")
/// ('Größe', 'Привет', 'Größe', 'François Lefèvre')
#[pyfunction]
pub(crate) fn fix<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let Ok(given) = text.cast::<PyString>() else { return Ok(text.clone()) };
    // A text with surrogates, as `surrogateescape` makes them, is no text that a decoding could have made.
    let Ok(given) = given.to_str() else { return Ok(text.clone()) };
    let fixed = py.detach(|| caught(|| repair::repaired(given).map(|fixed| Prepared::of(fixed.into()))))?;
    fixed.map_or_else(|| Ok(text.clone()), |fixed| fixed.string(py).map(Bound::into_any))
}

/// Returns the names of all charsets, each with its other labels: dict of str to list of str.
///
/// >>> from mailutf import charset
/// >>> "csiso2022jp" in charset.labels()["ISO-2022-JP"]
/// True
#[pyfunction(name = "labels")]
pub(crate) fn charset_labels() -> BTreeMap<&'static str, Vec<&'static str>> {
    Charset::all().map(|charset| (charset.name(), charset.aliases().map(Alias::name).collect())).collect()
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
