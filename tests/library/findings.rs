//! The places of findings, and their order.

use mailutf::{Code, Policy, normalize};

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
