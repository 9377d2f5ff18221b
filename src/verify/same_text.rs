//! Checks that the text of a rewritten body is the text that `mail-parser` decodes from the body before the
//! rewrite. Linear time.

use super::decided::Decided;
use super::outline::Node;
use crate::charset::Charset;
use mail_parser::decoders::charsets::map::charset_decoder;
use std::borrow::Cow;

/// Whether `new`, the text of a rewritten body, is known to differ from the text before the rewrite.
///
/// `old` is the text that `mail-parser` decodes from the body `node` by its label, before the rewrite. `decided` are
/// the decisions of the plan to read the body in another way than by its label. If there are no decisions, `new` is
/// compared with `old`. Otherwise `new` must be the text that one of the decisions gives. If `mail-parser` cannot
/// decode the body in the way that one of them says, no difference is known. `declares` tells whether the text may
/// contain charset declarations, which a rewrite changes.
pub(super) fn is_other_text<'d>(
    node: &Node<'_>,
    old: &str,
    new: &str,
    declares: bool,
    decided: impl Iterator<Item = &'d Decided>,
) -> bool {
    let mut decided = decided.peekable();
    if decided.peek().is_none() {
        return differs(node, node.label, old, new, declares);
    }
    decided.all(|decided| {
        let (label, old) = match (decided.charset, decided.transfer) {
            (None, None) => (node.label, Cow::Borrowed(old)),
            (charset, transfer) => {
                let label = charset.map(Charset::name).or(node.label);
                match node.octets(transfer).and_then(|octets| decoded(&octets, label)) {
                    Some(text) => (label, Cow::Owned(text)),
                    None => return false,
                }
            }
        };
        !decided.is_restored_from(&old, new, declares) && differs(node, label, &old, new, declares)
    })
}

/// Decodes `octets` with the decoder of `mail-parser` for `label`; `None` if `mail-parser` has no such decoder.
fn decoded(octets: &[u8], label: Option<&str>) -> Option<String> {
    // `mail-parser` has no decoder for UTF-8, because it uses text in UTF-8 without decoding it.
    match label.filter(|label| !label.eq_ignore_ascii_case("utf-8")) {
        Some(label) => Some(charset_decoder(label.as_bytes())?(octets)),
        None => Some(String::from_utf8_lossy(octets).into_owned()),
    }
}

/// Whether `new` is another text than `old`. `old` is the text of the body `node`, read in the charset of `label`.
fn differs(node: &Node<'_>, label: Option<&str>, old: &str, new: &str, declares: bool) -> bool {
    // A rewritten body has lost its byte order mark. Therefore, `new` is also compared with the mark added again.
    let is_same = |new: &str| {
        is_same_text(old, new, declares)
            || is_mislabelled(label, old, new, declares)
            || is_mislabelled(label, old, &format!("\u{FEFF}{new}"), declares)
    };
    let same = is_same(new) || without_last(new, node.dropped()).any(is_same);
    !same && node.decoded && is_read_right(label, old)
}

/// The charsets that `mail-parser` decodes in the same way as mail programs. Text in other charsets is not compared.
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

/// Whether `text`, which `mail-parser` decoded by this label, is certainly the text that we would decode. The label
/// must be in [`CHARSETS`], be that of US-ASCII, or be missing. `text` must have no characters that can come from
/// invalid or ambiguous octets.
fn is_read_right(label: Option<&str>, text: &str) -> bool {
    // `mail-parser` recognises escape sequences of ISO-2022 only under labels that name a charset of ISO-2022.
    let doubtful = |c: char| matches!(c, char::REPLACEMENT_CHARACTER | '\x1B' | '\u{80}'..'\u{A0}');
    match label {
        None | Some("us-ascii") => text.is_ascii() && !text.contains('\x1B'),
        Some(label) => {
            // In KOI8-U, the octets of these characters mean either letters or box-drawing characters (RFC 2319).
            // Our decoder tells the two meanings apart, so its text can differ from that of `mail-parser`.
            let frames = label.eq_ignore_ascii_case("koi8-u") && text.contains(['ў', 'Ў', '╝', '╬']);
            CHARSETS.iter().any(|charset| label.eq_ignore_ascii_case(charset))
                && !text.contains(doubtful)
                && !frames
        }
    }
}

/// `text` without its last character, without its last two characters, and so on, up to `most` characters. White
/// space at the end of `text` is left out, and does not count.
fn without_last(text: &str, most: usize) -> impl Iterator<Item = &str> {
    let starts = text.trim_end().char_indices().rev().map(|(at, _)| at).take(most);
    starts.filter_map(|at| text.get(..at))
}

/// Whether the old body was UTF-8 under the label of another charset, in some lines or in all lines. In such lines,
/// the old text is the new text in UTF-8, decoded in the charset of the label.
fn is_mislabelled(label: Option<&str>, before: &str, after: &str, declares: bool) -> bool {
    let Some(decode) = label.and_then(|label| charset_decoder(label.as_bytes())) else { return false };
    if is_same_text(before, &decode(after.as_bytes()), declares) {
        return true;
    }
    let (before, after) = (before.trim_end().lines(), after.trim_end().lines());
    let is_same = |before: &str, after: &str| {
        is_same_text(before, after, declares) || is_same_text(before, &decode(after.as_bytes()), declares)
    };
    before.clone().count() == after.clone().count() && before.zip(after).all(|(b, a)| is_same(b, a))
}

/// Whether two texts are equal except for byte order marks at the start and white space at the ends of lines and of the
/// text. If `declares`, the texts may contain charset declarations, so only characters beyond US-ASCII are compared.
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
