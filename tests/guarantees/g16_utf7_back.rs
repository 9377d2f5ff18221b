//! Guarantee G16 (docs/guarantees.md): a message that was converted to UTF-7 is 7-bit mail. When it is normalized,
//! the result has the same texts as the normalized original.

use crate::corpus::{self, Sample};
use crate::generate;
use mailutf::charset::utf7::{EncodeOptions, SetO};
use mailutf::internal::Markup;
use mailutf::internal::read_field;
use mailutf::internal::{FieldKind, field_kind};
use mailutf::structure::PartKind;
use mailutf::text::MessageTexts;
use mailutf::{Code, Plan, Policy, ToUtf7, Utf7Options, Wrap, flowed, normalize};
use proptest::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The content of a part: the texts of its header, and its body.
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
    let policy = Policy::default();
    let message = MessageTexts::parse(octets, &policy);
    let parts = message.parts().iter().enumerate();
    parts
        .map(|(index, part)| {
            let decoded = || part.transfer.map(|transfer| transfer.decode(part.body.slice(octets)).octets);
            let body = match part.kind {
                PartKind::Text => match message.text(index) {
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

/// The text with flowed lines joined, with LF line ends and, in HTML, with spaces instead of line ends.
fn paragraphs(message: &MessageTexts<'_>, index: usize, text: &str) -> String {
    let part = &message.parts()[index];
    let text = text.trim_start_matches('\u{feff}');
    let text = match message.flowed(index) {
        Some(del_sp) => flowed::unflow(text, del_sp),
        None => text.to_owned(),
    };
    let text = if part.attachment { text } else { text.replace("\r\n", "\n") };
    let text = if part.media_type == "text/html" { text.replace(['\n', ' '], " ") } else { text };
    // A document declares the charset in which it is written. So the declared charset changes, and its name is
    // removed before the texts are compared.
    let declared =
        Markup::for_media_type(&part.media_type).map(|markup| markup.declarations(text.as_bytes()));
    let mut bare = text.clone();
    declared.into_iter().flatten().rev().for_each(|name| bare.replace_range(name.range(), ""));
    bare
}

/// The texts of the fields that people read, and the values of parameters.
fn header(message: &MessageTexts<'_>, index: usize) -> Vec<(String, Vec<String>)> {
    const FOLLOWING: [&str; 5] =
        ["content-transfer-encoding", "content-md5", "lines", "content-length", "mime-version"];
    let mut fields = Vec::new();
    for field in &message.parts()[index].header.fields {
        let name = String::from_utf8_lossy(field.name.slice(message.input())).to_ascii_lowercase();
        let kind = field_kind(name.as_bytes());
        if FOLLOWING.contains(&&*name) || kind == FieldKind::Opaque {
            continue;
        }
        let read = read_field(message.input(), field.body, kind, &message.field_context(index, field));
        let readable = read.spans.iter().filter(|span| span.is_readable());
        let mut texts: Vec<String> = readable.map(|span| span.text(message.input())).collect();
        for parameter in read.parameters.iter().flat_map(|parameters| &parameters.values) {
            let name = String::from_utf8_lossy(parameter.name(message.input())).to_ascii_lowercase();
            let written = !["charset", "format", "delsp"].contains(&&*name);
            if let Some(value) = parameter.value.as_ref().ok().filter(|_| written) {
                texts.push(format!("{name}={}", value.text));
            }
        }
        if kind == FieldKind::Parameters {
            texts.sort();
            texts.dedup();
        }
        if name != "content-type" || !texts.is_empty() {
            fields.push((name, texts));
        }
    }
    fields
}

fn codes(plan: &Plan<'_>) -> Vec<Code> {
    plan.findings().iter().map(|finding| finding.code).collect()
}

/// Converts the message to UTF-7. Checks that the result is US-ASCII, unless a finding says otherwise, and that a
/// second conversion changes nothing.
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

/// Describes the first difference between the contents of two messages, or returns `None` if there is none.
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

/// Real mail whose conversion to UTF-7 keeps octets above 127. The files are grouped by the reason.
const LEFT: [(&str, &[&str]); 5] = [
    (
        "in an address, whose local part has no other form",
        &[
            "cyrus/mime/utf8-domain.bin",
            "deltachat/invalid_email_to.eml",
            "imap-tools/attachment_7bit.eml",
            "imap-tools/forwarded_message.eml",
            "kmime/eai-addresses.mbox",
            "kmime/eai-from.mbox",
            "kmime/eai-punycode.mbox",
            "roundcube/rendering/email-address-spoofing-attacks.eml",
            "ruby-mail/rfc6532/utf8_headers.eml",
        ],
    ),
    (
        "in a field that is not for people: a trace field, a message-id, a date",
        &[
            "patchwork/fuzz/date-oserror.mbox",
            "patchwork/fuzz/date-too-long.mbox",
            "patchwork/fuzz/dateheader.mbox",
            "patchwork/fuzz/email-len.mbox",
            "patchwork/fuzz/msgidheader.mbox",
            "patchwork/fuzz/refshdr.mbox",
            "patchwork/mail/0012-invalid-header-char.mbox",
        ],
    ),
    (
        "in what is no field, or addresses that are none",
        &[
            "james-mime4j/testmsgs/obsolete.msg",
            "kmime/big-allocation.mbox",
            "kmime/bug519599.mbox",
            "kmime/clusterfuzz-testcase-minimized-kmime_fuzzer-5255984894509056",
            "patchwork/fuzz/base64err.mbox",
            "patchwork/fuzz/date.mbox",
            "patchwork/fuzz/msgid-len.mbox",
            "patchwork/fuzz/msgid-len2.mbox",
            "patchwork/fuzz/name-len.mbox",
            "patchwork/fuzz/unknown-encoding.mbox",
            "patchwork/fuzz/value2.mbox",
        ],
    ),
    (
        "in a field whose text is garbled, which stays",
        &[
            "imap-tools/plain_emails/raw_email_string_in_date_field.eml",
            "ruby-mail/error_emails/content_transfer_encoding_empty.eml",
            "ruby-mail/plain_emails/raw_email_string_in_date_field.eml",
        ],
    ),
    (
        "before the first or behind the last part of a multipart, where no charset can be told",
        &[
            "php-mime-mail-parser/m0019",
            "php-mime-mail-parser/m0022",
            "php-mime-mail-parser/m0023",
            "sisimai/mailbox/mbox-0",
            "stalwart-mail-parser/malformed/021.eml",
        ],
    ),
];

#[test]
fn of_real_mail() {
    let writer = ToUtf7::default();
    let verdicts = corpus::each(corpus::samples(), |Sample { path, input, output, .. }| {
        let path = path.to_string_lossy().replace('\\', "/");
        match to_utf7(&writer, input) {
            Err(why) => Err(format!("{path}: {why}")),
            Ok(Cow::Borrowed(utf7)) => Ok((!utf7.is_ascii()).then_some(path)),
            Ok(Cow::Owned(utf7)) => {
                let back = normalize(&utf7).apply().into_owned();
                let why = difference(&said(output), &said(&back));
                why.map_or(Ok(()), |why| Err(format!("{path}: {why}")))
                    .map(|()| (!utf7.is_ascii()).then_some(path))
            }
        }
    });
    let (left, wrong): (Vec<_>, Vec<_>) = verdicts.into_iter().partition(Result::is_ok);
    let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{} messages:\n{}", wrong.len(), wrong.join("\n"));
    let left: BTreeSet<String> = left.into_iter().filter_map(|path| path.ok().flatten()).collect();
    let known = LEFT.iter().flat_map(|(_, paths)| paths.iter().map(|path| (*path).to_owned()));
    assert!(left.is_empty() || left == known.collect(), "{left:#?}");
}

/// Pieces of Content-Type parameters.
const PARAMETERS: &[&[u8]] = &[
    b"; format=",
    b"; delsp=",
    b"; charset=",
    b"; name=",
    b"; format*=utf-8''%C3%A9",
    b"; delsp*0*=utf-8''y",
    b"; delsp*1=es",
    b"; name*=utf-8''%C3%A9",
    b"; charset*=us-ascii''utf-8",
    b"flowed",
    b"yes",
    b"utf-8",
    b"\xe9",
    b"\xc3\xa9",
    b"fl\xc3\xb6wed",
    b"\"",
    b"\"fl\xc3\xb6wed\"",
    b"=?utf-8?q?=C3=A9?=",
    b"(",
    b"(\xe9)",
    b" ",
    b"\n ",
    b";",
    b"=",
    b"\\",
];

fn options() -> impl Strategy<Value = Utf7Options> {
    const WRAPS: &[Wrap] = &[Wrap::Flowed, Wrap::QuotedPrintable, Wrap::None];
    let encoder = (any::<bool>(), any::<bool>()).prop_map(|(direct, explicit)| {
        let encoder = EncodeOptions::new().with_set_o(if direct { SetO::Direct } else { SetO::Encode });
        if explicit { encoder.with_explicit_ends() } else { encoder }
    });
    (20..=100_usize, prop::sample::select(WRAPS), encoder).prop_map(|(columns, wrap, encoder)| {
        let mut options = Utf7Options::default();
        (options.columns, options.wrap, options.encoder) = (columns, wrap, encoder);
        options
    })
}

proptest! {
    #![proptest_config(crate::proptest_config(64))]

    #[test]
    fn of_generated_mail(message in generate::message(), options in options()) {
        let writer = ToUtf7::new(options);
        let output = to_utf7(&writer, &message.octets).map_err(TestCaseError::fail)?;
        prop_assert!(output.is_ascii());
        let (there, back) = (said(&normalize(&message.octets).apply()), said(&normalize(&output).apply()));
        let why = difference(&there, &back);
        prop_assert!(why.is_none(), "{}\n{}", why.unwrap_or_default(), String::from_utf8_lossy(&output));
    }

    /// The edits of a conversion do not overlap, whatever parameters are before and after the label that it sets.
    #[test]
    fn of_any_parameters(pieces in prop::collection::vec(prop::sample::select(PARAMETERS), 0..14), options in options()) {
        let line = "Längere Zeilen werden umbrochen. ".repeat(4);
        let octets = [b"Content-Type: text/plain", &*pieces.concat(), b"\n\n", line.as_bytes(), b"\n"].concat();
        prop_assert!(!codes(&mailutf::normalize(&octets)).contains(&Code::EditsOverlap));
        let writer = ToUtf7::new(options);
        let codes = codes(&writer.plan(&octets));
        prop_assert!(!codes.contains(&Code::EditsOverlap));
        // A message can be so damaged that its text cannot be read or labelled, and become readable after the text
        // around the damage has changed. So such messages are not converted a second time.
        if ![Code::FieldUnresolved, Code::TextUnresolved].iter().any(|code| codes.contains(code)) {
            to_utf7(&writer, &octets).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn of_spliced_mail(a in generate::message(), b in generate::message(), at in 0_usize..400) {
        let mut octets = a.octets[..at.min(a.octets.len())].to_vec();
        octets.extend_from_slice(&b.octets[at.min(b.octets.len())..]);
        to_utf7(&ToUtf7::default(), &octets).map_err(TestCaseError::fail)?;
    }
}
