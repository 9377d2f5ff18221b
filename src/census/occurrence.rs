//! Visits each text of a message, with its label and the charset in which it is decoded.

use crate::charset::Charset;
use crate::finding::{Detail, Hypothesis};
use crate::text::body::Body;
use crate::text::inventory::{Block, Unit};
use crate::text::piece::Piece;
use crate::text::{MessageTexts, TextPlace, Unreadable, Unresolved};

/// A text of a message.
pub(super) struct Occurrence<'s> {
    pub(super) place: TextPlace,
    pub(super) label: Option<&'s [u8]>,
    pub(super) read: Result<Charset, Unread>,
    /// Whether a rule of a file applies to the text. Another rule for the same sender and label would have no effect.
    pub(super) is_ruled: bool,
    pub(super) part: usize,
    /// The offset of the text in the message.
    pub(super) at: usize,
    /// The octets of the text, without transfer encoding.
    pub(super) octets: &'s dyn Fn() -> Vec<u8>,
}

/// The reason why a text cannot be decoded, or must not be decoded.
pub(super) struct Unread {
    pub(super) why: String,
    pub(super) detail: Detail,
    /// The likely reading, if the text is unread because its label is doubtful.
    pub(super) likely: Option<Hypothesis>,
    /// The charset in which the text is decoded nevertheless; `None` if it is not decoded. For example, text that
    /// was encoded to UTF-8 twice is decoded once, although its likely reading is the text before both encodings.
    pub(super) charset: Option<Charset>,
    /// Octets of the text, to be shown to a person.
    pub(super) octets: Vec<u8>,
}

/// The maximum number of octets that are kept of an unread text, and the maximum number of these octets before the
/// first octet above 127.
const SAMPLE: usize = 96;
const BEFORE: usize = 24;

/// Returns octets of `text` around its first octet above 127. If there is no such octet, returns octets from the
/// start.
fn sample(text: &[u8]) -> Vec<u8> {
    let start = text.iter().position(|octet| !octet.is_ascii()).unwrap_or_default().saturating_sub(BEFORE);
    text.iter().skip(start).take(SAMPLE).copied().collect()
}

impl Unread {
    fn new(why: &Detail, charset: Option<Charset>, octets: Vec<u8>) -> Self {
        let likely = match why {
            Detail::Doubtful { likely, .. } => Some(*likely),
            _ => None,
        };
        Self { why: why.to_string(), detail: why.clone(), likely, charset, octets }
    }
}

/// Calls `visit` for each text of `message`. The time is linear in the size of the message.
pub(super) fn each(message: &MessageTexts<'_>, visit: &mut dyn FnMut(Occurrence<'_>)) {
    for unit in message.inventory().units() {
        match unit {
            Unit::Block(block) => visit_fields(message, block, visit),
            Unit::Body(part, body) => visit_body(message, part, &body, visit),
        }
    }
}

fn visit_fields(message: &MessageTexts<'_>, block: Block<'_>, visit: &mut dyn FnMut(Occurrence<'_>)) {
    for (field, parsed) in block.fields() {
        let context = message.field_context(block.part, field);
        let reading = parsed.read(message.input(), &context);
        for piece in reading.pieces() {
            let Piece { place, label, read, at, written, .. } = &piece;
            let shown = || sample(written.slice(message.input()));
            let read = read.as_ref().map(|(charset, _)| *charset);
            let read = read.map_err(|unread| Unread::new(&unread.why, unread.charset, shown()));
            let is_ruled = context.decision(*label).place().is_some();
            let octets: &dyn Fn() -> Vec<u8> = &|| piece.octets().into_owned();
            visit(Occurrence {
                place: *place,
                label: *label,
                read,
                is_ruled,
                part: block.part,
                at: *at,
                octets,
            });
        }
    }
}

fn visit_body(
    message: &MessageTexts<'_>,
    part: usize,
    body: &Body<'_, '_>,
    visit: &mut dyn FnMut(Occurrence<'_>),
) {
    let context = message.context_of(part);
    let read = body.text(&context);
    let offset = match &read {
        Err(Unreadable::Text(Unresolved { malformed: Some(malformed), .. })) if body.is_raw(&context) => {
            malformed.offset
        }
        Err(Unreadable::Damaged(_, offset)) => *offset,
        _ => 0,
    };
    let span = body.part().body;
    let all = || match body.decode(&context) {
        Ok(decoded) => decoded.octets.into_owned(),
        Err(_) => span.slice(message.input()).to_vec(),
    };
    let octets = || sample(&all());
    let read = match &read {
        Ok(text) => match text.doubt() {
            Some(why) => Err(Unread::new(why, Some(text.charset), octets())),
            None => Ok(text.charset),
        },
        Err(why) => {
            let likely = match why {
                Unreadable::Text(Unresolved { doubt, .. }) => doubt.map(|doubt| doubt.hypothesis),
                _ => None,
            };
            let detail = Detail::from(why.clone());
            Err(Unread { why: why.to_string(), detail, likely, charset: None, octets: octets() })
        }
    };
    let (label, at) = (body.label(), span.start + offset);
    let (place, label) = (TextPlace::Body, label.as_deref());
    let is_ruled = context.decision(label).place().is_some();
    visit(Occurrence { place, label, read, is_ruled, part, at, octets: &all });
}
