//! Guarantee G3 (docs/guarantees.md): every text is the same after the conversion, and data have the same octets.

use crate::{corpus, generate};
use mailutf::internal::Markup;
use mailutf::structure::{Part, PartKind, Structure};
use mailutf::text::MessageTexts;
use mailutf::{Limits, Policy, normalize};
use proptest::prelude::*;

/// The texts of a message, each read as UTF-8 whatever its label says, with LF line ends.
fn texts(octets: &[u8]) -> Vec<String> {
    let message = Structure::parse(octets, &Limits::default());
    let parts = message.parts.iter().filter(|part| part.kind == PartKind::Text);
    parts
        .map(|part| {
            let decoded = part.transfer.unwrap().decode(part.body.slice(octets)).octets.into_owned();
            String::from_utf8(decoded).unwrap().replace("\r\n", "\n")
        })
        .collect()
}

fn data(octets: &[u8]) -> Vec<Vec<u8>> {
    let message = Structure::parse(octets, &Limits::default());
    let parts = message.parts.iter().filter(|part| part.kind == PartKind::Other);
    parts.map(|part| part.transfer.unwrap().decode(part.body.slice(octets)).octets.into_owned()).collect()
}

/// The text of each part is read by its label before the conversion, and as UTF-8 afterwards. Of all other parts,
/// the octets are compared.
#[test]
fn of_real_mail() {
    for sample in corpus::all().filter(|sample| sample.edited) {
        let policy = Policy::default();
        let (before, after) = (MessageTexts::parse(sample.input, &policy), sample.after());
        for (index, (old, new)) in before.parts().iter().zip(&after.parts).enumerate() {
            let decoded = |message: &[u8], part: &Part| {
                Some(part.transfer?.decode(part.body.slice(message)).octets.into_owned())
            };
            let (old_octets, new_octets) = (decoded(sample.input, old), decoded(&sample.output, new));
            if old.kind == PartKind::Other {
                assert_eq!(old_octets, new_octets, "{} part {index}", sample.path.display());
            }
            let Ok(read) = before.text(index) else { continue };
            let changed = old.body.slice(sample.input) != new.body.slice(&sample.output);
            if old.kind == PartKind::Text && changed {
                let new = String::from_utf8(new_octets.unwrap()).unwrap();
                let said = |text: &str| bare(text, &old.media_type).replace("\r\n", "\n");
                // The new text can also have the footer of a mailing list at its end.
                let same = said(&new).starts_with(&said(&read.text));
                assert!(same, "{} part {index}", sample.path.display());
            }
        }
    }
}

/// Removes from a text its byte order mark and the names of charsets that the text declares.
fn bare(text: &str, media_type: &str) -> String {
    let mut bare = text.trim_start_matches('\u{feff}').to_owned();
    let xml = bare.starts_with("<?xml").then_some(Markup::Xml);
    let names = Markup::for_media_type(media_type).or(xml).map(|markup| markup.declarations(bare.as_bytes()));
    names.into_iter().flatten().rev().for_each(|name| bare.replace_range(name.range(), ""));
    bare
}

proptest! {
    #![proptest_config(crate::proptest_config(128))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        let output = normalize(&message.octets).apply().into_owned();
        prop_assert_eq!(texts(&output), message.texts);
        prop_assert_eq!(data(&output), message.data);
    }

    #[test]
    fn for_a_client(message in generate::message()) {
        let policy = Policy::default();
        let parsed = MessageTexts::parse(&message.octets, &policy);
        let texts: Vec<String> = (0..parsed.parts().len())
            .filter(|part| parsed.parts()[*part].kind == PartKind::Text)
            .map(|part| parsed.text(part).unwrap().text.replace("\r\n", "\n"))
            .collect();
        prop_assert_eq!(texts, message.texts);
    }
}
