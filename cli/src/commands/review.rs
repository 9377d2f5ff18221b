//! `mailutf review`: shows the groups of doubtful texts, one after the other, to a person, who decides how the
//! texts are read. The decisions are rules in a file, which every command that reads mail accepts (`--rules`).

mod keys;
mod page;
mod proposal;
mod session;

use super::Run;
use crate::exit::Exit;
use crate::input::{SelectedBatch, each, name};
use crate::options::outputs::SideOutput;
use crate::options::rules::rules_in;
use crate::options::{JobsArgs, PathArgs, ReadMailArgs, output_check};
use crate::output::{Output, is_standard_output, write_whole};
use crate::report::review_line;
use crate::terminal::{counted, counted_in, say, shell_word};
use keys::Terminal;
use mailutf::census::Doubts;
use mailutf::rules::Rules;
use mailutf::{Error, Policy};
use proposal::Proposals;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  mailutf review Mail                                Decide, group by group; writes decisions.toml
  mailutf review Mail --write proposals.toml         Write proposed decisions to a file for editing
  mailutf review Mail --html review.html             Write a page for deciding in a browser
  mailutf normalize Mail --rules decisions.toml -n   See what the decisions change";

/// Decide how doubtful text is read, sender by sender, and save the decisions as rules.
///
/// Text is doubtful in four cases: its letters form words only in another charset than that of its label; it was
/// garbled before it was stored; its charset is unknown; or nearly all other mail of its sender is in another charset.
/// Doubtful text is shown in groups, each with one label and one sender (or else one mailing list). Each text is shown
/// in the charset of its label and in its likely reading. The group whose decision settles the most texts comes first.
/// Press `?` for the keys.
///
/// A run goes on where the last one ended: texts that are decided in the file of decisions are not shown again. Without
/// a terminal, the groups are printed as rules in comments. The page of --html lets you click through the groups and
/// download the file with the rules; the page needs no network.
///
/// Exit status: 0 success; 1 some mail was skipped; 2 wrong use, or reading or writing failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    paths: PathArgs,

    /// The file with the decisions: it is read first, and new decisions are added to it.
    #[arg(long, value_name = "FILE", default_value = "decisions.toml", help_heading = "Output")]
    decisions: PathBuf,

    /// Write the undecided groups to this file, each as a rule that is commented out, with samples; `-` is standard
    /// output. Remove the `#` before a rule to accept it.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    write: Option<PathBuf>,

    /// Write a page for a browser to this file; `-` is standard output.
    #[arg(long, value_name = "PAGE", conflicts_with = "write", help_heading = "Output")]
    html: Option<PathBuf>,

    #[command(flatten)]
    jobs: JobsArgs,

    #[command(flatten)]
    mail: ReadMailArgs,
}

impl Run for ReviewArgs {
    fn contradiction(&self) -> Option<String> {
        self.mail.contradiction()
    }

    fn run(&self) -> Result<Exit, Error> {
        let paths = self.paths.paths()?;
        let is_side = |path: &&Path| !is_standard_output(path);
        for path in self.write.as_deref().into_iter().chain([&*self.decisions]).filter(is_side) {
            output_check::check_side(SideOutput::Rules, path, &paths)?;
        }
        if let Some(path) = self.html.as_deref().filter(is_side) {
            output_check::check_side(SideOutput::Page, path, &paths)?;
        }
        let is_session = self.html.is_none()
            && self.write.is_none()
            && io::stdin().is_terminal()
            && io::stdout().is_terminal();
        if is_session {
            can_be_written(&self.decisions)?;
        }
        let (saved, decided) = saved(&self.decisions)?;
        obeyed(&self.decisions, &decided).iter().for_each(|line| say(line));
        let mut policy = self.mail.policy(&paths, self.jobs.jobs)?;
        policy.rules = policy.rules.followed_by(decided);
        let (doubts, exit) = self.doubts(paths.clone(), &policy)?;
        let proposals = Proposals::of(&doubts);
        if let Some(path) = &self.html {
            write_whole(Some(&**path).filter(is_side), &page::page(&proposals, &doubts, &saved))?;
        } else if is_session {
            let mut keys = Terminal::new()?;
            let accepted = session::run(&doubts, proposals, &mut keys);
            self.save(&accepted, &paths, &mut keys)?;
        } else {
            let path = self.write.as_deref().filter(is_side);
            write_whole(path, &proposals.commented(&doubts))?;
        }
        Ok(exit)
    }
}

/// Returns the decisions of earlier runs, both as the text of the file and as rules.
fn saved(path: &Path) -> Result<(String, Rules), Error> {
    match fs::read_to_string(path) {
        Ok(text) => {
            let rules = rules_in(path, &text).map_err(|why| Error::refused("read", path, why))?;
            Ok((text, rules))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok((String::new(), Rules::default())),
        Err(error) => Err(Error::new("read", Some(path), error)),
    }
}

/// If there are decisions of earlier runs, returns a message for the user which says that they are applied. The user
/// must know this, because the decisions may be about other mail: unless another file is named, they come from a file
/// in the current directory.
fn obeyed(path: &Path, decided: &Rules) -> Option<String> {
    // All rules are still unused, because no rule has been applied yet. So this is the number of all rules.
    let rules = decided.unused().count();
    let file = name(&fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()));
    (rules > 0).then(|| {
        format!(
            "{file}: {}; texts that are already decided are not shown. To decide them again, name another file \
             with --decisions",
            counted_in(
                rules as u64,
                "rule of an earlier run is applied",
                "rules of earlier runs are applied"
            )
        )
    })
}

/// Fails if decisions could not be saved in the file. This is checked before a person decides, so that no decisions
/// are lost.
fn can_be_written(path: &Path) -> Result<(), Error> {
    match fs::metadata(path) {
        // A read-only file must be refused here, because its permissions would not prevent the program from replacing
        // it by a new file.
        Ok(file) if file.permissions().readonly() => {
            Err(Error::refused("write", path, "it is read-only; name another file with --decisions"))
        }
        // Creating the output creates a temporary file next to `path`, and dropping it removes that file.
        _ => Output::create(path).map(drop),
    }
}

impl ReviewArgs {
    fn doubts(&self, paths: Vec<PathBuf>, policy: &Policy) -> Result<(Doubts, Exit), Error> {
        let mut doubts = Doubts::default();
        let work = |batch: SelectedBatch| {
            let (mut doubts, policy) = (Doubts::default(), batch.policy(policy));
            for entry in batch.entries() {
                doubts.add(entry.message().octets(), &entry.origin(), &policy);
            }
            doubts
        };
        let exit = each(paths, self.jobs.jobs, true, &self.mail.selected(policy), work, |part| {
            doubts.merge(part);
            Ok(())
        })?;
        Ok((doubts, exit))
    }

    /// Adds the rules to those of earlier runs. If the file cannot be written, asks for the name of another file,
    /// so that no decision is lost.
    fn save(&self, rules: &[String], paths: &[PathBuf], keys: &mut Terminal) -> Result<(), Error> {
        if rules.is_empty() {
            say("no decision was made, so nothing was saved");
            return Ok(());
        }
        let mut path = self.decisions.clone();
        while let Err(error) = add(&path, rules) {
            say(&format!("{error}; the decisions are not saved"));
            let other = keys.line(
                "enter the name of another file to save them in, or press Enter to print them: ",
                &mut io::stdout().lock(),
            );
            let other = other.unwrap_or_default();
            if other.trim().is_empty() {
                write_whole(None, &format!("\nversion = 1\n\n{}", rules.join("\n")))?;
                return Err(error);
            }
            path = PathBuf::from(other.trim());
        }
        let (name, rules) = (path.display(), counted(rules.len() as u64, "new rule"));
        let (mail, file) = (review_line::typed(paths), shell_word(&path));
        say(&format!(
            "saved {name} ({rules}); to see what this changes, run: mailutf normalize {mail} --rules {file} -n"
        ));
        Ok(())
    }
}

/// Adds the rules to the file, which is read again first, because another session may have added rules in the
/// meantime.
fn add(path: &Path, rules: &[String]) -> Result<(), Error> {
    let (saved, _) = saved(path)?;
    let start = if saved.is_empty() { "version = 1\n".to_owned() } else { saved };
    let blank = if start.ends_with('\n') { "" } else { "\n" };
    can_be_written(path)?;
    write_whole(Some(path), &format!("{start}{blank}\n{}", rules.join("\n")))
}
