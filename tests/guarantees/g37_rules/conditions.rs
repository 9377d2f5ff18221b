//! Tests of the conditions of a rule, which select the mail that the rule applies to.

use super::{body, lines, parse, proptest_config, read, with};
use mailutf::charset::Charset;
use mailutf::rules::Rules;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::path::Path;

const SENDERS: [&str; 3] = ["ann@x.example", "Bob@x.example", "cyd@y.example"];
const LISTS: [&str; 2] = ["cats.x.example", "dogs.y.example"];
const YEARS: [u16; 3] = [2001, 2003, 2005];
const LABELS: [Option<&str>; 6] =
    [None, Some("us-ascii"), Some("iso-8859-1"), Some("utf-8"), Some("x-klingon"), Some("koi8-r")];
/// Octets that are text in some charsets and not in others.
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

    /// Whether the rule is for `mail`. The answer follows the definition of rules and does not use the library.
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
                    // Proof of another charset can outrank the rule.
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

/// A rule names a thread by the Message-ID of its first message, to which the other messages of the thread refer.
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
    // If a rule names a file without a directory, the rule is only for a file that is in no directory.
    let rules = parse("version = 1\n[[rule]]\nfile = \"*.mbox\"\nread = \"windows-1251\"\n");
    for (file, applies) in [("05.mbox", true), ("old/05.mbox", false)] {
        let plan = with(&rules.at(Path::new(file))).plan(message).apply().into_owned();
        assert_eq!(plan.ends_with("При\n".as_bytes()), applies, "{file}");
    }
    // All other conditions of the rule must hold as well. A message that is enclosed in another message is in the
    // same file.
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
