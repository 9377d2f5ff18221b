//! Facts about a message. A report contains them in addition to the findings, so that a person can group the rows
//! of reports by sender, list or day. The time is linear in the message, which is read again only if
//! [`Pipeline::about`](super::Pipeline::about) is set.

use crate::finding::{Detail, Finding};
use crate::header::decode_in;
use crate::learn::{Group, groups};
use crate::policy::Policy;
use crate::selection::Day;
use crate::structure::Structure;
use crate::syntax::date::DateTime;
use crate::text::MessageTexts;
use std::borrow::Cow;

/// The maximum number of characters of a subject or a sample. If a sample does not start at the start of its line,
/// it starts [`BEFORE`] characters before the first character that is not US-ASCII.
const CHARACTERS: usize = 80;
const BEFORE: usize = 20;

/// The maximum number of octets of a body that is read again for a sample.
const SAMPLED: usize = 1 << 20;

/// The maximum number of octets of a field that gives a sample.
const FIELD: usize = 4096;

/// The author, mailing list, date and subject of a message, and a sample of its text. The values are not escaped:
/// do not write them to a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// The address of the first author, or else the address in Sender, in lower case.
    pub sender: Option<Vec<u8>>,
    /// The identifier of the mailing list, from List-Id, in lower case.
    pub list: Option<Vec<u8>>,
    /// The day in the Date field, in the sender's time zone; `None` if the date cannot be read.
    pub day: Option<Day>,
    /// The decoded subject, cut to 80 characters. Encoded words that cannot be decoded stay encoded.
    pub subject: String,
    /// A sample of a text: at most 80 characters of one line. The sample is from the first readable text. The texts
    /// that the findings are about are tried first, and then the bodies. A text that stays unchanged because its
    /// label is doubtful is read in the charset of its label.
    pub sample: String,
}

impl About {
    /// The facts about the message in `input`, whose plan has these findings.
    pub(super) fn of(
        input: &[u8],
        structure: &Structure,
        policy: &Policy,
        findings: &[(Finding, String)],
    ) -> Self {
        let Some(root) = structure.parts.first() else { return Self::default() };
        let texts = MessageTexts::new(input, Cow::Borrowed(structure), Cow::Borrowed(policy));
        let names = groups(input, &root.header);
        let named = |wanted| names.iter().find(|(group, _)| *group == wanted).map(|(_, name)| name.clone());
        let field = |name: &str| root.header.field(input, name);
        let date = field("Date").and_then(|date| DateTime::parse(date.body.slice(input)));
        let subject =
            field("Subject").map(|field| decode_in(field.body.slice(input), &texts.field_context(0, field)));
        let found = findings.iter().map(|(finding, _)| sample(&texts, finding));
        let bodies = (0..texts.parts().len()).map(|part| of_body(&texts, part, &Detail::None));
        let mut samples = found.chain(bodies);
        Self {
            sender: named(Group::Sender),
            list: named(Group::List),
            day: date.map(|date| Day::of(&date)),
            subject: subject.map(|subject| subject.chars().take(CHARACTERS).collect()).unwrap_or_default(),
            sample: samples.find(|text| !text.is_empty()).unwrap_or_default(),
        }
    }
}

/// Some of the text that a finding is about.
fn sample(texts: &MessageTexts<'_>, finding: &Finding) -> String {
    let is_of_body = texts.parts().get(finding.part).is_some_and(|part| part.body.contains(finding.span));
    match is_of_body {
        true => of_body(texts, finding.part, &finding.detail),
        // A longer span is not the text of a field: the finding is about the whole message.
        false if finding.span.len() > FIELD => String::new(),
        false => excerpt(&String::from_utf8_lossy(finding.span.slice(texts.input()))),
    }
}

/// Some of the text of a body; empty if the text cannot be read.
fn of_body(texts: &MessageTexts<'_>, part: usize, why: &Detail) -> String {
    let Some(body) = texts.parts().get(part).filter(|part| part.body.len() <= SAMPLED) else {
        return String::new();
    };
    match (texts.text(part), why) {
        (Ok(text), _) => excerpt(&text.text),
        (Err(_), Detail::Doubtful { charset, .. }) => {
            let octets = body.body.slice(texts.input());
            let decoded = body.transfer.map(|transfer| transfer.decode(octets));
            excerpt(&charset.decode(decoded.as_ref().map_or(octets, |decoded| &decoded.octets)).text)
        }
        (Err(_), _) => String::new(),
    }
}

/// At most [`CHARACTERS`] characters of one line of the text. The line is the first line that is not pure US-ASCII,
/// and the result contains its first character that is not US-ASCII. If all lines are US-ASCII, the line is the
/// first line that is not blank.
fn excerpt(text: &str) -> String {
    let is_beyond = |line: &&str| !line.is_ascii();
    let line = text.lines().find(is_beyond).or_else(|| text.lines().find(|line| !line.trim().is_empty()));
    let line = line.unwrap_or_default();
    let first = line.chars().position(|c| !c.is_ascii()).unwrap_or_default();
    let from = if first < CHARACTERS { 0 } else { first - BEFORE };
    line.chars().skip(from).take(CHARACTERS).collect::<String>().trim().to_owned()
}
