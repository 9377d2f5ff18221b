//! Runs the commands in README.md and docs/commands.md, and compares their output with the output that the document
//! shows.
//!
//! With `UPDATE_GOLDEN=1`, the test writes the output into the document instead. Read the difference before you
//! commit it.

use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// An environment variable that must not be set here, because with it, output in pipes has colors.
const COLOURS: &str = "CLICOLOR_FORCE";

/// Commands that are not run here: `cargo test` would run this test again, and the other commands build
/// or install something.
const NOT_HERE: [&str; 5] =
    ["cargo test", "mailutf man --install", "cargo install", "cargo bench", "cargo doc"];

struct Block {
    language: String,
    text: String,
    /// The number of the line of the document on which the text of the block starts, and of the line after its end.
    lines: (usize, usize),
}

/// The documents whose commands are run.
const RUN: [&str; 2] = ["README.md", "docs/commands.md"];

fn blocks(document: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    for (n, line) in document.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(language) if !inside => {
                inside = true;
                let language = language.to_owned();
                blocks.push(Block { language, text: String::new(), lines: (n + 1, n + 1) });
            }
            Some(_) => {
                inside = false;
                blocks.last_mut().unwrap().lines.1 = n;
            }
            None if inside => {
                let text = &mut blocks.last_mut().unwrap().text;
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    blocks
}

fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(document: &str) -> String {
    fs::read_to_string(project().join(document)).unwrap()
}

/// Creates a directory with the files that the commands name.
#[cfg(unix)]
fn place() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    let corpus = project().join("corpus");
    std::os::unix::fs::symlink(&corpus, place.path().join("corpus")).unwrap();
    fs::copy(corpus.join("bodies/koi8-r-base64.eml"), place.path().join("letter.eml")).unwrap();
    fs::copy(corpus.join("mbox/mboxrd.mbox"), place.path().join("archive.mbox")).unwrap();
    fs::write(place.path().join("text.utf7"), "Hi Mom +Jjo-!\n").unwrap();
    fs::write(place.path().join("text.txt"), "Привет\n").unwrap();
    for folder in ["Mail/cur", "Mail/new", "Mail/tmp"] {
        fs::create_dir_all(place.path().join(folder)).unwrap();
    }
    let mail =
        [("utf-8", 9), ("latin1-quoted-printable", 6), ("koi8-r-base64", 4), ("shift_jis", 2), ("utf-7", 1)];
    for (name, count) in mail {
        let message = corpus.join(format!("bodies/{name}.eml"));
        for n in 0..count {
            fs::copy(&message, place.path().join(format!("Mail/cur/{name}.{n}:2,S"))).unwrap();
        }
    }
    place
}

/// Runs the commands in a block. Returns their output, with standard error last, and the number of commands.
#[cfg(unix)]
fn run(block: &Block, place: &Path) -> (String, usize) {
    let program = Path::new(env!("CARGO_BIN_EXE_mailutf")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let (mut printed, mut ran) = (Vec::new(), 0);
    for line in block.text.lines().filter(|line| !NOT_HERE.iter().any(|start| line.starts_with(start))) {
        let line =
            line.replace("cargo run --profile quick --no-default-features -p mailutf-cli --", "mailutf");
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(place).env("PATH", &path);
        let output = command.env_remove(COLOURS).output().unwrap();
        let failed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some_and(|status| status <= 1), "{line}: {failed}");
        printed.extend(output.stdout);
        printed.extend(output.stderr);
        ran += 1;
    }
    (String::from_utf8_lossy(&printed).into_owned(), ran)
}

#[cfg(unix)]
#[test]
fn each_command_prints_the_output_shown() {
    let mut ran = 0;
    for document in RUN {
        let (text, place) = (read(document), place());
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let blocks = blocks(&text);
        let mut wrong = Vec::new();
        for (n, block) in blocks.iter().enumerate().filter(|(_, block)| block.language == "sh") {
            let (printed, commands) = run(block, place.path());
            ran += commands;
            match blocks.get(n + 1).filter(|next| next.language == "text") {
                Some(shown) if shown.text != printed => wrong.push((shown, printed)),
                _ => {}
            }
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            for (shown, printed) in wrong.iter().rev() {
                lines.splice(shown.lines.0..shown.lines.1, printed.lines().map(str::to_owned));
            }
            fs::write(project().join(document), lines.join("\n") + "\n").unwrap();
        } else {
            for (shown, printed) in &wrong {
                assert_eq!(shown.text, *printed, "{document}");
            }
        }
    }
    assert!(ran > 20, "only {ran} commands found");
}

#[test]
fn every_command_of_the_program_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_mailutf")).arg("-h").env_remove(COLOURS).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let documents = RUN.map(read).concat();
    for command in commands.filter(|line| !line.starts_with("   ")) {
        let name = command.split_whitespace().next().unwrap();
        assert!(documents.contains(&format!("\nmailutf {name}")), "{name}");
    }
}

/// Returns the paths of all documents of the project.
fn documents() -> Vec<String> {
    let folders = [
        "",
        "benches/",
        "benches/codecs/",
        "capi/",
        "codecs/",
        "corpus/",
        "docs/",
        "docs/recipes/",
        "packaging/",
        "python/",
        "tools/results/",
        "web/",
    ];
    let names = |folder: &str| {
        let files = fs::read_dir(project().join(folder)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".md")).map(|name| folder.to_owned() + &name).collect::<Vec<_>>()
    };
    folders.into_iter().flat_map(names).collect()
}

/// Returns the anchors of the headings of a document, in the form in which GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    };
    headings.map(anchor).collect()
}

/// Expands braces in a path: `a/{b,c}.rs` becomes `a/b.rs` and `a/c.rs`.
fn expanded(path: &str) -> Vec<String> {
    match path.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?))) {
        Some((start, (names, end))) => names.split(',').map(|name| format!("{start}{name}{end}")).collect(),
        None => vec![path.to_owned()],
    }
}

#[test]
fn links_and_paths_exist() {
    let folders = [
        "benches/",
        "cli/",
        "codecs/",
        "corpus/",
        "docs/",
        "examples/",
        "fuzz/",
        "packaging/",
        "src/",
        "tests/",
        "tools/",
        ".ci/",
    ];
    let mut missing = Vec::new();
    for document in documents() {
        let text = read(&document);
        let folder = Path::new(&document).parent().unwrap();
        let has_anchor = |text: &str, anchor: &str| anchors(text).iter().any(|one| one == anchor);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in links.filter(|target| !target.starts_with("http")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() {
                document.clone()
            } else {
                folder.join(file).to_str().unwrap().to_owned()
            };
            if !project().join(&path).exists() || !anchor.is_empty() && !has_anchor(&read(&path), anchor) {
                missing.push(format!("{document}: {target}"));
            }
        }
        let prose: String = text.split("```").step_by(2).collect();
        let is_path = |word: &&str| {
            !word.contains(' ')
                && folders.iter().any(|folder| word.starts_with(folder))
                && !word.contains('*')
        };
        for target in prose.split('`').skip(1).step_by(2).filter(is_path).flat_map(expanded) {
            // A path is relative to the project. In the page of a package, it may also be relative to the package.
            if ![project(), &project().join(folder)].iter().any(|root| root.join(&target).exists()) {
                missing.push(format!("{document}: {target}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
