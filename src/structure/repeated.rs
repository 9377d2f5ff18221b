//! Fields that a message may have only once (RFC 5322 section 3.6), and in which programs differ if there are two.

use crate::span::Span;
use crate::syntax::header_block::HeaderBlock;

/// The fields with a maximum number of 1 in the table of RFC 5322 section 3.6.
const ONCE: [&str; 11] = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Cc",
    "Reply-To",
    "In-Reply-To",
    "References",
    "Sender",
    "Bcc",
];

/// Returns the name of each field that occurs again, with the span of its second occurrence. `header` is the header of
/// a message. Linear time.
pub(super) fn repeated(input: &[u8], header: &HeaderBlock) -> Vec<(&'static str, Span)> {
    let mut counts = [0_usize; ONCE.len()];
    let mut repeated = Vec::new();
    for field in &header.fields {
        for (name, count) in ONCE.iter().zip(&mut counts).filter(|(name, _)| field.is(input, name)) {
            *count += 1;
            if *count == 2 {
                repeated.push((*name, field.span));
            }
        }
    }
    repeated
}
