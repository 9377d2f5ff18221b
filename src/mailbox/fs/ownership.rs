//! Owner, group and extended attributes of a file or a directory, given to another one.

use std::fs::{File, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use xattr::FileExt;

/// Gives `new` the owner and the group of `model`; the permissions that `new` is to have then. Where the group cannot
/// be given, its members may do no more than anybody else.
///
/// # Errors
/// Where one of them cannot be examined, or the owner cannot be given.
pub(super) fn copy(model: &File, new: &File) -> io::Result<Permissions> {
    let (model, own) = (model.metadata()?, new.metadata()?);
    if (model.uid(), model.gid()) == (own.uid(), own.gid()) {
        return Ok(model.permissions());
    }
    match fchown(new, Some(model.uid()), Some(model.gid())) {
        Err(_) if model.uid() == own.uid() => Ok(restricted(model.permissions())),
        given => given.map(|()| model.permissions()),
    }
}

/// As [`copy`]; where the owner cannot be given, `new` keeps the one that it has.
///
/// # Errors
/// Where one of them cannot be examined.
pub(super) fn copy_or_restrict(model: &File, new: &File) -> io::Result<Permissions> {
    let permissions = copy(model, new);
    if permissions.is_ok() {
        return permissions;
    }
    let model = model.metadata()?;
    let has_group = model.gid() == new.metadata()?.gid() || fchown(new, None, Some(model.gid())).is_ok();
    Ok(if has_group { model.permissions() } else { restricted(model.permissions()) })
}

/// The permissions, with those of the group cut down to those of anybody.
fn restricted(mut permissions: Permissions) -> Permissions {
    let anybody = permissions.mode() & 0o007;
    permissions.set_mode(permissions.mode() & 0o707 | anybody << 3);
    permissions
}

/// Gives `new` the extended attributes of `model`, access control lists among them.
///
/// # Errors
/// Where one of them cannot be read or given.
pub(super) fn copy_attributes(model: &File, new: &File) -> io::Result<()> {
    let names = match model.list_xattr() {
        // A file system without attributes has none to keep.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
        names => names?,
    };
    for name in names {
        if let Some(value) = model.get_xattr(&name)? {
            let set = new.set_xattr(&name, &value);
            // What the system attaches to a file is the system's to attach.
            if !name.as_bytes().starts_with(b"security.") {
                set?;
            }
        }
    }
    Ok(())
}
