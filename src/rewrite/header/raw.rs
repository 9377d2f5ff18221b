//! Raw octets of a field: those that are not UTF-8 and of whose charset nothing is said.
//!
//! Octets in an encoded word that can be read are in the charset of the word, whatever they are. Octets of a
//! boundary must equal those of its delimiter lines, so that they are in no charset at all. Linear time.

use crate::span::Span;
use crate::syntax::field_kind::FieldKind;
use crate::text::text_span::is_text_parameter;
use crate::text::{Context, FieldText, raw_charset};

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
    /// What is raw in the field body at `body`, which has these texts.
    pub(super) fn of(
        input: &[u8],
        body: Span,
        kind: FieldKind,
        texts: &FieldText<'_>,
        context: &Context<'_>,
    ) -> Self {
        let is_raw = |span: &Span| std::str::from_utf8(span.slice(input)).is_err();
        let parameters = texts.parameters.iter().flat_map(|parameters| &parameters.field.parameters);
        let fixed = parameters.filter(|parameter| !is_text_parameter(parameter.name.slice(input)));
        Self {
            text: !raw_charset::sample(input, body, kind, context).is_empty(),
            value: fixed.map(|parameter| parameter.value).find(is_raw),
            elsewhere: texts.between_texts(body).any(|span| is_raw(&span)),
        }
    }
}
