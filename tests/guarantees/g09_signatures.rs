//! Guarantee G9 (docs/guarantees.md): signed and encrypted octets are unchanged. A finding names each DKIM or ARC
//! signature that a change breaks. On request, such a change is not made.

use crate::{corpus, generate};
use mailutf::structure::{PartKind, Protection, Structure};
use mailutf::{Code, Limits, Normalizer, Plan, Policy, normalize};
use memchr::memmem;
use proptest::prelude::*;

const SIGNED: &str = "From: =?iso-8859-1?Q?J=F6rg?= <j@example.org>\n\
Content-Type: multipart/mixed; boundary=outer\n\n\
--outer\n\
Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=inner\n\n\
--inner\n\
Subject: =?iso-8859-1?Q?J=F6rg?=\n\
Content-Type: text/plain; charset=iso-8859-1\n\
Content-Transfer-Encoding: quoted-printable\n\n\
J=F6rg\n\
--inner\n\
Content-Type: application/pgp-signature\n\nsignature\n\
--inner--\n\
--outer\n\
Content-Type: text/plain; charset=iso-8859-1\n\
Content-Transfer-Encoding: quoted-printable\n\n\
J=F6rg\n\
--outer--\n";

/// The bodies of the parts of type `multipart/signed` or `multipart/encrypted`.
fn protected(octets: &[u8]) -> Vec<&[u8]> {
    let message = Structure::parse(octets, &Limits::default());
    let roots = message.parts.iter().filter(|part| {
        part.kind == PartKind::Multipart
            && matches!(part.media_type.as_str(), "multipart/signed" | "multipart/encrypted")
    });
    roots.map(|part| part.body.slice(octets)).collect()
}

/// Whether no edit is in the body of a protected part, or anywhere in a part inside that body.
fn is_kept(message: &Structure, plan: &Plan<'_>) -> bool {
    let parent = |part: &mailutf::structure::Part| part.parent.and_then(|parent| message.parts.get(parent));
    message.parts.iter().filter(|part| part.protection.is_some()).all(|part| {
        let inside = parent(part).is_some_and(|parent| parent.protection.is_some());
        let kept = if inside { part.span } else { part.body };
        plan.edits().iter().all(|edit| edit.span.end <= kept.start || edit.span.start >= kept.end)
    })
}

#[test]
fn a_signed_part_is_kept_and_the_one_beside_it_changes() {
    let plan = normalize(SIGNED.as_bytes());
    let output = plan.apply();
    assert_eq!(protected(SIGNED.as_bytes()), protected(&output));
    assert!(String::from_utf8_lossy(&output).contains("\n\nJörg\n--outer--"));
    assert!(plan.findings().iter().any(|finding| finding.code == Code::Protected));
}

#[test]
fn a_signature_is_broken_on_request() {
    let policy = Policy::default().with_break_signatures(true);
    let plan = Normalizer::new(policy).plan(SIGNED.as_bytes());
    let told: Vec<usize> = plan
        .findings()
        .iter()
        .filter(|finding| finding.code == Code::SignatureBroken)
        .map(|finding| finding.part)
        .collect();
    assert_eq!(told, [1]);
    assert_eq!(String::from_utf8(plan.apply().into_owned()).unwrap().matches("\n\nJörg\n").count(), 2);
}

#[test]
fn an_inline_signature_is_kept() {
    let message = b"Content-Type: text/plain; charset=iso-8859-1\n\n\
        -----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nJ\xF6rg\n\
        -----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n";
    let plan = normalize(message);
    assert!(plan.is_noop());
    assert!(plan.findings().iter().any(|finding| finding.code == Code::Protected));
}

#[test]
fn protected_parts_of_real_mail_are_unchanged() {
    for sample in corpus::all() {
        assert_eq!(protected(sample.input), protected(&sample.output), "{}", sample.path.display());
        assert!(is_kept(&sample.before, &sample.plan), "{}", sample.path.display());
    }
}

/// Finds OpenPGP armor in real mail by a text search, which knows nothing of parts.
#[test]
fn armor_in_real_mail_is_unchanged() {
    for sample in corpus::all().filter(|sample| sample.edited) {
        let armored =
            memmem::find_iter(sample.input, b"\n-----BEGIN PGP SIGNED MESSAGE-----").filter_map(|at| {
                let rest = &sample.input[at..];
                memmem::find(rest, b"\n-----END PGP SIGNATURE-----").map(|end| &rest[..end])
            });
        for armored in armored {
            assert!(memmem::find(&sample.output, armored).is_some(), "{}", sample.path.display());
        }
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(128))]

    #[test]
    fn protected_parts_of_generated_mail_are_unchanged(message in generate::protected()) {
        let plan = normalize(&message.octets);
        let output = plan.apply();
        let mut rest = &*output;
        for protected in &message.protected {
            let at = memmem::find(rest, protected);
            prop_assert!(at.is_some(), "{}\n{}", protected.escape_ascii(), output.escape_ascii());
            rest = &rest[at.unwrap() + protected.len()..];
        }
        prop_assert!(normalize(&output).is_noop());
        // If the caller consents (`with_break_signatures`), signed parts are changed. Encrypted parts
        // are never changed.
        let consent = Normalizer::new(Policy::default().with_break_signatures(true));
        let (parsed, plan) = (Structure::parse(&message.octets, &Limits::default()), consent.plan(&message.octets));
        let told = plan.findings().iter().any(|finding| finding.code == Code::SignatureBroken);
        let changed = parsed.parts.iter().any(|part| {
            let signed = matches!(part.protection, Some(Protection::Signed | Protection::InlinePgp));
            signed && plan.edits().iter().any(|edit| part.body.contains(edit.span) && edit.span.end > part.body.start)
        });
        prop_assert_eq!(told, changed);
        for part in parsed.parts.iter().filter(|part| part.protection == Some(Protection::Encrypted)) {
            prop_assert!(plan.edits().iter().all(|edit| !part.body.contains(edit.span)), "{:?}", plan.edits());
        }
    }

    /// The test computes by itself whether the body or a field that `h=` names has changed, and compares this with
    /// the finding on a broken DKIM signature.
    #[test]
    fn seals_of_generated_mail(message in generate::message(), names in "(from|subject|x-other|content-type)(:(to|date|mime-version)){0,2}") {
        let seal = format!("DKIM-Signature: v=1; h={names}; b=eA==\n");
        let octets = [seal.as_bytes(), &message.octets].concat();
        let plan = normalize(&octets);
        let told = plan.findings().iter().any(|finding| finding.code == Code::SealBroken);
        let said = |octets: &[u8]| {
            let message = Structure::parse(octets, &Limits::default());
            let root = &message.parts[0];
            let signed = root.header.fields.iter().filter(|field| {
                let name = String::from_utf8_lossy(field.name.slice(octets)).to_ascii_lowercase();
                names.split(':').any(|signed| signed == name)
            });
            let mut said: Vec<_> = signed.map(|field| field.span.slice(octets).to_vec()).collect();
            said.push(root.body.slice(octets).to_vec());
            said
        };
        prop_assert_eq!(told, said(&octets) != said(&plan.apply()));
        let keeping = Normalizer::new(Policy::default().with_keep_dkim(true));
        prop_assert_eq!(keeping.plan(&octets).is_noop(), plan.is_noop() || told);
    }
}

#[test]
fn a_seal_that_breaks_is_named_and_kept_on_request() {
    let message = b"DKIM-Signature: v=1; h=From; b=eA==\nFrom: a@example.org\n\
        Content-Type: text/plain; charset=iso-8859-1\n\nJ\xF6rg\n";
    let plan = normalize(message);
    assert!(!plan.is_noop());
    assert!(plan.findings().iter().any(|finding| finding.code == Code::SealBroken));
    let keeping = Normalizer::new(Policy::default().with_keep_dkim(true));
    let plan = keeping.plan(message);
    assert!(plan.is_noop());
    assert!(plan.findings().iter().any(|finding| finding.code == Code::SealKept));
    assert!(!plan.is_unresolved());
}
