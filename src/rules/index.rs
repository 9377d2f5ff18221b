//! Finds the rules that could apply to a message. These are the rules that name its sender, list or thread, and the
//! rules that name no sender, list or thread. An archive can have thousands of rules, nearly all of them for one
//! sender each. To avoid a test of each rule, the rules are found in a hash map. So the cost for a message is one
//! lookup for each of its three names, and linear time in the number of rules that are found.

use super::rule::Rule;
use crate::learn::Group;
use crate::selection::{Pattern, Subject};
use std::collections::HashMap;
use std::sync::Arc;

/// The positions of rules in the list of all rules.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The positions of the rules that name a sender, a list or a thread without `*`. The keys are these names.
    named: HashMap<(Group, Vec<u8>), Vec<usize>>,
    /// The positions of all other rules.
    others: Vec<usize>,
}

impl Index {
    pub(super) fn of(rules: &[Arc<Rule>]) -> Self {
        let mut index = Self::default();
        for (position, rule) in rules.iter().enumerate() {
            match names(rule) {
                Some((group, names)) => {
                    for name in names {
                        index.named.entry((group, name.to_vec())).or_default().push(position);
                    }
                }
                None => index.others.push(position),
            }
        }
        index
    }

    /// Returns the positions of the rules that could apply to a message, in order.
    pub(super) fn candidates(&self, subject: &Subject<'_>) -> Vec<usize> {
        let mut found = self.others.clone();
        if !self.named.is_empty() {
            for group in [Group::Sender, Group::List, Group::Thread] {
                let name = subject.name(group).map(|name| (group, name.to_vec()));
                found.extend(name.and_then(|name| self.named.get(&name)).into_iter().flatten());
            }
            found.sort_unstable();
            // A rule can have two equal patterns, so its position can be found twice.
            found.dedup();
        }
        found
    }
}

/// Returns the names in one condition of a rule: its senders, its lists or its threads. The rule applies only to
/// messages with one of these names. Returns `None` if each of the three conditions either has no names or has a
/// name with a `*`.
fn names(rule: &Rule) -> Option<(Group, Vec<&[u8]>)> {
    let selection = &rule.selection;
    let conditions = [
        (Group::Sender, &selection.from),
        (Group::List, &selection.list_id),
        (Group::Thread, &selection.thread),
    ];
    conditions.into_iter().find_map(|(group, patterns)| {
        let names = patterns.iter().map(Pattern::literal).collect::<Option<Vec<_>>>()?;
        (!names.is_empty()).then_some((group, names))
    })
}
