//! Plans the conversion of text bodies to UTF-8.
//!
//! A body that is UTF-8 or US-ASCII and has that label is left unchanged, whatever its transfer encoding. If the
//! octets are UTF-8 but the label differs, only the label is changed. Any other text is decoded and
//! [written](super::encoded_body) in UTF-8, and the [dependent fields](super::dependent_fields) are updated. A body
//! is left unchanged, with a finding, if it is protected, is binary data, or cannot be decoded without loss.

use super::dependent_fields;
use super::encoded_body::{BodyPlace, EncodedBody, line_end};
use super::reading::{BodyObserver, PartReading};
use crate::charset::Charset;
use crate::edit::{Edit, Reason};
use crate::finding::{Cause, Code, Finding};
use crate::policy::BodyForm;
use crate::rewrite::header::content_type::{self, Label};
use crate::span::Span;
use crate::structure::PartKind;
use crate::text::{MessageTexts, shows_other_charset};
use crate::transfer::DecodedBody;

/// The edits of a body and of the fields that depend on it.
#[derive(Debug, Default)]
pub(in crate::rewrite) struct BodyPlan {
    /// The edits of Content-Type.
    pub(in crate::rewrite) label: Label,
    /// The edits of the body, and of those fields that depend on the body and are not in `label`.
    pub(in crate::rewrite) edits: Vec<Edit>,
    pub(in crate::rewrite) findings: Vec<Finding>,
    /// The charset in which the text was decoded.
    pub(in crate::rewrite) charset: Option<Charset>,
    /// Whether the body stays unchanged, although it is not in the wanted charset.
    pub(in crate::rewrite) stays: bool,
    /// Whether some findings about the text may be missing: the text was not read, or stays for another reason.
    pub(in crate::rewrite) left: bool,
}

/// The plan for the body of part `index`, including its charset label and transfer encoding.
pub(in crate::rewrite) fn plan(
    message: &MessageTexts<'_>,
    index: usize,
    observer: BodyObserver<'_>,
) -> BodyPlan {
    let text = message.parts().get(index).filter(|part| part.kind == PartKind::Text);
    let Some(part) = text else { return BodyPlan::default() };
    let policy = message.policy();
    if policy.bodies == BodyForm::Keep || part.attachment && !policy.attachments {
        return BodyPlan { left: true, ..BodyPlan::default() };
    }
    let mut reading = PartReading::new(message, index, part, observer);
    let plan = reading.convert().unwrap_or_else(|| BodyPlan { stays: true, ..BodyPlan::default() });
    let left = plan.stays || reading.is_protected();
    BodyPlan { findings: reading.findings, charset: reading.charset_used, left, ..plan }
}

/// The findings about the text of part `index`, which is read although it stays unchanged.
pub(in crate::rewrite) fn findings_of_left(message: &MessageTexts<'_>, index: usize) -> Vec<Finding> {
    let text = message.parts().get(index).filter(|part| part.kind == PartKind::Text);
    let Some(part) = text else { return Vec::new() };
    let mut reading = PartReading::new(message, index, part, None).ignoring_protection();
    if let Some(decoded) = reading.decode() {
        if reading.is_normal(&decoded.octets) {
            reading.find_in_normal(&decoded, false);
        } else {
            reading.find_in_left(&decoded);
        }
    }
    reading.findings.into_iter().map(|finding| finding.in_part(index)).collect()
}

impl PartReading<'_, '_> {
    /// Adds the findings about a body that is UTF-8 or US-ASCII, as its label says. `is_sound` tells whether the body
    /// [is sound](Self::is_sound). The result is false if the body must stay as it is.
    fn find_in_normal(&mut self, decoded: &DecodedBody<'_>, is_sound: bool) -> bool {
        if !is_sound && self.is_doubtful(decoded) || self.hides_another_text(&decoded.octets) {
            return false;
        }
        self.find_transfer_errors(decoded, true);
        self.find_hidden(&decoded.octets);
        self.find_rule(&decoded.octets);
        true
    }

    /// Plans all edits that convert the body, including the edits of its Content-Type. Returns `None` in two cases:
    /// the body needs a conversion, but must stay unchanged; or the body is [doubtful](Self::is_doubtful) or
    /// [hides another text](Self::hides_another_text).
    fn convert(&mut self) -> Option<BodyPlan> {
        let decoded = self.decode()?;
        let read = self.show(&decoded);
        let is_sound = read.as_ref().is_some_and(|read| self.is_sound(&decoded.octets, read));
        if is_sound || self.is_normal(&decoded.octets) {
            if !self.find_in_normal(&decoded, is_sound) {
                return None;
            }
            self.charset_used = self.charset.or(Some(Charset::US_ASCII));
            let label = self.separated_label(&decoded.octets);
            let decode_all = self.policy().decode_all && self.part.protection.is_none();
            let decoding = if decode_all { self.without_transfer(decoded) } else { Vec::new() };
            let edits = if decoding.is_empty() { self.name_transfer() } else { decoding };
            return Some(BodyPlan { edits, label, ..BodyPlan::default() });
        }
        let (text, beside) = self.text(&decoded, read)?;
        let Self { message, part, .. } = *self;
        let line_end = line_end(message);
        let declared = self.declared(&text, Charset::UTF_8);
        // The text is named UTF-8 and stays as it is, for example because it was garbled before it was stored.
        if self.charset == Some(Charset::UTF_8)
            && declared.is_empty()
            && text.text.as_bytes() == &*decoded.octets
        {
            let label = self.separated_label(&decoded.octets);
            return Some(BodyPlan { edits: self.name_transfer(), label, ..BodyPlan::default() });
        }
        let Some(label) = content_type::label(message, part, &[("charset", "utf-8")], line_end) else {
            return self.refuse();
        };
        if text.text.as_bytes() == &*decoded.octets && (declared.is_empty() || self.is_raw()) {
            let is_ascii = text.text.is_ascii();
            let edits = self.relabel(decoded, is_ascii, declared);
            return Some(BodyPlan { label, edits, ..BodyPlan::default() });
        }
        let raw = self.is_raw() && text.charset.is_ascii_superset();
        let text = text.text.into_owned();
        drop(decoded);
        let document = self.document(text, &declared, "utf-8", beside);
        let written = BodyPlace::new(message, part, raw).write(document, self.policy().bodies);
        let same_line = raw && written.transfer.is_identity();
        match self.stands_apart(same_line) {
            true => Some(BodyPlan { label, edits: self.replace(written), ..BodyPlan::default() }),
            false => self.refuse(),
        }
    }

    /// The edits that add missing semicolons to the Content-Type of a text in UTF-8. If the semicolon before the
    /// charset is missing, other programs do not find the charset.
    fn separated_label(&self, octets: &[u8]) -> Label {
        let Self { message, part, .. } = *self;
        if self.charset.is_none()
            || part.protection.is_some()
            || !content_type::lacks_separator(message, part)
            || octets.is_ascii()
        {
            return Label::default();
        }
        content_type::label(message, part, &[], line_end(message)).unwrap_or_default()
    }

    /// Adds a finding which says that the label UTF-8 cannot be written in the header.
    fn refuse(&mut self) -> Option<BodyPlan> {
        self.find(Code::TextUnresolved, Cause::NoPlaceForLabel);
        None
    }

    /// Whether the text is UTF-8 or US-ASCII, and its label says so.
    fn is_normal(&self, octets: &[u8]) -> bool {
        match self.charset {
            Some(Charset::UTF_8) => self.is_utf8(octets) && !shows_other_charset(octets),
            Some(Charset::US_ASCII) => is_plain(octets) && self.overriding_charset(octets).is_none(),
            None => !self.labelled && is_plain(octets),
            Some(_) => false,
        }
    }

    /// The edits of a body if its `decoded` octets are already UTF-8. The edits of the label are not included. The
    /// edits change the charset names in the document and, if necessary, the transfer encoding.
    fn relabel(&self, decoded: DecodedBody<'_>, is_ascii: bool, declared: Vec<Span>) -> Vec<Edit> {
        let Self { message, part, .. } = *self;
        let declared = declared.into_iter().map(|name| Edit {
            span: name.shift(part.body.start),
            replacement: b"utf-8".to_vec(),
            reason: Reason::Body,
        });
        let mut edits: Vec<Edit> = declared.collect();
        let decoding = if self.policy().decode_all { self.without_transfer(decoded) } else { Vec::new() };
        match decoding.is_empty() {
            true if self.is_raw() && !is_ascii => {
                dependent_fields::raise(message, part, line_end(message), &mut edits);
            }
            true => edits.extend(self.name_transfer()),
            false => edits.extend(decoding),
        }
        edits
    }

    /// The edits that name the transfer encoding of the body, if no field names it.
    fn name_transfer(&self) -> Vec<Edit> {
        let Self { message, part, .. } = *self;
        let mut edits = Vec::new();
        if let Some(transfer) = self.inferred_transfer().filter(|_| part.protection.is_none()) {
            dependent_fields::set_transfer(message, part, transfer, line_end(message), &mut edits);
        }
        edits
    }

    /// The edits that remove the transfer encoding of text that is already UTF-8. There are no edits if neither
    /// 7bit nor 8bit allows the text, if the policy wants another form, if the encoding is irregular, or if no
    /// blank line ends the header.
    fn without_transfer(&self, decoded: DecodedBody<'_>) -> Vec<Edit> {
        let Self { message, part, .. } = *self;
        let bodies = self.policy().bodies;
        let encoded = !self.is_raw() && matches!(bodies, BodyForm::Auto | BodyForm::EightBit);
        let whole = decoded.is_only_data() && decoded.repairs.is_empty() && part.header.terminated;
        if !encoded || !whole {
            return Vec::new();
        }
        let Ok(text) = String::from_utf8(decoded.octets.into_owned()) else { return Vec::new() };
        let written = BodyPlace::new(message, part, false).write(text, BodyForm::Auto);
        match written.transfer.is_identity() {
            true => self.replace(written),
            false => Vec::new(),
        }
    }

    /// The edits that replace the body, and the edits of the fields that depend on it.
    pub(in crate::rewrite) fn replace(&self, written: EncodedBody) -> Vec<Edit> {
        let Self { message, part, .. } = *self;
        let mut edits = Vec::new();
        dependent_fields::set_transfer(message, part, written.transfer, line_end(message), &mut edits);
        dependent_fields::set_md5(message, part, &written, &mut edits);
        edits.push(Edit { span: part.body, replacement: written.octets, reason: Reason::Body });
        edits
    }
}

/// Whether the octets are US-ASCII without escape sequences or shifts.
fn is_plain(octets: &[u8]) -> bool {
    octets.is_ascii() && memchr::memchr(0x1B, octets).is_none() && !shows_other_charset(octets)
}
