//! Raw octets of a field: those that are not UTF-8 and of whose charset nothing is said.
//!
//! Octets in an encoded word that can be read are in the charset of the word, whatever they are. Octets of a
//! boundary must equal those of its delimiter lines, so that they are in no charset at all. Linear time.

use super::field::Rewriting;
use super::parameter::is_foreign;
use crate::span::Span;
use crate::syntax::content_type::parameterized;
use crate::syntax::field_kind::FieldKind;
use crate::syntax::parameter::Parameter;
use crate::text::Context;
use crate::text::field::{is_utf8, without_words};

/// What is raw in a field.
#[derive(Debug, Default)]
pub(super) struct Raw {
    /// The text of the field without its encoded words, where that is not UTF-8; else empty.
    pub(super) text: Vec<u8>,
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
        let texts: Vec<Span> = match kind {
            FieldKind::Parameters => {
                let parameters = parameterized(input, field.body, limits.parameters).parameters;
                parameters.iter().for_each(|parameter| skip_to(parameter.value));
                let foreign = |name: Span| is_foreign(&name.slice(input).to_ascii_lowercase());
                let (values, texts): (Vec<&Parameter>, Vec<&Parameter>) =
                    parameters.iter().partition(|p| foreign(p.name));
                raw.value = values
                    .iter()
                    .map(|p| p.value)
                    .find(|value| std::str::from_utf8(value.slice(input)).is_err());
                texts.iter().map(|parameter| parameter.value).collect()
            }
            _ => {
                let places = rewriting.places(input);
                places.iter().for_each(|place| skip_to(place.span));
                places.iter().map(|place| place.span).collect()
            }
        };
        skip_to(Span::at(field.body.end));
        let texts: Vec<_> = texts.into_iter().map(|span| without_words(input, span, context)).collect();
        raw.text = texts.join(&b' ');
        if is_utf8(&raw.text, context) {
            raw.text.clear();
        }
        raw
    }
}
