//! G4: the same tree of parts, by our own reading and by Python's `email`; which reads the texts too (G3).

use crate::{corpus, generate};
use mailutf::message::Message;
use mailutf::policy::HeaderForm;
use mailutf::{Code, Limits, Normalizer, Policy, Severity, normalize};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::process::Command;

fn tree(octets: &[u8]) -> Vec<(usize, String)> {
    let message = Message::parse(octets, &Limits::default());
    message.parts.iter().map(|part| (part.depth, part.media_type.clone())).collect()
}

#[test]
fn of_real_mail() {
    for sample in corpus::samples() {
        assert_eq!(tree(&sample.input), tree(&sample.output), "{}", sample.path.display());
    }
}

/// One process reads all pairs: starting Python takes longer than its work.
#[test]
fn of_real_mail_by_python() {
    let directory = tempfile::tempdir().unwrap();
    let edited = corpus::samples().iter().filter(|sample| sample.edited);
    for (index, sample) in edited.enumerate() {
        fs::write(directory.path().join(format!("{index}.in")), &sample.input).unwrap();
        fs::write(directory.path().join(format!("{index}.out")), &sample.output).unwrap();
        fs::write(directory.path().join(format!("{index}.name")), sample.path.to_str().unwrap()).unwrap();
        let guessed = sample.findings.iter().any(|finding| finding.code.severity() == Severity::Guess);
        fs::write(directory.path().join(format!("{index}.guessed")), guessed.to_string()).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guarantees/by_python.py");
    let Ok(output) = Command::new("python3").arg(script).arg(directory.path()).output() else {
        println!("skipped: no python3");
        return;
    };
    println!("{}", String::from_utf8_lossy(&output.stderr).trim());
    let differences = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(differences.is_empty(), "{differences}");
}

/// Junk in a header is taken for such where a well-known field is near: encoding the text between them must
/// not make it the first line of a body.
#[test]
fn a_change_that_would_move_a_body_is_not_made() {
    let field = |length: usize| format!("X-Other: {}\n", "é".repeat(length));
    for (length, kept) in [(20, true), (40, false)] {
        let fields = field(length).repeat(20);
        let message = format!("From: a@example.org\njunk\n{fields}Subject: test\n\nbody\n");
        let policy = Policy { headers: HeaderForm::Encoded, ..Policy::default() };
        let plan = Normalizer::new(policy).plan(message.as_bytes());
        let doubtful = plan.findings().iter().any(|finding| finding.code == Code::StructureDoubtful);
        assert_eq!((plan.is_noop(), doubtful), (!kept, !kept), "{length}");
        assert_eq!(tree(message.as_bytes()), tree(&plan.apply()));
    }
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        prop_assert_eq!(tree(&message.octets), tree(&normalize(&message.octets).apply()));
    }
}
