//! `mailutf.encode_header` and the other functions that encode text for new mail, and `mailutf.to_utf7`.

use crate::convert::{detached, octets};
use crate::policy::{Policy, choice};
use crate::values::Address;
use mailutf::encode::{self, Form, Unencodable};
use mailutf::header::EmailAddress;
use mailutf::internal::{FieldKind, field_kind};
use mailutf::policy::HeaderForm;
use mailutf::{ToUtf7, Utf7Options, Wrap};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

const FORMS: &[(&str, Form)] = &[("encoded", Form::Encoded), ("utf8", Form::Utf8)];
const WRAPS: &[(&str, Wrap)] =
    &[("flowed", Wrap::Flowed), ("hard", Wrap::Hard), ("qp", Wrap::QuotedPrintable), ("none", Wrap::None)];

/// Encodes text as the value of a header field, such as Subject: str. `decode_header` reads the same text from the value,
/// with these exceptions. Each line end (CR, LF, CR LF, U+000B, U+000C, U+0085, U+2028, U+2029) becomes one blank, so that
/// it never begins a new field. Then spaces and tabs at the start and the end of the text are left out. Text with U+001B or
/// `~{` may be read as ISO-2022 or HZ, and text that looks garbled, such as "Ã¼ber", is read repaired.
///
/// In the form "encoded", words in US-ASCII at the start and the end stay as they are, so that filters find `Re:` or the name
/// of a list. So the value is no name of an address: `encode_addresses` writes names.
///
/// `form` is "encoded" (US-ASCII with encoded words, RFC 2047) or "utf8" (RFC 6532). The value is one line, which the
/// package `email` accepts and folds. If `fold` is True, the value is folded by CRLF and a blank, for programs that write
/// the field themselves. Its first line then leaves room for a name of 28 characters, a colon and a blank. Encoded words are cut
/// for these lines without `fold`, too.
///
/// Raises ValueError for any other value of `form`.
///
/// >>> import mailutf
/// >>> mailutf.encode_header("Größe"), mailutf.encode_header("Größe", "utf8")
/// ('=?utf-8?B?R3LDtsOfZQ==?=', 'Größe')
/// >>> mailutf.encode_header("Re: Größe")
/// 'Re: =?utf-8?B?R3LDtsOfZQ==?='
/// >>> mailutf.decode_header(mailutf.encode_header(" two\r\nlines\u2028of text\n"))
/// 'two lines of text'
#[pyfunction]
#[pyo3(signature = (text, form="encoded", *, fold=false))]
pub(crate) fn encode_header(text: &str, form: &str, fold: bool) -> PyResult<String> {
    Ok(folded(encode::text(text, choice("form", form, FORMS)?), fold))
}

/// Returns `value`, without its folds if `fold` is false.
fn folded(value: String, fold: bool) -> String {
    if fold { value } else { value.replace("\r\n", "").trim_start().to_owned() }
}

/// Encodes a list of addresses as the value of a header field such as To: str. `addresses` reads the value again. `form` and
/// `fold` are the same as for `encode_header`; line ends and blanks in names are treated as there. If `fold` is True, the
/// value begins with CRLF in one case: the first name is one encoded word on a line of its own, and would be two on the line
/// of the field's name, between which some readers show a blank. For the package `email`, use the form "utf8", because `email`
/// encodes the value itself, and misreads a name that consists of several encoded words; and write the message by
/// `email_policy`, because with its own policies `email` can lose recipients.
///
/// Raises ValueError if an address cannot be written in this form, and for any other value of `form`. The exception
/// names the address, or the name if the address is empty. If one address cannot be written, no address is written: to
/// find all such addresses, encode each address in a separate list.
///
/// >>> import mailutf
/// >>> mailutf.encode_addresses([mailutf.Address("Döe, J.", "j@example.org")])
/// '=?utf-8?B?RMO2ZSwgSi4=?= <j@example.org>'
#[pyfunction]
#[pyo3(signature = (addresses, form="encoded", *, fold=false))]
pub(crate) fn encode_addresses(
    addresses: Vec<PyRef<'_, Address>>,
    form: &str,
    fold: bool,
) -> PyResult<String> {
    let list: Vec<EmailAddress> = addresses.iter().map(|one| one.to_library()).collect();
    let value = encode::addresses(&list, choice("form", form, FORMS)?).map_err(unencodable)?;
    Ok(folded(value, fold))
}

/// Returns what the body of a header field of this name is: "addresses", "text", which may be encoded as a whole, or
/// "structured". `mailutf.email_policy` uses it.
#[pyfunction(name = "_field_kind")]
pub(crate) fn kind(name: &str) -> &'static str {
    match field_kind(name.as_bytes()) {
        FieldKind::Addresses => "addresses",
        FieldKind::Unstructured | FieldKind::AddressText => "text",
        _ => "structured",
    }
}

/// Encodes the name of a group of addresses, with its folds. `mailutf.email_policy` uses it.
#[pyfunction(name = "_encode_phrase")]
pub(crate) fn encode_phrase(text: &str, form: &str) -> PyResult<String> {
    Ok(encode::phrase(text, choice("form", form, FORMS)?))
}

/// Encodes a parameter of a header field, such as the file name in Content-Disposition (RFC 2231): str. Put a semicolon
/// before the parameter. `Part.name` and other readers read the same value, except that each line end becomes one blank, as in
/// `encode_header`.
///
/// `form` and `fold` are the same as for `encode_header`, but no line leaves room for the name of the field: if `fold` is
/// True, write a semicolon, CRLF and a blank before the parameter. Raises ValueError if `name` is not a token, and for any
/// other value of `form`.
///
/// >>> import mailutf
/// >>> mailutf.encode_parameter("filename", "€.txt")
/// "filename*=utf-8''%E2%82%AC.txt"
/// >>> mailutf.encode_parameter("filename", "x\r\ny.txt")
/// 'filename="x y.txt"'
#[pyfunction]
#[pyo3(signature = (name, value, form="encoded", *, fold=false))]
pub(crate) fn encode_parameter(name: &str, value: &str, form: &str, fold: bool) -> PyResult<String> {
    let value = encode::parameter(name, value, choice("form", form, FORMS)?).map_err(unencodable)?;
    Ok(folded(value, fold))
}

fn unencodable(error: Unencodable) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Converts a message to 7-bit mail with text in UTF-7, as `mailutf to-utf7` does: bytes.
///
/// `data` is bytes, or any object with the buffer protocol. `policy` says how the text of the message is read. `wrap` says how
/// long lines are broken: "flowed" (RFC 3676), "hard", "qp" (quoted-printable) or "none". Lines have at most `columns` columns,
/// by default 76. With "none", no line of text is broken.
///
/// With "flowed", plain text whose lines are too long gets `format=flowed; delsp=yes`. So `plain_text` of the result has the old
/// lines, and `text` has the broken ones. File names and other parameters are written in UTF-8 by RFC 2231
/// (`filename*=utf-8''%E2%82%AC.txt`), which has only octets of US-ASCII, not in UTF-7.
///
/// Text that `normalize` would leave stays in its charset, for example text with a doubtful label: `policy` decides, and
/// `Message.findings` names it. If such a body has octets above 127, it is written in base64 or quoted-printable, so the mail
/// is 7-bit, but this text is not in UTF-7. Octets above 127 stay only in header fields that cannot be read, and where nothing
/// may be changed, for example in a trace field or before the first part of a multipart. `isascii()` of the result tells.
///
/// Raises TypeError if `data` does not support the buffer protocol, and ValueError for any other value of `wrap` or if
/// `columns` is less than 1.
///
/// >>> import mailutf
/// >>> mailutf.to_utf7(b"Content-Type: text/plain; charset=koi8-r\n\n\xeb\xcf\xc4\n").splitlines()[-1]
/// b'+BBoEPgQ0'
#[pyfunction]
#[pyo3(signature = (data, policy=None, *, wrap="flowed", columns=None))]
pub(crate) fn to_utf7<'py>(
    data: &Bound<'py, PyAny>,
    policy: Option<&Policy>,
    wrap: &str,
    columns: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let policy = Policy::or_default(policy).choices().clone().with_headers(HeaderForm::Utf7);
    let mut options = Utf7Options::default().with_policy(policy).with_wrap(choice("wrap", wrap, WRAPS)?);
    if let Some(given) = columns {
        let columns = usize::try_from(given).ok().filter(|columns| *columns > 0);
        let columns = columns.ok_or_else(|| PyValueError::new_err("columns: at least one is needed"))?;
        options = options.with_columns(columns);
    }
    let converted =
        detached(&octets(data)?, move |octets| ToUtf7::new(options).plan(octets).apply().into_owned())?;
    Ok(PyBytes::new(data.py(), &converted))
}
