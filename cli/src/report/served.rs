//! mbox files that were left as they were because a mail server keeps an index of them, and the commands that convert them.

use crate::terminal::{Escaped, say};
use mailutf::Error;
use std::env;
use std::path::PathBuf;

/// The option that replaces such files.
const OPTION: &str = "--beside-index";

/// The mbox files of a run that were left.
#[derive(Debug, Default)]
pub(crate) struct Served {
    /// The files in which the server keeps the sizes of messages.
    sizes: Vec<PathBuf>,
}

impl Served {
    /// Takes why a file was left, if that is an index.
    pub(crate) fn take(&mut self, error: &Error) {
        if let Error::ServerIndex { sizes, .. } = error {
            self.sizes.push(sizes.clone());
        }
    }

    /// Prints the commands, if a file was left.
    pub(crate) fn finish(&self) {
        if self.sizes.is_empty() {
            return;
        }
        let command = self.conversion().unwrap_or_else(|| format!("the same command with {OPTION}"));
        let removal =
            self.removal().unwrap_or_else(|| "remove the files with the sizes, named above".to_owned());
        say(
            "nobody may read the mail by the server while it is converted, and the sizes must go before it starts again:",
        );
        for line in ["doveadm stop", &command, &removal, "dovecot"] {
            say(&format!("    {line}"));
        }
        say(
            "mail programs that know a message keep its old form; where they have to get the new one, copy the mail to another \
             account with `python -m mailutf.imap`",
        );
    }

    /// The command of this run with the option.
    fn conversion(&self) -> Option<String> {
        let mut arguments = env::args_os().skip(1);
        let mut words = vec!["mailutf".to_owned(), arguments.next()?.into_string().ok()?, OPTION.to_owned()];
        for argument in arguments {
            words.push(argument.into_string().ok()?);
        }
        joined(&words)
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

/// The words as a command of a shell; `None` if a terminal cannot show them as they are.
fn joined(words: &[String]) -> Option<String> {
    let command = shlex::try_join(words.iter().map(String::as_str)).ok()?;
    (Escaped(command.as_bytes()).to_string() == command).then_some(command)
}
