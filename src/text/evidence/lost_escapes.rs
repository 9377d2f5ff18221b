//! Restores ISO-2022-JP whose escape characters were removed or replaced in transport. Examples are `$B$3$l$O(B` and
//! `?$B$3$l$O?(B`: by RFC 1468, an escape character must stand before `$B` and `(B`. All functions take linear time.

use crate::charset::Charset;

/// The sequences that designate a set (RFC 1468), without the escape character at their start.
const DESIGNATIONS: [&[u8]; 4] = [b"$B", b"$@", b"(B", b"(J"];

/// What stands in place of each escape character of a text. The empty one is the last, because the others may also be
/// octets of characters.
const STAND_INS: [&[u8]; 9] = [b"=1B", b"=1b", b"^[", b"?", b" ", b".", b"_", b"\x1A", b""];

/// The smallest number of characters that prove Japanese text without kana. US-ASCII letters between a `$B` and a
/// `(B` can look like fewer characters by chance.
const PROOF: usize = 4;

/// Returns the text of `octets` in ISO-2022-JP, if the octets have lost their escape characters.
pub(in crate::text) fn restored(octets: &[u8]) -> Option<String> {
    if !octets.is_ascii() || memchr::memchr(0x1B, octets).is_some() {
        return None;
    }
    STAND_INS.iter().find_map(|stand_in| without_stand_ins(octets, stand_in))
}

/// Returns the text if an escape character stood wherever `stand_in` stands before a designation.
fn without_stand_ins(octets: &[u8], stand_in: &[u8]) -> Option<String> {
    let is_designation = |at: &usize| {
        let (before, rest) = octets.split_at_checked(*at).unwrap_or_default();
        before.ends_with(stand_in) && DESIGNATIONS.iter().any(|name| rest.starts_with(name))
    };
    let (mut whole, mut done, mut next) = (Vec::with_capacity(octets.len() * 2), 0, 0);
    let mut is_double = false;
    for at in memchr::memchr2_iter(b'$', b'(', octets).filter(is_designation) {
        let lead = octets.get(at);
        let start = at - stand_in.len();
        // In double-octet text, `$` and `(` are also octets of characters. A character begins at every second octet.
        if start < next
            || is_double && !(start - next).is_multiple_of(2)
            || (lead == Some(&b'$')) == is_double
        {
            continue;
        }
        whole.extend_from_slice(octets.get(done..start).unwrap_or_default());
        whole.push(0x1B);
        (done, next, is_double) = (at, at + 2, !is_double);
    }
    // If an escape character stands behind the characters of two octets, too, it has the same stand-in.
    if is_double && !stand_in.is_empty() {
        return None;
    }
    whole.extend_from_slice(octets.get(done..).unwrap_or_default());
    let text = Charset::ISO_2022_JP.decode_strict(&whole).ok().filter(|text| is_japanese(text))?;
    Some(text.into_owned())
}

fn is_japanese(text: &str) -> bool {
    has_kana(text) || text.chars().filter(|c| !c.is_ascii()).count() >= PROOF
}

/// Whether `text` has kana. Their first octets in ISO-2022-JP are `$` and `%`, so US-ASCII hardly looks like kana by
/// chance.
pub(in crate::text) fn has_kana(text: &str) -> bool {
    text.contains(|c| matches!(c, '\u{3041}'..='\u{30FF}'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn without_escapes(text: &str) -> Vec<u8> {
        let octets = Charset::ISO_2022_JP.encode(text).unwrap();
        octets.iter().copied().filter(|octet| *octet != 0x1B).collect()
    }

    #[test]
    fn sound_text_has_lost_nothing() {
        for text in ["costs $B and (B", "$Bar(B)", "plain", "", "$B(B $@(J", "my $Base = foo(Bar);"] {
            assert_eq!(restored(text.as_bytes()), None, "{text}");
        }
        assert_eq!(restored(&Charset::ISO_2022_JP.encode("これは").unwrap()), None);
    }

    /// The text has characters whose octets are stand-ins, and no octet of it is lost.
    #[test]
    fn a_stand_in_is_no_part_of_the_text() {
        for stand_in in STAND_INS {
            for text in ["これは手紙です。", "平木さん: これ? は = 手紙です。", "手紙です (B) ? これ."]
            {
                let octets = Charset::ISO_2022_JP.encode(text).unwrap();
                let octets: Vec<u8> = octets
                    .iter()
                    .flat_map(|octet| if *octet == 0x1B { stand_in } else { std::slice::from_ref(octet) })
                    .copied()
                    .collect();
                let found = restored(&octets);
                assert_eq!(found.as_deref(), Some(text), "{}", octets.escape_ascii());
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(512))]

        #[test]
        fn text_is_restored(words in "([ぁ-んァ-ヶ日本語学会議大小]{1,12}[ -#%-'*-~\\n]{0,9}){1,6}") {
            let text = format!("これ{words}");
            prop_assert_eq!(restored(&without_escapes(&text)), Some(text));
        }

        #[test]
        fn any_octets(octets in "[$(BJ@ -~]{0,60}") {
            restored(octets.as_bytes());
        }
    }
}
