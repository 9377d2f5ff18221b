//! The methods of the module `message`, with which a mail client reads messages.

use mailutf::message::{Headers, Message, OwnedMessage};
use mailutf::text::Unreadable;
use mailutf::{Limits, Policy, structure::Structure};
use proptest::prelude::*;

/// Returns a multipart of the given subtype. Each of its parts is given as a header and a body.
fn multipart(subtype: &str, boundary: &str, parts: &[&str]) -> String {
    let parts: String = parts.iter().map(|part| format!("--{boundary}\n{part}\n")).collect();
    format!("Content-Type: multipart/{subtype}; boundary={boundary}\n\n{parts}--{boundary}--\n")
}

const PLAIN: &str = "Content-Type: text/plain\n\nplain";
const HTML: &str = "Content-Type: text/html\n\n<p>html";
const IMAGE: &str = "Content-Type: image/png; name=a.png\n\npng";
const FILE: &str = "Content-Type: text/plain\nContent-Disposition: attachment; filename=b.txt\n\nfile";
const FOOTER: &str = "\n-- \na list";
const CALENDAR: &str = "Content-Type: text/calendar\n\nBEGIN:VCALENDAR";
const BOUNCED: &str = "Content-Type: message/rfc822\n\nContent-Type: text/plain\n\nbounced";

/// An indexer finds the Subject of a message that did not arrive in the headers within a part, not in a text.
#[test]
fn the_headers_of_a_bounce_are_attachments_with_headers_inside() {
    let report =
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@b\n";
    let headers = "Content-Type: text/rfc822-headers\n\nSubject: =?koi8-r?B?8A==?=\n";
    let octets = multipart("report", "r", &[PLAIN, report, headers]);
    let message = Message::parse(octets.as_bytes());
    let types = |parts: &[mailutf::message::MessagePart<'_>]| -> Vec<String> {
        parts.iter().map(|part| part.media_type().to_owned()).collect()
    };
    assert_eq!(types(&message.text_bodies().collect::<Vec<_>>()), ["text/plain"]);
    let attached: Vec<_> = message.attachments().collect();
    assert_eq!(types(&attached), ["message/delivery-status", "text/rfc822-headers"]);
    assert!(attached.iter().all(|part| matches!(part.text(), Err(Unreadable::NotText(_)))));
    let subjects = message.parts().flat_map(|part| {
        part.inner_headers()
            .filter_map(|inner| inner.subject().map(|text| text.to_string()))
            .collect::<Vec<_>>()
    });
    assert_eq!(subjects.collect::<Vec<_>>(), ["П"]);
}

#[test]
fn the_body_is_the_text_that_the_sender_wrote() {
    let alternatives = multipart("alternative", "a", &[PLAIN, HTML]);
    let backwards = multipart("alternative", "a", &[HTML, PLAIN]);
    let related = multipart("related", "r", &[HTML, IMAGE]);
    let with_pictures = multipart("alternative", "a", &[PLAIN, &related]);
    for (message, text, html) in [
        (PLAIN.to_owned(), Some("plain"), None),
        (HTML.to_owned(), Some("<p>html"), Some("<p>html")),
        (alternatives.clone(), Some("plain"), Some("<p>html")),
        (backwards, Some("plain"), Some("<p>html")),
        (with_pictures.clone(), Some("plain"), Some("<p>html")),
        (multipart("mixed", "m", &[&alternatives, IMAGE, FOOTER]), Some("plain"), Some("<p>html")),
        (multipart("mixed", "m", &[&with_pictures, FILE]), Some("plain"), Some("<p>html")),
        (multipart("mixed", "m", &[HTML, FOOTER]), Some("<p>html"), Some("<p>html")),
        (multipart("mixed", "m", &[FILE, IMAGE, PLAIN]), Some("plain"), None),
        (multipart("mixed", "m", &[CALENDAR, PLAIN]), Some("plain"), None),
        (multipart("alternative", "a", &[HTML, CALENDAR]), Some("<p>html"), Some("<p>html")),
        (multipart("signed", "s", &[&alternatives, IMAGE]), Some("plain"), Some("<p>html")),
        (CALENDAR.to_owned(), Some("BEGIN:VCALENDAR"), None),
        (multipart("mixed", "m", &[BOUNCED]), None, None),
        (multipart("mixed", "m", &[FILE, IMAGE]), None, None),
        (FILE.to_owned(), None, None),
        (IMAGE.to_owned(), None, None),
        (String::new(), Some(""), None),
    ] {
        let parsed = Message::parse(message.as_bytes());
        let read = |part: Option<mailutf::message::MessagePart<'_>>| {
            part.map(|part| part.text().unwrap().text.trim_end().to_owned())
        };
        assert_eq!(read(parsed.text_body()).as_deref(), text, "{message}");
        assert_eq!(read(parsed.html_body()).as_deref(), html, "{message}");
    }
}

/// Some programs write an empty plain text beside the HTML.
#[test]
fn a_text_of_blanks_gives_way_to_html_that_shows_something() {
    const BLANK: &str = "Content-Type: text/plain; charset=utf-8\n\n \u{a0}\n\u{200b}\r\n";
    const EMPTY: &str = "Content-Type: text/plain\n\n";
    const DATA: &str = "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjcK";
    const BROKEN: &str = "Content-Type: text/html\n\n%PDF-1.7";
    const NOTHING: &str = "Content-Type: text/html\n\n<div dir=\"ltr\"><br></div>";
    const PICTURE: &str = "Content-Type: text/html\n\n<img src=\"cid:1\">";
    let alternative = |plain, html| multipart("alternative", "a", &[plain, html]);
    let related = multipart("related", "r", &[PICTURE, IMAGE]);
    for (message, section) in [
        (alternative(EMPTY, HTML), "2"),
        (alternative(BLANK, HTML), "2"),
        (alternative(HTML, BLANK), "1"),
        (alternative(BLANK, PICTURE), "2"),
        (alternative(BLANK, &related), "2.1"),
        (alternative(DATA, HTML), "2"),
        (alternative(PLAIN, HTML), "1"),
        (alternative(BLANK, NOTHING), "1"),
        (alternative(BLANK, BROKEN), "1"),
        (alternative(BLANK, CALENDAR), "1"),
        (multipart("mixed", "m", &[&alternative(BLANK, HTML), FOOTER]), "1.2"),
        (multipart("mixed", "m", &[BLANK, PLAIN]), "1"),
        (EMPTY.to_owned(), "1"),
    ] {
        let parsed = Message::parse(message.as_bytes());
        assert_eq!(parsed.text_body().unwrap().section(), section, "{message}");
        let bodies: Vec<_> = parsed.text_bodies().map(|part| part.section()).collect();
        assert!(bodies.iter().any(|body| body == section), "{message}{bodies:?}");
    }
    let message = alternative(BLANK, HTML);
    let parsed = Message::parse(message.as_bytes());
    let types = |parts: Vec<mailutf::message::MessagePart<'_>>| {
        parts.iter().map(|part| part.media_type().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(types(parsed.text_bodies().collect()), ["text/plain", "text/html"]);
    assert_eq!(types(parsed.html_bodies().collect()), ["text/html"]);
    assert_eq!((parsed.attachments().count(), parsed.files().count()), (0, 0));
}

/// A file in an attachment is converted only if somebody named its charset. A client that shows the file guesses the
/// charset from the letters of the text.
#[test]
fn the_charset_of_a_file_is_guessed_only_where_it_is_shown() {
    use mailutf::{Normalizer, charset::Charset};
    let header = "Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\n";
    for (label, text) in [
        ("windows-1251", "Привет, это письмо на русском языке.\n"),
        ("koi8-r", "Привет, это письмо на русском языке.\n"),
        ("shift_jis", "これは日本語の手紙です。\n"),
        ("iso-8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy.\n"),
    ] {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let octets = [header.as_bytes(), &*charset.encode(text).unwrap()].concat();
        let policy = Policy::for_display().with_strict(true);
        let shown = Message::parse(&octets);
        assert_eq!(shown.part(0).unwrap().text().unwrap().text, text, "{label}");
        let strict = Message::parse_with(&octets, &policy);
        assert!(strict.part(0).unwrap().text().is_err(), "{label}");
        let plan = |policy: Policy| Normalizer::new(policy).plan(&octets).apply().into_owned();
        assert_eq!(plan(Policy::default()), octets, "{label}");
        let converted = plan(Policy::default().with_fallback(Some(charset)));
        assert!(converted.ends_with(text.as_bytes()), "{label}");
    }
}

#[test]
fn files_are_the_parts_that_are_not_shown_as_text() {
    let related = multipart("related", "r", &[HTML, IMAGE]);
    let all = multipart("mixed", "m", &[&related, FILE, BOUNCED, FOOTER]);
    let message = Message::parse(all.as_bytes());
    let attachments: Vec<_> = message
        .files()
        .map(|part| (part.section(), part.media_type().to_owned(), part.file_name()))
        .collect();
    let named = |section: &str, media_type: &str, name: Option<&str>| {
        (section.to_owned(), media_type.to_owned(), name.map(str::to_owned))
    };
    assert_eq!(
        attachments,
        [
            named("1.2", "image/png", Some("a.png")),
            named("2", "text/plain", Some("b.txt")),
            named("3", "message/rfc822", None)
        ]
    );
    assert_eq!(*message.files().nth(1).unwrap().octets(), *b"file");
    assert_eq!(Message::parse(IMAGE.as_bytes()).files().count(), 1);
}

/// Text that can be read with damage is shown, and is no file.
#[test]
fn data_that_is_labelled_as_text_is_a_file() {
    let yenc = "Content-Type: text/plain; charset=iso-8859-1\n\n=ybegin line=128\n\u{a0}";
    let latin = yenc.chars().map(|c| c as u8).collect::<Vec<_>>();
    for (message, sections) in [
        (&b"%PDF-1.7\n%\xE2\xE3"[..], &["1"][..]),
        (b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjcK", &["1"]),
        (b"Content-Type: multipart/mixed\n\n%PDF-1.7", &["1"]),
        (&latin, &["1"]),
        (b"Content-Type: text/plain; charset=utf-16le\n\nH\0i\0\x11\x04", &[]),
        (b"Content-Type: text/plain; charset=utf-8\n\n=ybegin line=128\n", &[]),
        (b"Content-Type: text/plain; charset=x-unknown\n\ncaf\xE9", &[]),
        (b"Content-Type: text/plain; charset=utf-8\n\ncaf\xE9", &[]),
        (b"Content-Transfer-Encoding: base64\n\nZ!@#", &[]),
        (b"Content-Transfer-Encoding: x-runes\n\nabc", &[]),
    ] {
        let message = Message::parse(message);
        let files: Vec<_> = message.files().map(|part| part.section()).collect();
        assert_eq!(files, sections, "{}", message.octets().escape_ascii());
        assert_eq!(message.attachments().count(), 0);
    }
}

#[test]
fn a_part_says_why_it_has_no_text() {
    let message = Message::parse(IMAGE.as_bytes());
    let why = message.part(0).unwrap().text().unwrap_err();
    assert_eq!(why, Unreadable::NotText("image/png".to_owned()));
    assert!(message.part(1).is_none());
    let unknown = Message::parse(b"Content-Transfer-Encoding: x-runes\n\nabc");
    let shown = unknown.part(0).unwrap().text().unwrap();
    assert_eq!((&*shown.text, shown.findings[0].0), ("abc", mailutf::Code::TransferUnknown));
    let policy = mailutf::Policy::default();
    let careful = Message::parse_with(unknown.octets(), &policy);
    assert_eq!(careful.part(0).unwrap().text().unwrap_err(), Unreadable::TransferUnknown);
    assert_eq!(*unknown.part(0).unwrap().octets(), *b"abc");
}

/// If a field occurs twice, the first field counts. Address lists are joined instead.
#[test]
fn fields_by_name() {
    let octets = b"To: a@x, b@x\nSubject: one\nsubject: two\nTO: c@x\nCc: us: d@x;\n\n";
    let message = Message::parse(octets);
    assert_eq!(message.subject().unwrap(), "one");
    let to: Vec<_> = message.to().into_iter().map(|to| to.address).collect();
    assert_eq!(
        (to, message.cc()[0].address.as_str()),
        (["a@x", "b@x", "c@x"].map(str::to_owned).to_vec(), "d@x")
    );
    assert!(message.from().is_empty() && message.date().is_none() && message.header("X").is_none());
    let names: Vec<_> = message.headers().iter().map(|field| field.name().into_owned()).collect();
    assert_eq!(names, ["To", "Subject", "subject", "TO", "Cc"]);
}

/// Raw octets of a header are decoded in the charset of the body, if the body was parsed as well.
#[test]
fn the_charset_of_the_body_is_evidence_for_the_header() {
    let octets =
        b"Subject: \xF2\xE5\xEC\xE0\nContent-Type: text/plain; charset=windows-1251\n\n\xEC\xE8\xF0\n";
    assert_eq!(Message::parse(octets).subject().unwrap(), "тема");
    assert_ne!(Headers::parse(octets).subject().unwrap(), "тема");
    let plain = b"Subject: =?koi8-r?Q?=EB?=\n\n";
    assert_eq!(Headers::parse(plain).subject(), Message::parse(plain).subject());
}

#[test]
fn a_structure_refuses_the_octets_of_another_message() {
    let octets = multipart("mixed", "m", &[PLAIN, IMAGE]).into_bytes();
    let structure = Structure::parse(&octets, &Limits::default());
    assert_eq!(structure.of(&octets).unwrap().text_body().unwrap().text().unwrap().text, "plain");
    for other in [&octets[1..], &octets[..octets.len() - 1], &vec![b'x'; octets.len()]] {
        assert!(structure.of(other).is_err());
    }
    let kept = OwnedMessage::parse(octets);
    let (kept, policy) = (kept.clone(), Policy::default());
    assert_eq!(kept.message_with(&policy).files().count(), 1);
    fn is_kept_anywhere<T: Send + Sync + 'static>(_: &T) {}
    is_kept_anywhere(&kept);
}

proptest! {
    #![proptest_config(crate::proptest_config(256))]

    /// No method panics, not even if a structure is used with the octets of another message.
    #[test]
    fn any_octets_can_be_read_as_a_message(
        pieces in prop::collection::vec(prop::sample::select(vec![
            &b"Subject: "[..], b"From: ", b"Date: ", b"Content-Type: multipart/alternative; boundary=b", b"\n", b"\n\n", b"--b",
            b"--", b"Content-Type: text/html", b"=?koi8-r?B?8A==?=", b"\xFF", b"a@b", b"(", b"\"", b"message/rfc822",
            b"Content-Disposition: attachment; filename*0*=", b"utf-8''%E2", b" 1 Jan 2005 10:00 ",
        ]), 0..40),
        cut in any::<prop::sample::Index>(),
    ) {
        let octets = pieces.concat();
        let message = Message::parse(&octets);
        let _ = (message.subject(), message.from(), message.to(), message.cc(), message.date());
        let _ = (message.text_body().map(|part| part.text()), message.html_body().map(|part| part.text()));
        for part in message.parts() {
            let _ = (part.text(), part.octets(), part.file_name(), part.section(), part.flowed());
            for field in part.headers().iter() {
                let _ = (field.text(), field.addresses(), field.date(), field.parameter("name"));
            }
        }
        prop_assert!(message.attachments().count() <= message.parts().count());
        let mut other = octets.clone();
        other.rotate_left(cut.index(octets.len().max(1)).min(octets.len()));
        if let Ok(message) = message.structure().of(&other) {
            message.parts().for_each(|part| { let _ = (part.text(), part.file_name()); });
        }
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(512))]

    /// A program that shows the bodies which are text, and saves the files, leaves no part out.
    #[test]
    fn each_part_is_readable_text_or_a_file(
        subtype in prop::sample::select(vec!["mixed", "alternative", "related", "x-odd"]),
        parts in prop::collection::vec((
            prop::sample::select(vec!["text/plain", "text/html; charset=utf-16", "text/csv", "image/png", "message/rfc822", "x"]),
            prop::sample::select(vec!["", "\nContent-Disposition: inline; filename=a", "\nContent-Disposition: attachment"]),
            prop::sample::select(vec!["7bit", "base64", "x-runes"]),
            prop::sample::select(vec![
                &b"text"[..], b"%PDF-1.7", b"JVBERi0xLjcK", b"a\0\0b\0", b"\xFF\xD8\xFF", b"=ybegin \n\xFF", b"\xE9", b"H\0i\0", b"",
            ]),
        ), 1..5),
    ) {
        let mut octets = format!("Content-Type: multipart/{subtype}; boundary=b\n").into_bytes();
        for (media_type, disposition, transfer, body) in parts {
            let header = format!("\n--b\nContent-Type: {media_type}{disposition}\nContent-Transfer-Encoding: {transfer}\n\n");
            octets.extend([header.as_bytes(), body].concat());
        }
        let message = Message::parse(&octets);
        let files: Vec<_> = message.files().map(|part| part.index()).collect();
        let bodies: Vec<_> = message.text_bodies().chain(message.html_bodies()).collect();
        // The parts of an enclosed message are deeper than those of the message.
        for part in message.parts().filter(|part| part.structure().depth == 1) {
            let is_readable = bodies.iter().any(|body| body.index() == part.index()) && part.text().is_ok();
            prop_assert!(is_readable || files.contains(&part.index()), "{}", part.section());
            let is_data = matches!(part.text(), Err(Unreadable::Binary(_)));
            prop_assert!(!is_data || files.contains(&part.index()), "{}", part.section());
        }
    }
}

/// A line of uuencoded data that lost its end is damage, of a file as of a text, and gets no NULs in its place.
#[test]
fn a_uuencoded_line_that_lost_its_end_is_damage() {
    let body = "begin 644 a\n+2&5L;&\\@=V]R;&0`\n#0V\n\"0V$`\n`\nend\n";
    for (media_type, octets) in [("application/pdf", "Hello world"), ("text/plain", "Hello world")] {
        let message = format!("Content-Type: {media_type}\nContent-Transfer-Encoding: x-uuencode\n\n{body}");
        let parsed = Message::parse(message.as_bytes());
        let part = parsed.part(0).unwrap();
        let content = part.content();
        assert!(content.octets.starts_with(octets.as_bytes()) && !content.octets.contains(&0), "{content:?}");
        assert!(content.octets.ends_with(b"Ca"), "{content:?}");
        assert!(
            matches!(content.damage, Some(Unreadable::Damaged(mailutf::transfer::Repair::Short, _))),
            "{content:?}"
        );
        if media_type == "text/plain" {
            let text = part.text().unwrap();
            assert!(text.text.starts_with("Hello"), "{text:?}");
            assert!(
                text.findings.iter().any(|(code, _)| *code == mailutf::Code::TransferDropped),
                "{text:?}"
            );
        }
    }
}

/// Parameters are given as the pairs that IMAP returns, in all forms that occur in mail.
#[test]
fn parameters_in_pairs() {
    use mailutf::header::{file_name, parameter, with_parameters};
    for (pairs, name) in [
        (&[(&b"NAME"[..], &b"a \"b\\c\".txt"[..])][..], "a \"b\\c\".txt"),
        (&[(b"name", b"=?koi8-r?B?xsHKzA==?=.txt")], "файл.txt"),
        (&[(b"NAME*", b"utf-8'en'%E2%82%AC; x")], "€; x"),
        (&[(b"NAME*0*", b"utf-8''gr%C3"), (b"NAME*1*", b"%B6%C3%9Fe"), (b"SIZE", b"1")], "größe"),
        (&[(b"NAME", b"gr\xC3\xB6\xC3\x9Fe")], "größe"),
    ] {
        let field = with_parameters(b"application/octet-stream", pairs);
        assert_eq!(file_name(None, Some(&field)).as_deref(), Some(name), "{}", field.escape_ascii());
    }
    assert_eq!(parameter(&with_parameters(b"a/b", &[]), "name"), None);
}

/// A call for the subject does not read the body, whatever is in the other fields. Other texts are consulted only
/// for a text that does not show its own charset.
#[test]
fn a_subject_reads_no_body() {
    let cost = |subject: &str, lines: usize, read: fn(&Message<'_>)| {
        let header = format!(
            "Subject: {subject}\nFrom: \u{1} <a@b>\nContent-Type: text/plain; charset=koi8-r\n\
             Content-Transfer-Encoding: base64\n\n"
        );
        let mut octets: Vec<u8> = header.into_bytes();
        octets.iter_mut().filter(|octet| **octet == 1).for_each(|octet| *octet = 0xF0);
        octets.extend("8NLJ18XU\n".repeat(lines).bytes());
        let message = Message::parse(&octets);
        allocation_counter::measure(|| read(&message)).bytes_total
    };
    let subject = |message: &Message<'_>| drop(message.subject());
    for value in ["plain", "=?koi8-r?Q?=F0=D2=C9=D7=C5=D4?=", "größer"] {
        // The first text that a process reads fills tables, which would count as memory for that text.
        cost(value, 1, subject);
        assert_eq!(cost(value, 1, subject), cost(value, 10_000, subject), "{value}");
    }
    let from = |message: &Message<'_>| drop(message.from());
    assert!(cost("plain", 10_000, from) > 60_000, "the raw octets in From ask the body");
}

#[test]
fn a_part_is_found_only_by_its_own_section() {
    let octets =
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\nContent-Type: message/rfc822\n\n\
        Content-Type: multipart/mixed; boundary=c\n\n--c\n\ntwo\n--c--\n--b--\n";
    let single =
        b"Content-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\ntwo\n--c--\n";
    for octets in [&octets[..], single, b"Subject: x\n\n"] {
        let message = Message::parse(octets);
        for section in [
            "1",
            "2",
            "1.1",
            "1.TEXT",
            "2.TEXT",
            "2.1",
            "2.2",
            "TEXT",
            "0",
            "1.0",
            "+1",
            "01",
            ".",
            "1.",
            "9".repeat(30).as_str(),
        ] {
            let found = message.part_by_section(section).map(|part| part.index());
            let wanted = message.parts().find(|part| part.section() == section).map(|part| part.index());
            assert_eq!(found, wanted, "{section}");
        }
        assert_eq!(message.part_by_section("").unwrap().index(), 0);
    }
}
