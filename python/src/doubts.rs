//! `mailutf.doubts`: finds doubtful texts. The owner of the mail has to decide how they are read.

use crate::fields::{representation, values};
use crate::interrupt::interruptible;
use crate::path::{AnyPath, os_error};
use crate::policy::Policy;
use crate::watch::Watch;
use mailutf::census::{DeclaredLabel, DoubtGroup, DoubtSample, Doubts, Origin};
use mailutf::mailbox::mail::{Files, ReadOptions};
use mailutf::message::Headers;
use mailutf::pipeline::Totals;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::borrow::Cow;
use std::path::PathBuf;

/// A group of doubtful texts that have the same label and come from the same sender, mailing list or thread. One
/// decision settles them: `rule`. `mailutf.doubts` finds the groups.
///
/// A rule for the sender and the label applies to all texts of the group, also to those that are sound. To write another
/// rule than `rule`, look at `sound` and `all`, and name each charset of `charsets`.
///
/// `Message.readings()` can have no alternatives for a doubtful text: `Message` reads doubtful text by the evidence, so the likely
/// reading can be the present one already.
///
/// >>> import mailutf
/// >>> rule = '[[rule]]\nfrom = "ivan@example.org"\nlabel = "koi8-r"\nread = ["windows-1251", "koi8-r"]\n'
/// >>> doubt = mailutf.Doubt("sender", "ivan@example.org", "koi8-r", "in windows-1251", ["windows-1251", "KOI8-R"],
/// ...     1, 5, 6, 2003, 2006, rule, [])
/// >>> mailutf.Rules("version = 1\n" + doubt.rule).unused
/// [2]
#[pyclass(frozen, get_all, module = "mailutf")]
#[derive(Debug)]
pub(crate) struct Doubt {
    /// The kind of the group: "sender", "list" or "thread": str, or None if the messages have no sender, list or thread.
    group: Option<String>,
    /// The address of the sender, or the identifier of the list or the thread, in lower case: str, or None if there is none.
    name: Option<String>,
    /// The label of the texts, in lower case: str, or None if they have no label.
    label: Option<String>,
    /// The likely reading of most of the texts, such as "in windows-1251" or "UTF-8 that was read as windows-1252 and encoded
    /// twice": str, or None if there is no likely reading.
    likely: Option<String>,
    /// The likely charsets of the texts, the most frequent first, and the charsets of the sound texts: list of str. The list is
    /// empty if there is only one charset, the one of `likely`.
    charsets: Vec<String>,
    /// The number of doubtful texts that the reading `likely` fits, or one of `charsets` if there are any: int. The subject and
    /// the body of a message are two texts. Texts that would not be doubtful alone are counted, too: short texts, and texts that
    /// are the same in both readings.
    texts: u64,
    /// The number of sound texts in the group: int. They are read in the charset of `likely` or in one of `charsets`, and
    /// nothing contradicts this. `rule` leaves them as they are. If there are `charsets`, a rule with the charset of `likely`
    /// alone destroys them.
    sound: u64,
    /// The number of texts in the group that have characters beyond US-ASCII and are not sound UTF-8: int. Garbled text counts,
    /// even if it is labelled UTF-8.
    all: u64,
    /// The first year in which a text has the reading `likely`: int, or None if no year is known.
    first_year: Option<u16>,
    /// The last year in which a text has the reading `likely`: int, or None if no year is known.
    last_year: Option<u16>,
    /// The rule that reads the texts as they likely are, in the format of `Rules`, from the line `[[rule]]` on: str. It leaves
    /// sound text as it is: if there are `charsets`, each text is read in the one that its letters show, with a probability of
    /// 90 %, or else left. Garbled text has a rule with `undo` for the wrong decodings, and with `read = "evidence"`, which also
    /// restores text of which only a part was garbled. None if `likely` is None, or if no rule can name the group: it has no name, or its name or label is
    /// not UTF-8.
    rule: Option<String>,
    /// Up to three of the doubtful texts: list of `DoubtSample`.
    samples: Vec<Py<Sample>>,
}

/// An excerpt of a doubtful text, as read by its label and in its likely reading. It begins near the first word that the two
/// readings read differently.
///
/// >>> import mailutf
/// >>> mailutf.DoubtSample(None, 0, "1@example.org", "Èâàí", "body", "Èâàí", "Иван").likely
/// 'Иван'
#[pyclass(frozen, get_all, eq, module = "mailutf", name = "DoubtSample")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sample {
    /// The file of the message: pathlib.Path, or None if it is not known.
    path: Option<PathBuf>,
    /// The number of messages before this message in its file: int.
    ordinal: u64,
    /// The Message-ID of the message, without angle brackets, as in `Message.message_id`: str. It is "" if there is none.
    message_id: String,
    /// The Subject as the message writes it, cut to 80 octets, so that the message can be found by a search: str. To decode it,
    /// use `decode_header`.
    subject: String,
    /// The kind of place that contains the text: "body", "word" (an encoded word), "raw" (a header field) or "parameter": str.
    place: String,
    /// The excerpt, as read by the label: str. If the text has no label, or does not decode in its charset, it is read as UTF-8.
    labelled: String,
    /// The excerpt in the likely reading, or "" if that reading is not known: str.
    likely: String,
}

const DOUBT: &[&str] = &[
    "group",
    "name",
    "label",
    "likely",
    "charsets",
    "texts",
    "sound",
    "all",
    "first_year",
    "last_year",
    "rule",
    "samples",
];
const SAMPLE: &[&str] = &["path", "ordinal", "message_id", "subject", "place", "labelled", "likely"];

/// Finds the doubtful texts in a file or a directory: list of `Doubt`. A decision about the first group settles the most
/// texts.
///
/// A text is doubtful if `normalize` leaves it until somebody decides. Its finding is "label-doubtful", "text-garbled",
/// "text-unresolved", "word-unresolved", "field-unresolved" or "parameter-unresolved". But binary data, damaged
/// UTF-8 and a damaged transfer encoding, which no charset makes readable, are not doubtful. Text whose charset was guessed ("label-missing",
/// "label-unknown", "label-mismatch", "field-raw") is not doubtful either: it is read and converted.
/// `Message.readings()` has other readings of it nevertheless. A label that the octets prove wrong, such as ISO-2022-JP on
/// Shift_JIS, is no doubt either: the finding "label-mismatch" counts these. A group can also have texts without a finding:
/// those that contradict nearly all other mail of their sender.
///
/// `path` is the same as for `Mailbox`. The rules of `policy` say what is already decided; texts to which a rule
/// applies are left out. Mail that cannot be read is left out, too: see `Mailbox.skipped`.
///
/// `progress` is the same as for `normalize_file`: a function that is called with the number of octets and of messages that
/// are done.
///
/// Raises OSError if `path` does not exist.
///
/// >>> import mailutf, pathlib, tempfile
/// >>> with tempfile.TemporaryDirectory() as directory:
/// ...     mail = pathlib.Path(directory, "letter.eml")
/// ...     _ = mail.write_bytes(b"From: ivan@example.org\nContent-Type: text/plain; charset=iso-8859-1\n\n"
/// ...         b"\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0\n")
/// ...     for doubt in mailutf.doubts(mail):
/// ...         print(doubt.name, doubt.label, doubt.likely, doubt.samples[0].likely)
/// ...         print(mailutf.Rules("version = 1\n" + doubt.rule).text)
/// ivan@example.org iso-8859-1 in windows-1251 Привет, мир
/// version = 1
/// [[rule]]
/// from = "ivan@example.org"
/// label = "iso-8859-1"
/// read = "windows-1251"
/// <BLANKLINE>
#[pyfunction]
#[pyo3(signature = (path, policy=None, *, progress=None))]
pub(crate) fn doubts(
    py: Python<'_>,
    path: AnyPath,
    policy: Option<&Policy>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Vec<Doubt>> {
    let watch = Watch::of(progress)?;
    let monitor = watch.monitor();
    let (path, policy) = (path.0, Policy::or_default(policy));
    let files = Files::at(&path).map_err(|error| os_error(&error))?;
    let groups = move || {
        let options = ReadOptions::default().with_limit(policy.choices().limits.message);
        let mut doubts = Doubts::default();
        for opened in files.filter_map(|file| file.and_then(|file| file.open(&options)).ok()) {
            let policy = policy.at(opened.file().inside());
            let file = Origin::default().with_file(Some(opened.file().path().clone()));
            for batch in opened.flatten() {
                if monitor.is_stopped() {
                    return Vec::new();
                }
                for entry in batch.entries() {
                    let origin = file.clone().with_offset(entry.offset()).with_ordinal(entry.ordinal);
                    doubts.add(entry.message().octets(), &origin, policy.choices());
                }
                let mut done = Totals::default();
                (done.octets, done.messages) = (batch.octets().len() as u64, batch.entries().count() as u64);
                monitor.add(&done);
            }
        }
        doubts.groups()
    };
    let groups = interruptible(py, groups, || watch.tick());
    watch.stop();
    let groups = groups?;
    groups.into_iter().map(|group| Doubt::of(py, group)).collect()
}

fn readable(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}

/// The first identifier in the body of a Message-ID field, or "" if there is none.
fn identifier(body: &[u8]) -> String {
    let field = [b"Message-ID: ", body, b"\n\n"].concat();
    Headers::parse(&field).message_id().map(Cow::into_owned).unwrap_or_default()
}

impl Doubt {
    fn of(py: Python<'_>, group: DoubtGroup) -> PyResult<Self> {
        let label = match &group.label {
            DeclaredLabel::Written(label) => Some(readable(label)),
            _ => None,
        };
        let rule = group.rule();
        let samples = group.samples.into_iter().map(|sample| Py::new(py, Sample::of(sample)));
        Ok(Self {
            group: group.group.map(|group| group.as_str().to_owned()),
            name: group.name.as_deref().map(readable),
            label,
            rule,
            likely: group.likely.map(|likely| likely.to_string()),
            charsets: group.charsets.iter().map(|charset| charset.name().to_owned()).collect(),
            texts: group.texts,
            sound: group.sound,
            all: group.all,
            first_year: group.years.map(|(first, _)| first),
            last_year: group.years.map(|(_, last)| last),
            samples: samples.collect::<PyResult<_>>()?,
        })
    }
}

impl Sample {
    fn of(sample: DoubtSample) -> Self {
        Self {
            path: sample.origin.file.map(|file| file.to_path_buf()),
            ordinal: sample.origin.ordinal,
            message_id: identifier(&sample.message_id),
            subject: sample.subject,
            place: sample.place.as_str().to_owned(),
            labelled: sample.labelled,
            likely: sample.likely,
        }
    }
}

#[pymethods]
impl Doubt {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "a parameter for each field, to pickle it")]
    fn new(
        group: Option<String>,
        name: Option<String>,
        label: Option<String>,
        likely: Option<String>,
        charsets: Vec<String>,
        texts: u64,
        sound: u64,
        all: u64,
        first_year: Option<u16>,
        last_year: Option<u16>,
        rule: Option<String>,
        samples: Vec<Py<Sample>>,
    ) -> Self {
        Self { group, name, label, likely, charsets, texts, sound, all, first_year, last_year, rule, samples }
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> PyResult<bool> {
        values(slf, DOUBT)?.eq(values(other, DOUBT)?)
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, DOUBT)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, &DOUBT[..DOUBT.len() - 2])
    }
}

#[pymethods]
impl Sample {
    #[new]
    fn new(
        path: Option<PathBuf>,
        ordinal: u64,
        message_id: String,
        subject: String,
        place: String,
        labelled: String,
        likely: String,
    ) -> Self {
        Self { path, ordinal, message_id, subject, place, labelled, likely }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, SAMPLE)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, SAMPLE)
    }
}
