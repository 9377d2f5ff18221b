//! The boundary parameter of a Content-Type (RFC 2046 section 5.1.1).

use crate::syntax::content_type::Parameterized;
use crate::syntax::rfc2231;
use std::borrow::Cow;

/// The boundary without white space at its end, which a delimiter line cannot show. `None` if it is empty.
/// Linear time.
pub(super) fn boundary<'a>(input: &'a [u8], content_type: &Parameterized) -> Option<Cow<'a, [u8]>> {
    let boundary = match rfc2231::octets(input, &content_type.parameters, "boundary")? {
        Cow::Borrowed(boundary) => Cow::Borrowed(boundary.trim_ascii_end()),
        Cow::Owned(boundary) => Cow::Owned(boundary.trim_ascii_end().to_vec()),
    };
    (!boundary.is_empty()).then_some(boundary)
}
