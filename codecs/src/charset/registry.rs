//! The list of charsets.

use super::identity::{Charset, Kind, Own};
use super::legacy::{WHATWG, code_pages};
use encoding_rs::Encoding;

/// The multi-octet WHATWG encodings except those for which this crate has a codec. GBK is decoded like GB18030.
/// Therefore the list has only GB18030 for both.
const WHATWG_MULTI_OCTET: [&Encoding; 5] = [
    encoding_rs::GB18030,
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::SHIFT_JIS,
];

impl Charset {
    /// All supported charsets.
    ///
    /// ```
    /// # extern crate mailutf_codecs as mailutf;
    /// use mailutf::charset::Charset;
    /// assert!(Charset::all().any(|charset| charset.name() == "KOI8-T"));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        let whatwg = WHATWG.iter().map(|(encoding, _)| *encoding).chain(WHATWG_MULTI_OCTET);
        let whatwg = whatwg.map(|encoding| Self(Kind::Whatwg(encoding)));
        let pages = code_pages::ALL.iter().map(|page| Self(Kind::CodePage(page)));
        Own::all().map(|own| Self(Kind::Own(own))).chain(whatwg).chain(pages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Alias;
    use std::collections::HashSet;

    #[test]
    fn each_charset_is_listed_once_and_almost_each_name_is_a_label() {
        let all: HashSet<Charset> = Charset::all().collect();
        assert_eq!(all.len(), Charset::all().count());
        let unnamed: Vec<Charset> =
            Charset::all().filter(|c| Charset::for_label(c.name().as_bytes()) != Some(*c)).collect();
        assert_eq!(
            unnamed.iter().map(|charset| charset.name()).collect::<Vec<_>>(),
            ["Modified-UTF-8", "UTF-8-RFC2279", "ISO-8859-1", "ISO-8859-9", "ISO-8859-11", "KOI8-U-RFC2319"],
            "no label means these"
        );
    }

    #[test]
    fn every_label_means_a_charset_of_the_list() {
        let all: HashSet<Charset> = Charset::all().collect();
        for alias in Alias::all() {
            assert!(all.contains(&alias.label().charset()), "{}", alias.name());
            assert!(all.contains(&alias.label().exact()), "{}", alias.name());
        }
    }
}
