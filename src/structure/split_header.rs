//! Recognizes a header that a blank line divides, so that its last fields are read as the start of the body. Programs
//! that write a line end too many into a field make such messages.

use crate::syntax::header_block::field_value;
use crate::transfer::TransferEncoding;

/// Whether `body` begins with fields that say how the text after them is read, and this matters: the text has a
/// transfer encoding or octets above 127. A blank line follows the fields. Linear time.
pub(super) fn begins_with_fields(body: &[u8]) -> bool {
    let (mut is_typed, mut is_encoded) = (false, false);
    let mut at = 0;
    for line in body.split_inclusive(|&octet| octet == b'\n') {
        at += line.len();
        if line.trim_ascii().is_empty() {
            let is_ascii = || body.get(at..).is_none_or(<[u8]>::is_ascii);
            return is_encoded || is_typed && !is_ascii();
        }
        let is_fold = at > line.len() && matches!(line.first(), Some(b' ' | b'\t'));
        match field_value(line) {
            _ if is_fold => {}
            None => return false,
            Some((name, _)) if name.eq_ignore_ascii_case(b"Content-Type") => is_typed = true,
            Some((name, value)) if name.eq_ignore_ascii_case(b"Content-Transfer-Encoding") => {
                let transfer = TransferEncoding::for_token(value.trim_ascii());
                is_encoded = transfer.is_some_and(|transfer| !transfer.is_identity());
                is_typed = true;
            }
            Some(_) => {}
        }
    }
    false
}
