//! Suggestions for unknown names.

/// Least similarity of a name that is suggested: the value that `clap` uses.
const ALIKE: f64 = 0.7;

/// The one of `names` that is most similar to `name`, in any case, if it is similar enough.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    let alike = names.map(|known| (strsim::jaro_winkler(&name, &known.to_ascii_lowercase()), known));
    let nearest = alike.filter(|(alike, _)| *alike > ALIKE).max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map(|(_, known)| known)
}
