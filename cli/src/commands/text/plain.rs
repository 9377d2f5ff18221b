//! The body of a message as readable text. It contains all texts of the message, but each text in only one of its
//! forms, such as plain text or HTML.

use mailutf::message::{Message, MessagePart};
use mailutf::structure::PartKind;
use mailutf::text::{DecodedText, Unreadable};
use mailutf::{Code, Detail, Severity};

/// The body of a message, as far as it can be read.
#[derive(Default)]
pub(super) struct Body {
    /// The text, or `None` if no text can be read.
    pub(super) text: Option<String>,
    /// The indices of the parts that cannot be read, each with the reason.
    pub(super) unreadable: Vec<(usize, Unreadable)>,
    /// The doubts and losses in the parts that can be read, each with the index of its part.
    pub(super) doubts: Vec<(usize, Doubt)>,
}

/// A finding about a text that a conversion would leave unchanged, but that is shown.
pub(super) type Doubt = (Code, Detail);

/// Returns the doubts about a text.
pub(super) fn doubts(text: &DecodedText<'_>) -> Vec<Doubt> {
    let is_doubt = |(code, _): &&Doubt| match code {
        Code::LabelOverruled => text.is_label_doubtful(),
        Code::TextRestored | Code::TransferUnnamed | Code::TransferMissing => true,
        code => matches!(code.severity(), Severity::Unresolved | Severity::Lossy),
    };
    text.findings.iter().filter(is_doubt).cloned().collect()
}

/// Describes a doubt in a sentence.
pub(super) fn sentence((code, detail): &Doubt) -> String {
    if detail.is_none() { code.meaning().to_owned() } else { detail.to_string() }
}

/// Returns the readable text of a part, and the doubts about the text.
pub(super) fn read(part: &MessagePart<'_>) -> Result<(String, Vec<Doubt>), Unreadable> {
    part.text().map(|text| readable(part, text))
}

/// Makes the decoded text of a part readable, and returns it with the doubts about the text.
pub(super) fn readable(part: &MessagePart<'_>, text: DecodedText<'_>) -> (String, Vec<Doubt>) {
    let doubts = doubts(&text);
    (part.plain_text_of(text.text).into_owned(), doubts)
}

/// Returns the body that consists of the parts in `texts`. If these cannot be read without a doubt, but the HTML forms
/// of the texts can, the body consists of the HTML forms instead. `read` returns the readable text of a part.
pub(super) fn body<'m>(
    message: &'m Message<'_>,
    texts: &[MessagePart<'m>],
    mut read: impl FnMut(&MessagePart<'m>) -> Result<(String, Vec<Doubt>), Unreadable>,
) -> Body {
    let is_sure = |body: &Body| body.unreadable.is_empty() && body.doubts.is_empty();
    let body = joined(texts, &mut read);
    if is_sure(&body) {
        return body;
    }
    let html = joined(&message.html_bodies().filter(is_text).collect::<Vec<_>>(), &mut read);
    if html.text.is_some() && is_sure(&html) { html } else { body }
}

/// Returns the text parts to show: those of the list of bodies that begins with the text body of the message. It is the list
/// for plain text, or the list for HTML if the plain text has only blanks. If neither list begins with it, returns it alone.
pub(super) fn texts<'m>(message: &'m Message<'_>) -> Vec<MessagePart<'m>> {
    let Some(body) = message.text_body() else { return Vec::new() };
    let begins_with_body =
        |texts: &Vec<MessagePart<'m>>| texts.first().is_some_and(|text| text.index() == body.index());
    let list = Some(message.text_bodies().filter(is_text).collect()).filter(begins_with_body);
    let list =
        list.or_else(|| Some(message.html_bodies().filter(is_text).collect()).filter(begins_with_body));
    list.unwrap_or_else(|| vec![body])
}

fn is_text(part: &MessagePart<'_>) -> bool {
    part.structure().kind == PartKind::Text
}

fn joined<'m>(
    parts: &[MessagePart<'m>],
    read: &mut impl FnMut(&MessagePart<'m>) -> Result<(String, Vec<Doubt>), Unreadable>,
) -> Body {
    let mut body = Body::default();
    for part in parts {
        let read = read(part).map(|(text, doubts)| {
            body.doubts.extend(doubts.into_iter().map(|doubt| (part.index(), doubt)));
            text
        });
        match (read, &mut body.text) {
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
