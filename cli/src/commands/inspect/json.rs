//! A message as a line of JSON.
//!
//! Fields: `schema` (1; it grows when a field changes its meaning or goes), `file`, `message` (its number, from
//! 1), `offset` (octets before it in the file), `message_id` (or null), `changes` (whether normalizing changes
//! it), `unresolved` and `parts`. Of a part: `part` (as IMAP counts; "" is the message itself), `media_type`,
//! `transfer_encoding` (null where it is unknown), `attachment`, `start` and `end` of its body, `charset` (null
//! where it is no text), `maybe` (other readings: what each `supposes`, the `option` that has the text read so, or
//! null, and a line of the `text`), `fields` of which the text changes, and `findings` as in the report of `normalize`.
//! Of a charset: `declared`, `used`, `because`, or `unreadable` with why. Octets are those of the message, its
//! `From ` line not counted and mbox quoting undone; what is no UTF-8 in them is shown with U+FFFD.

use crate::inspection::{Alternative, Changed, Inspection, PartInspection};
use crate::report;
use mailutf::mailbox::batch::Entry;
use mailutf::structure::Part;
use serde_json::{Value, json};
use std::path::Path;

pub(super) fn line(path: &Path, entry: &Entry<'_>, look: &Inspection<'_>) -> Value {
    let id = String::from_utf8_lossy(look.message_id());
    let parts = look.message.parts().iter().zip(&look.parts);
    json!({
        "schema": 1,
        "file": path.to_string_lossy(),
        "message": entry.ordinal + 1,
        "offset": entry.offset(),
        "message_id": (!id.is_empty()).then_some(id),
        "changes": !look.plan.is_noop(),
        "unresolved": look.plan.is_unresolved(),
        "parts": parts.map(|(part, seen)| of_part(part, seen)).collect::<Vec<_>>(),
    })
}

fn of_part(part: &Part, seen: &PartInspection) -> Value {
    json!({
        "part": seen.path,
        "media_type": part.media_type,
        "transfer_encoding": part.transfer.map(|transfer| transfer.name()),
        "attachment": part.attachment,
        "start": part.body.start,
        "end": part.body.end,
        "charset": charset(seen),
        "maybe": seen.alternatives.iter().map(alternatives).collect::<Vec<_>>(),
        "fields": seen.fields.iter().map(field).collect::<Vec<_>>(),
        "findings": seen.findings.iter().map(|f| report::finding(f, &seen.path)).collect::<Vec<_>>(),
    })
}

fn charset(seen: &PartInspection) -> Option<Value> {
    let declared = seen.label.as_deref().map(String::from_utf8_lossy);
    Some(match seen.read.as_ref()? {
        Ok((charset, why)) => {
            json!({ "declared": declared, "used": charset.name(), "because": why.because() })
        }
        Err(why) => json!({ "declared": declared, "unreadable": why.to_string() }),
    })
}

fn alternatives(other: &Alternative) -> Value {
    json!({ "supposes": other.hypothesis.to_string(), "option": other.option, "text": other.line })
}

fn field(field: &Changed) -> Value {
    json!({
        "start": field.offset,
        "name": String::from_utf8_lossy(&field.name),
        "before": String::from_utf8_lossy(&field.before),
        "after": String::from_utf8_lossy(&field.after),
    })
}
