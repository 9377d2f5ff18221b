//! Tests of header fields: the text that the library decodes from fields, and the text that it writes into fields.
//! The written text must decode to the text that was meant.

mod added;
mod addresses;
mod corpus;
mod damaged;
mod entries;
mod file_names;
mod findings;
mod in_context;
mod japanese;
mod linear;
mod marks;
mod overlap;
mod raw_charset;
mod soup;
mod split;
mod written;

use mailutf::policy::{Doubtful, HeaderForm};
use mailutf::{Normalizer, Policy};

/// Rewrites the header in `form`. The policy takes each text as it is labelled, even if the text looks garbled.
fn rewritten(header: &[u8], form: HeaderForm) -> Vec<u8> {
    let policy = Policy::default().with_headers(form).with_doubtful(Doubtful::Label);
    Normalizer::new(policy).plan(header).apply().into_owned()
}

/// Rewrites the header in `form`, and returns it as a string.
fn text(header: &str, form: HeaderForm) -> String {
    String::from_utf8(rewritten(header.as_bytes(), form)).unwrap()
}
