//! `mailutf normalize`.

use assert_cmd::Command;

fn normalize() -> Command {
    let mut command = Command::cargo_bin("mailutf").unwrap();
    command.arg("normalize");
    command
}

#[test]
fn standard_input_to_standard_output() {
    let message = "Subject: plain\n\nplain\n";
    normalize().write_stdin(message).assert().code(0).stdout(message).stderr("");
}

#[test]
fn a_missing_file_is_status_2_and_named() {
    let assert = normalize().arg("no-such-file.eml").assert().code(2).stdout("");
    assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains("no-such-file.eml"));
}
