//! Writes new text of parameter values (RFC 2045 section 5.1, RFC 2231 sections 3 and 4, RFC 6532).
//!
//! In the form `TextForm::Text`, a value is written as a quoted string in UTF-8. A value in the form of RFC 2231 keeps
//! that form in three cases: it names a language; there is a plain parameter of the same name, for readers that do
//! not know RFC 2231; or its text must not be written literally. In the form `TextForm::Words`, text that is not
//! US-ASCII is written in the form of RFC 2231. A value that already has the right form, in US-ASCII or UTF-8, stays.
//!
//! If a value changes, semicolons are added before all parameters that lack one. `boundary` never changes.
//! `charset` is not written here, because it depends on the body. Linear time.

use super::fold::{Change, New};
use super::separator::missing;
use super::text_form::{TextForm, may_be_literal, quoted};
use crate::span::Span;
use crate::syntax::parameter::Parameter;
use crate::syntax::rfc2231;
use crate::text::parameter::{ParameterText, Value};
use std::collections::{HashMap, HashSet};

/// The changes that bring `values` into `form`. The body of their field ends at `end`.
pub(super) fn changes(
    input: &[u8],
    values: &[ParameterText],
    end: usize,
    form: TextForm,
) -> Vec<Change<'static>> {
    let mut named: HashMap<Vec<u8>, Vec<(&[Parameter], &Value)>> = HashMap::new();
    for parameter in values.iter().filter(|parameter| parameter.is_text(input)) {
        if let Ok(value) = &parameter.value {
            let name = parameter.name(input).to_ascii_lowercase();
            named.entry(name).or_default().push((&parameter.sections, value));
        }
    }
    let mut changes = Vec::new();
    for values in named.values() {
        let texts = |extended| {
            let same_form = values.iter().filter(move |(_, value)| value.extended == extended);
            same_form.map(|(_, value)| value.text.as_str()).collect::<HashSet<_>>()
        };
        let (plain, extended) = (texts(false), texts(true));
        for (sections, value) in values {
            let twins = if value.extended { &plain } else { &extended };
            if let Some(new) = written(input, sections, value, twins, end, form) {
                replace(input, sections, &new, &mut changes);
            }
        }
    }
    if !changes.is_empty() {
        separate(input, values, &mut changes);
    }
    changes.sort_by_key(|change| change.span);
    changes
}

/// Adds a semicolon before each parameter that lacks one. No semicolon is added if `changes` remove that parameter,
/// or if the new parameter before it ends with a semicolon.
fn separate(input: &[u8], values: &[ParameterText], changes: &mut Vec<Change<'static>>) {
    let mut sections: Vec<Span> =
        values.iter().flat_map(|value| &value.sections).map(|section| section.span).collect();
    sections.sort_unstable();
    let ends = |is_one: fn(&New<'_>) -> bool| -> HashSet<usize> {
        changes.iter().filter(|change| is_one(&change.new)).map(|change| change.span.end).collect()
    };
    let removed = ends(|new| *new == New::Nothing);
    let separated =
        ends(|new| matches!(new, New::Parameters(all) if all.last().is_some_and(|last| last.ends_with(';'))));
    let missing: Vec<Change<'_>> = missing(input, sections)
        .filter(|(parameter, missing)| {
            !removed.contains(&parameter.end) && !separated.contains(&missing.start)
        })
        .map(|(_, span)| Change { span, new: New::Unfolded(";".to_owned()) })
        .collect();
    changes.extend(missing);
}

/// The new form of the value; `None` if the value stays unchanged. A value is either plain or in the form of RFC
/// 2231; `twins` are the texts of the parameters that have the same name and the other form.
fn written(
    input: &[u8],
    sections: &[Parameter],
    value: &Value,
    twins: &HashSet<&str>,
    end: usize,
    form: TextForm,
) -> Option<New<'static>> {
    let name = std::str::from_utf8(sections.first()?.name.slice(input)).ok()?;
    let is_literal = may_be_literal(&value.text) && value.language.is_empty();
    let stays = match (form, value.extended) {
        (TextForm::Text, false) => value.plain,
        (TextForm::Text, true) if is_literal && twins.is_empty() => value.plain,
        _ => value.normal,
    };
    let ascii = form == TextForm::Text || value.text.is_ascii();
    if stays {
        None
    } else if is_literal && ascii && (!value.extended || twins.is_empty()) {
        Some(New::Unfolded(format!("{name}={}", quoted(&value.text))))
    } else if !value.unresolved.is_empty() {
        // The value has an encoded word that cannot be decoded. Percent escapes must not hide that word.
        None
    } else if value.extended || twins.is_empty() {
        // A value in the form of RFC 2231 has no quotes. Only a semicolon can follow a value without quotes, so a
        // semicolon is added if none follows.
        let mut parameters = rfc2231::written(name, &value.text, &value.language);
        if let Some(last) = parameters.last_mut().filter(|_| !is_delimited(input, sections, end)) {
            last.push(';');
        }
        Some(New::Parameters(parameters))
    } else {
        // If a parameter in the form of RFC 2231 has the same text, the plain parameter is removed; otherwise it
        // stays.
        twins.contains(value.text.as_str()).then_some(New::Nothing)
    }
}

/// Whether a semicolon or the end of the field follows a value. If the value is split into sections (RFC 2231
/// section 3), only its first section in the field is tested.
fn is_delimited(input: &[u8], sections: &[Parameter], end: usize) -> bool {
    let first = sections.iter().map(|section| section.span).min();
    let after = Span::new(first.map_or(end, |first| first.end), end).slice(input);
    matches!(after.trim_ascii_start(), [] | [b';', ..])
}

/// Replaces the section that is first in the field by `new`, and removes the other sections.
fn replace(input: &[u8], sections: &[Parameter], new: &New<'static>, changes: &mut Vec<Change<'static>>) {
    let first = sections.iter().map(|section| section.span).min();
    for section in sections {
        changes.push(if Some(section.span) == first && *new != New::Nothing {
            Change { span: section.span, new: new.clone() }
        } else {
            Change { span: with_separator(input, section.span), new: New::Nothing }
        });
    }
}

/// The span of a parameter, with the semicolon and the blanks before it.
fn with_separator(input: &[u8], parameter: Span) -> Span {
    let before = Span::new(0, parameter.start).slice(input);
    let trimmed = before.trim_ascii_end();
    let separator = trimmed.strip_suffix(b";").unwrap_or(trimmed);
    Span::new(separator.len(), parameter.end)
}
