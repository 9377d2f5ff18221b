//! Doubt about a label: text decodes without an error in the charset of its label, but is likely something else.
//!
//! The letters of such text form words in another charset, but not in the charset of the label ([`likelier_than`]).
//! All functions take linear time.

use super::controls::{Controls, code_page, with_marks, without_marks};
use crate::charset::detect::{Candidate, candidates, likelier_than};
use crate::charset::{Charset, Label};
use crate::finding::{Detail, Hypothesis};
use mailutf_codecs::internal::{HAS_MODEL, cost_of_written, distinct_words, likelier, nats};

/// The likely reading of a text, contrary to its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Doubt {
    /// The label, if the text has one that names a charset.
    pub label: Option<Label>,
    /// The assumption about the text that is likely true.
    pub hypothesis: Hypothesis,
    /// The probability of the hypothesis in percent, from 1 to 99, rounded down.
    pub percent: u8,
    /// Whether [`Doubtful::Evidence`](crate::policy::Doubtful::Evidence) accepts the likely reading. That policy does
    /// not accept it in attachments, nor if octets were lost, nor if several charsets are possible.
    pub evidence_suffices: bool,
}

/// The lowest probability, in percent, at which a charset overrides the label. Unlabelled text has the same limit.
const PROBABLE: u8 = 90;
/// The probability, in percent, of a charset that is as likely as all others together.
const EVEN: u8 = 50;
/// The lowest probability at which a charset is accepted for octets that do not decode in the charset of their label.
/// Damage can also produce such octets, but hardly ever produces words.
const SURE: f64 = 0.999;
/// Damaged text in the charset of its label is that, and not text in another charset, unless the other text is likelier
/// by at least this many nats.
const FAR: i32 = 24;
/// The limit for words in text with [punctuation marks of Windows](super::controls). The words of a text have a cost,
/// which is higher for less likely words. Words are clearly likelier in the charset of their label than in another
/// charset if their cost in the charset of the label is lower by at least this much.
const CLEAR: i32 = nats(4);

impl Doubt {
    /// The doubt about ISO-2022-JP that lacks its [escape characters](super::lost_escapes) and becomes Japanese if
    /// they are restored.
    pub(in crate::text) const WITHOUT_ESCAPES: Self =
        Self { label: None, hypothesis: Hypothesis::WithoutEscapes, percent: 99, evidence_suffices: true };

    /// Returns the doubt about text that is as likely in `charset` as in the charset of its label. One example is text
    /// with punctuation marks of Windows, whose letters can be in either charset. Another is UTF-16 whose byte order is
    /// not evident.
    pub(in crate::text) const fn even(charset: Charset) -> Self {
        Self { label: None, hypothesis: Hypothesis::In(charset), percent: EVEN, evidence_suffices: false }
    }

    /// Returns the doubt about text that is in `charset` with a probability of at least 90 percent.
    pub(in crate::text) const fn at_limit(charset: Charset) -> Self {
        Self { label: None, hypothesis: Hypothesis::In(charset), percent: PROBABLE, evidence_suffices: true }
    }

    /// Returns this doubt with `label` as the label of the text.
    pub(in crate::text) const fn under(self, label: Option<Label>) -> Self {
        Self { label, ..self }
    }

    /// Returns this doubt. If `may_guess` is false, `evidence_suffices` becomes false.
    pub(in crate::text) const fn where_evidence_counts(self, may_guess: bool) -> Self {
        Self { evidence_suffices: self.evidence_suffices && may_guess, ..self }
    }

    /// Returns the data of the finding for text that decodes in `charset`, the charset of its label.
    pub(in crate::text) const fn detail(self, charset: Charset) -> Detail {
        let Self { label, hypothesis: likely, percent, evidence_suffices } = self;
        Detail::Doubtful { label, charset, likely, percent, evidence_suffices }
    }
}

/// Returns the charset that `octets` are likely in, if it is not `charset`, the charset of their label. The octets
/// also decode in `charset`.
///
/// In a charset of ISO 8859, the octets from 80 to 9F are control characters. In the code pages of Windows, some of
/// these octets are punctuation marks, such as quotation marks and dashes. Some programs write these marks next to
/// letters in a charset of ISO 8859 (see [`controls`](super::controls)). But most programs that write these marks also
/// write the letters in a code page of Windows. Therefore text with these marks is doubtful under a label of ISO 8859,
/// unless `charset` is [clearly right](is_clear) for its words.
pub(in crate::text) fn in_other_charset(octets: &[u8], charset: Charset) -> Option<(Doubt, Charset)> {
    in_other_charset_beside(octets, charset, Controls::of(charset, octets))
}

/// Returns the same as [`in_other_charset`]. `controls` is the result of [`Controls::of`].
pub(in crate::text) fn in_other_charset_beside(
    octets: &[u8],
    charset: Charset,
    controls: Controls,
) -> Option<(Doubt, Charset)> {
    if !HAS_MODEL {
        return None;
    }
    if controls != Controls::Marks {
        return by_words(octets, charset);
    }
    let is_rival = |(_, other): &(Doubt, Charset)| !is_clear(octets, charset, *other);
    let of_windows = || code_page(charset).map(|page| (Doubt::even(page), page));
    by_words(&without_marks(octets), charset)
        .or_else(|| by_words(octets, charset).filter(is_rival))
        .or_else(|| of_windows().filter(is_rival))
}

/// Returns the likeliest charset of octets that are control characters in `charset`, the charset of their label. No
/// author writes such characters, so the label is wrong. Therefore the other charset need only be likelier than not,
/// but the evidence does not suffice for a conversion.
pub(in crate::text) fn beside_controls(
    octets: &[u8],
    charset: Charset,
    controls: Controls,
) -> Option<(Doubt, Charset)> {
    if controls != Controls::Others {
        return None;
    }
    let likeliest = candidates(octets).into_iter().next().filter(|found| found.charset != charset)?;
    let text = likeliest.charset.decode_strict(octets).ok()?;
    let (doubt, other) = doubt(likeliest)?;
    let is_damage = |character: char| character.is_control() && !character.is_ascii_whitespace();
    let is_likely = doubt.percent >= EVEN && !text.contains(is_damage);
    is_likely.then_some((Doubt { evidence_suffices: false, ..doubt }, other))
}

/// Whether `charset` is clearly right for octets with punctuation marks of Windows (octets from 80 to 9F). It is
/// clearly right in three cases: the words are the same in `other`, they are clearly likelier in `charset`, or they
/// do not decode in `other`.
fn is_clear(octets: &[u8], charset: Charset, other: Charset) -> bool {
    let words = distinct_words(octets, charset);
    let Ok(other) = other.decode_strict(&words) else { return true };
    let cost = |text: &str| cost_of_written(text.split_whitespace());
    with_marks(charset, &words, Controls::of(charset, &words))
        .is_some_and(|marked| marked == other || cost(&other) - cost(&marked) >= CLEAR)
}

/// Returns another charset in which the words of `octets` are likelier than in `charset`.
fn by_words(octets: &[u8], charset: Charset) -> Option<(Doubt, Charset)> {
    doubt(likelier_than(octets, charset)?)
}

/// Returns the likeliest charset of `octets`, which have a number of `errors` in `charset`, the charset of their label.
/// The letters must leave no doubt about it, and `octets` must not merely be damaged: one error can be damage if the
/// other charset is one of single octets, in which nearly all octets are letters. In one of several octets, the text
/// must be far likelier than the damaged text would be.
pub(in crate::text) fn in_sure_letters(
    octets: &[u8],
    charset: Charset,
    errors: usize,
) -> Option<(Doubt, Charset)> {
    let likeliest = *candidates(octets).first()?;
    let other = likeliest.charset;
    let is_no_damage = || match other.is_single_octet() {
        true => errors > 1,
        false => {
            let read = other.decode_strict(octets);
            read.is_ok_and(|read| likelier(&read, &charset.decode(octets).text) >= FAR)
        }
    };
    if likeliest.probability >= SURE && is_no_damage() { doubt(likeliest) } else { None }
}

fn doubt(other: Candidate) -> Option<(Doubt, Charset)> {
    // A model of languages never proves a charset, so 100 percent is not reported.
    let percent = (1..100).rev().find(|percent| f64::from(*percent) <= other.probability * 100.0)?;
    let evidence_suffices = percent >= PROBABLE;
    Some((
        Doubt { label: None, hypothesis: Hypothesis::In(other.charset), percent, evidence_suffices },
        other.charset,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that `text` in the charset of `label` is not doubted.
    #[track_caller]
    fn is_not_doubtful(label: &str, text: &str) {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let octets = charset.encode(text).unwrap();
        assert_eq!(in_other_charset(&octets, charset), None, "{label} {text}");
    }

    #[test]
    fn a_list_of_letters_is_not_doubtful() {
        for text in ["attachment.äöü", "ÆØÅ: æøå", "ÅÄÖåäö", "áéíóú, ñ", "êñù"] {
            is_not_doubtful("windows-1252", text);
        }
    }

    #[test]
    fn names_from_other_languages_are_not_doubtful() {
        for (label, text) in
            [("windows-1250", "Špicbergy a Jan Mayen"), ("iso-8859-15", "Heard- och McDonaldsöarna")]
        {
            is_not_doubtful(label, text);
        }
    }

    /// In a double-octet charset, a single Western letter would form one character with the letter after it.
    #[test]
    fn single_letters_within_western_words_are_no_east_asian_text() {
        for text in [
            "The word ôfspyljen means something else in this file, see ôfbyldings.",
            "fideoskermôfdruk, Eftergrûn en Ofspyllistblêdwizer",
        ] {
            is_not_doubtful("windows-1252", text);
        }
    }

    /// Each text is a short word after longer ASCII, words in brackets, an alphabet, or a repeated word.
    #[test]
    fn words_beside_ascii_and_alphabets_are_not_doubtful() {
        for (label, text) in [
            ("windows-1251", "Win32на"),
            ("iso-8859-5", "foo_ги"),
            ("windows-1253", "user@να"),
            ("gb18030", "[инструмент] (всего)"),
            ("euc-kr", "user@και"),
            ("windows-1255", "אבגדהוזחטיךכלםמןנסעפ"),
            ("windows-1257", "ąčėęįšūųž"),
            ("windows-1252", "può può può può"),
            ("windows-1252", "puòpuòpuòpuòpuòpuò"),
        ] {
            is_not_doubtful(label, text);
        }
    }

    /// The texts have a few letters of another script directly after ASCII, or at most one character of two octets.
    #[test]
    fn few_letters_are_not_doubtful() {
        for (label, text) in [
            ("windows-874", "รเ\nตั\nตั\nตั\nตั\nตั\nตั"),
            ("windows-874", "PDFเน"),
            ("windows-1251", "Win32у"),
            ("windows-1251", "PDFДа"),
            ("armscii-8", "foo_է"),
            ("windows-1255", "Fwd: ה־RCPT"),
            ("windows-1256", "foo_خاتمہ؟"),
            ("iso-8859-2", "DHCPServerDalší"),
            ("windows-1254", "DHCPServerNorveççesi"),
            ("iso-8859-2", "The word PQRSŠ means something else in this file, see Številka."),
            ("windows-1252", "LÖÖPWARK FRIEGEVEN"),
            ("windows-1252", "SET ÔFSPYLLYSTBLÊDWIZER 1"),
            ("windows-1252", "åæéø"),
            ("windows-1254", "ğÊ Êğ"),
            ("windows-1257", "ćš šć"),
            ("iso-8859-5", "юыюы ыюыю"),
            ("windows-1253", "ΚφΚφ"),
            ("iso-8859-2", "ÂŃ"),
            ("windows-1251", "DHCPServerРежим1"),
            ("armscii-8", "Win32ՓՀ֊ի"),
            ("armscii-8", "WMRootMenu֊ում\nաշխատանքային\nաշխատանքային\nաշխատանքային"),
            ("iso-8859-14", "hŷnhŷnhŷnhŷn"),
            ("windows-1252", "menùmenùmenù"),
            ("tcvn", "sởsởsởsởsởsở"),
            ("windows-1254", "The word Çêkirin means something else in this file, see Lînk."),
            ("windows-1250", "âîăţşţ"),
            ("windows-1254", "PDF: Muzîka"),
            ("windows-1252", "nìnì"),
            ("koi8-u", "8 КГЦ"),
            ("windows-1251", "ЦЗП"),
            ("windows-874", "DHCPServerซ"),
            ("windows-1252", "Luòc"),
            ("euc-kr", "ㅋㅋ ㅎㅎ"),
            ("euc-kr", "ㅁㄴㅇㄹ"),
            ("euc-kr", "ㄱ ㄴ ㄷ"),
            ("euc-kr", "ㅏ ㅑ ㅓ ㅕ"),
            ("gb18030", "āáǎà"),
            ("gb18030", "version-2.0 īō"),
            ("big5", "ˊ ˇ ˋ ˙"),
            ("iso-8859-5", "\\textbf{Функција}"),
            ("koi8-u", "8кольоровий|default"),
            ("koi8-r", "cookieмиграцииqemu"),
            ("koi8-u", "liКб"),
            ("armscii-8", "DHCPServerԲացե՞լ"),
            (
                "windows-1252",
                "- verföögbor\n- Mööglichkeit\n- Slötelwöör\n- Fehlersöök\n- över\n- Vörut-Deklaratschoon",
            ),
            ("windows-1252", "luòc\ntòca\ntòca\ntòca\ntòca"),
            ("windows-1252", "«hê nie.»"),
            ("windows-1252", "DVD vìdeo"),
            ("koi8-r", "мкДж"),
            ("windows-1251", "«УПнП»"),
            ("kz-1048", "MБ"),
            ("windows-1256", "Dي"),
            ("windows-1251", "ЦД-РВ"),
            ("georgian-academy", "The word არ means something else in this file, see აქ."),
            ("iso-8859-5", "DHCP-Server, БУУМ!"),
            ("windows-1251", "dР\nIPномер\nIPномер\nIPномер"),
            ("koi8-u", "dР"),
            ("gb18030", "ГеоВстреча"),
            ("euc-jp", "Параметры…"),
            ("ibm866", "┌──┐\n│ab│\n└──┘"),
            ("ibm866", "░▒▓█▓▒░"),
            ("gb2312", "ㄅㄆㄇ"),
            ("big5", "ㄧˋ"),
            ("euc-kr", "재탕ㅎㅋㅋ"),
            ("windows-1252", "Il cuntgnü dals Cuvits es dimena plü interessant."),
            ("windows-1250", "âîăşţşţ"),
            ("iso-8859-2", "The word Dźe means something else in this file, see Žane."),
            ("windows-1252", "EST ÇK' I FÅT"),
            ("windows-1252", "DHCPServerHljóðRásaTegund"),
            (
                "windows-1252",
                "The word AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZzÆæØøÅå means Førre.",
            ),
            ("windows-1258", "The word TÂ\u{323}P_TIN means something else in this file, see Mâ\u{303}u."),
            ("windows-874", "าม, าด, พเ"),
            ("windows-874", "กห, ื่, ับ"),
            ("windows-874", "เ |    17\nน |    18\nำล |    19\nิ่ |    20\nเ |    21"),
            ("windows-874", "- ับ\n- าว\n- เส\n- ำก\n- ิด\n- เร"),
            ("windows-1252", "åæéòø"),
            ("viscii", "AaĂăÂâBbCcDdĐđEeÊêGgHhIiKkLlMmNnOoÔôƠơPpQqRrSsTtUuƯưVvXxYyổữợấằỵíễ"),
            ("windows-1251", "МСЦХАП"),
            ("windows-1251", "[—] (дБВт)"),
            ("georgian-ps", "Win32µჰც"),
            ("windows-1255", "Win32מ״מ²"),
        ] {
            is_not_doubtful(label, text);
        }
    }

    /// The words are Japanese katakana of half width. The octets of most of these words are Chinese
    /// characters in GBK.
    #[test]
    fn katakana_of_half_width_is_not_doubtful() {
        for text in ["ﾄｳｷﾖｳ", "ｶ)ﾔﾏﾀﾞ", "ｻﾙﾓﾝﾃｨ", "ﾊｯｼｭ", "ﾃﾞｺﾝﾊﾟｲﾙ", "ﾐｯｸｽｲﾝ", "ﾏｸﾑｰﾄﾞ"]
        {
            is_not_doubtful("shift_jis", text);
        }
    }

    /// In frames of box-drawing characters, some corners have octets that are letters in KOI8-U. In mail, such
    /// octets are letters only if they are next to other letters.
    #[test]
    fn corners_of_frames_are_not_doubtful() {
        let [koi8_r, koi8_u] =
            ["koi8-r", "koi8-u"].map(|label| Charset::for_label(label.as_bytes()).unwrap());
        let octets = koi8_r.encode("╔══╗\n║ab║\n╚══╝").unwrap();
        assert_eq!(in_other_charset(&octets, koi8_u), None);
    }

    /// The texts are in languages with few speakers, or are lists of names from several countries.
    #[test]
    fn words_of_lesser_languages_and_of_several_are_not_doubtful() {
        for text in [
            "Blêdzje troch it web",
            "- Útwreiding\n- útwreiding\n- brûken\n- Brûk\n- Útfiere\n- Nûmers",
            "- Repùblica\n- Emìlia-Romagna\n- Chocò\n- Kaposvár\n- Ìsulas\n- Repùblica",
        ] {
            is_not_doubtful("windows-1252", text);
        }
    }

    /// Words in capitals cost more than words in small letters, but not so much that these words would be likelier in
    /// Georgian, which has no capitals.
    #[test]
    fn a_sentence_in_capitals_is_not_doubtful() {
        for (label, text) in [("windows-1251", "ЛЮДЬМИ ЖИВИ В МИРЕ, А С"), ("koi8-r", "ХОТЯ НА САМОМ ДЕЛЕ У")]
        {
            is_not_doubtful(label, text);
        }
    }

    /// No program uses these charsets by default, so somebody chose such a label for the text. These few letters are
    /// not enough to make such a label doubtful.
    #[test]
    fn charsets_that_were_chosen_for_the_text_need_more_to_be_doubtful() {
        for (label, text) in [
            ("koi8-u", "ТИПИ АДРЕС"),
            ("koi8-u", "НУМАР ДОМА"),
            ("ptcp154", "ЧПК"),
            ("iso-8859-16", "Yobibit, Yobibiți, Yib"),
            ("iso-8859-5", "ВебДАВ (HTTP)"),
        ] {
            is_not_doubtful(label, text);
        }
    }

    /// Each text consists of all letters of a keyboard row or of a language (in any order), or of letters that are
    /// neighbours in the charset.
    #[test]
    fn letters_of_the_keyboard_and_of_a_language_are_not_doubtful() {
        for (label, text) in [
            ("windows-1252", "éèàùç"),
            ("windows-1252", "ÉÈÀÙÇ"),
            ("windows-1252", "ÀÁÂÃÄÅ"),
            ("windows-1253", "ςερτυ"),
            ("windows-1254", "ĞÜŞÖÇI"),
            ("windows-1257", "ūžšģķļņčēīā"),
            ("windows-1251", "йцукен"),
            ("koi8-r", "фывапролдж"),
            ("euc-kr", "ⅠⅡⅢ"),
        ] {
            is_not_doubtful(label, text);
        }
    }

    /// The brackets do not count as ASCII letters of the word. The octets of `от` in KOI8-R are the capitals `ПФ` in
    /// windows-1251. These capitals may be a word in another charset of the same script, whatever their octets are in
    /// other scripts. The octets of `ァイ` in EUC-JP are the Roman numerals `ⅰⅳ` in EUC-KR, which count neither as
    /// letters nor as numbers.
    #[test]
    fn signs_and_capitals_do_not_hide_a_wrong_label() {
        for (label, real, text) in [
            ("windows-1251", "iso-8859-5", "Команда[]"),
            ("windows-1251", "koi8-r", "PNG от 1 до 9"),
            ("euc-kr", "euc-jp", "ァイ"),
        ] {
            let charset = |label: &str| Charset::for_label(label.as_bytes()).unwrap();
            let octets = charset(real).encode(text).unwrap();
            assert!(in_other_charset(&octets, charset(label)).is_some(), "{label} {text}");
        }
    }

    /// In the charset of their labels, the words would mix scripts, as in `naяve`. Nobody writes such words.
    #[test]
    fn words_that_mix_scripts_need_no_more_to_be_doubtful() {
        for label in ["iso-8859-5", "iso-8859-6", "koi8-u"] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            for text in ["naïve", "Bår", "Ça va", "Åsa"] {
                let octets = Charset::WINDOWS_1252.encode(text).unwrap();
                assert!(in_other_charset(&octets, charset).is_some(), "{label} {text}");
            }
        }
    }

    #[test]
    fn a_cyrillic_ending_of_capitals_is_not_doubtful() {
        let charset = Charset::for_label(b"koi8-r").unwrap();
        for text in ["PDFы", "COVIDа", "SMSки, PDFы"] {
            let octets = charset.encode(text).unwrap();
            assert_eq!(in_other_charset(&octets, charset), None, "{text}");
        }
    }

    /// Japanese text that has lost an octet must not be taken for text in a charset of single octets.
    #[test]
    fn damaged_characters_of_two_octets_are_no_letters() {
        let text =
            "昨日の夕方、古い友人から手紙が届いた。彼は長年北国に住んでいて、めったに便りをよこさない。";
        for label in ["shift_jis", "euc-jp", "gb18030"] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let whole = charset.encode(text).unwrap();
            for at in 0..whole.len() - 20 {
                let mut octets = whole.to_vec();
                octets.remove(at + 19);
                octets.remove(at);
                for errors in 1..3 {
                    assert_eq!(in_sure_letters(&octets, charset, errors), None, "{label} {at}");
                }
            }
        }
    }

    /// The label is improbable, but several other charsets share the probability, so none of them is
    /// probable by itself.
    #[test]
    fn a_label_is_doubtful_although_no_other_charset_is_probable() {
        let octets = Charset::for_label(b"gb18030").unwrap().encode("世事").unwrap();
        let (doubt, _) = in_other_charset(&octets, Charset::WINDOWS_1252).unwrap();
        assert!(!doubt.evidence_suffices, "{doubt:?}");
    }

    /// The words at the start have few octets that the two charsets read differently. So later words must
    /// be examined, too.
    #[test]
    fn later_words_speak_against_a_label() {
        let text = "Sie können hier eine neue Übersetzung hinzufügen, sie erscheint automatisch in allen \
            Übersetzungseinheiten. Für diese Übersetzung wurden Änderungen geprüft, die später übernommen werden.";
        let macintosh = Charset::for_label(b"macintosh").unwrap();
        let octets = macintosh.encode(text).unwrap();
        let other = in_other_charset(&octets, Charset::WINDOWS_1252).map(|(_, other)| other);
        assert_eq!(other, Some(macintosh));
    }

    #[test]
    fn letters_speak_against_a_label() {
        for (label, real, text) in [
            ("windows-1252", "windows-1251", "Привет"),
            ("windows-1252", "windows-1251", "Файлы"),
            ("windows-1252", "koi8-r", "Счёт за ноябрь"),
            ("windows-1251", "koi8-r", "Встреча переносится на завтра"),
            ("koi8-u", "windows-1251", "Встреча переносится на завтра"),
            ("koi8-u", "windows-1251", "добавить"),
            ("iso-8859-8", "windows-1251", "сховищ"),
            ("iso-8859-8", "windows-1251", "программа"),
            ("iso-8859-8", "windows-1251", "окна"),
            ("iso-8859-8", "windows-1251", "карта"),
            ("windows-1250", "windows-1251", "места"),
            ("windows-1251", "iso-8859-5", "Режим"),
            ("windows-1252", "windows-874", "บาทถ้วน"),
            ("windows-1252", "euc-kr", "%1이(가)"),
            ("windows-1252", "gb18030", "会议改到明天上午"),
            ("gb18030", "big5", "會議改到明天上午，請準時參加"),
            ("windows-1252", "iso-8859-2", "Zażółć gęślą jaźń, proszę o odpowiedź"),
            ("windows-1252", "iso-8859-2", "Az új jelszó megerősítése"),
            ("windows-1252", "windows-1254", "Onaylanmayan projeler kaldırılır, bileşenini izlemeye başla"),
            ("windows-1252", "windows-1255", "נא להוסיף קובץ בסיס שפה חד־לשוני בהגדרות הרכיב"),
        ] {
            let charset = |label: &str| Charset::for_label(label.as_bytes()).unwrap();
            let octets = charset(real).encode(text).unwrap();
            let Some((_, other)) = in_other_charset(&octets, charset(label)) else {
                panic!("{label} {text}")
            };
            assert_eq!(other.decode(&octets).text, text, "{label} {other}");
            assert_eq!(in_other_charset(&octets, charset(real)), None, "{real} {text}");
        }
    }
}
