//! Decodes the text of a body for display, as far as it can be read. Only content that is not text is hidden.
//!
//! If a text were hidden because some of its octets are damaged or because two readings are possible, a person could
//! neither read it nor find a word in it. The text that is shown is never written as mail: see
//! [`Policy::shown`](crate::Policy::shown).

use crate::charset::Charset;
use crate::finding::{Code, Confidence, Detail, Hypothesis};
use crate::text::body::unreadable::Unreadable;
use crate::text::body::{Body, as_found, transfer_error};
use crate::text::charset_choice::order::to_show;
use crate::text::charset_choice::{resolve_document, show};
use crate::text::context::Context;
use crate::text::decoded_text::{Beside, DecodedText, Unresolved};
use crate::transfer::{DecodedBody, TransferEncoding};
use std::borrow::Cow;

/// Returns the text of `body`, without a byte order mark at its start. If the context is for display, the text is read as
/// far as possible.
///
/// # Errors
/// The errors are those of [`Body::text`]. If the context is for display, the only error is that the body is not
/// text.
pub(crate) fn text<'b>(body: &Body<'b, '_>, context: &Context<'_>) -> Result<DecodedText<'b>, Unreadable> {
    let read = match body.text(context) {
        Err(why @ (Unreadable::NoPart | Unreadable::NotText(_) | Unreadable::Binary(_))) => Err(why),
        Err(why) if context.is_for_display() => Ok(at_least(body, why, context)),
        read => read,
    };
    read.map(|text| {
        let mut text = text.without_mark();
        // Plain text in US-ASCII is what a person wrote, whatever the header names.
        let is_plain = |transfer: &TransferEncoding| transfer.is_identity() && text.text.is_ascii();
        let inferred = body.inferred_transfer(context).filter(|transfer| !is_plain(transfer));
        text.findings.extend(inferred.map(|transfer| (Code::TransferUnnamed, Detail::Inferred(transfer))));
        text
    })
}

/// Returns the text as far as it can be read. `why` is the reason why it cannot be read without doubt or loss.
fn at_least<'b>(body: &Body<'b, '_>, why: Unreadable, context: &Context<'_>) -> DecodedText<'b> {
    let decoded = body.decode(context).unwrap_or_else(|_| as_it_stands(body));
    let octets = &*decoded.octets;
    let mut text = match &why {
        Unreadable::Text(unresolved) => Err(unresolved.clone()),
        _ => {
            let names = body.markup(octets).map_or(Vec::new(), |markup| markup.declarations(octets));
            let declared = names.first().map(|name| name.slice(octets));
            resolve_document(octets, body.label().as_deref(), declared, context)
        }
    }
    .map(|text| DecodedText { text: Cow::Owned(text.text.into_owned()), ..text })
    .unwrap_or_else(|unresolved| {
        let (charset, confidence) = charset_to_show(body, octets, &unresolved, context);
        let decoded = charset.decode(octets);
        let (text, replaced) = (Cow::Owned(decoded.text.into_owned()), decoded.errors);
        DecodedText { text, charset, confidence, replaced, findings: Vec::new() }
    });
    let error = transfer_error(&decoded.repairs, Code::TransferDropped);
    text.findings.extend(error.filter(|_| !matches!(why, Unreadable::Damaged(..))).map(as_found));
    let [before, after] = body.octets_beside(&decoded).map(String::from_utf8_lossy);
    text = text.with(Beside { before: &before, after: &after });
    let code = why.code();
    let why = match why {
        // A finding that no charset is known, or US-ASCII, would contradict the charset in which the text is shown.
        Unreadable::Text(Unresolved { charset: None | Some(Charset::US_ASCII), rule: None, .. })
            if matches!(text.confidence, Confidence::Detected | Confidence::Fallback) =>
        {
            let (label, charset, confidence) = (body.label(), text.charset, text.confidence);
            let label = label.map(|label| show(&label));
            Detail::Read { label, charset, confidence, label_fits: false, rule: None }
        }
        why => Detail::from(why),
    };
    text.findings.insert(0, (why.unresolved_as(code), why));
    text
}

/// Decodes a body whose transfer encoding is unknown. The body is read as if it had no transfer encoding.
fn as_it_stands<'b>(body: &Body<'b, '_>) -> DecodedBody<'b> {
    TransferEncoding::Binary.decode(body.octets())
}

/// Returns the charset in which to show octets that no charset decodes without doubt or loss. It is the first of
/// these charsets that is known: the likely charset, the charset of the label, the policy's fallback, and the charset
/// that the letters make likeliest. If none is known, it is UTF-8, in which US-ASCII stays readable.
fn charset_to_show(
    body: &Body<'_, '_>,
    octets: &[u8],
    why: &Unresolved,
    context: &Context<'_>,
) -> (Charset, Confidence) {
    let likely = match why.doubt.map(|doubt| doubt.hypothesis) {
        Some(Hypothesis::In(charset)) => Some((charset, Confidence::Detected)),
        _ => None,
    };
    let label = body.label();
    // US-ASCII has no characters for octets above 127, so it is not their charset, whatever the label says.
    let named = || {
        let by_label =
            || label.as_deref().and_then(|label| context.decision(Some(label)).charset(label, octets));
        why.charset.or_else(by_label).filter(|charset| *charset != Charset::US_ASCII)
    };
    let guessed = || to_show(octets, label.as_deref(), context).first().copied();
    likely
        .or_else(|| Some((named()?, label.as_ref().map_or(Confidence::Unknown, |_| Confidence::Declared))))
        .or_else(|| Some((context.policy.fallback?, Confidence::Fallback)))
        .or_else(|| Some((guessed()?, Confidence::Detected)))
        .unwrap_or((why.charset.unwrap_or(Charset::UTF_8), Confidence::Unknown))
}
