//! The form of UTF-7.

use super::numbers;
use clap::ValueEnum;
use mailutf::charset::utf7::{EncodeOptions, SetO};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "UTF-7")]
pub(crate) struct Utf7Args {
    /// Maximum columns of a line, from 20 to 998 [default for mail: 76].
    #[arg(long, value_name = "N", value_parser = numbers::columns)]
    pub(crate) columns: Option<usize>,

    /// Characters written directly in bodies.
    #[arg(long, value_enum, value_name = "SET")]
    direct: Option<Direct>,

    /// End every shifted sequence with `-`, even before Set O characters, line ends and the end of the text, as the
    /// examples in RFC 2152 do.
    #[arg(long)]
    explicit_ends: bool,

    /// Write line and paragraph separators (U+2028, U+2029) in plain text as line ends.
    #[arg(long)]
    pub(crate) separators_as_line_ends: bool,
}

impl Utf7Args {
    /// The first of these options that is given.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        [
            ("--columns", self.columns.is_some()),
            ("--direct", self.direct.is_some()),
            ("--explicit-ends", self.explicit_ends),
            ("--separators-as-line-ends", self.separators_as_line_ends),
        ]
        .into_iter()
        .find_map(|(option, is_given)| is_given.then_some(option))
    }

    pub(crate) fn encoder(&self) -> EncodeOptions {
        let encoder = match self.direct {
            None | Some(Direct::D) => EncodeOptions::new(),
            Some(Direct::O) => EncodeOptions::new().with_set_o(SetO::DirectInBodies),
        };
        if self.explicit_ends { encoder.with_explicit_ends() } else { encoder }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Direct {
    /// Set D: letters, digits, '(),-./:? and blanks; safe everywhere [default].
    D,
    /// Also Set O: punctuation that most gateways keep.
    O,
}
