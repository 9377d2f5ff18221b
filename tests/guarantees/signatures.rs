//! G9: what is signed or encrypted stays octet for octet; seals that a change breaks are named, and kept on
//! request.

use crate::corpus;
use mailutf::message::{Message, PartKind};
use mailutf::{Code, Limits, Normalizer, Policy, normalize};

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

/// What stands under `multipart/signed` or `multipart/encrypted`.
fn protected(octets: &[u8]) -> Vec<&[u8]> {
    let message = Message::parse(octets, &Limits::default());
    let roots = message.parts.iter().filter(|part| {
        part.kind == PartKind::Multipart
            && matches!(part.media_type.as_str(), "multipart/signed" | "multipart/encrypted")
    });
    roots.map(|part| part.body.slice(octets)).collect()
}

#[test]
fn a_signed_part_stays_and_its_neighbour_changes() {
    let plan = normalize(SIGNED.as_bytes());
    let output = plan.apply();
    assert_eq!(protected(SIGNED.as_bytes()), protected(&output));
    assert!(String::from_utf8_lossy(&output).contains("\n\nJörg\n--outer--"));
    assert!(plan.findings().iter().any(|finding| finding.code == Code::Protected));
}

#[test]
fn consent_breaks_a_signature() {
    let policy = Policy { break_signatures: true, ..Policy::default() };
    let output = Normalizer::new(policy).plan(SIGNED.as_bytes()).apply().into_owned();
    assert_eq!(String::from_utf8(output).unwrap().matches("\n\nJörg\n").count(), 2);
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
fn protected_parts_of_real_mail_stay() {
    for sample in corpus::samples() {
        assert_eq!(protected(&sample.input), protected(&sample.output), "{}", sample.path.display());
    }
}

#[test]
fn a_seal_that_breaks_is_named_and_kept_on_request() {
    let message = b"DKIM-Signature: v=1; h=From; b=eA==\nFrom: a@example.org\n\
        Content-Type: text/plain; charset=iso-8859-1\n\nJ\xF6rg\n";
    let plan = normalize(message);
    assert!(!plan.is_noop());
    assert!(plan.findings().iter().any(|finding| finding.code == Code::SealBroken));
    let keeping = Normalizer::new(Policy { keep_dkim: true, ..Policy::default() });
    let plan = keeping.plan(message);
    assert!(plan.is_noop());
    assert!(plan.findings().iter().any(|finding| finding.code == Code::SealKept));
    assert!(!plan.is_unresolved());
}
