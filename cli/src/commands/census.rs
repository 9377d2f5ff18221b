//! `mailutf census`: the charsets in mail.

mod chart;
mod data;
mod senders;

use crate::args::CensusArgs;
use crate::exit::Exit;
use crate::input::{STANDARD_INPUT, Stop, each};
use crate::wrap;
use mailutf::census::{Census, Origin};
use mailutf::mailbox::batch::Batch;
use mailutf::{Error, Policy};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(args: &CensusArgs) -> Result<Exit, Error> {
    let policy = args.reading.policy();
    let mut census = Census::default();
    let work = |path: &Arc<Path>, batch| counted(&policy, path, &batch);
    let read = each(args.paths.paths()?, args.jobs, true, policy.limits.message, work, |part| {
        census.merge(part);
        Ok::<(), Stop>(())
    })?;
    let by_year = args.by.is_some();
    let rows = if by_year { census.rows_by_year() } else { census.rows() };
    let write_error = |error| Error::new("write", None, error);
    let table = if args.csv {
        data::csv(&rows, by_year).map_err(write_error)?
    } else if args.json {
        format!("{}\n", data::json(&census, &rows, by_year, args.senders))
    } else if args.senders {
        senders::list(census.messages(), &census.groups(), wrap::columns())
    } else {
        chart::draw(census.messages(), &rows, by_year, wrap::columns())
    };
    let mut output = io::stdout().lock();
    output.write_all(table.as_bytes()).and_then(|()| output.flush()).map_err(write_error)?;
    let unreadable = rows.iter().any(|row| row.charset.is_none());
    Ok(read.max(if unreadable { Exit::Unresolved } else { Exit::Done }))
}

fn counted(policy: &Policy, path: &Arc<Path>, batch: &Batch) -> Census {
    let mut census = Census::default();
    for entry in batch.entries().filter(|entry| !entry.span().is_empty()) {
        let file = (**path != *Path::new(STANDARD_INPUT)).then(|| Arc::clone(path));
        let origin =
            Origin::default().with_file(file).with_ordinal(entry.ordinal).with_offset(entry.offset());
        census.add(entry.message().octets(), &origin, policy);
    }
    census
}
