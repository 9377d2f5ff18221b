//! mbox files that were left unchanged because a mail server keeps an index of them, and the commands that convert
//! them.

use super::same_command::{joined, same_command};
use crate::terminal::say;
use mailutf::Error;
use std::path::PathBuf;

/// The option that replaces such files.
const OPTION: &str = "--beside-index";

/// The mbox files that a run left unchanged for this reason.
#[derive(Debug, Default)]
pub(crate) struct Served {
    /// The files in which the server keeps the sizes of messages.
    sizes: Vec<PathBuf>,
}

impl Served {
    /// Takes the error about a file that was left unchanged, and remembers the file if an index was the reason.
    pub(crate) fn take(&mut self, error: &Error) {
        if let Error::ServerIndex { sizes, .. } = error {
            self.sizes.push(sizes.clone());
        }
    }

    /// Prints the commands, if a file was left unchanged.
    pub(crate) fn finish(&self) {
        if self.sizes.is_empty() {
            return;
        }
        let command = same_command(|words| words.insert(2.min(words.len()), OPTION.to_owned()));
        let command = command.unwrap_or_else(|| format!("the same command with {OPTION}"));
        let removal =
            self.removal().unwrap_or_else(|| "(remove each file of sizes that is named above)".to_owned());
        say("stop the server during the conversion, and remove its file of sizes before you start it again:");
        for line in ["doveadm stop", &command, &removal, "dovecot"] {
            say(&format!("    {line}"));
        }
        say(
            "mail programs keep the old form of messages that they have already loaded; if they must load the new \
             form, copy the mail to another account with `python -m mailutf.imap`",
        );
    }

    /// The command that removes the sizes.
    fn removal(&self) -> Option<String> {
        let mut words = ["rm", "-f", "--"].map(str::to_owned).to_vec();
        for path in &self.sizes {
            words.push(path.to_str()?.to_owned());
        }
        joined(&words)
    }
}
