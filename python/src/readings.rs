//! For each text of a message: the reading that is used at present, and other possible readings.

use crate::fields::{representation, values};
use mailutf::message::{self, Place, Reading};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A possible reading of a text, different from the reading that is used at present.
///
/// >>> import mailutf
/// >>> mailutf.Alternative("koi8-r", "in KOI8-R", "Код").text
/// 'Код'
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Alternative {
    /// The value of the key `read` in a rule that chooses this reading: "label", "evidence" or a charset: str. A rule
    /// with the key `message-id` and the value `Readings.message_id`, or with the key `digest` and the digest of the
    /// outermost message, chooses it. A broader rule does not if the octets prove the present reading, as valid UTF-8 does.
    /// No rule reads octets in header fields, or text that is labelled UTF-8, against such proof.
    read: String,
    /// The assumption on which this reading rests, such as "in KOI8-R": str.
    how: String,
    /// The text in this reading: str. For a body, this is the whole text. For encoded words and for raw octets in
    /// fields, this is their text without the blanks around it.
    text: String,
}

/// The present reading of one text of a message, and other possible readings of the text.
///
/// >>> import mailutf
/// >>> message = mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?\n")
/// >>> reading = message.readings()[0]
/// >>> reading.used, reading.text, reading.alternatives[0].text
/// ('windows-1251', 'Привет, как дела?\n', 'Ïðèâåò, êàê äåëà?\n')
#[pyclass(frozen, eq, hash, get_all, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Readings {
    /// The kind of text: "body", "words" (encoded words with one label) or "fields" (octets beyond US-ASCII in
    /// header fields): str.
    place: String,
    /// The section number of the part that contains the text, as in `Text`: str. A body that is the whole message has "1", but
    /// its findings have the section "".
    section: String,
    /// The Message-ID for the key `message-id` of a rule about this text: str. For a text of an enclosed message, it is that of
    /// the enclosed message. In a rule, `*`, `<` and backslashes of it need a backslash before them. None if there is none, or if
    /// it is not UTF-8: then use `digest`. A rule by `digest` does not apply to the converted message, because a conversion
    /// changes the digest.
    message_id: Option<String>,
    /// The charset label of the text, as the message spells it: str, or None if there is none.
    label: Option<String>,
    /// The charset in which a body is read: str, or None if the body cannot be read or the text is not a body.
    used: Option<String>,
    /// The text of a body: str, or None if the body cannot be read or the text is not a body: then `Message.header` has the
    /// text as it is read now. Octets that cannot be decoded are U+FFFD. `Finding.start` of "text-unresolved" says where the first of
    /// these octets is.
    text: Option<String>,
    /// Other possible readings: list of `Alternative`, the likeliest first. The list is empty for most texts.
    /// It can be empty even for a doubtful text, because the likely reading can be the present one already.
    alternatives: Vec<Alternative>,
}

const ALTERNATIVE: &[&str] = &["read", "how", "text"];
const READINGS: &[&str] = &["place", "section", "message_id", "label", "used", "text", "alternatives"];

impl Alternative {
    /// Returns an alternative of a text in `place`. In a field, blanks around the text are removed, because the octets
    /// of a field begin with the blank after the colon.
    fn of(found: Reading, place: Place) -> Self {
        let text = if place == Place::Body { found.text } else { found.text.trim().to_owned() };
        Self { read: found.rule.to_owned(), how: found.how, text }
    }
}

impl Readings {
    pub(crate) fn of(found: message::Readings<'_>) -> Self {
        let section = found.part.section();
        let read = found.body.and_then(Result::ok);
        Self {
            place: found.place.as_str().to_owned(),
            section,
            message_id: found.message_id,
            label: found.label,
            used: read.as_ref().map(|read| read.charset.name().to_owned()),
            text: read.map(|read| read.text.into_owned()),
            alternatives: found.others.into_iter().map(|other| Alternative::of(other, found.place)).collect(),
        }
    }
}

#[pymethods]
impl Alternative {
    #[new]
    fn new(read: String, how: String, text: String) -> Self {
        Self { read, how, text }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, ALTERNATIVE)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, ALTERNATIVE)
    }
}

#[pymethods]
impl Readings {
    #[new]
    fn new(
        place: String,
        section: String,
        message_id: Option<String>,
        label: Option<String>,
        used: Option<String>,
        text: Option<String>,
        alternatives: Vec<Alternative>,
    ) -> Self {
        Self { place, section, message_id, label, used, text, alternatives }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, READINGS)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, READINGS)
    }
}
