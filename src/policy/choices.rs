//! The choices that users make by name. This list serves the options of the program, and policies in C, Python and
//! JavaScript.
//!
//! A new choice needs an entry in this list, a field in [`Policy`], and code that obeys the field. Everywhere, the
//! charset of a text is found by the first of these that applies: proof (such as a byte order mark), the choice
//! `charset`, the choice `rules`, the label, other evidence, the choice `fallback-charset`.

use super::mistake::Mistake;
use super::{BodyForm, Doubtful, HeaderForm, Policy};
use crate::charset::Charset;
#[cfg(feature = "rules")]
use crate::rules::Rules;

/// A choice that users make by name.
///
/// ```
/// use mailutf::internal::choices;
/// use mailutf::policy::{BodyForm, Policy};
/// let mut policy = Policy::default();
/// choices::named("bodies").unwrap().choose(&mut policy, "base64").unwrap();
/// assert_eq!(policy.bodies, BodyForm::Base64);
/// let mistake = policy.choose("bodies", "base16").unwrap_err();
/// assert!(mistake.to_string().starts_with("bodies: unknown choice 'base16'; choose one of 'auto', "));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The name of the choice, in the form of an option: `fallback-charset`.
    pub name: &'static str,
    /// The concern of the choice.
    pub concern: Concern,
    /// The values that users can choose.
    pub values: Values,
    /// What the choice does, in a sentence.
    pub help: &'static str,
    /// Further explanations, in paragraphs. Empty if there are none.
    pub details: &'static str,
}

/// What a choice concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Concern {
    /// How text is read.
    Reading,
    /// Which text is changed.
    Changing,
    /// How changed text is written.
    Writing,
    /// How much is read.
    Limits,
}

/// The values that users can choose.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Values {
    /// On or off.
    Switch(Switch),
    /// One of these words.
    Words(&'static [Word]),
    /// The name of a charset for text without other evidence.
    Fallback,
    /// `DECLARED=REAL`: text with the label `DECLARED` is read in the charset `REAL`. The choice can be made once for
    /// each label.
    Overruling,
    /// Rules, in TOML.
    #[cfg(feature = "rules")]
    Rules,
    /// A number of octets.
    Octets,
}

/// A choice that is on or off.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Switch {
    /// The word that turns the choice on, and the word that turns it off, each with its meaning.
    pub words: [(&'static str, &'static str); 2],
    is_on: fn(&Policy) -> bool,
    set: fn(&mut Policy, bool),
}

/// A word that may be chosen.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// What the word means.
    pub help: &'static str,
    is_chosen: fn(&Policy) -> bool,
    choose: fn(&mut Policy),
}

/// The words for a switch that is off unless users choose it.
const YES_NO: [(&str, &str); 2] = [("yes", "On"), ("no", "Off")];

macro_rules! switch {
    ($field:ident, $words:expr) => {
        Values::Switch(Switch {
            words: $words,
            is_on: |policy| policy.$field,
            set: |policy, on| policy.$field = on,
        })
    };
}

macro_rules! words {
    ($field:ident: $($name:literal, $help:literal, $value:expr;)*) => {
        Values::Words(&[$(Word {
            name: $name,
            help: $help,
            is_chosen: |policy| policy.$field == $value,
            choose: |policy| policy.$field = $value,
        },)*])
    };
}

use Concern::{Changing, Limits, Reading, Writing};

/// All choices, in the order of the help.
static ALL: &[Choice] = &[
    Choice {
        name: "strict",
        concern: Reading,
        values: switch!(strict, YES_NO),
        help: "Take charset labels literally; never guess",
        details: "",
    },
    Choice {
        name: "charset",
        concern: Reading,
        values: Values::Overruling,
        help: "Read text labelled DECLARED as REAL, for mailers that name the wrong charset, as in \
               `iso-8859-1=windows-1251`",
        details: "Applies to bodies, encoded words and parameters. May be repeated. Each text that is read this way \
                  is reported as a finding. Valid UTF-8 that is labelled UTF-8 is still read as UTF-8. If DECLARED \
                  and REAL are the same, the option confirms the label: text that decodes in this charset is read in \
                  it, even if it looks like text in another charset.",
    },
    #[cfg(feature = "rules")]
    Choice {
        name: "rules",
        concern: Reading,
        values: Values::Rules,
        help: "Read text as the rules in this file say: by sender, mailing list, thread, date, label and digest",
        details: "`mailutf review` writes such a file, and docs/review.md describes it. --charset overrides \
                  rules, and a proven charset (such as valid UTF-8) overrides both. Each text to which a rule \
                  applies is reported as a finding; a rule that applied to no text is named at the end.",
    },
    Choice {
        name: "doubtful",
        concern: Reading,
        values: words! { doubtful:
            "keep", "Leave it unchanged and report it, with exit status 1", Doubtful::Keep;
            "label", "Read it as its label says, like all text that decodes in the charset of its label", Doubtful::Label;
            "evidence", "Read it in its very likely charset, and report each such text", Doubtful::Evidence;
        },
        help: "What to do with doubtful text: text whose letters form words only in another charset than that of \
               its label, or text that was garbled before it was stored",
        details: "",
    },
    Choice {
        name: "logical-order",
        concern: Reading,
        values: switch!(logical_order, YES_NO),
        help: "Put Hebrew that is in visual order in logical order",
        details: "Old mail stores each line of Hebrew as it is seen from left to right (RFC 1555), so that current \
                  programs show it backwards. The order is measured from the text itself, because much text in \
                  logical order is labelled as visual order. Numbers and Latin words keep their order.",
    },
    Choice {
        name: "fallback-charset",
        concern: Reading,
        values: Values::Fallback,
        help: "Charset of text and attachments without a usable label, if nothing else shows their charset",
        details: "",
    },
    Choice {
        name: "lossy",
        concern: Reading,
        values: switch!(lossy, YES_NO),
        help: "Replace ill-formed sequences by U+FFFD instead of leaving such text unchanged",
        details: "",
    },
    Choice {
        name: "attachments",
        concern: Changing,
        values: switch!(
            attachments,
            [("convert", "Convert by the charset label; never guess"), ("keep", "Leave unchanged")]
        ),
        help: "What to do with text attachments",
        details: "",
    },
    Choice {
        name: "keep-dkim",
        concern: Changing,
        values: switch!(keep_dkim, YES_NO),
        help: "Leave a message unchanged if its conversion would break a DKIM signature or an ARC seal",
        details: "",
    },
    Choice {
        name: "break-signatures",
        concern: Changing,
        values: switch!(break_signatures, YES_NO),
        help: "Also change signed parts, which breaks their signatures",
        details: "",
    },
    Choice {
        name: "headers",
        concern: Writing,
        values: words! { headers:
            "utf8", "Raw UTF-8 (RFC 6532)", HeaderForm::Utf8;
            "encoded", "Encoded words in UTF-8 (RFC 2047), so that headers are 7-bit", HeaderForm::Encoded;
            "keep", "Unchanged", HeaderForm::Keep;
        },
        help: "Form of text in headers",
        details: "",
    },
    Choice {
        name: "bodies",
        concern: Writing,
        values: words! { bodies:
            "auto", "8bit if it can carry the text, otherwise the smaller of quoted-printable and base64", BodyForm::Auto;
            "8bit", "8bit if it can carry the text", BodyForm::EightBit;
            "qp", "Quoted-printable", BodyForm::QuotedPrintable;
            "base64", "Base64", BodyForm::Base64;
            "keep", "Unchanged", BodyForm::Keep;
        },
        help: "Transfer encoding of changed text bodies",
        details: "",
    },
    Choice {
        name: "decode-all",
        concern: Writing,
        values: switch!(decode_all, YES_NO),
        help: "Also decode quoted-printable and base64 in text that is already UTF-8",
        details: "",
    },
    Choice {
        name: "limit-message",
        concern: Limits,
        values: Values::Octets,
        help: "Size of a message, decompressed",
        details: "",
    },
];

/// All choices, in the order of the help.
///
/// ```
/// use mailutf::internal::choices;
/// assert!(choices::all().any(|choice| choice.name == "fallback-charset"));
/// ```
pub fn all() -> impl Iterator<Item = &'static Choice> {
    ALL.iter()
}

/// The choice that is named `name`.
///
/// ```
/// use mailutf::internal::choices;
/// assert!(choices::named("lossy").is_some());
/// assert!(choices::named("lossless").is_none());
/// ```
pub fn named(name: &str) -> Option<&'static Choice> {
    all().find(|choice| choice.name == name)
}

impl Choice {
    /// Chooses `value` in `policy`.
    ///
    /// # Errors
    /// The choice has no such value. In this case, the policy is unchanged.
    pub fn choose(&self, policy: &mut Policy, value: &str) -> Result<(), Mistake> {
        let charset =
            |name: &str| Charset::for_name(name).ok_or_else(|| Mistake::UnknownCharset(name.to_owned()));
        match self.values {
            Values::Switch(switch) => {
                let position = switch.words.iter().position(|(word, _)| *word == value);
                let position = position.ok_or_else(|| self.no_value(value))?;
                (switch.set)(policy, position == 0);
            }
            Values::Words(words) => {
                let word = words.iter().find(|word| word.name == value);
                (word.ok_or_else(|| self.no_value(value))?.choose)(policy);
            }
            Values::Fallback => policy.fallback = Some(charset(value)?),
            Values::Overruling => {
                // A label can contain a `=`, but the name of a charset cannot. So the last `=` is the separator.
                let pair = value.rsplit_once('=').filter(|(declared, _)| !declared.trim().is_empty());
                let (declared, real) =
                    pair.ok_or_else(|| self.mistake("DECLARED=REAL is needed".to_owned()))?;
                policy.rules.overrule(declared.as_bytes(), charset(real)?);
            }
            #[cfg(feature = "rules")]
            Values::Rules => {
                let rules = Rules::parse(value).map_err(|mistakes| self.mistake(mistakes.to_string()))?;
                policy.rules = std::mem::take(&mut policy.rules).followed_by(rules);
            }
            Values::Octets => {
                let octets = value.parse();
                policy.limits.message =
                    octets.map_err(|_| self.mistake("a number of octets is needed".to_owned()))?;
            }
        }
        Ok(())
    }

    /// Turns the choice on or off.
    ///
    /// ```
    /// use mailutf::{internal::choices, policy::Policy};
    /// let mut policy = Policy::default();
    /// choices::named("attachments").unwrap().turn(&mut policy, false).unwrap();
    /// assert!(!policy.attachments);
    /// ```
    ///
    /// # Errors
    /// Fails if the choice is not a [`Values::Switch`].
    pub fn turn(&self, policy: &mut Policy, on: bool) -> Result<(), Mistake> {
        match self.values {
            Values::Switch(switch) => {
                (switch.set)(policy, on);
                Ok(())
            }
            _ => Err(self.no_value(if on { "true" } else { "false" })),
        }
    }

    /// Whether the choice is on in `policy`; `None` if the choice is not a [`Values::Switch`].
    pub fn is_on(&self, policy: &Policy) -> Option<bool> {
        match self.values {
            Values::Switch(switch) => Some((switch.is_on)(policy)),
            _ => None,
        }
    }

    /// The word that is chosen in `policy`, or the name of the chosen charset; `None` if no charset is chosen, or
    /// if the choice has other kinds of values.
    ///
    /// ```
    /// use mailutf::{internal::choices, policy::Policy};
    /// let policy = Policy::default();
    /// assert_eq!(choices::named("bodies").unwrap().chosen(&policy), Some("auto"));
    /// assert_eq!(choices::named("fallback-charset").unwrap().chosen(&policy), None);
    /// ```
    pub fn chosen(&self, policy: &Policy) -> Option<&'static str> {
        match self.values {
            Values::Switch(switch) => {
                let [(on, _), (off, _)] = switch.words;
                Some(if (switch.is_on)(policy) { on } else { off })
            }
            Values::Words(words) => words.iter().find(|word| (word.is_chosen)(policy)).map(|word| word.name),
            Values::Fallback => policy.fallback.map(Charset::name),
            #[cfg(feature = "rules")]
            Values::Rules => None,
            Values::Overruling | Values::Octets => None,
        }
    }

    fn no_value(&self, value: &str) -> Mistake {
        let values = match self.values {
            Values::Switch(switch) => switch.words.iter().map(|(word, _)| *word).collect(),
            Values::Words(words) => words.iter().map(|word| word.name).collect(),
            _ => Vec::new(),
        };
        Mistake::NoValue { choice: self.name, value: value.to_owned(), values }
    }

    fn mistake(&self, why: String) -> Mistake {
        Mistake::Form { choice: self.name, why }
    }
}

impl Policy {
    /// Sets the choice called `name` to `value`, like the option of the program with the same name. The names and their
    /// values:
    ///
    /// - `strict`: `yes`, `no`
    /// - `charset`: `DECLARED=REAL`
    /// - `rules`: the text of a rules file
    /// - `doubtful`: `keep`, `label`, `evidence`
    /// - `logical-order`: `yes`, `no`
    /// - `fallback-charset`: the name of a charset
    /// - `lossy`: `yes`, `no`
    /// - `attachments`: `convert`, `keep`
    /// - `keep-dkim`: `yes`, `no`
    /// - `break-signatures`: `yes`, `no`
    /// - `headers`: `utf8`, `encoded`, `keep`
    /// - `bodies`: `auto`, `8bit`, `qp`, `base64`, `keep`
    /// - `decode-all`: `yes`, `no`
    /// - `limit-message`: a number of octets
    ///
    /// ```
    /// use mailutf::Policy;
    /// let mut policy = Policy::default();
    /// policy.choose("charset", "iso-8859-1=windows-1251").unwrap();
    /// assert!(policy.choose("fallback-charset", "klingon").is_err());
    /// ```
    ///
    /// # Errors
    /// There is no such choice, or the choice has no such value. In this case, the policy is unchanged.
    pub fn choose(&mut self, name: &str, value: &str) -> Result<(), Mistake> {
        named(name).ok_or_else(|| Mistake::NoChoice(name.to_owned()))?.choose(self, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_of_choose_lists_the_table() {
        let listed = |choice: &Choice| {
            let quoted = |words: Vec<&str>| {
                words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
            };
            let values = match choice.values {
                Values::Switch(switch) => quoted(switch.words.iter().map(|(word, _)| *word).collect()),
                Values::Words(words) => quoted(words.iter().map(|word| word.name).collect()),
                Values::Fallback => "the name of a charset".into(),
                Values::Overruling => quoted(vec!["DECLARED=REAL"]),
                #[cfg(feature = "rules")]
                Values::Rules => "the text of a rules file".into(),
                Values::Octets => "a number of octets".into(),
            };
            format!("    /// - `{}`: {values}\n", choice.name)
        };
        let list: String = all().map(listed).collect();
        let list = list.split_inclusive('\n').filter(|line| !line.contains("- `rules`")).collect::<String>();
        let source = include_str!("choices.rs").replace("    /// - `rules`: the text of a rules file\n", "");
        assert!(source.contains(&list), "{list}");
    }

    /// Checks that each value of a choice changes only this choice. Without this test, nobody would notice a word
    /// that sets the field of another choice, or a value that is listed twice.
    #[test]
    fn what_is_chosen_is_chosen_alone() {
        for choice in all() {
            let words: Vec<&str> = match choice.values {
                Values::Switch(switch) => switch.words.iter().map(|(word, _)| *word).collect(),
                Values::Words(words) => words.iter().map(|word| word.name).collect(),
                _ => continue,
            };
            for word in words {
                let mut policy = Policy::default();
                choice.choose(&mut policy, word).unwrap();
                assert_eq!(choice.chosen(&policy), Some(word));
                let others = all().filter(|other| other.name != choice.name);
                others.for_each(|other| assert_eq!(other.chosen(&policy), other.chosen(&Policy::default())));
            }
        }
    }

    #[test]
    fn charsets_count_before_rules_in_any_order() {
        for names in [["charset", "rules"], ["rules", "charset"]] {
            let mut policy = Policy::default();
            for name in names {
                let value = match name {
                    "charset" => "iso-8859-1=koi8-r",
                    _ => "version = 1\n[[rule]]\nlabel = \"iso-8859-1\"\nread = \"windows-1251\"\n",
                };
                if named(name).is_some() {
                    policy.choose(name, value).unwrap();
                }
            }
            assert_eq!(policy.rules.charset(b"iso-8859-1").map(Charset::name), Some("KOI8-R"));
        }
    }
}
