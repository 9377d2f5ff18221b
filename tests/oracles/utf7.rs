//! ICU, glibc, Python and Perl, if they are installed, read the UTF-7 that we write in lines, in pieces and in
//! messages. Our UTF-7 is never longer than the UTF-7 that these programs write.

use crate::program::run;
use mailutf::charset::Charset;
use mailutf::charset::utf7::{EncodeOptions, SetO, SoftBreak};
use mailutf::structure::Structure;
use mailutf::{Limits, ToUtf7, flowed};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::fs;

const PYTHON_READS: &str = "import sys
sys.stdout.buffer.write(sys.stdin.buffer.read().decode('utf-7').encode('utf-8'))";
const PYTHON_WRITES: &str = "import sys
for line in sys.stdin.buffer.read().decode('utf-8').split('\\n'): print(line.encode('utf-7').decode('ascii'))";
const PERL_READS: &str = "use Encode; undef $/; print encode('UTF-8', decode('UTF-7', <STDIN>))";

const READERS: [(&str, &[&str]); 4] = [
    ("iconv", &["-f", "UTF-7", "-t", "UTF-8"]),
    ("uconv", &["-f", "UTF-7", "-t", "UTF-8"]),
    ("python3", &["-c", PYTHON_READS]),
    ("perl", &["-e", PERL_READS]),
];

/// Asserts that all programs in `READERS` that are installed read `octets` as `text`.
#[track_caller]
fn all_read(octets: &[u8], text: &str) {
    for (program, arguments) in READERS {
        let Some(read) = run(program, arguments, octets) else { continue };
        if read != text.as_bytes() {
            let read = String::from_utf8_lossy(&read).into_owned();
            let differs = read.lines().zip(text.lines()).find(|(a, b)| a != b);
            panic!("{program}: {differs:?}, {} and {} octets", read.len(), text.len());
        }
    }
}

/// Random lines of text, which are the same in each run.
fn lines(count: usize) -> Vec<String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z0-9+/-]{1,12}",
        4 => "[ -~]{1,12}",
        3 => "[\u{e0}-\u{ff}\u{430}-\u{44f}]{1,9}",
        3 => "[\u{4e00}-\u{4eff}]{1,20}",
        1 => "[\u{1f300}-\u{1f64f}]{1,4}",
        // Control characters are left out, because some programs end a line at them.
        2 => "\\PC{1,4}",
    ];
    let text = prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat().replace('\u{feff}', ""));
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| text.new_tree(&mut runner).unwrap().current()).collect()
}

fn encoders() -> impl Iterator<Item = EncodeOptions> {
    let sets = [SetO::Encode, SetO::Direct].map(|set_o| EncodeOptions::new().with_set_o(set_o));
    sets.into_iter().flat_map(|encoder| [encoder, encoder.with_explicit_ends()])
}

#[test]
fn all_programs_read_flowed_lines_and_pieces() {
    let text = lines(300).join("\n") + "\n";
    for encoder in encoders() {
        let octets = flowed::flow(flowed::plain(&text), encoder, 40, "\n");
        let ours = Charset::UTF_7.decode_strict(&octets).unwrap();
        assert_eq!(flowed::unflow(&ours, true), text);
        all_read(&octets, &ours);
    }
    let encoder = EncodeOptions::new().for_header();
    let (mut pieces, mut octets) = (String::new(), Vec::new());
    let mut rest = &*text.replace('\n', " ");
    while !rest.is_empty() {
        let (piece, behind) = encoder.split(rest, 63);
        pieces.extend([piece, "\n"]);
        octets.extend_from_slice(&encoder.encode(piece));
        octets.push(b'\n');
        rest = behind;
    }
    all_read(&octets, &pieces);
}

#[test]
fn never_longer_than_others() {
    let texts = lines(2_000);
    let input = texts.join("\n");
    let writers: [(&str, &[&str], SetO); 3] = [
        ("python3", &["-c", PYTHON_WRITES], SetO::Direct),
        ("uconv", &["-f", "UTF-8", "-t", "UTF-7"], SetO::Direct),
        ("iconv", &["-f", "UTF-8", "-t", "UTF-7"], SetO::Encode),
    ];
    for (program, arguments, set_o) in writers {
        let Some(theirs) = run(program, arguments, input.as_bytes()) else { continue };
        let theirs = String::from_utf8(theirs).unwrap();
        let (mut ours_in_all, mut theirs_in_all) = (0, 0);
        for (text, theirs) in texts.iter().zip(theirs.split('\n')) {
            assert_eq!(&*Charset::UTF_7.decode_strict(theirs.as_bytes()).unwrap(), text, "{program}");
            let ours = EncodeOptions::new().with_set_o(set_o).encode(text);
            assert!(ours.len() <= theirs.len(), "{program}: {theirs}, {}", ours.escape_ascii());
            ours_in_all += ours.len();
            theirs_in_all += theirs.len();
            // Our UTF-7 is also not longer if its lines are broken, apart from the line breaks themselves.
            let lines: Vec<_> =
                EncodeOptions::new().with_set_o(set_o).lines(text, 998, SoftBreak::Hard).collect();
            assert!(lines.len() > 1 || lines[0].octets.len() <= theirs.len(), "{program}: {theirs}");
        }
        println!("{program}: {theirs_in_all} octets, ours {ours_in_all}");
    }
}

/// All programs read every UTF-7 body that is made from real mail.
#[test]
fn all_programs_read_real_mail() {
    let root = crate::real_mail::shared("corpus");
    let mut files = Vec::new();
    collect(&root, &mut files);
    if files.is_empty() {
        println!("skipped: no corpus at {}", root.display());
    }
    files.sort();
    let (mut octets, mut text) = (Vec::new(), String::new());
    // One file in four is enough to compare these programs.
    for file in files.into_iter().step_by(4) {
        let input = fs::read(file).unwrap();
        let output = ToUtf7::default().plan(&input).apply().into_owned();
        let before = Structure::parse(&input, &Limits::default());
        let after = Structure::parse(&output, &Limits::default());
        for (old, part) in before.parts.iter().zip(&after.parts) {
            let label = |message: &[u8], part: &mailutf::structure::Part| {
                let parameter = part.content_type.as_ref()?.parameter(message, "charset")?;
                Some(parameter.content.slice(message).to_ascii_lowercase())
            };
            let written = label(&output, part).is_some_and(|label| label == b"utf-7")
                && label(&input, old) != label(&output, part);
            if written {
                let body = part.transfer.unwrap().decode(part.body.slice(&output)).octets;
                octets.extend_from_slice(&body);
                octets.push(b'\n');
                text.push_str(&Charset::UTF_7.decode_strict(&body).unwrap());
                text.push('\n');
            }
        }
    }
    assert!(octets.is_ascii());
    println!("{} octets of UTF-7 bodies", octets.len());
    all_read(&octets, &text);
}

fn collect(dir: &std::path::Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
