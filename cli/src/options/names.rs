//! Names on the command line, such as names of charsets. A shell can complete the known names, and for an unknown
//! name a similar name is suggested.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use mailutf::Code;
use mailutf::charset::{Alias, Charset, Label};
use std::ffi::OsStr;

/// The minimum similarity of a name that is suggested. With 0.6, two of five characters may differ, so that
/// `koi8-r` is suggested for `koi9-r`. A less similar name is probably a different word: `--headers` is not
/// suggested for `--threads`.
const ALIKE: f64 = 0.6;

/// The minimum length of an abbreviation of a name.
const START: usize = 3;

/// A name on the command line, the help for this name, and the value of the library that the name stands for.
pub(crate) type Choice<T> = (&'static str, &'static str, T);

/// Parses one of these names. The list of all names is built only for the help or for an error message.
#[derive(Debug)]
pub(crate) struct OneOf<T: 'static>(pub(crate) &'static [Choice<T>]);

impl<T> Clone for OneOf<T> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let chosen = self.0.iter().find(|(name, ..)| value == *name).map(|(.., meant)| meant.clone());
        chosen.ok_or_else(|| {
            let names = PossibleValuesParser::new(self.possible_values().into_iter().flatten());
            names.parse_ref(command, argument, value).err().unwrap_or(Error::new(ErrorKind::InvalidValue))
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help))))
    }
}

/// A parser of names. The first function parses a name. The second function lists the names that completion scripts
/// offer. Other names are accepted, too. An option with this parser should set `hide_possible_values`, because
/// otherwise the list would fill the help.
#[derive(Clone, Debug)]
pub(crate) struct Completed<T>(
    pub(crate) fn(&str) -> Result<T, String>,
    pub(crate) fn() -> Vec<PossibleValue>,
);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Completed<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.0.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.1)().into_iter()))
    }
}

/// The charsets that a name on the command line may mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedCharset {
    /// The charset that the name means in mail. For example, `iso-8859-1` means windows-1252 in mail.
    pub(crate) usual: Charset,
    /// The charset that the name means in the standards. For example, `iso-8859-1` means ISO-8859-1 there.
    pub(crate) exact: Charset,
}

/// Returns the charset called `name`. The name can be any label of the charset, or another name that people use for
/// it.
pub(crate) fn charset(name: &str) -> Result<NamedCharset, String> {
    let usual = Charset::for_name(name).ok_or_else(|| {
        let names = Charset::all().map(Charset::name).chain(Alias::all().map(Alias::name));
        unknown("charset", nearest(name, names), "`mailutf charsets` lists all of them")
    })?;
    let exact = Label::read(name.as_bytes()).map_or(usual, Label::exact);
    Ok(NamedCharset { usual, exact })
}

/// Returns the names of charsets that a shell completes, in lower case, as people type them.
pub(crate) fn charsets() -> Vec<PossibleValue> {
    Charset::all().map(|charset| PossibleValue::new(charset.name().to_ascii_lowercase())).collect()
}

/// Returns the finding code called `name`.
pub(crate) fn code(name: &str) -> Result<Code, String> {
    let code = Code::ALL.iter().find(|code| code.as_str().eq_ignore_ascii_case(name)).copied();
    code.ok_or_else(|| {
        let meant = nearest(name, Code::ALL.iter().map(|code| code.as_str()));
        unknown("code", meant, "`mailutf explain` lists all of them")
    })
}

/// Returns the codes that a shell completes.
pub(crate) fn codes() -> Vec<PossibleValue> {
    Code::ALL.iter().map(|code| PossibleValue::new(code.as_str()).help(code.meaning())).collect()
}

/// Returns the message about an unknown name of some `kind`. `meant` is the name that the user probably meant.
pub(crate) fn unknown(kind: &str, meant: Option<&str>, advice: &str) -> String {
    match meant {
        Some(meant) => format!("unknown {kind}; did you mean `{meant}`? ({advice})"),
        None => format!("unknown {kind} ({advice})"),
    }
}

/// Returns a name in `names` that starts with `name`, if `name` has at least [`START`] characters. If there is none,
/// returns the most similar name if it is similar enough. Upper and lower case are not distinguished.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    let alike = names.map(|other| (likeness(&name, &other.to_ascii_lowercase()), other));
    let nearest = alike.filter(|(alike, _)| *alike >= ALIKE).max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map(|(_, other)| other)
}

fn likeness(name: &str, other: &str) -> f64 {
    let is_start = name.trim_start_matches('-').len() >= START && other.starts_with(name);
    if is_start { 1.0 } else { strsim::normalized_damerau_levenshtein(name, other) }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn what_is_alike_is_suggested_and_nothing_else() {
        let names =
            ["charsets", "census", "normalize", "--headers", "--limit-header", "--version", "--in-place"];
        for (given, meant) in [
            ("normalise", Some("normalize")),
            ("norm", Some("normalize")),
            ("Charset", Some("charsets")),
            ("--hedders", Some("--headers")),
            ("--inplace", Some("--in-place")),
            ("convert", None),
            ("--threads", None),
            ("--verbose", None),
            ("--limits", None),
            ("n", None),
        ] {
            assert_eq!(nearest(given, names.into_iter()), meant, "{given}");
        }
    }
}
