//! `--rules FILE`: the decisions of the mail's owner.

use crate::terminal::say;
use mailutf::charset::Charset;
use mailutf::rules::Rules;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The rules of this run, for the message at its end about those that applied to no text; `None` if no such message is wanted.
static GIVEN: Mutex<Option<Given>> = Mutex::new(None);

/// The rules of a run.
struct Given {
    rules: Rules,
    /// The labels and charsets of --charset.
    overruled: Vec<(String, Charset)>,
}

/// The rules in a file that is named on the command line.
///
/// # Errors
/// Fails if the file cannot be read, or has mistakes.
pub(crate) fn rules_at(path: PathBuf) -> Result<Rules, String> {
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    rules_in(&path, &text)
}

/// The rules in `text`, which is the content of the file at `path`.
///
/// # Errors
/// Fails if the text has mistakes.
pub(crate) fn rules_in(path: &Path, text: &str) -> Result<Rules, String> {
    let rules = Rules::parse(text).map_err(|mistakes| mistakes.to_string())?;
    Ok(rules.named(&path.to_string_lossy()))
}

/// Remembers the rules of this run for [`say_unused`]. They include the labels and charsets of --charset.
pub(crate) fn remember(rules: &Rules, overruled: &[(String, Charset)]) {
    if let Ok(mut given) = GIVEN.lock() {
        *given = Some(Given { rules: rules.clone(), overruled: overruled.to_vec() });
    }
}

/// Names the rules and the options --charset that applied to no text, at the end of a run.
pub(crate) fn say_unused() {
    let Ok(given) = GIVEN.lock() else { return };
    let Some(Given { rules, overruled }) = &*given else { return };
    for (label, charset) in overruled.iter().filter(|(label, _)| !rules.has_overruled(label.as_bytes())) {
        let what = format!(
            "--charset {label}={charset}: this option applied to no text; `mailutf census` lists the labels of mail"
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
            say(&format!("{name}: {rules} rules applied to no text, in lines {first} to {last}"));
        }
    }
}

/// Turns off the message about unused rules, for a run that converts one message: most rules are for other messages.
pub(crate) fn leave_unused() {
    if let Ok(mut given) = GIVEN.lock() {
        *given = None;
    }
}
