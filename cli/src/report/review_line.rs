//! The line that points the user to `mailutf review`, after a run that found doubtful text.

use crate::input::is_standard_input;
use crate::terminal::shell_word;
use mailutf::finding::Cause;
use mailutf::{Code, Detail, Finding};
use std::path::PathBuf;

/// The maximum number of paths that are repeated in the line.
const PATHS: usize = 3;

/// Whether a person has to decide how a text is read, because the finding says that the label of the text is
/// doubtful or its charset is unknown.
pub(crate) fn is_for(finding: &Finding) -> bool {
    finding.code != Code::TextRestored
        && matches!(
            finding.detail,
            Detail::Doubtful { .. }
                | Detail::Unresolved { charset: None, rule: None, .. }
                | Detail::Cause(Cause::UnknownCharset)
        )
}

/// Returns the line for mail at these paths. The line does not suggest an option `--charset LABEL=CHARSET`, because the
/// same label may stand for several charsets.
pub(crate) fn line(paths: &[PathBuf]) -> String {
    format!(
        "`mailutf review {}` shows doubtful texts in both readings, sender by sender, and lets you decide",
        typed(paths)
    )
}

/// Returns the paths as they were typed, or `PATH` if there are many paths or if one of them is standard input.
/// `mailutf review` cannot read mail from standard input, because it reads the keys that the user presses from there.
pub(crate) fn typed(paths: &[PathBuf]) -> String {
    if paths.is_empty() || paths.len() > PATHS || paths.iter().any(|path| is_standard_input(path)) {
        return "PATH".to_owned();
    }
    paths.iter().map(|path| shell_word(path)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::typed;
    use std::path::PathBuf;

    #[test]
    fn paths_are_quoted_for_a_shell() {
        for (paths, expected) in [
            (&["Mail"][..], "Mail"),
            (&["my mail", "it's", "-x"], r#"'my mail' "it's" ./-x"#),
            (&["-"], "PATH"),
            (&[], "PATH"),
            (&["a", "b", "c", "d"], "PATH"),
        ] {
            let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
            assert_eq!(typed(&paths), expected);
        }
    }
}
