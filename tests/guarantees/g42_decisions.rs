//! Guarantee G42 (docs/guarantees.md): the decisions of the mail's owner hold with verification as without it. The
//! same texts change, to the same octets. The verifier checks that the output is what was decided; the verifier
//! does not decide.

use crate::corpus::each;
use crate::{corpus, proptest_config};
use mailutf::charset::Charset;
use mailutf::mailbox::{Format, Source};
use mailutf::pipeline::{Pipeline, Report};
use mailutf::policy::{BodyForm, Doubtful, HeaderForm};
use mailutf::rules::Rules;
use mailutf::{Code, Normalizer, Policy};
use proptest::prelude::*;
use std::num::NonZeroUsize;

/// The names of choices about reading, each with a policy that makes the choice. Each choice changes how some text
/// is read or written.
fn policies() -> Vec<(&'static str, Policy)> {
    let policy = Policy::default;
    let overruled = |label: &str, charset: &str| {
        let mut rules = Rules::default();
        rules.overrule(label.as_bytes(), Charset::for_label(charset.as_bytes()).unwrap());
        policy().with_rules(rules)
    };
    #[cfg(feature = "rules")]
    let by_rules =
        |keys: &str| policy().with_rules(Rules::parse(&format!("version = 1\n[[rule]]\n{keys}\n")).unwrap());
    vec![
        ("default", policy()),
        ("label", policy().with_doubtful(Doubtful::Label)),
        ("evidence", policy().with_doubtful(Doubtful::Evidence)),
        ("strict", policy().with_strict(true)),
        ("lossy", policy().with_lossy(true)),
        ("logical order", policy().with_logical_order(true)),
        ("guess attachments", policy().with_guess_attachments(true)),
        ("fallback", policy().with_fallback(Charset::for_label(b"windows-1250"))),
        ("encoded", policy().with_headers(HeaderForm::Encoded)),
        ("quoted-printable", policy().with_bodies(BodyForm::QuotedPrintable)),
        ("iso-8859-1=windows-1251", overruled("iso-8859-1", "windows-1251")),
        ("utf-8=utf-8", overruled("utf-8", "utf-8")),
        #[cfg(feature = "rules")]
        ("rule: charset", by_rules("label = [\"iso-8859-1\", \"windows-1252\"]\nread = \"windows-1251\"")),
        #[cfg(feature = "rules")]
        ("rule: label", by_rules("label = \"*\"\nread = \"label\"")),
        #[cfg(feature = "rules")]
        ("rule: evidence", by_rules("label = \"*\"\nread = \"evidence\"")),
        #[cfg(feature = "rules")]
        (
            "rule: undo",
            by_rules("label = \"*\"\nundo = [\"windows-1252 > utf-8\", \"koi8-r > windows-1251\"]"),
        ),
    ]
}

/// Whether the verifier leaves a message unchanged that the policy changes.
fn is_refused(message: &[u8], policy: &Policy) -> bool {
    let mut refused = false;
    let note = |report: Report| {
        refused |= report.findings.iter().any(|(finding, _)| finding.code == Code::VerifyFailed);
    };
    let mut pipeline = Pipeline::new(policy.clone()).with_verify(true);
    pipeline.workers.jobs = Some(NonZeroUsize::MIN);
    pipeline.run(Source::new(message, Format::Message).unwrap(), &mut Vec::new(), note).unwrap();
    refused
}

/// The names of messages in which `mail-parser` finds other fields or parts than this library. Either no blank line
/// ends a header, or a boundary ends with a blank.
const OTHER_STRUCTURE: [&str; 4] =
    ["boundary-blanks", "no-blank-line", "obsolete.msg", "qp-utf8-header-no-break"];

#[test]
fn no_decision_about_real_mail_is_refused() {
    let samples: Vec<_> = corpus::all()
        .filter(|sample| {
            let name = sample.path.to_string_lossy();
            sample.input.len() < 100_000 && !OTHER_STRUCTURE.iter().any(|other| name.contains(other))
        })
        .collect();
    let others = |(name, policy): &(&str, Policy)| {
        let refused = samples.iter().filter(|sample| is_refused(sample.input, policy));
        let names: Vec<_> = refused.map(|sample| sample.path.display().to_string()).collect();
        (!names.is_empty()).then(|| format!("{name}: {names:#?}"))
    };
    let found: Vec<String> = each(&policies(), others).into_iter().flatten().collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Texts in several languages, each with a charset that is common for the language.
const TEXTS: [(&str, &str); 9] = [
    ("windows-1251", "Привет! Это письмо на русском языке, в нём несколько слов."),
    ("koi8-r", "Добрый день, высылаю вам обещанные документы и фотографии."),
    ("windows-1250", "Příloha k vaší žádosti: šíleně žluťoučký kůň úpěl ďábelské ódy."),
    ("iso-8859-7", "Καλημέρα σας, σας στέλνω το έγγραφο που ζητήσατε χθες."),
    ("windows-1255", "שלום רב, מצורף המסמך שביקשת אתמול בערב."),
    ("gbk", "您好，附件是您昨天要求的文件，请查收。"),
    ("euc-kr", "안녕하세요. 어제 요청하신 문서를 보내 드립니다."),
    ("shift_jis", "こんにちは。昨日ご依頼の書類をお送りします。"),
    ("utf-8", "Grüße aus Köln: schöne, große Straßen, élève, naïve, garçon."),
];

proptest! {
    #![proptest_config(proptest_config(48))]

    /// The text is under the label of another charset, or was garbled once or twice before it was stored.
    #[test]
    fn no_decision_about_text_under_a_wrong_label_is_refused(
        (charset, text) in proptest::sample::select(TEXTS.to_vec()),
        label in proptest::sample::select(vec!["iso-8859-1", "windows-1252", "utf-8", "koi8-r", "x-unknown", ""]),
        html in any::<bool>(),
        base64 in any::<bool>(),
        times in 0..3_usize,
    ) {
        use base64::Engine;
        let latin1 = Charset::WINDOWS_1252;
        let garbled = (0..times).fold(text.to_owned(), |text, _| latin1.decode(text.as_bytes()).text.into_owned());
        let octets = match times {
            0 => Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap().into_owned(),
            _ => garbled.into_bytes(),
        };
        let (kind, octets) = match html {
            true => ("html", [b"<meta charset=iso-8859-1><p>", octets.as_slice(), b"</p>"].concat()),
            false => ("plain", octets),
        };
        let (transfer, body) = match base64 {
            true => ("base64", base64::prelude::BASE64_STANDARD.encode(&octets).into_bytes()),
            false => ("8bit", octets),
        };
        let label = if label.is_empty() { String::new() } else { format!("; charset={label}") };
        let header = format!(
            "Subject: x\nMIME-Version: 1.0\nContent-Type: text/{kind}{label}\nContent-Transfer-Encoding: {transfer}\n\n"
        );
        let message = [header.as_bytes(), &body, b"\n"].concat();
        for (name, policy) in policies() {
            prop_assert!(!is_refused(&message, &policy), "{}", name);
        }
    }
}

/// The verifier must not ask the planner for the text. Otherwise it would not notice a text in another charset than
/// the one that was decided.
#[test]
fn another_text_than_the_decided_one_is_noticed() {
    let policy = Policy::default().with_doubtful(Doubtful::Evidence);
    let text = Charset::for_label(b"windows-1251").unwrap().encode(TEXTS[0].1).unwrap();
    let message = [b"Content-Type: text/plain; charset=windows-1252\n\n", &*text, b"\n"].concat();
    let plan = Normalizer::new(policy).plan(&message);
    assert_eq!(plan.findings().first().map(|finding| finding.code), Some(Code::LabelOverruled));
    let good = String::from_utf8(plan.apply().into_owned()).unwrap();
    assert_eq!(
        mailutf::verify::verify(&message, good.as_bytes(), plan.findings()),
        mailutf::verify::Verdict::Agrees
    );
    let by_label = Charset::WINDOWS_1252.decode(&text).text;
    let bad = good.replace(TEXTS[0].1, &by_label);
    assert!(bad != good);
    let verdict = mailutf::verify::verify(&message, bad.as_bytes(), plan.findings());
    assert!(matches!(verdict, mailutf::verify::Verdict::Differs(_)), "{verdict:?}");
}

/// Texts of one sender under one label. Some are in other charsets, some were garbled, some cannot be read at all.
#[cfg(feature = "rules")]
fn texts_of_one_sender() -> Vec<Vec<u8>> {
    let latin1 = Charset::WINDOWS_1252;
    let garbled = |text: &str| latin1.decode(text.as_bytes()).text.into_owned();
    let mut texts: Vec<Vec<u8>> = TEXTS
        .iter()
        .flat_map(|(charset, text)| {
            let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap().into_owned();
            let once = garbled(text);
            [octets, once.clone().into_bytes(), garbled(&once).into_bytes()]
        })
        .collect();
    let shift_jis = Charset::for_label(b"shift_jis").unwrap();
    texts.push(shift_jis.encode("会議").unwrap().into_owned());
    texts.push(b"\x8F\xE0\xA8\xA2\xA5\xE2".to_vec());
    texts.push(b"Gr\xFC\xDFe \xFF\xFE\x81".to_vec());
    texts
}

#[cfg(feature = "rules")]
proptest! {
    #![proptest_config(proptest_config(96))]

    /// The owner accepts each proposed rule, until none is left.
    #[test]
    fn accepting_all_proposals_ends(
        texts in proptest::collection::vec((proptest::sample::select(texts_of_one_sender()), 2003..2005_u16), 1..6),
        label in proptest::sample::select(vec!["iso-8859-1", "utf-8", "koi8-r", "x-unknown", ""]),
    ) {
        use mailutf::census::{Doubts, Origin};
        let mail: Vec<Vec<u8>> = texts.iter().map(|(text, year)| {
            use base64::Engine;
            let word = base64::prelude::BASE64_STANDARD.encode(text);
            let label_of_word = if label.is_empty() { "x-unknown" } else { label };
            let label = if label.is_empty() { String::new() } else { format!("; charset={label}") };
            let header = format!(
                "From: ann@x\nDate: 1 Mar {year} 10:00 +0000\nSubject: =?{label_of_word}?B?{word}?=\n\
                 Content-Type: text/plain{label}\n\n"
            );
            [header.as_bytes(), text, b"\n"].concat()
        }).collect();
        let mut accepted = "version = 1\n".to_owned();
        for round in 0.. {
            let policy = Policy::default().with_rules(Rules::parse(&accepted).unwrap());
            let mut doubts = Doubts::default();
            mail.iter().for_each(|message| doubts.add(message, &Origin::default(), &policy));
            if round > 0 {
                prop_assert_eq!(policy.rules.unused().collect::<Vec<_>>(), Vec::<u32>::new(), "{}", accepted);
            }
            let proposed: Vec<String> = doubts.groups().iter().filter_map(|group| group.rule()).collect();
            if proposed.is_empty() {
                break;
            }
            prop_assert!(round < 2, "{accepted}\n{proposed:?}");
            accepted += &proposed.concat();
        }
    }
}
