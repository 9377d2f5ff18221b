//! `mailutf normalize --in-place`.

use crate::args::NormalizeArgs;
use crate::exit::Exit;
use crate::telling::Telling;
use mailutf::Error;
use mailutf::mailbox::maildir;
use mailutf::mailbox::replace::Rules;
use mailutf::pipeline::Event;

pub(super) fn run(args: &NormalizeArgs) -> Result<Exit, Error> {
    let pipeline = args.pipeline();
    let rules = Rules { backup: args.backup.clone(), hard_links: args.break_hard_links, ..Rules::default() };
    let mut telling = Telling::new(args)?;
    for path in &args.paths {
        let done = if path.is_dir() {
            pipeline.tree_in_place(path, &rules, |event| match event {
                Event::Report(path, report) => telling.report(path, report),
                Event::Left(path, why) => telling.left(path, why),
                Event::Failed(error) => telling.failed(&error),
                _ => {}
            })
        } else if maildir::is_message_path(path) {
            pipeline.maildir_in_place(path, &rules, |report| telling.report(path, report))
        } else {
            pipeline.in_place(path, args.format(), &rules, |report| telling.report(path, report))
        };
        match done {
            Ok(totals) => telling.done(&totals),
            Err(error) => telling.failed(&error),
        }
    }
    telling.finish()
}
