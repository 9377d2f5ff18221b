//! What there is to see of one message: its parts, how each is read, what is odd, and what would change.
//!
//! Reads as the normalizer does, so that what is shown is what would be written. Linear time, but for a search
//! among the edits for each field.

use mailutf::charset::Charset;
use mailutf::message::{Message, PartKind};
use mailutf::resolve::{Confidence, Unresolved};
use mailutf::rewrite::Reason;
use mailutf::syntax::header::Field;
use mailutf::{Code, Finding, Normalizer, Plan, Policy, body};

/// A message as read.
pub(crate) struct Look<'a> {
    pub(crate) message: Message<'a>,
    pub(crate) plan: Plan<'a>,
    /// What was seen of each part of the message, in their order.
    pub(crate) parts: Vec<Seen>,
}

/// What was seen of a part.
#[derive(Default)]
pub(crate) struct Seen {
    /// Its number as IMAP counts (RFC 3501 section 6.4.5).
    pub(crate) path: String,
    /// The charset as declared.
    pub(crate) label: Option<Vec<u8>>,
    /// The charset that its text was read in; `None` where it is no text.
    pub(crate) read: Option<Result<(Charset, Confidence), Unresolved>>,
    /// Header fields of which the text changes.
    pub(crate) fields: Vec<Changed>,
    pub(crate) findings: Vec<Finding>,
}

/// A header field before and after.
pub(crate) struct Changed {
    /// Octet of the message at which it starts.
    pub(crate) offset: usize,
    pub(crate) name: Vec<u8>,
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

impl<'a> Look<'a> {
    /// Looks at `octets` as `policy` has it.
    pub(crate) fn at(octets: &'a [u8], policy: &Policy) -> Self {
        let plan = Normalizer::new(policy.clone()).plan(octets);
        let message = Message::parse(octets, &policy.limits);
        let mut look = Self { message, plan, parts: Vec::new() };
        look.parts.resize_with(look.message.parts.len(), Seen::default);
        for finding in look.plan.findings() {
            if let Some(seen) = look.parts.get_mut(finding.part) {
                seen.findings.push(finding.clone());
            }
        }
        let context = body::context(&look.message, policy);
        for (index, seen) in look.parts.iter_mut().enumerate() {
            let Some(part) = look.message.parts.get(index) else { continue };
            seen.findings.sort_by_key(|finding| finding.span);
            seen.path = look.message.path(index);
            let binary = seen.findings.iter().any(|finding| finding.code == Code::TextBinary);
            if part.kind == PartKind::Text {
                seen.label = body::label(&look.message, part).map(|label| label.into_owned());
                let read = (!binary).then(|| body::text_in(&look.message, index, &context));
                seen.read = read.map(|read| read.map(|text| (text.charset, text.confidence)));
            }
            let inside = look.message.field_blocks(index);
            let fields = part.header.fields.iter().chain(inside.iter().flat_map(|block| &block.fields));
            seen.fields = fields.filter_map(|field| changed(&look.plan, field)).collect();
        }
        look
    }

    /// The header of the message, its text decoded, each field on a line; what is no UTF-8 all the same is U+FFFD.
    pub(crate) fn header(&self) -> impl Iterator<Item = String> {
        let fields = self.message.parts.first().into_iter().flat_map(|root| &root.header.fields);
        fields.map(|field| {
            let body = after(&self.plan, field);
            let body = body.as_deref().unwrap_or(field.body.slice(self.message.input));
            let name = String::from_utf8_lossy(field.name.slice(self.message.input));
            format!("{name}: {}\n", String::from_utf8_lossy(&unfolded(body)))
        })
    }

    /// The Message-ID; empty where there is none.
    pub(crate) fn message_id(&self) -> &'a [u8] {
        let root = self.message.parts.first();
        let field = root.and_then(|root| root.header.field(self.message.input, "message-id"));
        field.map_or(&b""[..], |field| field.body.slice(self.message.input).trim_ascii())
    }
}

/// The field before and after, where its text changes.
fn changed(plan: &Plan<'_>, field: &Field) -> Option<Changed> {
    let after = after(plan, field)?;
    Some(Changed {
        offset: field.span.start,
        name: field.name.slice(plan.input()).to_vec(),
        before: unfolded(field.body.slice(plan.input())),
        after: unfolded(&after),
    })
}

/// The body of the field with its text in UTF-8; `None` where it is as it was.
fn after(plan: &Plan<'_>, field: &Field) -> Option<Vec<u8>> {
    let first = plan.edits().partition_point(|edit| edit.span.start < field.body.start);
    let edits = plan.edits().get(first..).unwrap_or_default().iter();
    let mut edits = edits
        .take_while(|edit| edit.span.end <= field.body.end)
        .filter(|edit| matches!(edit.reason, Reason::Header | Reason::Parameter))
        .peekable();
    edits.peek()?;
    let (mut after, mut done) = (Vec::new(), field.body.start);
    for edit in edits {
        after.extend_from_slice(mailutf::Span::new(done, edit.span.start).slice(plan.input()));
        after.extend_from_slice(&edit.replacement);
        done = edit.span.end;
    }
    after.extend_from_slice(mailutf::Span::new(done, field.body.end).slice(plan.input()));
    Some(after)
}

/// A field body on one line (RFC 5322 section 2.2.3).
fn unfolded(body: &[u8]) -> Vec<u8> {
    body.trim_ascii().iter().copied().filter(|octet| !matches!(octet, b'\r' | b'\n')).collect()
}
