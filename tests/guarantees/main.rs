//! What mailutf promises of every message, a file for each promise: over generated messages, whose texts are
//! known because they were written first, and over a corpus of real mail beside the project.

#[path = "../../src/cases.rs"]
mod cases;
mod complexity;
mod corpus;
mod generate;

mod declarations;
mod growth;
mod idempotence;
mod limits;
mod never_worse;
mod no_silent_loss;
mod one_reader;
mod preservation;
mod recognition;
mod same_text;
mod signatures;
mod small_stack;
mod structure;
#[cfg(feature = "to-utf7")]
mod utf7_back;
mod utf8_out;

use cases::cases;
