//! Finds the raw octets of a field: those that are not UTF-8 and have no label.
//!
//! Octets within a readable encoded word are in the charset of the word. Octets of a boundary must equal those of its
//! delimiter lines, so they are in no charset. Linear time.

use crate::span::Span;
use crate::syntax::field_kind::FieldKind;
use crate::text::header::raw_charset;
use crate::text::text_span::is_text_parameter;
use crate::text::{Context, FieldText};

/// The raw octets of a field.
#[derive(Debug, Default)]
pub(super) struct Raw {
    /// Whether its text has raw octets.
    pub(super) text: bool,
    /// The first parameter value that is neither text nor UTF-8. It never changes.
    pub(super) value: Option<Span>,
    /// Whether there are raw octets outside texts and parameter values.
    pub(super) elsewhere: bool,
}

impl Raw {
    /// The raw octets of a field body with these texts.
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
            text: raw_charset::has_raw_octets(input, body, kind, context),
            value: fixed.map(|parameter| parameter.value).find(is_raw),
            elsewhere: texts.between_texts(body).any(|span| is_raw(&span)),
        }
    }
}
