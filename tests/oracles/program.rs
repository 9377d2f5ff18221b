//! Runs other programs, if they are installed.

use std::io::Write;
use std::process::{Command, Stdio};

/// Returns the output of a program for `input`, or `None` if the program is not installed.
pub(crate) fn run(program: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let Ok(mut child) = command.spawn() else {
        println!("skipped: no {program}");
        return None;
    };
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}");
    Some(output.stdout)
}
