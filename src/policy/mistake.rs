//! The reason why a choice of a policy cannot be made.

use std::fmt;

/// The reason why a value cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// There is no choice of this name.
    NoChoice(String),
    /// The choice has no such value.
    NoValue {
        /// The name of the choice.
        choice: &'static str,
        /// The value that the caller passed.
        value: String,
        /// The values that are allowed.
        values: Vec<&'static str>,
    },
    /// No charset has this name.
    UnknownCharset(String),
    /// The value does not have the form that the choice needs.
    Form {
        /// The name of the choice.
        choice: &'static str,
        /// What is wrong.
        why: String,
    },
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChoice(name) => write!(f, "there is no choice `{name}`"),
            Self::NoValue { choice, value, values } => {
                write!(f, "{choice}: unknown choice '{value}'; choose one of '{}'", values.join("', '"))
            }
            Self::UnknownCharset(name) => write!(f, "unknown charset: {name}"),
            Self::Form { choice, why } => write!(f, "{choice}: {why}"),
        }
    }
}

impl std::error::Error for Mistake {}
