//! The text of one body. This module decodes the transfer encoding and the charset. All commands and all methods of
//! the library read bodies with this module, so that they cannot disagree.
//!
//! Line ends are not changed. All functions take linear time.

use super::binary;
use super::embedded;
use super::html::{self, Markup};
use super::unreadable::Unreadable;
use crate::charset::Charset;
use crate::finding::{Code, Detail};
use crate::policy::{Doubtful, Policy};
use crate::span::Span;
use crate::structure::Part;
use crate::syntax::content_type::{Parameterized, parameterized};
use crate::syntax::field_kind::FieldKind;
use crate::syntax::rfc2231;
use crate::text::charset_choice::resolve_document;
use crate::text::context::Context;
use crate::text::decoded_text::{Beside, DecodedText};
use crate::text::evidence::words::is_plausible;
use crate::text::header::field::read_field;
use crate::transfer::{DecodedBody, Repair, TransferEncoding, apparent};
use std::borrow::Cow;

/// An encoded body, and the header of its part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<'b, 'p> {
    octets: &'b [u8],
    /// The buffer that the spans of the header refer to.
    input: &'p [u8],
    part: &'p Part,
}

impl<'b, 'p> Body<'b, 'p> {
    /// Returns the body of `part` in the message `input`.
    pub(crate) fn of(input: &'b [u8], part: &'p Part) -> Self
    where
        'b: 'p,
    {
        Self { octets: part.body.slice(input), input, part }
    }

    /// Returns a body that is given without its message. The spans of the header of `part` refer to `input`.
    pub(crate) const fn detached(octets: &'b [u8], input: &'p [u8], part: &'p Part) -> Self {
        Self { octets, input, part }
    }

    /// The octets of the body, still in their transfer encoding.
    pub(in crate::text) const fn octets(&self) -> &'b [u8] {
        self.octets
    }

    /// The part whose body this is.
    pub(crate) const fn part(&self) -> &'p Part {
        self.part
    }

    /// The charset label of the body, as it is written.
    pub(crate) fn label(&self) -> Option<Cow<'p, [u8]>> {
        charset_parameter(self.input, self.part.content_type.as_ref()?)
    }

    /// Whether the last of several Content-Type fields gives another text. The decoded `octets` are read in the
    /// charset that this field names, and the result is compared with `text`.
    ///
    /// RFC 2045 section 3 allows only one Content-Type field. Programs that use the last one would show the other
    /// text.
    pub(crate) fn is_another_text_by_last_label(
        &self,
        octets: &[u8],
        text: &DecodedText<'_>,
        context: &Context<'_>,
    ) -> bool {
        let fields = self.part.header.fields.iter().filter(|field| field.is(self.input, "Content-Type"));
        let Some(last) = fields.skip(1).last() else { return false };
        let content_type = parameterized(self.input, last.body, context.policy.limits.parameters);
        if !content_type.main.slice(self.input).eq_ignore_ascii_case(b"text") {
            return false;
        }
        let label = charset_parameter(self.input, &content_type);
        let charset = label.and_then(|label| context.decision(Some(&label)).charset(&label, octets));
        charset
            .filter(|charset| *charset != text.charset)
            .is_some_and(|charset| charset.decode_strict(octets).is_ok_and(|other| other != text.text))
    }

    /// Returns whether flowed text (RFC 3676 section 4) has the parameter `delsp=yes`, or `None` for text that is not
    /// flowed.
    pub(crate) fn flowed(&self) -> Option<bool> {
        let parameters = &self.part.content_type.as_ref()?.parameters;
        let is = |name, value: &str| {
            let found = rfc2231::octets(self.input, parameters, name);
            found.is_some_and(|found| found.eq_ignore_ascii_case(value.as_bytes()))
        };
        (self.part.media_type == "text/plain" && is("format", "flowed")).then(|| is("delsp", "yes"))
    }

    /// Whether the text is a file to be opened by another program, instead of a message to read.
    pub(crate) fn is_file(&self) -> bool {
        let parameters = self.part.content_type.as_ref().map(|field| field.parameters.as_slice());
        let name = rfc2231::octets(self.input, parameters.unwrap_or_default(), "name");
        self.part.attachment || self.part.media_type != "text/plain" || name.is_some()
    }

    /// Returns the kind of `document` if documents of this kind can declare their charset. The media type shows the
    /// kind. If the part is a file, an XML declaration also shows that `document` is XML.
    pub(crate) fn markup(&self, document: &[u8]) -> Option<Markup> {
        let is_xml = || html::is_xml(document) && self.is_file();
        Markup::for_media_type(&self.part.media_type).or_else(|| is_xml().then_some(Markup::Xml))
    }

    /// Returns the charset name that a file declares, if the octets of the file differ from `text` when they are
    /// decoded in that charset.
    ///
    /// Here, a file is an attachment, or XML under a media type that does not name XML. Programs that open a file use
    /// the declaration. Programs that show the part as a piece of the message use the label.
    pub(crate) fn declares_another<'d>(&self, octets: &'d [u8], text: &str) -> Option<&'d [u8]> {
        let is_shown = !self.part.attachment && Markup::for_media_type(&self.part.media_type).is_some();
        let markup = self.markup(octets).filter(|markup| *markup != Markup::Card && !is_shown)?;
        let name = markup.declarations(octets).first()?.slice(octets);
        let charset = Charset::for_label(name).filter(|charset| charset.is_ascii_superset())?;
        let declared = charset.decode_strict(octets).ok()?;
        (declared != text).then_some(name)
    }

    /// Decodes the transfer encoding.
    ///
    /// # Errors
    /// [`Unreadable::TransferUnknown`] if the transfer encoding is unknown, or, with a strict policy, if it is only
    /// inferred.
    pub(crate) fn decode(&self, context: &Context<'_>) -> Result<DecodedBody<'b>, Unreadable> {
        let is_inferred = context.policy.strict && self.part.transfer_inferred;
        let transfer = self.transfer(context).filter(|_| !is_inferred);
        Ok(transfer.ok_or(Unreadable::TransferUnknown)?.decode(self.octets))
    }

    /// Returns the transfer encoding by which the body is decoded: a guess, if there is one, or else the encoding
    /// that the header names.
    fn transfer(&self, context: &Context<'_>) -> Option<TransferEncoding> {
        self.guessed_transfer(context).or(self.part.transfer)
    }

    /// Returns the guessed transfer encoding by which the body is decoded for display, if the header names another
    /// one. The guess is used only for display, never for a conversion.
    fn guessed_transfer(&self, context: &Context<'_>) -> Option<TransferEncoding> {
        let is_identity = self.part.transfer.is_some_and(TransferEncoding::is_identity);
        if is_identity && is_guessed(context) { self.apparent_transfer(self.octets) } else { None }
    }

    /// The transfer encoding that was inferred from the octets of the body, because the header names an unknown one.
    pub(in crate::text) fn inferred_transfer(&self, context: &Context<'_>) -> Option<TransferEncoding> {
        self.part.transfer.filter(|_| self.part.transfer_inferred && !context.policy.strict)
    }

    /// Returns the transfer encoding that the decoded `octets` of the body seem to have, although its header does not
    /// name it. The header names another encoding if the text was encoded twice. A header without the field
    /// Content-Transfer-Encoding means 7bit.
    ///
    /// Returns `None` if the octets do not seem to be encoded, or [are text as they stand](Self::is_sound). If the
    /// header names base64 or quoted-printable, the text that was encoded twice must have octets above 127: text in
    /// US-ASCII that looks encoded is an address with `=3D`, or text about an encoding.
    pub(crate) fn apparent_transfer(&self, octets: &[u8]) -> Option<TransferEncoding> {
        let named = self.part.transfer.filter(|_| !self.part.transfer_inferred)?;
        let is_twice = |transfer: &TransferEncoding| !transfer.decode(octets).octets.is_ascii();
        let transfer = apparent(octets).filter(|again| named.is_identity() || is_twice(again));
        transfer.filter(|_| !self.is_sound(octets))
    }

    /// Returns the finding that the decoded `octets` of the body [seem to be encoded](Self::apparent_transfer). It is
    /// only a note if the octets that they encode are in UTF-8 or US-ASCII, as the label says.
    pub(crate) fn seems_encoded(&self, octets: &[u8]) -> Option<(Code, Detail)> {
        let transfer = self.apparent_transfer(octets)?;
        let encoded = transfer.decode(octets).octets;
        let is_utf8 = || {
            let charset = self.label().and_then(|label| Charset::for_label(&label));
            charset == Some(Charset::UTF_8) && std::str::from_utf8(&encoded).is_ok()
        };
        let is_normal = encoded.is_ascii() || is_utf8();
        let code = if is_normal { Code::TransferMissing } else { Code::TransferDoubtful };
        Some((code, Detail::SeemsEncoded(transfer)))
    }

    /// Whether the decoded `octets` of the body are words in its labelled charset, and ASCII stands for other
    /// characters there. Such a charset (UTF-7, HZ, ISO-2022) has shift sequences whose letters may look like base64 or
    /// quoted-printable.
    fn is_sound(&self, octets: &[u8]) -> bool {
        let label = self.label();
        let charset = label.as_deref().and_then(Charset::for_label);
        let charset = charset.filter(|charset| !charset.is_ascii_superset() && !charset.is_wide());
        charset.and_then(|charset| charset.decode_strict(octets).ok()).is_some_and(|text| {
            let is_shifted = text.as_bytes() != octets;
            is_shifted && is_plausible(&text)
        })
    }

    /// Returns the text of the body. Plain text beside base64 is added to the decoded text as further lines.
    ///
    /// # Errors
    /// The errors of [`Body::decode`] and [`Body::read`].
    pub(crate) fn text(&self, context: &Context<'_>) -> Result<DecodedText<'b>, Unreadable> {
        let decoded = self.decode(context)?;
        let beside = self.beside(&decoded, context);
        let error = transfer_error(&decoded.repairs, Code::TransferDropped);
        let (mut text, beside) = match decoded.octets {
            Cow::Borrowed(octets) => self.read_with(octets, beside, context)?,
            Cow::Owned(octets) => {
                let (read, beside) = self.read_with(&octets, beside, context)?;
                let DecodedText { text, charset, confidence, replaced, findings } = read;
                // Copying the text costs less than validating its octets again.
                let text = Cow::Owned(text.into_owned());
                (DecodedText { text, charset, confidence, replaced, findings }, beside)
            }
        };
        text.findings.extend(error.map(as_found));
        Ok(text.with(beside))
    }

    /// Whether the body is binary data, so that [`Body::text`] fails for this reason. Only a body that may be data is
    /// read as text.
    pub(crate) fn is_data(&self, context: &Context<'_>) -> bool {
        self.decode(context).is_ok_and(|decoded| binary::may_be_data(&decoded.octets))
            && matches!(self.text(context), Err(Unreadable::Binary(_)))
    }

    /// Whether the body has letters or digits of US-ASCII, and is not binary data. To find this out, the text is not
    /// read. In a charset such as UTF-7, these octets can stand for blanks.
    pub(crate) fn has_words(&self, context: &Context<'_>) -> bool {
        self.decode(context).is_ok_and(|DecodedBody { octets, .. }| {
            octets.iter().any(u8::is_ascii_alphanumeric) && !binary::may_be_data(&octets)
        })
    }

    /// Returns the text of the `decoded` body, and the plain text beside its base64.
    ///
    /// # Errors
    /// Fails if the body is binary data, if its transfer encoding is damaged so that text may be lost, or if its
    /// octets cannot be decoded without loss. If several of these reasons apply, the first one in this order is
    /// returned.
    pub(crate) fn read<'d>(
        &self,
        decoded: &'d DecodedBody<'_>,
        context: &Context<'_>,
    ) -> Result<(DecodedText<'d>, Beside<'b>), Unreadable> {
        self.read_with(&decoded.octets, self.beside(decoded, context), context)
    }

    /// Returns the reason why a `decoded` body cannot be read, although it is valid UTF-8 and its label is UTF-8 or
    /// US-ASCII. The reason is that the body is binary data, is damaged, or is a vCard that names another charset.
    pub(crate) fn doubt(&self, decoded: &DecodedBody<'_>, context: &Context<'_>) -> Option<Unreadable> {
        if Markup::for_media_type(&self.part.media_type) == Some(Markup::Card) {
            return self.read(decoded, context).err();
        }
        let data = binary::evidence_in_octets(&decoded.octets).map(Unreadable::Binary);
        data.or_else(|| self.beside(decoded, context).err())
    }

    fn read_with<'d>(
        &self,
        octets: &'d [u8],
        beside: Result<Beside<'b>, Unreadable>,
        context: &Context<'_>,
    ) -> Result<(DecodedText<'d>, Beside<'b>), Unreadable> {
        let may_guess = !self.part.attachment || context.policy.guess_attachments || context.is_for_display();
        let context = if may_guess { *context } else { context.without_guess() };
        let label = self.label();
        let named = |label| context.decision(Some(label)).charset(label, octets);
        let charset = || label.as_deref().and_then(named);
        if let Some(why) = binary::evidence_under(octets, charset) {
            return Err(Unreadable::Binary(why));
        }
        let beside = beside?;
        let markup = self.markup(octets);
        let names = markup.map_or(Vec::new(), |markup| markup.declarations(octets));
        let declared = names.first().map(|name| name.slice(octets));
        let mut text = resolve_document(octets, label.as_deref(), declared, &context)?;
        let guess = self.guessed_transfer(&context);
        text.findings.extend(match guess {
            Some(guess) => Some((Code::TransferUnnamed, Detail::Inferred(guess))),
            None if is_guessed(&context) => self.seems_encoded(octets),
            None => None,
        });
        // The first check for binary data allowed for UTF-16. If the text turned out not to be in UTF-16, its NULs are
        // not halves of code units, so the check is repeated for octets.
        if !text.charset.is_wide()
            && let Some(why) = binary::evidence_in_octets(octets)
        {
            return Err(Unreadable::Binary(why));
        }
        if markup == Some(Markup::Card)
            && let Some(name) = other_name(octets, &text, &names, &context)
        {
            return Err(Unreadable::Mixed(String::from_utf8_lossy(name.slice(octets)).into_owned()));
        }
        if text.text.as_bytes() == octets {
            return Ok((text, beside));
        }
        let transfer = guess.or(self.part.transfer);
        let encoded = transfer.and_then(|transfer| embedded::in_encoded(self.octets, transfer));
        match encoded.or_else(|| embedded::in_text(octets, &text, &context)) {
            Some(foreign) => Err(Unreadable::Embedded(foreign)),
            None => Ok((text, beside)),
        }
    }

    /// Returns the plain text beside the base64.
    fn beside(&self, decoded: &DecodedBody<'_>, context: &Context<'_>) -> Result<Beside<'b>, Unreadable> {
        let lost = decoded.repairs.iter().find(|(repair, _)| repair.is_loss() && !context.replaces());
        if let Some((repair, offset)) = lost {
            return Err(Unreadable::Damaged(*repair, *offset));
        }
        let [before, after] = self.octets_beside(decoded).map(std::str::from_utf8);
        match (before, after) {
            (Ok(before), Ok(after)) => Ok(Beside { before, after }),
            _ => Err(Unreadable::Tail),
        }
    }

    /// Returns the octets before and after the base64.
    pub(in crate::text) fn octets_beside(&self, decoded: &DecodedBody<'_>) -> [&'b [u8]; 2] {
        let end = decoded.tail.unwrap_or(self.octets.len());
        [Span::new(0, decoded.head), Span::new(end, self.octets.len())].map(|span| span.slice(self.octets))
    }

    /// Whether the body is read as 7bit, 8bit or binary. If so, offsets in the text are also offsets in the body.
    pub(crate) fn is_raw(&self, context: &Context<'_>) -> bool {
        self.transfer(context).is_some_and(TransferEncoding::is_identity)
    }
}

/// An error in the transfer encoding of a body: the code of its finding, the error and its offset.
pub(crate) type TransferError = (Code, Repair, usize);

/// Returns the error that matters most: the first one that can lose text, or else the first one. `loss` is the code of
/// an error that can lose text.
pub(crate) fn transfer_error(repairs: &[(Repair, usize)], loss: Code) -> Option<TransferError> {
    let lost = repairs.iter().find(|(repair, _)| repair.is_loss());
    let (repair, offset) = *lost.or(repairs.first())?;
    let code = match repair {
        Repair::Plain => Code::TransferMismatch,
        repair if repair.is_loss() => loss,
        _ => Code::TransferMalformed,
    };
    Some((code, repair, offset))
}

/// Returns the finding about an error in the transfer encoding of a text that is read.
pub(in crate::text) fn as_found((code, repair, offset): TransferError) -> (Code, Detail) {
    (code, if repair.is_loss() { Detail::Damage(repair, offset) } else { Detail::Repair(repair) })
}

/// Whether the transfer encoding of a text may be guessed, because the text is only shown.
fn is_guessed(context: &Context<'_>) -> bool {
    context.is_for_display() && context.usually_doubtful() == Doubtful::Evidence
}

/// Returns the first of `names` that is unknown, or that names a charset in which `octets` give another text than
/// `text`. `names` are the charset names that the properties of a vCard declare.
fn other_name(octets: &[u8], text: &DecodedText<'_>, names: &[Span], context: &Context<'_>) -> Option<Span> {
    let mut alike = vec![text.charset];
    let charset = |name: &[u8]| context.decision(Some(name)).charset(name, octets);
    names.iter().copied().find(|name| match charset(name.slice(octets)) {
        Some(charset) if alike.contains(&charset) => false,
        Some(charset) if charset.decode(octets).text == text.text => {
            alike.push(charset);
            false
        }
        _ => true,
    })
}

/// The charset name in the parameter `charset`. The name may be plain or in the form of RFC 2231. Against RFC 2047
/// section 5, the name or the whole parameter may also be in an encoded word.
fn charset_parameter<'a>(input: &'a [u8], content_type: &Parameterized) -> Option<Cow<'a, [u8]>> {
    let Some(value) = rfc2231::octets(input, &content_type.parameters, "charset") else {
        let text = read_words(content_type.word?.slice(input))?;
        let parameters = parameterized(&text, Span::new(0, text.len()), 1).parameters;
        return rfc2231::octets(&text, &parameters, "charset").map(|value| Cow::Owned(value.into_owned()));
    };
    if memchr::memmem::find(&value, b"=?").is_none() {
        return Some(rfc2231::after_apostrophes(value));
    }
    Some(read_words(&value).map_or(value, Cow::Owned))
}

/// Returns the text of a value with encoded words, if all of them are readable.
fn read_words(value: &[u8]) -> Option<Vec<u8>> {
    let policy = Policy::default();
    let context = Context::new(&policy).with_raw(None);
    let read = read_field(value, Span::new(0, value.len()), FieldKind::Unstructured, &context);
    let text = read.spans.first().filter(|text| text.is_readable()).map(|text| text.text(value));
    text.map(String::into_bytes)
}
