//! Finds characters that are not shown, or that change how the text around them is shown. These are characters for
//! explicit directional formatting (Unicode Standard Annex #9 sections 2.1 to 2.4), tags (Unicode chapter 23.9), and
//! noncharacters (section 23.7). They are text like any other and stay unchanged. A reader may want to know about
//! them, because the text that is shown differs from the text that is written. All functions take linear time.
//!
//! The marks U+200E and U+200F only add a direction of their own. They are usual in Hebrew and Arabic, so they are
//! not reported. The tags of a flag are also usual, so they are not reported. A flag is U+1F3F4, tag letters and tag
//! digits, and U+E007F (Unicode Technical Standard #51, annex C).

use crate::finding::{Code, Detail};

/// The character U+1F3F4. Each flag that is written with tags begins with it.
const BLACK_FLAG: &[u8] = "\u{1F3F4}".as_bytes();

/// Returns the findings about hidden characters in the text of a header. Each code occurs once.
pub(crate) fn in_header(text: &str) -> Vec<(Code, Detail)> {
    if text.is_ascii() {
        return Vec::new();
    }
    let is_noncharacter =
        |(_, c): &(usize, char)| matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(*c) & 0xFFFE == 0xFFFE;
    let noncharacters = of(Code::Noncharacter, text.char_indices().filter(is_noncharacter));
    in_text(text.as_bytes()).into_iter().chain(noncharacters).collect()
}

/// Returns the findings about hidden characters in the text of a body in UTF-8. Each code occurs once. `eight_bit`
/// tells whether the body has no transfer encoding. If so, the text must have no NUL (RFC 2045 section 2.8).
pub(crate) fn in_body(text: &[u8], eight_bit: bool) -> Vec<(Code, Detail)> {
    let nuls = if eight_bit { nuls(text) } else { None };
    in_text(text).into_iter().chain(nuls).collect()
}

/// Returns the finding about the NULs in `octets`.
pub(crate) fn nuls(octets: &[u8]) -> Option<(Code, Detail)> {
    of(Code::BodyNul, memchr::memchr_iter(0, octets).map(|at| (at, '\0')))
}

/// Whether text in UTF-8 has hidden characters.
pub(crate) fn may_be_in(octets: &[u8]) -> bool {
    std::str::from_utf8(octets).is_ok_and(|text| !in_header(text).is_empty())
}

fn in_text(text: &[u8]) -> Vec<(Code, Detail)> {
    // The octets with which directional characters and tags begin. They are rare in most languages.
    let leads = || memchr::memchr2_iter(0xE2, 0xF3, text);
    if leads().next().is_none() {
        return Vec::new();
    }
    let directional = leads().filter_map(|at| Some((at, directional(text.get(at..)?)?)));
    let mut end = 0;
    let tags = leads().flat_map(move |at| {
        let start = at.max(end);
        let run = if start == at { tags(text.get(at..).unwrap_or_default()) } else { 0 };
        end = start + run * TAG;
        let is_flag = text.get(..at).is_some_and(|before| before.ends_with(BLACK_FLAG))
            && text.get(at..end).is_some_and(is_flag);
        let run = if is_flag { 0 } else { run };
        (0..run).filter_map(move |nth| Some((at + nth * TAG, tag(text.get(at + nth * TAG..)?)?)))
    });
    of(Code::BidiControl, directional).into_iter().chain(of(Code::TagCharacter, tags)).collect()
}

/// Returns the directional character at the start of `octets`: an embedding, an override, an isolate, or the end of
/// one.
fn directional(octets: &[u8]) -> Option<char> {
    match octets {
        [0xE2, 0x80, last @ 0xAA..=0xAE, ..] => char::from_u32(0x2000 + u32::from(last - 0x80)),
        [0xE2, 0x81, last @ 0xA6..=0xA9, ..] => char::from_u32(0x2040 + u32::from(last - 0x80)),
        _ => None,
    }
}

/// The length of a tag in octets.
const TAG: usize = 4;

/// Returns the tag at the start of `octets`, from U+E0000 to U+E007F.
fn tag(octets: &[u8]) -> Option<char> {
    match octets {
        [0xF3, 0xA0, high @ 0x80..=0x81, low @ 0x80..=0xBF, ..] => {
            char::from_u32(0xE_0000 + (u32::from(high - 0x80) << 6) + u32::from(low - 0x80))
        }
        _ => None,
    }
}

/// The number of tags at the start of `octets`.
fn tags(octets: &[u8]) -> usize {
    octets.chunks(TAG).take_while(|chunk| tag(chunk).is_some()).count()
}

/// Whether these tags are those of a flag, including the tag that ends a flag.
fn is_flag(tags: &[u8]) -> bool {
    let mut tags = tags.chunks(TAG).filter_map(tag);
    let is_cancelled = tags.next_back() == Some('\u{E007F}');
    is_cancelled && tags.all(|tag| matches!(tag, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}'))
}

/// Returns the finding about `characters`, each of which comes with its offset. Returns `None` if there
/// are no characters.
fn of(code: Code, mut characters: impl Iterator<Item = (usize, char)>) -> Option<(Code, Detail)> {
    let (offset, first) = characters.next()?;
    Some((code, Detail::Characters { first, offset, count: 1 + characters.count() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<(Code, String)> {
        let found = in_header(text).into_iter().chain(in_body(text.as_bytes(), true));
        let mut all: Vec<_> = found.map(|(code, detail)| (code, detail.to_string())).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn what_is_found() {
        for (text, code, detail) in [
            ("report\u{202E}fdp.exe", Code::BidiControl, "U+202E at octet 6 of the text"),
            (
                "a\u{2067}b\u{2069}",
                Code::BidiControl,
                "2 characters; the first one is U+2067 at octet 1 of the text",
            ),
            (
                "a\u{E0041}\u{E0042}",
                Code::TagCharacter,
                "2 characters; the first one is U+E0041 at octet 1 of the text",
            ),
            // The tags of these flags are reported: the first flag has no end, and the second flag has a capital
            // letter.
            ("\u{1F3F4}\u{E0067}", Code::TagCharacter, "U+E0067 at octet 4 of the text"),
            (
                "\u{1F3F4}\u{E0041}\u{E007F}",
                Code::TagCharacter,
                "2 characters; the first one is U+E0041 at octet 4 of the text",
            ),
            ("x\u{FFFE}", Code::Noncharacter, "U+FFFE at octet 1 of the text"),
            (
                "\u{FDD0} \u{10FFFF}",
                Code::Noncharacter,
                "2 characters; the first one is U+FDD0 at octet 0 of the text",
            ),
            ("a\0b", Code::BodyNul, "U+0000 at octet 1 of the text"),
        ] {
            assert_eq!(found(text), [(code, detail.to_owned())], "{text:?}");
        }
    }

    #[test]
    fn what_is_usual() {
        for text in [
            "\u{200F}שלום \u{200E}(abc)\u{200E}",
            "“quoted” – …",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Scotland",
            "👨\u{200D}👩\u{200D}👧 \u{FEFF}\u{FFFD}",
        ] {
            assert_eq!(found(text), [], "{text:?}");
        }
        assert!(in_body(b"a\0b", false).is_empty());
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(512))]

        /// The result is compared with a search that looks at each character.
        #[test]
        fn directional_characters_are_found_wherever_they_are(
            text in "[a\u{2010}\u{2029}-\u{202F}\u{2065}-\u{206A}\u{E0030}\u{E007F}\u{1F3F4}\0]{0,30}",
        ) {
            let is = |c: &char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
            let first = text.char_indices().find(|(_, c)| is(c));
            let expected = first.map(|(offset, first)| {
                Detail::Characters { first, offset, count: text.chars().filter(is).count() }
            });
            let found = in_body(text.as_bytes(), true).into_iter().find(|(code, _)| *code == Code::BidiControl);
            prop_assert_eq!(found.map(|(_, detail)| detail), expected);
            prop_assert_eq!(may_be_in(text.as_bytes()), !in_header(&text).is_empty());
        }
    }
}
