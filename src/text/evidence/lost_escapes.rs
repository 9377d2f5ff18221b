//! Restores ISO-2022-JP whose escape characters were removed in transport. An example is `$B$3$l$O(B`: by RFC 1468,
//! an escape character must stand before `$B` and `(B`. All functions take linear time.

use crate::charset::Charset;

/// The sequences that designate a set (RFC 1468), without the escape character at their start.
const DESIGNATIONS: [&[u8]; 4] = [b"$B", b"$@", b"(B", b"(J"];

/// The smallest number of characters that prove Japanese text without kana. US-ASCII letters between a `$B` and a
/// `(B` can look like fewer characters by chance.
const PROOF: usize = 4;

/// Returns the text of `octets`, labelled ISO-2022-JP, if the octets have lost their escape characters.
pub(in crate::text) fn restored(octets: &[u8]) -> Option<String> {
    let is_designation = |at: &usize| {
        octets.get(*at..).is_some_and(|rest| DESIGNATIONS.iter().any(|name| rest.starts_with(name)))
    };
    if !octets.is_ascii() || memchr::memchr(0x1B, octets).is_some() {
        return None;
    }
    let (mut whole, mut done, mut next) = (Vec::with_capacity(octets.len() * 2), 0, 0);
    let mut is_double = false;
    for at in memchr::memchr2_iter(b'$', b'(', octets).filter(is_designation) {
        let lead = octets.get(at);
        // In double-octet text, `$` and `(` are also octets of characters. A character begins at every second octet.
        let is_lead = !is_double || (at - next).is_multiple_of(2);
        if at < next || !is_lead || (lead == Some(&b'$')) == is_double {
            continue;
        }
        whole.extend_from_slice(octets.get(done..at).unwrap_or_default());
        whole.push(0x1B);
        (done, next, is_double) = (at, at + 2, !is_double);
    }
    whole.extend_from_slice(octets.get(done..).unwrap_or_default());
    let text = Charset::ISO_2022_JP.decode_strict(&whole).ok().filter(|text| is_japanese(text))?;
    Some(text.into_owned())
}

fn is_japanese(text: &str) -> bool {
    let is_kana = |c: char| matches!(c, '\u{3041}'..='\u{30FF}');
    text.contains(is_kana) || text.chars().filter(|c| !c.is_ascii()).count() >= PROOF
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
