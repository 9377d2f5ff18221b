//! Tests of `--fail-on` of commands that show mail. The exit status is 1 if there is a finding that the option names.
//! Without such a finding, it is 0 if all mail could be shown.

use super::program;

/// Returns a message with doubtful text in its body and in Subject: the text is Russian, but has the label
/// iso-8859-1. The message also contains a file with a damaged name.
fn doubtful() -> Vec<u8> {
    let text = encoding_rs::WINDOWS_1251.encode("Привет, это письмо\n").0;
    let words: String =
        text.iter().filter(|octet| **octet != b'\n').map(|octet| format!("={octet:02X}")).collect();
    let header = format!(
        "Subject: =?iso-8859-1?Q?{words}?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\
         Content-Type: text/plain; charset=iso-8859-1\n\n"
    );
    let file = "\n--b\nContent-Type: image/png; name*=utf-8''%C3%BC%C3.png\n\nx\n--b--\n";
    [header.as_bytes(), &text, file.as_bytes()].concat()
}

/// Returns the exit status and what is printed to standard error.
fn run(args: &[&str], input: &[u8]) -> (i32, String) {
    let mut command = program::assert_command();
    let output = command.args(args).write_stdin(input.to_vec()).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_is_shown_is_no_failure_unless_it_is_named() {
    let message = doubtful();
    for (command, failure) in [
        (&["text"][..], 1),
        (&["text", "--plain"], 1),
        (&["text", "--json"], 1),
        (&["text", "--headers"], 1),
        (&["attachments"], 1),
        (&["inspect"], 1),
        (&["inspect", "--json"], 1),
        // grep has status 1 if no line matches, so with a finding it has status 2.
        (&["grep", "письмо"], 2),
        (&["grep", "-c", "."], 2),
    ] {
        for (value, is_failure) in [
            ("label-doubtful", true),
            ("unresolved", true),
            ("guess", true),
            ("seal-broken,LABEL-DOUBTFUL", true),
            ("seal-broken", false),
            ("text-malformed,label-unknown", false),
        ] {
            let (status, errors) = run(&[command, &["--fail-on", value]].concat(), &message);
            assert_eq!(status, if is_failure { failure } else { 0 }, "{command:?} {value}: {errors}");
            let is_named = errors.contains("label-doubtful at octet ") || command[0] == "inspect";
            assert!(is_named || !is_failure, "{command:?} {value}: {errors}");
        }
        assert_eq!(run(command, &message).0, 0, "{command:?}");
    }
    // `text` has the finding `label-overruled` because it shows the text in its likely reading.
    assert_eq!(run(&["text", "--fail-on", "label-overruled"], &message).0, 1);
    let (status, errors) = run(&["text", "--fail-on", "label-doubtfull"], &message);
    assert!(status == 2 && errors.contains("did you mean `label-doubtful`?"), "{errors}");
}

#[test]
fn a_text_without_an_answer_and_a_header_value() {
    let message = doubtful();
    assert_eq!(run(&["detect"], &message).0, 1);
    let utf8 = "Subject: =?koi8-r?Q?=D2?=\nContent-Type: text/plain\n\nк\n".as_bytes();
    assert_eq!(run(&["detect"], utf8).0, 0);
    let (status, errors) = run(&["detect", "--fail-on", "guess"], utf8);
    assert!(status == 1 && errors.contains("label-missing at octet "), "{errors}");
    let value = "=?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2,=20=FD=F2=EE=20=EF=E8=F1=FC=EC=EE?=";
    assert_eq!(run(&["header", value], b"").0, 0);
    assert_eq!(run(&["header", "--fail-on", "unresolved", value], b"").0, 1);
}

#[test]
fn doubtful_words_of_a_header_that_is_printed_are_named() {
    let message = doubtful();
    for args in [&["text", "--headers"][..], &["text", "--headers", "--plain"]] {
        let (status, errors) = run(args, &message);
        assert!(status == 0 && errors.starts_with("mailutf: standard input: label-doubtful: "), "{errors}");
        assert!(errors.contains("standard input: part 1: label-overruled: "), "{errors}");
    }
    assert!(!run(&["text"], &message).1.contains("label-doubtful"));
    // The findings about encoded words in the header of an enclosed message are reported, too, but each field is
    // named only once.
    let outer = [&b"Subject: outer\nContent-Type: message/rfc822\n\n"[..], &message].concat();
    let (_, errors) = run(&["text", "--headers"], &outer);
    assert_eq!(errors.matches("label-doubtful: ").count(), 1, "{errors}");
}

#[test]
fn a_name_that_is_lost_in_part_is_a_failure_of_saving() {
    let dir = tempfile::tempdir().unwrap();
    let message = doubtful();
    let (status, errors) = run(&["attachments", "-o", dir.path().to_str().unwrap()], &message);
    assert!(status == 1 && errors.contains("part 2: its name is damaged: ü\u{FFFD}.png"), "{errors}");
    // The list shows the readable part of the name. Nothing is saved, so the damaged name is no failure.
    assert_eq!(run(&["attachments"], &message).0, 0);
}
