//! Decoding of a single value, with knowledge of the message that contains the value.

use mailutf::charset::Charset;
use mailutf::header::{addresses_in, decode_in, file_name_in, parameter_in};
use mailutf::policy::Doubtful;
use mailutf::text::Context;
use mailutf::{Limits, Policy};

const WORD: &[u8] = b"=?iso-8859-1?Q?=C8=E2=E0=ED?=";
const RAW: &[u8] = b"\xC8\xE2\xE0\xED";

fn cyrillic() -> Charset {
    Charset::for_label(b"windows-1251").unwrap()
}

/// The results of all functions that decode a value, for `text` in each kind of value.
fn all(text: &[u8], context: &Context<'_>) -> [String; 5] {
    let disposition = [b"attachment; filename=\"", text, b"\""].concat();
    let list = [text, b" <i@example.org>, j@example.org (", text, b")"].concat();
    let [first, second] = <[_; 2]>::try_from(addresses_in(&list, context)).unwrap();
    [
        decode_in(text, context).into_owned(),
        first.name,
        second.name,
        parameter_in(&disposition, "filename", context).unwrap(),
        file_name_in(Some(&disposition), None, context).unwrap(),
    ]
}

#[test]
fn wrong_labels_are_overridden() {
    let mut policy = Policy::default().with_doubtful(Doubtful::Label);
    assert_eq!(all(WORD, &Context::new(&policy)), ["Èâàí"; 5]);
    policy.rules.overrule(b"latin1", cyrillic());
    assert_eq!(all(WORD, &Context::new(&policy)), ["Иван"; 5]);
    let extended = b"attachment; filename*=iso-8859-1''%C8%E2%E0%ED";
    assert_eq!(file_name_in(Some(extended), None, &Context::new(&policy)).unwrap(), "Иван");
}

/// A word with a doubtful label stays as it is, unless the policy says how to read it.
#[test]
fn doubtful_labels() {
    assert_eq!(decode_in(WORD, &Context::new(&Policy::default())).as_bytes(), WORD);
    let policy = Policy::default().with_doubtful(Doubtful::Evidence);
    assert_eq!(all(WORD, &Context::new(&policy)), ["Иван"; 5]);
    let twice = "=?utf-8?Q?J=C3=83=C2=BCrgen?=".as_bytes();
    assert_eq!(all(twice, &Context::new(&policy)), ["Jürgen"; 5]);
    assert_eq!(decode_in(twice, &Context::new(&Policy::default())).as_bytes(), twice);
}

/// A caller who shows mail without a policy of its own gets the likely text. Rewriting leaves the text unchanged.
#[test]
fn doubtful_labels_for_display() {
    let twice = "=?utf-8?Q?J=C3=83=C2=BCrgen?=".as_bytes();
    let codes = [mailutf::Code::LabelDoubtful, mailutf::Code::TextGarbled];
    for ((word, text), code) in [(WORD, "Иван"), (twice, "Jürgen")].into_iter().zip(codes) {
        assert_eq!(mailutf::header::decode(word), text);
        let message = [b"Subject: ", word, b"\n\n"].concat();
        assert_eq!(mailutf::message::Message::parse(&message).subject().unwrap(), text);
        assert_eq!(mailutf::message::Headers::parse(&message).subject().unwrap(), text);
        let kept = mailutf::message::OwnedMessage::parse(message.clone());
        assert_eq!(kept.message().subject().unwrap(), text);
        let plan = mailutf::normalize(&message);
        assert!(plan.is_noop() && plan.is_unresolved(), "{:?}", plan.findings());
        assert_eq!(plan.findings()[0].code, code);
    }
}

#[test]
fn raw_octets_are_in_the_charset_of_other_text_or_of_the_policy() {
    let policy = Policy::default();
    let beside = Context::new(&policy).beside(cyrillic());
    assert_eq!(all(RAW, &beside), ["Иван"; 5]);
    let policy = Policy::default().with_fallback(Some(cyrillic()));
    assert_eq!(all(RAW, &Context::new(&policy)), ["Иван"; 5]);
    assert_eq!(all("größe".as_bytes(), &Context::new(&policy)), ["größe"; 5]);
}

#[test]
fn raw_octets_become_u_fffd_if_guessing_is_forbidden() {
    let policy = Policy::default().with_strict(true);
    assert_eq!(all(RAW, &Context::new(&policy)), ["\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"; 5]);
}

#[test]
fn limits_are_those_of_the_policy() {
    let limits = Limits::default().with_parameters(1);
    let policy = Policy::default().with_limits(limits);
    assert_eq!(parameter_in(b"text/plain; a=1; b=2", "b", &Context::new(&policy)), None);
}

/// Text that looks garbled but cannot be restored to words is shown as it is stored. The conversion leaves it, with a
/// finding.
#[test]
fn garbled_text_that_stays_is_decoded_for_a_reader() {
    let text = "OK у\u{A0}Windows";
    let word = mailutf::encode::text(text, mailutf::encode::Form::Encoded);
    let message = format!("Subject: {word}\n\nx\n");
    let plan = mailutf::normalize(message.as_bytes());
    assert!(
        plan.is_noop() && plan.findings().iter().any(|finding| finding.code == mailutf::Code::TextGarbled)
    );
    assert_eq!(mailutf::message::Message::parse(message.as_bytes()).subject().as_deref(), Some(text));
    assert_eq!(mailutf::header::decode(word.as_bytes()), text);
    let addresses = format!("{word} <a@example.org>");
    assert_eq!(mailutf::header::addresses(addresses.as_bytes())[0].name, text);
}
