//! One rule.

use super::charsets::Charsets;
use super::label::LabelCondition;
use super::undo::Undo;
use crate::finding::RulePlace;
use crate::selection::{Selected, Selection, Subject};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A rule: the texts to which it applies, and how these texts are read.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// Where the rule is; `None` for a rule of the caller.
    pub(crate) place: Option<RulePlace>,
    pub(super) selection: Selection,
    pub(super) labels: Vec<LabelCondition>,
    pub(crate) read: Read,
    /// The wrong decodings that are undone in the text after it was read.
    pub(crate) undo: Undo,
    /// Whether the rule has applied to some text. This flag has no effect on how texts are read.
    used: Arc<AtomicBool>,
    /// Whether a rule of the caller has been applied instead of this rule.
    overridden: Arc<AtomicBool>,
}

/// How text is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// The text is read in this charset. If there are several charsets, the text is read in the charset in which its
    /// letters are likeliest.
    In(Charsets),
    /// The text is read in the charset of its label. Unlikely letters do not refute the label, but proof (such as
    /// escape sequences) does.
    Label,
    /// The text is read in the likely charset, as with [`Doubtful::Evidence`](crate::policy::Doubtful::Evidence).
    Evidence,
    /// The text is left unchanged.
    Leave,
    /// The text is read as if there were no rule, and then the rule undoes wrong decodings. There is one difference:
    /// unlikely letters do not refute the label.
    Default,
}

impl Rule {
    pub(super) fn new(
        line: Option<u32>,
        selection: Selection,
        labels: Vec<LabelCondition>,
        read: Read,
        undo: Undo,
    ) -> Self {
        Self {
            place: line.map(|line| RulePlace::new(None, line)),
            selection,
            labels,
            read,
            undo,
            used: Arc::default(),
            overridden: Arc::default(),
        }
    }

    /// The line of the rule in its file; `None` for a rule of the caller.
    pub(super) fn line(&self) -> Option<u32> {
        self.place.as_ref().map(RulePlace::line)
    }

    /// Returns this rule as a rule of the file `name`, unless it is known to be of another file. If one of the two is
    /// used, the other one counts as used, too.
    pub(super) fn of_file(&self, name: &str) -> Self {
        let named =
            |place: &RulePlace| RulePlace::new(Some(place.file().unwrap_or(name).to_owned()), place.line());
        Self { place: self.place.as_ref().map(named), ..self.clone() }
    }

    pub(super) fn is_for(&self, subject: &Subject<'_>) -> bool {
        self.selection.is_everything() || self.selection.of_subject(subject) == Selected::Yes
    }

    /// Whether the rule applies to text under `label`. A rule without conditions on the label applies to all text.
    pub(crate) fn is_for_label(&self, label: Option<&[u8]>) -> bool {
        self.labels.is_empty() || self.labels.iter().any(|condition| condition.holds(label))
    }

    pub(super) fn is_for_all_labels(&self) -> bool {
        self.labels.is_empty() || self.labels.contains(&LabelCondition::Any)
    }

    /// Whether the rule undoes wrong decodings.
    pub(crate) fn undoes(&self) -> bool {
        !self.undo.pairs.is_empty()
    }

    /// Whether the rule selects messages by their digests. Such a rule undoes wrong decodings even if the letters do
    /// not confirm it, because no converted message has the digest: nothing is undone twice.
    pub(crate) fn has_digests(&self) -> bool {
        self.selection.has_digests()
    }

    /// Whether the rule says how single messages are read: in the charset of the label, or in one that it names. The
    /// owner has looked at these messages, so such a rule overrules proof.
    pub(crate) fn overrules_proof(&self) -> bool {
        let charset = match &self.read {
            Read::Label => true,
            Read::In(charsets) => charsets.only().is_some(),
            Read::Evidence | Read::Leave | Read::Default => false,
        };
        charset && self.selection.names_messages()
    }

    pub(super) fn set_used(&self) {
        if !self.is_used() {
            self.used.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn set_overridden(&self) {
        if !self.is_overridden() {
            self.overridden.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn is_overridden(&self) -> bool {
        self.overridden.load(Ordering::Relaxed)
    }

    pub(super) fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    /// The charsets that the rule names, if it names any.
    pub(crate) const fn charsets(&self) -> Option<&Charsets> {
        match &self.read {
            Read::In(charsets) => Some(charsets),
            Read::Label | Read::Evidence | Read::Leave | Read::Default => None,
        }
    }
}
