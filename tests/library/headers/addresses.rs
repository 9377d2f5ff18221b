//! Addresses where no grammar announces them: in unknown fields, and in encoded words.

use super::{rewritten, text};
use mailutf::message::Headers;
use mailutf::policy::HeaderForm;
use mailutf::{Code, Detail, header, normalize};

/// Returns the field as it is rewritten in UTF-8, and as it is rewritten in encoded words.
fn both(field: &str) -> [String; 2] {
    [HeaderForm::Utf8, HeaderForm::Encoded].map(|form| {
        let new = text(&format!("{field}\n\n"), form);
        new.trim_end().to_owned()
    })
}

/// Returns the field as it is rewritten in UTF-7.
#[cfg(feature = "to-utf7")]
fn in_utf7(field: &str) -> String {
    let octets = format!("{field}\n\n");
    let plan = mailutf::ToUtf7::new(mailutf::Utf7Options::default()).plan(octets.as_bytes());
    String::from_utf8(plan.apply().into_owned()).unwrap().trim_end().to_owned()
}

#[test]
fn a_word_with_a_special_stays_encoded_before_an_address_in_an_unknown_field() {
    for name in ["X-From", ">From", "X-Google-Original-From", "X-Cc", "Old-From", "X-Reply-To"] {
        for special in ["=28", "=29", "=3C", "=3E", "=5B", "=5D", "=3A", "=3B", "=40", "=5C", "=2C", "=22"] {
            let field = format!("{name}: =?utf-8?Q?Dupont{special}_Ren=C3=A9?= <a@example.org>");
            assert_eq!(both(&field), [&*field; 2]);
        }
        // Only an `obs-phrase` can have dots (RFC 5322 section 4.1).
        let field = format!("{name}: =?utf-8?Q?Ren=C3=A9_J=2E?= Dupont <a@example.org>");
        assert_eq!(both(&field), [&format!("{name}: René J. Dupont <a@example.org>"), &*field]);
    }
}

#[test]
fn the_quotes_of_a_name_in_an_unknown_field_stay() {
    for (body, utf8, encoded) in [
        (
            "\"Dupont, J.\" =?utf-8?Q?Ren=C3=A9?= <a@b>",
            "\"Dupont, J.\" René <a@b>",
            "\"Dupont, J.\" =?utf-8?Q?Ren=C3=A9?= <a@b>",
        ),
        (
            "\"Dupont, =?utf-8?Q?Ren=C3=A9?=\" <a@b>",
            "\"Dupont, René\" <a@b>",
            "=?utf-8?B?IkR1cG9udCwgUmVuw6ki?= <a@b>",
        ),
        (
            "\"Dupont, René\"<a@b>,\"M\"<c@d>",
            "\"Dupont, René\"<a@b>,\"M\"<c@d>",
            "=?utf-8?B?IkR1cG9udCwgUmVuw6ki?=<a@b>,\"M\"<c@d>",
        ),
        (
            "\"Dupont =?utf-8?Q?=22Ren=C3=A9?=\" <a@b>",
            "=?utf-8?B?IkR1cG9udCAiUmVuw6ki?= <a@b>",
            "=?utf-8?B?IkR1cG9udCAiUmVuw6ki?= <a@b>",
        ),
        (
            "=?iso-8859-1?Q?Dupont,_Ren=E9?=<a@b>, c@d (=?utf-8?Q?=C3=A9=29?=)",
            "=?utf-8?Q?Dupont=2C_Ren=C3=A9?=<a@b>, c@d (é\\))",
            "=?utf-8?Q?Dupont=2C_Ren=C3=A9?=<a@b>, c@d (=?utf-8?Q?=C3=A9=29?=)",
        ),
        (
            "R =?utf-8?Q?=C3=A9?= <a@b>, =?utf-8?Q?D=2C_=C3=A9?= <c@d>",
            "R é <a@b>, =?utf-8?Q?D=2C_=C3=A9?= <c@d>",
            "R =?utf-8?Q?=C3=A9?= <a@b>, =?utf-8?Q?D=2C_=C3=A9?= <c@d>",
        ),
        (
            "B <b@c>, =?utf-8?Q?Ren=C3=A9_=3Ca=40b=3E?=",
            "B <b@c>, =?utf-8?Q?Ren=C3=A9_=3Ca=40b=3E?=",
            "B <b@c>, =?utf-8?Q?Ren=C3=A9_=3Ca=40b=3E?=",
        ),
        (
            "R =?utf-8?Q?=C3=A9?= <=?utf-8?Q?=C3=A9?=@b>",
            "R é <=?utf-8?Q?=C3=A9?=@b>",
            "R =?utf-8?Q?=C3=A9?= <=?utf-8?Q?=C3=A9?=@b>",
        ),
    ] {
        assert_eq!(both(&format!("X-From: {body}")), [utf8, encoded].map(|new| format!("X-From: {new}")));
    }
}

#[test]
fn the_name_in_an_unknown_field_stays_one_in_utf_7() {
    #[cfg(feature = "to-utf7")]
    for (body, new) in [
        ("=?utf-8?Q?Dupont=2C_Ren=C3=A9?= <a@b>", "=?utf-7?Q?Dupont+ACw_Ren+AOk-?= <a@b>"),
        ("\"Dupont, J.\" =?utf-8?Q?Ren=C3=A9?= <a@b>", "\"Dupont, J.\" =?utf-7?Q?Ren+AOk-?= <a@b>"),
        ("\"Dupont, Ren\u{e9}\" <a@b>", "=?utf-7?Q?+ACI-Dupont+ACw_Ren+AOkAIg-?= <a@b>"),
    ] {
        assert_eq!(in_utf7(&format!("X-From: {body}")), format!("X-From: {new}"));
    }
}

#[test]
fn other_unknown_fields_are_text() {
    for (body, new) in [
        ("=?utf-8?Q?Ren=C3=A9=2C_=3Ca=40b=3E?=", "René, <a@b>"),
        ("=?utf-8?Q?Ren=C3=A9=2C?= <b> c", "René, <b> c"),
        ("Re: =?utf-8?Q?Ren=C3=A9=2C?= <a@b>", "Re: René, <a@b>"),
        ("a, =?utf-8?Q?Ren=C3=A9=2C?= <a@b>", "a, René, <a@b>"),
        ("=?utf-8?Q?Ren=C3=A9=2C?= wrote to a@b", "René, wrote to a@b"),
    ] {
        assert_eq!(both(&format!("X-Subject: {body}"))[0], format!("X-Subject: {new}"));
    }
    assert_eq!(both("Subject: =?utf-8?Q?=C3=A9=2C?= <a@b>")[0], "Subject: é, <a@b>");
}

/// The text of an unknown field shows names decoded. A program that splits this text at commas finds the same
/// addresses as in the field.
#[test]
fn the_text_of_an_unknown_field_has_its_addresses() {
    let headers = Headers::parse(b"X-From: =?utf-8?Q?Dupont=2C_Ren=C3=A9?= <a@b>\nX-Id: <1@b>\n\n");
    assert_eq!(headers.header("X-From").unwrap().text(), "\"Dupont, René\" <a@b>");
    assert_eq!(headers.header("X-Id").unwrap().text(), "<1@b>");
}

/// Returns the entries that readers show, and the addresses that findings name.
fn shown(body: &str) -> (Vec<String>, Vec<String>) {
    let list = header::addresses(body.as_bytes()).into_iter();
    let octets = format!("Reply-To: {body}\n\n");
    let plan = normalize(octets.as_bytes());
    let named = plan.findings().iter().filter_map(|finding| match &finding.detail {
        Detail::Address(address) => {
            assert_eq!(finding.code, Code::AddressInWord);
            Some(address.clone())
        }
        _ => None,
    });
    (list.map(|one| format!("{} <{}>", one.name, one.address)).collect(), named.collect())
}

#[test]
fn an_address_in_a_word_is_shown_and_named() {
    let whole = "=?utf-8?Q?Ren=C3=A9_=3Crene=40example=2Eorg=3E?=";
    for (body, entries, named) in [
        (whole, &["René <rene@example.org>"][..], &["rene@example.org"][..]),
        (
            &*format!("a@b, {whole}, Z <z@b>"),
            &[" <a@b>", "René <rene@example.org>", "Z <z@b>"],
            &["rene@example.org"],
        ),
        (&*format!("G: {whole}, c@d;"), &["René <rene@example.org>", " <c@d>"], &["rene@example.org"]),
        (&*format!("\"{whole}\""), &["René <rene@example.org>"], &["rene@example.org"]),
        ("=?utf-8?B?UmVuw6kgPHJAZT4=?=", &["René <r@e>"], &["r@e"]),
        ("=?utf-8?Q?Ren=C3=A9?= =?utf-8?Q?_=3Cr=40e=3E?=", &["René <r@e>"], &["r@e"]),
        ("Rene =?utf-8?Q?=3Cr=40e=3E?=", &["Rene <r@e>"], &["r@e"]),
        ("=?utf-8?Q?r=40e?=", &[" <r@e>"], &["r@e"]),
        ("=?utf-8?Q?r=40e_=28Ren=C3=A9=29?=", &["René <r@e>"], &["r@e"]),
        ("=?utf-8?Q?G=C3=A9=3A_r=40e=2C_A_=3Cs=40e=3E=3B?=", &[" <r@e>", "A <s@e>"], &["r@e", "s@e"]),
        ("=?utf-8?Q?=22D=2C_R=C3=A9=22_=3Cr=40e=3E?=", &["D, Ré <r@e>"], &["r@e"]),
        ("=?utf-8?Q?Ren=C3=A9_<r@e>?=", &["René <r@e>"], &["r@e"]),
        // The words below contain only names, or addresses that every reader finds.
        ("=?utf-8?Q?Ren=C3=A9_=40_home?=", &["René @ home <>"], &[]),
        ("=?utf-8?Q?Dupont=2C_Ren=C3=A9?=", &["Dupont, René <>"], &[]),
        ("=?utf-8?Q?Ren=C3=A9_=3Cr=40e=3E?= <s@e>", &["René <r@e> <s@e>"], &[]),
        ("\"Rene <r@e>\"", &["Rene <r@e> <>"], &[]),
        ("(=?utf-8?Q?Ren=C3=A9_=3Cr=40e=3E?=)", &[], &[]),
        ("=?utf-8?Q?=3Cr=40e=3E=0D=0ABcc=3A_s=40e?=", &["<r@e> Bcc: s@e <>"], &[]),
        ("=?utf-8?Q?=3D=3Futf-8=3FQ=3Fa=3F=3D_=3Cr=40e=3E?=", &["=?utf-8?Q?a?= <r@e> <>"], &[]),
    ] {
        let (found, told) = shown(body);
        assert_eq!(found, entries, "{body}");
        assert_eq!(told, named, "{body}");
    }
}

/// In the output, a reader that follows RFC 2047 and RFC 5322 finds the same recipients as in the input.
#[test]
fn an_address_in_a_word_becomes_no_recipient() {
    for field in ["From", "To", "Cc", "Bcc", "Sender", "Reply-To", "Resent-To", "Disposition-Notification-To"]
    {
        for body in [
            "=?utf-8?Q?Ren=C3=A9_=3Cr=40e=3E?=",
            "a@b, =?iso-8859-1?Q?Ren=E9_=3Cr=40e=3E?=, c@d",
            "=?iso-8859-1?Q?Rene_=3Cr=40e=3E?=",
            "=?iso-8859-1?Q?r=40e?=",
            "\"=?utf-8?Q?Rene_=3Cr=40e=3E?=\"",
            "=?utf-8?Q?Ren=C3=A9?= =?utf-8?B?IDxyQGU+?=",
            "=?utf-8?Q?G=C3=A9=3A_r=40e=3B?=",
            "a@b (=?utf-8?Q?=29=2C_Ren=C3=A9_=3Cr=40e=3E?=)",
        ] {
            let octets = format!("{field}: {body}\n\n");
            for form in [HeaderForm::Utf8, HeaderForm::Encoded] {
                let new = text(&octets, form);
                assert!(!new.replace("\\), René <r@e>", "").contains("r@e"), "{new}");
                assert_eq!(rewritten(new.as_bytes(), form), new.as_bytes());
            }
            #[cfg(feature = "to-utf7")]
            assert!(!in_utf7(&octets).contains("r@e") && !in_utf7(&octets).contains("utf-8"), "{octets}");
        }
    }
}
