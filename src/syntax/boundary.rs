//! Delimiter lines of multiparts (RFC 2046 section 5.1.1).

/// What a line is to a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Delimiter {
    /// `--boundary`: a part follows.
    Open,
    /// `--boundary--`: the multipart ends.
    Close,
}

/// Whether `line` (without its line end) is a delimiter line of `boundary`; blanks behind it are allowed.
pub fn delimiter(line: &[u8], boundary: &[u8]) -> Option<Delimiter> {
    let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?;
    match rest.trim_ascii_end() {
        b"" => Some(Delimiter::Open),
        b"--" => Some(Delimiter::Close),
        _ => None,
    }
}
