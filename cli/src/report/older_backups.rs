//! Backups of earlier runs that have the same names as the backups of this run. Such backups exist if a mailbox is
//! converted again because it has grown, for example each year. The user is told a command that keeps both backups.

use super::same_command::same_command;
use crate::terminal::say;
use mailutf::Error;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The limit of the numbers in the suffixes that are tried. The first suffix contains the year alone. The others
/// contain the year and a number, which counts from 2 up to one less than this limit.
const TRIED: u32 = 100;

/// The backups of earlier runs that were found.
#[derive(Debug, Default)]
pub(crate) struct OlderBackups {
    backups: Vec<PathBuf>,
}

impl OlderBackups {
    /// Takes the error about a file that was left unchanged. If the reason is a backup of an earlier run, remembers
    /// this backup.
    pub(crate) fn take(&mut self, error: &Error) {
        if let Error::OlderBackup { path, .. } = error {
            self.backups.push(path.clone());
        }
    }

    /// If backups of earlier runs were found, prints the command that keeps both these backups and those of this run.
    /// `suffix` is the suffix of the backups of this run.
    pub(crate) fn finish(&self, suffix: Option<&OsStr>) {
        let Some(suffix) = suffix.filter(|_| !self.backups.is_empty()) else { return };
        let option = format!("--backup={}", self.free_suffix(suffix));
        let command = same_command(|words| {
            let given = words.iter_mut().find(|word| *word == "--backup" || word.starts_with("--backup="));
            if let Some(given) = given {
                given.clone_from(&option);
            }
        });
        say(
            "backups of an earlier run already have these names; to keep the originals of this run under another \
             suffix, run:",
        );
        say(&format!("    {}", command.unwrap_or_else(|| format!("the same command with {option}"))));
    }

    /// Returns a suffix that contains the present year, and that no existing backup has. The suffix ends in `~` like
    /// the default suffix, so that no run takes such a backup for mail.
    fn free_suffix(&self, suffix: &OsStr) -> String {
        let year = this_year();
        let numbers = [String::new()].into_iter().chain((2..TRIED).map(|number| format!("-{number}")));
        let mut suffixes = numbers.map(|number| format!(".{year}{number}~"));
        let is_free = |new: &String| {
            let mut files = self.backups.iter().filter_map(|backup| with_suffix(backup, suffix, new));
            files.all(|backup| backup.symlink_metadata().is_err())
        };
        suffixes.find(is_free).unwrap_or_else(|| format!(".{year}~"))
    }
}

/// Returns the path of the backup with the suffix `new` in place of `old`. Returns `None` if the name does not end
/// in `old`, as in a Maildir.
fn with_suffix(backup: &Path, old: &OsStr, new: &str) -> Option<PathBuf> {
    let name = backup.file_name()?.to_str()?.strip_suffix(old.to_str()?)?;
    Some(backup.with_file_name(OsString::from(format!("{name}{new}"))))
}

/// Returns the present year of the system clock, in UTC.
fn this_year() -> u64 {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    year_of(seconds / 86_400)
}

/// Returns the year of a day. Days are counted from 1 January 1970.
fn year_of(mut day: u64) -> u64 {
    let mut year = 1970;
    loop {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = if is_leap { 366 } else { 365 };
        if day < days {
            return year;
        }
        day -= days;
        year += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_begin_on_their_first_day() {
        for (day, year) in
            [(0, 1970), (364, 1970), (365, 1971), (1095, 1972), (1096, 1973), (20_818, 2026), (20_819, 2027)]
        {
            assert_eq!(year_of(day), year, "{day}");
        }
    }

    #[test]
    fn the_suffix_is_free_for_all_backups() {
        let dir = tempfile::tempdir().unwrap();
        let backups = ["a.mbox.old", "b.mbox.old"].map(|name| dir.path().join(name));
        let older = OlderBackups { backups: backups.to_vec() };
        let year = this_year();
        assert_eq!(older.free_suffix(".old".as_ref()), format!(".{year}~"));
        std::fs::write(dir.path().join(format!("b.mbox.{year}~")), "").unwrap();
        assert_eq!(older.free_suffix(".old".as_ref()), format!(".{year}-2~"));
    }
}
