//! A rule that names several charsets: the letters of a text show in which of these charsets it is.

use super::{body, lines, of_ann, parse, proptest_config, read, with};
use mailutf::charset::Charset;
use mailutf::{Normalizer, Policy};
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
            "rules.toml:2 names several charsets, and the characters of the text do not show which one is right"
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

/// Texts in several charsets. The letters of each show its charset.
const TEXTS: [(&str, &str); 10] = [
    ("koi8-r", "Прошу прислать договор до конца недели"),
    ("windows-1251", "Встреча переносится на завтра, приложу отчёт вечером"),
    ("ibm866", "Добрый день, высылаю вам обещанные документы"),
    ("windows-1250", "Příloha k vaší žádosti: děkuji za odpověď"),
    ("iso-8859-2", "Proszę o odpowiedź, załączam część dokumentów"),
    ("iso-8859-7", "Καλημέρα σας, σας στέλνω το έγγραφο που ζητήσατε χθες"),
    ("windows-1255", "שלום רב, מצורף המסמך שביקשת אתמול בערב"),
    ("gbk", "您好，附件是您昨天要求的文件，请查收。"),
    ("euc-kr", "안녕하세요. 어제 요청하신 문서를 보내 드립니다."),
    ("shift_jis", "こんにちは。昨日ご依頼の書類をお送りします。"),
];

#[test]
fn text_in_a_charset_outside_the_list_is_left() {
    let text = "Прошу прислать договор до конца недели";
    for list in [["ibm866", "windows-1252"], ["windows-1251", "windows-1252"]] {
        for label in ["windows-1252", "iso-8859-1", "x-klingon"] {
            let rules = parse(&format!("version = 1\n[[rule]]\nlabel = {label:?}\nread = {list:?}\n"));
            let message = of_ann("koi8-r", text, &format!("; charset={label}"));
            let plan = with(&rules).plan(&message);
            assert!(plan.is_noop() && plan.is_unresolved() && lines(&plan) == [2], "{list:?} {label}");
        }
    }
    // Lines in UTF-8 are no evidence against the charset of the others.
    let mixed =
        [&of_ann("koi8-r", text, "; charset=iso-8859-1")[..], "größer und schöner\n".as_bytes()].concat();
    let (output, _) = read(TWO, &mixed);
    assert!(output.contains(text) && output.contains("größer"), "{output}");
}

proptest! {
    #![proptest_config(proptest_config(256))]

    /// If the label of a text would be doubtful whichever charset of the list it named, the rule leaves the text.
    #[test]
    fn a_rule_with_several_charsets_does_not_end_doubt(
        (charset, text) in prop::sample::select(&TEXTS[..]),
        list in prop::sample::subsequence(vec!["koi8-r", "windows-1251", "windows-1252", "windows-1253", "ibm866", "gbk", "shift_jis"], 2..=3),
        label in prop::sample::select(vec![None, Some("x-klingon"), Some("iso-8859-1"), Some("windows-1251")]),
    ) {
        let under = |label: &str| of_ann(charset, text, &format!("; charset={label}"));
        let is_left = |message: &[u8], normalizer: &Normalizer| {
            let plan = normalizer.plan(message);
            plan.is_noop() && plan.is_unresolved()
        };
        let by_label = Normalizer::new(Policy::default());
        prop_assume!(list.iter().all(|label| is_left(&under(label), &by_label)));
        let rules = parse(&format!("version = 1\n[[rule]]\nfrom = \"ann@x\"\nread = {list:?}\n"));
        let message = label.map_or_else(|| of_ann(charset, text, ""), under);
        prop_assert!(is_left(&message, &with(&rules)), "{charset} {label:?} {list:?}");
    }
}
