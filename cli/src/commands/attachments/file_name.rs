//! Names that are safe for new files, made of names in messages, which can hold anything.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Most octets of a name (the limit of Linux, macOS and, in UTF-16, Windows).
const LONGEST: usize = 255;

/// Most octets of an ending, such as `.html`, that is kept when a name is cut.
const ENDING: usize = 32;

/// Octets that are kept free for a number.
const NUMBER: usize = 12;

/// The names of devices on Windows, with any ending.
const DEVICES: [&str; 6] = ["aux", "con", "conin$", "conout$", "nul", "prn"];

/// A name for a new file on any system, made of `name`. It is not a path or a device, is not hidden, does not look like an
/// option, and has no control characters or wildcards. `None` if nothing is left.
pub(crate) fn safe(name: &str) -> Option<String> {
    let name = name.rsplit(['/', '\\']).find(|piece| !piece.is_empty())?;
    let is_harmful =
        |c: char| crate::terminal::escape::is_unsafe(c) || "\"*:<>?|".contains(c) || c == '\u{FFFD}';
    let name: String = name.chars().map(|c| if is_harmful(c) { '_' } else { c }).collect();
    let name = name.trim().trim_start_matches(['.', '-', ' ']).trim_end_matches(['.', ' ']);
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_numbered = |device: &str| {
        let number = stem.strip_prefix(device).map(|rest| rest.chars().collect::<Vec<_>>());
        number.is_some_and(|rest| matches!(rest.as_slice(), ['0'..='9' | '¹' | '²' | '³']))
    };
    let is_device = DEVICES.contains(&&*stem) || is_numbered("com") || is_numbered("lpt");
    let name = if is_device { format!("_{name}") } else { name.to_owned() };
    let is_empty = name.chars().all(|c| c == '_' || c == '.');
    (!is_empty).then(|| numbered(&name, None))
}

/// The name with a number before its ending, and not longer than names may be.
fn numbered(name: &str, number: Option<u64>) -> String {
    let dot = name.rfind('.').filter(|dot| *dot > 0 && name.len() - dot <= ENDING);
    let (stem, ending) = name.split_at_checked(dot.unwrap_or(name.len())).unwrap_or((name, ""));
    let room = LONGEST - NUMBER - ending.len();
    let cut = (0..=room.min(stem.len())).rev().find(|at| stem.is_char_boundary(*at));
    let stem = stem.get(..cut.unwrap_or_default()).unwrap_or_default();
    let number = number.map_or(String::new(), |number| format!("-{number}"));
    format!("{stem}{number}{ending}")
}

/// Creates new files in a directory, and never opens one that exists.
pub(crate) struct NewFiles<'d> {
    directory: &'d Path,
    /// For each name, the last number that was tried, so that equal names cost no more than different ones.
    taken: HashMap<String, u64>,
}

impl<'d> NewFiles<'d> {
    pub(crate) fn in_directory(directory: &'d Path) -> Self {
        Self { directory, taken: HashMap::new() }
    }

    /// Creates a file with the [safe](safe()) `name`, or with a number if it is taken.
    pub(crate) fn create(&mut self, name: &str) -> io::Result<(File, PathBuf)> {
        // A file system may take upper and lower case for the same.
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
    fn a_safe_name_is_no_path_no_device_and_no_option() {
        for (name, expected) in [
            ("größe.txt", Some("größe.txt")),
            ("../../etc/passwd", Some("passwd")),
            ("C:\\Windows\\x.dll", Some("x.dll")),
            ("C:x", Some("C_x")),
            ("/", None),
            ("..", None),
            ("", None),
            (" . ", None),
            ("\0\u{1b}", None),
            (".bashrc", Some("bashrc")),
            ("-rf", Some("rf")),
            ("a\nb\u{202E}txt.exe", Some("a_b_txt.exe")),
            ("CON", Some("_CON")),
            ("nul.tar.gz", Some("_nul.tar.gz")),
            ("Com1 .txt", Some("_Com1 .txt")),
            ("lpt¹", Some("_lpt¹")),
            ("com10", Some("com10")),
            ("x. . ", Some("x")),
            ("a*?<b>|\"", Some("a___b___")),
        ] {
            assert_eq!(safe(name).as_deref(), expected, "{name:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_characters_and_keeps_its_ending() {
        let name = safe(&format!("{}.html", "ä".repeat(300))).unwrap();
        assert!(name.len() <= LONGEST - NUMBER && name.ends_with("ä.html"), "{name}");
        assert!(safe(&format!("x.{}", "€".repeat(300))).unwrap().len() <= LONGEST - NUMBER);
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
