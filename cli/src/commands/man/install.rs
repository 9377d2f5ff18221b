//! Where `man` looks for the pages of this program: it takes a page for a program in `PREFIX/bin` from
//! `PREFIX/share/man`, without any setting, if `PREFIX/bin` is in the search path.

use mailutf::Error;
use std::env;
use std::path::PathBuf;

/// The directory `share/man/man1` beside the directory `bin` that holds this program.
pub(super) fn directory() -> Result<PathBuf, Error> {
    let program = env::current_exe().map_err(|error| Error::new("find this program", None, error))?;
    let bin = program.parent().filter(|directory| directory.ends_with("bin"));
    bin.and_then(|bin| bin.parent()).map(|prefix| prefix.join("share/man/man1")).ok_or_else(|| {
        let why = "the program is not in a directory `bin`, from which `man` would know where to look; \
                   use --output DIRECTORY";
        Error::refused("install the manual pages of", &program, why)
    })
}
