//! How the texts of a message are read, and how they could be read otherwise: for a person who sees garbage.

use crate::exchange::{Status, done};
use crate::json::{Object, json};
use crate::message::with;
use mailutf::charset::{Charset, Label};
use mailutf::message::{Message, MessagePart};
use mailutf::structure::PartKind;
use mailutf::text::alternatives::{Alternative, Hypothesis, alternatives};
use mailutf::text::word_alternatives::word_alternatives;
use mailutf::text::{Context, Unreadable, resolve};
use std::collections::HashSet;

/// Largest body, in octets, for which other readings are sought: several of them are in memory at once.
const READ_AGAIN: usize = 1 << 20;

/// Most characters of a text that are shown to choose from.
const SAMPLE: usize = 200;

/// The readings of a message: result 0, an array with an object for each text, and for each label of encoded words.
#[unsafe(no_mangle)]
pub extern "C" fn message_readings(number: u32) -> Status {
    with(number, |kept| {
        let message = kept.message();
        let mut readings = Vec::new();
        let mut labels = HashSet::new();
        for part in message.parts().filter(|part| part.structure().kind == PartKind::Text) {
            labels.extend(part.charset().and_then(|label| Label::read(label.as_bytes())));
            readings.push(of_text(&part));
        }
        readings.extend(of_words(&message, &mut labels));
        readings.extend(of_raw_fields(&message));
        done([json(readings)])
    })
}

/// Another reading of a text.
struct Other {
    /// The value of `read` in a rule.
    read: &'static str,
    /// In words.
    how: String,
    text: String,
}

impl Other {
    fn of(alternative: Alternative) -> Option<Self> {
        let read = match alternative.hypothesis {
            Hypothesis::In(charset) => charset.name(),
            Hypothesis::EncodedAgain(_) | Hypothesis::WithoutEscapes => "evidence",
            _ => return None,
        };
        Some(Self { read, how: alternative.hypothesis.to_string(), text: alternative.text })
    }

    /// By the label, where the text is read by other evidence.
    fn as_labelled(part: &MessagePart<'_>, octets: &[u8], used: Charset) -> Option<Self> {
        let charset = Label::read(part.charset()?.as_bytes())?.charset();
        let text = charset.decode_strict(octets).ok().filter(|_| charset != used)?.into_owned();
        Some(Self { read: "label", how: format!("in {charset}, as its label says"), text })
    }
}

fn of_text(part: &MessagePart<'_>) -> Object {
    let read = part.text();
    let octets = part.octets();
    let doubt = match &read {
        Err(Unreadable::Text(unresolved)) => unresolved.doubt,
        _ => None,
    };
    let mut others = Vec::new();
    if !matches!(read, Err(Unreadable::Binary(_))) && octets.len() <= READ_AGAIN {
        let used = read.as_ref().ok().map(|text| text.charset);
        others.extend(used.and_then(|used| Other::as_labelled(part, &octets, used)));
        let found = alternatives(&octets, read.as_ref().map_err(|_| doubt)).into_iter();
        let is_new = |other: &Other| others.iter().all(|known: &Other| known.text != other.text);
        let found: Vec<Other> = found.filter_map(Other::of).filter(is_new).collect();
        others.extend(found);
    }
    reading("body", part, part.charset().as_deref(), others)
        .with("used", read.as_ref().ok().map(|text| text.charset.name()))
        .with("because", read.as_ref().ok().map(|text| text.confidence.because()))
        .with("error", read.as_ref().err().map(ToString::to_string))
}

/// The readings of encoded words whose label no text has.
fn of_words(message: &Message<'_>, labels: &mut HashSet<Label>) -> Vec<Object> {
    let texts = message.texts();
    let mut readings = Vec::new();
    for part in message.parts() {
        let fields = part.structure().header.fields.iter();
        for words in word_alternatives(message.octets(), fields, &texts.context()) {
            if !words.alternatives.is_empty() && labels.insert(words.label) {
                let label = String::from_utf8_lossy(words.written);
                let others = words.alternatives.into_iter().filter_map(Other::of).collect();
                readings.push(reading("words", &part, Some(&label), others));
            }
        }
    }
    readings
}

/// The readings of octets beyond ASCII in header fields, which no label names.
fn of_raw_fields(message: &Message<'_>) -> Option<Object> {
    let part = message.part(0)?;
    let headers = part.headers();
    let raw: Vec<&[u8]> = headers.iter().map(|field| field.raw()).filter(|raw| !raw.is_ascii()).collect();
    let raw = raw.concat();
    if raw.is_empty() || raw.len() > READ_AGAIN || std::str::from_utf8(&raw).is_ok() {
        return None;
    }
    let texts = message.texts();
    let read = resolve(&raw, None, &Context::new(texts.policy()));
    let others = alternatives(&raw, read.as_ref().map_err(|why| why.doubt)).into_iter();
    let others: Vec<Other> = others.filter_map(Other::of).collect();
    (!others.is_empty()).then(|| reading("fields", &part, None, others))
}

fn reading(place: &str, part: &MessagePart<'_>, label: Option<&str>, others: Vec<Other>) -> Object {
    let is_html = part.media_type() == "text/html" && place == "body";
    let others = others.into_iter().map(|Other { read, how, text }| {
        let text = if is_html { mailutf::plain::of_html(&text) } else { text };
        Object::new().with("read", read).with("how", how).with("sample", sample(&text))
    });
    Object::new()
        .with("place", place)
        .with("part", part.index())
        .with("section", part.section())
        .with("label", label)
        .with("alternatives", others.collect::<Vec<_>>())
}

/// The text from the first line on that has characters beyond ASCII, on one line.
fn sample(text: &str) -> String {
    let start = text.lines().position(|line| !line.is_ascii()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().skip(start).map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ").chars().take(SAMPLE).collect()
}
