//! Copies the owner, the group and the extended attributes of one file or directory to another.

use super::converted;
use std::fs::{File, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use xattr::FileExt;

/// Gives `new` the owner and the group of `model`, and returns the permissions that `new` should have. If the
/// group cannot be set, the permissions of the group are reduced to the permissions of others.
///
/// # Errors
/// Fails if a file cannot be examined, or if the owner cannot be set.
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

/// Does the same as [`copy`], but if the owner cannot be set, `new` keeps its own owner.
///
/// # Errors
/// Fails if a file cannot be examined.
pub(super) fn copy_or_restrict(model: &File, new: &File) -> io::Result<Permissions> {
    let permissions = copy(model, new);
    if permissions.is_ok() {
        return permissions;
    }
    let model = model.metadata()?;
    let has_group = model.gid() == new.metadata()?.gid() || fchown(new, None, Some(model.gid())).is_ok();
    Ok(if has_group { model.permissions() } else { restricted(model.permissions()) })
}

/// Reduces the permissions of the group to the permissions of others.
fn restricted(mut permissions: Permissions) -> Permissions {
    let anybody = permissions.mode() & 0o007;
    permissions.set_mode(permissions.mode() & 0o707 | anybody << 3);
    permissions
}

/// Gives `new` the extended attributes of `model`, including access control lists. One attribute is not copied:
/// the attribute in which a backup records the [fingerprint](converted) of the file that replaced the original.
///
/// # Errors
/// Fails if an attribute cannot be read or set.
pub(super) fn copy_attributes(model: &File, new: &File) -> io::Result<()> {
    let names = match model.list_xattr() {
        // The file system has no extended attributes.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
        names => names?,
    };
    for name in names.filter(|name| !converted::is_record(name)) {
        if let Some(value) = model.get_xattr(&name)? {
            let set = new.set_xattr(&name, &value);
            // Only the system may set attributes with this prefix, so errors are ignored for them.
            if !name.as_bytes().starts_with(b"security.") {
                set?;
            }
        }
    }
    Ok(())
}
