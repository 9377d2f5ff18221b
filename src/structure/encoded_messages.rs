//! Decodes enclosed messages, multiparts and header fields (such as a delivery report) that have a transfer encoding, so
//! that programs that only read mail can find the texts in them. RFC 2045 section 6.4 forbids such an encoding for
//! multiparts, RFC 2046 section 5.2.1 forbids it for message/rfc822, RFC 3464 section 2.1 forbids it for
//! message/delivery-status, and RFC 6532 section 3.7 allows it for message/global. In this file, a message may also be a
//! multipart, or fields.
//!
//! Such programs get a copy of the message in which the body with the transfer encoding is decoded. The decoded
//! body is read like any other enclosed message, but the boundaries of the parts around the body have no meaning
//! in it. A rewrite leaves the message unchanged, because the octets and the parts of the copy are not those of
//! the message. A body stays encoded if some of it could be lost by decoding, or if the decoded message would
//! exceed a limit.
//!
//! Linear time. If encoded messages are enclosed in each other, each level needs memory for one copy. At most
//! [`NESTED`] levels are decoded.

use super::tree::Structure;
use crate::finding::Code;
use crate::limits::Limits;
use crate::span::Span;
use std::borrow::Cow;

/// The maximum number of levels that are decoded if encoded messages are enclosed in each other.
const NESTED: usize = 4;

/// The span of an encoded body, and its decoded octets.
type Decoded = (Span, Vec<u8>);

impl Structure {
    /// Returns a copy of `input` for programs that only read mail, and the structure of the copy. In the copy,
    /// enclosed messages are decoded, and LF replaces each CR that ends a line. If there is nothing to change,
    /// `input` is returned. `lossy` says whether damaged bodies are decoded, too.
    pub(crate) fn for_readers<'i>(input: &'i [u8], limits: &Limits, lossy: bool) -> (Cow<'i, [u8]>, Self) {
        let mut structure = Self::parse(input, limits);
        let mut octets = structure.readable(input);
        for _ in 0..NESTED {
            let bodies = structure.encoded_messages(&octets, lossy);
            if bodies.is_empty() || structure.is_limited() {
                break;
            }
            let (copy, decoded) = replaced(&octets, &bodies, &structure.decoded);
            let inner = Self::parse_decoded(&copy, decoded, limits);
            if inner.is_limited() {
                break;
            }
            octets = match inner.readable(&copy) {
                Cow::Borrowed(_) => Cow::Owned(copy),
                Cow::Owned(lines) => Cow::Owned(lines),
            };
            structure = inner;
        }
        (octets, structure)
    }

    /// Whether the spans of this structure refer to a copy of the message in which enclosed messages are decoded.
    /// No rewrite of the message can be planned from such spans.
    pub(crate) fn has_decoded_messages(&self) -> bool {
        !self.decoded.is_empty()
    }

    fn is_limited(&self) -> bool {
        self.findings.iter().any(|finding| finding.code == Code::LimitReached)
    }

    /// The enclosed messages with a transfer encoding, in order: the span of each body, and its decoded octets. A
    /// body that must stay encoded is left out.
    fn encoded_messages(&self, octets: &[u8], lossy: bool) -> Vec<Decoded> {
        let encoded = self.parts.iter().filter(|part| part.hides_message());
        let decoded = encoded.filter_map(|part| {
            let decoded = part.transfer?.decode(part.body.slice(octets));
            let is_lost = decoded.repairs.iter().any(|(repair, _)| repair.is_loss()) && !lossy;
            let is_whole = !is_lost && decoded.is_only_data() && !decoded.octets.is_empty();
            is_whole.then(|| (part.body, decoded.octets.into_owned()))
        });
        decoded.collect()
    }
}

/// Returns a copy of `octets` in which the decoded `bodies` replace the encoded ones. Also returns the spans of
/// decoded bodies in the copy: those of `bodies`, and those of the bodies that were `decoded` before.
fn replaced(octets: &[u8], bodies: &[Decoded], decoded: &[Span]) -> (Vec<u8>, Vec<Span>) {
    let mut copy = Vec::with_capacity(octets.len());
    let mut spans = Vec::with_capacity(bodies.len() + decoded.len());
    // The end of each body in `octets`, and the end of the same body in the copy.
    let mut ends = vec![(0, 0)];
    for (body, inside) in bodies {
        let at = ends.last().map_or(0, |(end, _)| *end);
        copy.extend_from_slice(Span::new(at, body.start).slice(octets));
        spans.push(Span::new(copy.len(), copy.len() + inside.len()));
        copy.extend_from_slice(inside);
        ends.push((body.end, copy.len()));
    }
    let at = ends.last().map_or(0, |(end, _)| *end);
    copy.extend_from_slice(Span::new(at, octets.len()).slice(octets));
    let moved = |offset: usize| {
        let before = ends.partition_point(|(end, _)| *end <= offset).saturating_sub(1);
        ends.get(before).map_or(offset, |(end, there)| there + (offset - end))
    };
    spans.extend(decoded.iter().map(|span| Span::new(moved(span.start), moved(span.end))));
    spans.sort_by_key(|span| span.start);
    (copy, spans)
}
