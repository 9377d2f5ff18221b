//! Exchanges data with JavaScript: arguments, results, and the message of a panic.

use crate::json::Object;
use std::cell::RefCell;
use std::panic;
use std::sync::{Mutex, Once, PoisonError};

thread_local! {
    static ARGUMENTS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
    static RESULTS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// The message of the last panic.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// The status with which a call ended.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call succeeded, and its results can be read.
    Done = 0,
    /// The call failed. The first result is a JSON object with the `kind` and the `message` of the error. The caller
    /// made a mistake, or the data contains an error.
    Failed = 1,
    /// There is no result: the value does not exist, or the end of the mailbox is reached.
    Nothing = 2,
    /// More octets of the mailbox must be added before there can be a result.
    NeedsMore = 3,
}

/// An error that JavaScript throws.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind of error: `choice`, `charset`, `malformed`, `unencodable`, or `unreadable`.
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    /// The offset of the error in the data: in octets if the data is octets, in UTF-16 units if it is text from
    /// JavaScript.
    pub(crate) offset: Option<usize>,
}

impl Failure {
    pub(crate) fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), offset: None }
    }
}

/// Adds an argument of `length` octets for the next call, and returns the address to which JavaScript writes them.
#[unsafe(no_mangle)]
pub extern "C" fn argument(length: usize) -> *mut u8 {
    keep_panics();
    let mut octets = vec![0; length];
    // The vector is moved below, but its octets stay at this address.
    let address = octets.as_mut_ptr();
    ARGUMENTS.with_borrow_mut(|arguments| arguments.push(octets));
    address
}

/// Returns the address of a result of the last call, or null if there is no such result.
#[unsafe(no_mangle)]
pub extern "C" fn result(index: usize) -> *const u8 {
    RESULTS.with_borrow(|results| results.get(index).map_or(std::ptr::null(), |result| result.as_ptr()))
}

/// Returns the length of a result of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn result_length(index: usize) -> usize {
    RESULTS.with_borrow(|results| results.get(index).map_or(0, Vec::len))
}

/// Frees all results and arguments.
#[unsafe(no_mangle)]
pub extern "C" fn release() {
    RESULTS.take();
    ARGUMENTS.take();
}

/// Replaces all results by the message of the last panic.
#[unsafe(no_mangle)]
pub extern "C" fn panic_message() {
    let message = std::mem::take(&mut *PANIC.lock().unwrap_or_else(PoisonError::into_inner));
    RESULTS.with(|results| {
        if let Ok(mut results) = results.try_borrow_mut() {
            *results = vec![message.into_bytes()];
        }
    });
}

/// Installs a panic hook that keeps the message of a panic for JavaScript, because WebAssembly cannot print the message.
fn keep_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|info| {
            *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string();
        }));
    });
}

/// Takes the arguments of a call.
pub(crate) fn arguments<const N: usize>() -> [Vec<u8>; N] {
    match ARGUMENTS.take().try_into() {
        Ok(arguments) => arguments,
        Err(given) => panic!("{N} arguments are needed, not {}", given.len()),
    }
}

/// Takes the arguments of a call that can have any number of them.
pub(crate) fn any_arguments() -> Vec<Vec<u8>> {
    ARGUMENTS.take()
}

/// Converts an argument to text.
pub(crate) fn text(argument: Vec<u8>) -> String {
    String::from_utf8(argument).unwrap_or_else(|_| panic!("an argument is no text"))
}

/// Ends a call with these results.
pub(crate) fn done<const N: usize>(results: [Vec<u8>; N]) -> Status {
    RESULTS.set(results.into());
    Status::Done
}

/// Ends a call with its results, or with an error.
pub(crate) fn ended<const N: usize>(results: Result<[Vec<u8>; N], Failure>) -> Status {
    match results {
        Ok(results) => done(results),
        Err(Failure { kind, message, offset }) => {
            let error = Object::new().with("kind", kind).with("message", message).with("offset", offset);
            done([error.end()]);
            Status::Failed
        }
    }
}
