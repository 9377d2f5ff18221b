//! Reads policies that JavaScript passes as a list of names and values.

use crate::exchange::{Failure, Status, arguments, done, ended};
use mailutf::Policy;
use mailutf::charset::Charset;
use mailutf::internal::{Values, choices};
use mailutf::policy::Mistake;

/// Checks that a policy (the only argument) is valid.
#[unsafe(no_mangle)]
pub extern "C" fn policy_check() -> Status {
    let [choices] = arguments();
    match policy(&choices) {
        Ok(_) => done([]),
        Err(failure) => ended::<0>(Err(failure)),
    }
}

/// Returns the policy with the given choices. In `choices`, each name is followed by NUL, the value, and another NUL.
/// If `choices` is empty, the result is the default policy.
pub(crate) fn policy(choices: &[u8]) -> Result<Policy, Failure> {
    let mut policy = Policy::default();
    let text = std::str::from_utf8(choices).map_err(|_| invalid("policy", "no text"))?;
    let mut values = text.split_terminator('\0');
    while let Some(name) = values.next() {
        let value = values.next().ok_or_else(|| invalid(name, "no value"))?;
        choose(&mut policy, name, value)?;
    }
    Ok(policy)
}

/// Returns the policy for text that is shown to a person, who sees whether a guess is right. So a doubtful label is
/// overruled by the evidence, unless the caller made another choice.
pub(crate) fn for_display(choices: &[u8]) -> Result<Policy, Failure> {
    policy(choices).map(Policy::shown)
}

/// Sets the choice called `name` in a policy. `name` is written as in JavaScript, such as `fallbackCharset`.
fn choose(policy: &mut Policy, name: &str, value: &str) -> Result<(), Failure> {
    let choice = choices::all().find(|choice| in_one_word(choice.name) == name);
    let choice = choice.ok_or_else(|| Failure::new("choice", format!("there is no choice `{name}`")))?;
    let made = match (choice.values, value) {
        (Values::Switch(_), "true" | "false") => choice.turn(policy, value == "true"),
        _ => choice.choose(policy, value),
    };
    made.map_err(|mistake| match mistake {
        Mistake::UnknownCharset(name) => unknown(&name),
        mistake => Failure::new("choice", mistake.to_string().replacen(choice.name, name, 1)),
    })
}

/// Converts a name such as `fallback-charset` to one word, `fallbackCharset`.
fn in_one_word(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(word.len().min(1));
        name + &initial.to_ascii_uppercase() + rest
    })
}

/// Returns the charset of a label.
pub(crate) fn charset(label: &str) -> Result<Charset, Failure> {
    Charset::for_name(label).ok_or_else(|| unknown(label))
}

/// Returns the error for a label that names no charset.
pub(crate) fn unknown(label: &str) -> Failure {
    Failure::new("charset", format!("unknown charset: {label}"))
}

fn invalid(name: &str, why: &str) -> Failure {
    Failure::new("choice", format!("{name}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailutf::policy::HeaderForm;

    #[test]
    fn choices_are_made_and_mistakes_are_named() {
        let choices = b"headers\0encoded\0charset\0iso-8859-1=koi8-r\0lossy\0true\0limitMessage\x007\0";
        let read = policy(choices).unwrap();
        assert_eq!((read.headers, read.lossy, read.limits.message), (HeaderForm::Encoded, true, 7));
        assert_eq!(read.rules.charset(b"latin1"), Charset::for_label(b"koi8-r"));
        for (wrong, said) in [
            (
                &b"headers\0utf9\0"[..],
                "headers: unknown choice 'utf9'; choose one of 'utf8', 'encoded', 'keep'",
            ),
            (b"header\0utf8\0", "there is no choice `header`"),
            (b"fallbackCharset\0klingon\0", "unknown charset: klingon"),
            (b"limitMessage\0-1\0", "limitMessage: a number of octets is needed"),
        ] {
            assert_eq!(policy(wrong).unwrap_err().message, said);
        }
        assert!(policy(b"rules\0version = 2\0").unwrap_err().message.starts_with("rules: "));
    }
}
