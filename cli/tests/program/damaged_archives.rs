//! Tests of compressed mail that cannot be read to its end. All octets that are decompressed before the error are
//! read as mail, and then the error is reported.

use super::program;
use mailutf::mailbox::compressed::{Compression, Compressor, decompressed};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use tempfile::TempDir;

const FROM_LINE: &[u8] = b"From a@b.org Mon Jan  1 00:00:00 2024\n";

/// The number of octets of each message.
const LENGTH: usize = 12_000;
/// The number of messages in a mailbox. Together, the messages have more octets than are read at once (256 KiB). In
/// a mailbox for bzip2, the messages have more octets than are compressed at once (900 kB).
const MESSAGES: usize = 40;
const MESSAGES_OF_BZIP2: usize = 110;

/// Returns text that can hardly be compressed.
fn noise(length: usize, mut state: u32) -> Vec<u8> {
    let mut letter = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"abcdefghijklmnop"[usize::from(state.to_be_bytes()[0] >> 4)]
    };
    (0..length).map(|at| if at % 60 == 59 { b'\n' } else { letter(at) }).collect()
}

/// Returns a message in KOI8-R, without a `From ` line.
fn message(number: usize) -> Vec<u8> {
    let header = format!(
        "From: a@b.org\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: =?koi8-r?Q?=F0=F2?= {number}\n\
         Content-Type: text/plain; charset=koi8-r\n\n"
    );
    [
        header.as_bytes(),
        b"\xD0\xC9\xD3\xD8\xCD\xCF\n",
        &noise(LENGTH, u32::try_from(number).unwrap()),
        b"\n\n",
    ]
    .concat()
}

fn mbox(numbers: std::ops::Range<usize>) -> Vec<u8> {
    numbers.flat_map(|number| [FROM_LINE, &message(number)].concat()).collect()
}

fn compressed(octets: &[u8], compression: Compression) -> Vec<u8> {
    let mut compressor = Compressor::new(Vec::new(), Some(compression)).unwrap();
    compressor.write_all(octets).unwrap();
    compressor.finish().unwrap()
}

fn cut(mut file: Vec<u8>, left: usize) -> Vec<u8> {
    file.truncate(left);
    file
}

fn flipped(mut file: Vec<u8>) -> Vec<u8> {
    let at = file.len() * 9 / 10;
    file[at] ^= 4;
    file
}

/// Returns damaged mailboxes, each with its name.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let gzip = compressed(&mbox(0..MESSAGES), Compression::Gzip);
    let members: Vec<u8> = [0..MESSAGES / 2, MESSAGES / 2..MESSAGES]
        .into_iter()
        .flat_map(|numbers| compressed(&mbox(numbers), Compression::Gzip))
        .collect();
    let mut archives = vec![
        ("trailer.mbox.gz", cut(gzip.clone(), gzip.len() - 3)),
        ("garbage.mbox.gz", [&*gzip, b"garbage"].concat()),
        ("members.mbox.gz", cut(members.clone(), members.len() * 3 / 4)),
    ];
    for (half, bit, compression) in [
        ("half.mbox.gz", "bit.mbox.gz", Compression::Gzip),
        ("half.mbox.bz2", "bit.mbox.bz2", Compression::Bzip2),
        ("half.mbox.xz", "bit.mbox.xz", Compression::Xz),
        ("half.mbox.zst", "bit.mbox.zst", Compression::Zstd),
    ] {
        let messages = if compression == Compression::Bzip2 { MESSAGES_OF_BZIP2 } else { MESSAGES };
        let file = compressed(&mbox(0..messages), compression);
        archives.push((half, cut(file.clone(), file.len() * 3 / 4)));
        archives.push((bit, flipped(file)));
    }
    archives
}

/// Returns the octets that can be decompressed from a damaged file.
fn decompressed_start(file: &[u8]) -> Vec<u8> {
    let (mut reader, _) = decompressed(file).unwrap();
    let mut start = Vec::new();
    reader.read_to_end(&mut start).unwrap_err();
    start
}

/// Returns the offset at which the last message of a mailbox starts.
fn last_message(mbox: &[u8]) -> usize {
    mbox.windows(FROM_LINE.len()).rposition(|octets| octets == FROM_LINE).unwrap()
}

/// Returns the exit status, standard output and standard error of a run.
fn run(directory: &Path, arguments: &[&str], input: &[u8]) -> (i32, Vec<u8>, String) {
    let assert = program::assert_command()
        .current_dir(directory)
        .args(arguments)
        .write_stdin(input)
        .timeout(std::time::Duration::from_secs(120))
        .assert();
    let output = assert.get_output();
    (output.status.code().unwrap(), output.stdout.clone(), String::from_utf8(output.stderr.clone()).unwrap())
}

#[test]
fn normalize_converts_the_complete_messages_and_keeps_the_cut_one() {
    let directory = TempDir::new().unwrap();
    for (name, file) in archives() {
        let start = decompressed_start(&file);
        let (complete, last) = start.split_at(last_message(&start));
        assert!(complete.len() > 20 * LENGTH, "{name}: {}", complete.len());
        let (exit, mut expected, said) = run(directory.path(), &["normalize", "-q"], complete);
        assert!(exit < 2 && expected != complete, "{name}: {said}");
        expected.extend_from_slice(last);
        fs::write(directory.path().join(name), &file).unwrap();
        for jobs in ["1", "2", "4"] {
            let (exit, output, said) = run(directory.path(), &["normalize", "-q", "-j", jobs, name], b"");
            assert_eq!(exit, 2, "{name}: {said}");
            assert!(said.starts_with(&format!("mailutf: {name}: cannot read: ")), "{said}");
            assert!(output == expected, "{name} -j{jobs}: {} of {} octets", output.len(), expected.len());
        }
    }
}

#[test]
fn readers_show_what_can_be_decompressed() {
    // The second directory holds the readable part of each file, not compressed, under the same name.
    let (damaged, readable) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (mbox, [message, small]) = (
        archives(),
        [20_000, 500].map(|length| {
            let text = [&*self::message(1), &noise(length, 7)].concat();
            let file = compressed(&text, Compression::Gzip);
            cut(file.clone(), file.len() - 20)
        }),
    );
    for (name, file) in mbox.into_iter().chain([("one.eml.gz", message), ("small.eml.gz", small)]) {
        fs::write(damaged.path().join(name), &file).unwrap();
        fs::write(readable.path().join(name), decompressed_start(&file)).unwrap();
        let commands: &[&[&str]] = match name {
            "members.mbox.gz" | "one.eml.gz" | "small.eml.gz" => &[
                &["text"],
                &["text", "--json"],
                &["grep", "abc"],
                &["inspect"],
                &["census"],
                &["detect"],
                &["attachments"],
            ],
            _ => &[&["text"]],
        };
        for command in commands {
            let arguments = [*command, &[name]].concat();
            let (_, expected, _) = run(readable.path(), &arguments, b"");
            let (exit, output, said) = run(damaged.path(), &arguments, b"");
            assert_eq!(exit, 2, "{arguments:?}: {said}");
            assert!(said.contains(&format!("{name}: cannot read: ")), "{arguments:?}: {said}");
            if *command == ["inspect"] {
                // Only here the message at the damage is known to be incomplete.
                let shown = String::from_utf8_lossy(&output);
                assert!(shown.contains("unresolved structure-doubtful: "), "{arguments:?}: {shown}");
                continue;
            }
            assert!(output == expected, "{arguments:?}: {} of {}", output.len(), expected.len());
        }
    }
    let (exit, output, said) = run(damaged.path(), &["check", "members.mbox.gz"], b"");
    let output = String::from_utf8(output).unwrap();
    let messages = decompressed_start(&fs::read(damaged.path().join("members.mbox.gz")).unwrap())
        .windows(FROM_LINE.len())
        .filter(|octets| *octets == FROM_LINE)
        .count();
    assert_eq!(exit, 2, "{said}");
    assert!(output.lines().count() >= messages, "{output}");
    assert!(output.contains(&format!("message {messages}")), "{output}");
    for (name, what) in [
        ("members.mbox.gz", format!("members.mbox.gz: an mbox of {messages} messages")),
        ("one.eml.gz", "one.eml.gz: a message".to_owned()),
    ] {
        let (exit, output, said) = run(damaged.path(), &[name], b"");
        assert!(String::from_utf8(output).unwrap().starts_with(&what));
        assert!(exit == 2 && said.contains("cannot read"), "{said}");
    }
}

/// A damaged mailbox is recognised as a mailbox even if it is so small that reading fails while the program still
/// examines what kind of file it is.
#[test]
fn a_small_mailbox_in_a_directory_is_read() {
    let directory = TempDir::new().unwrap();
    let small =
        [FROM_LINE, b"From: a@b.org\nSubject: 1\n\none\n\n", FROM_LINE, b"Subject: 2\n\ntwo\n"].concat();
    let file = compressed(&small, Compression::Gzip);
    fs::write(directory.path().join("old.mbox.gz"), cut(file.clone(), file.len() - 4)).unwrap();
    let (exit, output, said) = run(directory.path(), &["text", "."], b"");
    let output = String::from_utf8(output).unwrap();
    assert!(exit == 2 && output.contains("one\n") && output.contains("two\n"), "{output}{said}");
}

#[test]
fn a_single_message_that_was_cut_stays_as_it_is() {
    let directory = TempDir::new().unwrap();
    let file = compressed(&message(1), Compression::Gzip);
    let file = cut(file.clone(), file.len() / 2);
    fs::write(directory.path().join("one.eml.gz"), &file).unwrap();
    let (exit, output, said) = run(directory.path(), &["normalize", "one.eml.gz"], b"");
    assert!(exit == 2 && said.contains("structure-doubtful"), "{said}");
    assert!(output == decompressed_start(&file) && !output.is_empty());
}

#[cfg(unix)]
#[test]
fn files_are_written_only_whole() {
    let directory = TempDir::new().unwrap();
    let at = |name: &str| directory.path().join(name);
    for (name, file) in archives().into_iter().filter(|(name, _)| name.starts_with("half")) {
        let Some((_, extension)) = name.rsplit_once('.') else { unreachable!() };
        let program = match extension {
            "gz" => "gzip",
            "bz2" => "bzip2",
            "xz" => "xz",
            _ => "zstd",
        };
        fs::write(at(name), &file).unwrap();
        for arguments in [&["-i"][..], &["-i", "--backup"], &["-o", "new"], &["-o", "to/"]] {
            let arguments = [&["normalize", "-q"], arguments, &[name]].concat();
            let (exit, output, said) = run(directory.path(), &arguments, b"");
            let command = format!("{program} -dc {name} | mailutf normalize\n");
            assert!(exit == 2 && output.is_empty() && said.contains(&command), "{arguments:?}: {said}");
            assert!(fs::read(at(name)).unwrap() == file, "{arguments:?}");
            let _ = fs::remove_dir(at("to"));
        }
        fs::remove_file(at(name)).unwrap();
        // No temporary file is left. The directory had no other file.
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn the_command_fits_any_name() {
    let directory = TempDir::new().unwrap();
    let file = compressed(&mbox(0..1), Compression::Xz);
    let file = cut(file.clone(), file.len() / 2);
    for (name, input) in
        [("it's old.mbox.xz", "\"it's old.mbox.xz\""), ("old.mbox", "< old.mbox"), ("-old.xz", "./-old.xz")]
    {
        fs::write(directory.path().join(name), &file).unwrap();
        let (_, _, said) = run(directory.path(), &["to-utf7", "-i", "--", name], b"");
        assert!(said.contains(&format!(": xz -dc {input} | mailutf to-utf7\n")), "{said}");
    }
}

#[test]
fn an_empty_compressed_file_is_the_same_error_everywhere() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("empty.mbox.gz"), "").unwrap();
    let commands: &[&[&str]] = &[
        &[],
        &["normalize"],
        &["normalize", "--dry-run"],
        &["normalize", "--diff"],
        &["normalize", "--range", "0-10"],
        &["normalize", "-o", "new"],
        #[cfg(unix)]
        &["normalize", "-o", "to/"],
        #[cfg(unix)]
        &["normalize", "-i"],
        #[cfg(unix)]
        &["to-utf7", "-i"],
        &["text"],
        &["grep", "x"],
        &["check"],
        &["inspect"],
        &["detect"],
        &["census"],
        &["attachments"],
        &["split"],
    ];
    for command in commands {
        let arguments = [*command, &["empty.mbox.gz"]].concat();
        let (exit, _, said) = run(directory.path(), &arguments, b"");
        let error = "mailutf: empty.mbox.gz: cannot read: the compressed file is empty; it was cut off\n";
        assert!(exit == 2 && said.starts_with(error), "{arguments:?}: {exit} {said}");
    }
    // A compressed file must not be empty, but standard input may be, because it has no name that says whether it
    // is compressed.
    assert_eq!(run(directory.path(), &["normalize"], b"").0, 0);
}
