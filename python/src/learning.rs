//! `learn=True`: before the conversion, all mail is read once, to learn which charsets senders, mailing lists and threads use.

use crate::parsed::Octets;
use crate::reading::{Purpose, Read, read_ahead};
use crate::source::Source;
use mailutf::Policy;
use mailutf::learn::{Habits, Observation};
use mailutf::message::OwnedMessage;
use mailutf::pipeline::{Monitor, Workers, in_order};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The error if the conversion was asked to stop.
struct Stopped;

/// Returns `policy`, extended by the charsets that senders, mailing lists and threads use in the mail at `path`. Mail that
/// cannot be read is ignored here, because the conversion will report it.
pub(crate) fn learned(policy: Policy, path: &Path, workers: Workers, monitor: &Monitor) -> Policy {
    let mut habits = Habits::default();
    let source = Source::Path(path.to_path_buf());
    let reading = crate::policy::Policy::of(policy.clone(), BTreeMap::new(), None);
    let batches = read_ahead(source, reading, None, Purpose::Conversion).into_iter().map(|batch| {
        let weight = messages(&batch).map(|message| message.octets().len()).sum();
        if monitor.is_stopped() { Err(Stopped) } else { Ok((batch, weight)) }
    });
    let observe = |batch: Vec<Read>| {
        let observations = messages(&batch).map(|message| message.message().texts().observation());
        observations.collect::<Vec<Observation>>()
    };
    // The error can be ignored: if learning was stopped, the conversion stops, too.
    let _ = in_order(workers, batches, observe, |found| {
        found.into_iter().for_each(|observation| habits.add(observation));
        Ok(())
    });
    policy.with_habits(Some(Arc::new(habits)))
}

fn messages(batch: &[Read]) -> impl Iterator<Item = &OwnedMessage<Octets>> {
    batch.iter().filter_map(|read| match read {
        Read::Message(message, ..) => Some(&**message),
        Read::Skipped(_) | Read::Failed(_) => None,
    })
}
