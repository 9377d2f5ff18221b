//! Reads a text body that is to be rewritten.
//!
//! A body is not read in four cases: it is protected, it is binary data, it cannot be decoded without loss, or a
//! change of the body would make programs take it for a part of the header. A finding gives the reason. Linear
//! time.

use super::dependent_fields;
use super::encoded_body::line_end;
use crate::charset::{Charset, utf8};
use crate::finding::{Cause, Code, Detail, Finding};
use crate::policy::{Doubtful, Policy};
use crate::span::Span;
use crate::structure::{Part, Protection};
use crate::text::body::Body;
use crate::text::body::{card, inside, transfer_error};
use crate::text::decision::Decision;
use crate::text::decoded_text::{Beside, append_tail};
use crate::text::evidence::garbled::{garbled, undone};
use crate::text::evidence::{by_designation, has_escape};
use crate::text::hidden;
use crate::text::html::Markup;
use crate::text::{Context, DecodedText, MessageTexts, Unreadable, Unresolved, shows_shifts};
use crate::transfer::{DecodedBody, TransferEncoding};
use std::borrow::Cow;

/// A text body, as it is read for a plan.
#[derive(Debug)]
#[non_exhaustive]
pub struct BodyReading<'r> {
    /// The index of the part.
    pub part: usize,
    /// The body with its transfer encoding decoded.
    pub octets: &'r [u8],
    /// The text as [`MessageTexts::text`] returns it.
    pub text: Result<&'r DecodedText<'r>, &'r Unreadable>,
}

/// An optional function that is called with each text body that is read.
pub(in crate::rewrite) type BodyObserver<'s> = Option<&'s mut dyn FnMut(BodyReading<'_>)>;

/// The text of a body, and the plain text beside its base64. The error is the reason why they cannot be read.
pub(in crate::rewrite) type BodyText<'d, 'm> = Result<(DecodedText<'d>, Beside<'m>), Unreadable>;

/// A text part that is being read.
pub(in crate::rewrite) struct PartReading<'m, 's> {
    pub(in crate::rewrite) message: &'m MessageTexts<'m>,
    index: usize,
    observer: BodyObserver<'s>,
    pub(in crate::rewrite) part: &'m Part,
    body: Body<'m, 'm>,
    /// Whether a protected body is examined like any other, because nothing will be written.
    ignores_protection: bool,
    /// Whether the body has a charset label.
    pub(in crate::rewrite) labelled: bool,
    /// The charset that the label names.
    pub(in crate::rewrite) charset: Option<Charset>,
    pub(in crate::rewrite) findings: Vec<Finding>,
    /// The charset in which the text was decoded.
    pub(in crate::rewrite) charset_used: Option<Charset>,
}

impl<'m, 's> PartReading<'m, 's> {
    pub(in crate::rewrite) fn new(
        message: &'m MessageTexts<'m>,
        index: usize,
        part: &'m Part,
        observer: BodyObserver<'s>,
    ) -> Self {
        let body = Body::of(message.input(), part);
        let label = body.label();
        let charset = label.as_deref().and_then(Charset::for_label);
        Self {
            message,
            index,
            observer,
            part,
            body,
            ignores_protection: false,
            labelled: label.is_some(),
            charset,
            findings: Vec::new(),
            charset_used: None,
        }
    }

    /// This part, for findings about its text alone: a protected body is examined, too.
    pub(in crate::rewrite) fn ignoring_protection(self) -> Self {
        Self { ignores_protection: true, ..self }
    }

    pub(in crate::rewrite) fn policy(&self) -> &'m Policy {
        self.message.policy()
    }

    fn context(&self) -> Context<'m> {
        self.message.context_of(self.index).to_write()
    }

    /// The decision of the mail's owner about texts with the label of this body.
    fn decision(&self) -> Decision<'m> {
        self.context().decision(self.body.label().as_deref())
    }

    pub(in crate::rewrite) fn find(&mut self, code: Code, detail: impl Into<Detail>) {
        self.findings.push(Finding::new(code, self.part.body, detail));
    }

    /// Decodes the transfer encoding. If the transfer encoding is unknown, adds a finding.
    pub(in crate::rewrite) fn decode(&mut self) -> Option<DecodedBody<'m>> {
        let decoded = self.body.decode(&self.context()).ok();
        if decoded.is_none() {
            let field = self.part.header.field(self.message.input(), "Content-Transfer-Encoding");
            let value = field.map_or(Default::default(), |field| field.body.slice(self.message.input()));
            let name = Detail::Name(String::from_utf8_lossy(value).trim().to_owned());
            self.find(Code::TransferUnknown, name);
        }
        decoded
    }

    /// Whether octets that are labelled UTF-8 are valid UTF-8 and can stay as they are. Garbled text (text that was
    /// decoded in a wrong charset before it was stored) can stay only if the policy or a rule says that the label is
    /// right. Text in which a rule undoes wrong decodings cannot stay.
    pub(in crate::rewrite) fn is_utf8(&self, octets: &[u8]) -> bool {
        let decision = self.decision();
        let is_undone = |text| decision.undoing().is_some_and(|rule| undone(text, rule).is_some());
        let is_sound = |text: &str| {
            decision.ignores_garbled() || garbled(text).is_none() || decision.keeps_garbled(text)
        };
        utf8::valid(octets).is_some_and(|text| is_sound(text) && !is_undone(text))
    }

    /// Adds a finding if a rule in a file says that the label of garbled text is right.
    pub(in crate::rewrite) fn find_rule(&mut self, octets: &[u8]) {
        let (context, label) = (self.context(), self.body.label());
        let decision = context.decision(label.as_deref());
        let is_kept = |text: &str| decision.keeps_garbled(text) && garbled(text).is_some();
        if utf8::valid(octets).is_some_and(is_kept) {
            let label = label.map(|label| String::from_utf8_lossy(&label).into_owned());
            self.find(Code::Rule, context.rule_detail(&decision, label, Some(Charset::UTF_8)));
        }
    }

    /// If there is an observer, reads the body and calls the observer with it. If there is none, returns `None`
    /// without reading the body, because the plan may not need its text.
    pub(in crate::rewrite) fn show<'d>(&mut self, decoded: &'d DecodedBody<'_>) -> Option<BodyText<'d, 'm>> {
        let context = self.context();
        let observer = self.observer.as_mut()?;
        let read = self.body.read(decoded, &context);
        let whole;
        let text = match &read {
            Ok((text, beside)) if beside.is_empty() => Ok(text),
            Ok((text, beside)) => {
                whole = text.clone().with(*beside);
                Ok(&whole)
            }
            Err(why) => Err(why),
        };
        observer(BodyReading { part: self.index, octets: &decoded.octets, text });
        Some(read)
    }

    /// Whether the body is UTF-8 or US-ASCII, as its label says, and neither binary data nor damaged. `read` is the
    /// text that was read from the body. For a body that was not read, [`is_doubtful`](Self::is_doubtful) and other
    /// tests are used instead.
    pub(in crate::rewrite) fn is_sound(&self, octets: &[u8], read: &BodyText<'_, '_>) -> bool {
        let Ok((DecodedText { text: Cow::Borrowed(_), charset, findings, .. }, _)) = read else {
            return false;
        };
        // If the policy is strict, or the charset is believed without question (`is_final`), the body was not
        // searched for escape sequences (ISO-2022) and shifts (HZ) when it was read.
        let is_searched = !self.policy().strict && !self.decision().is_final;
        let is_as_labelled = match self.charset {
            Some(Charset::UTF_8) => *charset == Charset::UTF_8,
            Some(Charset::US_ASCII) => {
                *charset == Charset::US_ASCII
                    && !has_escape(octets)
                    && self.overriding_charset(octets).is_none()
            }
            None => !self.labelled && *charset == Charset::US_ASCII && !has_escape(octets),
            Some(_) => false,
        };
        is_as_labelled && is_searched && findings.is_empty()
    }

    /// Whether the body is binary data or damaged, although it is valid in the charset of its label (UTF-8 or
    /// US-ASCII). If so, adds a finding. A protected body is not examined.
    pub(in crate::rewrite) fn is_doubtful(&mut self, decoded: &DecodedBody<'_>) -> bool {
        if self.is_protected() {
            return false;
        }
        let Some(why) = self.body.doubt(decoded, &self.context()) else { return false };
        self.find(why.code(), why);
        true
    }

    /// Adds findings about invisible characters, unless the body is protected.
    pub(in crate::rewrite) fn find_hidden(&mut self, text: &[u8]) {
        if self.is_protected() {
            return;
        }
        for (code, detail) in hidden::in_body(text, self.is_raw()) {
            self.find(code, detail);
        }
    }

    /// The text of the body, and the plain text beside its base64. If the body must not be rewritten, adds a
    /// finding and returns `None`. `read` is the result of [`show`](Self::show).
    pub(in crate::rewrite) fn text<'d>(
        &mut self,
        decoded: &'d DecodedBody<'_>,
        read: Option<BodyText<'d, 'm>>,
    ) -> Option<(DecodedText<'d>, Beside<'m>)> {
        if self.is_protected() {
            // The structure already has findings about these.
            use Protection::{BareCr, SplitHeader, UnknownParts};
            if !matches!(self.part.protection, Some(UnknownParts | SplitHeader | BareCr)) {
                self.find(Code::Protected, Detail::None);
            }
            return None;
        }
        let (text, beside) = self.readable(decoded, read)?;
        if let Some(why) = self.names_itself(&decoded.octets, &text) {
            self.find(Code::CharsetInside, why);
            return None;
        }
        let is_label_missing = text.findings.iter().any(|(code, _)| *code == Code::AttachmentKept);
        let declared = match self.is_settled() {
            true => None,
            false => self.body.declares_another(&decoded.octets, &text.text),
        };
        let detail = declared.map(|name| Detail::NamedInside(String::from_utf8_lossy(name).into_owned()));
        if let Some(detail) = detail.or_else(|| is_label_missing.then_some(Cause::Utf8WithoutLabel.into())) {
            self.find(Code::AttachmentKept, detail);
            self.charset_used = Some(text.charset);
            return None;
        }
        if !self.stands_apart(self.is_raw() && text.charset.is_ascii_superset()) {
            let is_wide = text.charset.is_wide() && self.is_raw();
            self.find(Code::TextUnresolved, if is_wide { Cause::WideMessage } else { Cause::NoBlankLine });
            return None;
        }
        if self.is_encoded_by_another_field() {
            self.find(Code::TextUnresolved, Cause::OtherTransfer);
            return None;
        }
        if let Some(transfer) = self.seems_encoded(&decoded.octets, &text) {
            self.find(Code::TransferDoubtful, Detail::SeemsEncoded(transfer));
            return None;
        }
        // Plain text may contain what looks like escape sequences or shifts (`ESC $ B`, `~{`). Under the label
        // UTF-8, a program would take them for escape sequences of ISO-2022 or shifts of HZ.
        let is_final = || self.context().decision(Some(b"utf-8")).is_final;
        let is_certain = || !is_final() && by_designation(&decoded.octets).is_some();
        let is_uncertain = match text.text.as_bytes() == &*decoded.octets {
            true => self.charset != Some(Charset::UTF_8) && is_certain(),
            false => shows_shifts(text.text.as_bytes()),
        };
        if is_uncertain {
            self.find(Code::TextUnresolved, Cause::UncertainShifts);
            return None;
        }
        if self.body.is_another_text_by_last_label(&decoded.octets, &text, &self.context()) {
            self.find(Code::TextUnresolved, Cause::OtherLabel);
            return None;
        }
        self.find_in_text(&text);
        self.charset_used = Some(text.charset);
        Some((text, beside))
    }

    /// The text of the body, and the plain text beside its base64. If it cannot be read, adds a finding and returns
    /// `None`. `read` is the result of [`show`](Self::show).
    fn readable<'d>(
        &mut self,
        decoded: &'d DecodedBody<'_>,
        read: Option<BodyText<'d, 'm>>,
    ) -> Option<(DecodedText<'d>, Beside<'m>)> {
        let read = read.unwrap_or_else(|| self.body.read(decoded, &self.context()));
        if let Err(Unreadable::Binary(why)) = read {
            self.find(Code::TextBinary, why);
            return None;
        }
        self.find_transfer_errors(decoded, !matches!(read, Err(Unreadable::Tail)));
        match read {
            Ok(read) => return Some(read),
            Err(Unreadable::Damaged(..) | Unreadable::Tail) => {}
            Err(why) => {
                if let Some(name) = self.declares_likely(&decoded.octets, &why) {
                    self.find(Code::AttachmentKept, Detail::NamedInside(name));
                    return None;
                }
                let offset = match &why {
                    Unreadable::Text(unresolved) => {
                        unresolved.malformed.map_or(0, |malformed| malformed.offset)
                    }
                    Unreadable::Embedded(foreign) => foreign.offset,
                    _ => 0,
                };
                let code = why.code();
                let body = self.part.body;
                let span = if self.is_raw() { Span::new(body.start + offset, body.end) } else { body };
                let why = Detail::from(why);
                self.findings.push(Finding::new(why.unresolved_as(code), span, why));
            }
        }
        None
    }

    /// Adds the findings about a body that stays unchanged.
    pub(in crate::rewrite) fn find_in_left(&mut self, decoded: &DecodedBody<'_>) {
        let Some((text, _)) = self.readable(decoded, None) else { return };
        if let Some(transfer) = self.seems_encoded(&decoded.octets, &text) {
            self.find(Code::TransferDoubtful, Detail::SeemsEncoded(transfer));
        }
        self.find_in_text(&text);
    }

    /// Adds the findings about a text that was read.
    fn find_in_text(&mut self, text: &DecodedText<'_>) {
        for (code, detail) in &text.findings {
            self.find(*code, detail.clone());
        }
        self.find_hidden(text.text.as_bytes());
    }

    /// The transfer encoding that the text still seems to have. If there is one, the text must not be edited: an
    /// edit would give the label UTF-8 to encoded text, or would damage a charset name that quoted-printable
    /// divides between two lines.
    fn seems_encoded(&self, octets: &[u8], text: &DecodedText<'_>) -> Option<TransferEncoding> {
        let apparent = if self.is_settled() { None } else { self.body.apparent_transfer(octets) };
        if !self.is_raw() {
            return apparent;
        }
        let is_quoted = |name: Span| {
            let name = name.slice(text.text.as_bytes());
            name.starts_with(b"3D") || name.contains(&b'=')
        };
        apparent.or_else(|| {
            let mut names = self.declared(text, Charset::UTF_8).into_iter();
            names.any(is_quoted).then_some(TransferEncoding::QuotedPrintable)
        })
    }

    /// Whether the body may need a conversion although its `octets` are UTF-8 or US-ASCII, as its label says: they seem
    /// to have a transfer encoding, and the text that they encode is not what the label says. Adds a finding if the
    /// octets seem to have a transfer encoding. A protected body is not examined.
    pub(in crate::rewrite) fn hides_another_text(&mut self, octets: &[u8]) -> bool {
        let is_examined = !self.is_protected() && !self.is_settled();
        let found = if is_examined { self.body.seems_encoded(octets) } else { None };
        let Some((code, detail)) = found else { return false };
        self.find(code, detail);
        code == Code::TransferDoubtful
    }

    /// The transfer encoding that the body plainly has, although no field names it.
    pub(in crate::rewrite) fn inferred_transfer(&self) -> Option<TransferEncoding> {
        self.part.transfer.filter(|_| self.part.transfer_inferred)
    }

    /// Whether the caller believes the label, or a rule decides the charset of the text. If so, declarations in the
    /// document do not count.
    fn is_settled(&self) -> bool {
        self.policy().doubtful == Doubtful::Label || self.decision().is_ruled()
    }

    /// The charset name that a file with a doubtful label declares. `why` names the charset that was tried, usually
    /// that of the label. `None` if the file cannot be decoded in the declared charset, or is the same text in both
    /// charsets.
    fn declares_likely(&self, octets: &[u8], why: &Unreadable) -> Option<String> {
        let Unreadable::Text(Unresolved { doubt: Some(_), charset: Some(charset), .. }) = why else {
            return None;
        };
        let name = self.body.declares_another(octets, &charset.decode(octets).text)?;
        Some(String::from_utf8_lossy(name).into_owned())
    }

    /// The reason why the octets or the label must not change: a property of a vCard [depends on the
    /// label](card::depends_on_label), or a file names its charset in a form that is not updated. Otherwise returns
    /// `None`.
    fn names_itself(&self, octets: &[u8], text: &DecodedText<'_>) -> Option<Detail> {
        let markup = Markup::for_media_type(&self.part.media_type);
        if markup == Some(Markup::Card) && card::depends_on_label(octets) {
            return Some(Cause::UnlabelledValue.into());
        }
        let changes = text.text.as_bytes() != octets;
        let name = inside::declared_charset(octets, &self.part.media_type)
            .filter(|_| changes && self.body.is_file())?;
        Some(Detail::NamedInside(name.to_string()))
    }

    /// Whether a second Content-Transfer-Encoding would decode the [raw](Self::is_raw) body to other octets. RFC
    /// 2045 allows only one such field. Programs that use the last such field would read these other octets in the
    /// charset of the new label.
    fn is_encoded_by_another_field(&self) -> bool {
        let (input, header) = (self.message.input(), &self.part.header);
        let fields = header.fields.iter().filter(|field| field.is(input, "Content-Transfer-Encoding"));
        let body = self.part.body.slice(input);
        let mut others = fields.skip(1).take(1);
        self.is_raw()
            && others.any(|field| {
                let transfer = TransferEncoding::for_token(field.body.slice(input).trim_ascii());
                transfer.is_some_and(|transfer| *transfer.decode(body).octets != *body)
            })
    }

    /// Whether header and body stay apart when the body is rewritten and labelled. They do if there is a blank line
    /// between them. They also do if the first line of the body stays the same (`same_line`), because that line is
    /// not a field.
    pub(in crate::rewrite) fn stands_apart(&self, same_line: bool) -> bool {
        let header = &self.part.header;
        let apart = header.terminated || same_line && !header.fields.is_empty();
        apart && dependent_fields::may_add_fields(self.message, self.part)
    }

    /// The charset that a rule names instead of the label, for the decoded body `octets`. `None` if the label is not
    /// overridden, for example because no rule applies, or because the text is the same in both charsets.
    pub(in crate::rewrite) fn overriding_charset(&self, octets: &[u8]) -> Option<Charset> {
        self.decision().overriding(&self.body.label()?, octets)
    }

    /// Whether the body is read as 7bit, 8bit or binary.
    pub(in crate::rewrite) fn is_raw(&self) -> bool {
        self.body.is_raw(&self.context())
    }

    pub(in crate::rewrite) fn is_protected(&self) -> bool {
        match self.part.protection {
            _ if self.ignores_protection => false,
            None => false,
            Some(Protection::Signed | Protection::InlinePgp) => !self.policy().break_signatures,
            Some(_) => true,
        }
    }

    /// Adds findings about errors in the transfer encoding, and about plain text beside base64. `is_readable` tells
    /// whether the plain text is UTF-8. A protected body is not examined.
    pub(in crate::rewrite) fn find_transfer_errors(&mut self, decoded: &DecodedBody<'_>, is_readable: bool) {
        if self.is_protected() {
            return;
        }
        let loss = if self.policy().lossy { Code::TransferDropped } else { Code::TextUnresolved };
        if let Some((code, repair, offset)) = transfer_error(&decoded.repairs, loss) {
            let body = self.part.body;
            let span = Span::new(body.start + offset, body.end);
            self.findings.push(Finding::new(code, span, repair));
            if code == Code::TextUnresolved {
                return;
            }
        }
        let body = self.part.body;
        let head = (decoded.head > 0)
            .then(|| (Span::new(body.start, body.start + decoded.head), Cause::TextBeforeData));
        let tail = decoded.tail.map(|start| (Span::new(body.start + start, body.end), Cause::TextAfterData));
        let code = if is_readable { Code::TransferTail } else { Code::TextUnresolved };
        let beside = head.into_iter().chain(tail);
        self.findings.extend(beside.map(|(span, why)| Finding::new(code, span, why)));
    }

    /// The charset names that the text declares, except those that mean `charset`.
    pub(in crate::rewrite) fn declared(&self, text: &DecodedText<'_>, charset: Charset) -> Vec<Span> {
        let document = text.text.as_bytes();
        let markup = self.body.markup(document);
        let names = markup.map_or(Vec::new(), |markup| markup.declarations(document)).into_iter();
        names.filter(|name| Charset::for_label(name.slice(document)) != Some(charset)).collect()
    }

    /// Makes the text that is to be encoded. Removes the byte order mark from `text`, replaces each `declared`
    /// charset name by `name`, and adds the plain text `beside` the base64.
    pub(in crate::rewrite) fn document(
        &self,
        text: String,
        declared: &[Span],
        name: &str,
        beside: Beside<'_>,
    ) -> String {
        if declared.is_empty() && beside.is_empty() && !text.starts_with('\u{feff}') {
            return text;
        }
        let mut document = String::with_capacity(beside.before.len() + text.len() + beside.after.len());
        document.push_str(beside.before);
        let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        for declared in declared {
            document.push_str(text.get(at..declared.start).unwrap_or_default());
            document.push_str(name);
            at = declared.end;
        }
        document.push_str(text.get(at..).unwrap_or_default());
        if !beside.after.is_empty() {
            append_tail(&mut document, beside.after, line_end(self.message));
        }
        document
    }
}
