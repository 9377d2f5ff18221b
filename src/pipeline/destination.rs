//! Where the files of a tree are written.

use super::files::{Target, make_directory, make_maildir};
use crate::error::Error;
use crate::mailbox::fs::directory::{Directory, Location};
use crate::mailbox::fs::output;
use crate::mailbox::fs::replace::Rules;
use crate::mailbox::fs::tree::Kind;
use std::iter;
use std::path::Path;
use std::sync::Arc;

/// Where the new form of a tree is written.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum TreePlace<'p> {
    /// In place of the old form, by these rules.
    Over(&'p Rules),
    /// Below this directory, under the same names; the old form is kept. Only mail is copied. The directory
    /// must not be inside the tree, nor contain it.
    Below(&'p Path),
    /// Nowhere: the run only reports.
    Nowhere,
}

/// A [`TreePlace`] whose directory is open.
pub(super) enum Destination<'p> {
    Over(&'p Rules),
    Below(Arc<Directory>),
    Nowhere,
}

impl<'p> Destination<'p> {
    pub(super) fn of(place: TreePlace<'p>, tree: &Directory) -> Result<Self, Error> {
        Ok(match place {
            TreePlace::Over(rules) => Self::Over(rules),
            TreePlace::Nowhere => Self::Nowhere,
            TreePlace::Below(target) => {
                output::refuse_temporary_name(target)?;
                output::refuse_input(target, tree.path())?;
                make_directory(target.parent().unwrap_or(Path::new("")))?;
                let made = match Location::of(target) {
                    Ok(top) => top.directory().make(top.name(), tree),
                    Err(_) => Directory::open(target),
                };
                Self::Below(made.map_err(|error| Error::new("create", Some(target), error))?)
            }
        })
    }

    /// Calls `work` with the target of the file whose path in the tree is `inside`; its directory is `source`.
    /// `made` is the directory of the last target, which is used again for files of the same directory.
    pub(super) fn target<T>(
        &self,
        kind: Kind,
        inside: &Path,
        source: &Arc<Directory>,
        made: &mut Option<Made>,
        work: impl FnOnce(Target<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match self {
            Self::Over(rules) => work(Target::Over(rules)),
            Self::Nowhere => work(Target::Nowhere),
            Self::Below(root) => {
                let directory = match made.take().filter(|made| Arc::ptr_eq(&made.source, source)) {
                    Some(Made { directory, .. }) => directory,
                    None => {
                        let directory = make(root, source, inside)?;
                        if kind == Kind::Maildir {
                            make_maildir(&directory, source)?;
                        }
                        directory
                    }
                };
                let name = inside.file_name().unwrap_or_default().to_owned();
                let target = Location::new(Arc::clone(&directory), name);
                *made = Some(Made { source: Arc::clone(source), directory });
                work(Target::To(&target))
            }
        }
    }
}

/// A directory of the output, made for the files of `source`.
pub(super) struct Made {
    source: Arc<Directory>,
    directory: Arc<Directory>,
}

/// The directory below `root` of the new form of the file `inside`, whose directory in the tree is `source`.
/// Missing directories are created like those of the tree.
fn make(root: &Arc<Directory>, source: &Arc<Directory>, inside: &Path) -> Result<Arc<Directory>, Error> {
    let depth = inside.components().count().saturating_sub(1);
    let mut models: Vec<_> = iter::successors(Some(source), |model| model.parent()).take(depth).collect();
    models.reverse();
    let made = models.iter().try_fold(Arc::clone(root), |made, model| made.make(model.name(), model));
    made.map_err(|error| Error::new("create the directory of", Some(&root.path().join(inside)), error))
}
