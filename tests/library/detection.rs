//! Detection by the model of languages, with our own texts in each script and charset. The model was not made from
//! these texts.

use mailutf::charset::Charset;
use mailutf::charset::detect::{Candidate, by_language, candidates, likelier_than};

/// Labels of charsets, separated by spaces, and texts in a language that is written in them.
const TEXTS: [(&str, &[&str]); 30] = [
    ("windows-1252 iso-8859-15", &["Die nächste Übung fällt leider aus", "Grüße aus Köln, bis übermorgen"]),
    (
        "windows-1252 iso-8859-15",
        &["L'été dernier nous étions à la plage", "Voilà le reçu de votre commande"],
    ),
    ("windows-1252", &["¿Cuándo llegará mi hermano mañana?", "La reunión será el miércoles"]),
    ("windows-1252", &["A reunião começa às três, não há pressa", "Informações sobre a inscrição"]),
    ("windows-1252", &["Vi ses på lørdag, husk at købe brød", "Årsmødet er på tirsdag"]),
    ("windows-1252", &["Vi träffas på måndag för att äta frukost", "Glöm inte att köpa mjölk"]),
    ("windows-1252", &["Tämä on tärkeä viesti kaikille jäsenille", "Hyvää syntymäpäivää"]),
    ("windows-1250 iso-8859-2", &["Zażółć gęślą jaźń, proszę o odpowiedź", "Dziękuję za wiadomość"]),
    ("windows-1250 iso-8859-2", &["Příští týden přijedeme až večer", "Děkuji za rychlou odpověď"]),
    ("windows-1250 iso-8859-2", &["Köszönöm szépen, holnap küldöm a jegyzőkönyvet"]),
    ("windows-1254", &["Yarın akşam görüşürüz, teşekkür ederim", "Toplantı değişikliği"]),
    (
        "windows-1257 iso-8859-13",
        &["Ačiū už greitą atsakymą, iki pasimatymo", "Paldies, tiksimies rītdien pēc pusdienām"],
    ),
    ("windows-1258", &["Xin cha\u{300}o, ho\u{323}p luc ba\u{301} gio\u{300} chie\u{302}u nay"]),
    (
        "windows-1251 koi8-r iso-8859-5",
        &["Привет, как твои дела?", "Встреча переносится на завтра", "Счёт за ноябрь"],
    ),
    ("windows-1251 koi8-u", &["Дякую за відповідь, зустрінемося пізніше", "Вітаю з днем народження"]),
    ("windows-1251 iso-8859-5", &["Благодаря за бързия отговор", "Срещата е утре вечерта"]),
    ("windows-1251 iso-8859-5", &["Хвала на брзом одговору, видимо се сутра"]),
    ("ibm866", &["Встреча переносится на завтра, позвони мне вечером", "Отчёт готов, посмотри пожалуйста"]),
    ("windows-1253 iso-8859-7", &["Καλημέρα, η συνάντηση είναι αύριο", "Ευχαριστώ πολύ για το μήνυμα"]),
    ("windows-1255 iso-8859-8", &["שלום, הפגישה נדחתה למחר", "תודה רבה על ההודעה"]),
    ("windows-1256 iso-8859-6", &["شكرا على الرسالة، سأتصل بك غدا", "موعد الاجتماع القادم"]),
    ("windows-1256", &["با سلام، جلسه فردا برگزار می شود"]),
    ("windows-874", &["สวัสดีครับ ประชุมพรุ่งนี้เช้า", "ขอบคุณมากสำหรับจดหมาย"]),
    ("gb18030", &["会议改到明天上午", "谢谢你的来信"]),
    ("big5", &["會議改到明天上午", "謝謝你的來信"]),
    ("shift_jis euc-jp", &["明日の会議は中止になりました", "ご連絡ありがとうございます"]),
    ("euc-kr", &["내일 회의가 취소되었습니다", "답장 감사합니다"]),
    ("windows-1252", &["Kærar kveðjur frá Íslandi, sjáumst á morgun", "Þetta er mjög gott"]),
    ("windows-1250 iso-8859-2", &["Mulţumesc, ne vedem mâine după-amiază", "Şedinţa începe la ora două"]),
    (
        "windows-1250",
        &["Sretan rođendan, vidimo se sutra navečer u kući", "Želim vam sve najbolje, čuvajte se"],
    ),
];

/// Each text, encoded in each of its charsets.
fn samples() -> impl Iterator<Item = (Charset, &'static str, Vec<u8>)> {
    TEXTS.iter().flat_map(|(labels, texts)| {
        labels.split(' ').flat_map(|label| {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            texts
                .iter()
                .filter_map(move |text| Some((charset, *text, charset.encode(text).ok()?.into_owned())))
        })
    })
}

fn reads(candidate: &Candidate, octets: &[u8], text: &str) -> bool {
    candidate.charset.decode(octets).text == text
}

#[test]
fn each_text_is_read_in_each_charset() {
    let mut wrong = Vec::new();
    let mut number = 0;
    for (charset, text, octets) in samples() {
        number += 1;
        let answer = by_language(&octets).map(|charset| charset.decode(&octets).text.into_owned());
        if answer.as_deref() != Some(text) {
            wrong.push((charset, text, answer));
        }
    }
    assert!(number > 70, "{number}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// This test uses single words. A charset that is found with a high probability is right in most cases, and a
/// nearly certain charset is right in all cases.
#[test]
fn probabilities_match_the_rate_of_right_answers() {
    let (mut likely, mut certain, mut wrong_likely) = (0, 0, 0);
    for (charset, text, _) in samples() {
        for word in text.split(' ').filter(|word| !word.is_ascii()) {
            let octets = charset.encode(word).unwrap();
            let Some(best) = candidates(&octets).into_iter().next() else { continue };
            let right = reads(&best, &octets, word);
            if best.probability >= 0.9 {
                likely += 1;
                wrong_likely += i32::from(!right);
            }
            if best.probability >= 0.9999 {
                certain += 1;
                assert!(right, "{word} {best:?}");
            }
        }
    }
    assert!(likely > 150 && certain > 30, "{likely} {certain}");
    assert!(wrong_likely * 33 <= likely, "{wrong_likely} of {likely}");
}

#[test]
fn probabilities_add_up_to_one_at_most_and_fall() {
    for (_, _, octets) in samples() {
        let found = candidates(&octets);
        assert!(found.iter().map(|candidate| candidate.probability).sum::<f64>() <= 1.0 + 1e-9);
        assert!(found.is_sorted_by(|one, other| one.probability >= other.probability));
    }
}

#[test]
fn the_same_octets_have_the_same_answer_in_every_thread() {
    let octets: Vec<Vec<u8>> = samples().map(|(.., octets)| octets).collect();
    let all = || octets.iter().map(|octets| candidates(octets)).collect::<Vec<_>>();
    let here = all();
    let there = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(all)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(there.iter().all(|other| *other == here));
}

/// If no charset is probable enough, there is no answer. Single letters beyond ASCII within words of ASCII letters
/// are read as Western.
#[test]
fn little_evidence_gives_no_answer() {
    assert_eq!(by_language(b"bad \xFF\xFE tail"), None);
    for (octets, text) in [
        (&b"J\xF8rn"[..], "Jørn"),
        (b"sende\xE4r", "sendeär"),
        (b"Forma\xE7\xE3o", "Formação"),
        (b"caf\xE9", "café"),
        (b"it\x92s", "it’s"),
        (b"\xA9 2004 Foo Inc", "© 2004 Foo Inc"),
        (b"20 \xB5m, 5\xB0C", "20 µm, 5°C"),
        (b"gr\xF6\xDFer \xE4\xF6", "größer äö"),
    ] {
        let charset = by_language(octets).unwrap();
        assert_eq!(charset.decode(octets).text, text);
    }
}

/// A word that could be Western is not read as Western if another charset is likelier: windows-1250 for Polish, or
/// windows-1257 for Lithuanian.
#[test]
fn words_that_are_likelier_in_another_charset_are_not_western() {
    for (label, text) in
        [("windows-1250", "Zastąpiono"), ("windows-1257", "verčiate"), ("windows-1254", "faylı")]
    {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let octets = charset.encode(text).unwrap();
        let read = by_language(&octets).map(|charset| charset.decode(&octets).text.into_owned());
        assert!(read.as_deref().is_none_or(|read| read == text), "{text}: {read:?}");
    }
}

/// The capital letter Ά has a code in windows-1253 that means a quotation mark in ISO-8859-7.
#[test]
fn greek_with_an_accented_capital_is_read() {
    let charset = Charset::for_label(b"windows-1253").unwrap();
    let text = "Άδεια χρήσης: δείτε το αρχείο που συνοδεύει το πρόγραμμα";
    assert_eq!(by_language(&charset.encode(text).unwrap()), Some(charset));
}

/// Text after the first kilobyte of words does not change the answer.
#[test]
fn only_the_first_kilobyte_counts() {
    let text = "Встреча переносится на завтра, позвони мне вечером. ";
    let numbered: String = (0..2000).map(|n| format!("{n}{text}слово{n} ")).collect();
    let octets = Charset::for_label(b"koi8-r").unwrap().encode(&numbered).unwrap();
    let (short, long) = (candidates(&octets[..4096]), candidates(&octets));
    assert_eq!(short.first().map(|best| best.charset.name()), Some("KOI8-R"));
    assert_eq!(short, long);
}

/// The charset of a long text is found even if the kilobyte that counts ends within a character.
#[test]
fn a_kilobyte_may_end_within_a_character() {
    for (label, text, rare) in [
        ("gb18030", "会议改到明天上午谢谢你的来信", "龙舟"),
        ("big5", "會議改到明天上午謝謝你的來信", "龍舟"),
        ("shift_jis", "明日の会議は中止になりましたご連絡ありがとう", "龍神"),
        ("euc-jp", "明日の会議は中止になりましたご連絡ありがとう", "龍神"),
        ("euc-kr", "내일회의가취소되었습니다", "곰팡이"),
    ] {
        for start in ["", "a", "ab", "abc"] {
            let lines: String = (0..100).map(|n| format!("{start}{text}{n}\n")).collect();
            for text in [format!("{lines}{rare}\n"), format!("{start}{}\n{rare}\n", text.repeat(100))] {
                let octets =
                    Charset::for_label(label.as_bytes()).unwrap().encode(&text).unwrap().into_owned();
                let read = by_language(&octets).map(|charset| charset.decode(&octets).text.into_owned());
                assert_eq!(read.as_deref(), Some(&*text), "{label} {start}");
            }
        }
    }
}

/// Texts in the charset of their label, although a dictionary has few of their words, or none.
const SOUND: [(&str, &[&str]); 23] = [
    // Languages with few speakers.
    ("windows-1252", &["Doprâ, eliminâ e creâ", "la gnove version dal dispositîf al è rivâts"]),
    ("windows-1254", &["Lê zêde bike", "Bikaranîn, bidomînî", "Mezinahiya pêşbîra dîska"]),
    ("windows-1252", &["Krouiñ ha stankañ ar restr-mañ", "Sgrìobh thugam às dèidh na coinneimh"]),
    ("windows-1252", &["STÎLE POL TECSE SORLIGNÎ", "Seguèt lo cors a l'universitat"]),
    ("windows-1255", &["איך האָב דײַן בריוו באַקומען", "באַװעגט אַ בילד"]),
    ("ptcp154", &["Саламатсызбы, жолугушуу эртең болот", "түшүндүрмө, өзгөртүү"]),
    // A letter with a comma below and the letter with a cedilla count as equal.
    ("iso-8859-16", &["Mulțumesc, ședința începe la ora două", "și", "Știri și informații"]),
    ("windows-1250", &["Mulţumesc, şedinţa începe la ora două", "şi"]),
    // Cyrillic and Greek letters of two octets.
    ("gb2312", &["Встреча переносится на завтра", "помните: этот"]),
    ("gbk", &["минуту и секунд, будут"]),
    ("euc-jp", &["Привет, как дела?", "στην"]),
    ("euc-kr", &["Φ Ψ Ω", "που", "για και"]),
    // Ornaments.
    ("euc-kr", &["※§≡∞"]),
    ("gb2312", &["①⌒═―"]),
    ("big5", &["Hi\n──────────\nJohn", "－＝＞─∞︿‥"]),
    // Letters that are repeated to draw out a word.
    ("windows-1252", &["båååååååååååda", "ÆÆÆÆÆÆÆndring", "ÁÁÁÁÁÁrabe"]),
    ("windows-1253", &["Κεφαλίδδδδδδες"]),
    ("windows-1250", &["ČČČČČČČČrta"]),
    // Lists of letters, and letters that are spaced out.
    ("windows-1252", &["âêîôû", "àèìòù", "ÂÊÎÔÛ", "äëïöü", "ð é í ó", "ÁÐÉÍÓÚÝÞ"]),
    ("windows-1250", &["ěščřžýáíé"]),
    ("windows-1257", &["ÕÄÖÜ", "āčēģīķļņšūž"]),
    ("koi8-r", &["Д А Н Н Ы Х"]),
    // Words of two scripts.
    ("windows-1251", &["DHCPServerИзбор"]),
];

#[test]
fn sound_text_is_not_doubtful() {
    let mut doubtful = Vec::new();
    for (label, texts) in SOUND {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        for text in texts {
            let octets = charset.encode(text).unwrap();
            if let Some(other) = likelier_than(&octets, charset) {
                doubtful.push((label, text, charset_and_text(&other, &octets)));
            }
        }
    }
    assert!(doubtful.is_empty(), "{doubtful:#?}");
}

fn charset_and_text(candidate: &Candidate, octets: &[u8]) -> String {
    format!("{} {}", candidate.charset, candidate.charset.decode(octets).text)
}

/// In visual order, the last letter of a line comes first (RFC 1555, RFC 1556).
#[test]
fn hebrew_in_visual_order_is_not_doubtful() {
    for text in ["מה שלומך היום", "הנה הקבצים שביקשת, נתראה בשבוע הבא במשרד"]
    {
        let visual: String = text.chars().rev().collect();
        for label in ["iso-8859-8", "windows-1255"] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let octets = charset.encode(&visual).unwrap();
            assert_eq!(likelier_than(&octets, charset), None, "{label} {visual}");
        }
    }
}

/// Detection makes exceptions, so that it does not doubt sound text of some rare kinds. These exceptions do not apply
/// to text under a wrong label.
#[test]
fn text_under_a_wrong_label_is_doubtful() {
    for (label, octets_of, text) in [
        ("iso-8859-1", "windows-1251", "Приветттттт, как дела"),
        ("iso-8859-1", "koi8-r", "Встреча переносится"),
        ("iso-8859-1", "windows-1255", "הפגישה נדחתה למחר"),
        ("iso-8859-8", "windows-1253", "ευχαριστω πολυ"),
        ("iso-8859-1", "iso-8859-2", "Dziękuję bardzo za wiadomość, pozdrowię żonę"),
        ("iso-8859-1", "windows-1257", "Paldies, tiksimies rītdien pēc pusdienām mājā"),
        ("euc-kr", "euc-jp", "ご連絡ありがとうございます、会議は中止です"),
        ("gb2312", "big5", "會議改到明天上午，謝謝你的來信"),
    ] {
        let charset = |label: &str| Charset::for_label(label.as_bytes()).unwrap();
        let octets = charset(octets_of).encode(text).unwrap();
        let label = charset(label);
        if label.decode(&octets).errors == 0 {
            assert!(likelier_than(&octets, label).is_some(), "{text} as {label}");
        }
    }
}
