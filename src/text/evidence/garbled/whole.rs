//! Undoes all wrong decodings of a text, one after the other. All of the text was garbled, or a part of it that is
//! evidence enough: several words, or lines.

use super::about::About;
use super::double_octet::{DOUBLE_OCTET, undo_pairs};
use super::page::{CODE_PAGES, CodePage};
use super::suspicion::Suspicion;
use super::{letters, lines, pairs, twice};
use crate::charset::Charset;
use crate::finding::Hypothesis;
use crate::rules::Pair;
use crate::text::evidence::doubt::Doubt;
use crate::text::evidence::words::is_mixed;
use mailutf_codecs::internal::nats;
use std::collections::HashSet;

/// The probability, in percent, that a text was garbled if it is reported as garbled.
const GARBLED: u8 = 99;
/// The maximum number of wrong decodings that are tried for one text.
const MOST: usize = 32;
/// Undoing different wrong decodings can give different restored texts. The likeliest of these texts is certainly the
/// original only if it is likelier than each of the others by at least this much.
const LEAD: i32 = nats(3);

/// How a text was garbled.
#[derive(Clone)]
pub(crate) struct Garbled {
    /// The wrong decoding that came last.
    pub(crate) doubt: Doubt,
    /// All wrong decodings of the text, the last one first; if only some of its words were garbled, those of the first of
    /// these words. Empty if there is no original text.
    pub(crate) pairs: Vec<Pair>,
    /// The original text. `None` if octets were lost, or if another text may be the original.
    pub(crate) original: Option<String>,
    /// Whether the text must stay: octets were lost, or the author may have written the garbled words on purpose.
    pub(super) must_stay: bool,
}

impl Garbled {
    /// Whether all of `text` was decoded wrongly. Otherwise its author may quote garbled text in one part. `self`
    /// tells how `text` was garbled. The function takes linear time.
    pub(crate) fn is_whole(&self, text: &str) -> bool {
        self.pairs.first().is_some_and(|last| pairs::is_possible(text, last))
    }

    /// The same wrong decoding, if the original text is not certain.
    pub(super) fn without_original(self) -> Self {
        let doubt = Doubt { evidence_suffices: false, ..self.doubt };
        Self { doubt, pairs: Vec::new(), original: None, ..self }
    }
}

/// Returns how `text` was garbled, judged as a whole.
///
/// A text that was garbled several times is still garbled after one decoding is undone. So its letters do not show
/// which decoding came last. Therefore every possible decoding is undone, step by step, until no further decoding is
/// found. The likeliest of the resulting texts is the original.
pub(super) fn as_a_whole(text: &str) -> Option<Garbled> {
    let mut open = steps(text);
    let likeliest = open.iter().max_by_key(|step| step.gain)?.hypothesis;
    let mut found: Vec<Step> = Vec::new();
    let mut tried = 0;
    while let Some(step) = open.pop() {
        tried += 1;
        let further = step.text.as_deref().filter(|_| tried < MOST).map(steps).unwrap_or_default();
        if further.iter().any(|next| next.text.is_some()) {
            let further = further.into_iter().filter(|next| next.text.is_some());
            open.extend(further.map(|next| Step {
                hypothesis: step.hypothesis,
                pairs: [&*step.pairs, &*next.pairs].concat(),
                gain: step.gain + next.gain,
                ..next
            }));
        } else {
            found.push(step);
        }
    }
    let best = found.iter().max_by_key(|step| step.gain)?;
    let is_rival = |other: &Step| other.gain + LEAD > best.gain && other.text != best.text;
    let is_sure = tried < MOST
        && !found.iter().any(is_rival)
        && best.text.as_ref().is_none_or(|restored| has_sound_words(restored, text));
    let hypothesis = if is_sure { best.hypothesis } else { likeliest };
    let original = best.text.clone().filter(|_| is_sure);
    let doubt = Doubt { label: None, hypothesis, percent: GARBLED, evidence_suffices: true };
    let found = Garbled { pairs: best.pairs.clone(), doubt, original, must_stay: best.text.is_none() };
    Some(if found.original.is_some() { found } else { found.without_original() })
}

/// Whether no word of `restored` that `text` lacks is mixed from alphabets or cases. A wrong reading makes such words. The
/// function takes linear time.
fn has_sound_words(restored: &str, text: &str) -> bool {
    let before: HashSet<&str> = text.split_whitespace().collect();
    restored.split_whitespace().all(|word| before.contains(word) || !is_mixed(word))
}

/// Whether `text` is about garbled text in the code page that explains the most of the text.
pub(super) fn about(suspicion: Suspicion, text: &str) -> About {
    let about = suspected(suspicion).map(|page| twice::is_about(page, text));
    about.max().map_or(About::No, |(_, about)| about)
}

/// Returns the code pages in which some characters of the text stand for UTF-8.
pub(super) fn suspected(suspicion: Suspicion) -> impl Iterator<Item = &'static CodePage> {
    let pages = CODE_PAGES.iter().enumerate();
    pages.filter(move |(number, _)| suspicion.pages >> number & 1 == 1).map(|(_, page)| page)
}

/// One or several wrong decodings that were undone.
struct Step {
    hypothesis: Hypothesis,
    /// The wrong decodings, in the order in which they were undone.
    pairs: Vec<Pair>,
    /// The restored text; `None` if octets were lost, or if the text may be about garbled text.
    text: Option<String>,
    /// How much likelier the restored text is than the garbled text.
    gain: i32,
}

/// Returns the wrong decodings that may have come last.
fn steps(text: &str) -> Vec<Step> {
    let suspicion = Suspicion::of(text);
    let pages = || suspected(suspicion);
    // If one code page shows that the text is about garbled text, another one cannot have garbled it.
    let about = about(suspicion, text);
    if about == About::Yes {
        return Vec::new();
    }
    let twice = pages().filter_map(|page| {
        // A part is restored only if no other charset explains the rest of the text, too.
        let is_right = |restored: &twice::Restored| {
            restored.is_whole || !pages().any(|other| twice::is_whole(other, text))
        };
        let restored = twice::undo(page, text).filter(is_right)?;
        let pairs = vec![Pair { by: page.charset, was: Charset::UTF_8 }];
        Some(Step {
            hypothesis: Hypothesis::EncodedAgain(page.charset),
            pairs,
            text: restored.text.filter(|_| about == About::No),
            gain: restored.gain - page.cost,
        })
    });
    let mut steps: Vec<Step> = Vec::new();
    for step in twice {
        // Several charsets can give the same text. Only the first of them is kept, because it is the most frequent.
        if !steps.iter().any(|other| other.text == step.text) {
            steps.push(step);
        }
    }
    if steps.is_empty() && about == About::No {
        steps.extend(in_letters(suspicion, text).or_else(|| in_double_octets(text)));
    }
    steps
}

/// Undoes the decoding of text that was not UTF-8: of all of it, or of some lines.
fn in_letters(suspicion: Suspicion, text: &str) -> Option<Step> {
    let is_suspected = suspicion.has_controls || suspicion.has_unlikely_letters;
    let whole = if is_suspected { letters::undo(suspicion, text) } else { None };
    let is_sound =
        |whole: &letters::Restored| has_sound_words(&whole.text, text) && lines::suits_each(text, whole);
    let lines = if whole.as_ref().is_some_and(is_sound) { None } else { lines::undo(text) };
    let (read, about) = lines.or_else(|| Some((whole?, About::No)))?;
    Some(Step {
        hypothesis: Hypothesis::ReadAs { by: read.by, charset: read.charset },
        pairs: vec![Pair { by: read.by, was: read.charset }],
        text: Some(read.text).filter(|_| about == About::No),
        gain: read.gain,
    })
}

/// Undoes the decoding of UTF-8 in a double-octet charset.
fn in_double_octets(text: &str) -> Option<Step> {
    let first = text.bytes().position(|octet| !octet.is_ascii())?;
    let beyond = text.get(first..)?;
    let mut pairs = DOUBLE_OCTET.iter().filter(|pairs| pairs.starts(beyond)).map(|pairs| pairs.charset);
    pairs.find_map(|charset| {
        let text = Some(undo_pairs(text, charset)?);
        let pairs = vec![Pair { by: charset, was: Charset::UTF_8 }];
        Some(Step { hypothesis: Hypothesis::EncodedAgain(charset), pairs, text, gain: 0 })
    })
}
