//! Texts of bodies that were not read by their labels. The findings report these texts: evidence, a policy or a rule
//! of the mail's owner decided on another reading. `mail-parser` trusts all labels. Therefore, such a text is
//! checked with the decoder that `mail-parser` has for the charset of the decision.
//!
//! Linear time: each word is compared with a bounded number of texts.

use crate::charset::Charset;
use crate::finding::{Code, Detail, Finding, Hypothesis};
use crate::structure::Structure;
use crate::transfer::TransferEncoding;
use mail_parser::decoders::charsets::map::charset_decoder;

/// The maximum number of successive wrong decodings that are tried on a word.
const MOST: usize = 4;

/// The maximum number of texts that are kept after each wrong decoding of a word.
const MANY: usize = 64;

/// The decision on the text of a body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Decided {
    /// The index of the part.
    pub(super) part: usize,
    /// The charset in which the octets are read; `None` for the charset of the label.
    pub(super) charset: Option<Charset>,
    /// The transfer encoding with which the body is read; `None` for the transfer encoding that the header names.
    pub(super) transfer: Option<TransferEncoding>,
    /// The wrong decodings that were undone. The last wrong decoding comes first.
    undone: Vec<WrongDecoding>,
}

/// A wrong decoding: text in the charset `was` was decoded in the charset `by`.
#[derive(Debug, PartialEq, Eq)]
struct WrongDecoding {
    by: Charset,
    was: Charset,
}

/// Whether a finding says that a text was not read by its label. In this case, the body of the text is decoded once
/// more.
pub(crate) fn is_decision(finding: &Finding) -> bool {
    Decided::by(finding).is_some()
}

/// The decisions on the bodies of a message with this `structure`, according to its `findings`.
pub(super) fn decided(structure: &Structure, findings: &[Finding]) -> Vec<Decided> {
    let mut all: Vec<Decided> = Vec::new();
    for finding in findings {
        let body = structure.parts.get(finding.part).map(|part| part.body);
        if body.is_none_or(|body| finding.span.start < body.start) {
            continue;
        }
        let Some(Decided { charset, transfer, undone, .. }) = Decided::by(finding) else { continue };
        match all.iter_mut().find(|text| text.part == finding.part) {
            Some(text) => {
                text.charset = charset.or(text.charset);
                text.transfer = transfer.or(text.transfer);
                text.undone.extend(undone);
            }
            None => all.push(Decided { part: finding.part, charset, transfer, undone }),
        }
    }
    all
}

impl Decided {
    /// The decision that one finding reports; `None` if the text was read by its label, or not at all.
    fn by(finding: &Finding) -> Option<Self> {
        let mut decided = Self { part: finding.part, ..Self::default() };
        match &finding.detail {
            Detail::Read { charset, .. }
            | Detail::Mixed { charset, .. }
            | Detail::Rule { charset: Some(charset), .. } => decided.charset = Some(*charset),
            Detail::Inferred(transfer) => decided.transfer = Some(*transfer),
            Detail::Doubtful { likely, .. } if finding.code == Code::TextRestored => {
                let (by, was) = match *likely {
                    Hypothesis::EncodedAgain(by) => (by, Charset::UTF_8),
                    Hypothesis::ReadAs { by, charset } => (by, charset),
                    Hypothesis::In(_) | Hypothesis::LinesIn(_) | Hypothesis::WithoutEscapes => return None,
                };
                decided.undone.push(WrongDecoding { by, was });
            }
            Detail::Undone { pairs, .. } => decided.undone = WrongDecoding::listed(pairs),
            _ => return None,
        }
        Some(decided)
    }

    /// Whether each word of `new` equals the word of `old` at the same place, or becomes that word by the wrong
    /// decodings that were undone. If no decodings were undone, the result is false. `declares` tells whether the text
    /// may contain charset declarations, which a rewrite changes; if so, any two US-ASCII words count as equal.
    pub(super) fn is_restored_from(&self, old: &str, new: &str, declares: bool) -> bool {
        let is_same = |(old, new): (&str, &str)| {
            old == new || declares && old.is_ascii() && new.is_ascii() || self.becomes(new, old)
        };
        !self.undone.is_empty()
            && words(old).count() == words(new).count()
            && words(old).zip(words(new)).all(is_same)
    }

    /// Whether `text` becomes `garbled` by some of the wrong decodings, applied once or several times.
    fn becomes(&self, text: &str, garbled: &str) -> bool {
        let mut texts = vec![text.to_owned()];
        (0..MOST).any(|_| {
            texts =
                texts.iter().flat_map(|text| self.undone.iter().filter_map(|wrong| wrong.of(text))).collect();
            texts.truncate(MANY);
            texts.iter().any(|text| text == garbled)
        })
    }
}

impl WrongDecoding {
    /// Parses a list of wrong decodings, such as `koi8-r>windows-1251`, as the field `pairs` of [`Detail::Undone`] has
    /// it.
    fn listed(pairs: &str) -> Vec<Self> {
        let pairs = pairs.split(',').filter_map(|pair| pair.split_once('>'));
        let charset = |name: &str| Charset::for_name(name.trim());
        pairs.filter_map(|(by, was)| Some(Self { by: charset(by)?, was: charset(was)? })).collect()
    }

    /// The result of the wrong decoding of `text`. Returns `None` if `text` cannot have been in the charset `was`,
    /// or if `mail-parser` has no decoder for the charset `by`.
    fn of(&self, text: &str) -> Option<String> {
        let octets = self.was.encode(text).ok()?;
        // ISO-8859-1 has control characters at 0x80 to 0x9F, but `mail-parser` decodes it as windows-1252, which
        // has letters and punctuation marks there. So the decoder of `mail-parser` is not used.
        if self.by == Charset::ISO_8859_1 {
            return Some(octets.iter().map(|octet| char::from(*octet)).collect());
        }
        Some(charset_decoder(self.by.name().as_bytes())?(&octets))
    }
}

/// The words of a text, without the characters that surround words in HTML. A text can be split at these characters
/// before it is decoded, because their octets never occur within a character of several octets in the charsets from
/// which text is restored.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_ascii_whitespace() || matches!(c, '<' | '>' | '=' | '"' | '\u{FEFF}');
    text.split(is_between).filter(|word| !word.is_empty())
}
