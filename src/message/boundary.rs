//! The boundary that a Content-Type names (RFC 2046 section 5.1.1).

use crate::syntax::content_type::Parameterized;
use crate::syntax::parameter::{Parameter, unquoted};
use std::borrow::Cow;

/// The boundary, without blanks at its end, which no delimiter line can tell; its sections joined where
/// RFC 2231 cut it up. An empty one is none. Linear time.
pub(super) fn boundary<'a>(input: &'a [u8], content_type: &Parameterized) -> Option<Cow<'a, [u8]>> {
    let named =
        content_type.parameters.iter().filter(|p| p.name.slice(input).eq_ignore_ascii_case(b"boundary"));
    let plain = named.clone().find(|p| p.section.is_none() && !p.extended);
    let boundary = match plain.map(|parameter| unquoted(input, parameter)) {
        Some(Cow::Borrowed(boundary)) => Cow::Borrowed(boundary.trim_ascii_end()),
        Some(Cow::Owned(boundary)) => Cow::Owned(boundary.trim_ascii_end().to_vec()),
        None => {
            let mut sections: Vec<_> = named.collect();
            sections.sort_by_key(|p| p.section);
            let joined: Vec<u8> = sections.into_iter().flat_map(|p| section(input, p)).collect();
            Cow::Owned(joined.trim_ascii_end().to_vec())
        }
    };
    (!boundary.is_empty()).then_some(boundary)
}

/// The octets of one section of a value (RFC 2231 section 4.1): in an extended one, the charset and language
/// of the first section left out, percent escapes undone.
fn section(input: &[u8], parameter: &Parameter) -> Vec<u8> {
    let value = unquoted(input, parameter);
    if !parameter.extended {
        return value.into_owned();
    }
    let first = parameter.section.is_none_or(|section| section == 0);
    let mut rest = match value.splitn(3, |&octet| octet == b'\'').nth(2) {
        Some(text) if first => text,
        _ => &value,
    };
    let mut octets = Vec::with_capacity(rest.len());
    while let Some((&octet, behind)) = rest.split_first() {
        let escape = behind.first_chunk().filter(|_| octet == b'%').and_then(hex);
        octets.push(escape.unwrap_or(octet));
        rest = if escape.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    octets
}

fn hex(digits: &[u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}
