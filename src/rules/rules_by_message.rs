//! The rules for the texts of a message, and for the texts of the messages that it encloses.

use super::message_rules::MessageRules;
use super::rule_list::Rules;
use crate::learn::Group;
use crate::selection::Subject;
use crate::structure::Structure;
use std::iter;

/// The rules for a message and for the messages that it encloses.
#[derive(Clone, Debug, Default)]
pub(crate) struct RulesByMessage {
    /// The rules for each message, with the index of the part whose header is the header of the message.
    messages: Vec<(usize, MessageRules)>,
}

impl RulesByMessage {
    /// Returns the rules for the message in `input`, which is stored as `stored`.
    pub(crate) fn of(rules: &Rules, stored: &[u8], input: &[u8], structure: &Structure) -> Self {
        if rules.is_empty() {
            return Self::default();
        }
        let Some(root) = structure.parts.first().filter(|_| !rules.are_general()) else {
            let general = rules.general().clone();
            general.are_met();
            return Self { messages: vec![(0, general)] };
        };
        let outermost = rules.subject(input, &root.header).stored_as(stored);
        let list = |subject: &Subject<'_>| subject.name(Group::List).map(<[u8]>::to_vec);
        let mut found = Self { messages: vec![(0, rules.of(&outermost))] };
        let mut lists = vec![list(&outermost)];
        for (index, part) in structure.parts.iter().enumerate() {
            let Some(around) = part.parent.filter(|_| structure.is_message(part)) else { continue };
            let around = lists.get(found.index_of(structure, around)).and_then(|list| list.as_deref());
            let subject = Subject::enclosed(&outermost, &part.header, around);
            let (decided, list) = (rules.of(&subject), list(&subject));
            found.messages.push((index, decided));
            lists.push(list);
        }
        found.messages.iter().for_each(|(_, decided)| decided.are_met());
        found
    }

    /// Returns `rules` for the message that part `part` encloses, if that message is read by itself.
    pub(crate) fn of_enclosed(
        rules: &Rules,
        stored: &[u8],
        input: &[u8],
        structure: &Structure,
        part: usize,
    ) -> Rules {
        let Some(root) = structure.parts.first().filter(|_| !rules.are_general()) else {
            return rules.clone();
        };
        let outermost = rules.subject(input, &root.header).stored_as(stored);
        let around = iter::successors(structure.parts.get(part), |part| structure.parts.get(part.parent?))
            .filter(|part| structure.is_message(part))
            .map(|part| Subject::enclosed(&outermost, &part.header, None))
            .find(|message| message.name(Group::List).is_some());
        rules.within(around.as_ref().unwrap_or(&outermost))
    }

    /// Returns the rules for the texts of part `part`.
    pub(crate) fn of_part(&self, structure: &Structure, part: usize) -> &MessageRules {
        let found = self.messages.get(self.index_of(structure, part));
        found.map_or(MessageRules::NONE, |(_, decided)| decided)
    }

    /// Whether one of the rules undoes wrong decodings.
    pub(crate) fn undo(&self) -> bool {
        self.messages.iter().any(|(_, decided)| decided.0.iter().any(|rule| rule.undoes()))
    }

    /// Returns the index, in `messages`, of the message that contains part `part`. The number of steps is at most the
    /// depth of the part.
    fn index_of(&self, structure: &Structure, part: usize) -> usize {
        let mut at = Some(part);
        while let Some(index) = at.filter(|_| self.messages.len() > 1) {
            if let Ok(found) = self.messages.binary_search_by_key(&index, |(part, _)| *part) {
                return found;
            }
            at = structure.parts.get(index).and_then(|part| part.parent);
        }
        0
    }
}
