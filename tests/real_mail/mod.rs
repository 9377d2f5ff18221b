//! Real mail, which is not part of the project: `shared` in the folder around it. A test without it says so and passes.

use std::path::{Path, PathBuf};

/// A file or folder of `shared`, whether it exists or not. The tests that ask for one are called `real_mail`; `.ci/run`
/// runs them a second time where `shared` exists.
pub(crate) fn shared(path: &str) -> PathBuf {
    let thread = std::thread::current();
    // With one thread for all tests, that is the main one.
    let test = thread.name().unwrap_or_default();
    assert!(test.contains("real_mail") || test == "main", "{test} reads real mail, and its name must say so");
    let project =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    project.unwrap().join("../shared").join(path)
}
