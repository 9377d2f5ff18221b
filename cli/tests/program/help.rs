//! Tests of `--help`, `man` and `completions`. All three must name the same commands and options.

use super::program;
use std::collections::BTreeSet;
use std::process;

fn said(args: &[&str]) -> String {
    let assert = program::assert_command().args(args).assert().code(0).stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn commands() -> Vec<String> {
    let help = said(&["-h"]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let commands: Vec<String> =
        lines.filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect();
    assert!(commands.len() > 10, "{help}");
    commands.into_iter().filter(|command| command != "help").collect()
}

/// Returns the long options that stand at the start of a line of the help.
fn options(help: &str) -> BTreeSet<String> {
    let starts = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let long = starts.filter_map(|line| line.split([' ', '=', '[']).find(|word| word.starts_with("--")));
    long.map(|option| option.trim_end_matches(',').to_owned()).collect()
}

#[test]
fn each_command_has_help_with_examples_and_a_manual_page_that_names_every_option() {
    let commands = commands();
    for command in &commands {
        let help = said(&[command, "--help"]);
        assert!(help.contains("\nExamples:\n"), "{help}");
        let page = said(&["man", command]).replace(r"\-", "-");
        assert!(page.contains(&format!(".TH mailutf-{command} 1")), "{page}");
        assert!(page.contains(concat!("\"mailutf ", env!("CARGO_PKG_VERSION"), "\"")), "{page}");
        assert!(options(&help).contains("--color"), "{help}");
        for option in options(&help) {
            assert!(page.contains(&format!("\\fB{option}\\fR")), "{command} {option}: {page}");
        }
        let (_, beside) = page.split_once(".SH \"SEE ALSO\"\n").unwrap();
        let mut beside =
            beside.split("\\fBmailutf-").skip(1).filter_map(|rest| rest.split("\\fR").next()).peekable();
        // The pages of these two commands name no other command, because both commands concern the whole program.
        let has_no_others = ["completions", "man"].contains(&&**command);
        assert_eq!(beside.peek().is_none(), has_no_others, "{page}");
        assert!(beside.all(|other| commands.iter().any(|name| name == other)), "{page}");
    }
}

#[test]
fn short_help_fits_a_screen_and_names_the_long_one() {
    for command in commands() {
        let mut short = program::assert_command();
        let short = short.args([&command, "-h"]).env("COLUMNS", "80").assert().code(0);
        let short = String::from_utf8(short.get_output().stdout.clone()).unwrap();
        assert!(short.lines().count() <= 40, "{} lines: {short}", short.lines().count());
        assert!(short.contains(&format!("\n`mailutf help {command}` explains more")), "{short}");
        assert!(options(&short).len() > 1, "{short}");
    }
    assert!(said(&["-h"]).lines().count() <= 40);
    // The short help shows the default value of an option, but only the first clause of its help.
    let short = said(&["normalize", "-h"]);
    assert!(short.contains("[default: ~]") && short.contains("or into this directory"), "{short}");
    assert!(!short.contains("One directory of mail"), "{short}");
    assert!(said(&["help", "normalize"]).lines().count() < 366);
}

#[test]
fn the_long_version_names_the_features_and_the_short_one_only_the_version() {
    let version = concat!("mailutf ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(said(&["-V"]), version);
    let long = said(&["--version"]);
    let rest = long.strip_prefix(version).unwrap();
    let features = rest.lines().last().and_then(|line| line.strip_prefix("features: ")).unwrap();
    assert!(features == "none" || features.split(", ").all(|name| name.ends_with("-libs")), "{long}");
    assert_eq!(rest.lines().filter(|line| !line.starts_with("commit ")).count(), 1, "{long}");
}

/// Options that have another meaning in another command.
const ANOTHER_THING: [(&str, &str); 22] = [
    ("attachments", "--output"),
    ("census", "--json"),
    ("charsets", "--json"),
    ("check", "--csv"),
    ("check", "--fail-on"),
    ("check", "--json"),
    ("check", "--quiet"),
    ("decode", "--charset"),
    ("decode", "--lossy"),
    ("decode", "--output"),
    ("decode", "--strict"),
    ("encode", "--charset"),
    ("encode", "--lossy"),
    ("encode", "--output"),
    ("encode", "--strict"),
    ("grep", "--json"),
    ("grep", "--quiet"),
    ("split", "--json"),
    ("text", "--headers"),
    ("text", "--json"),
    ("undo", "--dry-run"),
    ("verify-manifest", "--quiet"),
];

#[test]
fn an_option_has_the_same_help_everywhere() {
    let mut wordings: Vec<(String, String, String)> = Vec::new();
    for command in commands().into_iter().filter(|command| command != "man") {
        let page = said(&["man", &command]).replace(r"\-", "-");
        let mut lines = page.lines().skip_while(|line| *line != ".SH OPTIONS");
        while let Some(line) = lines.next() {
            let mut words = line.split("\\fB").filter_map(|word| word.split("\\fR").next());
            let Some(option) = words.find(|word| word.starts_with("--")) else { continue };
            let wording = lines.next().unwrap().to_owned();
            wordings.push((option.to_owned(), wording, command.clone()));
        }
    }
    wordings.sort();
    let apart = |(option, _, command): &(String, String, String)| ANOTHER_THING.contains(&(command, option));
    wordings.retain(|wording| !apart(wording));
    let differ = wordings.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1);
    assert_eq!(differ.collect::<Vec<_>>(), Vec::<&[_]>::new());
}

#[test]
fn the_manual_page_of_the_program_names_every_command() {
    let page = said(&["man"]).replace(r"\-", "-");
    for command in commands() {
        assert!(page.contains(&format!("\\fBmailutf-{command}\\fR(1)")), "{command}: {page}");
    }
}

#[test]
fn all_manual_pages_go_to_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("man1");
    said(&["man", "--output", pages.to_str().unwrap()]);
    for page in
        commands().iter().map(|command| format!("mailutf-{command}.1")).chain(["mailutf.1".to_owned()])
    {
        assert!(pages.join(&page).is_file(), "{page}");
    }
}

#[test]
fn manual_pages_are_installed_where_man_looks_for_those_of_the_program() {
    let dir = tempfile::tempdir().unwrap();
    let (bin, other) = (dir.path().join("bin"), dir.path().join("programs"));
    for place in [&bin, &other] {
        std::fs::create_dir(place).unwrap();
        program::copy_program(env!("CARGO_BIN_EXE_mailutf").as_ref(), &place.join("mailutf"));
    }
    let install = |place: &std::path::Path| {
        process::Command::new(place.join("mailutf")).args(["man", "--install"]).output().unwrap()
    };
    let refused = install(&other);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--output DIRECTORY"));
    assert!(!dir.path().join("share").exists());

    assert_eq!(install(&bin).status.code(), Some(0));
    for page in ["mailutf", "mailutf-normalize", "mailutf-undo"] {
        assert!(dir.path().join(format!("share/man/man1/{page}.1")).is_file(), "{page}");
    }
    let mut path = std::env::split_paths(&std::env::var_os("PATH").unwrap()).collect::<Vec<_>>();
    path.insert(0, bin);
    let path = std::env::join_paths(path).unwrap();
    match process::Command::new("man")
        .args(["-w", "mailutf-undo"])
        .env("PATH", path)
        .env_remove("MANPATH")
        .output()
    {
        // On some systems, no manual pages are installed at all.
        Ok(found) if found.status.success() => {
            let found = String::from_utf8(found.stdout).unwrap();
            assert!(found.contains("share/man/man1/mailutf-undo.1"), "{found}");
        }
        _ => println!("not checked: man finds no page here"),
    }
}

#[test]
fn manual_pages_have_all_sections_and_no_warnings() {
    let dir = tempfile::tempdir().unwrap();
    said(&["man", "--output", dir.path().to_str().unwrap()]);
    for page in std::fs::read_dir(dir.path()).unwrap() {
        let path = page.unwrap().path();
        let page = std::fs::read_to_string(&path).unwrap();
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "\"SEE ALSO\""] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{section}: {page}");
        }
        assert!(page.contains("\n.SH EXAMPLES\n"), "{page}");
        // Each option has a description, and no text of the page can be read as a command by groff or mandoc.
        assert!(!page.contains("\\fR\n.TP") && !page.contains("\n\n"), "{page}");
        match process::Command::new("mandoc").args(["-T", "lint", "-W", "warning"]).arg(&path).output() {
            Ok(output) => {
                let warnings = String::from_utf8_lossy(&output.stdout).into_owned();
                // The warning about the missing date is expected, because the package of a distribution
                // adds the date.
                let wrong: Vec<&str> =
                    warnings.lines().filter(|line| !line.contains("WARNING: missing date")).collect();
                assert_eq!(wrong, Vec::<&str>::new());
            }
            Err(_) => println!("not checked: mandoc is not installed"),
        }
    }
}

// This test runs on Unix only, because other systems have no --backup.
#[cfg(unix)]
#[test]
fn the_manual_page_explains_values_defaults_and_exit_statuses() {
    let page = said(&["man", "normalize"]).replace(r"\-", "-");
    for text in [
        ".TP\n\\fButf8\\fR (default)\nRaw UTF-8 (RFC 6532).\n",
        ".TP\n\\fB--limit-depth\\fR \\fIN\\fR\nMaximum depth of nested parts.\n.IP\nDefault: 100.\n",
        ".TP\n\\fB--backup\\fR[=\\fISUFFIX\\fR]\n",
        "With --filter:\n.TP\n\\fB0\\fR\nThe output is complete.\n.TP\n\\fB75\\fR\nIt is not.\n",
        "One message:\n.PP\n.RS 4\n.nf\nmailutf normalize letter.eml > utf8.eml\n.fi\n.RE\n",
        "\\fBmailutf\\fR(1), \\fBmailutf-inspect\\fR(1)",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
}

#[test]
fn an_unknown_command_gets_a_suggestion() {
    for args in [&["man", "normalise"][..], &["normalise"]] {
        let assert = program::assert_command().args(args).assert().code(2).stdout("");
        let errors = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(errors.contains("normalize"), "{errors}");
    }
}

#[test]
fn completion_scripts_contain_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&["completions", shell]);
        assert!(script.lines().count() > 50, "{script}");
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        // Checks that the shell accepts the script. This is possible only if the shell is installed and can check a
        // script without running it.
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("script");
        std::fs::write(&path, script).unwrap();
        if let Ok(output) = process::Command::new(shell).arg("-n").arg(&path).output() {
            assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// Returns the words that the shell offers after `line`, or `None` if the shell is not installed.
#[cfg(unix)]
fn offered(shell: &str, line: &str) -> Option<Vec<String>> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("script"), said(&["completions", shell])).unwrap();
    std::fs::write(dir.path().join("letter.eml"), "").unwrap();
    let code = match shell {
        "bash" => {
            "source ./script; COMP_LINE=$1; read -ra COMP_WORDS <<<\"$1\"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _mailutf mailutf \"${COMP_WORDS[-1]}\" \"${COMP_WORDS[-2]}\"; printf '%s\\n' \"${COMPREPLY[@]}\""
        }
        _ => "source ./script; complete -C $argv[1]",
    };
    let mut command = process::Command::new(shell);
    command.args(["-c", code]).args((shell == "bash").then_some("bash")).arg(line).current_dir(dir.path());
    let Ok(output) = command.env("HOME", dir.path()).output() else {
        println!("skipped: {shell} is not installed");
        return None;
    };
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{line}: {words}{}", String::from_utf8_lossy(&output.stderr));
    Some(words.lines().filter_map(|line| Some(line.split('\t').next()?.to_owned())).collect())
}

#[cfg(unix)]
#[test]
fn shells_complete_commands_charsets_codes_and_files() {
    assert!(said(&["completions", "bash"]).contains(" -o default mailutf\n"));
    for (line, expected) in [
        ("mailutf norm", "normalize"),
        ("mailutf man norm", "normalize"),
        ("mailutf decode --charset koi8-", "koi8-r"),
        ("mailutf check --fallback-charset windows-125", "windows-1251"),
        ("mailutf explain label-d", "label-doubtful"),
        ("mailutf normalize --headers enc", "encoded"),
        ("mailutf inspect letter.e", "letter.eml"),
        ("mailutf census --files-from let", "letter.eml"),
    ] {
        for shell in ["bash", "fish"] {
            // If bash finds no word that fits, it completes names of files.
            if let Some(words) = offered(shell, line).filter(|words| shell != "bash" || *words != [""]) {
                assert!(words.iter().any(|word| word == expected), "{shell}: {line}: {words:?}");
            }
        }
    }
}

#[test]
fn an_invalid_number_is_refused_with_an_explanation() {
    for (args, wanted) in [
        (["check", "--jobs", "0"], "of at least 1"),
        (["census", "--jobs", "two"], "of at least 1"),
        (["inspect", "--message", "0"], "of at least 1"),
        (["check", "--limit-depth", "a"], "of at least 1"),
        (["normalize", "--limit-words", "0"], "of at least 1"),
        (["to-utf7", "--columns", "19"], "from 20 to 998"),
        (["to-utf7", "--columns", "wide"], "from 20 to 998"),
    ] {
        let output = program::assert_command().args(args).assert().code(2).get_output().clone();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&format!(": expected a whole number {wanted}\n")), "{said}");
    }
}
