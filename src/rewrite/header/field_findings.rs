//! The findings about the text of a header field.

use crate::field_form::value::may_be_literal;
use crate::finding::{Cause, Code, Detail, Finding};
use crate::span::Span;
use crate::text::FieldText;
use crate::text::hidden;
use crate::text::parameter::ParameterText;
use crate::text::span_text::{RunKind, TextRun};
use crate::text::word::Run;

/// The findings about a field with this `body`, in the order of its texts.
pub(super) fn findings_of(input: &[u8], body: Span, texts: &FieldText<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for parameter in texts.parameters.iter().flat_map(|parameters| &parameters.values) {
        if parameter.is_text(input) {
            of_parameter(body, parameter, &mut findings);
        }
    }
    for text in &texts.spans {
        for (span, why) in &text.unresolved {
            findings.push(Finding::new(why.unresolved_as(Code::WordUnresolved), *span, why.clone()));
        }
        for (span, code, why) in &text.noted {
            findings.push(Finding::new(*code, *span, why.clone()));
        }
        if text.is_shifted(input) {
            findings.push(Finding::new(Code::FieldRaw, text.place.span, Cause::EscapeSequences));
        }
        if text.has_surrogate_pairs(input) {
            findings.push(Finding::new(Code::Utf8SurrogatePair, text.place.span, Detail::None));
        }
        of_runs(&text.runs, &mut findings);
        let nuls = hidden::nuls(text.place.span.slice(input));
        findings.extend(nuls.map(|(code, detail)| Finding::new(code, text.place.span, detail)));
        let hidden = hidden::in_header(&text.borrowed_text(input)).into_iter();
        findings.extend(hidden.map(|(code, detail)| Finding::new(code, text.place.span, detail)));
    }
    findings
}

fn of_parameter(body: Span, parameter: &ParameterText, findings: &mut Vec<Finding>) {
    let span = parameter.sections.first().map_or(body, |section| section.span);
    match &parameter.value {
        Ok(value) => {
            let own = value.findings.iter();
            findings.extend(own.map(|(code, detail)| Finding::new(*code, span, detail.clone())));
            let hidden = hidden::in_header(&value.text).into_iter();
            findings.extend(hidden.map(|(code, detail)| Finding::new(code, span, detail)));
            let unresolved = value.unresolved.iter();
            findings
                .extend(unresolved.map(|(_, why)| {
                    Finding::new(why.unresolved_as(Code::WordUnresolved), span, why.clone())
                }));
        }
        Err(why) => {
            let code = why.unresolved_as(Code::ParameterUnresolved);
            findings.push(Finding::new(code, span, why.clone()));
        }
    }
}

fn of_runs(runs: &[TextRun<'_>], findings: &mut Vec<Finding>) {
    let text = |run: Option<&TextRun<'_>>| {
        run.is_some_and(|run| matches!(run.what, RunKind::Plain(_) | RunKind::Quoted(_)))
    };
    for (index, run) in runs.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| runs.get(before));
        match &run.what {
            // Encoded words are misplaced if text is directly next to them, without a blank.
            RunKind::Words(words) => of_run(words, text(before) || text(runs.get(index + 1)), findings),
            RunKind::Quoted(inside) => {
                for run in inside {
                    if let RunKind::Words(words) = &run.what {
                        of_run(words, true, findings);
                    }
                }
            }
            RunKind::Blank | RunKind::Parenthesis | RunKind::Plain(_) | RunKind::Unreadable(_) => {}
        }
    }
}

fn of_run(run: &Run, misplaced: bool, findings: &mut Vec<Finding>) {
    for (code, detail) in &run.findings {
        findings.push(Finding::new(*code, run.span, detail.clone()));
    }
    if misplaced {
        findings.push(Finding::new(Code::WordMisplaced, run.span, Detail::None));
    }
    if !may_be_literal(&run.text) {
        findings.push(Finding::new(Code::WordControl, run.span, Detail::None));
    }
}
