//! `mailutf.Policy`: the choices for reading and converting mail.

use crate::argument;
use crate::rules::Rules;
use mailutf::charset::Charset;
use mailutf::internal::{choices, reading_as_shown};
use mailutf::policy::{BodyForm, HeaderForm, Mistake};
use pyo3::exceptions::{PyLookupError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The choices for reading and converting mail. Policies are immutable, are equal if their choices are equal, and
/// can be pickled.
///
/// - headers: the form of header text: "utf8" (raw UTF-8, RFC 6532), "encoded" (encoded words in UTF-8, RFC 2047) or
///   "keep".
/// - bodies: the transfer encoding of text: "auto" (8bit if it can carry the text, otherwise the smaller of
///   quoted-printable and base64), "8bit", "qp", "base64" or "keep".
/// - attachments: whether text attachments are also converted.
/// - decode_all: whether quoted-printable and base64 are also decoded in text that is already UTF-8.
/// - keep_dkim: whether a message is left unchanged if its conversion would break a DKIM signature or an ARC seal.
/// - break_signatures: whether signed parts are also changed.
/// - strict: whether charset labels are taken literally, and nothing is guessed.
/// - doubtful: what to do with doubtful text: "keep" it unchanged, read it by its "label", or read it by the
///   "evidence". Text is doubtful if its letters form words only in another charset than that of its label, or if it
///   was garbled before it was stored. A `Message` has no text to keep: it reads doubtful text by the evidence, unless
///   this is "label".
/// - lossy: whether ill-formed sequences are replaced with U+FFFD. If false, the text is left unchanged.
/// - logical_order: whether Hebrew in visual order (RFC 1555) is put in logical order.
/// - fallback_charset: the charset of text without a usable label, such as raw octets of header fields. It comes before the
///   evidence of the letters, but after all other evidence, such as valid UTF-8.
/// - charsets: a dict from declared charsets to real charsets, for labels that mail programs use wrongly.
/// - rules: the decisions of the owner of the mail: `Rules`. `charsets` override them.
/// - limit_message: the maximum size in octets of a message of a mailbox (256 MiB by default). Larger messages are not
///   read.
///
/// Raises ValueError for an unknown choice, and LookupError for an unknown charset.
///
/// >>> import mailutf
/// >>> policy = mailutf.Policy(headers="encoded", charsets={"iso-8859-1": "windows-1251"})
/// >>> mailutf.normalize(b"Subject: =?iso-8859-1?Q?=C8=E2=E0=ED?=\n\n", policy)
/// b'Subject: =?utf-8?B?0JjQstCw0L0=?=\n\n'
/// >>> policy
/// Policy(headers='encoded', charsets={'iso-8859-1': 'windows-1251'})
/// >>> mailutf.Policy(headers="utf-9")
/// Traceback (most recent call last):
/// ValueError: headers: unknown choice 'utf-9'; choose one of 'utf8', 'encoded', 'keep'
#[pyclass(frozen, module = "mailutf")]
#[derive(Clone, Debug)]
pub(crate) struct Policy(Arc<Choices>);

#[derive(Debug)]
struct Choices {
    policy: Arc<mailutf::Policy>,
    /// The policy for text that is shown. When text is shown, a guess loses nothing. So text with a doubtful label is
    /// read by the evidence, although a conversion leaves such text unchanged.
    for_display: Arc<mailutf::Policy>,
    /// The charsets and rules as the caller gave them. They are kept for `repr()` and for pickles, because `policy`
    /// does not keep their original form.
    charsets: BTreeMap<String, String>,
    rules: Option<Rules>,
}

impl Default for Policy {
    fn default() -> Self {
        static USUAL: LazyLock<Policy> =
            LazyLock::new(|| Policy::of(mailutf::Policy::default(), BTreeMap::new(), None));
        USUAL.clone()
    }
}

impl Policy {
    pub(crate) fn of(
        policy: mailutf::Policy,
        charsets: BTreeMap<String, String>,
        rules: Option<Rules>,
    ) -> Self {
        let for_display = policy.clone().shown();
        Self(Arc::new(Choices {
            policy: Arc::new(policy),
            for_display: Arc::new(for_display),
            charsets,
            rules,
        }))
    }

    /// Returns the policy for the mail in `file`, whose path is relative to its mailbox.
    pub(crate) fn at(&self, file: &Path) -> Self {
        let given = self.choices();
        if !given.rules.need_files() {
            return self.clone();
        }
        let rules = given.rules.at(file);
        Self::of(given.clone().with_rules(rules), self.0.charsets.clone(), self.0.rules.clone())
    }

    /// Returns this policy for an enclosed message, which the library reads with `enclosed`: that policy has a lower limit
    /// of depth, and its rules know the message around. The result is equal to this policy and is pickled like it, because
    /// neither is a choice of the caller.
    pub(crate) fn within(&self, enclosed: &mailutf::Policy) -> Self {
        let mailutf::Policy { limits, rules, .. } = enclosed.clone();
        let policy = self.choices().clone().with_limits(limits).with_rules(rules);
        Self::of(policy, self.0.charsets.clone(), self.0.rules.clone())
    }

    /// Returns `policy`, or the default policy if `policy` is `None`.
    pub(crate) fn or_default(policy: Option<&Self>) -> Self {
        policy.cloned().unwrap_or_default()
    }

    /// The policy in the type that the Rust library takes.
    pub(crate) fn choices(&self) -> &mailutf::Policy {
        &self.0.policy
    }

    /// The policy for text that is converted.
    pub(crate) fn for_conversion(&self) -> Arc<mailutf::Policy> {
        Arc::clone(&self.0.policy)
    }

    /// The policy for text that is shown.
    pub(crate) fn for_display(&self) -> Arc<mailutf::Policy> {
        Arc::clone(&self.0.for_display)
    }

    /// Returns the policy by which a message is converted for the package `email`. All texts are read in the same way
    /// as in a `Message` with this policy. Header text is written in encoded words, because `email` misreads raw UTF-8
    /// in header fields.
    pub(crate) fn for_email(&self) -> mailutf::Policy {
        let given = self.choices().clone();
        reading_as_shown(given)
            .with_headers(HeaderForm::Encoded)
            .with_bodies(BodyForm::Auto)
            .with_attachments(true)
            .with_keep_dkim(false)
    }

    /// Returns the policy for reading a message that was converted with [`Policy::for_email`]. Text in UTF-8 is read
    /// literally, and no wrong decoding of it is undone: the conversion has already undone it, unless the owner of the
    /// mail wants to see the garbled text.
    pub(crate) fn of_converted(&self) -> Self {
        let (mut policy, mut charsets) = (self.choices().clone(), self.0.charsets.clone());
        policy.rules.overrule(Charset::UTF_8.name().as_bytes(), Charset::UTF_8);
        charsets.insert(Charset::UTF_8.name().to_owned(), Charset::UTF_8.name().to_owned());
        Self::of(policy, charsets, self.0.rules.clone())
    }

    /// Returns the choices that differ from the default, as keyword arguments.
    fn keywords<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (given, usual) = (self.choices(), mailutf::Policy::default());
        let keywords = PyDict::new(py);
        for choice in choices::all() {
            let name = choice.name.replace('-', "_");
            let chosen = choice.chosen(given);
            match choice.is_on(given) {
                _ if chosen == choice.chosen(&usual) => {}
                Some(on) => keywords.set_item(name, on)?,
                None => keywords.set_item(name, chosen)?,
            }
        }
        if !self.0.charsets.is_empty() {
            keywords.set_item("charsets", &self.0.charsets)?;
        }
        if let Some(rules) = &self.0.rules {
            keywords.set_item("rules", rules.clone())?;
        }
        if given.limits.message != usual.limits.message {
            keywords.set_item("limit_message", given.limits.message)?;
        }
        Ok(keywords)
    }
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (
        *, headers="utf8", bodies="auto", attachments=true, decode_all=false, keep_dkim=false, break_signatures=false,
        strict=false, doubtful="keep", lossy=false, logical_order=false, fallback_charset=None, charsets=None, rules=None,
        limit_message=None
    ))]
    #[expect(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "keywords in Python")]
    fn new(
        #[pyo3(from_py_with = argument::headers)] headers: &str,
        #[pyo3(from_py_with = argument::bodies)] bodies: &str,
        #[pyo3(from_py_with = argument::attachments)] attachments: bool,
        #[pyo3(from_py_with = argument::decode_all)] decode_all: bool,
        #[pyo3(from_py_with = argument::keep_dkim)] keep_dkim: bool,
        #[pyo3(from_py_with = argument::break_signatures)] break_signatures: bool,
        #[pyo3(from_py_with = argument::strict)] strict: bool,
        #[pyo3(from_py_with = argument::doubtful)] doubtful: &str,
        #[pyo3(from_py_with = argument::lossy)] lossy: bool,
        #[pyo3(from_py_with = argument::logical_order)] logical_order: bool,
        #[pyo3(from_py_with = argument::fallback_charset)] fallback_charset: Option<&str>,
        charsets: Option<&Bound<'_, PyAny>>,
        rules: Option<&Rules>,
        #[pyo3(from_py_with = argument::limit_message)] limit_message: Option<i64>,
    ) -> PyResult<Self> {
        let charsets = charsets.map_or_else(|| Ok(BTreeMap::new()), pairs)?;
        let mut policy = mailutf::Policy::default();
        for (name, word) in [("headers", headers), ("bodies", bodies), ("doubtful", doubtful)] {
            choose(&mut policy, name, word)?;
        }
        let switches = [
            ("attachments", attachments),
            ("decode-all", decode_all),
            ("keep-dkim", keep_dkim),
            ("break-signatures", break_signatures),
            ("strict", strict),
            ("lossy", lossy),
            ("logical-order", logical_order),
        ];
        for (name, on) in switches {
            let choice = choices::named(name).ok_or_else(|| Mistake::NoChoice(name.to_owned()));
            choice.and_then(|choice| choice.turn(&mut policy, on)).map_err(|mistake| raised(&mistake))?;
        }
        if let Some(label) = fallback_charset {
            choose(&mut policy, "fallback-charset", label)?;
        }
        for (declared, real) in &charsets {
            policy.rules.overrule(declared.as_bytes(), charset(real)?);
        }
        let rules = rules.cloned();
        if let Some(rules) = &rules {
            policy.rules = std::mem::take(&mut policy.rules).followed_by(rules.get().clone());
        }
        if let Some(octets) = limit_message {
            policy.limits.message = usize::try_from(octets)
                .map_err(|_| PyValueError::new_err("limit_message: a number of octets cannot be negative"))?;
        }
        Ok(Self::of(policy, charsets, rules))
    }

    pub(crate) fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let keywords = self.keywords(py)?;
        let keywords = keywords.iter().map(|(name, value)| Ok(format!("{name}={}", value.repr()?)));
        Ok(format!("Policy({})", keywords.collect::<PyResult<Vec<String>>>()?.join(", ")))
    }

    pub(crate) fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        Ok(self.__repr__(py)? == other.__repr__(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.__repr__(py)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.keywords(py)?))
    }
}

/// Returns the items of a mapping or of an iterable of pairs.
fn pairs(charsets: &Bound<'_, PyAny>) -> PyResult<BTreeMap<String, String>> {
    let found = charsets.py().get_type::<PyDict>().call1((charsets,)).and_then(|pairs| pairs.extract());
    found.map_err(|_| {
        PyTypeError::new_err("charsets: a dict is needed, of declared charsets and the real ones, all str")
    })
}

/// Returns the charset of a label, or raises LookupError.
pub(crate) fn charset(label: &str) -> PyResult<Charset> {
    Charset::for_name(label).ok_or_else(|| unknown(label))
}

/// Returns the exception for a label that names no charset.
pub(crate) fn unknown(label: &str) -> PyErr {
    PyLookupError::new_err(format!("unknown charset: {label:?}"))
}

/// Sets the choice called `name` in `policy`.
fn choose(policy: &mut mailutf::Policy, name: &str, value: &str) -> PyResult<()> {
    policy.choose(name, value).map_err(|mistake| raised(&mistake))
}

fn raised(mistake: &Mistake) -> PyErr {
    match mistake {
        Mistake::UnknownCharset(name) => unknown(name),
        mistake => PyValueError::new_err(mistake.to_string()),
    }
}

/// Returns the value that the word `wanted` chooses.
pub(crate) fn choice<T: Copy>(name: &str, wanted: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let found = choices.iter().find(|(choice, _)| *choice == wanted).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let all: Vec<String> = choices.iter().map(|(choice, _)| format!("'{choice}'")).collect();
        PyValueError::new_err(format!("{name}: unknown choice '{wanted}'; choose one of {}", all.join(", ")))
    })
}
