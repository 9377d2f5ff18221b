//! The body of a message as readable text.

use super::html;
use mailutf::flowed;
use mailutf::message::{Message, MessagePart};
use mailutf::text::Unreadable;

/// The body that is read best: plain text, else HTML, else other text; and the index of its part. `None` if the message
/// has no text.
pub(super) fn body(message: &Message<'_>) -> Option<(usize, Result<String, Unreadable>)> {
    let first = message.text_body()?;
    let html = message.html_body().filter(|html| html.index() != first.index());
    let read = |part: MessagePart<'_>| (part.index(), text(&part));
    match (read(first), html.map(read)) {
        ((_, Err(_)), Some((index, Ok(text)))) => Some((index, Ok(text))),
        (first, _) => Some(first),
    }
}

/// The text of a part: flowed text in its paragraphs (RFC 3676), HTML as readable text.
pub(super) fn text(part: &MessagePart<'_>) -> Result<String, Unreadable> {
    let text = part.text()?.text;
    Ok(match part.flowed() {
        Some(del_sp) => flowed::unflow(&text, del_sp),
        None if part.media_type() == "text/html" => html::text(&text),
        None => text.into_owned(),
    })
}
