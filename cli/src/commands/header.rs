//! `mailutf header`: decodes or encodes bodies of header fields (RFC 2047, RFC 2231, RFC 6532).
//!
//! Each value is read as the only field of a message, by the same code that reads mail. The same guesses are
//! therefore reported, and the same text is left undecoded, as in mail. Each decoded value is printed on one line:
//! line ends and other control characters in the decoded text become blanks. An encoded value may be folded (RFC
//! 5322 section 2.2.3).

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{self, STANDARD_INPUT};
use crate::options::{FailOnArgs, ReadingArgs};
use crate::report::finding_printer::detail;
use crate::terminal::{Escaped, say};
use mailutf::internal::encoded_words;
use mailutf::policy::{HeaderForm, Policy};
use mailutf::text::Context;
use mailutf::{Code, Error, Normalizer, Severity, Span, header};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, IsTerminal, Read, Write};
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  mailutf header '=?koi8-r?B?8NLJ18XU?='
  mailutf header --addresses '=?utf-8?Q?J=C3=B6rg?= <j@example.org>, k@example.org'
  mailutf header --parameter filename \"attachment; filename*=utf-8''gr%C3%BC%C3%9Fe.txt\"
  mailutf header --encode Привет
  mailutf header < subjects.txt                      One value per line";

// The option --learn is hidden, because a single value has no sender whose charsets could be learned.
/// Decode or encode the body of a header field: a text, an address list, a parameter.
///
/// Prints one line for each value. The values are read like fields of a message and shown as `mailutf text` shows them:
/// doubtful or damaged text is reported. With --encode, encoded words that cannot be decoded without loss stay encoded.
///
/// Exit status: 0 success; 1 some encoded word could not be decoded, a parameter is missing, or there is a finding that --fail-on
/// names; 2 wrong use, or reading or writing failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("learn", |learn| learn.hide(true)))]
pub(crate) struct HeaderArgs {
    /// Bodies of header fields, without the name of the field. Without this argument, each line of standard input is a
    /// field body, together with the lines that continue it.
    #[arg(value_name = "VALUE")]
    values: Vec<OsString>,

    /// Read address lists, such as To. Prints a line for each address: the address, a tab, and the name.
    #[arg(short, long, conflicts_with = "parameter", help_heading = "Conversion")]
    addresses: bool,

    /// Print the parameter NAME of each value, which must be like the value of Content-Disposition; with --encode, write
    /// each value as this parameter.
    #[arg(short, long, value_name = "NAME", value_parser = name, help_heading = "Conversion")]
    parameter: Option<String>,

    /// Encode instead of decoding: write text with characters beyond ASCII as encoded words in UTF-8 (RFC 2047), or as
    /// a parameter (RFC 2231), and fold it. Encoded words in another charset are converted to UTF-8.
    #[arg(short, long, help_heading = "Conversion")]
    encode: bool,

    #[command(flatten)]
    fail_on: FailOnArgs,

    #[command(flatten)]
    reading: ReadingArgs,
}

impl Run for HeaderArgs {
    fn contradiction(&self) -> Option<String> {
        if let [word, _, ..] = &*self.values
            && let Some(hint) = word.to_str().and_then(no_value)
        {
            return Some(hint.to_owned());
        }
        let learns = self.reading.learns().then(|| {
            "--learn: a single value has no sender to learn from; use this option only with commands that \
             read mail"
                .to_owned()
        });
        learns.or_else(|| self.reading.contradiction())
    }

    fn run(&self) -> Result<Exit, Error> {
        let form = if self.encode { HeaderForm::Encoded } else { HeaderForm::Utf8 };
        let policy = self.reading.policy().with_headers(form);
        let policy = if self.encode { policy } else { policy.shown() };
        let stdout = io::stdout().lock();
        let escape = stdout.is_terminal();
        let mut converter = Converter {
            args: self,
            kind: match &self.parameter {
                Some(name) => Kind::Parameter(name),
                None if self.addresses => Kind::Addresses,
                None => Kind::Text,
            },
            normalizer: Normalizer::new(policy.clone()),
            policy,
            escape,
            output: BufWriter::new(stdout),
            values: 0,
            exit: Exit::Done,
        };
        if self.values.is_empty() {
            converter.standard_input()?;
        }
        for value in &self.values {
            converter.take(&octets(value)).map_err(write_error)?;
        }
        converter.output.flush().map_err(write_error)?;
        Ok(converter.exit)
    }
}

/// Returns a hint if `word` looks like a subcommand of `header`, which has no subcommands. `word` is the first of
/// several words.
fn no_value(word: &str) -> Option<&'static str> {
    match word {
        "decode" => Some("`decode` is not needed: `header` decodes by default; use --encode to encode"),
        "encode" => Some("to encode, use `mailutf header --encode VALUE`"),
        _ => None,
    }
}

/// Checks that a parameter name is an `attribute` (RFC 2231 section 7).
fn name(name: &str) -> Result<String, &'static str> {
    let allowed = |octet: u8| octet.is_ascii_alphanumeric() || b"!#$&+-.^_`{|}~".contains(&octet);
    let is_name = !name.is_empty() && name.bytes().all(allowed);
    is_name.then(|| name.to_owned()).ok_or(
        "a parameter name may contain only letters, digits and signs such as `-` and `_`, as in `filename`",
    )
}

/// Returns the octets of the argument. On systems other than Unix, returns the text of the argument in UTF-8.
fn octets(value: &OsStr) -> Cow<'_, [u8]> {
    #[cfg(unix)]
    return Cow::Borrowed(std::os::unix::ffi::OsStrExt::as_bytes(value));
    #[cfg(not(unix))]
    return Cow::Owned(value.to_string_lossy().into_owned().into_bytes());
}

/// The kind of the values. It determines the header field in which the values are read.
#[derive(Clone, Copy)]
enum Kind<'n> {
    Text,
    Addresses,
    Parameter(&'n str),
}

impl Kind<'_> {
    const fn field(self) -> &'static [u8] {
        match self {
            Self::Text => b"Subject: ",
            Self::Addresses => b"To: ",
            Self::Parameter(_) => b"Content-Disposition: ",
        }
    }
}

/// The disposition type that is put before a parameter, so that a whole field Content-Disposition can be encoded. It
/// is removed again before the parameter is printed.
const DISPOSITION: &[u8] = b"attachment";

struct Converter<'a, W: Write> {
    args: &'a HeaderArgs,
    kind: Kind<'a>,
    policy: Policy,
    /// Writes encoded values, and reports guesses and words that are left unchanged.
    normalizer: Normalizer,
    escape: bool,
    output: W,
    values: u64,
    exit: Exit,
}

impl<W: Write> Converter<'_, W> {
    /// Reads the values from standard input. A value is a line, together with the following lines that begin with a
    /// blank, because such lines continue the value (RFC 5322 section 2.2.3). The length of a value is limited,
    /// because the whole value is held in memory.
    fn standard_input(&mut self) -> Result<(), Error> {
        let path = Path::new(STANDARD_INPUT);
        let mut input = BufReader::new(input::open(path)?);
        let limit = self.policy.limits.message;
        let read_error = |error| input::error("read", path, error);
        let mut value = Vec::new();
        loop {
            let left = limit.saturating_sub(value.len());
            let mut start = input.by_ref().take((left as u64).saturating_add(1));
            let read = start.read_until(b'\n', &mut value).map_err(read_error)?;
            if value.len() > limit {
                let why = format!("a value is longer than the {limit} octets that --limit-message allows");
                return Err(read_error(io::Error::new(ErrorKind::InvalidData, why)));
            }
            let next = input.fill_buf().map_err(read_error)?.first();
            if read > 0 && matches!(next, Some(b' ' | b'\t')) {
                continue;
            }
            if value.is_empty() {
                return Ok(());
            }
            value.pop_if(|last| *last == b'\n');
            value.pop_if(|last| *last == b'\r');
            self.take(&value).map_err(write_error)?;
            value.clear();
        }
    }

    fn take(&mut self, value: &[u8]) -> io::Result<()> {
        self.values += 1;
        let value = folded(value);
        if self.args.encode { self.encode(&value) } else { self.decode(&value) }
    }

    fn decode(&mut self, value: &[u8]) -> io::Result<()> {
        self.report(&self.field(value));
        let policy = self.policy.clone();
        let context = Context::new(&policy);
        match self.kind {
            Kind::Text => self.decoded(&header::decode_in(value, &context)),
            Kind::Addresses => header::addresses_in(value, &context).iter().try_for_each(|mailbox| {
                self.write(&mailbox.address)?;
                self.output.write_all(b"\t")?;
                self.decoded(&mailbox.name)
            }),
            Kind::Parameter(name) => {
                let text = header::parameter_in(value, name, &context);
                if text.is_none() {
                    self.say(&format!("there is no parameter `{name}`"));
                    self.exit = Exit::Unresolved;
                }
                self.line(&text.unwrap_or_default())
            }
        }
    }

    /// Writes a decoded text. If it still contains an encoded word, the exit status says that some text could not
    /// be decoded.
    fn decoded(&mut self, text: &str) -> io::Result<()> {
        if !encoded_words(text.as_bytes(), Span::new(0, text.len())).is_empty() {
            self.exit = Exit::Unresolved;
        }
        self.line(text)
    }

    fn encode(&mut self, value: &[u8]) -> io::Result<()> {
        let value = match self.kind {
            Kind::Parameter(name) => header::with_parameters(DISPOSITION, &[(name.as_bytes(), value)]).into(),
            _ => Cow::Borrowed(value),
        };
        let field = self.field(&value);
        self.report(&field);
        let written = self.normalizer.plan(&field).apply().into_owned();
        let mut body = written.get(self.kind.field().len()..).unwrap_or_default().trim_ascii();
        if let Kind::Parameter(_) = self.kind {
            let rest = body.strip_prefix(DISPOSITION).unwrap_or(body);
            body = rest.strip_prefix(b";").unwrap_or(rest).trim_ascii_start();
        }
        self.output.write_all(body)?;
        self.output.write_all(b"\n")
    }

    /// Returns a message whose only field has this value.
    fn field(&self, value: &[u8]) -> Vec<u8> {
        [self.kind.field(), value, b"\n\n"].concat()
    }

    /// Reports the guesses in the value of `field`, and the encoded words that are left undecoded.
    fn report(&mut self, field: &[u8]) {
        let plan = self.normalizer.plan(field);
        let names = |code| self.args.fail_on.names(code);
        let is_reported = |code: Code| code.severity() >= Severity::Guess || names(code);
        for finding in plan.findings().iter().filter(|finding| is_reported(finding.code)) {
            let at = finding.span.start.saturating_sub(self.kind.field().len());
            let detail = match finding.detail.is_none() {
                true => finding.code.meaning().to_owned(),
                false => detail(finding, plan.findings()),
            };
            self.say(&format!("{} at octet {at}: {detail}", finding.code));
            let is_left = self.args.encode && finding.code.severity() == Severity::Unresolved;
            if is_left || names(finding.code) {
                self.exit = Exit::Unresolved;
            }
        }
    }

    /// Reports something about the current value. If there are several values, its number is printed, too.
    fn say(&self, what: &str) {
        let is_alone = self.args.values.len() == 1;
        let place = if is_alone { String::new() } else { format!("value {}: ", self.values) };
        say(&format!("{place}{what}"));
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.write(text)?;
        self.output.write_all(b"\n")
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let text = text.replace(|c: char| c.is_control(), " ");
        if self.escape {
            write!(self.output, "{}", Escaped(text.as_bytes()))
        } else {
            self.output.write_all(text.as_bytes())
        }
    }
}

/// Returns the value with a blank after each line end that is not yet part of a fold (RFC 5322 section 2.2.3). No
/// line of the value can then be taken for another field.
fn folded(value: &[u8]) -> Vec<u8> {
    let mut folded = Vec::with_capacity(value.len());
    let mut octets = value.iter().peekable();
    while let Some(&octet) = octets.next() {
        folded.push(octet);
        let is_fold = octets.peek().is_some_and(|next| matches!(next, b' ' | b'\t'));
        folded.extend((octet == b'\n' && !is_fold).then_some(b' '));
    }
    folded
}
