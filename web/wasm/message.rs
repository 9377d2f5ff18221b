//! Messages that are kept parsed. JavaScript refers to each message by a number.

use crate::exchange::{Failure, Status, arguments, done, ended, text};
use crate::json::{Object, json};
use crate::policy::for_display;
use mailutf::Limits;
use mailutf::message::{Message, MessagePart, OwnedMessage};
use mailutf::structure::PartKind;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A message that owns its octets.
pub(crate) type Kept = OwnedMessage<Vec<u8>>;

thread_local! {
    static KEPT: RefCell<BTreeMap<u32, Kept>> = const { RefCell::new(BTreeMap::new()) };
}

/// Parses a message (the first argument) whose texts are read by a policy (the second argument), and keeps the message
/// under `number` until [`message_close`]. No other message may have the same number. `around` is the number of levels
/// around the message if another message encloses it, as [`message_enclosed`] returns it, and otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn message_open(number: u32, around: u32) -> Status {
    let [octets, choices] = arguments();
    let kept = for_display(&choices).map(|mut policy| {
        policy.limits.depth = policy.limits.depth.saturating_sub(around as usize);
        OwnedMessage::of(octets, policy)
    });
    ended(kept.map(|message| {
        KEPT.with_borrow_mut(|all| all.insert(number, message));
        []
    }))
}

/// Frees a message. Does nothing if there is no message with this number.
#[unsafe(no_mangle)]
pub extern "C" fn message_close(number: u32) {
    KEPT.with_borrow_mut(|all| all.remove(&number));
}

/// Describes a message and its parts, without the texts and the octets. The result is a JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn message_describe(number: u32) -> Status {
    with(number, |message| done([describe(&message.message()).end()]))
}

/// Finds the text to show. The result is JSON, the index of its part, or null if there is none. Unlike
/// [`message_describe`], this may decode texts.
#[unsafe(no_mangle)]
pub extern "C" fn message_text_body(number: u32) -> Status {
    with(number, |message| done([json(message.message().text_body().map(|part| part.index()))]))
}

/// Decodes the text of a part. The first result is the text. The second result is JSON with its `charset`, and with
/// the evidence for this charset as `because`.
#[unsafe(no_mangle)]
pub extern "C" fn message_text(number: u32, part: usize) -> Status {
    with_part(number, part, |part| {
        let read = part.text().map_err(|why| Failure::new("unreadable", why.to_string()));
        ended(read.map(|read| {
            let how =
                Object::new().with("charset", read.charset.name()).with("because", read.confidence.because());
            [read.text.into_owned().into_bytes(), how.end()]
        }))
    })
}

/// Decodes the text of a part as a person reads it: HTML as plain text, and flowed lines joined. The result is the
/// text.
#[unsafe(no_mangle)]
pub extern "C" fn message_plain_text(number: u32, part: usize) -> Status {
    with_part(number, part, |part| {
        let read = part.plain_text().map_err(|why| Failure::new("unreadable", why.to_string()));
        ended(read.map(|text| [text.into_bytes()]))
    })
}

/// Decodes the transfer encoding of a part. The result is the decoded octets.
#[unsafe(no_mangle)]
pub extern "C" fn message_data(number: u32, part: usize) -> Status {
    with_part(number, part, |part| done([part.octets().into_owned()]))
}

/// Decodes the transfer encoding of a part, to find damage. The result is the damage in words; there is no result if there
/// is none.
#[unsafe(no_mangle)]
pub extern "C" fn message_damage(number: u32, part: usize) -> Status {
    with_part(number, part, |part| match part.content().damage {
        Some(damage) => done([damage.to_string().into_bytes()]),
        None => Status::Nothing,
    })
}

/// Finds the message that a part encloses. The first result is the octets of this message. The second result is JSON,
/// the number of levels around it, which [`message_open`] takes. There is no result if the part encloses no message, or
/// if no more levels are read.
#[unsafe(no_mangle)]
pub extern "C" fn message_enclosed(number: u32, part: usize) -> Status {
    with_part(number, part, |part| match part.enclosed_message() {
        Some(enclosed) => {
            let left = enclosed.message().texts().policy().limits.depth;
            let around = Limits::default().depth.saturating_sub(left);
            done([enclosed.octets().to_vec(), json(around)])
        }
        None => Status::Nothing,
    })
}

/// Reads the addresses in all fields that have a given name (the only argument). The result is a JSON array.
#[unsafe(no_mangle)]
pub extern "C" fn message_addresses(number: u32) -> Status {
    let [name] = arguments();
    with(number, |message| done([json(message.message().addresses(&text(name)))]))
}

/// Reads the URLs in the first field that has a given name (the only argument). The result is a JSON array.
#[unsafe(no_mangle)]
pub extern "C" fn message_urls(number: u32) -> Status {
    let [name] = arguments();
    with(number, |message| done([json(message.message().urls(&text(name)))]))
}

/// Calls `use_it` with an open message.
pub(crate) fn with<T>(number: u32, use_it: impl FnOnce(&Kept) -> T) -> T {
    KEPT.with_borrow(|all| match all.get(&number) {
        Some(message) => use_it(message),
        None => panic!("there is no message {number}"),
    })
}

fn with_part(number: u32, index: usize, use_it: impl FnOnce(MessagePart<'_>) -> Status) -> Status {
    with(number, |message| match message.message().part(index) {
        Some(part) => use_it(part),
        None => panic!("the message has no part {index}"),
    })
}

fn describe(message: &Message<'_>) -> Object {
    let list_id = message.list_id();
    Object::new()
        .with("subject", message.subject())
        .with("from", message.from())
        .with("to", message.to())
        .with("cc", message.cc())
        .with("bcc", message.bcc())
        .with("sender", message.sender())
        .with("replyTo", message.reply_to())
        .with("seconds", message.date().map(|date| date.timestamp()))
        .with("zone", message.date().and_then(|date| date.offset))
        .with("messageId", message.message_id())
        .with("inReplyTo", message.in_reply_to())
        .with("references", message.references())
        .with("listId", list_id.map(|list| list.id))
        .with(
            "headers",
            message.headers().iter().map(|field| (field.name(), field.text())).collect::<Vec<_>>(),
        )
        .with("parts", message.parts().map(|part| described(&part)).collect::<Vec<_>>())
        .with("html", message.html_body().map(|part| part.index()))
        .with("textBodies", indices(message.text_bodies()))
        .with("htmlBodies", indices(message.html_bodies()))
        .with("attachments", indices(message.attachments()))
        .with("files", indices(message.files()))
}

fn indices<'m>(parts: impl Iterator<Item = MessagePart<'m>>) -> Vec<usize> {
    parts.map(|part| part.index()).collect()
}

fn described(part: &MessagePart<'_>) -> Object {
    let structure = part.structure();
    let kind = match structure.kind {
        PartKind::Text => "text",
        PartKind::Multipart => "multipart",
        PartKind::Message => "message",
        PartKind::Fields => "fields",
        _ => "other",
    };
    // Part 0 is the message itself. Its header fields are left out here, because they are already in the object that
    // describes the message.
    let headers = part.headers();
    let fields = match part.index() {
        0 => Vec::new(),
        _ => headers.iter().map(|field| (field.name(), field.text())).collect(),
    };
    Object::new()
        .with("section", part.section())
        .with("parent", structure.parent)
        .with("kind", kind)
        .with("type", part.media_type())
        .with("name", part.file_name())
        .with("safeName", part.safe_file_name())
        .with("charset", part.charset())
        .with("disposition", part.disposition())
        .with("contentId", part.content_id())
        .with("isInline", part.is_inline())
        .with("isAttachment", part.is_attachment())
        .with("headers", fields)
        .with("start", structure.span.start)
        .with("end", structure.span.end)
        .with("bodyStart", structure.body.start)
        .with("bodyEnd", structure.body.end)
}
