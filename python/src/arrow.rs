//! Columns in memory, for other programs of the process: the Arrow C data interface and its C stream interface
//! (<https://arrow.apache.org/docs/format/CDataInterface.html>), in the layout of Arrow's columnar format 1.0.
//!
//! The `arrow` crates have 25 dependencies for these few structures, which never change. So this package defines them itself.

mod builder;
mod interface;

pub(crate) use builder::{Builder, Cell, Type};
pub(crate) use interface::{ArrowArrayStream, ArrowSchema, Batches};
