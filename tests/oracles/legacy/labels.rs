//! Compares our charset labels with each source of labels, and with the charsets that Python reads under its own
//! labels.

use super::oracle::{self, Verdict};
use mailutf::charset::{Alias, Label, Source, is_unsupported};
use std::collections::HashSet;

/// Every label that a registry or a library has for one of our charsets, in the spelling of that source. The file
/// is written by `tools/labels.py`.
const LABELS: &str = include_str!("../../vectors/labels.tsv");

fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    LABELS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut cells = line.split('\t');
        (cells.next().unwrap(), cells.next().unwrap(), cells.next().unwrap())
    })
}

#[test]
fn every_label_of_every_source() {
    for (label, source, same) in rows() {
        let read = Label::read(label.as_bytes());
        assert!(read.is_some(), "{label} of {source}");
        assert_eq!(read, Label::read(same.as_bytes()), "{label} of {source}");
        let dressed = format!(" \"{}\"; ", label.to_uppercase().replace('-', "_"));
        assert_eq!(Label::read(dressed.as_bytes()), read, "{dressed}");
    }
    let sources: HashSet<Source> = Alias::all().map(Alias::source).collect();
    assert_eq!(sources.len(), 8);
}

/// The name by which other programs know the charset of a label must equal our name.
#[test]
fn names() {
    // The WHATWG calls these charsets by the name of a subset.
    let wider = ["windows-31j", "windows-949", "big5-hkscs"];
    for same in rows().map(|(_, _, same)| same).filter(|same| !wider.contains(same)) {
        let name = Label::read(same.as_bytes()).unwrap().name();
        assert!(name.eq_ignore_ascii_case(same), "{same} is {name}");
    }
}

/// The forms in which Windows writes the numbers of code pages, and Outlook the numbers of the charsets of its
/// fonts.
#[test]
fn numbers() {
    for (label, name) in [
        ("cp936", "GBK"),
        ("ms949", "EUC-KR"),
        ("cp-850", "IBM850"),
        ("win-1257", "windows-1257"),
        ("windows1252", "windows-1252"),
        ("x-cp1251", "windows-1251"),
        ("ibm-037", "IBM037"),
        ("ibm00858", "IBM00858"),
        ("cp1361", "Johab"),
        ("65001", "UTF-8"),
        ("134", "GBK"),
        ("1251", "windows-1251"),
        ("646", "US-ASCII"),
        ("code page 1251", "windows-1251"),
    ] {
        assert_eq!(Label::read(label.as_bytes()).map(Label::name), Some(name), "{label}");
    }
}

/// Labels that other libraries lack, collected from bug reports about frappe, zammad, nodemailer, go-message, alot
/// and others.
#[test]
fn labels_that_others_lack() {
    for (label, name) in [
        ("ks_c_5601-1987", "EUC-KR"),
        ("iso-8859-8-i", "ISO-8859-8-I"),
        ("iso-8859-8-e", "ISO-8859-8"),
        ("windows-874", "windows-874"),
        ("x-UTF_8J", "UTF-8"),
        ("unicode-1-1-utf-7", "UTF-7"),
        ("unicode-1-1-utf-8", "UTF-8"),
        ("ansi_x3.4-1968", "US-ASCII"),
        ("ISO-646-US", "US-ASCII"),
        ("x-sjis", "Shift_JIS"),
        ("x-gbk", "GBK"),
        ("x-mac-cyrillic", "x-mac-cyrillic"),
        ("iso-8859-1-windows-3.1-latin-1", "windows-1252"),
        ("x-ia5-german", "DIN_66003"),
        // Despite its name, this label does not mean the German version of ISO 646: texts under this
        // label contain `|`.
        ("X-IAS-German", "US-ASCII"),
        ("uft-8", "UTF-8"),
        ("utf-8*en", "UTF-8"),
        ("csCESU-8", "CESU-8"),
        ("cesu8", "CESU-8"),
        ("csCP50220", "ISO-2022-JP"),
        ("csCP51932", "EUC-JP"),
        ("csUnicode11", "UTF-16"),
        ("iso-ir-2", "US-ASCII"),
        ("irv", "US-ASCII"),
        ("utf-7-imap", "IMAP-UTF-7"),
        ("IMAP-mailbox-name", "IMAP-UTF-7"),
        ("mutf-7", "IMAP-UTF-7"),
        ("ibm-eucCN", "GB2312"),
        ("EBCDIC-US", "IBM037"),
        ("ST_SEV_358-88", "ISO-8859-5"),
        ("charset=us-ascii", "US-ASCII"),
    ] {
        assert_eq!(Label::read(label.as_bytes()).map(Label::name), Some(name), "{label}");
    }
}

/// Letters of many scripts. Charsets differ in the octets of these letters.
const SHOWN: &str = "Az09 {}~ é ß ő Ż Ж я α Ω ש ب ก あ 亜 ア 中 國 한 ─ €";

/// Python reads the octets that we write under each name that Python has. Characters that Python's charset lacks are
/// not compared, because Python's charset can be a subset of ours.
#[test]
fn python_agrees_on_its_names() {
    let mut written = Vec::new();
    for (name, ..) in rows().filter(|(_, source, _)| *source == "Python") {
        let label = Label::read(name.as_bytes()).unwrap();
        for character in SHOWN.chars() {
            if let Ok(octets) = label.charset().encode(&String::from(character))
                && label.exceeded_by(&octets).is_none()
            {
                written.push((name, octets.into_owned(), character));
            }
        }
    }
    let texts: Vec<_> = written.iter().map(|(name, octets, _)| (*name, octets.clone())).collect();
    for ((name, octets, character), theirs) in written.iter().zip(oracle::decode(&texts).unwrap_or_default())
    {
        match theirs {
            // At the octet 0x7E, Python has the overline of JIS X 0201, but all mail has the tilde of US-ASCII.
            Verdict::Text(text) if text == "‾" => assert_eq!(&**octets, b"~", "{name}"),
            Verdict::Text(text) => assert_eq!(text, character.to_string(), "{name} {octets:02X?}"),
            Verdict::Refused => {}
            // Python itself does not find this name, because the name has capital letters.
            Verdict::Unknown => assert_eq!(*name, "csHPRoman8"),
        }
    }
}

/// Commands that print the labels of iconv, ICU and Python, one on each line. Python's labels that do not name a
/// charset are left out.
const OTHERS: [(&str, &[&str]); 3] = [
    ("iconv", &["-l"]),
    ("uconv", &["-l"]),
    (
        "python3",
        &[
            "-c",
            "import codecs, encodings, encodings.aliases as a, pkgutil
none = {'charmap', 'mbcs', 'oem', 'dbcs', 'idna', 'punycode', 'undefined', 'rot_13', 'unicode_escape', 'raw_unicode_escape', 'aliases'}
names = {m.name for m in pkgutil.iter_modules(encodings.__path__)} | {*a.aliases, *a.aliases.values()}
for name in names:
    codec = a.aliases.get(name, name)
    if codec not in none and not codec.endswith('_codec') and name not in none and (name + '_codec') not in a.aliases.values():
        print(name)",
        ],
    ),
];

/// Each label that another program knows also names a charset in this library. The charset can be unsupported, but
/// then no other charset is guessed for the text.
#[test]
fn labels_of_other_programs_name_charsets() {
    // The first label asks for a guess itself. The second is a number that mail does not use in the meaning that
    // ICU gives it.
    let guessed = ["x-JISAutoDetect", "5601"];
    for (program, arguments) in OTHERS {
        let Ok(done) = std::process::Command::new(program).args(arguments).output() else {
            println!("not compared: {program} is missing");
            continue;
        };
        let said = String::from_utf8_lossy(&done.stdout);
        let labels = said.split_whitespace().map(|label| label.trim_end_matches('/'));
        // glibc prints an empty suffix (`//`) after each name. ICU also prints its versions, which are not labels.
        let labels = labels.filter(|label| !label.contains(['=', ',']) && !guessed.contains(label));
        let unknown = labels
            .filter(|label| Label::read(label.as_bytes()).is_none() && !is_unsupported(label.as_bytes()));
        assert_eq!(unknown.collect::<Vec<_>>(), [""; 0], "{program}");
    }
}
