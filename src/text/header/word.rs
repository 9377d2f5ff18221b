//! Decodes runs of adjacent encoded words (RFC 2047 sections 5 and 6.2).
//!
//! Blanks between adjacent words are not text (section 6.2). Adjacent words in the same charset are decoded together,
//! because mailers split characters between words: each word is decoded to octets, the octets are joined, and the
//! joined octets are decoded to text.
//!
//! Words in a stateful charset (ISO-2022, HZ, UTF-7), or in UTF-16 with byte order marks, are decoded one by one, as
//! section 5 requires. They are joined only if one of them ends within a character or in a shifted state.
//!
//! A word that cannot be decoded without loss stays in the text as it is written, and separates the runs before and
//! after it. So does a [damaged](crate::syntax::encoded_word::WordDamage) word, except where octets are replaced by
//! U+FFFD: there, the part of it that is left is decoded. If a decoded word contains text that looks like an encoded
//! word, that text is not decoded again. All functions take linear time.

use super::word_transfer::{WordOctets, word_octets};
use crate::charset::Charset;
use crate::finding::{Cause, Code, Detail};
use crate::rules::Rule;
use crate::span::Span;
use crate::syntax::encoded_word::{EncodedWord, WordDamage};
use crate::text::charset_choice::{resolve, resolve_or_show};
use crate::text::context::Context;
use crate::text::decoded_text::{DecodedText, Unresolved};
use crate::text::evidence::against;
use crate::text::evidence::shift::{begins_with_shift, is_shifted_after};
use std::borrow::Cow;

/// Adjacent encoded words, decoded to one text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run {
    /// The span from the first octet of the first word to the last octet of the last word.
    pub span: Span,
    /// The text.
    pub text: String,
    /// The language, if all words name the same language (RFC 2231 section 5).
    pub language: Option<Span>,
    /// The charset of all words, if all of these conditions hold:
    ///
    /// - The charset is UTF-8, UTF-7 or US-ASCII.
    /// - All words conform to RFC 2047.
    /// - No character is split between words.
    /// - The text was not restored: it is the text of the octets in this charset.
    ///
    /// A US-ASCII word next to a word in UTF-8 or UTF-7 counts as a word in the charset of that word.
    pub exact: Option<Charset>,
    /// Findings about the words. Each code occurs once.
    pub findings: Vec<(Code, Detail)>,
}

impl Run {
    /// Whether all words conform to RFC 2047 and are in `charset` or US-ASCII.
    pub fn is_in(&self, charset: Charset) -> bool {
        self.exact.is_some_and(|exact| exact == charset || exact == Charset::US_ASCII)
    }
}

/// A result of decoding encoded words. Results of the same kind come in the order of the words.
pub(in crate::text) enum Found {
    Run(Run),
    /// The label of a word that was decoded, and the charset of the word.
    Read(Span, Charset),
    /// A word that cannot be decoded without loss, and the reason.
    Unresolved(Span, Detail),
}

/// Decodes `words`, which must be in order. Calls `take` for each result.
pub(in crate::text) fn read_words(
    input: &[u8],
    words: &[EncodedWord],
    context: &Context<'_>,
    take: &mut dyn FnMut(Found),
) {
    if words.is_empty() {
        return;
    }
    let reader = WordReader { input, context, exact: context.exact() };
    for side_by_side in words.chunk_by(|a, b| is_blank(Span::new(a.span.end, b.span.start).slice(input))) {
        let mut joiner = Joiner { input, run: None, take };
        for group in side_by_side.chunk_by(|a, b| reader.same_charset(a, b)) {
            reader.group(group, &mut |stretch| joiner.add(stretch));
        }
        joiner.end_run();
    }
}

/// Adjacent words of one charset that are decoded together.
struct Stretch<'w> {
    words: &'w [EncodedWord],
    text: Result<(String, Charset), Detail>,
    /// The charset of all words if they have one charset and are without errors, as [`Run::exact`] says exactly.
    exact: Option<Charset>,
    findings: Vec<(Code, Detail)>,
}

/// Joins stretches of words that are separated only by blanks.
struct Joiner<'a, 't> {
    input: &'a [u8],
    /// The run to which the next stretch is added, if there is one.
    run: Option<Run>,
    take: &'t mut dyn FnMut(Found),
}

impl Joiner<'_, '_> {
    fn end_run(&mut self) {
        self.run.take().into_iter().for_each(|run| (self.take)(Found::Run(run)));
    }

    /// Adds a stretch to the run. If the words of the stretch are not decoded, the run before them ends.
    fn add(&mut self, stretch: Stretch<'_>) {
        let ([first, .., last] | [first @ last]) = stretch.words else { return };
        let (text, charset) = match stretch.text {
            Ok(read) => read,
            Err(why) => {
                self.end_run();
                let words = stretch.words.iter();
                return words.for_each(|word| (self.take)(Found::Unresolved(word.span, why.clone())));
            }
        };
        stretch.words.iter().for_each(|word| (self.take)(Found::Read(word.charset, charset)));
        let run = self.run.get_or_insert_with(|| Run {
            span: first.span,
            text: String::new(),
            language: first.language,
            exact: stretch.exact,
            findings: Vec::new(),
        });
        let spoken = run.language.map(|language| language.slice(self.input));
        let shared = stretch.words.iter().all(|word| word.language.map(|l| l.slice(self.input)) == spoken);
        run.language = run.language.filter(|_| shared);
        run.span.end = last.span.end;
        match run.text.is_empty() {
            true => run.text = text,
            false => run.text.push_str(&text),
        }
        run.exact = common(run.exact, stretch.exact);
        for (code, detail) in stretch.findings {
            if run.findings.iter().all(|(other, _)| *other != code) {
                run.findings.push((code, detail));
            }
        }
    }
}

/// Returns the common charset of words in `a` and words in `b`. US-ASCII is a part of each charset.
fn common(a: Option<Charset>, b: Option<Charset>) -> Option<Charset> {
    match (a?, b?) {
        (Charset::US_ASCII, other) | (other, Charset::US_ASCII) => Some(other),
        (a, b) => Some(a).filter(|a| *a == b),
    }
}

/// Returns the charset of `word`, if the word is well-formed and its label is `utf-8`, `utf-7` or `us-ascii`.
fn charset_of_exact_label(input: &[u8], word: &EncodedWord) -> Option<Charset> {
    let labels = [(Charset::UTF_8, "utf-8"), (Charset::UTF_7, "utf-7"), (Charset::US_ASCII, "us-ascii")];
    let label = word.charset.slice(input);
    let found = labels.into_iter().find(|(_, name)| label.eq_ignore_ascii_case(name.as_bytes()));
    found.map(|(charset, _)| charset).filter(|_| !word.malformed)
}

fn is_blank(octets: &[u8]) -> bool {
    octets.iter().all(|octet| matches!(octet, b' ' | b'\t' | b'\r' | b'\n'))
}

struct WordReader<'a, 'c> {
    input: &'a [u8],
    context: &'c Context<'c>,
    /// The context in which nothing is replaced by U+FFFD.
    exact: Context<'c>,
}

impl<'a> WordReader<'a, '_> {
    /// Whether two words are decoded together: neither is damaged, and their labels mean the same charset.
    fn same_charset(&self, a: &EncodedWord, b: &EncodedWord) -> bool {
        let is_damaged = a.damage.is_some() || b.damage.is_some();
        let (a, b) = (a.charset.slice(self.input), b.charset.slice(self.input));
        let override_of = |label| self.context.decision(Some(label)).rule.and_then(Rule::charsets);
        let same = || Charset::for_label(a).is_some_and(|a| Charset::for_label(b) == Some(a));
        let is_same = || a.eq_ignore_ascii_case(b) || same() && override_of(a) == override_of(b);
        !is_damaged && is_same()
    }

    /// Decodes adjacent words whose labels mean the same charset.
    fn group<'w>(&self, words: &'w [EncodedWord], add: &mut dyn FnMut(Stretch<'w>)) {
        let label = words.first().map(|word| word.charset.slice(self.input)).unwrap_or_default();
        let charset = self.context.decision(Some(label)).joining_charset(label);
        // Most words have no adjacent words, so they need no list.
        let (one, many) = match words {
            [word] => (Some([WordOctets::of_one(self.input, word, charset)]), Vec::new()),
            _ => (None, word_octets(self.input, words, charset)),
        };
        let items = one.as_ref().map_or(&*many, |one| one);
        let whole = || items.iter().all(|item| is_whole(charset, item));
        // Each word in UTF-16 may have its own byte order mark. If there are no marks, the byte order is judged
        // from all words together.
        let is_marked = |item: &WordOctets| matches!(*item.octets, [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..]);
        let apart = || whole() && items.iter().skip(1).any(is_marked);
        let together =
            charset.is_none_or(|charset| charset.is_ascii_superset() || !charset.is_stateful() && !apart());
        if !together || self.are_mixed(label, charset, items) {
            return self.stretches(label, charset, words, items, add);
        }
        match (self.joined(label, words, items, &self.exact), items) {
            (Ok(stretch), _) => add(stretch),
            (Err(why), [item]) => add(self.alone(label, words, item, why)),
            (Err(_), _) => self.stretches(label, charset, words, items, add),
        }
    }

    /// Whether the words are in two charsets, although their labels all mean `charset`. In this case some words show
    /// another charset (such as UTF-8), but all words together do not.
    fn are_mixed(&self, label: &[u8], charset: Option<Charset>, items: &[WordOctets]) -> bool {
        let shows = |octets: &[u8]| charset.is_some_and(|charset| against(charset, octets).is_some());
        let guess = self.context.may_guess() && !self.context.decision(Some(label)).is_final;
        guess && items.len() > 1 && items.iter().any(|item| shows(&item.octets)) && !shows(&joined(items))
    }

    /// Decodes each complete word by itself. An incomplete word is joined with the words after it.
    fn stretches<'w>(
        &self,
        label: &[u8],
        charset: Option<Charset>,
        words: &'w [EncodedWord],
        items: &[WordOctets],
        add: &mut dyn FnMut(Stretch<'w>),
    ) {
        let (mut words, mut items) = (words, items);
        while !items.is_empty() {
            let len = length_of_stretch(charset, items);
            let (some, rest) = items.split_at_checked(len).unwrap_or((items, &[]));
            let count = some.iter().map(|item| item.words).sum();
            let (these, after) = words.split_at_checked(count).unwrap_or((words, &[]));
            match (self.joined(label, these, some, &self.exact), some) {
                (Ok(stretch), _) => add(stretch),
                (Err(why), [item]) => add(self.alone(label, these, item, why)),
                (Err(_), _) => self.one_by_one(label, these, some, add),
            }
            (words, items) = (after, rest);
        }
    }

    /// Decodes each word by itself. If a word cannot be decoded without loss, [`alone`](Self::alone) decodes it.
    fn one_by_one<'w>(
        &self,
        label: &[u8],
        mut words: &'w [EncodedWord],
        items: &[WordOctets],
        add: &mut dyn FnMut(Stretch<'w>),
    ) {
        for item in items {
            let (these, after) = words.split_at_checked(item.words).unwrap_or((words, &[]));
            let read = self.joined(label, these, std::slice::from_ref(item), &self.exact);
            add(read.unwrap_or_else(|why| self.alone(label, these, item, why)));
            words = after;
        }
    }

    /// Decodes an item that cannot be decoded without loss. If the policy allows it, the item is decoded with loss;
    /// otherwise it is unresolved. `why` is the reason, if decoding was already tried.
    fn alone<'w>(
        &self,
        label: &[u8],
        words: &'w [EncodedWord],
        item: &WordOctets,
        why: Option<Unresolved>,
    ) -> Stretch<'w> {
        let lossy = || self.joined(label, words, std::slice::from_ref(item), self.context).ok();
        // If nothing can be decoded, the undecoded word tells a reader more than U+FFFD alone.
        let is_shown = |stretch: &Stretch<'_>| {
            let is_more = |text: &str| text.chars().any(|c| c != char::REPLACEMENT_CHARACTER);
            self.context.policy.lossy || stretch.text.as_ref().is_ok_and(|(text, _)| is_more(text))
        };
        let read = if self.context.replaces() { lossy().filter(is_shown) } else { None };
        read.unwrap_or_else(|| {
            let damage = words.iter().find_map(|word| word.damage).map(|damage| match damage {
                WordDamage::End => Cause::CutWord,
                WordDamage::Opening => Cause::DamagedWord,
            });
            let why = || why.or_else(|| resolve(&item.octets, Some(label), &self.exact).err());
            let junk = if item.lost { Cause::JunkInWord } else { Cause::EmptyWord };
            let why = damage.map(Detail::from).or_else(|| why().map(Detail::from));
            let text = Err(why.unwrap_or_else(|| junk.into()));
            Stretch { words, text, exact: None, findings: Vec::new() }
        })
    }

    /// Decodes the joined octets in `context`. If decoding was tried and failed, the error is the reason. If it was
    /// not tried, the error is `None`.
    fn joined<'w>(
        &self,
        label: &[u8],
        words: &'w [EncodedWord],
        items: &[WordOctets],
        context: &Context<'_>,
    ) -> Result<Stretch<'w>, Option<Unresolved>> {
        let lost = items.iter().any(|item| item.lost);
        let is_damaged = words.iter().any(|word| word.damage.is_some());
        if (lost || is_damaged) && !context.replaces() {
            return Err(None);
        }
        let octets = joined(items);
        // A word without text stays as it is if its label names no charset.
        if octets.is_empty() && context.decision(Some(label)).joining_charset(label).is_none() {
            return Err(None);
        }
        let text = match resolve_or_show(&octets, label, context) {
            // The words are not retried one by one, because single words may be too short to raise the doubt.
            Err(why) if why.doubt.is_some() || why.is_undecided() => {
                return Ok(Stretch { words, text: Err(why.into()), exact: None, findings: Vec::new() });
            }
            read => read.map_err(Some)?,
        };
        // Garbled text is not rewritten. After a rewrite, nobody could distinguish it from text that its author wrote
        // in this form. A person who reads it sees it as it is stored, because encoded words are no help.
        if let Some(why) = text.doubt().filter(|_| !context.is_for_display()) {
            return Ok(Stretch { words, text: Err(why.clone()), exact: None, findings: Vec::new() });
        }
        let split = items.len() > 1 && is_split(&text, items);
        let whole = !split && text.replaced == 0 && items.iter().all(|item| item.exact);
        let is_exact = |word: &EncodedWord| charset_of_exact_label(self.input, word) == Some(text.charset);
        // Text that was restored, such as the original of garbled text, is not the text to which the octets decode.
        let is_plain =
            |charset: &Charset| charset.decode_strict(&octets).is_ok_and(|plain| plain == text.text);
        let exact = Some(text.charset).filter(|_| whole && words.iter().all(is_exact)).filter(is_plain);
        let mut findings = Vec::new();
        if split {
            findings.push((Code::WordSplitChar, Detail::Words(words.len())));
        }
        if items.iter().any(|item| item.cut) {
            findings.push((Code::WordCut, Detail::None));
        }
        if !items.iter().all(|item| item.exact || item.cut) || words.iter().any(|word| word.malformed) {
            findings.push((Code::WordMalformed, Detail::None));
        }
        if lost || text.replaced > 0 {
            findings.push((Code::WordReplaced, Detail::Charset(text.charset)));
        }
        // `TextReplaced` is left out, because `WordReplaced` above already reports U+FFFD in a word.
        findings.extend(text.findings.into_iter().filter(|(code, _)| *code != Code::TextReplaced));
        let text = Ok((text.text.into_owned(), text.charset));
        Ok(Stretch { words, text, exact, findings })
    }
}

/// Returns the number of items to decode together. An item is a word, or several words if an escape or quantum is
/// split between them. The last item to decode is the first complete item that ends in the initial state, or that
/// precedes an item with a shift at its start.
fn length_of_stretch(charset: Option<Charset>, items: &[WordOctets]) -> usize {
    let (shift, mut shifted, mut len) = (charset.and_then(Charset::shift), false, 0);
    let mut items = items.iter().peekable();
    while let Some(item) = items.next() {
        len += 1;
        shifted = is_shifted_after(shift, shifted, &item.octets);
        let shifts = items.peek().is_some_and(|next| begins_with_shift(shift, &next.octets));
        if is_whole(charset, item) && (!shifted || shifts) {
            break;
        }
    }
    len
}

/// Returns the octets of all items, joined.
fn joined(items: &[WordOctets]) -> Cow<'_, [u8]> {
    match items {
        [item] => Cow::Borrowed(&item.octets),
        _ => {
            let mut octets = Vec::with_capacity(items.iter().map(|item| item.octets.len()).sum());
            items.iter().for_each(|item| octets.extend_from_slice(&item.octets));
            Cow::Owned(octets)
        }
    }
}

/// Whether a character of `text` is split between two of the items. `text` was decoded from the octets of all items.
fn is_split(text: &DecodedText<'_>, items: &[WordOctets]) -> bool {
    let mut end = 0;
    items.iter().any(|item| match &text.text {
        // Borrowed text consists of the joined octets themselves, so the ends of the items are offsets in the text.
        Cow::Borrowed(joined) if text.charset == Charset::UTF_8 => {
            end += item.octets.len();
            !joined.is_char_boundary(end)
        }
        _ => text.charset.decode_strict(&item.octets).is_err(),
    })
}

/// Whether the octets of the item are whole characters in `charset`.
fn is_whole(charset: Option<Charset>, item: &WordOctets) -> bool {
    !item.lost && charset.is_some_and(|charset| charset.decode_strict(&item.octets).is_ok())
}
