//! The body of a message as readable text: all its texts, and not those beside them in another form.

use mailutf::message::{Message, MessagePart};
use mailutf::structure::PartKind;
use mailutf::text::Unreadable;

/// A body, as far as it can be read.
#[derive(Default)]
pub(super) struct Body {
    /// `None` if there is no text that can be read.
    pub(super) text: Option<String>,
    /// The parts that cannot be read.
    pub(super) unreadable: Vec<(usize, Unreadable)>,
}

/// The `texts` to show, or the other forms of them if only these can be read. `read` gives the readable text of a part.
pub(super) fn body<'m>(
    message: &'m Message<'_>,
    texts: &[MessagePart<'m>],
    mut read: impl FnMut(&MessagePart<'m>) -> Result<String, Unreadable>,
) -> Body {
    let body = joined(texts, &mut read);
    if body.unreadable.is_empty() {
        return body;
    }
    let html = joined(&message.html_bodies().filter(is_text).collect::<Vec<_>>(), &mut read);
    if html.text.is_some() && html.unreadable.is_empty() { html } else { body }
}

/// The texts to show, of the parts that a program shows that prefers plain text.
pub(super) fn texts<'m>(message: &'m Message<'_>, bodies: &[MessagePart<'m>]) -> Vec<MessagePart<'m>> {
    let texts: Vec<_> = bodies.iter().copied().filter(is_text).collect();
    if texts.is_empty() { message.text_body().into_iter().collect() } else { texts }
}

fn is_text(part: &MessagePart<'_>) -> bool {
    part.structure().kind == PartKind::Text
}

fn joined<'m>(
    parts: &[MessagePart<'m>],
    read: &mut impl FnMut(&MessagePart<'m>) -> Result<String, Unreadable>,
) -> Body {
    let mut body = Body::default();
    for part in parts {
        match (read(part), &mut body.text) {
            (Ok(text), Some(before)) => {
                if !before.is_empty() && !before.ends_with('\n') {
                    before.push('\n');
                }
                before.push_str(&text);
            }
            (Ok(text), none) => *none = Some(text),
            (Err(why), _) => body.unreadable.push((part.index(), why)),
        }
    }
    body
}
