//! Tests of `--limit-message`. A message that is larger than the limit is copied unchanged and named, and makes the
//! exit status 1.

use super::program;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use tempfile::TempDir;

const CHANGING: &str = "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=F0?=\n\ntext\n\n";

/// Returns a message of 500 KiB that would change if it were not too large.
fn large() -> String {
    format!("Subject: =?koi8-r?Q?=F0?=\n\n{}", "text\n".repeat(100 << 10))
}

fn mbox() -> String {
    format!("{CHANGING}From a@b.org Mon Jan  1 00:00:00 2024\n{}\n{CHANGING}", large())
}

/// Returns the exit status, standard output and standard error of a run.
fn run(args: &[&str], input: &[u8]) -> (i32, Vec<u8>, String) {
    let assert =
        program::assert_command().args(args).args(["--limit-message", "300K"]).write_stdin(input).assert();
    let output = assert.get_output();
    (output.status.code().unwrap(), output.stdout.clone(), String::from_utf8(output.stderr.clone()).unwrap())
}

#[test]
fn a_larger_message_on_standard_input_is_copied() {
    for command in ["normalize", "to-utf7"] {
        let (exit, output, said) = run(&[command], large().as_bytes());
        assert_eq!((exit, output == large().as_bytes()), (1, true), "{said}");
        assert!(said.contains("limit-reached") && said.contains("--limit-message"), "{said}");
        let (exit, output, said) = run(&[command], mbox().as_bytes());
        assert_eq!(exit, 1, "{said}");
        assert!(said.contains("message 2 at octet"), "{said}");
        let output = String::from_utf8(output).unwrap();
        assert!(output.contains(&large()) && !output.starts_with(CHANGING) && !output.ends_with(CHANGING));
    }
}

#[test]
fn commands_that_only_read_skip_a_larger_message() {
    for command in ["inspect", "detect", "text", "census", "check"] {
        for input in [large(), mbox()] {
            let (exit, output, said) = run(&[command], input.as_bytes());
            assert_eq!(exit, 1, "{command}: {said}");
            assert!(
                said.contains("skipped: more than 307200 octets (`--limit-message`)"),
                "{command}: {said}"
            );
            assert!(output.len() < 64 << 10, "{command}");
        }
    }
}

#[test]
fn a_larger_message_keeps_its_compression() {
    let directory = TempDir::new().unwrap();
    let write = |name: &str, octets: &[u8]| {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, octets).unwrap();
    };
    let mut gz = GzEncoder::new(Vec::new(), Compression::default());
    gz.write_all(large().as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let name = format!("Maildir/cur/1.2.host,S={}:2,S", large().len());
    ["new", "tmp"]
        .iter()
        .for_each(|name| fs::create_dir_all(directory.path().join("Maildir").join(name)).unwrap());
    let files = [("large.eml", large().into_bytes()), ("large.eml.gz", gz), (&name, large().into_bytes())];
    files.iter().for_each(|(name, octets)| write(name, octets));
    let root = directory.path().to_str().unwrap();
    let (exit, _, said) = run(&["normalize", root, "--in-place"], b"");
    assert_eq!((exit, said.contains("3 × limit-reached: ")), (1, true), "{said}");
    for (name, octets) in &files {
        assert!(fs::read(directory.path().join(name)).unwrap() == *octets, "{name}");
    }
    let new = TempDir::new().unwrap();
    let (exit, _, said) = run(&["normalize", root, "-o", new.path().to_str().unwrap()], b"");
    assert_eq!(exit, 1, "{said}");
    for (name, octets) in &files {
        let plain = |path: &Path| {
            let (octets, mut plain) = (fs::read(path).unwrap(), Vec::new());
            match name.ends_with(".gz") {
                true => {
                    flate2::read::GzDecoder::new(&octets[..]).read_to_end(&mut plain).map(|_| plain).unwrap()
                }
                false => octets,
            }
        };
        let copies: Vec<_> =
            [new.path().join(name), new.path().join(directory.path().file_name().unwrap()).join(name)]
                .into_iter()
                .filter(|path| path.exists())
                .collect();
        assert_eq!(copies.len(), 1, "{name}");
        assert!(plain(&copies[0]) == plain(&directory.path().join(name)), "{name}, {} octets", octets.len());
    }
}
