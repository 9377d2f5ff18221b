//! Turns mail in any charset into mail in UTF-8 without losing a byte that matters.
//!
//! ```
//! let message = b"Subject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n";
//! let plan = mailutf::normalize(message);
//! let output = plan.apply(); // borrowed when there is nothing to do
//! # let _ = output;
//! ```

pub mod charset;
pub mod error;
pub mod finding;
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
pub use span::Span;
