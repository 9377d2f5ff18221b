//! Functions that decode and encode text without a message. Such text comes, for example, from an index or an IMAP
//! server, or is written in a field of a new message.

use crate::exchange::{Failure, Status, any_arguments, arguments, done, ended, text};
use crate::json::json;
use crate::policy::for_display;
use mailutf::encode::{self, Form, Unencodable};
use mailutf::header::EmailAddress;
use mailutf::text::Context;
use mailutf::{body, header, selection};

/// Decodes the body of a header field (the first argument) by a policy (the second argument). The result is the
/// text.
#[unsafe(no_mangle)]
pub extern "C" fn decode_header() -> Status {
    let [value, choices] = arguments();
    ended(
        for_display(&choices)
            .map(|policy| [header::decode_in(&value, &Context::new(&policy)).into_owned().into_bytes()]),
    )
}

/// Reads the addresses in the body of a header field (the first argument) by a policy (the second argument). The
/// result is the addresses, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn addresses() -> Status {
    let [value, choices] = arguments();
    ended(for_display(&choices).map(|policy| [json(header::addresses_in(&value, &Context::new(&policy)))]))
}

/// Decodes a parameter of a field body. The first arguments are a policy, the name of the parameter and the field body.
/// The arguments after them are parameters that belong to the field body, each as its name and its value. The result is
/// the text. There is no result if there is no such parameter.
#[unsafe(no_mangle)]
pub extern "C" fn decode_parameter() -> Status {
    let mut given = any_arguments().into_iter();
    let mut next = || given.next().unwrap_or_else(|| panic!("an argument is missing"));
    let (choices, name, field) = (next(), text(next()), next());
    let octets: Vec<Vec<u8>> = given.collect();
    let pairs: Vec<(&[u8], &[u8])> = octets
        .chunks(2)
        .map(|pair| match pair {
            [name, value] => (&name[..], &value[..]),
            _ => panic!("a parameter has no value"),
        })
        .collect();
    let field = header::with_parameters(&field, &pairs);
    match for_display(&choices) {
        Ok(policy) => match header::parameter_in(&field, &name, &Context::new(&policy)) {
            Some(value) => done([value.into_bytes()]),
            None => Status::Nothing,
        },
        Err(failure) => ended::<0>(Err(failure)),
    }
}

/// Decodes the body of a message or part. The arguments are the body, its Content-Type, its
/// Content-Transfer-Encoding, and a policy. The result is the text.
#[unsafe(no_mangle)]
pub extern "C" fn decode_body() -> Status {
    let [octets, content_type, transfer_encoding, choices] = arguments();
    let read = for_display(&choices).and_then(|policy| {
        let read = body::decode(&octets, &content_type, &transfer_encoding, &policy);
        read.map(|text| [text.text.into_owned().into_bytes()])
            .map_err(|why| Failure::new("unreadable", why.to_string()))
    });
    ended(read)
}

/// Encodes text (the only argument) as the value of a header field. If `is_utf8` is 1, the value may have characters
/// beyond US-ASCII. If `folds` is 0, the value is one line. The result is the value.
#[unsafe(no_mangle)]
pub extern "C" fn encode_header(is_utf8: u32, folds: u32) -> Status {
    let [characters] = arguments();
    done([folded(encode::text(&text(characters), form(is_utf8)), folds)])
}

/// Encodes addresses as the value of a header field, as [`encode_header`] does. Each address is two arguments, its
/// name and the address. The result is the value.
#[unsafe(no_mangle)]
pub extern "C" fn encode_addresses(is_utf8: u32, folds: u32) -> Status {
    let mut texts = any_arguments().into_iter().map(text);
    let mut list = Vec::new();
    while let Some(name) = texts.next() {
        list.push(EmailAddress::new(name, texts.next().unwrap_or_else(|| panic!("a name has no address"))));
    }
    let value = encode::addresses(&list, form(is_utf8)).map_err(unencodable);
    ended(value.map(|value| [folded(value, folds)]))
}

/// Encodes a parameter of a header field, as [`encode_header`] does. The arguments are its name and its value. The
/// result is the parameter.
#[unsafe(no_mangle)]
pub extern "C" fn encode_parameter(is_utf8: u32, folds: u32) -> Status {
    let [name, value] = arguments();
    let value = encode::parameter(&text(name), &text(value), form(is_utf8)).map_err(unencodable);
    ended(value.map(|value| [folded(value, folds)]))
}

/// Returns the pattern for a rule that matches only the name in the only argument.
#[unsafe(no_mangle)]
pub extern "C" fn escape_pattern() -> Status {
    let [name] = arguments();
    done([selection::escape(&text(name)).into_owned().into_bytes()])
}

const fn form(is_utf8: u32) -> Form {
    if is_utf8 == 0 { Form::Encoded } else { Form::Utf8 }
}

/// Returns the octets of `value`, without its folds if `folds` is 0.
fn folded(value: String, folds: u32) -> Vec<u8> {
    if folds == 0 { value.replace("\r\n", "").trim_start().to_owned() } else { value }.into_bytes()
}

fn unencodable(error: Unencodable) -> Failure {
    Failure::new("unencodable", error.to_string())
}
