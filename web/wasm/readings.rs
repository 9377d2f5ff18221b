//! For each text of a message: the reading that is used at present, and other possible readings. The readings are
//! shown to a person who sees garbled text.

use crate::exchange::{Status, done};
use crate::json::{Object, json};
use crate::message::with;
use mailutf::message::{Place, Reading, Readings};

/// The maximum number of characters of a text in a sample.
const SAMPLE: usize = 200;

/// Finds the readings of a message. The result is a JSON array of objects. Each object describes one body, all
/// encoded words with one label, or raw octets in header fields.
#[unsafe(no_mangle)]
pub extern "C" fn message_readings(number: u32) -> Status {
    with(number, |kept| {
        let message = kept.message();
        let readings: Vec<Object> = message.readings().into_iter().map(object).collect();
        done([json(readings)])
    })
}

fn object(readings: Readings<'_>) -> Object {
    let Readings { place, part, label, body, others, .. } = readings;
    let is_html = part.media_type() == "text/html" && place == Place::Body;
    let others = others.into_iter().map(|Reading { rule, how, text, .. }| {
        let text = if is_html { mailutf::plain::of_html(&text) } else { text };
        Object::new().with("read", rule).with("how", how).with("sample", sample(&text))
    });
    let object = Object::new()
        .with("place", place.as_str())
        .with("part", part.index())
        .with("section", part.section())
        .with("label", label)
        .with("alternatives", others.collect::<Vec<_>>());
    let Some(read) = body else { return object };
    object
        .with("used", read.as_ref().ok().map(|text| text.charset.name()))
        .with("because", read.as_ref().ok().map(|text| text.confidence.because()))
        .with("error", read.as_ref().err().map(ToString::to_string))
}

/// Returns a sample of a text, on one line. The sample begins at the first line that has characters beyond ASCII.
fn sample(text: &str) -> String {
    let start = text.lines().position(|line| !line.is_ascii()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().skip(start).map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ").chars().take(SAMPLE).collect()
}
