//! The meanings to which the rows of the label table refer. Each constant has the name of the charset that the
//! label names.
//!
//! A [`Label`] takes 24 octets, and the loader must relocate its pointer when a program starts. There are eight times
//! as many names as meanings, so the table refers to a meaning by a number of one octet.

use super::alias::Label;
use super::declared_subset::DeclaredSubset;
use crate::charset::identity::{Charset, Kind};
use crate::charset::legacy::code_page::CodePage;
use encoding_rs::Encoding;

/// Defines the types `Meaning` and `Row` of the label table. The arguments are the names of all meanings in the table:
/// constants of this file and, after the semicolon, code pages.
macro_rules! meanings {
    ($($constant:ident)+; $($page:ident)+) => {
        /// The number of a meaning. Each variant has the name of the constant or of the code page.
        #[derive(Clone, Copy)]
        #[repr(u8)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "these are the names of constants")]
        pub(super) enum Meaning {
            $($constant,)+
            $($page,)+
        }

        static MEANINGS: &[super::alias::Label] = &[
            $(super::meaning::$constant,)+
            $(super::meaning::page(&crate::charset::legacy::code_pages::$page),)+
        ];

        /// The folded form of a label, in which labels are compared; the label itself; its meaning and its source.
        pub(super) struct Row(
            pub(super) &'static str,
            pub(super) &'static str,
            pub(super) Meaning,
            pub(super) super::alias::Source,
        );

        impl Meaning {
            pub(super) fn label(self) -> Option<super::alias::Label> {
                MEANINGS.get(self as usize).copied()
            }
        }
    };
}
pub(super) use meanings;

const fn whatwg(encoding: &'static Encoding) -> Label {
    Label::of(Charset(Kind::Whatwg(encoding)))
}

/// The meaning of a label that names a code page.
pub(super) const fn page(page: &'static CodePage) -> Label {
    Label::of(Charset(Kind::CodePage(page)))
}

const fn within(encoding: &'static Encoding, narrow: DeclaredSubset) -> Label {
    Label::within(Charset(Kind::Whatwg(encoding)), narrow)
}

pub(super) const US_ASCII: Label = Label::of(Charset::US_ASCII);
pub(super) const UTF_8: Label = Label::of(Charset::UTF_8);
pub(super) const CESU_8: Label = Label::of(Charset::CESU_8);
pub(super) const UTF_7: Label = Label::of(Charset::UTF_7);
pub(super) const IMAP_UTF_7: Label = Label::of(Charset::IMAP_UTF_7);
pub(super) const UTF_16: Label = Label::of(Charset::UTF_16);
pub(super) const UTF_16BE: Label = Label::of(Charset::UTF_16BE);
pub(super) const UTF_16LE: Label = Label::of(Charset::UTF_16LE);
pub(super) const UTF_16LE_BOM: Label = Label::of(Charset::UTF_16LE_BOM);
pub(super) const UTF_32: Label = Label::of(Charset::UTF_32);
pub(super) const UTF_32BE: Label = Label::of(Charset::UTF_32BE);
pub(super) const UTF_32LE: Label = Label::of(Charset::UTF_32LE);

pub(super) const ISO_8859_1: Label = within(encoding_rs::WINDOWS_1252, DeclaredSubset::Iso8859_1);
pub(super) const ISO_8859_2: Label = whatwg(encoding_rs::ISO_8859_2);
pub(super) const ISO_8859_3: Label = whatwg(encoding_rs::ISO_8859_3);
pub(super) const ISO_8859_4: Label = whatwg(encoding_rs::ISO_8859_4);
pub(super) const ISO_8859_5: Label = whatwg(encoding_rs::ISO_8859_5);
pub(super) const ISO_8859_6: Label = whatwg(encoding_rs::ISO_8859_6);
pub(super) const ISO_8859_7: Label = whatwg(encoding_rs::ISO_8859_7);
pub(super) const ISO_8859_8: Label = whatwg(encoding_rs::ISO_8859_8);
pub(super) const ISO_8859_8_I: Label = whatwg(encoding_rs::ISO_8859_8_I);
pub(super) const ISO_8859_9: Label = within(encoding_rs::WINDOWS_1254, DeclaredSubset::Iso8859_9);
pub(super) const ISO_8859_10: Label = whatwg(encoding_rs::ISO_8859_10);
pub(super) const ISO_8859_11: Label = within(encoding_rs::WINDOWS_874, DeclaredSubset::Iso8859_11);
pub(super) const TIS_620: Label = within(encoding_rs::WINDOWS_874, DeclaredSubset::Tis620);
pub(super) const ISO_8859_13: Label = whatwg(encoding_rs::ISO_8859_13);
pub(super) const ISO_8859_14: Label = whatwg(encoding_rs::ISO_8859_14);
pub(super) const ISO_8859_15: Label = whatwg(encoding_rs::ISO_8859_15);
pub(super) const ISO_8859_16: Label = whatwg(encoding_rs::ISO_8859_16);
pub(super) const WINDOWS_874: Label = whatwg(encoding_rs::WINDOWS_874);
pub(super) const WINDOWS_1250: Label = whatwg(encoding_rs::WINDOWS_1250);
pub(super) const WINDOWS_1251: Label = whatwg(encoding_rs::WINDOWS_1251);
pub(super) const WINDOWS_1252: Label = whatwg(encoding_rs::WINDOWS_1252);
pub(super) const WINDOWS_1253: Label = whatwg(encoding_rs::WINDOWS_1253);
pub(super) const WINDOWS_1254: Label = whatwg(encoding_rs::WINDOWS_1254);
pub(super) const WINDOWS_1255: Label = whatwg(encoding_rs::WINDOWS_1255);
pub(super) const WINDOWS_1256: Label = whatwg(encoding_rs::WINDOWS_1256);
pub(super) const WINDOWS_1257: Label = whatwg(encoding_rs::WINDOWS_1257);
pub(super) const WINDOWS_1258: Label = whatwg(encoding_rs::WINDOWS_1258);
pub(super) const KOI8_R: Label = whatwg(encoding_rs::KOI8_R);
pub(super) const KOI8_U: Label = within(encoding_rs::KOI8_U, DeclaredSubset::Koi8U);
pub(super) const IBM866: Label = whatwg(encoding_rs::IBM866);
pub(super) const MACINTOSH: Label = whatwg(encoding_rs::MACINTOSH);
pub(super) const X_MAC_CYRILLIC: Label = whatwg(encoding_rs::X_MAC_CYRILLIC);

pub(super) const GB2312: Label = within(encoding_rs::GB18030, DeclaredSubset::Gb2312);
pub(super) const GBK: Label = within(encoding_rs::GB18030, DeclaredSubset::Gbk);
pub(super) const GB18030: Label = whatwg(encoding_rs::GB18030);
pub(super) const BIG5: Label = within(encoding_rs::BIG5, DeclaredSubset::Big5);
pub(super) const BIG5_HKSCS: Label = whatwg(encoding_rs::BIG5);
pub(super) const EUC_KR: Label = within(encoding_rs::EUC_KR, DeclaredSubset::EucKr);
pub(super) const UHC: Label = whatwg(encoding_rs::EUC_KR);
pub(super) const EUC_JP: Label = whatwg(encoding_rs::EUC_JP);
pub(super) const SHIFT_JIS: Label = within(encoding_rs::SHIFT_JIS, DeclaredSubset::ShiftJis);
pub(super) const WINDOWS_31J: Label = whatwg(encoding_rs::SHIFT_JIS);
pub(super) const ISO_2022_JP: Label = Label::of(Charset::ISO_2022_JP);
pub(super) const ISO_2022_KR: Label = Label::of(Charset::ISO_2022_KR);
pub(super) const ISO_2022_CN: Label = Label::of(Charset::ISO_2022_CN);
pub(super) const HZ: Label = Label::of(Charset::HZ_GB_2312);
pub(super) const EUC_TW: Label = Label::of(Charset::EUC_TW);
pub(super) const JOHAB: Label = Label::of(Charset::JOHAB);
pub(super) const EUC_JIS_2004: Label = Label::of(Charset::EUC_JIS_2004);
pub(super) const SHIFT_JIS_2004: Label = Label::of(Charset::SHIFT_JIS_2004);
