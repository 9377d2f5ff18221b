//! Suggestions for unknown names.

/// Least similarity of a name that is suggested: two of five letters may differ, as in `koi9-r` for `koi8-r`. What is
/// less similar is another word, as `--threads` for `--headers`.
const ALIKE: f64 = 0.6;

/// Least length of the start of a name that stands for the name.
const START: usize = 3;

/// The one of `names` that starts with `name`, or else is most similar to it, in any case, if it is similar enough.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    let alike = names.map(|known| (likeness(&name, &known.to_ascii_lowercase()), known));
    let nearest = alike.filter(|(alike, _)| *alike >= ALIKE).max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map(|(_, known)| known)
}

fn likeness(name: &str, known: &str) -> f64 {
    let is_start = name.trim_start_matches('-').len() >= START && known.starts_with(name);
    if is_start { 1.0 } else { strsim::normalized_damerau_levenshtein(name, known) }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn what_is_alike_is_suggested_and_nothing_else() {
        let names =
            ["charsets", "census", "normalize", "--headers", "--limit-header", "--version", "--in-place"];
        for (given, meant) in [
            ("normalise", Some("normalize")),
            ("norm", Some("normalize")),
            ("Charset", Some("charsets")),
            ("--hedders", Some("--headers")),
            ("--inplace", Some("--in-place")),
            ("convert", None),
            ("--threads", None),
            ("--verbose", None),
            ("--limits", None),
            ("n", None),
        ] {
            assert_eq!(nearest(given, names.into_iter()), meant, "{given}");
        }
    }
}
