//! The type that identifies a charset. The module [`record`](super::record) has the name, the properties and the
//! codecs of each charset.

use super::legacy::code_page::CodePage;
use super::legacy::code_pages;
use encoding_rs::Encoding;

/// A charset. Copying and comparing charsets is cheap.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::Charset;
/// assert_eq!(Charset::for_label(b"UTF8"), Some(Charset::UTF_8));
/// assert_eq!(Charset::for_label(b"\"KOI8-R\"").unwrap().name(), "KOI8-R");
/// assert_eq!(Charset::for_label(b"unknown-8bit"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(pub(super) Kind);

/// The source of the codec of a charset.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Own(Own),
    Whatwg(&'static Encoding),
    CodePage(&'static CodePage),
}

/// The charsets with codecs in this crate, in the order of their [records](super::record).
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
    /// UTF-8 (RFC 3629). See [`utf8`](super::utf8) for how errors are counted, and for other ways to decode
    /// ill-formed sequences.
    pub const UTF_8: Self = Self(Kind::Own(Own::Utf8));
    /// CESU-8 (Unicode Technical Report 26). It is UTF-8, except that a character above U+FFFF is encoded as a
    /// surrogate pair, with three octets for each surrogate. Only labels that name CESU-8 mean this charset. If a
    /// character above U+FFFF has four octets, as in UTF-8, then this is an error, but the character is decoded.
    pub const CESU_8: Self = Self(Kind::Own(Own::Cesu8));
    /// Java's modified UTF-8, which is CESU-8 with U+0000 as C0 80. No label means this charset; see
    /// [`Charset::for_name`].
    pub const MODIFIED_UTF_8: Self = Self(Kind::Own(Own::ModifiedUtf8));
    /// UTF-8 as RFC 2279 defined it, with up to six octets for a character. A sequence of five or six octets is one
    /// ill-formed sequence, whereas in [`Charset::UTF_8`] each of its octets is an ill-formed sequence. No label
    /// means this charset; see [`Charset::for_name`].
    pub const UTF_8_RFC_2279: Self = Self(Kind::Own(Own::Utf8Rfc2279));
    /// UTF-7 (RFC 2152). See [`utf7`](super::utf7) for what is ill-formed.
    pub const UTF_7: Self = Self(Kind::Own(Own::Utf7));
    /// UTF-16 in the order that its byte order mark shows. Without a mark the order is big-endian (RFC 2781 section
    /// 4.3).
    ///
    /// Much mail with this label has no mark and is little-endian; the WHATWG and `encoding_rs` read the label as
    /// little-endian. If such text is read as big-endian, it decodes to Chinese without an error. Call
    /// [`utf16_order`](super::utf16_order) first to find the order.
    ///
    /// Only one mark is removed: a second mark is text, U+FEFF. Each unpaired surrogate is one error. If the number
    /// of octets is odd, the single octet left over at the end is also one error. If an unpaired high surrogate is
    /// directly before this octet, then both together are one error.
    pub const UTF_16: Self = Self(Kind::Own(Own::Utf16));
    /// UTF-16 in big-endian order (RFC 2781 section 4.1). A U+FEFF at the start is text. The byte order mark of
    /// little-endian text at the start is an error. This mark is decoded as U+FFFE. (ICU and `iconv` decode it to
    /// the same character, but report no error.)
    pub const UTF_16BE: Self = Self(Kind::Own(Own::Utf16Be));
    /// UTF-16 in little-endian order (RFC 2781 section 4.2). A U+FEFF at the start is text. The byte order mark of
    /// big-endian text at the start is an error, and is decoded as U+FFFE.
    pub const UTF_16LE: Self = Self(Kind::Own(Own::Utf16Le));
    /// UTF-16 in little-endian order with a byte order mark. Windows calls this charset Unicode, and Java calls it
    /// `UnicodeLittle`. [`encode`](Self::encode) writes the mark. Decoding removes a mark at the start, but does
    /// not require one.
    pub const UTF_16LE_BOM: Self = Self(Kind::Own(Own::Utf16LeMarked));
    /// UTF-32 (Unicode chapter 3, D101) in the order that its byte order mark shows. Without a mark the order is
    /// big-endian. If one to three octets are left over at the end, they are one error.
    pub const UTF_32: Self = Self(Kind::Own(Own::Utf32));
    /// UTF-32 in big-endian order. A U+FEFF at the start is text.
    pub const UTF_32BE: Self = Self(Kind::Own(Own::Utf32Be));
    /// UTF-32 in little-endian order. A U+FEFF at the start is text.
    pub const UTF_32LE: Self = Self(Kind::Own(Own::Utf32Le));
    /// The modified UTF-7 of IMAP mailbox names (RFC 3501 section 5.1.3). Only labels that name modified UTF-7 mean
    /// this charset (`utf-7-imap` is glibc's label). The label `utf-7` never means it.
    ///
    /// Each text has exactly one correct form in this charset. Therefore strict decoding refuses what UTF-7 allows:
    /// US-ASCII in a shifted sequence, two shifted sequences in a row, superfluous symbols or bits, a missing `-`.
    ///
    /// Lossy decoding never writes U+FFFD for a shifted sequence. A shifted sequence that encodes no text, such as
    /// `&AP-`, stays in the name as it is, so that the reader of the name still recognizes the mailbox. A shifted
    /// sequence that encodes text, but not in the one correct form, is decoded. Raw octets above 127 are read as
    /// UTF-8. When a client refers to a mailbox, it must send the original octets of the name to the server, not
    /// the decoded text encoded again.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// assert_eq!(Charset::IMAP_UTF_7.decode(b"Entw&APw-rfe").text, "Entwürfe");
    /// assert_eq!(Charset::IMAP_UTF_7.decode(b"Entw&AP-rfe").text, "Entw&AP-rfe");
    /// assert_eq!(&*Charset::IMAP_UTF_7.encode("R&D").unwrap(), b"R&-D");
    /// ```
    pub const IMAP_UTF_7: Self = Self(Kind::Own(Own::ImapUtf7));
    /// ISO-8859-1 as the standard defines it, with control characters where windows-1252 has letters and signs. No
    /// label means this charset, because mail with the label ISO-8859-1 is read as windows-1252; see
    /// [`Label::exact`](super::Label::exact).
    pub const ISO_8859_1: Self = Self(Kind::CodePage(&code_pages::ISO_8859_1));
    /// KOI8-U as RFC 2319 defines it. This charset has frame corners at two octets that are the letters ў and Ў in
    /// mail with the label KOI8-U. Therefore this charset is the meaning of no label; see
    /// [`Label::exact`](super::Label::exact).
    pub const KOI8_U_RFC_2319: Self = Self(Kind::CodePage(&code_pages::KOI8_U));
    /// ISO-2022-JP (RFC 1468) and its extensions: ISO-2022-JP-1, -2, -3, -MS, and CP50220 to CP50222. If a line
    /// ends while a double-octet set is in use, the text after the line must begin with an escape sequence.
    /// Otherwise this is an error, and the text after the line is decoded as US-ASCII.
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
    /// EUC-JIS-2004 (JIS X 0213). EUC-JISX0213 of 2000 is the same charset without ten of its characters.
    pub const EUC_JIS_2004: Self = Self(Kind::Own(Own::EucJis2004));
    /// Shift_JIS-2004, and Shift_JISX0213 of 2000 (JIS X 0213). Octets below 128 are read as US-ASCII, as in all
    /// mail, although the standard has JIS X 0201 there.
    pub const SHIFT_JIS_2004: Self = Self(Kind::Own(Own::ShiftJis2004));
    /// Windows-1252. In mail and in the WHATWG standard, the label `iso-8859-1` also means this charset.
    pub const WINDOWS_1252: Self = Self(Kind::Whatwg(encoding_rs::WINDOWS_1252));
}
