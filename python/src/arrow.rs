//! Columns in memory for other libraries of the process. This module implements the Arrow C data interface and the
//! Arrow C stream interface (<https://arrow.apache.org/docs/format/CDataInterface.html>), in the layout of Arrow's
//! columnar format 1.0.
//!
//! The `arrow` crates have 25 dependencies for these few structures, which never change. So this package defines
//! the structures itself.

mod builder;
mod interface;

pub(crate) use builder::{Builder, Cell, Type};
pub(crate) use interface::{ArrowArrayStream, ArrowSchema, Batches};
