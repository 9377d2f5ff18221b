//! Messages for measurements. They are the same in every run.

/// The kind of messages in a mailbox.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Text in legacy charsets. Normalizing changes every message.
    Legacy,
    /// Text in UTF-8. Normalizing changes no message.
    Utf8,
    /// Short texts, each with a large base64 attachment.
    Attachments,
}

const TEXTS: [(&str, &str); 4] = [
    ("iso-8859-1", "Grüße aus Köln: schöne, große Straßen und ein müder Bär.\n"),
    ("koi8-r", "Сегодня встреча по проекту, вопрос решён, ответ в письме.\n"),
    ("shift_jis", "本日の会議の資料を添付します。ご確認をお願いします。\n"),
    ("euc-kr", "오늘 회의 자료를 첨부합니다. 확인 부탁드립니다.\n"),
];

const ATTACHMENT_LINE: &[u8] =
    b"JVBERi0xLjQKJcOkw7zDtsOfCjIgMCBvYmoKPDwvTGVuZ3RoIDMgMCBSL0ZpbHRlci9GbGF0ZURl\n";

/// The message with the number `i` of a mailbox of this kind.
pub(crate) fn message(i: usize, kind: Kind) -> Vec<u8> {
    let (legacy, line) = TEXTS[i % TEXTS.len()];
    let label = if matches!(kind, Kind::Utf8) { "utf-8" } else { legacy };
    let (octets, ..) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(line);
    let header = format!(
        "Received: from mx.example.org (mx.example.org [192.0.2.{}])\n\tby mail.example.net with ESMTPS id {i:X}\n\
         From: Alice <alice@example.org>\nTo: bob@example.net\nSubject: message {i}\n\
         Message-ID: <{i}@example.org>\nMIME-Version: 1.0\n",
        i % 250
    );
    let text = format!("Content-Type: text/plain; charset={label}\nContent-Transfer-Encoding: 8bit\n\n");
    let text = [text.as_bytes(), &octets.repeat(20 + i % 80)].concat();
    match kind {
        Kind::Legacy | Kind::Utf8 => [header.as_bytes(), &text].concat(),
        Kind::Attachments => [
            header.as_bytes(),
            b"Content-Type: multipart/mixed; boundary=\"=_b\"\n\n--=_b\n",
            &text,
            b"\n--=_b\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n",
            &ATTACHMENT_LINE.repeat(3_000 + i % 7 * 1_000),
            b"--=_b--\n",
        ]
        .concat(),
    }
}
