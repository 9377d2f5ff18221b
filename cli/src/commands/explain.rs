//! `mailutf explain`: the meaning of findings.

use super::Run;
use crate::exit::{Exit, write_error};
use crate::options::names::{completed, nearest, unknown};
use crate::terminal::style::{self, Paint};
use crate::terminal::wrap::{columns, wrapped};
use clap::builder::PossibleValue;
use mailutf::{Code, Error};
use std::io::{self, BufWriter, Write};

const EXAMPLES: &str = "\
Examples:
  mailutf explain                                    List all codes
  mailutf explain label-mismatch";

/// Explain a finding: what it means, why it occurs, and what to do.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExplainArgs {
    /// The code of a finding, as `inspect`, `check` and `normalize` print it; without one, all codes are listed.
    #[arg(value_parser = completed(code, codes), hide_possible_values = true)]
    code: Option<Code>,
}

impl Run for ExplainArgs {
    fn run(&self) -> Result<Exit, Error> {
        let mut output = BufWriter::new(io::stdout().lock());
        let written = match self.code {
            Some(code) => explain(code, Paint::output(), &mut output),
            None => list(Paint::output(), &mut output),
        };
        written.and_then(|()| output.flush()).map_err(write_error)?;
        Ok(Exit::Done)
    }
}

fn codes() -> Vec<PossibleValue> {
    Code::ALL.iter().map(|code| PossibleValue::new(code.as_str()).help(code.meaning())).collect()
}

fn code(name: &str) -> Result<Code, String> {
    let code = Code::ALL.iter().find(|code| code.as_str().eq_ignore_ascii_case(name)).copied();
    code.ok_or_else(|| {
        let meant = nearest(name, Code::ALL.iter().map(|code| code.as_str()));
        unknown("code", meant, "`mailutf explain` lists all of them")
    })
}

fn list(paint: Paint, output: &mut impl Write) -> io::Result<()> {
    let width = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or_default();
    // The meaning is beside the code if there is room, else below it.
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
            writeln!(
                output,
                "{:width$}  {marked}\n    {}",
                code.as_str(),
                wrapped(code.meaning(), columns, 4, 4)
            )
        }
    })
}

fn explain(code: Code, paint: Paint, output: &mut impl Write) -> io::Result<()> {
    let severity = paint.paint(style::of(code.severity()), code.severity().as_str());
    let meaning = wrapped(code.meaning(), columns(), 0, 0);
    writeln!(output, "{} ({severity})\n\n{meaning}", paint.paint(style::HEADING, code))?;
    let Some((why, advice)) = background(code) else { return Ok(()) };
    for (heading, text) in [("Why:", why), ("What to do:", advice)] {
        let text = wrapped(text, columns(), heading.len() + 1, 0);
        writeln!(output, "\n{} {text}", paint.paint(style::HEADING, heading))?;
    }
    if is_for_the_owner(code) {
        writeln!(
            output,
            "\n{} mailutf review PATH",
            paint.paint(style::HEADING, "Decide sender by sender:")
        )?;
    }
    Ok(())
}

/// Whether the owner of the mail can decide how such text is read.
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

/// Why a finding occurs, and what to do about it.
pub(in crate::commands) fn background(code: Code) -> Option<(&'static str, &'static str)> {
    Some(match code {
        Code::LabelUnknown => (
            "The sender's software invented the label, misspelled it, or uses a charset of its own.",
            "Check the text. If it is wrong, name the charset with --charset DECLARED=REAL, or with --fallback-charset for all such labels.",
        ),
        Code::LabelMissing => (
            "Old mailers, scripts and web forms send text without naming its charset.",
            "Check the text. If it is wrong, name the charset with --fallback-charset.",
        ),
        Code::LabelMismatch => (
            "A gateway or a mailer converted the text but kept the label, or puts the same label on everything.",
            "Check the text: the evidence is strong, but not proof. If the finding says `by statistics` and the text is wrong, name the charset with --charset DECLARED=REAL. Where the finding says so, the label fits, too: --charset X=X believes the label X, --doubtful label all labels.",
        ),
        Code::LabelOverruled => (
            "You gave --charset for this label, or --doubtful evidence.",
            "Check the text. If it is wrong, omit the option or name another charset.",
        ),
        Code::Rule => (
            "A rule in the file that you gave with --rules is meant for the text; the finding names its line.",
            "Check the text. If it is wrong, change the rule, or decide again: mailutf review PATH.",
        ),
        Code::LabelDoubtful => (
            "The sender's software names the wrong charset: Russian text labelled ISO-8859-1, for example.",
            "Compare the readings with `mailutf inspect`. --doubtful evidence reads all such text as it very likely is, --doubtful label as its label says; --charset DECLARED=REAL decides for one label.",
        ),
        Code::LabelUncertain => (
            "Chinese words in UTF-16 can have the octets of printable US-ASCII, and the other way round, and neither reading is clearly likelier.",
            "Check the text. If it is wrong, name the charset with --charset DECLARED=REAL; if it is right, --doubtful label says so.",
        ),
        Code::LabelSuperset => (
            "Mailers send windows-1252 labelled ISO-8859-1, or GBK labelled GB2312: they use the better known name for the larger charset.",
            "Nothing. The text is read as its writer saw it.",
        ),
        Code::Utf16Order => (
            "The label promises one octet order (big-endian where it names none, RFC 2781), but the writer's machine used the other.",
            "Check the text. --doubtful label believes all labels, --charset utf-16le=utf-16le this one.",
        ),
        Code::TextUnresolved => (
            "The text was damaged in transit, or nothing names its charset.",
            "Look at the octet named in the finding. If the label is missing, use --fallback-charset; if it is wrong, --charset DECLARED=REAL; if it is right, although the text looks like something else, --doubtful label; if you accept the damage, --lossy.",
        ),
        Code::TextMalformed => (
            "The writer's encoder was careless, for example with a bare `+` in UTF-7.",
            "Nothing. The meaning is clear.",
        ),
        Code::TextReplaced => (
            "You gave --lossy, and some octets are ill-formed in their charset.",
            "Keep the original: only it still holds the replaced octets.",
        ),
        Code::TextMixed => (
            "Software added lines without converting them to the charset of the text: a mailing list its footer, a gateway its banner.",
            "Check the lines named in the finding. Where it says that the label fits, --doubtful label reads all lines as the label says.",
        ),
        Code::Utf8SurrogatePair => (
            "The sender's software writes CESU-8 but calls it UTF-8, as MySQL and Java do with emoji.",
            "Nothing. Each pair is one character. With --strict such text is ill-formed.",
        ),
        Code::VisualOrder => (
            "Before Unicode, Hebrew was stored as terminals showed it (RFC 1555): the last letter of a line comes first.",
            "--logical-order puts such text in logical order, as it is spoken. Without it, the text keeps its order.",
        ),
        Code::BidiControl => (
            "Mail in Hebrew or Arabic has them around names, addresses and telephone numbers. They can also disguise a name: a file called `annexe` and an override may end in `.exe`.",
            "Nothing in mail of such languages. Anywhere else, be careful with the message.",
        ),
        Code::TagCharacter => (
            "A program hides data in the text, such as a watermark, or instructions to a program that reads the mail.",
            "Be careful with the message, and do not pass its text to a program that acts on it. The characters are kept.",
        ),
        Code::Noncharacter => (
            "The mailer has a defect, or a program tests how readers treat such text.",
            "Nothing. The code points are kept.",
        ),
        Code::BodyNul => (
            "A program wrote all of its buffer, or the text was damaged.",
            "Nothing if your mail program shows the whole text. The NULs are kept.",
        ),
        Code::SeparatorsReplaced => (
            "You gave --separators-as-line-ends.",
            "Keep the original if the difference between these characters and line ends matters.",
        ),
        Code::TextGarbled => (
            "Software decoded the text in a wrong charset, once or several times, and stored the result as UTF-8: `GrÃ¶ÃŸe` was `Größe`, and `Ïðèâåò` was `Привет`.",
            "Compare the readings with `mailutf inspect`. --doubtful evidence restores all such text from which no octet was lost; --doubtful label says that the text is as its author wrote it.",
        ),
        Code::TextBinary => (
            "A file was attached with a text media type, or the file is not a message but a document.",
            "Nothing, or correct the media type where the mail is produced.",
        ),
        Code::CharsetInside => (
            "A vCard can name a charset for each line. Source code, LaTeX, RTF and translation catalogs name theirs where the programs that read them look, whatever the label says.",
            "Nothing, or convert the document with its own program.",
        ),
        Code::WordSplitChar => (
            "The mailer cut encoded words at a fixed number of octets, in the middle of a character, which RFC 2047 section 5 forbids.",
            "Nothing. The words were joined, and the character is complete.",
        ),
        Code::WordMalformed => (
            "The mailer left spaces in a word, or padded its base64 wrongly.",
            "Nothing. The meaning is clear.",
        ),
        Code::WordMisplaced => (
            "The mailer put an encoded word into a quoted string or an address, where strict readers show it undecoded.",
            "Nothing. After conversion every reader shows the text.",
        ),
        Code::WordControl => (
            "A program put a line break or another control character into header text, possibly to forge a header field, or encoded the text twice.",
            "Be careful with the message. The encoded word itself is harmless.",
        ),
        Code::WordUnresolved => (
            "The charset of the word is unknown, or the word was cut short or damaged.",
            "Look at the octet named in the finding. If the charset is unknown or wrong, use --charset DECLARED=REAL; if you accept the damage, --lossy.",
        ),
        Code::WordReplaced => (
            "You gave --lossy, and some octets of the word are ill-formed in its charset.",
            "Keep the original: only it still holds the replaced octets.",
        ),
        Code::FieldRaw => (
            "The mailer put 8-bit text into the header without an encoded word, so that nothing names its charset.",
            "Check the text. If it is wrong, name the charset with --fallback-charset.",
        ),
        Code::FieldUnresolved => (
            "The mailer put 8-bit or shifted text into the header, and there is no evidence of its charset.",
            "Name the charset with --fallback-charset.",
        ),
        Code::FieldNotUtf8 => (
            "A mail server copied the sender's host name into a trace field unchanged, or a program printed into the header.",
            "Usually nothing: these octets are hardly ever read. A program that requires the whole message to be UTF-8 must replace them.",
        ),
        Code::FieldNotAscii => (
            "An address, a trace field or a message identifier has octets above 127 (RFC 6532). Encoded words are not allowed there (RFC 2047 section 5).",
            "Send the message to servers that accept SMTPUTF8, or replace the address by one in US-ASCII; a domain has such a form (`xn--`).",
        ),
        Code::AttachmentKept => (
            "The mailer attached a file as it was. Programs open it by what it holds or declares, not by its label.",
            "Nothing. To convert it too, correct its label by hand.",
        ),
        Code::FieldDuplicate => (
            "A gateway added a field that already existed.",
            "Nothing. The first field counts, as for most readers; others may show another value.",
        ),
        Code::FieldMalformed => (
            "A line break was inserted into a field, or a program printed into the header.",
            "Nothing. The line is kept.",
        ),
        Code::ParameterMalformed => (
            "The mailer put an encoded word into a parameter, or left out required quotes.",
            "Nothing. The meaning is clear.",
        ),
        Code::ParameterUnresolved => (
            "The charset of a file name is unknown, or the name is damaged.",
            "If the value names the wrong charset, use --charset DECLARED=REAL. Otherwise rename the file by hand. Its content is not affected.",
        ),
        Code::TransferUnknown => (
            "The name of the transfer encoding is misspelled, or private to one mailer.",
            "If the content shows what it is, correct Content-Transfer-Encoding by hand.",
        ),
        Code::TransferUnnamed => (
            "A mailer wrote a charset or a media type into Content-Transfer-Encoding.",
            "Look at the text. --strict leaves such a part unchanged.",
        ),
        Code::TransferMismatch => (
            "A mailer or a gateway decoded the body but kept the field.",
            "Nothing. The body is read as what it is.",
        ),
        Code::TransferMalformed => (
            "The body was damaged in transit, or its encoder is careless.",
            "Nothing, unless text is missing at the octet named in the finding.",
        ),
        Code::TransferDropped => (
            "Base64 or uuencoded text was damaged in transit, and you gave --lossy.",
            "Keep the original: the backup or another copy of the mail.",
        ),
        Code::TransferTail => (
            "A mailing list appended its footer to a base64 body.",
            "Nothing. The footer is kept after the text.",
        ),
        Code::BoundaryMissing => (
            "The message was cut short, or its Content-Type was damaged.",
            "The body is left unchanged. Look in it for lines that begin with `--`. In a copy of the message, put what follows the hyphens into boundary= of Content-Type; then its parts are found.",
        ),
        Code::BoundaryUnterminated => (
            "The message was cut short, or the mailer left out the closing boundary.",
            "Check whether the last part is complete.",
        ),
        Code::HeaderMissing => (
            "The file is a document, a page saved from a web mailer, a message saved as UTF-16, or a message that lost its beginning.",
            "Look at the file. Nothing is lost; if it is not mail, leave it out. Convert UTF-16 with `mailutf decode --charset utf-16`.",
        ),
        Code::HeaderUnterminated => (
            "The message was cut short, or a program left out the blank line.",
            "Nothing. Header and body are kept.",
        ),
        Code::ServerIndex => (
            "A message never changes in IMAP, so Dovecot, Courier and Cyrus store its size and structure in an index, under its file name. If the file changed and kept its name, they would report a broken size or show the text in the wrong charset.",
            "In a Maildir, --add-sizes gives changed messages new names with their sizes; mail clients then see them as new messages with new UIDs. For Cyrus, write the mail elsewhere with -o, or convert each file by its name and then run `reconstruct`.",
        ),
        Code::Protected => (
            "Changing a signed octet breaks its signature; changing an encrypted one destroys it.",
            "Nothing, or --break-signatures to convert signed parts and break their signatures.",
        ),
        Code::NotSevenBit => (
            "You asked for 7-bit mail, but the octets are protected or cannot be read.",
            "Send the message to servers that accept 8-bit mail (8BITMIME, SMTPUTF8), or not at all.",
        ),
        Code::SignatureBroken => {
            ("You gave --break-signatures.", "Keep the original: the backup or another copy of the mail.")
        }
        Code::SealBroken => (
            "DKIM and ARC sign the body and header fields as they were sent.",
            "Keep the original if its signature still matters, or use --keep-dkim.",
        ),
        Code::SealKept => ("You gave --keep-dkim.", "Omit the option to convert the message."),
        Code::LimitReached => (
            "The message is larger or deeper, or has more fields, than ordinary mail; it may be an attack.",
            "Look at the message before you trust it. It was not changed. Options such as --limit-message raise the limits.",
        ),
        Code::MessageEncoded => (
            "A mailer attached a message in base64 or quoted-printable, which RFC 2046 forbids.",
            "Save the attached message and convert it separately.",
        ),
        Code::StructureDoubtful => (
            "The structure is ambiguous: after the change, other parts would be found. Or text that could not be read would be read differently beside the changed text. Or a mailbox has no blank line before a `From ` line, or text before its first message. Or a file of Apple Mail starts with a wrong length.",
            "Look at the boundaries and header lines with `mailutf inspect`, and repair them by hand if it matters. In a mailbox, put a blank line before each `From ` line; with --mbox-variant, text before the first one is kept.",
        ),
        Code::MessageEmbedded => (
            "A mailbox lost the lines between its messages, or a digest joins messages in several charsets. Read in the charset of the surrounding text, the message would be unreadable.",
            "Look at the file. Put a blank line and a `From ` line before each message, and give the file a name that does not end in .eml; or save each message to its own file.",
        ),
        Code::FormatUnsupported => (
            "The file is a mailbox of another program, an archive or a document, whatever its name.",
            "Export its mail as mbox or .eml with the program that made it, or unpack it, and convert the result.",
        ),
        Code::CompressedPadding => (
            "A tape or a disk filled the last block of the gzip, bzip2 or Zstandard file with NULs, which are no data.",
            "Nothing. A file that is converted in place, or written compressed, has no padding afterwards.",
        ),
        Code::EditsOverlap => {
            ("A defect of this program.", "Please report it, with the message if possible.")
        }
        Code::VerifyFailed => (
            "Two readers disagree about the message: it is ambiguous, or one of them has a defect.",
            "Look at the message. With --no-verify it is converted anyway.",
        ),
        Code::VerifySkipped => (
            "mail-parser takes too long or too much memory, or fails, for messages of this size or shape.",
            "Nothing. The message was converted without the check.",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained() {
        let without: Vec<_> = Code::ALL.iter().filter(|code| background(**code).is_none()).collect();
        assert!(without.is_empty(), "{without:?}");
    }
}
