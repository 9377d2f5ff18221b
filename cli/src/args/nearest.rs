//! What was meant by a name that is none.

/// How alike two names must be for one to be what was meant by the other: as `clap` has it for its own.
const ALIKE: f64 = 0.7;

/// The one of `names` most like `name`, in any case.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    let alike = names.map(|known| (strsim::jaro_winkler(&name, &known.to_ascii_lowercase()), known));
    let nearest = alike.filter(|(alike, _)| *alike > ALIKE).max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map(|(_, known)| known)
}
