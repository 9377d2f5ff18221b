//! A message as a line of JSON, for search indexes and language models. `docs/text.schema.json` describes it.

use crate::report::json_lines;
use crate::terminal::json::Object;
use mailutf::header::EmailAddress;
use mailutf::mailbox::batch::Entry;
use mailutf::message::{Message, MessagePart};
use mailutf::structure::PartKind;
use mailutf::{Plan, body};
use serde_json::{Value, json};
use std::path::Path;

/// `text`: the body, if there is one that can be read.
pub(super) fn line(
    path: &Path,
    entry: &Entry<'_>,
    message: &Message<'_>,
    plan: &Plan<'_>,
    text: Option<String>,
) -> Object {
    let structure = message.structure();
    let texts = message.parts().filter(|part| part.structure().kind == PartKind::Text);
    let findings = plan.findings().iter();
    let data = Object::default()
        .with("offset", entry.offset())
        .with("date", message.date().map(|date| date.to_string()))
        .with_list("from", addresses(&message.from()))
        .with_list("to", addresses(&message.to()))
        .with_list("cc", addresses(&message.cc()))
        .with("subject", message.subject())
        .with("text", text)
        .with_list("attachments", message.attachments().map(|part| attachment(&part)))
        .with_list("charsets", texts.filter_map(|part| charset(message, &part)))
        .with_list("findings", findings.map(|f| json_lines::finding(f, &structure.path(f.part))));
    json_lines::of_message(path, entry.ordinal, structure.message_id(message.octets()), data)
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
fn charset(message: &Message<'_>, part: &MessagePart<'_>) -> Option<Value> {
    let label = message.texts().label(part.index());
    let declared = label.as_deref().map(String::from_utf8_lossy);
    Some(match part.text() {
        Ok(text) => json!({
            "part": part.section(),
            "declared": declared,
            "used": text.charset.name(),
            "because": text.confidence.because(),
        }),
        Err(body::Unreadable::Binary(_)) => return None,
        Err(why) => json!({ "part": part.section(), "declared": declared, "unreadable": why.to_string() }),
    })
}
