//! Groups of doubtful texts, and the rules that the program proposes for them.

use crate::terminal::{Escaped, counted_grouped, cut, grouped};
use mailutf::census::{DeclaredLabel, DoubtGroup, DoubtSample, Doubts};
use mailutf::charset::Charset;
use mailutf::finding::Hypothesis;
use mailutf::learn::Group;
use mailutf::rules::{escape_label, quote};
use std::fmt::Write as _;

/// The maximum number of columns of a sample.
const COLUMNS: usize = 100;

/// A group can be accepted together with other groups if enough of its texts have the likely reading of the group: at
/// least the share `AGREEMENT` of all its texts, and at least the number `TEXTS`.
const AGREEMENT: f64 = 0.99;
const TEXTS: u64 = 5;

/// An explanation for the user: what the numbers count, and why other commands show different numbers.
pub(super) const COUNTED: &str = "These numbers count all texts that a decision applies to, even texts that \
                                  would not be doubtful on their own. `mailutf census` counts only doubtful and \
                                  unreadable texts, and `mailutf check` counts messages.";

/// A group of doubtful texts for which a rule can be written.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) group: DoubtGroup,
}

/// The decision of a rule: how the texts of a group are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The texts are read as they likely are. Sound text of the group stays.
    Likely,
    /// Each text is in one of the listed charsets.
    In(Vec<String>),
    /// Each text is in the charset of its label.
    Labelled,
    /// Each text is read in its very likely reading, if it has one.
    Evidence,
    /// The listed wrong decodings are undone. Nothing else is changed.
    Undo(Vec<String>),
}

/// The groups for which a rule can be written. The group whose rule settles the most texts comes first.
#[derive(Debug)]
pub(super) struct Proposals {
    pub(super) all: Vec<Proposal>,
    /// The number of texts in groups for which no rule can be written, because the sender or the label is not
    /// UTF-8.
    unnamed: u64,
    /// Whether there are further groups, which are shown only in a later run.
    has_more: bool,
}

impl Decision {
    /// Returns the decision that each text is in one of these charsets.
    pub(super) fn of(charsets: &[Charset]) -> Self {
        Self::In(charsets.iter().map(|charset| charset.name().to_ascii_lowercase()).collect())
    }
}

impl Proposals {
    pub(super) fn of(doubts: &Doubts) -> Self {
        let (named, unnamed): (Vec<_>, Vec<_>) =
            doubts.groups().into_iter().partition(|group| group.conditions().is_some());
        Self {
            all: named.into_iter().map(|group| Proposal { group }).collect(),
            unnamed: unnamed.iter().map(|group| group.texts).sum(),
            has_more: doubts.is_full(),
        }
    }

    /// Describes the number of texts and groups.
    pub(super) fn summary(&self) -> String {
        if self.all.is_empty() && self.unnamed == 0 {
            return "no doubtful text is left".to_owned();
        }
        let texts = self.all.iter().map(|proposal| proposal.group.texts).sum();
        let agreed = self.all.iter().filter(|proposal| proposal.group.texts == proposal.group.all).count();
        let agreed = grouped(agreed as u64);
        let mut summary = format!(
            "{} in {}; in {agreed} of the groups, all texts agree with the likely reading",
            counted_grouped(texts, "doubtful text"),
            counted_grouped(self.all.len() as u64, "group"),
        );
        if self.unnamed > 0 {
            let texts = counted_grouped(self.unnamed, "more text");
            let _ = write!(summary, "; no rule can name the sender or label of {texts}");
        }
        if self.has_more {
            summary.push_str(
                "; not all groups fit into one run: decide about these, then run the command again",
            );
        }
        summary
    }

    /// Returns a file in which each proposed rule is a comment.
    pub(super) fn commented(&self, doubts: &Doubts) -> String {
        let messages = counted_grouped(doubts.messages(), "message");
        let mut text = format!(
            "# Proposals of `mailutf review` for {messages}: {}.\n# {COUNTED}\n\
             # Remove the `#` before the lines of a rule to accept it.\nversion = 1\n",
            self.summary(),
        );
        for proposal in &self.all {
            let _ = write!(text, "\n# {}\n", proposal.title());
            for line in proposal.all_samples() {
                let _ = writeln!(text, "#   {line}");
            }
            let decision = proposal.likely().unwrap_or_else(|| {
                text.push_str("#   the charset is not known: write its name instead of `label`\n");
                Decision::Labelled
            });
            proposal.rule(&decision).lines().for_each(|line| {
                let _ = writeln!(text, "#{line}");
            });
        }
        text
    }
}

/// Returns two lines for a sample: the text in the charset of its label, and in its likely reading.
fn lines(sample: &DoubtSample) -> [String; 2] {
    let line = |kind: &str, text: &str| {
        let line = format!("{kind}{}", Escaped(text.as_bytes()));
        cut(&line, COLUMNS).into_owned()
    };
    [line("label:   ", &sample.labelled), line("likely:  ", &sample.likely)]
}

impl Proposal {
    /// Describes the group: the sender or list, the label and the likely reading, the number of texts, and the
    /// years.
    pub(super) fn title(&self) -> String {
        let group = &self.group;
        let name = Escaped(group.name.as_deref().unwrap_or_default());
        let kind = match group.group {
            Some(Group::List) => "list ",
            Some(Group::Thread) => "thread ",
            _ => "",
        };
        let likely = self.likely_words();
        let years = match group.years {
            Some((first, last)) if first == last => format!(", {first}"),
            Some((first, last)) => format!(", {first} to {last}"),
            None => String::new(),
        };
        let of = if group.texts == group.all { String::new() } else { format!(" of {}", grouped(group.all)) };
        let sound = match group.sound {
            0 => String::new(),
            sound => format!("; {} sound", grouped(sound)),
        };
        let why = if group.is_against_others {
            "; the only evidence against the label is the sender's other mail"
        } else {
            ""
        };
        let label = label(&group.label);
        format!(
            "{kind}{name}  {} → {likely}   {}{of}{sound}{years}{why}",
            Escaped(label.as_bytes()),
            counted_grouped(group.texts, "text")
        )
    }

    /// Whether the group is so clear that it can be accepted together with other groups. See `AGREEMENT`.
    pub(super) fn is_clear(&self) -> bool {
        let group = &self.group;
        let agrees = group.agreement() >= AGREEMENT && group.texts >= TEXTS;
        // If the texts are in several charsets, the sample that is shown is not enough to judge all of them.
        agrees && group.likely.is_some() && group.charsets.is_empty() && !group.is_against_others
    }

    /// Names the likely reading of the texts.
    pub(super) fn likely_words(&self) -> String {
        match self.group.likely {
            Some(Hypothesis::In(_)) if !self.group.charsets.is_empty() => {
                let names: Vec<&str> = self.group.charsets.iter().map(|charset| charset.name()).collect();
                names.join(" or ")
            }
            Some(Hypothesis::In(charset)) => charset.name().to_owned(),
            Some(_) if !self.group.undo.is_empty() => {
                format!("decoded wrongly ({})", self.group.undo.join(", "))
            }
            Some(other) => other.to_string(),
            None => "unknown".to_owned(),
        }
    }

    /// Returns the lines of a few samples: one sample for each likely charset of the group, and one sample that does
    /// not have the likely reading.
    pub(super) fn few_samples(&self) -> Vec<String> {
        self.lines_of(self.group.charsets.len().max(1), 1, false)
    }

    /// Returns the lines of all samples. Each sample follows a line that names its message.
    pub(super) fn all_samples(&self) -> Vec<String> {
        self.lines_of(usize::MAX, usize::MAX, true)
    }

    fn lines_of(&self, most: usize, most_others: usize, has_place: bool) -> Vec<String> {
        let group = &self.group;
        let mut shown = Vec::new();
        let show = |sample: &DoubtSample, shown: &mut Vec<String>| {
            if has_place {
                let file = sample.origin.file.as_deref().map(|file| file.to_string_lossy().into_owned());
                let file = Escaped(file.unwrap_or_default().as_bytes()).to_string();
                shown.push(format!("{file}  {}", Escaped(&sample.message_id)));
            }
            let [label, likely] = lines(sample);
            shown.push(label);
            shown.extend(group.likely.is_some().then_some(likely));
        };
        group.samples.iter().take(most).for_each(|sample| show(sample, &mut shown));
        if !group.others.is_empty() {
            shown.push(format!(
                "samples of the other {}:",
                counted_grouped(group.all - group.texts - group.sound, "text")
            ));
            group.others.iter().take(most_others).for_each(|sample| show(sample, &mut shown));
        }
        shown
    }

    /// Returns the decision for the likely reading of the group, if there is one.
    pub(super) fn likely(&self) -> Option<Decision> {
        self.group.likely.map(|_| Decision::Likely)
    }

    /// Returns the rule that makes this decision about the texts of the group.
    pub(super) fn rule(&self, decision: &Decision) -> String {
        let reading = match decision {
            Decision::Likely => return self.group.rule().unwrap_or_default(),
            Decision::In(charsets) => match charsets.as_slice() {
                [charset] => format!("read = {}\n", quote(charset)),
                charsets => format!("read = {}\n", array(charsets)),
            },
            Decision::Labelled => "read = \"label\"\n".to_owned(),
            Decision::Evidence => "read = \"evidence\"\n".to_owned(),
            Decision::Undo(pairs) => format!("undo = {}\n", array(pairs)),
        };
        self.conditions() + &reading
    }

    /// Returns the start of the rule, which says to which texts the rule applies.
    pub(super) fn conditions(&self) -> String {
        self.group.conditions().unwrap_or_default()
    }
}

/// Returns the label in the form in which a rule names it.
fn label(label: &DeclaredLabel) -> String {
    match declared(label) {
        b"" => "none".to_owned(),
        label => escape_label(&String::from_utf8_lossy(label)).into_owned(),
    }
}

/// Returns the label as it stands in the mail, or nothing if there is no label.
fn declared(label: &DeclaredLabel) -> &[u8] {
    match label {
        DeclaredLabel::Written(label) => label,
        _ => b"",
    }
}

/// Returns an array of basic strings of TOML.
fn array(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quote(text)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailutf::census::Origin;
    use mailutf::finding::Code;
    use mailutf::rules::Rules;
    use mailutf::{Normalizer, Policy};

    /// Names that have a meaning in a pattern, in TOML, on a terminal or in a shell, and names that could be
    /// confused with these names.
    const NAMES: [&str; 30] = [
        "*", "**", "a", "b", "*a", "a*", r"\", r"\\", r"\*", r"\a", "?", "[a]", "{a}", "[[rule]]", "#", "\"",
        "\"\"\"", "'", "<", "<a>", "<a", "a>", "\u{1}", "\u{b}", "\u{7f}", "\u{a0}", "\u{2028}", "я", "$(a)",
        "none",
    ];
    /// Labels that have a meaning in a rule, in TOML or on a terminal, and labels that could be confused with them.
    /// No two labels in the list are spellings of the same label.
    const LABELS: [&str; 14] =
        ["*", "none", "unknown", r"\", r"\\", r"\*", r"\none", "?", "#", "[a]", "\u{1}", "\u{a0}", "я", "a"];

    /// Returns messages with doubtful text. Each message makes a group of its own.
    fn mail() -> Vec<Vec<u8>> {
        let letter = |field: &str, name: &str, label: &str| {
            let label = label.replace('\\', r"\\");
            format!("{field}: <{name}>\nContent-Type: text/plain; charset=\"{label}\"\n\n").into_bytes()
        };
        let senders = NAMES.iter().map(|name| {
            let local: String = name.chars().flat_map(|c| ['\\', c]).collect();
            letter("From", &format!("\"{local}\"@x"), "a")
        });
        let bare = ["*", "*@x", "a@x", r"\*@x", "?@x", "a"].map(|name| letter("From", name, "a"));
        let lists = NAMES.iter().map(|name| letter("List-Id", name, "a"));
        let threads = NAMES.iter().map(|name| letter("References", name, "a"));
        let labels = LABELS.iter().map(|label| letter("From", "label@x", label));
        let unlabelled = b"From: <label@x>\nContent-Type: text/plain\n\n".to_vec();
        let all = senders.chain(bare).chain(lists).chain(threads).chain(labels).chain([unlabelled]);
        all.map(|header| [&header[..], b"\xF0\n"].concat()).collect()
    }

    fn proposals(mail: &[Vec<u8>]) -> Vec<Proposal> {
        let mut doubts = Doubts::default();
        mail.iter().for_each(|octets| doubts.add(octets, &Origin::default(), &Policy::default()));
        Proposals::of(&doubts).all
    }

    /// Whether one of the `rules` reads the text of the message.
    fn applies(rules: &[String], message: &[u8]) -> bool {
        let rules = Rules::parse(&format!("version = 1\n\n{}", rules.join("\n"))).unwrap();
        let plan = Normalizer::new(Policy::default().with_rules(rules)).plan(message);
        plan.findings().iter().any(|finding| finding.code == Code::Rule)
    }

    #[test]
    fn the_rule_that_is_proposed_for_a_group_is_for_this_group_and_no_other() {
        let decision = Decision::In(vec!["koi8-r".to_owned()]);
        let rule = |proposal: &Proposal| proposal.rule(&decision);
        let mail = mail();
        let all: Vec<String> = proposals(&mail).iter().map(rule).collect();
        assert!(all.len() > 90, "{}", all.len());
        for message in mail {
            // A message whose sender field is not an address makes no group.
            let Some(own) = proposals(std::slice::from_ref(&message)).first().map(rule) else { continue };
            let shown = String::from_utf8_lossy(&message);
            assert!(applies(std::slice::from_ref(&own), &message), "{own} is not for\n{shown}");
            let others: Vec<String> = all.iter().filter(|other| **other != own).cloned().collect();
            assert_eq!(others.len() + 1, all.len(), "{own}");
            assert!(!applies(&others, &message), "another rule is for\n{shown}");
        }
    }
}
