//! New text for parameter values (RFC 2045 section 5.1, RFC 2231 sections 3 and 4, RFC 6532).
//!
//! As text, a value is a quoted string in UTF-8. It stays in the form of RFC 2231 where it names a language,
//! where a plain parameter of the same name stands beside it for readers that know no RFC 2231, and where it
//! holds what must not stand as text. A value that says the same in ASCII, or in UTF-8 already, stays.
//!
//! `boundary` never changes, and `charset` follows the body. Linear time.

use super::fold::{Change, New};
use super::text_form::{TextForm, may_stand, quoted};
use crate::span::Span;
use crate::syntax::parameter::Parameter;
use crate::syntax::rfc2231;
use crate::text::parameter::{ParameterText, Value};
use std::collections::{HashMap, HashSet};

/// The changes that bring `values`, those of a field whose body ends at `end`, into `form`.
pub(super) fn changes(input: &[u8], values: &[ParameterText], end: usize, form: TextForm) -> Vec<Change> {
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
    changes.sort_by_key(|change| change.span);
    changes
}

/// What the value becomes; `None` where it stays. `twins` are the texts that the field gives under the same
/// name in the other form.
fn written(
    input: &[u8],
    sections: &[Parameter],
    value: &Value,
    twins: &HashSet<&str>,
    end: usize,
    form: TextForm,
) -> Option<New> {
    let name = std::str::from_utf8(sections.first()?.name.slice(input)).ok()?;
    let stands = may_stand(&value.text) && value.language.is_empty();
    let stays = match (form, value.extended) {
        (TextForm::Text, false) => value.plain,
        (TextForm::Text, true) if stands && twins.is_empty() => value.plain,
        _ => value.normal,
    };
    let ascii = form == TextForm::Text || value.text.is_ascii();
    if stays {
        None
    } else if stands && ascii && (!value.extended || twins.is_empty()) {
        Some(New::Unfolded(format!("{name}={}", quoted(&value.text))))
    } else if !value.unresolved.is_empty() {
        // A word that cannot be read is not to be hidden behind percent escapes.
        None
    } else if value.extended || twins.is_empty() {
        // A quoted value may be followed by anything, one without quotes only by a semicolon.
        let mut parameters = rfc2231::written(name, &value.text, &value.language);
        if let Some(last) = parameters.last_mut().filter(|_| !is_delimited(input, sections, end)) {
            last.push(';');
        }
        Some(New::Parameters(parameters))
    } else {
        // The twin says it for both, or says another thing.
        twins.contains(value.text.as_str()).then_some(New::Nothing)
    }
}

/// Whether the section that stands first ends the field at `end`, or a semicolon stands behind it.
fn is_delimited(input: &[u8], sections: &[Parameter], end: usize) -> bool {
    let first = sections.iter().map(|section| section.span).min();
    let behind = Span::new(first.map_or(end, |first| first.end), end).slice(input);
    matches!(behind.trim_ascii_start(), [] | [b';', ..])
}

/// Puts `new` in the place of the section that stands first; the others go.
fn replace(input: &[u8], sections: &[Parameter], new: &New, changes: &mut Vec<Change>) {
    let first = sections.iter().map(|section| section.span).min();
    for section in sections {
        changes.push(if Some(section.span) == first && *new != New::Nothing {
            Change { span: section.span, new: new.clone() }
        } else {
            Change { span: with_separator(input, section.span), new: New::Nothing }
        });
    }
}

/// A parameter with the semicolon and the blanks before it.
fn with_separator(input: &[u8], parameter: Span) -> Span {
    let before = Span::new(0, parameter.start).slice(input);
    let trimmed = before.trim_ascii_end();
    let separator = trimmed.strip_suffix(b";").unwrap_or(trimmed);
    Span::new(separator.len(), parameter.end)
}
