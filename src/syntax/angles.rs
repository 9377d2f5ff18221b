//! The contents of angle brackets in a structured field: message identifiers (RFC 5322 section 3.6.4), Content-ID
//! (RFC 2392), URLs of mailing lists (RFC 2369).
//!
//! No blank is needed between two brackets (`<a@x><b@y>`). Comments, quoted strings and words outside the brackets
//! are skipped (`Your message of "Mon" <0@x>`). If a quoted string or a comment is never closed, only its opening
//! quote or parenthesis is skipped. If a `<` is never closed, its contents end before the next `<`, or at the end of
//! the field. Linear time.

use super::token::{after_comment, after_quoted_string};
use memchr::{memchr, memchr2};
use std::borrow::Cow;

/// The contents of the angle brackets in `body`, in order, including the blanks within the brackets.
pub(crate) const fn angles(body: &[u8]) -> Angles<'_> {
    Angles { rest: body, quotes: true, comments: true }
}

/// An iterator over the contents of angle brackets, made by [`angles`].
#[derive(Clone, Debug)]
pub(crate) struct Angles<'b> {
    rest: &'b [u8],
    /// Whether a later quoted string can still be closed. This becomes false when a quoted string is not closed. Thus
    /// the rest of the body is searched for a closing quote only once.
    quotes: bool,
    /// Whether a later comment can still be closed; like `quotes`.
    comments: bool,
}

impl<'b> Iterator for Angles<'b> {
    type Item = &'b [u8];

    fn next(&mut self) -> Option<&'b [u8]> {
        loop {
            let at = self.rest.iter().position(|octet| matches!(octet, b'<' | b'"' | b'('))?;
            let (mark, after) = self.rest.get(at..)?.split_first()?;
            if *mark == b'<' {
                let end = memchr2(b'<', b'>', after).unwrap_or(after.len());
                let (content, after) = after.split_at_checked(end)?;
                self.rest = after.strip_prefix(b">").unwrap_or(after);
                return Some(content);
            }
            let may_end = if *mark == b'"' { &mut self.quotes } else { &mut self.comments };
            let end = if !*may_end {
                None
            } else if *mark == b'"' {
                after_quoted_string(after)
            } else {
                after_comment(after, usize::MAX)
            };
            *may_end &= end.is_some();
            self.rest = end.unwrap_or(after);
        }
    }
}

/// The identifiers in the body of a field such as References, without brackets and blanks. If the body has no
/// brackets, its words are the identifiers, but only if every word has an `@` or if there is only one word.
///
/// ```abnf
/// references = "References:" 1*msg-id CRLF               ; RFC 5322 section 3.6.4
/// msg-id     = [CFWS] "<" id-left "@" id-right ">" [CFWS]
/// ```
pub(crate) fn identifiers(body: &[u8]) -> Vec<Cow<'_, [u8]>> {
    items(body, b'@')
}

/// The URLs in the body of a field such as List-Post (RFC 2369), without brackets and blanks. If the body has no
/// brackets, its words are the URLs, but only if every word has a `:`.
pub(crate) fn urls(body: &[u8]) -> Vec<Cow<'_, [u8]>> {
    items(body, b':')
}

/// The contents of the angle brackets in `body`. If the body has no brackets, returns its words, but only if every
/// word contains `mark`. There is one exception: if `mark` is `@`, and there is only one word, it need not contain `@`.
fn items(body: &[u8], mark: u8) -> Vec<Cow<'_, [u8]>> {
    let found: Vec<_> = angles(body).map(without_blanks).filter(|item| !item.is_empty()).collect();
    if !found.is_empty() || memchr(b'<', body).is_some() {
        return found;
    }
    let words =
        || body.split(|octet| octet.is_ascii_whitespace() || *octet == b',').filter(|word| !word.is_empty());
    let is_single = mark == b'@' && words().count() == 1;
    let all = is_single || words().all(|word| memchr(mark, word).is_some());
    if all { words().map(Cow::Borrowed).collect() } else { Vec::new() }
}

fn without_blanks(item: &[u8]) -> Cow<'_, [u8]> {
    let item = item.trim_ascii();
    match item.iter().any(u8::is_ascii_whitespace) {
        true => item.iter().copied().filter(|octet| !octet.is_ascii_whitespace()).collect::<Vec<_>>().into(),
        false => Cow::Borrowed(item),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn addresses_of_a_list() {
        assert_eq!(
            urls(b" <mailto:l@x> (by mail), <https://x/\r\n y>"),
            [&b"mailto:l@x"[..], b"https://x/y"]
        );
        assert!(urls(b" NO (no posting)").is_empty());
    }

    #[test]
    fn identifiers_with_and_without_brackets() {
        assert_eq!(identifiers(b" <1@x><2@\r\n y>"), [&b"1@x"[..], b"2@y"]);
        assert_eq!(identifiers(b" 1@x 2@y"), [&b"1@x"[..], b"2@y"]);
        assert!(identifiers(b" mail of ann@example.org").is_empty());
    }

    #[test]
    fn what_is_in_angle_brackets() {
        let found: Vec<_> = angles(b" Your message of \"<Mon>\" (<0>) <1@x><2@y> <3\r\n @z").collect();
        assert_eq!(found, [&b"1@x"[..], b"2@y", b"3\r\n @z"]);
    }

    fn shown(body: &str) -> Vec<String> {
        identifiers(body.as_bytes()).iter().map(|id| String::from_utf8_lossy(id).into_owned()).collect()
    }

    #[test]
    fn identifiers_as_mailers_write_them() {
        for (body, ids) in [
            ("<a@x><b@y>", &["a@x", "b@y"][..]),
            (" Your message of \"Mon\" <0@x>", &["0@x"]),
            ("Your message of \"Mon <0@x>", &["0@x"]),
            ("<a@x> (mail of Ann <ann@y> (home)), <b@y>", &["a@x", "b@y"]),
            (":-( <a@x>", &["a@x"]),
            ("<a@x <b@y>", &["a@x", "b@y"]),
            ("<a@x", &["a@x"]),
            ("<\"a b\"@x> <a(b@x>", &["\"ab\"@x", "a(b@x"]),
            ("<>, < >", &[]),
            ("a@x,\r\n b@y", &["a@x", "b@y"]),
            ("20260101.a", &["20260101.a"]),
            ("none known", &[]),
            ("", &[]),
        ] {
            assert_eq!(shown(body), ids, "{body}");
        }
    }

    #[test]
    fn hostile_input_takes_linear_time() {
        for unit in ["<", "(", "\"", "\\", "(\"", "<\"(", "a "] {
            // The test would not finish in reasonable time if the code were quadratic.
            let input = unit.repeat((1 << 18) / unit.len());
            identifiers(input.as_bytes());
            urls(input.as_bytes());
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Each identifier is found, whatever stands between the identifiers, including closed quoted strings and
        /// comments.
        #[test]
        fn identifiers_survive_what_is_between_them(
            parts in prop::collection::vec(("[a-z.]{1,5}@[a-z]{1,3}", "( |\r\n |,|word |\"q<u@o\"|\\(c<o@m\\)){0,4}"), 1..5),
        ) {
            let body: String = parts.iter().map(|(id, between)| format!("{between}<{id}>")).collect();
            let ids: Vec<_> = parts.iter().map(|(id, _)| id.clone()).collect();
            prop_assert_eq!(shown(&body), ids);
        }

        #[test]
        fn any_octets_can_be_read(body: Vec<u8>) {
            prop_assert!(identifiers(&body).iter().chain(&urls(&body)).all(|item| !item.is_empty()));
        }
    }
}
