//! Undoes the wrong decodings that a rule of the mail's owner names.
//!
//! The owner knows the wrong decodings, but not which texts they changed. For example, a sender's mail is sound (not
//! garbled) from some day on, or one text was garbled once and another text twice.
//!
//! A rule names each wrong decoding as a pair of charsets: the wrong one and the real one. The pairs are undone in
//! their order, until some character does not exist in the wrong charset, or some octets do not decode in the real
//! charset. Each pair that is undone gives a text. The text with the likeliest letters is taken, if its letters are
//! likelier than before. All of this is repeated until the letters become no likelier, so a second run leaves the
//! restored text unchanged.
//!
//! The repetition must not continue merely because nothing is lost: undoing koi8-r and windows-1251 turns `оПХБЕР`
//! into `Привет`, but undoing them again turns `Привет` into `рТЙЧЕФ`.
//!
//! If a rule names messages by their digests, the letters are not compared. No second run is possible, because a
//! converted message has another digest. All functions take linear time.

use super::page::CodePage;
use crate::charset::Charset;
use crate::rules::{Pair, Rule, Undo};
use mailutf_codecs::internal::{cost_of_written, nats};
use std::borrow::Cow;

/// A text is restored if its letters become likelier by at least this much. In one or two words, a smaller gain may
/// be chance. Text with a smaller gain stays unchanged, and a finding reports it.
const MARGIN: i32 = nats(2);
/// The number of changed words whose letters are compared.
const WORDS: usize = 256;
/// The maximum number of rounds in which the pairs are undone. Text that would still change after these rounds stays
/// unchanged.
const ROUNDS: usize = 8;

/// A text that was restored.
pub(crate) struct Undone {
    pub(crate) text: String,
    /// The number of characters that were lost.
    pub(crate) lost: usize,
}

/// Returns the text before the wrong decodings that `rule` names, or `None` if `text` stays unchanged.
pub(crate) fn undone(text: &str, rule: &Rule) -> Option<Undone> {
    // The byte order mark was not garbled. Only the text after it may have been garbled.
    let (mark, rest) = match text.strip_prefix('\u{FEFF}') {
        Some(rest) => ("\u{FEFF}", rest),
        None => ("", text),
    };
    if !rule.undoes() || rest.is_ascii() {
        return None;
    }
    let undone = match rule.has_digests() {
        true => once(rest, &rule.undo),
        false => by_pairs(rest, &rule.undo.pairs).map(|text| Undone { text, lost: 0 }),
    }?;
    Some(Undone { text: mark.to_owned() + &undone.text, ..undone })
}

/// Undoes each pair once, whatever the letters show.
fn once(text: &str, undo: &Undo) -> Option<Undone> {
    let mut undone = Undone { text: text.to_owned(), lost: 0 };
    for step in undo.pairs.iter().map(Step::of) {
        match step.exact(&undone.text) {
            Some(text) => undone.text = text,
            None if undo.lossy => step.lossy(&mut undone),
            None => return None,
        }
    }
    (undone.text != text).then_some(undone)
}

/// Undoes the wrong decodings `pairs` again and again, as long as this makes the letters likelier. Returns `None` if it
/// does not even do so once, or if it still does so in the last of [`ROUNDS`] rounds.
pub(crate) fn by_pairs(text: &str, pairs: &[Pair]) -> Option<String> {
    let steps: Vec<Step> = pairs.iter().map(Step::of).collect();
    let mut found: Option<String> = None;
    for _ in 0..ROUNDS {
        let before = found.as_deref().unwrap_or(text);
        let mut best: Option<(i32, String)> = None;
        let mut after = before.to_owned();
        for step in &steps {
            let Some(text) = step.exact(&after) else { break };
            after = text;
            let gain = gain(before, &after);
            if gain >= MARGIN && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, after.clone()));
            }
        }
        match best {
            Some((_, text)) => found = Some(text),
            None => return found,
        }
    }
    None
}

/// Whether the wrong decoding can be undone in all of the text without a loss.
pub(super) fn is_possible(text: &str, pair: &Pair) -> bool {
    Step::of(pair).exact(text).is_some()
}

/// Returns how much likelier the letters of `after` are than those of `before`. Only words that differ are compared.
/// Both texts must have the same blanks.
fn gain(before: &str, after: &str) -> i32 {
    let words = before.split_ascii_whitespace().zip(after.split_ascii_whitespace());
    let changed: Vec<(&str, &str)> = words.filter(|(one, other)| one != other).take(WORDS).collect();
    let cost = |words: &mut dyn Iterator<Item = &str>| cost_of_written(words);
    cost(&mut changed.iter().map(|(before, _)| *before)) - cost(&mut changed.iter().map(|(_, after)| *after))
}

/// A wrong decoding that is to be undone.
struct Step {
    pair: Pair,
    /// The characters of the charset in which the text was wrongly decoded, if it is a charset of single octets.
    page: Option<CodePage>,
}

impl Step {
    fn of(pair: &Pair) -> Self {
        Self { pair: *pair, page: pair.by.is_single_octet().then(|| CodePage::of(pair.by)) }
    }

    /// Returns the octets that were wrongly decoded, or `None` if some character has no octet.
    fn octets(&self, text: &str) -> Option<Vec<u8>> {
        match &self.page {
            Some(page) => page.octets(text),
            None if self.pair.by == Charset::UTF_8 => Some(text.as_bytes().to_vec()),
            None => self.pair.by.encode(text).ok().map(Cow::into_owned),
        }
    }

    fn exact(&self, text: &str) -> Option<String> {
        Some(self.pair.was.decode_strict(&self.octets(text)?).ok()?.into_owned())
    }

    /// Undoes the wrong decoding even if something is lost. A character without an octet stays. Octets that do not
    /// decode become U+FFFD.
    fn lossy(&self, undone: &mut Undone) {
        let mut text = String::with_capacity(undone.text.len());
        let mut decode = |octets: &mut Vec<u8>, text: &mut String| {
            let decoded = self.pair.was.decode(octets);
            undone.lost += decoded.errors;
            text.push_str(&decoded.text);
            octets.clear();
        };
        let mut octets = Vec::new();
        for character in undone.text.chars() {
            match self.octets(character.encode_utf8(&mut [0; 4])) {
                Some(of_character) => octets.extend(of_character),
                None => {
                    decode(&mut octets, &mut text);
                    text.push(character);
                }
            }
        }
        decode(&mut octets, &mut text);
        undone.text = text;
    }
}
