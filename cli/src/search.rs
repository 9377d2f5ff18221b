//! Searches the decoded header fields, texts and file names of messages for a regular expression.
//!
//! Text is decoded as by `mailutf text --plain`: lines of flowed text are joined, and HTML becomes readable text.
//! The texts of enclosed messages, attached files and uuencoded files are searched, too. Text with a doubtful label
//! is searched in both readings. The search takes linear time. It needs memory for the message and two texts.

pub(crate) mod files;
mod nfkc;
pub(crate) mod pattern;

use mailutf::header;
use mailutf::internal::{FieldKind, field_kind};
use mailutf::message::{HeaderField, Message, MessagePart};
use mailutf::selection::Pattern as Glob;
use mailutf::structure::{Part, PartKind};
use mailutf::text::Context;
use std::borrow::Cow;
use std::ops::ControlFlow;

pub(crate) use pattern::{Pattern, PatternOptions};

/// The field name under which the file name of a part is searched. It is the name of the parameter that gives the
/// file name (RFC 2183 section 2.3).
const FILE_NAME: &str = "filename";

/// A text that is searched.
pub(crate) struct SearchedText<'t> {
    /// The index of the part that the text is in.
    pub(crate) part: usize,
    /// The name of the header field that contains the text, or `filename` for a file name; `None` for the text of a
    /// body.
    pub(crate) field: Option<&'t str>,
    /// The name of the attached or uuencoded file that contains the text; `None` for text of the message itself.
    pub(crate) file: Option<&'t str>,
    /// The text. If it is from a header field, it is on one line.
    pub(crate) text: &'t str,
}

/// Tells which texts of a message are searched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// The names of the header fields to search. If there are any names, nothing else is searched.
    fields: Vec<Glob>,
}

impl Scope {
    /// Returns a scope with only the header fields that have one of these names. Without any name,
    /// everything is searched.
    pub(crate) fn of_fields(fields: Vec<Glob>) -> Self {
        Self { fields }
    }

    /// Calls `visit` for each text of the message, in order, until `visit` breaks. Returns the number of texts that
    /// could not be read, and the value with which `visit` broke.
    pub(crate) fn search<B>(
        &self,
        message: &Message<'_>,
        mut visit: impl FnMut(SearchedText<'_>) -> ControlFlow<B>,
    ) -> (u64, Option<B>) {
        let mut unreadable = 0;
        let found =
            message.parts().try_for_each(|part| self.part(message, &part, &mut unreadable, &mut visit));
        (unreadable, found.break_value())
    }

    fn part<B>(
        &self,
        message: &Message<'_>,
        part: &MessagePart<'_>,
        unreadable: &mut u64,
        visit: &mut impl FnMut(SearchedText<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let structure = part.structure();
        let index = part.index();
        if message.structure().is_message(structure) {
            part.headers().iter().try_for_each(|field| self.field(index, &field, visit))?;
        }
        if self.fields.is_empty() {
            for line in malformed_lines(message, structure, &message.texts().context()) {
                visit(SearchedText {
                    part: index,
                    field: None,
                    file: None,
                    text: &in_one_line(line.into()),
                })?;
            }
        }
        let name = part.file_name();
        if self.takes(FILE_NAME)
            && let Some(name) = &name
        {
            let text = &in_one_line(name.into());
            visit(SearchedText { part: index, field: Some(FILE_NAME), file: None, text })?;
        }
        let is_file = structure.attachment || structure.kind == PartKind::Other;
        let file = is_file.then(|| name.map_or_else(|| format!("part {}", part.section()), one_line));
        let file = file.as_deref();
        let mut visit_text =
            |text: &str, file: Option<&str>| visit(SearchedText { part: index, field: None, file, text });
        match structure.kind {
            PartKind::Fields => {
                let mut fields = part.inner_headers();
                fields.try_for_each(|headers| {
                    headers.iter().try_for_each(|field| self.field(index, &field, visit))
                })
            }
            PartKind::Text if self.fields.is_empty() => match part.text() {
                Ok(text) => {
                    let is_certain = !text.is_label_doubtful();
                    let text = part.plain_text_of(text.text);
                    visit_text(&text, file)?;
                    let other = if is_certain { None } else { part.text_by_label() };
                    if let Some(other) = other {
                        visit_text(&other_lines(&text, &part.plain_text_of(other.text)), file)?;
                    }
                    files::uuencoded(&text).try_for_each(|inner| {
                        let inside = files::text_in(inner.octets, message.texts().policy());
                        inside.map_or(ControlFlow::Continue(()), |text| visit_text(&text, Some(inner.name)))
                    })
                }
                Err(_) => {
                    // An attachment can have a media type of text although it is a binary file. Such an attachment
                    // does not count as an unreadable text.
                    *unreadable += u64::from(!is_file);
                    ControlFlow::Continue(())
                }
            },
            PartKind::Other if self.fields.is_empty() => {
                let inside = files::text_of(part, message.texts().input(), message.texts().policy());
                inside.map_or(ControlFlow::Continue(()), |text| visit_text(&text, file))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn field<B>(
        &self,
        part: usize,
        field: &HeaderField<'_>,
        visit: &mut impl FnMut(SearchedText<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let name = field.name();
        if self.fields.is_empty() && !is_read_by_people(&name) || !self.takes(&name) {
            return ControlFlow::Continue(());
        }
        visit(SearchedText { part, field: Some(&name), file: None, text: &in_one_line(field.text()) })
    }

    /// Whether texts in a header field with this name are searched.
    fn takes(&self, name: &str) -> bool {
        self.fields.is_empty() || {
            let name = name.to_ascii_lowercase();
            self.fields.iter().any(|field| field.matches_lower_case(name.as_bytes()))
        }
    }
}

fn one_line(name: String) -> String {
    in_one_line(name.into()).into_owned()
}

/// Returns the lines in the header of a part that are not fields, decoded as text. Such a line may be part of a
/// folded field and have lost its indentation, or be a field that has lost its colon.
fn malformed_lines<'m>(
    message: &'m Message<'_>,
    part: &'m Part,
    context: &'m Context<'_>,
) -> impl Iterator<Item = String> {
    let octets = message.octets();
    part.header.malformed.iter().map(move |line| header::decode_in(line.slice(octets), context).into_owned())
}

/// Returns each line of `other` that differs from the line of `text` with the same number. Both strings are decoded
/// from the same body, in two ways.
fn other_lines(text: &str, other: &str) -> String {
    let mut lines = text.split_inclusive('\n');
    other.split_inclusive('\n').filter(|line| lines.next() != Some(line)).collect()
}

/// Whether a field holds text, addresses or the date. All other fields are for programs.
fn is_read_by_people(name: &str) -> bool {
    match field_kind(name.as_bytes()) {
        FieldKind::Parameters | FieldKind::Opaque => false,
        FieldKind::Structured => name.eq_ignore_ascii_case("Date"),
        _ => true,
    }
}

/// Returns the text with blanks in place of line ends and other control characters. Encoded words may contain such
/// characters.
pub(crate) fn in_one_line(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_bad = |c: char| c.is_control() && c != '\t';
    if text.contains(is_bad) { text.replace(is_bad, " ").into() } else { text }
}
