//! Encoded words (RFC 2047) in other charsets than they name: those of a header under one label are one text, as a
//! subject or a name by itself is too short to tell anything. Linear time.

use super::{Reading, readings};
use mailutf::Policy;
use mailutf::charset::{Charset, Label};
use mailutf::syntax::encoded_word::encoded_words;
use mailutf::syntax::header_block::Field;
use mailutf::text::{Context, resolve, word::runs};

/// What the words under a label say, in other charsets.
pub(crate) struct Words<'i> {
    /// The label as it stands.
    pub(crate) written: &'i [u8],
    pub(crate) label: Label,
    pub(crate) readings: Vec<Reading>,
}

/// The words in `fields`: those under UTF-8 and charsets of single octets alone, without those of which `policy` says
/// what they are in.
pub(crate) fn of_words<'i, 'f>(
    input: &'i [u8],
    fields: impl Iterator<Item = &'f Field>,
    policy: &Policy,
) -> Vec<Words<'i>> {
    let mut texts: Vec<(&[u8], Label, Vec<u8>)> = Vec::new();
    for field in fields {
        let Some((written, label)) = label_of_all(input, field) else { continue };
        let usable = label.charset().is_single_octet() || label.charset() == Charset::UTF_8;
        if !usable || policy.overrides.charset(written).is_some() {
            continue;
        }
        let Some(octets) = octets(input, field, written) else { continue };
        match texts.iter_mut().find(|(_, known, _)| *known == label) {
            Some((_, _, text)) => text.extend([b" ", octets.as_slice()].concat()),
            None => texts.push((written, label, octets)),
        }
    }
    let words = texts.into_iter().map(|(written, label, octets)| {
        let read = resolve(&octets, Some(written), &Context::new(policy)).ok();
        let readings = readings(&octets, read.as_ref());
        Words { written, label, readings }
    });
    words.collect()
}

/// The label that all words of `field` have.
fn label_of_all<'i>(input: &'i [u8], field: &Field) -> Option<(&'i [u8], Label)> {
    let words = encoded_words(input, field.body);
    let mut labels = words.iter().map(|word| word.charset.slice(input));
    let written = labels.next()?;
    let label = Label::read(written)?;
    labels.all(|other| Label::read(other) == Some(label)).then_some((written, label))
}

/// The octets of the words of `field`, which are under `label`: of UTF-8 their text, of others that in ISO-8859-1, in
/// which each octet is the character of its value.
fn octets(input: &[u8], field: &Field, label: &[u8]) -> Option<Vec<u8>> {
    let mut policy = Policy { strict: true, ..Policy::default() };
    let utf8 = Charset::for_label(label) == Some(Charset::UTF_8);
    if !utf8 {
        policy.overrides.insert(label, Charset::ISO_8859_1);
    }
    let context = Context::new(&policy);
    let texts: Vec<String> = runs(input, field.body, &context).runs.into_iter().map(|run| run.text).collect();
    let text = texts.join(" ");
    if utf8 {
        return Some(text.into_bytes());
    }
    text.chars().map(|character| u8::try_from(character).ok()).collect()
}
