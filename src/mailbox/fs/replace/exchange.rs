//! Puts one replacement in the place of its original, unless the original changed since it was read.

use super::original::Original;
use super::replacement::Replacement;
use crate::error::Error;
use crate::mailbox::fs::directory::Location;
use std::io::{self, ErrorKind};

impl Replacement {
    /// Puts the file in the place of `original`, under the name `target`. Returns the current location of the
    /// original, if it still has to be removed.
    ///
    /// If `target` is not the name of `original`, then `original` is first renamed to `target`, so that the
    /// two versions are never visible at the same time. If `original` cannot be replaced, it is renamed back.
    pub(super) fn replace_as(
        &mut self,
        original: &Original,
        target: &Location,
    ) -> Result<Option<Location>, Error> {
        let old = original.location();
        if !original.is_at(old) {
            return Err(original.has_changed());
        }
        if target.name() == old.name() {
            return self.replace(original, target);
        }
        old.rename_to_free(target).map_err(|error| {
            let action = "give it the name with its new sizes";
            match error.kind() {
                ErrorKind::NotFound => original.has_changed(),
                _ => Error::new(action, Some(original.path()), error),
            }
        })?;
        let replaced = self.replace(original, target);
        if replaced.is_err() && original.is_at(target) {
            // If the original cannot be renamed back, the next run gives it the right name.
            let _ = target.rename_to_free(old);
        }
        replaced
    }

    /// Does the same as [`replace_as`](Replacement::replace_as) for an mbox. The new file is first renamed to
    /// `place`. Then the two files exchange their names, so the original is called `place`. If the original
    /// changed at the last moment, the exchange is not undone, because another program may already have
    /// opened the new file. Such a change is noticed later. Returns the current location of the original, if
    /// the original still has a name.
    pub(super) fn replace_watched(
        &mut self,
        original: &Original,
        place: Location,
    ) -> Result<Option<Location>, Error> {
        let target = original.location();
        if !original.is_at(target) {
            return Err(original.has_changed());
        }
        let unfinished = self.location.clone();
        self.location.rename(&place).map_err(place.failed("create"))?;
        self.location = place;
        let otherwise = |new: &mut Self| new.rename_beside(original, target, unfinished);
        self.exchange_or(original, target, Original::is_named, otherwise)
    }

    /// Puts the file in the place of `original`, which is at `target`.
    fn replace(&mut self, original: &Original, target: &Location) -> Result<Option<Location>, Error> {
        self.exchange_or(original, target, Original::examine_at, |new| new.rename_over(original, target))
    }

    /// Exchanges the replacement with the file at `target` if the system can do that atomically. The exchange is
    /// undone if `is_original` rejects the file that was at `target`, for example because another file took the
    /// place of the original after the last check. If the system cannot exchange files, `otherwise` replaces the
    /// file.
    fn exchange_or(
        &mut self,
        original: &Original,
        target: &Location,
        is_original: impl Fn(&Original, &Location) -> io::Result<bool>,
        otherwise: impl FnOnce(&mut Self) -> Result<Option<Location>, Error>,
    ) -> Result<Option<Location>, Error> {
        match self.location.exchange(target).map(|()| is_original(original, &self.location)) {
            Ok(Ok(true)) => {
                self.in_place = true;
                // After the exchange, the original has the temporary name.
                Ok(Some(self.location.clone()))
            }
            Ok(Err(error)) => {
                // The original is not put back, because a second exchange would change the ctimes of both
                // files, and `undo` compares these ctimes if the backup has no record. The next run examines
                // the original.
                self.in_place = true;
                Err(Error::new("look at its original", Some(&self.location.path()), error))
            }
            Ok(Ok(false)) => {
                if let Err(error) = self.location.exchange(target) {
                    // The temporary file now contains the last change by another program, so it is kept.
                    self.in_place = true;
                    return Err(Error::new("put back", Some(&self.location.path()), error));
                }
                Err(original.has_changed())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Err(original.has_changed()),
            // Either the file system cannot exchange files, and `otherwise` replaces the file. Or renaming is
            // impossible, and `otherwise` fails with the same error.
            Err(_) => otherwise(self),
        }
    }

    /// Does the same as [`rename_over`](Replacement::rename_over), but keeps the original under a second
    /// name. The second name is the current name of the replacement, so the replacement is first renamed to
    /// `unfinished`. Returns the location with the second name, if the file system has hard links.
    fn rename_beside(
        &mut self,
        original: &Original,
        target: &Location,
        unfinished: Location,
    ) -> Result<Option<Location>, Error> {
        let place = self.location.clone();
        place.rename(&unfinished).map_err(unfinished.failed("create"))?;
        self.location = unfinished;
        if target.link(&place).is_err() {
            return self.rename_over(original, target);
        }
        let replaced = match original.is_named(&place) {
            Ok(true) => self.rename_over(original, target),
            _ => Err(original.has_changed()),
        };
        if replaced.is_err() {
            // If `place` cannot be removed, the next run removes it, because it is a second name of the mbox.
            let _ = place.remove();
        }
        replaced.map(|_| Some(place))
    }

    /// Replaces the original on systems that cannot exchange files. A change of the original after the last
    /// check is lost.
    fn rename_over(&mut self, original: &Original, target: &Location) -> Result<Option<Location>, Error> {
        if original.is_at(target) { self.rename(target).map(|()| None) } else { Err(original.has_changed()) }
    }

    /// Gives the file the name `target`. If another file has this name, it loses the name.
    pub(super) fn rename(&mut self, target: &Location) -> Result<(), Error> {
        self.location.rename(target).map_err(target.failed("replace"))?;
        self.in_place = true;
        Ok(())
    }
}

#[cfg(all(test, any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod tests {
    use super::*;
    use crate::mailbox::fs::replace::ReplaceOptions;
    use std::fs;
    use std::io::Write;
    use std::path::Path;
    use tempfile::TempDir;

    /// Calls `meanwhile`, and then tries to replace a file with the function `replace`. Returns three values:
    /// the error, if the file is not replaced; the content of the file after that; and the number of files in
    /// its directory.
    fn attempt(
        replace: impl Fn(&mut Replacement, &Original) -> Result<Option<Location>, Error>,
        meanwhile: impl Fn(&Path),
    ) -> (Option<String>, Option<String>, usize) {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("1.eml");
        fs::write(&path, "old").unwrap();
        let original = Original::open(&path, false, &ReplaceOptions::default()).unwrap();
        let mut replacement = Replacement::beside(&original).unwrap();
        replacement.write_all(b"new").unwrap();
        meanwhile(&path);
        let refused = match replace(&mut replacement, &original) {
            Ok(old) => {
                old.into_iter().for_each(|old| old.remove().unwrap());
                None
            }
            Err(error) => Some(error.to_string()),
        };
        drop(replacement);
        (refused, fs::read_to_string(&path).ok(), fs::read_dir(dir.path()).unwrap().count())
    }

    fn rewrite(path: &Path) {
        fs::write(path, "old and more").unwrap();
    }

    #[test]
    fn without_exchange_a_file_changed_before_the_last_check_is_not_replaced() {
        let attempt = |meanwhile: fn(&Path)| {
            attempt(|new, original| new.rename_over(original, original.location()), meanwhile)
        };
        assert_eq!(attempt(|_| {}), (None, Some("new".into()), 1));
        let (refused, now, files) = attempt(rewrite);
        assert!(refused.unwrap().contains("changed"));
        assert_eq!((now.as_deref(), files), (Some("old and more"), 1));
    }

    #[test]
    fn a_file_changed_after_the_last_check_is_not_replaced() {
        let attempt = |meanwhile: fn(&Path)| {
            let exchanged = |old: &Option<Location>| assert!(old.is_some());
            attempt(|new, original| new.replace(original, original.location()).inspect(exchanged), meanwhile)
        };
        assert_eq!(attempt(|_| {}), (None, Some("new".into()), 1));
        let exchange: fn(&Path) = |path| {
            let edited = path.with_file_name("edited");
            fs::write(&edited, "edited").unwrap();
            fs::rename(edited, path).unwrap();
        };
        let remove: fn(&Path) = |path| fs::remove_file(path).unwrap();
        for (meanwhile, left, why) in [
            (exchange, Some("edited"), "it changed"),
            (rewrite, Some("old and more"), "it changed"),
            (remove, None, "it was moved or removed"),
        ] {
            let (refused, now, files) = attempt(meanwhile);
            assert!(refused.unwrap().contains(why));
            assert_eq!((now.as_deref(), files), (left, usize::from(left.is_some())));
        }
    }
}
