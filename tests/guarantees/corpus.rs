//! Real mail: every message of the corpus beside the project, normalised once for all tests.

use mailutf::{Finding, Plan};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, iter, thread};

/// A message of the corpus and what became of it.
pub(crate) struct Sample {
    pub(crate) path: PathBuf,
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) edited: bool,
}

/// All samples; none, and a line that says so, where the corpus is not there.
pub(crate) fn samples() -> &'static [Sample] {
    static SAMPLES: OnceLock<Vec<Sample>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
        let mut files = Vec::new();
        collect(&root, &mut files);
        if files.is_empty() {
            println!("skipped: no corpus at {}", root.display());
        }
        files.sort();
        each(&files, |path| sample(&root, path))
    })
}

/// What `of` makes of each, in order, by all cores.
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
    let input = fs::read(path).unwrap();
    let plan: Plan = mailutf::normalize(&input);
    let (output, findings) = (plan.apply().into_owned(), plan.findings().to_vec());
    let edited = !plan.is_noop();
    Sample { path: path.strip_prefix(root).unwrap().to_owned(), output, findings, edited, input }
}

/// The messages under `dir`: every file of a folder but the texts that are no mail.
fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if entry.file_name() != "charset-texts" {
                collect(&path, files);
            }
        } else if path.parent()
            != Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").as_path())
        {
            files.push(path);
        }
    }
}
