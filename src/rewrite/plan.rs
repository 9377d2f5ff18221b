//! The plan for a message: sorted edits that do not overlap. Octets that no edit covers are copied, so nothing else
//! can change (guarantee G1 in docs/guarantees.md).

use super::charsets::Charsets;
use super::left_texts::LeftTexts;
use crate::edit::{self, Edit, Segment};
use crate::finding::{Code, Detail, Finding, Severity};
use crate::policy::Policy;
use crate::span::Span;
use crate::structure::Structure;
use crate::text::MessageTexts;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

/// Plans the rewriting of messages: [`Normalizer`](super::Normalizer)
#[cfg_attr(feature = "to-utf7", doc = "or [`ToUtf7`](super::ToUtf7).")]
#[cfg_attr(not(feature = "to-utf7"), doc = "or, with the feature `to-utf7`, `ToUtf7`.")]
///
/// Other crates cannot implement this trait: only this crate makes a [`Plan`], so that the guarantees of plans
/// always hold. To apply edits of your own, use [`edit::apply`].
pub trait Planner: Sealed + fmt::Debug + Send + Sync {
    /// Plans the rewriting of `message`, which is one message without an mbox `From ` line. Planning never fails:
    /// text that cannot be decoded, protected parts, and a message that exceeds a limit are left unchanged, with a
    /// finding.
    fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        plan_parsed(self, message, &Structure::parse(message, &self.policy().limits))
    }

    /// The policy with which texts are decoded. It also has the limits on a message.
    fn policy(&self) -> &Policy;
}

/// Prevents other crates from implementing [`Planner`].
pub trait Sealed {
    /// The plan for a message whose texts are read with the policy of the planner.
    fn plan_texts<'a>(&self, message: &MessageTexts<'a>) -> Plan<'a>;

    /// This planner, with another policy.
    fn with_policy(&self, policy: Policy) -> Arc<dyn Planner>;
}

/// The plan for `message`. `structure` is the structure of `message`, which the caller has already parsed.
pub(crate) fn plan_parsed<'a>(
    planner: &(impl Planner + ?Sized),
    message: &'a [u8],
    structure: &Structure,
) -> Plan<'a> {
    let (structure, policy) = (Cow::Borrowed(structure), Cow::Borrowed(planner.policy()));
    planner.plan_texts(&MessageTexts::new(message, structure, policy)).of(message)
}

/// The edits that rewrite a message, and the findings about the message. [`Plan::apply`] makes the output.
///
/// ```
/// let plan = mailutf::normalize(b"Subject: plain\n\nplain\n");
/// assert!(plan.is_noop());
/// assert!(matches!(plan.apply(), std::borrow::Cow::Borrowed(_)));
/// ```
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    input: &'a [u8],
    edits: Vec<Edit>,
    findings: Vec<Finding>,
    charsets: Charsets,
    header_charsets: Charsets,
    left: LeftTexts,
}

impl<'a> Plan<'a> {
    /// Makes a plan of `edits`. The edits are sorted, and edits that change nothing are dropped. Overlapping edits
    /// are a bug of this library: then the plan has no edits at all, because applying only some of the edits might
    /// destroy text.
    pub(crate) fn new(input: &'a [u8], mut edits: Vec<Edit>, mut findings: Vec<Finding>) -> Self {
        edits.retain(|edit| edit.span.slice(input) != edit.replacement);
        edits.sort_by_key(|edit| edit.span);
        if !edit::are_disjoint(&edits, input.len()) {
            findings.push(Finding::new(Code::EditsOverlap, Span::new(0, input.len()), Detail::None));
            edits.clear();
        }
        let (charsets, header_charsets) = Default::default();
        findings.sort_by_key(|finding| finding.span.start);
        Self { input, edits, findings, charsets, header_charsets, left: LeftTexts::default() }
    }

    /// Returns this plan for another buffer, `input`, with the same octets as the planned message. `input` may live
    /// longer than the buffer from which the plan was made.
    fn of(self, input: &[u8]) -> Plan<'_> {
        let Self { edits, findings, charsets, header_charsets, left, .. } = self;
        Plan { input, edits, findings, charsets, header_charsets, left }
    }

    /// This plan with further findings.
    pub(crate) fn with(mut self, findings: Vec<Finding>) -> Self {
        self.findings.extend(findings);
        self.findings.sort_by_key(|finding| finding.span.start);
        self
    }

    /// This plan with the charsets in which bodies and header texts were decoded.
    pub(super) fn with_charsets(self, charsets: Charsets, header_charsets: Charsets) -> Self {
        Self { charsets, header_charsets, ..self }
    }

    /// This plan with the texts about which it lacks findings.
    pub(super) fn with_left(self, left: LeftTexts) -> Self {
        Self { left, ..self }
    }

    /// The texts about which the plan lacks findings, because it leaves them for another reason.
    pub(super) const fn left(&self) -> &LeftTexts {
        &self.left
    }

    /// This plan without edits, and with a finding that gives the reason.
    pub(crate) fn without_edits(self, why: Finding) -> Self {
        Self { edits: Vec::new(), ..self }.with(vec![why])
    }

    /// The message that was planned.
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// The edits, sorted and disjoint.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// The findings about the message, in the order of their places. [`Finding::part`] says how to get the number of a part.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The charsets in which text bodies were decoded, whether the bodies change or not. Bodies that cannot be
    /// decoded, signed bodies, and attachments that the policy keeps, are not counted.
    pub fn charsets(&self) -> &Charsets {
        &self.charsets
    }

    /// The charsets in which header texts were decoded, whether the texts change or not. Header texts are encoded
    /// words, the raw octets of a field, and parameter values, as the [census](crate::census) counts them.
    /// Unlabelled text that is already UTF-8, and texts in fields that must not change, are not counted.
    pub fn header_charsets(&self) -> &Charsets {
        &self.header_charsets
    }

    /// Whether the output is the same as the input.
    pub fn is_noop(&self) -> bool {
        self.edits.is_empty()
    }

    /// Whether something was left unchanged that should have been converted: some text cannot be decoded
    /// without loss, or the message exceeds a limit or failed a check. This is so if a finding has
    /// [`Severity::Unresolved`].
    pub fn is_unresolved(&self) -> bool {
        self.findings.iter().any(|finding| finding.code.severity() == Severity::Unresolved)
    }

    /// The output in segments: octets that are kept from the input, and new octets, in order.
    pub fn segments(&self) -> impl Iterator<Item = Segment<&[u8]>> {
        edit::segments(Span::new(0, self.input.len()), &self.edits)
    }

    /// Returns the same segments as [`Plan::segments`], but moves the new octets out of the plan, so that a large
    /// text is not in memory twice.
    pub fn into_segments(self) -> impl Iterator<Item = Segment<Vec<u8>>> + use<> {
        edit::into_segments(Span::new(0, self.input.len()), self.edits)
    }

    /// The edits, sorted and disjoint.
    pub fn into_edits(self) -> Vec<Edit> {
        self.edits
    }

    /// The output, which is borrowed if nothing changes.
    pub fn apply(&self) -> Cow<'a, [u8]> {
        if self.is_noop() {
            return Cow::Borrowed(self.input);
        }
        Cow::Owned(edit::apply(self.input, Span::new(0, self.input.len()), &self.edits))
    }

    /// Writes the output to `writer`.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_to(&self, writer: &mut impl Write) -> io::Result<()> {
        self.segments().try_for_each(|segment| writer.write_all(segment.octets(self.input)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Reason;
    use proptest::prelude::*;

    fn edit(start: usize, end: usize, replacement: &[u8]) -> Edit {
        Edit { span: Span::new(start, end), replacement: replacement.to_vec(), reason: Reason::Body }
    }

    #[test]
    fn edits_may_touch_and_insertions_may_share_an_offset() {
        let plan = Plan::new(b"abcdef", vec![edit(2, 4, b"X"), edit(2, 2, b"1"), edit(2, 2, b"2")], vec![]);
        assert_eq!(*plan.apply(), *b"ab12Xef");
        let plan = Plan::new(b"abcdef", vec![edit(2, 4, b""), edit(4, 6, b"Y")], vec![]);
        assert_eq!(*plan.apply(), *b"abY");
    }

    #[test]
    fn edits_that_change_nothing_are_dropped() {
        assert!(Plan::new(b"abc", vec![edit(1, 2, b"b"), edit(3, 3, b"")], vec![]).is_noop());
    }

    #[test]
    fn overlapping_edits_are_all_dropped() {
        for wrong in [[edit(0, 3, b"X"), edit(2, 4, b"Y")], [edit(1, 2, b"X"), edit(5, 9, b"Y")]] {
            let plan = Plan::new(b"abcdef", wrong.to_vec(), vec![]);
            assert!(plan.is_noop() && plan.is_unresolved());
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        /// Compares the output with the result of the edits applied one by one. They are applied from the last to
        /// the first, so that the offsets of earlier edits stay valid.
        #[test]
        fn all_edits_are_applied(
            input in proptest::collection::vec(any::<u8>(), 0..60),
            cuts in proptest::collection::btree_set(0_usize..60, 0..12),
            new in proptest::collection::vec(any::<u8>(), 0..4),
        ) {
            let cuts: Vec<usize> = cuts.into_iter().filter(|cut| *cut <= input.len()).collect();
            let edits: Vec<Edit> = cuts.chunks_exact(2).map(|pair| edit(pair[0], pair[1], &new)).collect();
            let mut spliced = input.clone();
            for edit in edits.iter().rev() {
                spliced.splice(edit.span.range(), edit.replacement.iter().copied());
            }
            let plan = Plan::new(&input, edits, vec![]);
            prop_assert_eq!(&*plan.apply(), spliced.as_slice());
            let mut written = Vec::new();
            plan.write_to(&mut written).unwrap();
            prop_assert_eq!(written, spliced);
        }
    }
}
