//! Lists of addresses: reads them from header fields, and makes them for new fields.

use crate::guard::{free, guarded, octets};
use crate::hints::{mailutf_hints, with_hints};
use crate::status::mailutf_status;
use crate::text::c_string;
use mailutf::header;
use std::ffi::{CString, c_char};
use std::ptr;

/// A list of addresses, or the reason why there is no list.
#[derive(Debug)]
pub struct mailutf_addresses {
    status: mailutf_status,
    list: Vec<(CString, CString)>,
}

impl mailutf_addresses {
    pub(crate) fn of(list: Vec<header::EmailAddress>) -> Self {
        let both = |email: header::EmailAddress| (c_string(&email.name), c_string(&email.address));
        Self { status: mailutf_status::MAILUTF_OK, list: list.into_iter().map(both).collect() }
    }

    /// Returns the addresses, or the status that says why there is no list.
    pub(crate) fn list(&self) -> Result<Vec<header::EmailAddress>, mailutf_status> {
        let both = |(name, address): &(CString, CString)| {
            header::EmailAddress::new(name.to_string_lossy(), address.to_string_lossy())
        };
        match self.status {
            mailutf_status::MAILUTF_OK => Ok(self.list.iter().map(both).collect()),
            status => Err(status),
        }
    }

    /// Returns an empty list whose status says why there are no addresses.
    pub(crate) fn none(status: mailutf_status) -> Self {
        Self { status, list: Vec::new() }
    }

    pub(crate) fn handle(self) -> *mut Self {
        Box::into_raw(Box::new(self))
    }
}

/// Reads the addresses in a header field such as From or Cc. The members of address groups are included. `value` is the text
/// after the colon of the field, as the message contains it. Do not pass decoded text: a decoded name can look like an address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_header_addresses(
    value: *const c_char,
    length: usize,
    hints: *const mailutf_hints,
) -> *mut mailutf_addresses {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let Some(value) = (unsafe { octets(value, length) }) else {
        return mailutf_addresses::none(mailutf_status::MAILUTF_INVALID_ARGUMENT).handle();
    };
    let read = |hints: &mailutf_hints| {
        let policy = hints.for_display();
        mailutf_addresses::of(header::addresses_in(value, &hints.context(&policy)))
    };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { with_hints(hints, read) }.map_or(ptr::null_mut(), mailutf_addresses::handle)
}

/// Makes an empty list of addresses. mailutf_addresses_add() adds addresses to the list, and
/// mailutf_encode_addresses() encodes it. Free the list by mailutf_addresses_free().
#[unsafe(no_mangle)]
pub extern "C" fn mailutf_addresses_new() -> *mut mailutf_addresses {
    guarded(|| mailutf_addresses::of(Vec::new()).handle()).unwrap_or(ptr::null_mut())
}

/// Adds an address to a list. The list can be a new one, or one that another function returned. `name` is the display name in
/// UTF-8, or NULL or empty if there is none. `address` is in UTF-8, without angle brackets. Both are decoded text, as
/// mailutf_addresses_name() and mailutf_addresses_address() return it. Returns MAILUTF_INVALID_ARGUMENT, and leaves the list
/// unchanged, if `address` is NULL or if `name` or `address` is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_addresses_add(
    addresses: *mut mailutf_addresses,
    name: *const c_char,
    address: *const c_char,
) -> mailutf_status {
    let name = if name.is_null() { c"".as_ptr() } else { name };
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let given = unsafe { (addresses.as_mut(), crate::guard::name(name), crate::guard::name(address)) };
    let (Some(addresses), Some(name), Some(address)) = given else {
        return mailutf_status::MAILUTF_INVALID_ARGUMENT;
    };
    let done = guarded(|| addresses.list.push((c_string(name), c_string(address))));
    done.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |()| mailutf_status::MAILUTF_OK)
}

/// The status of the call that returned the list; MAILUTF_INTERNAL_ERROR if `addresses` is NULL. An empty list can have the
/// status MAILUTF_OK, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_addresses_status(addresses: *const mailutf_addresses) -> mailutf_status {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { addresses.as_ref() }.map_or(mailutf_status::MAILUTF_INTERNAL_ERROR, |list| list.status)
}

/// The number of addresses in a list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_addresses_count(addresses: *const mailutf_addresses) -> usize {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { addresses.as_ref() }.map_or(0, |addresses| addresses.list.len())
}

/// The name that belongs to the address with this index. Addresses are counted from 0. The name is the display name or, if there
/// is no display name, the comment, because old mail programs wrote names in comments. The result is an empty string if there is
/// neither of them. The result is NULL if the index is beyond the last address. A NUL in the name becomes U+FFFD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_addresses_name(
    addresses: *const mailutf_addresses,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let address = unsafe { addresses.as_ref() }.and_then(|addresses| addresses.list.get(index));
    address.map_or(ptr::null(), |(name, _)| name.as_ptr())
}

/// The address with this index, without angle brackets and comments. Addresses are counted from 0. An encoded word in the
/// address stays encoded. If the entry has an address only inside the encoded words of its name, the result is this
/// address. The result is NULL if the index is beyond the last address. A NUL in the address becomes U+FFFD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_addresses_address(
    addresses: *const mailutf_addresses,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    let address = unsafe { addresses.as_ref() }.and_then(|addresses| addresses.list.get(index));
    address.map_or(ptr::null(), |(_, address)| address.as_ptr())
}

/// Frees a list of addresses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mailutf_addresses_free(addresses: *mut mailutf_addresses) {
    // SAFETY: the caller obeys the rules at the top of mailutf.h.
    unsafe { free(addresses) };
}
