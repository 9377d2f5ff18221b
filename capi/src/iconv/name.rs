//! The names that iconv_open(3) takes. A name consists of the label of a charset, and of suffixes that say what to do with
//! ill-formed input and with characters that the output charset lacks.

use mailutf::charset::{Charset, Label};

/// What to do with ill-formed input, and with characters that the output charset lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Suffix {
    /// `//TRANSLIT`: a similar character is written.
    pub(crate) transliterate: bool,
    /// `//IGNORE`: the character or the ill-formed input is left out.
    pub(crate) ignore: bool,
}

/// The charset and the suffixes of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) charset: Charset,
    pub(crate) suffix: Suffix,
}

/// The charset that a name stands for: the input charset or the output charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The input charset. Its label has the meaning that it has in mail: `iso-8859-1` means windows-1252.
    From,
    /// The output charset. Its label is taken literally, because a mail program that converts text to `iso-8859-1` writes
    /// this label into the message.
    To,
}

/// UTF-16 in the byte order of this machine.
const UTF_16: Charset = if cfg!(target_endian = "big") { Charset::UTF_16BE } else { Charset::UTF_16LE };
const UTF_32: Charset = if cfg!(target_endian = "big") { Charset::UTF_32BE } else { Charset::UTF_32LE };

impl Name {
    /// Reads a name. Returns `None` if the label does not name a charset.
    ///
    /// The suffixes `//TRANSLIT`, `//IGNORE` and `//EXACT` can follow the label, in any number. With `//EXACT`, a label is taken
    /// literally even if it names the input charset. Other suffixes have no meaning, as in glibc.
    pub(crate) fn read(name: &[u8], side: Side) -> Option<Self> {
        let name = std::str::from_utf8(name).ok()?;
        let (label, rest) = name.split_once("//").unwrap_or((name, ""));
        let mut suffix = Suffix::default();
        let mut exact = side == Side::To;
        for word in rest.split(['/', ',']) {
            match word.to_ascii_uppercase().as_str() {
                "TRANSLIT" => suffix.transliterate = true,
                "IGNORE" => suffix.ignore = true,
                "EXACT" => exact = true,
                _ => {}
            }
        }
        let charset = internal(label).or_else(|| match exact {
            true => Label::read(label.as_bytes()).map(Label::exact),
            false => Charset::for_label(label.as_bytes()),
        });
        Some(Self { charset: charset.or_else(|| Charset::for_name(label))?, suffix })
    }
}

/// Returns the charset of a name from iconv(3), such as `WCHAR_T` for characters in memory. In other libraries, the empty
/// name and `char` stand for the charset of the locale. This library reads no locale, so both names mean UTF-8.
fn internal(label: &str) -> Option<Charset> {
    match label.replace(['-', '_'], "").to_ascii_uppercase().as_str() {
        "" | "CHAR" => Some(Charset::UTF_8),
        "WCHART" | "UCS4INTERNAL" | "INTERNAL" => Some(UTF_32),
        "UCS2INTERNAL" => Some(UTF_16),
        "UCS2" | "UCS2BE" | "ISO10646UCS2" | "UNICODEBIG" => Some(Charset::UTF_16BE),
        "UCS2LE" | "UNICODELITTLE" => Some(Charset::UTF_16LE),
        "UCS4" | "UCS4BE" | "ISO10646UCS4" => Some(Charset::UTF_32BE),
        "UCS4LE" => Some(Charset::UTF_32LE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_suffixes() {
        let read = |name: &str, side| Name::read(name.as_bytes(), side);
        let name = read("koi8-r//TRANSLIT//IGNORE", Side::To).unwrap();
        assert_eq!(
            (name.charset.name(), name.suffix),
            ("KOI8-R", Suffix { transliterate: true, ignore: true })
        );
        assert_eq!(read("latin1", Side::From).unwrap().charset, Charset::WINDOWS_1252);
        assert_eq!(read("latin1", Side::To).unwrap().charset, Charset::ISO_8859_1);
        assert_eq!(read("latin1//exact", Side::From).unwrap().charset, Charset::ISO_8859_1);
        assert_eq!(read("UTF-8//", Side::To).unwrap().suffix, Suffix::default());
        assert_eq!(read("", Side::To).unwrap().charset, Charset::UTF_8);
        assert_eq!(read("UCS4", Side::To).unwrap().charset, Charset::UTF_32BE);
        assert_eq!(read("x-runes", Side::From), None);
    }
}
