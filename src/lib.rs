//! Turns mail in any charset into mail in UTF-8 without losing a byte that matters.
//!
//! ```
//! let message = b"Subject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n";
//! let plan = mailutf::normalize(message);
//! let output = plan.apply(); // borrowed when there is nothing to do
//! # let _ = output;
//! ```

// G10, no panic on any input: an index or an unwrap stands with `#[expect(…, reason = "the proof")]`.
// G25, the library writes to no stream of its own.
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod body;
pub mod census;
pub mod charset;
pub mod error;
pub mod finding;
pub mod flowed;
pub mod header;
pub mod limits;
pub mod mailbox;
pub mod message;
pub mod pipeline;
pub mod policy;
pub mod resolve;
pub mod rewrite;
pub mod span;
pub mod syntax;
pub mod transfer;
#[cfg(feature = "verify")]
pub mod verify;

pub use error::Error;
pub use finding::{Code, Finding, Severity};
pub use limits::Limits;
pub use policy::Policy;
pub use rewrite::{Normalizer, Plan, normalize};
#[cfg(feature = "to-utf7")]
pub use rewrite::{ToUtf7, Utf7Options, Wrap};
pub use span::Span;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
