//! Turns the names in messages, which can contain any characters, into names that are safe for new files. Linear
//! time.

use crate::plain::is_deceptive;

/// The maximum number of octets of a safe name. File systems accept names of 255 octets or UTF-16 units, so there is
/// room for a number or an ending that the caller adds.
const LONGEST: usize = 243;

/// The maximum number of octets of an ending such as `.html`. If a name is cut, a longer ending is not kept.
const ENDING: usize = 32;

/// Names that mean devices on Windows, whatever ending follows them.
const DEVICES: [&str; 6] = ["aux", "con", "conin$", "conout$", "nul", "prn"];

/// Makes a name for a new file on any system from the last component of `name`. The result has at most 243
/// octets, so that a number or an ending of 12 octets can follow. The result is neither a path nor a device, is
/// not hidden, does not look like an option, and has no wildcards and no characters that [could deceive a
/// reader](is_deceptive). Returns `None` if nothing of `name` is left. A file with the resulting name can
/// already exist: never overwrite that file.
///
/// ```
/// use mailutf::message::safe_file_name;
/// assert_eq!(safe_file_name("../../größe.txt").as_deref(), Some("größe.txt"));
/// assert_eq!(safe_file_name("a\u{202E}txt.exe").as_deref(), Some("a_txt.exe"));
/// assert_eq!(safe_file_name("nul.txt").as_deref(), Some("_nul.txt"));
/// assert_eq!(safe_file_name(".."), None);
/// ```
pub fn safe_file_name(name: &str) -> Option<String> {
    let name = name.rsplit(['/', '\\']).find(|piece| !piece.is_empty())?;
    let name: String = name.chars().map(|c| if is_harmful(c) { '_' } else { c }).collect();
    // A joiner at the start has nothing to join. If the joiner were kept, a dot or hyphen after the joiner would be
    // kept, too.
    let is_start = |c: char| ".-".contains(c) || c.is_whitespace() || is_joiner(c);
    let name = cut(name.trim().trim_start_matches(is_start));
    let name = name.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_numbered = |device: &str| {
        let number = stem.strip_prefix(device).map(|rest| rest.chars().collect::<Vec<_>>());
        number.is_some_and(|rest| matches!(rest.as_slice(), ['0'..='9' | '¹' | '²' | '³']))
    };
    let is_device = DEVICES.contains(&&*stem) || is_numbered("com") || is_numbered("lpt");
    let is_empty = name.chars().all(|c| matches!(c, '_' | '.') || c.is_whitespace() || is_joiner(c));
    (!is_empty).then(|| if is_device { format!("_{name}") } else { name.to_owned() })
}

/// Whether a character is a wildcard or a separator on some system, stands for something that was lost (U+FFFC and
/// U+FFFD), or could deceive a reader.
fn is_harmful(c: char) -> bool {
    is_deceptive(c) || "\"*:<>?|\u{FFFC}\u{FFFD}".contains(c)
}

/// Whether a character is a joiner or non-joiner. Such a character is invisible, but affects the characters next to
/// it.
const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Shortens a name that is too long by removing the last characters before its ending. One octet is left free for an
/// underscore before the name.
fn cut(name: &str) -> String {
    let dot = name.rfind('.').filter(|dot| *dot > 0 && name.len() - dot <= ENDING);
    let (stem, ending) = name.split_at_checked(dot.unwrap_or(name.len())).unwrap_or((name, ""));
    let room = stem.len().min(LONGEST - 1 - ending.len());
    let end = (0..=room).rev().find(|at| stem.is_char_boundary(*at)).unwrap_or_default();
    format!("{}{ending}", stem.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_safe_name_is_no_path_no_device_and_no_option() {
        for (name, expected) in [
            ("größe.txt", Some("größe.txt")),
            ("../../etc/passwd", Some("passwd")),
            ("C:\\Windows\\x.dll", Some("x.dll")),
            ("C:x", Some("C_x")),
            ("/", None),
            ("..", None),
            ("", None),
            (" . ", None),
            ("\0\u{1b}", None),
            (".bashrc", Some("bashrc")),
            ("-rf", Some("rf")),
            ("a\nb\u{202E}txt.exe", Some("a_b_txt.exe")),
            ("CON", Some("_CON")),
            ("nul.tar.gz", Some("_nul.tar.gz")),
            ("Com1 .txt", Some("_Com1 .txt")),
            ("lpt¹", Some("_lpt¹")),
            ("com10", Some("com10")),
            ("x. . ", Some("x")),
            ("a*?<b>|\"", Some("a___b___")),
            // Joiners and non-joiners within a name are kept, because they belong to words of Persian and Malayalam
            // and to emoji such as the family. At the ends of a name, they are removed.
            ("نامه\u{200C}ها.pdf", Some("نامه\u{200C}ها.pdf")),
            ("അവന്\u{200D}.txt", Some("അവന്\u{200D}.txt")),
            ("👩\u{200D}👧.png", Some("👩\u{200D}👧.png")),
            ("\u{200D}.bashrc\u{200C}", Some("bashrc\u{200C}")),
            ("\u{200C}\u{200D}", None),
            ("_\u{200D}_", None),
        ] {
            assert_eq!(safe_file_name(name).as_deref(), expected, "{name:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_characters_and_keeps_its_ending() {
        let name = safe_file_name(&format!("{}.html", "ä".repeat(300))).unwrap();
        assert!(name.len() <= LONGEST && name.ends_with("ä.html"), "{name}");
        assert!(safe_file_name(&format!("x.{}", "€".repeat(300))).unwrap().len() <= LONGEST);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        #[test]
        fn a_safe_name_is_safe(
            name in "([/\\\\.\\- _:*?a-c\u{200C}\u{200D}\u{202A}-\u{202E}\u{2066}\u{200B}\u{A0}\r\n\u{0}\u{9B}é]|con|COM1|nul|lpt|\\PC|a{80}){0,12}",
        ) {
            let Some(safe) = safe_file_name(&name) else { return Ok(()) };
            prop_assert!(!safe.is_empty() && safe.len() <= LONGEST, "{safe:?}");
            prop_assert!(!safe.contains(['/', '\\', ':', '\0']) && !safe.contains(is_harmful), "{safe:?}");
            prop_assert!(!safe.starts_with(['.', '-', ' ', '\u{200C}']) && !safe.ends_with(['.', ' ']), "{safe:?}");
            let stem = safe.split('.').next().unwrap().trim_end().to_lowercase();
            prop_assert!(!["con", "nul", "com1"].contains(&&*stem), "{safe:?}");
            prop_assert_eq!(safe_file_name(&safe), Some(safe.clone()));
        }
    }
}
