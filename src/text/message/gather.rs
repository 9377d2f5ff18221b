//! Gathers evidence in a message for the charset of its unlabelled texts.
//!
//! - All unlabelled texts (raw octets in header fields, parameter values, encoded words and bodies) are judged
//!   together: the model of languages scores the words of all these texts.
//! - Labelled text with characters beyond US-ASCII is evidence for its charset. The more such characters there are,
//!   the stronger is the evidence. UTF-8 is not evidence.
//! - The label of a body in US-ASCII is weak evidence: the sender's program uses this charset.
//! - [Header fields](super::hints) are evidence for languages.
//!
//! The whole message is read in linear time, and some KiB of words are kept.

use super::hints;
use crate::charset::detect::{Prior, candidates, detect_by};
use crate::charset::{Charset, is_unsupported};
use crate::learn::{Observation, WrongDecoding, groups};
use crate::policy::Policy;
use crate::rules::MessageRules;
use crate::structure::{Part, PartKind};
use crate::syntax::encoded_word::EncodedWord;
use crate::text::body::Body;
use crate::text::body::binary;
use crate::text::body::html::Markup;
use crate::text::context::Context;
use crate::text::evidence::doubt::in_other_charset;
use crate::text::evidence::garbled::{garbled, may_be_about};
use crate::text::evidence::message_evidence::MessageEvidence;
use crate::text::evidence::mixed;
use crate::text::evidence::survey::Survey;
use crate::text::evidence::{Standing, against, disproves, is_damage, is_short, lacks_characters};
use crate::text::header::parsed_field::{FieldTexts, ParsedValue};
use crate::text::header::raw_charset::RawOctets;
use crate::text::header::word_transfer::word_octets;
use crate::text::inventory::{Block, Inventory, Unit};
use mailutf_codecs::internal::{by_escape, needs_model, scored_words};
use std::collections::HashMap;
use std::iter;

/// Once there are this many octets of words, no more words are added.
const ENOUGH: usize = 4096;
/// The largest number of short texts that are kept.
const MOST_SHORT: usize = 64;

/// The lowest probability at which the letters of unlabelled text count as much as a label.
const CERTAIN: f64 = 0.999;

/// Gathers the evidence in a message.
pub(in crate::text) fn evidence(texts: Inventory<'_>, policy: &Policy) -> MessageEvidence {
    let Inventory { input, structure, .. } = texts;
    let gatherer = Gatherer::of(texts, policy);
    let Gatherer { languages, disproved, mut doubted, sound, short, .. } = gatherer;
    doubted.retain(|(charset, doubtful)| {
        let mut short = short.iter().filter(|(label, _)| label == charset);
        !sound.contains(charset)
            && !short.any(|(_, octets)| Standing::of(octets, *charset, doubtful) == Standing::Confirms)
    });
    let mut found = MessageEvidence { languages, disproved, doubted, ..MessageEvidence::default() };
    gatherer.labelled.into_iter().for_each(|(charset, characters)| found.add(charset, characters));
    gatherer.named.into_iter().for_each(|charset| found.add_named(charset));
    if let (Some(habits), Some(root)) = (&policy.habits, structure.parts.first()) {
        let groups = groups(input, &root.header);
        (found.habits, found.garbled) = (habits.of(&groups), habits.garbled(&groups));
    }
    // If there is only one unlabelled text, it is not evidence for itself.
    if gatherer.unlabelled.len() > 1 {
        let words = gatherer.unlabelled.join(&b' ');
        let detected = |prior| detect_by(&words, &prior).map(|detected| detected.charset);
        found.pooled_by_habit =
            if found.habits.is_empty() { None } else { detected(found.prior_with_habits()) };
        found.pooled = detected(found.prior()).or_else(|| surest(&gatherer.unlabelled));
    }
    found
}

/// Finds the text whose letters show a charset with the greatest certainty, and returns this charset. If all texts
/// together show no charset, the returned charset is evidence for all of them.
fn surest(texts: &[Vec<u8>]) -> Option<Charset> {
    let likeliest = |text: &Vec<u8>| {
        let charset = detect_by(text, &Prior::default())?.charset;
        candidates(text).into_iter().find(|candidate| candidate.charset == charset)
    };
    let mut known = HashMap::new();
    let found = texts.iter().filter_map(|text| *known.entry(text).or_insert_with(|| likeliest(text)));
    found
        .max_by(|one, other| one.probability.total_cmp(&other.probability))
        .map(|candidate| candidate.charset)
}

/// Returns what the message shows about its sender, list and thread: charsets, wrong decodings, and whether it quotes
/// garbled text. The charsets come from labelled text that is not doubtful, and from unlabelled text whose letters leave
/// no doubt.
pub(in crate::text) fn observation(texts: Inventory<'_>, policy: &Policy) -> Observation {
    let Inventory { input, structure, .. } = texts;
    let Some(root) = structure.parts.first() else { return Observation::default() };
    let gatherer = Gatherer::of(texts, policy);
    let (garbled, quotes) = garbled_texts(texts, policy);
    let mut charsets: Vec<Charset> = gatherer.labelled.iter().map(|(charset, _)| *charset).collect();
    let words = gatherer.unlabelled.join(&b' ');
    let likeliest =
        candidates(&words).into_iter().next().filter(|candidate| candidate.probability >= CERTAIN);
    let certain = likeliest.map(|candidate| candidate.charset);
    charsets.extend(certain.filter(|charset| charset.decode(&words).errors == 0));
    charsets.sort_by_key(|charset| charset.name());
    charsets.dedup();
    Observation { groups: groups(input, &root.header), charsets, garbled, quotes }
}

/// Returns the last wrong decoding of each body that was garbled as a whole and can be restored. The second value is
/// `true` if the author of some body may quote garbled text on purpose: only a part of that body was garbled, or that
/// body is about garbled text.
fn garbled_texts(texts: Inventory<'_>, policy: &Policy) -> (Vec<WrongDecoding>, bool) {
    let (mut whole, mut quotes) = (Vec::new(), false);
    for unit in texts.units() {
        let (context, Unit::Body(_, body)) = (Context::under(policy, texts.rules(unit.part())), unit) else {
            continue;
        };
        let Ok(text) = body.text(&context.without_guess()) else { continue };
        let found = garbled(&text.text);
        match found.as_ref().map(|found| (found, found.pairs.first())) {
            Some((found, Some(last))) if found.is_whole(&text.text) => whole.push((last.by, last.was)),
            Some((_, Some(_))) => quotes = true,
            Some((_, None)) | None => quotes |= may_be_about(&text.text),
        }
    }
    whole.sort_by_key(|(by, was)| (by.name(), was.name()));
    whole.dedup();
    (whole, quotes)
}

struct Gatherer<'a> {
    input: &'a [u8],
    policy: &'a Policy,
    /// The rules for the text from which evidence is being gathered.
    rules: &'a MessageRules,
    /// The words of each unlabelled text.
    unlabelled: Vec<Vec<u8>>,
    /// The number of octets of the words in `unlabelled`.
    unlabelled_size: usize,
    /// The charsets of labelled texts, with the number of characters beyond US-ASCII for each charset.
    labelled: Vec<(Charset, usize)>,
    /// The charsets of the labels of bodies in US-ASCII.
    named: Vec<Charset>,
    /// The charsets that labels of the message name wrongly: the octets of some text with such a label disprove it.
    disproved: Vec<Charset>,
    /// The charsets that labels of the message likely name wrongly, each with the words of the first doubtful text.
    doubted: Vec<(Charset, Vec<u8>)>,
    /// The charsets of the labels of long texts that are not doubtful. No other text makes these labels doubtful.
    sound: Vec<Charset>,
    /// The short texts that are not doubtful, each with the charset of its label. They may [confirm](Standing) a label
    /// that another text makes doubtful.
    short: Vec<(Charset, Vec<u8>)>,
    /// Whether the text belongs to the message itself, and neither to an enclosed message nor to an attachment. Other
    /// authors have chosen the labels of those.
    is_own: bool,
    /// The charset and the words of each text that has [only accidental characters](lacks_characters), or none, of the
    /// charset of its label, but that may also be damaged text in this charset.
    lacking: Vec<(Charset, Vec<u8>)>,
    /// The number of octets of the words in `lacking`.
    lacking_size: usize,
    languages: Vec<(&'static str, f64)>,
}

impl<'a> Gatherer<'a> {
    fn of(texts: Inventory<'a>, policy: &'a Policy) -> Self {
        let Inventory { input, structure, .. } = texts;
        let mut gatherer = Self {
            input,
            policy,
            rules: MessageRules::NONE,
            unlabelled: Vec::new(),
            unlabelled_size: 0,
            labelled: Vec::new(),
            named: Vec::new(),
            disproved: Vec::new(),
            doubted: Vec::new(),
            sound: Vec::new(),
            short: Vec::new(),
            is_own: true,
            lacking: Vec::new(),
            lacking_size: 0,
            languages: Vec::new(),
        };
        if let Some(root) = structure.parts.first() {
            gatherer.languages = hints::languages(input, &root.header);
        }
        for unit in texts.units() {
            gatherer.rules = texts.rules(unit.part());
            gatherer.is_own = is_own(&structure.parts, unit.part());
            match unit {
                Unit::Block(block) => gatherer.block(block),
                Unit::Body(_, body) => gatherer.body(&body),
            }
        }
        gatherer.add_lacking();
        gatherer
    }

    /// Adds each text in `lacking` to the unlabelled texts if another text disproves its label.
    fn add_lacking(&mut self) {
        for (charset, words) in std::mem::take(&mut self.lacking) {
            if self.disproved.contains(&charset) {
                self.unlabelled_size += words.len();
                self.unlabelled.push(words);
            }
        }
    }

    /// Gathers evidence from the fields of a header block.
    fn block(&mut self, block: Block<'_>) {
        // Guessing is forbidden here, because a guess would need the evidence that is being gathered.
        let context = self.context().without_guess();
        let mut raw = RawOctets::default();
        for (_, field) in block.fields() {
            raw.add(self.input, &field, &context);
            match &field.texts {
                FieldTexts::Spans(texts) => {
                    texts.spans.iter().for_each(|place| self.words(self.input, texts.words_in(place.span)));
                }
                FieldTexts::Parameters(_, values) => {
                    values
                        .iter()
                        .filter(|value| value.is_text(self.input))
                        .for_each(|value| self.value(value));
                }
            }
        }
        self.without_label(&raw.joined());
    }

    fn context(&self) -> Context<'a> {
        Context::under(self.policy, self.rules)
    }

    /// Gathers evidence from a parameter value: from the whole value if it has a charset label or if only percent
    /// escapes give octets beyond US-ASCII, or else from its encoded words. Raw octets in the value are not read here,
    /// but together with all raw octets of the header block.
    fn value(&mut self, value: &ParsedValue) {
        let ParsedValue { joined, text, .. } = value;
        match joined.label.as_deref().filter(|label| !label.is_empty()) {
            Some(label) => self.labelled(label, &joined.octets),
            None if joined.escaped && joined.ascii => self.without_label(&joined.octets),
            None => self.words(&joined.octets, &text.words),
        }
    }

    /// Gathers evidence from the encoded words in a span. Adjacent words with the same label are one text. Damaged
    /// words are no evidence: in a part of a word, a character may be cut.
    fn words(&mut self, buffer: &[u8], words: &[EncodedWord]) {
        let alike = |a: &EncodedWord, b: &EncodedWord| {
            a.damage == b.damage && a.charset.slice(buffer) == b.charset.slice(buffer)
        };
        let words = words.chunk_by(alike);
        for words in words.filter(|words| words.iter().all(|word| word.damage.is_none())) {
            let label = words.first().map_or(&b""[..], |word| word.charset.slice(buffer));
            let octets = word_octets(buffer, words, Charset::for_label(label));
            self.labelled(label, &octets.iter().flat_map(|word| &word.octets).copied().collect::<Vec<u8>>());
        }
    }

    /// Gathers evidence from the body of a part.
    fn body(&mut self, body: &Body<'_, '_>) {
        let Ok(decoded) = body.decode(&self.context()) else { return };
        let octets = &decoded.octets;
        if octets.is_ascii() {
            return self.named(body);
        }
        if binary::evidence(octets, None).is_some() {
            return;
        }
        if let Some(label) = body.label().filter(|label| !label.is_empty()) {
            return self.labelled(&label, octets);
        }
        let part = body.part();
        let names = Markup::for_media_type(&part.media_type).map(|markup| markup.declarations(octets));
        match names.iter().flatten().next() {
            Some(name) => self.labelled(name.slice(octets), octets),
            None if part.attachment => {}
            None => self.without_label(octets),
        }
    }

    /// Gathers the label of a body in US-ASCII.
    fn named(&mut self, body: &Body<'_, '_>) {
        let is_named = |charset: &Charset| {
            charset.is_ascii_superset() && !matches!(*charset, Charset::US_ASCII | Charset::UTF_8)
        };
        if self.is_own
            && let Some(label) = body.label()
            && let Some(charset) = self.context().decision(Some(&label)).charset(&label, b"").filter(is_named)
            && !self.named.contains(&charset)
        {
            self.named.push(charset);
        }
    }

    /// Gathers evidence from a text without a label. If a rule names the charset of the text, the text counts as
    /// labelled.
    fn without_label(&mut self, octets: &[u8]) {
        match self.context().decision(None).choice(octets).charset() {
            Some(charset) => self.in_charset(None, Some(charset), octets),
            None => self.unlabelled(octets),
        }
    }

    /// Gathers evidence from a text with the label `label`. The text is read in the charset that a rule names, or else
    /// in the charset of the label.
    fn labelled(&mut self, label: &[u8], octets: &[u8]) {
        let charset = self.context().decision(Some(label)).charset(label, octets);
        self.in_charset(Some(label), charset, octets);
    }

    /// Gathers evidence from a text whose label or rule says that it is in `charset`. If `charset` is unknown or
    /// US-ASCII, or if the octets disprove it, the text counts as unlabelled. If the text merely does not decode in
    /// `charset`, [`lacking`](Self::lacking) decides. The text is not evidence if there is other evidence against
    /// `charset`, if `charset` is no superset of US-ASCII, or if the label names an unsupported charset.
    fn in_charset(&mut self, label: Option<&[u8]>, charset: Option<Charset>, octets: &[u8]) {
        if octets.is_ascii() {
            return;
        }
        match charset {
            Some(Charset::US_ASCII) => self.unlabelled(octets),
            Some(charset) if disproves(charset, octets) => {
                if !self.disproved.contains(&charset) {
                    self.disproved.push(charset);
                }
                self.unlabelled(octets);
            }
            None if !label.is_some_and(is_unsupported) => self.unlabelled(octets),
            Some(charset) if charset.is_ascii_superset() => {
                let Ok(text) = charset.decode_strict(octets) else { return self.lacking(charset, octets) };
                let decision = self.context().decision(label);
                let is_proved_wrong = || against(charset, octets).is_some();
                let is_sound = match decision.is_final {
                    true => true,
                    false if charset == Charset::UTF_8 || is_proved_wrong() => false,
                    false => decision.is_sure() || self.is_not_doubted(charset, octets),
                };
                let is_evidence = charset != Charset::UTF_8 && is_sound;
                if is_evidence && !self.sound.contains(&charset) {
                    match is_short(octets) && self.short.len() < MOST_SHORT {
                        true => self.short.push((charset, octets.to_vec())),
                        false => self.sound.push(charset),
                    }
                }
                let characters = if is_evidence { text.chars().filter(|c| !c.is_ascii()).count() } else { 0 };
                match self.labelled.iter_mut().find(|(other, _)| *other == charset) {
                    Some((_, sum)) => *sum += characters,
                    None if characters > 0 => self.labelled.push((charset, characters)),
                    None => {}
                }
            }
            _ => {}
        }
    }

    /// Whether the text is not doubtful under a label that means `charset`. If it is, it is evidence against this label.
    fn is_not_doubted(&mut self, charset: Charset, octets: &[u8]) -> bool {
        let Some((doubt, _)) = in_other_charset(octets, charset) else { return true };
        if self.is_own && doubt.evidence_suffices && self.doubted.iter().all(|(other, _)| *other != charset) {
            self.doubted.push((charset, scored_words(octets)));
        }
        false
    }

    /// Gathers the [words](words()) of an unlabelled text, unless enough words have been gathered.
    fn unlabelled(&mut self, octets: &[u8]) {
        if self.unlabelled_size < ENOUGH
            && let Some(words) = words(octets)
        {
            self.unlabelled_size += words.len();
            self.unlabelled.push(words);
        }
    }

    /// Gathers evidence from a text that does not decode in `charset`, the charset of its label. Does nothing unless
    /// all characters of that charset in the text are [accidental](lacks_characters). Otherwise the text counts as
    /// unlabelled. But if it may also be damaged text in that charset, it counts only if other text disproves the same
    /// label.
    fn lacking(&mut self, charset: Charset, octets: &[u8]) {
        let survey = Survey::of(charset, octets);
        if !lacks_characters(&survey) {
            return;
        }
        if !is_damage(charset, octets, &survey) {
            return self.unlabelled(octets);
        }
        if self.lacking_size < ENOUGH
            && let Some(words) = words(octets)
        {
            self.lacking_size += words.len();
            self.lacking.push((charset, words));
        }
    }
}

/// Whether a part belongs to the message itself: it is no attachment, and no enclosed message contains it.
fn is_own(parts: &[Part], part: usize) -> bool {
    let parent = |part: &usize| parts.get(*part)?.parent;
    let is_enclosed = |part: usize| parts.get(part).is_some_and(|one| one.kind == PartKind::Message);
    !parts.get(part).is_some_and(|one| one.attachment)
        && !iter::successors(parent(&part), parent).any(is_enclosed)
}

/// Returns the words of `octets`, without those of lines in UTF-8. Returns `None` if something other than letters
/// shows the charset, such as a byte order mark or an escape sequence, or if all octets are US-ASCII or UTF-8.
fn words(octets: &[u8]) -> Option<Vec<u8>> {
    let octets = mixed::rest(octets);
    (needs_model(&octets) && by_escape(&octets).is_none()).then(|| scored_words(&octets))
}
