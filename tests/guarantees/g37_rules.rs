//! G37: a rule reads nothing that does not decode, applies where it says and nowhere else, and is named in each finding that
//! it makes. A second run with the same rules changes nothing.

use super::proptest_config;
use mailutf::charset::Charset;
use mailutf::finding::{Code, Detail};
use mailutf::policy::Doubtful;
use mailutf::rules::Rules;
use mailutf::{Normalizer, Plan, Policy};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::path::Path;

const SENDERS: [&str; 3] = ["ann@x.example", "Bob@x.example", "cyd@y.example"];
const LISTS: [&str; 2] = ["cats.x.example", "dogs.y.example"];
const YEARS: [u16; 3] = [2001, 2003, 2005];
const LABELS: [Option<&str>; 6] =
    [None, Some("us-ascii"), Some("iso-8859-1"), Some("utf-8"), Some("x-klingon"), Some("koi8-r")];
/// Words that are text in some charsets and not in others.
const OCTETS: [&[u8]; 6] = [b"abc", b"\xE9\xE8", b"\xCF\xF0\xE8", b"\xC3\xA9", b"\x81\x40", b"\xFF\x80"];
const READS: [&str; 7] = ["windows-1251", "iso-8859-2", "shift_jis", "utf-8", "label", "evidence", "leave"];

#[derive(Clone, Debug)]
struct Mail {
    from: usize,
    list: Option<usize>,
    year: Option<usize>,
    label: usize,
    octets: usize,
}

impl Mail {
    fn octets(&self) -> Vec<u8> {
        let list = self.list.map_or(String::new(), |list| format!("List-Id: Animals <{}>\n", LISTS[list]));
        let year =
            self.year.map_or("soon".to_owned(), |year| format!("31 Dec {} 23:30:00 -0800", YEARS[year]));
        let label = LABELS[self.label].map_or(String::new(), |label| format!("; charset=\"{label}\""));
        let header = format!(
            "From: \"No <{}>\" <{}>\n{list}Date: {year}\nContent-Type: text/plain{label}\n\n",
            SENDERS[0], SENDERS[self.from],
        );
        [header.as_bytes(), OCTETS[self.octets], b"\n"].concat()
    }
}

#[derive(Clone, Debug)]
struct Rule {
    from: Option<usize>,
    list: Option<usize>,
    years: Option<(usize, usize)>,
    label: Option<&'static str>,
    read: usize,
}

impl Rule {
    fn toml(&self) -> String {
        let mut text = "[[rule]]\n".to_owned();
        if let Some(from) = self.from {
            let other = ["nobody@*", "nobody@x"][self.read % 2];
            text += &format!("from = [\"{}\", \"{other}\"]\n", SENDERS[from].to_uppercase());
        }
        if let Some(list) = self.list {
            text += &format!("list = \"{}*\"\n", LISTS[list].split('.').next().unwrap());
        }
        if let Some((first, last)) = self.years {
            text += &format!("dates = \"{}/{}\"\n", YEARS[first.min(last)], YEARS[first.max(last)]);
        }
        text + &format!("label = \"{}\"\nread = \"{}\"\n", self.label.unwrap_or("*"), READS[self.read])
    }

    /// By definition, without the library.
    fn is_for(&self, mail: &Mail) -> bool {
        let is_year = |(one, other): (usize, usize)| {
            mail.year.is_some_and(|year| (one.min(other)..=one.max(other)).contains(&year))
        };
        let is_label = |label: &str| match (label, LABELS[mail.label]) {
            ("none", written) => written.is_none(),
            ("unknown", written) => written == Some("x-klingon"),
            ("latin1", written) => written == Some("iso-8859-1"),
            (label, written) => written.is_some_and(|written| label.eq_ignore_ascii_case(written)),
        };
        self.from.is_none_or(|from| from == mail.from)
            && self.list.is_none_or(|list| Some(list) == mail.list)
            && self.years.is_none_or(is_year)
            && self.label.is_none_or(is_label)
    }
}

fn rules() -> impl Strategy<Value = Vec<Rule>> {
    let label = prop::sample::select(&["none", "unknown", "latin1", "UTF-8", "koi8-r", "X-Klingon"][..]);
    let rule = (
        option::of(0..SENDERS.len()),
        option::of(0..LISTS.len()),
        option::of((0..YEARS.len(), 0..YEARS.len())),
        option::of(label),
        0..READS.len(),
    );
    let rule = rule.prop_map(|(from, list, years, label, read)| Rule { from, list, years, label, read });
    vec(rule, 1..6)
}

fn mail() -> impl Strategy<Value = Mail> {
    let year = option::of(0..YEARS.len());
    (0..SENDERS.len(), option::of(0..LISTS.len()), year, 0..LABELS.len(), 0..OCTETS.len())
        .prop_map(|(from, list, year, label, octets)| Mail { from, list, year, label, octets })
}

fn parse(text: &str) -> Rules {
    Rules::parse(text).unwrap_or_else(|mistakes| panic!("{text}\n{mistakes}")).named("rules.toml")
}

fn with(rules: &Rules) -> Normalizer {
    Normalizer::new(Policy::default().with_rules(rules.clone()))
}

/// The lines of the rules that are named in the findings of a plan.
fn lines(plan: &Plan<'_>) -> Vec<u32> {
    let line = |detail: &Detail| match detail {
        Detail::Rule { line, .. } => Some(*line),
        Detail::Unresolved { rule, .. } => *rule,
        _ => None,
    };
    plan.findings().iter().filter_map(|finding| line(&finding.detail)).collect()
}

/// The text of the body, if it is UTF-8 by its label.
fn body(output: &[u8]) -> Option<&str> {
    let at = memchr::memmem::find(output, b"\n\n").unwrap();
    let header = String::from_utf8_lossy(&output[..at]);
    let is_utf8 = header.contains("charset=utf-8") || header.contains("charset=\"utf-8\"");
    std::str::from_utf8(&output[at + 2..])
        .ok()
        .map(|text| text.trim_end_matches('\n'))
        .filter(|text| is_utf8 || text.is_ascii())
}

proptest! {
    #![proptest_config(proptest_config(512))]

    #[test]
    fn a_rule_applies_where_it_says_and_nowhere_else(rules in rules(), mail in mail()) {
        let text = format!("version = 1\n{}", rules.iter().map(Rule::toml).collect::<String>());
        let parsed = parse(&text);
        let octets = mail.octets();
        let (normalizer, plan) = (with(&parsed), with(&Rules::default()).plan(&octets));
        let ruled = normalizer.plan(&octets);
        let output = ruled.apply().into_owned();
        prop_assert!(normalizer.plan(&output).is_noop(), "{}", output.escape_ascii());

        let Some(at) = rules.iter().position(|rule| rule.is_for(&mail)) else {
            prop_assert_eq!(output, plan.apply().into_owned());
            prop_assert_eq!(ruled.findings(), plan.findings());
            return Ok(());
        };
        let line = text.lines().enumerate().filter(|(_, line)| *line == "[[rule]]").nth(at).unwrap().0 + 1;
        let line = u32::try_from(line).unwrap();
        let written = OCTETS[mail.octets];
        let is_proved = std::str::from_utf8(written).is_ok();
        let named = lines(&ruled);
        prop_assert!(named.iter().all(|named| *named == line), "{named:?} {line}");
        match READS[rules[at].read] {
            "leave" => prop_assert_eq!(&output, &octets),
            _ if is_proved => {}
            "label" | "evidence" => {}
            charset => {
                let charset = Charset::for_label(charset.as_bytes()).unwrap();
                let means_it = LABELS[mail.label].and_then(|label| Charset::for_label(label.as_bytes())) == Some(charset);
                match charset.decode_strict(written) {
                    Ok(text) => {
                        prop_assert_eq!(body(&output), Some(&*text));
                        prop_assert!(means_it || named == [line], "{named:?}");
                    }
                    // It may be proved to be something else.
                    Err(_) if named.is_empty() => prop_assert!(means_it || plan.findings() == ruled.findings()),
                    Err(_) => {
                        prop_assert_eq!(&output, &octets);
                        prop_assert!(ruled.is_unresolved());
                    }
                }
            }
        }
    }
}

/// The text of a message with this header and body, by these rules; and the lines that are named.
fn read(rules: &str, message: &[u8]) -> (String, Vec<u32>) {
    let normalizer = with(&parse(&format!("version = 1\n{rules}")));
    let plan = normalizer.plan(message);
    let output = plan.apply().into_owned();
    assert!(normalizer.plan(&output).is_noop(), "{}", output.escape_ascii());
    (String::from_utf8_lossy(&output).into_owned(), lines(&plan))
}

/// A thread is named by its first message, which the others refer to.
#[test]
fn a_thread_names_its_messages() {
    for sender in ["", "from = \"ann@x\"\n"] {
        let rules = format!("[[rule]]\n{sender}thread = \"1@x\"\nread = \"windows-1251\"\n");
        for (field, is_meant) in [
            ("Message-ID: <1@x>", true),
            ("In-Reply-To: <1@x>", true),
            ("References: <1@x> <2@x>", true),
            ("References: <2@x> <1@x>", false),
            ("Subject: <1@x>", false),
        ] {
            let head = format!("From: ann@x\n{field}\nContent-Type: text/plain; charset=iso-8859-1\n\n");
            let message = [head.as_bytes(), b"\xCF\xF0\xE8\n"].concat();
            assert_eq!(read(&rules, &message).0.ends_with("При\n"), is_meant, "{sender}{field}");
        }
    }
}

#[test]
fn all_texts_of_a_message_are_read_by_its_rule() {
    let rules = "[[rule]]\nfrom = \"ann@x\"\nread = \"windows-1251\"\n";
    let header =
        b"From: ann@x\nSubject: =?iso-8859-1?Q?=CF=F0?= \nX-Note: \xCF\xF0\xE8\nContent-Type: text/plain; \
        charset=koi8-r; name*=iso-8859-1''%CF%F0\n";
    let message = [&header[..], b"\n\xCF\xF0\xE8\n"].concat();
    let (output, lines) = read(rules, &message);
    for text in ["Subject: Пр", "X-Note: При", "name=\"Пр\"", "\n\nПри\n", "charset=utf-8"] {
        assert!(output.contains(text), "{text}\n{output}");
    }
    assert_eq!(lines, [2, 2, 2, 2], "one finding for each text");
    let other = String::from_utf8_lossy(&message).replace("ann@x", "bob@x");
    assert!(read(rules, other.as_bytes()).1.is_empty());
}

#[test]
fn proof_counts_more_than_a_rule_and_the_label_less() {
    let any = "[[rule]]\nlabel = \"*\"\nread = \"windows-1252\"\n";
    for (octets, text) in [
        (&b"Content-Type: text/plain; charset=utf-8\n\ngr\xC3\xB6\xC3\x9Fer\n"[..], "größer"),
        (b"Subject: x\n\ngr\xC3\xB6\xC3\x9Fer\n", "größer"),
        (b"Subject: x\n\n\xEF\xBB\xBFgr\xC3\xB6\xC3\x9Fer\n", "größer"),
        (b"Content-Type: text/plain; charset=iso-8859-1\n\ngr\xC3\xB6\xC3\x9Fer\n", "größer"),
        (b"Content-Type: text/plain; charset=iso-2022-jp\n\n\x1B$B8l\x1B(B\n", "語"),
        (b"Content-Type: text/plain; charset=utf-7\n\n+AOk-\n", "é"),
        (b"Content-Type: text/plain; charset=koi8-r\n\ngr\xF6\xDFer\n", "größer"),
    ] {
        let (output, _) = read(any, octets);
        assert!(output.trim_end().ends_with(text), "{output}");
    }
}

#[test]
fn strict_policies_and_attachments_heed_the_owner() {
    let rules = parse("version = 1\n[[rule]]\nlabel = [\"iso-8859-1\", \"none\"]\nread = \"windows-1251\"\n");
    for message in [
        &b"Content-Type: text/plain; charset=iso-8859-1\n\n\xCF\xF0\xE8\n"[..],
        b"Content-Type: text/plain\n\n\xCF\xF0\xE8\n",
        b"Content-Type: text/plain\nContent-Disposition: attachment\n\n\xCF\xF0\xE8\n",
    ] {
        for strict in [false, true] {
            let policy = Policy::default().with_strict(strict).with_rules(rules.clone());
            let output = Normalizer::new(policy).plan(message).apply().into_owned();
            assert!(output.ends_with("\n\nПри\n".as_bytes()), "{strict} {}", output.escape_ascii());
        }
    }
}

#[test]
fn an_enclosed_message_goes_by_its_own_header() {
    let rules =
        "[[rule]]\nfrom = \"ann@x\"\nread = \"windows-1251\"\n[[rule]]\nlist = \"cats\"\nread = \"koi8-r\"\n";
    let message = b"From: bob@x\nList-Id: <cats>\nContent-Type: multipart/mixed; boundary=b\n\n\
        --b\n\n\xF0\xD2\n--b\nContent-Type: message/rfc822\n\nFrom: ann@x\n\n\xCF\xF0\n\
        --b\nContent-Type: message/rfc822\n\nFrom: cyd@x\nList-Id: <dogs>\n\nx\n\
        --b\nContent-Type: message/rfc822\n\nFrom: cyd@x\n\n\xF0\xD2\n--b--\n";
    let (output, lines) = read(rules, message);
    assert_eq!(output.matches("Пр").count(), 3, "{output}");
    assert_eq!(lines, [5, 2, 5], "a message without a list came by that of the message around it");
}

#[test]
fn what_a_rule_says_of_letters_settles_the_doubt() {
    let message = b"From: ann@x\nSubject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\n\
        Content-Type: text/plain; charset=iso-8859-1\n\n\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\n";
    let plan = with(&Rules::default()).plan(message);
    assert!(plan.is_noop() && plan.findings().iter().all(|finding| finding.code == Code::LabelDoubtful));
    let (output, lines) = read("[[rule]]\nfrom = \"ann@x\"\nread = \"label\"\n", message);
    assert!(output.contains("Ïðèâåò") && !output.contains("Привет"), "{output}");
    assert_eq!(lines, [2, 2]);
    let (output, _) = read("[[rule]]\nfrom = \"ann@x\"\nread = \"evidence\"\n", message);
    assert!(output.contains("Привет, мир") && output.contains("Subject: Привет"), "{output}");
    // Garbled text is believed, too.
    let garbled = "From: ann@x\nContent-Type: text/plain; charset=utf-8\n\nGrÃ¶ÃŸe â€“ schÃ¶n\n";
    assert!(with(&Rules::default()).plan(garbled.as_bytes()).is_unresolved());
    let (output, lines) = read("[[rule]]\nfrom = \"ann@x\"\nread = \"label\"\n", garbled.as_bytes());
    assert_eq!((output.as_str(), lines.as_slice()), (garbled, &[2][..]));
}

const TWO: &str = "[[rule]]\nfrom = \"ann@x\"\nread = [\"koi8-r\", \"windows-1251\"]\n";

/// A body of Ann's under a label.
fn of_ann(charset: &str, text: &str, label: &str) -> Vec<u8> {
    let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap();
    let head = format!("From: ann@x\nContent-Type: text/plain{label}\n\n");
    [head.as_bytes(), &*octets, b"\n"].concat()
}

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
    // Proof counts more.
    assert!(read(TWO, &of_ann("utf-8", "größer und schöner", "")).0.ends_with("größer und schöner\n"));
}

/// A letter that is one in both, and text that decodes in neither.
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
        assert_eq!(why, "the letters do not show which charset of the rule in line 2 it is");
    }
    let raw = b"From: ann@x\nSubject: \xC1\nX-Note: =?iso-8859-1?Q?=C1?=\n\nx\n";
    let plan = with(&parse(&format!("version = 1\n{TWO}"))).plan(raw);
    assert!(plan.is_noop() && plan.is_unresolved() && lines(&plan) == [2, 2], "{:?}", plan.findings());
}

proptest! {
    #![proptest_config(proptest_config(512))]

    /// Without UTF-8 and escape sequences, nothing but the rule decides.
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
        // The label may name the charset that the letters show.
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

/// A program that shows mail restores garbled text, but not that which a rule reads: its owner has decided.
#[test]
fn a_rule_holds_where_its_text_looks_garbled() {
    let rules = parse("version = 1\n[[rule]]\nfrom = \"ann@x\"\nread = \"koi8-r\"\n");
    let message = of_ann("windows-1251", "Привет, как дела?", "; charset=iso-8859-1");
    for doubtful in [Doubtful::Keep, Doubtful::Evidence] {
        let normalizer = Normalizer::new(Policy::default().with_doubtful(doubtful).with_rules(rules.clone()));
        let plan = normalizer.plan(&message);
        let output = String::from_utf8(plan.apply().into_owned()).unwrap();
        assert!(output.contains("оПХБЕР, ЙЮЙ ДЕКЮ?"), "{output}");
        assert_eq!((lines(&plan), plan.is_unresolved()), (vec![2], false));
    }
}

#[test]
fn a_file_and_a_digest_name_single_messages() {
    let message = b"Content-Type: text/plain; charset=iso-8859-1\n\n\xCF\xF0\xE8\n";
    let digest = mailutf::mailbox::Digest::of(message);
    let by_digest = format!("[[rule]]\ndigest = \"sha256:{digest}\"\nread = \"windows-1251\"\n");
    assert!(read(&by_digest, message).0.ends_with("При\n"));
    assert!(!read(&by_digest, &message.repeat(2)).0.contains("При"));

    let rules = parse("version = 1\n[[rule]]\nfile = \"old/**/*.mbox\"\nread = \"windows-1251\"\n");
    for (file, applies) in [(Some("old/2003/05.mbox"), true), (Some("new/05.mbox"), false), (None, false)] {
        let rules = file.map_or_else(|| rules.clone(), |file| rules.at(Path::new(file)));
        assert_eq!(with(&rules).plan(message).apply().ends_with("При\n".as_bytes()), applies, "{file:?}");
    }
    // A name without a directory is that of a file in none.
    let rules = parse("version = 1\n[[rule]]\nfile = \"*.mbox\"\nread = \"windows-1251\"\n");
    for (file, applies) in [("05.mbox", true), ("old/05.mbox", false)] {
        let plan = with(&rules.at(Path::new(file))).plan(message).apply().into_owned();
        assert_eq!(plan.ends_with("При\n".as_bytes()), applies, "{file}");
    }
    // Other conditions must hold, too; and a message that another one encloses is in the same file.
    let rules = "version = 1\n[[rule]]\nfile = \"a\"\nfrom = \"ann@x\"\nread = \"windows-1251\"\n";
    let outer = b"From: bob@x\nContent-Type: message/rfc822\n\n";
    for (file, from, applies) in [("a", "ann@x", true), ("b", "ann@x", false), ("a", "bob@x", false)] {
        for outer in [&b""[..], outer] {
            let message = [outer, format!("From: {from}\n").as_bytes(), message].concat();
            let plan = with(&parse(rules).at(Path::new(file))).plan(&message).apply().into_owned();
            assert_eq!(plan.ends_with("При\n".as_bytes()), applies, "{file} {from}");
        }
    }
}

#[test]
fn unused_rules_are_known() {
    let rules = parse(
        "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"label\"\n[[rule]]\nlabel = \"*\"\nread = \"label\"\n\
         [[rule]]\nlabel = \"koi8-r\"\nread = \"leave\"\n",
    );
    let normalizer = with(&rules);
    assert_eq!(rules.unused().collect::<Vec<_>>(), [2, 5, 8]);
    normalizer.plan(b"From: c@d\nContent-Type: text/plain; charset=koi8-r\n\n\xC0\n");
    assert_eq!(rules.unused().collect::<Vec<_>>(), [2, 8], "another rule stands before it");
    normalizer.plan(b"From: a@b\n\nx\n");
    assert_eq!(rules.unused().collect::<Vec<_>>(), [8]);
}

#[test]
fn each_mistake_has_its_place_and_its_sentence() {
    for (text, expected) in [
        ("", "line 1, column 1: expected `version = 1` before the rules"),
        (
            "version = 2\n",
            "line 1, column 11: expected `version = 1`, the only version that this program knows",
        ),
        (
            "version = \"1\"\n",
            "line 1, column 11: expected `version = 1`, the only version that this program knows",
        ),
        ("version = 1\nrules = []\n", "line 2, column 1: unknown key `rules`; did you mean `rule`?"),
        (
            "version = 1\ncolour = 1\n",
            "line 2, column 1: unknown key `colour`; expected one of version, rule",
        ),
        (
            "version = 1\n[rule]\nread = \"label\"\n",
            "line 2, column 1: expected `[[rule]]` on a line of its own before each rule",
        ),
        (
            "version = 1\nrule = 3\n",
            "line 2, column 8: expected `[[rule]]` on a line of its own before each rule",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\n",
            "line 2, column 1: expected `read`, which says how the text is read, or `undo`, which says how it was garbled",
        ),
        (
            "version = 1\n[[rule]]\nread = \"label\"\n",
            "line 2, column 1: expected a condition, such as `from`; `label = \"*\"` means all text",
        ),
        (
            "version = 1\n[[rule]]\nform = \"a@b\"\nread = \"label\"\n",
            "line 3, column 1: unknown key `form`; did you mean `from`?",
        ),
        (
            "version = 1\n[[rule]]\nsubject = \"x\"\nread = \"label\"\n",
            "line 3, column 1: unknown key `subject`; expected one of from, list, thread, message-id, file, dates, digest, label, read, undo, lossy",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = []\n",
            "line 4, column 8: expected charsets, such as [\"koi8-r\", \"windows-1251\"]; found an empty array",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = [\"koi8-r\", \"windows-1521\"]\n",
            "line 4, column 19: unknown charset `windows-1521`; did you mean `windows-1251`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = [\"latin1\", \"koi8-r\", \"windows-1252\"]\n",
            "line 4, column 29: `windows-1252` stands twice",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = [\"koi8-r\", \"iso-2022-jp\"]\n",
            "line 4, column 19: the letters of text cannot show that it is in `iso-2022-jp`",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = [\"label\", 3]\n",
            "line 4, column 9: unknown charset `label`",
        ),
        (
            "version = 1\n[[rule]]\nfrom = 3\nread = \"label\"\n",
            "line 3, column 8: expected an address, such as \"ann@example.org\", as a string; found integer",
        ),
        (
            "version = 1\n[[rule]]\nfrom = [\"a@b\", true]\nread = \"label\"\n",
            "line 3, column 16: expected an address, such as \"ann@example.org\", as a string; found boolean",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \" \"\nread = \"label\"\n",
            "line 3, column 8: expected an address, such as \"ann@example.org\", as a string; found an empty one",
        ),
        (
            "version = 1\n[[rule]]\nlist = []\nread = \"label\"\n",
            "line 3, column 8: expected the identifier in List-Id; found an empty array",
        ),
        (
            "version = 1\n[[rule]]\nlabel = \"\"\nread = \"label\"\n",
            "line 3, column 9: expected a charset label as mail writes it, \"none\", \"unknown\" or \"*\", as a string; found an empty one",
        ),
        (
            "version = 1\n[[rule]]\ndates = \"2006/2003\"\nread = \"label\"\n",
            "line 3, column 9: expected a day, a month, a year, or two of them, such as \"2003-05-17\" or \"2003/2006-07\", the earlier one first",
        ),
        (
            "version = 1\n[[rule]]\ndates = 2003-05-17\nread = \"label\"\n",
            "line 3, column 9: expected a day, a month, a year, or two of them, such as \"2003-05-17\" or \"2003/2006-07\", as a string; found datetime",
        ),
        (
            "version = 1\n[[rule]]\ndigest = \"sha256:00\"\nread = \"label\"\n",
            "line 3, column 10: expected \"sha256:\" and 64 hexadecimal digits, as in a manifest",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"windows-1259\"\n",
            "line 4, column 8: unknown charset `windows-1259`; expected a charset, \"label\", \"evidence\" or \"leave\"; did you mean `windows-1258`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"lable\"\n",
            "line 4, column 8: unknown charset `lable`; expected a charset, \"label\", \"evidence\" or \"leave\"; did you mean `label`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"xyzzy quux\"\n",
            "line 4, column 8: unknown charset `xyzzy quux`; expected a charset, \"label\", \"evidence\" or \"leave\"",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"windows-1252\"\n",
            "line 4, column 8: expected a charset in which text was decoded, and the one that it was in, such as \"windows-1252 > utf-8\"",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = [\"windows-1252 > utf-8\", 3]\n",
            "line 4, column 33: expected a charset in which text was decoded, and the one that it was in, such as \"windows-1252 > utf-8\", as a string; found integer",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = []\n",
            "line 4, column 8: expected a charset in which text was decoded, and the one that it was in, such as \"windows-1252 > utf-8\"; found an empty array",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"windows-1259 > utf-8\"\n",
            "line 4, column 8: unknown charset `windows-1259`; did you mean `windows-1258`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"koi8-r > koi8-r\"\n",
            "line 4, column 8: expected two charsets; decoding in the right one is not wrong",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"utf-16le > utf-8\"\n",
            "line 4, column 8: `utf-16le` is not a superset of US-ASCII, so that it is not taken for another charset",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"leave\"\nundo = \"koi8-r > windows-1251\"\n",
            "line 2, column 1: text that is left unchanged cannot be restored; remove `read` or `undo`",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"koi8-r > windows-1251\"\nlossy = true\n",
            "line 2, column 1: `lossy` needs `undo` and `digest`: characters may be lost only in messages that are named",
        ),
        (
            "version = 1\n[[rule]]\ndigest = \"sha256:0000000000000000000000000000000000000000000000000000000000000000\"\nread = \"koi8-r\"\nlossy = true\n",
            "line 2, column 1: `lossy` needs `undo` and `digest`: characters may be lost only in messages that are named",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"koi8-r > windows-1251\"\nlossy = \"yes\"\n",
            "line 5, column 9: expected true or false",
        ),
        (
            "version = 1\n[[rule]]\nundo = \"koi8-r > windows-1251\"\n",
            "line 2, column 1: expected a condition, such as `from`; `label = \"*\"` means all text",
        ),
        ("version = 1\n[[rule]]\n# é\nfröm = \"a@b\"\nread = \"label\"\n", "line 4, column 3: "),
        ("version = 1\n[[rule]]\nfrom = \"a@b\n", "line 3, column "),
        ("version = 1\nversion = 1\n", "line 2, column 1: duplicate key"),
    ] {
        let mistakes = Rules::parse(text).unwrap_err();
        let found = mistakes.0[0].to_string();
        let is_it = if expected.len() < 40 { found.starts_with(expected) } else { found == expected };
        assert!(is_it, "{text}\n{found}\n{expected}");
    }
    let several = "version = 1\n[[rule]]\nform = \"a@b\"\nread = \"lable\"\n[[rule]]\nfrom = \"a@b\"\n";
    let mistakes = Rules::parse(several).unwrap_err();
    assert_eq!(mistakes.0.iter().map(|mistake| mistake.line).collect::<Vec<_>>(), [3, 4, 5], "{mistakes}");
}

proptest! {
    #![proptest_config(proptest_config(1024))]

    /// No text makes the reader of rules panic, and what it refuses has at least one mistake.
    #[test]
    fn any_text_can_be_parsed(parts in vec(prop::sample::select(&[
        "version", "=", "1", "\n", "[[rule]]", "[rule]", "from", "\"a@b\"", "[", "]", "{", "}", ".", ",", "read", "\"label\"",
        "'", "\"", "\"\"\"", "\\", "#", "é", "\u{0}", "2003-05-17", "dates", "label", "\"*\"", "digest", "9e999", "undo", "lossy", "true",
        "\"koi8-r > windows-1251\"",
    ][..]), 0..24)) {
        if let Err(mistakes) = Rules::parse(&parts.concat()) {
            prop_assert!(!mistakes.0.is_empty());
        }
    }
}
