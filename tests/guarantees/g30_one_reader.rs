//! G30: one reader. The client calls of the library, `normalize` and the census read each text of a message
//! in the same charset and as the same text, or none of them reads it.

use crate::{corpus, generate};
use mailutf::census::{Census, DeclaredLabel, Origin, Where};
use mailutf::charset::Charset;
use mailutf::structure::{Part, PartKind};
use mailutf::syntax::header_block::Field;
use mailutf::text::detection::{TextPlace, of_message};
use mailutf::text::html::Markup;
use mailutf::text::{Confidence, DecodedText, MessageTexts, Unreadable};
use mailutf::{Code, Plan, Policy, body, normalize};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// The decoded text of part `part`, with LF line ends, without what a rewrite may change: a byte order mark
/// and the charsets that it declares.
fn bare(text: &str, media_type: &str) -> String {
    let mut bare = text.trim_start_matches('\u{feff}').to_owned();
    let names = Markup::for_media_type(media_type).map(|markup| markup.declarations(bare.as_bytes()));
    names.into_iter().flatten().rev().for_each(|name| bare.replace_range(name.range(), ""));
    bare.replace("\r\n", "\n")
}

/// How often each charset was read in bodies; `?` stands for text that cannot be read.
type Counts = BTreeMap<String, u64>;

fn counted<'c>(charsets: impl Iterator<Item = &'c str>) -> Counts {
    let mut counts = Counts::new();
    charsets.for_each(|charset| *counts.entry(charset.to_owned()).or_default() += 1);
    counts
}

/// The differences between the readers for the bodies of `octets`.
fn disagreements(octets: &[u8], plan: &Plan<'_>) -> Vec<String> {
    let policy = Policy::default();
    let before = MessageTexts::parse(octets, &policy);
    if plan.findings().iter().any(|finding| finding.code == Code::LimitReached) {
        return Vec::new();
    }
    let output = plan.apply();
    let after = MessageTexts::parse(&output, &policy);
    let mut wrong = Vec::new();
    let texts = before.parts().iter().enumerate().filter(|(_, part)| part.kind == PartKind::Text);
    let mut read = Vec::new();
    for (index, part) in texts {
        let text = before.text(index).map_err(|why| why.to_string());
        read.push(text.as_ref().map_or("?", |text| text.charset.name()));
        // By itself a body is read alike unless the rest of the message is evidence for its charset.
        let by_message =
            |text: &DecodedText<'_>| matches!(text.confidence, Confidence::Neighbour | Confidence::Detected);
        if text.as_ref().is_ok_and(|text| !by_message(text)) && !part.attachment {
            let alone = alone(&before, part, &policy);
            if alone.as_deref().ok() != text.as_ref().ok().map(|text| text.text.as_ref()) {
                wrong.push(format!("part {index}: `decode` has {alone:?}"));
            }
        }
        let new = after.text(index).map_err(|why| why.to_string());
        match (&text, &new) {
            (Ok(old), Ok(new)) if bare(&old.text, &part.media_type) != bare(&new.text, &part.media_type) => {
                wrong.push(format!("part {index}: {:?} became {:?}", old.text, new.text));
            }
            (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
            (old, new) => wrong.push(format!(
                "part {index}: {:?} before, {:?} after",
                old.as_ref().map(|text| text.charset),
                new.as_ref().map(|text| text.charset)
            )),
        }
        let left = plan.findings().iter().any(|finding| {
            let unread = matches!(
                finding.code,
                Code::TextUnresolved
                    | Code::TextBinary
                    | Code::TransferUnknown
                    | Code::MessageEmbedded
                    | Code::CharsetInside
            );
            finding.part == index && unread
        });
        if text.is_err() && !left && part.protection.is_none() {
            wrong.push(format!("part {index}: {text:?}, and `normalize` does not say so"));
        }
    }
    let mut census = Census::default();
    census.add(octets, &Origin::default(), &policy);
    let rows = census.rows().into_iter().filter(|row| row.place == Where::Body);
    let seen = rows.map(|row| (row.charset.map_or("?", |charset| charset.name()).to_owned(), row.count));
    let seen = seen.fold(Counts::new(), |mut counts, (charset, count)| {
        *counts.entry(charset).or_default() += count;
        counts
    });
    let read = counted(read.into_iter());
    if seen != read {
        wrong.push(format!("the census has {seen:?}, a client {read:?}"));
    }
    wrong
}

/// The text of a part for a reader without the rest of the message.
fn alone(message: &MessageTexts<'_>, part: &Part, policy: &Policy) -> Result<String, String> {
    let field = |name| {
        let field: Option<&Field> = part.header.field(message.input(), name);
        field.map_or(&b""[..], |field| field.body.slice(message.input()))
    };
    let of = |name| if part.header.field(message.input(), name).is_some() { field(name) } else { b"" };
    let media_type = match of("Content-Type") {
        [] => part.media_type.as_bytes(),
        value => value,
    };
    let octets = part.body.slice(message.input());
    let text = body::decode(octets, media_type, of("Content-Transfer-Encoding"), policy);
    text.map(|text| text.text.into_owned()).map_err(|why| why.to_string())
}

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

proptest! {
    #![proptest_config(crate::proptest_config(128))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        let wrong = disagreements(&message.octets, &normalize(&message.octets));
        prop_assert!(wrong.is_empty(), "{:?}", wrong);
    }

    /// With bodies of any content, under any label.
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

/// Data under a text label are text for no reader.
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

/// Text after base64 is text for every reader; damaged base64 for none.
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

/// Every reader reports an error of the transfer encoding before one of the charset.
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

/// Every reader decodes unlabelled encoded words in the charset of the body, whether the header has raw
/// octets or not.
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
        let word = rows.iter().find(|row| row.place == Where::Word).unwrap();
        assert_eq!(word.charset.unwrap().name(), "KOI8-R");
    }
}

/// The census counts the same bodies and labelled header texts that `detect` shows.
#[test]
fn census_and_detection_agree() {
    type Text = (bool, Option<Vec<u8>>, Option<Charset>);
    let policy = Policy::default();
    for sample in corpus::all() {
        let mut census = Census::default();
        census.add(sample.input, &Origin::default(), &policy);
        let counted = census.rows().into_iter().map(|row| {
            let label = match row.label {
                DeclaredLabel::Written(label) => Some(label.clone()),
                _ => None,
            };
            (row.place == Where::Body, label, row.charset)
        });
        let found = of_message(&MessageTexts::parse(sample.input, &policy)).into_iter().map(|text| {
            let label = text.label.map(|label| {
                let label = label.trim_ascii();
                label[..label.len().min(64)].to_ascii_lowercase()
            });
            (text.place == TextPlace::Body, label, text.read.ok().map(|(charset, _)| charset))
        });
        let tells = |(is_body, label, _): &Text| *is_body || label.is_some();
        let counted: HashSet<Text> = counted.filter(tells).collect();
        let found: HashSet<Text> = found.filter(tells).collect();
        assert_eq!(counted, found, "{}", sample.path.display());
    }
}
