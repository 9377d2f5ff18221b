//! Finds the attribution of a quotation: the lines that say who wrote the quoted text, such as "On Monday, Ann
//! wrote:". Mail programs write an attribution before a quotation, in the language of the person who replies.
//!
//! An attribution ends with a colon, and contains a word such as "wrote" or "said", or an address in angle brackets.
//! Linear time.

/// The maximum number of lines of an attribution.
const LINES: usize = 3;

/// The maximum length of an attribution in octets.
const LENGTH: usize = 1000;

/// Words by which mail programs say that someone wrote something, in lower case.
const WORDS: [&str; 37] = [
    "wrote",
    "writes",
    "said", // English
    "schrieb",
    "schreibt",
    "geschrieben", // German
    "écrit",       // French
    "escribió",
    "escribio",
    "escribe", // Spanish
    "escriure",
    "escrigué", // Catalan
    "escreveu", // Portuguese
    "scritto",
    "scrive", // Italian
    "scris",  // Romanian
    "schreef",
    "schrijft",
    "geschreven", // Dutch
    "skrev",
    "skriver",   // Danish, Norwegian, Swedish
    "kirjoitti", // Finnish
    "kirjutas",  // Estonian
    "rašė",      // Lithuanian
    "napisał",
    "napisała",
    "pisze", // Polish
    "napsal",
    "napsala",
    "napísal",
    "napísala", // Czech, Slovak
    "napisao",
    "napisala", // Croatian, Slovene
    "írta",     // Hungarian
    "yazdı",    // Turkish
    "έγραψε",   // Greek
    "viết",     // Vietnamese
];

/// Parts of words that mean "wrote" or "writes". They are needed in languages that add letters to a word or write no
/// blanks between words.
const WITHIN: [&str; 11] = [
    "написа",
    "пише", // Russian, Ukrainian, Bulgarian, Serbian
    "כתב",  // Hebrew
    "كتب",  // Arabic
    "写道",
    "寫道", // Chinese
    "書きました",
    "書かれました",
    "のメール", // Japanese
    "작성",
    "썼습니다", // Korean
];

/// The length in octets of the attribution at the end of `text`, together with the blank lines after the
/// attribution; 0 if there is no attribution. A quotation follows `text`.
pub(super) fn attribution(text: &str) -> usize {
    let named = text.trim_end();
    if !named.ends_with([':', '：']) {
        return 0;
    }
    let (mut length, mut found) = (0, 0);
    for line in named.split_inclusive('\n').rev().take(LINES) {
        length += line.len();
        if line.trim().is_empty() || length > LENGTH {
            break;
        }
        let lines = named.get(named.len() - length..).unwrap_or_default();
        // The date may stand on a line before the name.
        let is_dated = lines.contains(char::is_numeric);
        if names_author(lines) && (found == 0 || is_dated) {
            found = length;
        }
        if found > 0 && is_dated {
            break;
        }
    }
    if found > 0 { found + text.len() - named.len() } else { 0 }
}

/// Whether `lines` say that someone wrote something, or have an address in angle brackets.
fn names_author(lines: &str) -> bool {
    let mut words = lines.split(|c: char| !c.is_alphanumeric());
    let mut bracketed = lines.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0));
    words.any(|word| WORDS.contains(&&*word.to_lowercase()))
        || WITHIN.iter().any(|word| lines.contains(word))
        || bracketed.any(|address| address.contains('@') && !address.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributions_of_many_languages_are_found() {
        for line in [
            "On Mon, 1 Jan 2024 at 10:00, Ann Example <ann@example.org> wrote:",
            "Am 01.01.24 um 10:00 schrieb Ann Example:",
            "Le lun. 1 janv. 2024 à 10:00, Ann <ann@example.org> a écrit :",
            "El 1/1/24 a las 10:00, Ann escribió:",
            "Il giorno lun 1 gen 2024 alle ore 10:00 Ann ha scritto:",
            "W dniu 1.01.2024 o 10:00, Ann pisze:",
            "1 января 2024 г. 10:00 пользователь Ann написал(а):",
            "2024年1月1日(月) 10:00 Ann <ann@example.org>:",
            "在 2024/1/1 上午10:00, Ann 写道：",
            "2024년 1월 1일 (월) 오전 10:00, Ann님이 작성:",
            "ב-1 בינו׳ 2024, Ann כתב/ה:",
            "Quoting Ann Example <ann@example.org>:",
            "Ann Example wrote\non Mon, 1 Jan 2024:",
            "On Mon, 1 Jan 2024 at 10:00, Ann Example\n<ann@example.org>\nwrote:",
            "Ann wrote:",
        ] {
            for (before, after) in [("", "\n"), ("Hi!\n", "\r\n\r\n"), ("Hi!\n\n", " \n\n")] {
                let text = format!("{before}{line}{after}");
                assert_eq!(text.len() - attribution(&text), before.len(), "{text:?}");
            }
        }
    }

    #[test]
    fn other_lines_before_a_quotation_are_no_attribution() {
        for text in [
            "",
            "Yes.\n",
            "Ann wrote to me.\n",
            "My answers:\n",
            "a < b@c d > e:\n",
            "Ann wrote:\nYes.\n",
            &format!("{} wrote:\n", "x".repeat(LENGTH)),
        ] {
            assert_eq!(attribution(text), 0, "{text:?}");
        }
        assert_eq!(
            attribution("In 2023 I was there.\nAnn wrote:\n"),
            "In 2023 I was there.\nAnn wrote:\n".len()
        );
    }
}
