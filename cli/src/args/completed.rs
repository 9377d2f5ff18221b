//! Values that a shell completes, although others are accepted, too.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

/// Parses a value, and lists the values that completion scripts offer.
#[derive(Clone, Debug)]
pub(super) struct Completed<T> {
    parse: fn(&str) -> Result<T, String>,
    offered: fn() -> Vec<PossibleValue>,
}

/// A parser of values, of which `offered` are completed. Add `hide_possible_values`: a list would fill the help.
pub(super) fn completed<T>(
    parse: fn(&str) -> Result<T, String>,
    offered: fn() -> Vec<PossibleValue>,
) -> Completed<T> {
    Completed { parse, offered }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Completed<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.offered)().into_iter()))
    }
}
