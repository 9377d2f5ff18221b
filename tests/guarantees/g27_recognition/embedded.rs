//! Messages inside the body of another message, without a line that certainly separates them.

use super::{KOI8_R, LATIN1, ORDERS, SHIFT_JIS, TRANSFERS, Transfer, message, messages, undamaged};
use mailutf::census::{Census, Origin};
use mailutf::mailbox::Format;
use mailutf::text::{MessageTexts, Unreadable};
use mailutf::{Code, Policy, normalize};

/// The octets between two messages in a body.
const BETWEEN: [&str; 13] = [
    "",
    "\n",
    "\n\n\n",
    "From alice@example.org Tue Jan  2 03:04:05 2024\n",
    "\nFrom alice@example.org Tue Jan  2 03:04:05 2024\n",
    "\nFrom - \n",
    "\nfrom alice\n",
    "\n\u{1}\u{1}\u{1}\u{1}\n\u{1}\u{1}\u{1}\u{1}\n",
    // The next two lines are the separators of RFC 1153 and RFC 934.
    "\n------------------------------\n\n",
    "\n-------\n",
    "\n.\n",
    "\n\u{1f}\u{c}\n",
    "\n#! rnews 300\n",
];

#[test]
fn a_body_that_contains_another_message_is_unchanged() {
    for between in BETWEEN {
        for order in ORDERS {
            for transfer in TRANSFERS {
                let messages = messages(order, transfer);
                let file = messages.join(between.as_bytes());
                let what = format!("{between:?}, {transfer:?}");
                assert_eq!(undamaged(&file, &messages, Format::Message, &what), 1, "{what}");
                let plan = normalize(&file);
                let codes: Vec<_> = plan.findings().iter().map(|finding| finding.code).collect();
                // A finding names the embedded messages. If their texts are ill-formed in the charset of the first
                // message, a finding on unreadable text can take its place.
                let named =
                    [Code::MessageEmbedded, Code::TextUnresolved].iter().any(|code| codes.contains(code));
                assert!(plan.is_noop() && named, "{what}: {codes:?}");
                undamaged(&file, &messages, Format::Any, &what);
            }
        }
    }
}

/// A body that contains messages with different transfer encodings is left unchanged, too.
#[test]
fn a_body_with_an_encoded_message_and_another_is_unchanged() {
    for (first, second) in
        [(Transfer::QuotedPrintable, Transfer::EightBit), (Transfer::EightBit, Transfer::QuotedPrintable)]
    {
        let messages = [message(1, KOI8_R, first), message(2, LATIN1, second), message(3, SHIFT_JIS, first)];
        let file = messages.join(&b"\n"[..]);
        undamaged(&file, &messages, Format::Message, &format!("{first:?}, {second:?}"));
    }
    let base64 = b"From: a@b\nDate: x\nContent-Type: text/plain; charset=koi8-r\n\
                   Content-Transfer-Encoding: base64\n\n8NLJ18XUIQ==\n";
    for order in [
        [&base64[..], &message(2, LATIN1, Transfer::QuotedPrintable)],
        [&message(2, LATIN1, Transfer::QuotedPrintable), base64],
    ] {
        let file = order.join(&b"\n"[..]);
        assert!(normalize(&file).is_noop() && normalize(&file).is_unresolved());
    }
}

/// Every reader reports that the body contains another message.
#[test]
fn no_reader_decodes_it() {
    let file = messages(ORDERS[0], Transfer::EightBit).join(&b"\n"[..]);
    let policy = Policy::default();
    let why = MessageTexts::parse(&file, &policy).text(0).unwrap_err();
    assert!(matches!(why, Unreadable::Embedded(_)), "{why}");
    let mut census = Census::default();
    census.add(&file, &Origin::default(), &policy);
    assert!(census.rows().iter().any(|row| row.charset.is_none()));
    #[cfg(feature = "to-utf7")]
    assert!(mailutf::ToUtf7::default().plan(&file).is_unresolved());
}

/// The inner message names no charset, so nobody knows the charset of its text. If this text is clearly not in the
/// charset of the text around it, everything is left unchanged.
#[test]
fn a_message_without_a_charset_is_left_where_it_is_in_another_one() {
    let outer = |text: &[u8]| {
        let header = b"Content-Type: text/plain; charset=iso-8859-1\n\nGr\xFC\xDFe\n\n";
        [header, &b"From: a@b\nDate: x\nSubject: y\n\n"[..], text].concat()
    };
    for text in [&b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?\n"[..], SHIFT_JIS.1] {
        let file = outer(text);
        let plan = normalize(&file);
        let codes: Vec<_> = plan.findings().iter().map(|finding| finding.code).collect();
        // If the octets of the inner text would be control characters in the outer charset, there is a finding on
        // unreadable text instead of the finding on the embedded message.
        let is_named = codes.contains(&Code::MessageEmbedded) || codes.contains(&Code::TextUnresolved);
        assert!(plan.is_noop() && is_named, "{codes:?}");
    }
    for text in [&b"K\xF6ln, \xE0 bient\xF4t!\n"[..], b"\xA9 \x93x\x94 \xC9T\xC9\n"] {
        assert!(!normalize(&outer(text)).is_unresolved());
    }
}

/// The body contains another message and is left unchanged, but the header of the outer message is converted.
#[test]
fn the_text_around_it_is_read() {
    let file = [
        b"Subject: =?koi8-r?Q?=EB=CF=C4?=\n".to_vec(),
        message(1, KOI8_R, Transfer::EightBit),
        message(2, LATIN1, Transfer::EightBit),
    ]
    .concat();
    let output = normalize(&file).apply().into_owned();
    assert!(output.starts_with("Subject: Код\n".as_bytes()));
    assert!(output.ends_with(LATIN1.1) || output.ends_with(&[LATIN1.1, b"\n"].concat()));
}

/// Text that quotes a header is read if all of it is in a single charset.
#[test]
fn bounces_and_patches_are_text() {
    for quoted in [
        "Content-Type: text/plain; charset=utf-8\n\nplain\n",
        "Content-Type: text/plain; charset=iso-8859-1\n\nGr\u{fc}\u{df}e\n",
        "Content-Type: text/plain; charset=windows-1252\n\nGr\u{fc}\u{df}e\n",
        "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n8NLJ18XUIQ==\n",
        "Content-Type: text/plain; charset=us-ascii\n\nGr\u{fc}\u{df}e\n",
        "Content-Type: text/plain; charset=x-unknown\n\nGr\u{fc}\u{df}e\n",
        "Content-Type: text/plain\n\nGr\u{fc}\u{df}e\n",
        "> Content-Type: text/plain; charset=koi8-r\n>\n> Gr\u{fc}\u{df}e\n",
        "Set Content-Type: text/plain; charset=koi8-r\n\nGr\u{fc}\u{df}e\n",
    ] {
        let text = format!("Unzustellbar: K\u{f6}ln\n\nFrom: a@b\nDate: x\n{quoted}");
        let latin1: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
        let file = [b"Content-Type: text/plain; charset=iso-8859-1\n\n".to_vec(), latin1].concat();
        let plan = normalize(&file);
        assert!(!plan.is_unresolved() && plan.apply().ends_with(text.as_bytes()), "{quoted}");
    }
}
