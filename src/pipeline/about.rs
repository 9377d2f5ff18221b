//! What a report says of a message beside its findings, so that a person groups the rows by sender, list or day. Linear in the
//! message, which is read again only if [`Pipeline::about`](super::Pipeline::about) asks for it.

use crate::finding::{Detail, Finding};
use crate::header::decode_in;
use crate::learn::{Group, groups};
use crate::policy::Policy;
use crate::selection::Day;
use crate::structure::Structure;
use crate::syntax::date::DateTime;
use crate::text::MessageTexts;
use std::borrow::Cow;

/// The characters of a subject and of a sample, and those of a sample that may stand before its first beyond US-ASCII.
const CHARACTERS: usize = 80;
const BEFORE: usize = 20;

/// The octets of a body beyond which it is not read again for a sample.
const SAMPLED: usize = 1 << 20;

/// The octets of a field beyond which there is no sample of it.
const FIELD: usize = 4096;

/// Who wrote a message, when, and what about. Nothing of it is fit for a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// The address of the first author, or else that in Sender, in lower case.
    pub sender: Option<Vec<u8>>,
    /// The identifier in List-Id, in lower case.
    pub list: Option<Vec<u8>>,
    /// The day of Date, as it is written; `None` if it cannot be read.
    pub day: Option<Day>,
    /// The subject, decoded and cut to 80 characters; what cannot be decoded stays as it is written.
    pub subject: String,
    /// Some of the text that the first finding on a text is about, or else of the first body; at most 80 characters of one line. A
    /// text that stays because its label is doubtful is read as it is labelled.
    pub sample: String,
}

impl About {
    /// About the message in `input`, of which a plan has these findings.
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
        // What is longer is no text, but the message.
        false if finding.span.len() > FIELD => String::new(),
        false => excerpt(&String::from_utf8_lossy(finding.span.slice(texts.input()))),
    }
}

/// Some of the text of a body; empty if it cannot be read.
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

/// The part of a text around its first character beyond US-ASCII, on one line.
fn excerpt(text: &str) -> String {
    let is_beyond = |line: &&str| !line.is_ascii();
    let line = text.lines().find(is_beyond).or_else(|| text.lines().find(|line| !line.trim().is_empty()));
    let line = line.unwrap_or_default();
    let first = line.chars().position(|c| !c.is_ascii()).unwrap_or_default();
    let from = if first < CHARACTERS { 0 } else { first - BEFORE };
    line.chars().skip(from).take(CHARACTERS).collect::<String>().trim().to_owned()
}
