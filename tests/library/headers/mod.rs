//! Header fields: what is decoded from them, what is written into them, and that both agree.

mod added;
mod addresses;
mod corpus;
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

/// The header in `form`. Any text is meant as it is, even if it looks garbled.
fn rewritten(header: &[u8], form: HeaderForm) -> Vec<u8> {
    let policy = Policy::default().with_headers(form).with_doubtful(Doubtful::Label);
    Normalizer::new(policy).plan(header).apply().into_owned()
}

/// The header in `form`, as text.
fn text(header: &str, form: HeaderForm) -> String {
    String::from_utf8(rewritten(header.as_bytes(), form)).unwrap()
}
