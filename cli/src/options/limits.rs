//! Options for the limits on the size and the structure of a message.

use super::numbers::{self, Size};
use mailutf::Limits;

/// The fields of [`Limits`].
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits (a message that exceeds a limit is left unchanged)")]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    message: LimitMessageArgs,

    /// Maximum depth of nested parts.
    #[arg(long, value_name = "N", value_parser = numbers::limit, default_value_t = Limits::default().depth)]
    limit_depth: usize,

    /// Maximum number of parts in a message.
    #[arg(long, value_name = "N", value_parser = numbers::limit, default_value_t = Limits::default().parts)]
    limit_parts: usize,

    /// Maximum size of a header, such as 10M or 1GiB.
    #[arg(long, value_name = "SIZE", default_value_t = Size(Limits::default().header))]
    limit_header: Size,

    /// Maximum number of header fields in a message and all its parts.
    #[arg(long, value_name = "N", value_parser = numbers::limit, default_value_t = Limits::default().fields)]
    limit_fields: usize,

    /// Maximum size of a header field.
    #[arg(long, value_name = "SIZE", default_value_t = Size(Limits::default().field))]
    limit_field: Size,

    /// Maximum number of parameters in a header field.
    #[arg(long, value_name = "N", value_parser = numbers::limit, default_value_t = Limits::default().parameters)]
    limit_parameters: usize,

    /// Maximum number of encoded words in a header field.
    #[arg(long, value_name = "N", value_parser = numbers::limit, default_value_t = Limits::default().words)]
    limit_words: usize,

    /// Maximum depth of nested comments; deeper comments are read as text.
    #[arg(long, value_name = "N", value_parser = numbers::limit, default_value_t = Limits::default().comments)]
    limit_comments: usize,

    /// Maximum growth of a message by a conversion, as a multiple of its size.
    #[arg(long, value_name = "N", value_parser = numbers::limit, default_value_t = Limits::default().growth)]
    limit_growth: usize,
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits (a message that exceeds a limit is left unchanged)")]
pub(crate) struct LimitMessageArgs {
    /// Maximum size of a message, decompressed, such as 100M or 1GiB. A larger message is copied without being held in
    /// memory.
    ///
    /// Commands that only read skip larger messages. Each thread needs at most 64 MB plus three times the size of the
    /// largest message (before or after conversion, whichever is larger).
    #[arg(long, value_name = "SIZE", default_value_t = Size(Limits::default().message))]
    limit_message: Size,
}

impl LimitMessageArgs {
    pub(crate) fn octets(&self) -> usize {
        self.limit_message.0
    }
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits::default()
            .with_message(self.message.octets())
            .with_depth(self.limit_depth)
            .with_parts(self.limit_parts)
            .with_header(self.limit_header.0)
            .with_fields(self.limit_fields)
            .with_field(self.limit_field.0)
            .with_parameters(self.limit_parameters)
            .with_words(self.limit_words)
            .with_comments(self.limit_comments)
            .with_growth(self.limit_growth)
    }
}
