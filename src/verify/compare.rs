//! Compares the outlines of a message before and after it was rewritten.

use super::bounds::unsafe_because;
use super::outline::{Content, Node, outline};
use super::quoted_printable::is_read_otherwise;
use super::shortened::shortened;
use crate::edit::Edit;
use crate::finding::Code;
use crate::limits::Limits;
use crate::rules::{Decisions, Rules};
use crate::structure::{FIELDS, Structure};
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::{Address, Header, HeaderName, HeaderValue, Message, MessageParser};
use std::borrow::Cow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::LazyLock;

/// The verdict of `mail-parser` on a rewritten message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It finds the same message.
    Agrees,
    /// It finds a different message; the first difference.
    Differs(String),
    /// It was not run; why.
    Skipped(String),
}

/// Compares the parts of a message, and the result of `mail-parser`, `before` and `after` it was rewritten.
/// `mail-parser` trusts all labels, so bodies with labels to which `rules` apply are not compared. Nearly linear time.
///
/// ```
/// use mailutf::rules::Rules;
/// use mailutf::verify::{Verdict, verify};
/// let before = b"Subject: =?utf-8?q?x?=\nContent-Type: application/x; name=y\n\n1\n";
/// let after = b"Subject: x\nContent-Type: application/x; name=y\n\n1\n";
/// assert_eq!(verify(before, after, &Rules::default()), Verdict::Agrees);
/// let broken = b"Subject: x\nContent-Type: application/x; name=y\n\n2\n";
/// assert!(matches!(verify(before, broken, &Rules::default()), Verdict::Differs(_)));
/// ```
pub fn verify(before: &[u8], after: &[u8], rules: &Rules) -> Verdict {
    verify_parsed(before, &Structure::parse(before, &Limits::default()), after, rules)
}

/// The verdict on `before`, which has this structure, and what `edits` make of it.
pub(crate) fn verify_edits(before: &[u8], structure: &Structure, edits: &[Edit], rules: &Rules) -> Verdict {
    match shortened(before, structure, edits) {
        (Cow::Borrowed(before), after) => verify_parsed(before, structure, &after, rules),
        (Cow::Owned(before), after) => verify(&before, &after, rules),
    }
}

/// The verdict on `before`, whose structure is `old`, and `after`.
fn verify_parsed(before: &[u8], old: &Structure, after: &[u8], rules: &Rules) -> Verdict {
    let decisions = Decisions::of(rules, before, old);
    let new = Structure::parse(after, &Limits::default());
    if let Some(what) = other_parts(before, old, after, &new) {
        return Verdict::Differs(what);
    }
    if let Some(why) = unsafe_because(before, old).or_else(|| unsafe_because(after, &new)) {
        return Verdict::Skipped(why.to_owned());
    }
    // Nothing is changed that would be used after a panic.
    let compared = panic::catch_unwind(AssertUnwindSafe(|| {
        let (Some(before), Some(after)) = (PARSER.parse(before), PARSER.parse(after)) else {
            return Verdict::Skipped("it finds no message".to_owned());
        };
        compare(&before, &after, &decisions).map_or(Verdict::Agrees, Verdict::Differs)
    }));
    compared.unwrap_or_else(|_| Verdict::Skipped("it failed".to_owned()))
}

/// A parser for the fields that are compared.
static PARSER: LazyLock<MessageParser> = LazyLock::new(|| {
    let parser = MessageParser::new().with_mime_headers().with_address_headers().default_header_raw();
    LISTS.into_iter().fold(parser, MessageParser::header_address)
});

/// Fields of mailing lists (RFC 2369, RFC 2919), which hold addresses beside those of RFC 5322.
const LISTS: [HeaderName<'_>; 7] = [
    HeaderName::ListArchive,
    HeaderName::ListHelp,
    HeaderName::ListId,
    HeaderName::ListOwner,
    HeaderName::ListPost,
    HeaderName::ListSubscribe,
    HeaderName::ListUnsubscribe,
];

/// The first difference between the parts that our own parser finds, and in bodies that were written in
/// quoted-printable. `mail-parser` also splits an enclosed message with a transfer encoding into parts, which other
/// parsers take for one part.
fn other_parts(before: &[u8], old: &Structure, after: &[u8], new: &Structure) -> Option<String> {
    // Past a limit not all parts are known.
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
            .then(|| format!("part {number}: its quoted-printable is decoded to other octets"))
    })
}

/// The first difference between the two outlines.
fn compare(before: &Message<'_>, after: &Message<'_>, decisions: &Decisions) -> Option<String> {
    let (before, after) = (outline(before), outline(after));
    if before.len() != after.len() {
        return Some(format!("{} parts became {}", before.len(), after.len()));
    }
    let differs = |(number, (before, after))| {
        difference(before, after, decisions).map(|what| format!("its part {number}: {what}"))
    };
    before.iter().zip(&after).enumerate().find_map(differs)
}

fn difference(before: &Node<'_>, after: &Node<'_>, decisions: &Decisions) -> Option<String> {
    if before.depth != after.depth {
        return Some("it belongs to another message".to_owned());
    }
    let unnamed = before.media_type.is_empty() && after.media_type == "text/plain";
    if before.media_type != after.media_type && !unnamed {
        return Some(format!("{} became {}", before.media_type, after.media_type));
    }
    let names = |node: &Node<'_>| names(node.headers).map(str::to_owned).collect::<Vec<_>>();
    if names(before) != names(after) {
        return Some("other header fields".to_owned());
    }
    if let Some(name) = other_addresses(before.headers, after.headers) {
        return Some(format!("another number of addresses in {name}"));
    }
    match (&before.content, &after.content) {
        _ if FIELDS.contains(&before.media_type.as_str()) => other_fields(before, after),
        (Content::Multipart(before), Content::Multipart(after)) => {
            (before != after).then(|| "other parts in it".to_owned())
        }
        (Content::Message, Content::Message) => None,
        (Content::Binary(before), Content::Binary(after)) => {
            (before != after).then(|| "other octets".to_owned())
        }
        (Content::Text(old), Content::Text(new)) => {
            let html = before.media_type != "text/plain" && !unnamed;
            let is_same = |new| is_same_text(old, new, html) || is_mislabelled(before, old, new, html);
            let same = is_same(new) || without_last(new, before.dropped()).any(is_same);
            let overruled = decisions.may_be_for(before.label.map(str::as_bytes));
            (!same && !overruled && is_read_right(before, old)).then(|| "another text".to_owned())
        }
        // Without a decoder `mail-parser` takes the octets for text.
        _ => before.decoded.then(|| "another kind of content".to_owned()),
    }
}

/// Whether two bodies of fields have different field names.
fn other_fields(before: &Node<'_>, after: &Node<'_>) -> Option<String> {
    (names_in(before) != names_in(after)).then(|| "other fields in it".to_owned())
}

/// What precedes the colon in each line that is not a continuation; `None` for a blank line.
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

/// The name of the first field whose number of addresses differs.
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

/// Charsets that `mail-parser` decodes as mail uses them. Only text in these is compared.
const CHARSETS: [&str; 30] = [
    "utf-8",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-7",
    "iso-8859-9",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "koi8-r",
    "koi8-u",
    "gb18030",
    "gbk",
    "big5",
    "euc-jp",
    "shift_jis",
    "euc-kr",
];

/// Whether `mail-parser` reads the text of a part as we do: it knows the transfer encoding and the label, and
/// the octets are valid in that charset.
fn is_read_right(node: &Node<'_>, text: &str) -> bool {
    // Under other labels it does not recognise ISO-2022 escape sequences.
    let doubtful = |c: char| matches!(c, char::REPLACEMENT_CHARACTER | '\x1B' | '\u{80}'..'\u{A0}');
    node.decoded
        && match node.label {
            None | Some("us-ascii") => text.is_ascii() && !text.contains('\x1B'),
            Some(label) => {
                // We read some of these as frames.
                let frames = label.eq_ignore_ascii_case("koi8-u") && text.contains(['ў', 'Ў']);
                CHARSETS.iter().any(|charset| label.eq_ignore_ascii_case(charset))
                    && !text.contains(doubtful)
                    && !frames
            }
        }
}

/// `text` without its last character, its last two and so on, up to `most` of them; white space at its end does not
/// count.
fn without_last(text: &str, most: usize) -> impl Iterator<Item = &str> {
    let starts = text.trim_end().char_indices().rev().map(|(at, _)| at).take(most);
    starts.filter_map(|at| text.get(..at))
}

/// Whether the octets were the new text in UTF-8 under the label of another charset, in some lines or in all.
fn is_mislabelled(node: &Node<'_>, before: &str, after: &str, declares: bool) -> bool {
    let Some(decode) = node.label.and_then(|label| charset_decoder(label.as_bytes())) else { return false };
    if is_same_text(before, &decode(after.as_bytes()), declares) {
        return true;
    }
    let (before, after) = (before.trim_end().lines(), after.trim_end().lines());
    let is_same = |before: &str, after: &str| {
        is_same_text(before, after, declares) || is_same_text(before, &decode(after.as_bytes()), declares)
    };
    before.clone().count() == after.clone().count() && before.zip(after).all(|(b, a)| is_same(b, a))
}

/// Whether two texts are equal except for white space at the ends of lines. If they may contain charset
/// declarations, only characters outside ASCII are compared.
fn is_same_text(before: &str, after: &str, declares: bool) -> bool {
    if before == after {
        return true;
    }
    let (before, after) = (before.trim_start_matches('\u{FEFF}'), after.trim_start_matches('\u{FEFF}'));
    if declares {
        return before.chars().filter(|c| !c.is_ascii()).eq(after.chars().filter(|c| !c.is_ascii()));
    }
    before.trim_end().lines().map(str::trim_end).eq(after.trim_end().lines().map(str::trim_end))
}
