//! The type that identifies a charset. [`record`](super::record) has its name, its properties and its codecs.

use super::legacy::code_page::CodePage;
use super::legacy::code_pages;
use encoding_rs::Encoding;

/// A charset. Cheap to copy and compare.
///
/// ```
/// use mailutf_codecs::charset::Charset;
/// assert_eq!(Charset::for_label(b"UTF8"), Some(Charset::UTF_8));
/// assert_eq!(Charset::for_label(b"\"KOI8-R\"").unwrap().name(), "KOI8-R");
/// assert_eq!(Charset::for_label(b"unknown-8bit"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(pub(super) Kind);

/// Where the codec of a charset comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Own(Own),
    Whatwg(&'static Encoding),
    CodePage(&'static CodePage),
}

/// A charset with codecs of our own, in the order of their [records](super::record).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Own {
    Ascii,
    Utf8,
    Cesu8,
    ModifiedUtf8,
    Utf8Rfc2279,
    Utf7,
    ImapUtf7,
    Utf16,
    Utf16Be,
    Utf16Le,
    Utf16LeMarked,
    Utf32,
    Utf32Be,
    Utf32Le,
    Iso2022Jp,
    Iso2022Kr,
    Iso2022Cn,
    Hz,
    EucTw,
    Johab,
    EucJis2004,
    ShiftJis2004,
}

impl Own {
    pub(super) const COUNT: usize = Self::ShiftJis2004 as usize + 1;
}

impl Charset {
    /// US-ASCII: octets above 127 are ill-formed.
    pub const US_ASCII: Self = Self(Kind::Own(Own::Ascii));
    /// UTF-8 (RFC 3629). See [`utf8`](super::utf8) for how errors are counted, and for other ways to read ill-formed
    /// sequences.
    pub const UTF_8: Self = Self(Kind::Own(Own::Utf8));
    /// CESU-8 (Unicode Technical Report 26): UTF-8 with surrogate pairs of three octets each. Only the labels that
    /// name it mean it. A four-octet form, as in UTF-8, is an error, but it is decoded as its character.
    pub const CESU_8: Self = Self(Kind::Own(Own::Cesu8));
    /// Java's modified UTF-8: CESU-8 with U+0000 as C0 80. No label means it; see [`Charset::for_name`].
    pub const MODIFIED_UTF_8: Self = Self(Kind::Own(Own::ModifiedUtf8));
    /// UTF-8 with the structure of RFC 2279: a form of five or six octets is one ill-formed sequence, where in
    /// [`Charset::UTF_8`] each of its octets is one. No label means it; see [`Charset::for_name`].
    pub const UTF_8_RFC_2279: Self = Self(Kind::Own(Own::Utf8Rfc2279));
    /// UTF-7 (RFC 2152). See [`utf7`](super::utf7) for what is ill-formed.
    pub const UTF_7: Self = Self(Kind::Own(Own::Utf7));
    /// UTF-16 in the order that its byte order mark shows, big-endian without one (RFC 2781 section 4.3).
    ///
    /// Much mail with this label and no mark is little-endian, as the WHATWG and `encoding_rs` read the label. Read
    /// as big-endian it decodes without an error, as Chinese; ask [`utf16_order`](super::utf16_order) first. Only
    /// one mark is removed: a second one is text, U+FEFF. Each unpaired surrogate is one error, and so is an odd
    /// octet at the end; an unpaired high surrogate directly before an odd last octet is one error together with
    /// it.
    pub const UTF_16: Self = Self(Kind::Own(Own::Utf16));
    /// UTF-16 in big-endian order (RFC 2781 section 4.1). A leading U+FEFF is text. The byte order mark of the other
    /// order at the start is an error; it is decoded as U+FFFE, as ICU and `iconv` do without an error.
    pub const UTF_16BE: Self = Self(Kind::Own(Own::Utf16Be));
    /// UTF-16 in little-endian order (RFC 2781 section 4.2). A leading U+FEFF is text. The byte order mark of the
    /// other order at the start is an error; it is decoded as U+FFFE.
    pub const UTF_16LE: Self = Self(Kind::Own(Own::Utf16Le));
    /// UTF-16 in little-endian order with a byte order mark, which Windows and Java call Unicode. A mark at the start
    /// is not text, and may be missing. [`encode`](Self::encode) writes one.
    pub const UTF_16LE_BOM: Self = Self(Kind::Own(Own::Utf16LeMarked));
    /// UTF-32 (Unicode chapter 3, D101) in the order that its byte order mark shows, big-endian without one. One to
    /// three odd octets at the end are one error.
    pub const UTF_32: Self = Self(Kind::Own(Own::Utf32));
    /// UTF-32 in big-endian order; a leading U+FEFF is text.
    pub const UTF_32BE: Self = Self(Kind::Own(Own::Utf32Be));
    /// UTF-32 in little-endian order; a leading U+FEFF is text.
    pub const UTF_32LE: Self = Self(Kind::Own(Own::Utf32Le));
    /// The modified UTF-7 of IMAP mailbox names (RFC 3501 section 5.1.3). Only labels that name it mean it
    /// (`utf-7-imap` is glibc's); the label `utf-7` never does.
    ///
    /// Each text has only one form, so strict decoding refuses what UTF-7 allows: US-ASCII in a shifted
    /// sequence, two sequences in a row, superfluous symbols or bits, a missing `-`.
    ///
    /// Lossy decoding never writes U+FFFD for a shifted sequence. One that encodes no text, such as `&AP-`, stays in
    /// the name as it is, so that its reader still recognizes the mailbox. A sequence that breaks only the rule of
    /// the single form is decoded, and raw octets above 127 are read as UTF-8. Send the server the original octets of
    /// a name, not the encoded text.
    ///
    /// ```
    /// use mailutf_codecs::charset::Charset;
    /// assert_eq!(Charset::IMAP_UTF_7.decode(b"Entw&APw-rfe").text, "Entwürfe");
    /// assert_eq!(Charset::IMAP_UTF_7.decode(b"Entw&AP-rfe").text, "Entw&AP-rfe");
    /// assert_eq!(&*Charset::IMAP_UTF_7.encode("R&D").unwrap(), b"R&-D");
    /// ```
    pub const IMAP_UTF_7: Self = Self(Kind::Own(Own::ImapUtf7));
    /// ISO-8859-1 as the standard defines it, with control characters where windows-1252 has letters. No label means
    /// this charset, because mail with the label ISO-8859-1 is read as windows-1252; see
    /// [`Label::exact`](super::Label::exact).
    pub const ISO_8859_1: Self = Self(Kind::CodePage(&code_pages::ISO_8859_1));
    /// KOI8-U as RFC 2319 defines it, with frame corners where the label in mail has the letters ў and Ў. No label means
    /// it; see [`Label::exact`](super::Label::exact).
    pub const KOI8_U_RFC_2319: Self = Self(Kind::CodePage(&code_pages::KOI8_U));
    /// ISO-2022-JP (RFC 1468) and its extensions: ISO-2022-JP-1, -2, -3, -MS, and CP50220 to CP50222. Text after a
    /// line that ended in a double-octet set is an error, and is decoded as US-ASCII.
    pub const ISO_2022_JP: Self = Self(Kind::Own(Own::Iso2022Jp));
    /// ISO-2022-KR (RFC 1557).
    pub const ISO_2022_KR: Self = Self(Kind::Own(Own::Iso2022Kr));
    /// ISO-2022-CN and -CN-EXT (RFC 1922), with ISO-IR-165 and planes 1 to 7 of CNS 11643.
    pub const ISO_2022_CN: Self = Self(Kind::Own(Own::Iso2022Cn));
    /// HZ-GB-2312 (RFC 1843).
    pub const HZ_GB_2312: Self = Self(Kind::Own(Own::Hz));
    /// EUC-TW, with planes 1 to 7 and 15 of CNS 11643.
    pub const EUC_TW: Self = Self(Kind::Own(Own::EucTw));
    /// Johab (KS X 1001 annex 3).
    pub const JOHAB: Self = Self(Kind::Own(Own::Johab));
    /// EUC-JIS-2004, and EUC-JISX0213 of 2000, which lacks ten characters of it (JIS X 0213).
    pub const EUC_JIS_2004: Self = Self(Kind::Own(Own::EucJis2004));
    /// Shift_JIS-2004, and Shift_JISX0213 of 2000 (JIS X 0213). Octets below 128 are US-ASCII, as in all mail, not JIS X 0201.
    pub const SHIFT_JIS_2004: Self = Self(Kind::Own(Own::ShiftJis2004));
    /// Windows-1252, which is also what the label `iso-8859-1` means in mail and in the WHATWG standard.
    pub const WINDOWS_1252: Self = Self(Kind::Whatwg(encoding_rs::WINDOWS_1252));
}
