//! Guarantee G30 (docs/guarantees.md): compares the readers of a message with the reference readers of this
//! library, `MessageTexts::text` and `read_field`. The fuzz target `readers` makes the same comparison with any
//! octets.

mod bodies;
mod census;
mod check;
mod fields;

use mailutf::Plan;

/// The differences between the readers on `octets`. `plan` is the plan of `normalize` for these octets.
pub(crate) fn disagreements(octets: &[u8], plan: &Plan<'_>) -> Vec<String> {
    let texts = [bodies::disagreements(octets, plan), fields::disagreements(octets, plan)].concat();
    [texts, census::disagreements(octets, plan), check::disagreements(octets, plan)].concat()
}
