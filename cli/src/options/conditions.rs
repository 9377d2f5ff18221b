//! Options that select messages by conditions on their headers and texts.

use crate::search::{self, PatternOptions, Scope, SearchedText};
use mailutf::Policy;
use mailutf::message::Message;
use mailutf::selection::{Day, Days, Pattern, Predicate, Selection};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Conditions on messages, all of which must hold.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct ConditionArgs {
    /// Only mail from this address. A `*` stands for any characters, as in `*@example.org`, and `\*` for an asterisk.
    ///
    /// The pattern is compared with the address of the first author in From, or else with the address in Sender,
    /// without the name and without regard to case. A `*`, `<` or backslash in the address itself needs a backslash
    /// before it. The option may be repeated: one of the addresses must match.
    #[arg(long, value_name = "ADDRESS", value_parser = pattern)]
    from: Vec<Pattern>,

    /// Only mail of the mailing list with this List-Id, such as `cats.example.org`; `*` stands for any characters, and `\*`
    /// for an asterisk. May be repeated.
    #[arg(long, value_name = "ID", value_parser = pattern)]
    list_id: Vec<Pattern>,

    /// Only mail of this day or later: a day, a month or a year, such as 2003-05-17, 2003-05 or 2003. A month or a year
    /// stands for its first day.
    ///
    /// The day of a message is the day that its Date field shows, in the time zone of this field. Messages without a
    /// readable date are left out, and their number is printed at the end.
    #[arg(long, value_name = "DATE", value_parser = first_day)]
    since: Option<Day>,

    /// Only mail of this day or earlier: a day, a month or a year. A month or a year stands for its last day.
    #[arg(long, value_name = "DATE", value_parser = last_day)]
    until: Option<Day>,

    /// Only the message with this Message-ID; `*` stands for any characters, and `\*` for an asterisk. May be repeated.
    #[arg(long, value_name = "ID", value_parser = pattern)]
    message_id: Vec<Pattern>,

    /// Only mail with a line of text that matches this regular expression, as `mailutf grep` finds it.
    ///
    /// Header fields, texts and file names are decoded and searched. The other conditions read only the header. This
    /// condition reads the whole of each message that the other conditions select.
    #[arg(long = "match", value_name = "PATTERN", value_parser = regular_expression)]
    matching: Option<search::Pattern>,
}

impl ConditionArgs {
    /// Returns the selection of messages that these options describe. Texts that must be searched are decoded by
    /// `policy`.
    pub(crate) fn selection(&self, policy: &Policy) -> Selection {
        let matching = self.matching.clone().map(|pattern| {
            let policy = policy.clone();
            Predicate::of_stored(move |octets, file| {
                let policy = file.map_or(Cow::Borrowed(&policy), |file| policy.at(file));
                let message = Message::parse_with(octets, &policy);
                let matches = |text: SearchedText<'_>| match pattern.matches_in(text.text) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                Scope::default().search(&message, matches).1.is_some()
            })
        });
        let all = Days::default();
        let days = Days { first: self.since.unwrap_or(all.first), last: self.until.unwrap_or(all.last) };
        Selection::default()
            .with_from(self.from.clone())
            .with_list_id(self.list_id.clone())
            .with_message_id(self.message_id.clone())
            .with_predicate(matching)
            .with_dates((self.since.is_some() || self.until.is_some()).then_some(days))
    }

    /// Describes the first contradiction between these options, if there is any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let (since, until) = self.since.zip(self.until)?;
        (until < since)
            .then(|| format!("--until {until} is before --since {since}, so that no message can be selected"))
    }
}

fn pattern(text: &str) -> Result<Pattern, &'static str> {
    match text.trim().is_empty() {
        true => Err("expected an address or identifier; `*` stands for any characters"),
        false => Ok(Pattern::new(text)),
    }
}

fn regular_expression(text: &str) -> Result<search::Pattern, String> {
    search::Pattern::new(text, PatternOptions::default())
}

fn first_day(text: &str) -> Result<Day, String> {
    days(text).map(|days| days.first)
}

fn last_day(text: &str) -> Result<Day, String> {
    days(text).map(|days| days.last)
}

fn days(text: &str) -> Result<Days, String> {
    let why = || "expected a day, a month or a year, such as 2003-05-17, 2003-05 or 2003".to_owned();
    if text.contains('/') { Err(why()) } else { text.parse().map_err(|_| why()) }
}
