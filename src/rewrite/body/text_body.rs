//! Text bodies: what becomes of each, and the edits that make it so.
//!
//! A body that is UTF-8 or ASCII and says so is left alone, whatever its transfer encoding. One whose octets
//! are UTF-8 already gets the label only. All else is decoded and written anew, [as it can be](super::written_body),
//! with the fields that [follow](super::dependent_fields) it. What is protected, binary in truth, or not readable
//! without loss stays as it was, with a finding.

use super::dependent_fields;
use super::reading::Reading;
use super::written_body::{BodyPlace, WrittenBody, line_end};
use crate::charset::{Charset, utf8};
use crate::edit::{Edit, Reason};
use crate::finding::{Cause, Code, Finding};
use crate::policy::BodyForm;
use crate::rewrite::charsets::Charsets;
use crate::rewrite::header::content_type;
use crate::structure::PartKind;
use crate::text::{DecodedText, MessageTexts, shows_shifts};
use crate::transfer::DecodedBody;

/// The edits that the body of part `part` needs, its charset label and transfer encoding fields included.
pub(in crate::rewrite) fn plan(
    message: &MessageTexts<'_>,
    part: usize,
    edits: &mut Vec<Edit>,
    findings: &mut Vec<Finding>,
    charsets: &mut Charsets,
) {
    let index = part;
    let Some(part) = message.parts().get(part) else { return };
    let wanted = part.kind == PartKind::Text
        && message.policy().bodies != BodyForm::Keep
        && (message.policy().attachments || !part.attachment);
    if !wanted {
        return;
    }
    let mut body = Body { reading: Reading::new(message, part), edits };
    body.plan();
    body.reading.charset_used.into_iter().for_each(|charset| charsets.count(charset));
    findings.extend(body.reading.findings.into_iter().map(|finding| finding.in_part(index)));
}

struct Body<'m, 'a> {
    reading: Reading<'m, 'a>,
    edits: &'m mut Vec<Edit>,
}

impl Body<'_, '_> {
    fn plan(&mut self) {
        let Some(decoded) = self.reading.decode() else { return };
        if self.is_normal(&decoded.octets) {
            if self.reading.is_doubtful(&decoded) {
                return;
            }
            self.reading.charset_used = self.reading.charset.or(Some(Charset::US_ASCII));
            if self.reading.policy().decode_all && self.reading.part.protection.is_none() {
                self.edits.extend(self.undo_transfer(&decoded));
            }
        } else if let Some((text, tail)) = self.reading.text(&decoded) {
            match self.rewrite(&decoded, text, tail) {
                Some(edits) => self.edits.extend(edits),
                None => self.reading.find(Code::TextUnresolved, Cause::NoPlaceForLabel),
            }
        }
    }

    /// Whether the text is UTF-8 or ASCII and its label says no other thing.
    fn is_normal(&self, octets: &[u8]) -> bool {
        match self.reading.charset {
            Some(Charset::UTF_8) => utf8::valid(octets).is_some() && !shows_shifts(octets),
            Some(Charset::US_ASCII) => is_plain(octets) && self.reading.overruled(octets).is_none(),
            None => !self.reading.labelled && is_plain(octets),
            Some(_) => false,
        }
    }

    /// The edits that make the body say `text` in UTF-8; `None` where the header cannot say so.
    fn rewrite(&self, decoded: &DecodedBody<'_>, text: DecodedText<'_>, tail: &str) -> Option<Vec<Edit>> {
        let Reading { message, part, .. } = self.reading;
        let line_end = line_end(message);
        let declared = self.reading.declared(&text, Charset::UTF_8);
        let mut edits = content_type::edits(message, part, &[("charset", "utf-8")], line_end)?;
        if text.text.as_bytes() == &*decoded.octets && (declared.is_empty() || self.reading.is_raw()) {
            edits.extend(declared.into_iter().map(|name| Edit {
                span: name.shift(part.body.start),
                replacement: b"utf-8".to_vec(),
                reason: Reason::Body,
            }));
            if self.reading.is_raw() && !text.text.is_ascii() {
                dependent_fields::raise(message, part, line_end, &mut edits);
            }
            if self.reading.policy().decode_all {
                edits.extend(self.undo_transfer(decoded));
            }
            return Some(edits);
        }
        let raw = self.reading.is_raw() && text.charset.is_ascii_superset();
        let document = self.reading.document(text, &declared, "utf-8", tail);
        let written = BodyPlace::new(message, part, raw).write(document, self.reading.policy().bodies);
        let same_line = raw && written.transfer.is_identity();
        edits.extend(self.replace(written, line_end));
        self.reading.stands_apart(same_line).then_some(edits)
    }

    /// Undoes the transfer encoding of text that is UTF-8 already, where the message can carry it so.
    fn undo_transfer(&self, decoded: &DecodedBody<'_>) -> Vec<Edit> {
        let Reading { message, part, .. } = self.reading;
        let bodies = self.reading.policy().bodies;
        let encoded = !self.reading.is_raw() && matches!(bodies, BodyForm::Auto | BodyForm::EightBit);
        let whole = decoded.tail.is_none() && decoded.repairs.is_empty() && part.header.terminated;
        let text = std::str::from_utf8(&decoded.octets).ok().filter(|_| encoded && whole);
        let Some(text) = text else { return Vec::new() };
        let written = BodyPlace::new(message, part, false).write(text.to_owned(), BodyForm::Auto);
        match written.transfer.is_identity() {
            true => self.replace(written, line_end(message)),
            false => Vec::new(),
        }
    }

    fn replace(&self, written: WrittenBody, line_end: &str) -> Vec<Edit> {
        let Reading { message, part, .. } = self.reading;
        let mut edits = Vec::new();
        dependent_fields::set_transfer(message, part, written.transfer, line_end, &mut edits);
        dependent_fields::set_md5(message, part, &written, &mut edits);
        edits.push(Edit { span: part.body, replacement: written.octets, reason: Reason::Body });
        edits
    }
}

/// Whether the octets are ASCII and shift to no other charset.
fn is_plain(octets: &[u8]) -> bool {
    octets.is_ascii() && memchr::memchr(0x1B, octets).is_none() && !shows_shifts(octets)
}
