//! `mailutf attachments`: lists the attachments of messages, or saves them with safe names.
//!
//! Attachments are the parts that a mail client offers to open or save, including pictures that it shows between texts,
//! and binary data that is labelled as text. An enclosed message is one attachment. The transfer encoding is decoded; the
//! charset of text is not changed.

mod file_name;

use super::Run;
use crate::exit::{Exit, write_error};
use crate::input::{FileEntry, InputOptions, SelectedBatch, each, name};
use crate::inspection::place;
use crate::options::message::no_part;
use crate::options::{FailOnArgs, PartArgs, PathArgs, ReadMailArgs};
use crate::terminal::{Escaped, counted, say};
use file_name::NewFiles;
#[cfg(unix)]
use mailutf::internal::refuse_mail_directory;
use mailutf::message::{Message, MessagePart};
use mailutf::text::{Content, Unreadable};
use mailutf::{Error, Policy};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  mailutf attachments archive.mbox                   List all attachments
  mailutf attachments letter.eml -o files            Save them in the directory files
  mailutf attachments archive.mbox -m 7 -p 2 -o .    Save one part of one message";

/// List the attachments of messages, or save them with safe names.
///
/// Transfer encodings are decoded; the charset of text is not changed.
///
/// Exit status: 0 success; 1 a saved attachment or its name may be incomplete, there is a finding that --fail-on names,
/// or some mail was skipped; 2 wrong use, or reading or writing failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AttachmentsArgs {
    #[command(flatten)]
    paths: PathArgs,

    #[command(flatten)]
    selection: PartArgs,

    /// Save the attachments in this directory, each in a new file; no file is ever overwritten.
    ///
    /// A file gets the name that the message gives it, without directories, leading dots, control characters and
    /// characters that Windows refuses, with at most 255 octets. If that name is taken, a number is added. The directory
    /// is created if it does not exist.
    #[arg(short, long, value_name = "DIRECTORY", help_heading = "Output")]
    output: Option<PathBuf>,

    #[command(flatten)]
    fail_on: FailOnArgs,

    #[command(flatten)]
    mail: ReadMailArgs,
}

impl Run for AttachmentsArgs {
    fn contradiction(&self) -> Option<String> {
        self.mail.contradiction()
    }

    fn run(&self) -> Result<Exit, Error> {
        let paths = self.paths.paths()?;
        let policy = self.mail.policy(&paths, None)?.shown();
        if let Some(directory) = &self.output {
            #[cfg(unix)]
            refuse_mail_directory(directory)?;
            fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))?;
        }
        let mut files = self.output.as_deref().map(NewFiles::in_directory);
        let mut output = BufWriter::new(io::stdout().lock());
        let (mut exit, mut any) = (Exit::Done, false);
        let work = |batch| self.attachments(&policy, &batch);
        let reading = InputOptions { message: self.selection.message.message, ..self.mail.selected(&policy) };
        let read = each(paths, None, false, &reading, work, |Found { attachments, failures }| {
            any |= !attachments.is_empty();
            failures.iter().for_each(|failure| say(failure));
            exit = if failures.is_empty() { exit } else { exit.max(Exit::Unresolved) };
            for attachment in &attachments {
                for problem in &attachment.problems {
                    say(&format!("{}: {problem}", attachment.place));
                    // A problem with an attachment makes the exit status 1 only if --output is given. Without
                    // --output, the command just lists the attachments, and its list is complete.
                    exit = if files.is_some() { exit.max(Exit::Unresolved) } else { exit };
                }
                let saved = match files.as_mut().map(|files| save(attachment, files)).transpose() {
                    Ok(saved) => saved.map_or(String::new(), |path| format!(" → {}", name(&path))),
                    Err(error) => {
                        exit = exit.max(Exit::of(&error));
                        ", not saved".to_owned()
                    }
                };
                writeln!(output, "{}: {}{saved}", attachment.place, attachment.what)?;
            }
            Ok(())
        })?;
        output.flush().map_err(write_error)?;
        match self.selection.part.as_deref().filter(|_| !any) {
            Some(part) => Err(no_part(part, "no message has a part")),
            None => Ok(exit.max(read)),
        }
    }
}

/// The results for a batch of messages.
struct Found {
    attachments: Vec<Attachment>,
    /// The findings that make the exit status 1 because of `--fail-on`.
    failures: Vec<String>,
}

struct Attachment {
    place: String,
    /// The name, media type and size of the attachment, for display.
    what: String,
    /// The name of the file in which the attachment is saved. This name is safe on all systems.
    file_name: String,
    octets: Vec<u8>,
    /// The reasons why the content or the name of the attachment may be incomplete.
    problems: Vec<String>,
}

impl AttachmentsArgs {
    /// Finds the attachments of a batch of messages.
    fn attachments(&self, policy: &Policy, batch: &SelectedBatch) -> Found {
        let policy = &*batch.policy(policy);
        let (mut attachments, mut failures) = (Vec::new(), Vec::new());
        for entry in batch.entries() {
            let octets = entry.message();
            let message = Message::parse_with(octets.octets(), policy);
            let parts: Vec<_> = match self.selection.part {
                Some(_) => message.parts().filter(|part| self.selection.wants(part)).collect(),
                None => message.files().collect(),
            };
            let taken = parts.iter().map(|part| attachment(&entry, &message, part, self.output.is_some()));
            attachments.extend(taken);
            failures.extend(self.fail_on.in_message(&entry, policy));
        }
        Found { attachments, failures }
    }
}

/// Describes the attachment in `part`. `save` tells whether the content of the attachment is needed.
fn attachment(
    entry: &FileEntry<'_>,
    message: &Message<'_>,
    part: &MessagePart<'_>,
    save: bool,
) -> Attachment {
    let Content { octets, damage, .. } = part.content();
    let problem = damage.map(|damage| match damage {
        Unreadable::TransferUnknown => {
            "its transfer encoding is unknown; its content is written without decoding".to_owned()
        }
        damage => format!("the attachment may be incomplete: {damage}"),
    });
    let file_name = part.file_name();
    let is_damaged = |name: &&String| name.contains(char::REPLACEMENT_CHARACTER);
    let name_problem = file_name
        .as_ref()
        .filter(is_damaged)
        .map(|name| format!("its name is damaged: {}", Escaped(name.as_bytes())));
    let shown = file_name.as_deref().unwrap_or("no name");
    let size = counted(octets.len() as u64, "octet");
    let fallback = || {
        let is_data = matches!(part.text(), Err(Unreadable::Binary(_)));
        let extension = match part.media_type() {
            _ if is_data => "",
            "message/rfc822" | "message/global" => ".eml",
            "text/plain" => ".txt",
            "text/html" => ".html",
            _ => "",
        };
        format!("part-{}{extension}", part.section())
    };
    Attachment {
        place: place(entry, message.texts(), &message.structure().path(part.index())),
        what: format!("{}, {}, {size}", Escaped(shown.as_bytes()), Escaped(part.media_type().as_bytes())),
        file_name: part.safe_file_name().unwrap_or_else(fallback),
        octets: if save { octets.into_owned() } else { Vec::new() },
        problems: problem.into_iter().chain(name_problem).collect(),
    }
}

/// Saves the attachment in a new file. If the file cannot be written to its end, the file is removed.
fn save(attachment: &Attachment, files: &mut NewFiles<'_>) -> Result<PathBuf, Error> {
    let created = files.create(&attachment.file_name);
    let (mut file, path) =
        created.map_err(|error| Error::new("create", Some(Path::new(&attachment.file_name)), error))?;
    file.write_all(&attachment.octets).map_err(|error| {
        // If removing the file fails as well, only the error of writing is reported.
        let _ = fs::remove_file(&path);
        Error::new("write", Some(&path), error)
    })?;
    Ok(path)
}
