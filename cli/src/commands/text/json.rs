//! A message as a line of JSON, for search indexes and language models. `docs/text.schema.json` describes it.

use super::plain;
use crate::report::json_lines;
use crate::terminal::json::Object;
use mailutf::header::EmailAddress;
use mailutf::mailbox::batch::Entry;
use mailutf::message::{Message, MessagePart};
use mailutf::rewrite::normalize_texts;
use mailutf::structure::PartKind;
use mailutf::text::{DecodedText, Unreadable};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The line for a message, and the parts of its body that cannot be read.
pub(super) fn line(
    path: &Path,
    entry: &Entry<'_>,
    message: &Message<'_>,
) -> (Object, Vec<(usize, Unreadable)>) {
    let structure = message.structure();
    let mut readings = Readings::new(message);
    let plan = normalize_texts(message.texts(), &mut |body| {
        if let Some(part) = message.part(body.part) {
            readings.take(&part, body.text);
        }
    });
    // Those that are not read for a plan, because they stay as they are.
    for part in message.parts().filter(|part| part.structure().kind == PartKind::Text) {
        if !readings.charsets.contains_key(&part.index()) {
            readings.take(&part, part.text().as_ref());
        }
    }
    let Readings { mut texts, charsets, .. } = readings;
    let body = plain::body(message, |part| texts.remove(&part.index()).unwrap_or_else(|| part.plain_text()));
    let findings = plan.findings().iter();
    let date = message.date();
    let data = Object::default()
        .with("offset", entry.offset())
        .with("date", date.map(|date| date.to_string()))
        .with("date_utc", date.map(|date| date.to_utc().to_string()))
        .with_list("from", addresses(&message.from()))
        .with_list("to", addresses(&message.to()))
        .with_list("cc", addresses(&message.cc()))
        .with("subject", message.subject())
        .with("text", body.text)
        .with(
            "bodies",
            json!({ "text": sections(message.text_bodies()), "html": sections(message.html_bodies()) }),
        )
        .with_list("attachments", message.files().map(|part| attachment(&part)))
        .with_list("charsets", charsets.into_values().flatten())
        .with_list("findings", findings.map(|f| json_lines::finding(f, &structure.path(f.part))));
    let id = structure.message_id(message.octets());
    (json_lines::of_message(path, entry.ordinal, id, data), body.unreadable)
}

/// What is needed of the texts, each of which is decoded once, for the plan.
struct Readings<'m, 'a> {
    message: &'m Message<'a>,
    /// The parts of the body.
    wanted: BTreeSet<usize>,
    /// Their readable text.
    texts: BTreeMap<usize, Result<String, Unreadable>>,
    /// How each text part is labelled and read; `None` if it holds no text.
    charsets: BTreeMap<usize, Option<Value>>,
}

impl<'m, 'a> Readings<'m, 'a> {
    fn new(message: &'m Message<'a>) -> Self {
        let wanted = plain::texts(message).iter().map(MessagePart::index).collect();
        Self { message, wanted, texts: BTreeMap::new(), charsets: BTreeMap::new() }
    }

    fn take(&mut self, part: &MessagePart<'_>, text: Result<&DecodedText<'_>, &Unreadable>) {
        if self.wanted.contains(&part.index()) {
            let readable = text.map(|text| part.plain_text_of(Cow::Borrowed(&text.text)));
            self.texts.insert(part.index(), readable.map_err(Clone::clone));
        }
        self.charsets.insert(part.index(), charset(self.message, part, text));
    }
}

fn sections<'m>(parts: impl Iterator<Item = MessagePart<'m>>) -> Vec<String> {
    parts.map(|part| part.section()).collect()
}

fn addresses(list: &[EmailAddress]) -> impl Iterator<Item = Value> {
    list.iter().map(|one| json!({ "name": one.name, "address": one.address }))
}

fn attachment(part: &MessagePart<'_>) -> Value {
    json!({
        "part": part.section(),
        "name": part.file_name(),
        "media_type": part.media_type(),
        "octets": part.octets().len(),
    })
}

/// How a text part is labelled and read; `None` if it holds no text.
fn charset(
    message: &Message<'_>,
    part: &MessagePart<'_>,
    text: Result<&DecodedText<'_>, &Unreadable>,
) -> Option<Value> {
    let label = message.texts().label(part.index());
    let declared = label.as_deref().map(String::from_utf8_lossy);
    Some(match text {
        Ok(text) => json!({
            "part": part.section(),
            "declared": declared,
            "used": text.charset.name(),
            "because": text.confidence.because(),
        }),
        Err(Unreadable::Binary(_)) => return None,
        Err(why) => json!({ "part": part.section(), "declared": declared, "unreadable": why.to_string() }),
    })
}
