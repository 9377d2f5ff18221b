//! Converts one batch of messages. The result is the output, as a [`Splice`], and reports on the messages.

use super::about::About;
use super::configuration::{Pipeline, Reports};
use super::counts::{Counts, Stretch, WrongLength};
#[cfg(feature = "digests")]
use super::report::Digests;
use super::report::{Changes, Report, Totals};
use super::separators::{MessageEnds, check_separators};
use super::sink::Sink;
use crate::edit::Splice;
use crate::finding::{Code, Detail, Finding, Severity};
use crate::limits::Limit;
#[cfg(feature = "verify")]
use crate::limits::Limits;
#[cfg(feature = "digests")]
use crate::mailbox::Digest;
use crate::mailbox::batch::{Batch, Entry, TooLarge};
use crate::mailbox::mbox::Unquoted;
#[cfg(feature = "verify")]
use crate::policy::Policy;
use crate::rewrite::{Plan, plan_parsed};
use crate::selection::{Selected, Selection};
use crate::span::Span;
use crate::structure::Structure;
use std::io;

/// The result for one batch.
#[derive(Debug)]
pub(super) struct ConvertedBatch {
    pub(super) batch: Batch,
    /// The output for the batch.
    pub(super) splice: Splice,
    pub(super) reports: Vec<Report>,
    pub(super) totals: Totals,
    /// The wrong Content-Length fields in the batch. For each of them, the place where the message would end if the
    /// length were right, counted from the start of the batch.
    lengths: Vec<WrongLength>,
}

/// A segment of at least this many octets is written directly from its buffer. Shorter segments are joined before
/// they are written.
const LONG: usize = 64 << 10;

impl ConvertedBatch {
    /// Joins the output for this batch into few pieces, so that the thread that writes the output has little to do.
    pub(super) fn in_few_pieces(self) -> Self {
        let splice = self.splice.joined(self.batch.octets(), LONG);
        Self { splice, ..self }
    }

    pub(super) fn stretch(&self) -> Stretch<'_> {
        let before = self.batch.octets();
        Stretch { before, after: self.splice.slices(before).collect(), lengths: &self.lengths }
    }

    /// Writes the output for the batch.
    pub(super) fn write_to(&self, output: &mut dyn Sink) -> io::Result<()> {
        match self.totals.changed {
            0 => output.keep(self.batch.octets()),
            _ => output.change(self.batch.octets(), &self.splice),
        }
    }
}

/// The results for some messages of a batch.
#[derive(Debug, Default)]
struct Converted {
    splice: Splice,
    reports: Vec<Report>,
    totals: Totals,
    lengths: Vec<WrongLength>,
    /// The number of octets of the batch that were handled (`read`), and the number of octets of their output
    /// (`written`).
    read: u64,
    written: u64,
}

impl Converted {
    /// The result for `batch`.
    fn of_batch(self, batch: Batch) -> ConvertedBatch {
        let Self { splice, reports, totals, lengths, .. } = self;
        ConvertedBatch { batch, splice, reports, totals, lengths }
    }

    /// Describes the result as a [`Stretch`] of the mailbox. `before` are the octets of `batch` from which the
    /// result was made.
    fn stretch<'s>(&'s self, before: &'s [u8], batch: &'s Batch) -> Stretch<'s> {
        Stretch { before, after: self.splice.slices(batch.octets()).collect(), lengths: &self.lengths }
    }

    /// Appends the results for the next message, except its `lengths`. The places in `lengths` are counted from the
    /// start of that message, and the caller has already added them to its [`Counts`].
    fn append(&mut self, next: Self) {
        self.splice.append(next.splice);
        self.reports.extend(next.reports);
        self.totals += &next.totals;
    }
}

impl Pipeline {
    pub(super) fn work(&self, batch: Batch) -> ConvertedBatch {
        let mut converted = self.before_messages(&batch);
        batch.entries().for_each(|entry| self.convert(entry, None, &mut converted));
        converted.of_batch(batch)
    }

    /// Works on a batch message by message. A message is left unchanged if its change would make a reader that uses
    /// Content-Length count more or fewer messages.
    ///
    /// # Errors
    /// `ErrorKind::InvalidData` if a message was left unchanged, and such a reader would count more or fewer
    /// messages nevertheless.
    pub(super) fn keeping_counts(&self, batch: Batch, counts: &mut Counts) -> io::Result<ConvertedBatch> {
        let mut converted = self.before_messages(&batch);
        counts.go_on(&converted.stretch(batch.prelude().slice(batch.octets()), &batch))?;
        for entry in batch.entries() {
            let mut alone = Converted::default();
            self.convert(entry, None, &mut alone);
            if counts.changed(&alone.stretch(entry.octets(), &batch)).is_some() {
                alone = Converted::default();
                let why = "if this message changed, programs that rely on a wrong Content-Length in the mailbox \
                           would find other messages";
                let finding = Finding::new(Code::StructureDoubtful, Span::at(0), why);
                self.convert(entry, Some(finding), &mut alone);
            }
            counts.go_on(&alone.stretch(entry.octets(), &batch))?;
            converted.append(alone);
        }
        Ok(converted.of_batch(batch))
    }

    /// Handles the octets before the first message, and reports findings about the whole file.
    fn before_messages(&self, batch: &Batch) -> Converted {
        let mut converted = Converted::default();
        let Converted { splice, reports, totals, lengths, read, written } = &mut converted;
        (*read, *written) = (batch.prelude().len() as u64, batch.prelude().len() as u64);
        totals.octets = batch.octets().len() as u64;
        splice.keep(batch.prelude());
        self.note_padding(batch.padding(), totals, |report| reports.push(report));
        if let Some(format) = batch.unsupported() {
            if batch.starts_file() {
                let finding = Finding::new(Code::FormatUnsupported, Span::at(0), format.to_string());
                reports.push(of_skipped(finding, totals));
            }
        } else if batch.text_before_messages().is_some() {
            let why = "the file has text before its first message; this text is kept unchanged";
            reports.push(of_skipped(Finding::new(Code::StructureDoubtful, Span::at(0), why), totals));
        }
        if let Some(too_large) = batch.too_large() {
            // The batch has only the first octets of a message that is too large. They contain the header, so
            // conditions on fields can be tested. They do not contain all of the text, so the predicate, which may
            // read the text, is not tested.
            let by_header = self.selection.clone().with_predicate(None);
            match self.selects(&by_header, batch.octets(), totals) {
                true => {
                    let report = self.too_large(batch.octets(), too_large);
                    totals.count_left(&report);
                    reports.push(report);
                }
                false => totals.messages += 1,
            }
            let led_to = batch.length_of_too_large();
            lengths.extend(led_to.map(|at| WrongLength {
                ordinal: too_large.ordinal,
                before: at,
                after: at,
            }));
        }
        converted
    }

    /// Converts a message. If `left` gives a reason, the message is left unchanged.
    fn convert(&self, entry: Entry<'_>, left: Option<Finding>, converted: &mut Converted) {
        let Converted { splice, reports, totals, lengths, read, written } = converted;
        let text = entry.message();
        let is_selected = self.selects(&self.selection, text.octets(), totals);
        let limits = &self.policy().limits;
        let structure = match is_selected {
            true => Structure::parse(text.octets(), limits),
            // Of a message that is not selected, at most the Message-ID is needed, so only its header is parsed.
            false => Structure::parse(text.octets(), &limits.clone().with_parts(1)),
        };
        let mut plan = match is_selected {
            true => check_separators(&MessageEnds::of(&entry, &text), self.plan(&text, &structure)),
            false => Plan::new(text.octets(), Vec::new(), Vec::new()),
        };
        if let Some(why) = left {
            plan = plan.without_edits(why);
        }
        totals.count(&plan);
        let mut report = self.report(&entry, &plan, &structure);
        #[cfg(feature = "digests")]
        if let Some(report) = report.as_mut().filter(|_| self.digests) {
            let before = Digest::of(text.octets());
            report.digests = Some(Digests { before, after: before });
        }
        let before = entry.wrong_length();
        let span = entry.span();
        let mut length = span.len() as u64;
        let mut after = before;
        if plan.is_noop() {
            entry.keep(splice);
        } else if let Some(report) = report.as_mut().filter(|_| self.reports == Reports::Changes) {
            let edits = plan.into_edits();
            report.changes = Some(Changes { message: text.into_octets(), edits });
            entry.keep(splice);
        } else {
            let segments = plan.into_segments();
            let message = entry.rewritten(text, segments);
            #[cfg(feature = "digests")]
            if let Some(digests) = report.as_mut().and_then(|report| report.digests.as_mut()) {
                digests.after = entry.digest_of(&message);
            }
            after = before.and_then(|_| entry.length_of(&message));
            length = (span.len() - entry.stored().len() + message.len()) as u64;
            entry.write(message, splice);
        }
        reports.extend(report);
        let length_left = before.zip(after).map(|(before, after)| WrongLength {
            ordinal: entry.ordinal,
            before: read.saturating_add(before),
            after: written.saturating_add(after),
        });
        lengths.extend(length_left);
        *read += span.len() as u64;
        *written += length;
    }

    /// Counts and reports the octets of padding after compressed data, if there are such octets.
    pub(super) fn note_padding(&self, octets: Option<u64>, totals: &mut Totals, report: impl FnOnce(Report)) {
        let Some(octets) = octets else { return };
        let finding = Finding::new(Code::CompressedPadding, Span::at(0), Detail::Padding(octets));
        let of_padding = of_file(finding, totals);
        if self.reports != Reports::Doubts {
            report(of_padding);
        }
    }

    fn plan<'a>(&self, text: &'a Unquoted<'_>, structure: &Structure) -> Plan<'a> {
        let plan = plan_parsed(&*self.planner, text.octets(), structure);
        #[cfg(feature = "verify")]
        if self.verify && !plan.is_noop() {
            return self.left_unchanged(verify_plan(plan, structure, text.is_copy(), self.policy()));
        }
        self.left_unchanged(plan)
    }

    /// Whether the message in `octets` is selected. If its date cannot be read, the message is also counted as
    /// undated.
    fn selects(&self, selection: &Selection, octets: &[u8], totals: &mut Totals) -> bool {
        let selected = selection.of_stored(octets, self.policy().rules.mail());
        totals.undated += u64::from(selected == Selected::Undated);
        selected == Selected::Yes
    }

    /// Returns `plan`. If `leaves` gives a reason to leave all messages unchanged, the plan has no edits.
    fn left_unchanged<'a>(&self, plan: Plan<'a>) -> Plan<'a> {
        match &self.leaves {
            Some(why) if !plan.is_noop() => plan.without_edits(why.clone()),
            _ => plan,
        }
    }

    /// The report on a message that is too large. `start` are the first octets of the message.
    fn too_large(&self, start: &[u8], TooLarge { limit, in_mbox, ordinal, offset, .. }: TooLarge) -> Report {
        let why = Detail::Limit(Limit::Message, limit);
        Report {
            is_message: true,
            in_mbox,
            ordinal,
            offset,
            message_id: Structure::parse(start, &self.policy().limits).message_id(start).to_vec(),
            findings: vec![(Finding::new(Code::LimitReached, Span::at(0), why), String::new())],
            ..Report::default()
        }
    }

    /// Whether every message is reported, even without findings, because its digests are wanted.
    const fn reports_each(&self) -> bool {
        #[cfg(feature = "digests")]
        return self.digests;
        #[cfg(not(feature = "digests"))]
        false
    }

    /// The report on a message, or `None` if the message is not reported. `structure` is the structure of the
    /// plan's input.
    fn report(&self, entry: &Entry<'_>, plan: &Plan<'_>, structure: &Structure) -> Option<Report> {
        let is_reported = |severity| self.reports != Reports::Doubts || severity >= Severity::Guess;
        let mut findings =
            plan.findings().iter().filter(|finding| is_reported(finding.code.severity())).peekable();
        let is_quiet = findings.peek().is_none() && (plan.is_noop() || self.reports == Reports::Doubts);
        if is_quiet && !self.reports_each() {
            return None;
        }
        let mut report = Report {
            is_message: true,
            in_mbox: entry.is_one_of_several(),
            ordinal: entry.ordinal,
            offset: entry.offset(),
            message_id: structure.message_id(plan.input()).to_vec(),
            findings: findings.map(|finding| (finding.clone(), structure.path(finding.part))).collect(),
            ..Report::default()
        };
        if self.about && !is_quiet {
            report.about = Some(About::of(plan.input(), structure, self.policy(), &report.findings));
        }
        for edit in plan.edits() {
            match report.edits.iter_mut().find(|(reason, _)| *reason == edit.reason) {
                Some((_, count)) => *count += 1,
                None => report.edits.push((edit.reason, 1)),
            }
        }
        Some(report)
    }
}

/// Reports and counts a finding about octets at the start of a file. The octets are not a message, and are kept.
fn of_skipped(finding: Finding, totals: &mut Totals) -> Report {
    totals.skipped_mail += 1;
    of_file(finding, totals)
}

/// Reports and counts a finding about a file, not about a message.
fn of_file(finding: Finding, totals: &mut Totals) -> Report {
    *totals.findings.entry(finding.code).or_default() += 1;
    Report { findings: vec![(finding, String::new())], ..Report::default() }
}

/// The number of octets that verification may use in addition to three times the size of the message. A worker may
/// use 64 MB for all of its work, also in addition to three times the size of the message. Verification gets most of
/// these 64 MB.
#[cfg(feature = "verify")]
const TO_VERIFY: usize = 48 << 20;

/// One octet of text decodes to at most this number of octets of UTF-8.
#[cfg(feature = "verify")]
const LONGEST: usize = 3;

/// Whether verification would need more memory than three times the size of the message plus [`TO_VERIFY`].
/// Verification needs a second copy of the new octets, the texts that `mail-parser` decodes from the old and the
/// new message, and the new texts in the old charset. If a rule or the evidence decided against the label of a text,
/// this text is decoded once more, in the charset of that decision. If `is_copy`, the message is an unquoted copy of
/// a message in an mbox, and the original is in memory too.
#[cfg(feature = "verify")]
fn exceeds_memory(plan: &Plan<'_>, is_copy: bool) -> bool {
    let old = plan.input().len();
    let edits: usize = plan.edits().iter().map(|edit| edit.replacement.len()).sum();
    let removed: usize = plan.edits().iter().map(|edit| edit.span.len()).sum();
    let new = old.saturating_sub(removed).saturating_add(edits);
    let quoted = if is_copy { old } else { 0 };
    let texts = removed.saturating_add(edits).saturating_mul(LONGEST);
    let is_decided = plan.findings().iter().any(crate::verify::is_decision);
    let decided = if is_decided { removed.saturating_mul(LONGEST + 1) } else { 0 };
    let held = [quoted, old, edits, new, old, new, texts, decided].into_iter().fold(0, usize::saturating_add);
    held > old.max(new).saturating_mul(3).saturating_add(TO_VERIFY)
}

/// Returns `plan`. If `mail-parser` finds a different message in the output of the plan, the plan has no edits.
#[cfg(feature = "verify")]
fn verify_plan<'p>(plan: Plan<'p>, structure: &Structure, is_copy: bool, policy: &Policy) -> Plan<'p> {
    use crate::verify::{Verdict, verify_edits};
    let parsed;
    let structure = if policy.limits == Limits::default() {
        structure
    } else {
        // The message is parsed again with the default limits, so that the verdict does not depend on
        // the caller's limits.
        parsed = Structure::parse(plan.input(), &Limits::default());
        &parsed
    };
    let finding = |code, why: String| Finding::new(code, Span::new(0, plan.input().len()), why);
    let verdict = match exceeds_memory(&plan, is_copy) {
        true => Verdict::Skipped("it is too large for the memory allowed for one message".to_owned()),
        false => verify_edits(plan.input(), structure, plan.edits(), plan.findings()),
    };
    match verdict {
        Verdict::Agrees => plan,
        Verdict::Differs(why) => {
            let failed = finding(Code::VerifyFailed, why);
            plan.without_edits(failed)
        }
        Verdict::Skipped(why) => {
            let skipped = finding(Code::VerifySkipped, why);
            plan.with(vec![skipped])
        }
    }
}
