//! Options that several commands share. Each option is defined once, with its help, its meaning and its
//! contradictions.

#[cfg(unix)]
pub(crate) mod beside_index;
mod choices;
mod conditions;
mod fail_on;
mod forms;
mod limits;
pub(crate) mod mbox;
pub(crate) mod message;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod output_check;
pub(crate) mod outputs;
mod paths;
mod reading;
pub(crate) mod rewriting;
pub(crate) mod rules;
mod utf7;

pub(crate) use conditions::ConditionArgs;
pub(crate) use fail_on::FailOnArgs;
pub(crate) use forms::FormArgs;
pub(crate) use limits::LimitMessageArgs;
pub(crate) use mbox::VariantArgs;
pub(crate) use message::{MessageArgs, PartArgs};
pub(crate) use outputs::ForceArgs;
pub(crate) use paths::{JobsArgs, ListArgs, PathArgs};
pub(crate) use reading::{ChangingArgs, ReadMailArgs, ReadingArgs};
pub(crate) use rewriting::RewriteArgs;
pub(crate) use utf7::Utf7Args;
