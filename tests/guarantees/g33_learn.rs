//! Guarantee G33 (docs/guarantees.md): what is learned from other messages of a sender, list or thread is evidence
//! only for text without a usable label and for text with a doubtful label. Text that is read without this evidence
//! is also read with it. A second run changes nothing.

use super::generate;
use super::proptest_config;
use mailutf::charset::Charset;
use mailutf::learn::Habits;
use mailutf::text::MessageTexts;
use mailutf::{Code, Detail, Normalizer, Plan, Policy, Severity};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;

/// Each entry has a charset, a wrong label, two sentences, and three words. The sentences and words are written in
/// the charset. The octets of the words are also words in other charsets.
const USAGE: [(&str, &str, [&str; 2], [&str; 3]); 4] = [
    (
        "windows-1251",
        "iso-8859-1",
        ["Встреча переносится на завтра, просьба всем быть", "Счёт за ноябрь во вложении, жду ответа"],
        ["да", "ок, но", "чай"],
    ),
    (
        "koi8-r",
        "iso-8859-1",
        ["Добрый день, отправляю договор и счёт", "Посмотрите, пожалуйста, новую версию программы"],
        ["да", "нет", "ещё"],
    ),
    (
        "iso-8859-2",
        "iso-8859-1",
        ["Proszę o odpowiedź, załączam umowę i część faktur", "Zażółć gęślą jaźń, święta będą później"],
        ["Łódź", "żółw", "są"],
    ),
    (
        "windows-1252",
        "windows-1251",
        ["Die Größe ändert sich für alle Gäste, schöne Grüße", "Überprüfen Sie bitte das Gerät in München"],
        ["für", "Jörg", "größer"],
    ),
];

/// How the label of a message fits its text.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The label is right.
    Labelled,
    /// There is no label.
    Unlabelled,
    /// The label is unknown.
    Garbled,
    /// The label names another charset.
    Wrong,
    Utf8,
}

#[derive(Clone, Debug)]
struct Sent {
    sender: usize,
    usage: usize,
    kind: Kind,
    /// The index of a sentence (`Ok`) or of a word (`Err`).
    text: Result<usize, usize>,
    on_list: bool,
}

impl Sent {
    fn octets(&self) -> Vec<u8> {
        let (charset, wrong, sentences, words) = USAGE[self.usage];
        let text = match self.text {
            Ok(sentence) => sentences[sentence],
            Err(word) => words[word],
        };
        let (label, charset) = match self.kind {
            Kind::Labelled => (Some(charset), charset),
            Kind::Unlabelled => (None, charset),
            Kind::Garbled => (Some("x-klingon"), charset),
            Kind::Wrong => (Some(wrong), charset),
            Kind::Utf8 => (Some("utf-8"), "utf-8"),
        };
        let mut octets = format!("From: <{}@example.org>\n", self.sender).into_bytes();
        if self.on_list {
            octets.extend_from_slice(b"List-Id: <cats.example.org>\n");
        }
        if let Some(label) = label {
            octets.extend_from_slice(format!("Content-Type: text/plain; charset={label}\n").as_bytes());
        }
        octets.push(b'\n');
        octets.extend_from_slice(&Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap());
        octets.push(b'\n');
        octets
    }
}

fn sent() -> impl Strategy<Value = Sent> {
    let kinds = [Kind::Labelled, Kind::Unlabelled, Kind::Garbled, Kind::Wrong, Kind::Utf8];
    let text = prop_oneof![(0..2_usize).prop_map(Ok), (0..3_usize).prop_map(Err)];
    (0..3_usize, 0..USAGE.len(), prop::sample::select(kinds.to_vec()), text, any::<bool>())
        .prop_map(|(sender, usage, kind, text, on_list)| Sent { sender, usage, kind, text, on_list })
}

fn learned(messages: &[Vec<u8>]) -> Policy {
    let policy = Policy::default();
    let mut habits = Habits::default();
    messages.iter().for_each(|octets| habits.add(MessageTexts::parse(octets, &policy).observation()));
    policy.with_habits(Some(Arc::new(habits)))
}

fn converted(messages: &[Vec<u8>], policy: &Policy) -> Vec<Vec<u8>> {
    let normalizer = Normalizer::new(policy.clone());
    messages.iter().map(|octets| normalizer.plan(octets).apply().into_owned()).collect()
}

fn unresolved(plan: &Plan<'_>) -> usize {
    plan.findings().iter().filter(|finding| finding.code.severity() == Severity::Unresolved).count()
}

/// If three messages of a sender were encoded twice, the library takes this for a habit of the sender and restores
/// such messages. Two messages are not enough. A sound message of the sender is left unchanged.
#[test]
fn mail_that_is_encoded_twice_is_restored_where_its_sender_does_so() {
    let message = |from: &str, text: &str| {
        format!(
            "From: {from}\nSubject: =?utf-8?Q?{}?=\nContent-Type: text/plain; charset=utf-8\n\n{text}\n",
            quoted(text)
        )
    };
    let twice = |text: &str| -> String { text.bytes().map(char::from).collect() };
    let texts = ["Größe ändern", "schöne Grüße an alle", "Überprüfen für später"];
    let mut mail: Vec<String> = texts.iter().map(|text| message("ann@x", &twice(text))).collect();
    mail.extend(texts.iter().take(2).map(|text| message("bob@x", &twice(text))));
    mail.push(message("ann@x", "für alle"));
    let policy = Policy::default();
    let mut habits = Habits::default();
    for octets in &mail {
        habits.add(MessageTexts::parse(octets.as_bytes(), &policy).observation());
    }
    let learned = Normalizer::new(policy.clone().with_habits(Some(Arc::new(habits))));
    for (octets, text) in mail.iter().zip(texts) {
        let plan = learned.plan(octets.as_bytes());
        let output = String::from_utf8(plan.apply().into_owned()).unwrap();
        assert!(
            output.contains(&format!("Subject: {text}\n")) && output.ends_with(&format!("\n\n{text}\n")),
            "{output}"
        );
        assert!(
            // A word of the subject is longer than RFC 2047 allows, so there is a finding on it.
            plan.findings()
                .iter()
                .all(|found| matches!(found.code, Code::TextRestored | Code::WordMalformed)),
            "{:?}",
            plan.findings()
        );
        assert!(learned.plan(output.as_bytes()).is_noop());
        let strict = policy.clone().with_strict(true);
        assert!(
            !Normalizer::new(strict)
                .plan(octets.as_bytes())
                .apply()
                .ends_with(format!("{text}\n").as_bytes())
        );
    }
    for octets in &mail[3..5] {
        let body = octets.rsplit("\n\n").next().unwrap();
        assert!(learned.plan(octets.as_bytes()).apply().ends_with(body.as_bytes()), "{octets}");
    }
    let sound = learned.plan(mail[5].as_bytes()).apply().into_owned();
    assert!(sound.ends_with("für alle\n".as_bytes()));
}

fn quoted(text: &str) -> String {
    text.bytes().map(|octet| format!("={octet:02X}")).collect()
}

proptest! {
    #![proptest_config(proptest_config(128))]

    #[test]
    fn only_text_without_a_label_that_is_believed_changes(sent in vec(sent(), 1..24)) {
        let messages: Vec<Vec<u8>> = sent.iter().map(Sent::octets).collect();
        let policy = learned(&messages);
        let (with, without) = (Normalizer::new(policy.clone()), Normalizer::default());
        for (octets, sent) in messages.iter().zip(&sent) {
            let (one, other) = (with.plan(octets), without.plan(octets));
            prop_assert!(unresolved(&one) <= unresolved(&other), "{sent:?}");
            if matches!(sent.kind, Kind::Labelled | Kind::Utf8) && !other.is_unresolved() {
                prop_assert_eq!(one.apply(), other.apply(), "{:?}", sent);
                prop_assert_eq!(one.findings(), other.findings(), "{:?}", sent);
            }
            // The letters of a sentence have more weight than what was learned about the sender.
            if matches!((sent.kind, sent.text), (Kind::Unlabelled, Ok(_))) && !other.is_unresolved() {
                prop_assert_eq!(one.apply(), other.apply(), "{:?}", sent);
            }
            if one.apply() != other.apply() {
                let is_named = one.findings().iter().any(|finding| {
                    matches!(&finding.detail, Detail::Read { confidence, .. } if confidence.to_string().contains("message"))
                });
                prop_assert!(is_named, "{sent:?}: {:?}", one.findings());
            }
        }
        let once = converted(&messages, &policy);
        prop_assert_eq!(&converted(&once, &learned(&once)), &once);
        prop_assert_eq!(converted(&once, &policy), once);
    }

    /// Messages of any form whose labels are right are read in the same way with and without what was learned
    /// from other messages.
    #[test]
    fn sound_messages_are_read_as_without_it(
        messages in vec(generate::message(), 1..6),
        others in vec(sent(), 1..24),
    ) {
        let mut octets: Vec<Vec<u8>> = others.iter().map(Sent::octets).collect();
        let from = |octets: &[u8]| [b"From: <0@example.org>\n", octets].concat();
        octets.extend(messages.iter().map(|message| from(&message.octets)));
        let (with, without) = (Normalizer::new(learned(&octets)), Normalizer::default());
        for message in &messages {
            let octets = from(&message.octets);
            let (one, other) = (with.plan(&octets), without.plan(&octets));
            prop_assert_eq!(one.apply(), other.apply());
            prop_assert_eq!(one.findings(), other.findings());
        }
    }

    #[test]
    fn nothing_learned_changes_nothing(sent in vec(sent(), 1..8)) {
        let messages: Vec<Vec<u8>> = sent.iter().map(Sent::octets).collect();
        let policy = Policy::default().with_habits(Some(Arc::default()));
        let (with, without) = (Normalizer::new(policy), Normalizer::default());
        for octets in &messages {
            let (one, other) = (with.plan(octets), without.plan(octets));
            prop_assert_eq!(one.apply(), other.apply());
            prop_assert_eq!(one.findings(), other.findings());
        }
    }
}

fn sentences(usage: usize, kind: Kind, number: usize) -> Vec<Vec<u8>> {
    let sent = |text: usize| Sent { sender: 0, usage, kind, text: Ok(text % 2), on_list: false };
    (0..number).map(|text| sent(text).octets()).collect()
}

/// A short text without a label is read in the charset of its sender's other mail, and a finding says so.
#[test]
fn forgotten_and_garbled_labels_are_made_up_for() {
    for (usage, expected) in [(0, "да"), (1, "да")] {
        for kind in [Kind::Unlabelled, Kind::Garbled] {
            let short = Sent { sender: 0, usage, kind, text: Err(0), on_list: false }.octets();
            assert!(Normalizer::default().plan(&short).is_unresolved());
            let policy = learned(&sentences(usage, Kind::Labelled, 3));
            let normalizer = Normalizer::new(policy);
            let plan = normalizer.plan(&short);
            assert!(std::str::from_utf8(&plan.apply()).unwrap().contains(expected), "{usage} {kind:?}");
            let details = plan.findings().iter().map(|finding| finding.detail.to_string());
            let details = details.collect::<Vec<_>>().join("; ");
            assert!(details.contains("as in 3 messages of the sender"), "{details}");
        }
    }
}

/// A doubtful label is overruled if at least two messages of the sender are in the likely charset, and at most half
/// as many are in the charset of the label.
#[test]
fn doubtful_labels_need_two_messages() {
    let wrong = sentences(0, Kind::Wrong, 1).remove(0);
    let mut german = sentences(3, Kind::Labelled, 2);
    for (messages, is_read) in [
        (sentences(0, Kind::Labelled, 1), false),
        (sentences(0, Kind::Wrong, 9), false),
        (sentences(0, Kind::Labelled, 2), true),
        ([sentences(0, Kind::Labelled, 3), german.clone()].concat(), false),
        (
            [sentences(0, Kind::Labelled, 4), {
                german.truncate(2);
                german
            }]
            .concat(),
            true,
        ),
    ] {
        let normalizer = Normalizer::new(learned(&messages));
        let plan = normalizer.plan(&wrong);
        assert_eq!(!plan.is_noop(), is_read, "{} messages", messages.len());
        let code = if is_read { Code::LabelOverruled } else { Code::LabelDoubtful };
        assert!(plan.findings().iter().any(|finding| finding.code == code), "{:?}", plan.findings());
    }
}

/// Learns from the mail of a sender who sent these texts. Returns the number of messages that are then restored.
fn restored(texts: &[String]) -> usize {
    let messages = texts.iter().map(|text| {
        let head = "From: ann@x.example\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n";
        format!("{head}{text}\n")
    });
    let messages: Vec<String> = messages.collect();
    let policy = Policy::default();
    let mut habits = Habits::default();
    messages
        .iter()
        .for_each(|message| habits.add(MessageTexts::parse(message.as_bytes(), &policy).observation()));
    let normalizer = Normalizer::new(policy.with_habits(Some(Arc::new(habits))));
    messages.iter().filter(|message| !normalizer.plan(message.as_bytes()).is_noop()).count()
}

/// The garbled mail of a sender on a mailing list is restored even if other people on the list quote garbled text.
#[test]
fn quotations_of_others_on_a_list_stop_no_restoring() {
    let garbled = |text: &str| -> String { text.bytes().map(char::from).collect() };
    let message = |from: &str, text: &str| {
        let head = "List-Id: <cats.x.example>\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n";
        format!("From: {from}@x.example\n{head}{text}\n")
    };
    let (whole, part) =
        (garbled("Schöne Grüße aus Österreich"), format!("Hören wir: {}?", garbled("für die Größe")));
    let (policy, mut habits) = (Policy::default(), Habits::default());
    for text in [&whole, &part].repeat(6) {
        let from = if *text == whole { "ann" } else { "bob" };
        habits.add(MessageTexts::parse(message(from, text).as_bytes(), &policy).observation());
    }
    let normalizer = Normalizer::new(policy.with_habits(Some(Arc::new(habits))));
    let is_restored = |from: &str| !normalizer.plan(message(from, &whole).as_bytes()).is_noop();
    assert_eq!(["ann", "bob", "cyd"].map(is_restored), [true, false, false]);
}

/// If a gateway garbles a text, it garbles all of it, and the text is restored. Somebody who writes about garbled
/// text quotes only some of it, and this text is left unchanged.
#[test]
fn text_about_garbled_text_stays_and_text_that_a_gateway_garbled_is_restored() {
    let garbled = |text: &str| -> String { text.bytes().map(char::from).collect() };
    let sound = |number: usize| format!("Schöne Grüße aus Österreich, bis später ({number})");
    let through_a_gateway =
        |number: usize| if number.is_multiple_of(2) { sound(number) } else { garbled(&sound(number)) };
    assert_eq!(restored(&(0..20).map(through_a_gateway).collect::<Vec<_>>()), 10);
    let about = |number: usize| match number % 4 {
        0 => sound(number),
        1 => format!("Die Seite zeigt \u{201E}{}\u{201C}, möchte aber nicht.", garbled("für die Größe")),
        2 => format!("Wieder steht da {}: können wir das ändern?", garbled("Übergröße")),
        _ => format!("The page shows {} again", garbled("Schöne Grüße")),
    };
    assert_eq!(restored(&(0..40).map(about).collect::<Vec<_>>()), 0);
    let also_sound = |number: usize| match number % 2 {
        0 => format!("{} is shown for Grüße, {} for schöne", garbled("Grüße"), garbled("schöne")),
        _ => format!("The page shows {} again", garbled("Schöne Grüße")),
    };
    assert_eq!(restored(&(0..20).map(also_sound).collect::<Vec<_>>()), 0);
    // If only a few messages quote garbled text, the garbled messages are restored, and the quotations stay as they
    // are.
    let quotes = |number: usize| if number % 20 == 3 { about(1) } else { garbled(&sound(number)) };
    assert_eq!(restored(&(0..40).map(quotes).collect::<Vec<_>>()), 38);
}
