//! Options for the choices that a policy makes. They are generated from the library's list of choices.

use super::names::{Completed, charset, charsets};
use super::rules::rules_at;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, ValueHint};
use mailutf::charset::Charset;
use mailutf::internal::{Choice, Concern, Values, choices};
use mailutf::policy::Policy;
use mailutf::rules::Rules;
use std::marker::PhantomData;

/// The options of one group, as given on the command line.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceArgs<G> {
    /// The choices that take one word, each with the word that was given.
    words: Vec<(&'static Choice, String)>,
    /// The labels that --charset overrules, each with the charset in which texts with this label are read.
    pub(super) overruled: Vec<(String, Charset)>,
    /// The rules in the file that --rules names.
    pub(super) rules: Rules,
    group: PhantomData<G>,
}

/// A group of choices, which has its own heading in the help.
pub(crate) trait Group {
    const CONCERN: Concern;
    const HEADING: &'static str;
    /// The word that stands for a value in the help.
    const VALUE: &'static str;
}

/// The choices that say how text is read.
#[derive(Clone, Debug)]
pub(crate) enum Reading {}

/// The choices that say which text is changed.
#[derive(Clone, Debug)]
pub(crate) enum Changing {}

/// The choices that say how changed text is written.
#[derive(Clone, Debug)]
pub(crate) enum Writing {}

impl Group for Reading {
    const CONCERN: Concern = Concern::Reading;
    const HEADING: &'static str = "Charsets";
    const VALUE: &'static str = "WHAT";
}

impl Group for Changing {
    const CONCERN: Concern = Concern::Changing;
    const HEADING: &'static str = "Conversion";
    const VALUE: &'static str = "WHAT";
}

impl Group for Writing {
    const CONCERN: Concern = Concern::Writing;
    const HEADING: &'static str = "Conversion";
    const VALUE: &'static str = "FORM";
}

impl<G> ChoiceArgs<G> {
    /// Returns `policy` with the choices that were given on the command line.
    pub(super) fn applied_to(&self, mut policy: Policy) -> Policy {
        policy.rules = std::mem::take(&mut policy.rules).followed_by(self.rules.clone());
        for (declared, real) in &self.overruled {
            policy.rules.overrule(declared.as_bytes(), *real);
        }
        for (choice, word) in &self.words {
            // Choosing cannot fail, because the parser of the command line has accepted the word.
            let chosen = choice.choose(&mut policy, word);
            debug_assert_eq!(chosen, Ok(()));
        }
        policy
    }
}

impl<G: Group> Args for ChoiceArgs<G> {
    fn augment_args(command: Command) -> Command {
        let choices = choices::all().filter(|choice| choice.concern == G::CONCERN);
        command.args(choices.map(|choice| argument(choice, G::VALUE).help_heading(G::HEADING)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: Group> FromArgMatches for ChoiceArgs<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given =
            Self { words: Vec::new(), overruled: Vec::new(), rules: Rules::default(), group: PhantomData };
        given.update_from_arg_matches(matches)?;
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for choice in choices::all().filter(|choice| choice.concern == G::CONCERN) {
            let name = choice.name;
            match choice.values {
                Values::Switch(switch) if is_flag(choice) => {
                    let [(on, _), _] = switch.words;
                    self.words.extend(matches.get_flag(name).then(|| (choice, on.to_owned())));
                }
                Values::Overruling => {
                    let given = matches.get_many::<(String, Charset)>(name);
                    self.overruled = given.into_iter().flatten().cloned().collect();
                }
                Values::Rules => self.rules = matches.get_one::<Rules>(name).cloned().unwrap_or_default(),
                _ => {
                    let word = matches.get_one::<String>(name);
                    self.words.extend(word.map(|word| (choice, word.clone())));
                }
            }
        }
        Ok(())
    }
}

/// Whether the option of the choice takes no value and turns the choice on. Choices that are off by default have
/// such an option.
fn is_flag(choice: &Choice) -> bool {
    choice.is_on(&Policy::default()) == Some(false)
}

fn argument(choice: &'static Choice, value: &'static str) -> Arg {
    let argument = Arg::new(choice.name).long(choice.name).help(choice.help);
    let argument = match choice.details {
        "" => argument,
        details => argument.long_help(format!("{}.\n\n{details}", choice.help)),
    };
    let words = |words: Vec<(&'static str, &'static str)>| {
        let words = words.into_iter().map(|(word, help)| PossibleValue::new(word).help(help));
        PossibleValuesParser::new(words)
    };
    let one_of = |argument: Arg, names| {
        let argument = argument.value_parser(words(names)).value_name(value);
        match choice.chosen(&Policy::default()) {
            Some(usual) => argument.default_value(usual),
            None => argument,
        }
    };
    match choice.values {
        Values::Switch(_) if is_flag(choice) => argument.action(ArgAction::SetTrue),
        Values::Switch(switch) => one_of(argument, switch.words.to_vec()),
        Values::Words(words) => one_of(argument, words.iter().map(|word| (word.name, word.help)).collect()),
        Values::Fallback => argument
            .value_parser(Completed(fallback, charsets))
            .value_name("CHARSET")
            .hide_possible_values(true),
        Values::Overruling => {
            argument.value_parser(overruled).value_name("DECLARED=REAL").action(ArgAction::Append)
        }
        Values::Rules => argument
            .value_parser(PathBufValueParser::new().try_map(rules_at))
            .value_name("FILE")
            .value_hint(ValueHint::FilePath),
        _ => argument,
    }
}

/// Checks the name of a charset, and returns the name unchanged.
fn fallback(name: &str) -> Result<String, String> {
    charset(name).map(|_| name.to_owned())
}

/// Parses DECLARED=REAL: a label, and the charset of the text with this label.
fn overruled(text: &str) -> Result<(String, Charset), String> {
    let example = |real: &str| {
        format!(
            "write the wrong label before the charset, as in iso-8859-1={real}; `mailutf inspect` shows the \
             labels"
        )
    };
    match text.split_once('=') {
        None => charset(text).and_then(|_| Err(example(text))),
        Some((declared, _)) if declared.trim().is_empty() => {
            Err("no label before the `=`; for text without a label use --fallback-charset".to_owned())
        }
        Some((declared, real)) => Ok((declared.to_owned(), charset(real)?.usual)),
    }
}
