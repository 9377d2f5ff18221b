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
    /// Octets of the message. Whoever reads messages from files or streams with a limit holds no more of one.
    pub message: usize,
    /// Nesting of parts; the message itself is depth 0.
    pub depth: usize,
    /// Parts of a message, the message itself and multiparts included; 0 is as 1.
    pub parts: usize,
    /// Octets of one header block.
    pub header: usize,
    /// Header fields, and lines among them that are none, of all parts together.
    pub fields: usize,
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

impl Limits {
    /// The default of [`Limits::message`], 256 MiB: more than the large providers of mail accept (150 MB at most), and
    /// little enough that three times as much fits into the memory of a small server.
    pub const MESSAGE: usize = 256 << 20;

    /// The default of [`Limits::fields`].
    pub(crate) const FIELDS: usize = 30_000;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: Self::MESSAGE,
            depth: 100,
            parts: 10_000,
            header: 10 << 20,
            fields: Self::FIELDS,
            field: 1 << 20,
            parameters: 1_000,
            words: 10_000,
            comments: 32,
            growth: 20,
        }
    }
}

macro_rules! limits {
    ($($name:ident $field:literal $before:literal $behind:literal;)*) => {
        /// One of the [`Limits`] that a message may exceed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Limit { $( #[doc = concat!("[`Limits::", $field, "`].")] $name, )* }

        impl Limit {
            /// The name of its field in [`Limits`].
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $field),* }
            }

            /// What a message has that exceeds it, in words, where its value is `value`.
            ///
            /// ```
            /// use mailutf::limits::Limit;
            /// assert_eq!(Limit::Parts.exceeded(10), "more than 10 parts");
            /// ```
            pub fn exceeded(self, value: usize) -> String {
                match self { $(Self::$name => format!(concat!($before, "{}", $behind), value)),* }
            }
        }
    };
}

limits! {
    Message "message" "more than " " octets";
    Depth "depth" "more than " " levels";
    Parts "parts" "more than " " parts";
    Header "header" "a header of more than " " octets";
    Fields "fields" "more than " " header fields";
    Field "field" "a field of more than " " octets";
    Parameters "parameters" "more than " " parameters";
    Words "words" "more than " " encoded words";
    Growth "growth" "grown by more than " " times its size";
}
