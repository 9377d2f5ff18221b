//! Real mail: the messages of a corpus that is not part of this project, and the messages of this project. Each
//! message is normalized once for all tests.

use crate::real_mail::shared;
use mailutf::structure::Structure;
use mailutf::{Finding, Limits, Plan};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, iter, thread};

/// A message of the corpus, before and after it is normalized.
pub(crate) struct Sample {
    pub(crate) path: PathBuf,
    pub(crate) input: &'static [u8],
    pub(crate) output: Vec<u8>,
    pub(crate) plan: Plan<'static>,
    pub(crate) before: Structure,
    pub(crate) findings: Vec<Finding>,
    pub(crate) edited: bool,
}

impl Sample {
    /// The parts of the output.
    pub(crate) fn after(&self) -> Structure {
        Structure::parse(&self.output, &Limits::default())
    }
}

/// The messages of the corpus outside of this project. If the corpus is missing, prints a message and returns none.
pub(crate) fn samples() -> &'static [Sample] {
    static SAMPLES: OnceLock<Vec<Sample>> = OnceLock::new();
    SAMPLES.get_or_init(|| read(&shared("corpus")))
}

/// The messages of the corpus outside of this project, and the messages of this project.
pub(crate) fn all() -> impl Iterator<Item = &'static Sample> {
    static OWN: OnceLock<Vec<Sample>> = OnceLock::new();
    samples().iter().chain(OWN.get_or_init(|| read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"))))
}

/// Reads and normalizes the messages in a folder.
fn read(root: &Path) -> Vec<Sample> {
    let mut files = Vec::new();
    collect(root, root, &mut files);
    if files.is_empty() {
        println!("skipped: no corpus at {}", root.display());
    }
    files.sort();
    each(&files, |path| sample(root, path))
}

/// Calls `of` for each item, on all cores. Returns the results in the order of the items.
pub(crate) fn each<T: Sync, R: Send>(all: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        numbers.map_while(|number| Some((number, of(all.get(number)?)))).collect::<Vec<_>>()
    };
    let mut done: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

fn sample(root: &Path, path: &Path) -> Sample {
    // The input is kept in memory until the tests end.
    let input: &'static [u8] = fs::read(path).unwrap().leak();
    let plan = mailutf::normalize(input);
    Sample {
        path: path.strip_prefix(root).unwrap().to_owned(),
        input,
        output: plan.apply().into_owned(),
        before: Structure::parse(input, &Limits::default()),
        findings: plan.findings().to_vec(),
        edited: !plan.is_noop(),
        plan,
    }
}

/// Collects the messages in the folders below `root`. These are all files except texts that are not mail and files
/// that mailutf has written.
fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            if name != "charset-texts" {
                collect(root, &path, files);
            }
        } else if folder != root && !name.to_string_lossy().contains(".utf8.") {
            files.push(path);
        }
    }
}
