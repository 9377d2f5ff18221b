//! `--rules FILE`: what the owner of the mail has decided.

use crate::terminal::say;
use mailutf::rules::Rules;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The rules of this run: clap makes the option's value, and at the end of the run unused rules are named.
static GIVEN: Mutex<Vec<Rules>> = Mutex::new(Vec::new());

/// The rules in a file that is named on the command line.
///
/// # Errors
/// It cannot be read, or has mistakes.
pub(crate) fn rules_at(path: PathBuf) -> Result<Rules, String> {
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let rules = rules_in(&path, &text)?;
    if let Ok(mut given) = GIVEN.lock() {
        given.push(rules.clone());
    }
    Ok(rules)
}

/// The rules in `text`, which is that of the file at `path`.
///
/// # Errors
/// It has mistakes.
pub(crate) fn rules_in(path: &Path, text: &str) -> Result<Rules, String> {
    let rules = Rules::parse(text).map_err(|mistakes| mistakes.to_string())?;
    Ok(rules.named(&path.to_string_lossy()))
}

/// Names the rules that applied to no text, at the end of a run.
pub(crate) fn say_unused() {
    let Ok(given) = GIVEN.lock() else { return };
    for rules in &*given {
        let name = rules.name().unwrap_or_default();
        rules.unused().for_each(|line| say(&format!("{name}:{line}: this rule applied to no text")));
    }
}

/// Says nothing about unused rules: one message is converted, and most rules are for others.
pub(crate) fn leave_unused() {
    if let Ok(mut given) = GIVEN.lock() {
        given.clear();
    }
}
