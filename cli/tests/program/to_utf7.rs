//! Tests of `mailutf to-utf7`.

use super::program;
use assert_cmd::assert::Assert;
use std::fs;

fn to_utf7(args: &[&str], input: &[u8]) -> Assert {
    program::assert_command().arg("to-utf7").args(args).write_stdin(input).assert()
}

const TEXT: &str = "Content-Type: text/plain; charset=utf-8\n\n";

#[test]
fn standard_input_to_standard_output() {
    let message = format!("Subject: é\n{TEXT}Größe und Länge!\n");
    let label = "Subject: =?utf-7?Q?+AOk-?=\nContent-Type: text/plain; charset=utf-7\n\n";
    let done = |args: &[&str]| to_utf7(args, message.as_bytes()).code(0).stderr("");
    done(&[]).stdout(format!("{label}Gr+APYA3w-e und L+AOQ-nge+ACE\n"));
    done(&["--direct=o"]).stdout(format!("{label}Gr+APYA3w-e und L+AOQ-nge!\n"));
    done(&["--wrap=hard", "--columns=20"]).stdout(format!("{label}Gr+APYA3w-e und\nL+AOQ-nge+ACE\n"));
    done(&["--wrap=none", "--columns=20"]).stdout(format!("{label}Gr+APYA3w-e und L+AOQ-nge+ACE\n"));
}

#[test]
fn remaining_8_bit_octets_are_status_1() {
    let signed = "Content-Type: multipart/signed; boundary=b\n\n--b\n\né\n--b\n\nx\n--b--\n";
    let assert = to_utf7(&[], signed.as_bytes()).code(1).stdout(signed);
    assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains("not-7bit"));
}

#[test]
fn mailboxes_convert_to_utf7_and_back() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mbox");
    let mbox = format!(
        "From a@b.org Mon Jan  1 00:00:00 2024\n{TEXT}日本語\n>From 日本\n\nFrom a@b.org Mon Jan  1 00:00:00 2024\n\nplain\n"
    );
    fs::write(&path, &mbox).unwrap();
    to_utf7(&["--in-place", path.to_str().unwrap()], b"").code(0).stdout("");
    let utf7 = fs::read_to_string(&path).unwrap();
    assert!(utf7.is_ascii() && utf7.contains("\n+ZeVnLIqe\n>From +ZeVnLA\n"), "{utf7}");
    let mut back = program::assert_command();
    back.args(["normalize", path.to_str().unwrap()])
        .assert()
        .code(0)
        .stdout(mbox.replace("utf-8\n", "utf-8\nContent-Transfer-Encoding: 8bit\n"));
}
