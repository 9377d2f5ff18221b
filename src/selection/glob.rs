//! Patterns of file names, component by component.

use super::pattern::Pattern;
use std::path::{Component, Path};

/// A pattern of a relative path. `*` stands for any part of a component. A component `**` stands for any number of
/// components, including none. A `*` after a backslash stands for itself, as in a [`Pattern`]. Upper
/// and lower case are different.
///
/// ```
/// use mailutf::selection::Glob;
/// use std::path::Path;
/// let glob = Glob::new("lists/**/2003-*.mbox");
/// assert!(glob.matches(Path::new("lists/2003-05.mbox")) && glob.matches(Path::new("lists/a/b/2003-05.mbox")));
/// assert!(!glob.matches(Path::new("2003-05.mbox")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(Vec<Step>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    One(Pattern),
    /// Any number of components.
    Any,
}

impl Glob {
    /// Makes a pattern. Its components are separated by `/`. Components that are `.` or empty do not count.
    pub fn new(pattern: &str) -> Self {
        let components = pattern.split('/').filter(|component| !matches!(*component, "" | "."));
        let step = |component| match component {
            "**" => Step::Any,
            name => Step::One(Pattern::exact(name.as_bytes())),
        };
        Self(components.map(step).collect())
    }

    /// Whether the pattern matches `path`. Each `**` stands for as few components as possible: the steps between it
    /// and the next `**` are matched at the first possible place. A later place need not be tried, because it would
    /// only leave fewer components for the rest of the pattern.
    pub fn matches(&self, path: &Path) -> bool {
        let names = path.components().filter(|component| !matches!(component, Component::CurDir));
        let names: Vec<&[u8]> = names.map(|name| name.as_os_str().as_encoded_bytes()).collect();
        let (mut step, mut name, mut again) = (0, 0, None);
        while name < names.len() || step < self.0.len() {
            match (self.0.get(step), names.get(name)) {
                (Some(Step::Any), _) => {
                    again = Some((step + 1, name));
                    step += 1;
                    continue;
                }
                (Some(Step::One(pattern)), Some(found)) if pattern.matches(found) => {
                    (step, name) = (step + 1, name + 1);
                    continue;
                }
                _ => {}
            }
            let Some((after, from)) = again.filter(|(_, from)| *from < names.len()) else { return false };
            again = Some((after, from + 1));
            (step, name) = (after, from + 1);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stay_in_their_component_and_double_stars_do_not() {
        for (glob, path, expected) in [
            ("a.mbox", "a.mbox", true),
            ("a.mbox", "b/a.mbox", false),
            ("*", "a.mbox", true),
            ("*", "b/a.mbox", false),
            ("**", "b/a.mbox", true),
            ("**/*.mbox", "a.mbox", true),
            ("**/*.mbox", "c/b/a.mbox", true),
            ("b/**/a*/x", "b/aa/c/a1/x", true),
            ("b/**/a*/x", "b/aa/c/a1/y", false),
            ("**/a/**/b", "x/a/a/y/b", true),
            ("**/a/**/b", "x/a/a/y/b/c", false),
            ("./b//a", "b/a", true),
            ("A", "a", false),
            (" a b ", " a b ", true),
            (r"\*.mbox", "*.mbox", true),
            (r"\*.mbox", "a.mbox", false),
            (r"\*\*/a", "**/a", true),
            (r"\*\*/a", "b/a", false),
            ("<a>", "<a>", true),
            ("<a>", "a", false),
            ("", "a", false),
        ] {
            assert_eq!(Glob::new(glob).matches(Path::new(path)), expected, "{glob} {path}");
        }
    }
}
