//! The places of findings, and their order.

use mailutf::message::Message;
use mailutf::{Code, Finding, Policy, normalize};
use std::collections::HashSet;

/// Returns the findings of a conversion: the code, and the octets of the message that the finding is about.
fn found(message: &[u8]) -> Vec<(Code, String)> {
    let plan = normalize(message);
    let about = |finding: &mailutf::Finding| finding.span.slice(message).escape_ascii().to_string();
    plan.findings().iter().map(|finding| (finding.code, about(finding))).collect()
}

/// A finding about a body that is left marks the octets of the body from the first one that is not understood.
#[test]
fn a_finding_marks_the_octets_that_it_is_about() {
    let head = |charset| format!("Content-Type: text/plain; charset={charset}\n\n").into_bytes();
    for (charset, body, code, about) in [
        ("utf-8", &b"caf\xC3 du soir\n"[..], Code::TextUnresolved, r"\xc3 du soir\n"),
        (
            "iso-8859-1",
            b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0\n",
            Code::LabelDoubtful,
            r"\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0\n",
        ),
    ] {
        assert_eq!(found(&[&head(charset), body].concat()), [(code, about.to_owned())]);
    }
    let base64 = b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n8NLJ18XU*fDSydfF1A==\n";
    assert_eq!(found(base64), [(Code::TextUnresolved, "*fDSydfF1A==\\n".to_owned())]);
    let address = b"From: J\xF6rg M\xFCller <j\xF6rg@example.org>\nSubject: gr\xFC\xDFe\n\n";
    assert_eq!(found(address)[0], (Code::FieldUnresolved, "\\xf6rg@example.org>".to_owned()));
}

#[test]
fn findings_are_in_the_order_of_their_places() {
    let message = b"From: \"Zo\xEB\" <z@example.org>\nSubject: =?iso-8859-1?Q?=80?=\n\
        Content-Type: text/plain; charset=iso-8859-1\n\nd\xE9sol\xE9\n";
    let plan = normalize(message);
    let places: Vec<usize> = plan.findings().iter().map(|finding| finding.span.start).collect();
    assert!(places.len() > 1 && places.is_sorted(), "{places:?}");
    let findings = mailutf::message::Message::parse_with(message, &Policy::default()).findings();
    assert_eq!(findings, plan.findings());
}

/// The codes of the findings about a message that is shown, and the fields that they are about.
fn shown(message: &[u8]) -> Vec<(Code, Option<String>)> {
    let message = Message::parse(message);
    let structure = message.texts().original_structure();
    let field = |finding: &Finding| Some(structure.field_of(finding)?.name.slice(message.octets()));
    let field = |finding: &Finding| Some(field(finding)?.escape_ascii().to_string());
    message.findings().iter().map(|finding| (finding.code, field(finding))).collect()
}

/// Texts, each with a finding: an encoded word and a file name under a doubtful label, raw octets, a doubtful body.
const PARTS: [(&[u8], Code, Option<&str>); 5] = [
    (
        b"Content-Type: application/pdf\nContent-Disposition: attachment;\n \
            filename=\"=?iso-8859-1?Q?=CF=F0=E8=EA=E0=E7_=EE_=EF=F0=E8=B8=EC=E5?=\"\n\nx\n",
        Code::LabelDoubtful,
        Some("Content-Disposition"),
    ),
    (
        b"Content-Type: application/pdf; name=\"\xCF\xF0\xE8\xEA\xE0\xE7 \xEE \xEF\xF0\xE8\xB8\xEC\xE5\"\n\nx\n",
        Code::FieldRaw,
        Some("Content-Type"),
    ),
    (
        b"Content-Type: message/rfc822\n\nSubject: \xCF\xF0\xE8\xEA\xE0\xE7 \xEE \xEF\xF0\xE8\xB8\xEC\xE5\n\nx\n",
        Code::FieldRaw,
        Some("Subject"),
    ),
    (
        b"Content-Type: text/plain; charset=iso-8859-1\n\n\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0\n",
        Code::LabelDoubtful,
        None,
    ),
    (b"Content-Type: text/plain; charset=utf-8\n\nexe.\xE2\x80\xAEfdp\n", Code::BidiControl, None),
];

/// A signed part is shown like any other, and has the same findings.
#[test]
fn a_guess_in_a_signed_part_has_its_finding() {
    for (part, code, field) in PARTS {
        for media_type in ["mixed", "signed", "encrypted"] {
            let head = format!("Content-Type: multipart/{media_type}; boundary=s\n\n--s\n");
            let message = [head.as_bytes(), part, b"--s\n\nx\n--s--\n"].concat();
            let found = shown(&message);
            let told = found.iter().filter(|(found, at)| (*found, at.as_deref()) == (code, field));
            assert_eq!(told.count(), 1, "{media_type} {} {found:?}", part.escape_ascii());
            // A conversion leaves a signed part for one reason.
            let plan = normalize(&message);
            let is_named = plan.findings().iter().any(|finding| finding.code == code);
            assert_eq!(is_named, media_type == "mixed", "{:?}", plan.findings());
            assert!(
                media_type == "mixed" || plan.is_noop() && !plan.is_unresolved(),
                "{:?}",
                plan.findings()
            );
        }
    }
}

/// If a message or a header is left as a whole, its texts still have their findings.
#[test]
fn a_guess_in_a_message_that_is_left_has_its_finding() {
    let subject = "Subject: =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?=\n";
    let many = format!("X: {}\n", "=?utf-8?Q?a?= ".repeat(11_000));
    let parts = format!("Content-Type: multipart/mixed; boundary=b\n\n{}", "--b\n\nx\n".repeat(10_001));
    for message in [
        format!("{subject}From: a@b.org\n\nx\n").replace('\n', "\r"),
        format!("{subject}{many}\nx\n"),
        format!("{many}{subject}\nx\n"),
        format!("{subject}{parts}"),
    ] {
        let found = shown(message.as_bytes());
        let subject = (Code::LabelDoubtful, Some("Subject".to_owned()));
        let told = found.iter().filter(|found| **found == subject).count();
        assert_eq!(told, 1, "{found:?}");
    }
    // The parentheses do not balance, and the label of one word is doubtful.
    let from =
        b"From: =?koi8-r?q?=C3?= :) <u@example.net>, =?iso-8859-1?Q?=CF=F0=E8=E2=E5=F2?= <c@d.org>\n\nx\n";
    let found = shown(from);
    let has = |code| found.contains(&(code, Some("From".to_owned())));
    assert!(has(Code::FieldUnbalanced) && has(Code::LabelDoubtful), "{found:?}");
}

/// In all mail of the corpus, what is shown has the findings of the conversion, and no finding twice.
#[test]
fn what_is_shown_has_the_findings_of_a_conversion() {
    let mut more = 0;
    for path in corpus() {
        let octets = std::fs::read(&path).unwrap();
        let message = Message::parse(&octets);
        let findings = message.findings();
        let plan = mailutf::Normalizer::new(Policy::for_display()).plan(&octets);
        let mut distinct = HashSet::new();
        let converted = plan.findings().iter();
        assert!(converted.clone().all(|finding| findings.contains(finding)), "{path:?}");
        more += findings.len() - converted.count();
        let place =
            |finding: &Finding| (finding.code, finding.span, finding.part, finding.detail.to_string());
        let twice: Vec<_> = findings.iter().filter(|finding| !distinct.insert(place(finding))).collect();
        let twice_in_plan = plan.findings().iter().map(place).collect::<HashSet<_>>().len();
        assert!(twice.len() <= plan.findings().len() - twice_in_plan, "{path:?} {twice:?}");
    }
    assert!(more > 0);
}

fn corpus() -> Vec<std::path::PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let (mut folders, mut found) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|extension| extension == "eml") => found.push(path),
                false => {}
            }
        }
    }
    found
}

/// Only text that decodes in the charset of its label is doubtful; other text has another charset.
#[test]
fn text_that_does_not_decode_under_its_label_is_not_overruled() {
    use mailutf::charset::Charset;
    use mailutf::text::{Context, resolve};
    let policy = Policy::for_display();
    let texts = [
        ("euc-jp", "明日の会議は三時に始まります。よろしくお願いします。"),
        ("shift_jis", "明日の会議は三時に始まります。よろしくお願いします。"),
        ("big5", "明天的會議三點開始，請大家準時參加，謝謝。"),
        ("gb18030", "明天的会议三点开始，请大家准时参加，谢谢。"),
        ("euc-kr", "내일 회의는 세 시에 시작합니다. 잘 부탁드립니다."),
        ("windows-1251", "Мы очень рады сообщить вам о новом издании"),
        ("koi8-r", "Мы очень рады сообщить вам о новом издании"),
    ];
    let mut mismatches = 0;
    for (charset, text) in texts {
        let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap();
        for (label, _) in texts {
            let fits = Charset::for_label(label.as_bytes()).unwrap().decode_strict(&octets).is_ok();
            let Ok(read) = resolve(&octets, Some(label.as_bytes()), &Context::new(&policy)) else { continue };
            let codes: Vec<_> = read.findings.iter().map(|(code, _)| *code).collect();
            assert!(fits || !read.is_label_doubtful(), "{charset} as {label}: {codes:?}");
            assert!(fits || !codes.contains(&Code::LabelOverruled), "{charset} as {label}: {codes:?}");
            mismatches += usize::from(codes.contains(&Code::LabelMismatch));
        }
    }
    assert!(mismatches > 10, "{mismatches}");
}

/// Text without a label is no guess if its octets prove its charset, or if it names the charset.
#[test]
fn a_proved_charset_is_no_warning() {
    let warnings = |message: &[u8]| -> Vec<_> {
        let findings = Message::parse(message).findings();
        findings.iter().map(|found| (found.code, found.warning().is_some())).collect()
    };
    for (message, code, warns) in [
        (&b"Subject: x\n\n\xEF\xBB\xBFGr\xC3\xBC\xC3\x9Fe\n"[..], Code::LabelMissing, false),
        ("Subject: x\n\nGrüße aus Köln\n".as_bytes(), Code::LabelMissing, false),
        (b"Subject: x\n\n\x1B$B$3$s$K$A$O\x1B(B\n", Code::LabelMissing, false),
        (b"Subject: \x1B$B$3$s$K$A$O\x1B(B\n\nx\n", Code::FieldRaw, false),
        (
            b"Content-Type: text/html\n\n<meta charset=koi8-r>\xF0\xD2\xC9\xD7\xC5\xD4\n",
            Code::LabelMissing,
            false,
        ),
        (b"Subject: x\n\nGr\xFC\xDFe aus K\xF6ln\n", Code::LabelMissing, true),
        (b"Subject: Gr\xFC\xDFe aus K\xF6ln\n\nx\n", Code::FieldRaw, true),
    ] {
        assert!(
            warnings(message).contains(&(code, warns)),
            "{} {:?}",
            message.escape_ascii(),
            warnings(message)
        );
    }
}

/// A blank line could not be inserted into a message in UTF-16.
#[test]
fn a_message_in_utf_16_is_to_be_decoded() {
    let message: Vec<u8> = "From: a@b.org\r\nSubject: Größe\r\n\r\nGrüße\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let message = [&b"\xFF\xFE"[..], &message].concat();
    let plan = normalize(&message);
    let details: Vec<_> = plan.findings().iter().map(|found| found.detail.to_string()).collect();
    assert!(details.iter().any(|detail| detail.contains("mailutf decode --charset utf-16")), "{details:?}");
}
