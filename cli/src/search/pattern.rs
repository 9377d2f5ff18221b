//! A regular expression that is matched against the lines of a text.
//!
//! To save time, a text is first tested as a whole, and its lines are tested only if the text matches. Most texts
//! do not match. CR LF ends a line. As in grep, a CR without LF does not end a line; a text with such a CR is
//! always tested line by line.

use super::nfkc::{normalized, normalized_pattern};
use regex::{Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use std::borrow::Cow;
use std::iter;
use std::ops::Range;

/// The options that say how a pattern is read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PatternOptions {
    pub(crate) ignore_case: bool,
    /// Whether the pattern is plain text and not a regular expression.
    pub(crate) fixed: bool,
    /// Whether pattern and text are compared in the normalization form NFKC of Unicode.
    pub(crate) nfkc: bool,
    /// Whether a match must begin and end at the border of a word.
    pub(crate) whole_words: bool,
    /// Whether the lines without a match are selected.
    pub(crate) inverted: bool,
}

/// A pattern that selects lines.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The compiled pattern for text in which each CR is part of a line end.
    regex: Regex,
    /// The compiled pattern for lines that contain a CR as an ordinary character.
    with_cr: Regex,
    nfkc: bool,
    inverted: bool,
    /// Whether each match in a line is also a match in the whole text. This is false if the pattern contains `\A`
    /// or `\z`. These match at the start or end of the tested text, and therefore at the start or end of each line
    /// that is tested alone.
    matches_whole_text: bool,
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// Fails if the pattern is not a regular expression or is too large. The error is a text for the user.
    pub(crate) fn new(pattern: &str, options: PatternOptions) -> Result<Self, String> {
        let mut pattern = match options.fixed {
            true => Cow::Owned(regex::escape(pattern)),
            false => Cow::Borrowed(pattern),
        };
        if options.nfkc {
            pattern = normalized_pattern(&pattern)
                .map_err(|error| syntax(error.kind(), error.span().start.column))?
                .into();
        }
        let parsed = ParserBuilder::new().multi_line(true).crlf(true).build().parse(&pattern);
        let parsed = parsed.map_err(|error| match error {
            regex_syntax::Error::Parse(error) => syntax(error.kind(), error.span().start.column),
            regex_syntax::Error::Translate(error) => syntax(error.kind(), error.span().start.column),
            other => format!("the pattern is not a regular expression: {other}"),
        })?;
        let matches_whole_text = !parsed.properties().look_set().contains_anchor_haystack();
        if options.whole_words {
            // Like ripgrep, this requires that the characters directly before and after the match do not belong to
            // a word.
            pattern = format!(r"\b{{start-half}}(?:{pattern})\b{{end-half}}").into();
        }
        let mut builder = RegexBuilder::new(&pattern);
        let builder = builder.multi_line(true).case_insensitive(options.ignore_case);
        let mut compiled = |crlf| {
            builder.crlf(crlf).build().map_err(|error| match error {
                regex::Error::CompiledTooBig(limit) => format!(
                    "the pattern is too large: its compiled form exceeds {limit} octets; use smaller numbers of \
                     repetitions"
                ),
                other => format!("the pattern is not a regular expression: {other}"),
            })
        };
        let (regex, with_cr) = (compiled(true)?, compiled(false)?);
        let PatternOptions { nfkc, inverted, .. } = options;
        Ok(Self { regex, with_cr, nfkc, inverted, matches_whole_text })
    }

    /// Whether a line of `text` is selected.
    pub(crate) fn matches_in(&self, text: &str) -> bool {
        self.may_match(text) && lines(text).any(|line| self.matches(line))
    }

    /// Whether a line of `text` may be selected. If this returns true, the lines must be tested one by one.
    pub(crate) fn may_match(&self, text: &str) -> bool {
        // With NFKC, the answer is always true for a text that is not ASCII. Such a text is not tested as a whole,
        // because its normal form might need many times as much memory as the text.
        self.inverted
            || !self.matches_whole_text
            || self.nfkc && !text.is_ascii()
            || self.regex.is_match(text)
            || has_lone_cr(text)
    }

    /// Whether a line is selected: either the line matches, or the pattern is inverted and the line does not match.
    pub(crate) fn matches(&self, line: &str) -> bool {
        self.of_line(line).is_match(&self.compared(line)) != self.inverted
    }

    /// Returns the ranges of a selected line in which the pattern matches, except empty ranges. With NFKC, returns no
    /// range for a line that is not in the normal form, because the matches are in another string than the line.
    pub(crate) fn ranges(&self, line: &str) -> Vec<Range<usize>> {
        let is_same = matches!(self.compared(line), Cow::Borrowed(_));
        let found = self.of_line(line).find_iter(if is_same { line } else { "" });
        found.map(|found| found.range()).filter(|range| !range.is_empty()).collect()
    }

    fn of_line(&self, line: &str) -> &Regex {
        if line.contains('\r') { &self.with_cr } else { &self.regex }
    }

    fn compared<'l>(&self, line: &'l str) -> Cow<'l, str> {
        if self.nfkc { normalized(line) } else { line.into() }
    }
}

/// Returns the lines of a text, without their line ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let line = rest.get(..end)?;
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(line.strip_suffix('\r').unwrap_or(line))
    })
}

/// Whether the text has a CR that is not part of a line end.
fn has_lone_cr(text: &str) -> bool {
    memchr::memchr_iter(b'\r', text.as_bytes())
        .any(|at| text.as_bytes().get(at + 1).is_some_and(|next| *next != b'\n'))
}

fn syntax(why: impl std::fmt::Display, column: usize) -> String {
    format!(
        "the pattern is not a regular expression: {why}, at character {column}; to search for these characters \
         literally, use --fixed-strings"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        Pattern::new(text, PatternOptions::default()).unwrap()
    }

    /// Returns two lists of the matching lines. For the first list, the text is tested as a whole before its lines.
    /// For the second list, only the lines are tested.
    fn found<'t>(pattern: &Pattern, text: &'t str) -> (Vec<&'t str>, Vec<&'t str>) {
        let alone: Vec<_> = lines(text).filter(|line| pattern.matches(line)).collect();
        (if pattern.may_match(text) { alone.clone() } else { Vec::new() }, alone)
    }

    #[test]
    fn a_text_is_tested_as_its_lines_are() {
        let text = "one\r\ntwo\n\nthree \r\nw\rx\n\tfour\r";
        for (wanted, expected) in [
            ("e$", &["one"][..]),
            ("^t", &["two", "three "]),
            ("o.*t", &[]),
            ("^$", &[""]),
            (r"\Atwo\z", &["two"]),
            (r"o\b", &["two"]),
            (r"e\s*\z", &["one", "three "]),
            ("r$", &["\tfour"]),
            (r"\s+f", &["\tfour"]),
            (r"e\s", &["three "]),
            ("^x", &[]),
            ("w$", &[]),
            ("w.x$", &["w\rx"]),
            (r"\Aw\rx$", &["w\rx"]),
            ("one\ntwo", &[]),
            ("(?i)ONE|FOUR", &["one", "\tfour"]),
        ] {
            let (whole, alone) = found(&pattern(wanted), text);
            assert_eq!((&*whole, &*alone), (expected, expected), "{wanted}");
        }
    }

    #[test]
    fn a_wrong_pattern_is_explained_in_a_sentence() {
        for (wanted, why) in [
            ("a(b", "the pattern is not a regular expression: unclosed group, at character 2; to search for"),
            ("[z-a]", "invalid character class range, the start must be <= the end, at character 2"),
            (r"\p{Klingon}", "Unicode property not found"),
            ("(?:a{1000}){1000}", "too large: its compiled form exceeds"),
            (&("(".repeat(1000) + &")".repeat(1000)), "exceed the maximum number of nested parentheses"),
        ] {
            for nfkc in [false, true] {
                let options = PatternOptions { nfkc, ..PatternOptions::default() };
                let error = Pattern::new(wanted, options).unwrap_err();
                assert!(error.contains(why) && !error.contains('\n'), "{wanted}: {error}");
            }
        }
        let fixed = PatternOptions { fixed: true, ..PatternOptions::default() };
        assert!(Pattern::new("a(b", fixed).unwrap().matches("(a(b)"));
    }

    #[test]
    fn words_and_inverted_patterns() {
        let words = PatternOptions { whole_words: true, ..PatternOptions::default() };
        for (wanted, line, matches) in [
            ("and", "an and", true),
            ("and", "sand", false),
            ("and", "andé", false),
            ("and|or", "for and", true),
            ("-x", "a -x", true),
            ("день", "(день)", true),
            ("", "ab", false),
        ] {
            let pattern = Pattern::new(wanted, words).unwrap();
            assert_eq!(
                (pattern.matches(line), pattern.matches_in(line)),
                (matches, matches),
                "{wanted} {line}"
            );
            let inverted = PatternOptions { inverted: true, ..words };
            let pattern = Pattern::new(wanted, inverted).unwrap();
            assert_eq!(
                (pattern.matches(line), pattern.matches_in(line)),
                (!matches, !matches),
                "{wanted} {line}"
            );
        }
        assert!(Pattern::new("a(", words).unwrap_err().contains("at character 2"));
        let fixed = PatternOptions { fixed: true, ..words };
        assert!(Pattern::new("a(", fixed).unwrap().matches("(a( b"));
    }

    #[test]
    fn characters_of_any_width_are_the_same_in_the_normal_form() {
        let nfkc = PatternOptions { nfkc: true, ..PatternOptions::default() };
        for (wanted, line) in [
            ("ﾃｽﾄ", "テスト"),
            ("テスト", "ﾃｽﾄ"),
            ("ｶﾞ", "ガ"),
            ("e\u{301}t", "été"),
            ("é", "e\u{301}"),
            ("ﾄ+$", "テストトト"),
            ("[ｱ-ｵ]$", "ア"),
            ("（株）", "(株)"),
            (r"\(株\)", "（株）"),
            ("㌢+", "センチ"),
            ("(?i)ＴＥＳＴ", "test"),
            ("ﬁn", "ﬁn"),
            ("a|ﾃ{2}", "テテ"),
        ] {
            let pattern = Pattern::new(wanted, nfkc).unwrap();
            assert!(pattern.matches_in(&format!("x\n{line}\n")), "{wanted} {line}");
            assert!(!pattern.matches_in("x\nテ\n"), "{wanted}");
        }
        assert!(!pattern("ﾃｽﾄ").matches("テスト"));
        let pattern = Pattern::new("t", nfkc).unwrap();
        assert!(pattern.ranges("été").iter().eq([&(2..3)]) && pattern.ranges("e\u{301}t").is_empty());
    }

    /// Returns all sequences of at most `most` pieces.
    fn sequences(pieces: &[&str], most: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut longest = all.clone();
        for _ in 0..most {
            let longer = |start: &String| {
                pieces.iter().map(move |piece| format!("{start}{piece}")).collect::<Vec<_>>()
            };
            longest = longest.iter().flat_map(longer).collect();
            all.extend_from_slice(&longest);
        }
        all
    }

    #[test]
    fn whole_texts_and_lines_agree_on_all_short_ones() {
        let texts = sequences(&["a", "b", " ", "\r", "\n"], 4);
        let signs = ["^", "$", r"\b", r"\B", ".", "a", "b*", r"\s", "[^a]", r"\r", r"\A", r"\z"];
        for wanted in sequences(&signs, 2) {
            let pattern = pattern(&wanted);
            for text in &texts {
                let (whole, alone) = found(&pattern, text);
                assert_eq!(whole, alone, "{wanted:?} in {text:?}");
            }
        }
    }
}
