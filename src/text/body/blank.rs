//! Whether a text has only blanks, so that a person sees nothing in it. All functions take linear time.

use super::html::Cursor;

/// Characters that are not white space, but are not visible either.
const INVISIBLE: [char; 8] =
    ['\0', '\u{ad}', '\u{34f}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}'];

/// Character references for blanks, without their `&`. Programs write them into empty lines of HTML.
const REFERENCES: [&str; 5] = ["nbsp;", "#160;", "#xa0;", "zwnj;", "shy;"];

/// Elements that show something without text.
const SHOWN: [&[u8]; 11] =
    [b"area", b"audio", b"canvas", b"embed", b"hr", b"iframe", b"img", b"input", b"object", b"svg", b"video"];

/// Elements whose content is not shown, and the starts of their end tags. There are no tags in the content.
const HIDDEN: [(&[u8], &[u8]); 3] =
    [(b"script", b"</script"), (b"style", b"</style"), (b"title", b"</title")];

/// Whether `text` has only blanks: white space, and characters that are not visible.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|character| character.is_whitespace() || INVISIBLE.contains(&character))
}

/// Whether a page of HTML shows only blanks: no other characters, and no image. In doubt, the page is not blank.
pub(crate) fn is_blank_page(page: &str) -> bool {
    let mut cursor = Cursor::at_start(page.as_bytes());
    loop {
        if !page.get(cursor.text().range()).is_some_and(is_blank_content) {
            return false;
        }
        if cursor.is_at_end() {
            return true;
        }
        let Some(tag) = cursor.tag() else { continue };
        let name = tag.strip_prefix(b"/").unwrap_or(&tag);
        let is_text = !name.first().is_some_and(u8::is_ascii_alphabetic);
        if is_text || SHOWN.contains(&&*tag) {
            return false;
        }
        if let Some((_, end)) = HIDDEN.iter().find(|(name, _)| *name == tag) {
            cursor.skip_to(end);
        }
    }
}

/// Whether the content between two tags has only blanks and references for blanks.
fn is_blank_content(content: &str) -> bool {
    content.split('&').enumerate().all(|(number, piece)| {
        let known = REFERENCES.iter().find_map(|reference| {
            let (start, rest) = piece.split_at_checked(reference.len())?;
            start.eq_ignore_ascii_case(reference).then_some(rest)
        });
        if number == 0 { is_blank(piece) } else { known.is_some_and(is_blank) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pages_that_show_nothing() {
        for page in [
            "",
            " \r\n",
            "<div dir=\"ltr\"><br></div>\n",
            "<!DOCTYPE html><html><head><meta charset=utf-8><title>Mail</title><style>p > b { color: red }</style>\
             </head><body><!-- <p>x --><p class=MsoNormal><o:p>&nbsp;</o:p></p>&#xA0;\u{a0}\u{200b}</body></html>",
            "<script>if (a < b) '</p>'</SCRIPT>",
            "<style>never closed <p>b",
            "<p title='>'>",
            "<p",
        ] {
            assert!(is_blank_page(page), "{page}");
        }
    }

    #[test]
    fn pages_that_show_something() {
        for page in [
            "x",
            "<p>&euro;",
            "<p>&amp;",
            "&",
            "<3",
            "<p> < </p>",
            "<img src=cid:1>",
            "<p><IMG/src=cid:1></p>",
            "<p><hr/></p>",
            "<style>a</style>b",
            "<script/>a</script>b",
            "<!-->b",
        ] {
            assert!(!is_blank_page(page), "{page}");
        }
    }

    #[test]
    fn broken_pages_take_linear_time() {
        for tag in ["<style>", "<!--", "<!-", "<", "<p x", "<p 'x", "</title", "&nbsp;", "&"] {
            is_blank_page(&tag.repeat(200_000));
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(512))]

        /// A page of which the conversion to text finds a letter is not blank.
        #[test]
        #[cfg(feature = "html")]
        fn a_page_with_text_is_not_blank(
            page in "(<(p|br|style|title|script|div a='|b x=\"|!|!--)|</(p|style|title|script)|>|-->|'|\"| |a|&nbsp;|&amp;|<){0,14}",
        ) {
            let text = crate::plain::of_html(&page);
            prop_assert!(!is_blank_page(&page) || is_blank(&text), "{text:?}");
        }
    }
}
