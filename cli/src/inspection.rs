//! Inspects one message: its parts, how each part is read, its findings, and the changes that a conversion would
//! make.
//!
//! The message is read as the normalizer reads it, so that the text shown is the text that would be written.
//! Inspection takes linear time, apart from a binary search among the edits and the findings for each field.

pub(crate) mod holds_mail;
pub(crate) mod selecting_option;

use crate::input::{self, FileEntry, name};
use mailutf::charset::{Charset, Label};
use mailutf::edit::{self, Edit, Reason};
use mailutf::internal::{
    FieldKind, MessageEnds, check_separators, field_kind, findings_of_texts, normalize_texts, parameterized,
};
use mailutf::mailbox::batch::Entry;
use mailutf::mailbox::mbox::Unquoted;
use mailutf::structure::{Field, Part, PartKind, Structure};
use mailutf::text::alternatives::{self, Hypothesis, alternatives};
use mailutf::text::word_alternatives::word_alternatives;
use mailutf::text::{Confidence, Context, DecodedText, MessageTexts, Unreadable, Unresolved};
use mailutf::{Code, Finding, Limits, Plan, Policy, Span, header};
use selecting_option::selecting_option;
use std::borrow::Cow;
use std::collections::HashSet;
use std::iter;

/// The number of octets shown before an ill-formed octet, and the number of octets shown from the ill-formed octet
/// on.
const AROUND: (usize, usize) = (10, 30);

/// The maximum number of characters of a text that are shown.
const START: usize = 200;

/// The maximum size in octets of a body for which alternative readings are sought. Larger bodies would need too much
/// memory, because several readings are in memory at once.
const READ_AGAIN: usize = 1 << 20;

/// An inspected message.
pub(crate) struct Inspection<'a> {
    pub(crate) message: MessageTexts<'a>,
    pub(crate) plan: Plan<'a>,
    /// The inspected parts, in the order of the message.
    pub(crate) parts: Vec<PartInspection>,
}

/// An inspected part.
#[derive(Default)]
pub(crate) struct PartInspection {
    /// The number of the part in IMAP (RFC 3501 section 6.4.5).
    pub(crate) path: String,
    /// The charset label that the part declares.
    pub(crate) label: Option<Vec<u8>>,
    /// The charset of the text and the evidence for it, or the reason why the text cannot be read; `None` if the
    /// part is not text.
    pub(crate) charset: Option<Result<(Charset, Confidence), Unreadable>>,
    /// The reason why the content of an attachment, or of another part that is not text, may be incomplete.
    pub(crate) damage: Option<Unreadable>,
    /// A line of the text, if possible one with letters beyond ASCII. If the text cannot be read, this field contains
    /// the octets around the first octet that cannot be read.
    pub(crate) sample: Vec<u8>,
    /// Alternative readings of the text, or of the encoded words in the header of the part.
    pub(crate) alternatives: Vec<Alternative>,
    /// The header fields whose text changes.
    pub(crate) fields: Vec<ChangedField>,
    pub(crate) findings: Vec<Finding>,
}

impl PartInspection {
    /// Begins the inspection of a part. The text of the part is read later.
    fn of(message: &MessageTexts<'_>, index: usize) -> Self {
        let is_text = message.parts().get(index).is_some_and(|part| part.kind == PartKind::Text);
        let label = if is_text { message.label(index).map(|label| label.into_owned()) } else { None };
        Self { path: message.structure().path(index), label, ..Self::default() }
    }

    /// Records how the text of the body was read. `octets` are the octets of the body without transfer encoding, or
    /// `None` if the plan has not read the body.
    fn read(
        &mut self,
        message: &MessageTexts<'_>,
        part: &Part,
        octets: Option<&[u8]>,
        text: Result<&DecodedText<'_>, &Unreadable>,
    ) {
        let decode = || Some(part.transfer?.decode(part.body.slice(message.input())).octets);
        let octets = octets.map(Cow::Borrowed).or_else(decode);
        let octets = octets.as_deref();
        let html = part.media_type == "text/html";
        self.sample = match text {
            Ok(text) => line_of(&text.text, html).into_bytes(),
            Err(Unreadable::Binary(_)) => return,
            Err(Unreadable::Text(Unresolved { malformed: Some(malformed), .. })) => {
                octets.map_or(Vec::new(), |octets| around(octets, malformed.offset).to_vec())
            }
            Err(_) => Vec::new(),
        };
        let may_differ = text.is_ok() || text.is_err_and(Unreadable::is_about_charset);
        if let (Some(octets), ..=READ_AGAIN, true) = (octets, part.body.len(), may_differ) {
            let is_sure = text.is_ok_and(|text| text.confidence < Confidence::Fallback);
            let obeys_fallback = !is_sure && !message.policy().strict;
            let doubt = match text {
                Err(Unreadable::Text(unresolved)) => unresolved.doubt,
                _ => None,
            };
            // The doubtful label is that of the document, if the header names no charset.
            let doubted = doubt.and_then(|doubt| doubt.label).map(|label| label.name().as_bytes());
            let names_charset = |label: &&[u8]| Label::read(label).is_some();
            let label = self.label.as_deref().filter(names_charset).or(doubted).or(self.label.as_deref());
            let others = alternatives(octets, text.map_err(|_| doubt))
                .into_iter()
                .map(|other| Alternative::new(other, label, obeys_fallback, html));
            self.alternatives = others.filter(|other| other.line.as_bytes() != self.sample).collect();
        }
        self.charset = Some(text.map(|text| (text.charset, text.confidence)).map_err(Unreadable::clone));
    }
}

/// An alternative reading of a text.
pub(crate) struct Alternative {
    pub(crate) hypothesis: Hypothesis,
    /// The option of the program that selects this reading.
    pub(crate) option: Option<String>,
    /// A line of the text in that reading.
    pub(crate) line: String,
}

impl Alternative {
    fn new(other: alternatives::Alternative, label: Option<&[u8]>, obeys_fallback: bool, html: bool) -> Self {
        let alternatives::Alternative { hypothesis, text, .. } = other;
        Self {
            hypothesis,
            option: selecting_option(hypothesis, label, obeys_fallback),
            line: line_of(&text, html),
        }
    }
}

/// A header field before and after the conversion.
pub(crate) struct ChangedField {
    /// The offset of the field in the message.
    pub(crate) offset: usize,
    pub(crate) name: Vec<u8>,
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

impl<'a> Inspection<'a> {
    /// Inspects the message of `entry`, whose text is `text`, by `policy`. The text of each body is decoded only once,
    /// while the message is planned.
    pub(crate) fn at(entry: &Entry<'_>, text: &'a Unquoted<'_>, policy: &'a Policy) -> Self {
        let message = MessageTexts::parse(text.octets(), policy);
        let mut parts: Vec<_> =
            (0..message.parts().len()).map(|index| PartInspection::of(&message, index)).collect();
        let plan = plan_and_texts(&message, |index, octets, text| {
            if let Some((inspected, part)) = parts.get_mut(index).zip(message.parts().get(index)) {
                inspected.read(&message, part, octets, text);
            }
        });
        let plan = check_separators(&MessageEnds::of(entry, text), plan);
        for finding in findings_of_texts(&plan, policy) {
            if let Some(inspected) = parts.get_mut(finding.part) {
                inspected.findings.push(finding);
            }
        }
        for (index, (inspected, part)) in parts.iter_mut().zip(message.parts()).enumerate() {
            inspected.findings.sort_by_key(|finding| finding.span);
            if part.is_file() {
                inspected.damage = message.content(index).and_then(|content| content.damage);
            }
            let inside = message.field_blocks(index);
            let fields = part.header.fields.iter().chain(inside.iter().flat_map(|block| &block.fields));
            inspected.fields = fields.filter_map(|field| changed(&plan, field)).collect();
        }
        let mut inspection = Self { message, plan, parts };
        inspection.of_headers(policy);
        inspection
    }

    /// Finds alternative readings of the encoded words in headers. If a body already has alternative readings,
    /// encoded words with the label of the body are left out.
    fn of_headers(&mut self, policy: &Policy) {
        let others = self.parts.iter().filter(|inspected| !inspected.alternatives.is_empty());
        let mut labels: HashSet<Label> =
            others.filter_map(|inspected| Label::read(inspected.label.as_deref()?)).collect();
        for (part, inspected) in self.message.parts().iter().zip(&mut self.parts) {
            let findings = &inspected.findings;
            let doubtful: Vec<usize> = findings
                .iter()
                .filter(|finding| matches!(finding.code, Code::LabelDoubtful | Code::TextGarbled))
                .map(|finding| finding.span.start)
                .collect();
            // Findings are in the order of their offsets. The offsets in `doubtful` are therefore sorted, and a
            // binary search can find an offset.
            let is_doubtful = |field: &Field| {
                let first = doubtful.partition_point(|at| *at < field.span.start);
                doubtful.get(first).is_some_and(|at| *at < field.span.end)
            };
            let fields = part.header.fields.iter();
            let fields = fields.filter(|field| after(&self.plan, field).is_some() || is_doubtful(field));
            let context = self.message.context().with_policy(policy);
            for words in word_alternatives(self.message.input(), fields, &context) {
                if !words.alternatives.is_empty() && labels.insert(words.label) {
                    let others = words.alternatives.into_iter();
                    inspected.alternatives.extend(
                        others.map(|other| Alternative::new(other, Some(words.written), false, false)),
                    );
                }
            }
        }
    }

    /// Returns the decoded body of the first field called `name` in the header of the message.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        let (body, context) = field_bodies(&self.message, &self.plan, name).next()?;
        Some(header::decode_in(&body, &context).into_owned())
    }

    /// Returns the Message-ID, which is empty if the message has none.
    pub(crate) fn message_id(&self) -> &[u8] {
        self.message.structure().message_id(self.message.input())
    }
}

/// Plans the normalization of a message, and calls `show` for each text part. The arguments of `show` are the index
/// of the part, the octets of its body without transfer encoding if the plan has decoded them, and its text. Each
/// text is decoded only once.
pub(crate) fn plan_and_texts<'a>(
    message: &MessageTexts<'a>,
    mut show: impl FnMut(usize, Option<&[u8]>, Result<&DecodedText<'_>, &Unreadable>),
) -> Plan<'a> {
    let mut shown = HashSet::new();
    let plan = normalize_texts(message, &mut |body| {
        shown.insert(body.part);
        show(body.part, Some(body.octets), body.text);
    });
    // The plan does not read bodies that stay unchanged, so these bodies are read here.
    for (index, part) in message.parts().iter().enumerate() {
        if part.kind == PartKind::Text && !shown.contains(&index) {
            show(index, None, message.text(index).as_ref());
        }
    }
    plan
}

/// Whether a file may be mail. A file may be mail if it has a header field, or if it is empty, or if it starts with a
/// blank line. Such a blank line ends an empty header.
pub(crate) fn is_mail(octets: &[u8]) -> bool {
    // The structure of one part is enough, because only the first header is needed.
    let structure = Structure::parse(octets, &Limits::default().with_parts(1));
    let Some(block) = structure.parts.first().map(|part| &part.header) else { return false };
    octets.is_empty() || block.terminated && block.malformed.is_empty() || !block.fields.is_empty()
}

/// Describes the place of a message (its file, number, offset and Message-ID), and of its part `part`.
pub(crate) fn place(entry: &FileEntry<'_>, message: &MessageTexts<'_>, part: &str) -> String {
    let id = || message.structure().message_id(message.input());
    input::place(
        name(entry.path),
        entry.is_one_of_several().then(|| (entry.ordinal, entry.offset(), id())),
        part,
    )
}

/// Returns the bodies of the fields called `name` in the header of the message, each with the context for decoding
/// it. Where the plan changes text to UTF-8, the body has the changed text.
pub(crate) fn field_bodies<'m>(
    message: &'m MessageTexts<'_>,
    plan: &Plan<'m>,
    name: &str,
) -> impl Iterator<Item = (Cow<'m, [u8]>, Context<'m>)> {
    let fields = message.parts().first().map_or(&[][..], |root| &root.header.fields);
    let named = fields.iter().filter(|field| field.is(message.input(), name));
    named.map(|field| (decoded_body(plan, field), message.field_context(0, field)))
}

/// Returns a field on one line. Its text is in UTF-8 as far as it can be read in `context`. `plan` must be a plan
/// that also changes headers.
pub(crate) fn field_line(plan: &Plan<'_>, field: &Field, context: &Context<'_>) -> String {
    let name = String::from_utf8_lossy(field.name.slice(plan.input()));
    let kind = field_kind(name.as_bytes());
    let body = match kind {
        // A word that the plan leaves may belong to words that it decodes, so all of them are decoded here.
        FieldKind::Unstructured => Cow::Borrowed(field.body.slice(plan.input())),
        _ => decoded_body(plan, field),
    };
    let is_plain = kind == FieldKind::Parameters;
    let body = if is_plain { plain_parameters(&body, context) } else { Cow::Borrowed(&*body) };
    let body =
        if kind != FieldKind::Unstructured && body.is_ascii() && memchr::memmem::find(&body, b"=?").is_none()
        {
            String::from_utf8_lossy(&unfolded(&body)).into_owned()
        } else {
            // Decoded text may contain characters that must not be written into a field, such as a line end. Here the
            // text is only shown, so blanks take the place of these characters.
            header::decode_in(&body, context).replace(|c: char| c.is_control() && c != '\t', " ")
        };
    format!("{name}: {}\n", body.trim())
}

/// Returns a field body whose parameters are written as plain text. A parameter that names a language (RFC 2231
/// section 4) must be made plain here, because the plan leaves it in percent escapes even if it is UTF-8.
fn plain_parameters<'b>(body: &'b [u8], context: &Context<'_>) -> Cow<'b, [u8]> {
    if memchr::memmem::find(body, b"*=").is_none() {
        return Cow::Borrowed(body);
    }
    let parameters = parameterized(body, Span::new(0, body.len()), Limits::default().parameters).parameters;
    let extended = parameters.iter().filter(|parameter| parameter.extended && parameter.section.is_none());
    let edits: Vec<Edit> = extended
        .filter_map(|parameter| {
            let name = String::from_utf8_lossy(parameter.name.slice(body));
            let text = header::parameter_in(parameter.span.slice(body), &name, context)?;
            if text.as_bytes() == parameter.content.slice(body) {
                // The parameter could not be decoded, so it stays as it is.
                return None;
            }
            let text = text.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
            Some(Edit::new(parameter.span, format!("{name}=\"{text}\""), Reason::Parameter))
        })
        .collect();
    Cow::Owned(edit::apply(body, Span::new(0, body.len()), &edits))
}

/// Returns the octets around `at`, without incomplete UTF-8 characters at either end.
fn around(octets: &[u8], at: usize) -> &[u8] {
    let (mut start, mut end) = (at.saturating_sub(AROUND.0), (at + AROUND.1).min(octets.len()));
    let is_within = |at: usize| octets.get(at).is_some_and(|octet| octet & 0xC0 == 0x80);
    while start < at && is_within(start) {
        start += 1;
    }
    while end > at + 1 && is_within(end) {
        end -= 1;
    }
    Span::new(start, end).slice(octets)
}

/// Returns a line of the text, from which a person sees how the text was read. If the text is HTML, the line has no
/// tags.
pub(crate) fn line_of(text: &str, html: bool) -> String {
    let shown = |line: &str| {
        let pieces: Box<dyn Iterator<Item = &str>> =
            if html { Box::new(outside_tags(line)) } else { Box::new(iter::once(line)) };
        let words = pieces.flat_map(str::split_whitespace);
        let spaced =
            words.enumerate().flat_map(|(at, word)| (at > 0).then_some(' ').into_iter().chain(word.chars()));
        spaced.take(START).collect::<String>()
    };
    let line = match beyond_ascii(text) {
        Some(at) => {
            let (before, behind) = text.split_at_checked(at).unwrap_or((text, ""));
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let end = behind.find('\n').map_or(text.len(), |end| at + end);
            // Only the start of the line is shown. If the first character beyond ASCII is far into the line, the
            // line is shown from this character on.
            let start = if at - start > START / 2 { at } else { start };
            text.get(start..end).unwrap_or_default()
        }
        None => return text.lines().map(shown).find(|line| !line.is_empty()).unwrap_or_default(),
    };
    shown(line)
}

/// Returns the offset of the first character that is neither US-ASCII nor a byte order mark.
fn beyond_ascii(text: &str) -> Option<usize> {
    const PIECE: usize = 64;
    let pieces = text.as_bytes().chunks(PIECE).enumerate().filter(|(_, piece)| !piece.is_ascii());
    let mut starts = pieces.flat_map(|(number, piece)| {
        let octets = piece.iter().enumerate().filter(|(_, octet)| **octet >= 0xC0);
        octets.map(move |(at, _)| number * PIECE + at)
    });
    starts.find(|at| !text.get(*at..).unwrap_or_default().starts_with('\u{feff}'))
}

/// Returns the pieces of text outside tags in a line of HTML. A tag may span several lines.
fn outside_tags(line: &str) -> impl Iterator<Item = &str> {
    line.split('<').enumerate().filter_map(|(number, piece)| match piece.rsplit_once('>') {
        Some((_, text)) => Some(text),
        None => Some(piece).filter(|_| number == 0),
    })
}

/// Returns the field before and after the conversion, if its text changes.
fn changed(plan: &Plan<'_>, field: &Field) -> Option<ChangedField> {
    let after = after(plan, field)?;
    Some(ChangedField {
        offset: field.span.start,
        name: field.name.slice(plan.input()).to_vec(),
        before: unfolded(field.body.slice(plan.input())),
        after: unfolded(&after),
    })
}

/// Returns the body of the field. Where the plan changes text to UTF-8, the body has the changed text.
fn decoded_body<'a>(plan: &Plan<'a>, field: &Field) -> Cow<'a, [u8]> {
    after(plan, field).map_or_else(|| Cow::Borrowed(field.body.slice(plan.input())), Cow::Owned)
}

/// Returns the body of the field after the changes that the plan makes to its text, or `None` if the plan does not
/// change the text.
fn after(plan: &Plan<'_>, field: &Field) -> Option<Vec<u8>> {
    let edits = edit::within(plan.edits(), field.body).iter();
    let text = |edit: &&Edit| matches!(edit.reason, Reason::Header | Reason::Parameter);
    let edits: Vec<Edit> = edits.filter(text).cloned().collect();
    (!edits.is_empty()).then(|| edit::apply(plan.input(), field.body, &edits))
}

/// Returns a field body on one line, without line ends (RFC 5322 section 2.2.3).
fn unfolded(body: &[u8]) -> Vec<u8> {
    body.trim_ascii().iter().copied().filter(|octet| !matches!(octet, b'\r' | b'\n')).collect()
}
