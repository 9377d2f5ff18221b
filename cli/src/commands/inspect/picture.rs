//! A message as text: first its findings, with the most severe first, and then its parts as a tree.
//!
//! Text from the message is escaped. Offsets count octets of the message without its `From ` line and without mbox
//! quoting.

use crate::input::FileEntry;
use crate::inspection::{Inspection, PartInspection, is_mail, place};
use crate::report::finding_printer::detail;
use crate::terminal::{Escaped, Paint, cut, style, wrapped};
use mailutf::body::Unreadable;
use mailutf::structure::{Part, PartKind, Protection};
use mailutf::text::{Confidence, Unresolved};
use mailutf::{Finding, Severity};
use std::cmp::Reverse;
use std::fmt::Write;

/// The maximum number of findings of one kind that are shown.
const SHOWN: usize = 3;

/// The maximum number of changed fields of one part that are shown.
const FIELDS: usize = 20;

/// The maximum number of columns of a header line, even if the terminal is wider.
const LINE: usize = 200;

/// The maximum number of columns of a line that shows text or octets of a body as a sample, even if the terminal is
/// wider.
const SAMPLE: usize = 100;

/// Formats the message as text. `columns` is the width of the terminal, or `None` for other output. Lines that are
/// too long for the terminal are cut or wrapped.
pub(super) fn draw(
    entry: &FileEntry<'_>,
    inspection: &Inspection<'_>,
    columns: Option<usize>,
    paint: Paint,
) -> String {
    let mut picture = Picture { lines: String::new(), columns, paint };
    picture.line(&format!("{}: {}", place(entry, &inspection.message, ""), verdict(inspection)));
    for name in ["From", "Date", "Subject"] {
        if let Some(value) = inspection.field(name) {
            let value = Escaped(value.as_bytes()).to_string();
            picture.cut(&cut(&format!("  {:9}{value}", format!("{name}:")), LINE));
        }
    }
    if !inspection.message.input().is_empty() {
        picture.findings(inspection);
        picture.line("");
        picture.tree(inspection);
    }
    picture.lines
}

struct Picture {
    lines: String,
    columns: Option<usize>,
    paint: Paint,
}

/// Describes whether normalization would change the message, and how many findings the message has.
fn verdict(inspection: &Inspection<'_>) -> String {
    if inspection.message.input().is_empty() {
        return "empty".to_owned();
    }
    if !is_mail(inspection.message.input()) {
        if is_web_page(inspection.message.input()) {
            return "perhaps not mail: it starts like a web page".to_owned();
        }
        return "perhaps not mail: it has no header field".to_owned();
    }
    let count =
        |severity| inspection.plan.findings().iter().filter(|f| f.code.severity() == severity).count();
    let kinds = [Severity::Unresolved, Severity::Lossy, Severity::Guess, Severity::Note];
    let counts = kinds.map(|severity| (count(severity), severity.as_str()));
    let mut pieces = vec![match (inspection.plan.is_noop(), inspection.plan.is_unresolved()) {
        (false, _) => "would change".to_owned(),
        (true, true) => "left unchanged".to_owned(),
        (true, false) => "nothing to convert".to_owned(),
    }];
    let number = |(n, word): &(usize, &str)| match (n, *word) {
        (2.., "guess") => format!("{n} guesses"),
        (2.., "note") => format!("{n} notes"),
        _ => format!("{n} {word}"),
    };
    pieces.extend(counts.iter().filter(|(n, _)| *n > 0).map(number));
    pieces.join(", ")
}

/// Whether the file starts like HTML. Such a file is often a message that was saved as a web page.
fn is_web_page(octets: &[u8]) -> bool {
    let start = octets.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(octets).trim_ascii_start();
    let starts = |with: &[u8]| start.get(..with.len()).is_some_and(|it| it.eq_ignore_ascii_case(with));
    starts(b"<!doctype html") || starts(b"<html")
}

impl Picture {
    fn line(&mut self, line: &str) {
        self.lines += line;
        self.lines.push('\n');
    }

    /// Adds a line. If it is wrapped, its continuation lines start with `indent` blanks.
    fn wrapped(&mut self, line: &str, indent: usize) {
        let blanks = line.len() - line.trim_start().len();
        let (start, text) = line.split_at_checked(blanks).unwrap_or(("", line));
        self.line(&format!("{start}{}", wrapped(text, self.columns, blanks, indent)));
    }

    /// Adds a line after `margin`. If the line is wrapped, its continuation lines start with `margin` and two blanks.
    fn below(&mut self, margin: &str, line: &str) {
        let room = self.columns.map(|columns| columns.saturating_sub(margin.chars().count() + 2));
        let lines = wrapped(line, room, 0, 0).replace('\n', &format!("\n{margin}  "));
        self.line(&format!("{margin}{lines}"));
    }

    /// Adds a line that is cut to the width of the terminal.
    fn cut(&mut self, line: &str) {
        self.lines += &self.columns.map_or(line.into(), |columns| cut(line, columns));
        self.lines.push('\n');
    }

    /// Adds the findings, the most severe first. Of each kind, only a few are shown.
    fn findings(&mut self, inspection: &Inspection<'_>) {
        let all = inspection
            .parts
            .iter()
            .flat_map(|inspected| inspected.findings.iter().map(|f| (f, inspected.path.as_str())));
        let mut all: Vec<(&Finding, &str)> = all.collect();
        all.sort_by_key(|(finding, _)| (Reverse(finding.code.severity()), finding.code));
        let kinds: Vec<&[(&Finding, &str)]> = all.chunk_by(|(a, _), (b, _)| a.code == b.code).collect();
        if kinds.is_empty() {
            return;
        }
        self.line("");
        for findings in &kinds {
            self.kind(findings);
        }
        let code = match kinds.as_slice() {
            [[(finding, _), ..]] => finding.code.as_str(),
            _ => "CODE",
        };
        self.wrapped(&format!("`mailutf explain {code}` explains why this happens and what to do."), 0);
    }

    /// Adds the findings of one kind.
    fn kind(&mut self, findings: &[(&Finding, &str)]) {
        let Some(code) = findings.first().map(|(finding, _)| finding.code) else { return };
        let severity = code.severity();
        let line = format!("{} {code}: {}", severity.as_str(), code.meaning());
        let line = wrapped(&line, self.columns, 0, 4);
        let rest = line.strip_prefix(severity.as_str()).unwrap_or(&line);
        self.line(&format!("{}{rest}", self.paint.paint(style::of(severity), severity.as_str())));
        for (finding, part) in findings.iter().take(SHOWN) {
            let part = if part.is_empty() { String::new() } else { format!("part {part}, ") };
            let detail = detail(finding, findings.iter().map(|(finding, _)| *finding));
            let colon = if finding.detail.is_none() { "" } else { ": " };
            self.wrapped(&format!("  {part}octet {}{colon}{detail}", finding.span.start), 6);
        }
        if let Some(more) = findings.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            self.line(&format!("  and {more} more; --json shows all of them"));
        }
    }

    fn tree(&mut self, inspection: &Inspection<'_>) {
        let last = last_children(inspection.message.parts());
        // `leads[depth]` is the start of each line below the latest part of this depth: the branches of the tree that
        // go on to later parts, such as `│  `.
        let mut leads = vec![String::new()];
        for (index, (part, inspected)) in inspection.message.parts().iter().zip(&inspection.parts).enumerate()
        {
            leads.truncate(part.depth.max(1));
            let lead = leads.last().cloned().unwrap_or_default();
            let is_last = last.get(index).copied().unwrap_or(true);
            let has_children =
                inspection.message.parts().get(index + 1).is_some_and(|next| next.parent == Some(index));
            let (branch, below) = match (part.parent, is_last) {
                (None, _) => ("", ""),
                (_, true) => ("└─ ", "   "),
                (_, false) => ("├─ ", "│  "),
            };
            let below = format!("{lead}{below}");
            self.cut(&format!("{lead}{branch}{}", headline(part, inspected)));
            let margin = format!("{below}{}", if has_children { "│  " } else { "   " });
            self.details(part, inspected, &margin);
            leads.push(below);
        }
    }

    /// Adds the charset of a part, a line of its text, and its changed fields in their old and new form.
    fn details(&mut self, part: &Part, inspected: &PartInspection, margin: &str) {
        if let Some(read) = &inspected.charset {
            let label = match &inspected.label {
                Some(label) if label.is_empty() => "an empty label".to_owned(),
                Some(label) => format!("declared {}", Escaped(label)),
                None => "none declared".to_owned(),
            };
            match read {
                Ok((charset, why)) => {
                    // Mail programs read some labels as another charset, for example ISO-8859-1 as windows-1252.
                    let other = !label.to_ascii_lowercase().ends_with(&charset.name().to_ascii_lowercase());
                    let because = match why {
                        Confidence::Declared if other => "as mail programs read that label",
                        _ => why.because(),
                    };
                    self.below(margin, &format!("charset: {label}; read as {charset}, {because}"));
                }
                Err(_) if part.transfer.is_none() => {
                    self.below(
                        margin,
                        &format!("charset: {label}; unreadable, because its transfer encoding is unknown"),
                    );
                }
                Err(Unreadable::Text(Unresolved { charset: None, .. })) if inspected.label.is_some() => {
                    self.below(margin, &format!("charset: {label}, an unknown label; unreadable"));
                }
                Err(why) => self.below(margin, &format!("charset: {label}; {}: {why}", why.state())),
            }
            if !inspected.sample.is_empty() {
                let quoted = format!(
                    "{margin}{:9}{}",
                    if read.is_ok() { "text:" } else { "octets:" },
                    Escaped(&inspected.sample)
                );
                self.cut(&cut(&quoted, SAMPLE));
            }
        }
        if let Some(damage) = &inspected.damage {
            self.below(margin, &format!("damaged: the content may be incomplete: {damage}"));
        }
        for other in &inspected.alternatives {
            let how = other.option.clone().unwrap_or_else(|| other.hypothesis.to_string());
            let maybe = format!("{margin}{:9}{how}: {}", "maybe:", Escaped(other.line.as_bytes()));
            self.cut(&cut(&maybe, SAMPLE + how.len()));
        }
        for field in inspected.fields.iter().take(FIELDS) {
            self.line(&format!("{margin}{} at octet {}", Escaped(&field.name), field.offset));
            self.cut(&format!("{margin}  before: {}", Escaped(&field.before)));
            self.cut(&format!("{margin}  after:  {}", Escaped(&field.after)));
        }
        if let Some(more) = inspected.fields.len().checked_sub(FIELDS).filter(|more| *more > 0) {
            self.line(&format!("{margin}and {more} more fields that change; --json shows all of them"));
        }
    }
}

/// Returns for each part whether the part is the last child of its parent.
fn last_children(parts: &[Part]) -> Vec<bool> {
    let mut has_later = vec![false; parts.len()];
    let mut last = vec![true; parts.len()];
    for (part, last) in parts.iter().zip(&mut last).rev() {
        if let Some(inspected) = part.parent.and_then(|parent| has_later.get_mut(parent)) {
            *last = !std::mem::replace(inspected, true);
        }
    }
    last
}

/// Returns a line with the number, media type, transfer encoding and size of a part.
fn headline(part: &Part, inspected: &PartInspection) -> String {
    let mut line = String::new();
    // Writing to a string cannot fail.
    if !inspected.path.is_empty() {
        let _ = write!(line, "{} ", inspected.path);
    }
    let _ = write!(line, "{}", Escaped(part.media_type.as_bytes()));
    if !matches!(part.kind, PartKind::Multipart | PartKind::Message) {
        line += ", ";
        line += part.transfer.map_or("unknown transfer encoding", |transfer| transfer.name());
    }
    let _ = write!(line, ", {} octets at {}", part.body.len(), part.body.start);
    if part.attachment {
        line += ", attachment";
    }
    match part.protection {
        Some(Protection::Signed) => line += ", signed",
        Some(Protection::Encrypted) => line += ", encrypted",
        Some(Protection::InlinePgp) => line += ", OpenPGP inside",
        Some(Protection::Incomplete) => line += ", incomplete",
        Some(Protection::UnknownParts) if part.kind == PartKind::Text => line += ", read as plain text",
        Some(Protection::BareCr) => line += ", lines end with CR",
        // If the boundary of a multipart is a guess, then all of its parts are guesses, too.
        Some(Protection::UnknownParts) if part.kind == PartKind::Multipart => line += ", parts guessed",
        Some(_) | None => {}
    }
    // Only the severity of the worst finding is shown here. The findings themselves are shown above the tree.
    if let Some(worst) = inspected.findings.iter().map(|finding| finding.code.severity()).max() {
        let _ = write!(line, "  ← {}", worst.as_str());
    }
    line
}
