//! Options that several commands share, each defined once: its help, what it means, and what contradicts it.

pub(crate) mod conditions;
pub(crate) mod forms;
pub(crate) mod limits;
pub(crate) mod mbox;
pub(crate) mod message;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod output_check;
pub(crate) mod outputs;
pub(crate) mod paths;
pub(crate) mod reading;
pub(crate) mod rewriting;
pub(crate) mod rules;
pub(crate) mod utf7;
