//! Tells an optimized program of which commit it is built, if that is known. The same commit makes the same program.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Digits of a commit.
const DIGITS: usize = 12;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Other builds are for tests, which would be linked again after each commit.
    if env::var_os("PROFILE").is_some_and(|profile| profile == "release")
        && let Some(commit) = packaged().or_else(checked_out)
    {
        println!("cargo::rustc-env=MAILUTF_COMMIT={}", commit.get(..DIGITS).unwrap_or(&commit));
    }
}

/// The commit that `cargo package` wrote beside the sources.
fn packaged() -> Option<String> {
    let info = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = info.split_once("\"sha1\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// The commit that is checked out. The sources may lie within another repository, which tells nothing of them.
fn checked_out() -> Option<String> {
    if !Path::new("../.git").exists() {
        return None;
    }
    // Each commit and each checkout adds a line there.
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
