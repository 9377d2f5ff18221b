//! What was odd about the text of a header field, as findings; and the charsets that it was read in.

use super::field::{Rewriting, Texts};
use super::text_form::may_stand;
use crate::finding::{Cause, Code, Detail, Finding};
use crate::rewrite::charsets::Charsets;
use crate::syntax::content_type::parameterized;
use crate::syntax::field_kind::FieldKind;
use crate::syntax::rfc2231::values;
use crate::text::FieldReader;
use crate::text::field::{RunKind, TextRun, has_surrogate_pairs, is_shifted};
use crate::text::text_span::is_text_parameter;
use crate::text::word::Run;

impl Rewriting<'_> {
    /// The oddities of the field, in order of its places; its texts are counted in `charsets`.
    pub(super) fn oddities(
        &self,
        reader: &FieldReader<'_, '_>,
        texts: &Texts<'_>,
        charsets: &mut Charsets,
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        reader.raw.into_iter().for_each(|charset| charsets.count(charset));
        if self.kind == FieldKind::Parameters {
            self.of_parameters(reader, &mut findings, charsets);
            return findings;
        }
        for (place, read) in texts {
            let Some(read) = read else { continue };
            for (span, why) in &read.unresolved {
                findings.push(Finding::new(Code::WordUnresolved, *span, why.clone()));
            }
            if is_shifted(reader.input, &read.fragments) {
                findings.push(Finding::new(Code::FieldRaw, place.span, Cause::EscapeSequences));
            }
            if has_surrogate_pairs(reader.input, &read.fragments) {
                findings.push(Finding::new(Code::Utf8SurrogatePair, place.span, Detail::None));
            }
            of_fragments(&read.fragments, &mut findings);
            read.read.iter().for_each(|(_, charset)| charsets.count(*charset));
        }
        findings
    }

    fn of_parameters(
        &self,
        reader: &FieldReader<'_, '_>,
        findings: &mut Vec<Finding>,
        charsets: &mut Charsets,
    ) {
        let field = parameterized(reader.input, self.field.body, self.limits.parameters);
        for sections in values(reader.input, &field.parameters) {
            let first = sections.first();
            if first.is_some_and(|first| !is_text_parameter(first.name.slice(reader.input))) {
                continue;
            }
            let span = first.map_or(self.field.body, |section| section.span);
            match reader.value(&sections) {
                Ok(value) => {
                    let labelled = value.labelled.map(|(_, charset)| charset);
                    labelled.into_iter().chain(value.words).for_each(|charset| charsets.count(charset));
                    let odd = value.findings.into_iter();
                    findings.extend(odd.map(|(code, detail)| Finding::new(code, span, detail)));
                    let unresolved = value.unresolved.into_iter();
                    findings.extend(unresolved.map(|why| Finding::new(Code::WordUnresolved, span, why)));
                }
                Err(why) => findings.push(Finding::new(Code::ParameterUnresolved, span, why)),
            }
        }
    }
}

fn of_fragments(fragments: &[TextRun<'_>], findings: &mut Vec<Finding>) {
    let text = |fragment: Option<&TextRun<'_>>| {
        fragment.is_some_and(|fragment| matches!(fragment.what, RunKind::Plain(_) | RunKind::Quoted(_)))
    };
    for (index, fragment) in fragments.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| fragments.get(before));
        match &fragment.what {
            // Nothing parts it from the text beside it.
            RunKind::Words(run) => of_run(run, text(before) || text(fragments.get(index + 1)), findings),
            RunKind::Quoted(inside) => {
                for fragment in inside {
                    if let RunKind::Words(run) = &fragment.what {
                        of_run(run, true, findings);
                    }
                }
            }
            RunKind::Blank | RunKind::Parenthesis | RunKind::Plain(_) => {}
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
    if !may_stand(&run.text) {
        findings.push(Finding::new(Code::WordControl, run.span, Detail::None));
    }
}
