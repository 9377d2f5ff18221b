//! Guarantee G38 (docs/guarantees.md): every part that is not a multipart is in one of the lists of bodies and
//! attachments (RFC 8621 section 4.1.4), and no list has it twice. It is text that can be read, or a file.

use crate::corpus;
use mailutf::message::{Message, MessagePart};
use mailutf::structure::PartKind;
use mailutf::text::Unreadable;
use proptest::prelude::*;
use proptest::sample::select;
use std::fmt::Write;

/// A part. Its section number is empty until `number` is called.
#[derive(Clone, Debug)]
struct Node {
    media_type: &'static str,
    disposition: &'static str,
    named: bool,
    content: &'static str,
    parts: Vec<Self>,
    section: String,
}

const LEAVES: [&str; 9] = [
    "text/plain",
    "text/plain",
    "text/html",
    "text/html",
    "image/png",
    "audio/ogg",
    "text/calendar",
    "application/pdf",
    "message/rfc822",
];

/// Text, and data that no program can show as text.
const CONTENTS: [&str; 5] = ["content", "content", " \n\n", "%PDF-1.7", "\0\u{1}\0\u{2}\0"];

fn leaf() -> impl Strategy<Value = Node> {
    let disposition = select(vec!["", "", "", "inline", "attachment", "x-other"]);
    let named = proptest::bool::weighted(0.2);
    (select(LEAVES.to_vec()), disposition, named, select(CONTENTS.to_vec())).prop_map(
        |(media_type, disposition, named, content)| Node {
            media_type,
            disposition,
            named,
            content,
            parts: Vec::new(),
            section: String::new(),
        },
    )
}

fn tree() -> impl Strategy<Value = Node> {
    leaf().prop_recursive(5, 24, 4, |inner| {
        let subtype = select(vec![
            "multipart/mixed",
            "multipart/alternative",
            "multipart/alternative",
            "multipart/related",
            "multipart/signed",
        ]);
        (subtype, prop::collection::vec(inner, 1..5)).prop_map(|(media_type, parts)| Node {
            media_type,
            disposition: "",
            named: false,
            content: "",
            parts,
            section: String::new(),
        })
    })
}

impl Node {
    fn number(&mut self, section: &str) {
        self.section = section.to_owned();
        let prefix = if section.is_empty() { String::new() } else { format!("{section}.") };
        for (number, part) in (1..).zip(&mut self.parts) {
            part.number(&format!("{prefix}{number}"));
        }
    }

    /// Writes the part as it is in a message. `boundary` is the number of the next boundary.
    fn write(&self, out: &mut String, boundary: &mut usize) {
        let own = format!("b{boundary}x");
        *boundary += 1;
        let parameter = if self.parts.is_empty() { String::new() } else { format!("; boundary={own}") };
        let name = if self.named { "; name=n" } else { "" };
        writeln!(out, "Content-Type: {}{parameter}{name}", self.media_type).unwrap();
        if !self.disposition.is_empty() {
            writeln!(out, "Content-Disposition: {}", self.disposition).unwrap();
        }
        out.push('\n');
        if self.media_type == "message/rfc822" {
            out.push_str("Content-Type: multipart/alternative; boundary=in\n\n--in\n\nx\n--in--\n");
        }
        for part in &self.parts {
            writeln!(out, "--{own}").unwrap();
            part.write(out, boundary);
            out.push('\n');
        }
        if self.parts.is_empty() {
            out.push_str(self.content);
        } else {
            writeln!(out, "--{own}--").unwrap();
        }
    }

    fn leaves<'n>(&'n self, out: &mut Vec<&'n Self>) {
        if self.parts.is_empty() {
            out.push(self);
        }
        self.parts.iter().for_each(|part| part.leaves(out));
    }

    fn is_media(&self) -> bool {
        ["image/", "audio/", "video/"].iter().any(|kind| self.media_type.starts_with(kind))
    }
}

/// The algorithm of RFC 8621 section 4.1.4. A list can be null in it; parts that the algorithm adds to such a
/// list are lost.
fn by_the_rfc<'n>(
    parts: &'n [Node],
    multipart: &str,
    in_alternative: bool,
    mut html: Option<&mut Vec<&'n str>>,
    mut text: Option<&mut Vec<&'n str>>,
) {
    let lengths = (text.as_ref().map(|list| list.len()), html.as_ref().map(|list| list.len()));
    for (at, part) in parts.iter().enumerate() {
        let is_text = matches!(part.media_type, "text/plain" | "text/html");
        let is_inline = matches!(part.disposition, "" | "inline")
            && (is_text || part.is_media())
            && (at == 0 || multipart != "multipart/related" && (part.is_media() || !part.named));
        if !part.parts.is_empty() {
            let inside = in_alternative || part.media_type == "multipart/alternative";
            by_the_rfc(&part.parts, part.media_type, inside, html.as_deref_mut(), text.as_deref_mut());
            continue;
        }
        if !is_inline {
            continue;
        }
        if multipart == "multipart/alternative" {
            match part.media_type {
                "text/plain" => text.iter_mut().for_each(|list| list.push(&part.section)),
                "text/html" => html.iter_mut().for_each(|list| list.push(&part.section)),
                _ => {}
            }
            continue;
        }
        if in_alternative && part.media_type == "text/plain" {
            html = None;
        }
        if in_alternative && part.media_type == "text/html" {
            text = None;
        }
        text.iter_mut().for_each(|list| list.push(&part.section));
        html.iter_mut().for_each(|list| list.push(&part.section));
    }
    if let ("multipart/alternative", (Some(before_text), Some(before_html)), Some(text), Some(html)) =
        (multipart, lengths, text, html)
    {
        let (new_text, new_html) = (text.len() > before_text, html.len() > before_html);
        if !new_text && new_html {
            text.extend_from_slice(&html[before_html..]);
        } else if new_text && !new_html {
            html.extend_from_slice(&text[before_text..]);
        }
    }
}

fn sections<'m>(parts: impl Iterator<Item = MessagePart<'m>>) -> Vec<String> {
    parts.map(|part| part.section()).collect()
}

/// Adds the HTML of an outermost multipart/alternative to the list for plain text, if it shows something, but none of the
/// plain texts in this list does.
fn with_html_for_blanks<'n>(node: &'n Node, html: &[&str], text: &mut Vec<&'n str>) {
    if node.media_type != "multipart/alternative" {
        node.parts.iter().for_each(|part| with_html_for_blanks(part, html, text));
        return;
    }
    let mut leaves = Vec::new();
    node.leaves(&mut leaves);
    leaves.retain(|leaf| leaf.media_type.starts_with("text/"));
    let in_html: Vec<_> = leaves.iter().filter(|leaf| html.contains(&leaf.section.as_str())).collect();
    let shows = |leaf: &Node| leaf.content == "content";
    if in_html.iter().any(|leaf| shows(leaf))
        && !leaves.iter().any(|leaf| text.contains(&leaf.section.as_str()) && shows(leaf))
    {
        text.extend(in_html.iter().map(|leaf| leaf.section.as_str()));
    }
}

/// Describes what is wrong with the lists of a message, or returns `None` if nothing is wrong.
fn complaint(message: &Message<'_>) -> Option<String> {
    let indices = |parts: &mut dyn Iterator<Item = MessagePart<'_>>| -> Vec<usize> {
        parts.map(|part| part.index()).collect()
    };
    let text = indices(&mut message.text_bodies());
    let html = indices(&mut message.html_bodies());
    let attachments = indices(&mut message.attachments());
    let files = indices(&mut message.files());
    for list in [&text, &html, &attachments, &files] {
        if !list.is_sorted_by(|a, b| a < b) {
            return Some(format!("out of order, or twice: {list:?}"));
        }
    }
    let mut enclosed = Vec::new();
    for part in message.parts() {
        let found = part.structure();
        let parent = found.parent.map(|parent| message.part(parent).unwrap().structure().kind);
        let inside = parent == Some(PartKind::Message) || found.parent.is_some_and(|parent| enclosed[parent]);
        enclosed.push(inside);
        let index = part.index();
        let (in_text, in_html) = (text.contains(&index), html.contains(&index));
        let (attached, saved) = (attachments.contains(&index), files.contains(&index));
        let is_media = ["image/", "audio/", "video/"].iter().any(|kind| part.media_type().starts_with(kind));
        let is_data = matches!(part.text(), Err(Unreadable::Binary(_)));
        let is_leaf = found.kind != PartKind::Multipart && !inside;
        let expected = is_leaf && (!in_text && !in_html || is_media && !(in_text && in_html));
        if attached != expected
            || !is_leaf && (in_text || in_html)
            || saved != (is_leaf && (attached || is_media || is_data))
            || is_leaf && !saved && part.text().is_err()
        {
            return Some(format!("part {index}: {text:?} {html:?} {attachments:?} {files:?}"));
        }
    }
    None
}

proptest! {
    #![proptest_config(crate::proptest_config(512))]

    /// Each leaf is in at least one list. The lists of bodies are those that the algorithm of the RFC makes, in the
    /// order of the message, and HTML stands for plain text that shows nothing.
    #[test]
    fn no_leaf_is_lost(tree in tree()) {
        let mut tree = tree;
        tree.number(if tree.parts.is_empty() { "1" } else { "" });
        let mut octets = String::new();
        tree.write(&mut octets, &mut 0);
        let message = Message::parse(octets.as_bytes());
        prop_assert_eq!(complaint(&message), None, "{}", octets);
        let mut leaves = Vec::new();
        tree.leaves(&mut leaves);
        let leaves: Vec<_> = leaves.iter().map(|leaf| leaf.section.as_str()).collect();
        let mut listed = sections(message.text_bodies().chain(message.html_bodies()).chain(message.attachments()));
        listed.sort();
        listed.dedup();
        let mut all: Vec<_> = leaves.iter().map(|section| (*section).to_owned()).collect();
        all.sort();
        prop_assert_eq!(listed, all, "{}", octets);
        let (mut text, mut html) = (Vec::new(), Vec::new());
        by_the_rfc(std::slice::from_ref(&tree), "multipart/mixed", false, Some(&mut html), Some(&mut text));
        with_html_for_blanks(&tree, &html, &mut text);
        let mut in_order = leaves;
        in_order.retain(|section| text.contains(section));
        prop_assert_eq!(sections(message.text_bodies()), in_order, "{}", octets);
        prop_assert_eq!(sections(message.html_bodies()), html, "{}", octets);
    }
}

/// The example of RFC 8621 section 4.1.4, a message that went through a mailing list.
#[test]
fn the_example_of_the_rfc() {
    let file = |media_type: &str, disposition: &str| {
        format!("Content-Type: {media_type}\nContent-Disposition: {disposition}\n\ncontent\n")
    };
    let multipart = |subtype: &str, boundary: &str, parts: &[String]| {
        let parts: String = parts.iter().map(|part| format!("--{boundary}\n{part}\n")).collect();
        format!("Content-Type: multipart/{subtype}; boundary={boundary}\n\n{parts}--{boundary}--\n")
    };
    let (plain, html) = (|| file("text/plain", "inline"), || file("text/html", "inline"));
    let related = multipart("related", "r", &[html(), file("image/jpeg", "attachment")]);
    let inner = multipart(
        "mixed",
        "i",
        &[file("text/plain", "inline"), file("image/jpeg", "inline"), file("text/plain", "inline")],
    );
    let alternative = multipart("alternative", "a", &[inner, related]);
    let mixed = multipart(
        "mixed",
        "m",
        &[
            alternative,
            file("image/jpeg", "attachment"),
            file("application/x-excel", "attachment"),
            "Content-Type: message/rfc822\n\nSubject: J\n\nx".to_owned(),
        ],
    );
    let all = multipart("mixed", "o", &[plain(), mixed, plain()]);
    let message = Message::parse(all.as_bytes());
    // The RFC gives these lists: the text bodies A, B, C, D, K; the HTML bodies A, E, K; the attachments C, F, G,
    // H, J.
    assert_eq!(sections(message.text_bodies()), ["1", "2.1.1.1", "2.1.1.2", "2.1.1.3", "3"]);
    assert_eq!(sections(message.html_bodies()), ["1", "2.1.2.1", "3"]);
    assert_eq!(sections(message.attachments()), ["2.1.1.2", "2.1.2.2", "2.2", "2.3", "2.4"]);
}

/// The guarantee holds for the messages of this project, and for the messages of the corpus outside of the project
/// if there are any.
#[test]
fn no_leaf_of_real_mail_is_lost() {
    let mut read = 0;
    for sample in corpus::all() {
        assert_eq!(complaint(&Message::parse(sample.input)), None, "{}", sample.path.display());
        read += 1;
    }
    println!("{read} messages");
    assert!(read > 100, "{read}");
}
