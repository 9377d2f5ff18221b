//! Sorts the leaves of a message into the bodies to show and the attachments, as JMAP does (RFC 8621 section 4.1.4).
//!
//! A leaf is a part that is no multipart; an enclosed message is one. The RFC's code is followed, but for this:
//!
//! - A disposition other than inline is that of an attachment (RFC 2183 section 2.8).
//! - A list that is null in the RFC's code is passed over where the code adds to it.
//! - A leaf is an attachment if and only if it is in neither list of bodies, or is an image, sound or film and not in
//!   both. The RFC's code loses some leaves, and makes some pictures attachments although both lists have them.
//!
//! One pass over the parts, in their order. Linear time.

use crate::structure::{Part, PartKind};

/// The leaves of a message, as indices of its parts. Each list is in the order of the parts, and names none twice.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    /// What a program shows that prefers plain text.
    pub(super) text: Vec<usize>,
    /// What a program shows that prefers HTML.
    pub(super) html: Vec<usize>,
    /// The rest.
    pub(super) attachments: Vec<usize>,
    /// All leaves.
    leaves: Vec<usize>,
}

/// A multipart around the current part.
struct Around<'p> {
    index: usize,
    media_type: &'p str,
    /// Whether it is within a multipart/alternative, or is one.
    in_alternative: bool,
    /// Whether its parts still go to the list of text, and to that of HTML.
    to_text: bool,
    to_html: bool,
    /// The lengths of these lists when it began.
    text: usize,
    html: usize,
}

impl Bodies {
    /// Sorts the leaves. `is_named` says whether the part with an index has a file name.
    pub(super) fn of(parts: &[Part], is_named: impl Fn(usize) -> bool) -> Self {
        let mut bodies = Self::default();
        // The multiparts around the current part, the outermost first.
        let mut around: Vec<Around<'_>> = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if let Some(parent) = part.parent {
                while let Some(done) = around.pop_if(|last| last.index > parent) {
                    bodies.end(&done);
                }
                // A part of an enclosed message is none of this one.
                if around.last().is_none_or(|last| last.index != parent) {
                    continue;
                }
            }
            let parent = around.last_mut();
            if part.kind == PartKind::Multipart {
                let (in_alternative, to_text, to_html) = parent.map_or((false, true, true), |parent| {
                    (parent.in_alternative, parent.to_text, parent.to_html)
                });
                around.push(Around {
                    index,
                    media_type: &part.media_type,
                    in_alternative: in_alternative || part.media_type == ALTERNATIVE,
                    to_text,
                    to_html,
                    text: bodies.text.len(),
                    html: bodies.html.len(),
                });
                continue;
            }
            bodies.leaves.push(index);
            let is_first = part.parent.is_none() || part.number == 1;
            let is_related = parent.as_ref().is_some_and(|parent| parent.media_type == "multipart/related");
            let is_body = !part.attachment
                && (is_text(part) || is_media(part))
                && (is_first || !is_related && (is_media(part) || !is_named(index)));
            if is_body {
                bodies.add(index, part, parent);
            }
        }
        while let Some(done) = around.pop() {
            bodies.end(&done);
        }
        bodies.attachments = bodies.rest(parts);
        bodies
    }

    /// Adds a part to the lists that its multipart allows.
    fn add(&mut self, index: usize, part: &Part, parent: Option<&mut Around<'_>>) {
        let (to_text, to_html) = match parent {
            None => (true, true),
            Some(parent) if parent.media_type == ALTERNATIVE => {
                (parent.to_text && part.media_type == PLAIN, parent.to_html && part.media_type == HTML)
            }
            Some(parent) => {
                if parent.in_alternative {
                    parent.to_html &= part.media_type != PLAIN;
                    parent.to_text &= part.media_type != HTML;
                }
                (parent.to_text, parent.to_html)
            }
        };
        self.text.extend(to_text.then_some(index));
        self.html.extend(to_html.then_some(index));
    }

    /// Ends a multipart. What only one list has of alternatives is for both.
    fn end(&mut self, done: &Around<'_>) {
        if done.media_type != ALTERNATIVE || !done.to_text || !done.to_html {
            return;
        }
        let text = self.text.get(done.text..).unwrap_or_default();
        let html = self.html.get(done.html..).unwrap_or_default();
        match (text.is_empty(), html.is_empty()) {
            (true, false) => self.text.extend_from_slice(html),
            (false, true) => self.html.extend_from_slice(text),
            _ => {}
        }
    }

    /// The leaves that are attachments.
    fn rest(&self, parts: &[Part]) -> Vec<usize> {
        let (mut text, mut html) = (self.text.iter().peekable(), self.html.iter().peekable());
        let rest = self.leaves.iter().copied().filter(|leaf| {
            let in_text = text.next_if_eq(&leaf).is_some();
            let in_html = html.next_if_eq(&leaf).is_some();
            !in_text && !in_html || !(in_text && in_html) && parts.get(*leaf).is_some_and(is_media)
        });
        rest.collect()
    }

    /// The text to show: the first text that is a body, else the first other text.
    pub(super) fn first_text(&self, parts: &[Part]) -> Option<usize> {
        let is_shown = |index: &&usize| {
            parts.get(**index).is_some_and(|part| part.kind == PartKind::Text && !part.attachment)
        };
        let other = || self.leaves.iter().find(is_shown);
        self.text.iter().find(is_shown).or_else(other).copied()
    }

    /// The HTML to show: the first text of the list for HTML, if it is in HTML.
    pub(super) fn first_html(&self, parts: &[Part]) -> Option<usize> {
        let mut texts = self.html.iter().filter_map(|index| Some((*index, parts.get(*index)?)));
        let first = texts.find(|(_, part)| part.kind == PartKind::Text);
        first.filter(|(_, part)| part.media_type == HTML).map(|(index, _)| index)
    }

    /// The leaves that are no text to show.
    pub(super) fn files(&self, parts: &[Part]) -> Vec<usize> {
        let mut attachments = self.attachments.iter().peekable();
        let files =
            self.leaves.iter().copied().filter(|leaf| {
                attachments.next_if_eq(&leaf).is_some() || parts.get(*leaf).is_some_and(is_media)
            });
        files.collect()
    }
}

const ALTERNATIVE: &str = "multipart/alternative";
const PLAIN: &str = "text/plain";
const HTML: &str = "text/html";

/// Whether a part is text that can be a body.
fn is_text(part: &Part) -> bool {
    matches!(part.media_type.as_str(), PLAIN | HTML)
}

/// Whether a part is shown between texts: an image, a sound or a film.
fn is_media(part: &Part) -> bool {
    ["image/", "audio/", "video/"].iter().any(|kind| part.media_type.starts_with(kind))
}
