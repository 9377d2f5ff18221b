//! Prepares a message for the parser of the package `email`, so that it finds the fields that mailutf finds.
//!
//! At a line that is no field, `email` ends the header and loses all fields after it. It also ends lines at CR alone, so
//! that text would become a field.

use mailutf::edit::{Edit, Reason, apply};
use mailutf::structure::{Part, Structure};
use mailutf::{Limits, Span};

/// Returns the message with headers that `email` reads as mailutf does: without lines that are no field and without
/// blanks before a colon, with blanks in place of lone CRs, and with a blank line before each body. Headers in signed or encrypted parts, and headers whose lines end with CR alone, stay as they
/// are. Linear time, apart from sorting the edits.
pub(crate) fn for_email(message: &[u8]) -> Vec<u8> {
    let structure = Structure::parse(message, &Limits::default());
    let is_changed = |part: &&Part| {
        let is_protected = structure.parent(part).is_some_and(|parent| parent.protection.is_some());
        !part.header.bare_cr && !is_protected
    };
    let mut edits = Vec::new();
    let mut replace = |span: Span, new: &[u8]| edits.push(Edit::new(span, new, Reason::Header));
    for header in structure.parts.iter().filter(is_changed).map(|part| &part.header) {
        header.malformed.iter().for_each(|line| replace(*line, b""));
        for field in &header.fields {
            if !field.name.slice(message).iter().all(u8::is_ascii_graphic) {
                replace(field.span, b"");
                continue;
            }
            let blanks = Span::new(field.name.end, field.body.start.saturating_sub(1));
            if !blanks.is_empty() {
                replace(blanks, b"");
            }
            for at in lone_crs(field.body.slice(message)) {
                let start = field.body.start + at;
                replace(Span::new(start, start + 1), b" ");
            }
        }
        if !header.terminated && header.body < message.len() {
            replace(Span::at(header.body), b"\n");
        }
    }
    edits.sort_by_key(|edit| edit.span);
    apply(message, Span::new(0, message.len()), &edits)
}

/// Returns the offsets of the CRs in the body of a field after which there is no LF.
fn lone_crs(body: &[u8]) -> impl Iterator<Item = usize> {
    let is_lone = |at: &usize| body.get(at + 1).is_some_and(|next| *next != b'\n');
    body.iter().enumerate().filter(|(_, octet)| **octet == b'\r').map(|(at, _)| at).filter(is_lone)
}
