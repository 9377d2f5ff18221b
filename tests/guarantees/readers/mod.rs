//! Guarantee G30: the readers of a message held against level 1 of the one reader. The fuzz target `readers` does the same
//! with any octets.

mod bodies;
mod census;
mod check;
mod fields;

use mailutf::Plan;

/// What the readers do not agree on in `octets`; `plan` is the plan of `normalize` for them.
pub(crate) fn disagreements(octets: &[u8], plan: &Plan<'_>) -> Vec<String> {
    let texts = [bodies::disagreements(octets, plan), fields::disagreements(octets, plan)].concat();
    [texts, census::disagreements(octets, plan), check::disagreements(octets, plan)].concat()
}
