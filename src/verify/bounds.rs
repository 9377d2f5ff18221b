//! Which messages are safe for `mail-parser` 0.11: those that it parses in nearly linear time and without
//! deep recursion. One pass over the octets and one over the parts.

use crate::limits::Limits;
use crate::span::Span;
use crate::structure::Structure;
use memchr::{memchr2_iter, memmem};

/// Most octets: `mail-parser` counts them in 32 bits.
const OCTETS: usize = 1 << 30;
/// Most enclosed messages: dropping each is a level of recursion.
const NESTED: usize = 100;
/// Most multiparts in a message of any size: one whose boundary does not occur is searched to the end of the
/// message.
const MULTIPARTS: usize = 8;
/// Most steps of a quadratic search.
const STEPS: usize = 1 << 28;
/// Most octets reserved for bodies in base64: for each, three quarters of the rest of the message.
const RESERVED: u64 = 1 << 32;
/// Most octets of a boundary: it is compared at each pair of hyphens.
const BOUNDARY: usize = 200;
/// Most octets of a field.
const FIELD: usize = 64 << 10;

/// Why `message` must not be passed to `mail-parser`; `None` if it is safe.
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

/// Checks the parts that our own parser finds.
fn parts(octets: &[u8]) -> Option<&'static str> {
    let structure = Structure::parse(octets, &Limits::default());
    let base64 = structure
        .parts
        .iter()
        .filter(|part| part.transfer.is_some_and(|transfer| transfer.name() == "base64"));
    let reserved = base64.map(|part| (octets.len().saturating_sub(part.body.start) / 4 * 3) as u64);
    if reserved.fold(0, u64::saturating_add) > RESERVED {
        return Some("it may hold too many parts in base64");
    }
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
            // We use the first one, `mail-parser` the last one.
            Some("a part names its type or encoding twice")
        } else if encoded {
            Some("a message within it is encoded")
        } else {
            None
        }
    })
}

/// How often `word`, given in lower case, occurs in any case. Linear time.
fn count(octets: &[u8], word: &str) -> usize {
    let Some(&first) = word.as_bytes().first() else { return 0 };
    memchr2_iter(first, first.to_ascii_uppercase(), octets)
        .filter(|&at| Span::new(at, at + word.len()).slice(octets).eq_ignore_ascii_case(word.as_bytes()))
        .count()
}

/// Steps from each `=?` to the end of its field: `mail-parser` reads an unfinished encoded word that far.
/// Linear time.
fn word_steps(octets: &[u8]) -> usize {
    let mut end = 0;
    memmem::find_iter(octets, b"=?").fold(0_usize, |steps, at| {
        if at >= end {
            end = field_end(octets, at);
        }
        steps.saturating_add(end - at)
    })
}

/// The end of the line at `at` and its continuation lines.
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
    fn ordinary_mail_is_safe() {
        let message = "Subject: =?utf-8?q?x?= =?utf-8?q?y?=\nContent-Type: text/plain\n\nbody\n";
        assert_eq!(unsafe_because(message.as_bytes()), None);
    }

    #[test]
    fn quadratic_and_recursive_input_is_unsafe() {
        let unsafe_because = |message: String| unsafe_because(message.as_bytes());
        let words = format!("Subject: {}\n\n", "=?a?q?".repeat(20_000));
        assert_eq!(unsafe_because(words), Some("it may hold too many unfinished encoded words"));
        let part = "--b\nContent-Transfer-Encoding: base64\n\n\n";
        let large = "x".repeat(1 << 23);
        let parts = format!("Content-Type: multipart/mixed; boundary=b\n\n{}{large}", part.repeat(1000));
        assert_eq!(unsafe_because(parts), Some("it may hold too many parts in base64"));
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
