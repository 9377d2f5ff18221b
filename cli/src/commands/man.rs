//! `mailutf man`: shows or writes manual pages, which are made from the texts of `--help`.

mod page;

use super::AboutProgram;
use crate::exit::Exit;
use crate::inspection::holds_mail::holds_mail;
use crate::options::output_check::refused;
use crate::output::{Output, STANDARD_OUTPUT, print};
use clap::Command;
use mailutf::Error;
#[cfg(unix)]
use mailutf::internal::refuse_mail_directory;
use page::{page, title};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::{env, fs, process};

const EXAMPLES: &str = "\
Examples:
  mailutf man normalize
  mailutf man --install                              Install the pages, so that `man mailutf` finds them
  mailutf man --output ~/.local/share/man/man1";

/// Show the manual page of the program or of a command.
///
/// On a terminal, `man` shows the page; elsewhere its source is printed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// The command whose page is shown; without a command, the page of the program is shown.
    #[arg(hide_possible_values = true, conflicts_with_all = ["output", "install"])]
    command: Option<String>,

    /// Write the pages of all commands into this directory, which must not hold mail.
    #[arg(short, long, value_name = "DIRECTORY", value_parser = directory)]
    output: Option<PathBuf>,

    /// Install the pages of all commands so that `man` finds them: in `share/man/man1`, next to the directory `bin`
    /// that holds the program.
    #[arg(long, conflicts_with = "output")]
    install: bool,
}

impl AboutProgram for ManArgs {
    fn run(&self, program: Command) -> Result<Exit, Error> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        if self.install {
            let directory = install_directory()?;
            write_all(&program, &directory)?;
            crate::terminal::say(&format!("manual pages written to {}", directory.display()));
            return Ok(Exit::Done);
        }
        if let Some(directory) = &self.output {
            refuse_mail(directory)?;
            write_all(&program, directory)?;
            return Ok(Exit::Done);
        }
        let named =
            self.command.as_deref().and_then(|name| program.find_subcommand(name)).unwrap_or(&program);
        let page = page(named);
        if io::stdout().is_terminal() && show(title(named), &page)? {
            return Ok(Exit::Done);
        }
        print(|output| output.write_all(page.as_bytes()))?;
        Ok(Exit::Done)
    }
}

fn directory(name: &str) -> Result<PathBuf, &'static str> {
    let why =
        "--output must name a directory for the pages of all commands; `mailutf man COMMAND` prints one page";
    if name == STANDARD_OUTPUT { Err(why) } else { Ok(name.into()) }
}

/// Refuses a directory that holds mail. Manual pages would lie among the messages there, and other programs might
/// take the pages for messages.
fn refuse_mail(directory: &Path) -> Result<(), Error> {
    #[cfg(unix)]
    refuse_mail_directory(directory)?;
    match holds_mail(directory) {
        true => Err(refused(directory, "it holds mail; name another directory")),
        false => Ok(()),
    }
}

/// Writes the pages of the program and of all its commands into `directory`.
fn write_all(program: &Command, directory: &Path) -> Result<(), Error> {
    // This call must come before a temporary file exists, because it makes signals remove such files.
    #[cfg(unix)]
    crate::output::temporary::remove_on_signals(false)?;
    fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))?;
    for command in program.get_subcommands().chain([program]) {
        let path = directory.join(format!("{}.1", title(command)));
        let mut output = Output::create(&path)?;
        let written = output.write_all(page(command).as_bytes());
        written.map_err(|error| Error::new("write", Some(&path), error))?;
        output.finish()?;
    }
    Ok(())
}

/// Returns the directory `PREFIX/share/man/man1` if this program is in `PREFIX/bin`. `man` finds pages in that
/// directory without any setting if `PREFIX/bin` is in the search path.
fn install_directory() -> Result<PathBuf, Error> {
    let program = env::current_exe().map_err(|error| Error::new("find this program", None, error))?;
    let bin = program.parent().filter(|directory| directory.ends_with("bin"));
    bin.and_then(|bin| bin.parent()).map(|prefix| prefix.join("share/man/man1")).ok_or_else(|| {
        let why = "the program is not in a directory named `bin`, so `man` would not find its pages; to write \
                   them to a directory that `man` searches, use --output DIRECTORY";
        Error::refused("install the manual pages of", &program, why)
    })
}

/// Shows `page`, whose name is `title`, with the program `man`, which formats the page and opens the user's pager.
/// Returns false if `man` is not installed, or fails.
fn show(title: &str, page: &str) -> Result<bool, Error> {
    let create = |error| Error::new("create a temporary file", None, error);
    let directory = tempfile::tempdir().map_err(create)?;
    let path = directory.path().join(format!("{title}.1"));
    fs::write(&path, page).map_err(create)?;
    match process::Command::new("man").arg("-l").arg(&path).status() {
        Ok(status) => Ok(status.success()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::new("start man", None, io::Error::from(error.kind()))),
    }
}
