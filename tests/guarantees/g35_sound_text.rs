//! Guarantee G35 (docs/guarantees.md): text that decodes without an error under its label is converted by its label,
//! or left unchanged with a finding. The library reads such text in another charset only with proof, and the caller
//! can override every reading.

use crate::proptest_config;
use mailutf::charset::Charset;
use mailutf::policy::{Doubtful, HeaderForm};
use mailutf::rules::Rules;
use mailutf::text::{Context, MessageTexts, resolve};
use mailutf::{Normalizer, Policy, Severity, header, normalize};
use proptest::prelude::*;
use std::sync::LazyLock;

/// Words and sentences that are easily taken for something else. In some charset, their octets are valid UTF-8,
/// printable US-ASCII, or words in another charset.
const TEXTS: [&str; 61] = [
    "жжжжж",
    "ŅŠŪŽ",
    "КӨРІНІСІ",
    "ТҮРІ",
    "Թեմա",
    "BĚŽI",
    "POSPĚŠENJA",
    "puòpuòpuòpuòpuòpuò",
    "编号\n状态\n状态",
    "状态",
    "一小\n一小\n一小",
    "示式",
    "模式使",
    "为什么",
    "眉",
    "漏 20 升",
    "ok么",
    "done没",
    "撣語",
    "连结",
    "連結\n連結",
    "イン引\nック\nック",
    "数据",
    "用户",
    "是否存在",
    "字符串",
    "当前版本",
    "СІНІ",
    "Ці слова",
    "Ні! Ні!",
    "цілі",
    "её",
    "од",
    "тое",
    "тип",
    "ЦП",
    "кБ",
    "секунд",
    "списка",
    "товчин",
    "МЕСТОПОЛОЖЕНИЕТО",
    "LIBERTÉ\u{A0}!",
    "COMANDĂ”",
    "BĚŽNĚ”",
    "đó",
    "ลบ",
    "Größe – schön",
    "Zażółć gęślą jaźń",
    "Καλημέρα σας",
    "שלום עולם",
    "Arial체",
    "안녕하세요",
    "░▒▓█",
    "Ă®",
    "COLĂ®",
    "-48 дБ",
    "êñù",
    "REPÙBLICA",
    "ㅋㅋ ㅎㅎ",
    "ﾄｳｷﾖｳ",
    "āáǎà",
];

/// Each charset that has a label, with the texts whose characters it has.
static LABELLED: LazyLock<Vec<(Charset, Vec<&str>)>> = LazyLock::new(|| {
    let named =
        Charset::all().filter(|charset| Charset::for_label(charset.name().as_bytes()) == Some(*charset));
    let of = |charset: Charset| {
        let is_sound = |text: &&str| {
            let octets = charset.encode(text).ok();
            octets.is_some_and(|octets| charset.decode_strict(&octets).is_ok_and(|read| read == **text))
        };
        (charset, TEXTS.into_iter().filter(is_sound).collect::<Vec<_>>())
    };
    named.map(of).filter(|(_, texts)| !texts.is_empty()).collect()
});

/// A place in a message where text has a charset label.
#[derive(Clone, Copy, Debug)]
enum Place {
    Body,
    Base64Word,
    QuotedWord,
    Name,
    Parameter,
}

const PLACES: [Place; 5] = [Place::Body, Place::Base64Word, Place::QuotedWord, Place::Name, Place::Parameter];

impl Place {
    /// Returns a message with `octets` in this place, under the label `label`.
    fn message(self, octets: &[u8], label: &str) -> Vec<u8> {
        let escaped =
            |mark: char| octets.iter().map(|octet| format!("{mark}{octet:02X}")).collect::<String>();
        let base64 = mailutf::transfer::base64::encode_word(octets);
        let message = match self {
            Self::Body => {
                let (escaped, kind) = (escaped('=').replace("=0A", "=0A=\n"), "quoted-printable");
                format!(
                    "Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: {kind}\n\n{escaped}"
                )
            }
            Self::Base64Word => format!("Subject: =?{label}?B?{base64}?=\n\n"),
            Self::QuotedWord => format!("Subject: =?{label}?Q?{}?=\n\n", escaped('=')),
            Self::Name => format!("From: =?{label}?B?{base64}?= <a@b.example>\n\n"),
            Self::Parameter => {
                format!("Content-Disposition: inline; filename*={label}''{}\n\n", escaped('%'))
            }
        };
        message.into_bytes()
    }

    /// The text that the message has in this place according to its label.
    fn text(self, message: &[u8]) -> Option<String> {
        let strict = Policy::default().with_strict(true);
        let texts = MessageTexts::parse(message, &strict);
        let value = |name| {
            let field = texts.parts()[0].header.field(message, name)?;
            Some(field.body.slice(message))
        };
        let context = Context::new(&strict);
        Some(match self {
            Self::Body => texts.text(0).ok()?.text.into_owned(),
            Self::Base64Word | Self::QuotedWord => {
                header::decode_in(value("Subject")?.trim_ascii(), &context).into_owned()
            }
            Self::Name => header::addresses_in(value("From")?, &context).first()?.name.clone(),
            Self::Parameter => header::parameter_in(value("Content-Disposition")?, "filename", &context)?,
        })
    }
}

/// Policies that read text under `label` by the label, whatever its octets show.
fn believing(label: &str) -> [Policy; 2] {
    let mut rules = Rules::default();
    rules.overrule(label.as_bytes(), Charset::for_label(label.as_bytes()).unwrap());
    [Policy::default().with_doubtful(Doubtful::Label), Policy::default().with_rules(rules)]
}

/// Returns the text without line ends if it is in a header field, and with a line end after it if it is in a body.
fn on_one_line(place: Place, text: &str) -> String {
    match place {
        Place::Body => format!("{text}\n"),
        _ => text.replace('\n', " "),
    }
}

fn is_kept(charset: Charset, text: &str, place: Place) -> Result<(), TestCaseError> {
    let (label, text) = (charset.name(), on_one_line(place, text));
    let Ok(octets) = charset.encode(&text) else { return Ok(()) };
    let message = place.message(&octets, label);
    let evidence = Policy::default().with_doubtful(Doubtful::Evidence);
    let [by_label, by_override] = believing(label);
    for (policy, may_leave) in [
        (Policy::default(), true),
        (evidence.with_lossy(true), true),
        (by_label, false),
        (by_override, false),
    ] {
        let doubtful = policy.doubtful;
        let plan = mailutf::Normalizer::new(policy).plan(&message);
        let output = plan.apply();
        if may_leave && (*output == *message && plan.is_unresolved() || is_statistics(&plan)) {
            continue;
        }
        prop_assert_eq!(place.text(&output), Some(text.clone()), "{} {:?} {:?}", charset, place, doubtful);
    }
    Ok(())
}

/// Whether a text was read by the letters of its words. That happens only because the caller asked for it with
/// [`Doubtful::Evidence`].
fn is_statistics(plan: &mailutf::Plan<'_>) -> bool {
    plan.findings().iter().any(|finding| matches!(finding.code.as_str(), "label-overruled" | "text-restored"))
}

#[test]
fn text_that_is_easily_taken_for_something_else_is_kept_in_all_charsets() {
    for (charset, texts) in LABELLED.iter() {
        for text in texts {
            for place in PLACES {
                is_kept(*charset, text, place)
                    .unwrap_or_else(|why| panic!("{charset} {text:?} {place:?}: {why}"));
            }
        }
    }
}

/// Printable US-ASCII is not read as Chinese text in UTF-16, in whatever place it is.
#[test]
fn ascii_under_a_label_of_utf_16_stays_readable() {
    for label in ["utf-16", "utf-16le", "utf-16be", "ucs-2", "iso-10646-ucs-2", "unicode", "utf-32"] {
        for text in ["Hello there!", "Your code is 12345.", "abcd.txt", "John Smith", "odd", "für Jürgen"] {
            for place in PLACES {
                let text = on_one_line(place, text);
                let message = place.message(text.as_bytes(), label);
                let plan = normalize(&message);
                assert_eq!(place.text(&plan.apply()), Some(text), "{label} {place:?}");
                let is_named = |finding: &mailutf::Finding| finding.code.as_str() == "label-mismatch";
                assert!(plan.findings().iter().any(is_named), "{label} {place:?}");
            }
        }
    }
}

/// An HTML document declares a charset that differs from its label. A conversion by the label would replace the
/// declared charset. After that, nobody could tell what the text was.
#[test]
fn a_document_that_declares_another_charset_is_not_converted_without_a_finding() {
    use mailutf::Code::{AttachmentKept, LabelDoubtful, LabelUncertain};
    // In the last three cases, a gateway has converted the text, but not the declaration inside.
    for (label, declared, real, text, code) in [
        ("windows-1252", "windows-1250", "windows-1250", "Škoda, ěšč", Some(LabelDoubtful)),
        ("windows-1252", "iso-8859-15", "iso-8859-15", "10 €", Some(LabelDoubtful)),
        ("windows-1251", "koi8-r", "koi8-r", "а", Some(LabelUncertain)),
        ("iso-8859-15", "iso-8859-1", "iso-8859-15", "10 €", None),
        ("koi8-r", "windows-1251", "koi8-r", "Привет", None),
        ("iso-8859-2", "iso-8859-1", "iso-8859-2", "Zażółć", None),
    ] {
        let text = Charset::for_label(real.as_bytes()).unwrap().encode(text).unwrap();
        let codes = |disposition: &str, policy: Policy| {
            let head =
                format!("Content-Type: text/html; charset={label}\n{disposition}\n<meta charset={declared}>");
            let message = [head.as_bytes(), &text].concat();
            let plan = mailutf::Normalizer::new(policy).plan(&message);
            let codes: Vec<_> = plan.findings().iter().map(|finding| finding.code).collect();
            (codes, plan.is_noop())
        };
        let found: Vec<_> = code.into_iter().collect();
        let stays = code == Some(LabelDoubtful);
        assert_eq!(codes("", Policy::default()), (found, stays), "{label} {declared}");
        let attachment = "Content-Disposition: attachment\n";
        assert_eq!(codes(attachment, Policy::default()), (vec![AttachmentKept], true), "{label} {declared}");
        for policy in believing(label) {
            for disposition in ["", attachment] {
                assert_eq!(codes(disposition, policy.clone()), (vec![], false), "{label} {declared}");
            }
        }
    }
}

/// The octets of ISO-2022-JP without its escape characters are US-ASCII. But the text keeps its label, because
/// somebody who wants to repair the text needs to know its charset.
#[test]
fn text_that_lost_its_escape_characters_keeps_its_label() {
    for place in PLACES {
        let message = place.message(b"$B$3$l$O%F%9%H(B", "iso-2022-jp");
        let plan = normalize(&message);
        assert!(plan.is_unresolved() && *plan.apply() == *message, "{place:?} {:?}", plan.findings());
    }
}

/// If a malformed encoded word decodes to control characters, the word is damaged and stays as it is.
#[test]
fn a_damaged_base64_word_is_not_rewritten() {
    let message = b"Subject: =?utf-8?B?UEgR woE=?= and =?iso-8859-1?B?UEgR gQ==?=\n\n";
    assert_eq!(*normalize(message).apply(), *message);
}

/// If header text was decoded in a wrong charset, it is left unchanged by default, and a finding names it. On request
/// it is restored in each place of a field, and the structure of the field is kept.
#[test]
fn raw_header_text_that_was_garbled_is_restored_by_request() {
    let (sound, garbled) = ("Größe für Österreich", "GrÃ¶ÃŸe fÃ¼r Ã–sterreich");
    for field in [
        "Subject: {}\n",
        "Subject: {} =?utf-8?Q?caf=C3=A9?=\n",
        "From: \"{} (x)\" <a@b.example>, Jo <c@d.example>\n",
        "To: {} <a@b.example> (home)\n",
        "Cc: a@b.example (at ({}) home)\n",
        "Content-Disposition: attachment; filename=\"{}.txt\"\n",
    ] {
        let message = |text: &str| format!("{}\nplain\n", field.replace("{}", text));
        let codes = |policy: Policy| -> (Vec<&'static str>, String) {
            let message = message(garbled);
            let plan = mailutf::Normalizer::new(policy).plan(message.as_bytes());
            let codes = plan.findings().iter().map(|finding| finding.code.as_str()).collect();
            (codes, String::from_utf8(plan.apply().into_owned()).unwrap())
        };
        let (codes_by_default, output) = codes(Policy::default());
        assert!(codes_by_default.contains(&"text-garbled"), "{field} {codes_by_default:?}");
        assert!(output.contains(garbled), "{output}");
        let (codes_by_evidence, output) = codes(Policy::default().with_doubtful(Doubtful::Evidence));
        assert!(codes_by_evidence.contains(&"text-restored"), "{field} {codes_by_evidence:?}");
        assert_eq!(output, message(sound).replace("=?utf-8?Q?caf=C3=A9?=", "café"));
        let (codes_by_label, output) = codes(Policy::default().with_doubtful(Doubtful::Label));
        assert!(!codes_by_label.contains(&"text-garbled") && output.contains(garbled), "{codes_by_label:?}");
        // No finding names sound text as garbled.
        let message = message(sound);
        let plan = normalize(message.as_bytes());
        assert!(plan.findings().iter().all(|finding| finding.code.as_str() != "text-garbled"));
    }
}

/// Encoded words in UTF-8 whose text was garbled are restored by request in each form of header text, also where sound
/// words would stay as they are.
#[test]
fn words_that_were_garbled_are_restored_in_each_form() {
    let word = "=?utf-8?Q?Sch=C3=83=C2=B6ne_Gr=C3=83=C2=BC=C3=83=C5=B8e?=";
    for form in [HeaderForm::Utf8, HeaderForm::Encoded] {
        for field in ["Subject: {}\n", "From: {} <a@b.example>\n", "Cc: a@b.example ({})\n", "X-Key: {} x\n"]
        {
            let message = format!("{}\nplain\n", field.replace("{}", word));
            let policy = Policy::default().with_headers(form).with_doubtful(Doubtful::Evidence);
            let output = mailutf::Normalizer::new(policy).plan(message.as_bytes()).apply().into_owned();
            let label = Policy::default().with_doubtful(Doubtful::Label);
            let read = mailutf::message::Message::parse_with(&output, &label);
            let text = read.headers().iter().next().unwrap().text().into_owned();
            assert!(text.contains("Schöne Grüße"), "{form:?} {field} {text}");
        }
    }
}

/// A program gives all texts of a message the same label. If the octets of one text disprove the label, the other
/// texts count as unlabelled as well, even if they would be damaged UTF-8 on their own.
#[test]
fn a_label_that_one_text_disproves_is_that_of_no_other() {
    for (charset, [name, subject, body]) in [
        ("shift_jis", ["山田商店", "見積", "りんご  １箱  3,200円\n合計  8,000円（税込）\n"]),
        ("windows-1251", ["Євген", "Привіт", "Привіт! Є їжа?\n"]),
        ("windows-1251", ["Ян", "Да", "Завтра в пять часов у метро.\n"]),
        ("windows-1252", ["Åsa", "På lördag", "Vi ses på lördag för några timmar.\n"]),
        ("big5", ["許功蓋", "謝謝", "謝謝您！明天見。\n"]),
    ] {
        let charset = Charset::for_label(charset.as_bytes()).unwrap();
        let word = |text: &str| {
            let octets = charset.encode(text).unwrap();
            octets.iter().fold(String::new(), |word, octet| word + &format!("={octet:02X}"))
        };
        let head = format!(
            "From: =?utf-8?Q?{}?= <a@example.org>\nSubject: =?utf-8?Q?{}?=\n\
             Content-Type: text/plain; charset=utf-8\n\n",
            word(name),
            word(subject)
        );
        let message = [head.as_bytes(), &charset.encode(body).unwrap()].concat();
        let plan = normalize(&message);
        let output = String::from_utf8_lossy(&plan.apply()).into_owned();
        let is_read = [name, subject, body].iter().all(|text| output.contains(text));
        assert!(is_read && !plan.is_unresolved(), "{output}");
    }
    // A word that ends within a character is damaged UTF-8, so it does not count as unlabelled.
    let cut = b"Subject: =?utf-8?Q?Stra=C3?=\nContent-Type: text/plain; charset=utf-8\n\nHerr M\xFCller\n";
    let plan = normalize(cut);
    assert!(plan.is_unresolved() && plan.apply().starts_with(b"Subject: =?utf-8?Q?Stra=C3?=\n"));
}

/// A short text shows no charset by itself. But if the letters of the body show that its label is wrong, a short text
/// with the same label is doubtful, too, if it can be words of the same charset.
#[test]
fn a_label_that_one_text_makes_doubtful_is_doubtful_for_short_texts() {
    let charset = |label: &str| Charset::for_label(label.as_bytes()).unwrap();
    let russian = ("windows-1251", "Привет, как дела? Пиши мне скорее, пожалуйста.");
    let polish = ("iso-8859-2", "Przesyłka zostanie wysłana jutro, proszę się spodziewać kuriera.");
    let czech = ("windows-1250", "Zítra přijedeme večer, těšíme se na vás všechny a děkujeme.");
    let hungarian = ("windows-1250", "Köszönöm a levelet, őszintén örülök, hogy jövő héten jössz.");
    let german = ("windows-1252", "Größe und schöne Grüße aus Köln");
    for (subject, (label, body), other) in [
        ("Да", russian, Some("windows-1251")),
        ("Я", russian, None),
        ("Да", german, None),
        ("środa", polish, Some("iso-8859-2")),
        ("Łódź", polish, Some("iso-8859-2")),
        ("Re: Łódź, 5 złotych", polish, Some("iso-8859-2")),
        ("Antonín Dvořák", czech, Some("windows-1250")),
        ("Příští týden", czech, Some("windows-1250")),
        ("Zażółć", polish, Some("iso-8859-2")),
        ("Őr", hungarian, Some("windows-1250")),
        ("£5", polish, None),
        ("§ 7", polish, None),
        ("Jürgen", polish, None),
        ("Søren Ærø", polish, None),
        ("Señor Núñez", czech, None),
        ("João", hungarian, None),
        ("środa", german, None),
    ] {
        let encoded = |label: &str, text: &str| charset(label).encode(text).map(|octets| octets.into_owned());
        let octets = encoded("windows-1252", subject).or_else(|_| encoded(label, subject));
        let octets = octets
            .or_else(|_| encoded("iso-8859-2", subject))
            .unwrap_or_else(|_| encoded("windows-1251", subject).unwrap());
        let word: String = octets.iter().map(|octet| format!("={octet:02X}")).collect();
        let word = format!("=?iso-8859-1?Q?{word}?=");
        let header = format!("Content-Type: text/plain; charset=iso-8859-1\nSubject: {word}\n\n");
        let message = [header.as_bytes(), &encoded(label, body).unwrap(), b"\n"].concat();
        let read = |label: &str| charset(label).decode(&octets).text.into_owned();
        let as_labelled = read("iso-8859-1");
        let shown = other.map_or_else(|| as_labelled.clone(), read);
        let by_default = if other.is_some() { word } else { as_labelled };
        for (doubtful, shown) in [(Doubtful::Keep, by_default), (Doubtful::Evidence, shown)] {
            let policy = Policy::default().with_doubtful(doubtful);
            let output = Normalizer::new(policy).plan(&message).apply().into_owned();
            let field = format!("Subject: {shown}\n");
            let is_field = output.windows(field.len()).any(|part| part == field.as_bytes());
            assert!(is_field, "{subject}, {doubtful:?}: {}", String::from_utf8_lossy(&output));
        }
    }
}

/// But sound text with the same label counts more, and the labels of attachments and enclosed messages were chosen by
/// others.
#[test]
fn a_foreign_text_makes_no_label_of_the_message_doubtful() {
    let russian = "Привет, как дела? Пиши мне скорее, пожалуйста.";
    let russian = Charset::for_label(b"windows-1251").unwrap().encode(russian).unwrap().into_owned();
    let labelled = &b"Content-Type: text/plain; charset=iso-8859-1\n"[..];
    let attached = b"Content-Disposition: attachment\n";
    let enclosed = b"Content-Type: message/rfc822\n\n";
    let sound = b"\nHej p\xE5 dig, h\xE4lsningar fr\xE5n K\xF6ln\n".to_vec();
    let plain = b"\nplain\n".to_vec();
    let of_russian =
        |before: &[u8], between: &[u8]| [before, labelled, between, b"\n", &russian, b"\n"].concat();
    for (body, other) in [
        (&sound, of_russian(b"", b"")),
        (&plain, of_russian(b"", attached)),
        (&plain, of_russian(enclosed, b"")),
    ] {
        let header =
            b"Subject: =?iso-8859-1?Q?=C5=C4=D6?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\n";
        let octets = [&header[..], labelled, body, b"--b\n", &other, b"--b--\n"].concat();
        let output = normalize(&octets).apply().into_owned();
        let subject = "Subject: ÅÄÖ\n";
        assert!(output.starts_with(subject.as_bytes()), "{}", String::from_utf8_lossy(&other));
    }
}

#[test]
fn accidental_characters_prove_no_utf_8() {
    for (charset, text) in [
        ("windows-1256", "السلام عليكم ورحمة الله وبركاته\nكيف حالك؟ أرجو أن تكون بخير.\n"),
        ("ibm866", "Я помню чудное мгновенье:\nПередо мной явилась ты,\n"),
        ("iso-8859-5", "ВНИМАНИЕ! СЕРВЕР БУДЕТ ВЫКЛЮЧЕН В 18:00\n"),
        ("koi8-r", "int x; /* счётчик */\nfor (;;) x++; // цикл\n"),
    ] {
        let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap();
        let policy = Policy::default();
        let read = resolve(&octets, Some(b"utf-8"), &Context::new(&policy));
        assert_eq!(read.map(|read| read.text), Ok(text.into()), "{charset}");
    }
}

/// The unlabelled texts of a message are judged together. By default, a text whose letters decide nothing is read as
/// windows-1252. But if the other texts of the message are Russian, it is not.
#[test]
fn a_default_does_not_contradict_the_message() {
    let text = "Subject: Партия\n\n1. e4 e5 2. Кf3 Кc6 3. Сb5 a6\n4. Сa4 Кf6 5. О-О Сe7 6. Лe1 b5\n";
    let message = Charset::for_label(b"iso-8859-5").unwrap().encode(text).unwrap();
    let plan = normalize(&message);
    let output = plan.apply();
    assert!(plan.is_unresolved() || output == text.as_bytes(), "{}", String::from_utf8_lossy(&output));
}

/// A guessed charset never turns octets into control characters.
#[test]
fn unlabelled_text_has_no_control_characters() {
    for octets in
        [&b"\x81sa"[..], b"\x81ke \x85berg   08-123 45\n\x85rjan \x81s    08-234 56\n", b"Hej d\x8D"]
    {
        let policy = Policy::default();
        if let Ok(read) = resolve(octets, None, &Context::new(&policy)) {
            assert!(!read.text.contains(|c| matches!(c, '\u{80}'..='\u{9F}')), "{:?}", read.text);
        }
    }
}

/// A rare charset does not count as rare if a label in the message names it. So a raw name in the header is read in
/// the charset of the body, and the body is converted as well.
#[test]
fn raw_header_text_is_in_the_charset_of_the_body() {
    for (label, name, body) in [
        ("macintosh", "Zoë", "Eén van de ideeën\n"),
        ("ibm850", "Zoë", "Eén van de ideeën\n"),
        ("ibm850", "Müller", "Universität Tübingen\nStraße 5\n"),
    ] {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let text =
            format!("From: {name} <a@example.org>\nContent-Type: text/plain; charset={label}\n\n{body}");
        let message = charset.encode(&text).unwrap();
        let output = String::from_utf8_lossy(&normalize(&message).apply()).into_owned();
        assert!(output.contains(name) && output.contains(body), "{output}");
    }
}

/// The octets of a few double-octet characters can be valid UTF-8 by chance: the octets of `石梅` in GB 2312 are `ʯ÷`
/// in UTF-8. Such text in a header is read in the double-octet charset of the body. But Western and Cyrillic words in
/// UTF-8 are read as UTF-8.
#[test]
fn few_characters_above_a_body_in_two_octets_are_in_its_charset() {
    for (label, name, body) in [
        ("gb2312", "石梅", "您好，我们明天开会，请准时参加。\n"),
        ("gbk", "石梅", "您好，我们明天开会，请准时参加。\n"),
    ] {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        for field in
            ["Subject: ", "X-Note: 1 ", "To: a@example.org (", "Content-Disposition: attachment; filename=\""]
        {
            let end = if field.ends_with('(') {
                ")"
            } else if field.ends_with('"') {
                "\""
            } else {
                ""
            };
            let text = format!("{field}{name}{end}\nContent-Type: text/plain; charset={label}\n\n{body}");
            let message = charset.encode(&text).unwrap();
            assert!(
                std::str::from_utf8(&message[..message.iter().position(|octet| *octet == b'\n').unwrap()])
                    .is_ok()
            );
            let plan = normalize(&message);
            let output = String::from_utf8_lossy(&plan.apply()).into_owned();
            assert!(output.contains(name), "{output}");
            assert!(
                plan.findings().iter().any(|finding| finding.code.severity() == Severity::Guess),
                "{:?}",
                plan.findings()
            );
            assert!(normalize(&plan.apply()).is_noop());
        }
        for name in ["für", "Да", "é", "© 2009", "тест"] {
            let head = format!("Subject: {name}\nContent-Type: text/plain; charset={label}\n\n");
            let message = [head.as_bytes(), &charset.encode(body).unwrap()].concat();
            let output = String::from_utf8_lossy(&normalize(&message).apply()).into_owned();
            assert!(output.contains(name) && output.contains(body), "{output}");
        }
    }
}

/// Within a word, an octet that would be a closing quotation mark in windows-1252 is not read as one. If the text is
/// read at all, the octet is a letter of another charset.
#[test]
fn unlabelled_letters_of_dos_are_no_quotation_marks() {
    for octets in [&b"Thanks, applied.\nJ\x94rg\n"[..], b"R\x82union", b"A\xA5O 2003"] {
        let policy = Policy::default();
        if let Ok(read) = resolve(octets, None, &Context::new(&policy)) {
            assert!(read.text.contains("Jörg") || read.text.contains("Réunion"), "{:?}", read.text);
        }
    }
}

/// Overlong forms and stray octets in UTF-8 are damage, not evidence for another charset. The text is left unchanged,
/// so that somebody can repair it.
#[test]
fn overlong_forms_and_stray_octets_make_no_other_text() {
    for text in [
        &b"a\xC0\xAF/\xC0\xAFetc \xC3\xA9\xC3\xA8"[..],
        b"x\xC0\xAFy \xC3\xA9",
        b"\xC0\xAFabc",
        b"/\xE0\x80\xAF\xE0\x80\xAF caf\xC3\xA9",
        b"a sentence with \xB0\xA1 in it",
    ] {
        for place in PLACES {
            let message = place.message(text, "utf-8");
            let plan = normalize(&message);
            assert!(plan.is_unresolved() && *plan.apply() == *message, "{} {place:?}", text.escape_ascii());
        }
    }
}

/// A character beyond US-ASCII that has one or two octets, in any charset that is a superset of US-ASCII.
fn repeated_signs() -> impl Strategy<Value = (Charset, Vec<u8>)> {
    let charsets: Vec<Charset> =
        LABELLED.iter().map(|(charset, _)| *charset).filter(|charset| charset.is_ascii_superset()).collect();
    // The two octets are any octets, octets of UTF-8, or octets of signs and kana in the charsets of East Asia.
    let octets = prop_oneof![
        (0x80..=0xFF_u8, 0x40..=0xFF_u8),
        (0xC2..=0xDF_u8, 0x80..=0xBF_u8),
        (0xA1..=0xAC_u8, 0xA1..=0xFE_u8),
    ];
    let octets = octets.prop_map(|(first, second)| [first, second]);
    (prop::sample::select(charsets), octets).prop_filter_map("no character", |(charset, octets)| {
        let is_sign = |octets: &&[u8]| {
            let text = charset.decode_strict(octets).unwrap_or_default();
            text.chars().count() == 1 && text.chars().all(|c| !c.is_ascii() && !c.is_control())
        };
        let sign = [&octets[..1], &octets[..]].into_iter().find(is_sign)?;
        // In KOI8-U, these octets are letters or box-drawing characters, depending on the octets next to them.
        let is_either = charset.name() == "KOI8-U" && matches!(sign, [0xAE | 0xBE]);
        (!is_either).then(|| (charset, sign.to_vec()))
    })
}

/// A label, and a word that is split into the text before a letter, the letter, which the test repeats, and the
/// text after it.
const DRAWN_OUT: [(&str, &str, &str, &str); 10] = [
    ("windows-1252", "Bokm", "å", "l-Noorweegs"),
    ("iso-8859-15", "h", "ê", ""),
    ("windows-1252", "autom", "á", "ticamente"),
    ("windows-1252", "", "Á", "rea"),
    ("windows-1254", "", "Ç", "ita"),
    ("windows-1254", "", "Ş", "ablon"),
    ("windows-1256", "خي", "ا", "رات"),
    ("windows-1256", "", "ا", "لتقييم"),
    ("iso-8859-6", "بحاج", "ة", ""),
    ("windows-1252", "r", "á", "pidu"),
];

/// Hebrew words, Latin words and numbers.
const PIECES: [&str; 16] = [
    "שלום",
    "לכולם",
    "הקובץ",
    "יום",
    "ראשון",
    "תודה",
    "רבה",
    "אין",
    "חדש",
    "המכתב",
    "Windows 95",
    "user@host.example",
    "31.12.1999",
    "10:30",
    "PDF",
    "(סוף)",
];

fn as_seen(pieces: &[&str]) -> String {
    let is_hebrew = |piece: &str| piece.contains(|c| matches!(c, 'א'..='ת'));
    let backwards = |piece: &str| -> String {
        let mirrored = |c| match c {
            '(' => ')',
            ')' => '(',
            c => c,
        };
        piece.chars().rev().map(mirrored).collect()
    };
    let seen = pieces
        .iter()
        .rev()
        .map(|piece| if is_hebrew(piece) { backwards(piece) } else { (*piece).to_owned() });
    seen.collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(proptest_config(512))]

    /// Hebrew in visual order (stored from left to right, as it looks on the screen) is read as Hebrew, with or
    /// without a label. A finding names it. It is put in logical order only on request.
    #[test]
    fn hebrew_in_visual_order_is_named_and_put_in_order_by_request(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(&PIECES[..]), 1..6), 1..4),
        label in prop::sample::select(vec!["iso-8859-8", "windows-1255", "ibm862"]),
        place in prop::sample::select(&PLACES[..]),
    ) {
        // If two words that are not Hebrew stand next to each other, several logical orders have the same visual
        // order. So Hebrew words are put between such words.
        let line = |pieces: &Vec<&'static str>| -> Vec<&'static str> {
            ["שלום"].into_iter().chain(pieces.iter().flat_map(|piece| [*piece, "לכולם"])).collect()
        };
        let lines: Vec<_> = lines.iter().take(if matches!(place, Place::Body) { 4 } else { 1 }).map(line).collect();
        let text = |of: &dyn Fn(&[&str]) -> String| on_one_line(place, &lines.iter().map(|line| of(line)).collect::<Vec<_>>().join("\n"));
        let (visual, logical) = (text(&as_seen), text(&|pieces| pieces.join(" ")));
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let message = place.message(&charset.encode(&visual).unwrap(), label);
        let is_named = |plan: &mailutf::Plan<'_>| plan.findings().iter().any(|finding| finding.code.as_str() == "visual-order");

        let plan = normalize(&message);
        prop_assert!(is_named(&plan), "{:?}", plan.findings());
        prop_assert_eq!(place.text(&plan.apply()), Some(visual.clone()));
        let plan = mailutf::Normalizer::new(Policy::default().with_logical_order(true)).plan(&message);
        prop_assert!(is_named(&plan), "{:?}", plan.findings());
        prop_assert_eq!(place.text(&plan.apply()), Some(logical.clone()));

        // Text in logical order is left in this order, and no finding says that it is in visual order.
        let sound = place.message(&charset.encode(&logical).unwrap(), label);
        for policy in [Policy::default(), Policy::default().with_logical_order(true)] {
            let plan = mailutf::Normalizer::new(policy).plan(&sound);
            prop_assert!(!is_named(&plan), "{:?}", plan.findings());
            prop_assert_eq!(place.text(&plan.apply()), Some(logical.clone()));
        }
        let unlabelled = charset.encode(&visual).unwrap();
        let read = resolve(&unlabelled, None, &Context::new(&Policy::default())).map(|read| read.text);
        prop_assert!(read.as_ref().is_ok_and(|read| *read == visual), "{:?} {:?}", visual, read);
    }

    /// A text that consists of several known texts, one on each line, some of them more than once, is converted by
    /// its label or left unchanged.
    #[test]
    fn sound_text_is_converted_by_its_label_or_left(
        labelled in any::<prop::sample::Index>(),
        texts in prop::collection::vec((any::<prop::sample::Index>(), 1..5_usize), 1..5),
        place in prop::sample::select(&PLACES[..]),
    ) {
        let (charset, known) = &LABELLED[labelled.index(LABELLED.len())];
        let lines = texts.iter().flat_map(|(text, times)| vec![known[text.index(known.len())]; *times]);
        is_kept(*charset, &lines.collect::<Vec<_>>().join("\n"), place)?;
    }

    /// A sign that is repeated proves no more than a single sign: it can be a rule of stars, or a letter that is
    /// drawn out. This holds in all charsets, for signs alone, on several lines, next to ASCII, and at the end of a
    /// word.
    #[test]
    fn a_repeated_sign_is_read_by_its_label(
        (charset, sign) in repeated_signs(),
        times in 1..=60_usize,
        parted_by in prop::sample::select(vec!["", "", " ", "\n", "!"]),
        around in prop::sample::select(vec![
            ("", ""), ("Hi ", ""), ("", " from John"), ("- ", "\n-"), ("[", "]"), ("See ", " in this file."),
        ]),
        place in prop::sample::select(&PLACES[..]),
    ) {
        let repeated = vec![&sign[..]; times].join(parted_by.as_bytes());
        let octets = [around.0.as_bytes(), &repeated, around.1.as_bytes()].concat();
        let octets = if matches!(place, Place::Body) { octets } else {
            octets.into_iter().map(|octet| if octet == b'\n' { b' ' } else { octet }).collect()
        };
        let text = charset.decode_strict(&octets).unwrap().into_owned();
        let message = place.message(&octets, charset.name());
        let plan = normalize(&message);
        prop_assert_eq!(place.text(&plan.apply()), Some(text), "{} {:?} {:?}", charset, place, plan.findings());
    }

    /// A letter that is repeated within a word (`båååååda`) proves no more than a single letter: if the word with a
    /// single letter is read by its label, the word with the repeated letter is read by it as well.
    #[test]
    fn a_letter_that_is_drawn_out_proves_as_little_as_one(
        (charset, sign) in repeated_signs(),
        times in 3..=60_usize,
        around in prop::sample::select(vec![("b", "da"), ("caf", ""), ("", "n"), ("DHCP", ""), ("N", ""), ("gr", "er"), ("1", "")]),
        place in prop::sample::select(&PLACES[..]),
    ) {
        let kept = |times: usize| {
            let octets = [around.0.as_bytes(), &sign.repeat(times), around.1.as_bytes()].concat();
            let text = charset.decode_strict(&octets).ok()?;
            let message = place.message(&octets, charset.name());
            let plan = normalize(&message);
            Some((place.text(&plan.apply()) == Some(text.into_owned()), plan.findings().to_vec()))
        };
        if kept(1).is_some_and(|(is_kept, _)| is_kept) && let Some((is_kept, findings)) = kept(times) {
            prop_assert!(is_kept, "{} {:?} {:?}", charset, place, findings);
        }
    }

    /// The labels of these words would be doubtful if each of the repeated letters counted.
    #[test]
    fn a_word_with_a_letter_that_is_drawn_out_is_read_by_its_label(
        (label, before, letter, after) in prop::sample::select(&DRAWN_OUT[..]),
        times in 3..=60_usize,
        place in prop::sample::select(&PLACES[..]),
    ) {
        let text = on_one_line(place, &[before, &letter.repeat(times), after].concat());
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let message = place.message(&charset.encode(&text).unwrap(), label);
        let plan = normalize(&message);
        prop_assert_eq!(place.text(&plan.apply()), Some(text), "{} {:?} {:?}", label, place, plan.findings());
    }

    /// The unlabelled texts of a message are judged together. Its header and its body are not read in different
    /// charsets, whatever the letters of each look like on their own.
    #[test]
    fn unlabelled_header_and_body_are_read_alike(
        (charset, texts) in prop::sample::select(vec![
            ("windows-1252", ["tässä", "ööö", "öäöäöäöäöä", "ruåtsalainen", "åå", "hyvää yötä", "skandeja"]),
            ("windows-1252", ["Grüße", "äääh", "hübsch", "tschüüüss", "schön", "öööffnen", "nö"]),
            ("windows-1251", ["да", "ха-ха-ха", "хахаха", "привет", "нууу", "всё в порядке", "ага"]),
            ("windows-1253", ["ναι", "χαχαχα", "καλημέρα", "όοοχι", "ωωω", "ευχαριστώ", "γεια σου"]),
        ]),
        header in prop::collection::vec(any::<prop::sample::Index>(), 3..6),
        body in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
    ) {
        let charset = Charset::for_label(charset.as_bytes()).unwrap();
        let words = |indices: &[prop::sample::Index]| {
            indices.iter().map(|index| texts[index.index(texts.len())]).collect::<Vec<_>>().join(" ")
        };
        let (subject, body) = (words(&header), format!("{}\n", words(&body)));
        prop_assume!(!subject.is_ascii() && !body.is_ascii());
        let message = charset.encode(&format!("Subject: {subject}\n\n{body}")).unwrap().into_owned();
        let plan = normalize(&message);
        let output = plan.apply();
        if plan.is_unresolved() {
            return Ok(());
        }
        let is_right = [(Place::QuotedWord, subject), (Place::Body, body)]
            .map(|(place, text)| place.text(&output) == Some(text));
        prop_assert_eq!(is_right[0], is_right[1], "{}", String::from_utf8_lossy(&output));
    }

    /// If the caller says that a label is right, the label decides, even if the octets show UTF-8, escape sequences,
    /// shift sequences, or UTF-16 in the byte order that the label excludes.
    #[test]
    fn a_believed_label_is_followed_to_the_letter(
        labelled in any::<prop::sample::Index>(),
        pieces in prop::collection::vec(
            prop_oneof![
                prop::sample::select(vec![
                    &b"word "[..], "größer".as_bytes(), "会议通知".as_bytes(), b"\x1B$B<j;f\x1B(B", b"~{VPNDVPND~}", b"H\0i\0 \0",
                    b"\0H\0i", b"\xD7\xB4\xCC\xAC\n", b"+Jjo-", b"\xFC", b"\xEE\xE5 ",
                ]).prop_map(<[u8]>::to_vec),
                prop::collection::vec(any::<u8>(), 1..4),
            ],
            1..8,
        ),
    ) {
        let octets = pieces.concat();
        let (charset, _) = LABELLED[labelled.index(LABELLED.len())];
        // In KOI8-U, these octets are letters or box-drawing characters, depending on the octets next to them.
        prop_assume!(charset.name() != "KOI8-U" || !octets.iter().any(|octet| matches!(octet, 0xAE | 0xBE)));
        for policy in believing(charset.name()) {
            let read = resolve(&octets, Some(charset.name().as_bytes()), &Context::new(&policy));
            if let Ok(text) = charset.decode_strict(&octets) {
                prop_assert_eq!(read.map(|read| read.text), Ok(text), "{}", charset);
            }
        }
    }

    /// If a finding says that the label fits, the octets decode in the charset of the label without an error.
    #[test]
    fn findings_tell_whether_the_label_fits(
        labelled in any::<prop::sample::Index>(),
        octets in prop::collection::vec(any::<u8>(), 1..8),
        words in prop::sample::select(vec!["", "größer", "会议通知", "Привет", "\u{1B}$B<j;f\u{1B}(B", "~{VPNDVPND~}"]),
    ) {
        let octets = [words.as_bytes(), &octets].concat();
        let (charset, _) = LABELLED[labelled.index(LABELLED.len())];
        let plan = mailutf::Policy::default();
        let read = resolve(&octets, Some(charset.name().as_bytes()), &Context::new(&plan));
        let says = match &read {
            Ok(text) => text.findings.iter().any(|(_, detail)| detail.label_fits()),
            Err(why) => why.label_fits,
        };
        prop_assert!(!says || charset.decode_strict(&octets).is_ok(), "{}: {:?}", charset, read);
    }
}
