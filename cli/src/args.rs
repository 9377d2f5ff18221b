//! What may stand on the command line.

mod census;
mod charset;
mod check;
mod codec;
mod color;
mod completions;
mod counted;
mod examples;
mod explain;
mod inspect;
mod limits;
mod mail;
mod man;
mod nearest;
mod normalize;
mod paths;
mod reading;
mod text;
mod utf7;

use crate::exit::TRY_AGAIN;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use std::{env, process};

pub(crate) use census::CensusArgs;
pub(crate) use check::CheckArgs;
pub(crate) use codec::{DecodeArgs, EncodeArgs};
pub(crate) use completions::CompletionsArgs;
pub(crate) use explain::ExplainArgs;
pub(crate) use inspect::InspectArgs;
pub(crate) use mail::MailArgs;
pub(crate) use man::ManArgs;
pub(crate) use normalize::NormalizeArgs;
pub(crate) use paths::{ListArgs, PathArgs, RecursiveArgs};
pub(crate) use reading::{ChangingArgs, ReadingArgs};
pub(crate) use text::TextArgs;
pub(crate) use utf7::{ToUtf7Args, Utf7Args};

/// Mail in any charset to UTF-8, without losing a byte that matters.
#[derive(Debug, Parser)]
#[command(name = "mailutf", version, propagate_version = true, max_term_width = 100, after_help = examples::PROGRAM)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to colour what is printed.
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "What is said"
    )]
    pub(crate) color: color::Color,
}

impl Args {
    /// What stands on the command line. Ends the program with a message where that cannot be meant.
    pub(crate) fn read() -> Self {
        let args = Self::try_parse().unwrap_or_else(|error| end(&error));
        let (name, contradiction) = match &args.command {
            Command::Normalize(args) => ("normalize", args.contradiction()),
            Command::ToUtf7(args) => ("to-utf7", args.contradiction()),
            Command::Inspect(args) => ("inspect", args.reading.contradiction()),
            Command::Check(args) => ("check", args.changing.contradiction()),
            Command::Census(args) => ("census", args.reading.contradiction()),
            Command::Text(args) => ("text", args.reading.contradiction()),
            _ => return args,
        };
        if let Some(why) = contradiction {
            let mut program = Self::command();
            program.build();
            let mut command = program.find_subcommand_mut(name).map(std::mem::take).unwrap_or(program);
            end(&command.error(ErrorKind::ArgumentConflict, why));
        }
        args
    }
}

/// Says what clap says, and ends the program. Where a filter is asked for, wrong use may be tried again: a delivery
/// agent must not return mail because of it.
fn end(said: &clap::Error) -> ! {
    if said.use_stderr() && env::args_os().any(|argument| argument == "--filter") {
        // Where standard error is gone there is nobody to tell.
        let _ = said.print();
        process::exit(TRY_AGAIN.into());
    }
    said.exit()
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rewrite mail so that all its text is UTF-8.
    ///
    /// Exit status: 0 done, 1 done but something could not be read without loss and was left as it was,
    /// 2 wrong use or input/output failure. With --filter: 0 the output is whole, 75 it is not.
    #[command(after_help = examples::NORMALIZE)]
    Normalize(NormalizeArgs),

    /// Show what messages are made of, how their text is read, and what is odd.
    #[command(after_help = examples::INSPECT)]
    Inspect(InspectArgs),

    /// Say whether mail is normal already, and list what is not.
    ///
    /// What `normalize --in-place` leaves because mail-parser reads the new form differently is listed as
    /// `verify-failed`.
    ///
    /// Exit status: 0 all is normal, 1 something would change or cannot be read without loss, 2 wrong use or
    /// input/output failure.
    #[command(after_help = examples::CHECK)]
    Check(CheckArgs),

    /// Count the charsets of a mailbox: as labelled, as read, where, how often.
    ///
    /// What is counted: the bodies of text parts, encoded words, header fields with octets above 127 as they
    /// stand (raw), and parameters. Of texts that cannot be read without loss an example of each kind is shown.
    /// Exit status: 0 done, 1 some text cannot be read, 2 wrong use or input/output failure.
    #[command(after_help = examples::CENSUS)]
    Census(CensusArgs),

    /// Write the text of messages as one stream of UTF-8.
    ///
    /// For grep, indexers and language models: transfer encodings, charsets and the soft line ends of flowed text
    /// (RFC 3676) are undone, HTML is as it is, line ends are LF, attachments are left out. After each message stands a
    /// line of a form feed (octet 12) alone. Exit status: 0 done, 1 something could not be read, 2 wrong use or
    /// input/output failure.
    #[command(after_help = examples::TEXT)]
    Text(TextArgs),

    /// Rewrite mail as 7-bit mail whose text is UTF-7.
    ///
    /// Exit status: 0 done, 1 done but something could not be read without loss, or octets above 127 are left
    /// where nothing must be changed, 2 wrong use or input/output failure.
    #[command(after_help = examples::TO_UTF7)]
    ToUtf7(ToUtf7Args),

    /// Decode text in some charset to UTF-8, on standard output.
    ///
    /// Exit status: 0 done, 1 an octet sequence is ill-formed in that charset, 2 wrong use or input/output
    /// failure.
    #[command(after_help = examples::DECODE)]
    Decode(DecodeArgs),

    /// Encode UTF-8 text in some charset, on standard output.
    ///
    /// Exit status: 0 done, 1 the charset lacks a character or the input is no UTF-8, 2 wrong use or
    /// input/output failure.
    #[command(after_help = examples::ENCODE)]
    Encode(EncodeArgs),

    /// List the charsets, each with its aliases.
    Charsets,

    /// Say what a finding means, how it comes about, and what to do.
    #[command(after_help = examples::EXPLAIN)]
    Explain(ExplainArgs),

    /// Print what a shell needs to complete the command line.
    #[command(after_help = examples::COMPLETIONS)]
    Completions(CompletionsArgs),

    /// Print the manual page of the program or of a command.
    #[command(after_help = examples::MAN)]
    Man(ManArgs),
}
