//! Labels: which charset a name found in mail means.

use super::identity::{Charset, Kind};

pub(super) fn lookup(label: &[u8]) -> Option<Charset> {
    let label = label.trim_ascii().to_ascii_lowercase();
    match label.strip_prefix(b"\"").and_then(|l| l.strip_suffix(b"\"")).unwrap_or(&label) {
        b"us-ascii" | b"ascii" => Some(Charset::US_ASCII),
        b"utf-8" | b"utf8" => Some(Charset::UTF_8),
        b"utf-7" | b"unicode-1-1-utf-7" => Some(Charset::UTF_7),
        b"utf-16" => Some(Charset::UTF_16),
        b"utf-16be" => Some(Charset::UTF_16BE),
        b"utf-16le" => Some(Charset::UTF_16LE),
        other => encoding_rs::Encoding::for_label_no_replacement(other).map(|e| Charset(Kind::Whatwg(e))),
    }
}
