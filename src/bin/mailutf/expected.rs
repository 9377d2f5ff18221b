//! How much mail there is to do, found out beside the work.

use mailutf::mailbox::compressed::Compression;
#[cfg(unix)]
use mailutf::mailbox::tree::{Kind, Tree};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;

/// The octets of the mail in some files and directories.
pub(crate) struct Expected(Arc<OnceLock<Option<u64>>>);

impl Expected {
    /// Begins to find out. The thread is left to itself: it holds nothing, and what it learns late nobody needs.
    pub(crate) fn of(paths: &[PathBuf]) -> Self {
        let (known, paths) = (Arc::new(OnceLock::new()), paths.to_vec());
        let told = Arc::clone(&known);
        thread::spawn(move || {
            let octets = paths.iter().map(|path| octets(path)).sum::<Option<u64>>();
            told.set(octets.filter(|&octets| octets > 0))
        });
        Self(known)
    }

    /// How many they are, as soon as that is known; `None` also where it will not be, as some of the mail is
    /// compressed or comes through a pipe.
    pub(crate) fn octets(&self) -> Option<u64> {
        self.0.get().copied().flatten()
    }
}

fn octets(path: &Path) -> Option<u64> {
    let metadata = path.metadata().ok()?;
    #[cfg(unix)]
    if metadata.is_dir() {
        let files = Tree::below(path).ok()?.filter_map(Result::ok);
        let mail = files.filter(|found| !matches!(found.kind, Kind::Left(_)));
        return mail.map(|found| plain(found.location.name().as_ref()).then_some(found.size)).sum();
    }
    (metadata.is_file() && plain(path)).then_some(metadata.len())
}

fn plain(path: &Path) -> bool {
    Compression::of_name(path).is_none()
}
