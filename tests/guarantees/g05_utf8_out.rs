//! Guarantee G5 (docs/guarantees.md): text is written as valid UTF-8 under a label of UTF-8, unless a finding names
//! the text.

use crate::{corpus, generate};
use mailutf::charset::Charset;
use mailutf::structure::{PartKind, Protection, Structure};
use mailutf::{Code, Finding, Limits, Severity, normalize};
use proptest::prelude::*;

/// The text parts that are not UTF-8 and that no finding names.
fn wrong(octets: &[u8], findings: &[Finding]) -> Vec<usize> {
    let message = Structure::parse(octets, &Limits::default());
    let whole = |finding: &Finding| finding.code == Code::LimitReached;
    if findings.iter().any(whole) {
        return Vec::new();
    }
    let excused = |part: usize| {
        let left = |finding: &&Finding| {
            matches!(finding.code, Code::Protected | Code::AttachmentKept | Code::MessageDecoded)
                || finding.code.severity() == Severity::Unresolved
        };
        // If a multipart has a guessed boundary, or lines that end with CR, a finding on the multipart also
        // names its parts.
        let parent = |part: &usize| message.parts[*part].parent;
        let mut around = std::iter::successors(Some(part), parent).filter(|around| {
            *around == part
                || matches!(
                    message.parts[*around].protection,
                    Some(Protection::UnknownParts | Protection::BareCr)
                )
        });
        around.any(|around| findings.iter().filter(left).any(|finding| finding.part == around))
    };
    let parts = message.parts.iter().enumerate().filter(|(_, part)| part.kind == PartKind::Text);
    parts
        .filter(|(index, part)| {
            let parameter = part.content_type.as_ref().and_then(|field| field.parameter(octets, "charset"));
            let label = parameter.map(|parameter| Charset::for_label(parameter.content.slice(octets)));
            let utf8 = |octets: &[u8]| match label {
                Some(Some(Charset::UTF_8)) => std::str::from_utf8(octets).is_ok(),
                None | Some(Some(Charset::US_ASCII)) => octets.is_ascii(),
                Some(_) => false,
            };
            let decoded = part.transfer.map(|transfer| transfer.decode(part.body.slice(octets)));
            !decoded.is_some_and(|decoded| utf8(&decoded.octets)) && !excused(*index)
        })
        .map(|(index, _)| index)
        .collect()
}

#[test]
fn of_real_mail() {
    for sample in corpus::all() {
        let wrong = wrong(&sample.output, &sample.findings);
        assert!(wrong.is_empty(), "{}: parts {wrong:?}", sample.path.display());
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(64))]

    #[test]
    fn of_generated_mail(message in generate::message()) {
        let plan = normalize(&message.octets);
        prop_assert_eq!(wrong(&plan.apply(), &[]), Vec::<usize>::new());
    }
}
