//! The other way and back: what becomes UTF-7 is 7-bit mail, and normalised it is what it would have been.

use crate::corpus::{self, Sample};
use crate::generate;
use mailutf::charset::utf7::{Encoder, SetO};
use mailutf::message::{Message, PartKind};
use mailutf::resolve::html::Markup;
use mailutf::resolve::place::places;
use mailutf::resolve::{Context, Reader};
use mailutf::syntax::content_type::parameterized;
use mailutf::syntax::header::{FieldKind, field_kind};
use mailutf::{Code, Limits, Plan, Policy, ToUtf7, Utf7Options, Wrap, body, flowed, normalize};
use proptest::prelude::*;
use std::borrow::Cow;

/// What a message says, part by part: the texts of its header, and its body.
#[derive(Debug, PartialEq)]
struct Said {
    media_type: String,
    header: Vec<(String, Vec<String>)>,
    body: Body,
}

#[derive(Debug, PartialEq)]
enum Body {
    Text(String),
    Data(Vec<u8>),
    Parts,
}

fn said(octets: &[u8]) -> Vec<Said> {
    let message = Message::parse(octets, &Limits::default());
    let parts = message.parts.iter().enumerate();
    parts
        .map(|(index, part)| {
            let decoded = || part.transfer.map(|transfer| transfer.decode(part.body.slice(octets)).octets);
            let body = match part.kind {
                PartKind::Text => match body::text(&message, index, &Policy::default()) {
                    Ok(text) => Body::Text(paragraphs(&message, index, &text.text)),
                    Err(_) => Body::Data(decoded().unwrap_or_default().into_owned()),
                },
                PartKind::Other => Body::Data(decoded().unwrap_or_default().into_owned()),
                _ => Body::Parts,
            };
            Said { media_type: part.media_type.clone(), header: header(&message, index), body }
        })
        .collect()
}

/// The text with flowed lines joined, line ends as LF, and in HTML white space as spaces.
fn paragraphs(message: &Message<'_>, index: usize, text: &str) -> String {
    let part = &message.parts[index];
    let text = text.trim_start_matches('\u{feff}');
    let text = match body::flowed(message, index) {
        Some(del_sp) => flowed::unflow(text, del_sp),
        None => text.to_owned(),
    };
    let text = if part.attachment { text } else { text.replace("\r\n", "\n") };
    let plain = part.media_type == "text/plain" && !part.attachment;
    let text = if plain { text.replace(['\u{2028}', '\u{2029}'], "\n") } else { text };
    let text = if part.media_type == "text/html" { text.replace(['\n', ' '], " ") } else { text };
    // Charsets that a document declares are those it is written in.
    let declared =
        Markup::for_media_type(&part.media_type).map(|markup| markup.declarations(text.as_bytes()));
    let mut bare = text.clone();
    declared.into_iter().flatten().rev().for_each(|name| bare.replace_range(name.range(), ""));
    bare
}

/// The texts of the fields that people read, and the values of parameters.
fn header(message: &Message<'_>, index: usize) -> Vec<(String, Vec<String>)> {
    const FOLLOWING: [&str; 5] =
        ["content-transfer-encoding", "content-md5", "lines", "content-length", "mime-version"];
    let policy = Policy::default();
    let context = Context { policy: &policy, neighbour: None, guess: true };
    let reader = Reader { input: message.input, context: &context, raw: None };
    let mut fields = Vec::new();
    for field in &message.parts[index].header.fields {
        let name = String::from_utf8_lossy(field.name.slice(message.input)).to_ascii_lowercase();
        let kind = field_kind(name.as_bytes());
        if FOLLOWING.contains(&&*name) || kind == FieldKind::Opaque {
            continue;
        }
        let texts = if kind == FieldKind::Parameters {
            let parameters = parameterized(message.input, field.body, 1000).parameters;
            let values = mailutf::resolve::parameter::values(message.input, &parameters).into_iter();
            let mut values: Vec<String> = values
                .filter_map(|sections| {
                    let name =
                        String::from_utf8_lossy(sections[0].name.slice(message.input)).to_ascii_lowercase();
                    let written = !["charset", "format", "delsp"].contains(&&*name);
                    let value = reader.value(&sections).ok()?;
                    written.then(|| format!("{name}={}", value.text))
                })
                .collect();
            values.sort();
            values.dedup();
            values
        } else {
            let places = places(message.input, field.body, kind, 32);
            places.into_iter().filter_map(|place| reader.text(place)).collect()
        };
        if name != "content-type" || !texts.is_empty() {
            fields.push((name, texts));
        }
    }
    fields
}

fn codes(plan: &Plan<'_>) -> Vec<Code> {
    plan.findings().iter().map(|finding| finding.code).collect()
}

/// The message as UTF-7, checked.
fn to_utf7<'a>(writer: &ToUtf7, octets: &'a [u8]) -> Result<Cow<'a, [u8]>, String> {
    let plan = writer.plan(octets);
    let output = plan.apply();
    let left = [Code::NotSevenBit, Code::LimitReached].iter().any(|code| codes(&plan).contains(code));
    if !left && !output.is_ascii() {
        return Err(format!("octets above 127, and {:?}", codes(&plan)));
    }
    let again = writer.plan(&output);
    match again.is_noop() {
        true => Ok(output),
        false => Err(format!("again: {:?}", again.edits())),
    }
}

/// The first thing that two messages say differently.
fn difference(there: &[Said], back: &[Said]) -> Option<String> {
    if there.len() != back.len() {
        return Some(format!("{} parts and {}", there.len(), back.len()));
    }
    there.iter().zip(back).enumerate().find_map(|(part, (there, back))| {
        let fields = there.header.iter().zip(&back.header).find(|(there, back)| there != back);
        let detail = if there.media_type != back.media_type {
            format!("{} and {}", there.media_type, back.media_type)
        } else if let Some(fields) = fields {
            format!("{fields:?}")
        } else if there.body != back.body {
            format!("{:?} and {:?}", there.body, back.body)
        } else {
            return (there != back).then(|| format!("{:?} and {:?}", there.header, back.header));
        };
        Some(format!("part {part}: {detail}"))
    })
}

#[test]
fn of_real_mail() {
    let (writer, mut wrong, mut seven_bit) = (ToUtf7::default(), Vec::new(), 0);
    for Sample { path, input, output, .. } in corpus::samples() {
        match to_utf7(&writer, input) {
            Err(why) => wrong.push(format!("{}: {why}", path.display())),
            Ok(utf7) => {
                seven_bit += usize::from(utf7.is_ascii());
                if matches!(utf7, Cow::Owned(_)) {
                    let back = normalize(&utf7).apply().into_owned();
                    let why = difference(&said(output), &said(&back));
                    wrong.extend(why.map(|why| format!("{}: {why}", path.display())));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} messages:\n{}", wrong.len(), wrong.join("\n"));
    // The others have octets above 127 in addresses, preambles, and what is signed or too damaged to touch.
    assert!(seven_bit * 100 >= corpus::samples().len() * 97, "{seven_bit}");
}

fn options() -> impl Strategy<Value = Utf7Options> {
    const WRAPS: &[Wrap] = &[Wrap::Flowed, Wrap::QuotedPrintable, Wrap::None];
    let encoder = (any::<bool>(), any::<bool>()).prop_map(|(direct, explicit)| {
        let encoder = Encoder::new().set_o(if direct { SetO::Direct } else { SetO::Encode });
        if explicit { encoder.explicit_ends() } else { encoder }
    });
    (20..=100_usize, prop::sample::select(WRAPS), encoder).prop_map(|(columns, wrap, encoder)| {
        let mut options = Utf7Options::default();
        (options.columns, options.wrap, options.encoder) = (columns, wrap, encoder);
        options
    })
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn of_generated_mail(message in generate::message(), options in options()) {
        let writer = ToUtf7::new(options);
        let output = to_utf7(&writer, &message.octets).map_err(TestCaseError::fail)?;
        prop_assert!(output.is_ascii());
        let (there, back) = (said(&normalize(&message.octets).apply()), said(&normalize(&output).apply()));
        let why = difference(&there, &back);
        prop_assert!(why.is_none(), "{}\n{}", why.unwrap_or_default(), String::from_utf8_lossy(&output));
    }

    #[test]
    fn of_spliced_mail(a in generate::message(), b in generate::message(), at in 0_usize..400) {
        let mut octets = a.octets[..at.min(a.octets.len())].to_vec();
        octets.extend_from_slice(&b.octets[at.min(b.octets.len())..]);
        to_utf7(&ToUtf7::default(), &octets).map_err(TestCaseError::fail)?;
    }
}
