//! Turns the edits of a plan into lines that are kept, removed or added. Bodies are shown without their transfer
//! encoding. Bodies in UTF-16 or UTF-32 are shown as text, because their octets do not form lines.
//!
//! The plan tells which octets are kept, so that no search for common lines is needed. The lines of a replaced body
//! are compared one by one with those of the new body, because a change of the charset does not change the number
//! of lines. All this takes linear time.

use super::hunks::{CONTEXT, Hunks, Mark};
use crate::terminal::{Escaped, EscapedButTabs};
use mailutf::charset::Charset;
use mailutf::edit::{self, Edit, Reason};
use mailutf::pipeline::Changes;
use mailutf::structure::Structure;
use mailutf::text::MessageTexts;
use mailutf::{Limits, Policy, Span};
use memchr::{memchr, memrchr};
use std::borrow::Cow;

/// Some whole lines of the message, in their old and new form.
struct Block<'c> {
    span: Span,
    part: usize,
    old: Cow<'c, [u8]>,
    new: Vec<u8>,
}

/// Passes the lines of the message to `hunks`.
pub(super) fn walk(changes: &Changes, hunks: &mut Hunks) {
    // A message that exceeds one of the user's limits is never changed, so no limit is needed here.
    let policy = Policy::default().with_limits(Limits::unlimited());
    let message = MessageTexts::parse(&changes.message, &policy);
    let mut at = 0;
    for block in blocks(&message, &changes.edits) {
        keep(Span::new(at, block.span.start).slice(message.input()), hunks);
        hunks.part(name(&message, block.part));
        compare(&block.old, &block.new, hunks);
        at = block.span.end;
    }
    keep(Span::new(at, message.input().len()).slice(message.input()), hunks);
}

/// Passes the unchanged lines in `octets` to `hunks`. If there are many of these lines, passes only those near a
/// change, and the number of lines that are left out.
fn keep(octets: &[u8], hunks: &mut Hunks) {
    let hidden = lines(octets).count().saturating_sub(2 * CONTEXT);
    lines(octets).take(CONTEXT).for_each(|line| hunks.line(Mark::Same, shown(line)));
    hunks.skip(hidden);
    lines(octets).skip(CONTEXT + hidden).for_each(|line| hunks.line(Mark::Same, shown(line)));
}

/// Returns the blocks of lines that `edits` change. Edits of the same line share a block.
fn blocks<'c>(message: &'c MessageTexts<'_>, edits: &'c [Edit]) -> Vec<Block<'c>> {
    let mut blocks: Vec<(Block<'c>, &[Edit])> = Vec::new();
    for (n, edit) in edits.iter().enumerate() {
        let index = part_at(message, edit.span);
        let alone = edits.get(n..=n).unwrap_or_default();
        if let Some(block) = body_block(message, index, edit, edits) {
            blocks.push((block, &[]));
            continue;
        }
        let before = blocks.last().filter(|(_, inside)| !inside.is_empty());
        let before = before.map_or(Span::default(), |(block, _)| block.span);
        let span = whole_lines(message.input(), edit, before);
        match blocks.last_mut() {
            Some((block, inside)) if !inside.is_empty() && span.start < block.span.end => {
                block.span.end = block.span.end.max(span.end);
                *inside = edits.get(n - inside.len()..=n).unwrap_or_default();
            }
            _ => {
                let (old, new) = (Cow::Borrowed(&b""[..]), Vec::new());
                blocks.push((Block { span, part: index, old, new }, alone));
            }
        }
    }
    let made = |(block, inside): (Block<'c>, &[Edit])| match inside {
        [] => block,
        _ => {
            let new = edit::apply(message.input(), block.span, inside);
            Block { old: Cow::Borrowed(block.span.slice(message.input())), new, ..block }
        }
    };
    blocks.into_iter().map(made).collect()
}

/// If `edit` replaces a body, and the body is encoded or in UTF-16 or UTF-32, returns the block with the decoded
/// body.
fn body_block<'c>(
    message: &MessageTexts<'c>,
    index: usize,
    edit: &Edit,
    edits: &[Edit],
) -> Option<Block<'c>> {
    let part = message.parts().get(index)?;
    let charset = message.label(index).and_then(|label| Charset::for_label(&label));
    let charset = charset.filter(|charset| charset.is_wide());
    let hidden = charset.is_some() || !part.transfer?.is_identity();
    if edit.reason != Reason::Body || edit.span != part.body || !hidden {
        return None;
    }
    let encoded = part.body.slice(message.input());
    let decoded = part.transfer?.decode(encoded);
    let text = charset.and_then(|charset| charset.decode_strict(&decoded.octets).ok());
    let octets = text.as_deref().map_or(&*decoded.octets, str::as_bytes);
    let tail = decoded.tail.and_then(|tail| encoded.get(tail..)).unwrap_or_default();
    // By the syntax of MIME, the line end before a delimiter line belongs to the delimiter. In the diff, this line
    // end belongs to the last line of the body.
    let after = message.input().get(part.body.end..).unwrap_or_default();
    let line_end = [&b"\r\n"[..], b"\n"].into_iter().find(|end| after.starts_with(end)).unwrap_or_default();
    let header = edit::apply(message.input(), part.header.span, edit::within(edits, part.header.span));
    let new = Structure::parse(&header, &Limits::unlimited());
    let transfer = new.parts.first().and_then(|root| root.transfer)?;
    Some(Block {
        span: Span::new(part.body.start, part.body.end + line_end.len()),
        part: index,
        old: Cow::Owned([octets, tail, line_end].concat()),
        new: [&*transfer.decode(&edit.replacement).octets, line_end].concat(),
    })
}

/// Returns the index of the innermost part that contains `span`.
fn part_at(message: &MessageTexts<'_>, span: Span) -> usize {
    let mut index = message.parts().partition_point(|part| part.span.start <= span.start).saturating_sub(1);
    while let Some(part) = message.parts().get(index).filter(|part| !part.span.contains(span)) {
        let Some(parent) = part.parent else { break };
        index = parent;
    }
    index
}

/// Returns the lines that `edit` changes. `before` are the lines of the previous edit. If `edit` is in these lines,
/// they are returned, and no line ends are searched for.
fn whole_lines(input: &[u8], edit: &Edit, before: Span) -> Span {
    if before.start <= edit.span.start && edit.span.end < before.end {
        return before;
    }
    let searched = if edit.span.start < before.end { before.start } else { before.end };
    let line = Span::new(searched, edit.span.start).slice(input);
    let start = memrchr(b'\n', line).map_or(searched, |end| searched + end + 1);
    let ended = |octets: &[u8]| octets.is_empty() || octets.ends_with(b"\n");
    let apart = start == edit.span.start && ended(edit.span.slice(input)) && ended(&edit.replacement);
    if apart {
        return edit.span;
    }
    let rest = input.get(edit.span.end..).unwrap_or_default();
    Span::new(start, edit.span.end + memchr(b'\n', rest).map_or(rest.len(), |end| end + 1))
}

/// Marks the lines of `old` and `new` as kept, removed or added. If both have the same number of lines, the lines
/// are compared one by one. Otherwise only common lines at the start and common lines at the end are marked as kept.
fn compare(old: &[u8], new: &[u8], hunks: &mut Hunks) {
    let (old, new): (Vec<&[u8]>, Vec<&[u8]>) = (lines(old).collect(), lines(new).collect());
    let mut mark = |mark, lines: &[&[u8]]| lines.iter().for_each(|line| hunks.line(mark, shown(line)));
    if old.len() == new.len() {
        let pairs: Vec<(&[u8], &[u8])> = old.into_iter().zip(new).collect();
        for run in pairs.chunk_by(|(a, b), (c, d)| (a == b) == (c == d)) {
            let (old, new): (Vec<&[u8]>, Vec<&[u8]>) = run.iter().copied().unzip();
            if old == new {
                mark(Mark::Same, &old);
            } else {
                mark(Mark::Old, &old);
                mark(Mark::New, &new);
            }
        }
        return;
    }
    // `first` is the number of common lines at the start. Common lines at the end are sought only among the lines
    // after these, so that no line is counted twice.
    let first = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let ((before, old), (_, new)) = (old.split_at(first), new.split_at(first));
    let last = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let ((old, after), (new, _)) = (old.split_at(old.len() - last), new.split_at(new.len() - last));
    mark(Mark::Same, before);
    mark(Mark::Old, old);
    mark(Mark::New, new);
    mark(Mark::Same, after);
}

/// Returns the lines without their line ends.
fn lines(octets: &[u8]) -> impl Iterator<Item = &[u8]> {
    octets.split_inclusive(|octet| *octet == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
}

/// Escapes a line for a terminal, but keeps tabs. In a line that is not UTF-8, all octets above 127 are escaped.
fn shown(line: &[u8]) -> String {
    if std::str::from_utf8(line).is_ok() {
        return EscapedButTabs(line).to_string();
    }
    let runs = line.chunk_by(|a, b| a.is_ascii() == b.is_ascii());
    runs.flat_map(|run| match run.is_ascii() {
        true => vec![EscapedButTabs(run).to_string()],
        false => run.iter().map(|octet| format!("\\x{octet:02X}")).collect(),
    })
    .collect()
}

/// Describes a part, for the first line of a hunk.
fn name(message: &MessageTexts<'_>, index: usize) -> String {
    let Some(part) = message.parts().get(index) else { return String::new() };
    let number = message.structure().path(index);
    let number = if number.is_empty() { String::new() } else { format!("part {number}: ") };
    let label = message.label(index).map(|label| format!(", {}", Escaped(&label)));
    let transfer = part.transfer.filter(|transfer| !transfer.is_identity());
    let transfer = transfer.map(|transfer| format!(", {}", transfer.name()));
    let media_type = Escaped(part.media_type.as_bytes());
    format!("{number}{media_type}{}{}", label.unwrap_or_default(), transfer.unwrap_or_default())
}
