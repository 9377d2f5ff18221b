//! Text outside the parts of a multipart: in the preamble, before the first delimiter line, or in the epilogue, after
//! the closing one. RFC 2046 section 5.1.1 asks readers to ignore both, so no mail program shows such text. Linear time
//! in the length of the preamble or the epilogue.

use crate::finding::Detail;
use crate::span::Span;
use memchr::memchr;
use std::iter;

/// Words that show that a paragraph of a preamble is for programs without MIME: the sender's software wrote it, and a
/// reader loses nothing. Such paragraphs are in many languages and wordings, and all of them have one of these words:
///
/// - Outlook, Thunderbird: `This is a multi-part message in MIME format.`, and its translations
/// - Postfix, sendmail: `This is a MIME-encapsulated message`
/// - Thunderbird: `This is an OpenPGP/MIME signed message (RFC 4880 and 3156)`
/// - RFC 2046 section 5.1.1: `If you are reading this text, you might want to consider changing to a mail reader that
///   understands how to properly display multipart messages.`
const EXPLAINED: [&[u8]; 3] = [b"MIME", b"multipart", b"multi-part"];

/// The maximum number of characters from the start of the text that a finding quotes.
const QUOTED: usize = 60;

/// A place in a multipart that is outside its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Preamble,
    Epilogue,
}

/// The text at `span`, which is the whole preamble or epilogue, and the detail of a finding about this text. `None` if
/// there is no text, or only an explanation of MIME in the preamble.
pub(super) fn text(input: &[u8], span: Span, place: Place) -> Option<(Span, Detail)> {
    let octets = span.slice(input);
    let is_news = |paragraph: &Span| {
        is_text(paragraph.slice(octets)) && !is_explanation(paragraph.slice(octets), place)
    };
    let mut news = paragraphs(octets).filter(is_news);
    let first = news.next()?;
    let text = Span::new(first.start, news.last().unwrap_or(first).end);
    let start = quoted(text.slice(octets));
    let is_epilogue = place == Place::Epilogue;
    Some((text.shift(span.start), Detail::OutsideParts { is_epilogue, start, octets: text.len() }))
}

/// The paragraphs of `octets`, which are separated by blank lines, without white space and padding around them.
fn paragraphs(octets: &[u8]) -> impl Iterator<Item = Span> {
    let mut at = 0;
    iter::from_fn(move || {
        let mut paragraph: Option<Span> = None;
        while let Some(rest) = octets.get(at..).filter(|rest| !rest.is_empty()) {
            let line = Span::new(at, memchr(b'\n', rest).map_or(octets.len(), |end| at + end + 1));
            let is_blank = line.slice(octets).iter().all(is_padding);
            if is_blank && paragraph.is_some() {
                break;
            }
            at = line.end;
            if !is_blank {
                paragraph = Some(Span::new(paragraph.map_or(line.start, |before| before.start), line.end));
            }
        }
        let paragraph = paragraph?;
        let inside = paragraph.slice(octets);
        let before = inside.iter().take_while(|octet| is_padding(octet)).count();
        let after = inside.iter().rev().take_while(|octet| is_padding(octet)).count();
        Some(Span::new(paragraph.start + before, paragraph.end.saturating_sub(after)))
    })
}

/// Whether the octet is white space, or one with which a program fills or ends a file: NUL, or Ctrl-Z of DOS.
fn is_padding(octet: &u8) -> bool {
    octet.is_ascii_whitespace() || matches!(octet, 0 | 0x1A)
}

/// Whether a paragraph has a line that people read. A paragraph with a NUL is binary data. A line of signs is no text,
/// and neither is a delimiter line of another multipart.
fn is_text(paragraph: &[u8]) -> bool {
    let is_letter = |octet: &u8| octet.is_ascii_alphanumeric() || !octet.is_ascii();
    let is_delimiter = |line: &[u8]| line.starts_with(b"--") && !line.iter().any(u8::is_ascii_whitespace);
    let mut lines = paragraph.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii);
    lines.any(|line| line.iter().any(is_letter) && !is_delimiter(line)) && memchr(0, paragraph).is_none()
}

/// Whether a paragraph of a preamble explains MIME. Mailers write no explanations into the epilogue.
fn is_explanation(paragraph: &[u8], place: Place) -> bool {
    let has = |word: &&[u8]| paragraph.windows(word.len()).any(|octets| octets.eq_ignore_ascii_case(word));
    place == Place::Preamble && EXPLAINED.iter().any(has)
}

/// The start of the text on one line. Reads no more of the text than that.
fn quoted(text: &[u8]) -> String {
    let replacement = |octets: &[u8]| (!octets.is_empty()).then_some(char::REPLACEMENT_CHARACTER);
    let characters =
        text.utf8_chunks().flat_map(|chunk| chunk.valid().chars().chain(replacement(chunk.invalid())));
    let mut before = ' ';
    let blanked = characters.map(|character| if character.is_whitespace() { ' ' } else { character });
    let mut line = blanked.filter(|character| {
        let is_repeated = (before, *character) == (' ', ' ');
        before = *character;
        !is_repeated
    });
    let mut quoted: String = line.by_ref().take(QUOTED).collect();
    if line.next().is_some() {
        quoted.push('…');
    }
    quoted
}
