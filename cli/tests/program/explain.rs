//! Tests of `mailutf explain`.

use super::program;
use mailutf::Code;
use std::fmt::Write;
use std::fs;

fn explain(args: &[&str], status: i32) -> (String, String) {
    let assert = program::assert_command().arg("explain").args(args).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_code_is_explained() {
    let (said, errors) = explain(&["Word-Split-Char"], 0);
    assert!(said.starts_with("word-split-char (note)\n\nA character is split across"), "{said}");
    assert!(said.contains("\n\nWhy: ") && said.contains("\n\nWhat to do: Nothing."), "{said}");
    assert_eq!(errors, "");
    assert!(!said.contains("For readers:"), "{said}");
    let (said, _) = explain(&["address-in-word"], 0);
    assert!(said.contains("\n\nFor readers: The message may be forged.\n\nWhy: "), "{said}");
}

#[test]
fn all_codes_are_listed_one_per_line() {
    let (list, _) = explain(&[], 0);
    assert_eq!(list.lines().count(), Code::ALL.len());
    for (line, code) in list.lines().zip(Code::ALL) {
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some(code.as_str()));
        assert_eq!(words.next(), Some(code.severity().as_str()));
    }
}

#[test]
fn an_unknown_code_is_wrong_use_and_gets_a_suggestion() {
    let (said, errors) = explain(&["label-unkown"], 2);
    assert_eq!(said, "");
    assert!(errors.contains("did you mean `label-unknown`?"), "{errors}");
    assert!(!explain(&["?"], 2).1.contains("did you mean"));
}

/// The page says of each code what `explain` says of it, also whether the owner of the mail can decide. With
/// `UPDATE_GOLDEN=1`, the test writes the page instead.
#[test]
fn the_page_of_findings_says_what_explain_says() {
    let mut page = String::from(
        "# Findings\n\n\
         `mailutf inspect`, `check` and `normalize` report findings. Each finding has a code. This page says of each code what\n\
         `mailutf explain CODE` says. There are four severities:\n\n\
         - *note*: something was unusual, but was read without doubt.\n\
         - *guess*: evidence decided how the text was read.\n\
         - *lossy*: octets were replaced by U+FFFD, as you asked.\n\
         - *unresolved*: something stayed as it was. `normalize`, `to-utf7` and `check` then end with status 1\n  \
         ([other commands](commands.md#exit-status)).\n\n\
         The severity is about the conversion. A finding of any severity can also be a warning for readers of the message.\n",
    );
    for code in Code::ALL {
        let texts = [
            Some(format!("*{}.* {}", code.severity().as_str(), code.meaning())),
            code.warning().map(|warning| format!("**For readers:** {}", warning.meaning())),
            Some(format!("**Why:** {}", code.cause())),
            Some(format!("**What to do:** {}", code.advice())),
        ];
        let texts = texts.iter().flatten().map(|text| filled(text)).collect::<Vec<_>>().join("\n\n");
        writeln!(page, "\n## {code}\n\n{texts}").unwrap();
        let (said, _) = explain(&[code.as_str()], 0);
        if said.ends_with("\n\nDecide sender by sender: mailutf review PATH\n") {
            page.push_str("\n**Decide sender by sender:** [`mailutf review PATH`](review.md)\n");
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/findings.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, page).unwrap();
        return;
    }
    assert!(fs::read_to_string(path).unwrap() == page, "docs/findings.md: UPDATE_GOLDEN=1 writes it");
}

/// The text in lines of at most 130 characters.
fn filled(text: &str) -> String {
    let (mut filled, mut column) = (String::new(), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= 130;
            filled.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        filled.push_str(word);
        column += length;
    }
    filled
}
