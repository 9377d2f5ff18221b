//! `mailutf explain`: what findings mean.

use crate::args::ExplainArgs;
use crate::exit::Exit;
use crate::style::{self, Paint};
use crate::wrap::{columns, wrapped};
use mailutf::{Code, Error};
use std::io::{self, BufWriter, Write};

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Error> {
    let mut output = BufWriter::new(io::stdout().lock());
    let written = match args.code {
        Some(code) => explain(code, Paint::output(), &mut output),
        None => list(Paint::output(), &mut output),
    };
    written.and_then(|()| output.flush()).map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}

fn list(paint: Paint, output: &mut impl Write) -> io::Result<()> {
    let width = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or_default();
    // Beside the code where there is room, else below it.
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
    Ok(())
}

/// How a finding comes about, and what to do.
fn background(code: Code) -> Option<(&'static str, &'static str)> {
    Some(match code {
        Code::LabelUnknown => (
            "A mailer made the label up, misspelt it, or means a charset of its own.",
            "Look at the text. Where it is wrong, name the right charset: --charset DECLARED=REAL, or --fallback-charset for all such labels.",
        ),
        Code::LabelMissing => (
            "Old mailers, scripts and web forms send what they have without saying what it is.",
            "Look at the text. Where it is wrong, name the charset: --fallback-charset.",
        ),
        Code::LabelMismatch => (
            "A gateway or a client converted the text and left the label, or labels all it sends alike.",
            "Look at the text: the evidence is strong, but it is evidence. Where it was read by statistics, and wrong, name the charset: --charset DECLARED=REAL. With --strict the label is believed.",
        ),
        Code::LabelOverruled => (
            "--charset was asked for: mailers that name the wrong charset do so in all they send.",
            "Look at the text. Where it is wrong, its label is right, or lies in another way: leave that option out, or name another charset.",
        ),
        Code::LabelSuperset => (
            "windows-1252 is sent as ISO-8859-1, GBK as GB2312: the charset was named after its better known part.",
            "Nothing. The text is read as its writer saw it.",
        ),
        Code::Utf16Order => (
            "The label promises an order, or big-endian by RFC 2781, and the writer's machine had the other one.",
            "Look at the text. With --strict the label is believed.",
        ),
        Code::TextUnresolved => (
            "The text was damaged on its way, or is in a charset that nothing names.",
            "See the octet that is named. Where no label names a charset: --fallback-charset. Where the label is wrong: --charset DECLARED=REAL. Where damage is to be accepted: --lossy.",
        ),
        Code::TextMalformed => (
            "The writer's encoder was careless, as with a bare `+` in UTF-7.",
            "Nothing. The meaning is clear.",
        ),
        Code::TextReplaced => (
            "--lossy was asked for, and the octets mean nothing in their charset.",
            "Keep the original: what was replaced is only there.",
        ),
        Code::TextMixed => (
            "Something on the way added lines to a text without converting them to its charset: a mailing list its footer, a gateway its banner.",
            "Look at the lines that are named. With --strict the label is believed for all of them.",
        ),
        Code::Utf8SurrogatePair => (
            "The sender's software writes CESU-8 and calls it UTF-8, as MySQL and Java do with emoji.",
            "Nothing. Each pair is one character. With --strict such text is ill-formed.",
        ),
        Code::TextBinary => (
            "A file was attached with a media type of text, or is no message but a document.",
            "Nothing, or correct the media type where the mail is made.",
        ),
        Code::CharsetInside => (
            "A vCard may name a charset for each line, and source code, LaTeX, RTF and catalogues of translations name theirs where \
             the programs that read them look for it, whatever the label says.",
            "Nothing, or convert the document with the program that it belongs to.",
        ),
        Code::WordSplitChar => (
            "The mailer cut encoded words at a number of octets, through a character of several octets (RFC 2047 section 5 forbids it).",
            "Nothing. The words were joined, and the character is whole.",
        ),
        Code::WordMalformed => (
            "The mailer left blanks in a word, or padded its base64 wrongly.",
            "Nothing. The meaning is clear.",
        ),
        Code::WordMisplaced => (
            "The mailer encoded inside a quoted string or an address, where a strict reader shows the code.",
            "Nothing. After normalizing, every reader shows the text.",
        ),
        Code::WordControl => (
            "Something put a line end or another control character into a header text, which can be an attempt to forge a field, or encoded the text twice.",
            "Be careful with the message. What stays encoded does nothing.",
        ),
        Code::WordUnresolved => (
            "The word is in a charset that is not known, or was cut short or damaged.",
            "See the octet that is named. Where the charset is not known, or is not the one that the word names: --charset DECLARED=REAL. Where damage is to be accepted: --lossy.",
        ),
        Code::WordReplaced => (
            "--lossy was asked for, and octets of the word mean nothing in its charset.",
            "Keep the original: what was replaced is only there.",
        ),
        Code::FieldRaw => (
            "The mailer put 8-bit text into the header without an encoded word, so no charset is named.",
            "Look at the text. Where it is wrong, name the charset: --fallback-charset.",
        ),
        Code::FieldUnresolved => (
            "The mailer put 8-bit text into the header, and nothing tells the charset.",
            "Name the charset: --fallback-charset.",
        ),
        Code::FieldNotUtf8 => (
            "A mail server wrote what a sender called itself into a trace field as it was, or a program printed into the header.",
            "Nothing: hardly anyone reads these octets. But a program that wants all of the message to be UTF-8 must replace them.",
        ),
        Code::FieldDuplicate => (
            "A gateway added a field that was there already.",
            "Nothing. The first one counts, as it does for most readers; others may see another message.",
        ),
        Code::FieldMalformed => (
            "A line end was inserted into a field, or a program printed into the header.",
            "Nothing. The line stays where it is.",
        ),
        Code::ParameterMalformed => (
            "The mailer put an encoded word into a parameter, or did not quote what has to be quoted.",
            "Nothing. The meaning is clear.",
        ),
        Code::ParameterUnresolved => (
            "A file name is in a charset that is not known, or is damaged.",
            "Where it names the wrong charset: --charset DECLARED=REAL. Else name the file by hand. Its content is not concerned.",
        ),
        Code::TransferUnknown => (
            "The name of the transfer encoding is wrong, or one mailer's own.",
            "Correct Content-Transfer-Encoding by hand if the content shows what it is.",
        ),
        Code::TransferMismatch => (
            "A mailer or a gateway decoded the body and left the field.",
            "Nothing. The body is read as what it is.",
        ),
        Code::TransferMalformed => (
            "The body was damaged on its way, or its encoder is careless.",
            "Nothing, unless the text lacks something at the octet that is named.",
        ),
        Code::TransferDropped => (
            "Base64 or uuencoded text was damaged on its way, and --lossy allowed to go on without what was damaged.",
            "Keep the original: the backup or another copy of the mail.",
        ),
        Code::TransferTail => (
            "A mailing list appended its footer to a body in base64.",
            "Nothing. The footer is kept behind the text.",
        ),
        Code::BoundaryMissing => (
            "The message was cut short, or its Content-Type was damaged.",
            "The body stays as it is. See what its lines that begin with -- say: with that behind boundary= in a copy of the message, its parts are found.",
        ),
        Code::BoundaryUnterminated => (
            "The message was cut short, or the mailer forgot the last line.",
            "See whether the last part is complete.",
        ),
        Code::HeaderMissing => (
            "It is a document, a page saved from a web mailer, a message that an editor saved in UTF-16, or the rest of one that lost its start.",
            "See what it is. Nothing of it is lost; where it is no mail, leave it out. Out of UTF-16: mailutf decode --charset utf-16.",
        ),
        Code::HeaderUnterminated => (
            "The message is cut short, or a program forgot the blank line.",
            "Nothing. Header and body stay what they are.",
        ),
        Code::ServerIndex => (
            "A message never changes in IMAP, so Dovecot, Courier and Cyrus keep its size and structure in an index. \
             Dovecot and Courier know it by the name of its file, and that name would stay the same. After a change \
             they would report a broken size, or show the text in the wrong charset.",
            "In a Maildir: --add-sizes gives messages that change new names with their sizes; to a client, each is a \
             new message (a new UID). For Cyrus: write the mail elsewhere with -o, or name the file, and then run \
             `reconstruct`.",
        ),
        Code::Protected => (
            "To change a signed octet breaks its signature, to change an encrypted one destroys it.",
            "Nothing, or --break-signatures to have signed parts in UTF-8 and their signatures broken.",
        ),
        Code::NotSevenBit => (
            "7-bit mail was asked for, and the octets are protected, or not readable.",
            "Send the message where 8-bit mail is taken (8BITMIME, SMTPUTF8), or not at all.",
        ),
        Code::SignatureBroken => (
            "--break-signatures allowed to change what was signed.",
            "Keep the original: the backup or another copy of the mail.",
        ),
        Code::SealBroken => (
            "DKIM and ARC sign the body, and fields of the header, as they were sent.",
            "Keep the original where its signature still counts, or use --keep-dkim.",
        ),
        Code::SealKept => {
            ("--keep-dkim was asked for.", "Leave that option out to have the message normalized.")
        }
        Code::LimitReached => (
            "The message is larger or deeper, or has more fields, than sound mail; it may be an attack.",
            "See what it is before you trust it. Nothing of it was changed. The options that begin with --limit-, such as --limit-message, raise limits.",
        ),
        Code::MessageEncoded => (
            "A mailer attached a message under base64 or quoted-printable, although RFC 2046 forbids it.",
            "Save the attached message, and normalize it by itself.",
        ),
        Code::StructureDoubtful => (
            "Parts were found by judgement, and after the change they would be found elsewhere. Or what could not be \
             read in the header would be read beside what has changed, so that another run would go on. Or a mailbox \
             has no blank line before a `From ` line, or something other than a `From ` line at its start; or a file of Apple \
             Mail starts with a wrong length.",
            "Look at its boundaries and header lines with `mailutf inspect`; mend them by hand if it matters. In a \
             mailbox, put a blank line before each `From ` line; with --mbox-variant, what stands before the first \
             one is kept.",
        ),
        Code::MessageEmbedded => (
            "A mailbox lost the lines that separate its messages, or a digest joins messages of several charsets in one \
             text. In the charset of the text around it, the message would be unreadable.",
            "Look at the file. Put a `From ` line and a blank line before each message, and its name must not end in \
             .eml; or save each message to a file of its own.",
        ),
        Code::FormatUnsupported => (
            "The file is a mailbox of another program, an archive or a document, whatever its name is.",
            "Export its mail as mbox or .eml with the program that made it, or unpack it, and name what comes out.",
        ),
        Code::EditsOverlap => ("A defect of this program.", "Please report it, with the message if you may."),
        Code::VerifyFailed => (
            "Two readers do not agree on the message: it is ambiguous, or one of them has a defect.",
            "Look at the message. With --no-verify it is changed all the same.",
        ),
        Code::VerifySkipped => (
            "The other reader takes too long, too much memory, or fails, on messages of this size or shape.",
            "Nothing. The message was changed by the rules alone.",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_has_a_background() {
        let without: Vec<_> = Code::ALL.iter().filter(|code| background(**code).is_none()).collect();
        assert!(without.is_empty(), "{without:?}");
    }
}
