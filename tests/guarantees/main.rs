//! What mailutf promises of every message, a file for each promise: over generated messages, whose texts are
//! known because they were written first, and over a corpus of real mail beside the project.

mod complexity;
mod corpus;
mod generate;
#[path = "../../src/proptest_config.rs"]
mod proptest_config;

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

use proptest_config::proptest_config;
