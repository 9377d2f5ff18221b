//! Labels of charsets that this library does not support. Text with such a label is in none of the supported
//! charsets. Therefore no supported charset is guessed for the text. `docs/charsets.md` says why each charset is
//! not supported.

use super::lookup::folded;

/// The names of unsupported charsets, as [`folded`] writes them. A `*` stands for any text at the end of a
/// name.
const UNSUPPORTED: [&str; 147] = [
    "vni*",
    "xvietvni*",
    "vietvni*",
    "vps*",
    "xvps*",
    "xvietvps*",
    "iscii*",
    "xiscii*",
    "tscii*",
    "xtscii*",
    "tab",
    "tam",
    "xsununicodeindia*",
    "xmac*",
    "ebcdic*",
    "csebcdic*",
    "utfebcdic",
    "ibm*",
    "csibm*",
    "xibm*",
    "cp*",
    "ccsid*",
    "lmbcs*",
    "838",
    "866nav",
    "868",
    "904",
    "921",
    "922",
    "930",
    "933",
    "935",
    "937",
    "939",
    "964",
    "1097",
    "1098",
    "1112",
    "1122",
    "1123",
    "osf0*",
    "osf1*",
    "hpgreek8",
    "hpthai8",
    "thai8",
    "hpturkish8",
    "turkish8",
    "turkish",
    "hproman9",
    "roman9",
    "r9",
    "hebrew8",
    "windows5700*",
    "windows5701*",
    "macos*",
    "palmos",
    "adobestandardencoding",
    "csadobe*",
    "xms932-0213",
    "shiftjis78",
    "sjis78",
    "jis8",
    "iso8859-6s",
    "xiso8859-6s",
    "xwindows1256s",
    "iso8859-9e",
    "iso88599e",
    "gb2312-1980-0",
    "gsm*",
    "compoundtext",
    "xcompoundtext",
    "x11compoundtext",
    "ucs4be",
    "ucs4le",
    "iso10646",
    "wchart",
    "utf16platformendian",
    "utf16oppositeendian",
    "utf32platformendian",
    "utf32oppositeendian",
    "scsu",
    "csscsu",
    "bocu*",
    "csbocu*",
    "utf1",
    "iso10646utf1",
    "wtf8",
    "iso646*",
    "isoir*",
    "iso6937*",
    "iso5427*",
    "iso5428*",
    "iso2033*",
    "iso9036",
    "iso10367*",
    "iso11548*",
    "isotr11548*",
    "t61*",
    "koi7*",
    "greek7*",
    "greekccitt",
    "latingreek*",
    "ansix3-110*",
    "arabic7",
    "asmo449",
    "brf",
    "csat500*",
    "csn369103",
    "cuba",
    "cwi",
    "cwi2",
    "e13b",
    "iecp27*",
    "inis*",
    "jisc6229*",
    "jpocrb",
    "ksc5636",
    "csksc5636",
    "naplps",
    "natsdano",
    "natssefi",
    "csnats*",
    "ncnc00*",
    "nfz62*",
    "pt2",
    "csiso103*",
    "csiso10367*",
    "csiso139*",
    "csiso143*",
    "csiso150*",
    "csiso151*",
    "csiso18greek*",
    "csiso19latin*",
    "csiso2033",
    "csiso25*",
    "csiso27*",
    "csiso49*",
    "csiso50*",
    "csiso51*",
    "csiso5427*",
    "csiso5428*",
    "csiso84*",
    "csiso88*",
    "csiso89*",
    "csiso90",
    "csiso92*",
    "csiso99*",
];

/// Whether `label` names a charset that this crate does not support. First ask
/// [`Charset::for_label`](crate::charset::Charset::for_label): the result means
/// nothing for a label that it knows. The time is linear in the
/// length of the label.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::is_unsupported;
/// assert!(is_unsupported(b"x-viet-vni"));
/// assert!(!is_unsupported(b"no-such-charset"));
/// ```
pub fn is_unsupported(label: &[u8]) -> bool {
    let Some(key) = folded(label) else { return false };
    UNSUPPORTED.iter().any(|name| match name.strip_suffix('*') {
        Some(start) => key.starts_with(start),
        None => key == *name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that [`UNSUPPORTED`] has the same labels, in the same order, as the first column of the
    /// table in `docs/charsets.md`.
    #[test]
    fn the_documentation_lists_the_same_labels() {
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/charsets.md");
        // The published package of this crate does not contain `docs/charsets.md`.
        let Ok(document) = std::fs::read_to_string(place) else { return };
        let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
        let labels = rows.flat_map(|row| row.trim_end_matches('`').split("` `"));
        let star = |label: &str| if label.ends_with('*') { "*" } else { "" };
        let folded =
            labels.map(|label| folded(label.trim_end_matches('*').as_bytes()).unwrap() + star(label));
        assert_eq!(folded.collect::<Vec<_>>(), UNSUPPORTED);
    }

    #[test]
    fn labels_of_supported_charsets_and_of_none_are_not_among_them() {
        for label in
            ["foo-bar", "iso-8858-15", "unknown-8bit", "x-user-defined", "", "windows-1259", "utf-88"]
        {
            assert!(!is_unsupported(label.as_bytes()), "{label}");
        }
        assert!(is_unsupported(b"x-VIET-VNI") && is_unsupported(b"\"TSCII\""));
    }
}
