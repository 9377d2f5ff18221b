//! The present readings of the texts of a message, and other possible readings. Linear time.

use super::headers::Headers;
use super::part::MessagePart;
use super::view::Message;
use crate::structure::PartKind;
use crate::text::readings;
use crate::text::word_alternatives::word_alternatives;
use crate::text::{DecodedText, Unreadable};
use std::collections::HashSet;
use std::iter;

pub use crate::text::readings::Reading;

/// The present reading of a text of a message, and other possible readings, for a person who sees garbage. See
/// [`Message::readings`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Readings<'m> {
    /// Where the text is.
    pub place: Place,
    /// The part that contains the text.
    pub part: MessagePart<'m>,
    /// The Message-ID by which a rule names the text: that of the innermost message that contains the text. `None` if
    /// that message has none, or if it is not UTF-8; then a rule can name the text by the digest of the outermost message.
    pub message_id: Option<String>,
    /// The charset label as it is written; `None` if there is no label.
    pub label: Option<String>,
    /// The text, if the place is a body. `None` for other places; for them,
    /// [`HeaderField::text`](super::HeaderField::text) returns the text.
    pub body: Option<Result<DecodedText<'m>, Unreadable>>,
    /// The other readings, the likeliest first. Most texts have none.
    pub others: Vec<Reading>,
}

/// The place of a text with several readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// A body.
    Body,
    /// Encoded words with the same label, in the fields of a part.
    Words,
    /// Octets above 127 in the fields of the message. No label names their charset.
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

impl Message<'_> {
    /// The present reading of each text, and other possible readings, for a person who sees garbage. The other methods
    /// show the likeliest reading; a rule ([`Policy::rules`](crate::Policy::rules)) can choose another reading. The
    /// list contains every body, and those texts in fields that have other readings. A rule for a label chooses the
    /// reading of all texts with this label. Therefore the encoded words of a message are listed once for each label; an
    /// enclosed message has words of its own.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let message = Message::parse(b"Content-Type: text/plain; charset=koi8-r\n\n\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?\n");
    /// let readings = message.readings();
    /// assert_eq!(readings[0].body.as_ref().unwrap().as_ref().unwrap().text, "Привет, как дела?\n");
    /// assert_eq!(readings[0].others[0].how, "in KOI8-R, as its label says");
    /// ```
    pub fn readings(&self) -> Vec<Readings<'_>> {
        let bodies = self.parts().filter(|part| part.structure().kind == PartKind::Text);
        let mut found: Vec<Readings<'_>> = bodies.map(of_body).collect();
        let mut labels = HashSet::new();
        let texts = self.texts();
        for part in self.parts() {
            let fields = part.structure().header.fields.iter();
            for words in word_alternatives(texts.input(), fields, &texts.context()) {
                let (label, written) = (words.label, String::from_utf8_lossy(words.written).into_owned());
                let others = readings::of_words(words);
                if !others.is_empty() && labels.insert((message_of(part), label)) {
                    found.push(Readings {
                        place: Place::Words,
                        part,
                        message_id: message_id(part),
                        label: Some(written),
                        body: None,
                        others,
                    });
                }
            }
        }
        found.extend(of_fields(self));
        found
    }
}

fn of_body(part: MessagePart<'_>) -> Readings<'_> {
    let (body, label) = (part.text(), part.charset());
    let others = readings::of_body(&part.octets(), &body, label.as_deref().and_then(readings::label_of));
    Readings {
        place: Place::Body,
        part,
        message_id: message_id(part),
        label: label.map(|label| label.into_owned()),
        body: Some(body),
        others,
    }
}

/// The readings of octets above 127 in the fields of the message.
fn of_fields<'m>(message: &'m Message<'_>) -> Option<Readings<'m>> {
    let part = message.part(0)?;
    let headers = part.headers();
    let fields = || headers.iter().filter(|field| !field.raw().is_ascii());
    let raw: Vec<&[u8]> = fields().map(|field| field.raw()).collect();
    let shown = fields().find_map(|field| Some(field.context().raw().flatten()?.0));
    let others = readings::of_unlabelled(&raw.concat(), shown, &message.texts().context());
    (!others.is_empty()).then(|| Readings {
        place: Place::Fields,
        part,
        message_id: message_id(part),
        label: None,
        body: None,
        others,
    })
}

/// Returns the index of the part whose header is that of the innermost message that contains `part`.
fn message_of(part: MessagePart<'_>) -> usize {
    let structure = part.texts.structure();
    let mut around = iter::successors(Some(part.index()), |index| structure.parts.get(*index)?.parent);
    let is_message =
        |index: &usize| structure.parts.get(*index).is_some_and(|part| structure.is_message(part));
    around.find(is_message).unwrap_or_default()
}

/// Returns the Message-ID of the innermost message that contains `part`.
fn message_id(part: MessagePart<'_>) -> Option<String> {
    let headers = Headers::of(part.texts, message_of(part));
    Some(headers.message_id()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;
    #[cfg(feature = "rules")]
    use crate::{policy::Policy, rules::Rules};

    /// Russian text in windows-1251, with the label of ISO-8859-1.
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
    fn words_with_the_label_of_a_body_are_listed_beside_it() {
        let body = "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n";
        let message = [body.as_bytes(), WORDS.as_bytes(), b"caf\xE9\n"].concat();
        assert_eq!(places(&Message::parse(&message)), [Place::Body, Place::Words]);
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
        let garbled = "Message-ID: <1@x>\nSubject: GrÃ¶ÃŸe und schÃ¶ne GrÃ¼ÃŸe\n\nx\n";
        let message = Message::parse(garbled.as_bytes());
        let readings = message.readings();
        assert_eq!((readings[1].place, readings[1].others[0].rule), (Place::Fields, "label"));
        assert_eq!(readings[1].others[0].text.trim(), "GrÃ¶ÃŸe und schÃ¶ne GrÃ¼ÃŸe");
    }

    #[cfg(feature = "rules")]
    fn policy(rule: &str) -> Policy {
        Policy::for_display().with_rules(Rules::parse(&format!("version = 1\n[[rule]]\n{rule}")).unwrap())
    }

    #[cfg(feature = "rules")]
    #[test]
    fn a_rule_for_the_message_around_counts_in_an_enclosed_message_that_is_opened() {
        use crate::{mailbox::Digest, transfer::base64};
        let body = base64::encode_body(WORDS.as_bytes(), b"\n");
        for (encoding, body) in [("7bit", WORDS.as_bytes()), ("base64", &body)] {
            let around = "List-Id: <cats.x>\nContent-Type: message/rfc822\nContent-Transfer-Encoding: ";
            let octets = [around.as_bytes(), encoding.as_bytes(), b"\n\n", body].concat();
            for condition in
                [format!("digest = \"sha256:{}\"", Digest::of(&octets)), "list = \"cats.x\"".into()]
            {
                let policy = policy(&format!("{condition}\nread = \"label\"\n"));
                let message = Message::parse_with(&octets, &policy);
                let enclosed = message.part(0).unwrap().enclosed_message().unwrap();
                assert_eq!(enclosed.message().subject().unwrap(), "Ïðèâåò, êàê äåëà", "{condition}");
                let within = message.part(1).unwrap().headers();
                assert_eq!(within.subject().unwrap(), "Ïðèâåò, êàê äåëà", "{condition}");
            }
        }
    }

    #[cfg(feature = "rules")]
    #[test]
    fn a_field_is_shown_as_a_rule_for_its_label_says_although_that_looks_garbled() {
        let octets = b"From: =?iso-8859-1?Q?S=C3=BCder_=28SI=29_GmbH?= <i@foo.de>\nMessage-ID: <1@x>\n\n";
        for label in ["", "label = \"iso-8859-1\"\n"] {
            let policy = policy(&format!("message-id = \"1@x\"\n{label}read = \"label\"\n"));
            let message = Message::parse_with(octets, &policy);
            let from = message.header("From").unwrap().text().into_owned();
            assert_eq!(from, "\"SÃ¼der (SI) GmbH\" <i@foo.de>", "{label}");
        }
    }

    #[test]
    fn each_reading_has_the_message_id_by_which_a_rule_names_it() {
        let inner = format!("Message-ID: <inner@x>\n{WORDS}");
        let outer = format!("Message-ID: <outer@x>\nContent-Type: message/rfc822\nSubject: {}", &WORDS[9..]);
        let octets = outer.replace("\n\nx\n", &format!("\n\n{inner}"));
        let message = Message::parse(octets.as_bytes());
        let ids: Vec<_> =
            message.readings().into_iter().map(|found| (found.place, found.message_id.unwrap())).collect();
        let expected = [(Place::Body, "inner@x"), (Place::Words, "outer@x"), (Place::Words, "inner@x")];
        assert_eq!(ids, expected.map(|(place, id)| (place, id.to_owned())));
    }
}
