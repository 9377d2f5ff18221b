//! Tests of `--rules FILE` in the commands that read mail.

use super::program;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const RULES: &str = "version = 1\n\n[[rule]]\nfrom = \"ann@x.example\"\nlabel = \"iso-8859-1\"\nread = \"windows-1251\"\n\n\
    [[rule]]\nfrom = \"nobody@x.example\"\nread = \"leave\"\n";
const MESSAGE: &[u8] = b"From: Ann <ann@x.example>\nSubject: =?iso-8859-1?Q?=EC=E8=F0?=\n\
    Content-Type: text/plain; charset=iso-8859-1\n\n\xEC\xE8\xF0\n";
const UNUSED: &str = "decisions.toml:8: this rule applied to no text";

fn place() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("decisions.toml"), RULES).unwrap();
    fs::write(place.path().join("a.eml"), MESSAGE).unwrap();
    place
}

pub(super) fn run(place: &Path, args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = program::assert_command();
    let output = command.current_dir(place).args(args).write_stdin(input).output().unwrap();
    let text = |octets: Vec<u8>| String::from_utf8_lossy(&octets).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn each_command_reads_by_the_rules_and_names_unused_ones() {
    let place = place();
    for (args, shown) in [
        (&["normalize", "a.eml"][..], "\n\nмир\n"),
        (&["text", "a.eml"], "мир"),
        (&["grep", "мир", "a.eml"], "мир"),
        (&["detect", "a.eml"], "read as windows-1251, by a rule"),
        (&["inspect", "a.eml"], "iso-8859-1 read as windows-1251, by decisions.toml:3"),
        (&["census", "a.eml"], "windows-1251"),
        (&["to-utf7", "a.eml"], "+"),
        (&["check", "--json", "a.eml"], "by decisions.toml:3"),
    ] {
        let (_, output, errors) = run(place.path(), &[args, &["--rules", "decisions.toml"]].concat(), b"");
        assert!(output.contains(shown), "{args:?}\n{output}\n{errors}");
        assert!(
            errors.contains(UNUSED) && !errors.contains("decisions.toml:3: this rule"),
            "{args:?}\n{errors}"
        );
    }
}

/// A rule with a condition on the file. There are two files with the same message, and the rule applies to only one
/// of them.
const OF_A_FILE: &str = "version = 1\n\n[[rule]]\nfile = [\"old/*.eml\", \"old/**/1.mbox\", \"alone.eml\"]\n\
    label = \"iso-8859-1\"\nread = \"windows-1251\"\n";

fn tree() -> TempDir {
    let place = place();
    let at = |name: &str| place.path().join(name);
    for directory in ["Mail/old/a", "Mail/new"] {
        fs::create_dir_all(at(directory)).unwrap();
    }
    fs::write(at("decisions.toml"), OF_A_FILE).unwrap();
    fs::write(at("alone.eml"), MESSAGE).unwrap();
    for name in ["Mail/old/1.eml", "Mail/new/1.eml"] {
        fs::write(at(name), MESSAGE).unwrap();
    }
    let mbox = [b"From a@b Tue Jan  2 03:04:05 2024\n", MESSAGE, b"\n"].concat();
    for name in ["Mail/old/a/1.mbox", "Mail/new/1.mbox"] {
        fs::write(at(name), &mbox).unwrap();
    }
    place
}

/// For each command, the table has text that the command prints because the rule applies to some files, and text
/// that it would print if the rule also applied to the other files.
#[cfg(unix)]
#[test]
fn each_command_tells_the_rules_which_file_it_reads() {
    let place = tree();
    for (args, by_rule, other) in [
        // Without `--doubtful=label`, commands that show text would use the likely reading of a text whose
        // label is doubtful.
        (&["text", "--doubtful=label"][..], "мир", "\u{0}"),
        (&["text", "--headers", "--doubtful=label"], "мир", "\u{0}"),
        (&["text", "--json", "--doubtful=label"], "мир", "\u{0}"),
        (&["grep", "--count", "мир", "--doubtful=label"], "old/1.eml:1\n", "new/1.eml:1\n"),
        (&["grep", "мир", "--doubtful=label"], "old/a/1.mbox", "new/1.mbox:"),
        (&["text", "--match", "мир"], "мир", "\u{0}"),
        (&["inspect"], "windows-1251, by decisions.toml:3", "\u{0}"),
        (
            &["detect"],
            "Mail/old/1.eml: body: declared iso-8859-1; read as windows-1251",
            "Mail/new/1.eml: body: declared iso-8859-1; read as windows-1251",
        ),
        (&["census"], "windows-1251", "\u{0}"),
        (&["census", "--senders", "--json"], "windows-1251", "\u{0}"),
        (&["check"], "Mail/old/1.eml: would change", "Mail/new/1.eml: would change"),
        (&["check", "--json"], "by decisions.toml:3", "\u{0}"),
        (&["normalize", "--dry-run", "-v"], "Mail/old/a/1.mbox: message 1", "Mail/new/1.eml: rule"),
        (&["review"], "version = 1", "old/"),
    ] {
        let (_, output, errors) =
            run(place.path(), &[args, &["Mail", "--rules", "decisions.toml"]].concat(), b"");
        let shown = format!("{output}{errors}");
        assert!(shown.contains(by_rule) && !shown.contains(other), "{args:?}\n{shown}");
        if args == ["text", "--doubtful=label"] {
            assert_eq!(shown.matches("мир").count(), 2, "in a file of its own, and in an mbox\n{shown}");
        }
    }
    // The rule also applies when files are converted in place, or into another directory.
    let at = |name: &str| fs::read(place.path().join(name)).unwrap();
    let is_read =
        |name: &str| at(name).ends_with("мир\n".as_bytes()) || at(name).ends_with("мир\n\n".as_bytes());
    for (args, root) in [(&["-o", "out"][..], "out"), (&["-i"], "Mail")] {
        let (_, _, errors) =
            run(place.path(), &[&["normalize", "Mail", "--rules", "decisions.toml"], args].concat(), b"");
        for (name, expected) in
            [("old/1.eml", true), ("old/a/1.mbox", true), ("new/1.eml", false), ("new/1.mbox", false)]
        {
            assert_eq!(is_read(&format!("{root}/{name}")), expected, "{name}\n{errors}");
        }
        assert!(!errors.contains("no text"), "{errors}");
    }
    let (_, _, errors) = run(place.path(), &["normalize", "Mail", "-i", "--rules", "decisions.toml"], b"");
    assert!(!errors.contains("read as"), "a second run changes nothing\n{errors}");
}

/// A condition on the file is compared with the file name, without the directory, if the file is named on the command
/// line. Standard input has no name, so such a rule does not apply to it.
#[test]
fn a_named_file_has_its_name_and_standard_input_is_no_file() {
    let place = tree();
    let rules = ["--rules", "decisions.toml"];
    let missing = "decisions.toml:3: this rule applied to no text";
    for (args, is_read) in [
        (&["normalize", "alone.eml"][..], true),
        (&["normalize", "./alone.eml"], true),
        (&["to-utf7", "alone.eml", "--headers", "encoded"], true),
        (&["text", "alone.eml"], true),
        (&["check", "alone.eml"], true),
        (&["normalize", "Mail/old/1.eml"], false),
        (&["normalize", "-"], false),
        (&["text", "-"], false),
        (&["census", "-"], false),
        (&["check", "-"], false),
        (&["detect", "-"], false),
        (&["grep", "x", "-"], false),
        (&["inspect", "-"], false),
    ] {
        let (_, output, errors) = run(place.path(), &[args, &rules].concat(), MESSAGE);
        assert_eq!(!errors.contains(missing), is_read, "{args:?}\n{output}\n{errors}");
    }
    #[cfg(unix)]
    for args in [&["normalize", "alone.eml", "-i"][..], &["normalize", "alone.eml", "-o", "new.eml"]] {
        fs::write(place.path().join("alone.eml"), MESSAGE).unwrap();
        let (_, output, errors) = run(place.path(), &[args, &rules].concat(), b"");
        assert!(!errors.contains(missing), "{args:?}\n{output}\n{errors}");
    }
    // If a range of an mbox is converted, the condition on the file is compared with the name of the mbox.
    fs::copy(place.path().join("Mail/new/1.mbox"), place.path().join("alone.eml")).unwrap();
    let all = format!("0-{}", fs::metadata(place.path().join("alone.eml")).unwrap().len());
    let args = ["normalize", "alone.eml", "--range", &all];
    let (_, output, errors) = run(place.path(), &[&args[..], &rules].concat(), b"");
    assert!(output.contains("мир"), "{output}\n{errors}");
}

#[test]
fn a_delivery_agent_hears_nothing_of_unused_rules() {
    let place = place();
    let (status, output, errors) =
        run(place.path(), &["normalize", "--filter", "--rules", "decisions.toml"], MESSAGE);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(output.ends_with("\n\nмир\n"), "{output}");
}

#[test]
fn mistakes_are_named_with_their_place_before_anything_is_read() {
    let place = place();
    fs::write(
        place.path().join("decisions.toml"),
        "version = 1\n[[rule]]\nform = \"a@b\"\nread = \"koi9\"\n",
    )
    .unwrap();
    let (status, output, errors) =
        run(place.path(), &["normalize", "a.eml", "--rules", "decisions.toml"], b"");
    assert_eq!((status, output.as_str()), (Some(2), ""));
    assert!(errors.contains("line 3, column 1: unknown key `form`; did you mean `from`?"), "{errors}");
    assert!(errors.contains("line 4, column 8: unknown charset `koi9`"), "{errors}");
    let (status, _, errors) = run(place.path(), &["normalize", "a.eml", "--rules", "none.toml"], b"");
    assert!(status == Some(2) && errors.contains("No such file"), "{errors}");
}

/// If a label is mistyped, `--charset` applies to no text. A message says so, because the run would
/// otherwise look successful.
#[test]
fn a_charset_for_a_label_that_no_text_has_is_named() {
    let message = b"Content-Type: text/plain; charset=koi8-r\n\n\xF0\xF2\xC9\n";
    let place = tempfile::tempdir().unwrap();
    let said = |args: &[&str]| run(place.path(), args, message).2;
    let none = "--charset koi9-r=UTF-8: this option applied to no text";
    for command in ["normalize", "text", "grep x", "check"] {
        let command: Vec<_> = command.split(' ').collect();
        let with = |charset| said(&[command.as_slice(), &["--charset", charset]].concat());
        assert!(with("koi9-r=utf-8").contains(none), "{command:?}");
        assert!(!with("koi8-r=windows-1251").contains("no text"), "{command:?}");
    }
    assert_eq!(said(&["normalize", "--filter", "--charset", "koi9-r=utf-8"]), "");
}

#[test]
fn a_strict_run_refuses_to_go_by_evidence() {
    let place = tempfile::tempdir().unwrap();
    for command in ["normalize", "text", "check"] {
        let (status, _, errors) = run(place.path(), &[command, "--strict", "--doubtful", "evidence"], b"");
        assert!(status == Some(2) && errors.contains("--doubtful evidence"), "{errors}");
    }
}

/// An option that is typed for this run overrides a rule in a file. A message says so, because the rule may be the
/// right one.
#[test]
fn a_rule_that_an_option_overrides_is_named() {
    let place = tempfile::tempdir().unwrap();
    let rule = "version = 1\n[[rule]]\nlabel = \"iso-8859-1\"\nread = \"windows-1251\"\n";
    fs::write(place.path().join("decisions.toml"), rule).unwrap();
    let message = b"Content-Type: text/plain; charset=iso-8859-1\n\n\xF0\xD2\xC9\xD7\xC5\xD4\n";
    let rules = ["normalize", "--rules", "decisions.toml"];
    let (_, output, errors) = run(place.path(), &rules, message);
    assert!(output.ends_with("рТЙЧЕФ\n") && !errors.contains("overrides"), "{output}\n{errors}");
    let args = [&rules[..], &["--charset", "iso-8859-1=koi8-r"]].concat();
    let (_, output, errors) = run(place.path(), &args, message);
    assert!(output.ends_with("Привет\n"), "{output}");
    assert!(errors.contains("decisions.toml:2: --charset overrides this rule"), "{errors}");
    assert!(!errors.contains("applied to no text"), "{errors}");
}
