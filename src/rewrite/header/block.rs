//! Plans the edits of header fields, and of fields in the bodies of reports (RFC 3464, RFC 8098).
//!
//! No label names the charset of raw octets that are not UTF-8. The octets of all fields of a block show it together,
//! unless the words of a field clearly show another one (`raw_charset`). A field that cannot be decoded or written stays
//! unchanged.
//!
//! Protected and opaque fields ([`FieldKind::Opaque`]) are never changed. Linear time.

use super::content_type::{self, Label};
use super::field_findings::findings_of;
use super::not_utf8::{self, Raw};
use crate::edit::Edit;
use crate::field_form::{FieldRewrite, Outcome};
use crate::finding::{Cause, Code, Detail, Finding};
use crate::limits::Limit;
use crate::policy::HeaderForm;
use crate::rewrite::body::encoded_body::line_end;
use crate::rewrite::draft::Draft;
use crate::span::Span;
use crate::structure::{PartKind, Protection};
use crate::syntax::address_list::kind_of_field;
use crate::syntax::field_kind::{FieldKind, field_kind};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::text::evidence::garbled;
use crate::text::header::address_in_word::addresses_in_words;
use crate::text::header::field::FieldReading;
use crate::text::header::marks::{self, MarkFinder};
use crate::text::header::parsed_field::ParsedField;
use crate::text::header::raw_charset::{RawOctets, in_other_text, of_unknown};
use crate::text::header::span_text::without_escapes;
use crate::text::hidden;
use crate::text::{Context, FieldText, MessageTexts};
use std::mem;

/// Plans the header fields of part `part`. The plan has the edits for the texts of the fields, and the edits of
/// `label`, the label of the body. If the draft keeps the header, only the label changes.
pub(in crate::rewrite) fn plan(draft: &mut Draft<'_, '_>, part: usize, label: Label) {
    if !draft.kept_headers.contains(&part) {
        return fields(draft, part, label);
    }
    draft.unchanged.keep_header(draft.message, part, &label);
    let before = draft.edits.len();
    fields(draft, part, Label::default());
    draft.edits.truncate(before);
    draft.edits.extend(label.into_edits());
}

fn fields(draft: &mut Draft<'_, '_>, index: usize, mut label: Label) {
    let message = draft.message;
    let wanted = message.parts().get(index).filter(|_| message.policy().headers != HeaderForm::Keep);
    let Some(part) = wanted else {
        draft.left.headers.insert(index);
        return draft.edits.extend(label.into_edits());
    };
    let (line_end, context, before) =
        (line_end(message), message.context_of(index).to_write(), draft.edits.len());
    let allowed = matches!(part.protection, Some(Protection::Signed | Protection::InlinePgp))
        && message.policy().break_signatures;
    let none = Label::default();
    let input = message.input();
    let mut header = Header { input, part: index, context: &context, line_end, draft, findings: Vec::new() };
    if part.protection.is_none() || allowed {
        let blocks = message.field_blocks(index);
        blocks.iter().for_each(|block| header.plan(block, &none, |_| true));
        if part.kind == PartKind::Fields {
            header.findings.extend(not_utf8::beside(input, part, blocks));
        }
    } else {
        header.draft.left.headers.insert(index);
    }
    // The body of this part consists of fields. If the media type is a text type, programs also read the
    // body as text, in the charset of its label. Therefore, if edits add octets above 127 to the body, the
    // label becomes UTF-8.
    let eight_bit = header.draft.edits.iter().skip(before).any(|edit| !edit.replacement.is_ascii());
    if eight_bit && part.media_type.starts_with("text/") {
        label = content_type::label(message, part, &[("charset", "utf-8")], line_end).unwrap_or_default();
    }
    let in_body = mem::take(&mut header.findings);
    header.plan(&part.header, &label, |field| {
        allowed || !message.structure().is_protected(input, index, field)
    });
    let found = header.findings.into_iter().chain(in_body);
    draft.findings.extend(found.map(|finding| finding.in_part(index)));
    draft.edits.extend(label.added);
}

/// The findings about the texts of `field`, which is in part `part` and is read although it stays unchanged.
pub(in crate::rewrite) fn findings_of_left(
    message: &MessageTexts<'_>,
    part: usize,
    field: &Field,
    parsed: ParsedField,
) -> Vec<Finding> {
    let (input, body) = (message.input(), field.body);
    let octets = body.slice(input);
    let context = message.field_context(part, field).to_write();
    let kind = kind_of_field(input, field, context.policy.limits.comments);
    let unresolved = |why: Detail| Finding::new(why.unresolved_as(Code::FieldUnresolved), body, why);
    if let Some(why) = unknown_structure(octets, kind, &context) {
        return vec![unresolved(why).in_part(part)];
    }
    let mut findings = Vec::new();
    let is_raw = std::str::from_utf8(octets).is_err();
    let raw = Raw::of(input, &parsed, is_raw && RawOctets::default().add(input, &parsed, &context));
    if let Some(at) = raw.elsewhere {
        findings.push(raw_outside_text(kind, Span::new(at, body.end)));
    }
    match context.raw().flatten() {
        Some((charset, confidence)) => {
            let (code, detail) = context.raw_finding(charset, confidence);
            findings.push(Finding::new(code, body, detail));
        }
        None if raw.text => {
            let unknown = || of_unknown(octets.trim_ascii_start());
            findings.push(unresolved(context.raw_unresolved().unwrap_or_else(unknown)));
        }
        None => {}
    }
    findings.extend(findings_of(input, body, &parsed.read(input, &context).texts));
    findings.into_iter().map(|finding| finding.in_part(part)).collect()
}

/// Why the structure of a field cannot be known. Without its escape characters, text in ISO-2022-JP has parentheses
/// and other delimiters by chance.
fn unknown_structure(body: &[u8], kind: FieldKind, context: &Context<'_>) -> Option<Detail> {
    let is_structured = !matches!(kind, FieldKind::Unstructured | FieldKind::Parameters);
    let (why, _) = is_structured.then(|| without_escapes(body, context)).flatten()?;
    Some(why)
}

/// The finding about raw octets, at `span`, in a place of a field that is no text.
fn raw_outside_text(kind: FieldKind, span: Span) -> Finding {
    let is_address = kind == FieldKind::Addresses;
    let why = if is_address { Cause::RawInAddress } else { Cause::RawOutsideText };
    Finding::new(Code::FieldUnresolved, span, why)
}

/// A header that is being planned.
struct Header<'h, 'm, 'a> {
    input: &'h [u8],
    part: usize,
    context: &'h Context<'h>,
    line_end: &'static str,
    draft: &'h mut Draft<'m, 'a>,
    /// The findings so far.
    findings: Vec<Finding>,
}

impl<'h> Header<'h, '_, '_> {
    fn plan(&mut self, block: &HeaderBlock, label: &'h Label, may_change: impl Fn(&Field) -> bool) {
        let (mut raw, mut sample) = (Vec::new(), RawOctets::default());
        let mut marked = MarkFinder::new(self.input, block.span);
        if marked.is_absent() {
            return self.draft.edits.extend_from_slice(label.of(block.span));
        }
        for field in &block.fields {
            let label = label.of(field.body);
            let Some(kind) = marked.is_in(field.body).then(|| self.may_need(field)).flatten() else {
                self.draft.edits.extend_from_slice(label);
                continue;
            };
            let rewriting = self.rewriting(*field, kind, label);
            let is_utf8 = std::str::from_utf8(field.body.slice(self.input)).is_ok();
            if !may_change(field) {
                if !is_utf8 {
                    sample.add(self.input, &rewriting.parse(self.input), self.context);
                }
                self.draft.edits.extend_from_slice(label);
                self.stays(field, label);
                continue;
            }
            let parsed = rewriting.parse(self.input);
            if let Some(limit) = self.limit(field, &parsed) {
                self.findings.push(limit);
                self.draft.left.headers.insert(self.part);
                return;
            }
            if let Some(why) = unknown_structure(field.body.slice(self.input), kind, self.context) {
                self.unresolved(&rewriting, why);
                continue;
            }
            if !is_utf8 {
                let found = Raw::of(self.input, &parsed, sample.add(self.input, &parsed, self.context));
                if let Some(at) = found.elsewhere {
                    self.leave(&rewriting, raw_outside_text(kind, Span::new(at, field.body.end)));
                    continue;
                }
                if let Some(value) = found.value {
                    let why = Cause::RawInFixedValue;
                    self.findings.push(Finding::new(Code::FieldUnresolved, value, why));
                }
                if found.text {
                    raw.push((rewriting, parsed));
                    continue;
                }
            }
            let by_chance =
                if is_utf8 { in_other_text(field.body.slice(self.input), self.context) } else { None };
            let context = self.context.with_raw(by_chance);
            let reading = parsed.read(self.input, &context);
            match rewriting.outcome(self.input, &context, &reading.texts, context.policy.headers) {
                Outcome::Edits(edits) => {
                    if let Some((charset, confidence)) = by_chance.filter(|_| !edits.is_empty()) {
                        let (code, detail) = self.context.raw_finding(charset, confidence);
                        self.findings.push(Finding::new(code, field.body, detail));
                    }
                    self.accept(&rewriting, &reading, edits);
                }
                Outcome::Unreadable => self.unresolved(&rewriting, Cause::UncertainShifts),
                Outcome::Unwritable => self.unwritable(&rewriting, &reading.texts),
                Outcome::Unbalanced(at) => self.unbalanced(&rewriting, at),
            }
            self.name_addresses(&rewriting, &reading.texts);
        }
        self.plan_raw(raw, &sample);
        self.findings.extend(not_utf8::in_block(self.input, block, self.context.policy.headers, may_change));
    }

    /// Plans the edits of `fields`. The text of each of these fields is not UTF-8. `sample` has the raw octets of
    /// all fields of their block.
    fn plan_raw(&mut self, fields: Vec<(FieldRewrite<'h>, ParsedField)>, sample: &RawOctets) {
        if fields.is_empty() {
            return;
        }
        let charsets = sample.charsets(self.context);
        for (rewriting, parsed) in fields {
            let found = charsets.of_field(rewriting.field.body);
            let context = self.context.with_raw(found);
            let unknown = || of_unknown(rewriting.field.body.slice(self.input).trim_ascii_start());
            let reading = parsed.read(self.input, &context);
            match rewriting.outcome(self.input, &context, &reading.texts, context.policy.headers) {
                // If there are no edits, the raw octets stay, so the field is unresolved.
                Outcome::Edits(edits) if !edits.is_empty() && (found.is_some() || context.policy.lossy) => {
                    let (code, detail) = match found {
                        Some((charset, confidence)) => self.context.raw_finding(charset, confidence),
                        None => (Code::TextReplaced, unknown()),
                    };
                    self.findings.push(Finding::new(code, rewriting.field.body, detail));
                    self.accept(&rewriting, &reading, edits);
                }
                Outcome::Edits(_) | Outcome::Unwritable if found.is_some() => {
                    self.unresolved(&rewriting, Cause::NoEquivalentForm);
                }
                Outcome::Unbalanced(at) => self.unbalanced(&rewriting, at),
                _ => {
                    let why = self.context.raw_unresolved().unwrap_or_else(unknown);
                    self.unresolved(&rewriting, why);
                }
            }
            self.name_addresses(&rewriting, &reading.texts);
        }
    }

    fn accept(&mut self, rewriting: &FieldRewrite<'_>, reading: &FieldReading<'_>, edits: Vec<Edit>) {
        let body = rewriting.field.body;
        self.findings.extend(findings_of(self.input, body, &reading.texts));
        let pieces = reading.pieces().filter(|piece| !piece.is_plain_utf8());
        pieces
            .filter_map(|piece| piece.read.ok())
            .for_each(|(charset, _)| self.draft.header_charsets.count(charset));
        if self.context.policy.headers == HeaderForm::Encoded {
            self.findings.extend(not_utf8::left(self.input, body, &edits, Cause::RawOutsideText));
        }
        self.draft.edits.extend(edits);
    }

    /// Adds findings about addresses inside the encoded words of a field with addresses.
    fn name_addresses(&mut self, rewriting: &FieldRewrite<'_>, texts: &FieldText<'_>) {
        if rewriting.kind == FieldKind::Addresses {
            let found = addresses_in_words(self.input, rewriting.field.body, texts, self.context).into_iter();
            let named = |(at, address)| Finding::new(Code::AddressInWord, at, Detail::Address(address));
            self.findings.extend(found.map(named));
        }
    }

    fn unresolved(&mut self, rewriting: &FieldRewrite<'_>, why: impl Into<Detail>) {
        let why = why.into();
        let code = why.unresolved_as(Code::FieldUnresolved);
        self.leave(rewriting, Finding::new(code, rewriting.field.body, why));
    }

    /// Leaves a field whose text cannot be written in the wanted form. If the text is garbled, that is the reason.
    fn unwritable(&mut self, rewriting: &FieldRewrite<'_>, texts: &FieldText<'_>) {
        let found = findings_of(self.input, rewriting.field.body, texts);
        match found.into_iter().find(|finding| finding.code == Code::TextGarbled) {
            Some(garbled) => self.leave(rewriting, garbled),
            None => self.unresolved(rewriting, Cause::NoEquivalentForm),
        }
    }

    fn unbalanced(&mut self, rewriting: &FieldRewrite<'_>, at: Span) {
        let name = String::from_utf8_lossy(rewriting.field.name.slice(self.input)).into_owned();
        self.leave(rewriting, Finding::new(Code::FieldUnbalanced, at, Detail::Name(name)));
    }

    fn leave(&mut self, rewriting: &FieldRewrite<'_>, finding: Finding) {
        self.stays(&rewriting.field, rewriting.label);
        self.draft.edits.extend_from_slice(rewriting.label);
        self.findings.push(finding);
    }

    /// Notes that the texts of `field` stay unchanged. A field with a new label is not noted, because its texts
    /// change on purpose.
    fn stays(&mut self, field: &Field, label: &[Edit]) {
        self.draft.left.fields.insert((self.part, field.span.start));
        if label.is_empty() {
            self.draft.unchanged.fields.push((self.part, *field));
        }
    }

    fn rewriting(&self, field: Field, kind: FieldKind, label: &'h [Edit]) -> FieldRewrite<'h> {
        // Folds use the line end of the field itself.
        let line_end = match memchr::memchr(b'\n', field.span.slice(self.input)) {
            Some(at) if field.span.slice(self.input).get(..at).is_some_and(|line| line.ends_with(b"\r")) => {
                "\r\n"
            }
            Some(_) => "\n",
            None => self.line_end,
        };
        FieldRewrite { field, kind, limits: &self.context.policy.limits, line_end, label }
    }

    /// Returns the kind of `field` if the field may need a change. This check is cheap, and passes few
    /// fields to the parser. Fields without [marks](MarkFinder), such as the beginning of an encoded word,
    /// are not even checked.
    fn may_need(&self, field: &Field) -> Option<FieldKind> {
        let body = field.body.slice(self.input);
        let ascii = body.is_ascii();
        let kind = field_kind(field.name.slice(self.input));
        let foreign = || match self.context.policy.headers {
            HeaderForm::Encoded | HeaderForm::Utf7 => !ascii,
            _ => {
                !ascii && (std::str::from_utf8(body).is_err() || in_other_text(body, self.context).is_some())
            }
        };
        let marked = || {
            marks::has_shifts(body)
                || marks::may_be_escaped(body, kind)
                || marks::has_words(body)
                || marks::lacks_escapes(body)
        };
        let hidden = || !ascii && hidden::may_be_in(body) || memchr::memchr(0, body).is_some();
        let garbled = || {
            // If a rule decides about garbled text, a finding reports the rule, so the field must be parsed.
            let by_rule = || self.context.decision(None).place().is_some();
            !ascii
                && (by_rule() || !self.context.decision(None).is_final)
                && (self.context.decision(None).undoing().is_some()
                    || std::str::from_utf8(body).is_ok_and(garbled::may_be_in))
        };
        let may = kind != FieldKind::Opaque && (foreign() || marked() || hidden() || garbled());
        may.then(|| kind_of_field(self.input, field, self.context.policy.limits.comments))
    }

    /// The finding for a field with more encoded words or parameters than the limits allow.
    fn limit(&self, field: &Field, parsed: &ParsedField) -> Option<Finding> {
        let limits = &self.context.policy.limits;
        let detail = if parsed.words() > limits.words {
            Detail::Limit(Limit::Words, limits.words)
        } else if parsed.parameters().is_some_and(|field| field.truncated) {
            Detail::Limit(Limit::Parameters, limits.parameters)
        } else {
            return None;
        };
        Some(Finding::new(Code::LimitReached, field.span, detail))
    }
}
