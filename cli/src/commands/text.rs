//! `mailutf text`: prints the text of messages as one stream of UTF-8.
//!
//! Lines of flowed text (RFC 3676) are joined, so that a search finds a phrase that was split between two lines for
//! transport. With `delsp=yes`, even a word may be split in this way.
//!
//! A separator follows each message, so that scripts can split the stream. By default the separator is a line that
//! consists of a form feed (U+000C). If a line or a character in a text would be taken for the separator, it is
//! changed. No other text is changed, except on a terminal, where control characters other than line ends and tabs
//! are escaped.

mod attached;
mod json;
mod plain;

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{FileEntry, InputOptions, SelectedBatch, each};
use crate::inspection::{field_line, is_mail, place};
use crate::options::message::no_part;
use crate::options::{FailOnArgs, JobsArgs, PartArgs, PathArgs, ReadMailArgs};
use crate::terminal::{Escaped, EscapedButTabs, say};
use clap::ValueEnum;
use mailutf::message::Message;
use mailutf::policy::BodyForm;
use mailutf::structure::{HeaderBlock, Part, PartKind};
use mailutf::text::Unreadable;
use mailutf::{Code, Error, Normalizer, Plan, Policy, Severity, Span, flowed, header};
use plain::Doubt;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::io::{self, BufWriter, IsTerminal, Write};

const EXAMPLES: &str = "\
Examples:
  mailutf text archive.mbox | grep -i invoice
  mailutf text --headers letter.eml
  mailutf text --plain --message 7 archive.mbox
  mailutf text --json archive.mbox | jq -r .subject
  mailutf text --part 2 letter.eml > notes.txt";

/// Print the text of messages in UTF-8.
///
/// The output is meant for grep, search indexes and language models. Transfer encodings and charsets are decoded, the
/// lines of flowed text (RFC 3676) are joined, and line ends become LF. HTML is printed as HTML, unless --plain is
/// given. Attachments are left out. A line that consists of a form feed (octet 12) ends each message; --separator
/// selects another end.
///
/// Text that a conversion would leave unchanged is shown, too. Text with a doubtful label is shown in its likely
/// reading, and U+FFFD stands for octets that cannot be decoded. Standard error names each such text. It also names text
/// outside the parts of a multipart, which is not printed.
///
/// Exit status: 0 all text is shown; 1 a text part holds binary data, there is a finding that --fail-on names, or some
/// mail was skipped; 2 wrong use, or reading or writing failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    paths: PathArgs,

    #[command(flatten)]
    selection: PartArgs,

    /// Print only the body of each message: its plain text, or readable text made from its HTML if it has no plain
    /// text or one of blanks alone, with `> ` before quotations.
    ///
    /// Other texts of the message, such as the HTML beside the plain text and enclosed messages, are left out. Targets
    /// of links are left out too.
    #[arg(long, help_heading = "Reports")]
    plain: bool,

    /// Print the decoded header of each message, and of messages enclosed in it, before its text: one field per line,
    /// then a blank line.
    #[arg(long, help_heading = "Reports")]
    headers: bool,

    /// The separator after each message.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT", help_heading = "Reports")]
    separator: Separator,

    /// Print each message as a line of JSON (docs/text.schema.json): sender, recipients, date, subject, the text as with
    /// --plain, charsets, findings, and attachments, of which text files and enclosed messages have their text.
    #[arg(long, conflicts_with_all = ["part", "plain", "headers", "separator"], help_heading = "Reports")]
    json: bool,

    #[command(flatten)]
    fail_on: FailOnArgs,

    #[command(flatten)]
    jobs: JobsArgs,

    #[command(flatten)]
    mail: ReadMailArgs,
}

impl Run for TextArgs {
    fn contradiction(&self) -> Option<String> {
        self.mail.contradiction()
    }

    fn run(&self) -> Result<Exit, Error> {
        let stdout = io::stdout().lock();
        let paths = self.paths.paths()?;
        let policy = self.mail.policy(&paths, self.jobs.jobs)?.shown();
        let escape = stdout.is_terminal() && !self.json;
        let mut output = BufWriter::new(stdout);
        let (mut exit, mut found, mut messages) = (Exit::Done, false, 0);
        let work =
            |batch: SelectedBatch| Reader { args: self, policy: batch.policy(&policy), escape }.texts(&batch);
        let message = self.selection.message.message;
        let reading = InputOptions { message, ..self.mail.selected(&policy) };
        let read = each(paths, self.jobs.jobs, false, &reading, work, |texts: Texts| {
            output.write_all(&texts.octets)?;
            texts.problems.iter().for_each(|problem| say(problem));
            exit = if texts.fails { Exit::Unresolved } else { exit };
            found |= texts.found;
            messages += texts.messages;
            Ok(())
        })?;
        output.flush().map_err(write_error)?;
        if let Some(part) = self.selection.part.as_deref().filter(|_| !found && messages > 0) {
            let none = if messages == 1 { "the message has no part" } else { "no message has a part" };
            return Err(no_part(part, none));
        }
        Ok(exit.max(read))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Separator {
    /// A line that consists of a form feed (octet 12). Such a line of a text gets a space added, so that it is not
    /// taken for the separator.
    #[default]
    FormFeed,
    /// The octet 0, for `xargs -0` and `grep -z`. In a text it becomes U+FFFD.
    Nul,
    /// Nothing.
    None,
}

/// Says why a text cannot be read, and which option may help.
fn suggestion(why: &Unreadable) -> String {
    match why {
        Unreadable::Text(text) if text.malformed.is_some() => {
            format!("{why}; use --charset if the label is wrong, or --lossy to replace such octets by U+FFFD")
        }
        Unreadable::Text(text) if text.charset.is_some() => {
            format!("{why}; name the right charset with --charset")
        }
        Unreadable::Text(_) => format!("{why}; name a charset with --fallback-charset"),
        Unreadable::Damaged(..) => format!("{why}; to decode what is left of the text, use --lossy"),
        _ => why.to_string(),
    }
}

/// The headers of a message and of the messages in it, with their decoded form.
struct DecodedHeaders<'m> {
    plan: Plan<'m>,
    /// The doubts and losses in the texts of the headers, each with its offset in the message, sorted by offset.
    doubts: Vec<(usize, Doubt)>,
}

impl<'m> DecodedHeaders<'m> {
    fn new(plan: Plan<'m>) -> Self {
        let found = plan.findings().iter().filter(|finding| finding.code.severity() >= Severity::Lossy);
        let mut doubts: Vec<_> =
            found.map(|found| (found.span.start, (found.code, found.detail.clone()))).collect();
        doubts.sort_by_key(|(at, _)| *at);
        Self { plan, doubts }
    }

    fn doubts_within(&self, span: Span) -> &[(usize, Doubt)] {
        let place = |end: usize| self.doubts.partition_point(|(at, _)| *at < end);
        self.doubts.get(place(span.start)..place(span.end)).unwrap_or_default()
    }
}

/// The settings with which the text of messages is read.
struct Reader<'a> {
    args: &'a TextArgs,
    policy: Cow<'a, Policy>,
    /// Whether the output is a terminal, for which text must be escaped.
    escape: bool,
}

/// The text of the messages of a batch.
struct Texts {
    octets: Vec<u8>,
    /// The problems to report, each with the place of the text.
    problems: Vec<String>,
    /// Whether some text could not be read, or has a finding that `--fail-on` names.
    fails: bool,
    /// The number of messages that were selected.
    messages: u64,
    /// Whether there was a part that the options select.
    found: bool,
}

/// Whether the text of the part is printed if no part is asked for.
fn is_printed(part: &Part) -> bool {
    !part.attachment && matches!(part.kind, PartKind::Text | PartKind::Fields)
}

/// Whether the message has a part whose text is printed, or has no files. Otherwise it consists only of files.
fn has_text(message: &Message<'_>) -> bool {
    message.parts().any(|part| is_printed(part.structure()))
        || !message.parts().any(|part| part.structure().is_file())
}

/// Returns the findings about text outside the parts of multiparts. This text is not printed, because nothing says which
/// charset or transfer encoding it has.
fn outside_parts(message: &Message<'_>) -> Vec<(usize, Doubt)> {
    let findings = message.structure().findings.iter();
    let outside = findings.filter(|finding| finding.code == Code::TextOutsideParts);
    outside.map(|finding| (finding.part, (finding.code, finding.detail.clone()))).collect()
}

impl Reader<'_> {
    fn headers<'m>(&self, message: &'m [u8]) -> DecodedHeaders<'m> {
        // This policy decodes the text in all headers, even in those of signed and encrypted parts, which the default
        // policy leaves unchanged.
        let policy = self.policy.clone().into_owned().with_bodies(BodyForm::Keep);
        DecodedHeaders::new(Normalizer::new(policy.with_break_signatures(true)).plan(message))
    }

    fn texts(&self, batch: &SelectedBatch) -> Texts {
        // The reserved size is that of the messages, because the JSON of a message is about as long as the message.
        let expected = if self.args.json { batch.octets().len() } else { 0 };
        let mut texts = Texts {
            octets: Vec::with_capacity(expected),
            problems: Vec::new(),
            fails: false,
            messages: 0,
            found: false,
        };
        for entry in batch.entries() {
            self.message(&entry, &mut texts);
            texts.messages += 1;
        }
        texts
    }

    fn message(&self, entry: &FileEntry<'_>, texts: &mut Texts) {
        let octets = entry.message();
        let message = Message::parse_with(octets.octets(), &self.policy);
        if !entry.is_one_of_several() && !is_mail(message.octets()) {
            let place = place(entry, message.texts(), "");
            texts.problems.push(format!("{place}: perhaps not mail: it has no header field"));
        }
        let found = self.args.fail_on.in_message(entry, &self.policy);
        texts.fails |= !found.is_empty();
        texts.problems.extend(found);
        if self.args.selection.part.is_none() {
            self.doubts(entry, &message, &outside_parts(&message), texts);
        }
        if self.args.json {
            let line = json::line(entry, &message);
            self.unreadable(entry, &message, &line.unreadable, texts);
            self.doubts(entry, &message, &line.doubts, texts);
            line.object.append_to(&mut texts.octets);
            texts.octets.push(b'\n');
            return;
        }
        if self.args.plain && self.args.selection.part.is_none() {
            if self.args.headers
                && let Some(root) = message.texts().parts().first()
            {
                let headers = self.headers(message.texts().input());
                self.fields(entry, &headers, &message, (0, &root.header), texts);
            }
            let body = plain::body(&message, &plain::texts(&message), plain::read);
            if let Some(text) = body.text {
                self.write(text.into(), texts);
            }
            self.unreadable(entry, &message, &body.unreadable, texts);
            self.doubts(entry, &message, &body.doubts, texts);
        } else {
            self.parts(entry, &message, texts);
        }
        if !entry.is_one_of_several() && self.args.selection.part.is_none() && !has_text(&message) {
            let files = message.parts().filter(|part| part.structure().is_file());
            let media_types: Vec<_> = files.map(|part| part.media_type().to_owned()).collect();
            texts.problems.push(format!(
                "{}: no text to print, only {}; `mailutf attachments` lists and saves it",
                place(entry, message.texts(), ""),
                Escaped(media_types.join(", ").as_bytes())
            ));
        }
        texts.octets.extend_from_slice(match self.args.separator {
            Separator::FormFeed => b"\x0C\n",
            Separator::Nul => b"\0",
            Separator::None => b"",
        });
    }

    fn unreadable(
        &self,
        entry: &FileEntry<'_>,
        message: &Message<'_>,
        parts: &[(usize, Unreadable)],
        texts: &mut Texts,
    ) {
        for (part, why) in parts {
            let place = place(entry, message.texts(), &message.structure().path(*part));
            texts.problems.push(format!("{place}: {}", suggestion(why)));
            texts.fails = true;
        }
    }

    /// Reports the doubts and losses in texts that are shown, and texts that are outside the parts.
    fn doubts(
        &self,
        entry: &FileEntry<'_>,
        message: &Message<'_>,
        doubts: &[(usize, Doubt)],
        texts: &mut Texts,
    ) {
        for (part, doubt) in doubts {
            let place = place(entry, message.texts(), &message.structure().path(*part));
            let sentence = plain::sentence(doubt);
            texts.problems.push(format!("{place}: {}: {}", doubt.0, Escaped(sentence.as_bytes())));
            texts.fails |= self.args.fail_on.names(doubt.0);
        }
    }

    /// Writes the texts of all parts that the options select.
    fn parts(&self, entry: &FileEntry<'_>, client: &Message<'_>, texts: &mut Texts) {
        let message = client.texts();
        let headers = OnceCell::new();
        let headers = || headers.get_or_init(|| self.headers(message.input()));
        let wanted = self.args.selection.part.as_deref();
        for client_part in client.parts() {
            let (index, part) = (client_part.index(), client_part.structure());
            if !self.args.selection.wants(&client_part) {
                continue;
            }
            texts.found = true;
            if self.args.headers && message.structure().is_message(part) && wanted.is_none() {
                self.fields(entry, headers(), client, (index, &part.header), texts);
            }
            if wanted.is_none() && !is_printed(part) {
                continue;
            }
            if part.kind == PartKind::Fields {
                for block in message.field_blocks(index) {
                    self.fields(entry, headers(), client, (index, block), texts);
                }
                continue;
            }
            let read = match client_part.text() {
                Ok(read) => read,
                Err(why) => {
                    self.unreadable(entry, client, &[(index, why)], texts);
                    continue;
                }
            };
            let doubts: Vec<_> = plain::doubts(&read).into_iter().map(|doubt| (index, doubt)).collect();
            self.doubts(entry, client, &doubts, texts);
            let text = match client_part.flowed() {
                None if self.args.plain => client_part.plain_text_of(read.text),
                Some(del_sp) => flowed::unflow(&read.text, del_sp).into(),
                None => read.text,
            };
            self.write(text, texts);
        }
    }

    /// Writes the fields of a header block of a part, and reports the doubts about them. Malformed lines among the
    /// fields are decoded as text. All lines are written in the order of the message.
    fn fields(
        &self,
        entry: &FileEntry<'_>,
        headers: &DecodedHeaders<'_>,
        client: &Message<'_>,
        (part, header): (usize, &HeaderBlock),
        texts: &mut Texts,
    ) {
        let message = client.texts();
        let mut malformed = header.malformed.iter().peekable();
        let mut write_malformed = |end: usize, texts: &mut Texts| {
            while let Some(line) = malformed.next_if(|line| line.start < end) {
                let line = header::decode_in(line.slice(message.input()), &message.context()).into_owned();
                self.write(line.into(), texts);
            }
        };
        for field in &header.fields {
            write_malformed(field.span.start, texts);
            self.write(field_line(&headers.plan, field, &message.field_context(part, field)).into(), texts);
            let doubts = headers.doubts_within(field.span);
            let doubts: Vec<_> = doubts.iter().map(|(_, doubt)| (part, doubt.clone())).collect();
            self.doubts(entry, client, &doubts, texts);
        }
        write_malformed(usize::MAX, texts);
        texts.octets.push(b'\n');
    }

    /// Writes text line by line. The last line gets a line end if it has none.
    fn write(&self, text: Cow<'_, str>, texts: &mut Texts) {
        let text = match self.args.separator {
            Separator::Nul if text.contains('\0') => text.replace('\0', "\u{FFFD}").into(),
            _ => text,
        };
        let ends = self.args.separator == Separator::FormFeed;
        let is_plain = || !ends || memchr::memchr(0x0C, text.as_bytes()).is_none();
        if texts.octets.is_empty() && !self.escape && is_plain() {
            texts.octets = whole_lines(text.into_owned().into_bytes());
            return;
        }
        let octets = &mut texts.octets;
        for line in text.split_inclusive('\n') {
            let content = line.strip_suffix('\n').unwrap_or(line);
            let content = content.strip_suffix('\r').unwrap_or(content);
            if self.escape {
                octets.extend_from_slice(EscapedButTabs(content.as_bytes()).to_string().as_bytes());
            } else {
                octets.extend_from_slice(content.as_bytes());
            }
            octets.extend_from_slice(if ends && content == "\x0C" { b" \n" } else { b"\n" });
        }
    }
}

/// Makes all lines end in LF. The text is changed in place, so that a large text is in memory only once.
fn whole_lines(mut text: Vec<u8>) -> Vec<u8> {
    text.dedup_by(|next, last| {
        let is_line_end = (*last, *next) == (b'\r', b'\n');
        if is_line_end {
            *last = b'\n';
        }
        is_line_end
    });
    if text.last().is_some_and(|last| *last != b'\n') {
        text.pop_if(|last| *last == b'\r');
        text.push(b'\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::whole_lines;

    #[test]
    fn lines_end_in_lf() {
        for (text, lines) in
            [("", ""), ("a", "a\n"), ("a\r\nb\r", "a\nb\n"), ("\r\r\n\n\rx\r\n", "\r\n\n\rx\n"), ("\r", "\n")]
        {
            assert_eq!(whole_lines(text.into()), lines.as_bytes(), "{text:?}");
        }
    }
}
