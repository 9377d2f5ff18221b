//! The extension module of the Python package `mailutf`. Its name in Python is `mailutf._mailutf`. The file
//! `python/mailutf/_mailutf.pyi` contains the types of its interface.

mod argument;
mod arrow;
mod attachment;
mod charset;
mod columns;
mod convert;
mod cut;
mod date;
mod doubts;
mod email_source;
mod encode;
mod explanation;
mod fault;
mod fields;
mod files;
mod interrupt;
mod learning;
mod mailbox;
mod message;
mod origin;
mod parsed;
mod part;
mod path;
mod places;
mod policy;
mod reading;
mod readings;
mod rules;
mod single;
mod skipped;
mod source;
mod string;
mod undo;
mod values;
mod watch;
mod without_message;

use pyo3::prelude::*;

#[pymodule]
mod _mailutf {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python has for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::attachment::Attachment;
    #[pymodule_export]
    use crate::charset::{canonical, charset_labels, decode, detect, encode, fix, is_garbled};
    #[pymodule_export]
    use crate::columns::Columns;
    #[pymodule_export]
    use crate::convert::normalize;
    #[pymodule_export]
    use crate::doubts::{Doubt, Sample, doubts};
    #[pymodule_export]
    use crate::encode::{encode_addresses, encode_header, encode_parameter, encode_phrase, kind, to_utf7};
    #[pymodule_export]
    use crate::explanation::{Explanation, explain, finding_codes};
    #[pymodule_export]
    use crate::fault::InternalError;
    #[pymodule_export]
    use crate::files::{Failure, Totals, normalize_file};
    #[pymodule_export]
    use crate::interrupt::fail;
    #[pymodule_export]
    use crate::mailbox::{Mailbox, MailboxIterator, Range, columns, reopened};
    #[pymodule_export]
    use crate::message::{Message, restored, restored_part};
    #[pymodule_export]
    use crate::part::Part;
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::readings::{Alternative, Readings};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::skipped::Skipped;
    #[pymodule_export]
    use crate::undo::{Undone, undo_file};
    #[pymodule_export]
    use crate::values::{Address, Finding, Text};
    #[pymodule_export]
    use crate::without_message::{addresses, decode_body, decode_header, decode_parameter, html_to_text};
}
