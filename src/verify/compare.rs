//! Compares the outlines of a message before and after a rewrite. An outline lists the parts that `mail-parser` finds.

use super::bounds::unsafe_because;
use super::decided::{Decided, decided};
use super::outline::{Content, Node, outline};
use super::quoted_printable::is_read_otherwise;
use super::same_text::is_other_text;
use super::shortened::shortened;
use crate::edit::Edit;
use crate::finding::{Code, Finding};
use crate::limits::Limits;
use crate::structure::{FIELDS, Structure};
use mail_parser::{Address, Header, HeaderName, HeaderValue, MessageParser};
use std::borrow::Cow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::LazyLock;

/// The verdict of `mail-parser` on a rewritten message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// `mail-parser` finds the same message.
    Agrees,
    /// `mail-parser` finds a different message. The text describes the first difference. It can contain text
    /// of the message, which is not escaped.
    Differs(String),
    /// The message was not compared, for this reason: it is too large for `mail-parser`, has a form on which
    /// `mail-parser` is slow, or `mail-parser` failed. This says nothing against the rewrite, and can happen
    /// for an unchanged message too. A pipeline writes such a message, with the finding
    /// [`verify-skipped`](crate::Code::VerifySkipped).
    Skipped(String),
}

/// Compares a message `before` and `after` it was rewritten: the parts that our own parser finds, and the result of
/// `mail-parser`. `findings` are the findings of the plan. If a text was not read in the charset of its label, the
/// text must agree with the findings. Nearly linear time.
///
/// ```
/// use mailutf::verify::{Verdict, verify};
/// let before = b"Subject: =?utf-8?q?x?=\nContent-Type: application/x; name=y\n\n1\n";
/// let after = b"Subject: x\nContent-Type: application/x; name=y\n\n1\n";
/// assert_eq!(verify(before, after, &[]), Verdict::Agrees);
/// let broken = b"Subject: x\nContent-Type: application/x; name=y\n\n2\n";
/// assert!(matches!(verify(before, broken, &[]), Verdict::Differs(_)));
/// ```
pub fn verify(before: &[u8], after: &[u8], findings: &[Finding]) -> Verdict {
    let structure = Structure::parse(before, &Limits::default());
    verify_parsed(before, &structure, after, &decided(&structure, findings))
}

/// The verdict on the rewrite of `before` by `edits`. `structure` is the structure of `before`.
pub(crate) fn verify_edits(
    before: &[u8],
    structure: &Structure,
    edits: &[Edit],
    findings: &[Finding],
) -> Verdict {
    let decided = decided(structure, findings);
    match shortened(before, structure, edits) {
        (Cow::Borrowed(before), after) => verify_parsed(before, structure, &after, &decided),
        (Cow::Owned(before), after) => {
            verify_parsed(&before, &Structure::parse(&before, &Limits::default()), &after, &decided)
        }
    }
}

/// The verdict on the rewrite of `before`, whose structure is `old`, to `after`. `decided` are the texts that were
/// not read by their labels.
fn verify_parsed(before: &[u8], old: &Structure, after: &[u8], decided: &[Decided]) -> Verdict {
    let new = Structure::parse(after, &Limits::default());
    if let Some(what) = other_parts(before, old, after, &new) {
        return Verdict::Differs(what);
    }
    if let Some(why) = unsafe_because(before, old).or_else(|| unsafe_because(after, &new)) {
        return Verdict::Skipped(why.to_owned());
    }
    // If `mail-parser` panics, it may leave values half changed, but no such value is used afterwards.
    let compared = panic::catch_unwind(AssertUnwindSafe(|| {
        let (Some(before), Some(after)) = (PARSER.parse(before), PARSER.parse(after)) else {
            return Verdict::Skipped("mail-parser finds no message".to_owned());
        };
        let (before, after) = (outline(&before), outline(&after));
        // Unlike our parser, `mail-parser` also finds parts in an enclosed message with a transfer encoding. In
        // this case, the numbers of parts differ, and each decision on a text applies to all parts.
        let is_known = before.len() == old.parts.len();
        let decided = |part| decided.iter().filter(move |text| !is_known || text.part == part);
        compare(&before, &after, decided).map_or(Verdict::Agrees, Verdict::Differs)
    }));
    compared.unwrap_or_else(|_| Verdict::Skipped("mail-parser failed".to_owned()))
}

/// A parser for the fields that are compared.
static PARSER: LazyLock<MessageParser> = LazyLock::new(|| {
    let parser = MessageParser::new().with_mime_headers().with_address_headers().default_header_raw();
    LISTS.into_iter().fold(parser, MessageParser::header_address)
});

/// Fields of mailing lists (RFC 2369, RFC 2919) that hold addresses, in addition to the fields of RFC 5322.
const LISTS: [HeaderName<'_>; 7] = [
    HeaderName::ListArchive,
    HeaderName::ListHelp,
    HeaderName::ListId,
    HeaderName::ListOwner,
    HeaderName::ListPost,
    HeaderName::ListSubscribe,
    HeaderName::ListUnsubscribe,
];

/// The first difference between the parts that our own parser finds before and after the rewrite. If a part has a body
/// that was written in quoted-printable and that another decoder decodes differently, this is also a difference. The
/// parts of our own parser are compared because `mail-parser` also splits an enclosed message with a transfer encoding
/// into parts, while other parsers take such a message for one part.
fn other_parts(before: &[u8], old: &Structure, after: &[u8], new: &Structure) -> Option<String> {
    // If the message exceeds a limit, not all of its parts are known.
    if old.findings.iter().any(|finding| finding.code == Code::LimitReached) {
        return None;
    }
    if old.parts.len() != new.parts.len() {
        return Some(format!("{} parts became {}", old.parts.len(), new.parts.len()));
    }
    let mut pairs = old.parts.iter().zip(&new.parts).enumerate();
    pairs.find_map(|(number, (old, new))| {
        let same = (old.depth, old.kind, &old.media_type) == (new.depth, new.kind, &new.media_type);
        if !same {
            return Some(format!("part {number}: {} became {}", old.media_type, new.media_type));
        }
        is_read_otherwise(before, old, after, new)
            .then(|| format!("part {number}: its quoted-printable would be decoded to other octets"))
    })
}

/// The first difference between the two outlines. `decided` returns the decisions on the text of a part.
fn compare<'d, D: Iterator<Item = &'d Decided>>(
    before: &[Node<'_>],
    after: &[Node<'_>],
    decided: impl Fn(usize) -> D,
) -> Option<String> {
    if before.len() != after.len() {
        return Some(format!("{} parts became {}", before.len(), after.len()));
    }
    let differs = |(number, (before, after))| {
        difference(before, after, decided(number)).map(|what| format!("mail-parser's part {number}: {what}"))
    };
    before.iter().zip(after).enumerate().find_map(differs)
}

fn difference<'d>(
    before: &Node<'_>,
    after: &Node<'_>,
    decided: impl Iterator<Item = &'d Decided>,
) -> Option<String> {
    if before.depth != after.depth {
        return Some("it would belong to another enclosed message after the conversion".to_owned());
    }
    let unnamed = before.media_type.is_empty() && after.media_type == "text/plain";
    if before.media_type != after.media_type && !unnamed {
        return Some(format!("{} became {}", before.media_type, after.media_type));
    }
    let names = |node: &Node<'_>| names(node.headers).map(str::to_owned).collect::<Vec<_>>();
    if names(before) != names(after) {
        return Some("it would have other header fields after the conversion".to_owned());
    }
    if let Some(name) = other_addresses(before.headers, after.headers) {
        return Some(format!("after the conversion, {name} would have a different number of addresses"));
    }
    match (&before.content, &after.content) {
        _ if FIELDS.contains(&before.media_type.as_str()) => other_fields(before, after),
        (Content::Multipart(before), Content::Multipart(after)) => {
            (before != after).then(|| "it would be divided into other parts after the conversion".to_owned())
        }
        (Content::Message, Content::Message) => None,
        (Content::Binary(before), Content::Binary(after)) => {
            (before != after).then(|| "its octets would differ".to_owned())
        }
        (Content::Text(old), Content::Text(new)) => {
            // A text of another type than `text/plain` can declare its charset inside the text. XML can do this even
            // if it is labelled `text/plain`.
            let is_plain = before.media_type == "text/plain" || unnamed;
            let declares = !is_plain || old.trim_start_matches('\u{FEFF}').starts_with("<?xml");
            is_other_text(before, old, new, declares, decided).then(|| "its text would differ".to_owned())
        }
        // If `mail-parser` cannot decode the transfer encoding, it takes the encoded octets for text, so the kinds
        // of content are not compared.
        _ => before.decoded.then(|| "its kind of content would differ".to_owned()),
    }
}

/// Compares the field names in two bodies that consist of header fields. Returns a description of the difference;
/// `None` if the names are the same.
fn other_fields(before: &Node<'_>, after: &Node<'_>) -> Option<String> {
    (names_in(before) != names_in(after)).then(|| "the fields in it would differ".to_owned())
}

/// The text before the colon in each line that is not a continuation; `None` for a blank line.
fn names_in<'n>(node: &'n Node<'_>) -> Vec<Option<&'n [u8]>> {
    let fields = match &node.content {
        Content::Text(text) => text.as_bytes(),
        Content::Binary(octets) => octets,
        Content::Multipart(_) | Content::Message => b"",
    };
    let lines = fields.split(|octet| *octet == b'\n');
    let unfolded = lines.filter(|line| !line.starts_with(b" ") && !line.starts_with(b"\t"));
    let names = unfolded.map(|line| line.trim_ascii_end().split(|octet| *octet == b':').next());
    names.map(|name| name.filter(|name| !name.is_empty())).collect()
}

/// Fields that depend on the form of the body.
const DEPENDENT: [HeaderName<'_>; 4] = [
    HeaderName::ContentType,
    HeaderName::ContentTransferEncoding,
    HeaderName::MimeVersion,
    HeaderName::ContentMd5,
];

/// The names of the fields that a rewrite neither adds nor removes.
fn names<'h>(headers: &'h [Header<'_>]) -> impl Iterator<Item = &'h str> {
    headers.iter().filter(|header| !DEPENDENT.contains(&header.name)).map(Header::name)
}

/// The name of the first field that has a different number of addresses before and after.
fn other_addresses<'h>(before: &'h [Header<'_>], after: &[Header<'_>]) -> Option<&'h str> {
    let lists = |header: &&Header<'_>| matches!(header.value, HeaderValue::Address(_));
    let number = |header: &Header<'_>| match &header.value {
        HeaderValue::Address(Address::List(list)) => list.len(),
        HeaderValue::Address(Address::Group(groups)) => {
            groups.iter().map(|group| group.addresses.len()).sum()
        }
        _ => 0,
    };
    let mut pairs = before.iter().filter(lists).zip(after.iter().filter(lists));
    pairs.find(|(before, after)| number(before) != number(after)).map(|(before, _)| before.name())
}
