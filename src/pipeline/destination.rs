//! Where converted mail is written.

use crate::error::Error;
use crate::mailbox::fs::directory::{Directory, Location};
use crate::mailbox::fs::output;
use crate::mailbox::fs::replace::ReplaceOptions;
use crate::mailbox::mail::Kind;
use std::ffi::OsStr;
use std::fs;
use std::iter;
use std::path::Path;
use std::sync::Arc;

/// The directory of a Maildir in which a message is written before it is moved to `new` or `cur`.
pub(super) const TMP: &str = "tmp";

/// Where converted mail is written (Unix, feature `files`).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Destination<'p> {
    /// In place: each converted file replaces its original, with these options.
    InPlace(&'p ReplaceOptions),
    /// To this path; the original is kept. Missing directories are created.
    ///
    /// For a file, this is the path of the converted file. An existing file at this path is replaced, unless it is
    /// the original itself. For a tree, this is a directory, which gets the converted files under the same names.
    /// Only mail is copied. The directory must not be inside the tree, nor contain the tree.
    To(&'p Path),
    /// Nowhere: the run only reports.
    Nowhere,
}

/// A destination whose path was looked up: `P` is the directory for the files of a tree, or the location of one file.
#[derive(Clone, Debug)]
pub(super) enum Target<'p, P> {
    InPlace(&'p ReplaceOptions),
    To(P),
    Nowhere,
}

impl<'p> Destination<'p> {
    /// Returns the target for the file at `path`, and creates the directory of the target.
    pub(super) fn of_file(self, path: &Path) -> Result<Target<'p, Location>, Error> {
        self.at(|target| Location::of(allowed(target, path)?))
    }

    /// Returns the target for the files of `tree`, and creates the target, which is a directory.
    pub(super) fn of_tree(self, tree: &Directory) -> Result<Target<'p, Arc<Directory>>, Error> {
        self.at(|target| {
            let made = match Location::of(allowed(target, tree.path())?) {
                Ok(top) => top.directory().make(top.name(), tree),
                Err(_) => Directory::open(target),
            };
            made.map_err(Error::failed("create", target))
        })
    }

    fn at<P>(self, place: impl FnOnce(&'p Path) -> Result<P, Error>) -> Result<Target<'p, P>, Error> {
        Ok(match self {
            Self::InPlace(options) => Target::InPlace(options),
            Self::To(path) => Target::To(place(path)?),
            Self::Nowhere => Target::Nowhere,
        })
    }
}

impl<'p> Target<'p, Arc<Directory>> {
    /// The target for the file that has the path `inside` in the tree and is in the directory `source`. `last` is the
    /// output directory of the previous file. It is used again if this file is from the same directory.
    pub(super) fn of_found(
        &self,
        kind: Kind,
        inside: &Path,
        source: &Arc<Directory>,
        last: &mut Option<OutputDirectory>,
    ) -> Result<Target<'p, Location>, Error> {
        let root = match self {
            Self::InPlace(options) => return Ok(Target::InPlace(options)),
            Self::Nowhere => return Ok(Target::Nowhere),
            Self::To(root) => root,
        };
        let directory = match last.take().filter(|last| Arc::ptr_eq(&last.source, source)) {
            Some(OutputDirectory { directory, .. }) => directory,
            None => {
                let directory = make_like(root, source, inside)?;
                if kind == Kind::Maildir {
                    make_maildir(&directory, source)?;
                }
                directory
            }
        };
        let name = inside.file_name().unwrap_or_default().to_owned();
        *last = Some(OutputDirectory { source: Arc::clone(source), directory: Arc::clone(&directory) });
        Ok(Target::To(Location::new(directory, name)))
    }
}

/// A directory of the output, made for the files of `source`.
pub(super) struct OutputDirectory {
    source: Arc<Directory>,
    directory: Arc<Directory>,
}

/// The directory below `root` for the converted file. The file has the path `inside` in the tree, and is in the
/// directory `source` there. Missing directories are created with the properties of the corresponding directories in
/// the tree.
fn make_like(root: &Arc<Directory>, source: &Arc<Directory>, inside: &Path) -> Result<Arc<Directory>, Error> {
    let depth = inside.components().count().saturating_sub(1);
    let mut models: Vec<_> = iter::successors(Some(source), |model| model.parent()).take(depth).collect();
    models.reverse();
    let made = models.iter().try_fold(Arc::clone(root), |made, model| made.make(model.name(), model));
    made.map_err(|error| Error::new("create its directory", Some(&root.path().join(inside)), error))
}

/// Returns `output`, and creates the directory that contains it. Fails if a file at `output` would destroy `input`,
/// or if `output` is a temporary name.
fn allowed<'p>(output: &'p Path, input: &Path) -> Result<&'p Path, Error> {
    output::refuse_temporary_name(output)?;
    output::refuse_input(output, input)?;
    make_directory(output.parent().unwrap_or(Path::new("")))?;
    Ok(output)
}

/// Creates the missing directories of the Maildir that contains the directory `cur`, with the properties of `model`.
/// The directory `cur` may also be the directory `new` of the Maildir.
fn make_maildir(cur: &Directory, model: &Directory) -> Result<(), Error> {
    let Some(folder) = cur.parent() else { return Ok(()) };
    ["cur", "new", TMP].iter().try_for_each(|name| {
        let made = folder.make(OsStr::new(name), model);
        made.map(drop).map_err(|error| Error::new("create", Some(&folder.path().join(name)), error))
    })
}

/// Creates the directory and its missing parents, and flushes their names to the disk.
fn make_directory(directory: &Path) -> Result<(), Error> {
    let missing = directory.ancestors().filter(|path| !path.as_os_str().is_empty());
    let missing: Vec<_> = missing.take_while(|path| !path.is_dir()).collect();
    let flush = |path: &&Path| {
        let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::File::open(above)?.sync_all()
    };
    let made = match missing.is_empty() {
        true => Ok(()),
        false => fs::create_dir_all(directory).and_then(|()| missing.iter().try_for_each(flush)),
    };
    made.map_err(Error::failed("create", directory))
}
