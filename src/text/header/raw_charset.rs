//! The charset of raw octets: octets of header text that are outside encoded words and not UTF-8.
//!
//! They have no label, so all of them in one header block are assumed to be in the same charset. The sample is all
//! text of the block outside readable encoded words; a value without its header is a sample of its own. Text that
//! cannot be decoded in that charset, or whose text cannot be written, is unresolved; it is never decoded in
//! another one. Linear time.

use super::span_text::is_utf8;
use super::text_span::{FieldTexts, text_values};
use super::word::runs;
use crate::charset::Charset;
use crate::charset::detect::by_escape;
use crate::charset::utf8_in_mail::Tally;
use crate::finding::Confidence;
use crate::span::Span;
use crate::syntax::field_kind::{FieldKind, field_kind};
use crate::syntax::header_block::{Field, HeaderBlock};
use crate::text::Context;
use crate::text::charset_choice::order::guesses;
use std::sync::OnceLock;

/// The charset of the raw octets of one header block. It is determined when the first field with such octets is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawCharset(OnceLock<Option<Charset>>);

impl RawCharset {
    /// The context of `field` in `block`, whose raw octets are in this charset; `context` is that of the message.
    pub(crate) fn around<'c>(
        &self,
        input: &[u8],
        block: &HeaderBlock,
        field: &Field,
        context: Context<'c>,
    ) -> Context<'c> {
        if std::str::from_utf8(field.body.slice(input)).is_ok() {
            return context.with_raw(None);
        }
        let found = || of_block(input, block, &context).map(|(charset, _)| charset);
        context.with_raw(*self.0.get_or_init(found))
    }
}

/// The raw octets in a header, as one text.
#[derive(Debug)]
pub(in crate::text) struct RawOctets {
    /// The text of the fields that are not UTF-8, outside readable encoded words, separated by spaces.
    pub(in crate::text) octets: Vec<u8>,
    /// The charset of the octets, and how it is known; `None` if there is no evidence for a charset that decodes
    /// all of them.
    pub(in crate::text) charset: Option<(Charset, Confidence)>,
}

impl RawOctets {
    /// The raw octets in `block`; `None` if there are none.
    pub(in crate::text) fn of(input: &[u8], block: &HeaderBlock, context: &Context<'_>) -> Option<Self> {
        if std::str::from_utf8(block.span.slice(input)).is_ok() {
            return None;
        }
        let fields =
            block.fields.iter().filter(|field| std::str::from_utf8(field.body.slice(input)).is_err());
        let samples =
            fields.map(|field| sample(input, field.body, field_kind(field.name.slice(input)), context));
        let octets = samples.filter(|sample| !sample.is_empty()).collect::<Vec<_>>().join(&b' ');
        let charset = of_sample(&octets, context);
        (!octets.is_empty()).then_some(Self { octets, charset })
    }
}

/// The charset of the raw octets in `block`, and how certain it is. `None` if there are none, or if there is no
/// evidence for a charset that decodes all of them.
pub(crate) fn of_block(
    input: &[u8],
    block: &HeaderBlock,
    context: &Context<'_>,
) -> Option<(Charset, Confidence)> {
    RawOctets::of(input, block, context)?.charset
}

/// The charset of the raw octets in a field body without its header.
pub(in crate::text) fn of_field(
    input: &[u8],
    body: Span,
    kind: FieldKind,
    context: &Context<'_>,
) -> Option<Charset> {
    if std::str::from_utf8(body.slice(input)).is_ok() {
        return None;
    }
    of_sample(&sample(input, body, kind, context), context).map(|(charset, _)| charset)
}

/// The charset of a sample. There is none with a strict policy, for damaged UTF-8, and for octets with escape
/// sequences, which would stay in the text.
pub(in crate::text) fn of_sample(octets: &[u8], context: &Context<'_>) -> Option<(Charset, Confidence)> {
    if octets.is_empty()
        || !context.may_guess()
        || Tally::of(octets).is_sound()
        || by_escape(octets).is_some()
    {
        return None;
    }
    let reads = |charset: &Charset| charset.is_ascii_superset() && charset.decode_strict(octets).is_ok();
    guesses(octets, context).find(|(charset, _)| reads(charset))
}

/// Whether the texts of a field body have raw octets.
pub(crate) fn has_raw_octets(input: &[u8], body: Span, kind: FieldKind, context: &Context<'_>) -> bool {
    !sample(input, body, kind, context).is_empty()
}

/// The text of a field body outside readable encoded words, if it is not UTF-8; otherwise empty.
fn sample(input: &[u8], body: Span, kind: FieldKind, context: &Context<'_>) -> Vec<u8> {
    let texts: Vec<Span> = match FieldTexts::of(input, body, kind, &context.policy.limits) {
        FieldTexts::Spans(places) => places.into_iter().map(|place| place.span).collect(),
        FieldTexts::Parameters(field) => {
            let sections = text_values(input, &field.parameters).flatten();
            sections.map(|section| section.value).collect()
        }
    };
    let texts: Vec<_> = texts.into_iter().map(|span| without_words(input, span, context)).collect();
    let sample = texts.join(&b' ');
    if is_utf8(&sample, context) { Vec::new() } else { sample }
}

/// The octets of `span`, with a space in place of each run of readable encoded words.
pub(in crate::text) fn without_words(input: &[u8], span: Span, context: &Context<'_>) -> Vec<u8> {
    let (mut octets, mut at) = (Vec::new(), span.start);
    for run in runs(input, span, context).runs {
        octets.extend_from_slice(Span::new(at, run.span.start).slice(input));
        octets.push(b' ');
        at = run.span.end;
    }
    octets.extend_from_slice(Span::new(at, span.end).slice(input));
    octets
}
