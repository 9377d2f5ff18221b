//! Charsets on the command line, by any name that mail or a person has for them.

use super::nearest::nearest;
use mailutf::charset::{Alias, Charset, Label};

/// What a name on the command line means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    /// What mail means by it.
    pub(crate) usual: Charset,
    /// What it says to the letter.
    pub(crate) exact: Charset,
}

/// The charset called `name`.
pub(crate) fn named(name: &str) -> Result<Named, String> {
    let usual = Charset::for_name(name).ok_or_else(|| unknown(name))?;
    let exact = Label::read(name.as_bytes()).map_or(usual, Label::exact);
    Ok(Named { usual, exact })
}

fn unknown(name: &str) -> String {
    let advice = "`mailutf charsets` lists all";
    match nearest(name, Charset::all().map(Charset::name).chain(Alias::all().map(Alias::name))) {
        Some(nearest) => format!("no charset has this name; did you mean `{nearest}`? ({advice})"),
        None => format!("no charset has this name ({advice})"),
    }
}
