//! The charset label of a body (RFC 2046 section 4.1.2).

use super::{Context, read_field};
use crate::policy::Policy;
use crate::span::Span;
use crate::syntax::content_type::Parameterized;
use crate::syntax::field_kind::FieldKind;
use crate::syntax::rfc2231;
use std::borrow::Cow;

/// The charset name in the parameter `charset`: plain, in the form of RFC 2231, or in an encoded word, which RFC 2047
/// section 5 forbids there.
pub(super) fn charset_parameter<'a>(input: &'a [u8], content_type: &Parameterized) -> Option<Cow<'a, [u8]>> {
    let value = rfc2231::octets(input, &content_type.parameters, "charset")?;
    if memchr::memmem::find(&value, b"=?").is_none() {
        return Some(rfc2231::after_apostrophes(value));
    }
    let policy = Policy::default();
    let context = Context::new(&policy).with_raw(None);
    let read = read_field(&value, Span::new(0, value.len()), FieldKind::Unstructured, &context);
    let text = read.spans.first().filter(|text| text.is_readable()).map(|text| text.text(&value));
    Some(text.map_or(value, |text| Cow::Owned(text.into_bytes())))
}
