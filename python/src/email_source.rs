//! Prepares a message for the parser of the package `email`, so that it finds the fields that mailutf finds.
//!
//! At a line that is no field, `email` ends the header and loses all fields after it. It also ends lines at CR alone, so
//! that text would become a field. A field with raw octets in an address is not converted, so `email` could not read the
//! names in it.

use mailutf::edit::{Edit, Reason, apply};
use mailutf::encode::{self, Form};
use mailutf::header::EmailAddress;
use mailutf::internal::{Address, FieldKind, Mailbox, addresses, field_kind};
use mailutf::message::Message;
use mailutf::structure::{Part, Structure};
use mailutf::{Limits, Span};
use std::collections::HashMap;

/// Returns the message with headers that `email` reads as mailutf does: with encoded names before addresses that have raw
/// octets, without lines that are no field and without blanks before a colon, with blanks in place of lone CRs, and with a
/// blank line before each body. Headers in signed or encrypted parts, and headers whose lines end with CR alone, stay as
/// they are. `original` is the message before its conversion. Linear time, apart from sorting the edits.
pub(crate) fn for_email(original: &Message<'_>, converted: &[u8]) -> Vec<u8> {
    let message = &with_encoded_names(original, converted);
    let structure = Structure::parse(message, &Limits::default());
    let is_changed = |part: &&Part| is_changed(&structure, part);
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

/// Whether the header of a part may be changed.
fn is_changed(structure: &Structure, part: &Part) -> bool {
    let is_protected = structure.parent(part).is_some_and(|parent| parent.protection.is_some());
    !part.header.bare_cr && !is_protected
}

/// Returns the message with encoded words for the names in those address fields that the conversion left unchanged because
/// of raw octets in an address. The addresses keep their octets. A name that cannot be decoded without loss stays.
fn with_encoded_names(original: &Message<'_>, converted: &[u8]) -> Vec<u8> {
    let is_left = |name: &[u8], body: &[u8]| {
        field_kind(name) == FieldKind::Addresses && std::str::from_utf8(body).is_err()
    };
    let mut read: HashMap<Vec<u8>, Vec<EmailAddress>> = HashMap::new();
    for part in original.parts() {
        for field in part.headers().iter().filter(|field| is_left(field.name().as_bytes(), field.raw())) {
            read.entry(field.raw().to_vec()).or_insert_with(|| field.addresses());
        }
    }
    if read.is_empty() {
        return converted.to_vec();
    }
    let limits = Limits::default();
    let structure = Structure::parse(converted, &limits);
    let mut edits = Vec::new();
    for part in structure.parts.iter().filter(|part| is_changed(&structure, part)) {
        for field in &part.header.fields {
            let body = field.body.slice(converted);
            let Some(read) = read.get(body).filter(|_| is_left(field.name.slice(converted), body)) else {
                continue;
            };
            let list = addresses(converted, field.body, limits.comments);
            let mailboxes: Vec<&Mailbox> = list.iter().flat_map(members).collect();
            // An entry whose only address is in an encoded word is read as several.
            if mailboxes.len() == read.len() {
                let names = mailboxes.iter().zip(read);
                edits.extend(names.filter_map(|(mailbox, one)| encoded_name(converted, mailbox, &one.name)));
            }
        }
    }
    edits.sort_by_key(|edit: &Edit| edit.span);
    apply(converted, Span::new(0, converted.len()), &edits)
}

fn members(entry: &Address) -> &[Mailbox] {
    match entry {
        Address::Mailbox(mailbox) => std::slice::from_ref(mailbox),
        Address::Group { members, .. } => members,
    }
}

/// Returns the edit that encodes the name of a mailbox; `None` if there is nothing to encode.
fn encoded_name(message: &[u8], mailbox: &Mailbox, name: &str) -> Option<Edit> {
    let span = mailbox.name.or(mailbox.comment)?;
    if span.slice(message).is_ascii() || name.contains('\u{FFFD}') {
        return None;
    }
    let phrase = encode::phrase(name, Form::Encoded);
    let written = if mailbox.name.is_some() { phrase } else { format!("({phrase})") };
    Some(Edit::new(span, written.as_bytes(), Reason::Header))
}

/// Returns the offsets of the CRs in the body of a field after which there is no LF.
fn lone_crs(body: &[u8]) -> impl Iterator<Item = usize> {
    let is_lone = |at: &usize| body.get(at + 1).is_some_and(|next| *next != b'\n');
    body.iter().enumerate().filter(|(_, octet)| **octet == b'\r').map(|(at, _)| at).filter(is_lone)
}
