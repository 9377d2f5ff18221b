//! Undoes the wrong decodings that a rule of the mail's owner names.
//!
//! The owner knows what happened to the texts, but not to which of them: a sender's mail is sound from some day on, or
//! one text was garbled once and another one twice. So the pairs of a rule are undone in their order, as long as each
//! character has an octet and all octets decode. The result with the likeliest letters is taken, if they are likelier
//! than before. This is repeated until the letters become no likelier, so that a second run leaves the restored text
//! unchanged. To repeat it as long as nothing is lost would go too far: undoing koi8-r and windows-1251 turns `оПХБЕР`
//! into `Привет`, but then `Привет` into `рТЙЧЕФ`.
//!
//! In messages that a rule names by their digests, the letters are not compared, because a converted message no longer
//! has this digest. Linear time.

use super::page::CodePage;
use crate::charset::Charset;
use crate::rules::{Pair, Rule, Undo};
use mailutf_codecs::internal::{cost_of_written, nats};
use std::borrow::Cow;

/// How much likelier the letters must be. In one or two words, a smaller gain may be chance: a text with a smaller gain
/// stays unchanged, with a finding.
const MARGIN: i32 = nats(2);
/// The number of changed words whose letters are compared.
const WORDS: usize = 256;
/// How often the pairs are undone at most. Text that would change even then stays unchanged.
const ROUNDS: usize = 8;

/// A text that was restored.
pub(crate) struct Undone {
    pub(crate) text: String,
    /// The number of characters that were lost.
    pub(crate) lost: usize,
}

/// The text before the wrong decodings that `rule` names; `None` if `text` stays unchanged.
pub(crate) fn undone(text: &str, rule: &Rule) -> Option<Undone> {
    // The byte order mark was not garbled; only the text after it may have been.
    let (mark, rest) = match text.strip_prefix('\u{FEFF}') {
        Some(rest) => ("\u{FEFF}", rest),
        None => ("", text),
    };
    if !rule.undoes() || rest.is_ascii() {
        return None;
    }
    let undone = match rule.is_for_single_messages() {
        true => once(rest, &rule.undo),
        false => by_pairs(rest, &rule.undo.pairs).map(|text| Undone { text, lost: 0 }),
    }?;
    Some(Undone { text: mark.to_owned() + &undone.text, ..undone })
}

/// The text after each pair was undone once, whatever the letters show.
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

/// The text after these pairs were undone, again and again while this makes the letters likelier.
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

/// Whether the wrong decoding can be undone in all of the text, without a loss.
pub(super) fn is_possible(text: &str, pair: &Pair) -> bool {
    Step::of(pair).exact(text).is_some()
}

/// How much likelier the letters of `after` are, in the words that differ. Both texts have the same blanks.
fn gain(before: &str, after: &str) -> i32 {
    let words = before.split_ascii_whitespace().zip(after.split_ascii_whitespace());
    let changed: Vec<(&str, &str)> = words.filter(|(one, other)| one != other).take(WORDS).collect();
    let cost = |words: &mut dyn Iterator<Item = &str>| cost_of_written(words);
    cost(&mut changed.iter().map(|(before, _)| *before)) - cost(&mut changed.iter().map(|(_, after)| *after))
}

/// One wrong decoding that is undone.
struct Step {
    pair: Pair,
    /// The characters of the charset that the text was decoded in, if it has single octets.
    page: Option<CodePage>,
}

impl Step {
    fn of(pair: &Pair) -> Self {
        Self { pair: *pair, page: pair.by.is_single_octet().then(|| CodePage::of(pair.by)) }
    }

    /// The octets that were decoded; `None` if some character has none.
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

    /// Undoes the decoding even if something is lost: characters without octets stay, and octets that do not decode become U+FFFD.
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
