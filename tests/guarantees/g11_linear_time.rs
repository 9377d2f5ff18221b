//! Guarantee G11 (docs/guarantees.md): the cost of a rewrite is linear in the length of the message. The tests use
//! no clock. Instead, each attack is so large that a quadratic step would not end in reasonable time.

use mailutf::{Limits, Normalizer, Policy};

const OCTETS: usize = 1 << 17;

const TEXT: &str = "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: ";

fn normalize(message: &[u8]) {
    let policy = Policy::default().with_lossy(true).with_break_signatures(true);
    for policy in [Policy::default(), policy] {
        let plan = Normalizer::new(policy).plan(message);
        let output = plan.apply();
        assert!(output.len() <= message.len() * 20 + 1024);
    }
}

/// Returns `start`, followed by as many copies of `unit` as fit into `OCTETS` octets.
fn fill(start: &str, unit: &str) -> Vec<u8> {
    (start.to_owned() + &unit.repeat(OCTETS / unit.len())).into_bytes()
}

/// Ninety nested multiparts. Their boundaries share a prefix.
fn nested() -> String {
    (1..=90)
        .map(|level| {
            let boundary = "b".repeat(level);
            format!("Content-Type: multipart/mixed; boundary={boundary}\n\n--{boundary}\n")
        })
        .collect()
}

#[test]
fn of_many_parts() {
    let flat = "Content-Type: multipart/mixed; boundary=b\n\n";
    for part in [
        format!("--b\n{TEXT}base64\n\nxME=\n"),
        format!("--b\n{TEXT}8bit\nLines: 1\nContent-Length: 3\nContent-MD5: x\n\nx\n"),
        "--b\n\n\u{e4}\n".to_owned(),
        "--b\nContent-Type: multipart/signed; boundary=c\n\n--c\n\n\u{e4}\n--c--\n".to_owned(),
        "--b\nContent-Type: message/rfc822\n\nDKIM-Signature: h=a:b\n\n\u{e4}\n".to_owned(),
    ] {
        normalize(&fill(flat, &part));
    }
    let boundary = "b".repeat(90);
    normalize(&fill(&nested(), &format!("--{boundary}\n{TEXT}quoted-printable\n\n=C4\n=2D=2Dbbb\n")));
}

/// Each enclosed message contains all deeper messages, so the time would be quadratic if the body of each were
/// searched.
#[test]
fn of_nested_messages() {
    let message = "Content-Type: message/rfc822\n\n".repeat(20_000) + TEXT + "8bit\n\n\u{e4}\n";
    let limits = Limits::default().with_depth(usize::MAX).with_parts(usize::MAX);
    let policy = Policy::default().with_limits(limits);
    assert!(!Normalizer::new(policy.clone()).plan(message.as_bytes()).is_noop());
    #[cfg(feature = "to-utf7")]
    {
        let policy = policy.with_headers(mailutf::policy::HeaderForm::Utf7);
        let options = mailutf::Utf7Options::default().with_policy(policy);
        assert!(mailutf::ToUtf7::new(options).plan(message.as_bytes()).apply().is_ascii());
    }
}

#[test]
fn of_long_bodies() {
    for (transfer, unit) in [
        ("quoted-printable", "=2D=2Db\n"),
        ("quoted-printable", "="),
        ("base64", "xMHEwcTB"),
        ("base64", "xME=\n!\n"),
        ("base64", "xME=\n\n--\n"),
        ("base64", "> xMHE!\n"),
        ("base64", "xM=\n"),
        ("x-uuencode", "begin 644 a\nend\n"),
        ("8bit", "\u{e4}-----BEGIN PGP \n"),
        ("8bit", "\r"),
    ] {
        // If a reader looks ahead for a line of base64, it finds this line only at the end of the body. A reader that
        // looked ahead from each line would take quadratic time.
        let data = [b"\n".as_slice(), &b"xMHE".repeat(19), b"\n"].concat();
        let delimits = unit.contains("2D") || transfer == "8bit";
        for start in [String::new(), nested()].into_iter().take(1 + usize::from(delimits)) {
            normalize(&[fill(&format!("{start}{TEXT}{transfer}\n\n"), unit), data.clone()].concat());
        }
    }
}

#[test]
fn of_documents() {
    for unit in ["<meta ", "<meta charset=koi8-r>", "<!--", "<", "<?xml ", "<a b='", "charset="] {
        let header = "Content-Type: text/html; charset=koi8-r\n\n";
        normalize(&fill(header, unit));
        normalize(&fill(&format!("{header}\u{e4}"), unit));
    }
}

#[test]
fn of_seals() {
    normalize(&fill("Content-Type: text/plain; charset=koi8-r\n", "DKIM-Signature: h=a:b\n"));
    normalize(&fill("Content-Type: text/plain; charset=koi8-r\nDKIM-Signature: h=", "a:"));
}
