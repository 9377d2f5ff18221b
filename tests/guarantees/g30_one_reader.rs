//! Guarantee G30 (docs/guarantees.md): the calls of the library for a mail client, `normalize`, the census and
//! `check` read each text of a message in the same charset and as the same text, or none of them reads it. The
//! tests of the program check its output in the same way.

use crate::readers::disagreements;
use crate::{corpus, generate};
use mailutf::census::{Census, Origin};
use mailutf::charset::Charset;
use mailutf::internal::normalize_texts;
use mailutf::policy::Doubtful;
use mailutf::text::detection::of_message;
use mailutf::text::{MessageTexts, TextPlace, Unreadable};
use mailutf::{Code, Normalizer, Policy, body, normalize};
use proptest::prelude::*;

#[test]
fn of_real_mail() {
    let all: Vec<_> = corpus::all().collect();
    let wrong = corpus::each(&all, |sample| {
        let wrong = disagreements(sample.input, &sample.plan);
        wrong.into_iter().map(|what| format!("{}: {what}", sample.path.display())).collect::<Vec<_>>()
    });
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong.join("\n"));
}

/// `normalize_texts` shows the caller each body while it makes a plan. Its plan is the same as that of
/// `Normalizer::plan`. The bodies seem to be UTF-8 or US-ASCII.
#[test]
fn a_body_that_is_shown_is_planned_like_others() {
    let bodies = [
        "plain",
        "größer",
        "\u{feff}größer",
        "\x1B[1mbold\x1B[0m",
        "\x1B$BF|\x1B(B",
        "~{<:Ky~}",
        "GrÃ¶ÃŸe und Ã„pfel",
        "%PDF-1.4",
        "a\0\0\0\0b",
        "BEGIN:VCARD\nN;CHARSET=koi8-r:a\nEND:VCARD",
        "a\u{202E}b",
    ];
    let policies = [
        Policy::default(),
        Policy::default().with_strict(true),
        Policy::default().with_lossy(true),
        Policy::default().with_doubtful(Doubtful::Label),
        Policy::default().with_doubtful(Doubtful::Evidence),
    ];
    for (body, media_type) in bodies.iter().flat_map(|body| [(body, "text/plain"), (body, "text/vcard")]) {
        for label in ["", "; charset=us-ascii", "; charset=utf-8", "; charset=koi8-r"] {
            let octets = format!("Content-Type: {media_type}{label}\n\n{body}\n").into_bytes();
            for policy in &policies {
                let plan = Normalizer::new(policy.clone()).plan(&octets);
                let shown = normalize_texts(&MessageTexts::parse(&octets, policy), &mut |_| {});
                assert_eq!(
                    (shown.edits(), shown.findings()),
                    (plan.edits(), plan.findings()),
                    "{body:?} as {media_type}{label}, {policy:?}"
                );
            }
        }
    }
}

/// Pieces of a field: encoded words, raw octets, and separators.
const PIECES: &[&[u8]] = &[
    b"a",
    b" ",
    b"\n ",
    b"=?koi8-r?Q?=F0=D2=C9=D7=C5=D4?=",
    b"=?us-ascii?Q?=F0=D2=C9?=",
    b"=?utf-8?B?w7Y=?=",
    b"=?x-none?Q?=FF?=",
    b"=?iso-2022-jp?B?GyRCRnwbKEI=?=",
    b"\xF0\xD2\xC9\xD7\xC5\xD4",
    b"gr\xFC\xDFe",
    b"\xC3\xB6",
    b"\xFF",
    b"\xED\xA0\xBD\xED\xB8\x80",
    b"\x1B$BF|\x1B(B",
    b"\x1B$B",
    b"~{<:Ky2;R*J)HK~}",
    "\u{c3}\u{a4}\u{c3}\u{b6}".as_bytes(),
    b"%C3%B6",
    b"<a@b.c>",
    b", ",
    b"\"",
    b"\\",
    b"(",
    b")",
    b":",
    b";",
    b"; name=",
    b"; name*=",
    b"; name*0*=koi8-r''%F0",
    b"; name*1=",
    b"%E4",
    b"utf-8''%C3%B6",
];

/// Names of fields of each kind.
const NAMES: &[&str] = &[
    "Subject",
    "From",
    "Keywords",
    "List-Id",
    "Content-Type",
    "Content-Disposition",
    "Date",
    "X-Any",
    "Received",
];

proptest! {
    #![proptest_config(crate::proptest_config(128))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        let wrong = disagreements(&message.octets, &normalize(&message.octets));
        prop_assert!(wrong.is_empty(), "{:?}", wrong);
    }

    /// All readers agree on fields of any content, next to each other and before a labelled body.
    #[test]
    fn of_odd_fields(
        fields in prop::collection::vec(
            (prop::sample::select(NAMES), prop::collection::vec(prop::sample::select(PIECES), 0..8)), 1..4,
        ),
        body in prop::sample::select(vec!["", "Content-Type: text/plain; charset=koi8-r\n\n\u{1}"]),
    ) {
        let mut message = Vec::new();
        for (name, pieces) in fields {
            message.extend([name.as_bytes(), b": ", &pieces.concat(), b"\n"].concat());
        }
        message.extend(body.bytes().map(|octet| if octet == 1 { 0xF0 } else { octet }));
        let wrong = disagreements(&message, &normalize(&message));
        prop_assert!(wrong.is_empty(), "{:?}\n{}", wrong, message.escape_ascii());
    }

    /// Some unlabelled texts are left unchanged because they are signed, because their header is damaged, or because
    /// they have two transfer encodings. After the conversion, they are read as before, although the converted texts
    /// of the message no longer show the charset.
    #[test]
    fn of_texts_that_stay(
        (label, letters) in prop::sample::select(vec![
            ("iso-8859-2", "ąęśżłó"), ("koi8-r", "Привет"), ("windows-1257", "ąčęė"), ("windows-1254", "ığşĞ"),
        ]),
        field in prop::sample::select(vec!["Subject", "From", "Keywords"]),
        text in prop::collection::vec(0..6_usize, 1..4),
        (before, after) in prop::sample::select(vec![
            ("Content-Type: multipart/signed; boundary=b\n\n--b\n\n", "\n--b--\n"),
            ("Content-Type: multipart/signed; boundary=b\n\n--b\nSubject: ", "\n\n--b--\n"),
            ("Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nTo: x=", " <\n\n--b--\n"),
            ("Content-Transfer-Encoding: 8bit\nContent-Transfer-Encoding: quoted-printable\n\n=41 ", ""),
            ("junk\n", ""),
            ("Content-Type: text/plain\n", ""),
            ("Content-Type: text/html; charset=us-ascii (\n\n", ""),
        ]),
    ) {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let text: String = text.into_iter().filter_map(|letter| letters.chars().cycle().nth(letter)).collect();
        let word: String = charset.encode(letters).unwrap().iter().map(|octet| format!("={octet:02X}")).collect();
        let header = format!("{field}: =?{label}?Q?{word}?=\n{before}");
        let message = [header.as_bytes(), &charset.encode(&text).unwrap(), after.as_bytes()].concat();
        let wrong = disagreements(&message, &normalize(&message));
        prop_assert!(wrong.is_empty(), "{:?}\n{}", wrong, message.escape_ascii());
    }

    /// All readers agree on bodies of any content, under any label.
    #[test]
    fn of_odd_bodies(
        label in prop::sample::select(vec![
            "", "; charset=utf-8", "; charset=koi8-r", "; charset*=us-ascii''koi8%2Dr", "; charset*0=koi8; charset*1=-r",
            "; charset=iso-2022-jp", "; charset=x-none", "; charset=us-ascii", "; charset=\"=?us-ascii?Q?koi8-r?=\"",
        ]),
        transfer in prop::sample::select(vec!["7bit", "8bit", "base64", "quoted-printable", "x-none"]),
        body in prop::collection::vec(prop::sample::select(vec![
            &b"text"[..], b"\0", b"\n", b"\xE4", b"\xC3\xA4", b"%PDF-1.7", b"\x1B$B", b"=E4", b"=", b"SGVsbG8h", b"--\n",
            b"N;CHARSET=koi8-r:", b"N;QUOTED-PRINTABLE:",
        ]), 0..8),
        media_type in prop::sample::select(vec!["text/plain", "text/html", "text/x-vcard"]),
    ) {
        let header = format!("Content-Type: {media_type}{label}\nContent-Transfer-Encoding: {transfer}\n\n");
        let message = [header.as_bytes(), &body.concat()].concat();
        let wrong = disagreements(&message, &normalize(&message));
        prop_assert!(wrong.is_empty(), "{:?}", wrong);
    }
}

/// If a body is labelled as text, but is data (here a PDF), no reader takes it for text.
#[test]
fn data_are_text_for_no_reader() {
    let message = b"Content-Type: text/plain; charset=iso-8859-1\n\n%PDF-1.7 \xE4\n";
    assert_eq!(disagreements(message, &normalize(message)), [""; 0]);
    let policy = Policy::default();
    for read in [
        MessageTexts::parse(message, &policy).text(0),
        body::decode(b"%PDF-1.7 \xE4\n", b"text/plain; charset=iso-8859-1", b"8bit", &policy),
    ] {
        assert!(matches!(read, Err(Unreadable::Binary(_))), "{read:?}");
    }
}

/// If plain text follows the base64 of a body, every reader reads it. No reader reads damaged base64.
#[test]
fn transfer_encodings_are_decoded_alike() {
    let policy = Policy::default();
    let read = |body: &[u8]| {
        body::decode(body, b"text/plain; charset=utf-8", b"base64", &policy).map(|t| t.text.into_owned())
    };
    assert_eq!(read(b"SGk=\n-- \nThe List\n").unwrap(), "Hi\n-- \nThe List\n");
    assert_eq!(read(b"SGk=\n-- \nThe L\xEFst\n").unwrap_err(), Unreadable::Tail);
    assert!(matches!(read(b"SGVsbG8hSGVsbG8hSGVs!bG8h\n").unwrap_err(), Unreadable::Damaged(..)));
}

/// If a body has an error of the transfer encoding and an error of the charset, every reader reports the error of
/// the transfer encoding.
#[test]
fn all_readers_report_the_same_of_two_errors() {
    let message = b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n/0hlbGxvIQ!SGVsbG8h\n";
    let policy = Policy::default();
    let why = MessageTexts::parse(message, &policy).text(0).unwrap_err();
    assert!(matches!(why, Unreadable::Damaged(..)), "{why}");
    let plan = normalize(message);
    let finding = plan.findings().iter().find(|finding| finding.code == Code::TextUnresolved).unwrap();
    assert!(why.to_string().starts_with(&finding.detail.to_string()), "{finding:?}: {why}");
    let mut census = Census::default();
    census.add(message, &Origin::default(), &policy);
    assert_eq!(census.rows()[0].example.why, why.to_string());
}

/// Every reader decodes unlabelled encoded words in the charset of the body, whether the header has raw octets or
/// not.
#[test]
fn unlabelled_words_are_read_like_the_body() {
    for more in ["", "X-Other: \u{e9}\n"] {
        let header = format!(
            "Subject: =?us-ascii?Q?=F0=D2=C9=D7=C5=D4?=\n{more}Content-Type: text/plain; charset=koi8-r\n\n"
        );
        let message = [header.as_bytes(), b"\xCD\xC9\xD2\n"].concat();
        let parsed = mailutf::message::Message::parse(&message);
        assert_eq!(parsed.subject().unwrap(), "Привет");
        let output = normalize(&message).apply().into_owned();
        assert!(output.starts_with("Subject: Привет\n".as_bytes()), "{}", output.escape_ascii());
        let mut census = Census::default();
        census.add(&message, &Origin::default(), &Policy::default());
        let rows = census.rows();
        let word = rows.iter().find(|row| row.place == TextPlace::Word).unwrap();
        assert_eq!(word.charset.unwrap().name(), "KOI8-R");
    }
}

/// The Subject is in a charset that only its shift sequences or its surrogate pairs show. Every reader
/// finds this charset.
#[test]
fn every_reader_knows_raw_text_of_shifts_and_surrogate_pairs() {
    for (subject, charset, text) in [
        (&b"\x1B$B4A;z\x1B(B"[..], "ISO-2022-JP", "漢字"),
        (b"~{<:Ky2;R*J)HK~}", "HZ-GB-2312", "己所不要施人"),
        (b"\xED\xA0\xBD\xED\xB8\x80", "UTF-8", "😀"),
    ] {
        let message = [b"Subject: ", subject, b"\n\nplain\n"].concat();
        let (policy, plan) = (Policy::default(), normalize(&message));
        assert_eq!(disagreements(&message, &plan), [""; 0]);
        let output = plan.apply();
        assert!(output.starts_with(format!("Subject: {text}\n").as_bytes()), "{charset}");
        let read: Vec<_> = plan.header_charsets().iter().collect();
        assert_eq!(read, [(charset, 1)], "normalize -v");
        let mut census = Census::default();
        census.add(&message, &Origin::default(), &policy);
        let rows = census.rows();
        let raw: Vec<_> = rows.iter().filter(|row| row.place == TextPlace::Raw).collect();
        assert_eq!((raw.len(), raw[0].charset.unwrap().name(), raw[0].is_unresolved()), (1, charset, false));
        let found = of_message(&MessageTexts::parse(&message, &policy));
        let raw: Vec<_> = found.iter().filter(|text| text.place == TextPlace::Raw).collect();
        assert_eq!((raw.len(), raw[0].read.as_ref().unwrap().0.name()), (1, charset), "detect");
        assert!(raw[0].likely.is_empty(), "{charset} has no likelier charset");
    }
}

/// Octets that begin like UTF-16 but are in another charset are data if they contain NULs.
#[test]
fn data_behind_an_accidental_byte_order_mark_are_text_for_no_reader() {
    let header = b"Content-Type: text/html\n\n\xFE\xFF<meta charset=windows-1252>\xFC";
    let message = [&header[..], &[0; 60], b"text\n"].concat();
    assert_eq!(disagreements(&message, &normalize(&message)), [""; 0]);
    let policy = Policy::default();
    let texts = MessageTexts::parse(&message, &policy);
    let read = texts.text(0);
    assert!(matches!(read, Err(Unreadable::Binary(_))), "{read:?}");
}
