//! Options of commands that rewrite mail: their input, their output and their reports.

#[cfg(unix)]
use super::beside_index;
use super::conditions::ConditionArgs;
use super::mbox::{Interval, VariantArgs};
use super::outputs::{ForceArgs, SideOutput};
use super::paths::{JobsArgs, ListArgs, RecursiveArgs};
use crate::input::{is_standard_input, name};
use crate::output::is_standard_output;
use crate::report::finding_printer::Volume;
use crate::report::summary::Ending;
use mailutf::Error;
#[cfg(unix)]
use mailutf::internal::check_suffix;
use mailutf::mailbox::Format;
use mailutf::pipeline::{Pipeline, Reports};
use mailutf::rewrite::Planner;
#[cfg(unix)]
use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RewriteArgs {
    /// Messages, mbox files, and directories (Maildir, MH, .eml files); gz, zst, xz and bz2 files too. Without a path,
    /// or for `-`, standard input is read.
    ///
    /// A directory needs --in-place, -o DIRECTORY or --dry-run.
    #[arg(value_name = "PATH", group = "sources")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    list: ListArgs,

    #[command(flatten)]
    recursive: RecursiveArgs,

    /// Write to this file (compressed if its name ends in .gz, .zst, .xz or .bz2) or into this directory, one file per
    /// input file; `-` is standard output. If the only input is a directory of mail, its files are written into the
    /// output directory without a subdirectory in between.
    ///
    /// Output goes to a temporary file, which is renamed once every input has been read completely. If an input cannot
    /// be read, an existing output file is not replaced. Permissions and symbolic links are kept. Devices and FIFOs are
    /// written without a temporary file. The output must not be an input. In an output directory, each file is replaced
    /// in the same way.
    #[arg(short, long, value_name = "FILE|DIRECTORY", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) force: ForceArgs,

    /// Write nothing, and print what would be done. Can be combined with all other options except --manifest and
    /// --filter.
    #[arg(short = 'n', long, help_heading = "Output")]
    pub(crate) dry_run: bool,

    /// Write the changes and findings to this file as JSON Lines, with one object for each message
    /// (docs/report.schema.json); `-` is standard output.
    ///
    /// An old report is replaced at the end of the run; a file that is not a report is refused.
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) report: Option<PathBuf>,

    /// Write the SHA-256 digests of each message before and after the conversion to this file as JSON Lines
    /// (docs/manifest.schema.json); `-` is standard output. `mailutf verify-manifest` compares mail with this file.
    ///
    /// A digest covers the octets of a message as a Maildir would hold them: decompressed, and without the `From `
    /// line, the quoting and the blank line of an mbox. A message larger than --limit-message is listed without
    /// digests; a file that is not mail, or that could not be converted, is not listed. An old manifest is replaced at
    /// the end of the run; a file that is not a manifest is refused.
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run", help_heading = "Reports")]
    pub(crate) manifest: Option<PathBuf>,

    /// Replace each file by its converted version.
    ///
    /// A file is always complete, old or new, even after a crash. Owner, permissions and times are kept. Files without
    /// changes are not touched. In a Maildir, a run that is killed may leave one message unchanged under the name of
    /// its converted form, with wrong sizes in the name; the next run corrects the name. An mbox is locked during the
    /// run (fcntl, flock and NAME.lock); stop a delivery agent that ignores these locks.
    #[cfg(unix)]
    #[arg(short, long, conflicts_with = "output", requires = "sources", help_heading = "Output")]
    pub(crate) in_place: bool,

    /// Keep the original of each changed file under its name plus this suffix [default: ~].
    ///
    /// In a Maildir the originals go to `cur` or `new` plus this suffix. Later runs over a directory skip backups; they
    /// also skip each file whose name is that of an mbox in the same directory plus a suffix. An mbox that has grown
    /// since its backup was made needs another suffix, such as `.2027~`.
    #[cfg(unix)]
    #[arg(
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "~",
        value_parser = suffix,
        requires = "in_place",
        conflicts_with = "output",
        help_heading = "Output"
    )]
    pub(crate) backup: Option<OsString>,

    /// Also replace files with several hard links; the other names keep the original.
    #[cfg(unix)]
    #[arg(long, requires = "in_place", conflicts_with = "output", help_heading = "Output")]
    pub(crate) break_hard_links: bool,

    /// In a Maildir, add sizes (S=, W=) to the names of messages that change.
    ///
    /// Dovecot and Courier keep the size of each message in an index, in which they look it up by the file name. If
    /// the name holds no sizes, the stored size is wrong after the message is rewritten. In a Maildir with an index
    /// of these servers, such a message is therefore left unchanged, with the finding `server-index`. With this
    /// option, the message gets a new name, so that mail clients see a new message with a new UID. An index
    /// elsewhere (INDEX= or CONTROL= of Dovecot) is not recognized; then use this option, too.
    #[cfg(unix)]
    #[arg(long, requires = "in_place", conflicts_with = "output", help_heading = "Output")]
    pub(crate) add_sizes: bool,

    #[cfg(unix)]
    #[arg(
        long,
        requires = "in_place",
        conflicts_with = "output",
        help = beside_index::HELP,
        long_help = beside_index::LONG_HELP,
        help_heading = "Output"
    )]
    pub(crate) beside_index: bool,

    #[command(flatten)]
    pub(crate) variant: VariantArgs,

    /// Convert only one range of an mbox: either a line that `mailutf split` prints, or START-END in octets.
    ///
    /// The outputs of all ranges, one after the other, are the output of the whole file. For START-END, the messages
    /// before START are read, too; START and END must lie at the borders of messages.
    #[cfg_attr(unix, arg(long, value_name = "RANGE", requires = "sources", conflicts_with_all = ["in_place", "files_from", "learn"], help_heading = "Input"))]
    #[cfg_attr(
        not(unix),
        arg(
            long,
            value_name = "RANGE",
            requires = "sources",
            conflicts_with_all = ["files_from", "learn"],
            help_heading = "Input"
        )
    )]
    pub(crate) range: Option<Interval>,

    #[command(flatten)]
    conditions: ConditionArgs,

    #[command(flatten)]
    pub(crate) jobs: JobsArgs,

    /// Print errors only.
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Reports")]
    quiet: bool,

    /// Print every finding and a summary on standard error.
    #[arg(short, long, help_heading = "Reports")]
    verbose: bool,

    /// Whether the changes are printed as a diff.
    #[arg(skip)]
    pub(crate) diff: bool,
}

impl RewriteArgs {
    /// Returns a copy of these arguments with the paths to read: the paths in the list of --files-from if there is a
    /// list, else the paths on the command line, else standard input.
    ///
    /// # Errors
    /// Fails if the list cannot be read, or if standard input is named twice.
    pub(crate) fn with_paths(&self) -> Result<Self, Error> {
        let output = self.output.clone().filter(|path| !is_standard_output(path));
        Ok(Self { paths: self.list.or_named(&self.paths)?, output, ..self.clone() })
    }

    /// Returns the file with the list of inputs, unless the list is read from standard input.
    pub(crate) fn list(&self) -> Option<&Path> {
        self.list.file()
    }

    /// Returns the files that record what was done, which are written in addition to the main output.
    pub(crate) fn records(&self) -> impl Iterator<Item = (SideOutput, &Path)> {
        let records = [(SideOutput::Manifest, &self.manifest), (SideOutput::Report, &self.report)];
        records.into_iter().filter_map(|(record, path)| Some((record, path.as_deref()?)))
    }

    /// Returns the facts for the summary of a run with these arguments. The time of the run counts from this call.
    pub(crate) fn ending(&self) -> Ending {
        Ending::new(self.destination(), self.dry_run, self.diff)
    }

    /// Describes where the output goes. For a dry run, describes where it would go without --dry-run.
    fn destination(&self) -> String {
        #[cfg(unix)]
        if let (true, Some(suffix)) = (self.in_place, &self.backup) {
            let keep = if self.dry_run { "keep the originals" } else { "the originals were kept" };
            return format!("in place, and {keep} with the suffix {}", name(Path::new(suffix)));
        }
        match &self.output {
            _ if self.is_in_place() => "in place".to_owned(),
            Some(path) => format!("to {}", name(path)),
            None if self.paths.iter().any(|path| path.is_dir()) => {
                "nothing, because a directory needs --in-place or -o DIRECTORY".to_owned()
            }
            None => "to standard output".to_owned(),
        }
    }

    /// Whether messages, or a diff of messages, are written to standard output.
    pub(crate) fn writes_standard_output(&self) -> bool {
        let to_file = self.output.as_deref().is_some_and(|path| !is_standard_output(path));
        self.diff || !(self.dry_run || self.is_in_place() || to_file)
    }

    /// Describes the first contradiction between these options, if there is any. `diff` tells whether --diff is
    /// given.
    pub(crate) fn contradiction(&self, diff: bool) -> Option<String> {
        let mut printed =
            self.records().filter(|(_, path)| is_standard_output(path)).map(|(record, _)| record);
        if let Some(record) = printed.next() {
            let what = match diff {
                true => Some("the diff goes"),
                false if self.writes_standard_output() => Some("the messages go"),
                false => printed.next().map(|_| "the report goes"),
            };
            if let Some(what) = what {
                return Some(format!(
                    "--{record} -: {what} to standard output; write the {record} to a file: --{record} FILE"
                ));
            }
        }
        if let Some(interval) = self.range {
            if self.paths.len() > 1 {
                return Some("--range is for a single mbox; name only that file".to_owned());
            }
            if matches!(interval, Interval::Range(_)) && self.variant.mbox_variant.is_some() {
                let why = "a range of `mailutf split` already names the mbox variant; give this option to `mailutf \
                           split` instead";
                return Some(format!("--mbox-variant: {why}"));
            }
        }
        (self.is_in_place() && self.paths.iter().any(|path| is_standard_input(path)))
            .then(|| "--in-place: standard input cannot be replaced".to_owned())
            .or_else(|| self.conditions.contradiction())
    }

    pub(crate) fn format(&self) -> Format {
        self.variant.format()
    }

    /// Returns a pipeline for `planner` with the options that are given.
    pub(crate) fn pipeline(&self, planner: impl Planner + 'static) -> Pipeline {
        let mut pipeline = Pipeline::by(planner);
        pipeline.workers.jobs = self.jobs.jobs;
        if self.report.is_some() || self.verbose {
            pipeline.reports = Reports::All;
        }
        pipeline.about = self.report.is_some();
        pipeline.digests = self.manifest.is_some();
        pipeline.selection = self.conditions.selection(pipeline.policy());
        pipeline
    }

    pub(crate) fn is_in_place(&self) -> bool {
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

/// Checks the suffix of backups, and returns it.
#[cfg(unix)]
pub(crate) fn suffix(value: &str) -> Result<OsString, &'static str> {
    check_suffix(value.as_ref()).map(|()| value.into())
}
