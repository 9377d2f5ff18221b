//! Determines the charset of raw octets: octets of header text that are outside encoded words and are not UTF-8.
//!
//! Raw octets have no label, so all raw octets in one header block are assumed to be in the same charset. The charset
//! is determined from a sample: all text of the block outside readable encoded words. But a block can have fields in
//! several charsets, or a damaged field. So a field is read in another charset if its own words show that charset
//! clearly, or if no charset suits the whole sample.
//!
//! If text cannot be decoded in the charset of its field, or if the decoded text cannot be written into the field, the
//! text is unresolved. All functions take linear time.

use super::marks::marked_fields;
use super::parsed_field::{FieldTexts, ParsedField, ParsedSpans, ParsedValue};
use super::span_text::is_utf8;
use super::word::{Found, read_words};
use crate::charset::Charset;
use crate::finding::{Cause, Confidence, Detail};
use crate::span::Span;
use crate::syntax::header_block::HeaderBlock;
use crate::syntax::rfc2231::Joined;
use crate::text::Context;
use crate::text::charset_choice::order::{guesses, to_show};
use crate::text::context::RawCharset;
use crate::text::decision::Choice;
use crate::text::decoded_text::Unresolved;
use crate::text::evidence::doubt::in_other_charset;
use crate::text::evidence::few_characters;
use crate::text::evidence::survey::Survey;
use mailutf_codecs::internal::by_escape;
use mailutf_codecs::internal::utf8_in_mail;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The charsets of the raw octets of one header block. They are determined when the first field with such octets is
/// read.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockCharset(OnceLock<RawCharsets>);

impl BlockCharset {
    /// Returns the context of the field with this `body` in `block`. `context` is the context of the message.
    pub(crate) fn field_context<'c>(
        &self,
        input: &[u8],
        block: &HeaderBlock,
        body: Span,
        context: Context<'c>,
    ) -> Context<'c> {
        let octets = body.slice(input);
        if std::str::from_utf8(octets).is_ok() {
            return context.with_raw(in_other_text(octets, &context));
        }
        let charsets = self.0.get_or_init(|| RawOctets::of_block(input, block, &context).charsets(&context));
        context.with_raw(charsets.of_field(body))
    }
}

/// The charsets of the raw octets of the fields of a header block: each field body and its charset, in the order of
/// the fields.
#[derive(Clone, Debug)]
pub(crate) struct RawCharsets(Vec<(Span, RawCharset)>);

impl RawCharsets {
    /// Returns the charset of the raw octets of the field with this `body`.
    pub(crate) fn of_field(&self, body: Span) -> RawCharset {
        let found = self.0.binary_search_by_key(&body.start, |(body, _)| body.start).ok()?;
        self.0.get(found)?.1
    }
}

/// The raw octets of the fields of a header block.
#[derive(Debug, Default)]
pub(crate) struct RawOctets {
    /// Each field body with its raw octets, in the order of the fields.
    fields: Vec<(Span, Vec<u8>)>,
}

impl RawOctets {
    fn of_block(input: &[u8], block: &HeaderBlock, context: &Context<'_>) -> Self {
        let mut sample = Self::default();
        let is_raw = |body: Span| std::str::from_utf8(body.slice(input)).is_err();
        let limits = &context.policy.limits;
        for (field, kind) in
            marked_fields(input, block, limits.comments).filter(|(field, _)| is_raw(field.body))
        {
            let field = ParsedField::new(input, field.body, kind, limits);
            sample.add(input, &field, context);
        }
        sample
    }

    /// Adds the text of `field`, if the text is not UTF-8. The fields must be added in their order. Returns whether
    /// the field has raw octets.
    pub(crate) fn add(&mut self, buffer: &[u8], field: &ParsedField, context: &Context<'_>) -> bool {
        let octets = field.raw_octets(buffer, context);
        let is_raw = !octets.is_empty();
        if is_raw {
            self.fields.push((field.body, octets));
        }
        is_raw
    }

    /// Returns the charsets of the octets.
    pub(crate) fn charsets(&self, context: &Context<'_>) -> RawCharsets {
        let joined = self.joined();
        let shared = known(&joined, context);
        let charset = |octets: &[u8]| match shared {
            Some(shared) => Some(by_own_words(octets, shared)),
            None => {
                known(octets, context).or_else(|| shown(&joined, context)).or_else(|| shown(octets, context))
            }
        };
        RawCharsets(self.fields.iter().map(|(body, octets)| (*body, charset(octets))).collect())
    }

    /// The raw octets of all fields, joined to one text.
    pub(in crate::text) fn joined(&self) -> Vec<u8> {
        self.fields.iter().map(|(_, octets)| octets.as_slice()).collect::<Vec<_>>().join(&b' ')
    }
}

impl ParsedField {
    /// Returns the text outside readable encoded words, or nothing if this text is UTF-8. A parameter value with a
    /// label has no raw octets. If all octets of a value beyond US-ASCII are percent-escaped, the value is left out,
    /// because its charset is determined from this value alone.
    pub(crate) fn raw_octets(&self, buffer: &[u8], context: &Context<'_>) -> Vec<u8> {
        if std::str::from_utf8(self.body.slice(buffer)).is_ok() {
            return Vec::new();
        }
        let texts: Vec<Vec<u8>> = match &self.texts {
            FieldTexts::Spans(texts) => {
                let spans = texts.spans.iter();
                spans.map(|place| without_words(buffer, place.span, texts, context)).collect()
            }
            FieldTexts::Parameters(_, values) => {
                let is_raw = |joined: &Joined| joined.label.is_none() && (!joined.escaped || !joined.ascii);
                let values = values.iter().filter(|value| value.is_text(buffer) && is_raw(&value.joined));
                let without_words = |value: &ParsedValue| {
                    let octets = &value.joined.octets;
                    without_words(octets, Span::new(0, octets.len()), &value.text, context)
                };
                values.map(without_words).collect()
            }
        };
        let octets = texts.join(&b' ');
        if is_utf8(&octets, context) { Vec::new() } else { octets }
    }
}

/// Returns the charset that a rule names for raw `octets`, or else that of other text of the message or that of the
/// caller, if the octets are likelier in it than in UTF-8. The octets must be damaged UTF-8, or UTF-8 of a [few
/// characters](few_characters).
pub(crate) fn in_other_text(octets: &[u8], context: &Context<'_>) -> RawCharset {
    let may_be_by_chance = few_characters::are_few(octets) || few_characters::are_damaged(octets);
    if context.policy.strict || !context.may_guess() || !may_be_by_chance {
        return None;
    }
    let is_likelier =
        |(charset, _): &(Charset, Confidence)| few_characters::are_likelier_in(*charset, octets);
    match context.decision(None).choice(octets) {
        Choice::In(charset) => return Some((charset, Confidence::Rule)).filter(is_likelier),
        Choice::Undecided => return None,
        Choice::Leave if !context.is_for_display() => return None,
        _ => {}
    }
    let evidence = context.evidence();
    let others = evidence.labelled.iter().map(|(charset, _)| (*charset, Confidence::OtherText));
    let named = context.policy.fallback.map(|charset| (charset, Confidence::Fallback));
    others.chain(named).find(is_likelier)
}

/// Returns the charset of the raw octets in a field that is given without its header.
pub(in crate::text) fn of_field(buffer: &[u8], field: &ParsedField, context: &Context<'_>) -> RawCharset {
    let body = field.body.slice(buffer);
    if std::str::from_utf8(body).is_ok() {
        return in_other_text(body, context);
    }
    of_sample(&field.raw_octets(buffer, context), context)
}

/// Returns the charset of the raw octets in `span`, a text that is given without its field.
pub(super) fn of_text(buffer: &[u8], span: Span, texts: &ParsedSpans, context: &Context<'_>) -> RawCharset {
    let octets = span.slice(buffer);
    if std::str::from_utf8(octets).is_ok() {
        return in_other_text(octets, context);
    }
    let octets = without_words(buffer, span, texts, context);
    if is_utf8(&octets, context) { None } else { of_sample(&octets, context) }
}

/// Returns the charset of a sample. For text that is only shown, this is at least the charset in which its letters are
/// likeliest.
pub(in crate::text) fn of_sample(octets: &[u8], context: &Context<'_>) -> RawCharset {
    known(octets, context).or_else(|| shown(octets, context))
}

/// Returns the charset of a sample, if it is known well enough for a conversion. Returns `None` for damaged UTF-8, unless
/// it is likelier in the charset of other text. Also returns `None` for octets with escape sequences, because the result is always a superset of US-ASCII, which would
/// leave the sequences in the text. If guessing is forbidden, as by a strict policy, returns `None` unless a rule names
/// the charset.
fn known(octets: &[u8], context: &Context<'_>) -> RawCharset {
    if !is_of_letters(octets) {
        return in_other_text(octets, context);
    }
    match context.decision(None).choice(octets) {
        Choice::In(charset) => Some((charset, Confidence::Rule)).filter(|_| reads(charset, octets)),
        Choice::Undecided | Choice::Leave => None,
        _ if !context.may_guess() => None,
        _ => {
            let guessed =
                guesses(&without_nuls(octets), context).find(|(charset, _)| reads(*charset, octets))?;
            Some(by_own_words(octets, guessed))
        }
    }
}

/// Returns the charset in which to show a sample, if no rule decides.
fn shown(octets: &[u8], context: &Context<'_>) -> RawCharset {
    if !is_of_letters(octets) || !context.decision(None).choice(octets).allows_doubt() {
        return None;
    }
    let charsets = to_show(&without_nuls(octets), None, context);
    let charset = charsets.into_iter().find(|charset| reads(*charset, octets))?;
    Some((charset, Confidence::Detected))
}

/// Whether only the letters can show the charset of a sample.
fn is_of_letters(octets: &[u8]) -> bool {
    !octets.is_empty() && !utf8_in_mail::is_sound(octets) && by_escape(octets).is_none()
}

fn reads(charset: Charset, octets: &[u8]) -> bool {
    charset.is_ascii_superset() && charset.decode_strict(octets).is_ok()
}

/// Returns the charset that the words of `octets` clearly show, or else `assumed`, the charset of other text. The word of
/// the owner or of the caller is not doubted.
fn by_own_words(octets: &[u8], assumed: (Charset, Confidence)) -> (Charset, Confidence) {
    if matches!(assumed.1, Confidence::Rule | Confidence::Fallback) {
        return assumed;
    }
    match in_other_charset(octets, assumed.0) {
        Some((doubt, other)) if doubt.evidence_suffices && reads(other, octets) => {
            (other, Confidence::Detected)
        }
        _ => assumed,
    }
}

/// Returns the octets without NULs, which are damage and no evidence of a charset.
fn without_nuls(octets: &[u8]) -> Cow<'_, [u8]> {
    match memchr::memchr(0, octets) {
        Some(_) => octets.iter().copied().filter(|octet| *octet != 0).collect(),
        None => Cow::Borrowed(octets),
    }
}

/// The reason why raw octets in an unknown charset are not read: either they are UTF-8 with an ill-formed sequence, as
/// where a text was cut within a character, or nothing shows their charset.
pub(crate) fn of_unknown(octets: &[u8]) -> Detail {
    let malformed = Some(octets).filter(|octets| utf8_in_mail::is_sound(octets));
    match malformed.and_then(|octets| Survey::of_utf8_in_mail(octets).first_error) {
        Some(first) => Unresolved::new(Some(Charset::UTF_8), Some(first)).into(),
        None => Cause::UnknownCharset.into(),
    }
}

/// Returns the octets of `span` with each run of readable encoded words replaced by a space. `span` must be one of
/// the spans of `texts`.
pub(in crate::text) fn without_words(
    buffer: &[u8],
    span: Span,
    texts: &ParsedSpans,
    context: &Context<'_>,
) -> Vec<u8> {
    let (mut octets, mut at) = (Vec::new(), span.start);
    read_words(buffer, texts.words_in(span), context, &mut |found| {
        let Found::Run(run) = found else { return };
        octets.extend_from_slice(Span::new(at, run.span.start).slice(buffer));
        octets.push(b' ');
        at = run.span.end;
    });
    octets.extend_from_slice(Span::new(at, span.end).slice(buffer));
    octets
}
