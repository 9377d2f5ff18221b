//! Delimiter lines of multiparts (RFC 2046 section 5.1.1).
//!
//! A line delimits by all of it but blanks at its end. The letter of section 5.1.1 lets anything follow the
//! boundary; mail has boundaries that are the beginning of others, which only the whole line keeps apart.

/// What a line is to a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `--boundary`: a part follows.
    Open,
    /// `--boundary--`: the multipart ends.
    Close,
}

/// The boundaries that `line` (without its line end) delimits, where a multipart has them: `--b--` closes
/// `b` and opens a part of `b--`. None for most lines. Linear time.
///
/// ```
/// use mailutf::syntax::boundary::{Delimiter, delimited};
/// let found: Vec<_> = delimited(b"--b-- ").collect();
/// assert_eq!(found, [(Delimiter::Open, b"b--".as_slice()), (Delimiter::Close, b"b")]);
/// assert_eq!(delimited(b" --b").count(), 0);
/// ```
pub fn delimited(line: &[u8]) -> impl Iterator<Item = (Delimiter, &[u8])> {
    let opens = line.strip_prefix(b"--").map(<[u8]>::trim_ascii_end);
    let closes = opens.and_then(|boundary| boundary.strip_suffix(b"--"));
    let opens = opens.map(|boundary| (Delimiter::Open, boundary));
    opens.into_iter().chain(closes.map(|boundary| (Delimiter::Close, boundary)))
}
