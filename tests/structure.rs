//! The tree of parts, held against Python's `email` over the shared corpus.
//!
//! The corpus and Python stand beside the project, not in it: where either is absent the test says so and
//! passes.

use mailutf::Limits;
use mailutf::message::{Message, PartKind};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Every mail file of the shared corpus.
fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.parent() != Some(&root) && !path.starts_with(root.join("charset-texts")) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A part as Python sees it.
struct Theirs {
    depth: usize,
    media_type: String,
    defects: String,
    body: Option<Vec<u8>>,
}

fn octets(hex: &str) -> Option<Vec<u8>> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok()).collect()
}

/// The trees by Python's `email`, or `None` without a `python3`.
fn python(files: &[PathBuf]) -> Option<Vec<Vec<Theirs>>> {
    let mut child = Command::new("python3")
        .args(["-c", include_str!("structure.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let list: Vec<_> = files.iter().map(|file| file.to_str().unwrap()).collect();
    child.stdin.take()?.write_all(list.join("\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let mut trees = Vec::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        match columns[..] {
            ["=", _] => trees.push(Vec::new()),
            [depth, media_type, defects, body] => trees.last_mut()?.push(Theirs {
                depth: depth.parse().unwrap(),
                media_type: media_type.to_owned(),
                defects: defects.to_owned(),
                body: octets(body),
            }),
            _ => panic!("{line}"),
        }
    }
    Some(trees)
}

#[test]
fn the_tree_is_that_of_python() {
    let files = corpus();
    let Some(trees) = python(&files).filter(|_| !files.is_empty()) else {
        println!("skipped: no python3 or no shared corpus");
        return;
    };
    assert_eq!(trees.len(), files.len());
    let mut differing = Vec::new();
    for (file, theirs) in files.iter().zip(&trees) {
        let input = fs::read(file).unwrap();
        let message = Message::parse(&input, &Limits::default());
        let tree: Vec<_> = message.parts.iter().map(|part| (part.depth, part.media_type.as_str())).collect();
        let expected: Vec<_> = theirs.iter().map(|part| (part.depth, part.media_type.as_str())).collect();
        if tree != expected {
            differing.push(file);
            println!("{}\n  ours   {tree:?}\n  theirs {expected:?}", file.display());
        } else {
            for (part, theirs) in message.parts.iter().zip(theirs) {
                let Some(body) = theirs.body.as_ref().filter(|_| part.kind != PartKind::Multipart) else {
                    continue;
                };
                let ours = part.transfer.unwrap_or_default().decode(part.body.slice(&input));
                if *ours.octets != *body {
                    println!(
                        "BODY {} {:?} {} {:?} {:?}\n<{}>\n<{}>",
                        file.display(),
                        part.transfer,
                        theirs.defects,
                        ours.repairs,
                        ours.tail,
                        ours.octets.escape_ascii(),
                        body.escape_ascii()
                    );
                }
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.len());
}
