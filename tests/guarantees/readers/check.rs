//! Compares `check` with the reference readers of this library, `MessageTexts::text` for bodies and `read_field`
//! for fields. What `check` lists on a text must be what the reference reader found. If `check` lists nothing on a
//! message, the reference readers must read all of its texts as UTF-8.

use super::fields::{Read, fields};
use mailutf::charset::Charset;
use mailutf::finding::Detail;
use mailutf::structure::{Part, PartKind};
use mailutf::text::{Confidence, DecodedText, MessageTexts, Unreadable};
use mailutf::{Code, Finding, Plan, Policy, Severity};

/// Compares `plan` with the reference readers on `octets`, and returns the differences. `check` lists the findings
/// and edits of `plan`.
pub(crate) fn disagreements(octets: &[u8], plan: &Plan<'_>) -> Vec<String> {
    let policy = Policy::default();
    let message = MessageTexts::parse(octets, &policy);
    if plan.findings().iter().any(|finding| finding.code == Code::LimitReached) {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    let passes = plan.is_noop() && !plan.is_unresolved();
    for (index, part) in message.parts().iter().enumerate().filter(|(_, part)| part.kind == PartKind::Text) {
        let read = message.text(index);
        wrong.extend(of_findings(plan, index, part, &read));
        let is_kept = plan.findings().iter().any(|f| f.part == index && f.code == Code::AttachmentKept);
        if passes && !is_kept && part.protection.is_none() && !is_in_utf8(octets, part, &read) {
            wrong.push(format!("part {index} passes, and is {read:?}"));
        }
    }
    if passes {
        let foreign = fields(&message).into_iter().filter(|read| !is_protected(&message, read));
        let foreign = foreign.filter_map(|read| Some((foreign_charset(octets, &read)?, read)));
        wrong.extend(foreign.map(|(what, read)| {
            format!("{} passes, and has {what}", read.field.span.slice(octets).escape_ascii())
        }));
    }
    wrong
}

/// Whether the finding says in which charset a text is.
fn names_charset(finding: &Finding) -> bool {
    use Detail::{Doubtful, IllFormed, Mixed, Read, SurrogatePairs, Unresolved};
    let detail = &finding.detail;
    matches!(
        detail,
        Read { .. }
            | Mixed { .. }
            | SurrogatePairs { .. }
            | IllFormed { .. }
            | Unresolved { .. }
            | Doubtful { .. }
    )
}

/// Compares the findings on the body of part `index` with `read`, the result of the reference reader. Returns the
/// differences.
fn of_findings(
    plan: &Plan<'_>,
    index: usize,
    part: &Part,
    read: &Result<DecodedText<'_>, Unreadable>,
) -> Vec<String> {
    let of_part = || plan.findings().iter().filter(|finding| finding.part == index);
    let said = of_part().filter(|finding| part.body.contains(finding.span) && names_charset(finding));
    let mut wrong = Vec::new();
    let expected: Vec<Detail> = match read {
        Ok(text) => text.findings.iter().map(|(_, detail)| detail.clone()).collect(),
        Err(why) => vec![why.clone().into()],
    };
    for finding in said.clone().filter(|finding| !expected.contains(&finding.detail)) {
        wrong.push(format!("part {index}: `check` lists {finding:?}, not {expected:?}"));
    }
    let Ok(text) = read else { return wrong };
    for finding in said {
        if let Detail::Read { charset, confidence, .. } = finding.detail
            && (charset, confidence) != (text.charset, text.confidence)
        {
            wrong.push(format!("part {index}: {finding:?} in {:?} {:?}", text.charset, text.confidence));
        }
    }
    let is_left = part.protection.is_some() || of_part().any(|f| f.code.severity() == Severity::Unresolved);
    let is_guess = matches!(text.confidence, Confidence::OtherText | Confidence::Detected);
    if is_guess && !is_left && !of_part().any(|finding| finding.code.severity() == Severity::Guess) {
        wrong.push(format!("part {index}: `check` lists no guess of {:?}", text.charset));
    }
    wrong
}

/// Whether the text that the reference reader has read equals the decoded octets, which are UTF-8, apart from
/// text after base64.
fn is_in_utf8(octets: &[u8], part: &Part, read: &Result<DecodedText<'_>, Unreadable>) -> bool {
    let (Some(transfer), Ok(text)) = (part.transfer, read) else { return false };
    let decoded = transfer.decode(part.body.slice(octets));
    let after = text.text.as_bytes().strip_prefix(&*decoded.octets);
    after.is_some_and(|after| after.is_empty() || decoded.tail.is_some())
}

/// Whether the field is within signed or encrypted octets.
fn is_protected(message: &MessageTexts<'_>, read: &Read<'_>) -> bool {
    let part = &message.parts()[read.part];
    let in_header = part.header.span.contains(read.field.span);
    let by_part = !in_header && part.protection.is_some();
    by_part || message.structure().is_protected(message.input(), read.part, &read.field)
}

/// A charset other than UTF-8 in which texts of the field are, or `?` if it is unknown. `None` if all texts are in
/// UTF-8.
fn foreign_charset(input: &[u8], read: &Read<'_>) -> Option<&'static str> {
    let spans = || read.texts.spans.iter();
    let words = spans().flat_map(|span| &span.words).map(|(_, charset)| Some(*charset));
    let raw = spans().flat_map(|span| &span.raw).map(|(_, charset)| *charset);
    let unresolved = spans().flat_map(|span| &span.unresolved).map(|_| None);
    let parameters = read.texts.parameters.iter().flat_map(|parameters| &parameters.values);
    let parameters = parameters.filter(|parameter| parameter.is_text(input)).flat_map(|parameter| {
        parameter.value.as_ref().map_or(vec![None], |value| {
            let labelled = value.labelled.iter().chain(&value.words).map(|(_, charset)| Some(*charset));
            labelled.chain(value.raw.map(Some)).chain(value.unresolved.iter().map(|_| None)).collect()
        })
    });
    let mut all = words.chain(raw).chain(unresolved).chain(parameters);
    let foreign = all.find(|charset| !matches!(*charset, Some(Charset::UTF_8 | Charset::US_ASCII)))?;
    Some(foreign.map_or("?", |charset| charset.name()))
}
