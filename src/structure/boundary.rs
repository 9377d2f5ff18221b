//! The boundary that a Content-Type names (RFC 2046 section 5.1.1).

use crate::syntax::content_type::Parameterized;
use crate::syntax::rfc2231;
use std::borrow::Cow;

/// The boundary, without blanks at its end, which no delimiter line can tell. An empty one is none. Linear time.
pub(super) fn boundary<'a>(input: &'a [u8], content_type: &Parameterized) -> Option<Cow<'a, [u8]>> {
    let boundary = match rfc2231::octets(input, &content_type.parameters, "boundary")? {
        Cow::Borrowed(boundary) => Cow::Borrowed(boundary.trim_ascii_end()),
        Cow::Owned(boundary) => Cow::Owned(boundary.trim_ascii_end().to_vec()),
    };
    (!boundary.is_empty()).then_some(boundary)
}
