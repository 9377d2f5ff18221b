//! The packages for Python and JavaScript declare the choices of a policy a second time, as types that editors
//! show. These types must have the names, words and defaults of the list in `src/policy/choices.rs`.
//! `capi/tests/header.rs` checks the declarations for C in the same way.

use mailutf::Policy;
use mailutf::internal::{Choice, Values, choices};
use std::fs;
use std::path::Path;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The part of `text` between `start` and the next `end`.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("{start} is missing"));
    rest.split_once(end).unwrap_or_else(|| panic!("{end} is missing")).0
}

/// Returns the name of a choice in another language, in which `join` makes each word after the first a part of
/// the name. In these languages, the choice of a charset for a label is a dictionary for all labels, so its name
/// is in the plural.
fn name(choice: &Choice, join: impl Fn(&str) -> String) -> String {
    let mut words = choice.name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    let name = words.fold(first, |name, word| name + &join(word));
    if matches!(choice.values, Values::Overruling) { name + "s" } else { name }
}

fn camel(word: &str) -> String {
    let (initial, rest) = word.split_at(1);
    initial.to_uppercase() + rest
}

/// The words that a caller can choose, each in quotation marks, or `None` if the choice has no fixed words.
fn words(choice: &Choice) -> Option<Vec<String>> {
    match choice.values {
        Values::Words(words) => Some(words.iter().map(|word| format!("\"{}\"", word.name)).collect()),
        _ => None,
    }
}

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

#[test]
fn keywords_of_python_are_the_choices() {
    let stub = read("python/python/mailutf/_mailutf.pyi");
    let class = between(&stub, "class Policy:\n", "@final");
    let keywords = between(class, "*,\n", ") -> Policy");
    let stated = keywords.lines().map(str::trim).filter(|line| !line.is_empty());
    // The type of a choice without words is not checked here.
    let stated = stated.map(|line| match line.split_once(": ") {
        Some((name, rest)) if rest.ends_with("= None,") => name.to_owned(),
        _ => line.to_owned(),
    });
    let policy = Policy::default();
    let expected = choices::all().map(|choice| {
        let name = name(choice, |word| format!("_{word}"));
        let default = choice.chosen(&policy).unwrap_or_default();
        match (choice.is_on(&policy), words(choice)) {
            (Some(true), _) => format!("{name}: bool = True,"),
            (Some(false), _) => format!("{name}: bool = False,"),
            (None, Some(words)) => format!("{name}: Literal[{}] = \"{default}\",", words.join(", ")),
            (None, None) => name,
        }
    });
    assert_eq!(sorted(stated.collect()), sorted(expected.collect()));
}

#[test]
fn properties_of_javascript_are_the_choices() {
    let types = read("web/src/index.d.ts");
    let interface = between(&types, "interface Choices {\n", "\n}");
    let stated = interface.lines().filter_map(|line| line.trim().strip_prefix("readonly "));
    let stated = stated.map(|line| match line.split_once("?: ") {
        Some((_, rest)) if rest == "boolean;" || rest.starts_with('"') => line.to_owned(),
        Some((name, _)) => name.to_owned(),
        None => line.to_owned(),
    });
    let expected = choices::all().map(|choice| {
        let name = name(choice, camel);
        match (choice.values, words(choice)) {
            (Values::Switch(_), _) => format!("{name}?: boolean;"),
            (_, Some(words)) => format!("{name}?: {};", words.join(" | ")),
            (_, None) => name,
        }
    });
    assert_eq!(sorted(stated.collect()), sorted(expected.collect()));
}

#[test]
fn javascript_takes_each_choice() {
    let source = read("web/src/policy.js");
    let listed = |list: &str| {
        let names = between(&source, &format!("const {list} = ["), "]").split(", ");
        sorted(names.map(|name| name.trim_matches('"').to_owned()).collect())
    };
    let (switches, others): (Vec<&Choice>, Vec<&Choice>) =
        choices::all().partition(|choice| matches!(choice.values, Values::Switch(_)));
    let named =
        |choices: Vec<&Choice>| sorted(choices.into_iter().map(|choice| name(choice, camel)).collect());
    assert_eq!(listed("SWITCHES"), named(switches));
    // The script handles `charsets` separately.
    let others = named(others).into_iter().filter(|name| name != "charsets").collect::<Vec<_>>();
    assert_eq!(listed("WORDS"), others);
    assert!(source.contains("name === \"charsets\""));
}
