//! The attachments of a message as JSON. The texts of text files, of enclosed messages, and of files that are
//! uuencoded within a text of the message are included.
//!
//! Each attachment is read only when it is written, so that only one text is in memory.

use super::plain::{self, Doubt};
use crate::search::{files, in_one_line};
use crate::terminal::Object;
use mailutf::message::{HeaderField, Message, MessagePart};
use mailutf::structure::PartKind;

/// The maximum size in octets of a uuencoded file whose text is included. The text of a larger file is left out,
/// because its octets are in the text of the message in any case.
const UUENCODED: usize = 4 << 20;

/// The header fields of an enclosed message that are shown before its text.
const FIELDS: [&str; 5] = ["From", "To", "Cc", "Date", "Subject"];

/// Returns the JSON object for a part that is an attachment. Adds the doubts about the text of the part to
/// `doubts`.
pub(super) fn part(
    message: &Message<'_>,
    part: &MessagePart<'_>,
    doubts: &mut Vec<(usize, Doubt)>,
) -> Object {
    let text = match part.enclosed_message() {
        Some(enclosed) => Some(of_message(&enclosed.message(), part.index(), doubts)),
        None => match part.structure().kind {
            PartKind::Text => plain::read(part).ok().map(|(text, found)| {
                doubts.extend(found.into_iter().map(|doubt| (part.index(), doubt)));
                text
            }),
            PartKind::Fields => {
                let fields: Vec<String> = part
                    .inner_headers()
                    .map(|headers| headers.iter().map(|field| line(&field)).collect())
                    .collect();
                Some(fields.join("\n"))
            }
            _ => files::text_of(part, message.texts().input(), message.texts().policy()),
        },
    };
    Object::default()
        .with_text("part", Some(&part.section()))
        .with_text("name", part.file_name().as_deref())
        .with_text("media_type", Some(part.media_type()))
        .with("octets", part.octets().len())
        .with("uuencoded", false)
        .with_text("text", text.map(in_lf).as_deref())
}

/// Returns a JSON object for each file that is uuencoded in the text of a part.
pub(super) fn uuencoded(message: &Message<'_>, part: &MessagePart<'_>) -> Vec<Object> {
    let Ok(text) = part.text() else { return Vec::new() };
    let file = |file: files::Uuencoded<'_>| {
        let octets = file.octets.len();
        let is_short = octets <= UUENCODED;
        let text = is_short.then(|| files::text_in(file.octets, message.texts().policy())).flatten();
        Object::default()
            .with_text("part", Some(&part.section()))
            .with_text("name", Some(file.name))
            .with_text("media_type", Some("application/octet-stream"))
            .with("octets", octets)
            .with("uuencoded", true)
            .with_text("text", text.map(in_lf).as_deref())
    };
    files::uuencoded(&text.text).map(file).collect()
}

/// Returns the text of an enclosed message: the header fields in [`FIELDS`], and the body. `index` is the index of the
/// part that encloses the message.
fn of_message(message: &Message<'_>, index: usize, doubts: &mut Vec<(usize, Doubt)>) -> String {
    let fields = FIELDS.iter().filter_map(|name| message.header(name));
    let header: String = fields.map(|field| line(&field)).collect();
    let body = plain::body(message, &plain::texts(message), plain::read);
    doubts.extend(body.doubts.into_iter().map(|(_, doubt)| (index, doubt)));
    format!("{header}\n{}", body.text.unwrap_or_default())
}

fn line(field: &HeaderField<'_>) -> String {
    format!("{}: {}\n", field.name(), in_one_line(field.text()))
}

/// Returns the text with each CRLF replaced by LF.
pub(super) fn in_lf(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n") } else { text }
}
