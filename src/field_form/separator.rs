//! The semicolon before a parameter (RFC 2045 section 5.1). Some mailers leave the semicolon out or write a comma.
//! Our parser finds the parameter nevertheless, but most programs do not. When a field is written, each parameter
//! gets a semicolon.

use crate::span::Span;

/// Returns those of the `parameters` that lack a semicolon, each with the span that the semicolon replaces. This is
/// the span of a comma, or an empty span directly after the text before the parameter. `parameters` must be in
/// order. The first parameter of a field needs no semicolon, nor does a parameter after a comment. Linear time.
pub(crate) fn missing(
    input: &[u8],
    parameters: impl IntoIterator<Item = Span>,
) -> impl Iterator<Item = (Span, Span)> {
    let mut previous = 0;
    parameters.into_iter().filter_map(move |parameter| {
        let between = Span::new(std::mem::replace(&mut previous, parameter.end), parameter.start);
        Some((parameter, missing_in(input, between)?))
    })
}

/// The span that a semicolon must replace in `between`, the text between two parameters; `None` if no semicolon is
/// missing.
pub(crate) fn missing_in(input: &[u8], between: Span) -> Option<Span> {
    let octets = between.slice(input).trim_ascii_end();
    let end = between.start + octets.len();
    match octets.last() {
        Some(b';' | b':' | b')') => None,
        Some(b',') => Some(Span::new(end - 1, end)),
        _ => Some(Span::at(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_semicolon_is_missing_unless_it_is_there() {
        for (before, found) in [
            ("", Some((0, 0))),
            (" ", Some((0, 0))),
            ("a/b ", Some((3, 3))),
            ("a/b\r\n\t", Some((3, 3))),
            ("a/b , ", Some((4, 5))),
            ("a/b; ", None),
            ("a/b;\n ", None),
            ("a/b (c) ", None),
            ("Content-Type: ", None),
        ] {
            let missing = missing_in(before.as_bytes(), Span::new(0, before.len()));
            assert_eq!(missing.map(|span| (span.start, span.end)), found, "{before:?}");
        }
    }
}
