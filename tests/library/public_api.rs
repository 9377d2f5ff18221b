//! Compares the public interface of the library with the list in `docs/api.txt`, so that no change goes unnoticed.
//! If `UPDATE_GOLDEN=1` is set, the list is written instead. Each type that can grow must be `#[non_exhaustive]`,
//! so that the code of users still compiles when the type grows.
//!
//! The lint `unreachable_pub` makes sure that every `pub` item is reachable. This test finds the public path of
//! each item.

use crate::architecture::code::{Code, files_of_crate};
use crate::architecture::imports::{Imports, Target, module_of};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};
use syn::{
    Attribute, Fields, File, Ident, ImplItem, Item, ItemMacro, ItemTrait, Signature, TraitItem, Type,
    UseTree, Visibility,
};

/// The file that defines an item, and the name of the item in that file.
type Definition = (String, String);

/// The parsed files of the library, and the public paths of each item.
struct Library {
    files: BTreeMap<String, File>,
    imports: Imports,
    paths: BTreeMap<Definition, BTreeSet<String>>,
}

impl Library {
    fn read(root: &Path) -> Self {
        let imports = Imports::of(&Code::of_crate(root));
        let parsed = files_of_crate(root)
            .into_iter()
            .map(|(file, path)| (file, syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap()));
        let mut library = Self { files: parsed.collect(), imports, paths: BTreeMap::new() };
        library.walk("lib.rs", "");
        library
    }

    /// Records the paths of the public items of a file whose module has the public path `public`.
    fn walk(&mut self, file: &str, public: &str) {
        let module = module_of(file);
        for item in self.files[file].items.clone() {
            match item {
                Item::Mod(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
                    self.enter(&module, &item.ident.to_string(), public)
                }
                Item::Use(item) if is_public(&item.vis) => {
                    for (path, name) in leaves(&item.tree) {
                        self.reexport(&module, &path, &name, public);
                    }
                }
                item => self.give(file, &name_of(&item).unwrap_or_default(), public),
            }
        }
    }

    fn enter(&mut self, module: &[String], name: &str, public: &str) {
        let inside = [module, &[name.to_owned()]].concat();
        let file = self.files.keys().find(|file| module_of(file) == inside).unwrap().clone();
        self.walk(&file, &format!("{public}{name}::"));
    }

    fn reexport(&mut self, module: &[String], path: &[String], name: &str, public: &str) {
        match self.imports.resolve(&module.to_vec(), path, 0) {
            Some(Target::File(file)) => {
                let definition = (file.to_owned(), path.last().unwrap().clone());
                self.paths.entry(definition).or_default().insert(format!("{public}{name}"));
            }
            Some(Target::Module(module)) => {
                let (name, above) = module.split_last().unwrap();
                self.enter(above, name, public);
            }
            None => panic!("{path:?} is not of this crate"),
        }
    }

    fn give(&mut self, file: &str, name: &str, public: &str) {
        let path = format!("{public}{name}");
        self.paths.entry((file.to_owned(), name.to_owned())).or_default().insert(path);
    }

    /// The shortest public path of the item that `name` refers to in `file`.
    fn path(&self, file: &str, name: &str) -> Option<&str> {
        let Some(Target::File(defined)) = self.imports.resolve(&module_of(file), &[name.to_owned()], 0)
        else {
            return None;
        };
        let paths = self.paths.get(&(defined.to_owned(), name.to_owned()))?;
        paths.iter().min_by_key(|path| path.len()).map(String::as_str)
    }

    /// The lines of the list in `docs/api.txt`.
    fn lines(&self) -> BTreeSet<String> {
        let mut lines = BTreeSet::new();
        for (file, parsed) in self.files.iter().filter(|(file, _)| *file != "proptest_config.rs") {
            for item in parsed.items.iter().filter(|item| !is_test(item)) {
                self.item(file, item, &mut lines);
            }
        }
        lines
    }

    /// Adds the items that a call of a macro defines. `with! { impl Options { fn with_field(field: Type); … } }`
    /// defines methods. A macro that defines an enum takes the first name of each row as a variant.
    fn call(&self, file: &str, call: &ItemMacro, lines: &mut BTreeSet<String>) {
        let Some(name) = call.mac.path.get_ident() else { return };
        let rows = call.mac.tokens.to_string();
        if name == "with" {
            // The methods are parsed as those of a trait, which need no body.
            let options: ItemTrait = syn::parse_str(&rows.replacen("impl", "trait", 1)).unwrap();
            let path = self.path(file, &options.ident.to_string()).unwrap();
            lines.extend(options.items.iter().map(|item| match item {
                TraitItem::Fn(method) => {
                    format!("{path}: {} -> Self", text(&method.sig).replacen('(', "(self, ", 1))
                }
                _ => panic!("`with!` defines methods only"),
            }));
        } else if let Some(path) =
            enum_by_macro(&self.files[file], name).and_then(|name| self.path(file, &name))
        {
            let tokens = Code::new(file, &rows).tokens;
            lines.extend(
                tokens
                    .split(|token| token == ";")
                    .filter_map(|row| Some(format!("{path}: {}", row.first()?))),
            );
        }
    }

    fn item(&self, file: &str, item: &Item, lines: &mut BTreeSet<String>) {
        if let Item::Macro(call) = item {
            self.call(file, call, lines);
            return;
        }
        if let Item::Impl(item) = item {
            let Type::Path(of) = &*item.self_ty else { return };
            let Some(path) = self.path(file, &of.path.segments[0].ident.to_string()) else { return };
            match &item.trait_ {
                Some((_, of, _)) => drop(lines.insert(format!("{path}: impl {}", text(of)))),
                None => lines
                    .extend(item.items.iter().filter_map(method).map(|method| format!("{path}: {method}"))),
            }
            return;
        }
        let Some(path) = name_of(item).and_then(|name| self.path(file, &name)) else { return };
        match item {
            Item::Fn(item) => lines.extend(signature(&item.sig).map(|of| format!("{path}: {of}"))),
            Item::Const(item) => drop(lines.insert(format!("{path}: const {}", text(&item.ty)))),
            Item::Static(item) => drop(lines.insert(format!("{path}: static {}", text(&item.ty)))),
            Item::Type(item) => drop(lines.insert(format!("{path}: type {}", text(&item.ty)))),
            Item::Struct(item) => {
                lines.insert(format!("{path}: struct{}{}", text(&item.generics), traits(&item.attrs)));
                lines.extend(fields(&item.fields, true).map(|field| format!("{path}: {field}")));
            }
            Item::Enum(item) => {
                lines.insert(format!("{path}: enum{}{}", text(&item.generics), traits(&item.attrs)));
                for variant in &item.variants {
                    let fields: Vec<_> = fields(&variant.fields, false).collect();
                    lines.insert(
                        format!("{path}: {} {}", variant.ident, fields.join(", ")).trim_end().to_owned(),
                    );
                }
            }
            Item::Trait(item) => {
                let supertraits = text(&item.supertraits);
                lines.insert(
                    format!("{path}: trait{} {supertraits}", text(&item.generics)).trim_end().to_owned(),
                );
                for of in &item.items {
                    if let TraitItem::Fn(method) = of {
                        lines.extend(signature(&method.sig).map(|method| format!("{path}: {method}")));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the name of the enum that the definition `macro_rules! name { … pub enum Enum … }` in `file` defines.
fn enum_by_macro(file: &File, name: &Ident) -> Option<String> {
    let definition = file.items.iter().find_map(|item| match item {
        Item::Macro(item) if item.ident.as_ref() == Some(name) => Some(item.mac.tokens.to_string()),
        _ => None,
    })?;
    Some(definition.split_once("pub enum ")?.1.split(' ').next()?.to_owned())
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Whether the documentation leaves the item out. Hidden items are public only for the other packages of this
/// project.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| text(&attribute.meta) == "doc(hidden)")
}

fn is_test(item: &Item) -> bool {
    matches!(item, Item::Mod(_)) || matches!(item, Item::Use(_))
}

/// The name of the item if the item is public.
fn name_of(item: &Item) -> Option<String> {
    let (visibility, name) = match item {
        Item::Const(item) => (&item.vis, &item.ident),
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Fn(item) => (&item.vis, &item.sig.ident),
        Item::Static(item) => (&item.vis, &item.ident),
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        _ => return None,
    };
    is_public(visibility).then(|| name.to_string())
}

/// The paths that a `use` declaration imports, each with the name that it has after the import.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let below = leaves(&path.tree).into_iter();
            below.map(|(below, name)| ([vec![path.ident.to_string()], below].concat(), name)).collect()
        }
        UseTree::Name(name) => vec![(vec![name.ident.to_string()], name.ident.to_string())],
        UseTree::Rename(name) => vec![(vec![name.ident.to_string()], name.rename.to_string())],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        UseTree::Glob(_) => panic!("a public glob import hides what it exports"),
    }
}

/// The signature of a function or constant in an `impl` if it is public.
fn method(item: &ImplItem) -> Option<String> {
    match item {
        ImplItem::Fn(method) if is_public(&method.vis) => signature(&method.sig),
        ImplItem::Const(item) if is_public(&item.vis) => {
            Some(format!("const {}: {}", item.ident, text(&item.ty)))
        }
        _ => None,
    }
}

fn signature(signature: &Signature) -> Option<String> {
    Some(text(signature))
}

fn fields(fields: &Fields, only_public: bool) -> impl Iterator<Item = String> {
    let shown = fields.iter().enumerate().filter(move |(_, field)| !only_public || is_public(&field.vis));
    shown.map(|(number, field)| {
        let name = field.ident.as_ref().map_or(number.to_string(), ToString::to_string);
        format!(".{name}: {}", text(&field.ty))
    })
}

/// The attributes `derive` and `non_exhaustive`, as text.
fn traits(attributes: &[Attribute]) -> String {
    let named =
        attributes.iter().filter(|of| of.path().is_ident("derive") || of.path().is_ident("non_exhaustive"));
    named.map(|attribute| format!(" {}", text(&attribute.meta))).collect()
}

/// The code on one line, without unnecessary spaces.
fn text(code: &impl ToTokens) -> String {
    let mut line = code.to_token_stream().to_string().replace("->", "\u{2192}").replace("=>", "\u{21D2}");
    for mark in ["::", "<", ">", "(", ")", "[", "]", ",", ":", ".", "&", "'", "?", "!"] {
        line = line.replace(&format!(" {mark}"), mark).replace(&format!("{mark} "), mark);
    }
    let line =
        line.replace("::", "\u{2237}").replace(',', ", ").replace(':', ": ").replace('\u{2192}', " -> ");
    line.replace('\u{2237}', "::")
        .replace("&", " &")
        .replace("( &", "(&")
        .replace("< &", "<&")
        .replace("  ", " ")
        .replace("  ", " ")
}

#[test]
fn the_public_interface_is_the_list() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = Library::read(&project.join("src"));
    let found: String = library.lines().iter().map(|line| format!("{line}\n")).collect();
    let list = project.join("docs/api.txt");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&list, found).unwrap();
        return;
    }
    let listed = fs::read_to_string(&list).unwrap();
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (listed.lines().collect(), found.lines().collect());
    let gone: Vec<_> = old.difference(&new).collect();
    let came: Vec<_> = new.difference(&old).collect();
    assert!(
        gone.is_empty() && came.is_empty(),
        "UPDATE_GOLDEN=1 writes docs/api.txt; gone: {gone:#?}, came: {came:#?}"
    );
}

/// Structs with public fields, and enums, that never grow, each with the reason.
const CLOSED: &[(&str, &str)] = &[
    ("charset::Malformed", "where, and of what kind; kinds may grow"),
    ("charset::Shift", "ISO/IEC 2022, RFC 1843 and RFC 2152"),
    ("charset::detect::Prior", "a hypothesis is a charset and a language"),
    ("edit::Segment", "kept or new"),
    ("selection::Days", "the first and the last"),
    ("Span", "from and to"),
];

#[test]
fn what_may_grow_is_non_exhaustive() {
    // `the_public_interface_is_the_list` compares this list with the code.
    let list = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/api.txt")).unwrap();
    let lines: Vec<(&str, &str)> = list.lines().filter_map(|line| line.split_once(": ")).collect();
    let has_fields = |path: &str| lines.iter().any(|(of, what)| *of == path && what.starts_with('.'));
    let closed = lines.iter().filter(|(path, what)| {
        let is_open = what.starts_with("enum") || what.starts_with("struct") && has_fields(path);
        is_open && !what.ends_with(" non_exhaustive")
    });
    let closed: BTreeSet<&str> = closed.map(|(path, _)| *path).collect();
    assert_eq!(closed, CLOSED.iter().map(|(path, _)| *path).collect());
}
