//! The choices of a `Policy` of JavaScript.

use crate::exchange::{Failure, Status, arguments, done, ended};
use mailutf::charset::Charset;
use mailutf::policy::{BodyForm, Doubtful, HeaderForm};
use mailutf::rules::Rules;
use mailutf::{Limits, Policy};

/// Checks a policy (argument 0).
#[unsafe(no_mangle)]
pub extern "C" fn policy_check() -> Status {
    let [choices] = arguments();
    match policy(&choices) {
        Ok(_) => done([]),
        Err(failure) => ended::<0>(Err(failure)),
    }
}

/// The policy with these choices: names and values in turn, each followed by NUL. No choices are the default ones.
pub(crate) fn policy(choices: &[u8]) -> Result<Policy, Failure> {
    let mut policy = Policy::default();
    let text = std::str::from_utf8(choices).map_err(|_| invalid("policy", "no text"))?;
    let mut values = text.split_terminator('\0');
    while let Some(name) = values.next() {
        let value = values.next().ok_or_else(|| invalid(name, "no value"))?;
        policy = with(policy, name, value)?;
    }
    Ok(policy)
}

/// The policy for text that is shown: a person sees whether a guess is right, so that text with a doubtful label is read by the
/// evidence, unless another choice was made.
pub(crate) fn for_display(choices: &[u8]) -> Result<Policy, Failure> {
    policy(choices).map(Policy::shown)
}

fn with(mut policy: Policy, name: &str, value: &str) -> Result<Policy, Failure> {
    Ok(match name {
        "headers" => policy.with_headers(one_of(
            name,
            value,
            &[("utf8", HeaderForm::Utf8), ("encoded", HeaderForm::Encoded), ("keep", HeaderForm::Keep)],
        )?),
        "bodies" => policy.with_bodies(one_of(
            name,
            value,
            &[
                ("auto", BodyForm::Auto),
                ("8bit", BodyForm::EightBit),
                ("qp", BodyForm::QuotedPrintable),
                ("base64", BodyForm::Base64),
                ("keep", BodyForm::Keep),
            ],
        )?),
        "doubtful" => policy.with_doubtful(one_of(
            name,
            value,
            &[("keep", Doubtful::Keep), ("label", Doubtful::Label), ("evidence", Doubtful::Evidence)],
        )?),
        "attachments" => policy.with_attachments(switch(name, value)?),
        "decodeAll" => policy.with_decode_all(switch(name, value)?),
        "keepDkim" => policy.with_keep_dkim(switch(name, value)?),
        "breakSignatures" => policy.with_break_signatures(switch(name, value)?),
        "strict" => policy.with_strict(switch(name, value)?),
        "lossy" => policy.with_lossy(switch(name, value)?),
        "logicalOrder" => policy.with_logical_order(switch(name, value)?),
        "fallbackCharset" => policy.with_fallback(Some(charset(value)?)),
        "charset" => {
            let (declared, real) = value.rsplit_once('=').ok_or_else(|| invalid("charsets", value))?;
            policy.rules.overrule(declared.as_bytes(), charset(real)?);
            policy
        }
        "rules" => {
            let rules = Rules::parse(value).map_err(|mistakes| invalid("rules", &mistakes.to_string()))?;
            let rules = std::mem::take(&mut policy.rules).followed_by(rules);
            policy.with_rules(rules)
        }
        "limitMessage" => {
            let octets = value.parse().map_err(|_| invalid(name, "a number of octets is not negative"))?;
            policy.with_limits(Limits::default().with_message(octets))
        }
        _ => return Err(Failure::new("choice", format!("there is no choice `{name}`"))),
    })
}

/// The charset of a label.
pub(crate) fn charset(label: &str) -> Result<Charset, Failure> {
    Charset::for_label(label.as_bytes()).ok_or_else(|| unknown(label))
}

/// The error for a label that names no charset.
pub(crate) fn unknown(label: &str) -> Failure {
    Failure::new("charset", format!("unknown charset: {label}"))
}

fn invalid(name: &str, why: &str) -> Failure {
    Failure::new("choice", format!("{name}: {why}"))
}

fn switch(name: &str, value: &str) -> Result<bool, Failure> {
    one_of(name, value, &[("true", true), ("false", false)])
}

fn one_of<T: Copy>(name: &str, wanted: &str, choices: &[(&str, T)]) -> Result<T, Failure> {
    let found = choices.iter().find(|(choice, _)| *choice == wanted).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let all: Vec<String> = choices.iter().map(|(choice, _)| format!("'{choice}'")).collect();
        invalid(name, &format!("unknown choice '{wanted}'; choose one of {}", all.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            (b"lossy\0yes\0", "lossy: unknown choice 'yes'; choose one of 'true', 'false'"),
        ] {
            assert_eq!(policy(wrong).unwrap_err().message, said);
        }
        assert!(policy(b"rules\0version = 2\0").unwrap_err().message.starts_with("rules: "));
    }
}
