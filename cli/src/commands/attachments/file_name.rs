//! Creates new files with safe names. If a name is taken, a number is added to it.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The maximum number of octets, including the dot, of an ending such as `.html`. If more text follows the last dot, it
/// is not an ending, and the number comes after it.
const ENDING: usize = 32;

/// Inserts `number` before the ending of a file name, as in `letter-2.txt`. Without a number, returns
/// the name unchanged. The library makes file names so short that there is room for a number.
fn numbered(name: &str, number: Option<u64>) -> String {
    let Some(number) = number else { return name.to_owned() };
    let dot = name.rfind('.').filter(|dot| *dot > 0 && name.len() - dot <= ENDING);
    let (stem, ending) = name.split_at_checked(dot.unwrap_or(name.len())).unwrap_or((name, ""));
    format!("{stem}-{number}{ending}")
}

/// Creates new files in a directory. Never opens a file that exists.
pub(crate) struct NewFiles<'d> {
    directory: &'d Path,
    /// For each name, the last number that was tried. Without this map, each of many equal names would be tried
    /// with all numbers from 1.
    taken: HashMap<String, u64>,
}

impl<'d> NewFiles<'d> {
    pub(crate) fn in_directory(directory: &'d Path) -> Self {
        Self { directory, taken: HashMap::new() }
    }

    /// Creates a file with a safe `name`. If the name is taken, adds a number to it.
    pub(crate) fn create(&mut self, name: &str) -> io::Result<(File, PathBuf)> {
        // Names that differ only in case share a number, because some file systems do not distinguish such names.
        let last = self.taken.entry(name.to_lowercase()).or_insert(0);
        loop {
            *last += 1;
            let path = self.directory.join(numbered(name, Some(*last).filter(|number| *number > 1)));
            match File::options().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                file => return Ok((file?, path)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_number_stands_before_the_ending() {
        assert_eq!(numbered("a.tar.gz", Some(2)), "a.tar-2.gz");
    }

    #[test]
    fn taken_names_get_numbers_and_nothing_is_opened() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("x.txt"), "old").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(dir.path().join("elsewhere"), dir.path().join("x-2.txt")).unwrap();
        #[cfg(not(unix))]
        fs::write(dir.path().join("x-2.txt"), "old").unwrap();
        let mut files = NewFiles::in_directory(dir.path());
        for expected in ["x-3.txt", "x-4.txt"] {
            assert_eq!(files.create("x.txt").unwrap().1, dir.path().join(expected));
        }
        assert_eq!(fs::read(dir.path().join("x.txt")).unwrap(), b"old");
        assert!(!dir.path().join("elsewhere").exists());
    }
}
