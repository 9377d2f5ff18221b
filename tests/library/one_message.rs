//! If several texts of a message name no charset, they are read together, in a charset that the rest of the message
//! shows.

use mailutf::charset::Charset;
use mailutf::text::MessageTexts;
use mailutf::{Policy, header, normalize};

/// Encodes `text` in the charset with the name `label`.
fn encoded(label: &str, text: &str) -> Vec<u8> {
    Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap().into_owned()
}

/// Returns the subject and the body of a message as a client reads them, each `None` if it cannot be read. Fails if
/// `normalize` writes a different text.
#[track_caller]
fn read(octets: &[u8]) -> (Option<String>, Option<String>) {
    let policy = Policy::default();
    let message = MessageTexts::parse(octets, &policy);
    let subject = |message: &MessageTexts<'_>| {
        let value = message.parts()[0].header.field(message.input(), "Subject").unwrap().body;
        let text = header::decode_in(value.slice(message.input()).trim_ascii(), &message.context());
        Some(text.into_owned()).filter(|text| !text.contains('\u{fffd}'))
    };
    let body = |message: &MessageTexts<'_>| {
        let last = message.parts().len() - 1;
        message.text(last).ok().map(|text| text.text.trim().to_owned())
    };
    let seen = (subject(&message), body(&message));
    let plan = normalize(octets);
    let output = plan.apply();
    let after = MessageTexts::parse(&output, &policy);
    assert_eq!((subject(&after), body(&after)), seen, "{}", output.escape_ascii());
    seen
}

/// Returns a message with a raw subject and the further fields `fields`. The body need not be in the charset that
/// the fields declare.
fn message(subject: &[u8], fields: &str, body: &[u8]) -> Vec<u8> {
    [b"Subject: ", subject, b"\n", fields.as_bytes(), b"\n", body, b"\n"].concat()
}

fn some(subject: &str, body: &str) -> (Option<String>, Option<String>) {
    (Some(subject.to_owned()), Some(body.to_owned()))
}

#[test]
fn a_short_subject_is_read_like_an_unlabelled_body() {
    for (label, subject, body) in [
        ("iso-8859-2", "Výzva", "Vážení přátelé, schůze se koná až příští týden"),
        ("iso-8859-2", "śr", "Proszę o potwierdzenie, czy spotkanie się odbędzie"),
        ("windows-1257", "Šį", "Labas rytas, ačiū už laišką, susitiksime rytoj"),
        ("koi8-r", "да", "Привет, встреча переносится на завтра, позвони"),
        ("big5", "會議", "會議改到明天上午，謝謝你的來信"),
    ] {
        let octets = message(&encoded(label, subject), "", &encoded(label, body));
        assert_eq!(read(&octets), some(subject, body), "{label}");
    }
}

#[test]
fn text_in_ascii_is_no_evidence_for_the_charset_of_its_label() {
    let fields = "Content-Type: text/plain; charset=iso-8859-1\n";
    for (label, subject) in [
        ("windows-1251", "Привет"),
        ("koi8-r", "Счёт за ноябрь"),
        ("iso-8859-2", "Děkuji za rychlou odpověď"),
        ("windows-1253", "Καλημέρα"),
        ("gb18030", "会议改到明天上午"),
        ("windows-1254", "Toplantı değişikliği"),
    ] {
        let octets = message(&encoded(label, subject), fields, b"See the attached file.");
        assert_eq!(read(&octets), some(subject, "See the attached file."), "{label}");
    }
}

#[test]
fn text_that_names_its_charset_is_evidence() {
    let polish = "Proszę o potwierdzenie, czy spotkanie się odbędzie";
    let fields = "Content-Type: text/plain; charset=iso-8859-2\n";
    let octets = message(b"\xB6r", fields, &encoded("iso-8859-2", polish));
    assert_eq!(read(&octets), some("śr", polish));
    let fields = "From: =?iso-8859-2?Q?Andrzej_Wi=B6niewski?= <a@example.org>\n";
    assert_eq!(read(&message(b"\xB6r", fields, b"plain")), some("śr", "plain"));
    assert_ne!(read(&message(b"\xB6r", "", b"plain")), some("śr", "plain"));
}

#[test]
fn texts_that_contradict_each_other_are_read_by_themselves() {
    let (subject, body) = ("Встреча переносится на завтра", "Привет, как твои дела? Счёт за ноябрь готов");
    let body_in = |label| encoded(label, body);
    let fields = "Content-Type: text/plain; charset=windows-1251\n";
    for (fields, body_label) in [("", "windows-1251"), (fields, "windows-1251"), ("", "ibm866")] {
        let octets = message(&encoded("koi8-r", subject), fields, &body_in(body_label));
        assert_eq!(read(&octets), some(subject, body), "{fields} {body_label}");
    }
}

/// The country in an address tells languages of the same script apart. Text in another script is read as if the
/// address were absent.
#[test]
fn fields_are_weak_evidence() {
    let word = encoded("iso-8859-2", "Výzva");
    let subject = |fields: &str| read(&message(&word, fields, b"plain")).0;
    assert_eq!(subject("From: a@example.cz\n").as_deref(), Some("Výzva"));
    for from in ["From: a@example.ru\n", "From: a@example.jp\n", "From: a@example.gr\n"] {
        assert_eq!(subject(from), subject(""), "{from}");
    }
    let fields = "From: a@example.cz\nTo: b@example.cz\nContent-Language: cs\n";
    let cyrillic = message(&encoded("windows-1251", "Привет"), fields, b"plain");
    assert_eq!(read(&cyrillic), some("Привет", "plain"));
}
