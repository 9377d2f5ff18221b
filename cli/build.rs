//! Tells an optimized program from which commit it is built, if the commit is known. Unlike a time, the commit does
//! not change from build to build, so the same commit always makes the same program. A program for tests is linked
//! so that it starts fast.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The number of digits of a commit that the program shows.
const DIGITS: usize = 12;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |variable: &str, value: &str| env::var_os(variable).is_some_and(|set| set == value);
    if is("PROFILE", "release") {
        // Builds without optimization are for tests. If they contained the commit, all tests would be linked again
        // after each commit.
        if let Some(commit) = packaged().or_else(checked_out) {
            println!("cargo::rustc-env=MAILUTF_COMMIT={}", commit.get(..DIGITS).unwrap_or(&commit));
        }
    } else if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        // The tests start the program thousands of times. With a fixed address, the loader need not change the 80,000
        // addresses in the program, and a start takes two thirds of the time.
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Returns the commit that `cargo package` wrote into a file next to the sources.
fn packaged() -> Option<String> {
    let info = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = info.split_once("\"sha1\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// Returns the commit that is checked out, if the sources lie in the project's own repository. The commit of
/// another repository around the sources would say nothing about the program.
fn checked_out() -> Option<String> {
    if !Path::new("../.git").exists() {
        return None;
    }
    // Git adds a line to this log at each commit and at each checkout. Cargo therefore runs this script again when
    // the commit changes.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "HEAD"])
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|line| line.trim().to_owned())
}
