//! Every command of README.md runs, and prints what README.md shows.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Commands that this test does not run: the gate runs the tests, and the rest builds or installs.
const NOT_HERE: [&str; 4] = ["cargo test", "cargo install", "cargo bench", "cargo doc"];

struct Block<'a> {
    language: &'a str,
    text: String,
}

fn blocks(readme: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line.strip_prefix("```") {
            Some(language) if !inside => {
                inside = true;
                blocks.push(Block { language, text: String::new() });
            }
            Some(_) => inside = false,
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

#[test]
fn each_command_does_what_it_says() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_mailutf"));
    let place = tempfile::tempdir().unwrap();
    fs::copy(project.join("corpus/bodies/koi8-r-base64.eml"), place.path().join("message.eml")).unwrap();
    fs::copy(project.join("corpus/mbox/mboxrd.mbox"), place.path().join("archive.mbox")).unwrap();
    fs::write(place.path().join("text.utf7"), "Hi Mom +Jjo-!\n").unwrap();
    for folder in ["Mail/cur", "Mail/new", "Mail/tmp"] {
        fs::create_dir_all(place.path().join(folder)).unwrap();
    }
    fs::copy(project.join("corpus/bodies/utf-7.eml"), place.path().join("Mail/cur/1.eml:2,S")).unwrap();
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());

    let readme = fs::read_to_string(project.join("README.md")).unwrap();
    let blocks = blocks(&readme);
    let mut ran = 0;
    for (i, block) in blocks.iter().enumerate().filter(|(_, block)| block.language == "sh") {
        let mut printed = Vec::new();
        for line in block.text.lines().filter(|line| !NOT_HERE.iter().any(|start| line.starts_with(start))) {
            let line = line.replace("cargo run --release --", "mailutf");
            let line = line.replace("corpus/", &format!("{}/corpus/", project.display()));
            let output = Command::new("sh")
                .args(["-c", &line])
                .current_dir(&place)
                .env("PATH", &path)
                .output()
                .unwrap();
            let status = output.status.code().unwrap();
            assert!(status <= 1, "{line}: {}", String::from_utf8_lossy(&output.stderr));
            printed.extend(output.stdout);
            ran += 1;
        }
        if let Some(shown) = blocks.get(i + 1).filter(|next| next.language == "text") {
            assert_eq!(String::from_utf8_lossy(&printed), shown.text);
        }
    }
    assert!(ran >= 5, "only {ran} commands found");
}
