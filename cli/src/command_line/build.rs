//! The description of the build that `--version` prints.

/// The features of the program, and whether the program was compiled with each of them.
const FEATURES: [(&str, bool); 2] =
    [("bundled-libs", cfg!(feature = "bundled-libs")), ("system-libs", cfg!(feature = "system-libs"))];

/// Returns the version, the commit if `build.rs` knows it, and the features.
pub(super) fn description() -> String {
    let commit = option_env!("MAILUTF_COMMIT").map_or(String::new(), |commit| format!("\ncommit {commit}"));
    let features: Vec<&str> = FEATURES.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| *name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    format!("{}{commit}\nfeatures: {features}", env!("CARGO_PKG_VERSION"))
}
