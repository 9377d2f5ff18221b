//! Tests of the identifiers, lists, addresses and attachments that a mail client asks for.

use mailutf::encode::{self, Form};
use mailutf::header::{self, EmailAddress};
use mailutf::message::{Headers, Message, OwnedMessage};
use mailutf::{Limits, Policy};
use proptest::prelude::*;
use proptest::sample::select;

/// The pieces of address lists, among them all characters that could be taken for a separator after decoding.
const PIECES: [&str; 24] = [
    "a@b",
    "<c@d>",
    "< e@f >",
    ", ",
    ",",
    "; ",
    "us: ",
    " ",
    "\r\n ",
    "Ann",
    "B. C",
    "\"D, E\"",
    "\"f\\\"g\"",
    "(h, i)",
    "é",
    "=?utf-8?Q?Doe=2C_J=2E?=",
    "=?utf-8?Q?=3Cx=40y=3E=2C_z=40w?=",
    "=?utf-8?B?Iiwg?=",
    "=?utf-8?Q?=C3=A9?=",
    "=?utf-8?Q?=3D=3Futf-8=3FQ=3Fq=3F=3D?=",
    "=?utf-8?Q?a=0D=0ABcc=3A_x=40y?=",
    "=?x-runes?Q?a,b?=",
    "\"=?utf-8?Q?=2C?=\"",
    "(=?utf-8?Q?=29=2C_q=40r?=)",
];

proptest! {
    #![proptest_config(crate::proptest_config(2048))]

    /// If the text of an address field is read as an address list, it has the same mailboxes as the field: no name
    /// becomes an address.
    #[test]
    fn the_text_of_an_address_field_has_the_same_addresses(
        name in select(vec!["To", "Reply-To", "Resent-Cc"]),
        pieces in prop::collection::vec(select(PIECES.to_vec()), 0..8),
    ) {
        let octets = format!("{name}: {}\r\n\r\n", pieces.concat());
        let headers = Headers::parse(octets.as_bytes());
        let Some(field) = headers.header(name) else { return Ok(()) };
        let text = field.text();
        prop_assert!(!text.contains(['\r', '\n']), "{text}");
        prop_assert_eq!(header::addresses(text.as_bytes()), headers.addresses(name), "{} / {}", octets, text);
    }
}

#[test]
fn an_encoded_word_injects_no_recipient() {
    let octets = b"Reply-To: =?utf-8?Q?Doe=2C_John?= <j@e.org>,\n =?utf-8?Q?evil=40e.org=2C?= <k@e.org>\n\n";
    let message = Message::parse(octets);
    let addresses: Vec<_> = message.reply_to().into_iter().map(|one| one.address).collect();
    assert_eq!(addresses, ["j@e.org", "k@e.org"]);
    let text = message.header("reply-to").unwrap().text().into_owned();
    assert_eq!(text, "\"Doe, John\" <j@e.org>, \"evil@e.org,\" <k@e.org>");
}

#[test]
fn a_message_tells_its_thread_and_its_list() {
    let message = Message::parse(
        b"Message-ID: <3@x> (generated)\nIn-Reply-To: Your message of \"Mon\" <2@x>\nReferences: <1@x><2@\n x>\n\
        Sender: s@x\nBcc: b@x\nResent-To: r@x\nList-Id: \"Cats; dogs\" <pets.x>\nList-Unsubscribe: <mailto:u@x>,\n <https://x/u>\n\n",
    );
    assert_eq!(message.message_id().unwrap(), "3@x");
    assert_eq!(message.in_reply_to(), ["2@x"]);
    assert_eq!(message.references(), ["1@x", "2@x"]);
    let first = |list: Vec<EmailAddress>| list[0].address.clone();
    assert_eq!((first(message.sender()), first(message.bcc())), ("s@x".to_owned(), "b@x".to_owned()));
    assert_eq!(first(message.addresses("resent-to")), "r@x");
    let list = message.list_id().unwrap();
    assert_eq!((list.name.as_str(), list.id.as_str()), ("Cats; dogs", "pets.x"));
    assert_eq!(message.urls("List-Unsubscribe"), ["mailto:u@x", "https://x/u"]);
    let none = Message::parse(b"Subject: x\n\n");
    assert!(none.message_id().is_none() && none.references().is_empty() && none.list_id().is_none());
}

#[test]
fn an_attachment_tells_what_it_is() {
    let octets = "Content-Type: multipart/related; boundary=b\n\n\
        --b\nContent-Type: text/html\n\n<img src=\"cid:1%40x\">\n\
        --b\nContent-Type: image/png\nContent-ID: <1@x>\n\npng\n\
        --b\nContent-Type: text/csv; charset=koi8-r\nContent-Disposition: Attachment; filename=\"../nul.csv\"\n\n\u{1}\n\
        --b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogaW4KCg==\n--b--\n";
    let mut octets = octets.as_bytes().to_vec();
    octets.iter_mut().filter(|octet| **octet == 1).for_each(|octet| *octet = 0xF0);
    let message = Message::parse(&octets);
    let picture = message.part_by_content_id("cid:1%40x").unwrap();
    assert_eq!((picture.section().as_str(), picture.is_inline(), picture.disposition()), ("2", true, None));
    assert_eq!(message.part_by_content_id("1@x").unwrap().index(), picture.index());
    assert!(message.part_by_content_id("x").is_none() && message.part_by_section("5").is_none());
    let file = message.part_by_section("3").unwrap();
    assert_eq!((file.disposition().as_deref(), file.is_inline()), (Some("attachment"), false));
    assert_eq!((file.charset().as_deref(), &*file.text().unwrap().text), (Some("koi8-r"), "П"));
    assert_eq!((file.safe_file_name().as_deref(), file.content_id()), (Some("_nul.csv"), None));
    let enclosed = message.part_by_section("4").unwrap().enclosed_message().unwrap();
    assert_eq!(enclosed.message().subject().unwrap(), "in");
    assert!(file.enclosed_message().is_none());
}

/// A program that opens each enclosed message within an enclosed message needs a bound on the depth. Its stack would
/// overflow otherwise, and each message is parsed again.
#[test]
fn enclosed_messages_share_the_limit_on_depth() {
    fn depth(message: &Message<'_>) -> usize {
        let enclosed = message.part(0).unwrap().enclosed_message();
        enclosed.map_or(0, |enclosed| 1 + depth(&enclosed.message()))
    }
    let nested = "Content-Type: message/rfc822\n\n".repeat(150) + "Subject: in\n\n";
    assert_eq!(depth(&Message::parse(nested.as_bytes())), Limits::default().depth);
    let policy = Policy::for_display().with_limits(Limits::default().with_depth(3));
    assert_eq!(depth(&OwnedMessage::of(&nested, policy).message()), 3);
    // The depth of the part counts, too: this one is at depth 2.
    let mixed = "Content-Type: multipart/mixed; boundary=";
    let within = format!("{mixed}a\n\n--a\n{mixed}b\n\n--b\n{nested}");
    let policy = Policy::for_display().with_limits(Limits::default().with_depth(5));
    let owned = OwnedMessage::of(&within, policy);
    let message = owned.message();
    let enclosed = message.part_by_section("1.1").unwrap().enclosed_message().unwrap();
    assert_eq!(depth(&enclosed.message()), 2);
}

/// A program that answers a message copies texts of the message into fields of the answer. A line end in such a
/// text would begin another field.
#[test]
fn no_text_of_a_field_has_a_line_end() {
    let word = "=?utf-8?Q?a=0D=0ABcc:_x@y?=";
    let header = format!(
        "Subject: {word}\nTo: {word} <j@x>\nList-Id: {word} <l.x>\nX-Note: =?utf-8?Q?b=0Ac=0Dd?=\n\
         Content-Disposition: attachment; filename=\"{word}\"\n\n"
    );
    let message = Message::parse(header.as_bytes());
    let (text, headers) = ("a Bcc: x@y", message.headers());
    assert_eq!(message.subject().unwrap(), text);
    assert_eq!(headers.to(), [EmailAddress::new(text, "j@x")]);
    assert!(headers.iter().all(|field| !field.text().contains(['\r', '\n'])));
    assert_eq!(headers.header("X-Note").unwrap().text(), "b c d");
    // Other characters end a line for programs that divide text as Unicode says.
    for end in ["\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"] {
        let word = format!("=?utf-8?Q?{}?=", percent(&format!("é{end}d")).replace('%', "="));
        assert_eq!(mailutf::header::decode(word.as_bytes()), "é d", "{}", end.escape_unicode());
        let octets = format!("é{end}d");
        assert_eq!(mailutf::header::decode(octets.as_bytes()), "é d", "{}", end.escape_unicode());
        let percent = format!("x; name*=utf-8''{}", percent(&octets));
        assert_eq!(mailutf::header::parameter(percent.as_bytes(), "name").unwrap(), "é d");
    }
    assert_eq!(message.list_id().unwrap().name, text);
    let disposition = headers.header("Content-Disposition").unwrap();
    assert_eq!(disposition.parameter("filename").unwrap(), text);
    // The functions that read a field body without its message do the same.
    assert_eq!(header::decode(word.as_bytes()), text);
    assert_eq!(header::addresses(headers.header("To").unwrap().raw()), headers.to());
    assert_eq!(header::addresses(b"\"a\r\n b\"@x <\"c\r\n d\"@x>")[0].address, "\"c  d\"@x");
    assert_eq!(header::parameter(disposition.raw(), "filename").unwrap(), text);
    assert_eq!(header::file_name(Some(disposition.raw()), None).unwrap(), text);
    assert_eq!(header::file_name(Some(b"a; filename*=utf-8''a%0D%0Ab"), None).unwrap(), "a b");
}

/// A line end in a text that is encoded becomes a blank, as in decoded text.
#[test]
fn no_text_that_is_encoded_has_a_line_end() {
    let (text, read) = ("é\r\nBcc: x@y\n", "é Bcc: x@y");
    for form in [Form::Encoded, Form::Utf8] {
        assert_eq!(header::decode(encode::text(text, form).as_bytes()), read);
        let list = [EmailAddress::new(text, "j@x")];
        let written = encode::addresses(&list, form).unwrap();
        assert_eq!(header::addresses(written.as_bytes()), [EmailAddress::new(read, "j@x")]);
        let written = format!("attachment; {}", encode::parameter("filename", text, form).unwrap());
        assert_eq!(header::parameter(written.as_bytes(), "filename").unwrap(), format!("{read} "));
        assert!(!written.contains("%0A") && !written.contains("=0A"), "{written}");
    }
}

fn percent(text: &str) -> String {
    text.bytes().map(|octet| format!("%{octet:02X}")).collect()
}

/// However a program asks for a field, it gets the same text on one line.
#[test]
fn a_line_end_in_a_word_is_a_blank_everywhere() {
    for encoded in ["=0D=0A", "=0D", "=0A", "=E2=80=A8"] {
        let word = format!("=?utf-8?Q?a{encoded}b?=");
        let octets = format!("Subject: {word}\nFrom: {word} <a@x.org>\nTo: x@x.org ({word})\n\n");
        let headers = mailutf::message::Headers::parse(octets.as_bytes());
        assert_eq!(headers.subject().unwrap(), "a b", "{encoded}");
        assert_eq!(headers.header("Subject").unwrap().text(), "a b", "{encoded}");
        assert_eq!(headers.header("From").unwrap().addresses()[0].name, "a b", "{encoded}");
        assert_eq!(headers.header("From").unwrap().text(), "a b <a@x.org>", "{encoded}");
        assert_eq!(headers.header("To").unwrap().text(), "x@x.org (a b)", "{encoded}");
    }
}

/// The text of an address field is decoded in spite of a control character, which it shows as a blank.
#[test]
fn a_word_with_a_control_character_is_decoded_in_an_address_field() {
    for encoded in ["=00", "=1B", "=7F", "=C2=81"] {
        let octets = format!("From: =?utf-8?Q?a{encoded}b?= <a@x.org>\n\n");
        let headers = mailutf::message::Headers::parse(octets.as_bytes());
        assert_eq!(headers.header("From").unwrap().text(), "a b <a@x.org>", "{encoded}");
    }
}

#[test]
fn a_bare_cr_is_a_blank_everywhere() {
    let octets = b"Subject: Weekly\rreport\nFrom: x\ry <a@b>\nTo: \"x\ry\" <a@b>\n\n";
    let headers = mailutf::message::Headers::parse(octets);
    assert_eq!(headers.subject().unwrap(), "Weekly report");
    assert_eq!(headers.header("From").unwrap().addresses()[0].name, "x y");
    assert_eq!(headers.header("From").unwrap().text(), "x y <a@b>");
    assert_eq!(headers.header("To").unwrap().addresses()[0].name, "x y");
    assert_eq!(headers.header("To").unwrap().text(), "\"x y\" <a@b>");
}
