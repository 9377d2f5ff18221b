//! Puts the text of a field on one line. All functions take linear time.

use std::borrow::Cow;

/// Returns the text with a blank in place of each line end and each other control character, or `None` if it has neither. A
/// tab stays.
pub(crate) fn without_controls(text: &str) -> Option<String> {
    let is_control = |c: char| c.is_control() && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}');
    text.contains(is_control).then(|| text.replace("\r\n", " ").replace(is_control, " "))
}

/// Returns the octets without line ends. A line end beside a blank is a fold (RFC 5322 section 2.2.3). Any other line end,
/// such as a CR alone, becomes a blank.
pub(crate) fn unfolded(octets: &[u8]) -> Cow<'_, [u8]> {
    let is_end = |octet: &u8| matches!(octet, b'\r' | b'\n');
    if !octets.iter().any(is_end) {
        return Cow::Borrowed(octets);
    }
    let is_blank = |octet: Option<&u8>| matches!(octet, Some(b' ' | b'\t'));
    let mut line: Vec<u8> = Vec::with_capacity(octets.len());
    let mut rest = octets;
    while !rest.is_empty() {
        let text = rest.iter().take_while(|octet| !is_end(octet)).count();
        let ends = rest.iter().skip(text).take_while(|octet| is_end(octet)).count();
        line.extend_from_slice(rest.get(..text).unwrap_or_default());
        rest = rest.get(text + ends..).unwrap_or_default();
        if ends > 0 && !is_blank(line.last()) && !is_blank(rest.first()) {
            line.push(b' ');
        }
    }
    Cow::Owned(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fold_keeps_its_blanks_and_any_other_line_end_becomes_one() {
        for (field, line) in [
            ("a b", "a b"),
            ("a\r\n b", "a b"),
            ("a \r\n\tb", "a \tb"),
            ("a\rb", "a b"),
            ("a\nb\r\n", "a b "),
            ("a\r\r\n b", "a b"),
        ] {
            assert_eq!(*unfolded(field.as_bytes()), *line.as_bytes(), "{field:?}");
        }
    }
}
