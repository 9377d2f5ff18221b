//! G3: every text says the same afterwards, and data are the same octets.

use crate::{corpus, generate};
use mailutf::message::{Message, PartKind};
use mailutf::{Limits, Policy, body, normalize};
use proptest::prelude::*;

/// The texts of a message read as UTF-8, whatever its labels say, lines ended by LF.
fn texts(octets: &[u8]) -> Vec<String> {
    let message = Message::parse(octets, &Limits::default());
    let parts = message.parts.iter().filter(|part| part.kind == PartKind::Text);
    parts
        .map(|part| {
            let decoded = part.transfer.unwrap().decode(part.body.slice(octets)).octets.into_owned();
            String::from_utf8(decoded).unwrap().replace("\r\n", "\n")
        })
        .collect()
}

fn data(octets: &[u8]) -> Vec<Vec<u8>> {
    let message = Message::parse(octets, &Limits::default());
    let parts = message.parts.iter().filter(|part| part.kind == PartKind::Other);
    parts.map(|part| part.transfer.unwrap().decode(part.body.slice(octets)).octets.into_owned()).collect()
}

/// The text of each part, by its label before, and as it stands afterwards.
#[test]
fn of_real_mail() {
    for sample in corpus::samples().iter().filter(|sample| sample.edited) {
        let before = Message::parse(&sample.input, &Limits::default());
        let after = Message::parse(&sample.output, &Limits::default());
        assert_eq!(before.parts.len(), after.parts.len(), "{}", sample.path.display());
        for index in 0..before.parts.len() {
            let read = |message| body::text(message, index, &Policy::default());
            let (Ok(old), Ok(new)) = (read(&before), read(&after)) else { continue };
            if before.parts[index].kind == PartKind::Text {
                let lines = |text: &str| text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
                let same = lines(&new.text).starts_with(&lines(&old.text));
                let declared = old.text.contains("charset") || old.text.contains("encoding");
                assert!(same || declared, "{} part {index}", sample.path.display());
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::cases(128))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        let output = normalize(&message.octets).apply().into_owned();
        prop_assert_eq!(texts(&output), message.texts);
        prop_assert_eq!(data(&output), message.data);
    }

    #[test]
    fn for_a_client(message in generate::message()) {
        let parsed = Message::parse(&message.octets, &Limits::default());
        let policy = Policy::default();
        let texts: Vec<String> = (0..parsed.parts.len())
            .filter(|part| parsed.parts[*part].kind == PartKind::Text)
            .map(|part| body::text(&parsed, part, &policy).unwrap().text.replace("\r\n", "\n"))
            .collect();
        prop_assert_eq!(texts, message.texts);
    }
}
