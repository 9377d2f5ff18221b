//! Checks header fields: a mail client, `normalize` and the census read each encoded word, each run of raw octets
//! and each parameter in the same charset and as the same text as `text::read_field`.

use mailutf::census::{Census, Origin};
use mailutf::charset::Charset;
use mailutf::edit;
use mailutf::finding::Detail;
use mailutf::internal::{FieldKind, field_kind};
use mailutf::internal::{FieldText, read_field};
use mailutf::message::Message;
use mailutf::structure::Field;
use mailutf::text::{Context, MessageTexts, TextPlace};
use mailutf::{Code, Finding, Plan, Policy, Span};
use std::collections::BTreeMap;

/// How often each charset was read in each kind of place. `?` stands for text that cannot be read.
type Counts = BTreeMap<(TextPlace, &'static str), u64>;

/// A field of a message, and what `text::read_field` reads in it.
pub(super) struct Read<'m> {
    pub(super) part: usize,
    pub(super) field: Field,
    kind: FieldKind,
    context: Context<'m>,
    pub(super) texts: FieldText<'m>,
}

impl Read<'_> {
    /// The number of unlabelled texts that are already UTF-8. All raw octets of the field count as one text. Each
    /// value of a parameter counts as a text of its own.
    pub(super) fn plain_utf8(&self, input: &[u8]) -> u64 {
        let is_plain = |octets: &[u8]| !octets.is_ascii() && std::str::from_utf8(octets).is_ok();
        let mut raw: Vec<_> =
            self.texts.spans.iter().flat_map(|span| &span.raw).map(|(span, _)| *span).collect();
        if raw.is_empty() {
            let between = self.texts.between_texts(self.field.body);
            raw.extend(between.filter(|span| !span.slice(input).is_ascii()));
        }
        let is_raw = !raw.is_empty() && raw.iter().all(|span| is_plain(span.slice(input)));
        let garbled = self.texts.spans.iter().flat_map(|span| &span.unresolved);
        let is_garbled = garbled.into_iter().any(|(span, _)| !span.slice(input).starts_with(b"=?"));
        let values = self.texts.parameters.iter().flat_map(|parameters| &parameters.values);
        let values =
            values.filter(|value| value.is_text(input)).filter_map(|value| value.value.as_ref().ok());
        let is_utf8 = |value: &&mailutf::internal::Value| {
            let is_garbled = value.unresolved.iter().any(|(label, _)| label.is_empty());
            value.raw == Some(Charset::UTF_8) && !is_garbled
        };
        let values = values
            .filter(is_utf8)
            .filter(|value| value.findings.iter().all(|(code, _)| *code != Code::Utf8SurrogatePair));
        u64::from(is_raw && !is_garbled) + values.count() as u64
    }
}

/// The fields of a message, including those in the bodies of reports.
pub(super) fn fields<'m>(message: &'m MessageTexts<'m>) -> Vec<Read<'m>> {
    let mut read = Vec::new();
    let mut add = |part, field: &Field, context: Context<'m>| {
        let kind = field_kind(field.name.slice(message.input()));
        if kind != FieldKind::Opaque {
            let texts = read_field(message.input(), field.body, kind, &context);
            read.push(Read { part, field: *field, kind, context, texts });
        }
    };
    for (index, part) in message.parts().iter().enumerate() {
        for field in &part.header.fields {
            add(index, field, message.field_context(index, field));
        }
        for block in message.field_blocks(index) {
            block.fields.iter().for_each(|field| add(index, field, message.field_context(index, field)));
        }
    }
    read
}

/// The counts that a census of `fields` must have.
fn expected(input: &[u8], fields: &[Read<'_>]) -> Counts {
    let mut counts = Counts::new();
    let mut count = |place, charset: Option<Charset>| {
        *counts.entry((place, charset.map_or("?", |charset| charset.name()))).or_default() += 1;
    };
    for Read { field, texts, .. } in fields {
        let mut raw = Vec::new();
        for span in &texts.spans {
            span.words.iter().for_each(|(_, charset)| count(TextPlace::Word, Some(*charset)));
            // Garbled text (text that was decoded in a wrong charset) counts as raw text, so it is not counted
            // as a word.
            let words = span.unresolved.iter().filter(|(word, _)| word.slice(input).starts_with(b"=?"));
            words.for_each(|_| count(TextPlace::Word, None));
            raw.extend(span.raw.iter().map(|(_, charset)| *charset));
        }
        if raw.is_empty() {
            let between = texts.between_texts(field.body).map(|span| span.slice(input));
            let utf8 = |octets| std::str::from_utf8(octets).ok().map(|_| Charset::UTF_8);
            raw.extend(between.filter(|octets| !octets.is_ascii()).map(utf8));
        }
        // The order decides which charset is counted: first text that cannot be read, then text in charsets
        // other than UTF-8.
        raw.sort_by_key(|charset| charset.map(|charset| charset.name() == "UTF-8"));
        if let Some(charset) = raw.first() {
            count(TextPlace::Raw, *charset);
        }
        let parameters = texts.parameters.iter().flat_map(|parameters| &parameters.values);
        for parameter in parameters.filter(|parameter| parameter.is_text(input)) {
            match &parameter.value {
                Ok(value) => {
                    let labelled = value.labelled.iter().map(|(_, charset)| Some(*charset));
                    let words = value.words.iter().map(|(_, charset)| Some(*charset));
                    // Garbled text counts as raw text.
                    let unresolved = value.unresolved.iter().filter(|(label, _)| !label.is_empty());
                    let unresolved = unresolved.map(|_| None);
                    let raw = value.raw.iter().map(|charset| Some(*charset));
                    let all = labelled.chain(words).chain(unresolved).chain(raw);
                    all.for_each(|charset| count(TextPlace::Parameter, charset));
                }
                Err(_) => count(TextPlace::Parameter, None),
            }
        }
    }
    counts
}

/// The counts that the census has for the fields of `octets`.
fn counted(octets: &[u8]) -> Counts {
    let mut census = Census::default();
    census.add(octets, &Origin::default(), &Policy::default());
    let mut counts = Counts::new();
    for row in census.rows().into_iter().filter(|row| row.place != TextPlace::Body) {
        *counts.entry((row.place, row.charset.map_or("?", |charset| charset.name()))).or_default() +=
            row.count;
    }
    counts
}

/// The texts of the parameters of a field, sorted, and after them the other texts in their order. If a parameter is
/// given in several forms, `normalize` keeps one of these forms, so duplicates are removed.
fn said(input: &[u8], texts: &FieldText<'_>) -> Vec<String> {
    let mut said: Vec<String> = texts
        .parameters
        .iter()
        .flat_map(|parameters| &parameters.values)
        .filter(|parameter| parameter.is_text(input))
        .filter_map(|parameter| {
            let name = String::from_utf8_lossy(parameter.name(input)).to_ascii_lowercase();
            Some(format!("{name}={}", parameter.value.as_ref().ok()?.text))
        })
        .collect();
    said.sort();
    said.dedup();
    said.into_iter().chain(texts.spans.iter().map(|span| span.text(input))).collect()
}

/// Describes what the functions for a mail client read differently from `text::read_field`.
fn of_client(message: &Message<'_>, read: &Read<'_>) -> Vec<String> {
    let input = message.octets();
    let Some(headers) = message.part(read.part).map(|part| part.headers()) else { return Vec::new() };
    let Some(field) =
        headers.iter().find(|field| field.raw().as_ptr() == read.field.body.slice(input).as_ptr())
    else {
        // The field is in the body of a report. The library has no function with which a client could read it.
        return Vec::new();
    };
    let mut wrong = Vec::new();
    // A client gets each text on a single line.
    let texts = said(input, &read.texts).into_iter();
    let texts: Vec<String> = texts.map(|text| text.replace("\r\n", " ").replace(['\r', '\n'], " ")).collect();
    match read.kind {
        FieldKind::Unstructured if [&*field.text()] != *texts => wrong.push(format!("{:?}", field.text())),
        FieldKind::Addresses => {
            let joined = texts.join(" ");
            let names = field.addresses().into_iter().map(|address| address.name);
            wrong.extend(names.filter(|name| !name.split(' ').all(|word| joined.contains(word))));
        }
        _ => {}
    }
    for parameter in read.texts.parameters.iter().flat_map(|parameters| &parameters.values) {
        let Ok(name) = std::str::from_utf8(parameter.name(input)) else { continue };
        if let (true, Ok(_)) = (parameter.is_text(input), &parameter.value) {
            let value =
                format!("{}={}", name.to_ascii_lowercase(), field.parameter(name).unwrap_or_default());
            wrong.extend(Some(value).filter(|value| !texts.contains(value)));
        }
    }
    wrong.into_iter().map(|wrong| format!("a client has {wrong:?} for {texts:?}")).collect()
}

/// Describes what `normalize` reads differently from `text::read_field`.
fn of_normalizer(plan: &Plan<'_>, read: &Read<'_>) -> Vec<String> {
    let (input, body) = (plan.input(), read.field.body);
    let mut wrong = Vec::new();
    let raw: Vec<_> =
        read.texts.spans.iter().flat_map(|span| &span.raw).map(|(_, charset)| *charset).collect();
    for finding in plan.findings().iter().filter(|finding| finding.span == body) {
        match finding {
            Finding { code: Code::FieldRaw, detail: Detail::Read { charset, .. }, .. }
                if read.kind != FieldKind::Parameters && !raw.contains(&Some(*charset)) =>
            {
                wrong.push(format!("`normalize` reads {charset}, not {raw:?}"));
            }
            _ => {}
        }
    }
    let edits = edit::within(plan.edits(), body);
    if edits.is_empty() {
        return wrong;
    }
    let new = edit::apply(input, body, edits);
    let after = read_field(&new, Span::new(0, new.len()), read.kind, &read.context);
    let bare = |said: Vec<String>| -> Vec<String> {
        let body = ["format=", "delsp="];
        said.into_iter().filter(|said| !body.iter().any(|name| said.starts_with(name))).collect()
    };
    let (before, after) = (bare(said(input, &read.texts)), bare(said(&new, &after)));
    if before != after {
        wrong.push(format!("`normalize` makes {after:?} of {before:?}"));
    }
    wrong
}

/// The fields that the conversion leaves unchanged, but that are read differently in the output.
fn of_output(plan: &Plan<'_>, before: &[Read<'_>]) -> Vec<String> {
    let policy = Policy::default();
    let output = plan.apply();
    let message = MessageTexts::parse(&output, &policy);
    let after = fields(&message);
    let stays = before.iter().filter(|read| edit::within(plan.edits(), read.field.span).is_empty());
    let pairs = stays.filter_map(|old| {
        let before = plan.edits().iter().filter(|edit| edit.span.end <= old.field.span.start);
        let start =
            before.fold(old.field.span.start, |start, edit| start + edit.replacement.len() - edit.span.len());
        Some((old, after.iter().find(|new| new.field.span.start == start)?))
    });
    let pairs = pairs.map(|(old, new)| (said(plan.input(), &old.texts), said(&output, &new.texts)));
    pairs
        .filter(|(old, new)| old != new)
        .map(|(old, new)| format!("{old:?} stays and is read as {new:?}"))
        .collect()
}

/// The differences between the readers on the fields of `octets`.
pub(crate) fn disagreements(octets: &[u8], plan: &Plan<'_>) -> Vec<String> {
    let policy = Policy::default();
    let message = MessageTexts::parse(octets, &policy);
    let read = fields(&message);
    let (expected, counted) = (expected(octets, &read), counted(octets));
    let mut wrong = of_output(plan, &read);
    if expected != counted {
        wrong.push(format!("the census has {counted:?} for {expected:?}"));
    }
    let client = Message::parse_with(octets, &policy);
    for read in &read {
        let found = of_client(&client, read).into_iter().chain(of_normalizer(plan, read));
        wrong.extend(found.map(|what| format!("{}: {what}", read.field.span.slice(octets).escape_ascii())));
    }
    wrong
}
