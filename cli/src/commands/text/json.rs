//! A message as a line of JSON, for search indexes and language models. `docs/text.schema.json` describes it.

use super::plain::{self, Body};
use crate::input::FileEntry;
use crate::inspection::{field_bodies, plan_and_texts};
use crate::report::json_lines;
use crate::terminal::Object;
use mailutf::Normalizer;
use mailutf::header::{self, EmailAddress};
use mailutf::message::{Message, MessagePart};
use mailutf::text::{DecodedText, Unreadable};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The line for a message, and the parts of its body that cannot be read.
pub(super) fn line(entry: &FileEntry<'_>, message: &Message<'_>) -> (Object, Vec<(usize, Unreadable)>) {
    let structure = message.structure();
    let (text_bodies, html_bodies): (Vec<_>, Vec<_>) =
        (message.text_bodies().collect(), message.html_bodies().collect());
    let shown = plain::texts(message, &text_bodies);
    // The readable texts of those to show; and how each text part is labelled and read, or `None` if it holds no text.
    let (mut texts, mut charsets) = (BTreeMap::new(), BTreeMap::new());
    let plan = plan_and_texts(message.texts(), |index, _, text| {
        let Some(part) = message.part(index) else { return };
        if shown.binary_search_by_key(&index, MessagePart::index).is_ok() {
            let readable = text.map(|text| part.plain_text_of(Cow::Borrowed(&text.text)).into_owned());
            texts.insert(index, readable.map_err(Clone::clone));
        }
        charsets.insert(index, charset(message, &part, text));
    });
    let Body { text, unreadable } =
        plain::body(message, &shown, |part| texts.remove(&part.index()).unwrap_or_else(|| part.plain_text()));
    let object = Object::default().with_long_text("text", text);
    drop(texts);
    // What the plan has decoded is not decoded once more.
    let fields = |name| field_bodies(message.texts(), &plan, name);
    let subject =
        fields("Subject").next().map(|(body, context)| header::decode_in(&body, &context).into_owned());
    let addresses =
        |name| fields(name).flat_map(|(body, context)| header::addresses_in(&body, &context)).map(address);
    // Their places are those of the message as it is stored.
    let stored = message.texts().original_structure();
    let of_stored = || Normalizer::new(message.texts().policy().clone()).plan(message.octets());
    let findings = match stored {
        Cow::Owned(_) => of_stored().findings().to_vec(),
        Cow::Borrowed(_) => plan.findings().to_vec(),
    };
    let date = message.date();
    let bodies = Object::default()
        .with_texts("text", sections(&text_bodies))
        .with_texts("html", sections(&html_bodies));
    let data = object
        .with("offset", entry.offset())
        .with_text("date", date.map(|date| date.to_string()).as_deref())
        .with_text("date_utc", date.map(|date| date.to_utc().to_string()).as_deref())
        .with_objects("from", addresses("From"))
        .with_objects("to", addresses("To"))
        .with_objects("cc", addresses("Cc"))
        .with_text("subject", subject.as_deref())
        .with_object("bodies", &bodies)
        .with_objects("attachments", message.files().map(|part| attachment(&part)))
        .with_objects("charsets", charsets.into_values().flatten())
        .with_objects("findings", findings.iter().map(|f| json_lines::finding(f, &stored.path(f.part))));
    let id = structure.message_id(message.octets());
    (json_lines::of_message(entry.path, entry.ordinal, id, data), unreadable)
}

fn sections<'m>(parts: &[MessagePart<'m>]) -> impl Iterator<Item = String> {
    parts.iter().map(MessagePart::section)
}

fn address(EmailAddress { name, address, .. }: EmailAddress) -> Object {
    Object::default().with_text("name", Some(&name)).with_text("address", Some(&address))
}

fn attachment(part: &MessagePart<'_>) -> Object {
    Object::default()
        .with_text("part", Some(&part.section()))
        .with_text("name", part.file_name().as_deref())
        .with_text("media_type", Some(part.media_type()))
        .with("octets", part.octets().len())
}

/// How a text part is labelled and read; `None` if it holds no text.
fn charset(
    message: &Message<'_>,
    part: &MessagePart<'_>,
    text: Result<&DecodedText<'_>, &Unreadable>,
) -> Option<Object> {
    let label = message.texts().label(part.index());
    let declared = label.as_deref().map(String::from_utf8_lossy);
    let object =
        Object::default().with_text("part", Some(&part.section())).with_text("declared", declared.as_deref());
    match text {
        Ok(text) => Some(
            object
                .with_text("used", Some(text.charset.name()))
                .with_text("because", Some(text.confidence.because())),
        ),
        Err(Unreadable::Binary(_)) => None,
        Err(why) => Some(object.with_text("unreadable", Some(&why.to_string()))),
    }
}
