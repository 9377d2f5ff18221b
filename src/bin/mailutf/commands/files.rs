//! `mailutf normalize` file by file: with `--in-place`, with `-o` and a directory, or a dry run on one.

use crate::args::NormalizeArgs;
use crate::exit::Exit;
use crate::telling::Telling;
use mailutf::Error;
use mailutf::mailbox::maildir;
use mailutf::mailbox::replace::Rules;
use mailutf::pipeline::{Event, Pipeline, Place, Totals, TreePlace};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Whether the files are to be worked on one by one.
pub(super) fn are_wanted(args: &NormalizeArgs) -> bool {
    let reads_directory = args.paths.iter().any(|path| path.is_dir());
    let writes_directory = args.output.as_deref().is_some_and(|output| {
        reads_directory || output.is_dir() || output.as_os_str().as_encoded_bytes().ends_with(b"/")
    });
    args.in_place || writes_directory || (args.dry_run && reads_directory)
}

pub(super) fn run(args: &NormalizeArgs) -> Result<Exit, Error> {
    let pipeline = args.pipeline();
    let rules = Rules { backup: args.backup.clone(), hard_links: args.break_hard_links, ..Rules::default() };
    let mut telling = Telling::new(args)?;
    for path in &args.paths {
        let done = match &args.output {
            None if args.dry_run => {
                one(&pipeline, path, args, TreePlace::Nowhere, Place::Nowhere, &mut telling)
            }
            None => one(&pipeline, path, args, TreePlace::Over(&rules), Place::Over(&rules), &mut telling),
            Some(directory) => below(directory, path).and_then(|target| {
                one(&pipeline, path, args, TreePlace::Below(&target), Place::To(&target), &mut telling)
            }),
        };
        match done {
            Ok(totals) => telling.done(&totals),
            Err(error) => telling.failed(&error),
        }
    }
    telling.finish()
}

fn one(
    pipeline: &Pipeline,
    path: &Path,
    args: &NormalizeArgs,
    tree: TreePlace<'_>,
    place: Place<'_>,
    telling: &mut Telling,
) -> Result<Totals, Error> {
    if path.is_dir() {
        pipeline.tree(path, tree, |event| match event {
            Event::Report(path, report) => telling.report(path, report),
            Event::Left(path, why) => telling.left(path, why),
            Event::Failed(error) => telling.failed(&error),
            _ => {}
        })
    } else if args.in_place && maildir::is_message_path(path) {
        pipeline.maildir_message(path, place, |report| telling.report(path, report))
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
