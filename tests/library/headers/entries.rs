//! The text of an address list of which one entry cannot be rewritten: the other entries are decoded nevertheless.

use mailutf::message::Headers;

#[test]
fn one_odd_name_does_not_keep_the_others_encoded() {
    let odd = [
        "=?utf-8?Q?a=00=0Ab?= <r@b.org>",
        "=?utf-8?Q?a_=3D=3Futf-8=3FQ=3Fx=3F=3D?= <r@b.org>",
        "=?x-runes?Q?=FF?= <r@b.org>",
        "\"\u{1b}$B8lx\u{1b}(B\" <r@b.org>",
        "\u{1b}$B8l x <r@b.org>",
        "=?utf-8?Q?a <r@b.org>",
        "=?utf-8?Q?=FF?= <r@b.org>",
        "=?utf-8?Q?r=40b.org?=",
        "=?utf-8?Q?a=22=5C?= <r@b.org>",
        "~{VPND~} <r@b.org>",
        "g: =?utf-8?Q?=1B=3C?= <r@b.org>;",
        "=?utf-8?Q?r=40b=2Eorg_=3Cx=40y=3E?=",
        "a b c@d <r@b.org>",
    ];
    for odd in odd {
        let message =
            format!("To: =?utf-8?Q?J=C3=B6rg?= <j@b.org>, {odd}, =?utf-8?Q?=C3=84nne?= <a@b.org>\n\n");
        let headers = Headers::parse(message.as_bytes());
        let text = headers.header("To").unwrap().text().into_owned();
        assert!(
            text.starts_with("Jörg <j@b.org>, ") && text.ends_with(", Änne <a@b.org>"),
            "{text:?} {odd:?}"
        );
    }
}
