//! Guarantee G16 (docs/guarantees.md): lines and pieces of UTF-7, for all of Unicode and all widths. No line that
//! could be broken is too long, each line can be decoded alone, and together the lines are the text.

use icu_segmenter::LineSegmenter;
use icu_segmenter::options::LineBreakOptions;
use mailutf::charset::Charset;
use mailutf::charset::utf7::{EncodeOptions, Line, SetO, SoftBreak};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

/// Text in many scripts, with characters after which it is difficult to break a line.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[a-zA-Z0-9+/-]{1,12}",
        6 => "[ \\t]{1,2}",
        2 => "[!-~]{1,100}",
        4 => "[\u{e0}-\u{ff}\u{430}-\u{44f}]{1,9}",
        4 => "[\u{4e00}-\u{4eff}\u{3042}-\u{3090}、。「」]{1,40}",
        1 => "[\u{e01}-\u{e3a}]{1,40}",
        1 => "[\u{1f300}-\u{1f64f}\u{200d}\u{fe0f}\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]{1,9}",
        1 => "(e[\u{300}-\u{36f}]{1,40})",
        1 => Just("--".to_owned()),
        2 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat().replace(['\n'], ""))
}

fn set_o() -> impl Strategy<Value = SetO> {
    prop_oneof![Just(SetO::Encode), Just(SetO::Direct)]
}

/// The boundaries between grapheme clusters, and the end of the text.
fn clusters(text: &str) -> Vec<usize> {
    text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect()
}

/// The places where a line can be broken, as the documentation defines them.
fn opportunities(text: &str) -> Vec<usize> {
    let clusters = clusters(text);
    let lines = LineSegmenter::new_dictionary(LineBreakOptions::default()).segment_str(text);
    let graphic = |octet: Option<&u8>| octet.is_some_and(u8::is_ascii_graphic);
    let octets = text.as_bytes();
    lines
        .filter(|&at| at > 0 && clusters.binary_search(&at).is_ok())
        .filter(|&at| !(graphic(octets.get(at - 1)) && graphic(octets.get(at))))
        .collect()
}

/// The length of the line from `start` to `end`, according to the encoder for whole texts.
fn columns(encoder: EncodeOptions, soft_break: SoftBreak, text: &str, start: usize, end: usize) -> usize {
    let line = &text[start..end];
    let last = end == text.len() && (soft_break == SoftBreak::Hard || !text.ends_with(' '));
    let line = match soft_break {
        _ if last => line.to_owned(),
        SoftBreak::Flowed => format!("{line} "),
        _ => line.strip_suffix(' ').unwrap_or(line).to_owned(),
    };
    // The encoder shifts a CR in a line, but not in a whole text. It always shifts ESC, which then takes as many
    // octets as a shifted CR, so ESC replaces the CR here.
    encoder.encode(&line.replace('\r', "\u{1b}")).len()
}

proptest! {
    #![proptest_config(crate::proptest_config(256))]

    #[test]
    fn lines_are_as_long_as_they_may_be(text in text(), columns_ in 20..=100_usize, set_o in set_o(), hard in any::<bool>()) {
        let soft_break = if hard { SoftBreak::Hard } else { SoftBreak::Flowed };
        let encoder = EncodeOptions::new().with_set_o(set_o);
        let opportunities = opportunities(&text);
        let lines: Vec<Line<'_>> = encoder.lines(&text, columns_, soft_break).collect();
        let mut start = 0;
        for (index, line) in lines.iter().enumerate() {
            let end = start + line.text.len();
            prop_assert_eq!(line.text, &text[start..end]);
            let last = index + 1 == lines.len();
            let decoded = Charset::UTF_7.decode_strict(&line.octets).unwrap();
            let expected = match soft_break {
                _ if last => line.text.to_owned(),
                SoftBreak::Flowed => format!("{} ", line.text),
                _ => line.text.strip_suffix(' ').unwrap_or(line.text).to_owned(),
            };
            prop_assert_eq!(&*decoded, &*expected);
            prop_assert!(!line.octets.contains(&b'\r') && !line.octets.contains(&b'\n') && line.octets.is_ascii());
            if !hard {
                prop_assert!(!last || !line.octets.ends_with(b" "));
                prop_assert!(&*line.octets != b"-- ");
            }
            let possible = |at: &usize| hard || !(&text[start..*at] == "--" && (*at < text.len()));
            prop_assert!(last || opportunities.contains(&end));
            if line.octets.len() > columns_ {
                prop_assert!(!opportunities.iter().any(|at| start < *at && *at < end && possible(at)));
            }
            if let Some(next) = opportunities.iter().find(|at| **at > end && !line.text.is_empty()) {
                prop_assert!(columns(encoder, soft_break, &text, start, *next) > columns_);
            }
            start = end;
        }
        prop_assert_eq!(start, text.len());
    }

    #[test]
    fn wrapping_in_pieces(
        lines in prop::collection::vec((text(), "\r?\n|\u{2028}"), 0..4),
        columns in 20..=60_usize,
        size in 1..50_usize,
    ) {
        let text: String = lines.into_iter().flat_map(|(line, end)| [line, end]).collect();
        let encoder = EncodeOptions::new().with_separators_as_line_ends();
        let (mut stream, mut octets) = (encoder.wrapping(columns), Vec::new());
        for piece in text.chars().collect::<Vec<_>>().chunks(size) {
            stream.push(&String::from_iter(piece), &mut octets).unwrap();
        }
        stream.finish(&mut octets);
        prop_assert_eq!(octets, encoder.wrap(&text, columns));
    }

    #[test]
    fn pieces_are_texts_of_their_own(text in text(), columns in 8..=75_usize, set_o in set_o()) {
        let encoder = EncodeOptions::new().with_set_o(set_o).for_header();
        let clusters = clusters(&text);
        let mut rest = &*text;
        while !rest.is_empty() {
            let (piece, behind) = encoder.split(rest, columns);
            let octets = encoder.encode(piece);
            prop_assert!(!piece.is_empty());
            prop_assert!(octets.len() <= columns || piece.chars().count() == 1);
            prop_assert_eq!(&*Charset::UTF_7.decode_strict(&octets).unwrap(), piece);
            prop_assert!(octets.iter().all(|octet| octet.is_ascii_alphanumeric() || b" +-/!*".contains(octet)));
            let (start, end) = (text.len() - rest.len(), text.len() - behind.len());
            let whole = clusters.binary_search(&end).is_ok();
            prop_assert!(whole || !clusters.iter().any(|at| start < *at && *at < end));
            rest = behind;
        }
    }
}

/// Each width is tested with different characters, from all planes.
#[test]
fn characters_of_all_planes_at_all_widths() {
    for width in 20..=100 {
        let characters = ('\0'..=char::MAX).skip(width).step_by(4001);
        let text: String = characters.flat_map(|character| [character, 'é', ' ']).collect();
        let opportunities = opportunities(&text);
        let mut decoded = String::new();
        for line in EncodeOptions::new().lines(&text, width, SoftBreak::Flowed) {
            let start = decoded.len();
            decoded.push_str(&Charset::UTF_7.decode_strict(&line.octets).unwrap());
            decoded.truncate(start + line.text.len());
            let within = |at: &usize| start < *at && *at < decoded.len();
            let whole = line.octets.len() <= width || !opportunities.iter().any(within);
            assert!(whole, "{:?} at {width}", line.text);
        }
        assert_eq!(decoded, text);
    }
}

#[test]
fn hostile_input_takes_linear_time() {
    // With quadratic time, this test would take minutes.
    for unit in ["a", "é", "é ", "日", "🇩🇪", "\u{301}", "👩\u{200d}", "ก", "--", " ", "a\u{301} ", "กข "]
    {
        let text = unit.repeat((1 << 16) / unit.len());
        let lines = EncodeOptions::new().lines(&text, 76, SoftBreak::Flowed);
        assert_eq!(lines.map(|line| line.text.len()).sum::<usize>(), text.len(), "{unit:?}");
        let (mut rest, encoder) = (&*text, EncodeOptions::new().for_header());
        while !rest.is_empty() {
            rest = encoder.split(rest, 60).1;
        }
    }
}

#[test]
fn whole_texts_with_hard_breaks() {
    let text = "Größe, Länge und Breite\r\n\r\nkurz\r\nein\rzwei \u{2028}drei";
    let wrapped = EncodeOptions::new().wrap(text, 20);
    assert_eq!(
        String::from_utf8(wrapped.clone()).unwrap(),
        "Gr+APYA3w-e,\r\nL+AOQ-nge und Breite\r\n\r\nkurz\r\nein+AA0-zwei +ICg\r\ndrei"
    );
    let separated = EncodeOptions::new().with_separators_as_line_ends().wrap("a\n\u{2028}b\u{2029}", 20);
    assert_eq!(separated, b"a\n\nb\n");
}

/// A line writer can be created in one thread and used in another thread, like the other encoders.
#[test]
fn lines_may_change_threads() {
    let mut lines = EncodeOptions::new().lines("Größe, Länge", 12, SoftBreak::Flowed);
    let first = lines.next().map(|line| line.text);
    let rest =
        std::thread::scope(|scope| scope.spawn(|| lines.map(|line| line.text).collect::<String>()).join());
    assert_eq!(first.unwrap_or_default().to_owned() + &rest.unwrap(), "Größe, Länge");
}
