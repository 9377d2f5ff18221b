//! Encodes values for header fields: text, phrases, address lists, parameters (RFC 2047, RFC 2231, RFC 6532). The
//! module [`header`] decodes such values.
//!
//! This library does not compose whole messages: use [lettre](https://docs.rs/lettre), which also sends them, or
//! [mail-builder](https://docs.rs/mail-builder). This module is for programs that write single fields, such as the
//! Subject of a reply.
//!
//! ```
//! use mailutf::encode::{self, Form};
//! assert_eq!(encode::text("Grüße", Form::Encoded), "=?utf-8?B?R3LDvMOfZQ==?=");
//! assert_eq!(encode::text("Grüße", Form::Utf8), "Grüße");
//! ```
//!
//! Write the value after the name of its field, a colon and a space. The value is folded with CRLF; its first line
//! leaves room for a name of 28 characters, or is empty, which only [`addresses()`] can write. A line end in a text
//! (CR, LF, CR LF, U+000B, U+000C, U+0085, U+2028, U+2029) is written as one blank, so it never becomes a line end of
//! the header. (A [`parameter()`] is not a whole value: see there.)
//!
//! [`header`] reads the same text back from the value, because text that looks like an encoded word is encoded even
//! in [`Form::Utf8`]. There are four exceptions. Line ends become blanks. Blanks at the start and end of a text are
//! left out. Text with U+001B or `~{` may be read as ISO-2022 or HZ. Text that looks garbled, such as `Ã¼ber`, is
//! written as it is, but programs that show mail repair it.
//!
//! ```
//! use mailutf::encode::{self, Form};
//! use mailutf::policy::{Doubtful, Policy};
//! use mailutf::{header, text::Context};
//! let value = encode::text("Ã¼ber", Form::Encoded);
//! assert_eq!(header::decode(value.as_bytes()), "über");
//! let by_label = Policy::default().with_doubtful(Doubtful::Label);
//! assert_eq!(header::decode_in(value.as_bytes(), &Context::new(&by_label)), "Ã¼ber");
//! ```
//!
//! Linear time.
//!
//! [`flowed::write`](crate::flowed::write) writes bodies.

use crate::field_form::value::{
    Line, Place, encoded, encoded_whole, folded, is_atoms, may_be_literal, quoted,
};
use crate::header::{self, EmailAddress};
use crate::syntax::rfc2231;
use std::fmt;

/// How characters beyond US-ASCII are written. The default is [`Form::Encoded`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// In US-ASCII, which any server and reader accepts. Text is written as encoded words (RFC 2047), and
    /// parameters in the form of RFC 2231.
    #[default]
    Encoded,
    /// In UTF-8 (RFC 6532), which only servers with SMTPUTF8 accept.
    Utf8,
}

/// A value that cannot be written in a header. `Display` writes a sentence with the value, which has quotes and escapes
/// as in Rust.
///
/// [`text`] and [`phrase`] never fail. A character that a charset lacks is another error,
/// [`charset::Unencodable`](crate::charset::Unencodable).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unencodable {
    /// The address that cannot be written, its name if the address is empty, or the name of a parameter.
    pub value: String,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be written in a header in this form", self.value)
    }
}

impl std::error::Error for Unencodable {}

impl Form {
    /// Whether the characters of `text` may be written in this form without encoding.
    fn allows(self, text: &str) -> bool {
        may_be_literal(text) && (self == Self::Utf8 || text.is_ascii())
    }
}

/// Encodes the text of an unstructured field, such as Subject. [`header::decode`] reads the text back.
///
/// Words in US-ASCII at the start and at the end stay as they are, so that a filter which reads raw fields finds `Re:` or the
/// name of a list. What is between the first and the last word that must be encoded is encoded as a whole.
///
/// ```
/// use mailutf::encode::{self, Form};
/// let written = encode::text("Re: [team] Größe", Form::Encoded);
/// assert_eq!(written, "Re: [team] =?utf-8?B?R3LDtsOfZQ==?=");
/// ```
///
/// ```
/// use mailutf::{encode::{self, Form}, header};
/// for text in ["plain", "=?looks like a word?=", "日本語".repeat(20).as_str()] {
///     for form in [Form::Encoded, Form::Utf8] {
///         assert_eq!(header::decode(encode::text(text, form).as_bytes()), text);
///     }
/// }
/// assert_eq!(encode::text("two\r\nBcc: lines", Form::Utf8), "two Bcc: lines");
/// ```
pub fn text(text: &str, form: Form) -> String {
    let text = &*trimmed(text);
    let is_read = |written: &String| header::written_text(written.as_bytes()) == text;
    let literal = form.allows(text).then(|| folded(text, Line::OfName));
    let mixed = || Some(encoded(text, Line::OfName, Place::Text, |_| true)).filter(is_read);
    literal.filter(is_read).or_else(mixed).unwrap_or_else(|| encoded_whole(text, Line::OfName, Place::Text))
}

/// Encodes a phrase, such as a display name or the name of a group (RFC 5322 section 3.2.5). Words in US-ASCII at the start
/// and at the end that need no quotes stay as they are.
///
/// ```
/// use mailutf::encode::{Form, phrase};
/// assert_eq!(phrase("Ann Example", Form::Encoded), "Ann Example");
/// assert_eq!(phrase("Döe, J.", Form::Utf8), "\"Döe, J.\"");
/// assert_eq!(phrase("Döe, J.", Form::Encoded), "=?utf-8?B?RMO2ZSwgSi4=?=");
/// assert_eq!(phrase("Ann Döe", Form::Encoded), "Ann =?utf-8?Q?D=C3=B6e?=");
/// ```
pub fn phrase(text: &str, form: Form) -> String {
    phrase_on(Line::OfName, text, form)
}

fn phrase_on(line: Line, text: &str, form: Form) -> String {
    let text = &*trimmed(text);
    let literal = form.allows(text).then(|| if is_atoms(text) { text.to_owned() } else { quoted(text) });
    let is_read = |written: &String| {
        let list = header::written_addresses(format!("{written} <a@b>").as_bytes());
        matches!(&list[..], [one] if one.name == text && one.address == "a@b")
    };
    let literal = literal.map(|literal| folded(&literal, line)).filter(is_read);
    let mixed = || Some(encoded(text, line, Place::Phrase, is_atoms)).filter(is_read);
    literal.or_else(mixed).unwrap_or_else(|| encoded_whole(text, line, Place::Phrase))
}

/// Encodes an address list, such as the value of To. [`header::addresses()`] reads the list back.
///
/// Each address begins on a line of its own, except the first one, which begins on the line of the field's name. In one
/// case the value begins with a fold, so that the first address has a line of its own, too: its name is one encoded
/// word there, and would be two on the line of the field's name. The reason is that some readers, such as the package
/// `email` of some versions of Python, show a blank between two encoded words of a name.
///
/// A list is written whole or not at all, so that no recipient is lost unnoticed. To find out which addresses can be
/// written, call [`address()`] for each.
///
/// ```
/// use mailutf::{encode::{self, Form}, header::EmailAddress};
/// let mut list = vec![EmailAddress::new("Döe, J.", "j@example.org"), EmailAddress::new("", "k@example.org")];
/// assert_eq!(encode::addresses(&list, Form::Utf8).unwrap(), "\"Döe, J.\" <j@example.org>,\r\n k@example.org");
/// list.push(EmailAddress::new("", "a@b>, <c@d"));
/// assert_eq!(encode::addresses(&list, Form::Utf8).unwrap_err().value, "a@b>, <c@d");
/// // The list without the addresses that cannot be written:
/// let failed: Vec<_> = list.extract_if(.., |one| encode::address(one, Form::Utf8).is_err()).collect();
/// assert_eq!((failed.len(), encode::addresses(&list, Form::Utf8).is_ok()), (1, true));
/// ```
///
/// # Errors
/// An address cannot be written, for a reason that [`address()`] names. The error contains the first such
/// address.
pub fn addresses(list: &[EmailAddress], form: Form) -> Result<String, Unencodable> {
    let encoded_words = |written: &str| written.matches("=?utf-8?").count();
    let Some((first, others)) = list.split_first() else { return Ok(String::new()) };
    let (beside_name, below_name) = (address(first, form)?, address_on(Line::Own, first, form)?);
    let is_whole_below = encoded_words(&below_name) == 1 && encoded_words(&beside_name) > 1;
    let mut written = if is_whole_below { format!("\r\n {below_name}") } else { beside_name };
    for one in others {
        written.push_str(",\r\n ");
        written.push_str(&address_on(Line::Own, one, form)?);
    }
    Ok(written)
}

/// Encodes one address of a list, with its name. See [`addresses()`].
///
/// # Errors
/// The address is empty, or has characters that would end it, or, in [`Form::Encoded`], characters beyond US-ASCII. This
/// module does not convert domains (IDNA): to write such an address in US-ASCII, convert its domain to
/// A-labels first.
pub fn address(one: &EmailAddress, form: Form) -> Result<String, Unencodable> {
    address_on(Line::OfName, one, form)
}

fn address_on(line: Line, one: &EmailAddress, form: Form) -> Result<String, Unencodable> {
    let one = EmailAddress::new(trimmed(&one.name), &*one.address);
    let written = match one.name.as_str() {
        "" => one.address.clone(),
        name => {
            let name = phrase_on(line, name, form);
            let address = format!(" <{}>", one.address);
            let fold = if line.has_room(&name, address.chars().count()) { "" } else { "\r\n" };
            format!("{name}{fold}{address}")
        }
    };
    let is_read = |written: &str, one: &EmailAddress| {
        header::written_addresses(written.as_bytes()) == std::slice::from_ref(one)
    };
    // A blank is part of an address only between quotes. Between angle brackets, tolerant readers keep other blanks, too.
    let is_whole =
        !one.address.contains([' ', '\t']) || is_read(&one.address, &EmailAddress::new("", &*one.address));
    // U+FFFD stands for octets that could not be read, so nobody has this address.
    let is_read_whole = !one.address.contains(char::REPLACEMENT_CHARACTER);
    let is_address = !one.address.is_empty() && form.allows(&one.address) && is_whole && is_read_whole;
    if is_address && is_read(&written, &one) {
        return Ok(written);
    }
    // An empty address would not show the reader which entry is meant.
    Err(Unencodable { value: if one.address.is_empty() { one.name } else { one.address } })
}

/// Encodes a parameter, such as `filename` of Content-Disposition (RFC 2045, RFC 2231).
/// [`header::parameter()`] reads the value back.
///
/// Write the parameter on a line of its own, after a semicolon, a line end and a blank: each of its lines can have 76
/// characters, so none of them leaves room for the name of the field. A value that does not fit on a line is written in
/// sections (`filename*0*=`, RFC 2231 section 3), one on each line, because folding would change a quoted value. A line
/// end in the value is written as a blank.
///
/// ```
/// use mailutf::encode::{Form, parameter};
/// assert_eq!(parameter("filename", "a b.txt", Form::Encoded).unwrap(), "filename=\"a b.txt\"");
/// assert_eq!(parameter("filename", "€.txt", Form::Encoded).unwrap(), "filename*=utf-8''%E2%82%AC.txt");
/// assert_eq!(parameter("filename", "€.txt", Form::Utf8).unwrap(), "filename=\"€.txt\"");
/// assert_eq!(parameter("filename", "x\r\ny.txt", Form::Utf8).unwrap(), "filename=\"x y.txt\"");
/// let name = parameter("filename", &"größe".repeat(9), Form::Encoded).unwrap();
/// let field = format!("Content-Disposition: attachment;\r\n {name}\r\n");
/// assert!(field.lines().count() == 4 && field.lines().all(|line| line.len() <= 78));
/// ```
///
/// # Errors
/// The name is empty, or has a character other than the letters and digits of US-ASCII and
/// ``!#$&+-.^_`{}~``. These are the characters of an `attribute` (RFC 2231 section 7) without `|`. Or the value
/// needs more sections than [`header::parameter()`] reads, [`Limits::parameters`](crate::Limits::parameters).
pub fn parameter(name: &str, value: &str, form: Form) -> Result<String, Unencodable> {
    let is_token = |octet: u8| octet.is_ascii_alphanumeric() || b"!#$&+-.^_`{}~".contains(&octet);
    let value = &*header::in_one_line(value.to_owned());
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(Unencodable { value: name.to_owned() });
    }
    let is_read = |written: &String| {
        let field = format!("attachment; {written}; size=1");
        header::written_parameter(field.as_bytes(), name).as_deref() == Some(value)
    };
    let fits = |literal: &String| literal.chars().count() <= rfc2231::LINE && is_read(literal);
    let literal = form.allows(value).then(|| format!("{name}={}", quoted(value))).filter(fits);
    let written = literal.unwrap_or_else(|| rfc2231::written(name, value, "").join(";\r\n "));
    is_read(&written).then_some(written).ok_or_else(|| Unencodable { value: name.to_owned() })
}

/// Returns the text as a reader of the field sees it: on one line, without the blanks at its start and end.
fn trimmed(text: &str) -> String {
    header::in_one_line(text.to_owned()).trim_matches([' ', '\t']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A pattern for text with all characters that have a meaning in a header.
    const TEXT: &str =
        "([ \t\r\n,;:<>@()\"\\\\=?'%*{.a]|=\\?utf-8\\?Q\\?a\\?=|[a-z]{30}|é|日本語|👍🏽|\\PC){0,24}";

    #[test]
    fn text_that_looks_garbled_is_written_as_it_is() {
        for form in [Form::Encoded, Form::Utf8] {
            for name in ["Ã¼ber.pdf", "Ïðèâåò.pdf", "\u{1B}$B.pdf"] {
                assert!(parameter("filename", name, form).is_ok(), "{name:?}");
                assert!(address(&EmailAddress::new(name, "a@example.org"), form).is_ok(), "{name:?}");
            }
        }
    }

    #[test]
    fn an_address_that_is_none_is_refused_with_a_name_and_without() {
        for name in ["", "Ann"] {
            for wrong in ["", "a b@example.org", "a@example.org, b@example.org", "a@example.org>"] {
                assert!(
                    address(&EmailAddress::new(name, wrong), Form::Encoded).is_err(),
                    "{name:?} {wrong:?}"
                );
            }
            for right in ["a@example.org", "\"a b\"@example.org", "root"] {
                assert!(
                    address(&EmailAddress::new(name, right), Form::Encoded).is_ok(),
                    "{name:?} {right:?}"
                );
            }
        }
    }

    #[test]
    fn a_name_that_fits_on_a_line_is_one_encoded_word() {
        for name in ["Иван Петрович Сидоров", "Weiß \"der Große\", Änne", &"ü".repeat(22)]
        {
            let list = vec![EmailAddress::new(name, "a@example.org"); 3];
            let written = addresses(&list, Form::Encoded).unwrap();
            assert_eq!(written.matches("=?utf-8?").count(), 3, "{written}");
            assert!(written.split("\r\n").all(|line| line.len() <= 76), "{written}");
            assert!(written.split("\r\n").skip(1).all(|line| !line.trim().is_empty()), "{written}");
            assert_eq!(header::addresses(written.as_bytes()), list);
        }
        let short = [EmailAddress::new("Jörg", "j@example.org")];
        assert_eq!(addresses(&short, Form::Encoded).unwrap(), "=?utf-8?B?SsO2cmc=?= <j@example.org>");
    }

    #[test]
    fn ascii_words_at_the_start_and_the_end_stay() {
        for (value, text_is, phrase_is) in [
            ("Re: Übung", "Re: =?utf-8?B?w5xidW5n?=", "=?utf-8?Q?Re=3A_=C3=9Cbung?="),
            ("[a-b] é c d", "[a-b] =?utf-8?B?w6k=?= c d", "=?utf-8?B?W2EtYl0gw6k=?= c d"),
            ("a é b ü c", "a =?utf-8?B?w6kgYiDDvA==?= c", "a =?utf-8?B?w6kgYiDDvA==?= c"),
            // Only one space can be beside an encoded word.
            ("a  é", "a =?utf-8?B?IMOp?=", "a =?utf-8?B?IMOp?="),
            ("é\ta b", "=?utf-8?B?w6kJYQ==?= b", "=?utf-8?B?w6kJYQ==?= b"),
            // No word looks like a part of an encoded word.
            ("=?a é b?=", "=?utf-8?B?PT9hIMOpIGI/PQ==?=", "=?utf-8?B?PT9hIMOpIGI/PQ==?="),
            ("Re: =?x", "Re: =?utf-8?B?PT94?=", "=?utf-8?B?UmU6ID0/eA==?="),
            (
                "\u{1B}$B%F%9%H\u{1B}(B é",
                "=?utf-8?B?GyRCJUYlOSVIGyhCIMOp?=",
                "=?utf-8?B?GyRCJUYlOSVIGyhCIMOp?=",
            ),
        ] {
            assert_eq!((&*text(value, Form::Encoded), &*phrase(value, Form::Encoded)), (text_is, phrase_is));
        }
    }

    /// The encoded words begin beside the plain words, unless a line of their own makes them fewer.
    #[test]
    fn plain_words_cut_no_encoded_word() {
        let subject = text("Re: 打ち合わせの件です", Form::Encoded);
        assert_eq!(subject, "Re:\r\n =?utf-8?B?5omT44Gh5ZCI44KP44Gb44Gu5Lu244Gn44GZ?=");
        let long = text(&format!("Re: {} (was: lunch)", "日本".repeat(31)), Form::Encoded);
        assert!(long.starts_with("Re: =?") && long.ends_with("?= (was: lunch)"), "{long}");
        let words = format!("{} é {}", "abc ".repeat(300).trim_end(), "abc ".repeat(300).trim_end());
        assert!(text(&words, Form::Encoded).split("\r\n").all(|line| line.len() <= 76));
    }

    /// A name that needs several encoded words on any line begins on the line of the field's name.
    #[test]
    fn a_list_begins_with_a_fold_only_if_a_name_stays_whole_by_it() {
        for (name, count, folds) in [
            ("ü", 1, false),
            ("ü", 22, true),
            ("ü", 40, false),
            ("Ünï", 40, false),
            ("Müller & Söhne ", 9, false),
            ("日本", 6, true),
            ("日本", 30, false),
        ] {
            let name = name.repeat(count);
            let list = [
                EmailAddress::new(name.trim_end(), "a@example.org"),
                EmailAddress::new("Ü", "b@example.org"),
            ];
            let written = addresses(&list, Form::Encoded).unwrap();
            assert_eq!(written.starts_with("\r\n"), folds, "{written}");
            let lines = format!("Disposition-Notification-To: {written}");
            assert!(lines.split("\r\n").all(|line| line.len() <= 76), "{lines}");
            assert_eq!(header::addresses(written.as_bytes()), list);
        }
    }

    /// A reader that shows a blank between two encoded words shows no blank within a word of the name.
    #[test]
    fn a_longer_name_is_cut_beside_a_blank() {
        let name = "Größe Müller und Söhne GmbH & Co. KG, Abteilung Einkauf für alles Mögliche";
        let written = phrase(name, Form::Encoded);
        let read: Vec<_> = written
            .split("\r\n ")
            .map(|word| {
                header::decode(format!("=?utf-8?Q?|?= {word} =?utf-8?Q?|?=").as_bytes()).replace('|', "")
            })
            .collect();
        assert!(read.len() > 1 && read.concat() == name, "{read:?}");
        assert!(read.windows(2).all(|pair| pair[0].ends_with(' ') || pair[1].starts_with(' ')), "{read:?}");
    }

    /// RFC 5322 section 2.1.1 allows 998 octets in a line. Only an encoded form can be cut where there is no blank.
    #[test]
    fn a_long_value_has_no_long_line() {
        for value in ["abc ".repeat(3_000), "x".repeat(3_000), "ü".repeat(3_000), "\\\"".repeat(1_000)] {
            for form in [Form::Encoded, Form::Utf8] {
                let parameter = parameter("filename", &value, form).unwrap();
                assert!(parameter.split("\r\n").all(|line| line.len() <= 78), "{parameter:?}");
                for written in [text(&value, form), phrase(&value, form)] {
                    assert!(written.split("\r\n").all(|line| line.len() <= 900), "{written:?}");
                }
            }
        }
        let short = parameter("filename", &"a".repeat(64), Form::Encoded).unwrap();
        assert_eq!(short, format!("filename=\"{}\"", "a".repeat(64)));
        assert!(parameter("filename", &"a".repeat(66), Form::Encoded).unwrap().starts_with("filename*0*="));
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        #[test]
        fn what_is_encoded_is_read_again(value in TEXT, is_utf8 in any::<bool>()) {
            let form = if is_utf8 { Form::Utf8 } else { Form::Encoded };
            let written = text(&value, form);
            prop_assert_eq!(header::decode(written.as_bytes()), trimmed(&value), "{:?}", written);
            let name = phrase(&value, form);
            let list = header::addresses(format!("{name} <a@b>, c@d").as_bytes());
            prop_assert_eq!(list.len(), 2, "{:?}", name);
            prop_assert_eq!(&list[0].name, &trimmed(&value), "{:?}", name);
            let parameter = parameter("filename", &value, form);
            prop_assert!(parameter.is_ok(), "{:?}", parameter);
            for written in [written, name, parameter.unwrap()] {
                prop_assert!(is_utf8 || written.is_ascii(), "{written:?}");
                for (number, line) in written.split("\r\n").enumerate() {
                    prop_assert!(!line.contains(['\r', '\n']), "{written:?}");
                    prop_assert!(number == 0 || line.starts_with([' ', '\t']) && !line.trim().is_empty(), "{written:?}");
                    let room = if number == 0 { 46 } else { 76 };
                    prop_assert!(!line.contains("=?") || line.len() <= room || is_utf8, "{line:?}");
                }
            }
        }

        #[test]
        fn a_list_is_read_again(
            list in prop::collection::vec((TEXT, "[a-z.@<>,; é]{0,4}@[a-z]{1,5}"), 0..4),
            is_utf8 in any::<bool>(),
        ) {
            let mailbox = |(name, address): &(String, String)| EmailAddress::new(trimmed(name), address);
            let list: Vec<_> = list.iter().map(mailbox).collect();
            if let Ok(written) = addresses(&list, if is_utf8 { Form::Utf8 } else { Form::Encoded }) {
                prop_assert_eq!(header::addresses(written.as_bytes()), list, "{:?}", written);
            }
        }
    }
}
