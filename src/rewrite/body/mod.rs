//! Edits of bodies, and of the fields that depend on them.

pub(super) mod dependent_fields;
pub(super) mod encoded_body;
pub(super) mod reading;
mod text_body;

pub(super) use reading::BodyObserver;
pub use reading::BodyReading;
pub(super) use text_body::{BodyPlan, findings_of_left, plan};
