//! Converts messages to UTF-8, and returns the findings.

use crate::exchange::{Status, arguments, ended};
use crate::json::{Object, json};
use crate::policy::policy;
use mailutf::message::OwnedMessage;
use mailutf::{Code, Finding, Normalizer, Plan, Policy};
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
        [output, found(&plan)]
    }))
}

/// Makes the same findings as [`normalize`], but no new message. The arguments are those of [`normalize`]. The result
/// is the findings, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn findings() -> Status {
    let [message, choices] = arguments();
    ended(policy(&choices).map(|policy| [found(&Normalizer::new(policy).plan(&message))]))
}

/// Explains each code of a finding. The result is a JSON object with the meaning of each code.
#[unsafe(no_mangle)]
pub extern "C" fn meanings() -> Status {
    let codes = Code::ALL.iter();
    let all = codes.fold(Object::new(), |all, code| all.with(code.as_str(), code.meaning()));
    ended(Ok([all.end()]))
}

/// Returns the findings of a plan as JSON.
fn found(plan: &Plan<'_>) -> Vec<u8> {
    if plan.findings().is_empty() {
        return json(Vec::<bool>::new());
    }
    let message = OwnedMessage::of(plan.input(), Policy::default());
    let section = |finding: &Finding| message.structure().path(finding.part);
    json(plan.findings().iter().map(|one| finding(one, &section(one))).collect::<Vec<_>>())
}

/// Returns a finding in the part with this section number, as JSON.
fn finding(finding: &Finding, section: &str) -> Object {
    Object::new()
        .with("code", finding.code.as_str())
        .with("severity", finding.code.severity().as_str())
        .with("warning", finding.code.warning().map(|warning| warning.as_str()))
        .with("section", section)
        .with("start", finding.span.start)
        .with("end", finding.span.end)
        .with("detail", finding.detail.to_string())
}
