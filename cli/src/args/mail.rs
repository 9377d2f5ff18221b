//! Which mail is rewritten, and where it goes.

use super::{ListArgs, RecursiveArgs};
use crate::finding_printer::Volume;
use crate::input::STANDARD_INPUT;
use crate::output::STANDARD_OUTPUT;
use clap::ValueEnum;
use mailutf::Error;
use mailutf::mailbox::Format;
use mailutf::mailbox::mbox::Variant;
use mailutf::pipeline::{Pipeline, Reports};
use mailutf::rewrite::Planner;
#[cfg(unix)]
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MailArgs {
    /// Messages, mbox files and directories of them (Maildir, MH, .eml), compressed or not (gz, zst, xz, bz2);
    /// standard input where none is named, or for `-`.
    ///
    /// Directories need --in-place, -o DIRECTORY or --dry-run.
    #[arg(value_name = "PATH", group = "sources")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    list: ListArgs,

    #[command(flatten)]
    recursive: RecursiveArgs,

    /// Write to this file, compressed if its name says so; or below this directory, file by file; `-` is standard
    /// output.
    ///
    /// A file is written to a temporary file beside it, which is renamed when every input was read to its end; else
    /// the file stays as it was. Its permissions stay, and a symbolic link stays one. Devices and FIFOs are written
    /// directly. The output must not be an input. Below a directory this holds for each file, and files of the same name
    /// that are there already are replaced.
    #[arg(short, long, value_name = "FILE|DIRECTORY", help_heading = "Where it goes")]
    pub(crate) output: Option<PathBuf>,

    /// Write nothing; only say and report what would be done.
    #[arg(short = 'n', long, conflicts_with = "output", help_heading = "Where it goes")]
    pub(crate) dry_run: bool,

    /// Write what changes and what is odd to this file, as JSON lines (docs/report.schema.json); `-` is standard
    /// output.
    ///
    /// An old report is replaced when the run ends; a file that holds anything else is refused.
    #[arg(long, value_name = "FILE", help_heading = "What is said")]
    pub(crate) report: Option<PathBuf>,

    /// Replace each file by its new form.
    ///
    /// It is whole at any moment, and keeps its owner, permissions and times; a file in which nothing changes is
    /// not touched. An mbox is locked meanwhile (fcntl and NAME.lock). A delivery agent that honours neither, or fcntl alone,
    /// must be stopped.
    #[cfg(unix)]
    #[arg(short, long, conflicts_with_all = ["output", "dry_run"], requires = "sources", help_heading = "Where it goes")]
    pub(crate) in_place: bool,

    /// Keep the old form of each file under its name and this suffix [default: ~].
    ///
    /// In a Maildir: in the directory `cur` or `new` with this suffix. Later runs leave these alone where they read a
    /// tree, and so each copy of an mbox that stands beside it and is called like it and something more.
    #[cfg(unix)]
    #[arg(
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "~",
        value_parser = suffix,
        requires = "in_place",
        help_heading = "Where it goes"
    )]
    pub(crate) backup: Option<OsString>,

    /// Replace files that have other names (hard links), too; these keep the old form.
    #[cfg(unix)]
    #[arg(long, requires = "in_place", help_heading = "Where it goes")]
    pub(crate) break_hard_links: bool,

    /// In a Maildir, add the sizes (S=, W=) to the names of messages that change.
    ///
    /// Dovecot and Courier keep the size of a message by its file name. A message whose name has no sizes would not fit
    /// what they keep, so beside their indexes it is left without this option, with a finding `server-index`. With it, such
    /// a message is a new one to clients, with a new UID. It is also needed where the index is kept elsewhere (INDEX= and
    /// CONTROL= of Dovecot), which is not recognised.
    #[cfg(unix)]
    #[arg(long, requires = "in_place", help_heading = "Where it goes")]
    pub(crate) add_sizes: bool,

    /// How mbox files quote [default: as mboxrd, until Content-Length proves mboxcl2].
    #[arg(long, value_enum, value_name = "VARIANT", help_heading = "Which mail is read")]
    mbox_variant: Option<MboxVariant>,

    /// How many messages are worked on at once [default: one for each core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Say nothing on standard error but what stopped the work.
    #[arg(short, long, conflicts_with = "verbose", help_heading = "What is said")]
    quiet: bool,

    /// Say every finding on standard error, and what was done altogether.
    #[arg(short, long, help_heading = "What is said")]
    verbose: bool,

    /// Whether what changes is printed as a diff.
    #[arg(skip)]
    pub(super) diff: bool,
}

impl MailArgs {
    /// The same with the paths of the list that --files-from names; standard input where nothing is named.
    ///
    /// # Errors
    /// Where the list cannot be read.
    pub(crate) fn with_paths(&self) -> Result<Self, Error> {
        let output = self.output.clone().filter(|path| !is_standard_output(path));
        Ok(Self { paths: self.list.or_named(&self.paths)?, output, ..self.clone() })
    }

    /// The file with the list of inputs, where it is one.
    pub(crate) fn list(&self) -> Option<&Path> {
        self.list.file()
    }

    /// Whether messages, or a diff of them, go to standard output.
    pub(crate) fn writes_standard_output(&self) -> bool {
        let to_file = self.output.as_deref().is_some_and(|path| !is_standard_output(path));
        self.diff || !(self.dry_run || self.is_in_place() || to_file)
    }

    /// What was said that cannot be meant together. `diff`: whether one is asked for.
    pub(super) fn contradiction(&self, diff: bool) -> Option<String> {
        if self.report.as_deref().is_some_and(is_standard_output) && (diff || self.writes_standard_output()) {
            let what = if diff { "the diff goes" } else { "the messages go" };
            return Some(format!("--report -: {what} to standard output; name a file for the report"));
        }
        (self.is_in_place() && self.paths.iter().any(|path| path == Path::new(STANDARD_INPUT)))
            .then(|| "--in-place: standard input is no file that can be replaced".to_owned())
    }

    pub(crate) fn format(&self) -> Format {
        match self.mbox_variant {
            None => Format::Any,
            Some(MboxVariant::Mboxo) => Format::Mbox(Variant::Mboxo),
            Some(MboxVariant::Mboxrd) => Format::Mbox(Variant::Mboxrd),
            Some(MboxVariant::Mboxcl) => Format::Mbox(Variant::Mboxcl),
            Some(MboxVariant::Mboxcl2) => Format::Mbox(Variant::Mboxcl2),
        }
    }

    /// A pipeline by `planner` as these arguments want it.
    pub(super) fn pipeline(&self, planner: impl Planner + 'static) -> Pipeline {
        let mut pipeline = Pipeline::by(planner);
        pipeline.workers.jobs = self.jobs.unwrap_or(pipeline.workers.jobs);
        if self.report.is_some() || self.verbose {
            pipeline.reports = Reports::All;
        }
        pipeline
    }

    pub(super) fn is_in_place(&self) -> bool {
        #[cfg(unix)]
        return self.in_place;
        #[cfg(not(unix))]
        return false;
    }

    pub(crate) fn volume(&self) -> Volume {
        match (self.quiet, self.verbose) {
            (true, _) => Volume::Quiet,
            (_, true) => Volume::Verbose,
            _ => Volume::Normal,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MboxVariant {
    /// `From ` is quoted as `>From `; the oldest, and not reversible.
    Mboxo,
    /// `From ` after any number of `>` gets one more.
    Mboxrd,
    /// As mboxo, with Content-Length.
    Mboxcl,
    /// Nothing is quoted; Content-Length tells where a message ends.
    Mboxcl2,
}

fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_OUTPUT)
}

/// A suffix that is one, and leads nowhere else.
#[cfg(unix)]
fn suffix(value: &str) -> Result<OsString, String> {
    if value.is_empty() || value.contains('/') {
        return Err("a suffix has a character and no `/`".to_owned());
    }
    // A backup of this name would be taken for a lock, or for what a killed run left, and removed.
    if [".lock", ".mailutf"].iter().any(|end| value.to_ascii_lowercase().ends_with(end)) {
        return Err("files that end so are locks and unfinished files; choose another suffix".to_owned());
    }
    Ok(value.into())
}
