//! The WebAssembly of the npm package `mailutf`. `src/machine.js` calls it; the face for people is in `src/index.d.ts`.
//!
//! WebAssembly's functions take and return numbers only. So JavaScript first passes each octet string and each text by
//! [`argument`](exchange::argument), then calls a function, and reads its results by [`result`](exchange::result); structured
//! ones are JSON. A function returns [`exchange::Status`], or a number that its documentation tells. There is no `unsafe`
//! block: only the addresses of these buffers leave, and JavaScript writes to them while no other code runs.
//!
//! A call that breaks these rules panics, as a mistake in the library would: the machine stops, JavaScript throws an error with
//! the [message](exchange::panic_message), and makes a new machine.

mod charset;
mod convert;
mod exchange;
mod json;
mod mailbox;
mod message;
mod policy;
mod readings;
mod without_message;
