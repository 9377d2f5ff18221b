//! An archive: this example converts all mail below a directory (Maildir, MH, `.eml`, mbox) to UTF-8 in place. Each
//! file is complete at any moment, and its original is kept as a backup.
//!
//! `cargo run --release --example archive_in_place -- DIRECTORY`

#[cfg(unix)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use mailutf::Policy;
    use mailutf::mailbox::Format;
    use mailutf::pipeline::ReplaceOptions;
    use mailutf::pipeline::{Destination, Event, Pipeline};
    use std::path::PathBuf;

    let directory: PathBuf = std::env::args_os().nth(1).ok_or("name a directory")?.into();
    // Messages with a DKIM signature are left unchanged. `mail-parser` must find in each output the same text as
    // this library.
    let mut pipeline = Pipeline::new(Policy::default().with_keep_dkim(true));
    pipeline.verify = true;
    let options = ReplaceOptions::default().with_backup(Some(".old".into()));
    let totals =
        pipeline.tree(&directory, Format::Any, Destination::InPlace(&options), |event| match event {
            Event::Report(path, report) => {
                for (finding, part) in &report.findings {
                    eprintln!("{}: message {}, part {part:?}: {finding}", path.display(), report.ordinal + 1);
                }
            }
            Event::Skipped(path, why) => eprintln!("{}: skipped: {why}", path.display()),
            Event::Failed(error) => eprintln!("{error}"),
            _ => {}
        })?;
    println!(
        "{} messages, {} changed, {} with something left as it was",
        totals.messages, totals.changed, totals.unresolved
    );
    Ok(())
}

#[cfg(not(unix))]
fn main() {
    eprintln!("mailboxes are replaced in place on Unix only");
}
