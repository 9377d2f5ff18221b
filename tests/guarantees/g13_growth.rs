//! Guarantee G13 (docs/guarantees.md): bodies grow by at most a fixed factor. (The tests of guarantee G14 check
//! that a message that would grow more is left unchanged.)

use crate::{corpus, generate};
use mailutf::charset::Charset;
use mailutf::structure::{PartKind, Structure};
use mailutf::{Limits, Normalizer, Policy, normalize};
use proptest::prelude::*;

/// The factor by which a body can grow. An octet can become three octets of UTF-8, which base64 with line ends
/// makes longer still.
const FACTOR: f64 = 4.2;

fn body(message: &[u8]) -> &[u8] {
    let start = message.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    &message[start..]
}

fn labels() -> Vec<&'static str> {
    let charsets =
        Charset::all().filter(|charset| Charset::for_label(charset.name().as_bytes()) == Some(*charset));
    charsets.map(Charset::name).collect()
}

/// The first text part whose body grew by more than `FACTOR`, as its number among the text parts, or `None` if
/// no body did.
fn grown(before: &Structure, after: &Structure) -> Option<usize> {
    let parts = before.parts.iter().zip(&after.parts).filter(|(part, _)| part.kind == PartKind::Text);
    parts.into_iter().position(|(old, new)| new.body.len() as f64 > FACTOR * old.body.len() as f64 + 1024.0)
}

#[test]
fn of_real_mail() {
    for sample in corpus::all() {
        assert_eq!(grown(&sample.before, &sample.after()), None, "{}", sample.path.display());
        let most = sample.input.len() * Limits::default().growth + 1024;
        assert!(sample.output.len() <= most, "{}", sample.path.display());
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(64))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        let output = normalize(&message.octets).apply();
        let parse = |octets| Structure::parse(octets, &Limits::default());
        prop_assert_eq!(grown(&parse(&message.octets), &parse(&output)), None);
    }

    /// The octets whose conversion makes a body grow most, in every charset.
    #[test]
    fn of_octets_in_any_charset(
        octets in prop_oneof![
            prop::collection::vec(0x80_u8.., 1..2000),
            prop::collection::vec(0xA1..=0xFE_u8, 1..2000),
            prop::collection::vec(prop::sample::select(b"\r\n\0=\x80\xFE".to_vec()), 1..2000),
        ],
        charset in prop::sample::select(labels()),
        lossy in any::<bool>(),
    ) {
        let mut message = format!("Content-Type: text/plain; charset={charset}\n\n").into_bytes();
        message.extend(&octets);
        let normalizer = Normalizer::new(Policy::default().with_lossy(lossy));
        let output = normalizer.plan(&message).apply().into_owned();
        prop_assert!(body(&output).len() as f64 <= FACTOR * octets.len() as f64 + 1024.0);
    }
}
