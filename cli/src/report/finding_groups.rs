//! Counts equal findings. Two findings are equal if they are of the same kind and have the same sentence, apart
//! from the place that the sentence names.

use crate::terminal::Escaped;
use mailutf::finding::Hypothesis;
use mailutf::{Code, Detail, Finding};
use std::cmp::Reverse;
use std::collections::HashMap;

/// The maximum number of groups that are kept. A maximum is needed because findings quote labels: senders choose
/// labels, so the number of different sentences is unlimited.
const GROUPS: usize = 500;

/// The maximum number of groups that are listed individually.
const LISTED: usize = 10;

/// The maximum number of messages that are named for each group.
const NAMED: usize = 3;

/// The findings of a run, in groups. They need memory for at most [`GROUPS`] groups.
#[derive(Debug)]
pub(crate) struct FindingGroups {
    /// The number of further findings that can be printed immediately.
    room: usize,
    groups: HashMap<(Code, String), Group>,
    /// For each code, the number of findings that are in no group because there are too many groups, and the name
    /// of the message with the first of these findings.
    others: HashMap<Code, (u64, String)>,
}

#[derive(Debug, Default)]
struct Group {
    /// The number of groups that were created before this group.
    number: usize,
    findings: u64,
    /// The number of messages with a finding of this group.
    messages: u64,
    /// The names of the first [`NAMED`] messages with a finding of this group.
    named: Vec<String>,
    last: String,
    /// The number of findings that were printed immediately.
    printed: u64,
}

impl FindingGroups {
    /// Creates an empty collection. `room` is the number of findings that can be printed immediately.
    pub(crate) fn new(room: usize) -> Self {
        Self { room, groups: HashMap::new(), others: HashMap::new() }
    }

    /// Counts a finding in the message called `message`. Returns whether the finding is to be printed immediately.
    /// The result is true if there is room, and if no earlier message has a finding of the same group.
    pub(crate) fn add(&mut self, finding: &Finding, message: &str) -> bool {
        let key = (finding.code, sentence_anywhere(finding));
        let number = self.groups.len();
        if number >= GROUPS && !self.groups.contains_key(&key) {
            self.others.entry(finding.code).or_insert_with(|| (0, message.to_owned())).0 += 1;
            return false;
        }
        let group = self.groups.entry(key).or_insert_with(|| Group { number, ..Group::default() });
        group.add(message);
        let is_printed = self.room > 0 && group.messages == 1;
        self.room -= usize::from(is_printed);
        group.printed += u64::from(is_printed);
        is_printed
    }

    /// Returns the code of the most severe finding.
    pub(crate) fn worst(&self) -> Option<Code> {
        let codes = self.groups.keys().map(|(code, _)| *code).chain(self.others.keys().copied());
        codes.max_by_key(|code| (code.severity(), *code))
    }

    /// Returns a line for each group with findings that were not printed. The most severe groups come first; among
    /// equally severe groups, the largest comes first. If there are too many groups, the findings of the other
    /// groups are counted by code.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut groups: Vec<_> =
            self.groups.iter().filter(|(_, group)| group.findings > group.printed).collect();
        groups.sort_by_key(|((code, _), group)| (Reverse((code.severity(), group.findings)), group.number));
        let (listed, rest) = groups.split_at(LISTED.min(groups.len()));
        let mut lines: Vec<String> =
            listed.iter().map(|((code, about), group)| group.line(*code, about)).collect();
        let mut others = self.others.clone();
        for ((code, _), group) in rest {
            let first = group.named.first().cloned().unwrap_or_default();
            others.entry(*code).or_insert((0, first)).0 += group.findings;
        }
        let mut others: Vec<_> = others.into_iter().collect();
        others.sort_by_key(|(code, _)| (Reverse(code.severity()), *code));
        lines.extend(
            others.into_iter().map(|(code, (count, first))| {
                format!("{count} × {code}, first in {first}: {}", code.meaning())
            }),
        );
        lines
    }
}

impl Group {
    fn add(&mut self, message: &str) {
        self.findings += 1;
        if self.last == message {
            return;
        }
        self.messages += 1;
        message.clone_into(&mut self.last);
        if self.named.len() < NAMED {
            self.named.push(message.to_owned());
        }
    }

    fn line(&self, code: Code, about: &str) -> String {
        let more = self.messages.saturating_sub(self.named.len() as u64);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{} × {code}: {about}: {}{more}", self.findings, self.named.join(", "))
    }
}

/// Returns the sentence of a finding without the details that differ from text to text, such as the place in the
/// text. The sentence is escaped for a terminal.
fn sentence_anywhere(finding: &Finding) -> String {
    let sentence = match &finding.detail {
        Detail::None | Detail::Lines(_) | Detail::Words(_) | Detail::SurrogatePairs { .. } => {
            finding.code.meaning().trim_end_matches('.').to_owned()
        }
        Detail::Mixed { charset, .. } => format!("{charset}, but some lines are UTF-8"),
        Detail::Characters { first, .. } => format!("U+{:04X}", u32::from(*first)),
        Detail::IllFormed { charset, first, .. } => {
            format!("ill-formed in {charset}: {}", first.kind.meaning())
        }
        Detail::Unresolved { charset: Some(charset), malformed: Some(malformed), label_fits, .. } => {
            let valid =
                if *label_fits { format!("valid {charset}, but suspicious:") } else { format!("{charset}:") };
            format!("{valid} {}", malformed.kind.meaning())
        }
        Detail::Doubtful { label: Some(label), likely: Hypothesis::In(likely), .. } => {
            format!("labelled {}, but very likely {likely}", label.name())
        }
        Detail::Doubtful { charset, likely, .. } if finding.code == Code::TextGarbled => {
            format!("valid {charset}, but very likely garbled: {likely}")
        }
        Detail::Doubtful { charset, likely, .. } => format!("valid {charset}, but very likely {likely}"),
        Detail::Damage(repair, _) => repair.to_string(),
        detail => detail.to_string(),
    };
    Escaped(sentence.as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailutf::Span;

    fn finding(code: Code, detail: &str) -> Finding {
        Finding::new(code, Span::new(0, 1), Detail::Sentence(detail.to_owned().into()))
    }

    #[test]
    fn three_messages_of_a_group_are_named_and_the_others_counted() {
        let mut groups = FindingGroups::new(3);
        let at_once = ["a", "a", "b", "c", "d", "e"]
            .map(|message| groups.add(&finding(Code::LabelUnknown, "x"), message));
        assert_eq!(at_once, [true, true, false, false, false, false]);
        groups.add(&finding(Code::TextBinary, "y"), "f");
        groups.add(&finding(Code::TextBinary, "z"), "g");
        assert_eq!(groups.lines(), ["1 × text-binary: z: g", "6 × label-unknown: x: a, b, c and 2 more"]);
        assert_eq!(groups.worst(), Some(Code::TextBinary));
    }

    #[test]
    fn memory_is_bounded_and_nothing_is_left_out() {
        let mut groups = FindingGroups::new(0);
        let all = 3 * GROUPS as u64;
        for n in 0..all {
            groups.add(&finding(Code::LabelUnknown, &n.to_string()), "a");
        }
        assert_eq!(groups.groups.len(), GROUPS);
        let lines = groups.lines();
        assert_eq!(lines.len(), LISTED + 1);
        let counts = lines.iter().filter_map(|line| line.split(' ').next()?.parse::<u64>().ok());
        assert_eq!(counts.sum::<u64>(), all);
    }

    #[test]
    fn texts_that_differ_only_in_their_place_are_equal() {
        let findings = [&b""[..], b"X: y\n"].map(|more| {
            let message = [more, b"Content-Type: text/plain; charset=utf-8\n\n", more, b"\xC3\xA9 \xFF\n"];
            mailutf::normalize(&message.concat()).findings().to_vec()
        });
        let mut groups = FindingGroups::new(0);
        for finding in findings.iter().flatten() {
            groups.add(finding, "a");
        }
        assert_eq!(groups.groups.len(), 1, "{groups:?}");
    }
}
