//! The senders and mailing lists of a census. Each has a line with its charsets. Text from mail is escaped.

use crate::terminal::{Escaped, counted_grouped, cut, grouped};
use mailutf::census::GroupRow;
use mailutf::learn::Group;
use unicode_width::UnicodeWidthStr;

/// The maximum number of columns of a name.
const NAME: usize = 40;

/// Formats the list for a terminal of `columns` columns, or for a file if `columns` is `None`. `review` is the
/// command with which the user decides about doubtful texts.
pub(super) fn list(messages: u64, rows: &[GroupRow<'_>], columns: Option<usize>, review: &str) -> String {
    let mut lines = vec![counted_grouped(messages, "message")];
    for section in rows.chunk_by(|a, b| a.group == b.group) {
        let Some(first) = section.first() else { continue };
        let kind = if first.group == Group::List { "mailing list" } else { "sender" };
        lines.push(String::new());
        lines.push(counted_grouped(section.len() as u64, kind));
        let names: Vec<String> = section.iter().map(|row| cut(&name(row), NAME).into_owned()).collect();
        let width = names.iter().map(|name| name.width()).max().unwrap_or_default();
        for (name, row) in names.iter().zip(section) {
            let blank = " ".repeat(width.saturating_sub(name.width()));
            let line = format!("  {name}{blank}  {}", sentence(row));
            lines.push(columns.map_or(line.clone(), |columns| cut(&line, columns).into_owned()));
        }
    }
    if rows.iter().any(|row| row.doubtful > 0) {
        lines.extend([String::new(), format!("{review}.")]);
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the name of the sender or list, escaped. A census has rows for a limited number of senders and lists. The
/// row that counts all other senders or lists has no name.
pub(super) fn name(row: &GroupRow<'_>) -> String {
    row.name.map_or_else(|| "(others)".to_owned(), |name| Escaped(name).to_string())
}

fn sentence(row: &GroupRow<'_>) -> String {
    let charsets = row.charsets.iter().map(|(charset, texts)| (charset.name(), *texts));
    let problems = [("doubtful", row.doubtful), ("unreadable", row.unresolved)];
    let problems = problems.into_iter().filter(|(_, texts)| *texts > 0);
    let texts = charsets.chain(problems).map(|(what, texts)| format!("{what} {}", grouped(texts)));
    format!("{}: {}", counted_grouped(row.messages, "message"), texts.collect::<Vec<_>>().join(", "))
}
