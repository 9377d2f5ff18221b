//! Tests that the header `include/mailutf.h` is what cbindgen generates from the present source. A test in
//! `callers.rs` checks that the header names everything that the library exports.

use std::path::Path;
use std::{env, fs};

/// The files whose functions are in the header, in the order of the header.
const CHAPTERS: &[&str] = &[
    "version.rs",
    "status.rs",
    "text.rs",
    "hints.rs",
    "header.rs",
    "addresses.rs",
    "encode.rs",
    "body.rs",
    "charset.rs",
    "imap.rs",
    "iconv.rs",
    "message.rs",
    "ids.rs",
    "readings.rs",
    "mailbox.rs",
    "rewrite.rs",
];

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_header_is_current() {
    let config = cbindgen::Config::from_file(package().join("cbindgen.toml")).unwrap();
    let builder = cbindgen::Builder::new().with_config(config);
    let add = |builder: cbindgen::Builder, name: &&str| builder.with_src(package().join("src").join(name));
    let bindings = CHAPTERS.iter().fold(builder, add).generate().unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let kept = package().join("include/mailutf.h");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&kept, &made).unwrap();
    }
    let made = String::from_utf8(made).unwrap();
    let kept = fs::read_to_string(kept).unwrap_or_default();
    let new = made.lines().zip(kept.lines()).find(|(made, kept)| made != kept);
    let advice = "run UPDATE_GOLDEN=1 cargo test -p mailutf-capi --test header";
    assert!(made == kept, "{advice}; the first line that differs: {new:?}");
}

/// The header documents each choice of mailutf_hints_set(), because programmers in C find the choices
/// there.
#[test]
fn the_header_names_each_choice() {
    let header = fs::read_to_string(package().join("include/mailutf.h")).unwrap();
    for choice in mailutf::internal::choices::all() {
        assert!(header.contains(&format!("\"{}\"", choice.name)), "{}", choice.name);
    }
}
