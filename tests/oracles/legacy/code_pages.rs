//! Compares every octet of every single-octet charset with another decoder.

use super::oracle::{self, Verdict};
use mailutf::charset::{Charset, Label};

/// The name of each charset, and its decoder in the notation of `oracle::decode`.
const PAGES: &[(&str, &str)] = &[
    ("IBM437", "cp437"),
    ("DOS-720", "cp720"),
    ("IBM737", "cp737"),
    ("IBM775", "cp775"),
    ("IBM850", "cp850"),
    ("IBM851", "iconv:IBM851"),
    ("IBM852", "cp852"),
    ("IBM855", "cp855"),
    ("IBM856", "cp856"),
    ("IBM857", "cp857"),
    ("IBM00858", "cp858"),
    ("IBM860", "cp860"),
    ("IBM861", "cp861"),
    ("IBM862", "cp862"),
    ("IBM863", "cp863"),
    ("IBM864", "cp864"),
    ("IBM865", "cp865"),
    ("IBM869", "cp869"),
    ("IBM1006", "cp1006"),
    ("IBM1046", "iconv:IBM1046"),
    ("IBM1124", "iconv:IBM1124"),
    ("IBM1125", "cp1125"),
    ("IBM1129", "iconv:IBM1129"),
    ("IBM1133", "iconv:IBM1133"),
    ("MIK", "iconv:MIK"),
    ("ARMSCII-8", "iconv:ARMSCII-8"),
    ("DEC-MCS", "iconv:DEC-MCS"),
    ("ECMA-cyrillic", "iconv:ECMA-CYRILLIC"),
    ("Georgian-Academy", "iconv:GEORGIAN-ACADEMY"),
    ("Georgian-PS", "iconv:GEORGIAN-PS"),
    ("hp-roman8", "hp_roman8"),
    ("ISIRI-3342", "iconv:ISIRI-3342"),
    ("ISO-IR-197", "iconv:ISO-IR-197"),
    ("KOI8-T", "koi8_t"),
    ("KZ-1048", "kz1048"),
    ("PTCP154", "ptcp154"),
    ("TCVN", "iconv:TCVN5712-1"),
    ("VISCII", "iconv:VISCII"),
    ("WIN-SAMI-2", "iconv:WIN-SAMI-2"),
    ("x-mac-arabic", "mac_arabic"),
    ("x-mac-ce", "mac_latin2"),
    ("x-mac-croatian", "mac_croatian"),
    ("x-mac-farsi", "mac_farsi"),
    ("x-mac-greek", "mac_greek"),
    ("x-mac-icelandic", "mac_iceland"),
    ("x-mac-romanian", "mac_romanian"),
    ("x-mac-sami", "iconv:MAC-SAMI"),
    ("x-mac-turkish", "mac_turkish"),
    ("CSA_Z243.4-1985-1", "iconv:ISO646-CA"),
    ("CSA_Z243.4-1985-2", "iconv:ISO646-CA2"),
    ("GB_1988-80", "iconv:ISO646-CN"),
    ("DIN_66003", "iconv:ISO646-DE"),
    ("DS_2089", "iconv:ISO646-DK"),
    ("ES", "iconv:ISO646-ES"),
    ("ES2", "iconv:ISO646-ES2"),
    ("NF_Z_62-010", "iconv:ISO646-FR"),
    ("BS_4730", "iconv:ISO646-GB"),
    ("MSZ_7795.3", "iconv:ISO646-HU"),
    ("IT", "iconv:ISO646-IT"),
    ("JIS_C6220-1969-ro", "iconv:ISO646-JP"),
    ("NS_4551-1", "iconv:ISO646-NO"),
    ("NS_4551-2", "iconv:ISO646-NO2"),
    ("PT", "iconv:ISO646-PT"),
    ("SEN_850200_B", "iconv:ISO646-SE"),
    ("SEN_850200_C", "iconv:ISO646-SE2"),
    ("JUS_I.B1.002", "iconv:ISO646-YU"),
    ("IBM037", "cp037"),
    ("IBM273", "iconv:IBM273"),
    ("IBM277", "iconv:IBM277"),
    ("IBM278", "iconv:IBM278"),
    ("IBM280", "iconv:IBM280"),
    ("IBM284", "iconv:IBM284"),
    ("IBM285", "iconv:IBM285"),
    ("IBM297", "iconv:IBM297"),
    ("IBM420", "iconv:IBM420"),
    ("IBM423", "iconv:IBM423"),
    ("IBM424", "cp424"),
    ("IBM500", "cp500"),
    ("IBM870", "iconv:IBM870"),
    ("IBM871", "iconv:IBM871"),
    ("IBM875", "iconv:IBM875"),
    ("IBM880", "iconv:IBM880"),
    ("IBM905", "iconv:IBM905"),
    ("IBM1025", "iconv:IBM1025"),
    ("IBM1026", "cp1026"),
    ("IBM1047", "iconv:IBM1047"),
    ("IBM01140", "cp1140"),
    ("IBM01141", "iconv:IBM1141"),
    ("IBM01142", "iconv:IBM1142"),
    ("IBM01143", "iconv:IBM1143"),
    ("IBM01144", "iconv:IBM1144"),
    ("IBM01145", "iconv:IBM1145"),
    ("IBM01146", "iconv:IBM1146"),
    ("IBM01147", "iconv:IBM1147"),
    ("IBM01148", "iconv:IBM1148"),
    ("IBM01149", "iconv:IBM1149"),
    ("iso-8859-2", "iso8859_2"),
    ("iso-8859-3", "iso8859_3"),
    ("iso-8859-4", "iso8859_4"),
    ("iso-8859-5", "iso8859_5"),
    ("iso-8859-6", "iso8859_6"),
    ("iso-8859-7", "iso8859_7"),
    ("iso-8859-8", "iso8859_8"),
    ("iso-8859-10", "iso8859_10"),
    ("iso-8859-13", "iso8859_13"),
    ("iso-8859-14", "iso8859_14"),
    ("iso-8859-15", "iso8859_15"),
    ("iso-8859-16", "iso8859_16"),
    ("windows-1250", "cp1250"),
    ("windows-1251", "cp1251"),
    ("windows-1252", "cp1252"),
    ("windows-1253", "cp1253"),
    ("windows-1254", "cp1254"),
    ("windows-1255", "cp1255"),
    ("windows-1256", "cp1256"),
    ("windows-1257", "cp1257"),
    ("windows-1258", "cp1258"),
    ("windows-874", "cp874"),
    ("koi8-r", "koi8_r"),
    ("koi8-u", "koi8_u"),
    ("ibm866", "cp866"),
    ("macintosh", "mac_roman"),
    ("x-mac-cyrillic", "mac_cyrillic"),
];

/// Charsets that neither Python nor `iconv` decodes. Perl decodes them.
const ALONE: [&str; 3] = ["NEXTSTEP", "x-mac-hebrew", "x-mac-thai"];

/// The octets that the other decoder reads differently: the charset, the octet, our character, and the character of
/// the other decoder.
const DIFFER: &[(&str, u8, Option<char>, Option<char>)] = &[
    // glibc has early tables of RFC 1345. Our tables are those of IBM, taken from Java.
    ("IBM278", 0x71, Some('\\'), Some('É')),
    ("IBM278", 0xE0, Some('É'), Some('\\')),
    ("IBM285", 0xA1, Some('¯'), Some('‾')),
    ("IBM871", 0x4A, Some('Þ'), Some('þ')),
    ("IBM871", 0xC0, Some('þ'), Some('Þ')),
    ("IBM875", 0x6A, Some('|'), None),
    ("IBM875", 0x74, Some('\u{A0}'), Some('∇')),
    ("IBM875", 0xDD, Some('\u{387}'), Some('\u{B7}')),
    // We follow the WHATWG, which adds a character of Windows to windows-1255, and two letters of KOI8-RU to KOI8-U.
    ("windows-1255", 0xCA, Some('\u{5BA}'), None),
    ("koi8-u", 0xAE, Some('ў'), Some('╝')),
    ("koi8-u", 0xBE, Some('Ў'), Some('╬')),
];

fn octets(charset: Charset) -> Vec<Option<char>> {
    (0..=u8::MAX)
        .map(|octet| {
            let octets = [octet];
            let text = charset.decode_strict(&octets).ok()?;
            assert_eq!(text.chars().count(), 1);
            text.chars().next()
        })
        .collect()
}

/// Decodes every octet with each decoder, or returns `None` without Python.
fn oracles<'a>(decoders: impl Iterator<Item = &'a str>) -> Option<Vec<Verdict>> {
    let octets = |decoder| (0..=u8::MAX).map(move |octet| (decoder, vec![octet]));
    oracle::decode(&decoders.flat_map(octets).collect::<Vec<_>>())
}

#[test]
fn every_octet_matches_its_source() {
    let Some(theirs) = oracles(PAGES.iter().map(|(_, decoder)| *decoder)) else { return };
    let mut wrong = Vec::new();
    for ((label, _), theirs) in PAGES.iter().zip(theirs.chunks(256)) {
        let ours = octets(Charset::for_label(label.as_bytes()).unwrap());
        for (octet, (ours, theirs)) in (0..=u8::MAX).zip(ours.into_iter().zip(theirs)) {
            let theirs = match theirs {
                Verdict::Text(text) => text.chars().next(),
                Verdict::Refused => None,
                Verdict::Unknown => continue,
            };
            // Some octets are undefined in the tables of Windows. The WHATWG standard reads these octets as control
            // characters.
            let control = theirs.is_none() && octet < 0xA0 && ours == Some(char::from(octet));
            if ours != theirs && !control && !DIFFER.contains(&(*label, octet, ours, theirs)) {
                wrong.push(format!("({label:?}, 0x{octet:02X}, {ours:?}, {theirs:?})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join(",\n"));
}

#[test]
fn each_has_a_decoder_and_the_checksums_match() {
    let single = || Charset::all().filter(|charset| charset.is_single_octet());
    let compared: Vec<Charset> =
        PAGES.iter().filter_map(|(label, _)| Charset::for_label(label.as_bytes())).collect();
    // No label means KOI8-U by RFC 2319, so `PAGES` cannot have it.
    let known = |name: &str| ALONE.contains(&name) || name == "KOI8-U-RFC2319";
    for charset in single().filter(|charset| !known(charset.name())) {
        let exact = Label::read(charset.name().as_bytes()).is_some_and(|label| label.exact() == charset);
        assert!(exact || compared.contains(&charset), "{charset}");
    }
    let characters = single().flat_map(octets).flat_map(|c| c.map_or(0, u32::from).to_be_bytes());
    assert_eq!(oracle::checksum(characters), 0xE07CB5B55B2CB6E8);
}

/// ISO-8859-1, ISO-8859-9 and ISO-8859-11 are compared with Python. In mail, their labels mean the wider charsets of
/// Windows, so only `Label::exact` returns the three charsets of ISO.
#[test]
fn exact_readings() {
    let labels = [("iso-8859-1", "latin_1"), ("iso-8859-9", "iso8859_9"), ("iso-8859-11", "iso8859_11")];
    let Some(theirs) = oracles(labels.iter().map(|(_, codec)| *codec)) else { return };
    for ((label, _), theirs) in labels.iter().zip(theirs.chunks(256)) {
        let ours = octets(Label::read(label.as_bytes()).unwrap().exact());
        let ours = ours.iter().map(|c| c.map_or(Verdict::Refused, |c| Verdict::Text(c.into())));
        assert!(ours.eq(theirs.iter().cloned()), "{label}");
    }
}

/// Octets without a character in windows-1252 are decoded to control characters, and encoded back to the same
/// octets.
#[test]
fn windows_1252_round_trip() {
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let text = Charset::WINDOWS_1252.decode_strict(&all).unwrap();
    assert_eq!(&*Charset::WINDOWS_1252.encode(&text).unwrap(), all);
}
