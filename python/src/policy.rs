//! `mailutf.Policy`.

use mailutf::charset::Charset;
use mailutf::policy::{BodyForm, HeaderForm, Overrides};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use std::collections::HashMap;

/// The choices of a conversion. Policies do not change.
///
/// - headers: "utf8" (raw UTF-8, RFC 6532), "encoded" (UTF-8 encoded words, RFC 2047) or "keep".
/// - bodies: "auto" (8bit if it can carry the text, otherwise the smaller of quoted-printable and base64), "8bit", "qp",
///   "base64" or "keep".
/// - attachments: also convert text attachments.
/// - decode_all: also decode quoted-printable and base64 in text that is already UTF-8.
/// - keep_dkim: leave messages with a DKIM signature or an ARC seal unchanged.
/// - break_signatures: also change signed parts.
/// - strict: take charset labels literally; never guess.
/// - lossy: replace ill-formed sequences by U+FFFD instead of leaving such text unchanged.
/// - fallback_charset: the charset of text without a usable label or other evidence.
/// - charsets: for mailers that name the wrong charset, the real one for each declared one.
/// - limit_message: size in octets above which a message of a mailbox is not read.
///
/// Raises ValueError for an unknown choice and LookupError for an unknown charset.
///
/// >>> import mailutf
/// >>> policy = mailutf.Policy(headers="encoded", charsets={"iso-8859-1": "windows-1251"})
/// >>> mailutf.normalize(b"Subject: =?iso-8859-1?Q?=C8=E2=E0=ED?=\n\n", policy)
/// b'Subject: =?utf-8?B?0JjQstCw0L0=?=\n\n'
/// >>> mailutf.Policy(headers="utf-9")
/// Traceback (most recent call last):
/// ValueError: headers: unknown choice 'utf-9'; choose one of 'utf8', 'encoded', 'keep'
#[pyclass(frozen, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Policy(mailutf::Policy);

impl Policy {
    /// The choices of `policy`, or the default ones.
    pub(crate) fn choices(policy: Option<&Self>) -> mailutf::Policy {
        policy.map_or_else(mailutf::Policy::default, |policy| policy.0.clone())
    }
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (
        *, headers="utf8", bodies="auto", attachments=true, decode_all=false, keep_dkim=false, break_signatures=false,
        strict=false, lossy=false, fallback_charset=None, charsets=None, limit_message=None
    ))]
    #[expect(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "keywords in Python")]
    fn new(
        headers: &str,
        bodies: &str,
        attachments: bool,
        decode_all: bool,
        keep_dkim: bool,
        break_signatures: bool,
        strict: bool,
        lossy: bool,
        fallback_charset: Option<&str>,
        charsets: Option<HashMap<String, String>>,
        limit_message: Option<usize>,
    ) -> PyResult<Self> {
        const HEADERS: &[(&str, HeaderForm)] =
            &[("utf8", HeaderForm::Utf8), ("encoded", HeaderForm::Encoded), ("keep", HeaderForm::Keep)];
        const BODIES: &[(&str, BodyForm)] = &[
            ("auto", BodyForm::Auto),
            ("8bit", BodyForm::EightBit),
            ("qp", BodyForm::QuotedPrintable),
            ("base64", BodyForm::Base64),
            ("keep", BodyForm::Keep),
        ];
        let mut overrides = Overrides::default();
        for (declared, real) in charsets.unwrap_or_default() {
            overrides.insert(declared.as_bytes(), charset(&real)?);
        }
        let mut limits = mailutf::Limits::default();
        limits.message = limit_message.unwrap_or(limits.message);
        let policy = mailutf::Policy::default()
            .with_headers(choice("headers", headers, HEADERS)?)
            .with_bodies(choice("bodies", bodies, BODIES)?)
            .with_attachments(attachments)
            .with_decode_all(decode_all)
            .with_keep_dkim(keep_dkim)
            .with_break_signatures(break_signatures)
            .with_strict(strict)
            .with_lossy(lossy)
            .with_fallback(fallback_charset.map(charset).transpose()?)
            .with_overrides(overrides)
            .with_limits(limits);
        Ok(Self(policy))
    }
}

/// The charset of a label.
pub(crate) fn charset(label: &str) -> PyResult<Charset> {
    let unknown = || PyLookupError::new_err(format!("unknown charset: {label:?}"));
    Charset::for_label(label.as_bytes()).ok_or_else(unknown)
}

fn choice<T: Copy>(name: &str, wanted: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let found = choices.iter().find(|(choice, _)| *choice == wanted).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let all: Vec<String> = choices.iter().map(|(choice, _)| format!("'{choice}'")).collect();
        PyValueError::new_err(format!("{name}: unknown choice '{wanted}'; choose one of {}", all.join(", ")))
    })
}
