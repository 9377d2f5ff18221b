//! Rare confusions of charsets: pairs of a label and another charset, where hardly anyone puts the label on text in
//! the other charset.
//!
//! A wrong label is mostly the default of a mail program or of the system (windows-1252, UTF-8, or the charset of the
//! user's language), or the label of another charset for the same language (Shift_JIS and EUC-JP, KOI8-R and
//! windows-1251). Other confusions are rare: nobody uses a mail program that names a charset of Thailand for Chinese
//! in GBK, or a Japanese mail program for Korean. But the mail program of a Chinese user may name GB2312 for Korean
//! or Russian.

use super::costs::NAT;
use crate::charset::identity::Charset;

const EAST_ASIAN: &[&str] = &["gb18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "EUC-TW"];
const JAPANESE: &[&str] = &["EUC-JP", "Shift_JIS"];
/// Single-octet charsets for scripts and languages outside Western Europe.
const NATIONAL: &[&str] = &[
    "windows-1251",
    "KOI8-R",
    "KOI8-U",
    "ISO-8859-5",
    "IBM866",
    "windows-1253",
    "ISO-8859-7",
    "windows-1254",
    "ISO-8859-9",
    "windows-1255",
    "ISO-8859-8",
    "windows-1256",
    "ISO-8859-6",
    "windows-1257",
    "ISO-8859-4",
    "ISO-8859-13",
    "windows-1258",
    "VISCII",
    "TCVN",
    "windows-874",
    "ARMSCII-8",
    "Georgian-PS",
    "Georgian-Academy",
    "KZ-1048",
    "PTCP154",
    "KOI8-T",
];
/// Charsets of Latin letters that mail programs name.
const LATIN: &[&str] = &[
    "windows-1252",
    "ISO-8859-15",
    "ISO-8859-14",
    "ISO-8859-10",
    "ISO-8859-3",
    "windows-1250",
    "ISO-8859-2",
    "ISO-8859-16",
];
/// Charsets of DOS, the Macintosh and HP. Few mail programs wrote text in these charsets, and only some of those
/// programs put the label of another charset on the text.
const OLD: &[&str] = &[
    "IBM437",
    "IBM850",
    "IBM00858",
    "IBM852",
    "IBM855",
    "IBM857",
    "IBM860",
    "IBM861",
    "IBM862",
    "IBM863",
    "IBM865",
    "IBM737",
    "IBM869",
    "IBM775",
    "IBM1125",
    "DOS-720",
    "MIK",
    "macintosh",
    "x-mac-ce",
    "x-mac-croatian",
    "x-mac-romanian",
    "x-mac-icelandic",
    "x-mac-turkish",
    "x-mac-greek",
    "x-mac-cyrillic",
    "hp-roman8",
];

/// The columns are labels, other charsets, and a number in halves of a nat. To make a label of the row doubtful, a
/// charset of the row needs this much more evidence than usual. The first row that fits counts.
const RARE: [(&[&str], &[&str], i32); 10] = [
    (NATIONAL, EAST_ASIAN, 8),
    (NATIONAL, OLD, 8),
    (LATIN, OLD, 8),
    (JAPANESE, &["EUC-KR"], 12),
    (JAPANESE, &["gb18030", "Big5", "EUC-TW"], 8),
    (&["Big5", "EUC-TW"], &["EUC-JP", "Shift_JIS", "EUC-KR"], 8),
    (&["Big5"], &["gb18030"], 2),
    (&["gb18030"], JAPANESE, 4),
    (&["gb18030"], &["EUC-KR"], 1),
    (&["EUC-KR"], JAPANESE, 4),
];

/// The additional cost of text in `charset` if its label is `label`. The rarer this confusion is, the higher is the
/// cost.
pub(super) fn rarity_of_confusion(label: Charset, charset: Charset) -> i32 {
    let has = |names: &[&str], charset: Charset| names.contains(&charset.name());
    let row = RARE.iter().find(|(labels, charsets, _)| has(labels, label) && has(charsets, charset));
    row.map_or(0, |(.., halves)| halves * NAT / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_are_charsets() {
        for name in RARE.iter().flat_map(|(labels, charsets, _)| labels.iter().chain(*charsets)) {
            assert!(Charset::all().any(|charset| charset.name() == *name), "{name}");
        }
    }
}
