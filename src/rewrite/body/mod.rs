//! Edits of bodies, and of the fields that depend on them.

pub(super) mod dependent_fields;
pub(super) mod reading;
mod text_body;
pub(super) mod written_body;

pub use reading::BodyReading;
pub(super) use reading::Shown;
pub(super) use text_body::{BodyPlan, plan};
