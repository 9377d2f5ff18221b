//! A message as a tree drawn in text.
//!
//! What comes from the message is escaped. Offsets are octets of the message, its `From ` line not counted and
//! mbox quoting undone.

use crate::escape::Escaped;
use crate::input::name;
use crate::look::{Look, Seen};
use mailutf::Severity;
use mailutf::mailbox::batch::Entry;
use mailutf::message::{Part, PartKind, Protection};
use std::io::{self, Write};
use std::path::Path;

pub(super) fn draw(path: &Path, entry: &Entry<'_>, look: &Look<'_>, out: &mut impl Write) -> io::Result<()> {
    if entry.ordinal > 0 {
        writeln!(out)?;
    }
    write!(out, "{}", name(path))?;
    if entry.variant().is_some() {
        write!(out, ": message {} at octet {}", entry.ordinal + 1, entry.offset())?;
    }
    if !look.message_id().is_empty() {
        write!(out, " {}", Escaped(look.message_id()))?;
    }
    writeln!(out, ": {}", verdict(look))?;
    let last = last_children(&look.message.parts);
    // What stands before the parts of each depth: the lines that lead on.
    let mut leads = vec![String::new()];
    for (index, (part, seen)) in look.message.parts.iter().zip(&look.parts).enumerate() {
        leads.truncate(part.depth.max(1));
        let lead = leads.last().cloned().unwrap_or_default();
        let is_last = last.get(index).copied().unwrap_or(true);
        let has_children = look.message.parts.get(index + 1).is_some_and(|next| next.parent == Some(index));
        let (branch, below) = match (part.parent, is_last) {
            (None, _) => ("", ""),
            (_, true) => ("└─ ", "   "),
            (_, false) => ("├─ ", "│  "),
        };
        let below = format!("{lead}{below}");
        writeln!(out, "{lead}{branch}{}", headline(part, seen))?;
        let margin = format!("{below}{}", if has_children { "│    " } else { "     " });
        details(seen, &margin, out)?;
        leads.push(below);
    }
    Ok(())
}

/// Whether the message is normal, in a few words.
fn verdict(look: &Look<'_>) -> String {
    let count = |severity| look.plan.findings().iter().filter(|f| f.code.severity() == severity).count();
    let kinds = [Severity::Unresolved, Severity::Lossy, Severity::Guess, Severity::Note];
    let counts = kinds.map(|severity| (count(severity), severity.as_str()));
    let mut said = vec![match (look.plan.is_noop(), look.plan.is_unresolved()) {
        (false, _) => "would change".to_owned(),
        (true, true) => "left as it is".to_owned(),
        (true, false) => "normal".to_owned(),
    }];
    said.extend(counts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")));
    said.join(", ")
}

/// For each part, whether it is the last one in the part it stands in.
fn last_children(parts: &[Part]) -> Vec<bool> {
    let mut has_later = vec![false; parts.len()];
    let mut last = vec![true; parts.len()];
    for (part, last) in parts.iter().zip(&mut last).rev() {
        if let Some(seen) = part.parent.and_then(|parent| has_later.get_mut(parent)) {
            *last = !std::mem::replace(seen, true);
        }
    }
    last
}

/// Number, media type, transfer encoding, size.
fn headline(part: &Part, seen: &Seen) -> String {
    let number = if seen.path.is_empty() { String::new() } else { format!("{} ", seen.path) };
    let mut said = format!("{number}{}", Escaped(part.media_type.as_bytes()));
    if !matches!(part.kind, PartKind::Multipart | PartKind::Message) {
        said += ", ";
        said += part.transfer.map_or("unknown transfer encoding", |transfer| transfer.name());
    }
    said += &format!(", {} octets at {}", part.body.len(), part.body.start);
    if part.attachment {
        said += ", attachment";
    }
    match part.protection {
        Some(Protection::Signed) => said += ", signed",
        Some(Protection::Encrypted) => said += ", encrypted",
        Some(Protection::InlinePgp) => said += ", OpenPGP inside",
        Some(Protection::Incomplete) => said += ", incomplete",
        Some(_) | None => {}
    }
    said
}

/// Charset, findings, and fields before and after.
fn details(seen: &Seen, margin: &str, out: &mut impl Write) -> io::Result<()> {
    if let Some(read) = &seen.read {
        let label = match &seen.label {
            Some(label) => format!("declared {}", Escaped(label)),
            None => "none declared".to_owned(),
        };
        match read {
            Ok((charset, why)) => {
                writeln!(out, "{margin}charset: {label}; read as {charset}, {}", why.because())?
            }
            Err(why) => writeln!(out, "{margin}charset: {label}; unreadable: {why}")?,
        }
    }
    for field in &seen.fields {
        writeln!(out, "{margin}{} at octet {}", Escaped(&field.name), field.offset)?;
        writeln!(out, "{margin}  before: {}", Escaped(&field.before))?;
        writeln!(out, "{margin}  after:  {}", Escaped(&field.after))?;
    }
    for finding in &seen.findings {
        let severity = finding.code.severity().as_str();
        let detail = Escaped(finding.detail.as_bytes());
        writeln!(out, "{margin}{severity}: {} at octet {}", finding.code, finding.span.start)?;
        writeln!(out, "{margin}  {}", finding.code.meaning())?;
        if !finding.detail.is_empty() {
            writeln!(out, "{margin}  ({detail})")?;
        }
    }
    Ok(())
}
