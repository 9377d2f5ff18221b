//! Guarantee G24 (docs/guarantees.md): the output is the same with any number of jobs.

use super::program;
use std::fs;
use std::io::Write as _;

/// Returns a mailbox that is large enough for several workers. All of its messages differ, and some have findings.
fn mailbox() -> String {
    let message = |n: usize| {
        let (charset, text) = match n % 4 {
            0 => ("iso-8859-1", "caf=E9"),
            1 => ("utf-8", "caf=C3=A9"),
            2 => ("x-viet-vni", "caf=E9"),
            _ => ("koi8-r", "=EB=CF=C4"),
        };
        let lines = format!("{text} {n}\n").repeat(n % 50 + 20);
        format!(
            "From a@example.org Tue Jan  2 03:04:05 2024\nMessage-ID: <{n}@example.org>\n\
             Subject: =?{charset}?Q?{text}?=\nContent-Type: text/plain; charset={charset}\n\
             Content-Transfer-Encoding: quoted-printable\n\n{lines}\n"
        )
    };
    (0..450).map(message).collect()
}

#[test]
fn any_number_of_jobs_prints_the_same() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("mbox"), mailbox()).unwrap();
    for command in [
        &["normalize"][..],
        &["normalize", "--dry-run", "--report", "-"],
        &["to-utf7"],
        &["check", "--json"],
        &["census"],
        &["text", "--headers"],
        &["text", "--json"],
        &["grep", "-C1", "e"],
        &["grep", "--max-count", "40", "e"],
        &["grep", "--mbox", "e"],
    ] {
        let [one, two] = ["1", "2"].map(|jobs| {
            let mut run = program::command();
            let run = run.args(command).args(["--jobs", jobs, "mbox"]).current_dir(&dir).output().unwrap();
            let said = String::from_utf8(run.stderr).unwrap();
            // The line of the summary with the time of the run is left out, because the time differs between runs.
            let said: Vec<_> =
                said.lines().filter(|line| !line.contains(" s; ")).map(str::to_owned).collect();
            (run.status.code(), run.stdout, said)
        });
        assert!(one.0 < Some(2) && one.1.len() > 500, "{command:?}");
        assert!(one == two, "{command:?}");
    }
}

/// Several threads compress gzip when a file is written, and when it is replaced in place. The compressed file must
/// not depend on the number of threads.
#[cfg(unix)]
#[test]
fn any_number_of_jobs_compresses_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        program::command().args(arguments).arg("--quiet").current_dir(&dir).status().unwrap();
    };
    let read = |name: &str| fs::read(dir.path().join(name)).unwrap();
    fs::write(dir.path().join("mbox"), mailbox().repeat(4)).unwrap();
    for jobs in ["1", "2", "5"] {
        let name = format!("{jobs}.mbox.gz");
        run(&["normalize", "--jobs", jobs, "mbox", "-o", &name]);
        run(&["to-utf7", "mbox", "-o", "old.mbox.gz", "--force"]);
        run(&["normalize", "--in-place", "--jobs", jobs, "old.mbox.gz"]);
        fs::rename(dir.path().join("old.mbox.gz"), dir.path().join(format!("in-place-{name}"))).unwrap();
    }
    run(&["normalize", "mbox", "-o", "new.mbox"]);
    for start in ["", "in-place-"] {
        let [one, two, five] = ["1", "2", "5"].map(|jobs| read(&format!("{start}{jobs}.mbox.gz")));
        assert!(one == two && one == five, "{start}");
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&one[..]), &mut text).unwrap();
        assert!(text.len() > 4 << 17 && (start == "in-place-" || text == read("new.mbox")), "{start}");
    }
}

/// If standard input is a file, several workers read it. The output must be the same as for a pipe, and the file
/// must be read to its end.
#[cfg(unix)]
#[test]
fn a_file_as_standard_input_prints_the_same_as_a_pipe() {
    use std::io::{Read as _, Seek as _, SeekFrom};
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mbox");
    fs::write(&path, mailbox()).unwrap();
    for command in [&["normalize"][..], &["inspect"], &["text", "--jobs", "2"], &["census", "--jobs", "2"]] {
        let piped = program::assert_command().args(command).write_stdin(mailbox()).output().unwrap();
        assert!(piped.stdout.len() > 500, "{command:?}");
        let file = fs::File::open(&path).unwrap();
        let redirected = program::command().args(command).stdin(file.try_clone().unwrap()).output().unwrap();
        assert!(redirected.stdout == piped.stdout, "{command:?}");
        assert_eq!((&file).read(&mut [0]).unwrap(), 0, "{command:?}");
        // If another program has already read the start of the file, the run begins where that program stopped.
        let start = mailbox().find("Message-ID: <7@").unwrap() as u64;
        (&file).seek(SeekFrom::Start(start)).unwrap();
        let rest = program::command().args(command).stdin(file).output().unwrap();
        let of_pipe = mailbox().split_off(usize::try_from(start).unwrap());
        let piped = program::assert_command().args(command).write_stdin(of_pipe).output().unwrap();
        assert!(rest.stdout == piped.stdout && rest.stdout != redirected.stdout, "{command:?}");
    }
}

/// Small files of a directory are read in groups, but named files are read one by one. Both ways must print the
/// same. Some of the files here are large, are compressed to a small part of their content, are mailboxes, or
/// cannot be read.
#[cfg(unix)]
#[test]
fn a_directory_prints_the_same_as_its_files() {
    const LARGE: usize = 2200 << 10;
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("tree")).unwrap();
    let message = |n: usize, octets: usize| {
        let lines = format!("line {n} =C3=A9\n").repeat(1 + octets / 14);
        format!(
            "Subject: {n}\nContent-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; charset=utf-8\n\n{lines}"
        )
    };
    let mut names = Vec::new();
    for n in 0..120 {
        let name = format!("tree/{n:03}.{}", if n == 50 { "mbox" } else { "eml" });
        let name = if [71, 72].contains(&n) { name + ".gz" } else { name };
        let octets = match n {
            20 | 21 | 90 => message(n, 70 << 10).into_bytes(),
            40 => b"Content-Type: text/plain; charset=utf-8\n\n\xC3(\xA0\xE2\n".to_vec(),
            50 => mailbox().into_bytes(),
            60 => b"\x1F\x8B\x08damaged".to_vec(),
            71 | 72 => {
                let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                gzip.write_all(message(n, LARGE).as_bytes()).unwrap();
                gzip.finish().unwrap()
            }
            _ => message(n, n).into_bytes(),
        };
        fs::write(dir.path().join(&name), octets).unwrap();
        names.push(name);
    }
    for command in [&["text"][..], &["grep", "[02468] é"], &["check", "--json"]] {
        let run = |paths: &[String], jobs: &str| {
            let mut run = program::command();
            let run =
                run.args(command).args(["--jobs", jobs]).args(paths).current_dir(&dir).output().unwrap();
            let said = String::from_utf8(run.stderr).unwrap();
            let said: Vec<_> =
                said.lines().filter(|line| !line.contains(" s; ")).map(str::to_owned).collect();
            (run.status.code(), run.stdout, said)
        };
        let files = run(&names, "2");
        assert!(files.2.iter().any(|line| line.contains("060.eml")), "{:?}", files.2);
        assert!(files.1.len() > 500, "{command:?}");
        for jobs in ["1", "2"] {
            assert!(run(&["tree".to_owned()], jobs) == files, "{command:?} {jobs}");
        }
    }
}
