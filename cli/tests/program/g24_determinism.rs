//! G24: any number of jobs prints the same.

use super::program;
use std::fs;

/// A mailbox that takes several workers: each of its messages is another one, and some have findings.
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
            // A summary tells how long the run took.
            let said: Vec<_> =
                said.lines().filter(|line| !line.contains(" s; ")).map(str::to_owned).collect();
            (run.status.code(), run.stdout, said)
        });
        assert!(one.0 < Some(2) && one.1.len() > 500, "{command:?}");
        assert!(one == two, "{command:?}");
    }
}
