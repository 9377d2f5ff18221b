//! A message as a line of JSON.
//!
//! A message has these fields:
//!
//! - `schema`: 1. The number is incremented if a field is removed or changes its meaning.
//! - `file`: the name of the file.
//! - `message`: the number of the message in the file, from 1.
//! - `offset`: the offset of the message in the file.
//! - `message_id`: the message identifier, or null.
//! - `changes`: whether normalization changes the message.
//! - `unresolved`: whether some text of the message cannot be converted without loss.
//! - `parts`: the parts of the message.
//!
//! A part has these fields:
//!
//! - `part`: the IMAP number of the part; "" is the message itself.
//! - `media_type`: the media type.
//! - `transfer_encoding`: the transfer encoding, or null if it is unknown.
//! - `attachment`: whether the part is an attachment.
//! - `start` and `end`: the offsets of the body.
//! - `charset`: an object about the charset, or null if the part is not text. Its field `declared` is the label. If the
//!   text is read, `used` is the charset in which it is read, and `because` is the evidence for this charset. If not,
//!   the reason is in the field `doubtful` (the text can be read in two ways) or `unreadable`.
//! - `damage`: why the content of an attachment or of another part that is not text may be incomplete, or null.
//! - `maybe`: the alternative readings. Each has three fields: `supposes` is the assumption, `option` is the
//!   option that selects the reading (or null), and `text` is a line of the text.
//! - `fields`: the header fields whose text changes.
//! - `findings`: the findings, in the same form as in the report of `normalize`.
//!
//! Offsets of parts count octets of the message without its `From ` line and without mbox quoting. Octets that are
//! not UTF-8 become U+FFFD.

use crate::input::FileEntry;
use crate::inspection::{Alternative, ChangedField, Inspection, PartInspection};
use crate::report::json_lines;
use crate::terminal::Object;
use mailutf::structure::Part;
use serde_json::{Value, json};

pub(super) fn line(entry: &FileEntry<'_>, inspection: &Inspection<'_>) -> Object {
    let parts = inspection.message.parts().iter().zip(&inspection.parts);
    let data = Object::default()
        .with("offset", entry.offset())
        .with("changes", !inspection.plan.is_noop())
        .with("unresolved", inspection.plan.is_unresolved())
        .with_objects("parts", parts.map(|(part, inspected)| of_part(part, inspected)));
    json_lines::of_message(entry.path, entry.ordinal, inspection.message_id(), data)
}

fn of_part(part: &Part, inspected: &PartInspection) -> Object {
    Object::default()
        .with("part", inspected.path.as_str())
        .with("media_type", json!(part.media_type))
        .with("transfer_encoding", part.transfer.map(|transfer| transfer.name()))
        .with("attachment", part.attachment)
        .with("start", part.body.start)
        .with("end", part.body.end)
        .with("charset", charset(inspected))
        .with("damage", inspected.damage.as_ref().map(ToString::to_string))
        .with_list("maybe", inspected.alternatives.iter().map(alternatives))
        .with_list("fields", inspected.fields.iter().map(field))
        .with_objects("findings", inspected.findings.iter().map(|f| json_lines::finding(f, &inspected.path)))
}

fn charset(inspected: &PartInspection) -> Option<Value> {
    let read = inspected.charset.as_ref()?.as_ref().copied().map_err(|why| (why.state(), why));
    Some(json_lines::charset(inspected.label.as_deref(), read))
}

fn alternatives(other: &Alternative) -> Value {
    json!({ "supposes": other.hypothesis.to_string(), "option": other.option, "text": other.line })
}

fn field(field: &ChangedField) -> Value {
    json!({
        "start": field.offset,
        "name": String::from_utf8_lossy(&field.name),
        "before": String::from_utf8_lossy(&field.before),
        "after": String::from_utf8_lossy(&field.after),
    })
}
