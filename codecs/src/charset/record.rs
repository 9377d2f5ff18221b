//! The records of the charsets with codecs in this crate. A record has the name, the properties and the codecs of a
//! charset. The records of the other charsets are in `encoding_rs` and [`code_page`].

use super::codec::{Decoded, Each, RawDecoder, RawEncoder, Unmappable, encode_whole, whole};
use super::identity::{Charset, Kind, Own};
use super::iso2022::{self, Dialect, Iso2022, hz};
use super::legacy::multibyte::Multibyte;
#[cfg(feature = "detection")]
use super::legacy::single_octet::Table;

use super::legacy::{cns, code_page, jis_x_0213, johab, superset};
use super::unicode::byte_order::{Form as Units, Order, Writer};
use super::unicode::utf8::{self, Utf8};
use super::unicode::utf8_forms::{self, Form, Utf8Form};
use super::unicode::utf16::{self, Utf16};
use super::unicode::utf32::{self, Utf32};
use super::utf7::{self, EncodeOptions, Utf7, imap};
use memchr::memchr;
use std::borrow::Cow;
use std::fmt;

/// A charset with a codec in this crate.
pub(super) struct Record {
    own: Own,
    /// The preferred MIME name.
    name: &'static str,
    shape: Shape,
    /// Returns the octets as a string without copying them, if the text has the same octets in UTF-8.
    pub(super) borrow: fn(&[u8]) -> Option<&str>,
    /// Decodes octets by the fast path of the charset. Returns `None` if the fast path cannot decode all of the
    /// octets.
    pub(super) fast: fn(&[u8]) -> Option<String>,
    /// Decodes a whole text. The decoder is not put on the heap, because an allocation would cost too much for short
    /// texts such as encoded words and names of mailboxes.
    pub(super) decode: fn(&[u8]) -> Decoded<'static>,
    /// Makes a decoder of a stream.
    pub(super) decoder: fn() -> Box<dyn RawDecoder + Send + Sync>,
    /// Encodes a whole text. The result is borrowed if the octets are the same as in UTF-8.
    pub(super) encode: fn(&str) -> Result<Cow<'_, [u8]>, Unmappable>,
    /// Makes an encoder of a stream.
    pub(super) encoder: fn() -> Box<dyn RawEncoder + Send + Sync>,
}

/// How octets form characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Each octet is a character, and octets below 128 are US-ASCII.
    SingleOctet,
    /// Octets below 128 are US-ASCII, unless they are part of a multi-octet character.
    MultiOctet,
    /// Code units have two or four octets.
    Wide,
    /// The meaning of an octet depends on the shifts before it.
    Shifted(Shift),
}

/// How a stateful charset switches between sets of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// The charset switches by escape sequences and by the octets SO and SI, as in the ISO-2022 family.
    Escape,
    /// The charset switches by `~{` and `~}`, as in HZ.
    Tilde,
    /// One character begins a sequence in base64, and another character ends the sequence, as in UTF-7. Each text
    /// begins and ends outside such a sequence.
    Base64,
}

/// Makes a record. The last two expressions make a decoder and an encoder.
macro_rules! record {
    ($own:ident, $name:literal, $shape:ident $(($shift:ident))?, borrow: $borrow:expr, fast: $fast:expr, $decoder:expr, $encoder:expr) => {
        Record {
            own: Own::$own,
            name: $name,
            shape: Shape::$shape $((Shift::$shift))?,
            borrow: $borrow,
            fast: $fast,
            decode: |octets| whole($decoder, octets),
            decoder: || Box::new($decoder),
            encode: |text| encode_whole($encoder, text).map(Cow::Owned),
            encoder: || Box::new($encoder),
        }
    };
    ($own:ident, $name:literal, MultiOctet, $decoder:expr, $encoder:expr) => {
        record!($own, $name, MultiOctet, borrow: ascii, fast: |_| None, $decoder, $encoder)
    };
    ($own:ident, $name:literal, $shape:ident $(($shift:ident))?, fast: $fast:expr, $decoder:expr, $encoder:expr) => {
        record!($own, $name, $shape $(($shift))?, borrow: |_| None, fast: $fast, $decoder, $encoder)
    };
    ($own:ident, $name:literal, $shape:ident, $decoder:expr, $encoder:expr) => {
        record!($own, $name, $shape, fast: |_| None, $decoder, $encoder)
    };
}

macro_rules! utf8_form {
    ($own:ident, $name:literal, $form:ident) => {
        record!(
            $own,
            $name,
            MultiOctet,
            Utf8Form::new(Form::$form),
            Each(|character, octets: &mut _| utf8_forms::encode(character, Form::$form, octets))
        )
    };
}

macro_rules! utf16 {
    ($own:ident, $name:literal, $order:expr) => {
        record!(
            $own,
            $name,
            Wide,
            fast: |octets| utf16::short($order, octets),
            Utf16::new($order),
            Writer::new(Units::Utf16, $order)
        )
    };
}

macro_rules! utf32 {
    ($own:ident, $name:literal, $order:expr) => {
        record!(
            $own,
            $name,
            Wide,
            fast: |octets| utf32::short($order, octets),
            Utf32::new($order),
            Writer::new(Units::Utf32, $order)
        )
    };
}

macro_rules! iso2022 {
    ($own:ident, $name:literal, $dialect:ident) => {
        record!(
            $own,
            $name,
            Shifted(Escape),
            fast: |octets| iso2022::fast(Dialect::$dialect, octets),
            Iso2022::new(Dialect::$dialect),
            iso2022::Writer::new(Dialect::$dialect)
        )
    };
}

/// The records, in the order of [`Own`].
static RECORDS: [Record; Own::COUNT] = [
    Record {
        encode: |text| match text.is_ascii() {
            true => Ok(Cow::Borrowed(text.as_bytes())),
            false => encode_whole(Each(code_page::encode_ascii), text).map(Cow::Owned),
        },
        ..record!(
            Ascii,
            "US-ASCII",
            SingleOctet,
            borrow: ascii,
            fast: |_| None,
            code_page::Ascii,
            Each(code_page::encode_ascii)
        )
    },
    Record {
        encode: |text| Ok(Cow::Borrowed(text.as_bytes())),
        ..record!(Utf8, "UTF-8", MultiOctet, borrow: utf8::valid, fast: |_| None, Utf8::default(), utf8::Writer)
    },
    utf8_form!(Cesu8, "CESU-8", Cesu8),
    utf8_form!(ModifiedUtf8, "Modified-UTF-8", Modified),
    utf8_form!(Utf8Rfc2279, "UTF-8-RFC2279", Rfc2279),
    Record {
        encode: |text| Ok(EncodeOptions::new().encode(text)),
        ..record!(
            Utf7,
            "UTF-7",
            Shifted(Base64),
            borrow: |octets| match memchr(b'+', octets) {
                Some(_) => None,
                None => ascii(octets),
            },
            fast: utf7::short::<false>,
            Utf7::default(),
            EncodeOptions::new().stream()
        )
    },
    Record {
        encode: |text| match text.bytes().all(imap::is_direct) {
            true => Ok(Cow::Borrowed(text.as_bytes())),
            false => encode_whole(imap::Writer::new(), text).map(Cow::Owned),
        },
        ..record!(
            ImapUtf7,
            "IMAP-UTF-7",
            Shifted(Base64),
            borrow: |octets| match octets.iter().copied().all(imap::is_direct) {
                true => utf8::valid(octets),
                false => None,
            },
            fast: utf7::short::<true>,
            imap::ImapUtf7::default(),
            imap::Writer::new()
        )
    },
    utf16!(Utf16, "UTF-16", None),
    utf16!(Utf16Be, "UTF-16BE", Some(Order::Big)),
    utf16!(Utf16Le, "UTF-16LE", Some(Order::Little)),
    record!(
        Utf16LeMarked,
        "x-UTF-16LE-BOM",
        Wide,
        fast: |octets| utf16::short(Some(Order::Little), octets),
        Utf16::marked(Order::Little),
        Writer::marked(Units::Utf16, Order::Little)
    ),
    utf32!(Utf32, "UTF-32", None),
    utf32!(Utf32Be, "UTF-32BE", Some(Order::Big)),
    utf32!(Utf32Le, "UTF-32LE", Some(Order::Little)),
    iso2022!(Iso2022Jp, "ISO-2022-JP", Japanese),
    iso2022!(Iso2022Kr, "ISO-2022-KR", Korean),
    iso2022!(Iso2022Cn, "ISO-2022-CN", Chinese),
    record!(Hz, "HZ-GB-2312", Shifted(Tilde), fast: hz::fast, hz::Hz::default(), hz::Writer::default()),
    record!(
        EucTw,
        "EUC-TW",
        MultiOctet,
        Multibyte::new(cns::read_euc_tw),
        superset::by_character(cns::encode_euc_tw)
    ),
    record!(Johab, "Johab", MultiOctet, Multibyte::new(johab::read), superset::by_character(johab::encode)),
    record!(
        EucJis2004,
        "EUC-JIS-2004",
        MultiOctet,
        Multibyte::new(jis_x_0213::read_euc),
        jis_x_0213::Writer::new(jis_x_0213::Form::Euc)
    ),
    record!(
        ShiftJis2004,
        "Shift_JIS-2004",
        MultiOctet,
        Multibyte::new(jis_x_0213::read_shift_jis),
        jis_x_0213::Writer::new(jis_x_0213::Form::ShiftJis)
    ),
];

fn ascii(octets: &[u8]) -> Option<&str> {
    if octets.is_ascii() { utf8::valid(octets) } else { None }
}

impl Own {
    /// All charsets with codecs in this crate, in the order of their records.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        RECORDS.iter().map(|record| record.own)
    }

    pub(super) fn record(self) -> &'static Record {
        let [first, ..] = &RECORDS;
        RECORDS.get(self as usize).unwrap_or(first)
    }
}

impl Charset {
    /// The preferred MIME name in the registry of IANA, or else the usual name of the charset in mail. Only `gb18030`
    /// is in small letters, as in the Encoding Standard, where the registry has GB18030. Case does not matter in a
    /// label.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Own(own) => own.record().name,
            Kind::Whatwg(encoding) => encoding.name(),
            Kind::CodePage(page) => page.name,
        }
    }

    /// Whether octets below 128 outside multi-octet characters are US-ASCII. This is true of UTF-8 and most legacy
    /// charsets. It is false of UTF-7, UTF-16, UTF-32, and charsets that switch by escape sequences or shifts.
    pub fn is_ascii_superset(self) -> bool {
        match self.0 {
            Kind::Own(own) => matches!(own.record().shape, Shape::SingleOctet | Shape::MultiOctet),
            Kind::Whatwg(encoding) => encoding.is_ascii_compatible(),
            Kind::CodePage(page) => page.table().is_ascii_superset(),
        }
    }

    /// Whether a code unit has more than one octet, so that ASCII text contains NUL octets. This is true of UTF-16
    /// and UTF-32.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// assert!(Charset::UTF_16LE.is_wide() && !Charset::UTF_8.is_wide());
    /// ```
    pub fn is_wide(self) -> bool {
        self.has_shape(Shape::Wide)
    }

    /// Whether every character is one octet. Some octets can still have no character.
    pub fn is_single_octet(self) -> bool {
        match self.0 {
            Kind::Own(_) => self.has_shape(Shape::SingleOctet),
            Kind::Whatwg(encoding) => encoding.is_single_byte(),
            Kind::CodePage(_) => true,
        }
    }

    /// Whether the meaning of an octet depends on a shift state that lasts beyond a character, as in UTF-7, the
    /// ISO-2022 family and HZ. Text in such a charset can be decoded only from its start. An encoded word in such a
    /// charset must end in the initial state.
    pub fn is_stateful(self) -> bool {
        self.shift().is_some()
    }

    /// How the charset switches between sets of characters; `None` if the charset is stateless.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::{Charset, Shift};
    /// assert_eq!(Charset::HZ_GB_2312.shift(), Some(Shift::Tilde));
    /// assert_eq!(Charset::UTF_8.shift(), None);
    /// ```
    pub fn shift(self) -> Option<Shift> {
        match self.0 {
            Kind::Own(own) => match own.record().shape {
                Shape::Shifted(shift) => Some(shift),
                Shape::SingleOctet | Shape::MultiOctet | Shape::Wide => None,
            },
            Kind::Whatwg(_) | Kind::CodePage(_) => None,
        }
    }

    fn has_shape(self, shape: Shape) -> bool {
        matches!(self.0, Kind::Own(own) if own.record().shape == shape)
    }

    /// The table of a single-octet charset other than US-ASCII.
    #[cfg(feature = "detection")]
    pub(super) fn table(self) -> Option<&'static Table> {
        match self.0 {
            Kind::Own(_) => None,
            Kind::Whatwg(encoding) => Table::of_whatwg(encoding),
            Kind::CodePage(page) => Some(page.table()),
        }
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Writes the [name](Charset::name), such as `windows-1251`.
impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_record_is_in_its_place() {
        assert!(Own::all().zip(0..).all(|(own, at)| own as usize == at));
    }
}
