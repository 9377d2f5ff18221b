//! Finds a charset that is likelier than the charset of the label.
//!
//! The words are scored in the label's charset, in the language that suits them best, and in all other charsets. The
//! label is doubtful if the words cost much more in its charset than in another charset. The tables in `limits.rs`
//! say how much more.

use super::candidates::{MULTI_OCTET, MultiOctet, SINGLE_OCTET, SingleOctet};
use super::characters::{Character, Script};
use super::confusions::rarity_of_confusion;
use super::costs::NAT;
use super::decoding::shape;
use super::exception::Exception;
use super::labelled_words::LabelledWords;
use super::language_model::{ENGLISH, INSERTED, Spelling, script_of};
use super::languages::ALPHABETS;
use super::limits::{Circumstance, DoubtLimits, FLOOR};
use super::multi::CHARDETNG_BONUS;
use super::neutral::{
    is_abbreviation, is_caseless, is_joined, is_list, is_mixed, is_of_few_signs, is_ornament,
    without_repetitions,
};
use super::open_hypotheses::UnknownWords;
use super::sample::Sample;
use super::scorer::{AsciiWords, Hypothesis, Scorer, noise, posterior, tag};
use super::visual;
use crate::charset::detect::{Candidate, Prior};
use crate::charset::identity::Charset;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::atomic::Ordering::Relaxed;

/// The number of octets of words that are scored first. Later words are scored as well, up to the same number of
/// octets, if they have an octet that no earlier word has. For most sound text, this sample suffices.
const FIRST: usize = 32;
/// The number of octets of words that are scored if the first sample does not suffice.
const SAMPLE: usize = 256;
/// Words that cost at most this much per octet in the charset of their label are sound: the label is right without
/// further comparison. Nine of ten sentences that were measured cost less in their own charset; text in a wrong
/// script costs more.
pub(super) const SOUND_OCTET: i32 = NAT * 13 / 4;
/// Words that cost more than this per octet suit no language of the charset well. Common names with rare letters cost
/// less (`José` 3.9 nats); words in another charset cost more (`Dvoøák` 5.8, `¶roda` 4.3).
const SUITABLE_OCTET: i32 = NAT * 4;
/// Replaces [`SOUND_OCTET`] if further words follow, which may be less sound.
const SOUND_FIRST: i32 = NAT * 3;
/// How much more than [`SOUND_OCTET`] each octet of sound words may cost if the label names a multi-octet charset.
pub(super) const MULTI_OCTET_SOUND: i32 = NAT / 4;
/// Words are also sound if they cost at most this much per octet, plus [`LEAST_SURPLUS`] for all of them together. In
/// no charset do words cost less than `LEAST_OCTET` per octet. Therefore these words can cost at most `LEAST_SURPLUS`
/// (8 nats) less in another charset. A smaller difference than this is never enough for a doubt
/// ([`DoubtLimits::margin`]).
const LEAST_OCTET: i32 = NAT * 2;
const LEAST_SURPLUS: i32 = NAT * 8;
/// The additional cost of a language that is usually written in charsets other than that of the label. English has no
/// such cost, because any text may be English.
const UNUSUAL: i32 = 3 * NAT;
/// Replaces [`UNUSUAL`] if the charset lacks many letters of the language.
const UNWRITTEN: i32 = 6 * NAT;
/// Languages that are not tried when words are tested for being sound. Under a wrong label, text in another language
/// easily looks like text in one of these languages, because the letters of both languages have the same octets, each
/// in the charset of its own language. For example, the Turkish letters `ğ`, `ş` and `ı` of windows-1254 become the
/// Icelandic letters `ð`, `þ` and `ý` in windows-1252.
const DECEPTIVE: [&str; 8] = ["is", "fo", "fur", "ku", "br", "gd", "wa", "oc"];
/// Words without ASCII letters are taken for ornament, not for text, if they have fewer different octets above 127
/// than this.
const LEAST_VARIETY: usize = 3;
/// Words of a script without case prove little if they have at most this many different letters.
const FEW_LETTERS: usize = 4;
/// Words of a script without case prove little if each has at most this many letters, because they may be parts of
/// words.
const SHORT_WORD: usize = 3;
/// Text with at least this many ASCII letters for each octet above 127 is taken for Western text, not for text in a
/// multi-octet charset.
const LETTERS_PER_OTHER: usize = 3;

/// Returns the likeliest charset of `octets` if their label is doubtful. The label names `charset`, in which the
/// octets decode. Returns `None` if the label is not doubtful, or if the model does not score text in `charset`.
pub(in crate::charset::detect) fn likelier_than(octets: &[u8], charset: Charset) -> Option<Candidate> {
    let found = likelier(octets, charset)?;
    // Repetitions are no further evidence, so the octets are compared again without them. Few texts need this second
    // comparison.
    match without_repetitions(octets, Some(charset)) {
        Cow::Owned(once) if Exception::Repeated.holds() => likelier(&once, charset),
        _ => Some(found),
    }
}

/// Returns the same as [`likelier_than`], but counts each repetition as evidence.
fn likelier(octets: &[u8], charset: Charset) -> Option<Candidate> {
    // Fast path: the model does not score UTF-8, the charset of most text.
    if charset == Charset::UTF_8 {
        return None;
    }
    let page = SINGLE_OCTET.iter().find(|page| page.charset == charset);
    let multi = MULTI_OCTET.iter().find(|multi| multi.charset == charset);
    if page.is_none() && multi.is_none() {
        return None;
    }
    // Fast path: most sound text is recognized without a comparison of all charsets.
    let mut sample = Sample::within(octets, FIRST);
    let each = if sample.is_whole || sample.is_repetitive() { SOUND_OCTET } else { SOUND_FIRST };
    if is_sound(&sample, page, multi, each)
        || sample.widen(SAMPLE) && is_sound(&sample, page, multi, SOUND_OCTET)
    {
        return None;
    }
    let is_neutral = |word: &[u8]| match page {
        Some(page) => Exception::Joined.holds() && is_joined(word, page),
        None => Exception::Ornament.holds() && multi.is_some_and(|multi| is_ornament(word, multi)),
    };
    if sample.leave_out(is_neutral) && is_sound(&sample, page, multi, SOUND_OCTET) {
        return None;
    }
    let own = match page {
        Some(page) => LabelledWords::in_language(&sample, page, likeliest_language(&sample, page)?)?,
        None => LabelledWords::in_multi(&sample, multi?)?,
    };
    let has_ascii_letters = || sample.words.iter().copied().flatten().any(u8::is_ascii_alphabetic);
    let variety = sample.high().count();
    if Exception::FewOctets.holds() && variety < LEAST_VARIETY && !has_ascii_letters() {
        return None;
    }
    let ascii = OnceCell::new();
    let ascii = || ascii.get_or_init(|| AsciiWords::of(&sample));
    let is_caseless = |page| sample.words.iter().all(|word| is_caseless(word, page));
    let longest = sample.words.iter().map(|word| beyond_ascii(word)).max().unwrap_or_default();
    let are_few = || variety <= FEW_LETTERS && !has_ascii_letters() || longest <= SHORT_WORD;
    let is_misplaced = |page| sample.words.iter().any(|word| visual::has_misplaced_final(word, page));
    let has_few_letters = || {
        Exception::FewLetters.holds()
            && are_few()
            && page.is_some_and(|page| is_caseless(page) && !is_misplaced(page))
    };
    // If each word mixes letters of another script with ASCII letters, then the author did not choose this charset.
    // Therefore the trust in the label does not count.
    let is_mixed = |page| sample.words.iter().all(|word| is_mixed(word, page));
    let is_mixed = page.is_some_and(is_mixed) || !Exception::Chosen.holds();
    let trust = page.map(|page| page.trust).or(multi.map(|multi| multi.trust)).filter(|_| !is_mixed);
    let limits = DoubtLimits::of(trust.unwrap_or_default())
        .under(Circumstance::MixedScripts, is_mixed)
        .under(Circumstance::MultiOctetLabel, page.is_none())
        .under(Circumstance::FewLetters, has_few_letters());
    if !own.may_be_likelier_elsewhere(&sample, |language| ascii().cost(language), limits.margin)
        || Exception::Letters.holds()
            && page.is_some_and(|page| sample.words.iter().all(|word| is_list(word, page)))
    {
        return None;
    }
    let cost = page.map_or(Some(own.cost() - CHARDETNG_BONUS), |page| cost(&sample, ascii(), page))?;
    // Hebrew may be in visual order, in which the last letter of a line comes first (RFC 1555, 1556).
    let backwards = page
        .filter(|_| Exception::VisualOrder.holds())
        .and_then(|page| visual::cost(&sample, page, UnknownWords::Penalized));
    let cost = backwards.map_or(cost, |backwards| backwards.min(cost));
    let mut hypotheses = Scorer::of(&sample, ascii())?.hypotheses(UnknownWords::Penalized, cost);
    for hypothesis in &mut hypotheses {
        hypothesis.cost += rarity_of_confusion(charset, hypothesis.charset);
    }
    if Exception::FewPairs.holds() && has_few_pairs(&sample)
        || Exception::FewSigns.holds() && is_of_few_signs(octets)
    {
        hypotheses.retain(|hypothesis| hypothesis.charset.is_single_octet());
    }
    if Exception::Abbreviation.holds()
        && let Some(page) = page
        && sample.words.iter().all(|word| is_abbreviation(word, page))
    {
        hypotheses.retain(|hypothesis| is_in_script_of(page, hypothesis.language));
    }
    let best = hypotheses.iter().min_by_key(|hypothesis| hypothesis.cost)?;
    let noise = noise(&sample);
    let is_expected = |page: &SingleOctet| {
        script_of(best.language) != Script::Latin
            && (charset == Charset::WINDOWS_1252 || is_in_script_of(page, best.language))
    };
    let is_one_letter = |page| variety == 1 && Exception::OneLetter.holds() && is_other_latin(page, best);
    let limits = limits
        .under(Circumstance::ExpectedConfusion, page.is_some_and(is_expected))
        .under(Circumstance::OneLetter, page.is_some_and(is_one_letter));
    if !limits.are_reached(cost - best.cost, noise - best.cost) {
        return None;
    }
    let mut others = posterior(&hypotheses, noise, &Prior::default());
    others.retain(|other| !reads_alike(&sample, other.charset, charset));
    let probability: f64 = others.iter().map(|other| other.probability).sum();
    if probability >= FLOOR { others.into_iter().next() } else { None }
}

/// Whether the charset is usually used for a language in the script of `language`.
fn is_in_script_of(page: &SingleOctet, language: &str) -> bool {
    page.languages.iter().any(|usual| script_of(tag(*usual)) == script_of(language))
}

/// Whether both charsets are used for Latin letters, but not for the same languages.
fn is_other_latin(page: &SingleOctet, other: &Hypothesis) -> bool {
    let is_latin =
        |page: &SingleOctet| page.languages.iter().any(|usual| script_of(tag(*usual)) == Script::Latin);
    let other = SINGLE_OCTET.iter().find(|page| page.charset == other.charset);
    other.is_some_and(|other| is_latin(other) && is_latin(page) && other.languages != page.languages)
}

/// Whether the words of `octets` suit a language of `charset` as well as the words of most sound text do. Short words
/// can be doubtful beside other text although they are not doubtful alone: `Dvoøák` suits no language well. True if
/// `charset` is no charset of single octets, or if the model does not score text in it. Takes constant time.
pub fn suits(octets: &[u8], charset: Charset) -> bool {
    let page = SINGLE_OCTET.iter().find(|page| page.charset == charset);
    let sample = Sample::within(octets, FIRST);
    let most = i32::try_from(sample.len()).unwrap_or(i32::MAX).saturating_mul(SUITABLE_OCTET);
    page.is_none_or(|page| is_within(&sample, page, most))
}

/// Whether the words are sound in the charset of their label: in some language, they cost at most `each` per octet.
/// Words that do not decode in the charset count as sound, too, because the model has no cost for them.
fn is_sound(
    sample: &Sample<'_>,
    page: Option<&'static SingleOctet>,
    multi: Option<&MultiOctet>,
    each: i32,
) -> bool {
    match (page, multi) {
        (Some(page), _) => is_within(sample, page, most_of_sound(sample, each)),
        (None, Some(multi)) => LabelledWords::in_multi(sample, multi).is_none_or(|own| {
            own.cost() - CHARDETNG_BONUS <= most_of_sound(sample, each + MULTI_OCTET_SOUND)
        }),
        (None, None) => true,
    }
}

/// Whether the words cost at most `most` in some language of the charset.
fn is_within(sample: &Sample<'_>, page: &'static SingleOctet, most: i32) -> bool {
    let shapes = shapes(sample, page);
    let is_sound_in = |language: &usize| cost_within(sample, page, *language, shapes, most).is_some();
    // The texts of a mailbox are often in one language, so the language of the last sound text is tried first.
    let last = page.sound.load(Relaxed);
    let others = || languages(page).filter(|language| *language != last);
    let keep = |language: &usize| page.sound.store(*language, Relaxed);
    is_sound_in(&last) || others().find(is_sound_in).inspect(keep).is_some()
}

/// Whether the words are too little evidence for a multi-octet charset, which is so in any of these cases:
///
/// - There is only one octet above 127, or only one pair of such octets.
/// - ASCII letters outnumber the octets above 127, and there are at most as many pairs of octets above 127 as runs of
///   such octets with an odd length. In a double-octet charset, the last octet of each such run would form a character
///   with the ASCII letter after it.
/// - There are at least three ASCII letters for each octet above 127.
/// - Each multi-octet character has ASCII letters on both sides.
fn has_few_pairs(sample: &Sample<'_>) -> bool {
    let words = || sample.words.iter().copied();
    let others: usize = words().map(beyond_ascii).sum();
    let letters = words().flatten().filter(|octet| octet.is_ascii_alphabetic()).count();
    let pairs = words().flat_map(|word| word.windows(2));
    let runs = words().flat_map(|word| word.split(u8::is_ascii));
    let alone = runs.filter(|run| run.len() % 2 == 1).count();
    match pairs.filter(|pair| !pair.iter().any(u8::is_ascii)).count() {
        0 => others == 1 || letters > others,
        1 if others == 2 => true,
        pairs if pairs <= alone && letters > others => true,
        _ => letters >= LETTERS_PER_OTHER * others || words().all(is_among_letters),
    }
}

/// Whether each character of two octets in a word would have ASCII letters on both sides.
fn is_among_letters(word: &[u8]) -> bool {
    let mut before = &[][..];
    let runs = word
        .chunk_by(|one, other| one.is_ascii() == other.is_ascii())
        .map(|run| (std::mem::replace(&mut before, run), run));
    let mut runs = runs.peekable();
    let mut all = true;
    while let Some((before, run)) = runs.next() {
        let after = runs.peek().map(|(_, after)| *after).unwrap_or_default();
        let is_letter = |octet: Option<&u8>| octet.is_some_and(u8::is_ascii_alphabetic);
        all &= run.is_ascii() || run.len() <= 2 && is_letter(before.last()) && is_letter(after.first());
    }
    all
}

/// The number of octets above 127 in a word.
fn beyond_ascii(word: &[u8]) -> usize {
    word.iter().filter(|octet| !octet.is_ascii()).count()
}

/// Whether the words are the same text in both charsets.
fn reads_alike(sample: &Sample<'_>, one: Charset, other: Charset) -> bool {
    let high: Vec<u8> = sample.high().collect();
    let page = |charset| SINGLE_OCTET.iter().find(|page| page.charset == charset);
    one == other || page(one).zip(page(other)).is_some_and(|(one, other)| one.reads_alike(other, &high))
}

/// Returns the language that suits the words best, among the languages that are usually written in a single-octet
/// charset.
fn likeliest_language(sample: &Sample<'_>, page: &'static SingleOctet) -> Option<usize> {
    let shapes = shapes(sample, page);
    let (mut least, mut likeliest) = (i32::MAX, page.languages.first().copied());
    for language in languages(page) {
        if let Some(cost) = cost_within(sample, page, language, shapes, least.saturating_sub(1)) {
            (least, likeliest) = (cost, Some(language));
        }
    }
    likeliest
}

/// The languages that the charset is used for, except the [`DECEPTIVE`] ones, as indices into the alphabets.
fn languages(page: &SingleOctet) -> impl Iterator<Item = usize> {
    page.languages.iter().copied().filter(|language| !DECEPTIVE.contains(&tag(*language)))
}

/// The cost of the changes of case, the symbols and the undefined octets of the words, which is the same in all
/// languages.
fn shapes(sample: &Sample<'_>, page: &SingleOctet) -> i32 {
    sample.words.iter().map(|word| shape(page.characters(word))).sum()
}

/// The cost of the words in a language and a single-octet charset. `shapes` is the part of the cost that is the same
/// in all languages. `None` if the cost exceeds `most`; the further words are not scored then, because they only raise
/// the cost.
fn cost_within(
    sample: &Sample<'_>,
    page: &'static SingleOctet,
    language: usize,
    shapes: i32,
    most: i32,
) -> Option<i32> {
    let model = page.model(language)?;
    let mut cost = shapes;
    let is_within = |word: &&[u8]| {
        cost += model.cost_within(word, most.saturating_sub(cost));
        cost <= most
    };
    sample.words.iter().all(is_within).then_some(cost)
}

/// The highest cost at which the words of a sample are sound. `each` is the limit for each octet. In short samples, the
/// words may cost more: [`LEAST_OCTET`] for each octet, plus [`LEAST_SURPLUS`] once.
pub(super) fn most_of_sound(sample: &Sample<'_>, each: i32) -> i32 {
    let octets = i32::try_from(sample.len()).unwrap_or(i32::MAX);
    octets.saturating_mul(each).max(octets.saturating_mul(LEAST_OCTET).saturating_add(LEAST_SURPLUS))
}

/// The cost of the words in a single-octet charset, in the language that suits them best. A language that is usually
/// written in other charsets costs more.
fn cost(sample: &Sample<'_>, ascii: &AsciiWords, page: &SingleOctet) -> Option<i32> {
    let english = Spelling::of(ENGLISH)?;
    let scored = |word: &&[u8]| {
        let characters: Vec<Option<Character>> = page.characters(word).collect();
        let english = english.cost_of(word, &characters) + INSERTED;
        (shape(characters.iter().copied()), english, characters)
    };
    let words: Vec<_> = sample.words.iter().map(scored).collect();
    let mut least = i32::MAX;
    // The languages of the charset come first. One of them mostly suits the words best, so the others are given up early.
    let others = (0..ALPHABETS.len()).filter(|language| !page.languages.contains(language));
    for language in page.languages.iter().copied().chain(others) {
        let (spelling, mut cost) = (Spelling::of(language)?, ascii.cost(language));
        if language != ENGLISH && !page.languages.contains(&language) {
            cost += if page.has_letters_of(language) { UNUSUAL } else { UNWRITTEN };
        }
        for (word, (shape, english, characters)) in sample.words.iter().zip(&words) {
            let room = least.saturating_sub(cost).saturating_sub(*shape).min(*english);
            cost += shape + spelling.cost_within(word, characters, room).min(*english);
            // A language is given up as soon as its cost reaches the least cost of the languages before it, because
            // further words only raise the cost.
            if cost >= least {
                break;
            }
        }
        least = least.min(cost);
    }
    Some(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Read as EUC-KR, the signs would be Korean (`렇막눕`).
    #[test]
    fn ornament_does_not_speak_against_its_label() {
        let ornament = "·¸¸·´¯`".repeat(4);
        let ornament = Charset::WINDOWS_1252.encode(&ornament).unwrap();
        assert_eq!(likelier_than(&ornament, Charset::WINDOWS_1252), None);
    }

    /// These names of places look like words of another language if one letter is read in another Latin charset.
    #[test]
    fn one_letter_proves_little_for_another_latin_charset() {
        for (label, text) in
            [("iso-8859-15", "Astracã"), ("iso-8859-2", "Inčchon"), ("windows-1250", "Inčchon")]
        {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let octets = charset.encode(text).unwrap();
            assert_eq!(likelier_than(&octets, charset), None, "{text} in {label}");
        }
    }

    /// Tests words of one or two different letters in each single-octet charset of the model.
    #[test]
    fn two_different_letters_prove_nothing() {
        for page in SINGLE_OCTET.iter() {
            let is_letter = |octet: &u8| page.charset.decode(&[*octet]).text.chars().all(char::is_alphabetic);
            let letters: Vec<u8> = (0x80..=0xFF).filter(is_letter).collect();
            for &a in &letters {
                for &b in letters.iter().filter(|b| a <= **b) {
                    let word = [a, b, b, a];
                    assert_eq!(likelier_than(&word, page.charset), None, "{} {word:X?}", page.charset.name());
                }
            }
        }
    }
}
