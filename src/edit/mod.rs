//! Edits: what a rewrite replaces, and the only code that applies it. Knows nothing of mail.
//!
//! The input is a byte slice that never changes. A rewrite is a list of [edits](Edit), sorted and disjoint. What no
//! edit covers is kept, so preservation holds by construction (guarantee G1). [`segments`] gives the outcome as kept
//! and new octets, for the whole input or for one span of it; [`apply`] puts them together. A [`Splice`] collects the
//! segments of many messages that share a buffer.

mod list;
mod segment;
mod splice;

pub use list::{Edit, Reason, apply, are_disjoint, in_sequence, into_segments, segments, within};
pub use segment::Segment;
pub use splice::Splice;
