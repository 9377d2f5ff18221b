//! Checks that `SECURITY.md` lists each file with unsafe code or with an unsafe attribute, with the reason.

use crate::architecture::code::Code;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The tokens that can follow `unsafe` in code that the compiler does not check: those of a block, a function, an
/// external block, an implementation, or a trait.
const CODE: [&str; 5] = ["{", "fn", "extern", "impl", "trait"];

/// The root of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The `.rs` files in a folder and the folders below it, except built and installed files.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        !name.starts_with('.') && !["target", "node_modules"].contains(&name) && !path.is_symlink()
    };
    let files = paths.filter(is_ours);
    let files = files.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The files that a cell of the table in `SECURITY.md` names. A name such as `a/{b,c}.rs` stands for two files.
fn files(cell: &str) -> Vec<String> {
    let path = cell.trim_matches('`');
    let braces = path.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?)));
    match braces {
        Some((start, (names, end))) => names.split(',').map(|name| format!("{start}{name}{end}")).collect(),
        None => vec![path.to_owned()],
    }
}

/// The files that `SECURITY.md` lists with `kind` in the second column.
fn listed(kind: &str) -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let (_, section) = page.split_once("\n## Unsafe code\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| ")?.split(" | ").collect();
        (cells.len() == 3 && cells[1] == kind).then(|| files(cells[0]))
    });
    rows.flatten().collect()
}

/// The files of the project in which `unsafe` is followed by a token that `is_one` accepts. Unit tests within a
/// file do not count.
fn found(is_one: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let having = sources(root()).into_iter().filter_map(|path| {
        let source = fs::read_to_string(&path).unwrap();
        if !source.contains("unsafe") {
            return None;
        }
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        let code = Code::new(&name, &source);
        let mut pairs = code.tokens.windows(2);
        pairs.any(|pair| pair[0] == "unsafe" && is_one(&pair[1])).then_some(name)
    });
    having.collect()
}

#[test]
fn each_file_with_unsafe_code_is_listed() {
    let found = found(|token| CODE.contains(&token));
    assert!(found.contains("lease/src/lib.rs"), "the files were not found");
    assert_eq!(found, listed("code"));
}

/// An attribute such as `#[unsafe(no_mangle)]` only sets an exported name. It contains no code.
#[test]
fn each_file_with_an_unsafe_attribute_alone_is_listed() {
    let with_code = found(|token| CODE.contains(&token));
    let with_attributes = found(|token| token == "(");
    let alone = with_attributes.difference(&with_code).cloned().collect::<BTreeSet<_>>();
    assert_eq!(alone, listed("attribute"));
}

/// The compiler rejects unsafe code in a package that forbids it.
#[test]
fn packages_without_unsafe_code_forbid_it() {
    let manifest = |package: &str| fs::read_to_string(root().join(package).join("Cargo.toml")).unwrap();
    assert!(manifest(".").contains("[workspace.lints.rust]\nunsafe_code = \"forbid\"\n"));
    for package in [".", "codecs", "cli"] {
        assert!(manifest(package).contains("\n[lints]\nworkspace = true\n"), "{package}");
    }
}
