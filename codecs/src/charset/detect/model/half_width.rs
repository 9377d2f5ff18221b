//! Converts half-width katakana (`ﾄｳｷｮｳ`), which banks and old telephones write, to the usual width (`トウキョウ`).
//!
//! Shift_JIS has the half-width letters as single octets (JIS X 0201). The model of languages was made from
//! katakana in the usual width, so it would know no half-width letter.

/// The first half-width character. The others follow it in the order of [`WIDE`].
const FIRST: char = '\u{FF61}';
/// The letters and signs of usual width, in the order of their half-width forms in Unicode.
const WIDE: &str = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜";
/// The mark of a voiced consonant, which is a character of its own in half-width text.
const VOICED: char = '\u{FF9E}';
/// The mark of the consonant `p`, which is also a character of its own in half-width text.
const PLOSIVE: char = '\u{FF9F}';

/// Whether a word has a half-width character.
pub(super) fn has_half_width(word: &str) -> bool {
    // In UTF-8, half-width characters begin with the octet EF, which few others do.
    word.as_bytes().contains(&0xEF) && word.chars().any(|character| wide(character).is_some())
}

/// The characters of a word, with its katakana in the usual width. A letter and the mark after it become one letter.
pub(super) fn widened(word: &str) -> impl Iterator<Item = char> {
    let mut rest = word.chars().peekable();
    std::iter::from_fn(move || {
        let character = rest.next()?;
        let letter = wide(character);
        let marked = letter.zip(rest.peek()).and_then(|(letter, mark)| marked(letter, *mark));
        if marked.is_some() {
            rest.next();
        }
        Some(marked.or(letter).unwrap_or(character))
    })
}

/// The form in usual width of a half-width character; `None` for any other character.
fn wide(character: char) -> Option<char> {
    let at = u32::from(character).checked_sub(u32::from(FIRST))?;
    WIDE.chars().nth(usize::try_from(at).ok()?)
}

/// Returns the single letter of usual width for a letter and the mark after it; `None` if there is no such
/// letter. `letter` is in usual width, and `mark` is half-width.
fn marked(letter: char, mark: char) -> Option<char> {
    let distance = match (letter, mark) {
        ('ウ', VOICED) => return Some('ヴ'),
        ('カ'..='ト' | 'ハ'..='ホ', VOICED) if letter != 'ッ' => 1,
        ('ハ'..='ホ', PLOSIVE) => 2,
        _ => return None,
    };
    char::from_u32(u32::from(letter) + distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_width_becomes_usual_width() {
        for (half, usual) in [
            ("ﾄｳｷｮｳ", "トウキョウ"),
            ("ｶﾞｷﾞｺﾞｻﾞﾄﾞﾊﾞﾊﾟﾎﾟｳﾞ", "ガギゴザドバパポヴ"),
            ("｡ﾝﾞﾟ", "。ン゛゜"),
            ("ｶ)ﾔﾏﾀﾞ", "カ)ヤマダ"),
            ("ガﾞ", "ガ゛"),
        ] {
            assert_eq!(widened(half).collect::<String>(), usual);
            assert!(has_half_width(half) && !has_half_width(usual));
        }
        assert!(widened("トウキョウ tokyo").eq("トウキョウ tokyo".chars()));
    }
}
