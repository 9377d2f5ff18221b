//! Tests of `mailutf attachments`.

use super::program;
use std::fs;

const MESSAGE: &str = "From: a@b.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n\
    --b\nContent-Type: application/pdf; name*=koi8-r''%C6%C1%CA%CC.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n\
    --b\nContent-Type: text/plain; charset=koi8-r\nContent-Disposition: attachment; filename=\"../../x.txt\"\n\
    Content-Transfer-Encoding: quoted-printable\n\n=EB=\n\n\
    --b\nContent-Type: message/rfc822\n\nSubject: inner\n\nbody\n\
    --b\nContent-Type: image/png; name=\"../../x.txt\"\n\nP\n--b--\n";

fn run(args: &[&str], input: &str, status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.arg("attachments").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn attachments_are_listed() {
    let (list, errors) = run(&[], MESSAGE, 0);
    assert_eq!(
        list,
        "standard input: part 2: файл.pdf, application/pdf, 4 octets\n\
         standard input: part 3: ../../x.txt, text/plain, 1 octet\n\
         standard input: part 4: no name, message/rfc822, 20 octets\n\
         standard input: part 5: ../../x.txt, image/png, 1 octet\n"
    );
    assert_eq!(errors, "");
    assert_eq!(run(&[], "Subject: x\n\nno attachment\n", 0).0, "");
}

/// Data that is labelled as text, or has no label, cannot be shown as text. Damaged text can.
#[test]
fn data_that_is_labelled_as_text_is_an_attachment() {
    let message = "Content-Type: multipart/mixed; boundary=b\n\n\
        --b\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjcK\n\
        --b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9\n--b--\n";
    let expected = "standard input: part 1: no name, text/plain, 9 octets";
    assert_eq!(run(&[], message, 0).0, format!("{expected}\n"));
    let dir = tempfile::tempdir().unwrap();
    let (list, _) = run(&["-o", dir.path().to_str().unwrap()], message, 0);
    assert!(list.starts_with(expected), "{list}");
    assert_eq!(fs::read(dir.path().join("part-1")).unwrap(), b"%PDF-1.7\n");
    assert!(run(&[], "Subject: x\n\n%PDF-1.7\n", 0).0.ends_with("no name, text/plain, 9 octets\n"));
}

#[test]
fn attachments_are_saved_with_safe_names_and_overwrite_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("deep/er");
    fs::create_dir_all(&target).unwrap();
    fs::write(target.join("файл.pdf"), "old").unwrap();
    let (list, _) = run(&["-o", target.to_str().unwrap()], MESSAGE, 0);
    let mut names: Vec<String> = fs::read_dir(&target)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["part-4.eml", "x-2.txt", "x.txt", "файл-2.pdf", "файл.pdf"]);
    for (name, content) in [
        ("файл.pdf", b"old".as_slice()),
        ("файл-2.pdf", b"%PDF"),
        ("x.txt", b"\xEB"),
        ("x-2.txt", b"P"),
        ("part-4.eml", b"Subject: inner\n\nbody"),
    ] {
        assert_eq!(fs::read(target.join(name)).unwrap(), content, "{name}");
    }
    assert!(list.lines().next().unwrap().ends_with("файл-2.pdf"), "{list}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn one_part_of_one_message() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("new");
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    let mbox = format!("{from_line}{MESSAGE}\n{from_line}\nbody\n\n{from_line}{MESSAGE}\n");
    let output = target.to_str().unwrap();
    run(&["-m", "3", "-p", "2", "-o", output], &mbox, 0);
    assert_eq!(fs::read_dir(&target).unwrap().count(), 1);
    run(&["-m2", "-p1", "-o", output], &mbox, 0);
    assert_eq!(fs::read(target.join("part-1.txt")).unwrap(), b"body\n");
    assert!(run(&["-m9"], &mbox, 2).1.contains("there is no message 9; standard input has 3 messages"));
    assert!(run(&["-p9"], &mbox, 2).1.contains("no message has a part `9`"));
}

#[test]
fn damaged_and_unknown_encodings_are_named() {
    let damaged = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\nSGVs!G8=\n";
    assert!(run(&[], damaged, 0).1.contains("may be incomplete: an octet outside the alphabet of base64"));
    for (encoding, body) in
        [("base64", "no base64, at all\n"), ("base64", "SGVsbG8hA\n"), ("quoted-printable", "a=ZZ\n")]
    {
        let damaged = format!("Content-Type: image/png\nContent-Transfer-Encoding: {encoding}\n\n{body}");
        assert!(run(&[], &damaged, 0).1.contains("may be incomplete"), "{body}");
    }
    let cut = |end: &str| {
        let file = "--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n";
        format!("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhi\n{file}{end}")
    };
    assert!(
        run(&[], &cut("SGVsbG8h\n"), 0).1.contains("may be incomplete: the message ends within the part")
    );
    let text = cut("SGVsbG8h\n").replace("image/png", "text/csv\nContent-Disposition: attachment");
    assert!(run(&[], &text, 0).1.contains("the message ends within the part"));
    for whole in ["SGVsbG8h\n--b--\n", "SGVsbG8=\n"] {
        assert!(!run(&[], &cut(whole), 0).1.contains("incomplete"), "{whole}");
    }
    let closed = format!("Content-Type: multipart/mixed; boundary=o\n\n--o\n{}--o--\n", cut("SGVsbG8h\n"));
    assert!(!run(&[], &closed, 0).1.contains("incomplete"), "an outer line closes the multipart");
    let named = "Content-Type: image/png\nContent-Transfer-Encoding: b64\n\nSGVsbG8h\n";
    assert!(run(&[], named, 0).1.contains("its transfer encoding is unknown"));
    let unknown = "Content-Type: image/png\nContent-Transfer-Encoding: x-none\n\nx\n";
    assert!(run(&[], unknown, 0).1.contains("its transfer encoding is unknown"));
    let dir = tempfile::tempdir().unwrap();
    let saved = ["-o", dir.path().to_str().unwrap()];
    assert!(run(&saved, damaged, 1).1.contains("may be incomplete"));
}

#[cfg(unix)]
#[test]
fn an_attachment_that_cannot_be_saved_is_named_and_the_rest_is_saved() {
    let dir = tempfile::tempdir().unwrap();
    let part =
        |(name, size)| format!("--b\nContent-Type: image/png; name={name}.png\n\n{}\n", "x".repeat(size));
    let mail = [("one", 1), ("two", 5000), ("three", 1)].map(part).concat();
    let mail = format!("Content-Type: multipart/mixed; boundary=b\n\n{mail}--b--\n");
    fs::write(dir.path().join("mail"), mail).unwrap();
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -f 1 && exec $0 attachments mail -o files"]);
    let output = command.arg(program::command().get_program()).current_dir(&dir).output().unwrap();
    let (listed, errors) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(listed.contains("two.png, image/png, 5000 octets, not saved\n"), "{listed}");
    assert!(errors.contains("two.png: cannot write") && errors.lines().count() == 1, "{errors}");
    let mut saved: Vec<_> =
        fs::read_dir(dir.path().join("files")).unwrap().map(|file| file.unwrap().file_name()).collect();
    saved.sort();
    assert_eq!(saved, ["one.png", "three.png"]);
}

#[cfg(unix)]
#[test]
fn a_directory_that_cannot_be_written_is_a_failure() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let (_, errors) = run(&["-o", dir.path().join("file").to_str().unwrap()], MESSAGE, 2);
    assert!(errors.contains("cannot create"), "{errors}");
}
