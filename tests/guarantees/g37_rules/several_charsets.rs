//! A rule that names several charsets: the letters of a text show in which of these charsets it is.

use super::{body, lines, of_ann, parse, proptest_config, read, with};
use mailutf::charset::Charset;
use proptest::collection::vec;
use proptest::prelude::*;

const TWO: &str = "[[rule]]\nfrom = \"ann@x\"\nread = [\"koi8-r\", \"windows-1251\"]\n";

#[test]
fn of_several_charsets_the_letters_show_which_it_is() {
    for label in ["", "; charset=iso-8859-1", "; charset=x-klingon", "; charset=koi8-r", "; charset=utf-8"] {
        for text in ["Прошу прислать договор", "Да", "Не знаю"] {
            for charset in ["koi8-r", "windows-1251"] {
                let (output, _) = read(TWO, &of_ann(charset, text, label));
                assert!(output.ends_with(&format!("\n\n{text}\n")), "{label} {charset}\n{output}");
            }
        }
    }
    let header = b"From: ann@x\nSubject: =?iso-8859-1?Q?=F0=D2=C9?= =?iso-8859-1?Q?=D7=C5=D4?=\n\
        X-Note: \xCF\xF0\xE8\xE2\xE5\xF2\n\nx\n";
    let (output, lines) = read(TWO, header);
    assert_eq!(output, "From: ann@x\nSubject: Привет\nX-Note: Привет\n\nx\n");
    assert_eq!(lines, [2, 2]);
    // If the text proves that it is in another charset (here UTF-8), this proof outranks the rule.
    assert!(read(TWO, &of_ann("utf-8", "größer und schöner", "")).0.ends_with("größer und schöner\n"));
}

/// Text is left unchanged if its octet is a letter in both charsets of the rule, or if it decodes in neither of them.
#[test]
fn where_letters_do_not_show_the_charset_text_is_left_and_counted() {
    let japanese = TWO.replace("koi8-r", "shift_jis").replace("windows-1251", "euc-jp");
    for (rules, label, octets) in [
        (TWO, "; charset=iso-8859-1", &b"\xC1"[..]),
        (TWO, "", b"\xC1"),
        (TWO, "; charset=x-klingon", b"\xC1"),
        (&*japanese, "; charset=iso-8859-1", b"\x82\xA0\x82\xE8\x82\xAA\xFF\x82\xC6\x82\xA4"),
    ] {
        let rules = parse(&format!("version = 1\n{rules}"));
        let head = format!("From: ann@x\nContent-Type: text/plain{label}\n\n");
        let message = [head.as_bytes(), octets, b"\n"].concat();
        let plan = with(&rules).plan(&message);
        assert_eq!(plan.apply(), message.as_slice(), "{label} {}", octets.escape_ascii());
        assert!(plan.is_unresolved() && lines(&plan) == [2], "{:?}", plan.findings());
        let why = plan.findings()[0].detail.to_string();
        assert_eq!(
            why,
            "the rule on line 2 of the rules file names several charsets, and the characters of the text do not show which one is right"
        );
    }
    let raw = b"From: ann@x\nSubject: \xC1\nX-Note: =?iso-8859-1?Q?=C1?=\n\nx\n";
    let plan = with(&parse(&format!("version = 1\n{TWO}"))).plan(raw);
    assert!(plan.is_noop() && plan.is_unresolved() && lines(&plan) == [2, 2], "{:?}", plan.findings());
}

proptest! {
    #![proptest_config(proptest_config(512))]

    /// The octets contain neither UTF-8 nor escape sequences, so only the rule decides.
    #[test]
    fn no_text_is_read_in_a_charset_outside_the_list(
        octets in vec(prop_oneof![0xC0..=0xFF_u8, Just(b' '), Just(b'n')], 1..40),
        list in prop::sample::subsequence(vec!["koi8-r", "windows-1251", "windows-1252", "windows-1253", "shift_jis", "utf-8"], 2..=4),
        label in prop::sample::select(&["", "; charset=iso-8859-1", "; charset=us-ascii", "; charset=x-klingon"][..]),
    ) {
        prop_assume!(!octets.is_ascii());
        let head = format!("From: ann@x\nContent-Type: text/plain{label}\n\n");
        let message = [head.as_bytes(), &octets, b"\n"].concat();
        let normalizer = with(&parse(&format!("version = 1\n[[rule]]\nfrom = \"ann@x\"\nread = {list:?}\n")));
        let plan = normalizer.plan(&message);
        let output = plan.apply().into_owned();
        prop_assert!(normalizer.plan(&output).is_noop(), "{}", output.escape_ascii());
        // The findings name the rule, unless the label was already right: then windows-1252 is in the list, and the
        // label is ISO-8859-1, which is read as windows-1252.
        let may_be_right = label.contains("iso-8859-1") && list.contains(&"windows-1252");
        prop_assert!(lines(&plan) == [2] || lines(&plan).is_empty() && may_be_right && !plan.is_unresolved());
        let texts = list.iter().filter_map(|name| {
            let charset = Charset::for_label(name.as_bytes()).unwrap();
            Some(charset.decode_strict(&octets).ok()?.trim().to_owned())
        });
        match plan.is_unresolved() {
            true => prop_assert_eq!(output, message),
            false => {
                let found = body(&output).map(str::trim);
                prop_assert!(texts.into_iter().any(|text| Some(&*text) == found), "{list:?} {found:?}");
            }
        }
    }
}
