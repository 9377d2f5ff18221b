//! Messages under a transfer encoding, which RFC 2046 section 5.2.1 forbids and some programs write: undone on
//! request, so that what is in them is mail again and is normalised too.
//!
//! Left as it is: what is damaged, and what the message around it cannot carry as 8bit. What is beyond a limit
//! leaves the whole message as it was. Each level costs a pass over what it encloses.

use super::following;
use super::form::{self, Place};
use super::normalize::Normalizer;
use super::plan::{Edit, Reason};
use crate::body;
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use crate::message::{Message, PartKind};
use crate::policy::{BodyForm, Policy};

/// The edits that make part `part` a message that stands as it is.
pub(super) fn plan(
    message: &Message<'_>,
    index: usize,
    policy: &Policy,
    edits: &mut Vec<Edit>,
    findings: &mut Vec<Finding>,
) {
    let Some(part) = message.parts.get(index) else { return };
    let encoded = part.kind == PartKind::Other
        && matches!(part.media_type.as_str(), "message/rfc822" | "message/global" | "message/news")
        && part.protection.is_none();
    let wanted = policy.decode_all && matches!(policy.bodies, BodyForm::Auto | BodyForm::EightBit);
    if !encoded || !wanted {
        return;
    }
    let Some(depth) = policy.limits.depth.checked_sub(part.depth + 1) else {
        return findings.push(Finding::new(Code::LimitReached, part.body, "depth").in_part(index));
    };
    let Some(decoded) = body::undone(message, part) else { return };
    if !decoded.repairs.is_empty() || decoded.tail.is_some() {
        return;
    }
    let place = Place::new(message, part, false);
    let Some(lines) = place.lines(&decoded.octets) else { return };
    let limits = Limits { depth, ..policy.limits.clone() };
    let inner = Normalizer::new(Policy { limits, ..policy.clone() }).plan(&lines);
    let octets = inner.apply();
    let inside = inner.findings().iter().map(|finding| Finding { span: part.body, ..finding.clone() });
    let inside = inside.map(|finding| finding.in_part(index));
    let beyond = inner.findings().iter().any(|finding| finding.code == Code::LimitReached);
    if beyond {
        return findings.extend(inside);
    }
    let Some(transfer) = place.identity(&octets) else { return };
    findings.extend(inside);
    following::set_transfer(message, part, transfer, form::line_end(message), edits);
    edits.push(Edit { span: part.body, replacement: octets.into_owned(), reason: Reason::Body });
}
