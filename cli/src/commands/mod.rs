//! The commands. The file of each command contains its options, its help and examples, the check for contradictory
//! options, and the code that runs the command.

pub(crate) mod attachments;
pub(crate) mod census;
pub(crate) mod charsets;
pub(crate) mod check;
mod codec;
pub(crate) mod completions;
pub(crate) mod decode;
pub(crate) mod detect;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod grep;
pub(crate) mod header;
pub(crate) mod inspect;
pub(crate) mod man;
pub(crate) mod normalize;
pub(crate) mod overview;
pub(crate) mod review;
pub(crate) mod split;
pub(crate) mod text;
pub(crate) mod to_utf7;
#[cfg(unix)]
pub(crate) mod undo;
pub(crate) mod verify_manifest;

use crate::exit::Exit;
use mailutf::Error;

/// A command with its options.
pub(crate) trait Run {
    /// Returns a description of the first contradiction between the values of options, if there is any. Options that
    /// exclude or need each other, whatever their values are, are not checked here: they are declared with
    /// `conflicts_with` and `requires` of clap.
    fn contradiction(&self) -> Option<String> {
        None
    }

    fn run(&self) -> Result<Exit, Error>;
}

/// A command that describes the program itself.
pub(crate) trait AboutProgram {
    fn run(&self, program: clap::Command) -> Result<Exit, Error>;
}
