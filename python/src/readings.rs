//! How the texts of a message are read, and how they could be read otherwise.

use crate::fields::{representation, values};
use mailutf::charset::Label;
use mailutf::message::{Message, MessagePart};
use mailutf::structure::PartKind;
use mailutf::text::alternatives::{self, Hypothesis, alternatives};
use mailutf::text::word_alternatives::word_alternatives;
use mailutf::text::{Context, Unreadable, resolve};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::HashSet;

/// Largest text, in octets, for which other readings are sought: several of them are in memory at once.
const READ_AGAIN: usize = 1 << 20;

/// Another reading of a text.
///
/// >>> import mailutf
/// >>> mailutf.Alternative("koi8-r", "in KOI8-R", "Код").text
/// 'Код'
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Alternative {
    /// The value of `read` in a rule that chooses it: "label", "evidence" or a charset: str.
    read: String,
    /// What it assumes, such as "in KOI8-R": str.
    how: String,
    /// The text: str.
    text: String,
}

/// How a text of a message is read, and how it could be read otherwise.
///
/// >>> import mailutf
/// >>> message = mailutf.Message(b"Content-Type: text/plain; charset=iso-8859-1\n\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?\n")
/// >>> reading = message.readings()[0]
/// >>> reading.used, reading.text, reading.alternatives[0].text
/// ('windows-1251', 'Привет, как дела?\n', 'Ïðèâåò, êàê äåëà?\n')
#[pyclass(frozen, eq, hash, get_all, module = "mailutf")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Readings {
    /// What it is: "body", "words" (encoded words of one label) or "fields" (octets beyond US-ASCII in header fields): str.
    place: String,
    /// The section of the part that it is in: str.
    section: String,
    /// The label as it is written: str, None without one.
    label: Option<String>,
    /// The charset that a body is read in: str, None if it cannot be read, and elsewhere.
    used: Option<String>,
    /// The text of a body: str, None if it cannot be read, and elsewhere.
    text: Option<String>,
    /// Other readings, the likeliest first: list of `Alternative`, empty for most texts.
    alternatives: Vec<Alternative>,
}

const ALTERNATIVE: &[&str] = &["read", "how", "text"];
const READINGS: &[&str] = &["place", "section", "label", "used", "text", "alternatives"];

impl Alternative {
    fn of(found: alternatives::Alternative) -> Option<Self> {
        let read = match found.hypothesis {
            Hypothesis::In(charset) => charset.name(),
            Hypothesis::EncodedAgain(_) | Hypothesis::WithoutEscapes => "evidence",
            _ => return None,
        };
        Some(Self { read: read.to_owned(), how: found.hypothesis.to_string(), text: found.text })
    }
}

impl Readings {
    /// Those of a message: of each text, of the labels of encoded words that no text has, and of raw fields.
    pub(crate) fn of(message: &Message<'_>) -> Vec<Self> {
        let (mut found, mut labels) = (Vec::new(), HashSet::new());
        for part in message.parts().filter(|part| part.structure().kind == PartKind::Text) {
            labels.extend(part.charset().and_then(|label| Label::read(label.as_bytes())));
            found.push(Self::of_body(&part));
        }
        let texts = message.texts();
        for part in message.parts() {
            let fields = part.structure().header.fields.iter();
            for words in word_alternatives(message.octets(), fields, &texts.context()) {
                if !words.alternatives.is_empty() && labels.insert(words.label) {
                    let label = String::from_utf8_lossy(words.written).into_owned();
                    found.push(Self::elsewhere("words", &part, Some(label), words.alternatives));
                }
            }
        }
        found.extend(Self::of_fields(message));
        found
    }

    fn of_body(part: &MessagePart<'_>) -> Self {
        let (read, octets) = (part.text(), part.octets());
        let doubt = match &read {
            Err(Unreadable::Text(unresolved)) => unresolved.doubt,
            _ => None,
        };
        let mut others: Vec<Alternative> = Vec::new();
        if !matches!(read, Err(Unreadable::Binary(_))) && octets.len() <= READ_AGAIN {
            others.extend(read.as_ref().ok().and_then(|read| {
                let charset = Label::read(part.charset()?.as_bytes())?.charset();
                let text =
                    charset.decode_strict(&octets).ok().filter(|_| charset != read.charset)?.into_owned();
                Some(Alternative {
                    read: "label".to_owned(),
                    how: format!("in {charset}, as its label says"),
                    text,
                })
            }));
            for other in alternatives(&octets, read.as_ref().map_err(|_| doubt))
                .into_iter()
                .filter_map(Alternative::of)
            {
                if others.iter().all(|known| known.text != other.text) {
                    others.push(other);
                }
            }
        }
        let read = read.ok();
        Self {
            place: "body".to_owned(),
            section: part.section(),
            label: part.charset().map(|label| label.into_owned()),
            used: read.as_ref().map(|read| read.charset.name().to_owned()),
            text: read.map(|read| read.text.into_owned()),
            alternatives: others,
        }
    }

    /// Those of octets beyond US-ASCII in header fields, which no label names.
    fn of_fields(message: &Message<'_>) -> Option<Self> {
        let part = message.part(0)?;
        let headers = part.headers();
        let raw: Vec<&[u8]> = headers.iter().map(|field| field.raw()).filter(|raw| !raw.is_ascii()).collect();
        let raw = raw.concat();
        if raw.is_empty() || raw.len() > READ_AGAIN || str::from_utf8(&raw).is_ok() {
            return None;
        }
        let texts = message.texts();
        let read = resolve(&raw, None, &Context::new(texts.policy()));
        let found = Self::elsewhere(
            "fields",
            &part,
            None,
            alternatives(&raw, read.as_ref().map_err(|why| why.doubt)),
        );
        (!found.alternatives.is_empty()).then_some(found)
    }

    fn elsewhere(
        place: &str,
        part: &MessagePart<'_>,
        label: Option<String>,
        others: Vec<alternatives::Alternative>,
    ) -> Self {
        let alternatives = others.into_iter().filter_map(Alternative::of).collect();
        Self { place: place.to_owned(), section: part.section(), label, used: None, text: None, alternatives }
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
        label: Option<String>,
        used: Option<String>,
        text: Option<String>,
        alternatives: Vec<Alternative>,
    ) -> Self {
        Self { place, section, label, used, text, alternatives }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, READINGS)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, READINGS)
    }
}
