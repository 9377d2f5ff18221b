//! Tests of the guarantees that mailutf gives for every message. `docs/guarantees.md` lists the guarantees. They
//! are tested on generated messages, whose texts are known in advance, and on a corpus of real mail that is not
//! part of this project.

mod corpus;
mod generate;
#[path = "../../src/proptest_config.rs"]
mod proptest_config;
mod readers;
#[path = "../real_mail/mod.rs"]
mod real_mail;
#[cfg(all(unix, feature = "files"))]
#[path = "../sample/mod.rs"]
mod sample;

mod g01_preservation;
mod g02_idempotence;
mod g03_same_text;
mod g04_structure;
mod g05_utf8_out;
mod g06_no_silent_loss;
mod g09_signatures;
mod g10_small_stack;
mod g10_totality;
#[cfg(all(feature = "to-utf7", feature = "verify"))]
mod g11_cost;
mod g11_linear_time;
mod g12_memory;
mod g13_growth;
mod g14_limits;
mod g15_chunk_independence;
#[cfg(feature = "to-utf7")]
mod g16_utf7_back;
mod g16_utf7_encode;
#[cfg(feature = "to-utf7")]
mod g16_utf7_lines;
#[cfg(all(unix, feature = "files"))]
mod g19_in_place;
#[cfg(all(unix, feature = "files"))]
mod g19_locks;
mod g21_mbox;
mod g23_declarations;
mod g24_determinism;
mod g27_recognition;
mod g29_never_worse;
mod g30_one_reader;
mod g32_ranges;
mod g33_learn;
#[cfg(feature = "digests")]
mod g34_digests;
mod g35_sound_text;
#[cfg(all(unix, feature = "files"))]
mod g36_late_mail;
#[cfg(feature = "rules")]
mod g37_rules;
#[cfg(feature = "rules")]
mod g37_undo;
mod g38_leaves;
mod g39_addresses;
mod g40_counts;
mod g41_readers;
#[cfg(feature = "verify")]
mod g42_decisions;

use proptest_config::proptest_config;
