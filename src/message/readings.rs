//! How the texts of a message are read, and how they could be read otherwise. Linear time.

use super::part::MessagePart;
use super::view::Message;
use crate::charset::{Charset, Label};
use crate::structure::PartKind;
use crate::text::alternatives::{Alternative, Hypothesis, alternatives};
use crate::text::word_alternatives::word_alternatives;
use crate::text::{Context, DecodedText, Unreadable, resolve};
use std::collections::HashSet;

/// Largest text, in octets, for which other readings are sought: several of them are in memory at once.
const READ_AGAIN: usize = 1 << 20;

/// How a text of a message is read, and how it could be read otherwise: for a person who sees garbage. See
/// [`Message::readings`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Readings<'m> {
    /// Where the text is.
    pub place: Place,
    /// The part that it is in.
    pub part: MessagePart<'m>,
    /// The charset label as it is written; `None` without one.
    pub label: Option<String>,
    /// A body as it is read; `None` in another place, where [`HeaderField::text`](super::HeaderField::text) has the text.
    pub body: Option<Result<DecodedText<'m>, Unreadable>>,
    /// The other readings, the likeliest first; none of most texts.
    pub others: Vec<Reading>,
}

/// Where a text with several readings is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// A body.
    Body,
    /// The encoded words with one label, in the fields of a part.
    Words,
    /// Octets beyond US-ASCII in the fields of the message, which no label names.
    Fields,
}

impl Place {
    /// The place in one word: `body`, `words` or `fields`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Words => "words",
            Self::Fields => "fields",
        }
    }
}

/// Another reading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The value of `read` in a [rule](crate::rules) that chooses it: `label`, `evidence` or a charset.
    pub rule: &'static str,
    /// What it assumes, for a person, such as "in KOI8-R".
    pub how: String,
    /// The text.
    pub text: String,
}

impl Reading {
    /// `None` for what no rule can choose.
    fn of(found: Alternative) -> Option<Self> {
        let rule = match found.hypothesis {
            Hypothesis::In(charset) => charset.name(),
            Hypothesis::EncodedAgain(_) | Hypothesis::WithoutEscapes => "evidence",
            Hypothesis::ReadAs { .. } => return None,
        };
        Some(Self { rule, how: found.hypothesis.to_string(), text: found.text })
    }

    fn by_label(charset: Charset, text: String) -> Self {
        Self { rule: "label", how: format!("in {charset}, as its label says"), text }
    }
}

/// The readings of each text, of the labels of encoded words that no text has, and of raw fields.
pub(super) fn readings<'m>(message: &'m Message<'_>) -> Vec<Readings<'m>> {
    let (mut found, mut labels) = (Vec::new(), HashSet::new());
    for part in message.parts().filter(|part| part.structure().kind == PartKind::Text) {
        labels.extend(label_of(&part));
        found.push(of_body(part));
    }
    let texts = message.texts();
    for part in message.parts() {
        let fields = part.structure().header.fields.iter();
        for words in word_alternatives(texts.input(), fields, &texts.context()) {
            let labelled = words.by_label.map(|text| Reading::by_label(words.label.charset(), text));
            let others = joined(labelled, words.alternatives);
            if !others.is_empty() && labels.insert(words.label) {
                let label = String::from_utf8_lossy(words.written).into_owned();
                found.push(Readings { place: Place::Words, part, label: Some(label), body: None, others });
            }
        }
    }
    found.extend(of_fields(message));
    found
}

fn label_of(part: &MessagePart<'_>) -> Option<Label> {
    Label::read(part.charset()?.as_bytes())
}

fn of_body<'m>(part: MessagePart<'m>) -> Readings<'m> {
    let (read, octets) = (part.text(), part.octets());
    let doubt = match &read {
        Err(Unreadable::Text(unresolved)) => unresolved.doubt,
        _ => None,
    };
    let is_text = !matches!(read, Err(Unreadable::Binary(_))) && octets.len() <= READ_AGAIN;
    let labelled = || {
        let (used, charset) = (read.as_ref().ok()?.charset, label_of(&part)?.charset());
        let text = charset.decode_strict(&octets).ok().filter(|_| charset != used)?;
        Some(Reading::by_label(charset, text.into_owned()))
    };
    let others = match is_text {
        true => joined(labelled(), alternatives(&octets, read.as_ref().map_err(|_| doubt))),
        false => Vec::new(),
    };
    let label = part.charset().map(|label| label.into_owned());
    Readings { place: Place::Body, part, label, body: Some(read), others }
}

/// Those of octets beyond US-ASCII in the fields of the message.
fn of_fields<'m>(message: &'m Message<'_>) -> Option<Readings<'m>> {
    let part = message.part(0)?;
    let headers = part.headers();
    let raw: Vec<&[u8]> = headers.iter().map(|field| field.raw()).filter(|raw| !raw.is_ascii()).collect();
    let raw = raw.concat();
    if raw.is_empty() || raw.len() > READ_AGAIN || std::str::from_utf8(&raw).is_ok() {
        return None;
    }
    let read = resolve(&raw, None, &Context::new(message.texts().policy()));
    let others = joined(None, alternatives(&raw, read.as_ref().map_err(|why| why.doubt)));
    (!others.is_empty()).then_some(Readings { place: Place::Fields, part, label: None, body: None, others })
}

/// The reading by the label, and those of other texts.
fn joined(labelled: Option<Reading>, others: Vec<Alternative>) -> Vec<Reading> {
    let mut found: Vec<Reading> = labelled.into_iter().collect();
    for other in others.into_iter().filter_map(Reading::of) {
        if found.iter().all(|known| known.text != other.text) {
            found.push(other);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Russian in windows-1251, labelled otherwise.
    const WORDS: &str = "Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2=2C_=EA=E0=EA_=E4=E5=EB=E0?=\n\nx\n";

    fn places(message: &Message<'_>) -> Vec<Place> {
        message.readings().iter().map(|found| found.place).collect()
    }

    #[test]
    fn words_that_are_shown_in_another_charset_have_the_reading_of_their_label() {
        let message = Message::parse(WORDS.as_bytes());
        assert_eq!(message.subject().unwrap(), "Привет, как дела");
        let readings = message.readings();
        let (words, labelled) = (&readings[1], &readings[1].others[0]);
        assert_eq!((words.place, words.label.as_deref()), (Place::Words, Some("iso-8859-1")));
        assert_eq!((labelled.rule, labelled.text.as_str()), ("label", "Ïðèâåò, êàê äåëà"));
        assert!(words.others.iter().all(|other| other.text != "Привет, как дела"));
        assert_eq!(places(&Message::parse(b"Subject: =?iso-8859-1?Q?caf=E9?=\n\nx\n")), [Place::Body]);
    }

    #[test]
    fn words_of_an_enclosed_message_under_base64_are_found() {
        use crate::transfer::base64;
        let enclosed = base64::encode_body(WORDS.as_bytes(), b"\n");
        let header = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n";
        let octets = [&header[..], &enclosed].concat();
        assert!(places(&Message::parse(&octets)).contains(&Place::Words));
    }

    #[test]
    fn raw_fields_have_readings_unless_they_are_utf_8() {
        let raw = "Subject: Привет, как дела\n\nx\n";
        assert_eq!(places(&Message::parse(raw.as_bytes())), [Place::Body]);
        let octets = Charset::for_label(b"windows-1251").unwrap().encode(raw).unwrap();
        assert_eq!(places(&Message::parse(&octets)), [Place::Body, Place::Fields]);
    }
}
