//! `--rules FILE`: reads the rules in which the mail's owner has decided how text is read.

use crate::terminal::say;
use mailutf::charset::Charset;
use mailutf::rules::Rules;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The rules of this run. At the end of the run, a message names the rules that applied to no text. The value is
/// `None` if this message is not wanted.
static GIVEN: Mutex<Option<Given>> = Mutex::new(None);

/// The rules of a run.
struct Given {
    rules: Rules,
    /// The labels that --charset overrules, each with the charset in which texts with this label are read.
    overruled: Vec<(String, Charset)>,
}

/// Returns the rules in the file at `path`, which the user has named on the command line.
///
/// # Errors
/// Fails if the file cannot be read, or has mistakes.
pub(crate) fn rules_at(path: PathBuf) -> Result<Rules, String> {
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    rules_in(&path, &text)
}

/// Returns the rules in `text`, which is the content of the file at `path`.
///
/// # Errors
/// Fails if the text has mistakes.
pub(crate) fn rules_in(path: &Path, text: &str) -> Result<Rules, String> {
    let rules = Rules::parse(text).map_err(|mistakes| mistakes.to_string())?;
    Ok(rules.named(&path.to_string_lossy()))
}

/// Stores the rules of this run for [`say_unused`]. `overruled` are the labels and charsets of --charset, which are
/// rules as well.
pub(crate) fn remember(rules: &Rules, overruled: &[(String, Charset)]) {
    if let Ok(mut given) = GIVEN.lock() {
        *given = Some(Given { rules: rules.clone(), overruled: overruled.to_vec() });
    }
}

/// At the end of a run, names the rules and the options --charset that applied to no text.
pub(crate) fn say_unused() {
    let Ok(given) = GIVEN.lock() else { return };
    let Some(Given { rules, overruled }) = &*given else { return };
    for (label, charset) in overruled.iter().filter(|(label, _)| !rules.has_overruled(label.as_bytes())) {
        let what = format!(
            "--charset {label}={charset}: this option applied to no text; `mailutf census` lists the labels in \
             your mail"
        );
        say(&what);
    }
    let name = rules.name().unwrap_or_default();
    rules.overridden().for_each(|line| say(&format!("{name}:{line}: --charset overrides this rule")));
    match *rules.unused().collect::<Vec<_>>() {
        [] => {}
        [line] => say(&format!("{name}:{line}: this rule applied to no text")),
        [first, .., last] => {
            let rules = rules.unused().count();
            say(&format!("{name}: {rules} rules, on lines {first} to {last}, applied to no text"));
        }
    }
}

/// Turns off the message about unused rules. A run that converts a single message leaves most rules unused, because
/// most rules are for other messages.
pub(crate) fn leave_unused() {
    if let Ok(mut given) = GIVEN.lock() {
        *given = None;
    }
}
