//! Decides which messages are safe for `mail-parser` 0.11. A message is safe if `mail-parser` parses it in nearly
//! linear time and without deep recursion. The check passes once over the octets and once over the parts.

use crate::span::Span;
use crate::structure::Structure;
use memchr::{memchr_iter, memchr2_iter, memmem};

/// The maximum size of a message in octets. `mail-parser` counts octets in 32 bits.
const OCTETS: usize = 1 << 30;
/// The maximum number of enclosed messages. Each of them adds a level of recursion when the result of `mail-parser`
/// is dropped.
const NESTED: usize = 100;
/// A message of any size may have this many multiparts. Only a short message may have more, because `mail-parser`
/// searches the message to its end if the boundary of a multipart does not occur.
const MULTIPARTS: usize = 8;
/// The maximum number of steps of a search that takes quadratic time.
const STEPS: usize = 1 << 28;
/// The maximum number of octets that `mail-parser` may reserve for bodies in base64. For each such body, it reserves
/// three quarters of the rest of the message.
const RESERVED: u64 = 1 << 32;
/// The maximum length of a boundary in octets. `mail-parser` compares the boundary at each pair of hyphens.
const BOUNDARY: usize = 200;
/// The maximum length of a field in octets.
const FIELD: usize = 64 << 10;

/// The reason why `message` must not be passed to `mail-parser`; `None` if the message is safe.
pub(super) fn unsafe_because(message: &[u8], structure: &Structure) -> Option<&'static str> {
    if message.len() > OCTETS {
        return Some("it is too large");
    }
    // Each media type has a slash, and a short message cannot hold more media types than the limit. Therefore, most
    // messages need no search for media types.
    let may_enclose =
        || message.len() > NESTED * "rfc822".len() && memchr_iter(b'/', message).count() > NESTED;
    if may_enclose() && enclosed(message) > NESTED {
        return Some("it may hold too many messages within messages");
    }
    let is_steps =
        |multiparts: usize| multiparts > MULTIPARTS && multiparts.saturating_mul(message.len()) > STEPS;
    if is_steps(message.len() / "multipart".len()) && is_steps(multiparts(message)) {
        return Some("it may hold too many multiparts without boundaries");
    }
    if word_steps(message) > STEPS {
        return Some("it may hold too many unfinished encoded words");
    }
    parts(message, structure)
}

/// The reason why one of the parts that our own parser finds is not safe for `mail-parser`; `None` if all parts are
/// safe.
fn parts(octets: &[u8], structure: &Structure) -> Option<&'static str> {
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
            // If a part has two Content-Type fields or two Content-Transfer-Encoding fields, our parser uses the
            // first, but `mail-parser` uses the last.
            Some("a part names its type or encoding twice")
        } else if encoded {
            Some("a message within it is encoded")
        } else {
            None
        }
    })
}

/// The number of occurrences of media types that enclose a message. Linear time.
fn enclosed(octets: &[u8]) -> usize {
    // The search looks only for a piece of each media type, such as `822`, because the piece is rare in text.
    let numbers = memmem::find_iter(octets, b"822").filter(|&at| ends_with(octets, at, b"rfc")).count();
    let words = memchr2_iter(b'g', b'G', octets)
        .filter(|&at| {
            starts_with(octets, at, b"global")
                || starts_with(octets, at, b"gest") && ends_with(octets, at, b"di")
        })
        .count();
    numbers + words
}

fn multiparts(octets: &[u8]) -> usize {
    memchr2_iter(b'm', b'M', octets).filter(|&at| starts_with(octets, at, b"multipart")).count()
}

/// Whether the octets from `at` on start with `word`, in upper or lower case.
fn starts_with(octets: &[u8], at: usize, word: &[u8]) -> bool {
    Span::new(at, at + word.len()).slice(octets).eq_ignore_ascii_case(word)
}

fn ends_with(octets: &[u8], at: usize, word: &[u8]) -> bool {
    at.checked_sub(word.len()).is_some_and(|start| starts_with(octets, start, word))
}

/// The number of octets that `mail-parser` reads if no encoded word is closed: for each `=?`, the octets from the
/// `=?` to the end of its field. Linear time.
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
    use crate::limits::Limits;

    fn because(message: &str) -> Option<&'static str> {
        unsafe_because(message.as_bytes(), &Structure::parse(message.as_bytes(), &Limits::default()))
    }

    #[test]
    fn ordinary_mail_is_safe() {
        let message = "Subject: =?utf-8?q?x?= =?utf-8?q?y?=\nContent-Type: text/plain\n\nbody\n";
        assert_eq!(because(message), None);
    }

    #[test]
    fn quadratic_and_recursive_input_is_unsafe() {
        let unsafe_because = |message: String| because(&message);
        let words = format!("Subject: {}\n\n", "=?a?q?".repeat(20_000));
        assert_eq!(unsafe_because(words), Some("it may hold too many unfinished encoded words"));
        let part = "--b\nContent-Transfer-Encoding: base64\n\n\n";
        let large = "x".repeat(1 << 23);
        let parts = format!("Content-Type: multipart/mixed; boundary=b\n\n{}{large}", part.repeat(1000));
        assert_eq!(unsafe_because(parts), Some("it may hold too many parts in base64"));
        let nested = "Content-Type: message/RFC822\n\n".repeat(200);
        assert_eq!(unsafe_because(nested), Some("it may hold too many messages within messages"));
        for word in ["/rfc822", "/GLOBAL", "/Digest", "/rFC822/diGest/gloBal "] {
            let many = Some("it may hold too many messages within messages");
            assert_eq!(unsafe_because(word.repeat(102)), many);
            assert_eq!(
                unsafe_because(format!("{}{}", word.repeat(30), "/rfc 822/diges gest/gglobl".repeat(99))),
                None
            );
        }
        let multiparts = format!("MULTIpart{}", " ".repeat(1 << 10)).repeat(1 << 10);
        assert_eq!(unsafe_because(multiparts), Some("it may hold too many multiparts without boundaries"));
        let boundary = format!("Content-Type: multipart/mixed; boundary={}\n\n", "-".repeat(300));
        assert_eq!(unsafe_because(boundary), Some("a boundary is too long"));
        let field = format!("X: {}\n\n", "x".repeat(70_000));
        assert_eq!(unsafe_because(field), Some("a field is too long"));
        let twice = "Content-Type: text/plain\nContent-Type: text/html\n\n".to_owned();
        assert_eq!(unsafe_because(twice), Some("a part names its type or encoding twice"));
    }
}
