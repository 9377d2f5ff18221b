//! Limits on the size and complexity of a message.

use crate::with::with;

/// Limits on the size and complexity of one message. A message that exceeds one of them, except
/// [`Limits::comments`], is left unchanged, with a finding that names the limit.
///
/// A program that only reads mail still gets what was found up to the limit: the search for parts and fields
/// ends there, and [`Structure::findings`](crate::structure::Structure::findings) has a
/// [`limit-reached`](crate::Code::LimitReached), so attachments may be missing. `words` and `growth` do not
/// matter to such a program. [`Headers`](crate::message::Headers) applies only `fields`, `parameters` and
/// `comments`.
///
/// ```
/// use mailutf::Limits;
/// let limits = Limits::default().with_depth(20);
/// assert_eq!((limits.depth, limits.parts), (20, 10_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum size of a message in octets; 256 MiB by default. [`pipeline`](crate::pipeline) never holds
    /// a larger message in memory.
    pub message: usize,
    /// The maximum depth to which parts may be nested; the message itself has depth 0. The default is 100.
    pub depth: usize,
    /// The maximum number of parts, including the message itself and its multiparts; 0 has the same effect as 1.
    /// The default is 10,000.
    pub parts: usize,
    /// The maximum size of one header block in octets; 10 MiB by default.
    pub header: usize,
    /// The maximum number of header fields in all parts together. A malformed line between fields counts as a field.
    /// The default is 30,000.
    pub fields: usize,
    /// The maximum size of one field in octets, including its name and folds; 1 MiB by default.
    pub field: usize,
    /// The maximum number of parameters in one field; each section of a parameter (RFC 2231 section 3) counts.
    /// The default is 1,000.
    pub parameters: usize,
    /// The maximum number of encoded words in one field; 10,000 by default.
    pub words: usize,
    /// The maximum depth to which comments may be nested. The parentheses of a deeper comment are read as text of
    /// the comment around it. The default is 32.
    pub comments: usize,
    /// The maximum growth of a message, as a multiple of its original size; 20 by default.
    pub growth: usize,
}

impl Limits {
    /// The default of [`Limits::message`], 256 MiB. Large mail providers accept less (150 MB at most).
    /// [`pipeline`](crate::pipeline) can need three times this size for a message. That fits into the memory of a
    /// small server.
    pub const MESSAGE: usize = 256 << 20;

    /// The default of [`Limits::fields`].
    pub(crate) const FIELDS: usize = 30_000;

    /// Sets no limits, for messages that have already been checked against other limits.
    pub const fn unlimited() -> Self {
        let all = usize::MAX;
        Self {
            message: all,
            depth: all,
            parts: all,
            header: all,
            fields: all,
            field: all,
            parameters: all,
            words: all,
            comments: all,
            growth: all,
        }
    }
}

with! {
    impl Limits {
        fn with_message(message: usize);
        fn with_depth(depth: usize);
        fn with_parts(parts: usize);
        fn with_header(header: usize);
        fn with_fields(fields: usize);
        fn with_field(field: usize);
        fn with_parameters(parameters: usize);
        fn with_words(words: usize);
        fn with_comments(comments: usize);
        fn with_growth(growth: usize);
    }
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
    ($($name:ident $field:literal $before:literal $after:literal;)*) => {
        /// One of the [`Limits`] that a message may exceed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Limit { $( #[doc = concat!("[`Limits::", $field, "`].")] $name, )* }

        impl Limit {
            /// The name of the field of [`Limits`] that holds this limit.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $field),* }
            }

            /// Describes a message that exceeds this limit. `value` is the value of the limit.
            ///
            /// ```
            /// use mailutf::limits::Limit;
            /// assert_eq!(Limit::Parts.exceeded(10), "more than 10 parts");
            /// ```
            pub fn exceeded(self, value: usize) -> String {
                match self { $(Self::$name => format!(concat!($before, "{}", $after), value)),* }
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
    Growth "growth" "growth by more than " " times its size";
}
