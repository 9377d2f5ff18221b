//! Messages through all cores, in order, in bounded memory.

mod ordered;
mod report;
mod stream;
mod work;

pub use ordered::{Workers, in_order};
pub use report::{Report, Totals};
pub use stream::{Failure, Pipeline, Reports};
