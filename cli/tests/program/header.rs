//! Tests of `mailutf header`.

use super::program;

fn header(args: &[&str], input: &[u8], status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.arg("header").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

fn says(args: &[&str], input: &str, expected: &str) {
    assert_eq!(header(args, input.as_bytes(), 0), (expected.to_owned(), String::new()), "{args:?}");
}

#[test]
fn each_value_is_decoded_on_a_line() {
    says(&["=?koi8-r?B?8NLJ18XU?="], "", "Привет\n");
    says(&["=?iso-8859-1?Q?caf=E9?= noir", "plain", ""], "", "café noir\nplain\n\n");
    says(&[], "=?koi8-r?B?8NLJ18XU?=\r\n\n=?utf-8?Q?=C3=A4?=\n=?utf-8?Q?=C3=B6?=", "Привет\n\nä\nö\n");
    says(&["a\n b\nSubject: =?utf-8?Q?=C3=A4?="], "", "a b Subject: ä\n");
    says(&["--", "-x"], "", "-x\n");
}

#[test]
fn a_line_end_in_an_encoded_word_does_not_start_a_line() {
    let (said, _) = header(&["=?utf-8?Q?one=0Atwo?="], b"", 0);
    assert_eq!(said, "one two\n");
}

#[test]
fn addresses_and_names() {
    let list = "=?utf-8?Q?D=C3=B6e=2C_J=2E?= <j@doe>, us: k@doe (Kim), =?utf-8?B?0LA=?= <l@doe>;, m@doe";
    says(&["--addresses", list], "", "j@doe\tDöe, J.\nk@doe\tKim\nl@doe\tа\nm@doe\t\n");
    says(&["-a"], "a@b\nc@d\n", "a@b\t\nc@d\t\n");
}

#[test]
fn a_parameter() {
    let value = "attachment; size=3; filename*0*=utf-8''gr%C3; filename*1*=%B6%C3%9Fe";
    says(&["--parameter", "FileName", value], "", "größe\n");
    says(&["-p", "name", "text/plain; name=\"=?koi8-r?B?xsHKzA==?=\""], "", "файл\n");
    let (said, errors) = header(&["-p", "x", value, value], b"", 1);
    assert_eq!((said.as_str(), errors.matches("there is no parameter `x`").count()), ("\n\n", 2));
    assert!(errors.contains("mailutf: value 2: there"), "{errors}");
    assert!(header(&["-p", "a b"], b"", 2).1.contains("as in `filename`"));
    header(&["-p", "a", "-a"], b"", 2);
}

#[test]
fn text_that_cannot_be_decoded_stays_and_is_named() {
    let (said, errors) = header(&["x =?x-runes?Q?=FF?="], b"", 1);
    assert_eq!(said, "x =?x-runes?Q?=FF?=\n");
    assert!(errors.starts_with("mailutf: word-unresolved at octet 2: "), "{errors}");
    let (said, errors) = header(&["--charset", "x-runes=koi8-r", "=?x-runes?Q?=D2?="], b"", 0);
    assert_eq!(said, "р\n");
    assert!(errors.starts_with("mailutf: label-overruled at octet 0: "), "{errors}");
    let (said, _) = header(&["--fallback-charset", "koi8-r"], b"\xD2\xC9\n", 0);
    assert_eq!(said, "ри\n");
}

#[test]
fn the_other_way_and_back() {
    says(&["--encode", "Grüße"], "", "=?utf-8?B?R3LDvMOfZQ==?=\n");
    says(&["--encode", "plain", "=?koi8-r?B?8NLJ18XU?="], "", "plain\n=?utf-8?B?0J/RgNC40LLQtdGC?=\n");
    says(&["-e", "-a", "Jörg Ä. <j@doe>, k@doe"], "", "=?utf-8?B?SsO2cmcgw4Qu?= <j@doe>, k@doe\n");
    let text = "Очень длинная тема письма, которая не помещается в одну строку заголовка";
    let (folded, _) = header(&["--encode", text], b"", 0);
    assert!(
        folded.is_ascii() && folded.lines().count() > 2 && folded.lines().all(|line| line.len() <= 76),
        "{folded}"
    );
    says(&[&folded], "", &format!("{text}\n"));
    for name in ["größe \"2\".txt", &format!("{text}.txt")] {
        let (parameter, _) = header(&["-e", "-p", "filename", name], b"", 0);
        assert!(parameter.is_ascii() && parameter.starts_with("filename*"), "{parameter}");
        says(&["-p", "filename", &format!("attachment; {parameter}")], "", &format!("{name}\n"));
    }
    let (plain, _) = header(&["-e", "-p", "filename", "a b.txt"], b"", 0);
    assert_eq!(plain, "filename=\"a b.txt\"\n");
}

/// Lines that begin with a blank continue the value in the line before them (RFC 5322 section 2.2.3).
#[test]
fn a_folded_value_of_standard_input_is_one_value() {
    says(&[], "=?utf-8?Q?a=C3=A9?=\r\n =?utf-8?Q?b?=\n\tc\nnext\n", "aéb c\nnext\n");
    says(&[], "a\n\nb\n  \n", "a\n\nb\n");
    says(&["--addresses"], "=?utf-8?Q?J=C3=B6rg?=\n <j@example.org>\n", "j@example.org\tJörg\n");
    let (_, said) = header(&["--limit-message", "8"], b"abcd\n efgh\n", 2);
    assert!(said.contains("a value is longer than the 8 octets"), "{said}");
}

#[test]
fn a_word_that_looks_like_a_command_is_named() {
    let hints = [("decode", "`decode` is not needed"), ("encode", "use `mailutf header --encode VALUE`")];
    for (word, hint) in hints {
        let (shown, said) = header(&[word, "=?utf-8?Q?=C3=A9?="], b"", 2);
        assert!(shown.is_empty() && said.contains(hint), "{said}");
        says(&[word], "", &format!("{word}\n"));
    }
}
