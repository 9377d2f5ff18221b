//! Messages through all cores, in order, in bounded memory.

#[cfg(all(unix, feature = "files"))]
mod files;
#[cfg(all(unix, feature = "files"))]
mod lazy;
mod monitor;
mod ordered;
mod report;
mod sink;
mod stream;
#[cfg(all(unix, feature = "files"))]
mod tree;
mod work;

#[cfg(all(unix, feature = "files"))]
pub use files::Place;
pub use monitor::Monitor;
pub use ordered::{Workers, in_order};
pub use report::{Changes, Report, Totals};
pub use sink::Sink;
pub use stream::{Failure, Pipeline, Reports};
#[cfg(all(unix, feature = "files"))]
pub use tree::{Event, TreePlace};
