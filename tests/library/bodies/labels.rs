use super::*;
use mailutf::policy::Doubtful;

#[test]
fn text_correctly_labelled_utf8_or_ascii_stays() {
    stays(b"Subject: x\n\nplain\n", None);
    stays(b"Content-Type: text/plain\n\nplain\n", None);
    stays(b"Content-Type: text/plain; charset=US-ASCII\n\nplain\n", None);
    stays("Content-Type: text/plain; charset=utf8\n\n\u{feff}größer\n".as_bytes(), None);
    stays(
        b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n=C3=A9\n",
        None,
    );
}

#[test]
fn ascii_under_a_superset_is_only_relabelled() {
    becomes(
        b"Content-Type: text/plain; charset=\"iso-8859-1\"; format=flowed\n\nplain \n",
        b"Content-Type: text/plain; charset=\"utf-8\"; format=flowed\n\nplain \n",
    );
    becomes(
        b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\ncGxhaW4=\n",
        b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\ncGxhaW4=\n",
    );
}

#[test]
fn a_missing_label_is_added() {
    becomes(
        b"Content-Type: text/plain; format=flowed\n\ngr\xC3\xB6\xC3\x9Fer\n",
        b"Content-Type: text/plain; charset=utf-8; format=flowed\n\
          Content-Transfer-Encoding: 8bit\n\ngr\xC3\xB6\xC3\x9Fer\n",
    );
    becomes(
        b"From: a@example.org\n\ngr\xC3\xB6\xC3\x9Fer\n",
        b"From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
          Content-Transfer-Encoding: 8bit\n\ngr\xC3\xB6\xC3\x9Fer\n",
    );
}

#[test]
fn every_way_to_write_a_label() {
    for (label, utf8) in [
        ("text/plain; charset*=us-ascii'en'koi8-r", "text/plain; charset=utf-8"),
        ("text/plain; charset*0=koi8; a=b; charset*1=-r", "text/plain; charset=utf-8; a=b"),
        ("text/plain; charset=koi8-r; charset=koi8-u", "text/plain; charset=utf-8; charset=utf-8"),
        ("text/plain; charset=koi8-r (Russian)", "text/plain; charset=utf-8 (Russian)"),
        ("text/plain;\n charset = \"koi8-r\";", "text/plain;\n charset = \"utf-8\";"),
        ("text/plain; charset=\"koi8-r", "text/plain; charset=utf-8"),
        ("; charset=koi8-r", "; charset=utf-8"),
        ("text/plain; charset=koi8-r format=flowed", "text/plain; charset=utf-8; format=flowed"),
    ] {
        becomes(
            &[b"Content-Type: ", label.as_bytes(), b"\n\n\xC4\xC1\n"].concat(),
            format!("Content-Type: {utf8}\nContent-Transfer-Encoding: 8bit\n\nда\n").as_bytes(),
        );
    }
}

/// Raw octets of a Content-Type field that are in no complete comment and no parameter value are kept as they are. No
/// program shows such octets, so they do not prevent the new label.
#[test]
fn a_field_with_octets_outside_its_texts_gets_the_new_label() {
    for (old, new) in [
        (&b"text/plain\xFF; charset=koi8-r"[..], &b"text/plain\xFF; charset=utf-8"[..]),
        (b"text/plain; charset=koi8-r (\xFF; x", b"text/plain; charset=utf-8 (\xFF; x"),
    ] {
        becomes(
            &[b"Content-Type: ", old, b"\n\n\xC4\xC1\n"].concat(),
            &[b"Content-Type: ", new, "\nContent-Transfer-Encoding: 8bit\n\nда\n".as_bytes()].concat(),
        );
    }
}

/// The label is in the form of RFC 2231 sections 3 and 4, or in a malformed form that occurs in real mail. No part of
/// the old label remains.
#[test]
fn a_label_in_the_form_of_rfc_2231() {
    for label in [
        "charset*=us-ascii''koi8%2Dr",
        "charset*=us-ascii'en'KOI8-R",
        "charset*=''koi8-r",
        "charset*=koi8-r",
        "charset*=us-ascii'koi8-r",
        "charset=us-ascii''koi8-r",
        "charset*0=koi8; charset*1=-r",
        "charset*1=-r; charset*0=koi8",
        "charset*0*=us-ascii''koi8; charset*1*=%2Dr",
        "charset*0*=us-ascii''koi8%2; charset*1*=Dr",
        "charset*0*=''ko; charset*1=i8-r",
        "charset*=us-ascii''koi8-r; charset*=us-ascii''windows-1251",
        "charset==?us-ascii?Q?koi8-r?=",
        "charset*=us-ascii''koi8-r; charset=koi8-r",
    ] {
        becomes(
            format!("Content-Type: text/plain; {label}\n\nx\n").as_bytes(),
            b"Content-Type: text/plain; charset=utf-8\n\nx\n",
        );
        let message = [format!("Content-Type: text/plain; {label}\n\n").as_bytes(), b"\xC4\xC1\n"].concat();
        becomes(
            &message,
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nда\n".as_bytes(),
        );
    }
    becomes(
        b"Content-Type: text/plain; charset=\"=?us-ascii?Q?koi8-r?=\"; name*=utf-8''x\n\n\xC4\xC1\n",
        "Content-Type: text/plain; charset=\"utf-8\"; name=\"x\"\nContent-Transfer-Encoding: 8bit\n\nда\n"
            .as_bytes(),
    );
    becomes(
        b"Content-Type: text/plain; charset=koi8-r; charset*=us-ascii''koi8-r; format=flowed\n\n\xC4\xC1\n",
        "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\nда\n"
            .as_bytes(),
    );
}

#[test]
fn a_long_line_is_folded_before_the_label() {
    let name = "n".repeat(60);
    let boundary = format!("text/plain (a comment that takes up much of the room of this line, {name})");
    let input = format!("Content-Type: {boundary}\n\nгр\n");
    let output = String::from_utf8(normalize(input.as_bytes()).apply().into_owned()).unwrap();
    assert!(output.starts_with("Content-Type: text/plain; charset=utf-8 (a comment"), "{output}");
    let long = format!("text/x-{name}");
    let input = format!("Content-Type: {long}\n\nгр\n");
    let output = String::from_utf8(normalize(input.as_bytes()).apply().into_owned()).unwrap();
    assert!(output.starts_with(&format!("Content-Type: {long};\n charset=utf-8\n")), "{output}");
}

/// In the byte order that the label implies, the text would be Chinese. Reading it in the other byte order would be a
/// guess, so the attachment is left unchanged.
#[test]
fn an_attachment_of_utf16_in_the_other_order_is_left() {
    let header = "Content-Type: text/plain; charset=utf-16\nContent-Disposition: attachment\n\n";
    let message = [header.as_bytes(), b"H\0i\0,\0 \0B\0o\0b\0"].concat();
    assert!(normalize(&message).is_noop());
    assert_eq!(codes(&message), [Code::TextUnresolved]);
    let other = [header.as_bytes(), b"\0H\0i\0,\0 \0B\0o\0b"].concat();
    assert!(normalize(&other).apply().ends_with(b"\n\nHi, Bob"));
}

#[test]
fn attachments_by_their_label_only() {
    let attached = |label: &str, body: &[u8]| {
        let header = format!("Content-Type: text/plain{label}\nContent-Disposition: attachment\n\n");
        [header.as_bytes(), body].concat()
    };
    stays(&attached("", b"gr\xF6\xDFer\n"), Some(Code::TextUnresolved));
    stays(&attached("; charset=iso-8859-1", "größer\n".as_bytes()), Some(Code::TextUnresolved));
    assert!(!normalize(&attached("; charset=iso-8859-1", b"gr\xF6\xDFer\n")).is_noop());
    let keep = Normalizer::new(Policy::default().with_attachments(false));
    assert!(keep.plan(&attached("; charset=iso-8859-1", b"gr\xF6\xDFer\n")).is_noop());
}

/// Whatever the policy says about doubtful labels, only a declaration inside an attachment overrules the
/// attachment's label.
#[test]
fn an_attachment_with_a_wrong_label_stays() {
    for (label, octets) in [
        ("utf-8", &b"Herr M\xFCller kommt heute nicht ins Haus\n"[..]),
        ("iso-8859-1", b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?\n"),
        ("windows-1251", b"\xF7\xD3\xD4\xD2\xC5\xDE\xC1 \xD0\xC5\xD2\xC5\xCE\xCF\xD3\xC9\xD4\xD3\xD1\n"),
        ("gb2312", "größer als für Österreich\n".as_bytes()),
        ("iso-8859-1", b"\x1B$B$3$l$O%F%9%H\x1B(B\n"),
        ("us-ascii", b"~{VPNDVPND~}\n"),
        ("utf-16", b"Your code is 12345.\n"),
    ] {
        for doubtful in [Doubtful::Keep, Doubtful::Evidence] {
            let header =
                format!("Content-Type: text/plain; charset={label}\nContent-Disposition: attachment\n\n");
            let message = [header.as_bytes(), octets].concat();
            let plan = Normalizer::new(Policy::default().with_doubtful(doubtful)).plan(&message);
            assert!(plan.is_unresolved() && plan.is_noop(), "{label} {doubtful:?} {:?}", plan.findings());
        }
    }
}

#[test]
fn other_text_of_the_message_is_evidence() {
    becomes(
        b"Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n\
          --b\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit\n\n\xC4\xC1\n\
          --b\nContent-Transfer-Encoding: 8bit\n\n\xC4\xC1\n--b--\n",
        "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n\
          --b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nда\n\
          --b\nContent-Transfer-Encoding: 8bit\nContent-Type: text/plain; charset=utf-8\n\nда\n--b--\n"
            .as_bytes(),
    );
}

/// Other programs find a charset only if a semicolon precedes it. So the conversion writes a missing semicolon.
#[test]
fn a_semicolon_that_is_missing_before_a_parameter_is_written() {
    for (before, after) in [
        ("text/plain charset=koi8-r", "text/plain; charset=utf-8"),
        ("text/plain\tcharset=\"koi8-r\"", "text/plain;\tcharset=\"utf-8\""),
        ("text/plain\n charset=koi8-r", "text/plain;\n charset=utf-8"),
        ("text/plain, charset=koi8-r", "text/plain; charset=utf-8"),
        ("\"text/plain\" charset=koi8-r", "\"text/plain\"; charset=utf-8"),
        ("text/plain format=flowed charset=koi8-r", "text/plain; format=flowed; charset=utf-8"),
        ("text/plain; charset=koi8-r format=flowed", "text/plain; charset=utf-8; format=flowed"),
        ("text/plain; charset=koi8-r , format=flowed", "text/plain; charset=utf-8 ; format=flowed"),
        ("text/plain; charset=\"koi8-r\"format=flowed", "text/plain; charset=\"utf-8\";format=flowed"),
        ("text/plain; junk charset=koi8-r", "text/plain; junk; charset=utf-8"),
    ] {
        let transfer = "Content-Transfer-Encoding: 8bit\n";
        let input = [format!("Content-Type: {before}\n{transfer}\n").as_bytes(), b"\xC4\xC1\n"].concat();
        becomes(&input, format!("Content-Type: {after}\n{transfer}\nда\n").as_bytes());
    }
    // The semicolon is also written if the text is UTF-8 already, but not if the text is US-ASCII, which is read in
    // any case.
    becomes(
        "Content-Type: text/plain charset=utf-8\n\nда\n".as_bytes(),
        "Content-Type: text/plain; charset=utf-8\n\nда\n".as_bytes(),
    );
    stays(b"Content-Type: text/plain charset=utf-8\n\nyes\n", None);
}

#[test]
fn a_semicolon_that_is_missing_before_a_file_name_is_written() {
    for before in ["attachment ", "attachment, ", "attachment;\n ", "attachment\n "] {
        let input = format!(
            "Content-Type: application/pdf\nContent-Disposition: {before}filename=\"=?koi8-r?B?xME=?=\"\n\nx\n"
        );
        let after = if before.contains('\n') { ";\n " } else { "; " };
        let output = format!(
            "Content-Type: application/pdf\nContent-Disposition: attachment{after}filename=\"да\"\n\nx\n"
        );
        becomes(input.as_bytes(), output.as_bytes());
    }
}
