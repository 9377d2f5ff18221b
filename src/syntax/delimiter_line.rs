//! Delimiter lines of multiparts (RFC 2046 section 5.1.1).
//!
//! A line is a delimiter of a boundary only if nothing but white space follows the boundary (and the `--` that closes
//! the multipart). RFC 2046 section 5.1.1 lets anything follow the boundary. But in mail, one boundary can be the
//! beginning of another boundary, and then only the rest of the line shows which of the two is meant.

use mailutf_codecs::internal::LineStarts;

/// Finds the lines that begin with a hyphen. Only such lines can be delimiters.
pub(crate) const DASHES: LineStarts = LineStarts::new(b'\n', b"-");

/// The kind of a delimiter line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Delimiter {
    /// `--boundary`: a part follows.
    Open,
    /// `--boundary--`: the multipart ends.
    Close,
}

/// The boundaries that `line` (without its line end) can delimit, each with the kind of the delimiter. For example,
/// `--b--` closes a multipart with the boundary `b`, or opens a part of a multipart with the boundary `b--`. Most
/// lines delimit nothing. Linear time.
///
/// ```abnf
/// delimiter         := CRLF dash-boundary    ; RFC 2046 section 5.1.1
/// close-delimiter   := delimiter "--"
/// dash-boundary     := "--" boundary
/// transport-padding := *LWSP-char
/// ```
pub(crate) fn delimited(line: &[u8]) -> impl Iterator<Item = (Delimiter, &[u8])> {
    let opens = line.strip_prefix(b"--").map(<[u8]>::trim_ascii_end);
    let closes = opens.and_then(|boundary| boundary.strip_suffix(b"--"));
    let opens = opens.map(|boundary| (Delimiter::Open, boundary));
    opens.into_iter().chain(closes.map(|boundary| (Delimiter::Close, boundary)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_may_close_one_and_open_another() {
        let found: Vec<_> = delimited(b"--b-- ").collect();
        assert_eq!(found, [(Delimiter::Open, b"b--".as_slice()), (Delimiter::Close, b"b")]);
        assert_eq!(delimited(b" --b").count(), 0);
    }

    fn to(boundary: &str, line: &str) -> Option<Delimiter> {
        delimited(line.as_bytes()).find(|(_, found)| *found == boundary.as_bytes()).map(|(kind, _)| kind)
    }

    #[test]
    fn rfc_2046_section_5_1_1() {
        assert_eq!(to("simple boundary", "--simple boundary"), Some(Delimiter::Open));
        assert_eq!(to("simple boundary", "--simple boundary--"), Some(Delimiter::Close));
        assert_eq!(to("b", "--b \t \r"), Some(Delimiter::Open));
        assert_eq!(to("b", "--b--\t"), Some(Delimiter::Close));
    }

    #[test]
    fn a_boundary_that_begins_another_does_not_match() {
        for line in ["--bc", "--b-", "--b --", "--b---", "--b c", "-b", "b", " --b", ">--b", "--B", "--", ""]
        {
            assert_eq!(to("b", line), None, "{line}");
        }
        assert_eq!(to("b--", "--b--"), Some(Delimiter::Open));
        assert_eq!(to("--b", "----b"), Some(Delimiter::Open));
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn a_line_matches_the_boundary_that_it_contains(boundary in "[ab -]{0,3}[ab-]", line in "-{0,3}[ab-]{0,4}-{0,3}[ \t\r]{0,2}") {
            let made = |close: &str| line.strip_prefix(&format!("--{boundary}{close}"));
            let is_made = |close| made(close).is_some_and(|rest| rest.chars().all(|c| " \t\r".contains(c)));
            let expected = match (is_made(""), is_made("--")) {
                (true, _) => Some(Delimiter::Open),
                (false, true) => Some(Delimiter::Close),
                (false, false) => None,
            };
            prop_assert_eq!(to(&boundary, &line), expected);
        }
    }
}
