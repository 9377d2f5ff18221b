//! Guarantee G39 (docs/guarantees.md): in every form in which an address field is rewritten, strict and tolerant
//! readers find the same addresses as before. The same holds for an unknown field that reads as a list of
//! addresses. If the quotes, comments or brackets of a field do not balance, the field is left unchanged, and a
//! finding names it.

use mailutf::message::Headers;
use mailutf::policy::HeaderForm;
use mailutf::{Code, Normalizer, Plan, Policy};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const FIELDS: [&str; 6] = ["To", "From", "Cc", "Reply-To", "Resent-To", "Disposition-Notification-To"];

/// Fields for which nobody knows whether they hold addresses.
const UNKNOWN: [&str; 5] = ["X-From", ">From", "Old-Cc", "X-Google-Original-From", "X-Reply-To"];

/// Address fields that consist of words, raw octets, and characters that RFC 5322 does not allow between these.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => word(),
        2 => prop::sample::select(vec![&b"J\xFCrgen"[..], "Müller".as_bytes(), b"\xF0\xD2\xC9\xD7\xC5\xD4"]).prop_map(Vec::from),
        2 => prop::sample::select(vec!["Foto", "J.", "[List]", "M"]).prop_map(Vec::from),
        3 => prop::sample::select(vec!["\"", "\"", "(", ")", "[", "]", "<", ">", ",", ":", "\\", "@"]).prop_map(Vec::from),
    ];
    let blank = prop::sample::select(vec![" ", " ", ""]);
    let phrase = prop::collection::vec((piece, blank), 0..5).prop_map(joined);
    let address =
        prop_oneof!["<[a-m][0-9]@example\\.net>", "[a-m][0-9]@x\\.org", "\\(M\\) <[a-m][0-9]@y\\.test>"];
    let entry = (phrase, address).prop_map(|(phrase, address)| [phrase, address.into_bytes()].concat());
    prop::collection::vec((entry, Just(", ")), 1..4).prop_map(joined)
}

/// Address fields that RFC 5322 allows, apart from raw octets.
fn sound() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => word(),
        2 => prop::sample::select(vec!["Foto", "M"]).prop_map(Vec::from),
        2 => prop::sample::select(vec!["\"Müller, J.\"", "\"Foo <x@y.z> é\"", "\"a\\\"b (ü\""]).prop_map(Vec::from),
    ];
    let phrase = prop::collection::vec((piece, Just(" ")), 1..4).prop_map(joined);
    let entry = (phrase, "<[a-m][0-9]@example\\.net>")
        .prop_map(|(phrase, address)| [phrase, address.into_bytes()].concat());
    prop::collection::vec((entry, Just(", ")), 1..4).prop_map(joined)
}

/// Lists of addresses after names with special characters. These names are words, quoted strings and comments.
fn names() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => word(),
        2 => prop::sample::select(vec![
            &b"\"Dupont, J.\""[..],
            b"\"M\\\"x (y\"",
            b"\"Dupont, =?iso-8859-1?q?Ren=E9?=\"",
            b"\"R, =?iso-8859-1?q?=22=E9?=\"",
            b"\"Dupont, Ren\xE9\"",
        ]).prop_map(Vec::from),
        2 => prop::sample::select(vec![&b"J."[..], b"[List]", b"\xE9", "\u{e9}".as_bytes()]).prop_map(Vec::from),
        1 => prop::sample::select(vec!["(=?iso-8859-1?q?=29=FC?=)", "(x, y)"]).prop_map(Vec::from),
    ];
    let blank = prop::sample::select(vec![" ", " ", "\r\n ", ""]);
    let phrase = prop::collection::vec((piece, blank), 0..4).prop_map(joined);
    let address = prop_oneof!["<[a-m][0-9]@example\\.net>", "<[a-m][0-9]@x\\.org> \\(\"b\\)"];
    let entry = (phrase, address).prop_map(|(phrase, address)| [phrase, address.into_bytes()].concat());
    prop::collection::vec((entry, prop::sample::select(vec![", ", ","])), 1..4).prop_map(joined)
}

fn word() -> impl Strategy<Value = Vec<u8>> {
    let text = prop::sample::select(vec![
        "=22M=FC",
        "M=FC=22",
        "D=F6e=2C_J=2E",
        "=28=FC=29",
        "=FC=29",
        "=FC=3C",
        "=5C=FC",
        "=40=FC",
        "=3A=FC=3B",
        "=FCber",
        "=FC_=3Cq=40r=2Es=3E",
    ]);
    text.prop_map(|text| format!("=?iso-8859-1?q?{text}?=").into_bytes())
}

fn joined(pieces: Vec<(Vec<u8>, &str)>) -> Vec<u8> {
    let joined: Vec<u8> =
        pieces.into_iter().flat_map(|(piece, after)| [piece, after.into()].concat()).collect();
    let list = joined.strip_suffix(b", ").or(joined.strip_suffix(b","));
    list.map(Vec::from).unwrap_or(joined)
}

/// The plans that rewrite the field with raw UTF-8, with encoded words, and in UTF-7.
fn plans(octets: &[u8]) -> Vec<Plan<'_>> {
    let forms = [HeaderForm::Utf8, HeaderForm::Encoded];
    let plans = forms.map(|form| Normalizer::new(Policy::default().with_headers(form)).plan(octets));
    #[cfg(feature = "to-utf7")]
    let plans = plans.into_iter().chain([mailutf::ToUtf7::new(mailutf::Utf7Options::default()).plan(octets)]);
    plans.into_iter().collect()
}

#[test]
fn no_reader_loses_or_finds_an_address() {
    let (mut runner, mut cases) = (TestRunner::deterministic(), String::new());
    let hex = |octets: &[u8]| octets.iter().map(|o| format!("{o:02x}")).collect::<String>();
    let known = FIELDS.iter().cycle().take(1000).enumerate().map(|(number, name)| (number % 3, name));
    let unknown = UNKNOWN.iter().cycle().take(1000).map(|name| (3, name));
    for (bodies, name) in known.chain(unknown) {
        let body = match bodies {
            0 => sound().new_tree(&mut runner).unwrap().current(),
            3 => names().new_tree(&mut runner).unwrap().current(),
            _ => damaged().new_tree(&mut runner).unwrap().current(),
        };
        let octets = [name.as_bytes(), b": ", &body, b"\n\nplain\n"].concat();
        for plan in plans(&octets) {
            let new = plan.apply();
            let end = new.windows(2).position(|pair| pair == b"\n\n").unwrap();
            writeln!(cases, "{} {}", hex(&body), hex(&new[name.len() + 2..end])).unwrap();
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("fields");
    std::fs::write(&path, cases).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guarantees/by_mail_readers.py");
    let Ok(output) = Command::new("python3").arg(script).arg(path).output() else {
        println!("skipped: no python3");
        return;
    };
    print!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn what_does_not_balance_stays_and_is_named() {
    for body in [
        &b"=?iso-8859-1?q?=22M=FCller?= Foto\" <m@example.net>, Bob <bob@example.net>"[..],
        b"\"J\xFCrgen <j@example.net>",
        b"=?koi8-r?q?=C3?= Foto\" <u@example.net>",
        b"\"Foto =?iso-8859-1?q?M=FCller=22?= <m@example.net>",
        b"=?koi8-r?q?=C3?= :) <u@example.net>",
        b"(=?koi8-r?q?=C3?= <u@example.net>",
        b"[=?koi8-r?q?=C3?= <u@example.net>",
        b"=?koi8-r?q?=C3?= <u@example.net, a <b@example.net>",
        b"g: =?koi8-r?q?=C3?= \" <u@example.net>;",
    ] {
        for before in [
            &b"Resent-Cc: "[..],
            b"Content-Type: message/rfc822\n\nTo: ",
            b"Content-Type: text/rfc822-headers\n\nReply-To: ",
        ] {
            let octets = [before, body, b"\n\nplain\n"].concat();
            for plan in plans(&octets) {
                assert_eq!(plan.apply(), octets, "{}", octets.escape_ascii());
                let named = plan.findings().iter().any(|finding| finding.code == Code::FieldUnbalanced);
                assert!(named, "{}: {:?}", octets.escape_ascii(), plan.findings());
            }
        }
    }
}

#[test]
fn readers_show_the_addresses_behind_a_quote_that_is_never_closed() {
    let shown = |body: &str| -> Vec<String> {
        let list = mailutf::header::addresses(body.as_bytes());
        list.into_iter().map(|one| format!("{} <{}>", one.name, one.address)).collect()
    };
    let list = "=?utf-8?q?=22M=C3=BCller?= Foto\" <m@example.net>, Bob <bob@example.net>";
    assert_eq!(shown(list), ["\"Müller Foto <m@example.net>", "Bob <bob@example.net>"]);
    assert_eq!(shown("\"Foo <x@y.z> M\" <m@example.net>"), ["Foo <x@y.z> M <m@example.net>"]);
}

proptest! {
    #![proptest_config(crate::proptest_config(512))]

    #[test]
    fn a_sound_field_is_converted(body in sound()) {
        let octets = [b"To: ", &*body, b"\n\nplain\n"].concat();
        for plan in plans(&octets) {
            let left = plan.findings().iter().find(|finding| finding.code.severity() == mailutf::Severity::Unresolved);
            prop_assert!(left.is_none(), "{}: {left:?}", octets.escape_ascii());
        }
    }

    /// After the field is rewritten, it has the same addresses as before, each quoted string has kept both of its
    /// quotes or lost both, and another run changes nothing.
    #[test]
    fn a_name_in_an_unknown_field_stays_one(name in prop::sample::select(UNKNOWN.to_vec()), body in names()) {
        let octets = [name.as_bytes(), b": ", &*body, b"\n\nplain\n"].concat();
        let addresses = |octets: &[u8]| -> Vec<_> {
            let headers = Headers::parse(octets);
            let list = headers.addresses(name).into_iter().map(|one| one.address);
            list.collect()
        };
        let quotes = |octets: &[u8]| octets.windows(2).filter(|pair| pair[1] == b'"' && pair[0] != b'\\').count();
        for (plan, again) in plans(&octets).into_iter().zip([HeaderForm::Utf8, HeaderForm::Encoded, HeaderForm::Keep]) {
            let new = plan.apply();
            prop_assert_eq!(addresses(&octets), addresses(&new), "{}", new.escape_ascii());
            prop_assert_eq!(quotes(&octets) % 2, quotes(&new) % 2, "{}", new.escape_ascii());
            let again = Normalizer::new(Policy::default().with_headers(again)).plan(&new);
            prop_assert!(again.is_noop(), "{} {}", new.escape_ascii(), again.apply().escape_ascii());
        }
    }

    #[test]
    fn a_sound_unknown_field_is_converted(body in sound()) {
        let octets = [b"X-From: ", &*body, b"\n\nplain\n"].concat();
        for plan in plans(&octets) {
            let left = plan.findings().iter().find(|finding| finding.code.severity() == mailutf::Severity::Unresolved);
            prop_assert!(left.is_none(), "{}: {left:?}", octets.escape_ascii());
        }
    }
}
