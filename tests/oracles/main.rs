//! Comparisons with other programs: Python's `email`, `mailbox` and codecs, `mail-parser`, the C library's `iconv`,
//! ICU, and Perl. If a program or a corpus is missing, the test prints that and passes.

#[path = "../../src/proptest_config.rs"]
mod proptest_config;
#[path = "../real_mail/mod.rs"]
mod real_mail;

#[cfg(feature = "verify")]
mod dates;
#[cfg(feature = "verify")]
mod headers;
mod legacy;
#[cfg(feature = "verify")]
mod mailbox;
mod program;
mod structure;
mod syntax;
mod unicode;
#[cfg(feature = "to-utf7")]
mod utf7;

use proptest_config::proptest_config;
