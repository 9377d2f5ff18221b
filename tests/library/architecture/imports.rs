//! Finds the imports between the files of a crate: each path in the code is resolved to the file that defines the
//! item.
//!
//! Here the package `codecs` counts as a part of the library ([`files_of_crate`](super::code::files_of_crate)).
//! Calls of methods and macros are not followed. A façade is a file that only declares modules and re-exports their
//! items. It counts neither as importing nor as imported.

use super::code::{Code, is_name};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The path of a file relative to the source folder, with `/` between folders.
pub(crate) type File = String;

/// For each file, the other files that it imports.
pub(crate) type Graph<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// A module, given by the names on the path from the root of the crate to it.
pub(crate) type Module = Vec<String>;

/// The names and paths in the code of one file.
#[derive(Debug)]
struct Source {
    file: File,
    /// The paths that `use` imports under each name, as they are written.
    names: BTreeMap<String, Vec<Vec<String>>>,
    /// The modules that `use` imports with `*`, as they are written.
    globs: Vec<Vec<String>>,
    /// All other paths of two segments or more.
    paths: BTreeSet<Vec<String>>,
    /// The names of the items that the file defines.
    items: BTreeSet<String>,
}

/// The module or the file to which a path refers.
pub(crate) enum Target<'a> {
    Module(Module),
    File(&'a str),
}

/// The modules of a crate.
#[derive(Debug)]
pub(crate) struct Imports(BTreeMap<Module, Source>);

/// The module of a file.
pub(crate) fn module_of(file: &str) -> Module {
    let names = file.trim_end_matches(".rs").split('/').map(str::to_owned);
    names.filter(|name| !matches!(&**name, "mod" | "lib" | "main")).collect()
}

impl Imports {
    pub(crate) fn of(crate_code: &[Code]) -> Self {
        Self(crate_code.iter().map(|code| (module_of(&code.file), Source::read(code))).collect())
    }

    pub(crate) fn graph(&self) -> Graph<'_> {
        let edges = self.0.iter().filter(|(_, source)| !source.is_facade()).map(|(module, source)| {
            let named = source.names.values().flatten().chain(&source.paths);
            let named = named.filter_map(|path| self.resolve(module, path, 0));
            let globs = source.globs.iter().filter_map(|path| match self.resolve(module, path, 0)? {
                Target::Module(module) => self.0.get(&module).map(|source| Target::File(&source.file)),
                file => Some(file),
            });
            let files = named.chain(globs).filter_map(|target| match target {
                Target::File(file) if file != source.file => Some(file),
                _ => None,
            });
            (&*source.file, files.collect())
        });
        edges.collect()
    }

    /// Returns what `path`, written in `module`, refers to, or `None` if the path leads out of the crate.
    pub(crate) fn resolve(&self, module: &Module, path: &[String], depth: usize) -> Option<Target<'_>> {
        let (mut at, mut rest) = (module.clone(), path);
        while let Some((name, after)) = rest.split_first() {
            rest = after;
            let child: Module = at.iter().chain([name]).cloned().collect();
            match &**name {
                "crate" | "mailutf_codecs" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()),
                _ if self.0.contains_key(&child) => at = child,
                _ => {
                    let found = self.item(&at, name, depth);
                    match found.or_else(|| {
                        self.0.get(&at).filter(|_| at != *module).map(|s| Target::File(&s.file))
                    })? {
                        Target::Module(found) => at = found,
                        file => return Some(file),
                    }
                }
            }
        }
        Some(Target::Module(at))
    }

    /// Returns what `name` refers to in a module: an item that the module defines, or an item that it imports.
    fn item(&self, module: &Module, name: &str, depth: usize) -> Option<Target<'_>> {
        let source = self.0.get(module).filter(|_| depth < 8)?;
        if source.items.contains(name) {
            return Some(Target::File(&source.file));
        }
        let paths = source.names.get(name).into_iter().flatten();
        let imported =
            paths.filter(|path| path.len() > 1).find_map(|path| self.resolve(module, path, depth + 1));
        let in_globs = || {
            source.globs.iter().find_map(|path| match self.resolve(module, path, depth + 1)? {
                Target::Module(other) if other != *module => self.item(&other, name, depth + 1),
                _ => None,
            })
        };
        imported.or_else(in_globs)
    }
}

impl Source {
    fn read(code: &Code) -> Self {
        let tokens = &code.tokens;
        let mut source = Self {
            file: code.file.clone(),
            names: BTreeMap::new(),
            globs: Vec::new(),
            paths: BTreeSet::new(),
            items: BTreeSet::new(),
        };
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1).map_or("", String::as_str);
            match &**token {
                "use" => at = source.use_tree(tokens, at + 1, &[]),
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union"
                    if is_name(next) =>
                {
                    source.items.insert(next.to_owned());
                    at += 2;
                }
                name if is_name(name) => {
                    let mut path = vec![name.to_owned()];
                    while let [colons, name, ..] = &tokens[at + 1..]
                        && colons == "::"
                        && is_name(name)
                    {
                        path.push(name.clone());
                        at += 2;
                    }
                    if path.len() > 1 {
                        source.paths.insert(path);
                    }
                    at += 1;
                }
                _ => at += 1,
            }
        }
        source
    }

    /// Reads one tree of a `use` declaration, whose paths begin with `before`. Returns the index of the next token.
    fn use_tree(&mut self, tokens: &[String], mut at: usize, before: &[String]) -> usize {
        let mut path = before.to_vec();
        loop {
            match tokens.get(at).map_or(";", String::as_str) {
                "{" => {
                    at += 1;
                    while tokens.get(at).is_some_and(|token| token != "}") {
                        at = self.use_tree(tokens, at, &path);
                        at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                    }
                    return at + 1;
                }
                "*" => {
                    self.globs.push(path);
                    return at + 1;
                }
                "::" => at += 1,
                "as" => {
                    let name = tokens.get(at + 1).cloned().unwrap_or_default();
                    self.names.entry(name).or_default().push(path);
                    return at + 2;
                }
                name if is_name(name) => {
                    if name != "self" || path.is_empty() {
                        path.push(name.to_owned());
                    }
                    at += 1;
                    if !matches!(tokens.get(at).map(String::as_str), Some("::" | "as")) {
                        self.names.entry(path.last().cloned().unwrap_or_default()).or_default().push(path);
                        return at;
                    }
                }
                _ => return at,
            }
        }
    }

    fn is_facade(&self) -> bool {
        self.items.is_empty()
    }
}

/// For each set of files that all reach one another, returns one circle of imports: each file imports the next
/// file, and the last file imports the first.
pub(crate) fn circles<'a>(graph: &Graph<'a>) -> Vec<Vec<&'a str>> {
    let (mut circles, mut seen) = (Vec::new(), BTreeSet::new());
    for (&file, imported) in graph {
        let ways = imported.iter().filter_map(|next| way(graph, next, file));
        if let Some(way_back) = ways.min_by_key(Vec::len).filter(|_| !seen.contains(file)) {
            let in_circle =
                |other: &&str| way(graph, other, file).is_some() && way(graph, file, other).is_some();
            seen.extend(graph.keys().copied().filter(in_circle));
            circles.push(way_back);
        }
    }
    circles
}

/// The shortest path from one file to another along imports, including both files.
fn way<'a>(graph: &Graph<'a>, from: &'a str, to: &str) -> Option<Vec<&'a str>> {
    let (mut ways, mut seen) = (VecDeque::from([vec![from]]), BTreeSet::from([from]));
    while let Some(way) = ways.pop_front() {
        let last = *way.last()?;
        if last == to {
            return Some(way);
        }
        let next = graph.get(last).into_iter().flatten().filter(|next| seen.insert(**next));
        ways.extend(next.map(|next| [&*way, &[*next]].concat()));
    }
    None
}
