//! Guarantee G2 (docs/guarantees.md): normalizing a normalized message changes nothing.

use crate::{corpus, generate};
use mailutf::charset::Charset;
use mailutf::policy::{BodyForm, Doubtful, HeaderForm};
use mailutf::rules::Rules;
use mailutf::text::MessageTexts;
use mailutf::transfer::base64;
use mailutf::{Code, Normalizer, Policy, normalize};
use proptest::prelude::*;

#[test]
fn of_real_mail() {
    let again = corpus::all().filter(|sample| !normalize(&sample.output).is_noop());
    let again: Vec<_> = again.map(|sample| &sample.path).collect();
    assert!(again.is_empty(), "{} messages: {again:#?}", again.len());
}

/// The first run replaces the charset label, which consists of raw octets. This does not change how the raw octets of
/// the name next to it are read, so a second run changes nothing.
#[test]
fn of_a_label_in_raw_octets() {
    let message = b"Content-Type: text/plain; name=\xE4; charset=\xFF\xFE\n\nplain\n";
    let output = normalize(message).apply().into_owned();
    let again = normalize(&output);
    assert!(again.is_noop(), "{:?}", again.edits());
}

/// A Content-Type field with UTF-8 and other raw octets gets the label of the body. The raw octets that could not be
/// read before the change cannot be read after it either, so a second run changes nothing.
#[test]
fn of_raw_octets_beside_a_label_that_is_set() {
    let message = b"Content-Type: text/plain; format=\xC3\xA9; format*=utf-8''%C3%A9(\xE9); delsp*1=es\xC3\xA9(\xE9)\xC3\xA9\n\nL\xE4ngere Zeilen\n";
    let normalizer = Normalizer::new(Policy::default().with_headers(HeaderForm::Encoded));
    let plan = normalizer.plan(message);
    assert!(plan.findings().iter().any(|finding| finding.code == Code::FieldUnresolved));
    let output = plan.apply().into_owned();
    assert!(normalizer.plan(&output).is_noop());
}

/// A UTF-16 text contains the characters of shift sequences of HZ or ISO-2022. The octets of UTF-16 do not look like
/// these sequences, but the octets of the UTF-8 output do. A second run changes nothing nevertheless.
#[test]
fn of_text_that_looks_shifted_in_utf_8() {
    let shifted = ["~{VP~}", "~{VPNDVPND~}", "\u{1B}$B8l\u{1B}(B"];
    for (text, is_written) in [("Grüße: ", true), ("plain: ", false)] {
        for (shift, is_short) in shifted.iter().zip([true, false, false]) {
            let text: Vec<u8> =
                format!("{text}{shift}, and so on\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
            let header = b"Content-Type: text/plain; charset=utf-16le\nContent-Transfer-Encoding: base64\n\n";
            let message = [&header[..], &base64::encode_body(&text, b"\n")].concat();
            let plan = normalize(&message);
            let again = normalize(&plan.apply()).is_noop();
            let unresolved = plan.findings().iter().any(|finding| finding.code == Code::TextUnresolved);
            assert_eq!((again, unresolved), (true, !(is_written && is_short)), "{shift}");
            let findings = normalize(&plan.apply()).findings().to_vec();
            let unresolved = findings.iter().any(|finding| finding.code == Code::TextUnresolved);
            assert_eq!(unresolved, !(is_written && is_short), "{shift}: {findings:?}");
        }
    }
}

/// Text with the shifts of HZ under another label is read as HZ, unless the policy says that the label is right.
#[test]
fn of_hz_under_another_label() {
    for label in ["iso-2022-jp", "iso-2022-kr", "gb2312", "us-ascii", "iso-8859-1"] {
        let mut rules = Rules::default();
        rules.overrule(label.as_bytes(), Charset::for_label(label.as_bytes()).unwrap());
        for policy in [
            Policy::default(),
            Policy::default().with_rules(rules),
            Policy::default().with_doubtful(Doubtful::Label),
        ] {
            let normalizer = Normalizer::new(policy);
            for text in ["~{=qLlLlFx:\\:C~}", "~{VP~} x", "see ~{user}~}"] {
                let message = format!("Content-Type: text/plain; charset={label}\n\n{text}\n");
                let output = normalizer.plan(message.as_bytes()).apply().into_owned();
                assert!(normalizer.plan(&output).is_noop(), "{message}");
            }
        }
        let message = format!("Content-Type: text/plain; charset={label}\n\n~{{=qLlLlFx:\\:C~}}\n");
        let output = normalize(message.as_bytes()).apply().into_owned();
        assert!(String::from_utf8(output).unwrap().ends_with("\n今天天气很好\n"), "{label}");
    }
}

/// The Content-Transfer-Encoding field contains raw octets. If the field were corrected, these octets would become
/// readable as text. So the message is left unchanged.
#[test]
fn of_raw_octets_that_a_transfer_encoding_makes_readable() {
    let message =
        b"Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bi\xD1\x8B \xD1(\x8E.\n\n\
        --b\nContent-Type: text/plain; charset=utf-8\n\n\xD0\xA1 \xD1 \xD0\xB5\n--b--\n";
    let normalizer = Normalizer::new(Policy::default().with_lossy(true));
    let output = normalizer.plan(message).apply().into_owned();
    assert!(normalizer.plan(&output).is_noop(), "{}", output.escape_ascii());
}

/// The labels that the random rules override.
const DECLARED: [&str; 7] = ["utf-8", "us-ascii", "utf-7", "iso-8859-1", "koi8-r", "iso-2022-jp", "gb2312"];

fn rules() -> impl Strategy<Value = Rules> {
    const REAL: &[&str] =
        &["", "", "windows-1251", "utf-8", "utf-7", "utf-16", "big5", "hz-gb-2312", "us-ascii"];
    prop::collection::vec(prop::sample::select(REAL), DECLARED.len()).prop_map(|real| {
        let mut rules = Rules::default();
        for (declared, real) in DECLARED.iter().zip(real) {
            let real = Charset::for_label(real.as_bytes());
            real.map(|real| rules.overrule(declared.as_bytes(), real));
        }
        rules
    })
}

/// Messages with an encoded word, a parameter and a body, each with a label, and each too short for statistics.
fn labelled() -> impl Strategy<Value = Vec<u8>> {
    let label = || prop::sample::select(&DECLARED[..]);
    const OCTETS: &[&[u8]] = &[b"a", b"\xE9", b"\xC3\xA9", b"\xA4\xA4", b"+AOk-", b"~{<:~}", b"\x1B$B"];
    let octets = || prop::sample::select(OCTETS);
    let quoted =
        |octets: &[u8], sign| octets.iter().map(|octet| format!("{sign}{octet:02X}")).collect::<String>();
    ((label(), octets()), (label(), octets()), (label(), octets())).prop_map(move |(word, value, body)| {
        let header = format!(
            "Subject: =?{}?Q?{}?=\nContent-Type: text/plain; charset={}; name*={}''{}\n\n",
            word.0,
            quoted(word.1, '='),
            body.0,
            value.0,
            quoted(value.1, '%'),
        );
        [header.as_bytes(), body.1, b"\n"].concat()
    })
}

fn policy() -> impl Strategy<Value = Policy> {
    const FORMS: &[BodyForm] =
        &[BodyForm::Auto, BodyForm::EightBit, BodyForm::QuotedPrintable, BodyForm::Base64];
    (prop::sample::select(FORMS), rules(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(bodies, rules, decode_all, lossy, attachments)| {
            let mut policy = Policy::default().with_rules(rules);
            (policy.bodies, policy.decode_all) = (bodies, decode_all);
            (policy.lossy, policy.attachments) = (lossy, attachments);
            policy
        },
    )
}

/// Messages with text that has a label, next to text without evidence of its charset. The text without evidence is
/// unlabelled, or is in the Subject. Some of the labelled text is signed and therefore left unchanged.
fn silent_beside_labelled() -> impl Strategy<Value = Vec<u8>> {
    const LABELLED: &[(&str, &[u8])] = &[
        ("koi8-r", b"\xEB\xCF\xC4"),
        ("windows-1253", b"\xC1\xE2\xE3"),
        ("euc-jp", b"\xC6\xFC\xCB\xDC"),
        ("shift_jis", b"\x93\xFA\x96\x7B"),
        ("euc-kr", b"\xC7\xD1\xB1\xB9"),
        ("big5", b"\xA4\xA4\xA4\xE5"),
    ];
    let silent =
        prop::collection::vec(prop::sample::select(b"\x81\x8E\xA1\xA4\xC6\xD2\xFD\xFF ab".to_vec()), 1..12);
    let labelled = (prop::sample::select(LABELLED), 0..6_u8).prop_map(|((charset, text), kind)| {
        let header = format!("Content-Type: text/plain; charset={charset}\n");
        match kind {
            0 | 1 => [
                b"Content-Type: multipart/signed; boundary=s\n\n--s\n",
                header.as_bytes(),
                b"\n",
                text,
                b"\n--s\n\nsignature\n--s--",
            ]
            .concat(),
            2 => [header.as_bytes(), b"Content-Disposition: attachment\n\n", text].concat(),
            // This text is not in base64, although its header says so. So it is left unchanged.
            3 => {
                let transfer = "Content-Transfer-Encoding: base64\n\n";
                let body = mailutf::transfer::base64::encode_body(text, b"\n");
                [header.as_bytes(), transfer.as_bytes(), &body, b"----\n", text].concat()
            }
            _ => [header.as_bytes(), b"\n", text].concat(),
        }
    });
    let part = prop_oneof![labelled, silent.clone().prop_map(|octets| [b"\n".to_vec(), octets].concat())];
    const FIELDS: &[(&str, &str)] = &[
        ("Subject: ", ""),
        ("To: ", " <a@example.org>"),
        ("To: a@example.org (", ")"),
        ("Content-Type: multipart/mixed; boundary=b; name=\"", "\""),
    ];
    let fields = (prop::sample::select(FIELDS), silent, prop_oneof![4 => Just(1), 1 => 30..200_usize]);
    (fields, prop::collection::vec(part, 1..6)).prop_map(|(((before, behind), octets, times), parts)| {
        let header = b"\nContent-Type: multipart/mixed; boundary=b\n\n";
        let raw = octets.repeat(times);
        let mut octets = [before.as_bytes(), &raw, behind.as_bytes(), header].concat();
        for part in parts {
            octets.extend([b"--b\n", part.as_slice(), b"\n"].concat());
        }
        octets.extend(b"--b--\n");
        octets
    })
}

proptest! {
    #![proptest_config(crate::proptest_config(128))]

    /// The first run may leave a text and convert the other texts that show its charset. The second run then has less
    /// evidence for the text, but must change nothing nevertheless. If the other texts of a message do not show the
    /// charset of a text, then they have no influence on that text.
    #[test]
    fn of_silent_text(octets in silent_beside_labelled(), attachments in any::<bool>()) {
        let normalizer = Normalizer::new(Policy::default().with_attachments(attachments));
        let output = normalizer.plan(&octets).apply().into_owned();
        let again = normalizer.plan(&output);
        prop_assert!(again.is_noop(), "{:?}\n{}", again.edits(), output.escape_ascii());
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(128))]

    /// The policy can have a rule that overrides labels of UTF-8, as the output has them. The output is nevertheless
    /// not read by that rule.
    #[test]
    fn of_overruled_text(octets in labelled(), rules in rules(), encoded in any::<bool>()) {
        let headers = if encoded { HeaderForm::Encoded } else { HeaderForm::Utf8 };
        let policy = Policy::default().with_rules(rules).with_headers(headers);
        let normalizer = Normalizer::new(policy.clone());
        let output = normalizer.plan(&octets).apply().into_owned();
        let again = normalizer.plan(&output);
        prop_assert!(again.is_noop(), "{:?}\n{}", again.edits(), output.escape_ascii());
        let text = |octets: &[u8], policy: &Policy| {
            MessageTexts::parse(octets, policy).text(0).ok().map(|text| text.text.into_owned())
        };
        // If the policy says that the label is right, text that looks like HZ may have been converted by its label.
        // The converted text still looks like HZ under its new label, so only a policy that trusts labels reads it
        // again as the same text.
        if let Some(read) = text(&octets, &policy) {
            let believing = policy.clone().with_doubtful(Doubtful::Label);
            let by_label = text(&output, &believing);
            prop_assert!(text(&output, &policy).is_none_or(|again| again == read) && by_label == Some(read), "{}", output.escape_ascii());
        }
    }

    #[test]
    fn of_generated_mail(message in generate::message(), policy in policy()) {
        let normalizer = Normalizer::new(policy);
        let output = normalizer.plan(&message.octets).apply().into_owned();
        let again = normalizer.plan(&output);
        prop_assert!(again.is_noop(), "{:?}\n{}", again.edits(), String::from_utf8_lossy(&output));
    }

    #[test]
    fn of_spliced_mail(a in generate::message(), b in generate::message(), at in 0_usize..400) {
        let mut octets = a.octets[..at.min(a.octets.len())].to_vec();
        octets.extend_from_slice(&b.octets[at.min(b.octets.len())..]);
        let output = normalize(&octets).apply().into_owned();
        let again = normalize(&output);
        prop_assert!(again.is_noop(), "{:?}\n{}", again.edits(), String::from_utf8_lossy(&output));
    }
}

/// If text was encoded several times, the first run undoes all of these encodings.
#[test]
fn of_text_that_was_encoded_several_times() {
    let normalizer = Normalizer::new(Policy::default().with_doubtful(Doubtful::Evidence));
    let message = |text: &str| {
        format!(
            "Subject: {text}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}\n"
        )
    };
    for sound in ["Größe – schön, für alle", "doesn’t", "Příloha k vaší žádosti", "Привет, мир, как дела?"]
    {
        let mut text = sound.to_owned();
        for level in 1..=4 {
            text = Charset::WINDOWS_1252.decode(text.as_bytes()).text.into_owned();
            let output = normalizer.plan(message(&text).as_bytes()).apply().into_owned();
            assert_eq!(String::from_utf8(output).unwrap(), message(sound), "{level}");
        }
    }
}

/// Messages with text that was decoded in wrong charsets, up to four times. The text is in the body, in encoded
/// words, in raw octets of a field, and in a parameter.
fn garbled_messages() -> impl Strategy<Value = Vec<u8>> {
    let texts = [
        "Größe – schön, für alle",
        "Привет, мир, как дела?",
        "Příloha k vaší žádosti",
        "l’été à Noël",
        "会议通知改期",
    ];
    let labels =
        ["windows-1252", "iso-8859-1", "windows-1250", "windows-1251", "koi8-r", "iso-8859-2", "macintosh"];
    let chain = proptest::collection::vec(proptest::sample::select(labels.to_vec()), 1..=4);
    (proptest::sample::select(texts.to_vec()), chain, 0..3_usize).prop_map(|(text, chain, tail)| {
        let mut text = text.to_owned();
        for label in chain {
            text = Charset::for_label(label.as_bytes()).unwrap().decode(text.as_bytes()).text.into_owned();
        }
        let tail = ["", " plain", " and Größe"][tail];
        let word = String::from_utf8(base64::encode_body(text.as_bytes(), b"")).unwrap();
        format!(
            "Subject: Re: =?utf-8?B?{word}?={tail}\nX-Raw: {text}{tail}\nMIME-Version: 1.0\nContent-Type: text/plain; \
            charset=utf-8; name=\"{text}.txt\"\nContent-Transfer-Encoding: 8bit\n\n{text}{tail}\n"
        )
        .into_bytes()
    })
}

proptest! {
    #![proptest_config(crate::proptest_config(8))]

    #[test]
    fn of_garbled_text_for_each_policy(message in garbled_messages()) {
        for doubtful in [Doubtful::Keep, Doubtful::Label, Doubtful::Evidence] {
            for headers in [HeaderForm::Utf8, HeaderForm::Encoded] {
                let normalizer = Normalizer::new(Policy::default().with_doubtful(doubtful).with_headers(headers));
                let output = normalizer.plan(&message).apply().into_owned();
                let again = normalizer.plan(&output);
                prop_assert!(again.is_noop(), "{doubtful:?} {} {:?}", String::from_utf8_lossy(&output), again.edits());
            }
        }
    }
}
