//! Text bodies: what becomes of each, and the edits that make it so.
//!
//! A body that is UTF-8 or ASCII and says so is left alone, whatever its transfer encoding. One whose octets
//! are UTF-8 already gets the label only. All else is decoded and written anew, [as it can be](super::form),
//! with the fields that [follow](super::following) it. What is protected, binary in truth, or not readable
//! without loss stays as it was, with a finding.

use super::form::{Place, Written};
use super::plan::{Edit, Reason};
use super::{following, form, label};
use crate::body;
use crate::charset::Charset;
use crate::finding::{Code, Finding};
use crate::message::{Message, Part, PartKind, Protection};
use crate::policy::{BodyForm, Policy};
use crate::resolve::html::Markup;
use crate::resolve::{Context, Text, binary};
use crate::span::Span;
use crate::transfer::{Decoded, Repair, TransferEncoding};

/// The edits that the body of part `part` needs, its charset label and transfer encoding fields included.
pub(super) fn plan(
    message: &Message<'_>,
    part: usize,
    context: &Context<'_>,
    edits: &mut Vec<Edit>,
    findings: &mut Vec<Finding>,
) {
    let index = part;
    let Some(part) = message.parts.get(part) else { return };
    let wanted = part.kind == PartKind::Text
        && context.policy.bodies != BodyForm::Keep
        && (context.policy.attachments || !part.attachment);
    if !wanted {
        return;
    }
    let context = Context { guess: context.guess && !part.attachment, ..*context };
    let mut body = Body { message, part, context: &context, edits, findings: Vec::new() };
    body.plan();
    findings.extend(body.findings.into_iter().map(|finding| finding.in_part(index)));
}

struct Body<'m, 'a> {
    message: &'m Message<'a>,
    part: &'m Part,
    context: &'m Context<'m>,
    edits: &'m mut Vec<Edit>,
    findings: Vec<Finding>,
}

impl Body<'_, '_> {
    fn policy(&self) -> &Policy {
        self.context.policy
    }

    fn find(&mut self, code: Code, detail: impl Into<String>) {
        self.findings.push(Finding::new(code, self.part.body, detail));
    }

    fn plan(&mut self) {
        let Some(decoded) = body::decode(self.message, self.part) else {
            let field = self.part.header.field(self.message.input, "Content-Transfer-Encoding");
            let said = field.map_or(Default::default(), |field| field.body.slice(self.message.input));
            self.find(Code::TransferUnknown, String::from_utf8_lossy(said).trim());
            return;
        };
        if self.is_normal(&decoded.octets) {
            if self.policy().decode_all && self.part.protection.is_none() {
                self.undo_transfer(&decoded);
            }
            return;
        }
        if self.is_protected() {
            self.find(Code::Protected, "");
            return;
        }
        if let Some(why) = binary::evidence(&decoded.octets, self.label()) {
            self.find(Code::TextBinary, why);
            return;
        }
        let Some(tail) = self.tail(&decoded) else { return };
        match body::read(self.message, self.part, &decoded.octets, self.context) {
            Err(unresolved) => {
                let at = unresolved.malformed.map_or(0, |malformed| malformed.offset);
                let span = if self.is_raw() { Span::at(self.part.body.start + at) } else { self.part.body };
                let detail = match (unresolved.charset, unresolved.malformed) {
                    (Some(charset), Some(malformed)) => format!("{charset}: {malformed}"),
                    (Some(charset), None) => format!("the octets are not {charset}"),
                    (None, _) => "no charset is known".into(),
                };
                self.findings.push(Finding::new(Code::TextUnresolved, span, detail));
            }
            Ok(text) if !self.may_follow_header(&text) => {
                self.find(Code::TextUnresolved, "no blank line before the body");
            }
            Ok(text) => {
                for (code, detail) in &text.findings {
                    self.find(*code, detail.clone());
                }
                self.rewrite(&decoded, &text, &tail);
            }
        }
    }

    /// Whether a body written anew cannot be taken for header: a blank line stands before it, or its first
    /// line is no field and keeps its ASCII.
    fn may_follow_header(&self, text: &Text<'_>) -> bool {
        let header = &self.part.header;
        let same_line = self.is_raw() && text.charset.is_ascii_superset() && !header.fields.is_empty();
        header.terminated || same_line
    }

    fn label(&self) -> Option<Charset> {
        body::label(self.message, self.part).and_then(|label| Charset::for_label(&label))
    }

    /// Whether the body stands in the message as it is, no transfer encoding between.
    fn is_raw(&self) -> bool {
        use TransferEncoding::{Binary, EightBit, SevenBit};
        matches!(self.part.transfer, Some(SevenBit | EightBit | Binary))
    }

    /// Whether the text is UTF-8 or ASCII and its label says no other thing.
    fn is_normal(&self, octets: &[u8]) -> bool {
        let labelled = body::label(self.message, self.part).is_some();
        match self.label() {
            Some(Charset::UTF_8) => std::str::from_utf8(octets).is_ok(),
            Some(Charset::US_ASCII) => is_plain(octets),
            None => !labelled && is_plain(octets),
            Some(_) => false,
        }
    }

    fn is_protected(&self) -> bool {
        match self.part.protection {
            None => false,
            Some(Protection::Signed | Protection::InlinePgp) => !self.policy().break_signatures,
            Some(_) => true,
        }
    }

    /// Text that somebody put behind the end of a base64 body, in UTF-8; `None` where the body cannot be
    /// decoded without losing some of it.
    fn tail(&mut self, decoded: &Decoded<'_>) -> Option<String> {
        let lost = decoded.repairs.iter().find(|(repair, _)| matches!(repair, Repair::Junk | Repair::Line));
        if let Some((_, offset)) = lost.filter(|_| !self.policy().lossy) {
            let span = Span::at(self.part.body.start + offset);
            let detail = format!("{}: junk", self.part.transfer.map_or("", TransferEncoding::name));
            self.findings.push(Finding::new(Code::TextUnresolved, span, detail));
            return None;
        }
        if let Some((repair, offset)) = decoded.repairs.first() {
            let span = Span::at(self.part.body.start + offset);
            let plain = *repair == Repair::Plain;
            let code = if plain { Code::TransferMismatch } else { Code::TransferMalformed };
            self.findings.push(Finding::new(code, span, format!("{repair:?}")));
        }
        let Some(tail) = decoded.tail else { return Some(String::new()) };
        let span = Span::new(self.part.body.start + tail, self.part.body.end);
        let octets = span.slice(self.message.input);
        let text = std::str::from_utf8(octets).ok();
        let code = if text.is_some() { Code::TransferTail } else { Code::TextUnresolved };
        self.findings.push(Finding::new(code, span, "text behind the end of base64"));
        text.map(str::to_owned)
    }

    fn rewrite(&mut self, decoded: &Decoded<'_>, text: &Text<'_>, tail: &str) {
        let line_end = form::line_end(self.message.input);
        let markup = Markup::for_media_type(&self.part.media_type);
        let declared = markup.map_or(Vec::new(), |markup| markup.declarations(text.text.as_bytes()));
        let declared: Vec<Span> = declared
            .into_iter()
            .filter(|name| Charset::for_label(name.slice(text.text.as_bytes())) != Some(Charset::UTF_8))
            .collect();
        self.edits.extend(label::edits(self.message, self.part, line_end));
        if text.text.as_bytes() == &*decoded.octets && (declared.is_empty() || self.is_raw()) {
            for name in declared {
                let span = name.shift(self.part.body.start);
                self.edits.push(Edit { span, replacement: b"utf-8".to_vec(), reason: Reason::Body });
            }
            if self.is_raw() && !text.text.is_ascii() {
                following::raise(self.message, self.part, line_end, self.edits);
            }
            if self.policy().decode_all {
                self.undo_transfer(decoded);
            }
            return;
        }
        let mut converted = String::with_capacity(text.text.len() + tail.len());
        let mut at = if text.text.starts_with('\u{feff}') { 3 } else { 0 };
        for name in declared {
            converted.push_str(text.text.get(at..name.start).unwrap_or_default());
            converted.push_str("utf-8");
            at = name.end;
        }
        converted.push_str(text.text.get(at..).unwrap_or_default());
        if !tail.is_empty() {
            if !converted.ends_with('\n') {
                converted.push_str(if converted.contains("\r\n") { "\r\n" } else { line_end });
            }
            converted.push_str(tail);
        }
        let raw = self.is_raw() && text.charset.is_ascii_superset();
        let written = Place::new(self.message, self.part, raw).write(&converted, self.policy().bodies);
        self.replace(written, line_end);
    }

    /// Undoes the transfer encoding of text that is UTF-8 already, where the message can carry it so.
    fn undo_transfer(&mut self, decoded: &Decoded<'_>) {
        let encoded = !self.is_raw() && matches!(self.policy().bodies, BodyForm::Auto | BodyForm::EightBit);
        let whole = decoded.tail.is_none() && decoded.repairs.is_empty();
        let text = std::str::from_utf8(&decoded.octets).ok().filter(|_| encoded && whole);
        let Some(text) = text.filter(|text| binary::evidence(text.as_bytes(), None).is_none()) else {
            return;
        };
        let written = Place::new(self.message, self.part, false).write(text, BodyForm::Auto);
        if matches!(written.transfer, TransferEncoding::SevenBit | TransferEncoding::EightBit) {
            self.replace(written, form::line_end(self.message.input));
        }
    }

    fn replace(&mut self, written: Written, line_end: &str) {
        following::set_transfer(self.message, self.part, written.transfer, line_end, self.edits);
        following::set_md5(self.message, self.part, &written, self.edits);
        self.edits.push(Edit { span: self.part.body, replacement: written.octets, reason: Reason::Body });
    }
}

/// Whether the octets are ASCII and shift to no other charset.
fn is_plain(octets: &[u8]) -> bool {
    octets.is_ascii() && memchr::memchr(0x1B, octets).is_none()
}
