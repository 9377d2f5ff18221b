//! Converts messages to UTF-8, and returns the findings.

use crate::exchange::{Status, arguments, ended};
use crate::json::{Object, json};
use crate::policy::policy;
use mailutf::internal::findings_of_texts;
use mailutf::structure::Structure;
use mailutf::{Code, Finding, Limits, Normalizer};
use std::borrow::Cow;

/// Converts a message (the first argument) to UTF-8 by a policy (the second argument). The first result is the new
/// message, which is empty if nothing changes. The second result is the findings, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn normalize() -> Status {
    let [message, choices] = arguments();
    ended(policy(&choices).map(|policy| {
        let plan = Normalizer::new(policy).plan(&message);
        let output = match plan.apply() {
            Cow::Borrowed(_) => Vec::new(),
            Cow::Owned(new) => new,
        };
        let found = found(&message, plan.findings());
        [output, found]
    }))
}

/// Makes the findings of [`normalize`], and those about texts that it leaves for another reason. The arguments are those of
/// [`normalize`]. The result is the findings, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn findings() -> Status {
    let [message, choices] = arguments();
    ended(policy(&choices).map(|policy| {
        let plan = Normalizer::new(policy.clone()).plan(&message);
        [found(&message, &findings_of_texts(&plan, &policy))]
    }))
}

/// Explains each code of a finding. The result is a JSON object with the meaning of each code.
#[unsafe(no_mangle)]
pub extern "C" fn meanings() -> Status {
    let codes = Code::ALL.iter();
    let all = codes.fold(Object::new(), |all, code| all.with(code.as_str(), code.meaning()));
    ended(Ok([all.end()]))
}

/// Returns the findings about a message as JSON.
fn found(message: &[u8], findings: &[Finding]) -> Vec<u8> {
    if findings.is_empty() {
        return json(Vec::<bool>::new());
    }
    let structure = Structure::parse(message, &Limits::default());
    json(findings.iter().map(|one| finding(one, &structure, message)).collect::<Vec<_>>())
}

/// Returns a finding about a message with this structure, as JSON.
fn finding(finding: &Finding, structure: &Structure, message: &[u8]) -> Object {
    let field = structure.field_of(finding).map(|field| String::from_utf8_lossy(field.name.slice(message)));
    Object::new()
        .with("code", finding.code.as_str())
        .with("severity", finding.code.severity().as_str())
        .with("warning", finding.warning().map(|warning| warning.as_str()))
        .with("section", structure.path(finding.part))
        .with("start", finding.span.start)
        .with("end", finding.span.end)
        .with("detail", finding.detail.to_string())
        .with("field", field.as_deref())
}
