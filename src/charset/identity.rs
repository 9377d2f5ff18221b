//! Which charset: a small value that names one and knows its properties.

use super::iso2022::Dialect;
use super::legacy::code_page::CodePage;
use super::legacy::code_pages;
use super::unicode::utf8_forms::Form;
use encoding_rs::Encoding;
use std::fmt;

/// A charset. Cheap to copy and compare.
///
/// ```
/// use mailutf::charset::Charset;
/// assert_eq!(Charset::for_label(b"UTF8"), Some(Charset::UTF_8));
/// assert_eq!(Charset::for_label(b"\"KOI8-R\"").unwrap().name(), "KOI8-R");
/// assert_eq!(Charset::for_label(b"unknown-8bit"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(pub(super) Kind);

/// Whose code decodes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Ascii,
    Utf8,
    Utf8Form(Form),
    Utf7,
    ImapUtf7,
    Utf16,
    Utf16Be,
    Utf16Le,
    Utf32,
    Utf32Be,
    Utf32Le,
    Whatwg(&'static Encoding),
    CodePage(&'static CodePage),
    Iso2022(Dialect),
    Hz,
    EucTw,
    Johab,
}

impl Charset {
    /// US-ASCII: octets above 127 are ill-formed.
    pub const US_ASCII: Self = Self(Kind::Ascii);
    /// UTF-8 by RFC 3629; see [`utf8`](super::utf8) for what surprises and for other ways to read what is
    /// ill-formed.
    pub const UTF_8: Self = Self(Kind::Utf8);
    /// CESU-8 (Unicode Technical Report 26): UTF-8 with surrogate pairs of three octets each. Read
    /// under its own name only.
    pub const CESU_8: Self = Self(Kind::Utf8Form(Form::Cesu8));
    /// The modified UTF-8 of Java: CESU-8 with U+0000 as C0 80. By request only.
    pub const MODIFIED_UTF_8: Self = Self(Kind::Utf8Form(Form::Modified));
    /// UTF-8 with the structure of RFC 2279: a form of five or six octets is one ill-formed sequence, not as
    /// many as it has octets. By request only.
    pub const UTF_8_RFC_2279: Self = Self(Kind::Utf8Form(Form::Rfc2279));
    /// UTF-7 by RFC 2152; see [`utf7`](super::utf7) for what is ill-formed and what surprises.
    pub const UTF_7: Self = Self(Kind::Utf7);
    /// UTF-16 whose byte order a mark tells, big-endian without one (RFC 2781 section 4.3).
    ///
    /// What surprises: much mail with this label and no mark is little-endian, which WHATWG and so `encoding_rs`
    /// take the label for, and decodes without an error as Chinese; ask [`utf16_order`](super::utf16_order). The
    /// mark is dropped once: a second one is U+FEFF. Each unpaired surrogate is one error; so is an odd octet at
    /// the end, but half a pair and an odd octet are one together.
    pub const UTF_16: Self = Self(Kind::Utf16);
    /// UTF-16 in big-endian order (RFC 2781 section 4.1). What surprises: a leading U+FEFF is text, and the mark
    /// of the other order is an error, where ICU and `iconv` read U+FFFE, which lossy decoding has in the text, too.
    pub const UTF_16BE: Self = Self(Kind::Utf16Be);
    /// UTF-16 in little-endian order (RFC 2781 section 4.2), with the same surprises.
    pub const UTF_16LE: Self = Self(Kind::Utf16Le);
    /// UTF-32 (Unicode chapter 3, D101) whose byte order a mark tells, big-endian without one. What surprises:
    /// up to three octets at the end are one error.
    pub const UTF_32: Self = Self(Kind::Utf32);
    /// UTF-32 in big-endian order; a leading U+FEFF is text.
    pub const UTF_32BE: Self = Self(Kind::Utf32Be);
    /// UTF-32 in little-endian order; a leading U+FEFF is text.
    pub const UTF_32LE: Self = Self(Kind::Utf32Le);
    /// The modified UTF-7 of IMAP mailbox names (RFC 3501 section 5.1.3). Read under its own names only (`utf-7-imap`
    /// is glibc's); the label `utf-7` never means it.
    ///
    /// Each text has one form only, so strict decoding refuses what UTF-7 allows: US-ASCII in a shifted
    /// sequence, two sequences in a row, a symbol or a bit too many, a missing `-`.
    ///
    /// What surprises: lossy decoding writes no U+FFFD for a shifted sequence. `&AO-`, which is no character,
    /// stays `&AO-`, as a name must still tell its reader which mailbox it is; what is merely not the one form
    /// is decoded, and raw octets above 127 are read as UTF-8. Keep the octets of the name for the server.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// assert_eq!(Charset::IMAP_UTF_7.decode(b"Entw&APw-rfe").text, "Entwürfe");
    /// assert_eq!(Charset::IMAP_UTF_7.decode(b"Entw&AP-rfe").text, "Entw&AP-rfe");
    /// assert_eq!(&*Charset::IMAP_UTF_7.encode("R&D").unwrap(), b"R&-D");
    /// ```
    pub const IMAP_UTF_7: Self = Self(Kind::ImapUtf7);
    /// ISO-8859-1 to the letter, with control characters where windows-1252 has letters. No label in mail
    /// means it; see [`Label::exact`](super::Label::exact).
    pub const ISO_8859_1: Self = Self(Kind::CodePage(&code_pages::ISO_8859_1));
    /// ISO-2022-JP (RFC 1468) with all that its kin add: ISO-2022-JP-1, -2, -3, -MS, CP50220 to CP50222.
    pub const ISO_2022_JP: Self = Self(Kind::Iso2022(Dialect::Japanese));
    /// ISO-2022-KR (RFC 1557).
    pub const ISO_2022_KR: Self = Self(Kind::Iso2022(Dialect::Korean));
    /// ISO-2022-CN and -CN-EXT (RFC 1922), with ISO-IR-165 and planes 1 to 7 of CNS 11643.
    pub const ISO_2022_CN: Self = Self(Kind::Iso2022(Dialect::Chinese));
    /// HZ-GB-2312 (RFC 1843).
    pub const HZ_GB_2312: Self = Self(Kind::Hz);
    /// EUC-TW, with planes 1 to 7 and 15 of CNS 11643.
    pub const EUC_TW: Self = Self(Kind::EucTw);
    /// Johab (KS X 1001 annex 3).
    pub const JOHAB: Self = Self(Kind::Johab);
    /// The WHATWG reading of `iso-8859-1`.
    pub const WINDOWS_1252: Self = Self(Kind::Whatwg(encoding_rs::WINDOWS_1252));

    /// The preferred MIME name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Ascii => "US-ASCII",
            Kind::Utf8 => "UTF-8",
            Kind::Utf8Form(Form::Cesu8) => "CESU-8",
            Kind::Utf8Form(Form::Modified) => "Modified-UTF-8",
            Kind::Utf8Form(Form::Rfc2279) => "UTF-8-RFC2279",
            Kind::Utf7 => "UTF-7",
            Kind::ImapUtf7 => "IMAP-UTF-7",
            Kind::Utf16 => "UTF-16",
            Kind::Utf16Be => "UTF-16BE",
            Kind::Utf16Le => "UTF-16LE",
            Kind::Utf32 => "UTF-32",
            Kind::Utf32Be => "UTF-32BE",
            Kind::Utf32Le => "UTF-32LE",
            Kind::Whatwg(encoding) => encoding.name(),
            Kind::CodePage(page) => page.name,
            Kind::Iso2022(Dialect::Japanese) => "ISO-2022-JP",
            Kind::Iso2022(Dialect::Korean) => "ISO-2022-KR",
            Kind::Iso2022(Dialect::Chinese) => "ISO-2022-CN",
            Kind::Hz => "HZ-GB-2312",
            Kind::EucTw => "EUC-TW",
            Kind::Johab => "Johab",
        }
    }

    /// Whether octets below 128 always mean themselves: true of UTF-8 and most legacy charsets; false of
    /// UTF-7, UTF-16, UTF-32, and everything that shifts by escape sequences.
    pub fn is_ascii_superset(self) -> bool {
        match self.0 {
            Kind::Ascii | Kind::Utf8 | Kind::Utf8Form(_) => true,
            Kind::Utf7 | Kind::ImapUtf7 => false,
            Kind::Utf16 | Kind::Utf16Be | Kind::Utf16Le => false,
            Kind::Utf32 | Kind::Utf32Be | Kind::Utf32Le => false,
            Kind::Whatwg(encoding) => encoding.is_ascii_compatible(),
            Kind::CodePage(page) => page.is_ascii_superset(),
            Kind::Iso2022(_) | Kind::Hz => false,
            Kind::EucTw | Kind::Johab => true,
        }
    }

    /// Whether a unit is more than an octet, so that its ASCII has NULs: true of UTF-16 and UTF-32.
    ///
    /// ```
    /// use mailutf::charset::Charset;
    /// assert!(Charset::UTF_16LE.is_wide() && !Charset::UTF_8.is_wide());
    /// ```
    pub fn is_wide(self) -> bool {
        matches!(
            self.0,
            Kind::Utf16 | Kind::Utf16Be | Kind::Utf16Le | Kind::Utf32 | Kind::Utf32Be | Kind::Utf32Le
        )
    }

    /// Whether every octet is one character, so that no octet sequence is structurally wrong.
    pub fn is_single_octet(self) -> bool {
        match self.0 {
            Kind::Whatwg(encoding) => encoding.is_single_byte(),
            Kind::Ascii | Kind::CodePage(_) => true,
            _ => false,
        }
    }

    /// Whether the meaning of an octet depends on a shift state that reaches across characters (UTF-7, the
    /// ISO-2022 family, HZ): such text is decoded from its start only, and words of it end in the initial state.
    pub fn is_stateful(self) -> bool {
        matches!(self.0, Kind::Utf7 | Kind::ImapUtf7 | Kind::Iso2022(_) | Kind::Hz)
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
