//! `mailutf inspect`: shows the parts of messages and what is unusual about them.

mod json;
mod picture;

use crate::args::InspectArgs;
use crate::exit::Exit;
use crate::input::selected::SelectedBatch;
use crate::input::wanted_message::WantedMessage;
use crate::input::{self, Reading, each};
use crate::inspection::Inspection;
use crate::terminal::style::Paint;
use crate::terminal::wrap;
use mailutf::mailbox::Format;
use mailutf::{Error, Policy};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn run(args: &InspectArgs) -> Result<Exit, Error> {
    let paths = args.paths.paths()?;
    let policy = args.reading.learned(args.reading.policy(), &paths, None, Format::Any)?;
    let (columns, paint) = (wrap::columns(), Paint::output());
    let mut wanted = WantedMessage::new(args.message, &paths);
    let mut output = BufWriter::new(io::stdout().lock());
    let mut shown = 0;
    let work = |path: &Arc<Path>, batch| views(args, &policy, (columns, paint), path, &batch);
    let reading = Reading::selected(args.conditions.selection(&policy), policy.limits.message);
    let exit = each(paths, None, false, reading, work, |views: Views| {
        for view in &views.texts {
            let blank: &[u8] = if shown > 0 && !args.json { b"\n" } else { b"" };
            output.write_all(blank)?;
            output.write_all(view)?;
            shown += 1;
        }
        wanted.read(&views.path, views.messages, views.holds_wanted)
    })?;
    output.flush().map_err(|error| Error::new("write", None, error))?;
    wanted.end()?;
    Ok(exit)
}

/// Messages as shown.
struct Views {
    path: PathBuf,
    texts: Vec<Vec<u8>>,
    /// The number of the last message read, which is the number of messages so far.
    messages: u64,
    /// Whether the wanted message was there.
    holds_wanted: bool,
}

fn views(
    args: &InspectArgs,
    policy: &Policy,
    (columns, paint): (Option<usize>, Paint),
    path: &Path,
    batch: &SelectedBatch,
) -> Views {
    let mut views = Views {
        path: path.to_path_buf(),
        texts: Vec::new(),
        messages: batch.messages_so_far(),
        holds_wanted: batch.holds(args.message),
    };
    // Without output, it would not be clear whether the file was read.
    if batch.octets().is_empty() && args.message.is_none() && !args.json {
        views.texts.push(format!("{}: empty\n", input::name(path)).into_bytes());
    }
    for entry in batch.entries() {
        if args.message.is_some_and(|wanted| wanted != entry.ordinal + 1) {
            continue;
        }
        let octets = entry.message();
        let look = Inspection::at(octets.octets(), policy);
        views.texts.push(if args.json {
            format!("{}\n", json::line(path, &entry, &look)).into_bytes()
        } else {
            picture::draw(path, &entry, &look, columns, paint).into_bytes()
        });
    }
    views
}
