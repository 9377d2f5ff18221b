//! The verification with `mail-parser` accepts the output of this library, and rejects damaged output.
use mailutf::charset::Charset;
use mailutf::transfer::{base64, quoted_printable};
use mailutf::verify::{self, Verdict};
use mailutf::{Normalizer, Policy, normalize};
use std::fs;

fn verify(before: &[u8], after: &[u8]) -> Verdict {
    verify::verify(before, after, &[])
}

const MESSAGE: &str = "From: a@b.org, c@d.org\n\
    Subject: x\n\
    Content-Type: multipart/mixed; boundary=b\n\
    \n\
    --b\n\
    Content-Type: text/plain; charset=iso-8859-1\n\
    Content-Transfer-Encoding: quoted-printable\n\
    \n\
    caf=E9\n\
    --b\n\
    Content-Type: message/rfc822\n\
    \n\
    Subject: inner\n\
    Content-Type: text/html; charset=koi8-r\n\
    Content-Transfer-Encoding: quoted-printable\n\
    \n\
    <meta charset=3Dkoi8-r>=C1=C2\n\
    --b\n\
    Content-Type: application/octet-stream\n\
    Content-Transfer-Encoding: base64\n\
    \n\
    AAECAwQ=\n\
    --b--\n";

#[test]
fn a_normalized_message_is_the_same_message() {
    let plan = normalize(MESSAGE.as_bytes());
    assert_eq!(plan.edits().iter().filter(|edit| edit.reason == mailutf::edit::Reason::Body).count(), 2);
    assert_eq!(verify(MESSAGE.as_bytes(), &plan.apply()), Verdict::Agrees);
}

/// If the octets of a byte order mark are read in the charset of the label, they are other characters. The
/// rewritten text no longer has these characters, which does not count as a difference.
#[test]
fn a_byte_order_mark_that_is_dropped_is_no_difference() {
    let koi8 = Charset::for_label(b"koi8-r").unwrap();
    let text = koi8.encode("Привет, это письмо о встрече в понедельник.\n").unwrap().repeat(3);
    for first in ["plain\n", "gr\u{fc}n\n", "<p>plain\n"] {
        let body = [b"\xEF\xBB\xBF", first.as_bytes(), &text].concat();
        for (transfer, written) in [
            ("8bit", body.clone()),
            ("base64", base64::encode_body(&body, b"\n")),
            ("quoted-printable", quoted_printable::encode_body(&body, b"\n")),
        ] {
            for kind in [
                "Content-Type: text/plain",
                "Content-Type: text/html",
                "Content-Disposition: attachment\nContent-Type: text/plain",
            ] {
                let header =
                    format!("From: a@b\n{kind}; charset=koi8-r\nContent-Transfer-Encoding: {transfer}\n\n");
                let before = [header.as_bytes(), &written].concat();
                let after = normalize(&before).apply().into_owned();
                let shown = String::from_utf8_lossy(&after);
                let is_converted = shown.contains("Привет") && !shown.contains(['\u{FEFF}', '╩']);
                assert!(is_converted || kind.starts_with("Content-Disposition"), "{shown}");
                assert_eq!(verify(&before, &after), Verdict::Agrees, "{shown}");
                let other = shown.replacen("Привет", "Привед", 1).into_bytes();
                assert!(!is_converted || verify(&before, &other) != Verdict::Agrees, "{shown}");
            }
        }
    }
}

/// `mail-parser` also parses an enclosed message that is encoded in base64. Parsers that do not decode it find a
/// different number of parts.
#[test]
fn another_number_of_parts_is_a_difference() {
    for media_type in ["message/rfc822", "message/global", "message/news"] {
        let header = |transfer: &str| {
            format!("From: a@b.org\nContent-Type: {media_type}\nContent-Transfer-Encoding: {transfer}\n\n")
        };
        let before = header("base64") + "U3ViamVjdDogeA0KDQp5DQo=\n";
        let after = header("7bit") + "Subject: x\n\ny\n";
        let verdict = verify(before.as_bytes(), after.as_bytes());
        assert_eq!(verdict, Verdict::Differs("1 parts became 2".to_owned()), "{media_type}");
    }
}

#[test]
fn each_kind_of_damage_is_a_difference() {
    let normal = String::from_utf8(normalize(MESSAGE.as_bytes()).apply().into_owned()).unwrap();
    for (good, bad) in [
        ("Subject: x", "Subject: x\nBcc: x@y.org"),
        ("Subject: x\n", ""),
        ("a@b.org, c@d.org", "a@b.org"),
        ("café", "cafe"),
        ("аб", "ба"),
        ("AAECAwQ", "AAECAwU"),
        ("--b\nContent-Type: application/octet-stream\n", ""),
        ("application/octet-stream", "image/png"),
        ("message/rfc822", "text/plain"),
        ("text/html", "text/plain"),
    ] {
        assert!(normal.contains(good), "{good}");
        let verdict = verify(MESSAGE.as_bytes(), normal.replacen(good, bad, 1).as_bytes());
        assert!(matches!(verdict, Verdict::Differs(_)), "{good} became {bad}: {verdict:?}");
    }
}

#[test]
fn another_number_of_addresses_is_a_difference_in_each_field_of_addresses() {
    let fields =
        ["From", "Reply-To", "Cc", "Resent-To", "List-Id", "List-Archive", "List-Help", "List-Owner"];
    for field in fields.into_iter().chain(["List-Post", "List-Subscribe", "List-Unsubscribe"]) {
        let before = format!("{field}: =?utf-8?Q?a=2C_b?= <c@d.org>\n\nx\n");
        let after = |text: &str| format!("{field}: {text} <c@d.org>\n\nx\n");
        assert_eq!(verify(before.as_bytes(), after("\"a, b\"").as_bytes()), Verdict::Agrees, "{field}");
        let verdict = verify(before.as_bytes(), after("a, b").as_bytes());
        assert!(matches!(verdict, Verdict::Differs(_)), "{field}: {verdict:?}");
    }
}

#[test]
fn utf_8_under_another_label_is_no_difference() {
    let message = "Content-Type: text/plain; charset=iso-8859-2\n\nżóż\n";
    let normal = message.replace("iso-8859-2", "utf-8");
    assert_eq!(verify(message.as_bytes(), normal.as_bytes()), Verdict::Agrees);
    let damaged = normal.replace("ż", "z");
    assert!(matches!(verify(message.as_bytes(), damaged.as_bytes()), Verdict::Differs(_)));
}

#[test]
fn lines_of_utf_8_under_another_label_are_no_difference() {
    let message = b"Content-Type: text/plain; charset=koi8-r\n\n\xEB\xCF\xC4\n\xC3\xBC \xE2\x80\x93\n";
    let normal = "Content-Type: text/plain; charset=utf-8\n\nКод\nü –\n";
    assert_eq!(verify(message, normal.as_bytes()), Verdict::Agrees);
    let damaged = normal.replace('ü', "u");
    assert!(matches!(verify(message, damaged.as_bytes()), Verdict::Differs(_)));
}

/// If base64 has no padding, `mail-parser` drops the last octets of the body. This does not count as a difference.
#[test]
fn base64_may_lack_its_padding() {
    let parts = |text: &str| {
        let encoded = format!("Content-Transfer-Encoding: base64\n\n{text}");
        let part = format!("Content-Type: text/plain; charset=iso-8859-1\n{encoded}");
        let multipart = format!("Content-Type: multipart/mixed; boundary=b\n\n--b\n{part}\n--b--\n");
        [part.clone(), format!("Content-Type: message/rfc822\n\n{multipart}"), multipart]
    };
    for text in ["Y2Fm6Q", "Y2Fm6Q\n", "Y2Fm6SE", "5PY9\n5PYK", "Y2Fm6Q\n\n"] {
        for message in parts(text) {
            let output = normalize(message.as_bytes()).apply().into_owned();
            assert_ne!(output, message.as_bytes());
            assert_eq!(verify(message.as_bytes(), &output), Verdict::Agrees, "{message}");
        }
    }
    let part = |text: &str| parts(text)[0].clone();
    for (before, after) in [("Y2Fm6Q", "Y2Fm6SEhIQ=="), ("Y2Fm6Q==", "Y2Fm6SE="), ("Y2Fm6Q", "Y2Hm6Q==")] {
        assert!(matches!(verify(part(before).as_bytes(), part(after).as_bytes()), Verdict::Differs(_)));
    }
}

#[test]
fn messages_that_mail_parser_cannot_handle_safely_are_skipped() {
    let nested = "Content-Type: message/rfc822\n\n".repeat(50_000);
    let words = format!("Subject: {}\n\nx\n", "=?x?q?".repeat(10_000));
    let multiparts = format!("{}\n", "Content-Type: multipart/mixed; boundary=none\n\n".repeat(50_000));
    for message in [nested, words, multiparts] {
        assert!(matches!(verify(message.as_bytes(), message.as_bytes()), Verdict::Skipped(_)));
    }
}

#[test]
fn real_mail() {
    let corpus = crate::real_mail::shared("corpus");
    if !corpus.is_dir() {
        println!("skipped: no {}", corpus.display());
        return;
    }
    let (mut changed, mut agreed, mut differing) = (0, 0, Vec::new());
    let mut open = vec![corpus];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let message = fs::read(&path).unwrap();
        let plan = normalize(&message);
        if !plan.is_noop() && message.len() < 200_000 {
            changed += 1;
            match verify(&message, &plan.apply()) {
                Verdict::Agrees => agreed += 1,
                Verdict::Differs(why) => differing.push((path, why)),
                _ => {}
            }
        }
    }
    println!("{agreed} of {changed} changed messages agree; {differing:#?}");
    // Messages that a fuzzer made are ambiguous, so differences on them do not count.
    differing.retain(|(path, _)| !path.to_string_lossy().contains("fuzz"));
    assert!(changed > 300 && differing.len() <= changed / 100, "{differing:#?}");
}

/// `mail-parser` follows the label. If the library decided against the label, a finding says so, and the verification
/// accepts exactly the text that was decided.
#[test]
fn text_under_an_overridden_label_is_what_was_decided() {
    let mut policy = Policy::default();
    policy.rules.overrule(b"iso-8859-1", Charset::for_label(b"windows-1251").unwrap());
    let message = b"Subject: =?iso-8859-1?Q?=CF=F0=E8?=\nContent-Type: text/plain; charset=ISO-8859-1\n\n\xCF\xF0\xE8\n";
    let plan = Normalizer::new(policy).plan(message);
    let output = plan.apply().into_owned();
    assert!(output.ends_with("\n\nПри\n".as_bytes()));
    let with_findings = |after: &[u8]| verify::verify(message, after, plan.findings());
    assert_eq!(with_findings(&output), Verdict::Agrees);
    assert!(matches!(verify(message, &output), Verdict::Differs(_)));
    let broken = [b"To: a@example.org\n", output.as_slice()].concat();
    assert!(matches!(with_findings(&broken), Verdict::Differs(_)));
    for other in ["ШЯС", "Ïðè"] {
        let broken = String::from_utf8(output.clone()).unwrap().replace("\n\nПри", &format!("\n\n{other}"));
        assert!(matches!(with_findings(broken.as_bytes()), Verdict::Differs(_)), "{other}");
    }
}
