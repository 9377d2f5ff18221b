//! Checks that every reader reads each body as `MessageTexts::text` does.

use mailutf::census::{Census, Origin};
use mailutf::charset::Charset;
use mailutf::internal::Markup;
use mailutf::internal::normalize_texts;
use mailutf::structure::Field;
use mailutf::structure::{Part, PartKind};
use mailutf::text::{Confidence, DecodedText, MessageTexts, TextPlace, Unreadable};
use mailutf::{Code, Plan, Policy, body};
use std::collections::BTreeMap;

/// The text with LF line ends, without the things that a conversion can change: a byte order mark, and the charsets
/// that the text declares.
fn bare(text: &str, media_type: &str) -> String {
    let mut bare = text.trim_start_matches('\u{feff}').to_owned();
    let xml = bare.starts_with("<?xml").then_some(Markup::Xml);
    let names = Markup::for_media_type(media_type).or(xml).map(|markup| markup.declarations(bare.as_bytes()));
    names.into_iter().flatten().rev().for_each(|name| bare.replace_range(name.range(), ""));
    bare.replace("\r\n", "\n")
}

/// How often each charset was read in bodies. `?` stands for text that cannot be read.
type Counts = BTreeMap<String, u64>;

fn counted<'c>(charsets: impl Iterator<Item = &'c str>) -> Counts {
    let mut counts = Counts::new();
    charsets.for_each(|charset| *counts.entry(charset.to_owned()).or_default() += 1);
    counts
}

/// The differences between the readers on the bodies of `octets`.
pub(crate) fn disagreements(octets: &[u8], plan: &Plan<'_>) -> Vec<String> {
    let policy = Policy::default();
    let before = MessageTexts::parse(octets, &policy);
    if plan.findings().iter().any(|finding| finding.code == Code::LimitReached) {
        return Vec::new();
    }
    let output = plan.apply();
    let after = MessageTexts::parse(&output, &policy);
    let mut wrong = of_planner(&before, plan);
    let texts = before.parts().iter().enumerate().filter(|(_, part)| part.kind == PartKind::Text);
    let mut read = Vec::new();
    for (index, part) in texts {
        let text = before.text(index).map_err(|why| why.to_string());
        read.push(text.as_ref().map_or("?", |text| text.charset.name()));
        // A body that is read on its own is in the same charset, unless the rest of the message is evidence for its
        // charset.
        let by_message =
            |text: &DecodedText<'_>| matches!(text.confidence, Confidence::OtherText | Confidence::Detected);
        if text.as_ref().is_ok_and(|text| !by_message(text)) && !part.attachment {
            let alone = alone(&before, part, &policy);
            if alone.as_deref().ok() != text.as_ref().ok().map(|text| text.text.as_ref()) {
                wrong.push(format!("part {index}: `decode` has {alone:?}"));
            }
        }
        let new = after.text(index).map_err(|why| why.to_string());
        match (&text, &new) {
            (Ok(old), Ok(new)) if bare(&old.text, &part.media_type) != bare(&new.text, &part.media_type) => {
                wrong.push(format!("part {index}: {:?} became {:?}", old.text, new.text));
            }
            (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
            (old, new) => wrong.push(format!(
                "part {index}: {:?} before, {:?} after",
                old.as_ref().map(|text| text.charset),
                new.as_ref().map(|text| text.charset)
            )),
        }
        let left = plan.findings().iter().any(|finding| {
            let unread = matches!(
                finding.code,
                Code::LabelDoubtful
                    | Code::TextUnresolved
                    | Code::TextBinary
                    | Code::TransferUnknown
                    | Code::MessageEmbedded
                    | Code::CharsetInside
                    | Code::AttachmentKept
            );
            finding.part == index && unread
        });
        if text.is_err() && !left && part.protection.is_none() {
            wrong.push(format!("part {index}: {text:?}, and `normalize` does not say so"));
        }
    }
    let mut census = Census::default();
    census.add(octets, &Origin::default(), &policy);
    let rows = census.rows().into_iter().filter(|row| row.place == TextPlace::Body);
    let seen = rows.map(|row| (row.charset.map_or("?", |charset| charset.name()).to_owned(), row.count));
    let seen = seen.fold(Counts::new(), |mut counts, (charset, count)| {
        *counts.entry(charset).or_default() += count;
        counts
    });
    let read = counted(read.into_iter());
    if seen != read {
        wrong.push(format!("the census has {seen:?}, a client {read:?}"));
    }
    wrong
}

/// Describes the bodies that `normalize_texts` shows otherwise than `message` reads them, and the differences between
/// its plan and `plan`.
fn of_planner(message: &MessageTexts<'_>, plan: &Plan<'_>) -> Vec<String> {
    type Read = (String, Result<(String, Charset, Confidence), String>);
    let of = |text: Result<&DecodedText<'_>, &Unreadable>| {
        text.map(|text| (text.text.to_string(), text.charset, text.confidence)).map_err(|why| why.to_string())
    };
    let mut shown: BTreeMap<usize, Vec<Read>> = BTreeMap::new();
    let again = normalize_texts(message, &mut |body| {
        let octets = body.octets.escape_ascii().to_string();
        shown.entry(body.part).or_default().push((octets, of(body.text)));
    });
    let mut wrong = Vec::new();
    let of_plan = |plan: &Plan<'_>| (plan.edits().to_vec(), plan.findings().to_vec());
    let (again, plan) = (of_plan(&again), of_plan(plan));
    if again != plan {
        wrong.push(format!("two plans: {again:?} and {plan:?}"));
    }
    for (index, part) in message.parts().iter().enumerate().filter(|(_, part)| part.kind == PartKind::Text) {
        let shown = shown.remove(&index).unwrap_or_default();
        if shown.is_empty() && part.transfer.is_none() {
            continue;
        }
        let octets = part.transfer.map(|transfer| transfer.decode(part.body.slice(message.input())).octets);
        let octets = octets.unwrap_or_default().escape_ascii().to_string();
        if shown != [(octets, of(message.text(index).as_ref()))] {
            wrong.push(format!("part {index}: {shown:?} is shown"));
        }
    }
    if !shown.is_empty() {
        wrong.push(format!("no texts, and shown: {shown:?}"));
    }
    wrong
}

/// The text of a part for a reader that does not know the rest of the message.
fn alone(message: &MessageTexts<'_>, part: &Part, policy: &Policy) -> Result<String, String> {
    let field = |name| {
        let field: Option<&Field> = part.header.field(message.input(), name);
        field.map_or(&b""[..], |field| field.body.slice(message.input()))
    };
    let of = |name| if part.header.field(message.input(), name).is_some() { field(name) } else { b"" };
    let media_type = match of("Content-Type") {
        [] => part.media_type.as_bytes(),
        value => value,
    };
    let octets = part.body.slice(message.input());
    let text = body::decode(octets, media_type, of("Content-Transfer-Encoding"), policy);
    text.map(|text| text.text.into_owned()).map_err(|why| why.to_string())
}
