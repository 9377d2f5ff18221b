//! Lists, for each text of a message, the charset in which it is decoded and the charsets that its letters show.
//!
//! This list is for users who want to know the charsets of texts. The texts are decoded as everywhere else. If a text
//! has a label, the charsets that its letters show are listed, but do not change how the text is decoded. All
//! functions take linear time.
//!
//! There are three ways to ask for the charset of octets that have no label and are not in a message:
//!
//! | function | answers | reads by | if nothing shows the charset |
//! |---|---|---|---|
//! | [`detect`](crate::charset::detect::detect) | a charset and the evidence for it | the octets alone | `None` |
//! | [`resolve`] with the label `None` | the text, its charset, and how this is known | also the policy: rules, a fallback, whether guessing is allowed | an error, unless the policy replaces octets |
//! | [`of_text`] | the charset of `resolve`, and each charset that the letters show, with its probability | as `resolve` | an error in `read`, and the list in `likely` |
//!
//! Take `resolve` to read the text, `of_text` to let a person choose, and `detect` for octets that are not mail.

use super::message_texts::MessageTexts;
use crate::charset::Charset;
use crate::charset::detect::{Candidate, candidates};
use crate::finding::{Confidence, Detail};
use crate::policy::Policy;
use crate::span::Span;
use crate::text::body::Body;
use crate::text::charset_choice::resolve;
use crate::text::context::Context;
use crate::text::decoded_text::DecodedText;
use crate::text::inventory::{Block, Unit};
use crate::text::piece::{Piece, TextPlace};
use mailutf_codecs::internal::utf8_in_mail;
use std::collections::HashMap;

/// A text and its charset.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Detection {
    /// The index of the part that contains the text.
    pub part: usize,
    /// The place of the text. In a header, all encoded words that have the same label and are decoded in the same
    /// charset count as one text. All raw octets that are decoded in the same charset also count as one text. Text
    /// that is not in a message counts as a body.
    pub place: TextPlace,
    /// The charset label, as it is written.
    pub label: Option<Vec<u8>>,
    /// The charset in which the text is decoded, and how this charset is known. The error is the reason why the text
    /// cannot be decoded or is likely something else.
    pub read: Result<(Charset, Confidence), Detail>,
    /// The charsets that the letters of the text show, the likeliest first ([`candidates`]). The list is empty for
    /// US-ASCII, for UTF-8 (also with surrogate pairs, as in CESU-8), and for charsets that are not supersets of
    /// US-ASCII.
    pub likely: Vec<Candidate>,
}

impl Detection {
    fn new(place: TextPlace, label: Option<&[u8]>, octets: &[u8], read: Read) -> Self {
        let is_wide = read.as_ref().is_ok_and(|(charset, _)| !charset.is_ascii_superset());
        let has_no_letters = is_wide || memchr::memchr(0, octets).is_some() || utf8_in_mail::is_valid(octets);
        let likely = if has_no_letters { Vec::new() } else { candidates(octets) };
        Self { part: 0, place, label: label.map(<[u8]>::to_vec), read, likely }
    }
}

type Read = Result<(Charset, Confidence), Detail>;

/// Returns how a text is read. If a finding says that the text is likely something else, the text counts as not read.
fn how_read<E: Into<Detail>>(text: Result<DecodedText<'_>, E>) -> Read {
    let text = text.map_err(Into::into)?;
    text.doubt().map_or(Ok((text.charset, text.confidence)), |why| Err(why.clone()))
}

/// Returns the charset of `octets`, a text that has no label and is not in a message.
///
/// ```
/// use mailutf::{Policy, text::detection::of_text};
/// let found = of_text(b"\xD0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2", &Policy::default());
/// assert_eq!(found.read.unwrap().0.name(), "KOI8-R");
/// assert!(found.likely[0].probability > 0.99);
/// ```
pub fn of_text(octets: &[u8], policy: &Policy) -> Detection {
    let read = how_read(resolve(octets, None, &Context::new(policy)));
    Detection::new(TextPlace::Body, None, octets, read)
}

/// Returns the charset of each text of `message`. For each part, the texts of its headers come first: raw octets,
/// encoded words, and parameter values. Then comes its body. US-ASCII text in headers is left out.
///
/// ```
/// use mailutf::Policy;
/// use mailutf::text::{Confidence, MessageTexts, TextPlace, detection::of_message};
/// let octets = b"Subject: \xF2\xE5\xEC\xE0\nContent-Type: text/plain; charset=windows-1251\n\n\xEC\xE8\xF0\n";
/// let policy = Policy::default();
/// let found = of_message(&MessageTexts::parse(octets, &policy));
/// let places = found.iter().map(|text| text.place).collect::<Vec<_>>();
/// assert_eq!(places, [TextPlace::Raw, TextPlace::Body]);
/// assert_eq!(found[0].read.as_ref().unwrap().1, Confidence::OtherText);
/// ```
pub fn of_message(message: &MessageTexts<'_>) -> Vec<Detection> {
    let mut found = Vec::new();
    for unit in message.inventory().units() {
        let (start, part) = (found.len(), unit.part());
        let context = message.context_of(part);
        match unit {
            Unit::Block(block) => header(message, block, &context, &mut found),
            Unit::Body(_, text) => found.push(body(&text, &context)),
        }
        found.iter_mut().skip(start).for_each(|text| text.part = part);
    }
    found
}

/// Returns the likeliest charset of a text by its letters, if the letters show any.
pub(crate) fn likeliest(octets: &[u8]) -> Option<Charset> {
    candidates(octets).into_iter().next().map(|candidate| candidate.charset)
}

fn body(body: &Body<'_, '_>, context: &Context<'_>) -> Detection {
    let label = body.label();
    match body.decode(context) {
        Ok(decoded) => {
            let read = how_read(body.read(&decoded, context).map(|(text, _)| text));
            Detection::new(TextPlace::Body, label.as_deref(), &decoded.octets, read)
        }
        Err(why) => Detection::new(TextPlace::Body, label.as_deref(), b"", Err(why.into())),
    }
}

/// Adds the texts of a header block: its raw octets, its encoded words, and its parameter values.
fn header(message: &MessageTexts<'_>, block: Block<'_>, context: &Context<'_>, found: &mut Vec<Detection>) {
    let (mut groups, mut values) = (PieceGroups::default(), Vec::new());
    for (field, parsed) in block.fields() {
        let reading = parsed.read(message.input(), &message.field_context(block.part, field));
        let mut before = None;
        for piece in reading.pieces() {
            match piece.place == TextPlace::Parameter && piece.word().is_none() {
                true => values.push(PieceGroup::new(&piece, &piece.octets())),
                false => before = Some(groups.add(&piece, before)),
            }
        }
    }
    // Raw octets come before encoded words.
    groups.texts.sort_by_key(|text| text.place != TextPlace::Raw);
    found.extend(groups.texts.into_iter().chain(values).map(|text| text.detection(context)));
}

/// Pieces of a header that stand in the same kind of place, have the same label, and are decoded in one charset.
struct PieceGroup {
    place: TextPlace,
    label: Option<Vec<u8>>,
    read: Read,
    octets: Vec<u8>,
}

/// The groups of pieces in a header. Each group is one text.
#[derive(Default)]
struct PieceGroups {
    texts: Vec<PieceGroup>,
    /// For each kind of text, the index of its group in `texts`.
    indices: HashMap<Kind, usize>,
}

/// The place of a text, its label in lower case, and its charset.
type Kind = (TextPlace, Option<Vec<u8>>, Option<Charset>);

/// The index of the group to which an encoded word belongs, and the offset of the end of the word in the buffer
/// that holds it. `None` for a piece that is not a word.
type Before = Option<(usize, usize)>;

impl PieceGroups {
    /// Adds the piece to the group of similar pieces. `before` describes the piece before it in the field, if there
    /// is one.
    fn add(&mut self, piece: &Piece<'_>, before: Option<Before>) -> Before {
        let label = piece.label.map(<[u8]>::to_ascii_lowercase);
        let charset = piece.read.as_ref().ok().map(|(charset, _)| *charset);
        let at = *self.indices.entry((piece.place, label, charset)).or_insert(self.texts.len());
        if at == self.texts.len() {
            self.texts.push(PieceGroup::new(piece, b""));
        }
        let text = self.texts.get_mut(at)?;
        let end = piece.word().map(|(buffer, word)| {
            let is_adjacent = before.flatten().is_some_and(|(before, end)| {
                before == at && Span::new(end, word.span.start).slice(buffer).trim_ascii().is_empty()
            });
            if !is_adjacent {
                text.octets.push(b' ');
            }
            (at, word.span.end)
        });
        if end.is_none() && !text.octets.is_empty() {
            text.octets.push(b' ');
        }
        text.octets.extend_from_slice(&piece.octets());
        end
    }
}

impl PieceGroup {
    fn new(piece: &Piece<'_>, octets: &[u8]) -> Self {
        let read = piece.read.as_ref().map_err(|unread| unread.why.clone().into_owned());
        Self {
            place: piece.place,
            label: piece.label.map(<[u8]>::to_vec),
            read: read.copied(),
            octets: octets.to_vec(),
        }
    }

    /// Returns the pieces of the group as one text. The confidence in its charset is judged from all its octets
    /// together, because a single piece is often too short.
    fn detection(self, context: &Context<'_>) -> Detection {
        let Self { place, label, mut read, octets } = self;
        if let (Some(label), Ok((charset, confidence))) = (&label, &mut read) {
            let together = resolve(&octets, Some(label), context).ok();
            let alike = together.filter(|text| text.charset == *charset);
            *confidence = alike.map_or(*confidence, |text| text.confidence);
        }
        Detection::new(place, label.as_deref(), &octets, read)
    }
}
