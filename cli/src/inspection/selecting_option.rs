//! The option of the program that selects an alternative reading of a text.

use mailutf::charset::Label;
use mailutf::text::alternatives::Hypothesis;

/// Returns the option that selects `hypothesis` for text with this label, if there is such an option.
/// `obeys_fallback` tells whether --fallback-charset would have an effect on the text.
pub(crate) fn selecting_option(
    hypothesis: Hypothesis,
    label: Option<&[u8]>,
    obeys_fallback: bool,
) -> Option<String> {
    let charset = match hypothesis {
        Hypothesis::In(charset) => charset,
        Hypothesis::EncodedAgain(_) | Hypothesis::WithoutEscapes => {
            return Some("--doubtful evidence".to_owned());
        }
        _ => return None,
    };
    // A person may copy the option to a shell. If the label has an octet that might have a meaning in a shell, the
    // option contains the name under which the library lists the label. If the library does not list the label, there
    // is no option.
    let is_safe = |octet: &u8| octet.is_ascii_alphanumeric() || b"-._:+".contains(octet);
    let written = |label| std::str::from_utf8(label).ok().filter(|label| label.bytes().all(|o| is_safe(&o)));
    let label = label.map(<[u8]>::trim_ascii).filter(|label| !label.is_empty());
    match label.map(|label| written(label).or_else(|| Label::read(label).map(Label::name))) {
        Some(declared) => declared.map(|declared| format!("--charset {declared}={charset}")),
        None => obeys_fallback.then(|| format!("--fallback-charset {charset}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailutf::charset::Charset;

    #[test]
    fn the_option_names_the_label_and_nothing_that_a_shell_could_run() {
        let koi8 = Hypothesis::In(Charset::for_label(b"koi8-r").unwrap());
        for (label, obeys_fallback, expected) in [
            (Some("ISO-8859-1"), false, Some("--charset ISO-8859-1=KOI8-R")),
            (Some("\"latin1; `x`"), true, Some("--charset ISO-8859-1=KOI8-R")),
            (Some("x-klingon"), true, Some("--charset x-klingon=KOI8-R")),
            (Some("x;$(id)"), true, None),
            (Some(" "), true, Some("--fallback-charset KOI8-R")),
            (None, true, Some("--fallback-charset KOI8-R")),
            (None, false, None),
        ] {
            let option = selecting_option(koi8, label.map(str::as_bytes), obeys_fallback);
            assert_eq!(option.as_deref(), expected, "{label:?}");
        }
        let restores = selecting_option(Hypothesis::WithoutEscapes, Some(b"iso-2022-jp"), true);
        assert_eq!(restores.as_deref(), Some("--doubtful evidence"));
    }
}
