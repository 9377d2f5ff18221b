//! `mailutf normalize` and `to-utf7` on separate files: with `--in-place`, with `-o DIRECTORY`, or with `--dry-run`
//! on a directory.

use super::reporter::RunReporter;
use crate::exit::Exit;
use crate::input::{is_standard_input, name};
use crate::options::output_check::refused;
use crate::options::{RewriteArgs, output_check};
use crate::report::stopped::Inputs;
use mailutf::Error;
use mailutf::internal::is_named_like_a_file;
use mailutf::pipeline::ReplaceOptions;
use mailutf::pipeline::{Destination, Event, Pipeline, Totals};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Whether the inputs are converted as separate files, and not into one stream.
pub(super) fn are_wanted(args: &RewriteArgs) -> bool {
    let reads_directory = args.paths.iter().any(|path| path.is_dir());
    let writes_directory = args
        .output
        .as_deref()
        .is_some_and(|output| reads_directory || output.is_dir() || says_directory(output));
    args.in_place || writes_directory || (args.dry_run && reads_directory)
}

pub(super) fn run(name: &'static str, args: &RewriteArgs, pipeline: &Pipeline) -> Result<Exit, Error> {
    let targets = targets(args)?;
    output_check::check(args, &targets)?;
    if let Some(directory) = args.output.as_ref().filter(|_| !args.dry_run) {
        fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))?;
    }
    let options = ReplaceOptions::default()
        .with_backup(args.backup.clone())
        .with_hard_links(args.break_hard_links)
        .with_add_sizes(args.add_sizes)
        .with_beside_index(args.beside_index);
    let stop = pipeline.monitor.stop_flag();
    let signal = stop_on_signals(&stop).map_err(|error| Error::new("handle signals", None, error))?;
    let mut reporter = RunReporter::new(name, args, pipeline, true)?;
    let mut inputs = Inputs { left: &args.paths, ..Inputs::default() };
    while let Some((path, rest)) = inputs.left.split_first() {
        if stop.load(Relaxed) {
            break;
        }
        let named = inputs.left.iter().take_while(|path| !path.is_dir()).count();
        if args.in_place && !args.dry_run && named > 0 {
            in_place(pipeline, args, named, &options, &mut reporter, &mut inputs);
            continue;
        }
        let destination = match targets.get(args.paths.len() - inputs.left.len()) {
            _ if args.dry_run => Destination::Nowhere,
            Some(target) => Destination::To(target),
            None => Destination::InPlace(&options),
        };
        match one(pipeline, path, args, destination, &mut reporter) {
            Ok(totals) => {
                reporter.done(&totals);
                if stop.load(Relaxed) && path.is_dir() {
                    inputs.under_way = Some((path, totals.messages));
                } else {
                    inputs.done.push(path);
                }
            }
            Err(Error::Stopped) => break,
            Err(error) => {
                reporter.failed(&error);
                inputs.failed.push(path);
            }
        }
        inputs.left = rest;
    }
    if stop.load(Relaxed) {
        reporter.stopped(u8::try_from(signal.load(Relaxed)).unwrap_or_default(), &inputs);
    }
    reporter.finish()
}

/// Returns the output path for each input. If the only input is a directory, its files are written directly into
/// the directory of `-o`. Other inputs keep their names inside the directory of `-o`. Without `-o`, returns no
/// path.
fn targets(args: &RewriteArgs) -> Result<Vec<PathBuf>, Error> {
    let Some(directory) = &args.output else { return Ok(Vec::new()) };
    if !directory.is_dir() && !says_directory(directory) {
        let tree = args.paths.iter().find(|path| path.is_dir()).map_or(String::new(), |path| name(path));
        if directory.exists() {
            let why = format!("it is a file, but the input {tree} is a directory; name a directory");
            return Err(refused(directory, why));
        }
        if is_named_like_a_file(directory) {
            let why = format!(
                "the input {tree} is a directory, but this looks like the name of a file; use -o {}, or -o {}/ to \
                 create a directory of this name",
                name(&directory.with_extension("")),
                name(directory)
            );
            return Err(refused(directory, why));
        }
    }
    if args.paths.iter().any(|path| is_standard_input(path)) {
        return Err(refused(directory, "standard input has no file name; use -o FILE"));
    }
    if let [path] = &*args.paths
        && path.is_dir()
    {
        return Ok(vec![directory.clone()]);
    }
    Ok(args.paths.iter().map(|path| directory.join(path.file_name().unwrap_or_default())).collect())
}

/// Whether the path ends with a slash, which means that it is a directory.
fn says_directory(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Makes a signal stop the run between two files or batches, so that no unfinished file is left. A second signal
/// ends the run at once. After a signal, the returned value holds the number of the signal.
fn stop_on_signals(stop: &Arc<AtomicBool>) -> io::Result<Arc<AtomicUsize>> {
    let which = Arc::default();
    for (signal, number) in [(SIGINT, 2), (SIGTERM, 15), (SIGHUP, 1)] {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(stop))?;
        flag::register_usize(signal, Arc::clone(&which), number)?;
        flag::register(signal, Arc::clone(stop))?;
    }
    Ok(which)
}

/// Replaces the first `count` files in `inputs.left`. Stops earlier if there is a signal.
fn in_place(
    pipeline: &Pipeline,
    args: &RewriteArgs,
    count: usize,
    options: &ReplaceOptions,
    reporter: &mut RunReporter,
    inputs: &mut Inputs<'_>,
) {
    let files = inputs.left.get(..count).unwrap_or(inputs.left);
    let totals = pipeline.files(files, args.format(), options, |event| {
        let list = match &event {
            Event::Done(_) => Some(&mut inputs.done),
            Event::Failed(Error::Stopped) => None,
            Event::Failed(_) => Some(&mut inputs.failed),
            _ => None,
        };
        if let (Some(list), Some((path, rest))) = (list, inputs.left.split_first()) {
            list.push(path);
            inputs.left = rest;
        }
        reporter.take(event);
    });
    reporter.done(&totals);
}

fn one(
    pipeline: &Pipeline,
    path: &Path,
    args: &RewriteArgs,
    destination: Destination<'_>,
    reporter: &mut RunReporter,
) -> Result<Totals, Error> {
    if !path.is_dir() {
        return pipeline.file(path, args.format(), destination, |report| reporter.report(path, &report));
    }
    pipeline.tree(path, args.format(), destination, |event| reporter.take(event))
}
