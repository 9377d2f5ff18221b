//! Options for the form in which UTF-7 is written.

use super::names::{Choice, OneOf};
use super::numbers;
use mailutf::charset::utf7::{EncodeOptions, SetO};

const DIRECT: &[Choice<SetO>] = &[
    ("d", "Set D: letters, digits, '(),-./:? and blanks; safe everywhere [default]", SetO::Encode),
    (
        "o",
        "Sets D and O: also other punctuation, such as ! # and @, which most gateways leave unchanged",
        SetO::DirectInBodies,
    ),
];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "UTF-7")]
pub(crate) struct Utf7Args {
    /// Maximum columns of a line, from 20 to 998 [default for mail: 76].
    #[arg(long, value_name = "N", value_parser = numbers::columns)]
    pub(crate) columns: Option<usize>,

    /// Which characters of a body are written as they are, without encoding.
    #[arg(long, value_parser = OneOf(DIRECT), value_name = "SET")]
    direct: Option<SetO>,

    /// End every shifted sequence with `-`, even before Set O characters, line ends and the end of the text, as the
    /// examples in RFC 2152 do.
    #[arg(long)]
    explicit_ends: bool,

    /// Write line and paragraph separators (U+2028, U+2029) in plain text as line ends.
    #[arg(long)]
    pub(crate) separators_as_line_ends: bool,
}

impl Utf7Args {
    /// Returns the first of these options that is given.
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
        let encoder = EncodeOptions::new().with_set_o(self.direct.unwrap_or_default());
        if self.explicit_ends { encoder.with_explicit_ends() } else { encoder }
    }
}
