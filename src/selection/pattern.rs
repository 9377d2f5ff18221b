//! Patterns of names, in which `*` stands for any octets.

/// A pattern of an address or an identifier. `*` stands for any octets, also none; everything else stands for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// As it is written, and in lower case: without blanks and angle brackets around it.
    written: Vec<u8>,
    lower_case: Vec<u8>,
}

impl Pattern {
    /// A pattern. Blanks in it, which no name has, and angle brackets around it are ignored.
    pub fn new(pattern: &str) -> Self {
        let visible: Vec<u8> = pattern.bytes().filter(|octet| !octet.is_ascii_whitespace()).collect();
        let inside = visible.strip_prefix(b"<").and_then(|inside| inside.strip_suffix(b">"));
        let written = inside.unwrap_or(&visible).to_vec();
        Self { lower_case: written.to_ascii_lowercase(), written }
    }

    /// A pattern in which blanks and angle brackets count.
    pub(super) fn exact(written: &[u8]) -> Self {
        Self { written: written.to_vec(), lower_case: written.to_ascii_lowercase() }
    }

    /// The only name that the pattern is, in lower case, if it has no `*`.
    pub(crate) fn literal(&self) -> Option<&[u8]> {
        (!self.lower_case.contains(&b'*')).then_some(&*self.lower_case)
    }

    /// Whether the pattern is `name`.
    pub fn matches(&self, name: &[u8]) -> bool {
        matches(&self.written, name)
    }

    /// Whether the pattern in lower case is `name`, which is in lower case.
    pub fn matches_lower_case(&self, name: &[u8]) -> bool {
        matches(&self.lower_case, name)
    }
}

/// The pieces between the stars are found from left to right, each at its first place: a later place leaves less for the others.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let mut pieces = pattern.split(|octet| *octet == b'*');
    let Some(mut rest) = pieces.next().and_then(|start| name.strip_prefix(start)) else { return false };
    let Some(end) = pieces.next_back() else { return rest.is_empty() };
    for piece in pieces {
        let Some(at) = memchr::memmem::find(rest, piece) else { return false };
        rest = rest.get(at + piece.len()..).unwrap_or_default();
    }
    rest.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By definition, in exponential time.
    fn by_definition(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern.split_first(), name.split_first()) {
            (None, _) => name.is_empty(),
            (Some((b'*', rest)), None) => by_definition(rest, name),
            (Some((b'*', rest)), Some((_, others))) => {
                by_definition(rest, name) || by_definition(pattern, others)
            }
            (Some((wanted, rest)), Some((octet, others))) => wanted == octet && by_definition(rest, others),
            (Some(_), None) => false,
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(2048))]

        #[test]
        fn a_star_stands_for_any_octets(pattern in "[ab*]{0,7}", name in "[ab]{0,8}") {
            let expected = by_definition(pattern.as_bytes(), name.as_bytes());
            prop_assert_eq!(Pattern::new(&pattern).matches(name.as_bytes()), expected);
        }
    }

    #[test]
    fn brackets_and_blanks_do_not_count_and_case_does_on_request() {
        assert_eq!(Pattern::new(" <a@b> "), Pattern::new("a@b"));
        assert!(Pattern::new("A@b").matches(b"A@b") && !Pattern::new("A@b").matches(b"a@b"));
        assert!(Pattern::new("A@b").matches_lower_case(b"a@b"));
    }
}
