//! A message as a line of JSON, for search indexes and language models. `docs/text.schema.json` describes it.

use super::attached::{self, in_lf};
use super::plain::{self, Body, Doubt};
use crate::input::FileEntry;
use crate::inspection::{field_bodies, plan_and_texts};
use crate::report::json_lines;
use crate::terminal::Object;
use mailutf::Normalizer;
use mailutf::header::{self, EmailAddress};
use mailutf::internal::findings_of_texts;
use mailutf::message::{Message, MessagePart};
use mailutf::text::{DecodedText, Unreadable};
use mailutf::transfer::{TransferEncoding, apparent};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The line of JSON for a message, and the problems to report about its body.
pub(super) struct Line {
    pub(super) object: Object,
    /// The parts that cannot be read, each with its index in the message and the reason.
    pub(super) unreadable: Vec<(usize, Unreadable)>,
    pub(super) doubts: Vec<(usize, Doubt)>,
}

pub(super) fn line(entry: &FileEntry<'_>, message: &Message<'_>) -> Line {
    let structure = message.structure();
    let (text_bodies, html_bodies): (Vec<_>, Vec<_>) =
        (message.text_bodies().collect(), message.html_bodies().collect());
    let shown = plain::texts(message);
    let is_shown = |index: usize| shown.binary_search_by_key(&index, MessagePart::index).is_ok();
    // Each map has the index of a text part as its key. `charsets` tells how the text is labelled and read. It has
    // `None` for parts that are read again below, and keeps `None` for those that turn out to be binary data. `texts`
    // has the readable text if the part is to be shown. `left` has an entry for each part that is read again, with the
    // reason why the plan of a conversion could not read it, or `None` if its text only seems to be still encoded.
    let (mut charsets, mut texts, mut left) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let plan = plan_and_texts(message.texts(), |index, _, text| match (text, message.part(index)) {
        (Ok(text), Some(part)) if !seems_encoded(message, &part) => {
            charsets.insert(index, Some(used(message, &part, text)));
            if is_shown(index) {
                let readable = part.plain_text_of(Cow::Borrowed(&text.text)).into_owned();
                texts.insert(index, Ok((readable, Vec::new())));
            }
        }
        (read, _) => {
            charsets.insert(index, None);
            left.insert(index, read.err().map(ToString::to_string));
        }
    });
    // The plan of a conversion leaves some texts unchanged, and guesses how others are read. These texts are read
    // again here, because a program that only shows a text may read more of it than a conversion may change.
    let again = plan.findings().iter().map(|finding| finding.part).chain(left.keys().copied());
    for index in again.collect::<BTreeSet<usize>>() {
        let Some(part) = charsets.get(&index).and_then(|_| message.part(index)) else { continue };
        let why = left.remove(&index).flatten();
        let read = part.text();
        let charset = match &read {
            Ok(text) => {
                let found = || plain::doubts(text).first().map(plain::sentence);
                let used = used(message, &part, text);
                Some(match why.or_else(found) {
                    Some(why) => used.with_text("doubt", Some(&why)),
                    None => used,
                })
            }
            Err(Unreadable::Binary(_)) => None,
            Err(why) => Some(labelled(message, &part).with_text("unreadable", Some(&why.to_string()))),
        };
        charsets.insert(index, charset);
        if is_shown(index) {
            texts.insert(index, read.map(|text| plain::readable(&part, text)));
        }
    }
    let Body { text, unreadable, mut doubts } =
        plain::body(message, &shown, |part| texts.remove(&part.index()).unwrap_or_else(|| plain::read(part)));
    let has_files = text.as_ref().is_some_and(|text| text.contains("begin "));
    let object = Object::default().with_long_text("text", text.map(in_lf));
    // The plan has already decoded the header fields, so their bodies are taken from the plan.
    let fields = |name| field_bodies(message.texts(), &plan, name);
    let subject = |(body, context): (Cow<'_, [u8]>, _)| header::decode_in(&body, &context).into_owned();
    let subject = fields("Subject").next().map(subject);
    let addresses =
        |name| fields(name).flat_map(|(body, context)| header::addresses_in(&body, &context)).map(address);
    // The offsets of findings must refer to the message as it is stored. If `message.texts()` holds a changed copy of
    // the message, the stored message is therefore planned again.
    let stored = message.texts().original_structure();
    let of_stored = || Normalizer::new(message.texts().policy().clone()).plan(message.octets());
    let findings = match stored {
        Cow::Owned(_) => findings_of_texts(&of_stored(), message.texts().policy()),
        Cow::Borrowed(_) => findings_of_texts(&plan, message.texts().policy()),
    };
    let date = message.date();
    let bodies = Object::default()
        .with_texts("text", sections(&text_bodies))
        .with_texts("html", sections(&html_bodies));
    let attachments = message.files().map(|part| attached::part(message, &part, &mut doubts));
    let with_files = if has_files { &*shown } else { &[] };
    let inside = with_files.iter().flat_map(|part| attached::uuencoded(message, part));
    let data = object
        .with("offset", entry.offset())
        .with_text("date", date.map(|date| date.to_string()).as_deref())
        .with_text("date_utc", date.map(|date| date.to_utc().to_string()).as_deref())
        .with_objects("from", addresses("From"))
        .with_objects("to", addresses("To"))
        .with_objects("cc", addresses("Cc"))
        .with_text("subject", subject.as_deref())
        .with_object("bodies", &bodies)
        .with_objects("attachments", attachments.chain(inside))
        .with_objects("charsets", charsets.into_values().flatten())
        .with_objects("findings", findings.iter().map(|f| json_lines::finding(f, &stored.path(f.part))));
    let id = structure.message_id(message.octets());
    Line { object: json_lines::of_message(entry.path, entry.ordinal, id, data), unreadable, doubts }
}

fn sections<'m>(parts: &[MessagePart<'m>]) -> impl Iterator<Item = String> {
    parts.iter().map(MessagePart::section)
}

fn address(EmailAddress { name, address, .. }: EmailAddress) -> Object {
    Object::default().with_text("name", Some(&name)).with_text("address", Some(&address))
}

/// Whether the body seems to be in a transfer encoding that its header does not name.
fn seems_encoded(message: &Message<'_>, part: &MessagePart<'_>) -> bool {
    let part = part.structure();
    let is_named = part.transfer.is_some_and(TransferEncoding::is_identity) && !part.transfer_inferred;
    is_named && apparent(part.body.slice(message.octets())).is_some()
}

/// Says which charset label a text part has.
fn labelled(message: &Message<'_>, part: &MessagePart<'_>) -> Object {
    let label = message.texts().label(part.index());
    let declared = label.as_deref().map(String::from_utf8_lossy);
    Object::default().with_text("part", Some(&part.section())).with_text("declared", declared.as_deref())
}

/// Says which charset label a text part has, and how its text was read.
fn used(message: &Message<'_>, part: &MessagePart<'_>, text: &DecodedText<'_>) -> Object {
    labelled(message, part)
        .with_text("used", Some(text.charset.name()))
        .with_text("because", Some(text.confidence.because()))
}
