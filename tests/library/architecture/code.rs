//! Splits the code of a crate into tokens, without comments, literals and items under `#[cfg(test)]`.

use std::fs;
use std::path::{Path, PathBuf};

/// The tokens of one file.
#[derive(Debug)]
pub(crate) struct Code {
    /// The path of the file relative to the source folder, with `/` between folders.
    pub(crate) file: String,
    /// The tokens: names, `::`, and single characters.
    pub(crate) tokens: Vec<String>,
}

impl Code {
    pub(crate) fn new(file: &str, code: &str) -> Self {
        Self { file: file.to_owned(), tokens: without_tests(&tokens(code)) }
    }

    /// Returns the code of the crate whose sources are in `root`, without the files that only tests use. If `root`
    /// is `src`, the code of the library's codecs is included.
    pub(crate) fn of_crate(root: &Path) -> Vec<Self> {
        let of_tests = |path: &PathBuf| path.ends_with("tests.rs") || path.ends_with("proptest_config.rs");
        let files = files_of_crate(root).into_iter().filter(|(_, path)| !of_tests(path));
        files.map(|(file, path)| Self::new(&file, &fs::read_to_string(&path).unwrap())).collect()
    }

    /// Whether the code has these tokens in a row.
    pub(crate) fn has(&self, tokens: &[&str]) -> bool {
        self.tokens.windows(tokens.len()).any(|window| window == tokens)
    }
}

/// Returns the files of the crate whose sources are in `root`, with their paths relative to `root`. The library
/// re-exports the modules of the package `codecs`, so the files of that package count as files of the library.
pub(crate) fn files_of_crate(root: &Path) -> Vec<(String, PathBuf)> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = |root: &Path| {
        let name = |path: &PathBuf| path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        files_below(root).into_iter().map(|path| (name(&path), path)).collect::<Vec<_>>()
    };
    let mut files = named(root);
    if root == project.join("src") {
        files.extend(named(&project.join("codecs/src")).into_iter().filter(|(name, _)| name != "lib.rs"));
    }
    files
}

/// The `.rs` files in a folder and in all folders below it.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

pub(crate) fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Splits `code` into tokens (names, `::`, and single characters), without comments and literals.
fn tokens(code: &str) -> Vec<String> {
    let (mut tokens, mut rest) = (Vec::new(), code);
    while let Some(first) = rest.chars().next() {
        let length = literal(rest).unwrap_or_else(|| {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let length = if rest.starts_with("::") { 2 } else { word.max(first.len_utf8()) };
            let token = &rest[..length];
            tokens.extend((!token.trim().is_empty()).then(|| token.to_owned()));
            length
        });
        rest = &rest[length..];
    }
    tokens
}

/// The length of the comment, string, character or lifetime at the start of `code`, or `None` if `code` starts
/// otherwise.
fn literal(code: &str) -> Option<usize> {
    let through =
        |from: usize, end: &str| code[from..].find(end).map_or(code.len(), |at| from + at + end.len());
    if code.starts_with("//") {
        return Some(through(2, "\n"));
    }
    if code.starts_with("/*") {
        return Some(through(2, "*/"));
    }
    let opening = code.trim_start_matches(['b', 'c', 'r']);
    let prefix = code.len() - opening.len();
    let hashes = opening.len() - opening.trim_start_matches('#').len();
    if prefix <= 2 && code[..prefix].ends_with('r') && opening[hashes..].starts_with('"') {
        return Some(through(prefix + hashes + 1, &format!("\"{}", "#".repeat(hashes))));
    }
    let quote = opening.chars().next().filter(|quote| prefix <= 1 && matches!(quote, '"' | '\''))?;
    let inside = &opening[1..];
    if quote == '\'' && !inside.starts_with('\\') && inside.chars().nth(1) != Some('\'') {
        let name = inside.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inside.len());
        return Some(prefix + 1 + name);
    }
    let mut escaped = false;
    let end = inside.find(|c: char| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    Some(prefix + 1 + end.map_or(inside.len(), |end| end + 1))
}

/// Removes the items under `#[cfg(test)]` from the tokens.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let is_test = tokens[at..].iter().take(6).eq(["#", "[", "cfg", "(", "test", ")"]);
        if !is_test {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match &**token {
                "{" => depth += 1,
                "}" if depth == 1 => break,
                "}" => depth -= 1,
                ";" if depth == 0 => break,
                _ => {}
            }
        }
    }
    kept
}
