//! Charset names on the command line: any label of a charset, and other known names.

use super::nearest::nearest;
use clap::builder::PossibleValue;
use mailutf::charset::{Alias, Charset, Label};

/// The charsets that a name on the command line may mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    /// As mail uses it: `iso-8859-1` means windows-1252.
    pub(crate) usual: Charset,
    /// As its standard defines it.
    pub(crate) exact: Charset,
}

/// The charset called `name`.
pub(crate) fn named(name: &str) -> Result<Named, String> {
    let usual = Charset::for_name(name).ok_or_else(|| unknown(name))?;
    let exact = Label::read(name.as_bytes()).map_or(usual, Label::exact);
    Ok(Named { usual, exact })
}

/// The names that a shell completes, in lower case as people type them.
pub(super) fn completions() -> Vec<PossibleValue> {
    Charset::all().map(|charset| PossibleValue::new(charset.name().to_ascii_lowercase())).collect()
}

fn unknown(name: &str) -> String {
    let advice = "`mailutf charsets` lists all of them";
    match nearest(name, Charset::all().map(Charset::name).chain(Alias::all().map(Alias::name))) {
        Some(nearest) => format!("unknown charset; did you mean `{nearest}`? ({advice})"),
        None => format!("unknown charset ({advice})"),
    }
}
