//! `mailutf header`.

use std::ffi::OsString;

// A value has no sender whose charsets could be learned.
#[derive(Debug, clap::Args)]
#[command(mut_arg("learn", |learn| learn.hide(true)))]
pub(crate) struct HeaderArgs {
    /// Bodies of header fields, without the name of the field. Without any, each line of standard input is one,
    /// with the lines that continue it.
    #[arg(value_name = "VALUE")]
    pub(crate) values: Vec<OsString>,

    /// Read address lists, such as To. Prints a line for each address: the address, a tab, and the name.
    #[arg(short, long, conflicts_with = "parameter", help_heading = "Conversion")]
    pub(crate) addresses: bool,

    /// Read the parameter NAME of values such as that of Content-Disposition; with --encode, write it.
    #[arg(short, long, value_name = "NAME", value_parser = name, help_heading = "Conversion")]
    pub(crate) parameter: Option<String>,

    /// Encode instead of decoding: write text with other characters than ASCII as encoded words in UTF-8 (RFC 2047), or
    /// as a parameter (RFC 2231), folded. Encoded words in another charset are converted.
    #[arg(short, long, help_heading = "Conversion")]
    pub(crate) encode: bool,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}

impl HeaderArgs {
    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        if let [word, _, ..] = &*self.values
            && let Some(instead) = word.to_str().and_then(no_value)
        {
            let word = word.to_string_lossy();
            return Some(format!("`{word}` is no value: {instead}"));
        }
        let learns = self
            .reading
            .learns()
            .then(|| "--learn: a value has no sender; the option is for mail".to_owned());
        learns.or_else(|| self.reading.contradiction())
    }
}

/// What to do instead, if the first of several words is what a user takes for a command of `header`.
fn no_value(word: &str) -> Option<&'static str> {
    match word {
        "decode" => Some("`header` decodes unless --encode is given"),
        "encode" => Some("`mailutf header --encode VALUE` encodes"),
        _ => None,
    }
}

/// Checks the name of a parameter: an attribute (RFC 2231 section 7).
fn name(name: &str) -> Result<String, &'static str> {
    let allowed = |octet: u8| octet.is_ascii_alphanumeric() || b"!#$&+-.^_`{|}~".contains(&octet);
    let is_name = !name.is_empty() && name.bytes().all(allowed);
    is_name
        .then(|| name.to_owned())
        .ok_or("a parameter name has letters, digits and hyphens, as in `filename`")
}
