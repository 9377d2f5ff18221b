//! The layers hold: each module imports only from the layers below it.

use std::fs;
use std::path::{Path, PathBuf};

/// A module, and the modules of this crate it may import. What is not listed may import nothing.
const LAYERS: &[(&str, &[&str])] = &[
    ("span", &[]),
    ("limits", &[]),
    ("finding", &["span", "limits", "charset", "transfer"]),
    ("edit", &["span"]),
    ("error", &[]),
    ("charset", &[]),
    ("flowed", &["charset"]),
    ("policy", &["charset", "limits"]),
    ("transfer", &["span"]),
    ("syntax", &["span", "limits"]),
    ("structure", &["span", "limits", "finding", "syntax", "transfer"]),
    ("text", &["span", "limits", "finding", "policy", "charset", "syntax", "transfer", "structure"]),
    ("header", &["span", "limits", "policy", "charset", "syntax", "text"]),
    ("body", &["policy", "structure", "text"]),
    ("census", &["span", "limits", "policy", "charset", "syntax", "structure", "text"]),
    (
        "rewrite",
        &[
            "edit",
            "span",
            "limits",
            "finding",
            "policy",
            "charset",
            "syntax",
            "transfer",
            "structure",
            "text",
            "flowed",
        ],
    ),
    ("mailbox", &["edit", "span", "error", "syntax", "charset", "limits"]),
    ("verify", &["span", "limits", "finding", "policy", "structure"]),
    (
        "pipeline",
        &[
            "edit",
            "span",
            "limits",
            "error",
            "finding",
            "policy",
            "mailbox",
            "structure",
            "rewrite",
            "verify",
        ],
    ),
];

/// What reaches out of the library: files, streams, the network, the environment, the clock, the locale.
const AMBIENT: &[&str] = &[
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

/// Those that may: mailboxes as files, which is what they are for (feature `files`).
const WITH_FILES: &[&str] =
    &["mailbox", "pipeline/files.rs", "pipeline/deferred_replacement.rs", "pipeline/tree.rs"];

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Names after `crate::` in code (documentation may point anywhere).
fn imports(source: &str) -> impl Iterator<Item = &str> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1)).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

/// The files of the library, below `src`, and what is in them; not `cases`, which is its tests' only.
fn library() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let inside = files.into_iter().map(|file| {
        let source = fs::read_to_string(&file).unwrap();
        (file.strip_prefix(&root).unwrap().to_path_buf(), source)
    });
    inside.filter(|(file, _)| file != Path::new("proptest_config.rs")).collect()
}

#[test]
fn each_module_imports_only_from_below() {
    let mut wrong = Vec::new();
    for (inside, source) in library() {
        let top = inside.iter().next().unwrap().to_str().unwrap();
        if top == "lib.rs" {
            continue;
        }
        let module = top.trim_end_matches(".rs");
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{module} has no place in the table"));
            continue;
        };
        for name in imports(&source) {
            if name != module && name != "proptest_config" && !allowed.contains(&name) {
                wrong.push(format!("{} imports {name}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Guarantee G25.
#[test]
fn nothing_but_mailboxes_reaches_out_of_the_library() {
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

/// Guarantee G11: these calls of `encoding_rs` write to all spare capacity of the string each time, so that one call
/// for each error or each run makes decoding quadratic.
#[test]
fn nothing_decodes_into_the_spare_capacity_of_a_string() {
    for (inside, source) in library() {
        let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        assert!(!code.contains(".decode_to_str"), "{}", inside.display());
    }
}

/// The gate fails for what was changed, not by chance: each property says with `proptest_config` how often it is tried.
#[test]
fn properties_try_the_same_cases_in_every_run() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    ["src", "tests"].iter().for_each(|folder| sources(&project.join(folder), &mut files));
    let mut properties = 0;
    for file in files {
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

/// Guarantee G26: what is built comes from the one registry, and nothing of it is what `deny.toml` bans.
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
