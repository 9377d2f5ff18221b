//! Compares the output for each message in `corpus/` with its golden file, with LF and with CRLF line ends.
//!
//! If `UPDATE_GOLDEN=1` is set, the outputs and findings are written to the golden files instead. Read the
//! difference before you commit the files.

use mailutf::charset::Charset;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::Pipeline;
use mailutf::policy::Doubtful;
use mailutf::{Normalizer, Plan, Policy};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

struct Row {
    path: String,
    shows: String,
    findings: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn updating() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}

/// The rows of the table in `corpus/README.md`.
fn rows() -> Vec<Row> {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let rows = readme.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.strip_suffix('|')?.split(" | ");
        let path = cells.next()?.trim_end_matches('`').to_owned();
        Some(Row { path, shows: cells.next()?.to_owned(), findings: cells.next()?.trim().to_owned() })
    });
    rows.collect()
}

fn with_crlf(octets: &[u8]) -> Vec<u8> {
    let mut output = Vec::with_capacity(octets.len() * 2);
    for (i, &octet) in octets.iter().enumerate() {
        if octet == b'\n' && (i == 0 || octets[i - 1] != b'\r') {
            output.push(b'\r');
        }
        output.push(octet);
    }
    output
}

fn findings(plan: &Plan<'_>) -> String {
    let codes: BTreeSet<&str> = plan.findings().iter().map(|finding| finding.code.as_str()).collect();
    codes.into_iter().collect::<Vec<_>>().join(", ")
}

/// The name of an option, and the function that sets it.
type Choice = (&'static str, fn(&mut Policy));

/// The options that change the output of some messages.
const CHOICES: [Choice; 8] = [
    ("break-signatures", |policy| policy.break_signatures = true),
    ("charset", |policy| {
        let said = policy.rules.overrule(b"windows-1252", Charset::for_label(b"windows-1251").unwrap());
        assert_eq!(said, None);
    }),
    ("decode-all", |policy| policy.decode_all = true),
    ("doubtful-evidence", |policy| policy.doubtful = Doubtful::Evidence),
    ("doubtful-label", |policy| policy.doubtful = Doubtful::Label),
    ("keep-dkim", |policy| policy.keep_dkim = true),
    ("lossy", |policy| policy.lossy = true),
    ("strict", |policy| policy.strict = true),
];

/// Compares `output` with the golden file at `path`, or writes the golden file. If `output` equals `same`, there is
/// no golden file.
fn golden(path: &Path, output: &[u8], same: &[u8]) {
    if updating() {
        if output == same {
            let _ = fs::remove_file(path);
        } else {
            fs::write(path, output).unwrap();
        }
    }
    let expected = fs::read(path).unwrap_or_else(|_| same.to_vec());
    assert!(
        output == expected,
        "{}:\n--- expected\n{}\n--- got\n{}",
        path.display(),
        String::from_utf8_lossy(&expected),
        String::from_utf8_lossy(output)
    );
}

#[test]
fn each_message_has_its_golden_output() {
    let normalizer = Normalizer::default();
    let mut rows = rows();
    for row in rows.iter_mut().filter(|row| row.path.ends_with(".eml")) {
        let path = root().join(&row.path);
        let input = fs::read(&path).unwrap();
        let plan = normalizer.plan(&input);
        let output = plan.apply();
        golden(&path.with_extension("utf8.eml"), &output, &input);
        let crlf = with_crlf(&input);
        golden(&path.with_extension("crlf.utf8.eml"), &normalizer.plan(&crlf).apply(), &with_crlf(&output));
        for (name, choose) in CHOICES {
            let mut policy = Policy::default();
            choose(&mut policy);
            let chosen = Normalizer::new(policy);
            let golden_path = path.with_extension(format!("{name}.utf8.eml"));
            golden(&golden_path, &chosen.plan(&input).apply(), &output);
            assert!(chosen.plan(&chosen.plan(&input).apply()).is_noop(), "a second run changes {}", row.path);
        }
        if updating() {
            row.findings = findings(&plan);
        }
        assert_eq!(findings(&plan), row.findings, "findings of {}", row.path);
        assert!(normalizer.plan(&output).is_noop(), "a second run changes {}", row.path);
    }
    if updating() {
        let path = root().join("README.md");
        let readme = fs::read_to_string(&path).unwrap();
        let head: String =
            readme.lines().take_while(|line| !line.starts_with("| `")).map(|l| format!("{l}\n")).collect();
        let table: String = rows
            .iter()
            .map(|row| format!("| `{}` | {} | {} |\n", row.path, row.shows, row.findings))
            .collect();
        fs::write(path, head + &table).unwrap();
    }
}

#[test]
fn each_mailbox_has_its_golden_output() {
    let normalized = |mbox: &[u8]| {
        let (mut output, source) = (Vec::new(), Source::new(mbox, Format::Any).unwrap());
        Pipeline::new(Policy::default()).run(source, &mut output, |_| {}).unwrap();
        output
    };
    for row in rows().iter().filter(|row| row.path.ends_with(".mbox")) {
        let path = root().join(&row.path);
        let input = fs::read(&path).unwrap();
        let output = normalized(&input);
        golden(&path.with_extension("utf8.mbox"), &output, &input);
        golden(&path.with_extension("crlf.utf8.mbox"), &normalized(&with_crlf(&input)), &with_crlf(&output));
        assert!(normalized(&output) == output, "a second run changes {}", row.path);
    }
}

#[test]
fn each_message_has_a_row_in_the_readme() {
    let listed: BTreeSet<String> = rows().into_iter().map(|row| row.path).collect();
    let mut found = BTreeSet::new();
    for topic in fs::read_dir(root()).unwrap().filter_map(|entry| fs::read_dir(entry.unwrap().path()).ok()) {
        for file in topic {
            let path = file.unwrap().path();
            if !path.to_str().unwrap().contains(".utf8.") {
                found.insert(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    assert_eq!(found, listed);
}
