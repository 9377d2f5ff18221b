//! Tests of `mailutf decode`, `mailutf encode` and `mailutf charsets`.

use super::program;
use assert_cmd::assert::Assert;
use mailutf::charset::Charset;
use std::fs;

fn mailutf(args: &[&str], input: &[u8]) -> Assert {
    program::assert_command().args(args).write_stdin(input).assert()
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
}

#[test]
fn there_and_back() {
    for label in ["utf-7", "UTF16", "imap-utf-7", "utf-32le", "gb18030"] {
        let text = "A≢Α. Hi Mom -☺-!\r\n";
        let encoded = mailutf(&["encode", "--charset", label], text.as_bytes()).code(0);
        let octets = encoded.get_output().stdout.clone();
        assert_ne!(octets, text.as_bytes());
        mailutf(&["decode", "-c", label], &octets).code(0).stdout(text).stderr("");
    }
}

/// `--from` names the charset that is read, and `--to` names the charset that is written.
#[test]
fn from_and_to_name_the_charset_of_each_side() {
    mailutf(&["decode", "--from", "koi8-r"], b"\xEB").code(0).stdout("К");
    mailutf(&["encode", "--to", "koi8-r"], "К".as_bytes()).code(0).stdout(&b"\xEB"[..]);
    mailutf(&["encode", "--from", "koi8-r"], "К".as_bytes()).code(2);
}

#[test]
fn files_and_standard_input_in_order() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a"), "+AOQ").unwrap();
    fs::write(path("b"), "+APY").unwrap();
    let args = ["decode", "--charset=utf-7", &path("a"), "-", &path("b")];
    mailutf(&args, b"-").code(0).stdout("ä-ö");
    let missing = mailutf(&["decode", "--charset=utf-7", &path("c")], b"").code(2);
    assert!(stderr(&missing).contains(&path("c")));
}

#[cfg(unix)]
#[test]
fn an_input_is_never_the_output() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("text"), "abc").unwrap();
    for args in [
        &["decode", "-c", "koi8-r", "text", "-o", "text"][..],
        &["encode", "-c", "koi8-r", "./text", "-o", "text"],
    ] {
        let assert = program::assert_command().args(args).current_dir(&dir).assert().code(2);
        assert!(
            stderr(&assert).contains("text: cannot write to it: it is also an input"),
            "{}",
            stderr(&assert)
        );
    }
    let mut command = program::command();
    command.args(["decode", "-c", "koi8-r", "-o", "text"]).current_dir(&dir);
    let output = command.stdin(fs::File::open(dir.path().join("text")).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(dir.path().join("text")).unwrap(), b"abc");
}

#[test]
fn input_longer_than_a_block() {
    let text = "длинный текст\n".repeat(20_000);
    let encoded = mailutf(&["encode", "--charset=utf-7"], text.as_bytes()).code(0);
    mailutf(&["decode", "--charset=utf-7"], &encoded.get_output().stdout).code(0).stdout(text);
}

#[test]
fn an_error_names_the_octet_and_the_file() {
    let strict = mailutf(&["decode", "--charset=utf-7"], b"ab +AGF-").code(1).stdout("");
    assert_eq!(
        stderr(&strict),
        "mailutf: standard input: ill-formed UTF-7: non-zero padding bits at octet 6\n"
    );
    let open = mailutf(&["decode", "--charset=utf-16"], b"\0a\0").code(1).stdout("a");
    assert!(stderr(&open).contains("incomplete code unit at octet 2"));
    let lossy = mailutf(&["decode", "--charset=utf-8", "--lossy"], b"a\xffb\xff")
        .code(0)
        .stdout("a\u{fffd}b\u{fffd}");
    assert!(stderr(&lossy).contains("at octet 1, the first of 2"));
}

#[test]
fn a_character_that_the_charset_lacks() {
    let args = ["encode", "--charset=koi8-r"];
    let strict = mailutf(&args, "кот é".as_bytes()).code(1).stdout("");
    assert_eq!(stderr(&strict), "mailutf: standard input: KOI8-R lacks the character U+00E9, at octet 7\n");
    mailutf(&[&args[..], &["--lossy"]].concat(), "éтé π!".as_bytes()).code(0).stdout(&b"?\xD4? ?!"[..]);
    mailutf(&["encode", "--charset=utf-8"], b"\xff").code(1).stdout("");
    mailutf(&["encode", "--charset=utf-8", "--lossy"], b"\xff").code(0).stdout("\u{fffd}");
}

#[test]
fn strict_takes_the_name_literally() {
    let octets = b"\x93\xE9\x94";
    mailutf(&["decode", "-c", "latin1"], octets).code(0).stdout("“é”");
    mailutf(&["decode", "-c", "latin1", "--strict"], octets).code(0).stdout("\u{93}é\u{94}");
    mailutf(&["decode", "-c", "koi8-u"], b"\xC2\xD9\xAE").code(0).stdout("быў");
    mailutf(&["decode", "-c", "koi8-u", "--strict"], b"\xAE\xBE").code(0).stdout("╝╬");
    mailutf(&["encode", "-c", "koi8-u", "--strict"], "╝╬".as_bytes()).code(0).stdout(&b"\xAE\xBE"[..]);
}

#[test]
fn ill_formed_utf8_is_recovered_as_asked() {
    let octets = b"caf\xC3\xA9 \x80 caf\xE9\n";
    let with = |how: &'static str| mailutf(&["decode", "-c", "utf-8", "--recover", how], octets).code(0);
    for (how, text) in [
        ("windows-1252", "café € café\n"),
        ("latin1", "café \u{80} café\n"),
        ("replace", "café \u{fffd} caf\u{fffd}\n"),
    ] {
        let told = stderr(&with(how).stdout(text));
        assert!(told.contains("at octet 6, the first of 2"), "{told}");
    }
    mailutf(&["decode", "-c", "utf-8"], octets).code(1);
    let wrong = mailutf(&["decode", "-c", "koi8-r", "--recover", "latin1"], b"").code(2).stdout("");
    assert!(stderr(&wrong).contains("--recover applies to UTF-8, not to KOI8-R"), "{}", stderr(&wrong));
    // `--recover` does not replace characters that the output charset lacks, so the run fails.
    mailutf(&["decode", "-c", "utf-8", "--recover", "latin1", "--to", "us-ascii"], octets).code(1);
}

#[test]
fn utf7_in_lines_and_forms() {
    let text = "Größe, Länge und Breite!\n";
    let args = ["encode", "-c", "utf-7"];
    let with = |more: &[&'static str]| mailutf(&[&args, more].concat(), text.as_bytes()).code(0);
    with(&[]).stdout("Gr+APYA3w-e, L+AOQ-nge und Breite+ACE\n");
    with(&["--direct=o"]).stdout("Gr+APYA3w-e, L+AOQ-nge und Breite!\n");
    with(&["--explicit-ends"]).stdout("Gr+APYA3w-e, L+AOQ-nge und Breite+ACE-\n");
    with(&["--columns=20"]).stdout("Gr+APYA3w-e,\nL+AOQ-nge und\nBreite+ACE\n");
    let separated = |more: &[&'static str]| {
        mailutf(&[&args[..], &["--columns=20"], more].concat(), "a\u{2028}b\n".as_bytes()).code(0)
    };
    separated(&[]).stdout("a+ICg-b\n");
    separated(&["--separators-as-line-ends"]).stdout("a\nb\n");
    let wrong = mailutf(&["encode", "-c", "utf-8", "--columns=20"], b"").code(2).stdout("");
    assert!(stderr(&wrong).contains("--columns applies to UTF-7, not to UTF-8"));
    mailutf(&[&args[..], &["--columns=19"]].concat(), b"").code(2);
}

#[test]
fn an_unknown_name_is_wrong_use_and_gets_a_suggestion() {
    let unknown = mailutf(&["decode", "--charset=utf-77"], b"").code(2).stdout("");
    assert!(stderr(&unknown).contains("did you mean `utf-7`?"), "{}", stderr(&unknown));
    let unknown = mailutf(&["encode", "--charset=windws-1251"], b"").code(2).stdout("");
    assert!(stderr(&unknown).contains("did you mean `windows-1251`?"), "{}", stderr(&unknown));
    let nothing = mailutf(&["decode", "--charset=?"], b"").code(2);
    assert!(!stderr(&nothing).contains("did you mean"));
}

#[test]
fn charsets_lists_each_with_its_aliases() {
    let list = mailutf(&["charsets"], b"").code(0).stderr("");
    let list = String::from_utf8(list.get_output().stdout.clone()).unwrap();
    let row = |name: &str| list.lines().find(|row| row.split(':').next() == Some(name));
    assert!(row("UTF-7").is_some_and(|row| row.contains("unicode-1-1-utf-7")));
    assert!(row("windows-1252").is_some_and(|row| row.contains("iso-8859-1,")));
    assert!(row("IMAP-UTF-7").is_some_and(|row| row.contains("utf-7-imap")));
    assert_eq!(row("Modified-UTF-8"), Some("Modified-UTF-8"));
}

/// The memory that is needed does not depend on the length of the text, although decoders keep some state between
/// blocks.
#[cfg(target_os = "linux")]
#[test]
fn a_text_larger_than_the_memory_bound_is_converted() {
    use std::io::{Read, Write};
    use std::process::Stdio;
    const MIB: usize = 16;
    let text = "日本語のテキスト\n".repeat((1 << 20) / 25);
    let (label, charset) = ("utf-16", Charset::UTF_16);
    let encoded = charset.encode(&text).unwrap().into_owned();
    for (command, input) in [("encode", text.as_bytes()), ("decode", &encoded)] {
        let mut child = program::command()
            .args([command, "-c", label])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let read = std::thread::spawn(move || {
            let (mut block, mut total) = (vec![0; 1 << 16], 0);
            while let length @ 1.. = stdout.read(&mut block).unwrap() {
                total += length;
            }
            total
        });
        let times = (MIB << 20) / input.len();
        (0..times).for_each(|_| stdin.write_all(input).unwrap());
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        drop(stdin);
        assert!(child.wait().unwrap().success());
        assert!(read.join().unwrap() > MIB << 18, "{command} {label}");
        // `RssAnon` does not count the pages of the program itself, which are more than 10 MiB.
        let held = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
        let held: usize = held.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(held >> 10 < 4, "{command} {label}: {held} KiB");
    }
}

#[test]
fn from_one_charset_to_another() {
    let run = |args: &[&str], input: &[u8], status: i32| {
        let assert = program::assert_command().args(args).write_stdin(input).assert().code(status);
        (
            assert.get_output().stdout.clone(),
            String::from_utf8_lossy(&assert.get_output().stderr).into_owned(),
        )
    };
    assert_eq!(run(&["decode", "-f", "koi8-r", "-t", "windows-1251"], b"\xEB\xCF\xC4", 0).0, b"\xCA\xEE\xE4");
    assert_eq!(run(&["decode", "--from", "koi8-r", "--to", "utf-7"], b"\xEB", 0).0, b"+BBo");
    let (nothing, said) = run(&["decode", "-f", "koi8-r", "-t", "latin1"], b"\xEB", 1);
    assert!(nothing.is_empty() && said.contains("U+041A"), "{said}");
    assert_eq!(run(&["decode", "-f", "koi8-r", "-t", "latin1", "--lossy"], b"a\xEBb", 0).0, b"a?b");
}

#[cfg(unix)]
#[test]
fn an_output_file_is_replaced_only_by_the_whole_text() {
    let dir = tempfile::tempdir().unwrap();
    let run = |args: &[&str], input: &[u8], status: i32| {
        program::assert_command()
            .args(args)
            .current_dir(&dir)
            .write_stdin(input)
            .assert()
            .code(status)
            .stdout("");
        std::fs::read(dir.path().join("out")).unwrap()
    };
    assert_eq!(run(&["decode", "-c", "koi8-r", "-o", "out"], b"\xEB", 0), "К".as_bytes());
    assert_eq!(run(&["decode", "-c", "utf-8", "-o", "out"], b"ab\xFF", 1), "К".as_bytes());
    assert_eq!(run(&["encode", "-c", "koi8-r", "-o", "out"], "код".as_bytes(), 0), b"\xCB\xCF\xC4");
    assert_eq!(run(&["encode", "-c", "koi8-r", "-o", "out"], "漢".as_bytes(), 1), b"\xCB\xCF\xC4");
    assert_eq!(std::fs::read_dir(&dir).unwrap().count(), 1);
}
