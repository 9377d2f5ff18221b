//! Runs programs that call iconv(3) while the preloaded library replaces the functions of libc. The tests check the
//! contract of iconv(3), charsets that only mailutf has, and charsets and handles that only libc has. If a tool is
//! missing, its test prints a note and passes.
#![cfg(target_os = "linux")]

use std::env;
use std::ffi::OsStr;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn library() -> PathBuf {
    env::current_exe().unwrap().parent().unwrap().join("libmailutf_iconv.so")
}

#[test]
fn a_program_that_calls_libc() {
    let library = library();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/c");
    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("iconv");
    let mut compile = Command::new("cc");
    compile.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-pthread", "-DPRELOADED"]);
    let Ok(done) = compile.arg(sources.join("iconv.c")).args(["-ldl", "-o"]).arg(&program).output() else {
        return println!("not checked: cc is missing");
    };
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let done = Command::new(&program).env("LD_PRELOAD", &library).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // Without the preloaded library, the checks in the program fail, because libc reads some charsets in another
    // way than mailutf.
    assert!(!Command::new(&program).output().unwrap().status.success());
}

/// `При` in KOI8-R, and a line end.
const TEXT: &[u8] = b"\xf0\xd2\xc9\n";

/// Commands that convert `TEXT` from standard input, and the output of each command. A mail program starts programs
/// like these, and they inherit the preloaded library.
const CALLS: &[(&[&str], &str)] = &[
    // `iconv` is a program of glibc. It opens its handles by an internal function of glibc, not by iconv_open.
    (&["iconv", "-f", "koi8-r", "-t", "utf-8"], "При\n"),
    (&["iconv", "-f", "koi8-r", "-t", "us-ascii//TRANSLIT"], "???\n"),
    (&["sh", "-c", "iconv -l | grep -c ^KOI8-R//"], "1\n"),
    (&["recode", "koi8-r..utf-8"], "При\n"),
    (&["php", "-r", r#"echo iconv("koi8-r", "utf-8", "\xf0"), iconv("EBCDIC-US", "utf-8", "\xc1");"#], "ПA"),
    (&["perl", "-MEncode", "-e", r#"print encode("utf-8", decode("koi8-r", "\xf0"))"#], "П"),
    (&["perl", "-MText::Iconv", "-e", r#"print Text::Iconv->new("koi8-r", "utf-8")->convert("\xf0")"#], "П"),
    (
        &["perl", "-MText::Iconv", "-e", r#"print Text::Iconv->new("EBCDIC-US", "utf-8")->convert("\xc1")"#],
        "A",
    ),
    (
        &[
            "vim",
            "-es",
            "-u",
            "NONE",
            "-N",
            "--not-a-term",
            "-c",
            "e ++enc=koi8-r text",
            "-c",
            "%p",
            "-c",
            "q!",
        ],
        "При\n",
    ),
    (
        &[
            "gdb",
            "-nx",
            "-batch",
            "-ex",
            "set host-charset UTF-8",
            "-ex",
            "set target-charset KOI8-R",
            "-ex",
            r#"print "\360""#,
        ],
        "$1 = \"П\"\n",
    ),
    (&["git", "-c", "i18n.logOutputEncoding=koi8-r", "log", "--encoding=utf-8", "--format=%s"], "При\n"),
    (&["bash", "-c", r"printf '\u041f'"], "П"),
];

#[test]
fn programs_that_a_mail_client_starts() {
    let library = library();
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("text"), TEXT).unwrap();
    let git = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "i18n.commitEncoding=koi8-r"];
    let commit = [&git[..], &["commit", "-q", "--allow-empty", "-F", "text"]].concat();
    for arguments in [&["init", "-q"][..], &commit] {
        run(dir.path(), "git", arguments, None);
    }
    for (call, printed) in CALLS {
        let (program, arguments) = call.split_first().unwrap();
        let said = |library: Option<&Path>| {
            let done = run(dir.path(), program, arguments, library)?;
            let text = String::from_utf8_lossy(&done.stdout).into_owned();
            Some((text, done.status, String::from_utf8_lossy(&done.stderr).into_owned()))
        };
        match said(None) {
            Some((text, status, _)) if status.success() && text == *printed => {
                let with = said(Some(&library)).unwrap();
                assert!(with.1.success() && with.0 == *printed, "{call:?}: {with:?}");
            }
            without => println!("not checked: {call:?} does not work here: {without:?}"),
        }
    }
}

/// Returns the output of a program for the input `TEXT`, or `None` if the program is missing.
fn run(directory: &Path, program: &str, arguments: &[&str], library: Option<&Path>) -> Option<Output> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(directory).env("HOME", directory).env("LC_ALL", "C.UTF-8");
    command.env("LD_PRELOAD", library.map_or(OsStr::new(""), Path::as_os_str));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let written = child.stdin.take().unwrap().write_all(TEXT);
    // A broken pipe is no failure, because the program can end without reading its input.
    assert!(
        written.is_ok() || written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe),
        "{program}"
    );
    Some(child.wait_with_output().unwrap())
}
