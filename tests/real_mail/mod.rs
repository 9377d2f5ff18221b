//! Finds real mail, which is not part of this project: the folder `shared` next to the project's folder. If
//! `shared` is missing, a test prints that and passes.

use std::path::{Path, PathBuf};

/// Returns the path of a file or folder in `shared`, whether it exists or not. Each test that calls this function
/// has `real_mail` in its name. `.ci/run` runs these tests a second time in a place where `shared` exists.
pub(crate) fn shared(path: &str) -> PathBuf {
    let thread = std::thread::current();
    // If a single thread runs all tests, that thread is the main thread.
    let test = thread.name().unwrap_or_default();
    assert!(test.contains("real_mail") || test == "main", "{test} reads real mail, and its name must say so");
    let project =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    project.unwrap().join("../shared").join(path)
}
