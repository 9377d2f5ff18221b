//! Finds the lines of a text that match, and prints them with the lines around them, either as grep does or as
//! JSON.

use crate::input::{self, FileEntry, is_standard_input};
use crate::report::json_lines;
use crate::search::{Pattern, SearchedText, pattern};
use crate::terminal::{EscapedButTabs, Object, Paint, style};
use mailutf::message::Message;
use serde_json::json;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::path::Path;

/// A line that is printed.
pub(super) struct Line<'t> {
    /// The number of the line in its text, from 1.
    pub(super) number: u64,
    pub(super) text: &'t str,
    /// Whether the line matches. A line that does not match is printed because it is near a matching line.
    pub(super) is_match: bool,
    /// Whether lines between the previous printed line and this line are left out.
    pub(super) after_gap: bool,
}

/// Calls `write` for each line of `text` that matches, and for `context` lines before and after it. `after_gap` tells
/// whether lines of other texts were printed before. Returns whether any line matches.
///
/// # Errors
/// The errors of `write`.
pub(super) fn each_match(
    text: &str,
    pattern: &Pattern,
    context: usize,
    after_gap: bool,
    write: &mut dyn FnMut(&Line<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let mut before: VecDeque<(u64, &str)> = VecDeque::new();
    // The number of the last line that was printed, and the number of lines that are still to be printed after the
    // last match.
    let (mut last, mut after) = (None, 0);
    let mut print = |last: &mut Option<u64>, number: u64, text, is_match| {
        let after_gap = last.map_or(after_gap, |last| last + 1 != number);
        *last = Some(number);
        write(&Line { number, text, is_match, after_gap })
    };
    let mut is_found = false;
    for (number, line) in (1..).zip(pattern::lines(text)) {
        if pattern.matches(line) {
            for (number, line) in before.drain(..) {
                print(&mut last, number, line, false)?;
            }
            print(&mut last, number, line, true)?;
            (is_found, after) = (true, context);
        } else if after > 0 {
            after -= 1;
            print(&mut last, number, line, false)?;
        } else if context > 0 {
            if before.len() == context {
                before.pop_front();
            }
            before.push_back((number, line));
        }
    }
    Ok(is_found)
}

/// Writes lines as grep does: `FILE:MESSAGE:FIELD: TEXT`. Lines without a match have `-` in place of `:`.
pub(super) struct LineWriter {
    /// Whether the name of the file is written before each line.
    pub(super) files: bool,
    /// Whether the output is a terminal, for which text must be escaped.
    pub(super) escape: bool,
    pub(super) paint: Paint,
    /// Whether lines around the matching lines are printed, too.
    pub(super) has_context: bool,
    /// Whether the number of each line within its text is printed.
    pub(super) numbers: bool,
}

/// The place of a line, formatted and colored: the name of the file if files are named, and the number of the
/// message if the file is an mbox.
#[derive(Default)]
pub(super) struct Place {
    /// The text before a line that matches. `:` follows each piece of the place.
    of_match: Vec<u8>,
    /// The text before a line that does not match. `-` follows each piece of the place.
    of_other: Vec<u8>,
}

impl LineWriter {
    /// Returns the name of a file as it is printed: escaped for a person, or its octets for a script.
    pub(super) fn name(&self, path: &Path) -> Vec<u8> {
        match self.escape || is_standard_input(path) {
            true => input::name(path).into_bytes(),
            false => path.as_os_str().as_encoded_bytes().to_vec(),
        }
    }

    /// Returns the place that is printed before each line of a message.
    pub(super) fn place(&self, entry: &FileEntry<'_>) -> Place {
        let file = self.files.then(|| self.name(entry.path));
        let number = entry.is_one_of_several().then(|| (entry.ordinal + 1).to_string().into_bytes());
        let (start, end) = self.paint.around(style::PLACE);
        let (start, end) = (start.to_string(), end.to_string());
        let mut place = Place::default();
        // The octets are joined and not formatted as text, because the name of a file need not be text.
        for piece in file.into_iter().chain(number) {
            for (line, mark) in [(&mut place.of_match, b":"), (&mut place.of_other, b"-")] {
                [start.as_bytes(), &piece, end.as_bytes(), mark]
                    .iter()
                    .for_each(|octets| line.extend_from_slice(octets));
            }
        }
        place
    }

    /// Whether matches are colored within their lines.
    pub(super) const fn marks_matches(&self) -> bool {
        self.paint.is_colored()
    }

    /// Writes a line: its `place`, the attached file or header field that it is from, its number if numbers are
    /// printed, and its text with the `matches` in color.
    pub(super) fn write(
        &self,
        output: &mut dyn Write,
        place: &Place,
        of: &SearchedText<'_>,
        line: &Line<'_>,
        matches: &[Range<usize>],
    ) -> io::Result<()> {
        if line.after_gap {
            self.write_gap(output)?;
        }
        output.write_all(if line.is_match { &place.of_match } else { &place.of_other })?;
        let (start, end) = self.paint.around(style::PLACE);
        let mark = if line.is_match { ':' } else { '-' };
        if let Some(file) = of.file {
            write!(output, "{start}{{")?;
            self.write_text(output, file)?;
            write!(output, "}}{end}{mark}")?;
        }
        if let Some(field) = of.field {
            self.write_text(output, field)?;
            output.write_all(b": ")?;
        } else if self.numbers {
            write!(output, "{start}{}{end}{mark}", line.number)?;
        }
        let mut written = 0;
        for range in matches {
            let (start, end) = self.paint.around(style::MATCH);
            self.write_text(output, line.text.get(written..range.start).unwrap_or_default())?;
            write!(output, "{start}")?;
            self.write_text(output, line.text.get(range.clone()).unwrap_or_default())?;
            write!(output, "{end}")?;
            written = range.end;
        }
        self.write_text(output, line.text.get(written..).unwrap_or_default())?;
        output.write_all(b"\n")
    }

    /// Writes each of the `matches` within a line as a line of its own.
    pub(super) fn write_matches(
        &self,
        output: &mut dyn Write,
        place: &Place,
        of: &SearchedText<'_>,
        line: &Line<'_>,
        matches: &[Range<usize>],
    ) -> io::Result<()> {
        let mut found = matches.iter().filter_map(|range| line.text.get(range.clone()));
        found.try_for_each(|text| {
            let whole = 0..text.len();
            self.write(output, place, of, &Line { text, ..*line }, std::slice::from_ref(&whole))
        })
    }

    /// If context lines are printed, writes the separator between two lines that are not adjacent in the text.
    pub(super) fn write_gap(&self, output: &mut dyn Write) -> io::Result<()> {
        if self.has_context { writeln!(output, "{}", self.paint.paint(style::PLACE, "--")) } else { Ok(()) }
    }

    fn write_text(&self, output: &mut dyn Write, text: &str) -> io::Result<()> {
        match self.escape {
            true => write!(output, "{}", EscapedButTabs(text.as_bytes())),
            false => output.write_all(text.as_bytes()),
        }
    }
}

/// Writes a line as JSON, in the form that `docs/grep.schema.json` describes.
pub(super) fn write_json(
    output: &mut dyn Write,
    entry: &FileEntry<'_>,
    message: &Message<'_>,
    text: &SearchedText<'_>,
    line: &Line<'_>,
    matches: &[Range<usize>],
) -> io::Result<()> {
    let part = match text.field {
        Some(_) => Some(message.structure().path(text.part)),
        None => message.part(text.part).map(|part| part.section()),
    };
    let ranges = matches.iter().map(|range| json!([range.start, range.end]));
    let data = Object::default()
        .with("offset", entry.offset())
        .with("part", part)
        .with("field", text.field)
        .with_text("attachment", text.file)
        .with("line", text.field.is_none().then_some(line.number))
        .with("text", line.text)
        .with_list("matches", ranges);
    let id = message.structure().message_id(message.octets());
    writeln!(output, "{}", json_lines::of_message(entry.path, entry.ordinal, id, data))
}

/// A writer that keeps what is written to it, up to a limit.
pub(super) struct Bounded {
    octets: Vec<u8>,
    limit: usize,
    is_full: bool,
}

impl Bounded {
    pub(super) const fn new(limit: usize) -> Self {
        Self { octets: Vec::new(), limit, is_full: false }
    }

    /// Returns the octets, or `None` if more octets than the limit were written.
    pub(super) fn into_octets(self) -> Option<Vec<u8>> {
        (!self.is_full).then_some(self.octets)
    }
}

impl Write for Bounded {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.write_all(octets).map(|()| octets.len())
    }

    fn write_all(&mut self, octets: &[u8]) -> io::Result<()> {
        if octets.len() > self.limit - self.octets.len() {
            self.is_full = true;
            return Err(ErrorKind::StorageFull.into());
        }
        self.octets.extend_from_slice(octets);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::PatternOptions;

    fn shown(text: &str, context: usize) -> String {
        let pattern = Pattern::new("x", PatternOptions::default()).unwrap();
        let mut shown = String::new();
        let mut write = |line: &Line<'_>| {
            let gap = if line.after_gap { "|" } else { "" };
            let mark = if line.is_match { ":" } else { "-" };
            shown += &format!("{gap}{}{mark}{} ", line.number, line.text);
            Ok(())
        };
        each_match(text, &pattern, context, false, &mut write).unwrap();
        shown.trim_end().to_owned()
    }

    #[test]
    fn lines_around_a_match() {
        let text = "a\nb\nx\nc\nd\ne\nx\nx\nf";
        assert_eq!(shown(text, 0), "3:x |7:x 8:x");
        assert_eq!(shown(text, 1), "2-b 3:x 4-c |6-e 7:x 8:x 9-f");
        assert_eq!(shown(text, 2), "1-a 2-b 3:x 4-c 5-d 6-e 7:x 8:x 9-f");
        assert_eq!(shown("", 2), "");
    }

    #[test]
    fn what_is_too_much_is_not_kept() {
        let mut kept = Bounded::new(3);
        assert!(kept.write_all(b"abc").is_ok() && kept.write_all(b"d").is_err());
        assert_eq!(kept.into_octets(), None);
    }
}
