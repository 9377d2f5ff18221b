//! Tests of `mailutf explain`.

use super::program;

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
}

#[test]
fn all_codes_are_listed_one_per_line() {
    let (list, _) = explain(&[], 0);
    assert_eq!(list.lines().count(), mailutf::Code::ALL.len());
    for (line, code) in list.lines().zip(mailutf::Code::ALL) {
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
