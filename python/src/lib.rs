//! The extension module of the Python package `mailutf`. Python sees it as `mailutf._mailutf`; the types of its
//! interface are in `python/mailutf/_mailutf.pyi`.

mod argument;
mod attachment;
mod charset;
mod convert;
mod date;
mod fields;
mod files;
mod interrupt;
mod learning;
mod mailbox;
mod message;
mod parsed;
mod path;
mod policy;
mod string;
mod values;
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
    use crate::charset::{charset_labels, decode, detect, encode};
    #[pymodule_export]
    use crate::convert::normalize;
    #[pymodule_export]
    use crate::files::{Totals, normalize_file};
    #[pymodule_export]
    use crate::mailbox::{Mailbox, MailboxIterator, Range, Skipped, reopened};
    #[pymodule_export]
    use crate::message::{Message, restored};
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::values::{Address, Finding, Text};
    #[pymodule_export]
    use crate::without_message::{addresses, decode_body, decode_header};
}
