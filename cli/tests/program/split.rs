//! Tests of `mailutf split`, and of `--range` of `normalize` and `to-utf7`.

use super::program;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Returns the exit status, standard output and standard error of a run.
fn run(args: &[&str], path: &Path) -> (i32, String, String) {
    let assert = program::assert_command().args(args).arg(path).assert();
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8_lossy(octets).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// Writes an mbox of messages that change, except one that cannot be converted.
fn mbox(dir: &TempDir) -> PathBuf {
    let message = |n: usize| {
        let transfer = if n == 7 { "x-none-such" } else { "8bit" };
        format!(
            "From a@b.org Mon Jan  1 00:00:00 2024\nMessage-ID: <{n}@b.org>\nSubject: =?koi8-r?Q?=F0?=\n\
             Content-Transfer-Encoding: {transfer}\n\n{}\n",
            "text\n".repeat(n)
        )
    };
    let path = dir.path().join("in.mbox");
    fs::write(&path, (0..20).map(message).collect::<String>()).unwrap();
    path
}

#[test]
fn the_outputs_of_the_ranges_are_the_output_of_the_whole() {
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    for command in ["normalize", "to-utf7"] {
        let whole = run(&[command], &path);
        let (exit, ranges, said) = run(&["split", "--size", "700"], &path);
        assert_eq!((exit, said.as_str()), (0, ""));
        assert!(ranges.lines().count() > 4, "{ranges}");
        let (mut worst, mut output, mut reported) = (0, String::new(), String::new());
        for range in ranges.lines() {
            let octets = range.split(':').next().unwrap();
            let part = run(&[command, "--range", range], &path);
            assert_eq!(run(&[command, "--range", octets], &path), part);
            worst = worst.max(part.0);
            output += &part.1;
            reported += &part.2;
        }
        assert!(whole.2.contains("message 8 at octet"), "{}", whole.2);
        assert_eq!((worst, output, reported), whole);
    }
}

/// Messages 3 to 8, 11 and 20 are from Ann. They are selected.
#[test]
fn the_ranges_of_selected_messages_are_those_messages() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("in.mbox");
    let message = |number: usize| {
        let from = if matches!(number, 3..=8 | 11 | 20) { "ann" } else { "bob" };
        format!(
            "From a@b.org Mon Jan  1 00:00:00 2024\nFrom: {from}@b.org\nSubject: =?koi8-r?Q?=F0?=\n\n{}\n",
            "From\n".repeat(number)
        )
    };
    let messages: Vec<_> = (1..=20).map(message).collect();
    fs::write(&path, messages.concat()).unwrap();
    let of_ann: String =
        [3..=8, 11..=11, 20..=20].map(|numbers| numbers.map(message).collect::<String>()).concat();
    for (size, expected) in
        [("1M", vec![3, 11, 20]), ("300", vec![3, 5, 7, 11, 20]), ("1", vec![3, 4, 5, 6, 7, 8, 11, 20])]
    {
        let (exit, ranges, said) = run(&["split", "--from", "ann@b.org", "--size", size], &path);
        assert_eq!((exit, said.as_str()), (0, ""));
        let numbers: Vec<u64> =
            ranges.lines().map(|range| range.split(':').nth(1).unwrap().parse().unwrap()).collect();
        assert_eq!(numbers, expected, "{size}: {ranges}");
        let outputs = ranges.lines().map(|range| run(&["normalize", "--range", range], &path).1);
        assert_eq!(outputs.collect::<String>(), of_ann.replace("=?koi8-r?Q?=F0?=", "П"), "{size}");
    }
    let (exit, ranges, said) = run(&["split", "--since", "2000"], &path);
    assert_eq!((exit, ranges.as_str()), (0, ""));
    assert!(said.contains("20 messages have no readable date"), "{said}");
    let (exit, _, said) = run(&["split", "--since", "2004", "--until", "2003"], &path);
    assert!(exit == 2 && said.contains("no message can be selected"), "{said}");
}

#[test]
fn a_range_goes_to_a_file_or_into_a_report() {
    let dir = TempDir::new().unwrap();
    let (path, part, report) = (mbox(&dir), dir.path().join("part.mbox"), dir.path().join("report"));
    let range = run(&["split", "--size", "1"], &path).1.lines().nth(1).unwrap().to_owned();
    let args =
        ["normalize", "--range", &range, "-o", part.to_str().unwrap(), "--report", report.to_str().unwrap()];
    assert_eq!(run(&args, &path), (0, String::new(), String::new()));
    let expected = run(&["normalize", "--range", &range], &path).1;
    assert_eq!(fs::read_to_string(&part).unwrap(), expected);
    assert!(expected.contains("<1@b.org>") && expected.matches("\nFrom ").count() == 0, "{expected}");
    assert!(fs::read_to_string(report).unwrap().contains("\"message\":2,"));
    assert_eq!(
        run(&["normalize", "--dry-run", "--quiet", "--range", &range], &path),
        (0, String::new(), String::new())
    );
}

#[test]
fn a_range_that_is_none_is_refused_in_words() {
    let dir = TempDir::new().unwrap();
    let path = mbox(&dir);
    let size = fs::metadata(&path).unwrap().len();
    let ends: Vec<String> = run(&["split", "--size", "1"], &path).1.lines().map(str::to_owned).collect();
    let end = ends[0].split(['-', ':']).nth(1).unwrap().parse::<u64>().unwrap();
    let inside = format!("octet {} is inside message 1, from 0 to {end}", end - 1);
    for (range, why) in [
        (format!("0-{}", end - 1), inside.clone()),
        (format!("{}-{size}", end - 1), inside),
        (
            format!("{end}-{}", size + 1),
            format!("the file ends at octet {size}, before the end of the range"),
        ),
        (format!("{}-{size}:2:auto", end - 1), format!("no message starts at octet {}", end - 1)),
        (format!("0-{}:1:auto", end - 1), format!("no message ends at octet {}", end - 1)),
        (format!("0-{}:1:auto", size + 1), format!("the file ends at octet {size}, before octet")),
        ("9-9".to_owned(), "expected START-END in octets, or a line".to_owned()),
        ("0-9:1:mbox".to_owned(), "expected START-END in octets, or a line".to_owned()),
    ] {
        let (exit, _, said) = run(&["normalize", "--range", &range, "-o", "part.mbox"], &path);
        assert!(exit == 2 && said.contains(&why), "{range}: {said}");
        assert!(!Path::new("part.mbox").exists());
    }
    let range = "0-99:1:auto";
    for (args, why) in [
        (&["normalize", "--range", range, "-"][..], "name only that file"),
        (&["normalize", "--range", range, "--mbox-variant", "mboxcl2"], "names the mbox variant"),
        (&["normalize", "--range", range, "--filter"], "cannot be used with"),
    ] {
        let (exit, _, said) = run(args, &path);
        assert!([2, 75].contains(&exit) && said.contains(why), "{args:?}: {said}");
    }
}

#[test]
fn what_has_no_ranges_is_refused_in_words() {
    let dir = TempDir::new().unwrap();
    let (gz, eml) = (dir.path().join("in.mbox.gz"), dir.path().join("letter.eml"));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&fs::read(mbox(&dir)).unwrap()).unwrap();
    fs::write(&gz, encoder.finish().unwrap()).unwrap();
    fs::write(&eml, "Subject: x\n\nx\n").unwrap();
    for (path, why) in [
        (gz.as_path(), "it is a compressed file; only an uncompressed mbox has ranges"),
        (&eml, "its first line does not start a message"),
        (dir.path(), "it is a directory; only an mbox has ranges"),
        (Path::new("-"), "standard input can only be read from its beginning; name a file"),
        (&dir.path().join("missing"), "cannot open: "),
    ] {
        for args in
            [&["split"][..], &["normalize", "--range", "0-9"], &["normalize", "--range", "0-9:1:auto"]]
        {
            let (exit, _, said) = run(args, path);
            assert!(exit == 2 && said.contains(why), "{args:?}: {said}");
        }
    }
    let empty = dir.path().join("empty.mbox");
    fs::write(&empty, "").unwrap();
    assert_eq!(run(&["split"], &empty), (0, String::new(), String::new()));
    assert_eq!(run(&["split", "--mbox-variant", "mboxrd"], &eml).0, 2);
}
