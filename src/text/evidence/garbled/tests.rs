use super::page::CODE_PAGES;
use super::*;
use crate::charset::Charset;
use proptest::prelude::*;

const TEXTS: [&str; 12] = [
    "Größe – schön, “L’été” à 20 °C",
    "Привет, мир, как дела сегодня?",
    "Καλημέρα σας, τι κάνετε σήμερα;",
    "שלום עולם, מה שלומך היום",
    "会议通知改期到明天上午",
    "Zażółć gęślą jaźń, proszę o odpowiedź",
    "Příloha k vaší žádosti je přiložena",
    "Šveices baņķieri gaida konkrētus projektus",
    "İstanbul'da hava çok güzel, değil mi?",
    "Tại sao giá hạt sầu riêng lại lên giá?",
    "😀 schön, ŁÓDŹ à 5 €",
    "السلام عليكم ورحمة الله",
];

/// Returns the text that results if the UTF-8 of `text` is decoded in a code page.
fn decoded(number: usize, text: &str) -> String {
    let octets = text.as_bytes();
    octets
        .iter()
        .map(|octet| if octet.is_ascii() { char::from(*octet) } else { character(number, *octet) })
        .collect()
}

fn character(number: usize, octet: u8) -> char {
    CODE_PAGES[number].text(&[octet]).chars().next().unwrap()
}

fn original(text: &str) -> Option<String> {
    garbled(text)?.original
}

#[test]
fn one_wrong_decoding_is_undone_exactly() {
    for text in TEXTS {
        for number in 0..CODE_PAGES.len() {
            let once = decoded(number, text);
            assert_eq!(original(&once).as_deref(), Some(text), "{} {once}", CODE_PAGES[number].charset);
        }
    }
}

#[test]
fn text_in_scripts_without_a_model_is_named() {
    let western = CODE_PAGES.iter().position(|page| page.charset == Charset::WINDOWS_1252).unwrap();
    for text in ["ລຸ່ມເຫດການເມົາສ໌ຕັ້ງຄ່າຂັ້ນສູງ", "ការកំណត់រចនាសម្ព័ន្ធ", "မြန်မာဘာသာစကား"]
    {
        assert!(garbled(&decoded(western, text)).is_some(), "{text}");
    }
}

proptest! {
    #![proptest_config(crate::proptest_config::proptest_config(128))]

    /// Several wrong decodings of a text give a chain of texts. A restored text is one of the texts of the chain, and
    /// a second run does not change it. Some chains stay unchanged, because two originals are equally likely.
    #[test]
    fn a_chain_of_wrong_decodings_is_undone_to_one_of_its_texts(
        text in proptest::sample::select(&TEXTS[..]),
        chain in proptest::collection::vec(0..10_usize, 1..=4),
    ) {
        let mut levels = vec![text.to_owned()];
        for number in chain {
            levels.push(decoded(number, levels.last().unwrap()));
        }
        let last = levels.last().unwrap().clone();
        let restored = original(&last).unwrap_or(last);
        prop_assert!(levels.contains(&restored), "{restored}");
        prop_assert!(original(&restored).is_none(), "{restored}");
    }

    /// A second run never changes a text of restored and of sound lines.
    #[test]
    fn a_text_with_restored_lines_is_left_alone(
        text in "(([à-ÿ]{2,9} ){1,5}\n|([а-я]{1,6} ){1,4}\n|([a-zéüñ]{1,6} ){1,5}\n|[°¯Ã¤]{1,6}\n){2,6}",
    ) {
        if let Some(once) = original(&text) {
            prop_assert_eq!(original(&once), None, "{}", once);
        }
    }

    /// A second run never changes a restored text, whatever the text is.
    #[test]
    fn a_restored_text_is_left_alone(
        text in "[a-zé]{0,4}([ÃÂâÅРС][\u{80}-\u{BF}€™œ°±ёЂ]{1,2}|[а-яёА-Я]{1,6}|[à-ÿ]{1,5}|[ ,a-z]{1,4}){1,6}",
    ) {
        if let Some(once) = original(&text) {
            prop_assert_eq!(original(&once), None, "{}", once);
        }
    }
}

#[test]
fn all_levels_are_undone() {
    for (text, before) in [
        ("doesnÃƒÂ¢Ã¢â€šÂ¬Ã¢â€žÂ¢t", "doesn’t"),
        ("doesnâ€™t", "doesn’t"),
        ("nÃƒÂ© 1947", "né 1947"),
        ("оПХБЕР", "Привет"),
        ("Ïðèâåò, êàê äåëà?", "Привет, как дела?"),
        ("voilÃ le travail", "voilà le travail"),
        ("atenÃ§Ã£o Ã s crianÃ§as", "atenção às crianças"),
        ("\u{84}Handwerk\u{93} bringt", "„Handwerk“ bringt"),
        ("\u{c3}\u{9c}ber uns", "Über uns"),
        ("l\u{e2}\u{80}\u{99}or", "l’or"),
        ("hihi \u{e2}\u{98}\u{ba}\u{ed}\u{a0}\u{bd}\u{ed}\u{b8}\u{98}", "hihi ☺😘"),
    ] {
        assert_eq!(original(text).as_deref(), Some(before), "{text}");
    }
}

#[test]
fn text_that_was_encoded_twice_in_a_double_octet_charset_is_restored_exactly() {
    for (label, text) in [
        ("gb18030", "schöne Grüße"),
        ("gb18030", "l’état d’été"),
        ("gb18030", "Привет, мир, как дела сегодня"),
        ("gb18030", "会议通知改期"),
        ("big5", "für"),
    ] {
        let charset = Charset::for_label(label.as_bytes()).unwrap();
        let Ok(twice) = charset.decode_strict(text.as_bytes()) else { panic!("{label} {text}") };
        assert_eq!(original(&twice).as_deref(), Some(text), "{label} {twice}");
    }
}

#[test]
fn a_garbled_quotation_in_a_sound_reply_is_restored() {
    let letter = "Größe ist schön, für Männer,\nund: Ä, ö, oder würden Sie das später ändern?";
    let reply = "Das ist für mich möglich, schöne Grüße aus Österreich.";
    let quoted = |letter: &str| letter.split('\n').map(|line| format!("> {line}\n")).collect::<String>();
    for (before, after) in [
        (format!("{}{reply}", quoted(&decoded(0, letter))), format!("{}{reply}", quoted(letter))),
        (format!("{reply}\n{}", quoted(&decoded(0, letter))), format!("{reply}\n{}", quoted(letter))),
    ] {
        assert_eq!(original(&before), Some(after.clone()), "{before}");
        assert_eq!(original(&after), None);
    }
    // An author who quotes garbled text to ask about it also writes the words in their original form. Such text
    // is not restored.
    let about = format!("{}Was heißt das? Größe, schön, Männer?", quoted(&decoded(0, letter)));
    assert_eq!(original(&about), None);
}

/// The quoted lines were in another charset. Sound lines stay, in any language, and whether they stand above or below.
#[test]
fn garbled_lines_in_a_sound_reply_are_restored() {
    let quoted = [
        (
            "windows-1251",
            0,
            "> Привет, Иван!\n> Высылаю обещанные документы по проекту.\n> Да\n> Нет, спасибо\n",
        ),
        ("koi8-r", 0, "> Привет, Иван!\n> Высылаю обещанные документы по проекту.\n"),
        ("iso-8859-7", 1, "> Καλημέρα Γιώργο,\n> σας στέλνω τα έγγραφα που ζητήσατε.\n"),
        ("windows-1255", 0, "> שלום לכולם,\n> מצורף הקובץ שביקשתם אתמול\n"),
        ("gb18030", 0, "> 您好，附件是本周的项目进度报告，请查收。\n> 谢谢大家的支持\n"),
        ("euc-kr", 0, "> 안녕하세요. 회의 자료를 첨부합니다.\n> 감사합니다\n"),
    ];
    let sound = [
        "Здравствуй, Пётр! Спасибо за письмо, всё получил. Отвечу подробно завтра, когда вернусь.\nС уважением, Ivan\n",
        "Grüß dich, das ist schön, aber ich kann es nicht lesen. Viele Grüße aus Köln – à bientôt!\n",
        "Voilà, c’est illisible chez moi. Peux-tu le renvoyer en UTF-8, s’il te plaît ? Désolé\n",
        "Děkuji, přečíst to nemohu. Můžeš to poslat znovu? Šťastnou cestu\n",
        "您好，我看不到内容，请重新发送一次好吗？谢谢\n",
        "No puedo leer esto en la instrucción de las montañas.\nMirandés\n",
        "Albaniýa\nEfiopiýa\n",
    ];
    for (label, number, quoted) in quoted {
        let octets = Charset::for_label(label.as_bytes()).unwrap().encode(quoted).unwrap();
        let garbled = CODE_PAGES[number].text(&octets);
        for sound in sound {
            for order in [[sound, "\n", &garbled], [&garbled, "\n", sound]] {
                let restored = order.concat().replace(&garbled, quoted);
                assert_eq!(
                    original(&order.concat()).unwrap_or_default(),
                    restored,
                    "{label} {}",
                    order.concat()
                );
                assert!(original(&restored).is_none());
            }
        }
    }
}

/// Each sign stands by itself, as in a copyright notice. A letter by itself may be what the text is about.
#[test]
fn a_sign_of_latin_1_by_itself_is_restored() {
    for text in ["Copyright © 2004 Siemens", "½ litre", "§ 5 Abs. 2", "5 × 3 cm", "« ja »", "20 ° C", "- · -"]
    {
        assert_eq!(original(&decoded(0, text)).as_deref(), Some(text), "{}", decoded(0, text));
    }
    for text in ["Ã¤", "der Buchstabe Ã¤", "Ã© ?"] {
        assert!(garbled(text).is_none(), "{text}");
    }
}

/// Two tables in different charsets were joined.
#[test]
fn garbled_words_beside_sound_words_are_restored() {
    for (text, restored) in [
        ("FranÃ§ois Lefèvre", "François Lefèvre"),
        ("RenÃ© Lefèvre", "René Lefèvre"),
        ("JÃ¼rgen Größe, MÃ¼ller", "Jürgen Größe, Müller"),
        ("MÃ¼ller, Jörg", "Müller, Jörg"),
        ("birač\u{A0}» naÄ¨in odsjeÄ¨ena", "birač\u{A0}» način odsječena"),
        ("GrÃ¶ÃŸe FranÃ§ois РџСЂРёРІРµС‚", "Größe François Привет"),
        ("JÃ¼rgen, Zoë", "Jürgen, Zoë"),
        ("Ольга MÃ¼ller", "Ольга Müller"),
        ("déjà vu, voilÃ\u{A0} le rÃ©sultat", "déjà vu, voilà le résultat"),
    ] {
        assert_eq!(original(text).as_deref(), Some(restored), "{text}");
        assert!(garbled(restored).is_none());
    }
    for text in ["Müller, MÃ¼ller", "Größe – Å koda", "SÃO PAULO, São Paulo"] {
        assert!(garbled(text).is_none(), "{text}");
    }
}

/// A paragraph without line ends is one long line.
#[test]
fn a_long_garbled_line_is_restored() {
    for (label, sentence) in [
        ("gb18030", "您好，附件是本周的项目进度报告，请查收。"),
        ("windows-1251", "Высылаю обещанные документы по проекту. "),
    ] {
        let quoted = format!("> {}\n", sentence.repeat(80));
        let octets = Charset::for_label(label.as_bytes()).unwrap().encode(&quoted).unwrap();
        let reply = "Das kann ich nicht lesen, schöne Grüße aus Köln.\n\n";
        let once = format!("{reply}{}", CODE_PAGES[0].text(&octets));
        assert_eq!(original(&once), Some(format!("{reply}{quoted}")), "{label}");
    }
}

/// Some of the garbled words also have their original form, so the author may quote them on purpose. The other words may be
/// damage.
#[test]
fn a_text_that_may_be_about_garbled_text_is_only_named() {
    for text in [
        "schöne Grüße\n> Liebe GrÃ¼ÃŸe aus MÃ¼nchen, wir kommen zurÃ¼ck.\n",
        "Größe GrÃ¶ÃŸe und schÃ¶n",
        "Привет, Иван!\n> Ïðèâåò, Èâàí! Äîêóìåíòû îòïðàâèë.\n",
    ] {
        assert!(garbled(text).is_some_and(|found| found.original.is_none()), "{text}");
    }
    for text in ["Müller, MÃ¼ller", "Köln / KÃ¶ln", "Привет, как дела!\n> Ïðèâåò, êàê äåëà!\n"]
    {
        assert!(garbled(text).is_none(), "{text}");
    }
}

/// A text about garbled text has the garbled lines and their originals.
#[test]
fn a_text_about_garbled_lines_stays() {
    let about = "Wenn ein Programm „Привет, как дела сегодня“ falsch liest, müssen Sie\n\nÏðèâåò, êàê äåëà ñåãîäíÿ\n\nsehen.\n";
    assert!(garbled(about).is_none());
}

/// The wrong decoding is reported. But the text is not restored, because a character would be lost.
#[test]
fn text_that_lost_octets_is_left() {
    for text in ["Ð±ÑŠÐ»Ð³Ð°Ñ€Ñ\u{FFFD}ÐºÐ¸ ÐµÐ·Ð¸Ðº", "GrÃ¶Ã\u{FFFD}e aus KÃ¶ln fÃ¼r alle"]
    {
        assert!(garbled(text).is_some_and(|found| found.original.is_none()), "{text}");
    }
}

#[test]
fn sound_text_is_not_garbled() {
    for text in TEXTS.into_iter().chain([
        "Ã¤",
        "Ã¤, größer",
        "Umlaute kommen als Ã¤ Ã¶ Ã¼ an",
        "GrÃ¶ÃŸe statt Größe",
        "“Ã¶” und „Ã¼“",
        "LIBERTÉ\u{A0}!",
        "Ці слова",
        "СІНІ ВІКІ Ні! Ні!",
        "её",
        "l’école et l’église",
        "l’école, l’église, l’économie d’énergie",
        "模式使",
        "为什么",
        "撣語",
        "Beijing 北京 hotel",
        "BĚŽNĚ”",
        "DOJÍŽDÍ…",
        "RÓŻĘ”",
        "SELKÄ\u{A0}EDELLÄ\u{A0}MAAHAN",
        "âêîôû ÀÈÌÒÙ",
        "åäö ÅÄÖ æøå ÆØÅ",
        "ÐÉÍÓÚÞÆÖ",
        "åçî",
        "abcdefghijkõäöü ABCDEFGHIJKÕÄÖÜ",
        "též \\fB\\-\\-keep\\fP",
        "√π 4×£35 ∆° ├┤a┼┐a┼┐a",
        "★☆★☆ ───── ░▒▓█",
        "MÃ®",
        "MÃ® IRMÃ®.",
        "\u{81} \u{85}",
        "tur\u{92}stico",
        "Ubers\u{e2}\u{80}",
    ]) {
        let found = garbled(text).map(|found| found.original);
        assert_eq!(found, None, "{text}");
    }
}

#[test]
fn most_sound_text_passes_the_pre_check() {
    for text in ["Größe – schön", "Привет, это письмо", "l'été à Noël", "Señor Muñoz", "会议", "Καλημέρα"]
    {
        assert_eq!(Suspicion::of(text), Suspicion::default(), "{text}");
    }
}

#[test]
fn words_are_restored_from_the_likely_charset_at_each_level() {
    // In ISO-8859-2, `ĂĽ` would be `å`, and the letters of `Måller` are slightly likelier.
    assert_eq!(original("MĂĽller"), None);
    for (text, restored) in [
        ("Herr JĂĽrgen MĂĽller", "Herr Jürgen Müller"),
        ("P\u{139}\u{99}\u{102}\u{AD}\u{139}\u{104}t\u{102}\u{AD} p\u{139}\u{99}ijedeme", "Příští přijedeme"),
        // IBM850. In the charset of the Macintosh, the characters would be private.
        ("itÔÇÖs", "it’s"),
        ("ÔÇ£quotedÔÇØ", "“quoted”"),
        // After one step, the words are still garbled, and begin with the restored form of that step.
        ("cafÃƒÂ©", "café"),
        ("naÃƒÂ¯ve cafÃƒÂ©", "naïve café"),
    ] {
        assert_eq!(original(text).as_deref(), Some(restored), "{text}");
    }
}

/// Words of some languages.
const WORDS: [&[&str]; 13] = [
    &["Größe", "schön", "Straße", "heiß", "Müller", "für"],
    &["Café", "élève", "déjà", "garçon", "à"],
    &["Olé", "mañana", "señor", "corazón"],
    &["Zażółć", "gęślą", "łódź", "też"],
    &["Příloha", "žádost", "birač", "těší"],
    &["Привет", "сегодня", "письмо", "В"],
    &["Καλημέρα", "σήμερα", "τι"],
    &["çok", "güzel", "değil", "için"],
    &["più", "è", "perché", "città"],
    &["å", "Å", "også", "kjørbar", "være"],
    &["coração", "nível", "ção", "às"],
    &["naïve", "“quoted”", "it’s"],
    &["Ä", "Ö", "Ü", "É", "İstanbul"],
];
/// What stands between two words.
const BETWEEN: [&str; 14] = [
    " ",
    " ",
    " – ",
    " — ",
    " “",
    "” ",
    " … ",
    "™ ",
    " € ",
    "\u{A0}! ",
    " «\u{A0}",
    "\u{A0}» ",
    "… ",
    "\u{A0}",
];
/// Code pages whose garbled text is hardly ever taken for that of another one.
const DISTINCT: [&str; 4] = ["windows-1252", "windows-1251", "windows-1254", "macintosh"];

/// Whether `text` is `pieces` in their order. Each piece is one of two texts.
fn is_made_of(pieces: &[(String, String)], text: &str) -> bool {
    let Some(((one, other), rest)) = pieces.split_first() else { return text.is_empty() };
    [one, other]
        .iter()
        .any(|piece| text.strip_prefix(piece.as_str()).is_some_and(|text| is_made_of(rest, text)))
}

proptest! {
    #![proptest_config(crate::proptest_config::proptest_config(2048))]

    /// Sound words stay. A garbled word is restored exactly, or stays.
    #[test]
    fn words_of_a_mixed_text_are_sound_or_restored(
        label in proptest::sample::select(&DISTINCT[..]),
        garbled in proptest::sample::select(&WORDS[..]),
        words in proptest::collection::vec(
            (proptest::sample::select(&BETWEEN[..]), proptest::sample::select(&WORDS[..]), any::<proptest::sample::Index>(), any::<bool>()),
            1..7,
        ),
    ) {
        let number = CODE_PAGES.iter().position(|page| page.charset.name() == label).unwrap();
        let mut pieces = Vec::new();
        for (between, sound, index, is_garbled) in words {
            pieces.push((between.to_owned(), between.to_owned()));
            let word = *index.get(if is_garbled { garbled } else { sound });
            // Nothing tells whether a letter is a word if garbled words have it, too.
            let is_octet = |letter| garbled.iter().any(|word| decoded(number, word).contains(letter));
            prop_assume!(is_garbled || word.chars().count() > 1 || !is_octet(word));
            let written = if is_garbled { decoded(number, word) } else { word.to_owned() };
            pieces.push((written, word.to_owned()));
        }
        let text: String = pieces.iter().map(|(garbled, _)| garbled.as_str()).collect();
        let restored = original(&text).unwrap_or(text.clone());
        prop_assert!(is_made_of(&pieces, &restored), "{:?} became {:?}", text, restored);
    }
}

#[test]
fn a_blank_after_a_sound_letter_is_no_octet() {
    for (text, restored) in [
        ("Café – heiÃŸ und groÃŸ", Some("Café – heiß und groß")),
        ("Olé – groÃŸe StraÃŸe", Some("Olé – große Straße")),
        ("è\u{A0}» wÃ¤hrend mÃ¶gliche", Some("è\u{A0}» während mögliche")),
        ("birač\u{A0}» naÄ¨in odsjeÄ¨ena", Some("birač\u{A0}» način odsječena")),
        ("В саду РјРѕСЏ РіСЂСѓС€Р°", Some("В саду моя груша")),
    ] {
        let found = original(text);
        assert!(found.is_none() || found.as_deref() == restored, "{text} became {found:?}");
    }
}

/// A no-break space between words is a blank, even if the words are garbled.
#[test]
fn a_sound_blank_beside_garbled_words_stays() {
    for blank in ['\u{A0}', '\u{2007}', '\u{202F}', '\u{3000}'] {
        for (text, restored) in [
            ("FranÃ§ois_Lefevre", "François_Lefevre"),
            ("FranÃ§ois_", "François_"),
            ("_JosÃ©_NuÃ±ez_", "_José_Nuñez_"),
        ] {
            let [text, restored] = [text, restored].map(|text| text.replace('_', &blank.to_string()));
            assert_eq!(original(&text).as_deref(), Some(&*restored), "{text}");
            assert_eq!(original(&restored), None, "{restored}");
        }
    }
}

#[test]
fn a_garbled_capital_at_the_start_of_a_name_is_restored() {
    for name in [
        "Örebro",
        "Öberg",
        "Åbo",
        "Åland",
        "Åse",
        "Öko",
        "Ötzi",
        "Émile",
        "Übersee",
        "Ángel",
        "702 11 Örebro",
    ] {
        assert_eq!(original(&decoded(0, name)).as_deref(), Some(name), "{}", decoded(0, name));
    }
    for text in ["SÃO PAULO – R$ 5", "É – e pronto", "CORAÇÃO…", "Å… ja", "Ä–B", "à…"] {
        assert_eq!(original(text), None, "{text}");
    }
}

#[test]
fn a_sound_word_beside_a_garbled_word_stays() {
    let rows = [
        ("mañana / Ä°stanbul", "mañana / İstanbul"),
        ("où — Ã… Ã…\u{A0}!", "où — Å Å\u{A0}!"),
        ("Å\u{A0}lese ogsÃ¥ vÃ¦re", "Å\u{A0}lese også være"),
        ("Å… ogsÃ¥ vÃ¦re", "Å… også være"),
        ("Liste Ä” und Ö” schÃ¶n fÃ¼r", "Liste Ä” und Ö” schön für"),
        ("世界, ä¸–ç•Œ… é… ä¸–ç•Œ", "世界, 世界… é… 世界"),
    ];
    let found = rows.map(|(text, restored)| original(text).filter(|found| found != restored));
    assert_eq!(found, rows.map(|_| None));
}

/// The signs that end sound words are also octets of garbled letters.
#[test]
fn a_garbled_letter_that_ends_in_a_sign_is_restored() {
    for text in ["Österreich", "œuvre d’art", "Perú", "Å være", "Škoda žádá", "İstanbul çok güzel"]
    {
        let once = decoded(0, text);
        assert_eq!(original(&once).as_deref(), Some(text), "{once}");
    }
}

#[test]
fn no_code_page_restores_a_text_about_garbled_text() {
    for text in ["Größe GrÃ¶ÃŸe und schÃ¶n", "GrÃ¶ÃŸe – Größe und schÃ¶n", "Müller, MÃ¼ller", "Köln / KÃ¶ln"]
    {
        assert_eq!(original(text), None, "{text}");
    }
}

/// In Macintosh and IBM850, two letters of each text are UTF-8 of a sign (`Íî`, `÷å`). Without the sign, the restored word
/// is the end of the garbled word. This end is no word of the text, so the text is not about garbled text.
#[test]
fn the_end_of_a_garbled_word_is_no_sound_form() {
    for text in [
        "Новости компании",
        "Поздравляем с Новым годом",
        "Расскажите подробнее об условиях доставки в Казань",
        "Встреча переносится на четверг",
        "Уважаемый клиент, ваш заказ принят и будет доставлен через час",
    ] {
        let octets = Charset::for_label(b"windows-1251").unwrap().encode(text).unwrap();
        let once = Charset::WINDOWS_1252.decode(&octets).text;
        assert_eq!(original(&once).as_deref(), Some(text), "{once}");
    }
}

#[test]
fn a_restored_word_mixes_no_alphabets() {
    // In IBM850, the signs are the Cyrillic letter `ү`.
    assert_eq!(original("boÊ»lmadi: oÊ»lchami").filter(|text| text.contains('ү')), None);
}

/// Text in each charset of several octets is restored if it was decoded in windows-1252 or ISO-8859-1.
#[test]
fn text_of_east_asia_is_restored() {
    for (charset, text) in [
        ("gb18030", "您好，现将您需要的文件发给您，请确认是否收到。"),
        ("gb18030", "会议通知改期到明天上午"),
        ("euc-kr", "안녕하세요. 요청하신 문서를 보내드립니다."),
        ("euc-jp", "こんにちは。ご依頼の書類をお送りします。"),
        ("shift_jis", "こんにちは。ご依頼の書類をお送りします。"),
        ("big5", "您好，請確認是否收到。會議改到明天上午。"),
    ] {
        let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap();
        for number in [0, 1] {
            let once = CODE_PAGES[number].text(&octets);
            assert_eq!(original(&once).as_deref(), Some(text), "{charset} {once}");
        }
    }
}

#[test]
fn utf_8_that_was_read_in_a_charset_of_two_octets_is_restored() {
    for (charset, text) in [
        ("gb18030", "你好世界"),
        ("gb18030", "确认是否收到"),
        ("shift_jis", "こんにちは世界"),
        ("shift_jis", "届きましたらご連絡ください"),
    ] {
        let once = Charset::for_label(charset.as_bytes()).unwrap().decode(text.as_bytes()).text;
        assert_eq!(original(&once).as_deref(), Some(text), "{charset} {once}");
    }
}

/// Sound text with signs and letters of Latin-1 in a row.
#[test]
fn rows_of_western_signs_are_sound() {
    for text in [
        "«»°±²³µ¶·¹º¼½¾",
        "ÀÁÂÃÄÅÆÇÈÉÊË",
        "¡¡¡Olé!!! «¿Qué?»…",
        "©®™ – “äöü”…",
        "àèìòù ÀÈÌÒÙ áéíóú",
        "¤¤¤ ¥¥¥¥ ££££",
        "·´¯·¸¸·´¯·¸ Jörg",
        "10 °C – “½ ¾”… «à»",
    ] {
        assert!(garbled(text).is_none(), "{text}");
    }
}

/// The control characters of the text were removed after it had been decoded in ISO-8859-1.
#[test]
fn text_that_lost_octets_is_only_named() {
    for text in [
        "VoilÃ , câest Ã Paris que lâÃ©tÃ© commence, et nous sommes trÃ¨s heureux.",
        "câest trÃ¨s bien, nous sommes enchantÃ©s de lâentendre",
    ] {
        let found = garbled(text).unwrap();
        assert!(found.original.is_none() && !found.doubt.evidence_suffices, "{:?}", found.original);
    }
}

/// Some of the words in windows-1251 are UTF-8 by chance if they are read as Macintosh or IBM850: of a sign, of a character of
/// an unassigned plane, or of letters of other scripts. `Re:` is no evidence for the letters of `ôÉÐ`, which is `Тип` in
/// KOI8-U.
#[test]
fn a_word_that_is_utf_8_by_chance_does_not_become_its_characters() {
    let words = "Тест|Тема|Тому|Том|Тип|Той|Тень|Тверь|Тайм|Топ|Тлд|Фес|Иначе|Обсяг|біпі|Тайрора|Тумаче";
    for word in words.split('|') {
        for label in ["windows-1251", "koi8-u"] {
            let octets = Charset::for_label(label.as_bytes()).unwrap().encode(word).unwrap();
            for number in 0..2 {
                for before in ["", "Re: "] {
                    let once = format!("{before}{}", CODE_PAGES[number].text(&octets));
                    let found = original(&once).unwrap_or(once.clone());
                    assert!(found == once || found == format!("{before}{word}"), "{once} became {found}");
                }
            }
        }
    }
    for (text, restored) in
        [("Re: Òåìà", "Re: Тема"), ("Òåñò", "Тест"), ("Òâåðü", "Тверь"), ("Èíà÷å", "Иначе")]
    {
        assert_eq!(original(text).as_deref(), Some(restored), "{text}");
    }
    assert!(garbled("Òîì").is_none());
}

/// Usual signs by themselves are restored, although their octets are letters in IBM850, and could be a word in another
/// charset there.
#[test]
fn a_usual_sign_by_itself_is_restored() {
    for sign in ["’", "“", "”", "–", "—", "…", "•", "€", "™", "5 €"] {
        for label in ["windows-1252", "ibm850", "ibm437", "macintosh"] {
            let number = CODE_PAGES.iter().position(|page| page.charset.name().eq_ignore_ascii_case(label));
            let once = decoded(number.unwrap(), sign);
            assert_eq!(original(&once).as_deref(), Some(sign), "{label} {once}");
        }
    }
}

proptest! {
    #![proptest_config(crate::proptest_config::proptest_config(512))]

    /// A short Cyrillic word that was read as windows-1252 does not become a sign or an unassigned character.
    #[test]
    fn a_short_word_does_not_become_a_sign(word in "[БВГДКЛМНПРСТФ]([аеиоу][влмнрст]){1,2}[аеиоу]?") {
        let octets = Charset::for_label(b"windows-1251").unwrap().encode(&word).unwrap();
        let once = CODE_PAGES[0].text(&octets);
        let restored = original(&once).unwrap_or(once.clone());
        prop_assert!(restored == once || restored.contains(char::is_alphabetic), "{} became {}", once, restored);
    }
}
