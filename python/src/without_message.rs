//! `mailutf.decode_header`, `mailutf.addresses`, `mailutf.decode_parameter`, `mailutf.decode_body` and
//! `mailutf.html_to_text`: functions that decode text without a message. Such text comes, for example, from an index or an IMAP server.

use crate::convert::{detached, octets};
use crate::fault::caught;
use crate::policy::Policy;
use crate::string::Prepared;
use crate::values::Address;
use mailutf::text::Context;
use mailutf::{body, header, plain};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Decodes the text of one header field, such as a Subject: str.
///
/// `value` is everything after the colon of the field, with its folds: bytes, any object with the buffer protocol, or a
/// str from the package `email`, in which surrogates stand for octets that are not UTF-8. `policy` is a `Policy`. Octets of
/// an encoded word that are ill-formed in its charset become U+FFFD. A word whose charset nothing shows is read in the
/// charset in which its letters are likeliest. A word stays encoded if it has only one letter beyond US-ASCII in an unknown
/// charset, or if none of its octets can be decoded; with `Policy(strict=True)`, also if only some of them cannot, or if its
/// base64 is damaged. Otherwise invalid characters of damaged base64 are dropped, and the rest is decoded: the result can have
/// wrong letters, and a `Message` with the word has the finding "word-unresolved". Doubtful text is read by the evidence. An
/// encoded line end becomes a blank, so the result is one line.
///
/// The evidence is only that of this field, so raw octets are shown in the charset in which their letters are likeliest. If
/// you have the message, use `Message.subject` and `Message.header`, which take other text of the message as evidence. If you
/// have the header and one body, make a `Message` of both. If you know only the charset that other text of the message is in,
/// name it: `Policy(fallback_charset="gb2312")`.
///
/// Raises TypeError if `value` is neither a buffer nor a str, and UnicodeEncodeError if a str has surrogates that stand
/// for no octet.
///
/// >>> import mailutf
/// >>> mailutf.decode_header(b" =?utf-8?B?w7Y=?=\r\n =?iso-8859-1?Q?_und_=E4?=")
/// 'ö und ä'
/// >>> mailutf.decode_header("=?gb2312?B?1tDOxA==?=")
/// '中文'
/// >>> mailutf.decode_header("=?utf-8?Q?a=FF?= =?utf-8?B?w?= =?utf-8?Q?=FF?=")
/// 'a\ufffd =?utf-8?B?w?= =?utf-8?Q?=FF?='
/// >>> mailutf.decode_header("=?utf-8?B?SsO2cm*cgTQ=?=")
/// 'Jörg M'
/// >>> header, body = b"Subject: \xb8\xb6\xbf\xee\nContent-Type: text/plain; charset=gb2312\n", "您好，请查收。\n".encode("gb2312")
/// >>> mailutf.decode_header(b"\xb8\xb6\xbf\xee"), mailutf.Message(header + b"\n" + body).subject
/// ('마운', '付款')
#[pyfunction]
#[pyo3(signature = (value, policy=None))]
pub(crate) fn decode_header(value: &Bound<'_, PyAny>, policy: Option<&Policy>) -> PyResult<String> {
    let policy = Policy::or_default(policy).for_display();
    detached(&field_body(value)?, move |value| header::decode_in(value, &Context::new(&policy)).into_owned())
}

/// Reads the addresses in one header field, such as From or Cc, including members of groups: list of `Address`.
///
/// `value`, `policy`, the exceptions, and what becomes of encoded words in names, are the same as for `decode_header`. Pass
/// the field as it is in the message, never its decoded text, because a decoded name can look like an address. If you have
/// the message, use `Message.addresses`. An entry whose only address is inside an encoded word is read as the list in that
/// word: see there. In values of `Message.header` and `Part.inner_headers`, names of address fields such as From are quoted, so
/// this function reads the same addresses from them.
///
/// >>> import mailutf
/// >>> mailutf.addresses("=?utf-8?Q?J=C3=B6rg?= <j@example.org>, all: k@example.org (Kim);")
/// [Address(name='Jörg', address='j@example.org'), Address(name='Kim', address='k@example.org')]
#[pyfunction]
#[pyo3(signature = (value, policy=None))]
pub(crate) fn addresses(value: &Bound<'_, PyAny>, policy: Option<&Policy>) -> PyResult<Vec<Address>> {
    let policy = Policy::or_default(policy).for_display();
    let found = move |value: &[u8]| header::addresses_in(value, &Context::new(&policy));
    Ok(detached(&field_body(value)?, found)?.into_iter().map(Address::from).collect())
}

/// Decodes a parameter, such as a file name, of a field whose parameters IMAP returns in a list (BODYSTRUCTURE): str, or
/// None if there is no such parameter.
///
/// `parameters` are pairs of a name and a value, as the server sends them. Both can have any type that `decode_header`
/// accepts for `value`. `name` is the name of the parameter, without the marks of RFC 2231; upper and lower case make no
/// difference. `policy` is a `Policy`. Encoded words in the value are read as by `decode_header`. In all other values, such as
/// those of RFC 2231, octets that cannot be decoded become U+FFFD. Only a value of RFC 2231 in a charset that mailutf does not
/// know stays as it is written, unless its letters show a charset. Raises TypeError and UnicodeEncodeError in the same
/// cases as `decode_header`.
///
/// >>> import mailutf
/// >>> parameters = [("FILENAME*0*", "utf-8''%D0%BE%D1%82%D1%87"), ("FILENAME*1*", "%D1%91%D1%82.csv"), ("SIZE", "9")]
/// >>> mailutf.decode_parameter(parameters, "filename")
/// 'отчёт.csv'
/// >>> mailutf.decode_parameter([("filename*", "utf-8''a%E4")], "filename")
/// 'a\ufffd'
#[pyfunction]
#[pyo3(signature = (parameters, name, policy=None))]
pub(crate) fn decode_parameter(
    py: Python<'_>,
    parameters: &Bound<'_, PyAny>,
    name: &str,
    policy: Option<&Policy>,
) -> PyResult<Option<String>> {
    let mut pairs = Vec::new();
    for pair in parameters.try_iter()? {
        let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
        pairs.push((field_body(&name)?, field_body(&value)?));
    }
    let pairs: Vec<(&[u8], &[u8])> =
        pairs.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())).collect();
    let field = header::with_parameters(b"attachment", &pairs);
    let (name, policy) = (name.to_owned(), Policy::or_default(policy).for_display());
    let read = move |field: &[u8]| header::parameter_in(field, &name, &Context::new(&policy));
    detached(&PyBytes::new(py, &field), read)
}

/// Decodes one body without its message, as IMAP returns the body (`BODY[1]`): str. Line ends stay as they are.
///
/// `data` is the body with its transfer encoding: bytes, or any object with the buffer protocol. `content_type` and
/// `transfer_encoding` are everything after the colon of Content-Type and Content-Transfer-Encoding. Both can be None,
/// or have any type that `decode_header` accepts for `value`. `policy` is a `Policy`.
///
/// The media type is not checked, so a body of any type is decoded. Doubtful text is read by the evidence. Octets that
/// cannot be decoded become U+FFFD. Raises ValueError with the reason if the octets look like data that is no text, or
/// if `Policy(strict=True)` forbids to read the body with loss. Raises TypeError and UnicodeEncodeError in the same cases
/// as `decode_header`.
///
/// >>> import mailutf
/// >>> mailutf.decode_body(b"=EB=CF=C4", "text/plain; charset=koi8-r", "quoted-printable")
/// 'Код'
/// >>> mailutf.decode_body(b"+2AA-", "text/plain; charset=utf-7")
/// '\ufffd'
/// >>> mailutf.decode_body(b"+2AA-", "text/plain; charset=utf-7", policy=mailutf.Policy(strict=True))
/// Traceback (most recent call last):
/// ValueError: UTF-7: lone surrogate at octet 1 of the text
#[pyfunction]
#[pyo3(signature = (data, content_type=None, transfer_encoding=None, policy=None))]
pub(crate) fn decode_body<'py>(
    data: &Bound<'py, PyAny>,
    content_type: Option<&Bound<'py, PyAny>>,
    transfer_encoding: Option<&Bound<'py, PyAny>>,
    policy: Option<&Policy>,
) -> PyResult<Bound<'py, PyString>> {
    let given = |value: Option<&Bound<'py, PyAny>>| match value {
        Some(value) => Ok::<_, PyErr>(field_body(value)?.as_bytes().to_vec()),
        None => Ok(Vec::new()),
    };
    let (content_type, transfer_encoding) = (given(content_type)?, given(transfer_encoding)?);
    let policy = Policy::or_default(policy).for_display();
    let read = move |octets: &[u8]| match body::decode(octets, &content_type, &transfer_encoding, &policy) {
        Ok(text) => Ok(Prepared::of(text.text)),
        Err(error) => Err(error.to_string()),
    };
    detached(&octets(data)?, read)?.map_err(PyValueError::new_err)?.string(data.py())
}

/// Converts HTML to plain text, as a person reads it: str. The result has lines and paragraphs, `> ` before quotations,
/// and marks before list items. The alternative text of a picture stands for the picture. Scripts, styles and targets
/// of links are left out. Soft hyphens are left out; other invisible characters, such as the zero-width space, are kept.
/// Text that the page hides, for example by `display:none`, is part of the result.
///
/// >>> import mailutf
/// >>> mailutf.html_to_text("<p>Gr&uuml;&szlig;e<ul><li>eins<li>zwei</ul>")
/// 'Grüße\n\n- eins\n- zwei\n'
#[pyfunction]
pub(crate) fn html_to_text<'py>(py: Python<'py>, html: &str) -> PyResult<Bound<'py, PyString>> {
    py.detach(|| caught(|| Prepared::of(plain::of_html(html).into())))?.string(py)
}

/// Returns the octets of the body of a header field.
fn field_body<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.call_method1("encode", ("utf-8", "surrogateescape"))?.cast_into()?),
        Err(_) => octets(value),
    }
}
