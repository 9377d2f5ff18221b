//! `mailutf normalize` file by file: with `--in-place`, with `-o` and a directory, or a dry run on one.

use crate::args::MailArgs;
use crate::exit::Exit;
use crate::telling::Telling;
use mailutf::Error;
use mailutf::mailbox::replace::Rules;
use mailutf::pipeline::{Event, Pipeline, Place, Totals, TreePlace};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Whether the files are to be worked on one by one.
pub(super) fn are_wanted(args: &MailArgs) -> bool {
    let reads_directory = args.paths.iter().any(|path| path.is_dir());
    let writes_directory = args.output.as_deref().is_some_and(|output| {
        reads_directory || output.is_dir() || output.as_os_str().as_encoded_bytes().ends_with(b"/")
    });
    args.in_place || writes_directory || (args.dry_run && reads_directory)
}

pub(super) fn run(args: &MailArgs, pipeline: &Pipeline) -> Result<Exit, Error> {
    let rules = Rules { backup: args.backup.clone(), hard_links: args.break_hard_links, ..Rules::default() };
    let stop = pipeline.monitor.stop_flag();
    let signal = stop_on_signals(&stop).map_err(|error| Error::new("handle signals", None, error))?;
    let mut telling = Telling::new(args, pipeline, true)?;
    for path in &args.paths {
        if stop.load(Relaxed) {
            break;
        }
        let done = match &args.output {
            None if args.dry_run => {
                one(pipeline, path, args, TreePlace::Nowhere, Place::Nowhere, &mut telling)
            }
            None => one(pipeline, path, args, TreePlace::Over(&rules), Place::Over(&rules), &mut telling),
            Some(directory) => below(directory, path).and_then(|target| {
                one(pipeline, path, args, TreePlace::Below(&target), Place::To(&target), &mut telling)
            }),
        };
        match done {
            Ok(totals) => telling.done(&totals),
            // It says no more than that it was stopped.
            Err(_) if stop.load(Relaxed) => {}
            Err(error) => telling.failed(&error),
        }
    }
    if stop.load(Relaxed) {
        telling.stopped(u8::try_from(signal.load(Relaxed)).unwrap_or_default());
    }
    telling.finish()
}

/// Has a signal stop the work, so that no unfinished file is left; and a second one end it at once. Which one it
/// was.
fn stop_on_signals(stop: &Arc<AtomicBool>) -> io::Result<Arc<AtomicUsize>> {
    let which = Arc::default();
    for (signal, number) in [(SIGINT, 2), (SIGTERM, 15), (SIGHUP, 1)] {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(stop))?;
        flag::register_usize(signal, Arc::clone(&which), number)?;
        flag::register(signal, Arc::clone(stop))?;
    }
    Ok(which)
}

fn one(
    pipeline: &Pipeline,
    path: &Path,
    args: &MailArgs,
    tree: TreePlace<'_>,
    place: Place<'_>,
    telling: &mut Telling,
) -> Result<Totals, Error> {
    if path.is_dir() {
        pipeline.tree(path, args.format(), tree, |event| match event {
            Event::Report(path, report) => telling.report(path, report),
            Event::Skipped(path, why) => telling.skipped(path, why),
            Event::Failed(_) if pipeline.monitor.is_stopped() => {}
            Event::Failed(error) => telling.failed(&error),
            _ => {}
        })
    } else {
        pipeline.file(path, args.format(), place, |report| telling.report(path, report))
    }
}

/// Where the new form of `path` goes in `directory`: under its own name.
fn below(directory: &Path, path: &Path) -> Result<PathBuf, Error> {
    fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))?;
    if let (Ok(directory), Ok(path)) = (fs::canonicalize(directory), fs::canonicalize(path))
        && (directory.starts_with(&path) || path.parent() == Some(&directory))
    {
        let why = "what is to be read would be written over; choose another directory, or --in-place";
        return Err(Error::new("write to", Some(&directory), io::Error::new(ErrorKind::InvalidInput, why)));
    }
    Ok(directory.join(path.file_name().unwrap_or_default()))
}
