//! G2: what has been normalised has nothing left to do.

use crate::{corpus, generate};
use mailutf::policy::BodyForm;
use mailutf::{Normalizer, Policy, normalize};
use proptest::prelude::*;

#[test]
fn of_real_mail() {
    let again = corpus::samples().iter().filter(|sample| !normalize(&sample.output).is_noop());
    let again: Vec<_> = again.map(|sample| &sample.path).collect();
    assert!(again.is_empty(), "{} messages: {again:#?}", again.len());
}

/// The label follows the body; the value beside it is read by itself.
#[test]
fn of_a_label_in_raw_octets() {
    let message = b"Content-Type: text/plain; name=\xE4; charset=\xFF\xFE\n\nplain\n";
    let output = normalize(message).apply().into_owned();
    let again = normalize(&output);
    assert!(again.is_noop(), "{:?}", again.edits());
}

fn policy() -> impl Strategy<Value = Policy> {
    const FORMS: &[BodyForm] =
        &[BodyForm::Auto, BodyForm::EightBit, BodyForm::QuotedPrintable, BodyForm::Base64];
    (prop::sample::select(FORMS), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(bodies, decode_all, lossy, attachments)| {
            let mut policy = Policy::default();
            (policy.bodies, policy.decode_all) = (bodies, decode_all);
            (policy.lossy, policy.attachments) = (lossy, attachments);
            policy
        },
    )
}

proptest! {
    #![proptest_config(crate::cases(128))]

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
