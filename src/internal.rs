//! Items that the other packages of this project (the program, the bindings and the tests) use in addition to the
//! public interface. The items may change in any release.

use crate::policy::Policy;

#[cfg(all(unix, feature = "files"))]
pub use crate::mailbox::fs::{
    archive::{ArchiveFormat, MailArchive},
    backup::check_suffix,
    directory::Location,
    lock::Lock,
    maildir::folder_name,
    output::{
        is_maildir, is_named_like_a_file, refuse_among_messages, refuse_input, refuse_mail_directory,
        refuse_temporary_name, regular_file,
    },
    replace::{Original, Replacement},
};
#[cfg(feature = "rewrite")]
pub use crate::pipeline::separators::{MessageEnds, check_separators};
pub use crate::policy::choices::{Choice, Concern, Values};
#[cfg(feature = "rewrite")]
pub use crate::rewrite::{findings_of_texts, normalize_texts};
pub use crate::syntax::{
    address::{Address, Mailbox, addresses},
    content_type::parameterized,
    encoded_word::{WordEncoding, encoded_words},
    field_kind::{FieldKind, field_kind},
    from_line::from_line,
    header_block::header_block,
    parameter::unquoted,
    token::{TokenKind, tokens},
};
pub use crate::text::{
    field::{FieldText, read_field},
    html::Markup,
    parameter::Value,
};

/// Returns `policy`, changed for a conversion whose result is shown and not kept. The conversion then reads doubtful
/// text as [`Policy::shown`] shows it, even if the probability of this reading is low.
#[must_use]
pub fn reading_as_shown(policy: Policy) -> Policy {
    policy.reading_as_shown()
}

/// The choices of a policy, which can be found by their names.
pub mod choices {
    pub use crate::policy::choices::{all, named};
}
