//! `mailutf explain`: explains the meaning of findings.

use super::Run;
use crate::exit::Exit;
use crate::options::names::{Completed, code, codes};
use crate::output::print;
use crate::terminal::{Paint, columns, style, wrapped};
use mailutf::{Code, Error};
use std::io::{self, Write};

const EXAMPLES: &str = "\
Examples:
  mailutf explain                                    List all codes
  mailutf explain label-mismatch";

/// Explain a finding: what it means, why it occurs, and what to do.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The code of a finding, as `inspect`, `check` and `normalize` print it; without a code, all codes are listed.
    #[arg(value_parser = Completed(code, codes), hide_possible_values = true)]
    code: Option<Code>,
}

impl Run for ExplainArgs {
    fn run(&self) -> Result<Exit, Error> {
        print(|output| match self.code {
            Some(code) => explain(code, Paint::output(), output),
            None => list(Paint::output(), output),
        })?;
        Ok(Exit::Done)
    }
}

fn list(paint: Paint, output: &mut dyn Write) -> io::Result<()> {
    let width = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or_default();
    // The meaning is printed next to the code if the terminal is wide enough, and below the code otherwise.
    let columns = columns();
    let beside = width + 14;
    let is_wide = columns.is_none_or(|columns| columns > beside + 30);
    Code::ALL.iter().try_for_each(|code| {
        let severity = code.severity();
        let marked = paint.paint(style::of(severity), format!("{:10}", severity.as_str()));
        if is_wide {
            let meaning = wrapped(code.meaning(), columns, beside, beside);
            writeln!(output, "{:width$}  {marked}  {meaning}", code.as_str())
        } else {
            let meaning = wrapped(code.meaning(), columns, 4, 4);
            writeln!(output, "{:width$}  {marked}\n    {meaning}", code.as_str())
        }
    })
}

fn explain(code: Code, paint: Paint, output: &mut dyn Write) -> io::Result<()> {
    let severity = paint.paint(style::of(code.severity()), code.severity().as_str());
    let meaning = wrapped(code.meaning(), columns(), 0, 0);
    writeln!(output, "{} ({severity})\n\n{meaning}", paint.paint(style::HEADING, code))?;
    let warning = code.warning().map(|warning| ("For readers:", warning.meaning()));
    let texts = [("Why:", code.cause()), ("What to do:", code.advice())];
    for (heading, text) in warning.into_iter().chain(texts) {
        let text = wrapped(text, columns(), heading.len() + 1, 0);
        writeln!(output, "\n{} {text}", paint.paint(style::HEADING, heading))?;
    }
    if is_for_the_owner(code) {
        let heading = paint.paint(style::HEADING, "Decide sender by sender:");
        writeln!(output, "\n{heading} mailutf review PATH")?;
    }
    Ok(())
}

/// Whether the owner of the mail can decide how to read a text that has a finding with this code.
const fn is_for_the_owner(code: Code) -> bool {
    matches!(
        code,
        Code::LabelUnknown
            | Code::LabelMissing
            | Code::LabelMismatch
            | Code::Rule
            | Code::LabelDoubtful
            | Code::LabelUncertain
            | Code::TextUnresolved
            | Code::TextMixed
            | Code::TextGarbled
            | Code::WordUnresolved
            | Code::FieldRaw
            | Code::FieldUnresolved
            | Code::ParameterUnresolved
    )
}
