//! Raw octets of a field: those that are not UTF-8 and of whose charset nothing is said.
//!
//! Octets in an encoded word that can be read are in the charset of the word, whatever they are. Octets of a
//! boundary must equal those of its delimiter lines, so that they are in no charset at all. Linear time.

use super::field::Rewriting;
use crate::span::Span;
use crate::syntax::content_type::parameterized;
use crate::syntax::field_kind::FieldKind;
use crate::text::text_span::is_text_parameter;
use crate::text::{Context, raw_charset};

/// What is raw in a field.
#[derive(Debug, Default)]
pub(super) struct Raw {
    /// Whether there are such octets in its text.
    pub(super) text: bool,
    /// The first value that is no text and not UTF-8: such a one stays as it is.
    pub(super) value: Option<Span>,
    /// Whether there are such octets where neither text nor a value stands.
    pub(super) elsewhere: bool,
}

impl Raw {
    pub(super) fn of(input: &[u8], rewriting: &Rewriting<'_>, context: &Context<'_>) -> Self {
        let Rewriting { field, kind, limits, .. } = rewriting;
        let mut raw = Self::default();
        let mut at = field.body.start;
        let mut skip_to = |span: Span| {
            raw.elsewhere |= std::str::from_utf8(Span::new(at, span.start).slice(input)).is_err();
            at = span.end;
        };
        match kind {
            FieldKind::Parameters => {
                let parameters = parameterized(input, field.body, limits.parameters).parameters;
                parameters.iter().for_each(|parameter| skip_to(parameter.value));
                let fixed =
                    parameters.iter().filter(|parameter| !is_text_parameter(parameter.name.slice(input)));
                raw.value = fixed
                    .map(|parameter| parameter.value)
                    .find(|value| std::str::from_utf8(value.slice(input)).is_err());
            }
            _ => rewriting.places(input).iter().for_each(|place| skip_to(place.span)),
        }
        skip_to(Span::at(field.body.end));
        raw.text = !raw_charset::sample(input, field.body, *kind, context).is_empty();
        raw
    }
}
