//! The two kinds of runs on files. In a directory tree, messages are converted in parallel, and then mbox files one
//! after the other. Files that the caller names are converted in the order in which they are named.

use super::configuration::Pipeline;
use super::destination::{Destination, Target};
use super::group::{FileOutcome, Groups, is_backup};
use super::ordered::{Workers, in_order};
use super::report::{Report, Totals};
use crate::error::Error;
use crate::mailbox::Format;
use crate::mailbox::fs::directory::{Directory, Location};
use crate::mailbox::fs::found::Found;
use crate::mailbox::fs::moved::{Moved, is_missing};
use crate::mailbox::fs::replace::ReplaceOptions;
use crate::mailbox::mail::{Files, Kind, MailFile, SkipReason, Skipped};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of directories that stay open for each file that the caller named: the directory of the file, and its
/// parent directory.
const DIRECTORIES: usize = 2;

/// What happened to a file in a tree (Unix, feature `files`).
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A report on a message in the file. The reports on an mbox come before its replacement is put in place,
    /// and the reports on other files after that.
    Report(&'e Path, &'e Report),
    /// The file was skipped, for this reason. If the file [holds mail](SkipReason::holds_mail),
    /// [`Totals::skipped_mail`] counts it.
    Skipped(&'e Path, SkipReason),
    /// All messages of the file were reported, and the replacement of the file, if there is one, was put in place.
    Done(&'e Path),
    /// A file or directory could not be processed and is unchanged, or the tree contains files but no mail.
    Failed(Error),
}

impl Pipeline {
    /// (Unix, feature `files`.) Normalizes all mail below the directory `root`. Each file is normalized as
    /// [`file`](Pipeline::file) does; `mbox` is the format of mbox files. An error in one file does not stop
    /// the work on the others. Files are put in place and reported in groups, so that the run waits for the
    /// disk only once for each group. Nothing outside `root` is changed, even if a symbolic link replaces a
    /// file or directory during the run. If the run is [stopped](super::Monitor::stop_flag), the totals cover
    /// the work done until then, and a file that would have been replaced after the stop fails with
    /// [`Error::Stopped`].
    ///
    /// # Errors
    /// Fails if `root` cannot be listed.
    pub fn tree(
        &self,
        root: &Path,
        mbox: Format,
        destination: Destination<'_>,
        mut observe: impl FnMut(Event<'_>),
    ) -> Result<Totals, Error> {
        self.observed_tree(root, mbox, destination, &mut observe)
    }

    /// Does the work of [`tree`](Pipeline::tree). This function is compiled once, not for each type of `observe`.
    fn observed_tree(
        &self,
        root: &Path,
        mbox: Format,
        destination: Destination<'_>,
        observe: &mut dyn FnMut(Event<'_>),
    ) -> Result<Totals, Error> {
        let root = Directory::open(root).map_err(Error::failed("open", root))?;
        let destination = destination.of_tree(&root)?;
        let (mut totals, mut mboxes) = (Totals::default(), Vec::new());
        let messages = Files::below(&root)?.take_while(|_| !self.monitor.is_stopped()).filter_map(|file| {
            let (mbox, other) = match file {
                Ok(file) if file.kind() == Kind::Mbox => (Some(file), None),
                file => (None, Some(file)),
            };
            mboxes.extend(mbox);
            other
        });
        let jobs = Groups::new(messages, self.workers, 0).map(Ok::<_, Infallible>);
        let worker = self.single_threaded();
        let work = |files: Vec<_>| worker.group(&mut files.into_iter(), mbox, &destination).0;
        let Ok(()) = in_order(self.workers, jobs, work, |group| {
            group.into_iter().for_each(|done| report_outcome(done, &mut totals, observe));
            Ok(())
        });
        for file in mboxes.iter().take_while(|_| !self.monitor.is_stopped()) {
            let done = self.mbox(file, look_up_again(&root, file), mbox, &destination, observe);
            report_outcome(done, &mut totals, observe);
        }
        Ok(totals)
    }

    /// (Unix, feature `files`.) Normalizes the files at `paths` in place, one after the other. Each file is
    /// normalized as [`file`](Pipeline::file) does. Messages are put in place and reported in groups of at most 256
    /// files. A group that has 4 MiB takes no more files. An mbox is put in place alone. For each file, in the order
    /// of `paths`, `observe` gets [`Event::Done`] after the reports on the file, or [`Event::Failed`]. Returns the
    /// totals of the files that are done.
    ///
    /// If the run is [stopped](super::Monitor::stop_flag), the remaining files stay unchanged. There are no events
    /// for these files, except that an mbox whose conversion was stopped fails with [`Error::Stopped`].
    ///
    /// ```no_run
    /// use mailutf::Policy;
    /// use mailutf::mailbox::Format;
    /// use mailutf::pipeline::{Event, Pipeline, ReplaceOptions};
    /// let paths = ["1.eml".into(), "2.eml".into()];
    /// Pipeline::new(Policy::default()).files(&paths, Format::Any, &ReplaceOptions::default(), |event| {
    ///     if let Event::Failed(error) = event {
    ///         eprintln!("{error}");
    ///     }
    /// });
    /// ```
    pub fn files(
        &self,
        paths: &[PathBuf],
        format: Format,
        options: &ReplaceOptions,
        mut observe: impl FnMut(Event<'_>),
    ) -> Totals {
        self.observed_files(paths, format, options, &mut observe)
    }

    /// Does the work of [`files`](Pipeline::files). This function is compiled once, not for each type of `observe`.
    fn observed_files(
        &self,
        paths: &[PathBuf],
        format: Format,
        options: &ReplaceOptions,
        observe: &mut dyn FnMut(Event<'_>),
    ) -> Totals {
        let (worker, destination, mut totals) =
            (self.single_threaded(), Target::InPlace(options), Totals::default());
        let (mut last, moved) = (None, Arc::default());
        let files = paths.iter().map(|path| locate(path, &mut last, &moved));
        for (files, _) in Groups::new(files, worker.workers, DIRECTORIES) {
            let mut files = files.into_iter();
            while files.len() > 0 && !self.monitor.is_stopped() {
                let (all, mbox) = worker.group(&mut files, format, &destination);
                for done in all {
                    if let FileOutcome::Failed(Error::Stopped) = done {
                        return totals;
                    }
                    report_outcome(done, &mut totals, observe);
                }
                let Some(mbox) = mbox else { continue };
                let location = Location::of(mbox.path());
                let done = self.mbox(&mbox, location, format, &destination, observe);
                let is_stopped = matches!(done, FileOutcome::Failed(Error::Stopped));
                report_outcome(done, &mut totals, observe);
                if is_stopped {
                    return totals;
                }
            }
            if self.monitor.is_stopped() {
                break;
            }
        }
        totals
    }

    /// A copy of this pipeline with one thread, for one of several workers.
    fn single_threaded(&self) -> Self {
        Self { workers: Workers { jobs: Some(NonZeroUsize::MIN), ..self.workers }, ..self.clone() }
    }

    /// Converts an mbox with all workers, and passes the reports about its messages to `observe`.
    fn mbox(
        &self,
        file: &MailFile,
        location: Result<Location, Error>,
        format: Format,
        destination: &Target<'_, Arc<Directory>>,
        observe: &mut dyn FnMut(Event<'_>),
    ) -> FileOutcome {
        let path = file.path().to_path_buf();
        let mut report = |report: Report| observe(Event::Report(file.path(), &report));
        let done = location.and_then(|location| {
            if !file.is_named() && is_backup(&location, destination) {
                return Ok(None);
            }
            let target = destination.of_found(Kind::Mbox, file.inside(), location.directory(), &mut None)?;
            let pipeline = self.at(file.inside());
            let converted = pipeline.file_at(location, format.named_by(&path), &target, &mut report)?;
            converted.finish(&pipeline).map(Some)
        });
        match done {
            Ok(Some(totals)) => FileOutcome::Message { path, totals, reports: Vec::new(), ready: None },
            Ok(None) => FileOutcome::Skipped(path, SkipReason::Backup),
            Err(error) if !file.is_named() && file.location().is_some_and(|at| is_missing(at, &error)) => {
                FileOutcome::Skipped(path, SkipReason::Gone)
            }
            Err(error) => FileOutcome::Failed(error),
        }
    }
}

/// Looks up the location of a file again. The file was found below `root` some time ago, and its directory may have
/// left the tree since then.
fn look_up_again(root: &Arc<Directory>, file: &MailFile) -> Result<Location, Error> {
    let inside = file.inside();
    let directory = root.walk(inside.parent().unwrap_or(Path::new("")));
    let directory = directory.map_err(Error::failed("open", file.path()))?;
    Ok(Location::new(directory, inside.file_name().unwrap_or_default().to_owned()))
}

/// Counts and reports the outcome for a file.
fn report_outcome(done: FileOutcome, totals: &mut Totals, observe: &mut dyn FnMut(Event<'_>)) {
    match done {
        FileOutcome::Message { path, totals: done, reports, .. } => {
            *totals += &done;
            reports.iter().for_each(|report| observe(Event::Report(&path, report)));
            observe(Event::Done(&path));
        }
        FileOutcome::Skipped(path, why) => {
            totals.skipped_mail += u64::from(why.holds_mail());
            observe(Event::Skipped(&path, why));
        }
        FileOutcome::Failed(error) => observe(Event::Failed(error)),
    }
}

/// Finds the file at `path`. `last` is the directory of the previous file. If this file is in the same directory,
/// the directory is not opened again. `moved` finds messages that were moved; all files of a run share it.
fn locate(
    path: &Path,
    last: &mut Option<(PathBuf, Arc<Directory>)>,
    moved: &Arc<Moved>,
) -> Result<MailFile, Skipped> {
    let above = path.parent().unwrap_or(Path::new(""));
    let location = match (&*last, path.file_name()) {
        (Some((opened, directory)), Some(name)) if opened == above => {
            Location::new(Arc::clone(directory), name.to_owned())
        }
        _ => Location::of(path).map_err(|error| Skipped::new(MailFile::named(path), error))?,
    };
    *last = Some((above.to_path_buf(), Arc::clone(location.directory())));
    let size = location.stat().map_or(0, |stat| u64::try_from(stat.st_size).unwrap_or(0));
    Ok(MailFile::named_at(path, Found::named(location, Arc::clone(moved))).with_size(size))
}
