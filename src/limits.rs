//! How much of a message is looked at before it is left as it was (guarantee G14).

/// Limits on the shape of one message. A message beyond one comes out octet for octet as it went in,
/// with a finding that names the limit.
///
/// ```
/// use mailutf::Limits;
/// let limits = Limits { depth: 20, ..Limits::default() };
/// assert_eq!(limits.parts, 10_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nesting of parts; the message itself is depth 0.
    pub depth: usize,
    /// Parts of a message, the message itself and multiparts included; 0 is as 1.
    pub parts: usize,
    /// Octets of one header block.
    pub header: usize,
    /// Octets of one field, its name and folds included.
    pub field: usize,
    /// Parameters of one field, each RFC 2231 section counted.
    pub parameters: usize,
    /// Encoded words of one field.
    pub words: usize,
    /// Nesting of comments; what is deeper is text of the comment.
    pub comments: usize,
    /// Octets that a message may grow by, as a multiple of its size.
    pub growth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 100,
            parts: 10_000,
            header: 10 << 20,
            field: 1 << 20,
            parameters: 1_000,
            words: 10_000,
            comments: 32,
            growth: 20,
        }
    }
}
