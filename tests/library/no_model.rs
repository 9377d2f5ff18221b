//! Without the feature `detection`, text is read by its label and by the form of its octets. The frequency of
//! letters does not matter.

use mailutf::charset::detect::{candidates, detect, likelier_than, likeliest_of};
use mailutf::charset::{Charset, utf16_order};
use mailutf::text::MessageTexts;
use mailutf::{Code, Policy, header};

const RUSSIAN: &[u8] = b"\xCC\xFB \xEE\xF7\xE5\xED\xFC \xF0\xE0\xE4\xFB";

#[test]
fn labels_are_believed() {
    assert_eq!(header::decode(b"=?koi8-r?B?8NLJ18XU?="), "Привет");
    // The text is in windows-1251, which only its letters would show. So the label is believed.
    assert_eq!(header::decode(b"=?iso-8859-1?Q?=CC=FB_=EE=F7=E5=ED=FC_=F0=E0=E4=FB?="), "Ìû î÷åíü ðàäû");
    let message = [b"Content-Type: text/plain; charset=iso-8859-1\n\n", RUSSIAN].concat();
    let plan = mailutf::normalize(&message);
    assert!(plan.findings().iter().all(|finding| finding.code != Code::LabelDoubtful));
    assert!(!plan.is_unresolved());
}

#[test]
fn text_without_a_label_is_read_by_its_form_alone() {
    for (octets, charset) in [
        ("Привет".as_bytes(), Some(Charset::UTF_8)),
        (b"\xFE\xFF\0a", Some(Charset::UTF_16)),
        (b"\x1B$B$3$s$K$A$O\x1B(B", Some(Charset::ISO_2022_JP)),
        (RUSSIAN, None),
    ] {
        assert_eq!(detect(octets).map(|found| found.charset), charset);
        let message = [b"Content-Type: text/plain\n\n", octets].concat();
        let policy = Policy::default();
        let read = MessageTexts::parse(&message, &policy).text(0).map(|text| text.charset);
        assert_eq!(read.ok(), charset);
    }
}

#[test]
fn nuls_tell_the_byte_order() {
    assert_eq!(utf16_order(b"H\0i\0"), Some(Charset::UTF_16LE));
    assert_eq!(utf16_order(b"\0H\0i"), Some(Charset::UTF_16BE));
    assert_eq!(utf16_order(b"\x1F\x04\x40\x04"), None); // При: letters would show it
}

#[test]
fn the_caller_can_name_a_charset() {
    let windows_1251 = Charset::for_label(b"windows-1251").unwrap();
    let policy = Policy::for_display().with_fallback(Some(windows_1251));
    let message = [b"Content-Type: text/plain\n\n", RUSSIAN].concat();
    let text = MessageTexts::parse(&message, &policy).text(0).unwrap().text.into_owned();
    assert_eq!(text, "Мы очень рады");
}

#[test]
fn no_letters_count() {
    let koi8 = Charset::for_label(b"koi8-r").unwrap();
    assert!(candidates(RUSSIAN).is_empty());
    assert_eq!(likelier_than(RUSSIAN, Charset::WINDOWS_1252), None);
    assert_eq!(likeliest_of(RUSSIAN, &[koi8, Charset::WINDOWS_1252]), None);
    assert_eq!(likeliest_of(RUSSIAN, &[koi8]), Some(koi8));
}
