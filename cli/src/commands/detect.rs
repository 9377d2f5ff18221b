//! `mailutf detect`: the charset of each text, how it is known, and which charsets the model of languages
//! finds likely.
//!
//! A file without a header is one text. `docs/detect.schema.json` describes a line of JSON.

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{FileEntry, SelectedBatch, each};
use crate::inspection::{is_mail, place};
use crate::options::{PathArgs, ReadMailArgs};
use crate::report::json_lines;
use crate::terminal::{Escaped, Object};
use mailutf::text::detection::{Detection, of_message, of_text};
use mailutf::text::{MessageTexts, TextPlace};
use mailutf::{Error, Policy};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};

const EXAMPLES: &str = "\
Examples:
  mailutf detect old.txt
  mailutf detect archive.mbox | grep unreadable
  mailutf detect letter.eml --json | jq '.texts[].likely'";

/// Show the charset of each text of a message, or of a plain text file.
///
/// Shows the label, the charset used and how it is known. For text that is neither ASCII nor UTF-8, it also shows
/// the charsets that its letters suggest, with their probabilities and languages; the rest, up to 100 %, is the
/// probability of other charsets or of none. A file without a header is read as one text.
///
/// Exit status: 0 success; 1 some text cannot be read; 2 wrong use, or reading failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DetectArgs {
    #[command(flatten)]
    paths: PathArgs,

    /// Print one JSON object per message and line.
    #[arg(long, help_heading = "Reports")]
    json: bool,

    #[command(flatten)]
    mail: ReadMailArgs,
}

impl Run for DetectArgs {
    fn contradiction(&self) -> Option<String> {
        self.mail.contradiction()
    }

    fn run(&self) -> Result<Exit, Error> {
        let paths = self.paths.paths()?;
        let policy = self.mail.policy(&paths, None)?;
        let mut output = BufWriter::new(io::stdout().lock());
        let mut exit = Exit::Done;
        let work = |batch: SelectedBatch| {
            let (policy, entries) = (batch.policy(&policy), batch.entries());
            entries.map(|entry| detections(&entry, &policy, self.json)).collect::<Vec<_>>()
        };
        let reading = self.mail.selected(&policy);
        let read = each(paths, None, false, &reading, work, |found| {
            for (lines, is_read) in found {
                output.write_all(lines.as_bytes())?;
                exit = if is_read { exit } else { Exit::Unresolved };
            }
            Ok(())
        })?;
        output.flush().map_err(write_error)?;
        Ok(exit.max(read))
    }
}

/// Least probability shown, and most charsets shown.
const SHOWN: (f64, usize) = (0.001, 3);

/// The lines of a message or a text, and whether all its texts are read.
fn detections(entry: &FileEntry<'_>, policy: &Policy, as_json: bool) -> (String, bool) {
    let octets = entry.message();
    let message = MessageTexts::parse(octets.octets(), policy);
    let is_text = !entry.is_one_of_several() && !is_mail(message.input());
    let found = if is_text { vec![of_text(message.input(), policy)] } else { of_message(&message) };
    let is_read = found.iter().all(|text| text.read.is_ok());
    let number = |text: &Detection| if is_text { String::new() } else { message.structure().path(text.part) };
    if as_json {
        let id = if is_text { &[] } else { message.structure().message_id(message.input()) };
        let texts = found.iter().map(|text| of(text, &number(text)));
        let data =
            Object::default().with("offset", entry.offset()).with("mail", !is_text).with_list("texts", texts);
        let line = json_lines::of_message(entry.path, entry.ordinal, id, data);
        return (format!("{line}\n"), is_read);
    }
    let lines = found.iter().map(|text| {
        let place = place(entry, &message, &number(text));
        let kind = if is_text { "" } else { kind(text.place) };
        format!("{place}: {kind}{}\n", sentence(text))
    });
    (lines.collect(), is_read)
}

/// The kind of a text, at the start of a line about it.
const fn kind(place: TextPlace) -> &'static str {
    match place {
        TextPlace::Body => "body: ",
        TextPlace::Raw => "raw octets in the header: ",
        TextPlace::Word => "encoded words: ",
        _ => "parameter: ",
    }
}

/// The label and the charset of a text, and the likely charsets.
fn sentence(text: &Detection) -> String {
    let label = text.label.as_deref();
    let mut line =
        label.map_or_else(|| "none declared".to_owned(), |label| format!("declared {}", Escaped(label)));
    // Writing to a string cannot fail.
    let _ = match &text.read {
        Ok((charset, why)) => write!(line, "; read as {charset}, {}", why),
        Err(why) => write!(line, "; unreadable: {}", Escaped(why.to_string().as_bytes())),
    };
    let likely = text.likely.iter().take(SHOWN.1).filter(|charset| charset.probability >= SHOWN.0);
    for (n, candidate) in likely.enumerate() {
        let percent = (candidate.probability * 100.0).min(99.9);
        let start = if n == 0 { "; by its letters " } else { ", " };
        let _ = write!(line, "{start}{} {percent:.1} % ({})", candidate.charset, candidate.language);
    }
    line
}

/// The same data as JSON.
fn of(text: &Detection, part: &str) -> Value {
    let charset = json_lines::charset(text.label.as_deref(), text.read.as_ref().copied());
    let likely = text.likely.iter().map(|candidate| {
        let probability = (candidate.probability * 1e4).round() / 1e4;
        json!({ "charset": candidate.charset.name(), "probability": probability, "language": candidate.language })
    });
    json!({
        "part": part,
        "place": text.place.as_str(),
        "charset": charset,
        "likely": likely.collect::<Vec<_>>(),
    })
}
