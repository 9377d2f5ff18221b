//! The structure of messages: a test for each rule, with LF and with CRLF line ends.

use mailutf::structure::{PartKind, Protection, Structure};
use mailutf::transfer::TransferEncoding;
use mailutf::{Code, Limits};

fn parse(input: &str) -> Structure {
    Structure::parse(input.as_bytes(), &Limits::default())
}

/// Describes each part on a line: its section, its media type, and its body with `/` for each line end.
fn outline(input: &str, message: &Structure) -> Vec<String> {
    let parts = message.parts.iter().enumerate();
    let line = |(at, part): (usize, &mailutf::structure::Part)| {
        let body = String::from_utf8_lossy(part.body.slice(input.as_bytes()))
            .replace("\r\n", "/")
            .replace('\n', "/");
        let body = if part.kind == PartKind::Multipart { "…".to_owned() } else { body };
        format!("{} {} {body}", message.path(at), part.media_type).trim_start().to_owned()
    };
    parts.map(line).collect()
}

fn codes(message: &Structure) -> Vec<Code> {
    message.findings.iter().map(|finding| finding.code).collect()
}

/// Checks the outline and the findings of `input`, with LF and with CRLF line ends.
fn check(input: &str, parts: &[&str], expected: &[Code]) {
    for input in [input.to_owned(), input.replace('\n', "\r\n")] {
        let message = parse(&input);
        assert_eq!(outline(&input, &message), parts, "{input}");
        assert_eq!(codes(&message), expected, "{input}");
    }
}

/// `parts[0]` always exists, also if all limits are zero.
#[test]
fn the_message_itself_is_a_part_whatever_the_limits() {
    let none = Limits::default()
        .with_message(0)
        .with_depth(0)
        .with_parts(0)
        .with_header(0)
        .with_fields(0)
        .with_field(0)
        .with_parameters(0)
        .with_words(0)
        .with_comments(0)
        .with_growth(0);
    for input in ["", "\n", "Subject: x", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n--b--\n"] {
        assert_eq!(Structure::parse(input.as_bytes(), &none).parts.len(), 1);
    }
}

#[test]
fn rfc2046_5_1_1_the_line_end_before_a_delimiter_line_is_not_in_the_body() {
    check(
        "Content-Type: multipart/mixed; boundary=b\n\npreamble\n--b\n\none\n\n--b\nContent-Type: text/html\n\n<p>\n--b--\nepilogue\n",
        &["multipart/mixed …", "1 text/plain one/", "2 text/html <p>"],
        &[Code::TextOutsideParts; 2],
    );
}

#[test]
fn blanks_after_a_delimiter_are_padding_and_a_delimiter_within_a_line_is_text() {
    check(
        "Content-Type: multipart/mixed; boundary=\"a b\"\n\n--a b \t\n\nno --a b here\n --a b\n--a bc\n--a\n--a b-- \n--a b\n",
        &["multipart/mixed …", "1 text/plain no --a b here/ --a b/--a bc/--a"],
        &[Code::TextOutsideParts],
    );
}

#[test]
fn a_boundary_may_be_a_prefix_of_another() {
    check(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\none\n--bb--\n--b\n\ntwo\n--b--\n",
        &["multipart/mixed …", "1 multipart/mixed …", "1.1 text/plain one", "2 text/plain two"],
        &[],
    );
}

#[test]
fn a_boundary_of_two_multiparts_belongs_to_the_inner_one_until_it_closes() {
    check(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b--\n\n--b\n\ntwo\n--b--\n",
        &["multipart/mixed …", "1 multipart/mixed …", "1.1 text/plain one", "2 text/plain two"],
        &[],
    );
}

#[test]
fn rfc2046_5_1_2_an_outer_delimiter_line_ends_what_is_open_inside() {
    check(
        "Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\none\n--o\n\ntwo\n--i\n--o--\n",
        &["multipart/mixed …", "1 multipart/mixed …", "1.1 text/plain one", "2 text/plain two/--i"],
        &[Code::BoundaryUnterminated],
    );
}

#[test]
fn a_multipart_without_a_closing_delimiter_ends_with_the_input() {
    check(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n",
        &["multipart/mixed …", "1 text/plain one/"],
        &[Code::BoundaryUnterminated],
    );
}

#[test]
fn a_multipart_without_delimiter_lines_is_plain_text() {
    for header in ["multipart/mixed", "multipart/mixed; boundary=\"\"", "multipart/mixed; boundary=c"] {
        for body in ["one\n", "--b\n\none\n", "--b\n\n--b--\n\n--c d\n\n--c d--\n", "--b\n\n--b--\n--b--\n"] {
            let input = format!("Content-Type: {header}\n\n{body}");
            let leaf = format!("multipart/mixed {}", body.replace('\n', "/"));
            check(&input, &[&leaf], &[Code::BoundaryMissing]);
            let message = parse(&input);
            let part = &message.parts[0];
            assert_eq!((part.kind, part.protection), (PartKind::Text, Some(Protection::UnknownParts)));
        }
    }
    let closed = "Content-Type: multipart/mixed; boundary=b\n\nnothing\n--b--\n";
    check(closed, &["multipart/mixed nothing/--b--/"], &[Code::BoundaryMissing]);
}

#[test]
fn the_only_delimiter_that_opens_and_closes_is_taken_for_the_boundary() {
    for header in ["", "; boundary=c", "; boundary=\"--b\"", "; boundary=\"\\b\"", ";\nboundary=\"b\""] {
        let input = format!(
            "Content-Type: multipart/mixed{header}\n\nx\n--b\n\none\n-----\n-------\n--b\n\ntwo\n--b--\n"
        );
        let message = parse(&input);
        let texts = message.parts[1..].iter().map(|part| part.body.slice(input.as_bytes()));
        assert_eq!(texts.collect::<Vec<_>>(), [&b"one\n-----\n-------"[..], b"two"], "{input}");
        assert!(message.parts.iter().all(|part| part.protection == Some(Protection::UnknownParts)));
        assert!(codes(&message).contains(&Code::BoundaryMissing));
        assert_eq!(message.boundary(input.as_bytes(), 0), None);
    }
    // The multipart that has no boundary parameter is inside another multipart.
    check(
        "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed\n\n--b\n\none\n--b--\n--a\n\ntwo\n--a--\n",
        &["multipart/mixed …", "1 multipart/mixed …", "1.1 text/plain one", "2 text/plain two"],
        &[Code::BoundaryMissing],
    );
}

#[test]
fn a_multipart_without_text_hides_nothing() {
    for (header, body) in [
        ("mixed", ""),
        ("mixed", "\n \n"),
        ("mixed; boundary=b", "--b--\n"),
        ("mixed; boundary=b", "--b\n--b--\n"),
        ("encrypted", "x\n"),
    ] {
        let input = format!("Content-Type: multipart/{header}\n\n{body}");
        let message = parse(&input);
        assert_eq!(codes(&message), [Code::MultipartEmpty], "{input}");
        assert_eq!(message.parts[0].kind, PartKind::Other, "{input}");
    }
}

#[test]
fn two_delimiter_lines_in_a_row_have_no_part_between_them() {
    check(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n--b\n\none\n--b\n\n--b--\n",
        &["multipart/mixed …", "1 text/plain one", "2 text/plain "],
        &[],
    );
}

#[test]
fn a_part_may_lack_its_blank_line() {
    check(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n<p>a</p>\n--b\nContent-Type: text/css\n--b--\n",
        &["multipart/mixed …", "1 text/html <p>a</p>", "2 text/css "],
        &[Code::HeaderUnterminated],
    );
    check(
        "Content-Type: multipart/mixed; boundary=b\n--b\n\none\n--b--\n",
        &["multipart/mixed …", "1 text/plain one"],
        &[Code::HeaderUnterminated],
    );
}

#[test]
fn rfc2046_5_1_5_a_digest_is_made_of_messages() {
    check(
        "Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: one\n\n1\n--b\nContent-Type: text/plain\n\ntwo\n--b--\n",
        &["multipart/digest …", "1 message/rfc822 Subject: one//1", "1.1 text/plain 1", "2 text/plain two"],
        &[],
    );
}

#[test]
fn an_enclosed_message_is_parsed_under_an_identity_encoding_only() {
    let part = |fields: &str| format!("Content-Type: message/rfc822\n{fields}\nSubject: s\n\nbody\n");
    check(&part(""), &["message/rfc822 Subject: s//body/", "1.1 text/plain body/"], &[]);
    check(
        &part("Content-Transfer-Encoding: 8bit\n"),
        &["message/rfc822 Subject: s//body/", "1.1 text/plain body/"],
        &[],
    );
    check(&part("Content-Transfer-Encoding: base64\n"), &["message/rfc822 Subject: s//body/"], &[]);
    check(&part("Content-Transfer-Encoding: x-odd\n"), &["message/rfc822 Subject: s//body/"], &[]);
}

#[test]
fn imap_sections_of_an_enclosed_multipart() {
    check(
        "Content-Type: multipart/mixed; boundary=o\n\n--o\n\none\n--o\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\na\n--i\nContent-Type: multipart/mixed; boundary=j\n\n--j\n\nb\n--j--\n--i--\n--o--\n",
        &[
            "multipart/mixed …",
            "1 text/plain one",
            "2 message/rfc822 Content-Type: multipart/mixed; boundary=i//--i//a/--i/Content-Type: multipart/mixed; boundary=j//--j//b/--j--/--i--",
            "2.TEXT multipart/mixed …",
            "2.1 text/plain a",
            "2.2 multipart/mixed …",
            "2.2.1 text/plain b",
        ],
        &[],
    );
}

#[test]
fn of_two_fields_the_first_counts() {
    let input = "Content-Type: text/html\nContent-Transfer-Encoding: 8bit\ncontent-type: text/css\nContent-Transfer-Encoding: base64\n\nx\n";
    check(input, &["text/html x/"], &[Code::FieldDuplicate, Code::FieldDuplicate]);
    assert_eq!(parse(input).parts[0].transfer, Some(TransferEncoding::EightBit));
}

#[test]
fn rfc5322_3_6_a_field_of_a_message_that_occurs_twice_is_found() {
    let twice = "From: a@example.org\nSubject: s\nFROM: b@example.org\nReceived: x\nReceived: y\nFrom: c@example.org\n";
    check(&format!("{twice}\nx\n"), &["text/plain x/"], &[Code::FieldDuplicate]);
    let found = parse(twice).findings.remove(0);
    assert_eq!(
        (found.span.slice(twice.as_bytes()), found.detail.to_string()),
        (&b"FROM: b@example.org\n"[..], "From".into())
    );
    // An enclosed message is a message, too; a part is none.
    let enclosed = format!("Content-Type: message/rfc822\n\n{twice}\nx\n");
    assert_eq!(codes(&parse(&enclosed)), [Code::FieldDuplicate]);
    let part = format!("Content-Type: multipart/mixed; boundary=b\n\n--b\n{twice}\nx\n--b--\n");
    assert_eq!(codes(&parse(&part)), []);
}

#[test]
fn a_header_that_a_blank_line_divides_is_found() {
    let split = |fields: &str, text: &str| format!("Subject: s\n\n{fields}\n{text}\n");
    let typed = "MIME-Version: 1.0\nContent-Type: text/plain;\n charset=utf-8\n";
    let encoded = "Content-Transfer-Encoding: base64\n";
    for (fields, text, is_split) in [
        (typed, "ä", true),
        (typed, "a", false),
        (encoded, "YQ==", true),
        ("Content-Transfer-Encoding: 7bit\n", "YQ==", false),
        ("X-One: 1\n", "ä", false),
        ("Content-Type: text/plain\nprose\n", "ä", false),
        (" folded\nContent-Type: text/plain\n", "ä", false),
        ("", "ä", false),
    ] {
        let message = split(fields, text);
        assert_eq!(codes(&parse(&message)).contains(&Code::HeaderSplit), is_split, "{message}");
        let plan = mailutf::Normalizer::default().plan(message.as_bytes());
        assert!(!is_split || plan.is_noop() && plan.is_unresolved(), "{message}");
        let crlf = message.replace('\n', "\r\n");
        assert_eq!(codes(&parse(&crlf)).contains(&Code::HeaderSplit), is_split, "{crlf}");
    }
    // A header that says how its body is read is not divided: the text only quotes fields.
    let quoted = format!("Content-Type: text/plain; charset=utf-8\n\n{typed}\nä\n");
    assert_eq!(codes(&parse(&quoted)), []);
}

#[test]
fn rfc2045_5_2_an_unusable_content_type_means_the_default() {
    for field in ["", "Content-Type:\n", "Content-Type: text\n", "Content-Type: ; charset=utf-8\n"] {
        check(&format!("{field}Subject: s\n\nx\n"), &["text/plain x/"], &[]);
    }
}

#[test]
fn transfer_encodings_by_all_their_names() {
    use TransferEncoding::*;
    for (field, transfer, odd) in [
        ("8bit", Some(EightBit), false),
        ("BASE64", Some(Base64), false),
        ("", Some(SevenBit), false),
        ("(a (comment)) quoted-printable (more)", Some(QuotedPrintable), false),
        ("7bit;", Some(SevenBit), false),
        ("\"base64\"", Some(Base64), true),
        ("8-bit", Some(EightBit), true),
        ("8 bit", Some(EightBit), true),
        ("8bits", Some(EightBit), true),
        ("7bit foo", Some(SevenBit), false),
        ("quoted_printable", Some(QuotedPrintable), true),
        ("x-uuencode", Some(Uuencode), false),
        ("x-odd", None, false),
    ] {
        let input = format!("Content-Transfer-Encoding: {field}\n\nx\n");
        let message = parse(&input);
        assert_eq!(message.parts[0].transfer, transfer, "{field}");
        assert_eq!(codes(&message).contains(&Code::TransferMalformed), odd, "{field}");
    }
}

#[test]
fn a_transfer_encoding_of_a_multipart_is_ignored_unless_it_hides_the_delimiter_lines() {
    let header = "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n";
    check(
        &format!("{header}\n--b\n\none\n--b--\n"),
        &["multipart/mixed …", "1 text/plain one"],
        &[Code::TransferMismatch],
    );
    check(&format!("{header}\nLS1iCg==\n"), &["multipart/mixed LS1iCg==/"], &[Code::MessageEncoded]);
    let quoted = header.replace("base64", "quoted-printable");
    let part = "--b\nContent-Type: text/plain; charset=3Dkoi8-r\nno field\n\n=C4=C1\n--b--\n";
    let leaf = format!("multipart/mixed {}", part.replace('\n', "/"));
    check(&format!("{quoted}\n{part}"), &[&leaf], &[Code::MessageEncoded]);
    check(
        &format!("{quoted}\n{}", part.replace("3D", "").replace("no field\n", "")),
        &["multipart/mixed …", "1 text/plain =C4=C1"],
        &[Code::TransferMismatch],
    );
}

#[test]
fn rfc2231_a_boundary_in_sections() {
    check(
        "Content-Type: multipart/mixed; boundary*1=c; boundary*0*=us-ascii''a%62\n\n--abc\n\none\n--abc--\n",
        &["multipart/mixed …", "1 text/plain one"],
        &[],
    );
}

#[test]
fn the_kinds_of_bodies() {
    use PartKind::*;
    for (media_type, kind) in [
        ("text/calendar", Text),
        ("TEXT/HTML", Text),
        ("text/rtf", Other),
        ("text/rfc822-headers", Fields),
        ("message/delivery-status", Fields),
        ("message/partial", Other),
        ("message/external-body", Other),
        ("application/xml", Other),
    ] {
        let input = format!("Content-Type: {media_type}\n\nA: b\n");
        assert_eq!(parse(&input).parts[0].kind, kind, "{media_type}");
    }
}

#[test]
fn dispositions() {
    for (field, attachment) in [
        ("inline", false),
        ("Inline; filename=a", false),
        ("attachment", true),
        ("form-data", true),
        ("", false),
    ] {
        let input = format!("Content-Disposition: {field}\n\nx\n");
        assert_eq!(parse(&input).parts[0].attachment, attachment, "{field}");
    }
}

#[test]
fn rfc3464_the_blocks_of_a_delivery_report() {
    let input = "Content-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\nAction: failed\n\n\nAction: delayed\n";
    let message = parse(input);
    let blocks = message.field_blocks(0);
    let names = |at: usize| {
        blocks[at].fields.iter().map(|field| field.name.slice(input.as_bytes())).collect::<Vec<_>>()
    };
    assert_eq!(
        (blocks.len(), names(0), names(2)),
        (3, vec![b"Reporting-MTA".as_slice()], vec![b"Action".as_slice()])
    );
    let plain = "Subject: s\n\nA: b\n";
    assert!(parse(plain).field_blocks(0).is_empty());
}

#[test]
fn g9_what_is_protected() {
    let signed = "Subject: s\nContent-Type: multipart/signed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\nSubject: t\n\none\n--b\nContent-Type: application/pgp-signature\n\nxx\n--b--\n";
    let message = parse(signed);
    assert!(message.parts.iter().all(|part| part.protection == Some(Protection::Signed)));
    let protected = |part: usize| -> Vec<bool> {
        let fields = message.parts[part].header.fields.iter();
        fields.map(|field| message.is_protected(signed.as_bytes(), part, field)).collect()
    };
    assert_eq!((protected(0), protected(1), protected(2)), (vec![false, true], vec![true], vec![true]));

    let armor = "-----BEGIN PGP SIGNED MESSAGE-----\n";
    let encoded = mailutf::transfer::base64::encode_word(armor.as_bytes());
    for (input, protection) in [
        (format!("\nhi\n{armor}"), Some(Protection::InlinePgp)),
        ("\n-----BEGIN PGP MESSAGE-----\n".to_owned(), Some(Protection::InlinePgp)),
        (format!("\n> {armor}"), None),
        ("\n-----BEGIN PGP PUBLIC KEY BLOCK-----\n".to_owned(), None),
        (format!("Content-Transfer-Encoding: base64\n\n{encoded}\n"), Some(Protection::InlinePgp)),
        (
            "Content-Transfer-Encoding: quoted-printable\n\n=2D----BEGIN P=\nGP MESSAGE-----\n".to_owned(),
            Some(Protection::InlinePgp),
        ),
        (format!("Content-Type: image/png\n\n{armor}"), None),
        ("Content-Type: application/pkcs7-mime\n\nx\n".to_owned(), Some(Protection::Encrypted)),
        (
            "Content-Type: multipart/encrypted; boundary=b\n\n--b\n\nx\n--b--\n".to_owned(),
            Some(Protection::Encrypted),
        ),
        ("Content-Type: message/partial\n\nx\n".to_owned(), Some(Protection::Incomplete)),
    ] {
        assert_eq!(parse(&input).parts[0].protection, protection, "{input}");
    }
}

/// If the value of Content-Transfer-Encoding names no encoding, the encoding is inferred from the body. But a value
/// that begins with `x-` is the name of a private encoding (RFC 2045 section 6.3).
#[test]
fn a_transfer_encoding_that_names_none_is_inferred_from_the_body() {
    use TransferEncoding::*;
    for (field, body, transfer) in [
        ("UTF-8", "R3LDvMOfZSBhbiBhbGxlIQo=", Some(Base64)),
        ("none", "Gr=C3=BC=C3=9Fe", Some(QuotedPrintable)),
        ("text/html", "Gruesse", Some(EightBit)),
        ("x-none", "R3LDvMOfZSBhbiBhbGxlIQo=", None),
    ] {
        let input = format!("Content-Transfer-Encoding: {field}\n\n{body}\n");
        let message = parse(&input);
        let part = &message.parts[0];
        assert_eq!((part.transfer, part.transfer_inferred), (transfer, transfer.is_some()), "{field}");
        assert_eq!(codes(&message).contains(&Code::TransferUnnamed), transfer.is_some(), "{field}");
    }
}
