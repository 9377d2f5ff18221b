//! Converts text bodies and their labels to UTF-7.
//!
//! US-ASCII text is labelled US-ASCII, because not all programs know UTF-7. US-ASCII text with short lines is
//! written as 7bit; other US-ASCII text keeps its quoted-printable or base64.

use super::options::Utf7Options;
use super::seven_bit;
use super::wrap::Wrapping;
use crate::charset::Charset;
use crate::finding::{Cause, Code};
use crate::policy::BodyForm;
use crate::rewrite::body::BodyPlan;
use crate::rewrite::body::encoded_body::{BodyPlace, EncodedBody, line_end};
use crate::rewrite::body::reading::PartReading;
use crate::rewrite::header::content_type;
use crate::structure::PartKind;
use crate::text::MessageTexts;
use crate::transfer::{TransferEncoding, choose};

/// The plan that converts the body of part `part` to UTF-7 or US-ASCII. If the body can be neither, the plan
/// encodes its octets for 7-bit mail.
pub(super) fn plan(message: &MessageTexts<'_>, part: usize, options: &Utf7Options) -> BodyPlan {
    let Some(body) = message.parts().get(part).filter(|_| options.policy.bodies != BodyForm::Keep) else {
        return BodyPlan::default();
    };
    let mut plan = BodyPlan::default();
    let mut done = false;
    if body.kind == PartKind::Text && (options.policy.attachments || !body.attachment) {
        let mut reading = PartReading::new(message, part, body, None);
        done = read(&mut reading, part, options, &mut plan);
        plan.charset = reading.charset_used;
        plan.stays = !done;
        plan.findings = reading.findings;
    }
    if !done {
        seven_bit::plan(message, part, &mut plan.edits);
    }
    plan
}

/// Reads the body, and plans its conversion if a conversion is necessary. Returns whether the body will be UTF-7 or
/// US-ASCII after the plan is applied.
fn read(reading: &mut PartReading<'_, '_>, index: usize, options: &Utf7Options, plan: &mut BodyPlan) -> bool {
    let Some(decoded) = reading.decode() else { return false };
    if is_normal(reading, &decoded.octets) {
        if reading.is_doubtful(&decoded) || reading.hides_another_text(&decoded.octets) {
            return false;
        }
        reading.find_transfer_errors(&decoded, true);
        reading.find_hidden(&decoded.octets);
        reading.charset_used = reading.charset.or(Some(Charset::US_ASCII));
        return true;
    }
    let Some((text, beside)) = reading.text(&decoded, None) else { return false };
    // Garbled text is left as it was stored.
    if text.findings.iter().any(|(code, _)| *code == Code::TextGarbled) {
        return false;
    }
    let (message, part) = (reading.message, reading.part);
    let line_end = line_end(message);
    let ascii = is_plain(&text.text) && beside.is_empty();
    let raw = reading.is_raw() && text.charset.is_ascii_superset();
    let place = BodyPlace::new(message, part, raw);
    let wrapping = Wrapping { options, place: &place, part, flowed: message.flowed(index) };
    let same = text.text.as_bytes() == &*decoded.octets;
    let declared = if ascii { Vec::new() } else { reading.declared(&text, Charset::UTF_7) };
    let text = text.text.into_owned();
    drop(decoded);
    let (written, parameters) = if ascii {
        let fits = same && reading.is_raw() && fits_seven_bit(part.body.slice(message.input()));
        let must = reading.is_raw() || !same;
        let written = match wrapping.short(text.as_bytes()).filter(|_| !fits) {
            None if !fits && must => Some(wrapping.quoted_printable(text)),
            short => short,
        };
        (written, vec![("charset", "us-ascii")])
    } else {
        let mut document = reading.document(text, &declared, "utf-7", beside);
        if let Some((lines, separators)) = wrapping.without_separators(&document) {
            document = lines;
            reading.find(Code::SeparatorsReplaced, separators);
        }
        let (written, reflowed) = wrapping.utf7(document);
        let format = [("format", "flowed"), ("delsp", "yes")].into_iter().filter(|_| reflowed);
        (Some(written), [("charset", "utf-7")].into_iter().chain(format).collect())
    };
    // If there is no blank line before the body, its first line could look like a field after the conversion to
    // UTF-7, even if the line does not look like a field in the original text.
    let same_line = |written: &EncodedBody| ascii && raw && written.transfer.is_identity();
    let apart = written.as_ref().is_none_or(|written| reading.stands_apart(same_line(written)));
    let label = content_type::label(message, part, &parameters, line_end).filter(|_| apart);
    let Some(label) = label else {
        reading.find(Code::TextUnresolved, Cause::NoPlaceForLabel);
        return false;
    };
    plan.label = label;
    plan.edits.extend(written.into_iter().flat_map(|written| reading.replace(written)));
    true
}

/// Whether the body is already UTF-7 or US-ASCII, has that label, and is 7-bit.
fn is_normal(reading: &PartReading<'_, '_>, octets: &[u8]) -> bool {
    let (message, part) = (reading.message, reading.part);
    let text = match reading.charset {
        // The text stays under the same conditions as if its octets were UTF-8: it must not be garbled.
        Some(Charset::UTF_7) => {
            Charset::UTF_7.decode_strict(octets).is_ok_and(|text| reading.is_utf8(text.as_bytes()))
        }
        Some(Charset::US_ASCII) => {
            std::str::from_utf8(octets).is_ok_and(is_plain) && reading.overriding_charset(octets).is_none()
        }
        None => !reading.labelled && std::str::from_utf8(octets).is_ok_and(is_plain),
        Some(_) => false,
    };
    text && (!reading.is_raw() || fits_seven_bit(part.body.slice(message.input())))
}

fn fits_seven_bit(octets: &[u8]) -> bool {
    choose::identity(octets) == Some(TransferEncoding::SevenBit)
}

/// Whether the text is US-ASCII without control characters that have a meaning in other charsets.
fn is_plain(text: &str) -> bool {
    let is_plain = |octet: u8| matches!(octet, b' '..=b'~' | b'\t' | b'\r' | b'\n' | 0x0C);
    // The inner loop has no early end, so that the compiler uses vector instructions.
    text.as_bytes().chunks(64).all(|chunk| chunk.iter().fold(true, |plain, octet| plain & is_plain(*octet)))
}
