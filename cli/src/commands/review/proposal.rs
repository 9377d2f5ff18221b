//! Groups of doubtful texts as rules that are proposed.

use crate::terminal::escape::{Escaped, cut};
use mailutf::census::{DeclaredLabel, DoubtGroup, DoubtSample, Doubts};
use mailutf::finding::Hypothesis;
use mailutf::learn::Group;
use std::fmt::Write as _;

/// The columns of a sample.
const COLUMNS: usize = 100;

/// A group, and the years to which a decision is limited.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) group: DoubtGroup,
    pub(super) years: Option<(u16, u16)>,
}

/// The groups about which a rule can be written, the one that settles most texts first.
#[derive(Debug)]
pub(super) struct Proposals {
    pub(super) all: Vec<Proposal>,
    /// The number of texts in other groups: a rule has no name for their sender.
    unnamed: u64,
}

impl Proposals {
    pub(super) fn of(doubts: &Doubts) -> Self {
        let is_named =
            |group: &DoubtGroup| group.name.as_deref().is_some_and(|name| std::str::from_utf8(name).is_ok());
        let (named, unnamed): (Vec<_>, Vec<_>) = doubts.groups().into_iter().partition(is_named);
        Self {
            all: named.into_iter().map(|group| Proposal { group, years: None }).collect(),
            unnamed: unnamed.iter().map(|group| group.texts).sum(),
        }
    }

    /// How many texts and groups there are.
    pub(super) fn summary(&self) -> String {
        let texts = self.all.iter().map(|proposal| proposal.group.texts).sum();
        let agreed = self.all.iter().filter(|proposal| proposal.group.texts == proposal.group.all).count();
        let mut summary = format!(
            "{} in {}; in {agreed} of them all texts agree",
            counted(texts, "doubtful text"),
            counted(self.all.len() as u64, "group"),
        );
        if self.unnamed > 0 {
            let _ = write!(summary, "; {} without a sender", counted(self.unnamed, "more text"));
        }
        summary
    }

    /// A file in which each proposal is a comment.
    pub(super) fn commented(&self, doubts: &Doubts) -> String {
        let messages = counted(doubts.messages(), "message");
        let mut text = format!(
            "# Proposals of `mailutf review` for {messages}: {}.\n# Remove the `#` before the lines of a rule to accept it.\n\
             version = 1\n",
            self.summary(),
        );
        for proposal in &self.all {
            let _ = write!(text, "\n# {}\n", proposal.title());
            for sample in &proposal.group.samples {
                let [label, likely] = lines(sample);
                let _ = writeln!(text, "#   {label}");
                if proposal.group.likely.is_some() {
                    let _ = writeln!(text, "#   {likely}");
                }
            }
            let read = proposal.likely().unwrap_or_else(|| "label".to_owned());
            proposal.rule(&read).lines().for_each(|line| {
                let _ = writeln!(text, "#{line}");
            });
        }
        text
    }
}

/// A sample in both readings, a line for each.
pub(super) fn lines(sample: &DoubtSample) -> [String; 2] {
    let line = |kind: &str, text: &str| {
        let line = format!("{kind}{}", Escaped(text.as_bytes()));
        cut(&line, COLUMNS).into_owned()
    };
    [line("label:   ", &sample.labelled), line("likely:  ", &sample.likely)]
}

impl Proposal {
    /// The sender, the readings, the number of texts and the years.
    pub(super) fn title(&self) -> String {
        let group = &self.group;
        let name = Escaped(group.name.as_deref().unwrap_or_default());
        let kind = if group.group == Some(Group::List) { "list " } else { "" };
        let likely = match group.likely {
            Some(Hypothesis::In(charset)) => charset.name().to_owned(),
            Some(other) => other.to_string(),
            None => "unknown".to_owned(),
        };
        let years = match group.years {
            Some((first, last)) if first == last => format!(", {first}"),
            Some((first, last)) => format!(", {first} to {last}"),
            None => String::new(),
        };
        let of = if group.texts == group.all { String::new() } else { format!(" of {}", grouped(group.all)) };
        let why = if group.is_against_others { "; the sender's other mail is" } else { "" };
        let label = label(&group.label);
        format!(
            "{kind}{name}  {} → {likely}   {}{of}{years}{why}",
            Escaped(label.as_bytes()),
            counted(group.texts, "text")
        )
    }

    /// What `read` of the likely reading is.
    pub(super) fn likely(&self) -> Option<String> {
        match self.group.likely? {
            Hypothesis::In(charset) => Some(charset.name().to_ascii_lowercase()),
            // What was done to the text is found again in each.
            _ => Some("evidence".to_owned()),
        }
    }

    /// The rule by which the texts of the group are read as `read` says.
    pub(super) fn rule(&self, read: &str) -> String {
        let group = &self.group;
        let key = if group.group == Some(Group::List) { "list" } else { "from" };
        let name = String::from_utf8_lossy(group.name.as_deref().unwrap_or_default());
        let mut rule = format!("[[rule]]\n{key} = {}\n", quoted(&name));
        if let Some((first, last)) = self.years {
            let years = if first == last { format!("{first:04}") } else { format!("{first:04}/{last:04}") };
            let _ = writeln!(rule, "dates = {}", quoted(&years));
        }
        let _ = writeln!(rule, "label = {}\nread = {}", quoted(&label(&group.label)), quoted(read));
        rule
    }
}

/// The label as a rule names it.
fn label(label: &DeclaredLabel) -> String {
    match label {
        DeclaredLabel::Written(label) if label.is_empty() => "none".to_owned(),
        // As a rule writes them, these have another meaning.
        DeclaredLabel::Written(label) if matches!(&**label, b"none" | b"*") => "unknown".to_owned(),
        DeclaredLabel::Written(label) => {
            String::from_utf8(label.clone()).unwrap_or_else(|_| "unknown".to_owned())
        }
        _ => "none".to_owned(),
    }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            shown if shown.is_alphanumeric() || shown.is_ascii_graphic() || shown == ' ' => {
                quoted.push(shown)
            }
            // What a terminal may not show as it is, too.
            other => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(other));
            }
        }
    }
    quoted + "\""
}

/// A number and what it counts.
pub(super) fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
