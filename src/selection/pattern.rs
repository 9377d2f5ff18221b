//! Patterns of names. In a pattern, `*` stands for any octets. A `*` after a backslash stands for itself.

use std::borrow::Cow;

/// The octets that have a special meaning in a pattern. After a backslash, such an octet stands for itself.
const SPECIAL: [char; 3] = ['*', '<', '\\'];

/// A pattern of an address or an identifier. `*` stands for any number of octets, including none. All other octets
/// stand for themselves.
///
/// Addresses and identifiers in mail can contain asterisks, angle brackets and backslashes. In a pattern, `\*`, `\<`
/// and `\\` stand for them. [`escape`] returns a pattern that matches only one name.
///
/// ```
/// use mailutf::selection::Pattern;
/// let everybody = Pattern::new("*@example.org");
/// assert!(everybody.matches(b"ann@example.org") && everybody.matches(b"*@example.org"));
/// let one = Pattern::new(r"\*@example.org");
/// assert!(!one.matches(b"ann@example.org") && one.matches(b"*@example.org"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The pattern as it is written, divided at its stars. [`Pattern::new`] removes blanks, and angle brackets around
    /// the pattern, before it divides the pattern.
    written: Pieces,
    lower_case: Pieces,
}

/// The octets before, between and after the stars of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pieces {
    first: Vec<u8>,
    /// The octets after each star, up to the next star.
    others: Vec<Vec<u8>>,
}

/// Returns the text of a [`Pattern`] that matches only `name`. In a [`Glob`](super::Glob), the text matches only
/// the file name `name`. The result is `name` with a backslash before each `*`, `<` and backslash.
///
/// ```
/// use mailutf::selection::{Pattern, escape};
/// assert_eq!(escape("*@example.org"), r"\*@example.org");
/// assert!(!Pattern::new(&escape("*@example.org")).matches(b"ann@example.org"));
/// ```
pub fn escape(name: &str) -> Cow<'_, str> {
    if !name.contains(SPECIAL) {
        return Cow::Borrowed(name);
    }
    let mut escaped = String::with_capacity(name.len() + 1);
    for character in name.chars() {
        escaped.extend(SPECIAL.contains(&character).then_some('\\'));
        escaped.push(character);
    }
    escaped.into()
}

impl Pattern {
    /// Makes a pattern. Blanks in `pattern` are ignored, because no name has blanks. Angle brackets around `pattern`
    /// are ignored, too.
    pub fn new(pattern: &str) -> Self {
        let visible: Vec<u8> = pattern.bytes().filter(|octet| !octet.is_ascii_whitespace()).collect();
        let inside = visible.strip_prefix(b"<").and_then(|inside| inside.strip_suffix(b">"));
        Self::exact(inside.unwrap_or(&visible))
    }

    /// Makes a pattern in which blanks and angle brackets stand for themselves.
    pub(super) fn exact(written: &[u8]) -> Self {
        Self { written: Pieces::of(written), lower_case: Pieces::of(&written.to_ascii_lowercase()) }
    }

    /// Returns the only name that the pattern matches, in lower case. Returns `None` if the pattern has a `*` that
    /// stands for other octets.
    pub(crate) fn literal(&self) -> Option<&[u8]> {
        self.lower_case.others.is_empty().then_some(&*self.lower_case.first)
    }

    /// Whether the pattern matches `name`.
    pub fn matches(&self, name: &[u8]) -> bool {
        self.written.matches(name)
    }

    /// Whether the pattern, in lower case, matches `name`. `name` must be in lower case.
    pub fn matches_lower_case(&self, name: &[u8]) -> bool {
        self.lower_case.matches(name)
    }
}

impl Pieces {
    fn of(pattern: &[u8]) -> Self {
        let (mut first, mut others) = (Vec::new(), Vec::<Vec<u8>>::new());
        let mut octets = pattern.iter().copied().peekable();
        while let Some(octet) = octets.next() {
            if octet == b'*' {
                others.push(Vec::new());
                continue;
            }
            let is_special = |next: &u8| SPECIAL.contains(&char::from(*next));
            let escaped = if octet == b'\\' { octets.next_if(is_special) } else { None };
            others.last_mut().unwrap_or(&mut first).push(escaped.unwrap_or(octet));
        }
        Self { first, others }
    }

    /// Whether the pattern matches `name`. The pieces between the stars are searched from left to right, each at
    /// the first place where it matches. A later place need not be tried: it would only leave less of the name for
    /// the remaining pieces.
    fn matches(&self, name: &[u8]) -> bool {
        let Some(mut rest) = name.strip_prefix(&*self.first) else { return false };
        let Some((end, between)) = self.others.split_last() else { return rest.is_empty() };
        for piece in between {
            let Some(at) = memchr::memmem::find(rest, piece) else { return false };
            rest = rest.get(at + piece.len()..).unwrap_or_default();
        }
        rest.ends_with(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Decides by the definition of a pattern whether `pattern` matches `name`. This takes exponential time.
    fn by_definition(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern, name) {
            ([], _) => name.is_empty(),
            ([b'*', rest @ ..], []) => by_definition(rest, name),
            ([b'*', rest @ ..], [_, others @ ..]) => {
                by_definition(rest, name) || by_definition(pattern, others)
            }
            (
                [b'\\', wanted @ (b'*' | b'<' | b'\\'), rest @ ..] | [wanted, rest @ ..],
                [octet, others @ ..],
            ) => wanted == octet && by_definition(rest, others),
            _ => false,
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(2048))]

        #[test]
        fn a_star_stands_for_any_octets(pattern in r"[ab*<\\]{0,7}", name in r"[ab*<\\]{0,8}") {
            let expected = by_definition(pattern.as_bytes(), name.as_bytes());
            prop_assert_eq!(Pattern::exact(pattern.as_bytes()).matches(name.as_bytes()), expected);
        }

        /// The names have no blanks, because no name in mail has blanks.
        #[test]
        fn an_escaped_name_is_the_pattern_of_this_name_only(
            name in r#"[ab*?<>\[\]\\"'#{}!я\x0B\x7F]{1,8}"#,
            other in r#"[ab*?<>\[\]\\"'#{}!я\x0B\x7F]{1,8}"#,
        ) {
            let pattern = Pattern::new(&escape(&name));
            prop_assert!(pattern.matches(name.as_bytes()));
            prop_assert_eq!(pattern.matches(other.as_bytes()), name == other);
            prop_assert_eq!(pattern.literal(), Some(name.as_bytes()));
        }
    }

    #[test]
    fn brackets_and_blanks_do_not_count_and_case_does_on_request() {
        assert_eq!(Pattern::new(" <a@b> "), Pattern::new("a@b"));
        assert!(Pattern::new("A@b").matches(b"A@b") && !Pattern::new("A@b").matches(b"a@b"));
        assert!(Pattern::new("A@b").matches_lower_case(b"a@b"));
        assert!(Pattern::new(r"\<a@b>").matches(b"<a@b>") && Pattern::new(r"DOMAIN\a").matches(br"DOMAIN\a"));
    }
}
