//! Edits: the replacements that a rewrite makes, and the only code that applies them. This code knows nothing of
//! mail.
//!
//! The input is an immutable byte slice. A rewrite is a list of [edits](Edit), sorted and disjoint. Octets that no
//! edit covers are kept, so nothing else can change. [`segments`] yields the output as kept and new
//! octets, for the whole input or for one span of it; [`apply`] writes them to one buffer. A [`Splice`] collects
//! the segments of many messages that share a buffer.

mod list;
mod segment;
mod splice;

pub use list::{Edit, Reason, apply, segments, within};
pub(crate) use list::{are_disjoint, in_sequence, into_segments, offsets_in_output};
pub use segment::Segment;
pub use splice::Splice;
