//! Hints in header fields about the language of a message. They are weak evidence, because people everywhere write in
//! many languages. Each hint has a weight in nats (natural logarithm of the ratio of the probabilities). All
//! functions take linear time.

use crate::span::Span;
use crate::syntax::date::DateTime;
use crate::syntax::header_block::HeaderBlock;

/// The greatest weight that all hints together can give to a language, in nats.
const MOST: f64 = 2.0;

/// The weight of a hint of each kind, in nats.
const LANGUAGE: f64 = 2.0;
const SENDER: f64 = 1.5;
const MAILER: f64 = 1.0;
const RECIPIENT: f64 = 0.5;
const ZONE: f64 = 0.25;

/// The fields with the domain of a sender or receiver, and the weights of their hints.
const DOMAINS: [(&str, f64); 5] =
    [("From", SENDER), ("Sender", SENDER), ("Message-ID", SENDER), ("To", RECIPIENT), ("Cc", RECIPIENT)];

/// Top-level domains of countries (ISO 3166), and the usual languages of mail from these countries.
const COUNTRIES: [(&str, &str); 76] = [
    ("ae", "ar"),
    ("al", "sq"),
    ("am", "hy"),
    ("ar", "es"),
    ("at", "de"),
    ("az", "az"),
    ("ba", "hr sr"),
    ("be", "nl fr"),
    ("bg", "bg"),
    ("br", "pt"),
    ("by", "ru be"),
    ("ca", "fr"),
    ("cat", "ca es"),
    ("ch", "de fr it"),
    ("cl", "es"),
    ("cn", "zh-Hans"),
    ("co", "es"),
    ("cz", "cs"),
    ("de", "de"),
    ("dk", "da"),
    ("dz", "ar fr"),
    ("ee", "et"),
    ("eg", "ar"),
    ("es", "es ca gl eu"),
    ("fi", "fi sv"),
    ("fo", "fo da"),
    ("fr", "fr"),
    ("ge", "ka"),
    ("gr", "el"),
    ("hk", "zh-Hant"),
    ("hr", "hr"),
    ("hu", "hu"),
    ("ie", "ga"),
    ("il", "he"),
    ("iq", "ar"),
    ("ir", "fa"),
    ("is", "is"),
    ("it", "it"),
    ("jo", "ar"),
    ("jp", "ja"),
    ("kr", "ko"),
    ("kw", "ar"),
    ("kz", "ru kk"),
    ("lb", "ar fr"),
    ("lt", "lt"),
    ("lu", "fr de"),
    ("lv", "lv"),
    ("ma", "ar fr"),
    ("md", "ro"),
    ("me", "hr sr"),
    ("mk", "mk sq"),
    ("mo", "zh-Hant"),
    ("mt", "mt"),
    ("mx", "es"),
    ("nl", "nl"),
    ("no", "nb"),
    ("pe", "es"),
    ("pk", "ur"),
    ("pl", "pl"),
    ("pt", "pt"),
    ("ro", "ro hu"),
    ("rs", "sr hr"),
    ("ru", "ru"),
    ("sa", "ar"),
    ("se", "sv"),
    ("sg", "zh-Hans"),
    ("si", "sl"),
    ("sk", "sk hu"),
    ("su", "ru"),
    ("th", "th"),
    ("tj", "tg ru"),
    ("tr", "tr"),
    ("tw", "zh-Hant"),
    ("ua", "uk ru"),
    ("ve", "es"),
    ("vn", "vi"),
];

/// The names of mail programs that are used mostly by speakers of some languages. The names occur in X-Mailer and
/// User-Agent.
const MAILERS: [(&str, &str); 9] = [
    ("The Bat!", "ru uk"),
    ("Foxmail", "zh-Hans"),
    ("DreamMail", "zh-Hans"),
    ("Becky!", "ja"),
    ("EdMax", "ja"),
    ("WeMail", "ja"),
    ("Winbiff", "ja"),
    ("AL-Mail", "ja"),
    ("Datula", "ja"),
];

/// Offsets from UTC in hours, and the most frequent languages in the time zone.
const ZONES: [(i16, &str); 9] = [
    (0, "pt is"),
    (1, "de fr es it nl da sv nb pl cs sk hu hr sl sr sq"),
    (2, "fi et lv lt ro el bg uk he ar"),
    (3, "ru tr ar"),
    (4, "hy ka az"),
    (5, "ru kk ur"),
    (7, "th vi"),
    (8, "zh-Hans zh-Hant"),
    (9, "ja ko"),
];

/// Returns the languages that `header` hints at, with the weights of the hints in nats. `input` is the message.
pub(in crate::text) fn languages(input: &[u8], header: &HeaderBlock) -> Vec<(&'static str, f64)> {
    let body = |name| header.field(input, name).map_or(&b""[..], |field| field.body.slice(input));
    let mut hints: Vec<(&'static str, f64)> = Vec::new();
    let mut hint = |languages: &'static str, nats: f64| {
        for language in languages.split(' ') {
            match hints.iter_mut().find(|(other, _)| *other == language) {
                Some((_, sum)) => *sum = (*sum + nats).min(MOST),
                None => hints.push((language, nats)),
            }
        }
    };
    let mut senders = false;
    for (name, nats) in DOMAINS {
        let found = country(body(name)).filter(|_| nats < SENDER || !senders);
        senders |= found.is_some();
        found.into_iter().for_each(|languages| hint(languages, nats));
    }
    let tags = body("Content-Language").split(|octet| matches!(octet, b',' | b' ' | b'\t'));
    tags.filter_map(language_of_tag).for_each(|language| hint(language, LANGUAGE));
    for (name, languages) in MAILERS {
        let mailer = ["X-Mailer", "User-Agent"].iter().any(|field| contains(body(field), name));
        mailer.then(|| hint(languages, MAILER));
    }
    let date = header.field(input, "Date").and_then(|field| zone(input, field.body));
    date.into_iter().for_each(|languages| hint(languages, ZONE));
    hints
}

/// Returns the languages of the country that the last domain in a field body names.
fn country(body: &[u8]) -> Option<&'static str> {
    let at = memchr::memrchr(b'@', body)?;
    let domain = body.get(at + 1..)?;
    let end =
        domain.iter().position(|octet| !(octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b'-')));
    let domain = domain.get(..end.unwrap_or(domain.len()))?;
    let top = domain.rsplit(|octet| *octet == b'.').next()?;
    let is_top = |(code, _): &&(&str, &str)| code.as_bytes().eq_ignore_ascii_case(top);
    COUNTRIES.iter().find(is_top).map(|(_, languages)| *languages)
}

/// Returns the language that a language tag names (RFC 5646). For Chinese, the script or region decides between
/// simplified and traditional.
fn language_of_tag(tag: &[u8]) -> Option<&'static str> {
    let mut subtags = tag.split(|octet| matches!(octet, b'-' | b'_'));
    let first = subtags.next()?;
    if first.eq_ignore_ascii_case(b"zh") {
        let mut traditional = [&b"Hant"[..], b"TW", b"HK", b"MO"].into_iter();
        let is_traditional = subtags.any(|tag| traditional.any(|other| tag.eq_ignore_ascii_case(other)));
        return Some(if is_traditional { "zh-Hant" } else { "zh-Hans" });
    }
    let mut languages =
        COUNTRIES.iter().flat_map(|(_, languages)| languages.split(' ')).chain(["en", "cy", "eo"]);
    languages.find(|language| language.as_bytes().eq_ignore_ascii_case(first))
}

/// Returns the languages of the time zone of a date.
fn zone(input: &[u8], body: Span) -> Option<&'static str> {
    let offset = DateTime::parse(body.slice(input))?.offset?;
    ZONES.iter().find(|(hours, _)| hours * 60 == offset).map(|(_, languages)| *languages)
}

fn contains(text: &[u8], name: &str) -> bool {
    memchr::memmem::find(text, name.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::header_block::header_block;

    fn hints(input: &str) -> Vec<(&'static str, f64)> {
        languages(input.as_bytes(), &header_block(input.as_bytes(), Span::new(0, input.len())))
    }

    #[test]
    fn each_field_gives_its_hint() {
        for (input, hint) in [
            ("From: Jan <jan@mail.example.cz> (home)\n\n", ("cs", 1.5)),
            ("Message-ID: <1@EXAMPLE.PL>\nFrom: a@example.org\n\n", ("pl", 1.5)),
            ("To: a@example.kr\n\n", ("ko", 0.5)),
            ("Content-Language: zh-TW, en\n\n", ("zh-Hant", 2.0)),
            ("Content-Language: de-CH\nFrom: a@example.ch\n\n", ("de", 2.0)),
            ("X-Mailer: The Bat! (v1.62r)\n\n", ("ru", 1.0)),
            ("Date: Sat, 21 Nov 2026 10:00:00 +0900\n\n", ("ja", 0.25)),
        ] {
            assert!(hints(input).contains(&hint), "{input}: {:?}", hints(input));
        }
        assert_eq!(hints("From: a@example.org\nX-Mailer: mail\nDate: never\n\n"), []);
    }
}
