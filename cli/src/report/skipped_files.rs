//! Counts the skipped files of a directory, and names those that a person may have expected to be read.

use crate::input::name;
use mailutf::mailbox::mail::SkipReason;
use std::path::Path;

/// The maximum number of files without mail that are named at the end.
const NAMED: usize = 3;

/// The skipped files of a run.
#[derive(Debug, Default)]
pub(crate) struct SkippedFiles {
    /// The number of all skipped files.
    pub(crate) all: u64,
    /// The number of files that hold mail but were not named.
    unnamed: u64,
    /// The number of files without mail that are not usual in a directory of mail.
    others: u64,
    /// The names of the first [`NAMED`] files that `others` counts, each with the reason why the file was skipped.
    named: Vec<String>,
}

impl SkippedFiles {
    /// Counts a skipped file.
    pub(crate) fn add(&mut self) {
        self.all += 1;
    }

    /// Takes a file that was counted but not named immediately.
    pub(crate) fn add_unnamed(&mut self, path: &Path, why: SkipReason) {
        if why.holds_mail() {
            self.unnamed += 1;
        } else if is_unexpected(why) {
            self.others += 1;
            if self.named.len() < NAMED {
                self.named.push(format!("{} ({why})", name(path)));
            }
        }
    }

    /// Returns the lines about the files that were not named immediately.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.unnamed > 0 {
            lines.push(match self.unnamed {
                1 => "1 more file with mail was skipped (--verbose names it)".to_owned(),
                files => format!("{files} more files with mail were skipped (--verbose names each)"),
            });
        }
        if self.others > 0 {
            let more = self.others.saturating_sub(self.named.len() as u64);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            lines.push(format!("skipped these files: {}{more}", self.named.join(", ")));
        }
        lines
    }
}

/// Whether a person may have expected the program to read the file. Nobody expects the program to read files that
/// other programs keep next to mail, because every directory of mail has such files.
fn is_unexpected(why: SkipReason) -> bool {
    matches!(
        why,
        SkipReason::NotMail
            | SkipReason::CopyOfMbox
            | SkipReason::Hidden
            | SkipReason::DanglingLink
            | SkipReason::Gone
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_keep_is_not_named_and_three_others_are() {
        let mut files = SkippedFiles::default();
        for (file, why) in [
            ("1~", SkipReason::Backup),
            ("dovecot.index", SkipReason::DovecotIndex),
            ("a.txt", SkipReason::NotMail),
            ("b.mbox.bak", SkipReason::CopyOfMbox),
            ("c", SkipReason::NotMail),
            ("d", SkipReason::NotMail),
            ("e.pst", SkipReason::UnsupportedFormat),
        ] {
            files.add();
            files.add_unnamed(Path::new(file), why);
        }
        assert_eq!(files.all, 7);
        let [mail, others] = files.lines().try_into().unwrap();
        assert_eq!(mail, "1 more file with mail was skipped (--verbose names it)");
        assert!(others.contains("a.txt (not mail by its name or its first lines), b.mbox.bak ("), "{others}");
        assert!(!others.contains("1~") && others.ends_with(" and 1 more"), "{others}");
    }
}
