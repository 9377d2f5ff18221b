//! Rewrites messages by plans of edits (feature `rewrite`). Octets that no edit covers are copied.

mod body;
mod charsets;
mod checks;
mod draft;
mod encoded_messages;
mod header;
mod left_texts;
mod message_findings;
mod normalizer;
mod plan;
#[cfg(feature = "to-utf7")]
mod to_utf7;

pub use body::BodyReading;
pub use charsets::Charsets;
pub use message_findings::findings_of_texts;
pub use normalizer::{Normalizer, normalize, normalize_texts};
pub(crate) use plan::plan_parsed;
pub use plan::{Plan, Planner};
#[cfg(feature = "to-utf7")]
pub use to_utf7::{ToUtf7, Utf7Options, Wrap};
