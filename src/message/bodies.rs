//! Sorts the leaves of a message into the bodies to show and the attachments, as JMAP does (RFC 8621 section 4.1.4).
//!
//! A leaf is a part that is not a multipart; an enclosed message is a leaf. This module follows the code in the RFC,
//! with these exceptions:
//!
//! - A part with a disposition other than inline is an attachment (RFC 2183 section 2.8).
//! - A multipart whose parts are unknown is treated as plain text.
//! - If the RFC's code would add a part to a list that is null, the part is not added.
//! - If the plain texts of a multipart/alternative show nothing, its HTML is in the list for plain text, too. To find
//!   this out, texts must be read, so that only `with_html_for_blanks` does it.
//! - A leaf is an attachment in two cases only: it is in neither list of bodies, or it is an image, sound or film
//!   that is not in both lists. With the RFC's code, some leaves are in no list at all, and some pictures are
//!   attachments although both lists of bodies have them.
//!
//! The module makes one pass over the parts, in their order. Linear time.

use crate::structure::{Part, PartKind};
use std::ops::Range;

/// The leaves of a message.
#[derive(Debug)]
pub(super) struct Bodies<'p> {
    parts: &'p [Part],
    /// The leaves, in the order of the parts.
    leaves: Vec<Leaf>,
    /// The leaves of each outermost multipart/alternative, if they are in different lists.
    alternatives: Vec<Range<usize>>,
}

/// A leaf, and whether it is in each of the two lists of bodies: the list for plain text and the list for HTML.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    /// The index of the leaf in the parts.
    index: usize,
    /// Whether a program that prefers plain text shows the leaf.
    in_text: bool,
    /// Whether a program that prefers HTML shows the leaf.
    in_html: bool,
    /// Whether the leaf is a text that shows nothing, beside an alternative that shows something.
    gives_way: bool,
}

/// A multipart around the current part.
struct Around<'p> {
    index: usize,
    media_type: &'p str,
    /// Whether the multipart is a multipart/alternative, or is within one.
    in_alternative: bool,
    /// Whether the next parts of the multipart can go to the list for plain text.
    to_text: bool,
    /// Whether the next parts of the multipart can go to the list for HTML.
    to_html: bool,
    /// The number of leaves before the multipart.
    leaves: usize,
}

impl<'p> Bodies<'p> {
    /// Finds the leaves among `parts`, and decides for each leaf in which lists of bodies it is. `is_named` says
    /// whether the part with a given index has a file name.
    pub(super) fn of(parts: &'p [Part], is_named: impl Fn(usize) -> bool) -> Self {
        let mut bodies = Self { parts, leaves: Vec::new(), alternatives: Vec::new() };
        // The multiparts around the current part, the outermost first.
        let mut around: Vec<Around<'_>> = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if let Some(parent) = part.parent {
                while let Some(done) = around.pop_if(|last| last.index > parent) {
                    bodies.end(&done, around.last());
                }
                // A part of an enclosed message is not a part of this message.
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
                    leaves: bodies.leaves.len(),
                });
                continue;
            }
            let is_first = part.parent.is_none() || part.number == 1;
            let is_related = parent.as_ref().is_some_and(|parent| parent.media_type == "multipart/related");
            let is_body = !part.attachment
                && (is_text(part) || is_media(part))
                && (is_first || !is_related && (is_media(part) || !is_named(index)));
            let (in_text, in_html) = if is_body { lists_of(part, parent) } else { (false, false) };
            bodies.leaves.push(Leaf { index, in_text, in_html, gives_way: false });
        }
        while let Some(done) = around.pop() {
            bodies.end(&done, around.last());
        }
        bodies
    }

    /// Ends a multipart. If it is a multipart/alternative whose parts may go to both lists, but are only in the list
    /// for plain text or only in the list for HTML, these parts go to both lists. `parent` is the multipart around it.
    fn end(&mut self, done: &Around<'_>, parent: Option<&Around<'_>>) {
        if done.media_type != ALTERNATIVE || !done.to_text || !done.to_html {
            return;
        }
        let leaves = self.leaves.get_mut(done.leaves..).unwrap_or_default();
        let has_text = leaves.iter().any(|leaf| leaf.in_text);
        let has_html = leaves.iter().any(|leaf| leaf.in_html);
        if has_text != has_html {
            for leaf in leaves {
                (leaf.in_text, leaf.in_html) = (leaf.in_text || leaf.in_html, leaf.in_text || leaf.in_html);
            }
        } else if parent.is_none_or(|parent| !parent.in_alternative) {
            self.alternatives.push(done.leaves..self.leaves.len());
        }
    }

    /// Adds the HTML of a multipart/alternative to the list for plain text, if the plain texts of the
    /// multipart/alternative show nothing, but its HTML does. `is_blank` says whether the text with a given index shows
    /// nothing, or returns `None` if it cannot be read. Each text is read at most once.
    pub(super) fn with_html_for_blanks(mut self, is_blank: impl Fn(usize) -> Option<bool>) -> Self {
        let parts = self.parts;
        for alternative in std::mem::take(&mut self.alternatives) {
            let leaves = self.leaves.get_mut(alternative).unwrap_or_default();
            let mut texts: Vec<_> = leaves.iter_mut().filter(|leaf| leaf.is_text(parts)).collect();
            let shows = |leaf: &&mut Leaf| is_blank(leaf.index) == Some(false);
            let mut plain = texts.iter().filter(|leaf| leaf.in_text);
            let words = plain.find(|leaf| is_blank(leaf.index) != Some(true)).map(|leaf| leaf.index);
            if words.is_none() && !texts.iter().filter(|leaf| leaf.in_html).any(shows) {
                continue;
            }
            for leaf in &mut texts {
                leaf.gives_way = leaf.in_text && words.is_none_or(|words| leaf.index < words);
                leaf.in_text |= words.is_none() && leaf.in_html;
            }
        }
        self
    }

    /// The parts that a program shows if it prefers plain text.
    pub(super) fn text(self) -> impl Iterator<Item = usize> + use<'p> {
        self.leaves.into_iter().filter(|leaf| leaf.in_text).map(|leaf| leaf.index)
    }

    /// The parts that a program shows if it prefers HTML.
    pub(super) fn html(self) -> impl Iterator<Item = usize> + use<'p> {
        self.leaves.into_iter().filter(|leaf| leaf.in_html).map(|leaf| leaf.index)
    }

    /// The parts that are attachments.
    pub(super) fn attachments(self) -> impl Iterator<Item = usize> + use<'p> {
        let Self { parts, leaves, .. } = self;
        leaves.into_iter().filter(|leaf| leaf.is_attachment(parts)).map(|leaf| leaf.index)
    }

    /// The leaves that a person can save as files: all leaves that are not readable text in a list of bodies. `is_data`
    /// says whether a text with a given index is binary data.
    pub(super) fn files<D: Fn(usize) -> bool>(self, is_data: D) -> impl Iterator<Item = usize> + use<'p, D> {
        let Self { parts, leaves, .. } = self;
        let is_file =
            move |leaf: &Leaf| leaf.is_attachment(parts) || leaf.is_media(parts) || is_data(leaf.index);
        leaves.into_iter().filter(is_file).map(|leaf| leaf.index)
    }

    /// The first text in the list for plain text, without texts that show nothing beside an alternative that does. If
    /// that list has no text, this is the first text of the message that is not an attachment.
    pub(super) fn first_text(&self) -> Option<usize> {
        let is_shown = |leaf: &&Leaf| {
            leaf.is_text(self.parts) && self.parts.get(leaf.index).is_some_and(|part| !part.attachment)
        };
        let mut bodies = self.leaves.iter().filter(|leaf| leaf.in_text && !leaf.gives_way);
        let other = || self.leaves.iter().find(is_shown);
        bodies.find(is_shown).or_else(other).map(|leaf| leaf.index)
    }

    /// The HTML to show: the first of the texts that a reader of HTML is shown, if this text is HTML.
    pub(super) fn first_html(&self) -> Option<usize> {
        let bodies = self.leaves.iter().filter(|leaf| leaf.in_html);
        let mut texts = bodies.filter_map(|leaf| Some((leaf.index, self.parts.get(leaf.index)?)));
        let first = texts.find(|(_, part)| part.kind == PartKind::Text);
        first.filter(|(_, part)| part.media_type == HTML).map(|(index, _)| index)
    }
}

impl Leaf {
    fn is_attachment(&self, parts: &[Part]) -> bool {
        !self.in_text && !self.in_html || !(self.in_text && self.in_html) && self.is_media(parts)
    }

    fn is_text(&self, parts: &[Part]) -> bool {
        parts.get(self.index).is_some_and(|part| part.kind == PartKind::Text)
    }

    fn is_media(&self, parts: &[Part]) -> bool {
        parts.get(self.index).is_some_and(is_media)
    }
}

/// Whether a body goes to the list for plain text, and whether it goes to the list for HTML. The body goes to a list
/// only if the multipart around the body allows it.
fn lists_of(part: &Part, parent: Option<&mut Around<'_>>) -> (bool, bool) {
    match parent {
        None => (true, true),
        Some(parent) if parent.media_type == ALTERNATIVE => {
            (parent.to_text && media_type(part) == PLAIN, parent.to_html && media_type(part) == HTML)
        }
        Some(parent) => {
            if parent.in_alternative {
                parent.to_html &= media_type(part) != PLAIN;
                parent.to_text &= media_type(part) != HTML;
            }
            (parent.to_text, parent.to_html)
        }
    }
}

const ALTERNATIVE: &str = "multipart/alternative";
const PLAIN: &str = "text/plain";
const HTML: &str = "text/html";

/// Whether a part is text that can be a body.
fn is_text(part: &Part) -> bool {
    matches!(media_type(part), PLAIN | HTML)
}

/// The media type of a leaf. For a multipart whose parts are unknown, it is `text/plain`, because such a multipart is
/// read as plain text.
fn media_type(leaf: &Part) -> &str {
    let is_multipart = leaf.kind == PartKind::Text && leaf.media_type.starts_with("multipart/");
    if is_multipart { PLAIN } else { &leaf.media_type }
}

/// Whether a part is an image, a sound or a film. Such a part can be shown between texts.
fn is_media(part: &Part) -> bool {
    ["image/", "audio/", "video/"].iter().any(|kind| part.media_type.starts_with(kind))
}
