//! A program that calls iconv(3) of libc, and gets this library's: the contract, charsets that only mailutf reads so, and
//! charsets that only libc has. Where a tool is missing, the test says so and passes.
#![cfg(target_os = "linux")]

use std::env;
use std::path::Path;
use std::process::Command;

#[test]
fn a_program_that_calls_libc() {
    let library = env::current_exe().unwrap().parent().unwrap().join("libmailutf_iconv.so");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/c");
    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("iconv");
    let mut compile = Command::new("cc");
    compile.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-DPRELOADED"]);
    let Ok(done) = compile.arg(sources.join("iconv.c")).arg("-o").arg(&program).output() else {
        return println!("not checked: cc is missing");
    };
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let done = Command::new(&program).env("LD_PRELOAD", &library).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // libc itself does not read mail so.
    assert!(!Command::new(&program).output().unwrap().status.success());
}
