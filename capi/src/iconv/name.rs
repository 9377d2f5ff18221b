//! The names that iconv_open(3) takes: a charset, and suffixes that say what to do with characters that the other charset lacks.

use mailutf::charset::{Charset, Label};

/// What to do with characters that the output charset lacks, and with ill-formed input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Suffix {
    /// `//TRANSLIT`: write a similar character.
    pub(crate) transliterate: bool,
    /// `//IGNORE`: leave the character out.
    pub(crate) ignore: bool,
}

/// A charset with its suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) charset: Charset,
    pub(crate) suffix: Suffix,
}

/// Whether a name is the input charset or the output charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The input charset. The name is a label of mail: `iso-8859-1` is windows-1252.
    From,
    /// The output charset. The name is literal: a mail program that converts to `iso-8859-1` writes that label.
    To,
}

/// UTF-16 in the byte order of this machine.
const UTF_16: Charset = if cfg!(target_endian = "big") { Charset::UTF_16BE } else { Charset::UTF_16LE };
const UTF_32: Charset = if cfg!(target_endian = "big") { Charset::UTF_32BE } else { Charset::UTF_32LE };

impl Name {
    /// Reads a name; `None` if it names no charset.
    ///
    /// Any of `//TRANSLIT`, `//IGNORE` and `//EXACT` may follow the label. With `//EXACT` a label is taken literally on both sides.
    /// Other suffixes have no meaning, as in glibc.
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

/// The names that iconv(3) has for characters in memory. In other libraries an empty name and `char` stand for the charset of the
/// locale. Here, where no locale is read, they mean UTF-8.
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
