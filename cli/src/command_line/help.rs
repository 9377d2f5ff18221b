//! The text of `-h`. It fits on one screen: it has only the options that most people need, and the first examples.
//! `--help`, `help COMMAND` and the manual show all options.

use clap::builder::StyledStr;
use clap::{Arg, Command};

/// The options that `-h` shows for each command. For a command that is not in this table, `-h` shows all options.
pub(super) const SHOWN: &[(&str, &[&str])] = &[
    ("mailutf", &[]),
    ("normalize", &["output", "in-place", "backup", "dry-run", "diff", "doubtful", "rules"]),
    ("inspect", &["message", "json", "fail-on", "rules", "charset", "fallback-charset"]),
    ("check", &["fail-on", "files", "json", "csv", "quiet", "doubtful", "rules"]),
    ("detect", &["json", "fail-on", "charset", "fallback-charset"]),
    ("census", &["by", "senders", "html", "json", "csv", "since", "rules"]),
    ("review", &["write", "rules", "since", "from", "list-id"]),
    ("text", &["message", "part", "plain", "headers", "json", "separator", "fail-on", "since"]),
    (
        "grep",
        &[
            "ignore-case",
            "word-regexp",
            "fixed-strings",
            "field",
            "invert-match",
            "line-number",
            "only-matching",
            "count",
            "files",
            "context",
            "since",
        ],
    ),
    ("attachments", &["output", "message", "part", "fail-on", "from", "since"]),
    ("split", &["size", "json", "since"]),
    ("verify-manifest", &["before", "quiet"]),
    ("to-utf7", &["output", "in-place", "backup", "dry-run", "columns", "direct"]),
    ("encode", &["output", "force", "charset", "lossy"]),
    ("header", &["addresses", "parameter", "encode", "fail-on", "charset", "fallback-charset"]),
];

/// The maximum number of lines, including the heading, of the examples that `-h` shows for a command.
const EXAMPLES: usize = 6;

/// Changes the description of the program so that `-h` shows the short help.
pub(super) fn with_short_help(program: Command) -> Command {
    short(program).mut_subcommands(|command| {
        let more = format!("`mailutf help {}` explains more and lists all options.", command.get_name());
        let all = command.get_after_help().map(StyledStr::to_string).unwrap_or_default();
        let command = command.after_help(format!("{}\n{more}", first_examples(&all))).after_long_help(all);
        short(command)
    })
}

fn short(command: Command) -> Command {
    let shown = SHOWN.iter().find(|(name, _)| *name == command.get_name()).map(|(_, shown)| *shown);
    command.mut_args(|option| {
        let is_shown = option.is_positional()
            || !option.is_global_set()
                && shown.is_none_or(|shown| option.get_long().is_some_and(|name| shown.contains(&name)));
        described(option).hide_short_help(!is_shown)
    })
}

/// Gives an option two help texts: the first clause of its help for `-h`, and the whole help for `--help`. If the
/// help has one paragraph, the default value is put at the end of that paragraph, because clap would otherwise add
/// a paragraph for the default value.
fn described(option: Arg) -> Arg {
    let Some(help) = option.get_help().map(StyledStr::to_string) else { return option };
    let first = first_clause(&help).to_owned();
    if let Some(long) = option.get_long_help().map(StyledStr::to_string) {
        return option.help(first).long_help(long);
    }
    let default = option.get_default_values().first().filter(|_| option.get_action().takes_values());
    let Some(default) = default.map(|value| format!(" [default: {}]", value.to_string_lossy())) else {
        return option.help(first).long_help(help);
    };
    option.help(first + &default).long_help(help + &default).hide_default_value(true)
}

/// Returns the text before the first full stop, colon or semicolon that is outside brackets and followed by a space. If
/// that text ends with text in brackets, the brackets and the text in them are removed.
fn first_clause(help: &str) -> &str {
    let mut depth = 0_i32;
    let end = help.char_indices().find(|(at, one)| {
        depth += i32::from(matches!(one, '(' | '[')) - i32::from(matches!(one, ')' | ']'));
        depth == 0
            && matches!(one, '.' | ':' | ';')
            && help.get(at + 1..).is_some_and(|rest| rest.starts_with(' '))
    });
    let clause = end.and_then(|(at, _)| help.get(..at)).unwrap_or(help);
    let bracket = clause.rfind(" (").filter(|_| clause.ends_with(')'));
    bracket.and_then(|at| clause.get(..at)).unwrap_or(clause)
}

/// Returns the heading of the examples, and the first examples with their explanations.
fn first_examples(all: &str) -> String {
    let mut lines = all.lines();
    let mut shown: Vec<&str> = lines.by_ref().take(1).collect();
    let rest: Vec<&str> = lines.collect();
    let starts = |line: &&str| !line.starts_with("   ");
    // An example has one or more lines. Only its first line is not indented.
    for example in rest.chunk_by(|_, next| !starts(next)) {
        if shown.len() + example.len() > EXAMPLES {
            break;
        }
        shown.extend(example);
    }
    shown.iter().map(|line| format!("{line}\n")).collect()
}
