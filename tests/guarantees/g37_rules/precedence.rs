//! The order of precedence: what a rule outranks, and what outranks a rule.

use super::{lines, of_ann, parse, read, with};
use mailutf::finding::Code;
use mailutf::message::Message;
use mailutf::policy::Doubtful;
use mailutf::rules::Rules;
use mailutf::{Normalizer, Policy};

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

/// A rule with a Message-ID was made for this very message, so it overrules proof. A broader rule yields to proof, and
/// the finding says so.
#[test]
fn a_rule_for_one_message_counts_more_than_proof() {
    let reads = |condition: &str, read: &str, message: &[u8]| {
        let rules = parse(&format!("version = 1\n[[rule]]\n{condition}\nread = \"{read}\"\n"));
        let plan = with(&rules).plan(message);
        let details: Vec<String> = plan.findings().iter().map(|finding| finding.detail.to_string()).collect();
        (String::from_utf8_lossy(&plan.apply()).into_owned(), details.join("\n"))
    };
    let one = "message-id = \"1@x\"";
    for (header, octets, read, text) in [
        ("text/plain; charset=windows-1252", "größer".as_bytes(), "label", "grÃ¶ÃŸer"),
        ("text/plain; charset=windows-1252", "größer".as_bytes(), "windows-1252", "grÃ¶ÃŸer"),
        ("text/plain; charset=windows-1252", "größer".as_bytes(), "windows-1251", "grГ¶Гџer"),
        ("text/plain", "größer".as_bytes(), "windows-1252", "grÃ¶ÃŸer"),
        ("text/plain; charset=gb2312", b"\xCA\xAF\xC3\xB7 \xC4\xE3\xBA\xC3", "label", "石梅 你好"),
    ] {
        let header = format!("Message-ID: <1@x>\nFrom: ann@x\nContent-Type: {header}\n\n");
        let message = [header.as_bytes(), octets, b"\n"].concat();
        let (output, _) = reads(one, read, &message);
        assert!(output.ends_with(&format!("\n\n{text}\n")), "{read} {output}");
    }
    let message =
        "Message-ID: <1@x>\nFrom: ann@x\nContent-Type: text/plain; charset=windows-1252\n\ngrößer\n";
    let (_, details) = reads(one, "label", message.as_bytes());
    assert_eq!(details, "windows-1252 read as windows-1252, by rules.toml:2");
    for broad in ["from = \"ann@x\"", "message-id = \"*@x\""] {
        for read in ["label", "windows-1251"] {
            let (output, details) = reads(broad, read, message.as_bytes());
            assert!(output.ends_with("\n\ngrößer\n"), "{output}");
            assert!(details.ends_with("although rules.toml:2 says otherwise"), "{details}");
        }
    }
    let garbled = message.replace("größer", "Käse").replace("windows-1252", "utf-8");
    assert_eq!(
        reads(one, "windows-1252", garbled.as_bytes()).0,
        garbled,
        "our own output is never read again"
    );
}

/// Each reading that `readings` offers can be chosen by a rule for the message.
#[test]
fn a_rule_for_one_message_chooses_any_reading_that_is_offered() {
    for (charset, octets) in [
        ("windows-1252", "größer und schöner".as_bytes()),
        ("iso-8859-1", b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?"),
        ("utf-16be", "größer und schöner".as_bytes()),
        ("x-other", b"gr\xF6\xDFer und sch\xF6ner, \xC5se"),
        ("utf-8", "GrÃ¶ÃŸe â€“ schÃ¶n".as_bytes()),
    ] {
        let header = format!("Message-ID: <1@x>\nContent-Type: text/plain; charset={charset}\n\n");
        let octets = [header.as_bytes(), octets, b"\n"].concat();
        let message = Message::parse(&octets);
        let readings = message.readings();
        assert!(!readings[0].others.is_empty(), "{charset}");
        for other in &readings[0].others {
            let rule = format!("version = 1\n[[rule]]\nmessage-id = \"1@x\"\nread = \"{}\"\n", other.rule);
            let policy = Policy::default().with_rules(parse(&rule));
            let chosen = Message::parse_with(&octets, &policy);
            let text = chosen.part(0).unwrap().text().unwrap().text;
            assert_eq!(text, other.text, "{charset} {rule}");
        }
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
    // A rule that trusts the label also keeps garbled text as it is.
    let garbled = "From: ann@x\nContent-Type: text/plain; charset=utf-8\n\nGrÃ¶ÃŸe â€“ schÃ¶n\n";
    assert!(with(&Rules::default()).plan(garbled.as_bytes()).is_unresolved());
    let (output, lines) = read("[[rule]]\nfrom = \"ann@x\"\nread = \"label\"\n", garbled.as_bytes());
    assert_eq!((output.as_str(), lines.as_slice()), (garbled, &[2][..]));
}

/// A rule that names a charset says nothing about valid UTF-8, so such text is as doubtful as without the rule. But what a
/// rule for this very message may have written stays.
#[test]
fn a_charset_makes_no_garbled_utf_8_right() {
    let garbled =
        "Message-ID: <1@x>\nFrom: ann@x\nContent-Type: text/plain; charset=utf-8\n\nGrÃ¶ÃŸe – schÃ¶n\n";
    for (condition, charset, is_doubtful) in [
        ("from = \"ann@x\"", "koi8-r", true),
        ("from = \"ann@x\"", "windows-1252", true),
        ("message-id = \"1@x\"", "koi8-r", true),
        ("message-id = \"1@x\"", "windows-1252", false),
    ] {
        let rules = parse(&format!("version = 1\n[[rule]]\n{condition}\nread = \"{charset}\"\n"));
        let plan = with(&rules).plan(garbled.as_bytes());
        let is_found = plan.findings().iter().any(|finding| finding.code == Code::TextGarbled);
        assert_eq!(is_found, is_doubtful, "{condition} {charset}");
    }
}

/// A program that shows mail restores garbled text. But text that a rule reads is not restored, because the owner
/// of the mail has decided how to read it.
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

/// Rules that were used under the name of their file were used.
#[test]
fn rules_and_their_named_copy_are_used_together() {
    let rules = parse("version = 1\n[[rule]]\nlabel = \"koi8-r\"\nread = \"label\"\n");
    let named = Policy::default().with_rules(rules.clone().named("mine.toml"));
    Normalizer::new(named).plan(b"Content-Type: text/plain; charset=koi8-r\n\n\xEB\xCF\xC4\n");
    assert_eq!(rules.unused().count(), 0);
}
