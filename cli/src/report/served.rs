//! mbox files that were left unchanged because a mail server keeps an index of them. The user is told the commands
//! that convert them.

use super::same_command::{joined, same_command};
use crate::terminal::say;
use mailutf::Error;
use std::path::PathBuf;

/// The option that makes a run also replace mbox files for which a mail server keeps an index.
const OPTION: &str = "--beside-index";

/// The mbox files that a run left unchanged because of an index.
#[derive(Debug, Default)]
pub(crate) struct Served {
    /// For each of these mbox files, the path of the file in which the server keeps the sizes of the messages.
    sizes: Vec<PathBuf>,
}

impl Served {
    /// Takes the error about a file that was left unchanged. If the reason is an index, remembers the file.
    pub(crate) fn take(&mut self, error: &Error) {
        if let Error::ServerIndex { sizes, .. } = error {
            self.sizes.push(sizes.clone());
        }
    }

    /// If a file was left unchanged because of an index, prints the commands that convert it.
    pub(crate) fn finish(&self) {
        if self.sizes.is_empty() {
            return;
        }
        let command = same_command(|words| words.insert(2.min(words.len()), OPTION.to_owned()));
        let command = command.unwrap_or_else(|| format!("the same command with {OPTION}"));
        let removal = self
            .removal()
            .unwrap_or_else(|| "(remove the index files that the errors above name)".to_owned());
        say("stop the server, convert, remove its index files, and only then start it again:");
        for line in ["doveadm stop", &command, &removal, "dovecot"] {
            say(&format!("    {line}"));
        }
        say(
            "mail programs keep the old form of messages that they have already loaded; to make them load the new \
             form, copy the mail to another account with `python -m mailutf.imap`",
        );
    }

    /// Returns the command that removes the files with the sizes.
    fn removal(&self) -> Option<String> {
        let mut words = ["rm", "-f", "--"].map(str::to_owned).to_vec();
        for path in &self.sizes {
            words.push(path.to_str()?.to_owned());
        }
        joined(&words)
    }
}
