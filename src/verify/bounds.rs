//! Which messages `mail-parser` 0.11 may be shown: those on which its time is near linear and its stack
//! shallow. One pass over the octets, and one over the parts as we find them.

use crate::limits::Limits;
use crate::span::Span;
use crate::structure::Structure;
use memchr::{memchr2_iter, memmem};

/// Octets; it counts them in 32 bits.
const OCTETS: usize = 1 << 30;
/// Messages within messages; each is a level of recursion when they are dropped.
const NESTED: usize = 100;
/// Multiparts of any size; one whose boundary occurs nowhere is searched to the end of the message.
const MULTIPARTS: usize = 8;
/// Steps that a quadratic search may take.
const STEPS: usize = 1 << 28;
/// Octets of a boundary; each pair of hyphens is compared with it.
const BOUNDARY: usize = 200;
/// Octets of a field.
const FIELD: usize = 64 << 10;

/// Why `message` must not be shown to `mail-parser`; `None` where it may.
pub(super) fn unsafe_because(message: &[u8]) -> Option<&'static str> {
    if message.len() > OCTETS {
        return Some("it is too large");
    }
    let enclosed: usize = ["rfc822", "global", "digest"].iter().map(|word| count(message, word)).sum();
    if enclosed > NESTED {
        return Some("it may hold too many messages within messages");
    }
    let multiparts = count(message, "multipart");
    if multiparts > MULTIPARTS && multiparts.saturating_mul(message.len()) > STEPS {
        return Some("it may hold too many multiparts without boundaries");
    }
    if word_steps(message) > STEPS {
        return Some("it may hold too many unfinished encoded words");
    }
    parts(message)
}

/// What our own parser finds.
fn parts(octets: &[u8]) -> Option<&'static str> {
    let structure = Structure::parse(octets, &Limits::default());
    structure.parts.iter().find_map(|part| {
        let fields = &part.header.fields;
        let occurs = |name| fields.iter().filter(|field| field.is(octets, name)).count();
        let boundary = part.content_type.as_ref().and_then(|value| value.parameter(octets, "boundary"));
        let encoded = part.media_type.starts_with("message/")
            && part.transfer.is_none_or(|transfer| !transfer.is_identity());
        if fields.iter().any(|field| field.span.len() > FIELD) {
            Some("a field is too long")
        } else if boundary.is_some_and(|boundary| boundary.content.len() > BOUNDARY) {
            Some("a boundary is too long")
        } else if occurs("content-type") > 1 || occurs("content-transfer-encoding") > 1 {
            // The first one counts for us, the last one for it.
            Some("a part names its type or encoding twice")
        } else if encoded {
            Some("a message within it is encoded")
        } else {
            None
        }
    })
}

/// How often `word`, in lower case, occurs in any case. Linear time.
fn count(octets: &[u8], word: &str) -> usize {
    let Some(&first) = word.as_bytes().first() else { return 0 };
    memchr2_iter(first, first.to_ascii_uppercase(), octets)
        .filter(|&at| Span::new(at, at + word.len()).slice(octets).eq_ignore_ascii_case(word.as_bytes()))
        .count()
}

/// Steps to the end of its field from each `=?`, which an unfinished encoded word is read up to. Linear time.
fn word_steps(octets: &[u8]) -> usize {
    let mut end = 0;
    memmem::find_iter(octets, b"=?").fold(0_usize, |steps, at| {
        if at >= end {
            end = field_end(octets, at);
        }
        steps.saturating_add(end - at)
    })
}

/// The end of the line at `at` and of the folds behind it.
fn field_end(octets: &[u8], at: usize) -> usize {
    let mut end = at;
    while let Some(length) = memchr::memchr(b'\n', Span::new(end, octets.len()).slice(octets)) {
        end += length + 1;
        if !matches!(octets.get(end), Some(b' ' | b'\t')) {
            return end;
        }
    }
    octets.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_mail_is_safe() {
        let message = "Subject: =?utf-8?q?x?= =?utf-8?q?y?=\nContent-Type: text/plain\n\nbody\n";
        assert_eq!(unsafe_because(message.as_bytes()), None);
    }

    #[test]
    fn what_is_quadratic_or_recursive_is_not() {
        let unsafe_because = |message: String| unsafe_because(message.as_bytes());
        let words = format!("Subject: {}\n\n", "=?a?q?".repeat(20_000));
        assert_eq!(unsafe_because(words), Some("it may hold too many unfinished encoded words"));
        let nested = "Content-Type: message/RFC822\n\n".repeat(200);
        assert_eq!(unsafe_because(nested), Some("it may hold too many messages within messages"));
        let boundary = format!("Content-Type: multipart/mixed; boundary={}\n\n", "-".repeat(300));
        assert_eq!(unsafe_because(boundary), Some("a boundary is too long"));
        let field = format!("X: {}\n\n", "x".repeat(70_000));
        assert_eq!(unsafe_because(field), Some("a field is too long"));
        let twice = "Content-Type: text/plain\nContent-Type: text/html\n\n".to_owned();
        assert_eq!(unsafe_because(twice), Some("a part names its type or encoding twice"));
    }
}
