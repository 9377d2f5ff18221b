//! Checks that the census, `detect` and the counts of `normalize` have each text in the same place, with the same
//! label and in the same charset.

use super::fields::fields;
use mailutf::census::{Census, DeclaredLabel, Origin, Row};
use mailutf::charset::Charset;
use mailutf::text::detection::{Detection, of_message};
use mailutf::text::{MessageTexts, TextPlace};
use mailutf::{Code, Plan, Policy, Severity};
use std::collections::{BTreeMap, BTreeSet};

/// A text, given by its place, its label and its charset. The charset is `?` if the text cannot be read, or if the
/// reading is doubtful and counts as unresolved.
type Text = (TextPlace, Option<Vec<u8>>, &'static str);

fn counted(row: &Row<'_>) -> Text {
    let label = match row.label {
        DeclaredLabel::Written(label) => Some(label.clone()),
        _ => None,
    };
    (row.place, label, row.charset.filter(|_| !row.is_unresolved()).map_or("?", Charset::name))
}

fn detected(text: Detection) -> Text {
    let label = text.label.map(|label| {
        let label = label.trim_ascii();
        label[..label.len().min(64)].to_ascii_lowercase()
    });
    (text.place, label, text.read.map_or("?", |(charset, _)| charset.name()))
}

/// How often each charset was read in header texts. Unlabelled text that is already UTF-8 does not count.
fn header_charsets(message: &MessageTexts<'_>, census: &Census) -> BTreeMap<&'static str, u64> {
    let mut charsets = BTreeMap::new();
    for row in census.rows().iter().filter(|row| row.place != TextPlace::Body && !row.is_unresolved()) {
        *charsets.entry(row.charset.unwrap().name()).or_default() += row.count;
    }
    let plain = fields(message).iter().map(|read| read.plain_utf8(message.input())).sum::<u64>();
    if let Some(utf8) = charsets.get_mut("UTF-8") {
        *utf8 -= plain;
    }
    charsets.retain(|_, count| *count > 0);
    charsets
}

/// The differences between the census, `detect` and `plan` on the texts of `octets`.
pub(crate) fn disagreements(octets: &[u8], plan: &Plan<'_>) -> Vec<String> {
    let policy = Policy::default();
    let message = MessageTexts::parse(octets, &policy);
    let mut census = Census::default();
    census.add(octets, &Origin::default(), &policy);
    let counts: BTreeSet<Text> = census.rows().iter().map(counted).collect();
    let found: BTreeSet<Text> = of_message(&message).into_iter().map(detected).collect();
    let mut wrong = Vec::new();
    if counts != found {
        wrong.push(format!("the census has {counts:?}, `detect` {found:?}"));
    }
    // `normalize` does not count fields that must not change or that cannot be written.
    let left = |code: Code| code.severity() == Severity::Unresolved && code != Code::WordUnresolved;
    let is_left = message.parts().iter().any(|part| part.protection.is_some())
        || plan.findings().iter().any(|finding| left(finding.code));
    let (counts, read) = (header_charsets(&message, &census), plan.header_charsets().iter().collect());
    if !is_left && counts != read {
        wrong.push(format!("the census has {counts:?}, `normalize` has read {read:?}"));
    }
    wrong
}
