//! `mailutf detect`: shows the charset of each text, the evidence for the charset, and the charsets that the model
//! of languages finds likely.
//!
//! A file without a header is read as one text. `docs/detect.schema.json` describes a line of the JSON output.

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{FileEntry, SelectedBatch, each};
use crate::inspection::{is_mail, place};
use crate::options::{FailOnArgs, PathArgs, ReadMailArgs};
use crate::report::json_lines;
use crate::terminal::{Escaped, Object, say};
use mailutf::text::detection::{Detection, of_message, of_text};
use mailutf::text::{MessageTexts, TextPlace};
use mailutf::{Error, Policy};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};

const EXAMPLES: &str = "\
Examples:
  mailutf detect old.txt
  mailutf detect archive.mbox | grep -E 'doubtful|unreadable'
  mailutf detect letter.eml --json | jq '.texts[].likely'";

/// Show the charset of each text of a message, or of a plain text file.
///
/// Shows the label, the charset used and how it is known. For text that is neither ASCII nor UTF-8, the output also
/// shows the charsets that the letters of the text suggest, with their probabilities and languages. The rest up to 100
/// % is the probability that the text is in another charset, or in none. A file without a header is read as one text.
///
/// Exit status: 0 the charset of each text was found; 1 some text is doubtful or cannot be read without loss, there is
/// a finding that --fail-on names, or some mail was skipped; 2 wrong use, or reading failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DetectArgs {
    #[command(flatten)]
    paths: PathArgs,

    /// Print a JSON object for each message, one per line.
    #[arg(long, help_heading = "Reports")]
    json: bool,

    #[command(flatten)]
    fail_on: FailOnArgs,

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
            entries.map(|entry| self.detections(&entry, &policy)).collect::<Vec<_>>()
        };
        let reading = self.mail.selected(&policy);
        let read = each(paths, None, false, &reading, work, |found| {
            for Detections { lines, is_read, failures } in found {
                output.write_all(lines.as_bytes())?;
                failures.iter().for_each(|failure| say(failure));
                exit = if is_read && failures.is_empty() { exit } else { Exit::Unresolved };
            }
            Ok(())
        })?;
        output.flush().map_err(write_error)?;
        Ok(exit.max(read))
    }
}

/// The lowest probability of a charset that is shown, and the maximum number of charsets that are shown.
const SHOWN: (f64, usize) = (0.001, 3);

/// The results for a message, or for a file that is one text.
struct Detections {
    lines: String,
    /// Whether all texts could be read.
    is_read: bool,
    /// The findings that make the exit status 1 because of `--fail-on`.
    failures: Vec<String>,
}

impl DetectArgs {
    fn detections(&self, entry: &FileEntry<'_>, policy: &Policy) -> Detections {
        let octets = entry.message();
        let texts = &MessageTexts::parse(octets.octets(), policy);
        let is_text = !entry.is_one_of_several() && !is_mail(texts.input());
        let found = if is_text { vec![of_text(texts.input(), policy)] } else { of_message(texts) };
        let number =
            |text: &Detection| if is_text { String::new() } else { texts.structure().path(text.part) };
        let lines = if self.json {
            let id = if is_text { &[] } else { texts.structure().message_id(texts.input()) };
            let found = found.iter().map(|text| of(text, &number(text)));
            let data = Object::default()
                .with("offset", entry.offset())
                .with("mail", !is_text)
                .with_list("texts", found);
            format!("{}\n", json_lines::of_message(entry.path, entry.ordinal, id, data))
        } else {
            let line = |text: &Detection| {
                let kind = if is_text { "" } else { kind(text.place) };
                format!("{}: {kind}{}\n", place(entry, texts, &number(text)), sentence(text))
            };
            found.iter().map(line).collect()
        };
        let is_read = found.iter().all(|text| text.read.is_ok());
        let failures = if is_text { Vec::new() } else { self.fail_on.in_message(entry, policy) };
        Detections { lines, is_read, failures }
    }
}

/// Returns the words for the kind of a text. A line about the text starts with these words.
const fn kind(place: TextPlace) -> &'static str {
    match place {
        TextPlace::Body => "body: ",
        TextPlace::Raw => "raw octets in the header: ",
        TextPlace::Word => "encoded words: ",
        _ => "parameter: ",
    }
}

/// Describes the label and the charset of a text, and the likely charsets.
fn sentence(text: &Detection) -> String {
    let label = text.label.as_deref();
    let mut line =
        label.map_or_else(|| "none declared".to_owned(), |label| format!("declared {}", Escaped(label)));
    // Writing to a string cannot fail.
    let _ = match &text.read {
        Ok((charset, why)) => write!(line, "; read as {charset}, {}", why),
        Err(why) => write!(line, "; {}: {}", why.state(), Escaped(why.to_string().as_bytes())),
    };
    let likely = text.likely.iter().take(SHOWN.1).filter(|charset| charset.probability >= SHOWN.0);
    for (n, candidate) in likely.enumerate() {
        let percent = (candidate.probability * 100.0).min(99.9);
        let start = if n == 0 { "; by its letters " } else { ", " };
        let _ = write!(line, "{start}{} {percent:.1} % ({})", candidate.charset, candidate.language);
    }
    line
}

/// Returns the description of a text as JSON.
fn of(text: &Detection, part: &str) -> Value {
    let charset = json_lines::charset(
        text.label.as_deref(),
        text.read.as_ref().copied().map_err(|why| (why.state(), why)),
    );
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
