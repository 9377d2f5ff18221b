//! Formats output for a person: colors, wrapped and escaped text, JSON, and lines on standard error.

mod counted;
mod escape;
mod json;
mod say;
mod screen;
mod shell_word;
pub(crate) mod style;
mod table;
pub(crate) mod wrap;

pub(crate) use counted::{counted, counted_as, counted_grouped, counted_in, grouped};
pub(crate) use escape::{Escaped, EscapedButTabs, cut};
pub(crate) use json::Object;
pub(crate) use say::{say, say_in};
pub(crate) use screen::Screen;
pub(crate) use shell_word::shell_word;
pub(crate) use style::{Color, Paint};
pub(crate) use table::Table;
pub(crate) use wrap::{columns, wrapped};
