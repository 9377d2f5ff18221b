//! Undoes the wrong decoding of a text, or only of the words that show a wrong decoding.
//!
//! If two tables in different charsets were joined, one word of a cell can be garbled while another word of the cell is
//! sound (not garbled). First, the whole cell is tried. Then each stretch of words between sound words is tried as a
//! whole, because a word that alone gives no evidence can be judged together with its neighbours. Finally, each word of
//! the stretch is tried.

use mailutf::charset::Charset;
use mailutf::text::{Context, resolve};
use mailutf::{Code, Policy};
use std::collections::HashSet;

/// A text that explains wrong decoding by examples is left unchanged. A text is taken to be such an explanation if at least
/// one third of its restored words (one in `SHARED`) also occur in the text in their sound form.
const SHARED: usize = 3;

/// The maximum number of repairs of one text. One repair is not always enough, because the parts of a text can have
/// been decoded in several charsets.
const ROUNDS: usize = 4;

/// A word with the blanks after it, and the form of the word before the wrong decoding.
struct Word<'t> {
    written: &'t str,
    restored: Option<String>,
}

/// Returns the form of `text` before it was decoded wrongly, or `None` if `text` was not decoded wrongly. Takes linear time.
pub(crate) fn repaired(text: &str) -> Option<String> {
    let policy = Policy::for_display();
    let context = Context::new(&policy);
    let mut found = None;
    for _ in 0..ROUNDS {
        match once(found.as_deref().unwrap_or(text), &context) {
            Some(text) => found = Some(text),
            None => break,
        }
    }
    found
}

/// Whether `text` was decoded wrongly, even if that cannot be undone. Takes linear time.
pub(crate) fn is_garbled(text: &str) -> bool {
    let policy = Policy::for_display();
    let read = resolve(text.as_bytes(), Some(b"utf-8"), &Context::new(&policy));
    let is_named = |code| matches!(code, Code::TextGarbled | Code::TextRestored);
    read.is_ok_and(|read| read.findings.iter().any(|(code, _)| is_named(*code))) || repaired(text).is_some()
}

fn once(text: &str, context: &Context<'_>) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let whole = undone(text, context);
    if whole.is_some() {
        return whole;
    }
    let words: Vec<Word<'_>> = text.split_inclusive(is_blank).map(|word| Word::of(word, context)).collect();
    if words.len() < 2 || is_about(&words) {
        return None;
    }
    let mut restored = String::with_capacity(text.len());
    for stretch in words.split_inclusive(Word::is_sound) {
        let (between, sound) = match stretch.split_last() {
            Some((last, between)) if last.is_sound() => (between, last.written),
            _ => (stretch, ""),
        };
        if between.iter().any(|word| word.restored.is_some()) {
            let written: String = between.iter().map(|word| word.written).collect();
            let each =
                || between.iter().map(|word| word.restored.as_deref().unwrap_or(word.written)).collect();
            restored.push_str(
                &undone(&written, context).filter(|read| was_utf8(&written, read)).unwrap_or_else(each),
            );
        } else {
            restored.extend(between.iter().map(|word| word.written));
        }
        restored.push_str(sound);
    }
    (restored != text).then_some(restored)
}

fn undone(text: &str, context: &Context<'_>) -> Option<String> {
    let read = resolve(text.as_bytes(), Some(b"utf-8"), context).ok()?;
    (read.charset == Charset::UTF_8 && read.text != text).then(|| read.text.into_owned())
}

/// Whether `garbled` can be the UTF-8 form of `read`, wrongly decoded. In UTF-8, characters beyond US-ASCII have several
/// octets, and each octet became at least one character, so `garbled` has more characters than `read`. Without this
/// condition, a single word that is not garbled could by chance look like wrongly decoded text, and be changed.
fn was_utf8(garbled: &str, read: &str) -> bool {
    read.chars().count() < garbled.chars().count()
}

impl<'t> Word<'t> {
    fn of(written: &'t str, context: &Context<'_>) -> Self {
        let restored = if written.is_ascii() { None } else { undone(written, context) };
        Self { written, restored: restored.filter(|read| was_utf8(written, read)) }
    }

    /// Whether the word has characters that cannot come from a wrong decoding.
    fn is_sound(&self) -> bool {
        let is_utf8 = || {
            let octets = Charset::WINDOWS_1252.encode(self.written).ok();
            octets.is_some_and(|octets| str::from_utf8(&octets).is_ok())
        };
        self.restored.is_none() && !self.written.is_ascii() && !is_utf8()
    }
}

/// Whether words end at the character. A no-break space can be an octet of a word that was decoded wrongly.
fn is_blank(character: char) -> bool {
    character.is_whitespace() && character != '\u{A0}'
}

/// Returns the word without punctuation and other signs before and after it.
fn core(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphabetic())
}

/// Whether the text explains wrong decoding by examples. This is assumed if at least one in [`SHARED`] of its restored
/// words also occurs in the text in its sound form.
fn is_about(words: &[Word<'_>]) -> bool {
    let there: HashSet<&str> = words.iter().map(|word| core(word.written)).collect();
    let restored = || words.iter().filter_map(|word| word.restored.as_deref());
    let is_there = |word: &&str| {
        let core = core(word);
        core.chars().nth(2).is_some() && !core.is_ascii() && there.contains(core)
    };
    restored().filter(is_there).count() * SHARED >= restored().count()
}
