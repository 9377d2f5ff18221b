//! Checks that the table in `docs/dependencies.md` is right. For each package that a `Cargo.toml` of the project
//! names as a dependency, the table tells which packages of the project need it, and whether it has a build script.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn metadata(more: &[&str]) -> Option<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    let cargo = cargo.args(["metadata", "--format-version", "1", "--offline", "--locked"]).args(more);
    let output = cargo.current_dir(project()).output().ok().filter(|output| output.status.success())?;
    serde_json::from_slice(&output.stdout).ok()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the rows of the table. The key is the package, and the value the other columns of its row.
fn table() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(project().join("docs/dependencies.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.map(|row| row.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect());
    rows.map(|cells: Vec<String>| (cells[1].clone(), cells[2..].to_vec())).collect()
}

#[test]
fn the_table_names_each_dependency_and_who_uses_it() {
    let asked = metadata(&["--no-deps"]).unwrap();
    let mut used: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for package in list(&asked, "packages") {
        let by = match package["name"].as_str() {
            Some("mailutf" | "mailutf-codecs") => "library",
            Some("mailutf-cli") => "program",
            Some("mailutf-lease" | "mailutf-stdio") => "bindings",
            Some("mailutf-capi" | "mailutf-preload") => "C",
            _ => "Python",
        };
        for dependency in list(package, "dependencies").iter().filter(|one| one["path"].is_null()) {
            let by = if dependency["kind"] == "dev" { "tests" } else { by };
            used.entry(dependency["name"].as_str().unwrap().to_owned()).or_default().insert(by);
        }
    }
    for users in used.values_mut().filter(|users| users.len() > 1) {
        users.remove("tests");
    }
    let named = table();
    assert_eq!(named.keys().collect::<Vec<_>>(), used.keys().collect::<Vec<_>>());
    for (name, users) in &used {
        let [what_for, used_by, maintained_by, ..] = &*named[name] else { panic!("{name}") };
        assert_eq!(used_by.split(", ").collect::<BTreeSet<_>>(), *users, "{name}");
        assert!(!what_for.is_empty() && !maintained_by.is_empty(), "{name}");
    }
}

#[test]
fn the_table_says_which_have_build_scripts() {
    let Some(all) = metadata(&["--all-features"]) else {
        println!("not checked: cargo does not have all packages without a network");
        return;
    };
    for (name, cells) in table() {
        let mut packages = list(&all, "packages").iter().filter(|package| package["name"] == *name);
        let has_script = packages.any(|package| {
            list(package, "targets")
                .iter()
                .any(|target| list(target, "kind").iter().any(|kind| kind == "custom-build"))
        });
        assert_eq!(cells[3] == "yes", has_script, "{name}");
    }
}
