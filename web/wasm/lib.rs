//! The WebAssembly of the npm package `mailutf`. `src/machine.js` calls it; the public interface is in `src/index.d.ts`.
//!
//! Functions of WebAssembly take and return only numbers. So JavaScript first passes each octet string and each text by
//! [`argument`](exchange::argument), then calls a function, and then reads its results by [`result`](exchange::result).
//! Structured results are JSON. A function returns an [`exchange::Status`], or a number that its documentation
//! describes. There is no `unsafe` block: only the addresses of the buffers for arguments and results leave Rust, and
//! JavaScript writes to the buffers while no other code runs.
//!
//! A call that breaks these rules causes a panic. An internal error of the library causes a panic, too. The machine (a
//! running instance of the WebAssembly) then stops. JavaScript throws an error with the
//! [message](exchange::panic_message), and makes a new machine.

mod charset;
mod convert;
mod exchange;
mod json;
mod mailbox;
mod message;
mod policy;
mod readings;
mod without_message;
