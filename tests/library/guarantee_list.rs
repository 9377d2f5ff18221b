//! Checks that `docs/guarantees.md` has a row for each guarantee whose number occurs in the code or in the tests.
//! The row says what the guarantee promises and which tests check it.

use crate::architecture::code::files_below;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The folders in which comments name guarantees by number.
const FOLDERS: [&str; 9] = [
    "src",
    "codecs/src",
    "cli/src",
    "cli/tests",
    "python/src",
    "capi/src",
    "web/wasm",
    "tests",
    "fuzz/fuzz_targets",
];

/// In this folder, a letter with a number is the name of a character set of ISO 2022 instead.
const ISO_2022: &str = "codecs/src/charset/iso2022/";

/// The folders in which many guarantees have a test of their own. The name of the test file, or of its folder,
/// begins with the number.
const NUMBERED: [&str; 2] = ["tests/guarantees", "cli/tests/program"];

/// The root of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The numbers of the guarantees that the comments of `source` name, as in `G12`.
fn named(source: &str) -> BTreeSet<u32> {
    let comments = source.lines().filter_map(|line| line.split_once("//"));
    let words = comments.flat_map(|(_, comment)| comment.split(|c: char| !c.is_alphanumeric()));
    words.filter_map(|word| word.strip_prefix('G')?.parse().ok()).collect()
}

/// Reads the rows of the table in `docs/guarantees.md`: the test files of each guarantee, by the number
/// of the guarantee.
fn rows() -> BTreeMap<u32, Vec<String>> {
    let page = fs::read_to_string(root().join("docs/guarantees.md")).unwrap();
    let mut rows: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("| G")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [number, promise, tests] = cells[..] else { panic!("not three cells: {row}") };
        assert!(promise.ends_with('.') && promise.matches(". ").count() == 0, "not one sentence: {promise}");
        let tests = tests.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        assert!(rows.insert(number.parse().unwrap(), tests).is_none(), "two rows of G{number}");
    }
    rows
}

#[test]
fn each_guarantee_that_is_named_has_a_row() {
    let rows = rows();
    let mut unknown = Vec::new();
    for file in FOLDERS.iter().flat_map(|folder| files_below(&root().join(folder))) {
        let name = file.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        if !name.starts_with(ISO_2022) {
            let numbers = named(&fs::read_to_string(&file).unwrap());
            let missing = numbers.iter().filter(|number| !rows.contains_key(*number));
            unknown.extend(missing.map(|number| format!("{name}: G{number}")));
        }
    }
    assert!(unknown.is_empty(), "docs/guarantees.md has no row for {unknown:#?}");
}

#[test]
fn each_row_has_tests_that_name_it() {
    let rows = rows();
    assert!(rows.keys().copied().eq(1..=rows.len() as u32), "a number is missing: {:?}", rows.keys());
    for (number, tests) in &rows {
        assert!(!tests.is_empty(), "G{number} has no test");
        for test in tests {
            let source = fs::read_to_string(root().join(test));
            let source = source.unwrap_or_else(|error| panic!("G{number}: {test}: {error}"));
            assert!(named(&source).contains(number), "{test} does not name G{number}");
        }
    }
}

#[test]
fn each_test_that_is_named_by_a_number_is_in_its_row() {
    let rows = rows();
    let mut seen = 0;
    for folder in NUMBERED {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let number = name.strip_prefix('g').and_then(|rest| rest.split_once('_')?.0.parse::<u32>().ok());
            let Some(number) = number else { continue };
            let file =
                if path.is_dir() { format!("{folder}/{name}/mod.rs") } else { format!("{folder}/{name}") };
            // A test file can have its modules in a folder of the same name. Such a folder has no `mod.rs`.
            if root().join(&file).exists() {
                let is_listed = rows.get(&number).is_some_and(|tests| tests.contains(&file));
                assert!(is_listed, "docs/guarantees.md does not list {file} for G{number}");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen}");
}
