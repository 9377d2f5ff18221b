//! Options for the form in which text is written in converted messages.

use super::choices::{ChoiceArgs, Writing};
use mailutf::internal::choices;
use mailutf::policy::{BodyForm, Policy};

#[derive(Debug, clap::Args)]
pub(crate) struct FormArgs {
    #[command(flatten)]
    choices: ChoiceArgs<Writing>,
}

impl FormArgs {
    /// Returns `policy` with these forms.
    pub(crate) fn applied_to(&self, policy: Policy) -> Policy {
        self.choices.applied_to(policy)
    }

    /// Describes the first contradiction between these options, if there is any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let policy = self.choices.applied_to(Policy::default());
        let decodes = matches!(policy.bodies, BodyForm::Auto | BodyForm::EightBit);
        let form = choices::named("bodies")?.chosen(&policy).filter(|_| policy.decode_all && !decodes)?;
        Some(format!(
            "--decode-all contradicts --bodies {form}: --decode-all removes transfer encodings, and --bodies {form} \
             writes or keeps them"
        ))
    }
}
