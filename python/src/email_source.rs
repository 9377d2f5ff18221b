//! Prepares a message for the parser of the package `email`, so that it finds the fields that mailutf finds.
//!
//! At a line that is no field, `email` ends the header and loses all fields after it. It also ends lines at CR alone, and
//! writes some control characters as line ends, so that text would become a field.

use mailutf::Limits;
use mailutf::structure::{Part, Structure};

/// Returns the message with headers that `email` reads as mailutf does: without lines that are no field and without blanks
/// before a colon, with blanks for the control characters that `email` takes for line ends, and with a blank line before
/// each body. Headers in signed or encrypted parts, and headers whose lines end with CR alone, stay as they are. Linear
/// time.
pub(crate) fn for_email(message: &[u8]) -> Vec<u8> {
    let structure = Structure::parse(message, &Limits::default());
    let is_changed = |part: &&Part| {
        let is_protected = structure.parent(part).is_some_and(|parent| parent.protection.is_some());
        !part.header.bare_cr && !is_protected
    };
    let (mut source, mut copied) = (Vec::with_capacity(message.len()), 0);
    let mut copy = |source: &mut Vec<u8>, until: usize, next: usize| {
        source.extend_from_slice(message.get(copied..until).unwrap_or_default());
        copied = next;
    };
    for header in structure.parts.iter().filter(is_changed).map(|part| &part.header) {
        let mut malformed = header.malformed.iter().peekable();
        for field in &header.fields {
            while let Some(line) = malformed.next_if(|line| line.start < field.span.start) {
                copy(&mut source, line.start, line.end);
            }
            if !field.name.slice(message).iter().all(u8::is_ascii_graphic) {
                copy(&mut source, field.span.start, field.span.end);
                continue;
            }
            copy(&mut source, field.name.end, field.body.start.saturating_sub(1));
            let body = field.body.slice(message);
            for (at, octet) in body.iter().enumerate() {
                let is_line_end = match octet {
                    b'\r' => body.get(at + 1).is_some_and(|next| *next != b'\n'),
                    octet => matches!(octet, 0x0B | 0x0C | 0x1C..=0x1E),
                };
                if is_line_end {
                    copy(&mut source, field.body.start + at, field.body.start + at + 1);
                    source.push(b' ');
                }
            }
        }
        for line in malformed {
            copy(&mut source, line.start, line.end);
        }
        if !header.terminated && header.body < message.len() {
            copy(&mut source, header.body, header.body);
            source.push(b'\n');
        }
    }
    copy(&mut source, message.len(), message.len());
    source
}
