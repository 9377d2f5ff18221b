//! Tests the library with programs in C, C++, Python, Ruby and Go, which are built by the compilers of this
//! machine. The programs process the messages of `corpus/`, also with sanitizers and in valgrind. If a tool is
//! missing, its test prints a note and passes.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs in `tests/c`.
const PROGRAMS: [&str; 5] = ["strings.c", "messages.c", "corpus.c", "iconv.c", "lengths.c"];

const WARNINGS: &[&str] = &["-Wall", "-Wextra", "-Werror", "-g"];

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the folder of the library, which Cargo built before these tests.
fn built() -> PathBuf {
    env::current_exe().unwrap().parent().unwrap().to_path_buf()
}

/// Whether a tool is installed. If the tool is missing, a note is printed.
fn is_installed(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|done| done.status.success());
    if !found {
        println!("not checked: {tool} is missing");
    }
    found
}

#[track_caller]
fn succeeds(command: &mut Command) {
    let done = command.output().unwrap();
    let said = |octets: &[u8]| String::from_utf8_lossy(octets).into_owned();
    assert!(
        done.status.success(),
        "{command:?}: {}\n{}{}",
        done.status,
        said(&done.stdout),
        said(&done.stderr)
    );
    assert!(done.stdout.is_empty(), "nothing is printed: {}", said(&done.stdout));
}

/// Builds a program from a file of `tests/c` by `compiler`, links it to the shared library, and returns its path.
/// Returns `None` if the compiler is missing.
#[track_caller]
fn program(compiler: &str, options: &[&str], source: &str, dir: &Path) -> Option<PathBuf> {
    if !is_installed(compiler) {
        return None;
    }
    let path = dir.join(source.replace('.', "-"));
    let mut command = Command::new(compiler);
    command.args(options).args(WARNINGS);
    command.arg("-I").arg(package().join("include"));
    if compiler == "c++" {
        command.args(["-x", "c++"]);
    }
    command.arg(package().join("tests/c").join(source)).args(["-x", "none"]);
    command.arg("-L").arg(built()).args(["-lmailutf_capi", "-lpthread", "-o"]).arg(&path);
    succeeds(&mut command);
    Some(path)
}

/// Returns a command that runs a program in an environment in which the program finds the library.
fn run(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("LD_LIBRARY_PATH", built()).env("MAILUTF_LIBRARY", built().join("libmailutf_capi.so"));
    command
}

/// Returns the paths of the messages of `corpus/`.
fn corpus() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![package().join("../corpus")];
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => todo.push(path),
                false => found.push(path),
            }
        }
    }
    found.retain(|path| path.extension().is_some_and(|end| end == "eml"));
    found.sort();
    assert!(found.len() > 100);
    found
}

#[test]
fn a_program_in_c11() {
    let dir = tempfile::tempdir().unwrap();
    for source in PROGRAMS {
        let Some(program) = program("cc", &["-std=c11", "-pedantic"], source, dir.path()) else { return };
        succeeds(run(program).arg("4").args(corpus()));
    }
}

#[test]
fn a_program_in_cpp17() {
    let dir = tempfile::tempdir().unwrap();
    for source in PROGRAMS {
        let Some(program) = program("c++", &["-std=c++17", "-pedantic"], source, dir.path()) else { return };
        succeeds(run(program).arg("1").args(corpus().iter().step_by(20)));
    }
}

#[test]
fn sanitizers_find_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let options = ["-std=gnu11", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let probe = dir.path().join("probe.c");
    fs::write(&probe, "int main(void) { return 0; }\n").unwrap();
    let mut compile = Command::new("cc");
    compile.args(options).arg(&probe).arg("-o").arg(dir.path().join("probe"));
    if !compile.status().is_ok_and(|done| done.success()) {
        return println!("not checked: the C compiler has no sanitizers");
    }
    for source in PROGRAMS {
        let Some(program) = program("cc", &options, source, dir.path()) else { return };
        succeeds(run(program).arg("2").args(corpus()));
    }
}

#[test]
fn valgrind_finds_nothing() {
    if !is_installed("valgrind") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    // A program is a hundred times slower in valgrind, so it reads only some of the messages. VALGRIND_ALL=1
    // selects all messages.
    let step = if env::var_os("VALGRIND_ALL").is_some() { 1 } else { 50 };
    for source in PROGRAMS {
        let Some(program) = program("cc", &["-std=gnu11"], source, dir.path()) else { return };
        let mut command = run("valgrind");
        command.args([
            "--quiet",
            "--read-inline-info=no",
            "--error-exitcode=9",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite",
        ]);
        succeeds(command.arg(program).arg("1").args(corpus().iter().step_by(step)));
    }
}

/// The examples compile without a warning, and their output is as expected.
#[test]
fn the_examples() {
    if !is_installed("cc") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let example = |name: &str, options: &[&str]| {
        let path = dir.path().join(name);
        let mut compile = Command::new("cc");
        compile
            .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-I"])
            .arg(package().join("include"));
        compile.arg(package().join("examples").join(format!("{name}.c"))).args(options).arg("-o").arg(&path);
        compile.arg("-L").arg(built()).arg("-lmailutf_capi");
        succeeds(&mut compile);
        path
    };
    let message = package().join("../corpus/bodies/koi8-r-base64.eml");
    let shown = run(example("client", &[])).arg(&message).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("\nПривет! Это письмо на русском языке.\n"), "{shown}");
    let filtered = run(example("filter", &[])).stdin(fs::File::open(&message).unwrap()).output().unwrap();
    let policy = mailutf::Policy::default().with_headers(mailutf::policy::HeaderForm::Encoded);
    let expected = mailutf::Normalizer::new(policy);
    assert_eq!(filtered.stdout, &*expected.plan(&fs::read(&message).unwrap()).apply());
    let hostile = dir.path().join("hostile.eml");
    let text = "From: =?utf-8?Q?J=C3=B6rg=0D=0ABcc:_x@y?= <a@b>\nSubject: =?utf-8?Q?Hi=0D=0ABcc:_x@y?=\nMessage-ID: <2@x>\nReferences: <1@x>\n\n";
    fs::write(&hostile, text).unwrap();
    let reply = run(example("reply", &[])).stdin(fs::File::open(&hostile).unwrap()).output().unwrap();
    let reply = String::from_utf8(reply.stdout).unwrap();
    let names: Vec<&str> = reply.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(names, ["To", "Subject", "In-Reply-To", "References", " <2@x>"], "{reply}");
    assert!(reply.starts_with("To: =?utf-8?"), "{reply}");
    let Ok(flags) = Command::new("pkg-config").args(["--cflags", "gmime-3.0"]).output() else {
        return println!("not checked: pkg-config is missing");
    };
    if !flags.status.success() {
        return println!("not checked: GMime is missing");
    }
    let flags = String::from_utf8(flags.stdout).unwrap();
    let flags: Vec<&str> = flags.split_whitespace().chain(["-c"]).collect();
    example("gmime", &flags);
}

/// The library exports exactly the functions that the header declares.
#[test]
#[cfg(target_os = "linux")]
fn only_the_functions_of_the_header_are_exported() {
    if !is_installed("nm") {
        return;
    }
    let mut command = Command::new("nm");
    command.args(["--dynamic", "--defined-only", "--format=posix"]).arg(built().join("libmailutf_capi.so"));
    let listed = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let mut exported: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    exported.sort_unstable();
    let header = fs::read_to_string(package().join("include/mailutf.h")).unwrap();
    let code = header.lines().filter(|line| !line.starts_with([' ', '/', '}']) && line.contains('('));
    let name = |line: &str| {
        let before = line.split('(').next().unwrap();
        before.rsplit([' ', '*']).next().unwrap().to_owned()
    };
    let mut named: Vec<String> = code.map(name).filter(|name| name.starts_with("mailutf_")).collect();
    named.sort_unstable();
    assert!(named.len() > 20);
    assert_eq!(exported, named);
}

#[test]
fn a_caller_in_python() {
    if !is_installed("python3") {
        return;
    }
    succeeds(run("python3").arg(package().join("tests/caller.py")));
}

#[test]
fn a_caller_in_ruby() {
    if !is_installed("ruby") {
        return;
    }
    succeeds(run("ruby").arg(package().join("tests/caller.rb")));
}

#[test]
fn a_caller_in_go() {
    // To print its version, Go expects the word `version`, not an option.
    if !Command::new("go").arg("version").output().is_ok_and(|done| done.status.success()) {
        return println!("not checked: go is missing");
    }
    if !is_installed("cc") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("caller");
    let mut build = Command::new("go");
    build
        .env("CGO_ENABLED", "1")
        .env("GOCACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("go"))
        .env("GOFLAGS", "-mod=mod");
    build.env("CGO_CFLAGS", format!("-I{}", package().join("include").display()));
    build.env("CGO_LDFLAGS", format!("-L{}", built().display()));
    build.arg("build").arg("-o").arg(&program).arg(package().join("tests/caller.go"));
    succeeds(&mut build);
    succeeds(&mut run(&program));
}

/// The library processes texts of 1 GiB and a message of 256 MiB. The test needs 7 GiB of memory and some minutes:
/// `cargo test --release -p mailutf-capi -- --ignored long`.
#[test]
#[ignore = "needs 7 GiB of memory"]
fn texts_as_long_as_a_gigabyte() {
    let dir = tempfile::tempdir().unwrap();
    let Some(program) = program("cc", &["-std=c11"], "lengths.c", dir.path()) else { return };
    succeeds(run(program).args(["long", "1024"]));
}
