//! Writes names of files in commands that a person can type.

use super::Escaped;
use std::path::Path;

/// Returns the name of a file as a word for a shell, in a form that no command takes for an option. The name `-`,
/// which stands for standard input, is not changed. Returns `FILE` for a name that a terminal cannot show unchanged.
pub(crate) fn shell_word(path: &Path) -> String {
    let octets = path.as_os_str().as_encoded_bytes();
    let path =
        if octets.starts_with(b"-") && octets != b"-" { Path::new(".").join(path) } else { path.into() };
    let shown = path.to_str().filter(|name| Escaped(name.as_bytes()).to_string() == **name);
    let word = shown.and_then(|name| shlex::try_quote(name).ok());
    word.map_or_else(|| "FILE".to_owned(), |word| word.into_owned())
}
