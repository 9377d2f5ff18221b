//! `mailutf census`: the charsets in mail.

mod chart;
mod data;
mod html;
mod readings;
mod senders;

use crate::args::{CensusArgs, SideOutput};
use crate::commands::output_check;
use crate::exit::Exit;
use crate::input::selected::SelectedBatch;
use crate::input::{Reading, STANDARD_INPUT, Stop, each};
use crate::output::{Output, STANDARD_OUTPUT};
use crate::terminal::json::Json;
use crate::terminal::wrap;
use mailutf::census::{Census, Origin, Row};
use mailutf::mailbox::Format;
use mailutf::{Error, Policy};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(args: &CensusArgs) -> Result<Exit, Error> {
    let paths = args.paths.paths()?;
    let path = args.html.as_deref().filter(|path| *path != Path::new(STANDARD_OUTPUT));
    path.map_or(Ok(()), |path| output_check::check_side(SideOutput::Page, path, &paths))?;
    let policy = args.reading.learned(args.reading.policy(), &paths, args.jobs, Format::Any)?;
    let mut census = Census::default();
    let work = |path: &Arc<Path>, batch| counted(&policy, path, &batch);
    let reading = Reading::selected(args.conditions.selection(&policy), policy.limits.message);
    let read = each(paths, args.jobs, true, reading, work, |part| {
        census.merge(part);
        Ok::<(), Stop>(())
    })?;
    let by_year = args.by.is_some();
    let rows = if by_year { census.rows_by_year() } else { census.rows() };
    let unreadable = rows.iter().any(Row::is_unresolved);
    let exit = read.max(if unreadable { Exit::Unresolved } else { Exit::Done });
    let write_error = |error| Error::new("write", path, error);
    let table = if args.csv {
        data::csv(&rows, by_year, io::stdout().is_terminal()).map_err(write_error)?
    } else if args.html.is_some() {
        html::page(&census, &policy)
    } else if args.json {
        format!("{}\n", Json(&data::json(&census, &rows, by_year, args.senders)))
    } else if args.senders {
        senders::list(census.messages(), &census.groups(), wrap::columns())
    } else {
        chart::draw(census.messages(), &rows, by_year, wrap::columns())
    };
    // Before the temporary file exists.
    #[cfg(unix)]
    if path.is_some() {
        crate::output::temporary::remove_on_signals(false)?;
    }
    let mut output = path.map_or_else(|| Ok(Output::standard()), Output::create)?;
    output.write_all(table.as_bytes()).map_err(write_error)?;
    output.finish()?;
    Ok(exit)
}

fn counted(policy: &Policy, path: &Arc<Path>, batch: &SelectedBatch) -> Census {
    let mut census = Census::default();
    for entry in batch.entries() {
        let file = (**path != *Path::new(STANDARD_INPUT)).then(|| Arc::clone(path));
        let origin =
            Origin::default().with_file(file).with_ordinal(entry.ordinal).with_offset(entry.offset());
        census.add(entry.message().octets(), &origin, policy);
    }
    census
}
