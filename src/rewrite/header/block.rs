//! Plans the edits of header fields, also of fields in the bodies of reports (RFC 3464, RFC 8098).
//!
//! Raw octets that are not UTF-8 are decoded in the single charset of their block ([`raw_charset`]). A field that
//! cannot be decoded or written stays unchanged.
//!
//! Protected and opaque fields ([`FieldKind::Opaque`]) are never changed. Linear time.

use super::content_type::{self, Label};
use super::field::{ESCAPE, Outcome, Rewriting};
use super::not_utf8::{self, Raw};
use crate::charset::Charset;
use crate::edit::Edit;
use crate::finding::{Cause, Code, Detail, Finding};
use crate::limits::Limit;
use crate::policy::HeaderForm;
use crate::rewrite::body::written_body::line_end;
use crate::rewrite::charsets::Charsets;
use crate::rewrite::checks::staying::Staying;
use crate::span::Span;
use crate::structure::{PartKind, Protection};
use crate::syntax::content_type::parameterized;
use crate::syntax::encoded_word::encoded_words;
use crate::syntax::field_kind::{FieldKind, field_kind};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::text::header::raw_charset;
use crate::text::hidden;
use crate::text::{Context, FieldText, MessageTexts};
use std::mem;

/// Adds the edits of the header fields of part `part` for their own texts, and those of `label` for its body.
pub(in crate::rewrite) fn plan(
    message: &MessageTexts<'_>,
    part: usize,
    mut label: Label,
    edits: &mut Vec<Edit>,
    findings: &mut Vec<Finding>,
    charsets: &mut Charsets,
    staying: &mut Staying,
) {
    let index = part;
    let Some(part) = message.parts().get(part).filter(|_| message.policy().headers != HeaderForm::Keep)
    else {
        return edits.extend(label.into_edits());
    };
    let (line_end, context) = (line_end(message), message.context());
    let allowed = matches!(part.protection, Some(Protection::Signed | Protection::InlinePgp))
        && message.policy().break_signatures;
    let none = Label::default();
    let mut header = Header {
        input: message.input(),
        part: index,
        context: &context,
        line_end,
        edits,
        findings: Vec::new(),
        charsets,
        staying,
    };
    let before = header.edits.len();
    if part.protection.is_none() || allowed {
        let blocks = message.field_blocks(index);
        blocks.iter().for_each(|block| header.plan(block, &none, |_| true));
        if part.kind == PartKind::Fields {
            header.findings.extend(not_utf8::beside(message.input(), part, &blocks));
        }
    }
    // Fields in a body with a text type are also read as text by its label.
    let eight_bit = header.edits.iter().skip(before).any(|edit| !edit.replacement.is_ascii());
    if eight_bit && part.media_type.starts_with("text/") {
        label = content_type::label(message, part, &[("charset", "utf-8")], line_end).unwrap_or_default();
    }
    let in_body = mem::take(&mut header.findings);
    header.plan(&part.header, &label, |field| {
        allowed || !message.structure().is_protected(message.input(), index, field)
    });
    let found = header.findings.into_iter().chain(in_body);
    findings.extend(found.map(|finding| finding.in_part(index)));
    edits.extend(label.added);
}

struct Header<'m, 'e> {
    input: &'m [u8],
    part: usize,
    context: &'m Context<'m>,
    line_end: &'static str,
    edits: &'e mut Vec<Edit>,
    findings: Vec<Finding>,
    charsets: &'e mut Charsets,
    staying: &'e mut Staying,
}

impl<'m> Header<'m, '_> {
    fn plan(&mut self, block: &HeaderBlock, label: &'m Label, may_change: impl Fn(&Field) -> bool) {
        let mut raw = Vec::new();
        let mut marked = Marked::new(self.input, block.span);
        if marked.is_absent() {
            return self.edits.extend_from_slice(label.of(block.span));
        }
        for field in &block.fields {
            let label = label.of(field.body);
            let Some(kind) = marked.is_in(field.body).then(|| self.may_need(field)).flatten() else {
                self.edits.extend_from_slice(label);
                continue;
            };
            if !may_change(field) {
                self.edits.extend_from_slice(label);
                self.stays(field, label);
                continue;
            }
            if let Some(limit) = self.limit(field, kind) {
                self.findings.push(limit);
                return;
            }
            let rewriting = self.rewriting(*field, kind, label);
            let context = self.context.with_raw(None);
            let texts = rewriting.texts(self.input, &context);
            if std::str::from_utf8(field.body.slice(self.input)).is_err() {
                let found = Raw::of(self.input, field.body, kind, &texts, self.context);
                if found.elsewhere {
                    self.unresolved(&rewriting, Cause::RawOutsideText);
                    continue;
                }
                if let Some(value) = found.value {
                    let why = Cause::RawInFixedValue;
                    self.findings.push(Finding::new(Code::FieldUnresolved, value, why));
                }
                if found.text {
                    raw.push(rewriting);
                    continue;
                }
            }
            match rewriting.outcome(self.input, &context, &texts, context.policy.headers) {
                Outcome::Edits(edits) => self.keep(&rewriting, &texts, None, edits),
                Outcome::Unreadable => self.unresolved(&rewriting, Cause::UncertainShifts),
                Outcome::Unwritable => self.unresolved(&rewriting, Cause::NoEquivalentForm),
            }
        }
        self.plan_raw(block, &raw);
        self.findings.extend(not_utf8::in_block(self.input, block, self.context.policy.headers, may_change));
    }

    /// Plans `fields` of `block` whose text is not UTF-8.
    fn plan_raw(&mut self, block: &HeaderBlock, fields: &[Rewriting<'m>]) {
        if fields.is_empty() {
            return;
        }
        let found = raw_charset::of_block(self.input, block, self.context);
        let (code, detail) = match found {
            Some((charset, confidence)) => {
                (Code::FieldRaw, Detail::Read { label: None, charset, confidence, label_fits: false })
            }
            None => (Code::TextReplaced, Cause::UnknownCharset.into()),
        };
        let charset = found.map(|(charset, _)| charset);
        let context = self.context.with_raw(charset);
        for rewriting in fields {
            let texts = rewriting.texts(self.input, &context);
            match rewriting.outcome(self.input, &context, &texts, context.policy.headers) {
                Outcome::Edits(edits) if found.is_some() || context.policy.lossy => {
                    self.findings.push(Finding::new(code, rewriting.field.body, detail.clone()));
                    self.keep(rewriting, &texts, charset, edits);
                }
                Outcome::Unwritable if found.is_some() => {
                    self.unresolved(rewriting, Cause::NoEquivalentForm);
                }
                _ => self.unresolved(rewriting, Cause::UnknownCharset),
            }
        }
    }

    fn keep(
        &mut self,
        rewriting: &Rewriting<'_>,
        texts: &FieldText<'_>,
        raw: Option<Charset>,
        edits: Vec<Edit>,
    ) {
        self.findings.extend(rewriting.findings(self.input, texts, raw, self.charsets));
        if self.context.policy.headers == HeaderForm::Encoded {
            self.findings.extend(not_utf8::left(
                self.input,
                rewriting.field.body,
                &edits,
                Cause::RawOutsideText,
            ));
        }
        self.edits.extend(edits);
    }

    fn unresolved(&mut self, rewriting: &Rewriting<'_>, why: Cause) {
        self.stays(&rewriting.field, rewriting.label);
        self.edits.extend_from_slice(rewriting.label);
        self.findings.push(Finding::new(Code::FieldUnresolved, rewriting.field.body, why));
    }

    /// Notes that the texts of `field` stay. Those of a field with a new label change on purpose.
    fn stays(&mut self, field: &Field, label: &[Edit]) {
        if label.is_empty() {
            self.staying.fields.push((self.part, *field));
        }
    }

    fn rewriting(&self, field: Field, kind: FieldKind, label: &'m [Edit]) -> Rewriting<'m> {
        // Folds use the line end of the field itself.
        let line_end = match memchr::memchr(b'\n', field.span.slice(self.input)) {
            Some(at) if field.span.slice(self.input).get(..at).is_some_and(|line| line.ends_with(b"\r")) => {
                "\r\n"
            }
            Some(_) => "\n",
            None => self.line_end,
        };
        Rewriting { field, kind, limits: &self.context.policy.limits, line_end, label }
    }

    /// The kind of a field with [marks](Marked) if it may need a change: a quick test, before the field is parsed.
    fn may_need(&self, field: &Field) -> Option<FieldKind> {
        let body = field.body.slice(self.input);
        let ascii = body.is_ascii();
        let pair = |first, second| {
            memchr::memchr_iter(second, body).any(|at| at > 0 && body.get(at - 1) == Some(&first))
        };
        let shifts = memchr::memchr(ESCAPE, body).is_some() || pair(b'~', b'{');
        let kind = field_kind(field.name.slice(self.input));
        let foreign = || match self.context.policy.headers {
            HeaderForm::Encoded | HeaderForm::Utf7 => !ascii,
            _ => !ascii && std::str::from_utf8(body).is_err(),
        };
        let extended = || kind == FieldKind::Parameters && memchr::memchr(b'*', body).is_some();
        let words = || pair(b'=', b'?');
        let hidden = || !ascii && hidden::may_be_in(body);
        let may = kind != FieldKind::Opaque && (shifts || foreign() || extended() || words() || hidden());
        may.then_some(kind)
    }

    /// The finding for a field with more encoded words or parameters than the limits allow.
    fn limit(&self, field: &Field, kind: FieldKind) -> Option<Finding> {
        let limits = &self.context.policy.limits;
        // Fields that are too short for so many are not counted: `=??Q??` and `a=` are the shortest.
        let may_hold = |count: usize, shortest: usize| field.body.len() / shortest > count;
        let words = may_hold(limits.words, 6) && encoded_words(self.input, field.body).len() > limits.words;
        let parameters = || {
            may_hold(limits.parameters, 2)
                && parameterized(self.input, field.body, limits.parameters).truncated
        };
        let detail = if words {
            Detail::Limit(Limit::Words, limits.words)
        } else if kind == FieldKind::Parameters && parameters() {
            Detail::Limit(Limit::Parameters, limits.parameters)
        } else {
            return None;
        };
        Some(Finding::new(Code::LimitReached, field.span, detail))
    }
}

/// Finds the marks in a header: octets beyond US-ASCII, and those with which shifts, encoded words and extended
/// parameters begin. Most fields have none, and are passed over in one scan of their block.
struct Marked<'i> {
    input: &'i [u8],
    end: usize,
    /// The offset of the next mark; `end` if there is none.
    next: usize,
}

impl<'i> Marked<'i> {
    fn new(input: &'i [u8], block: Span) -> Self {
        let mut marked = Self { input, end: block.end, next: block.start };
        marked.seek(block.start);
        marked
    }

    /// Whether there is no further mark.
    fn is_absent(&self) -> bool {
        self.next == self.end
    }

    /// Whether `body`, which is behind those that were asked for before, has a mark.
    fn is_in(&mut self, body: Span) -> bool {
        if self.next < body.start {
            self.seek(body.start);
        }
        self.next < body.end
    }

    fn seek(&mut self, from: usize) {
        const PIECE: usize = 64;
        let is_mark = |octet: &u8| !octet.is_ascii() | matches!(octet, &ESCAPE | b'~' | b'?' | b'*');
        let octets = Span::new(from, self.end).slice(self.input);
        // Without an early exit in a piece, the compiler uses vector instructions.
        let has_mark = |piece: &[u8]| piece.iter().fold(false, |found, octet| found | is_mark(octet));
        let before = octets.chunks(PIECE).position(has_mark).map_or(octets.len(), |piece| piece * PIECE);
        let at = octets.iter().skip(before).position(is_mark);
        self.next = from + at.map_or(octets.len(), |at| before + at);
    }
}
