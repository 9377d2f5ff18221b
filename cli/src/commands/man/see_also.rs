//! The section SEE ALSO of each manual page.

use super::title::title;
use clap::Command;

/// The commands that people also need who read about `name`.
fn related(name: &str) -> &'static [&'static str] {
    match name {
        "normalize" => &["inspect", "check", "split", "undo", "explain"],
        "undo" => &["normalize"],
        "inspect" => &["detect", "explain", "normalize"],
        "check" => &["normalize", "inspect", "explain"],
        "detect" => &["inspect", "charsets", "decode"],
        "census" => &["check", "inspect"],
        "text" => &["attachments", "inspect", "decode"],
        "attachments" => &["text", "inspect"],
        "header" => &["inspect", "decode", "encode"],
        "split" => &["normalize"],
        "to-utf7" => &["normalize", "encode"],
        "decode" => &["encode", "detect", "charsets"],
        "encode" => &["decode", "charsets"],
        "charsets" => &["decode", "encode", "detect"],
        "explain" => &["inspect", "normalize"],
        _ => &[],
    }
}

/// Pages of other programs: names and sections.
fn elsewhere(name: &str) -> &'static [(&'static str, &'static str)] {
    match name {
        "normalize" => &[("mbox", "5"), ("maildir", "5"), ("procmail", "1"), ("maildrop", "1")],
        "decode" | "encode" | "charsets" => &[("iconv", "1")],
        "mailutf" => &[("iconv", "1"), ("mbox", "5"), ("maildir", "5")],
        _ => &[],
    }
}

/// Names of manual pages and their sections.
pub(super) fn see_also(command: &Command) -> Vec<(String, &'static str)> {
    let name = command.get_name();
    let own = if command.has_subcommands() {
        command.get_subcommands().map(|command| title(command).to_owned()).collect()
    } else {
        let related = related(name).iter().map(|other| format!("mailutf-{other}"));
        ["mailutf".to_owned()].into_iter().chain(related).collect::<Vec<_>>()
    };
    let elsewhere = elsewhere(name).iter().map(|(name, section)| ((*name).to_owned(), *section));
    own.into_iter().map(|name| (name, "1")).chain(elsewhere).collect()
}
