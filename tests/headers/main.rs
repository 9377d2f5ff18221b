//! Header fields: what is read out of them, what is written into them, and that both are the same.

mod added;
#[path = "../../src/cases.rs"]
mod cases;
mod corpus;
mod findings;
mod in_context;
mod japanese;
mod linear;
#[cfg(feature = "verify")]
mod oracles;
mod overlap;
mod soup;
mod split;
mod written;

use cases::cases;
use mailutf::policy::HeaderForm;
use mailutf::{Normalizer, Policy};

/// The header in `form`.
fn rewritten(header: &[u8], form: HeaderForm) -> Vec<u8> {
    let policy = Policy { headers: form, ..Policy::default() };
    Normalizer::new(policy).plan(header).apply().into_owned()
}

/// The header in `form`, as text.
fn text(header: &str, form: HeaderForm) -> String {
    String::from_utf8(rewritten(header.as_bytes(), form)).unwrap()
}
