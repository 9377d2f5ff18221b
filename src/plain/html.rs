//! HTML as readable text: the words, in lines and paragraphs.
//!
//! Tags are found by html5gum, which tokenizes as browsers do (WHATWG). No tree is built, because a tree for
//! unclosed tags can grow with the square of the input. Quotations (`blockquote`) get `> ` before each line, as in
//! plain text. Items of lists get `- ` or their number. Cells of a table are separated by tabs. Images are shown by
//! their alternative text. If a mail program marked a signature, the line `-- ` is written before the signature.
//! Scripts, styles, comments and the targets of links are left out. Linear time: a line of output has at most
//! [`DEPTH`] marks of quotation and is indented by at most [`DEPTH`] levels of lists.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, ForwardingEmitter, Span, Tokenizer};
use std::borrow::Cow;
use std::convert::Infallible;
use std::mem;

/// The maximum number of levels of quotation, and of lists, that are shown.
const DEPTH: usize = 8;

/// Elements whose content is not text for a reader, or is not tokenized as HTML.
const HIDDEN: [&[u8]; 6] = [b"iframe", b"noembed", b"script", b"style", b"template", b"title"];

/// The effect of the start tag and the end tag of an element on the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Break {
    /// No effect: the element is within a line.
    None,
    /// Both the start tag and the end tag end a line.
    Line,
    /// Both the start tag and the end tag end a line and a paragraph: a blank line follows.
    Paragraph,
}

impl Break {
    fn of(name: &[u8]) -> Self {
        match name {
            b"address" | b"article" | b"aside" | b"body" | b"caption" | b"center" | b"dd" | b"div"
            | b"dt" | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"form" | b"header"
            | b"legend" | b"li" | b"main" | b"nav" | b"option" | b"section" | b"summary" | b"tr" => {
                Self::Line
            }
            b"blockquote" | b"dl" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"hr" | b"ol" | b"p"
            | b"pre" | b"table" | b"ul" => Self::Paragraph,
            _ => Self::None,
        }
    }
}

/// The character that allows a line break within a word.
const SOFT_HYPHEN: char = '\u{ad}';

/// The values of `class` or `id` by which mail programs mark a signature in HTML: the values of Thunderbird, Gmail,
/// and Outlook on the web. Outlook puts `x_` before names in quoted text.
const SIGNATURES: [&[u8]; 4] = [b"moz-signature", b"gmail_signature", b"Signature", b"x_Signature"];

/// The line before a signature (RFC 3676 section 4.3).
const SIGNATURE: &str = "-- ";

/// Converts an HTML document to readable text in lines and paragraphs, with `> ` before quotations, and with
/// marks of list items. Needs the feature `html`. Each line ends with LF. Decoded text can contain control
/// characters. Linear time.
///
/// Soft hyphens are left out; other invisible characters, such as the zero-width space, are kept, because they separate
/// or join letters in several scripts. Text that the page hides, for example by `display:none`, is part of the result.
///
/// ```
/// use mailutf::plain::of_html;
/// assert_eq!(of_html("<p>Gr&uuml;&szlig;e<blockquote>Wie geht&#39;s?</blockquote>"), "Grüße\n\n> Wie geht's?\n");
/// assert_eq!(of_html("Bis bald<div class=gmail_signature>Ann</div>"), "Bis bald\n-- \nAnn\n");
/// ```
pub fn of_html(html: &str) -> String {
    let mut page = Output::default();
    page.read(html, Content::Document);
    page.finish()
}

/// The kind of content that is tokenized.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// A whole document. html5gum then looks for no tags in elements such as `script`, `title` and `noscript`.
    Document,
    NoScript,
}

/// An emitter that does not ask html5gum for errors of syntax. To find such errors, html5gum would look
/// at each character.
struct WithoutErrors<E>(E);

impl<E: Emitter> ForwardingEmitter for WithoutErrors<E> {
    type Token = E::Token;

    fn inner(&mut self) -> &mut impl Emitter<Token = E::Token> {
        &mut self.0
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }
}

/// The attributes that are read.
const ATTRIBUTES: [&[u8]; 3] = [b"alt", b"class", b"id"];

/// A start tag, as far as it was read.
#[derive(Default)]
struct Tag {
    name: Vec<u8>,
    /// The values of those [`ATTRIBUTES`] that the tag has.
    values: [Option<Vec<u8>>; ATTRIBUTES.len()],
    /// The attribute whose value follows. A second attribute of the same name does not count.
    attribute: Option<usize>,
}

impl Tag {
    fn open(&mut self, name: &[u8]) {
        self.name.clear();
        self.name.extend_from_slice(name);
        (self.values, self.attribute) = Default::default();
    }

    fn add_attribute(&mut self, name: &[u8]) {
        let known = ATTRIBUTES.iter().zip(&mut self.values).position(|(known, value)| {
            let is_first = *known == name && value.is_none();
            if is_first {
                *value = Some(Vec::new());
            }
            is_first
        });
        self.attribute = known;
    }

    fn add_value(&mut self, octets: &[u8]) {
        let value = self.attribute.and_then(|at| self.values.get_mut(at)).and_then(Option::as_mut);
        value.into_iter().for_each(|value| value.extend_from_slice(octets));
    }

    /// Whether a mail program marked the element as a signature.
    fn is_signature(&self) -> bool {
        let [_, class, id] = &self.values;
        let mut names =
            [class, id].into_iter().flatten().flat_map(|value| value.split(u8::is_ascii_whitespace));
        names.any(|name| SIGNATURES.contains(&name))
    }
}

/// The text so far.
#[derive(Default)]
struct Output {
    text: String,
    /// The tag that is being read.
    tag: Tag,
    /// The words of the current line.
    line: String,
    /// Whether white space stands between the line and the next word.
    blank: bool,
    /// Whether a blank line must be written before the next line.
    apart: bool,
    /// The marker of the list item that begins with the next line.
    marker: Option<String>,
    /// The hidden element around the current place.
    hidden: Option<Vec<u8>>,
    /// Whether the current place is in a `noscript`. Mail programs show what it contains.
    without_scripts: bool,
    /// Number of quotations (`quotes`) and of elements with preformatted text (`preformatted`) around the current
    /// place.
    quotes: usize,
    preformatted: usize,
    /// Number of quotations around the last line.
    last_quotes: usize,
    /// Whether a signature begins with the next line.
    signature: bool,
    /// For each list around the current place: the number of the next item, or `None` if items have no numbers.
    lists: Vec<Option<u64>>,
}

/// Converts octets, which html5gum has cut out of a text, back to text. The octets are checked first, because a
/// check is faster than a replacement of ill-formed sequences.
fn text_of(octets: &[u8]) -> Cow<'_, str> {
    str::from_utf8(octets).map_or_else(|_| String::from_utf8_lossy(octets), Cow::Borrowed)
}

impl Output {
    fn read(&mut self, html: &str, content: Content) {
        let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
            self.take(&event, content);
            None::<Infallible>
        });
        emitter.naively_switch_states(content == Content::Document);
        let Ok(()) = Tokenizer::new_with_emitter(html, WithoutErrors(emitter)).finish();
    }

    fn take(&mut self, event: &CallbackEvent<'_>, content: Content) {
        match event {
            CallbackEvent::OpenStartTag { name } => self.tag.open(name),
            CallbackEvent::AttributeName { name } => self.tag.add_attribute(name),
            CallbackEvent::AttributeValue { value } => self.tag.add_value(value),
            CallbackEvent::CloseStartTag { self_closing } => {
                let tag = mem::take(&mut self.tag);
                self.start(&tag, *self_closing);
                self.tag = tag;
            }
            CallbackEvent::EndTag { name } => self.end(name),
            // html5gum assumes that scripts run, so it finds no tags in the content of a `noscript`. This content
            // is tokenized again, except the content of a `noscript` within a `noscript`.
            CallbackEvent::String { value } if self.without_scripts && content == Content::Document => {
                self.read(&text_of(value), Content::NoScript);
            }
            CallbackEvent::String { value } if self.hidden.is_none() => {
                self.add(&text_of(value));
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag, self_closing: bool) {
        if self.hidden.is_some() {
            return;
        }
        let name = tag.name.as_slice();
        self.separate(name, !self.lists.is_empty());
        if tag.is_signature() {
            self.break_line();
            self.signature = true;
        }
        match name {
            _ if HIDDEN.contains(&name) && !self_closing => self.hidden = Some(name.to_vec()),
            b"br" => self.end_line(),
            b"hr" => {
                self.add("---");
                self.separate(name, false);
            }
            b"noscript" => self.without_scripts = true,
            b"blockquote" => self.quotes += 1,
            b"pre" => self.preformatted += 1,
            b"ul" => self.lists.push(None),
            b"ol" => self.lists.push(Some(1)),
            b"li" => {
                let marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
                self.marker = Some(marker);
            }
            b"td" | b"th" if !self.line.is_empty() => {
                self.line.push('\t');
                self.blank = false;
            }
            b"img" | b"area" => {
                if let [Some(alternative), ..] = &tag.values {
                    self.add(&text_of(alternative));
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(hidden) = &self.hidden {
            if hidden == name {
                self.hidden = None;
            }
            return;
        }
        self.separate(name, self.lists.len() > 1);
        match name {
            b"noscript" => self.without_scripts = false,
            b"blockquote" => self.quotes = self.quotes.saturating_sub(1),
            b"pre" => self.preformatted = self.preformatted.saturating_sub(1),
            b"ul" | b"ol" => {
                self.lists.pop();
            }
            _ => {}
        }
    }

    /// Ends the line, at the start or the end of the element `name`. Also ends the paragraph if `name` is an
    /// element that ends paragraphs. `nested` tells whether the element is within a list; a list within a list does
    /// not end the paragraph.
    fn separate(&mut self, name: &[u8], nested: bool) {
        let ends = Break::of(name);
        if ends != Break::None {
            self.break_line();
            self.apart |= ends == Break::Paragraph && !(nested && matches!(name, b"ul" | b"ol"));
        }
    }

    /// Adds text to the line.
    fn add(&mut self, text: &str) {
        let text = &*without_soft_hyphens(text);
        if self.preformatted > 0 {
            for line in text.split_inclusive('\n') {
                self.line.push_str(line.trim_end_matches(['\n', '\r']));
                if line.ends_with('\n') {
                    self.end_line();
                }
            }
            return;
        }
        let mut rest = text;
        loop {
            let words = rest.trim_ascii_start();
            self.blank |= words.len() < rest.len();
            if words.is_empty() {
                return;
            }
            if self.blank && !self.line.is_empty() && !self.line.ends_with('\t') {
                self.line.push(' ');
            }
            self.blank = false;
            let (run, after) = words.split_at_checked(single_blanks(words.as_bytes())).unwrap_or((words, ""));
            // Several no-break spaces in a row are not collapsed into one: each of them is written as a blank.
            for (number, piece) in run.split('\u{a0}').enumerate() {
                self.line.push_str(if number > 0 { " " } else { "" });
                self.line.push_str(piece);
            }
            rest = after;
        }
    }

    /// Ends the line if there is something on it.
    fn break_line(&mut self) {
        if !self.line.trim().is_empty() {
            self.end_line();
        }
        self.line.clear();
        self.blank = false;
    }

    /// Ends the line. Several empty lines in a row become one.
    fn end_line(&mut self) {
        let mut whole = mem::take(&mut self.line);
        self.end_with(whole.trim_end());
        // The next line uses the same memory.
        whole.clear();
        self.line = whole;
    }

    fn end_with(&mut self, line: &str) {
        self.blank = false;
        if line.is_empty() {
            self.apart |= !self.text.is_empty();
            return;
        }
        if line == SIGNATURE.trim_end() {
            self.signature = true;
            return;
        }
        let quotes = "> ".repeat(self.quotes.min(DEPTH));
        if self.apart && !self.text.is_empty() {
            let common = quotes.get(..quotes.len().min(self.last_quotes * "> ".len())).unwrap_or_default();
            self.text.push_str(common.trim_end());
            self.text.push('\n');
        }
        self.apart = false;
        self.last_quotes = self.quotes.min(DEPTH);
        if mem::take(&mut self.signature) {
            self.text.push_str(&quotes);
            self.text.push_str(SIGNATURE);
            self.text.push('\n');
        }
        let levels = self.lists.len().min(DEPTH);
        let indent = if self.marker.is_some() { levels.saturating_sub(1) } else { levels };
        self.text.push_str(&quotes);
        self.text.push_str(&"  ".repeat(indent));
        self.text.push_str(&self.marker.take().unwrap_or_default());
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn finish(mut self) -> String {
        self.break_line();
        self.text
    }
}

/// Removes the places at which a browser may break a word with a hyphen. They are not part of the word.
fn without_soft_hyphens(text: &str) -> Cow<'_, str> {
    if text.contains(SOFT_HYPHEN) { text.replace(SOFT_HYPHEN, "").into() } else { text.into() }
}

/// The length of the longest prefix of `text` in which words are separated only by single blanks.
fn single_blanks(text: &[u8]) -> usize {
    let mut last = b'a';
    let collapsed = text.iter().position(|octet| {
        let before = mem::replace(&mut last, *octet);
        octet.is_ascii_whitespace() && (*octet != b' ' || before == b' ')
    });
    let run = text.get(..collapsed.unwrap_or(text.len())).unwrap_or_default();
    run.trim_ascii_end().len()
}

#[cfg(test)]
mod tests {
    use super::of_html as text;

    #[test]
    fn words_lines_and_paragraphs() {
        for (html, expected) in [
            ("", ""),
            ("plain &amp; <b>bold</b>\n\n  words", "plain & bold words\n"),
            ("<p>one<p>two<br>three<br><br><br>four", "one\n\ntwo\nthree\n\nfour\n"),
            ("<div>a</div><div>b</div>c", "a\nb\nc\n"),
            ("a&nbsp;&nbsp;b &euro;&#128512;", "a  b \u{20ac}\u{1f600}\n"),
            ("<pre>x\n  y\n\nz</pre>end", "x\n  y\n\nz\n\nend\n"),
            ("a<img src=x alt='a picture'>b<img src=y>", "aa pictureb\n"),
            ("one<hr>two", "one\n\n---\n\ntwo\n"),
            ("Stra&shy;\u{ad}ßen &shy; <b>a&shy;</b>b<img alt='c&shy;d'>", "Straßen abcd\n"),
            ("<pre>a&shy;b\n&shy;\nc</pre>", "ab\n\nc\n"),
            ("a\u{200b}b&zwnj;c&zwj;d", "a\u{200b}b\u{200c}c\u{200d}d\n"),
            ("<p style='display:none'>hidden</p>shown", "hidden\n\nshown\n"),
        ] {
            assert_eq!(text(html), expected, "{html}");
        }
    }

    #[test]
    fn quotations_lists_and_tables_are_marked() {
        for (html, expected) in [
            (
                "Yes<blockquote>Why?<p>Oh<blockquote>deep</blockquote></blockquote>No",
                "Yes\n\n> Why?\n>\n> Oh\n>\n> > deep\n\nNo\n",
            ),
            ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne\n"),
            ("<ol><li>a<br>b<li>c</ol>", "1. a\n  b\n2. c\n"),
            ("<table><tr><th>a<th>b<tr><td>1<td> 2 </table>", "a\tb\n1\t2\n"),
        ] {
            assert_eq!(text(html), expected, "{html}");
        }
    }

    #[test]
    fn signatures_are_marked_once() {
        for (html, expected) in [
            ("a<br>-- <br>Ann", "a\n-- \nAnn\n"),
            ("a<pre class=\"moz-signature\" cols=72>-- \nAnn</pre>", "a\n\n-- \nAnn\n"),
            (
                "a<div><span class=gmail_signature_prefix>-- </span><br><div class='gmail_signature x'>Ann<p>Corp",
                "a\n-- \nAnn\n\nCorp\n",
            ),
            ("a<div id=Signature><div></div></div>", "a\n"),
            ("<blockquote>a<div class=moz-signature>Bob</div></blockquote>b", "> a\n> -- \n> Bob\n\nb\n"),
        ] {
            assert_eq!(text(html), expected, "{html}");
        }
    }

    #[test]
    fn what_is_not_for_readers_is_left_out() {
        let page = "<!DOCTYPE html><html><head><title>T</title><style>p > b { }</style></head><!-- c -->\
            <body><script>if (a < b) document.write('<p>')</script><!--[if mso]><p>x</p><![endif]-->text</body>";
        assert_eq!(text(page), "text\n");
        // Programs that show mail run no scripts, so they show the content of `noscript`.
        assert_eq!(text("<noscript>A <b>link</b></noscript><noscript><p>x</p></noscript>"), "A link\n\nx\n");
        assert_eq!(text("<noscript><noscript>a<style>p { }</style></noscript>b"), "ab\n");
        assert_eq!(text("a<style>never closed <p>b"), "a\n");
    }

    #[test]
    fn broken_html_takes_linear_time_and_space() {
        let tags = [
            "<noscript>",
            "<noscript></noscript>",
            "<blockquote>",
            "</blockquote>",
            "<ul><li>",
            "<font a=1>",
            "<table><td>",
            "<",
            "&",
            "<!--",
            "<p x",
        ];
        for tag in tags {
            let html = format!("{}x<br>y<br>z", tag.repeat(100_000));
            let text = text(&html);
            assert!(text.len() <= 40 * html.len(), "{tag}: {}", text.len());
        }
        for tag in ["<blockquote>x", "<ul><li>x"] {
            let html = tag.repeat(5_000);
            let length = text(&html).len();
            assert!(length <= 5 * html.len(), "{tag}: {length}");
        }
        let html = "<font a=1><p>x".repeat(50_000);
        assert_eq!(text(&html), "x\n\n".repeat(50_000).trim_end().to_owned() + "\n");
    }
}
