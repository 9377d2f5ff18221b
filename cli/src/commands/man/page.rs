//! One manual page in roff (man(7)), made from the texts of `--help`.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use roff::{Inline, Roff, bold, italic, roman};

/// The number of columns by which commands in the section EXAMPLES are indented.
const INDENT: &str = "4";

/// Returns the name of the page of a command, such as `mailutf-normalize`.
pub(super) fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// Returns the manual page of a command or of the whole program.
pub(super) fn page(command: &Command) -> String {
    let title = title(command);
    let mut page = Roff::new();
    let source = concat!("mailutf ", env!("CARGO_PKG_VERSION"));
    // The empty argument stands for the date, which a distribution's package can fill in.
    page.control("TH", [title, "1", r#""""#, source, "mailutf manual"]);
    let about = command.get_about().map(StyledStr::to_string).unwrap_or_default();
    page.control("SH", ["NAME"]).text([roman(format!("{title} - {about}"))]);
    page.control("SH", ["SYNOPSIS"]).text(synopsis(command));

    let long = command.get_long_about().map_or_else(|| format!("{about}."), StyledStr::to_string);
    let (statuses, paragraphs): (Vec<&str>, Vec<&str>) =
        long.split("\n\n").partition(|paragraph| paragraph.starts_with(EXIT_STATUS));
    page.control("SH", ["DESCRIPTION"]);
    for (n, paragraph) in paragraphs.iter().enumerate() {
        if n > 0 {
            page.control("PP", []);
        }
        page.text([roman(paragraph.replace('\n', " "))]);
    }
    commands(command, &mut page);
    options(command, &mut page);
    exit_status(statuses.first().copied().unwrap_or(USUAL), &mut page);
    examples(command, &mut page);
    page.control("SH", ["SEE ALSO"]);
    let others =
        see_also(command).into_iter().map(|(name, section)| [bold(name), roman(format!("({section})"))]);
    page.text(others.collect::<Vec<_>>().join(&roman(", ")));
    page.render()
}

fn synopsis(command: &Command) -> Vec<Inline> {
    let mut line =
        vec![bold(title(command).replacen("mailutf-", "mailutf ", 1)), roman(" ["), italic("OPTION")];
    line.push(roman("]..."));
    if command.has_subcommands() {
        line.extend([roman(" "), italic("COMMAND")]);
    }
    for argument in command.get_positionals() {
        let (before, after) = if argument.is_required_set() { (" ", "") } else { (" [", "]") };
        let many = argument.get_num_args().is_some_and(|number| number.max_values() > 1);
        let after = format!("{after}{}", if many { "..." } else { "" });
        line.extend([roman(before), italic(value(argument)), roman(after)]);
    }
    line
}

fn commands(command: &Command, page: &mut Roff) {
    if !command.has_subcommands() {
        return;
    }
    page.control("SH", ["COMMANDS"]);
    for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        let about = command.get_about().map(StyledStr::to_string).unwrap_or_default();
        page.control("TP", []).text([bold(title(command)), roman("(1)")]).text([roman(format!("{about}."))]);
    }
}

/// Adds the arguments and options, in the same groups as in the help.
fn options(command: &Command, page: &mut Roff) {
    let shown = || command.get_arguments().filter(|argument| !argument.is_hide_set());
    let positionals: Vec<&Arg> =
        command.get_positionals().filter(|argument| !argument.is_hide_set()).collect();
    if !positionals.is_empty() {
        page.control("SH", ["ARGUMENTS"]);
        positionals.iter().for_each(|argument| option(argument, page));
    }
    page.control("SH", ["OPTIONS"]);
    let mut groups: Vec<Option<&str>> = Vec::new();
    for argument in shown().filter(|argument| !argument.is_positional()) {
        let group = argument.get_help_heading();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    // Options without a group come first, because a group ends only where the next group begins.
    groups.sort_by_key(Option::is_some);
    for group in groups {
        if let Some(group) = group {
            page.control("SS", [group]);
        }
        for argument in
            shown().filter(|argument| !argument.is_positional() && argument.get_help_heading() == group)
        {
            option(argument, page);
        }
    }
}

/// Adds an option with its value, its meaning, its default, and the meaning of each possible value.
fn option(argument: &Arg, page: &mut Roff) {
    let mut names = Vec::new();
    let mut name = |name: String| {
        if !names.is_empty() {
            names.push(roman(", "));
        }
        names.push(bold(name));
    };
    argument.get_short().into_iter().for_each(|short| name(format!("-{short}")));
    argument.get_long().into_iter().for_each(|long| name(format!("--{long}")));
    let takes_value = argument.get_action().takes_values();
    if argument.is_positional() {
        names.push(italic(value(argument)));
    } else if takes_value {
        let optional = argument.get_num_args().is_some_and(|number| number.min_values() == 0);
        let blank = if argument.is_require_equals_set() { "=" } else { " " };
        let (before, after) = if optional { (format!("[{blank}"), "]") } else { (blank.to_owned(), "") };
        names.extend([roman(before), italic(value(argument)), roman(after)]);
    }
    page.control("TP", []).text(names);
    let help = argument.get_long_help().or(argument.get_help()).map(StyledStr::to_string).unwrap_or_default();
    for (n, paragraph) in help.split("\n\n").enumerate() {
        if n > 0 {
            page.control("IP", []);
        }
        page.text([roman(sentence(&paragraph.replace('\n', " ")))]);
    }
    let default: Vec<String> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let values = argument.get_possible_values();
    let values: Vec<_> = values.iter().filter(|value| value.get_help().is_some()).collect();
    if takes_value && values.is_empty() && !default.is_empty() {
        page.control("IP", []).text([roman(format!("Default: {}.", default.join(" ")))]);
    }
    if takes_value && !values.is_empty() {
        page.control("RS", []);
        for value in values {
            let is_default = default.iter().any(|default| default == value.get_name());
            let mark = roman(if is_default { " (default)" } else { "" });
            let help = value.get_help().map(StyledStr::to_string).unwrap_or_default();
            page.control("TP", []).text([bold(value.get_name()), mark]).text([roman(sentence(&help))]);
        }
        page.control("RE", []);
    }
}

/// Returns the name of the value of an argument.
fn value(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    names.first().map_or_else(|| argument.get_id().as_str().to_uppercase(), |name| name.to_string())
}

/// Returns the help text with a full stop at its end, because clap removes the full stop. Text that is empty or ends
/// with `.`, `:` or `]` is returned unchanged.
fn sentence(help: &str) -> String {
    let ends = help.is_empty() || help.ends_with(['.', ':', ']']);
    if ends { help.to_owned() } else { format!("{help}.") }
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| format!("{}{}", first.to_ascii_uppercase(), rest.as_str()))
}

/// The start of the paragraph about exit statuses in the long help of a command.
const EXIT_STATUS: &str = "Exit status: ";

/// The paragraph about exit statuses for commands whose help has no such paragraph.
const USUAL: &str = "Exit status: 0 success; 2 wrong use, or reading or writing failed.";

/// Adds the section about exit statuses. The paragraph consists of items such as `1 meaning`, separated by `;`. A
/// second sentence may begin with a condition and `:`, and list further items that hold under the condition.
fn exit_status(paragraph: &str, page: &mut Roff) {
    page.control("SH", ["EXIT STATUS"]);
    let paragraph = paragraph.replace('\n', " ");
    let statuses = paragraph.strip_prefix(EXIT_STATUS).unwrap_or(&paragraph);
    for group in statuses.trim_end_matches('.').split(". ") {
        let items = match group.split_once(": ") {
            Some((condition, items)) => {
                page.control("PP", []).text([roman(format!("{condition}:"))]);
                items
            }
            None => group,
        };
        for item in items.split("; ") {
            let (status, meaning) = item.split_once(' ').unwrap_or((item, ""));
            page.control("TP", []).text([bold(status)]).text([roman(sentence(&capitalized(meaning)))]);
        }
    }
}

/// Adds the section with the examples. Each line of the help has two blanks, a command, more blanks and an
/// explanation. A line without a command holds the explanation of the command in the line before.
fn examples(command: &Command, page: &mut Roff) {
    let Some(help) = command.get_after_help().map(StyledStr::to_string) else { return };
    page.control("SH", ["EXAMPLES"]);
    let mut examples: Vec<(&str, &str)> = Vec::new();
    let mut lines = help.lines().skip(1);
    for line in lines.by_ref().take_while(|line| !line.is_empty()) {
        let example = line.trim_start();
        let indent = line.len() - example.len();
        match (examples.last_mut(), example.split_once("   ")) {
            (Some(last), _) if indent > 2 => last.1 = example,
            (_, Some((command, about))) => examples.push((command, about.trim_start())),
            (_, None) => examples.push((example, "")),
        }
    }
    for (n, (command, about)) in examples.into_iter().enumerate() {
        if n > 0 {
            page.control("PP", []);
        }
        if !about.is_empty() {
            page.text([roman(format!("{about}:"))]).control("PP", []);
        }
        page.control("RS", [INDENT])
            .control("nf", [])
            .text([roman(command)])
            .control("fi", [])
            .control("RE", []);
    }
    for line in lines.filter(|line| !line.is_empty()) {
        page.control("PP", []).text([roman(line)]);
    }
}

/// Returns the commands that readers of the page about the command `name` may also need.
fn related(name: &str) -> &'static [&'static str] {
    match name {
        "normalize" => &["inspect", "check", "split", "undo", "explain"],
        "undo" => &["normalize"],
        "inspect" => &["detect", "explain", "normalize"],
        "check" => &["normalize", "inspect", "explain"],
        "detect" => &["inspect", "charsets", "decode"],
        "census" => &["check", "inspect"],
        "review" => &["census", "check", "normalize", "explain"],
        "grep" => &["text", "attachments"],
        "text" => &["attachments", "grep", "inspect", "decode"],
        "attachments" => &["text", "inspect"],
        "header" => &["inspect", "decode", "encode"],
        "split" => &["normalize"],
        "verify-manifest" => &["normalize", "undo"],
        "to-utf7" => &["normalize", "encode"],
        "decode" => &["encode", "detect", "charsets"],
        "encode" => &["decode", "charsets"],
        "charsets" => &["decode", "encode", "detect"],
        "explain" => &["inspect", "normalize"],
        _ => &[],
    }
}

/// Returns the pages of other programs that are related to the command `name`. Each consists of a name and a
/// section.
fn elsewhere(name: &str) -> &'static [(&'static str, &'static str)] {
    match name {
        "normalize" => &[("mbox", "5"), ("maildir", "5"), ("procmail", "1"), ("maildrop", "1")],
        "decode" | "encode" | "charsets" => &[("iconv", "1")],
        "mailutf" => &[("iconv", "1"), ("mbox", "5"), ("maildir", "5")],
        _ => &[],
    }
}

/// Returns the pages for the section "see also", each with its name and section.
fn see_also(command: &Command) -> Vec<(String, &'static str)> {
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
