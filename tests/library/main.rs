//! Tests of the library, module by module. For each rule, a message shows its effect.

#[path = "../../src/proptest_config.rs"]
mod proptest_config;
#[path = "../real_mail/mod.rs"]
mod real_mail;
#[cfg(all(unix, feature = "files"))]
#[path = "../sample/mod.rs"]
mod sample;

mod architecture;
#[cfg(feature = "to-utf7")]
mod bare_cr;
mod bodies;
#[cfg(feature = "rules")]
mod choices;
mod client;
mod client_fields;
mod corpus;
mod detection;
mod encoded_messages;
mod findings;
mod guarantee_list;
mod headers;
mod large_messages;
#[cfg(all(unix, feature = "files"))]
mod mail;
#[cfg(all(unix, feature = "files"))]
mod moved;
#[cfg(not(feature = "detection"))]
mod no_model;
mod one_message;
mod outside_parts;
mod public_api;
mod release;
mod shown;
mod structure;
#[cfg(feature = "to-utf7")]
mod to_utf7;
#[cfg(all(unix, feature = "files"))]
mod trees;
mod unsafe_code;
#[cfg(feature = "verify")]
mod verify;

use proptest_config::proptest_config;
