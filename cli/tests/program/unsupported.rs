//! Tests of files in unsupported formats. They are kept, named, and counted in the exit status, whatever their
//! names are.

use super::program;
use std::fs;
use tempfile::TempDir;

const NAMED: &str = "format-unsupported";

/// Returns files, each with its name and whether files of its kind hold only mail.
fn files() -> Vec<(&'static str, Vec<u8>, bool)> {
    let text = b"From: a@b\nContent-Type: text/plain; charset=iso-8859-1\n\ncaf\xE9\n";
    let framed = |before: &[u8], behind: &[u8]| [before, text, behind].concat();
    vec![
        ("babyl", framed(b"BABYL OPTIONS:\nVersion: 5\n\x1F\x0C\n1,,\n*** EOOH ***\n", b"\x1F"), true),
        ("rnews", framed(b"#! rnews 63\n", b"#! rnews 63\n"), true),
        ("bsmtp", framed(b"HELO example.org\nMAIL FROM:<a@b>\nRCPT TO:<c@d>\nDATA\n", b".\nQUIT\n"), true),
        ("mbx", framed(b"*mbx*\r\n", b""), true),
        ("pst", framed(b"!BDN\x01\x02", b""), true),
        (
            "cr-mbox",
            b"From a@b Mon Jan  5 10:00:00 2004\rFrom: a@b\rSubject: c\r\rcaf\xE9\r\rFrom a@b Mon Jan  5 10:00:01 2004\r"
                .to_vec(),
            true,
        ),
        ("pdf", framed(b"%PDF-1.7\n", b""), false),
        ("zip", framed(b"PK\x03\x04", b""), false),
        // This file is larger than what is read at once.
        ("large", framed(b"BABYL OPTIONS:\n", &b"\xE9".repeat(1_000_000)), true),
    ]
}

#[test]
fn every_command_that_reads_mail_names_them_and_leaves_them() {
    let dir = TempDir::new().unwrap();
    for (name, octets, _) in files() {
        for ending in ["", ".eml", ".mbox"] {
            let path = dir.path().join(format!("{name}{ending}"));
            fs::write(&path, &octets).unwrap();
            for command in [
                &["normalize", "--in-place"][..],
                &["normalize", "--dry-run"],
                &["normalize", "--mbox-variant", "mboxrd", "--in-place"],
                &["check"],
                &["census"],
                &["inspect"],
                &["detect"],
                &["text"],
            ] {
                let assert = program::assert_command().args(command).arg(&path).assert().code(1);
                let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
                assert!(said.contains(NAMED), "{name}{ending}: {command:?}: {said}");
                assert!(fs::read(&path).unwrap() == octets, "{name}{ending}: {command:?}");
            }
        }
    }
}

#[test]
fn they_are_copied_octet_for_octet() {
    let dir = TempDir::new().unwrap();
    let (old, new) = (dir.path().join("old.eml"), dir.path().join("new.eml"));
    for (name, octets, _) in files() {
        let assert = program::assert_command().arg("normalize").write_stdin(octets.clone()).assert().code(1);
        assert!(assert.get_output().stdout == octets, "{name}");
        assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains(NAMED), "{name}");
        fs::write(&old, &octets).unwrap();
        program::assert_command()
            .arg("normalize")
            .arg(&old)
            .arg("-o")
            .arg(&new)
            .arg("--force")
            .assert()
            .code(1);
        assert!(fs::read(&new).unwrap() == octets, "{name}");
    }
}

/// In a directory, a file in an unsupported format counts as mail only if files in this format hold nothing but mail.
#[test]
#[cfg(unix)]
fn in_a_tree_unsupported_mailboxes_are_named_and_counted() {
    for (name, octets, holds_mail) in files() {
        let dir = TempDir::new().unwrap();
        fs::write(dir.path().join(name), &octets).unwrap();
        fs::write(dir.path().join("1.eml"), "Subject: x\n\nx\n").unwrap();
        for command in [&["normalize", "--in-place"][..], &["check"], &["census"], &["text"]] {
            let assert = program::assert_command().args(command).arg(dir.path()).assert();
            let assert = assert.code(i32::from(holds_mail));
            let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            // `normalize` names all files that it skips, whether they are mail or not.
            assert_eq!(said.contains(name), holds_mail || command[0] == "normalize", "{name}: {said}");
        }
        assert!(fs::read(dir.path().join(name)).unwrap() == octets);
    }
    let dir = TempDir::new().unwrap();
    let (name, octets, _) = files().swap_remove(0);
    fs::create_dir_all(dir.path().join("cur")).unwrap();
    fs::create_dir_all(dir.path().join("new")).unwrap();
    fs::create_dir_all(dir.path().join("tmp")).unwrap();
    let path = dir.path().join("cur/1:2,S");
    fs::write(&path, &octets).unwrap();
    let assert = program::assert_command().args(["normalize", "--in-place"]).arg(dir.path()).assert().code(1);
    assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains(NAMED), "{name}");
    assert!(fs::read(&path).unwrap() == octets);
}

/// In a directory, a message in a file with an unusual name, such as `letter.txt`, is kept, named, and counted in the
/// exit status. A text that quotes a header is not a message.
#[test]
#[cfg(unix)]
fn in_a_tree_a_message_under_another_name_is_named_and_counted() {
    let message = "From: a@b\nDate: Tue, 2 Jan 2024 03:04:05 +0000\nSubject: =?koi8-r?Q?=F0?=\n\nx\n";
    for (name, text, is_message) in [
        ("letter.txt", message.to_owned(), true),
        ("letter", message.replace("Date:", "Received: by c; Date:"), true),
        ("letter~", message.to_owned(), false),
        ("notes.txt", format!("He wrote:\n\n{message}"), false),
        ("notes.md", "From: here\n\nDate: now\n".to_owned(), false),
        ("notes", message.replacen('\n', "\nthe letter below\n", 1), false),
    ] {
        let dir = TempDir::new().unwrap();
        fs::write(dir.path().join(name), &text).unwrap();
        fs::write(dir.path().join("1.eml"), "Subject: x\n\nx\n").unwrap();
        for command in
            [&["normalize", "--in-place"][..], &["check"], &["census"], &["text"], &["inspect"], &["detect"]]
        {
            let assert = program::assert_command().args(command).arg(dir.path()).assert();
            let assert = assert.code(i32::from(is_message));
            let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            let is_named = is_message || command[0] == "normalize" && !name.ends_with('~');
            assert_eq!(said.contains(name), is_named, "{name}: {command:?}: {said}");
        }
        assert_eq!(fs::read_to_string(dir.path().join(name)).unwrap(), text);
        program::assert_command()
            .args(["normalize", "--in-place"])
            .arg(dir.path().join(name))
            .assert()
            .success();
    }
}

const MBOX: &str = "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?iso-8859-1?Q?caf=E9?=\n\nx\n\n";

/// Returns a ZIP archive whose files are stored without compression.
#[cfg(unix)]
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let (mut archive, mut list) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let mut sum = flate2::Crc::new();
        sum.update(content.as_bytes());
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let described =
            [&[10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..], &sum.sum().to_le_bytes(), &size, &size, &length]
                .concat();
        let at = u32::try_from(archive.len()).unwrap().to_le_bytes();
        archive
            .extend([b"PK\x03\x04", &described[..], b"\0\0", name.as_bytes(), content.as_bytes()].concat());
        list.extend([b"PK\x01\x02\x0A\0", &described[..], &[0; 12], &at, name.as_bytes()].concat());
    }
    let (count, size) = (u8::try_from(files.len()).unwrap(), u32::try_from(list.len()).unwrap());
    let at = u32::try_from(archive.len()).unwrap();
    let end =
        [b"PK\x05\x06\0\0\0\0", &[count, 0, count, 0][..], &size.to_le_bytes(), &at.to_le_bytes(), b"\0\0"];
    [archive, list, end.concat()].concat()
}

/// Returns a tar archive.
#[cfg(unix)]
fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, content) in files {
        let mut header = [0; 512];
        let mut put = |at: usize, text: &[u8]| header[at..at + text.len()].copy_from_slice(text);
        put(0, name.as_bytes());
        put(100, b"0000644\x000000000\x000000000\0");
        put(124, format!("{:011o}\x0000000000000\0        0", content.len()).as_bytes());
        put(257, b"ustar\x0000");
        let sum: u32 = header.iter().map(|octet| u32::from(*octet)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        archive.extend(header);
        archive.extend(content.as_bytes());
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    archive
}

/// An archive that holds mail, such as Google exports, is named. The command that is printed converts the mail in it.
/// An archive without mail is not named.
#[cfg(unix)]
#[test]
fn an_archive_with_mail_is_named_with_the_command_that_converts_it() {
    use std::process::Command;
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_mailutf")).parent().unwrap().to_owned();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let browser = ("Takeout/archive_browser.html", "<html>");
    let mailbox = ("Takeout/Mail/All mail.mbox", MBOX);
    let message = ("Takeout/1.eml", "Subject: =?iso-8859-1?Q?caf=E9?=\n\nx\n");
    let gzip = |octets: &[u8]| {
        let mut packed = flate2::read::GzEncoder::new(octets, flate2::Compression::fast());
        let mut octets = Vec::new();
        std::io::Read::read_to_end(&mut packed, &mut octets).map(|_| octets).unwrap()
    };
    for (name, archive, tool) in [
        ("all my mail.zip", zip(&[browser, mailbox]), Some("unzip")),
        ("one.zip", zip(&[browser, message]), Some("unzip")),
        ("all.tgz", gzip(&tar(&[browser, mailbox])), Some("tar")),
        ("one.tar", tar(&[browser, message]), Some("tar")),
        ("book.docx", zip(&[("word/document.xml", "<w/>")]), None),
        ("source.tar", tar(&[browser]), None),
    ] {
        let dir = TempDir::new().unwrap();
        let tree = dir.path().join("tree");
        fs::create_dir(&tree).unwrap();
        fs::write(tree.join(name), &archive).unwrap();
        fs::write(tree.join("2.eml"), "Subject: x\n\nx\n").unwrap();
        for command in [&["normalize", "-n"][..], &["check"], &["census"]] {
            let assert = program::assert_command().args(command).arg("tree").current_dir(&dir).assert();
            let assert = assert.code(i32::from(tool.is_some()));
            let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            let line =
                said.lines().find(|line| line.contains(name) && line.contains("an archive with mail, which"));
            assert_eq!(line.is_some(), tool.is_some(), "{name}: {said}");
            let (Some(line), Some(tool)) = (line, tool) else { continue };
            let typed = line.split_once("to convert its mail: ").unwrap().1;
            assert!(typed.contains(tool), "{typed}");
            if Command::new(tool).arg("--help").output().is_err() {
                println!("skipped: there is no {tool}");
                continue;
            }
            let _ = (fs::remove_file(dir.path().join("NEW")), fs::remove_dir_all(dir.path().join("NEW")));
            let ran =
                Command::new("sh").args(["-c", typed]).current_dir(&dir).env("PATH", &path).output().unwrap();
            assert!(ran.status.success(), "{typed}: {}", String::from_utf8_lossy(&ran.stderr));
            let new = dir.path().join("NEW");
            let new = if new.is_dir() { new.join("Takeout/1.eml") } else { new };
            assert!(fs::read_to_string(new).unwrap().contains("Subject: café"), "{typed}");
        }
        let named = program::assert_command().arg("normalize").arg(tree.join(name)).assert().code(1);
        let said = String::from_utf8_lossy(&named.get_output().stderr).into_owned();
        assert_eq!(said.contains("to convert the mail in it: "), tool.is_some(), "{said}");
        let described = program::assert_command().arg(tree.join(name)).assert().code(1);
        let said = String::from_utf8_lossy(&described.get_output().stdout).into_owned();
        assert_eq!(said.contains("convert the mail in this archive"), tool.is_some(), "{said}");
    }
}
