//! The charsets that text without a label may be in. The tables say how rare each charset is in mail, how much its
//! label is trusted, and which languages the charset is used for.

use super::characters::{Character, Script};
use super::costs::{Alphabet, NAT};
use super::language_model::{LanguageModel, Spelled, Spelling};
use super::languages::ALPHABETS;
use crate::charset::identity::Charset;
use crate::charset::legacy::single_octet::Table;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, OnceLock};

const WESTERN: &str = "en de fr es pt it nl da sv nb fi is fo ca gl eu ga cy sq et";
/// The languages of [`WESTERN`], and languages with few speakers. In the charsets of DOS and the Macintosh, text in the
/// languages with few speakers is so rare that it is not looked for.
const WESTERN_AND_LESSER: &str =
    "en de fr es pt it nl da sv nb fi is fo ca gl eu ga cy sq et fur br gd wa oc fy sc rm lb";
const CENTRAL: &str = "pl cs sk hu ro hr sl hsb";
const BALTIC: &str = "et lv lt";
const CYRILLIC: &str = "ru uk be bg sr mk";
const RUSSIAN: &str = "ru uk be bg";

/// The single-octet charsets. The columns are:
///
/// 1. the label
/// 2. how much rarer the charset is in mail than the most frequent charsets, in halves of a nat
/// 3. the trust in the label, in halves of a nat
/// 4. the languages that the charset is used for
///
/// The trust is the additional evidence that is needed to doubt the label. It is 0 for a label that mail programs
/// name by default for a language (the charsets of Windows and of Unix). It is negative for windows-1252, which
/// programs name for any text, and for ISO-8859-2, which programs name for text in windows-1250.
const SINGLE: [(&str, i32, i32, &str); 60] = [
    ("windows-1252", 0, -4, WESTERN_AND_LESSER),
    ("windows-1250", 0, 0, CENTRAL),
    ("windows-1251", 0, 0, CYRILLIC),
    ("windows-1253", 0, 0, "el"),
    ("windows-1254", 0, 0, "tr az ku"),
    ("windows-1255", 0, 0, "he yi"),
    ("windows-1256", 0, 0, "ar fa ur"),
    ("windows-1257", 0, 0, BALTIC),
    ("windows-1258", 2, 10, "vi"),
    ("windows-874", 0, 0, "th"),
    ("koi8-r", 1, 0, "ru bg"),
    ("koi8-u", 2, 10, "ru uk be"),
    ("iso-8859-2", 0, -2, CENTRAL),
    ("iso-8859-3", 2, 10, "mt eo"),
    ("iso-8859-4", 6, 10, BALTIC),
    ("iso-8859-5", 5, 10, CYRILLIC),
    ("iso-8859-6", 3, 10, "ar"),
    ("iso-8859-7", 8, 0, "el"),
    ("iso-8859-8", 1, 0, "he"),
    ("iso-8859-10", 12, 10, "is fo da nb"),
    ("iso-8859-13", 4, 10, BALTIC),
    ("iso-8859-14", 10, 10, "ga cy gd br"),
    ("iso-8859-15", 3, 0, WESTERN_AND_LESSER),
    ("iso-8859-16", 8, 10, "ro"),
    ("ibm866", 5, 10, RUSSIAN),
    ("ibm855", 10, 10, CYRILLIC),
    ("x-mac-cyrillic", 10, 10, CYRILLIC),
    ("ibm1125", 12, 10, "uk"),
    ("mik", 12, 10, "bg"),
    ("koi8-t", 10, 10, "tg"),
    ("kz-1048", 8, 10, "kk"),
    ("ptcp154", 8, 10, "kk ky"),
    ("ecma-cyrillic", 14, 10, "ru bg"),
    ("ibm437", 10, 10, "en de fr es it nl da sv fi"),
    ("ibm850", 9, 10, WESTERN),
    ("ibm00858", 13, 10, WESTERN),
    ("ibm852", 8, 10, CENTRAL),
    ("ibm857", 10, 10, "tr"),
    ("ibm860", 13, 10, "pt"),
    ("ibm861", 13, 10, "is fo"),
    ("ibm862", 9, 10, "he"),
    ("ibm863", 13, 10, "fr"),
    ("ibm865", 12, 10, "da nb"),
    ("ibm737", 9, 10, "el"),
    ("ibm869", 12, 10, "el"),
    ("ibm775", 11, 10, BALTIC),
    ("dos-720", 11, 10, "ar"),
    ("macintosh", 9, 10, WESTERN),
    ("x-mac-ce", 11, 10, "pl cs sk hu"),
    ("x-mac-croatian", 13, 10, "hr sl"),
    ("x-mac-romanian", 13, 10, "ro"),
    ("x-mac-icelandic", 13, 10, "is fo"),
    ("x-mac-turkish", 13, 10, "tr"),
    ("x-mac-greek", 13, 10, "el"),
    ("hp-roman8", 15, 10, "en de fr es it"),
    ("viscii", 3, 10, "vi"),
    ("tcvn", 3, 10, "vi"),
    ("armscii-8", 3, 10, "hy"),
    ("georgian-ps", 3, 10, "ka"),
    ("georgian-academy", 3, 10, "ka"),
];

/// The multi-octet charsets. The columns are the label, the rarity and the trust as in [`SINGLE`], and the language,
/// for which the model has no alphabet.
const MULTI: [(&str, i32, i32, &str); 6] = [
    ("gb18030", 0, 0, "zh-Hans"),
    ("big5", 0, 0, "zh-Hant"),
    ("shift_jis", 0, 0, "ja"),
    ("euc-jp", 1, 0, "ja"),
    ("euc-kr", 0, 0, "ko"),
    ("euc-tw", 12, 10, "zh-Hant"),
];

/// The languages that are rarer than the most frequent languages. The second column says how much rarer, in halves of
/// a nat.
const RARER: [(&str, i32); 38] = [
    ("fo", 6),
    ("is", 2),
    ("gl", 3),
    ("eu", 3),
    ("ga", 4),
    ("cy", 5),
    ("sq", 3),
    ("et", 2),
    ("lv", 2),
    ("lt", 2),
    ("sk", 2),
    ("hr", 2),
    ("sl", 2),
    ("az", 6),
    ("mt", 4),
    ("eo", 2),
    ("vi", 2),
    ("be", 4),
    ("sr", 2),
    ("mk", 5),
    ("kk", 4),
    ("tg", 6),
    ("ur", 3),
    ("hy", 3),
    ("ka", 3),
    ("fur", 6),
    ("ku", 5),
    ("yi", 5),
    ("br", 5),
    ("gd", 5),
    ("wa", 6),
    ("oc", 5),
    ("ky", 4),
    ("fy", 5),
    ("sc", 6),
    ("hsb", 5),
    ("rm", 6),
    ("lb", 5),
];

/// The cost of a language, given by its index in [`ALPHABETS`], before any text is scored.
pub(super) fn prior(language: usize) -> i32 {
    PRIORS.get(language).copied().unwrap_or_default()
}

static PRIORS: LazyLock<[i32; ALPHABETS.len()]> = LazyLock::new(|| {
    let rarity = |language| RARER.iter().find(|(rare, _)| *rare == language).map_or(0, |(_, halves)| *halves);
    ALPHABETS.each_ref().map(|alphabet| rarity(alphabet.language) * NAT / 2)
});

/// A single-octet charset.
#[derive(Debug)]
pub(super) struct SingleOctet {
    pub(super) charset: Charset,
    pub(super) prior: i32,
    /// The additional evidence that is needed to doubt the label of the charset.
    pub(super) trust: i32,
    /// The languages that the charset is used for, as indices into [`ALPHABETS`].
    pub(super) languages: Vec<usize>,
    table: OnceLock<Option<&'static Table>>,
    /// The characters of the octets 128 to 255, with `None` for octets that the charset does not define. The table is
    /// made on first use.
    high: OnceLock<[Option<Character>; 0x80]>,
    /// For each language, a table with the properties of the characters of the octets 128 to 255 in this language. Each
    /// table is made on first use.
    spelled: [OnceLock<Box<[Spelled; 0x80]>>; ALPHABETS.len()],
    /// For each language, whether it can be written in the charset. The table is made on first use.
    written: OnceLock<[bool; ALPHABETS.len()]>,
    /// Whether the charset has Latin letters beyond US-ASCII. This is determined on first use.
    is_latin: OnceLock<bool>,
    /// The number of words that were scored without the tables of this charset.
    scored: AtomicUsize,
    /// The language in which a text in the charset was found to be sound last, as an index into [`ALPHABETS`].
    pub(super) sound: AtomicUsize,
}

/// A language can be written in a charset if the charset has at least this many tenths of the language's letters beyond
/// ASCII. The other letters may occur only in foreign words.
const LETTERS: usize = 6;

/// The number of words, in all texts together, that are scored without the tables of a charset. For more words, it
/// pays off to make the tables.
const WITHOUT_TABLES: usize = 32;

impl SingleOctet {
    /// Counts a word that is scored, and returns whether enough words were scored for tables to pay off. Making the
    /// tables costs as much as scoring 30 words, which is too much for a program that detects the charset of only one
    /// text.
    pub(super) fn pays_for_tables(&self) -> bool {
        self.scored.load(Relaxed) >= WITHOUT_TABLES || self.scored.fetch_add(1, Relaxed) >= WITHOUT_TABLES
    }

    /// Returns the characters of a word, with `None` for octets that the charset does not define. The
    /// [table](Self::high) is used if it was already made.
    pub(super) fn characters(&self, word: &[u8]) -> impl Iterator<Item = Option<Character>> {
        let (ascii, high) = (&*ASCII, self.high.get());
        word.iter().map(move |octet| match (ascii.get(usize::from(*octet)), high) {
            (Some(character), _) => *character,
            (None, Some(high)) => high.get(usize::from(octet & 0x7F)).copied().flatten(),
            (None, None) => self.character(*octet),
        })
    }

    /// Returns the table of the characters of octets above 127, and makes the table on first use. If more than a few
    /// words are scored, the table saves more time than it costs.
    pub(super) fn high(&self) -> &[Option<Character>; 0x80] {
        self.high.get_or_init(|| std::array::from_fn(|at| self.character(at.to_le_bytes()[0] | 0x80)))
    }

    /// The character of an octet above 127, or `None` if the charset does not define the octet.
    fn character(&self, octet: u8) -> Option<Character> {
        self.table()?.character(octet).map(Character::of)
    }

    /// Whether `octets` are the same characters in this charset and in `other`.
    pub(super) fn reads_alike(&self, other: &Self, octets: &[u8]) -> bool {
        let tables = self.table().zip(other.table());
        tables.is_some_and(|(one, other)| octets.iter().all(|octet| one.entry(*octet) == other.entry(*octet)))
    }

    /// A hash of the characters to which the charset decodes `octets`.
    pub(super) fn fingerprint(&self, octets: &[u8]) -> u64 {
        let Some(table) = self.table() else { return 0 };
        let entries = octets.iter().map(|octet| u64::from(u32::from_le_bytes(table.entry(*octet))));
        entries.fold(0, |sum, entry| (sum ^ entry).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Whether a language, given by its index in [`ALPHABETS`], can be written in the charset.
    pub(super) fn has_letters_of(&self, language: usize) -> bool {
        let has = |letter| {
            self.high()
                .iter()
                .flatten()
                .any(|one| matches!(one, Character::Letter(other, _) if *other == letter))
        };
        let is_written = |alphabet: &Alphabet| {
            let letters = || alphabet.letters.chars().filter(|letter| !letter.is_ascii());
            10 * letters().filter(|letter| has(*letter)).count() >= LETTERS * letters().count()
        };
        self.written.get_or_init(|| ALPHABETS.each_ref().map(is_written)).get(language).is_some_and(|is| *is)
    }

    fn table(&self) -> Option<&'static Table> {
        *self.table.get_or_init(|| self.charset.table())
    }

    /// The model of a language, given by its index in [`ALPHABETS`], for text in the charset.
    pub(super) fn model(&'static self, language: usize) -> Option<LanguageModel> {
        let spelling = Spelling::of(language)?;
        let spelled = || Box::new(self.high().map(|character| spelling.spelled(character)));
        Some(LanguageModel { spelling, high: self.spelled.get(language)?.get_or_init(spelled) })
    }
}

/// A multi-octet charset.
#[derive(Debug)]
pub(super) struct MultiOctet {
    pub(super) charset: Charset,
    pub(super) prior: i32,
    /// The additional evidence that is needed to doubt the label of the charset.
    pub(super) trust: i32,
    pub(super) language: &'static str,
}

/// The single-octet charsets.
pub(super) static SINGLE_OCTET: LazyLock<Vec<SingleOctet>> = LazyLock::new(|| {
    // Tags of languages are compared as numbers here, because a few thousand comparisons of strings would take a
    // tenth of the time that a small message takes.
    let number = |code: &str| code.bytes().fold(0_u32, |number, octet| number << 8 | u32::from(octet));
    let numbers = ALPHABETS.each_ref().map(|alphabet| number(alphabet.language));
    let index = |code: &str| {
        let code = number(code);
        numbers.iter().position(|other| *other == code)
    };
    let page = |(label, halves, trust, languages): &(&str, i32, i32, &'static str)| {
        let charset = Charset::for_label(label.as_bytes()).or_else(|| by_name(label))?;
        let languages = languages.split(' ').filter_map(index).collect();
        Some(SingleOctet {
            charset,
            prior: halves * NAT / 2,
            trust: trust * NAT / 2,
            languages,
            table: OnceLock::new(),
            high: OnceLock::new(),
            spelled: [const { OnceLock::new() }; ALPHABETS.len()],
            written: OnceLock::new(),
            is_latin: OnceLock::new(),
            scored: AtomicUsize::new(0),
            sound: AtomicUsize::new(usize::MAX),
        })
    };
    let mut pages = Vec::with_capacity(SINGLE.len());
    pages.extend(SINGLE.iter().filter_map(page));
    pages
});

/// The multi-octet charsets.
pub(super) static MULTI_OCTET: LazyLock<Vec<MultiOctet>> = LazyLock::new(|| {
    let multi = |(label, halves, trust, language): &(&str, i32, i32, &'static str)| {
        let charset = Charset::for_label(label.as_bytes())?;
        Some(MultiOctet { charset, prior: halves * NAT / 2, trust: trust * NAT / 2, language })
    };
    MULTI.iter().filter_map(multi).collect()
});

/// Whether the model scores text in `charset`.
pub fn is_scored(charset: Charset) -> bool {
    let is_page = || SINGLE_OCTET.iter().any(|page| page.charset == charset);
    is_page() || MULTI_OCTET.iter().any(|multi| multi.charset == charset)
}

/// Whether `charset` is a single-octet charset that the model scores and that has Latin letters beyond US-ASCII.
pub fn has_latin_letters(charset: Charset) -> bool {
    let is_latin = |character: &Character| match character {
        Character::Letter(letter, _) => Script::of(*letter) == Script::Latin,
        Character::Symbol(..) => false,
    };
    let page = SINGLE_OCTET.iter().find(|page| page.charset == charset);
    page.is_some_and(|page| *page.is_latin.get_or_init(|| page.high().iter().flatten().any(is_latin)))
}

/// The characters of octets below 128.
static ASCII: LazyLock<[Option<Character>; 0x80]> =
    LazyLock::new(|| std::array::from_fn(|at| Some(Character::of(char::from(at.to_le_bytes()[0])))));

fn by_name(name: &str) -> Option<Charset> {
    Charset::all().find(|charset| charset.name().eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_labels_and_languages_exist() {
        assert_eq!(SINGLE_OCTET.len(), SINGLE.len());
        assert_eq!(MULTI_OCTET.len(), MULTI.len());
        for ((label, _, _, languages), page) in SINGLE.iter().zip(SINGLE_OCTET.iter()) {
            assert_eq!(page.languages.len(), languages.split(' ').count(), "{label}");
            assert!(page.charset.is_single_octet(), "{label}");
        }
        for (language, _) in RARER {
            assert!(ALPHABETS.iter().any(|alphabet| alphabet.language == language), "{language}");
        }
    }
}
