//! Guarantee G37 (docs/guarantees.md) for rules that undo wrong decodings: text is restored only if its letters
//! become likelier and nothing is lost. A second run with the same rules changes nothing.

use super::proptest_config;
use mailutf::charset::Charset;
use mailutf::finding::Code;
use mailutf::mailbox::Digest;
use mailutf::rules::Rules;
use mailutf::{Normalizer, Plan, Policy};
use proptest::collection::vec;
use proptest::prelude::*;

fn charset(name: &str) -> Charset {
    Charset::for_name(name).unwrap()
}

/// The text that a program shows if it decodes `text`, which is encoded in the charset `was`, in the charset `by`.
/// Octets without a meaning in `by` become control characters. Returns `None` if `was` lacks a character of the
/// text.
fn garbled(text: &str, (by, was): (&str, &str)) -> Option<String> {
    let octets = charset(was).encode(text).ok()?;
    let character = |octet: u8| match charset(by).decode_strict(&[octet]) {
        Ok(text) => text.into_owned(),
        Err(_) => char::from(octet).to_string(),
    };
    Some(octets.iter().copied().map(character).collect())
}

/// The text after it was garbled by all `pairs`, beginning with the last pair.
fn garbled_by(text: &str, pairs: &[(&str, &str)]) -> Option<String> {
    pairs.iter().rev().try_fold(text.to_owned(), |text, pair| garbled(&text, *pair))
}

fn rules(conditions: &str, pairs: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(by, was)| format!("\"{by} > {was}\"")).collect();
    format!("version = 1\n[[rule]]\n{conditions}\nundo = [{}]\n", pairs.join(", "))
}

fn by(rules: &str) -> Normalizer {
    Normalizer::new(Policy::default().with_rules(Rules::parse(rules).unwrap().named("r.toml")))
}

/// Returns the output of the plan. Checks that a second run over the output changes nothing.
fn output(normalizer: &Normalizer, plan: &Plan<'_>) -> String {
    let output = plan.apply().into_owned();
    assert!(normalizer.plan(&output).is_noop(), "{}", String::from_utf8_lossy(&output));
    String::from_utf8(output).unwrap()
}

fn body(text: &str) -> String {
    format!(
        "From: ann@x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}\n"
    )
}

const OF_ANN: &str = "from = \"ann@x\"";

#[test]
fn wrong_decodings_are_undone_level_by_level() {
    const WESTERN: (&str, &str) = ("windows-1252", "utf-8");
    for (pairs, levels, text) in [
        (&[WESTERN][..], 1, "Größe und Maße"),
        (&[WESTERN], 2, "Größe und Maße"),
        (&[WESTERN], 3, "Größe und Maße, schöne Grüße"),
        (&[WESTERN], 2, "Встреча переносится на завтра"),
        (&[("windows-1251", "utf-8")], 1, "Встреча переносится на завтра"),
        (&[("windows-1252", "windows-1251")], 1, "Привет"),
        (&[("koi8-r", "windows-1251")], 1, "Привет"),
        (&[("macintosh", "utf-8")], 1, "Příloha k vaší žádosti"),
        (&[("gb18030", "utf-8")], 1, "Встреча переносится на завтра!"),
        (&[("iso-8859-1", "iso-8859-2")], 1, "Proszę o odpowiedź, załączam umowę"),
        (&[WESTERN, ("koi8-r", "windows-1251")], 1, "Встреча переносится"),
    ] {
        let mut stored = text.to_owned();
        for _ in 0..levels {
            stored = match pairs {
                // GB18030 has characters of several octets. `garbled_by` decodes each octet on its own, so it is not
                // used for GB18030.
                [("gb18030", _)] => charset("gb18030").decode(stored.as_bytes()).text.into_owned(),
                pairs => garbled_by(&stored, pairs).unwrap(),
            };
        }
        let (normalizer, message) = (by(&rules(OF_ANN, pairs)), body(&stored));
        let plan = normalizer.plan(message.as_bytes());
        assert_eq!(output(&normalizer, &plan), body(text), "{pairs:?} {stored}");
        let found: Vec<(Code, String)> =
            plan.findings().iter().map(|found| (found.code, found.detail.to_string())).collect();
        let [(Code::Rule, why)] = &found[..] else { panic!("{found:?}") };
        assert!(why.starts_with("wrong decoding undone (") && why.ends_with("), by r.toml:2"), "{why}");
        assert!(by(&rules("from = \"bob@x\"", pairs)).plan(message.as_bytes()).is_noop(), "{stored}");
    }
}

/// Text is not restored merely because nothing would be lost: each of these texts could be decoded once more
/// without loss.
#[test]
fn sound_text_stays() {
    for (pair, text) in [
        (("koi8-r", "windows-1251"), "Привет, встреча переносится"),
        (("windows-1251", "koi8-r"), "Привет, встреча переносится"),
        (("windows-1252", "windows-1251"), "Être où ça déjà"),
        (("windows-1252", "iso-8859-2"), "Größe und Maße, café"),
        (("windows-1252", "utf-8"), "Größe und Maße"),
        (("iso-8859-7", "iso-8859-5"), "Καλημέρα σας"),
        (("windows-1252", "utf-8"), "only US-ASCII"),
        // A single letter shows too little.
        (("windows-1252", "windows-1251"), "é"),
    ] {
        let (normalizer, message) = (by(&rules(OF_ANN, &[pair])), body(text));
        let plan = normalizer.plan(message.as_bytes());
        assert!(
            plan.is_noop() && !plan.findings().iter().any(|found| found.code == Code::Rule),
            "{text} {pair:?}"
        );
    }
}

#[test]
fn what_is_not_restored_keeps_its_finding() {
    // One character of the garbled text is lost (U+FFFD), so the restored octets would not be UTF-8.
    let message = body("GrÃ¶Ã\u{FFFD}e â€“ schÃ¶n, VerfÃ¼gung");
    for pairs in [&[("windows-1252", "utf-8")][..], &[("koi8-r", "windows-1251")]] {
        let normalizer = by(&rules(OF_ANN, pairs));
        let plan = normalizer.plan(message.as_bytes());
        assert_eq!(codes(&plan), [Code::TextGarbled], "{pairs:?}");
    }
}

fn codes(plan: &Plan<'_>) -> Vec<Code> {
    plan.findings().iter().map(|found| found.code).collect()
}

#[test]
fn each_text_of_a_message_is_restored() {
    let message = "From: ann@x (GrÃ¶ÃŸe)\nTo: \"GrÃ¶ÃŸe, schÃ¶n\" <b@x>\nSubject: =?utf-8?Q?Gr=C3=83=C2=B6=C3=83=C5=B8e?=\n\
        X-Note: GrÃ¶ÃŸe (schÃ¶n)\nContent-Type: text/plain; charset=utf-8; name*=utf-8''Gr%C3%83%C2%B6%C3%83%C5%B8e\n\n\
        GrÃ¶ÃŸe\n";
    let normalizer = by(&rules(OF_ANN, &[("windows-1252", "utf-8")]));
    let plan = normalizer.plan(message.as_bytes());
    let expected = "From: ann@x (Größe)\nTo: \"Größe, schön\" <b@x>\nSubject: Größe\nX-Note: Größe (schön)\n\
        Content-Type: text/plain; charset=utf-8; name=\"Größe\"\nContent-Transfer-Encoding: 8bit\n\nGröße\n";
    assert_eq!(output(&normalizer, &plan).replace("MIME-Version: 1.0\n", ""), expected);
    assert_eq!(
        plan.findings().iter().filter(|found| found.code == Code::Rule).count(),
        6,
        "{:?}",
        plan.findings()
    );
}

/// A rule with `undo` also restores text that is not stored in UTF-8, and raw UTF-8 in the header.
#[test]
fn the_label_may_be_any() {
    let rules = rules("label = [\"windows-1252\", \"none\"]", &[("windows-1252", "windows-1251")]);
    let normalizer = by(&rules);
    for stored in ["Âñòðå÷à ïåðåíîñèòñÿ", "Ïðèâåò, âñòðå÷à"] {
        let octets = charset("koi8-r").encode(stored);
        assert!(octets.is_err(), "not every charset has these characters");
        let octets = charset("windows-1252").encode(stored).unwrap();
        let message =
            [b"From: ann@x\nContent-Type: text/plain; charset=windows-1252\n\n", &*octets, b"\n"].concat();
        let plan = normalizer.plan(&message);
        let text = output(&normalizer, &plan);
        assert!(text.ends_with("Встреча переносится\n") || text.ends_with("Привет, встреча\n"), "{text}");
    }
    let raw = "From: ann@x\nSubject: Ïðèâåò, âñòðå÷à\n\nx\n";
    let plan = normalizer.plan(raw.as_bytes());
    assert_eq!(output(&normalizer, &plan), "From: ann@x\nSubject: Привет, встреча\n\nx\n");
}

/// If a rule names single messages, text is restored whatever its letters show. If the rule also has `lossy`, text is
/// restored even if characters are lost.
#[test]
fn messages_named_by_their_digest_are_restored_whatever_their_letters_show() {
    let named =
        |message: &str, more: &str| format!("digest = \"sha256:{}\"{more}", Digest::of(message.as_bytes()));
    let short = body("äà");
    let normalizer = by(&rules(&named(&short, ""), &[("windows-1252", "windows-1251")]));
    assert_eq!(output(&normalizer, &normalizer.plan(short.as_bytes())), body("да"));

    let damaged = body("GrÃ¶Ã\u{FFFD}e, 語");
    let pair = [("windows-1252", "utf-8")];
    let exact = by(&rules(&named(&damaged, ""), &pair));
    assert!(exact.plan(damaged.as_bytes()).is_noop());
    let lossy = by(&rules(&named(&damaged, "\nlossy = true"), &pair));
    let plan = lossy.plan(damaged.as_bytes());
    assert_eq!(output(&lossy, &plan), body("Grö\u{FFFD}\u{FFFD}e, 語"));
    assert_eq!(codes(&plan), [Code::Rule, Code::TextReplaced]);
}

/// If the rule also has `read`, the text is first read in the charset that `read` names.
#[test]
fn text_is_read_and_then_restored() {
    let stored = charset("windows-1250").encode("Ă–sterreich, GrĂ¶Ăźe").unwrap();
    let message = [b"From: ann@x\nContent-Type: text/plain; charset=koi8-r\n\n", &*stored, b"\n"].concat();
    let rules =
        "version = 1\n[[rule]]\nfrom = \"ann@x\"\nread = \"windows-1250\"\nundo = \"windows-1250 > utf-8\"\n";
    let text = output(&by(rules), &by(rules).plan(&message));
    assert!(text.ends_with("Österreich, Größe\n"), "{text}");
}

/// If raw header text looks garbled, and a rule says that text must be read by its label, a finding names the rule.
#[test]
fn a_believed_header_names_its_rule() {
    let message =
        "From: ann@x\nSubject: GrÃ¶ÃŸe â€“ schÃ¶n\nComments: GrÃ¶ÃŸe â€“ schÃ¶n (GrÃ¶ÃŸe â€“ schÃ¶n)\n\nx\n";
    let doubtful = codes(&Normalizer::new(Policy::default()).plan(message.as_bytes()));
    assert!(doubtful.contains(&Code::TextGarbled), "{doubtful:?}");
    let rules = "version = 1\n[[rule]]\nfrom = \"ann@x\"\nread = \"label\"\n";
    let plan = by(rules).plan(message.as_bytes());
    assert!(plan.is_noop());
    let found: Vec<String> =
        plan.findings().iter().map(|found| format!("{} {}", found.code, found.detail)).collect();
    assert_eq!(found, ["rule read as UTF-8, by r.toml:2"; 2]);
}

const TEXTS: [&str; 10] = [
    "Größe und Maße, schöne Grüße aus Österreich",
    "Встреча переносится на завтра, привет всем",
    "Příloha k vaší žádosti, děkuji za odpověď",
    "Proszę o odpowiedź, załączam umowę",
    "Être où ça déjà l'élève préféré",
    "Καλημέρα σας, ευχαριστώ πολύ",
    "Onaylanmayan projeler kaldırılır, bileşenini izle",
    "会议改到明天上午",
    "Größe: Привет (déjà)",
    "äöü àé",
];
const CHARSETS: [&str; 9] = [
    "utf-8",
    "windows-1252",
    "windows-1251",
    "windows-1250",
    "koi8-r",
    "iso-8859-2",
    "ibm437",
    "macintosh",
    "gb18030",
];

proptest! {
    #![proptest_config(proptest_config(384))]

    /// For any pairs and texts, a second run changes nothing, and nothing is lost. Text that was never garbled
    /// stays as it is, because no other form of these texts has likelier letters.
    #[test]
    fn a_second_run_changes_nothing(
        text in prop::sample::select(&TEXTS[..]),
        other in prop::sample::select(&TEXTS[..]),
        pairs in vec((prop::sample::select(&CHARSETS[..]), prop::sample::select(&CHARSETS[..])), 1..3),
        levels in 0..3_usize,
    ) {
        let pairs: Vec<(&str, &str)> = pairs.into_iter().filter(|(by, was)| by != was).collect();
        prop_assume!(!pairs.is_empty());
        let mut stored = text.to_owned();
        for _ in 0..levels {
            if let Some(next) = garbled_by(&stored, &pairs) {
                stored = next;
            }
        }
        let message = format!(
            "From: ann@x\nSubject: {stored}\nComments: =?utf-8?B?{}?= {other}\nContent-Type: text/plain; charset=utf-8\n\n\
             {stored}\n{}\n",
            base64(stored.as_bytes()),
            if levels == 0 { other } else { "" },
        );
        let normalizer = by(&rules(OF_ANN, &pairs));
        let plan = normalizer.plan(message.as_bytes());
        let after = output(&normalizer, &plan);
        if levels == 0 && pairs.iter().all(|(by, _)| *by != "gb18030") {
            prop_assert!(after.contains(&format!("\n\n{text}\n{other}\n")), "{} {:?}", after, pairs);
        }
    }
}

fn base64(octets: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(octets)
}
