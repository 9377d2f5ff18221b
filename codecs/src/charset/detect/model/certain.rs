//! Finds the charset of text by its first words, if these leave no doubt about the charset and the language. For most
//! text, a few words suffice. The caller scores all words in all charsets only if doubt remains, or if the words are
//! not sound in the charset that the first words show. Words are sound if they cost no more than most correct text (see
//! [`SOUND_OCTET`]). Takes linear time.

use super::candidates::{MULTI_OCTET, SINGLE_OCTET};
use super::costs::NAT;
use super::labelled::{MULTI_OCTET_SOUND, SOUND_OCTET, most_of_sound};
use super::labelled_words::LabelledWords;
use super::open_hypotheses::UnknownWords;
use super::sample::Sample;
use super::scorer::{AsciiWords, Hypothesis, Scorer, noise, tag};
use crate::charset::detect::Candidate;

/// The number of octets of words that count as the first words.
const FIRST: usize = 64;
/// The charset is certain only if the first words cost at least this much less in it than in every charset in which
/// they are another text, and at least this much less than as noise. Then all other texts and noise together have a
/// probability of less than one in a million.
const MARGIN: i32 = 16 * NAT;
/// The language is certain only if the same text costs at least this much more in any other language.
const MARGIN_OF_LANGUAGE: i32 = 7 * NAT;

/// Returns the only candidate for a sample, or `None` if the sample is short, if its first words leave a doubt, or if
/// its words are not sound.
pub(super) fn candidate(sample: &Sample<'_>) -> Option<Candidate> {
    if sample.len() < 2 * FIRST {
        return None;
    }
    let first = sample.first(FIRST);
    let noise = noise(&first);
    let hypotheses = Scorer::of(&first, &AsciiWords::of(&first))?.hypotheses(UnknownWords::Penalized, noise);
    let likeliest = hypotheses.iter().min_by_key(|hypothesis| hypothesis.cost)?;
    let is_behind = |other: &Hypothesis| {
        let margin = match other.decoding == likeliest.decoding {
            true if other.language == likeliest.language => 0,
            true => MARGIN_OF_LANGUAGE,
            false => MARGIN,
        };
        other.cost - likeliest.cost >= margin
    };
    let is_certain = noise - likeliest.cost >= MARGIN && hypotheses.iter().all(is_behind);
    let Hypothesis { charset, language, .. } = *likeliest;
    (is_certain && is_sound(sample, likeliest)).then_some(Candidate { charset, probability: 1.0, language })
}

/// Whether all words of a sample are sound text in the charset and the language of a hypothesis. The limit of the
/// cost is that of text whose label counts as correct ([`SOUND_OCTET`]).
fn is_sound(sample: &Sample<'_>, hypothesis: &Hypothesis) -> bool {
    let page = SINGLE_OCTET.iter().find(|page| page.charset == hypothesis.charset);
    let words = match page {
        Some(page) => {
            let mut languages =
                page.languages.iter().filter(|language| tag(**language) == hypothesis.language);
            languages.next().and_then(|language| LabelledWords::in_language(sample, page, *language))
        }
        None => {
            let multi = MULTI_OCTET.iter().find(|multi| multi.charset == hypothesis.charset);
            multi.and_then(|multi| LabelledWords::in_multi(sample, multi))
        }
    };
    let each = SOUND_OCTET + if page.is_some() { 0 } else { MULTI_OCTET_SOUND };
    words.is_some_and(|words| words.cost() <= most_of_sound(sample, each))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::detect::Prior;
    use crate::charset::identity::Charset;

    const RUSSIAN: &str = "Вчера вечером пришло письмо от старого друга, который давно живёт на севере и редко пишет \
        домой; сегодня утром мы ответили ему, что летом приедем всей семьёй, если погода позволит, а дети привезут \
        рисунки, книги и варенье.";
    const CHINESE: &str = "昨天晚上我收到了一位老朋友的来信，他在北方住了很多年，很少给家里写信。今天早上我们回信说，如果天气好，\
        夏天全家都会去看他，孩子们还会带上图画和书。";

    fn encoded(text: &str, label: &str) -> Vec<u8> {
        Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap().into_owned()
    }

    #[test]
    fn a_certain_text_has_the_same_charset_as_by_all_words() {
        for (text, label) in
            [(RUSSIAN, "koi8-r"), (RUSSIAN, "windows-1251"), (RUSSIAN, "ibm866"), (CHINESE, "gb18030")]
        {
            let octets = encoded(text, label);
            let sample = Sample::of(&octets);
            let scorer = Scorer::of(&sample, &AsciiWords::of(&sample)).unwrap();
            let by_all = scorer.candidates(&Prior::default(), UnknownWords::Penalized);
            assert_eq!(candidate(&sample).as_slice(), by_all, "{label}");
        }
    }

    #[test]
    fn later_words_in_another_charset_are_doubt() {
        for [first, second] in [["koi8-r", "windows-1251"], ["gb18030", "koi8-r"]] {
            let text = if first == "gb18030" { CHINESE } else { RUSSIAN };
            let octets = [encoded(text, first), b" ".to_vec(), encoded(RUSSIAN, second)].concat();
            assert_eq!(candidate(&Sample::of(&octets)), None, "{first} {second}");
        }
    }
}
