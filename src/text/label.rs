//! The charset label of a body (RFC 2046 section 4.1.2).

use super::text_span::{TextKind, TextSpan};
use super::{Context, FieldReader};
use crate::policy::Policy;
use crate::span::Span;
use crate::syntax::content_type::Parameterized;
use crate::syntax::rfc2231;
use std::borrow::Cow;

/// What the parameter `charset` names, in whatever form it stands: plain, in that of RFC 2231, or in an encoded word,
/// which RFC 2047 section 5 forbids there. An apostrophe is no character of a label: where the form of RFC 2231 lacks
/// its other signs, the label stands behind the last one.
pub(super) fn charset_parameter<'a>(input: &'a [u8], content_type: &Parameterized) -> Option<Cow<'a, [u8]>> {
    let value = rfc2231::octets(input, &content_type.parameters, "charset")?;
    if memchr::memmem::find(&value, b"=?").is_some() {
        let policy = Policy::default();
        let reader = FieldReader { input: &value, context: &Context::new(&policy), raw: None };
        let place = TextSpan { kind: TextKind::Text, span: Span::new(0, value.len()) };
        return reader.text(place).map(|text| Cow::Owned(text.into_bytes())).or(Some(value));
    }
    let inside = value.trim_ascii();
    match inside.iter().rposition(|octet| *octet == b'\'') {
        Some(at) if at + 1 < inside.len() => Some(Cow::Owned(inside.get(at + 1..)?.to_vec())),
        _ => Some(value),
    }
}
