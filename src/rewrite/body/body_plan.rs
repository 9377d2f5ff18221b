//! The plan for the body of one part.

use crate::charset::Charset;
use crate::edit::Edit;
use crate::finding::Finding;
use crate::rewrite::header::content_type::Label;

/// The edits of a body and of the fields that depend on it.
#[derive(Debug, Default)]
pub(in crate::rewrite) struct BodyPlan {
    /// The edits of Content-Type.
    pub(in crate::rewrite) label: Label,
    /// The edits of the body and of the other fields that depend on it.
    pub(in crate::rewrite) edits: Vec<Edit>,
    pub(in crate::rewrite) findings: Vec<Finding>,
    /// The charset that the text was decoded in.
    pub(in crate::rewrite) charset: Option<Charset>,
    /// Whether the body stays, although it is not in the charset that is wanted.
    pub(in crate::rewrite) stays: bool,
}
