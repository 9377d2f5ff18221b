//! The structure of the code: which modules may import which, and tasks that only one module may do.

pub(crate) mod code;
pub(crate) mod imports;

use code::{Code, files_below, files_of_crate};
use imports::{Imports, circles};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Each module of the library, and the names of the modules that it may import.
const LAYERS: &[(&str, &str)] = &[
    ("internal", "mailbox policy rewrite syntax text"),
    (
        "pipeline",
        "mailbox rewrite verify header text selection structure syntax learn policy finding edit error limits span with",
    ),
    (
        "message",
        "mailbox field_form header text structure syntax policy rules finding flowed plain error limits span",
    ),
    ("encode", "field_form header syntax"),
    ("header", "text syntax charset policy finding span"),
    ("body", "text structure policy"),
    (
        "rewrite",
        "message field_form text structure syntax transfer charset policy rules finding edit flowed limits span with",
    ),
    ("census", "text structure syntax charset learn policy rules selection finding limits span with"),
    ("field_form", "text syntax transfer charset policy edit limits span"),
    ("text", "structure syntax transfer charset line_starts learn policy rules finding limits span"),
    ("mailbox", "edit syntax charset line_starts error limits span with"),
    ("verify", "structure edit transfer charset finding limits span"),
    ("rules", "selection mailbox structure finding charset learn syntax"),
    ("selection", "mailbox learn syntax span with"),
    ("structure", "syntax transfer finding limits span"),
    ("flowed", "charset"),
    ("plain", ""),
    ("finding", "charset transfer learn limits span"),
    ("policy", "rules charset learn limits with"),
    ("edit", "span"),
    ("learn", "syntax charset span"),
    ("syntax", "charset line_starts span"),
    ("charset", "kernels"),
    ("transfer", "kernels"),
    ("line_starts", "kernels"),
    ("kernels", ""),
    ("span", ""),
    ("limits", "with"),
    ("error", ""),
    ("with", ""),
];

/// Each module of the program, and the names of the modules that it may import.
const LAYERS_OF_THE_PROGRAM: &[(&str, &str)] = &[
    ("command_line", "commands options input progress exit terminal"),
    ("commands", "rewriting options inspection report output input search exit terminal"),
    ("rewriting", "options report output input progress exit terminal"),
    ("options", "inspection report output input search terminal"),
    ("report", "output input progress exit terminal"),
    ("inspection", "input terminal"),
    ("output", "input terminal"),
    ("input", "progress exit terminal"),
    ("progress", "terminal"),
    ("exit", "terminal"),
    ("search", ""),
    ("startup", ""),
    ("terminal", ""),
];

/// The folders of `text`. Each folder imports only from the folders before it.
const FOLDERS_OF_TEXT: &[&str] =
    &["evidence", "charset_choice", "header", "body", "piece", "inventory", "message"];

/// The files outside `text` and `charset` that choose a charset, weigh evidence or read a label. Do not add any.
const CHOOSERS: &[(&str, &str)] = &[
    ("src", "rewrite/body/reading.rs"),
    ("src", "rewrite/header/content_type.rs"),
    ("cli/src", "inspection/selecting_option.rs"),
    ("cli/src", "options/names.rs"),
    ("cli/src", "report/diff/blocks.rs"),
    ("cli/src", "inspection.rs"),
];

/// The files outside `edit` that read the replacement of an edit, and the reason for each file. Only `edit` inserts
/// a replacement between old octets.
const READERS_OF_EDITS: &[(&str, &str, &str)] = &[
    ("src", "pipeline/separators.rs", "looks for new `From ` lines in it"),
    ("src", "pipeline/work.rs", "counts the memory of a message"),
    ("src", "rewrite/draft.rs", "counts what edits add"),
    ("src", "rewrite/plan.rs", "drops edits that change nothing"),
    ("src", "rewrite/to_utf7/seven_bit.rs", "asks whether it is in 7 bits"),
    ("src", "rewrite/header/block.rs", "asks whether it is in 7 bits"),
    ("src", "rewrite/checks/signatures.rs", "finds the fields in it"),
    ("src", "rewrite/checks/structure.rs", "counts what edits add"),
    ("src", "rewrite/body/dependent_fields.rs", "compares it with the old text"),
    ("src", "verify/shortened.rs", "looks for new fields in it"),
    ("cli/src", "report/diff/blocks.rs", "shows it"),
];

/// Names that show access to the outside: files, streams, the network, the environment, the clock, the locale.
const AMBIENT: &[&str] = &[
    // A group of imports could hide one of the names below.
    "use std::{",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::time",
    "std::os",
    "rustix::",
    "xattr::",
    "stdin()",
    "stdout()",
    "stderr()",
    "Instant::",
    "SystemTime::",
    "println!",
    "eprintln!",
];

/// The modules that may access the outside, for mailboxes as files (feature `files`).
const WITH_FILES: &[&str] = &[
    "mailbox",
    "pipeline/files.rs",
    "pipeline/deferred_replacement.rs",
    "pipeline/destination.rs",
    "pipeline/group.rs",
    "pipeline/jobs.rs",
];

/// Returns the code of a crate. The code of each crate is split into tokens once for all tests.
fn crate_code(root: &'static str) -> Arc<Vec<Code>> {
    static CRATES: Mutex<BTreeMap<&str, Arc<Vec<Code>>>> = Mutex::new(BTreeMap::new());
    let mut crates = CRATES.lock().unwrap_or_else(PoisonError::into_inner);
    let code = || Arc::new(Code::of_crate(&Path::new(env!("CARGO_MANIFEST_DIR")).join(root)));
    Arc::clone(crates.entry(root).or_insert_with(code))
}

/// The files of the library, relative to `src`, and their contents.
fn library() -> Vec<(PathBuf, String)> {
    let files = files_of_crate(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).into_iter();
    let files = files.filter(|(name, _)| name != "proptest_config.rs");
    files.map(|(name, path)| (PathBuf::from(name), fs::read_to_string(path).unwrap())).collect()
}

/// The top-level module that a file belongs to.
fn top(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

#[test]
fn each_module_imports_only_from_below() {
    for (root, crate_file, layers) in
        [("src", "lib.rs", LAYERS), ("cli/src", "main.rs", LAYERS_OF_THE_PROGRAM)]
    {
        let code = crate_code(root);
        let imports = Imports::of(&code);
        let mut wrong = Vec::new();
        for (file, imported) in imports.graph().iter().filter(|(file, _)| **file != crate_file) {
            match layers.iter().find(|(name, _)| *name == top(file)) {
                None => wrong.push(format!("{file} has no place in the table")),
                Some((name, below)) => {
                    let allowed = |other: &str| {
                        top(other) == *name || below.split(' ').any(|below| below == top(other))
                    };
                    let above = imported.iter().filter(|other| !allowed(other));
                    wrong.extend(above.map(|other| format!("{file} imports {other}")));
                }
            }
        }
        assert!(wrong.is_empty(), "{root}: {wrong:#?}");
    }
}

#[test]
fn each_folder_of_text_imports_only_from_those_before() {
    let folder = |file: &str| {
        let inside = file.strip_prefix("text/")?.split(['/', '.']).next()?;
        FOLDERS_OF_TEXT.iter().position(|folder| *folder == inside)
    };
    let code = crate_code("src");
    let imports = Imports::of(&code);
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for (file, imported) in imports.graph() {
        let Some(own) = folder(file) else { continue };
        seen.insert(own);
        let above = imported.into_iter().filter(|other| folder(other).is_some_and(|other| other > own));
        wrong.extend(above.map(|other| format!("{file} imports {other}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(seen.len(), FOLDERS_OF_TEXT.len());
}

/// What the octets of a text show does not depend on the wishes of the caller, or on the other texts of the message.
/// So the files in `text/evidence` do not import the policy.
#[test]
fn evidence_imports_no_policy() {
    let code = crate_code("src");
    let imports = Imports::of(&code);
    let graph = imports.graph();
    let evidence = graph.iter().filter(|(file, _)| file.starts_with("text/evidence/"));
    let wrong: Vec<_> = evidence
        .flat_map(|(file, imported)| imported.iter().map(move |other| (file, other)))
        .filter(|(_, other)| top(other) == "policy" || **other == "text/context.rs")
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for root in ["src", "capi/src", "capi/preload/src", "cli/src", "python/src", "web/wasm"] {
        let code = crate_code(root);
        let imports = Imports::of(&code);
        let graph = imports.graph();
        let circles: Vec<String> = circles(&graph).iter().map(|circle| circle.join(" -> ")).collect();
        assert!(circles.is_empty(), "{root}: each imports the next, and the last the first: {circles:#?}");
    }
}

/// Fails if the files for which `is_one` returns true are not exactly the listed ones.
#[track_caller]
fn are_listed(listed: impl Iterator<Item = String>, is_one: impl Fn(&Code) -> bool) {
    let found = ["src", "cli/src"].into_iter().flat_map(|root| {
        let code = crate_code(root);
        let files = code.iter().filter(|code| is_one(code));
        files.map(|code| format!("{root}/{}", code.file)).collect::<Vec<_>>()
    });
    let (found, listed): (BTreeSet<String>, BTreeSet<String>) = (found.collect(), listed.collect());
    let new: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(new.is_empty(), "not allowed: {new:#?}");
    assert!(gone.is_empty(), "strike from the list: {gone:#?}");
}

/// In headers, only RFC 2231 gives the apostrophe and the percent sign a meaning. So only the module for RFC 2231
/// looks for these characters.
#[test]
fn one_file_reads_rfc_2231() {
    let reads = |(_, source): &(PathBuf, String)| {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines
            .into_iter()
            .any(|line| ["b'\\''", "b'%'", "'%'", "'\\''"].iter().any(|sign| line.contains(sign)))
    };
    // The apostrophe also has a meaning in HTML, and in UTF-7 it is a character of Set D.
    const OTHERS: [&str; 3] = ["text/body/html.rs", "rewrite/to_utf7/html.rs", "charset/utf7/classes.rs"];
    let may = |file: &Path| !OTHERS.iter().any(|other| file == Path::new(other));
    let files = library().into_iter().filter(|(file, _)| may(file)).filter(reads);
    let files: Vec<_> = files.map(|(file, _)| file).collect();
    assert_eq!(files, [Path::new("syntax/rfc2231.rs")]);
}

#[test]
fn only_text_chooses_a_charset() {
    const CHOICES: &[&[&str]] = &[
        &["detect", "("],
        &["EncodingDetector"],
        &["language_model"],
        &["by_escape"],
        &["by_language"],
        &["utf16_order"],
        &["candidates"],
        &["for_label"],
        &["Label", "::", "read"],
    ];
    let exempt = ["charset", "internal", "text", "rules", "syntax"];
    are_listed(CHOOSERS.iter().map(|(root, file)| format!("{root}/{file}")), |code| {
        !exempt.contains(&top(&code.file)) && CHOICES.iter().any(|tokens| code.has(tokens))
    });
}

/// Whether the code reads a field `replacement` of a value other than `self`, or takes an `Edit` apart.
fn reads_replacements(tokens: &[String]) -> bool {
    let is_read = |window: &[String]| window[0] != "self" && window[1] == "." && window[2] == "replacement";
    let patterns = tokens.windows(2).enumerate().filter(|(_, window)| *window == ["Edit", "{"]);
    let is_taken_apart = |(start, _): (usize, &[String])| {
        let inside = tokens[start..].split(|token| token == "}").next().unwrap_or_default();
        inside.iter().any(|token| token == "replacement") && inside.ends_with(&[".".into(), ".".into()])
    };
    tokens.windows(3).any(is_read) || patterns.into_iter().any(is_taken_apart)
}

#[test]
fn only_edit_splices() {
    are_listed(READERS_OF_EDITS.iter().map(|(root, file, _)| format!("{root}/{file}")), |code| {
        top(&code.file) != "edit" && reads_replacements(&code.tokens)
    });
}

#[test]
fn circles_are_found() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use b::deep::Deep; use std::fmt; const X: u8 = b'\\'';"),
        (
            "a.rs",
            "use crate::Deep; /* use crate::b::c::C; */ fn a<'a>() { b(\"crate::b::c::C\") } pub struct A;",
        ),
        ("b/mod.rs", "pub mod c; pub mod deep; pub use c::*;"),
        (
            "b/c.rs",
            "pub struct C; #[cfg(test)] mod tests { use crate::a::A; } fn c() -> super::deep::Deep {}",
        ),
        ("b/deep.rs", "use crate::{a, b::{self as all, C as D}}; pub struct Deep(a::A, all::Unknown, D);"),
    ];
    let code = files.map(|(file, code)| Code::new(file, code));
    let imports = Imports::of(&code);
    let graph = imports.graph();
    let of = |file: &str| graph[file].iter().copied().collect::<Vec<_>>();
    assert_eq!(of("a.rs"), ["b/deep.rs"]);
    assert_eq!(of("b/c.rs"), ["b/deep.rs"]);
    assert_eq!(of("b/deep.rs"), ["a.rs", "b/c.rs", "b/mod.rs"]);
    assert_eq!(circles(&graph), [["b/deep.rs", "a.rs"]]);
}

/// Guarantee G25 (docs/guarantees.md): apart from the modules for mailboxes in files, the library uses no file,
/// network, environment variable, clock or locale.
#[test]
fn only_mailboxes_access_the_outside() {
    let mut wrong = Vec::new();
    for (inside, source) in library() {
        if WITH_FILES.iter().any(|place| inside.starts_with(place)) {
            continue;
        }
        let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines.filter(|line| AMBIENT.iter().any(|ambient| line.contains(ambient))) {
            wrong.push(format!("{}: {}", inside.display(), line.trim()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Guarantee G11 (docs/guarantees.md): the time grows no faster than the length of a message. The functions of
/// `encoding_rs` that this test forbids write to all spare capacity of the string on each call. Decoding calls such
/// a function once for each error, so its time would be quadratic.
#[test]
fn nothing_decodes_into_the_spare_capacity_of_a_string() {
    for (inside, source) in library() {
        let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        assert!(!code.contains(".decode_to_str"), "{}", inside.display());
    }
}

/// A test must fail because of a change, not by chance. So each property test names `proptest_config`, which fixes
/// the cases that are tried.
#[test]
fn properties_try_the_same_cases_in_every_run() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut properties = 0;
    for file in ["src", "codecs/src", "tests"].iter().flat_map(|folder| files_below(&project.join(folder))) {
        let source = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0].ends_with("proptest! {")) {
            properties += 1;
            let named = pair[1].starts_with("#![proptest_config(")
                && pair[1].matches("proptest_config(").count() == 2;
            assert!(named, "{}: {}", file.display(), pair[1]);
        }
    }
    assert!(properties > 40, "{properties}");
}

/// Guarantee G26: all dependencies come from crates.io, and `deny.toml` bans none of them.
#[test]
fn dependencies_come_from_the_registry_and_none_is_banned() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(project.join(name)).unwrap();
    let (lock, deny) = (read("Cargo.lock"), read("deny.toml"));
    let value = |line: &str, key: &str| {
        let value = line.strip_prefix(key)?.strip_prefix(" = \"")?;
        Some(value.strip_suffix('"')?.to_owned())
    };
    let named = |name: &str| deny.contains(&format!("{{ name = \"{name}\" }}"));
    assert!(named("tokio"));
    let packages: Vec<&str> = lock.split("[[package]]\n").skip(1).collect();
    assert!(packages.len() > 50);
    for package in packages {
        let of = |key| package.lines().find_map(|line| value(line, key));
        let name = of("name").unwrap();
        assert!(!named(&name), "{name} is banned");
        let source = of("source").unwrap_or_default();
        assert!(
            name.starts_with("mailutf") || source == "registry+https://github.com/rust-lang/crates.io-index",
            "{name}: {source}"
        );
    }
}
