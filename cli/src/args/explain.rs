//! `mailutf explain`.

use super::completed::completed;
use super::nearest::nearest;
use clap::builder::PossibleValue;
use mailutf::Code;

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The code of a finding, as `inspect`, `check` and `normalize` print it; without one, all codes are listed.
    #[arg(value_parser = completed(code, codes), hide_possible_values = true)]
    pub(crate) code: Option<Code>,
}

fn codes() -> Vec<PossibleValue> {
    Code::ALL.iter().map(|code| PossibleValue::new(code.as_str()).help(code.meaning())).collect()
}

fn code(name: &str) -> Result<Code, String> {
    let known = Code::ALL.iter().find(|code| code.as_str().eq_ignore_ascii_case(name)).copied();
    known.ok_or_else(|| {
        let advice = "`mailutf explain` lists all of them";
        match nearest(name, Code::ALL.iter().map(|code| code.as_str())) {
            Some(nearest) => format!("unknown code; did you mean `{nearest}`? ({advice})"),
            None => format!("unknown code ({advice})"),
        }
    })
}
