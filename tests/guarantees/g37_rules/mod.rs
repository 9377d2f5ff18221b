//! Guarantee G37 (docs/guarantees.md): a rule reads nothing that does not decode, applies where it says and nowhere
//! else, and is named in each finding that it makes. A second run with the same rules changes nothing.

mod conditions;
mod mistakes;
mod precedence;
mod several_charsets;

use super::proptest_config;
use mailutf::charset::Charset;
use mailutf::finding::Detail;
use mailutf::rules::Rules;
use mailutf::{Normalizer, Plan, Policy};

fn parse(text: &str) -> Rules {
    Rules::parse(text).unwrap_or_else(|mistakes| panic!("{text}\n{mistakes}")).named("rules.toml")
}

fn with(rules: &Rules) -> Normalizer {
    Normalizer::new(Policy::default().with_rules(rules.clone()))
}

/// The lines in the rules file of those rules that the findings of a plan name.
fn lines(plan: &Plan<'_>) -> Vec<u32> {
    let line = |detail: &Detail| match detail {
        Detail::Rule { place, .. } => Some(place.line()),
        Detail::Unresolved { rule, .. } => rule.as_ref().map(|rule| rule.line()),
        _ => None,
    };
    plan.findings().iter().filter_map(|finding| line(&finding.detail)).collect()
}

/// Converts a message by these rules. Returns the output, and the lines of the rules that the findings name.
fn read(rules: &str, message: &[u8]) -> (String, Vec<u32>) {
    let normalizer = with(&parse(&format!("version = 1\n{rules}")));
    let plan = normalizer.plan(message);
    let output = plan.apply().into_owned();
    assert!(normalizer.plan(&output).is_noop(), "{}", output.escape_ascii());
    (String::from_utf8_lossy(&output).into_owned(), lines(&plan))
}

/// Returns the text of the body without the line ends after it, or `None` if the label does not say UTF-8 and the
/// text is not US-ASCII.
fn body(output: &[u8]) -> Option<&str> {
    let at = memchr::memmem::find(output, b"\n\n").unwrap();
    let header = String::from_utf8_lossy(&output[..at]);
    let is_utf8 = header.contains("charset=utf-8") || header.contains("charset=\"utf-8\"");
    std::str::from_utf8(&output[at + 2..])
        .ok()
        .map(|text| text.trim_end_matches('\n'))
        .filter(|text| is_utf8 || text.is_ascii())
}

/// A message from Ann whose body has `text` in `charset`; `label` is put after its media type.
fn of_ann(charset: &str, text: &str, label: &str) -> Vec<u8> {
    let octets = Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap();
    let head = format!("From: ann@x\nContent-Type: text/plain{label}\n\n");
    [head.as_bytes(), &*octets, b"\n"].concat()
}
