//! The ladder of evidence: which charset octets are in, and how sure that is.
//!
//! The rungs, from the top: the label, in its superset reading, or in place of the charset that it names the one
//! that the caller says it stands for; a byte order mark, valid UTF-8, or an escape sequence of ISO-2022, where
//! the label is missing, names nothing, or is proved wrong; the charset of other text in the message; the
//! caller's fallback; statistics. All but a label that is believed is a finding. Octets that no rung reads
//! without an error are unresolved, and a few bad octets never change the charset of a whole text: it stays
//! unresolved, or, where the policy is lossy, U+FFFD stands for those octets only.
//!
//! On every rung a reading is refused that would leave shifts of the label's charset in the text, that would take
//! UTF-8 with damage for another charset, or that would read UTF-8 as another charset where both stand in one text:
//! such a text is read [line by line](super::mixed), or left. UTF-8 is read [as mail has it](utf8_in_mail).
//!
//! Strict policies, and octets whose context allows no guess, know the first rung alone. UTF-7 is read only
//! where a label says so. Time is linear in the octets.

use super::confidence::Confidence;
use super::context::Context;
use super::decoded_text::{DecodedText, Unresolved};
use super::evidence::{self, has_control, has_escape, is_damage, is_placeholder};
use super::mixed::{self, Mixture};
use super::shift::{is_seven_bit, shifts_in};
use crate::charset::detect::{Detected, Evidence, by_escape, detect};
use crate::charset::utf8_in_mail::{self, InMail, Tally};
use crate::charset::{Charset, Decoded, Label};
use crate::finding::Code;
use std::borrow::Cow;

/// Octets, and what there is to know of them.
pub(super) struct Octets<'a, 'c> {
    pub(super) octets: &'a [u8],
    pub(super) label: Option<&'c [u8]>,
    /// The charset that the text declares in itself.
    pub(super) declared: Option<&'c [u8]>,
    pub(super) context: &'c Context<'c>,
}

type Resolved<'a> = Result<DecodedText<'a>, Unresolved>;

/// The text of `octets` under `label`. Linear time.
///
/// ```
/// use mailutf::Policy;
/// use mailutf::text::{self, Confidence, Context};
/// let policy = Policy::default();
/// let context = Context::new(&policy);
/// let read = text::resolve("größer".as_bytes(), Some(b"us-ascii"), &context).unwrap();
/// assert_eq!((read.text.as_ref(), read.confidence), ("größer", Confidence::Utf8Validity));
/// ```
///
/// # Errors
/// Where no charset there is evidence for reads the octets without loss (and the policy is not lossy).
pub fn resolve<'a>(
    octets: &'a [u8],
    label: Option<&[u8]>,
    context: &Context<'_>,
) -> Result<DecodedText<'a>, Unresolved> {
    Octets { octets, label, declared: None, context }.resolve()
}

/// The same for a document that may itself declare its charset, in `declared`: that counts where the label
/// is missing or names nothing, before any statistics.
///
/// # Errors
/// As for [`resolve`].
pub fn resolve_document<'a>(
    octets: &'a [u8],
    label: Option<&[u8]>,
    declared: Option<&[u8]>,
    context: &Context<'_>,
) -> Result<DecodedText<'a>, Unresolved> {
    Octets { octets, label, declared, context }.resolve()
}

impl<'a> Octets<'a, '_> {
    /// The text, by the first rung that reads it.
    pub(super) fn resolve(&self) -> Resolved<'a> {
        let Some(label) = self.named() else { return self.unlabelled(Code::LabelMissing, Confidence::Ascii) };
        if let Some(charset) = self.context.policy.overrides.override_for(label, self.octets) {
            return self.overruled(label, charset);
        }
        match self.meant(label) {
            Some(Charset::US_ASCII) => self.unlabelled(Code::LabelMismatch, Confidence::Declared),
            Some(charset) => self.labelled(label, charset),
            None if is_placeholder(label) => self.unlabelled(Code::LabelUnknown, Confidence::Ascii),
            None => self.mislabelled(),
        }
    }

    /// The label, where there is more of it than its place.
    fn named(&self) -> Option<&[u8]> {
        self.label.filter(|label| !label.is_empty())
    }

    /// As if the label named `charset`: what speaks against a label speaks against the caller's word, too.
    fn overruled(&self, label: &[u8], charset: Charset) -> Resolved<'a> {
        if !self.context.policy.strict && self.would_leave_shifts(charset) {
            return Err(Unresolved { charset: Some(charset), malformed: None });
        }
        let mut text = self.labelled(label, charset)?;
        if matches!(text.confidence, Confidence::Declared | Confidence::LineByLine) {
            text.confidence = Confidence::Overruled;
            let detail = format!("{} read as {charset}, {}", show(label), text.confidence.because());
            text.findings.insert(0, (Code::LabelOverruled, detail));
        }
        Ok(text)
    }

    /// What mail means by the label, or what it says where the policy asks for that.
    fn meant(&self, label: &[u8]) -> Option<Charset> {
        let label = Label::read(label)?;
        let exact = self.context.policy.latin1_strict && label.exact() == Charset::ISO_8859_1;
        Some(if exact { label.exact() } else { label.charset() })
    }

    /// Whether anything but the label may count.
    fn may_guess(&self) -> bool {
        self.context.guess && !self.context.policy.strict
    }

    /// Under a label that names a charset other than US-ASCII.
    fn labelled(&self, label: &[u8], charset: Charset) -> Resolved<'a> {
        if !self.context.policy.strict
            && let Some((other, confidence)) = evidence::against(charset, self.octets)
        {
            let text = self.may_guess().then(|| self.read(other, confidence, Code::LabelMismatch));
            return text.flatten().ok_or(Unresolved { charset: Some(charset), malformed: None });
        }
        if !self.context.policy.strict
            && let Some(order) = evidence::other_order(charset, self.octets)
        {
            // Where nothing may be guessed, the order of the label would still make the text unreadable.
            if !self.may_guess() {
                return Err(Unresolved { charset: Some(charset), malformed: None });
            }
            if let Some(text) = self.read(order, Confidence::Utf16Order, Code::Utf16Order) {
                return Ok(text);
            }
        }
        let (decoded, findings) = self.decode(charset);
        let mixture =
            if self.context.policy.strict { Mixture::None } else { mixed::mixture(charset, self.octets) };
        match mixture {
            Mixture::None if decoded.errors == 0 => {
                return Ok(self.declared(label, charset, decoded, findings));
            }
            Mixture::Segments(segments) if self.may_guess() => {
                if let Some((text, detail)) = mixed::read(charset, self.octets, &segments) {
                    let (text, confidence) = (Cow::Owned(text), Confidence::LineByLine);
                    let findings = vec![(Code::TextMixed, detail)];
                    return Ok(DecodedText { text, charset, confidence, replaced: 0, findings });
                }
            }
            Mixture::Unclear(at) if decoded.errors == 0 => {
                return Err(Unresolved { charset: Some(charset), malformed: Some(at) });
            }
            _ => {}
        }
        if decoded.errors == 0 {
            return Err(Unresolved { charset: Some(charset), malformed: None });
        }
        if self.may_guess()
            && let Some(text) = self.valid_utf8(charset).or_else(|| self.proved_wrong(charset, &decoded))
        {
            return Ok(text);
        }
        self.damaged(charset, decoded, findings)
    }

    /// The octets in `charset`; in UTF-8 with its surrogate pairs, and the finding on these, unless the policy is
    /// strict.
    fn decode(&self, charset: Charset) -> (Decoded<'a>, Vec<(Code, String)>) {
        if charset != Charset::UTF_8 || self.context.policy.strict {
            return (charset.decode(self.octets), Vec::new());
        }
        let InMail { decoded, pairs, first_pair } = utf8_in_mail::decode(self.octets);
        let detail = || format!("{pairs} in the text, the first one at octet {first_pair}");
        (decoded, (pairs > 0).then(|| (Code::Utf8SurrogatePair, detail())).into_iter().collect())
    }

    /// What the label promised.
    fn declared(
        &self,
        label: &[u8],
        charset: Charset,
        decoded: Decoded<'a>,
        mut findings: Vec<(Code, String)>,
    ) -> DecodedText<'a> {
        let exceeded = Label::read(label)
            .filter(|label| label.charset() == charset && label.exceeded_by(self.octets).is_some());
        let confidence = exceeded.map_or(Confidence::Declared, |_| Confidence::Superset);
        let finding = |label: Label| (Code::LabelSuperset, format!("{} read as {charset}", label.name()));
        findings.extend(exceeded.map(finding));
        DecodedText { text: decoded.text, charset, confidence, replaced: 0, findings }
    }

    /// Under a label that someone meant to name a charset, and that we do not know: ASCII is ASCII, several
    /// sequences of UTF-8 are no accident, and all else would be a guess against the letter of the message.
    fn mislabelled(&self) -> Resolved<'a> {
        let plain = self.octets.is_ascii() && !has_escape(self.octets);
        let fallback = self.context.policy.fallback.map(|charset| (charset, Confidence::Fallback));
        let (charset, confidence) = evidence::against(Charset::WINDOWS_1252, self.octets)
            .or(plain.then_some((Charset::US_ASCII, Confidence::Ascii)))
            .or(fallback)
            .filter(|_| self.may_guess())
            .ok_or(UNKNOWN)?;
        self.read(charset, confidence, Code::LabelUnknown).ok_or(UNKNOWN)
    }

    /// Under no label, or one that says nothing about these octets, as `code` tells.
    fn unlabelled(&self, code: Code, ascii: Confidence) -> Resolved<'a> {
        if self.octets.is_ascii() && !has_escape(self.octets) {
            let text = Charset::US_ASCII.decode(self.octets).text;
            let charset = Charset::US_ASCII;
            return Ok(DecodedText { text, charset, confidence: ascii, replaced: 0, findings: Vec::new() });
        }
        let detected = detect(self.octets).filter(|_| self.may_guess());
        if let Some(found) = detected.filter(|found| found.evidence != Evidence::Statistics)
            && let Some(text) = self.found(found, code)
        {
            return Ok(text);
        }
        if Tally::of(self.octets).is_sound() {
            let (utf8, findings) = self.decode(Charset::UTF_8);
            if utf8.errors > 0 {
                return self.damaged(Charset::UTF_8, utf8, findings);
            }
            let pairs = self.may_guess().then(|| self.read(Charset::UTF_8, Confidence::Utf8Validity, code));
            if let Some(text) = pairs.flatten() {
                return Ok(text);
            }
        }
        let overrides = &self.context.policy.overrides;
        let guesses = [
            (by_escape(self.octets), Confidence::EscapeSequence),
            (
                self.declared.and_then(|label| overrides.override_for(label, self.octets)),
                Confidence::Overruled,
            ),
            (self.in_document(), Confidence::Document),
            (self.context.message_charset.filter(|c| c.is_ascii_superset()), Confidence::Neighbour),
            (self.context.policy.fallback, Confidence::Fallback),
            (self.by_statistics(detected).map(|(charset, _)| charset), Confidence::Detected),
        ];
        guesses
            .into_iter()
            .filter(|_| self.may_guess())
            .find_map(|(charset, confidence)| self.read(charset?, confidence, code))
            .map_or_else(|| self.unread(), Ok)
    }

    /// What becomes of octets that no rung reads. Escape sequences stay under the label that they have, or have
    /// not: under another one nobody would know what they mean.
    fn unread(&self) -> Resolved<'a> {
        let shown = by_escape(self.octets);
        let charset = shown.unwrap_or(Charset::US_ASCII);
        let decoded = charset.decode(self.octets);
        if shown.is_some() && (decoded.errors == 0 || !self.may_guess()) {
            return Err(UNKNOWN);
        }
        self.damaged(charset, decoded, Vec::new())
    }

    /// What the document says of itself; not UTF-7, which only a label may name, nor UTF-16, in which the
    /// declaration could not have been read.
    fn in_document(&self) -> Option<Charset> {
        let charset = Charset::for_label(self.declared?)?;
        (charset.is_ascii_superset() && charset != Charset::US_ASCII).then_some(charset)
    }

    /// The octets as UTF-8, where they are that and not all ASCII; ASCII too where it is no UTF-16.
    fn valid_utf8(&self, charset: Charset) -> Option<DecodedText<'a>> {
        if charset.is_wide() && evidence::is_narrow(self.octets) {
            return self.read(Charset::US_ASCII, Confidence::Ascii, Code::LabelMismatch);
        }
        let utf8 = !self.octets.is_ascii();
        utf8.then(|| self.read(Charset::UTF_8, Confidence::Utf8Validity, Code::LabelMismatch)).flatten()
    }

    /// Another charset for octets that are clearly not in `charset`: any where that one reads no character
    /// beyond ASCII at all, else one of several octets, which hardly decodes without an error by chance. A
    /// single bad octet proves nothing.
    fn proved_wrong(&self, charset: Charset, decoded: &Decoded<'_>) -> Option<DecodedText<'a>> {
        if decoded.errors == 1 || is_damage(charset, self.octets, decoded) {
            return None;
        }
        let hopeless = evidence::well_formed(charset, decoded) == 0;
        let fallback = self.context.policy.fallback.map(|charset| (charset, Confidence::Fallback));
        [fallback, self.by_statistics(detect(self.octets))]
            .into_iter()
            .flatten()
            .filter(|(other, _)| *other != charset && (hopeless || !other.is_single_octet()))
            .find_map(|(other, confidence)| self.read(other, confidence, Code::LabelMismatch))
    }

    /// The charset that was `detected`; of text in two charsets, the one that the lines show that are not in UTF-8.
    fn by_statistics(&self, detected: Option<Detected>) -> Option<(Charset, Confidence)> {
        let (found, octets) = match mixed::rest(self.octets) {
            Cow::Borrowed(octets) => (detected?, Cow::Borrowed(octets)),
            Cow::Owned(rest) => (detect(&rest)?, Cow::Owned(rest)),
        };
        Some((evidence::by_statistics(found, &octets), found.evidence.into()))
    }

    fn found(&self, found: Detected, code: Code) -> Option<DecodedText<'a>> {
        self.read(found.charset, found.evidence.into(), code)
    }

    /// The octets in `charset`, if they can be read in it without an error and nothing speaks against that; `code`
    /// says what is wrong with the label.
    fn read(&self, charset: Charset, confidence: Confidence, code: Code) -> Option<DecodedText<'a>> {
        if self.would_leave_shifts(charset) || self.would_hide_utf8(charset) {
            return None;
        }
        let (decoded, mut odd) = self.decode(charset);
        let text = match mixed::mixture(charset, self.octets) {
            Mixture::None => Some(decoded.text).filter(|_| decoded.errors == 0)?,
            Mixture::Segments(segments) => {
                let (text, detail) = mixed::read(charset, self.octets, &segments)?;
                odd.push((Code::TextMixed, detail));
                Cow::Owned(text)
            }
            Mixture::Unclear(_) => return None,
        };
        let label = self.named().map_or(String::new(), |label| format!("{} ", show(label)));
        let mut findings = vec![(code, format!("{label}read as {charset}, {}", confidence.because()))];
        findings.append(&mut odd);
        Some(DecodedText { text, charset, confidence, replaced: 0, findings })
    }

    /// Whether the octets read in `charset` would still hold shifts of the charset that their label names, or
    /// that they show; of UTF-16 and UTF-32, control characters.
    fn would_leave_shifts(&self, charset: Charset) -> bool {
        let named = self.named().and_then(|label| self.meant(label));
        if named.is_some_and(Charset::is_wide) && !charset.is_wide() && has_control(self.octets) {
            return true;
        }
        let shifting = named.filter(|named| is_seven_bit(*named)).or_else(|| by_escape(self.octets));
        !is_seven_bit(charset) && shifting.is_some_and(|shifting| shifts_in(shifting, self.octets))
    }

    /// Whether the octets are UTF-8, with some damage perhaps, that `charset` would make something else of.
    fn would_hide_utf8(&self, charset: Charset) -> bool {
        charset != Charset::UTF_8 && charset.is_ascii_superset() && Tally::of(self.octets).is_sound()
    }

    /// What becomes of octets of which some are ill-formed in `charset`.
    fn damaged(
        &self,
        charset: Charset,
        decoded: Decoded<'a>,
        mut findings: Vec<(Code, String)>,
    ) -> Resolved<'a> {
        let Some(first) = decoded.first_error else {
            return Ok(self.declared(self.label.unwrap_or_default(), charset, decoded, findings));
        };
        let Decoded { text, errors, .. } = decoded;
        let detail = format!("{errors} ill-formed in {charset}, the first one {first} of the text");
        let confidence = Confidence::Declared;
        if !self.context.policy.strict && evidence::is_stray_plus(first, &text) {
            findings.push((Code::TextMalformed, detail));
            return Ok(DecodedText { text, charset, confidence, replaced: 0, findings });
        }
        if !self.context.policy.lossy {
            return Err(Unresolved { charset: Some(charset), malformed: Some(first) });
        }
        findings.push((Code::TextReplaced, detail));
        Ok(DecodedText { text, charset, confidence, replaced: errors, findings })
    }
}

const UNKNOWN: Unresolved = Unresolved { charset: None, malformed: None };

/// A label for a sentence: printable ASCII, at most 40 characters of it.
fn show(label: &[u8]) -> String {
    label
        .iter()
        .take(40)
        .map(|octet| if octet.is_ascii_graphic() { char::from(*octet) } else { '?' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;

    fn policy(change: impl FnOnce(&mut Policy)) -> Policy {
        let mut policy = Policy::default();
        change(&mut policy);
        policy
    }

    fn read<'a>(octets: &'a [u8], label: &str, policy: &Policy) -> Resolved<'a> {
        let context = Context::new(policy);
        resolve(octets, Some(label.as_bytes()), &context)
    }

    /// The text, the confidence, and the code of the only finding.
    fn seen(resolved: Resolved<'_>) -> Option<(String, Confidence, Option<Code>)> {
        let text = resolved.ok()?;
        assert!(text.findings.len() <= 1);
        Some((text.text.into_owned(), text.confidence, text.findings.first().map(|(code, _)| *code)))
    }

    #[track_caller]
    fn reads(octets: &[u8], label: &str, text: &str, confidence: Confidence, code: Option<Code>) {
        assert_eq!(
            seen(read(octets, label, &Policy::default())),
            Some((text.into(), confidence, code)),
            "{label}"
        );
    }

    #[test]
    fn a_label_that_holds_is_believed() {
        reads(b"caf\xE9", "iso-8859-1", "café", Confidence::Declared, None);
        reads("café".as_bytes(), "utf-8", "café", Confidence::Declared, None);
        reads(b"Hi +Jjo-", "utf-7", "Hi ☺", Confidence::Declared, None);
    }

    #[test]
    fn latin1_is_itself_on_request() {
        let strict = policy(|policy| policy.latin1_strict = true);
        let text = read(b"\x93caf\xE9\x94", "latin1", &strict).unwrap();
        assert_eq!((text.text.as_ref(), text.charset), ("\u{93}café\u{94}", Charset::ISO_8859_1));
        assert!(text.findings.is_empty());
    }

    /// As if the label named the other charset, and no further: what is not in that one is not taken for the other.
    #[test]
    fn the_caller_knows_better_than_a_label() {
        let overruled = |real: &str, strict| {
            policy(|policy| {
                policy.overrides.insert(b"iso-8859-1", Charset::for_label(real.as_bytes()).unwrap());
                policy.strict = strict;
            })
        };
        let code = Some(Code::LabelOverruled);
        for strict in [true, false] {
            let text = read(b"\xCF\xF0\xE8", "latin1", &overruled("windows-1251", strict));
            assert_eq!(seen(text), Some(("При".to_owned(), Confidence::Overruled, code)));
            assert_eq!(read(b"\xCF", "windows-1252", &overruled("windows-1251", strict)).unwrap().text, "Ï");
        }
        let text = seen(read("größer".as_bytes(), "latin1", &overruled("koi8-r", false)));
        assert_eq!(text.unwrap().1, Confidence::Utf8Validity);
        assert!(read(b"\xE9 ", "latin1", &overruled("euc-kr", false)).is_err());
        let lossy = Policy { lossy: true, ..overruled("euc-kr", false) };
        let codes: Vec<Code> =
            read(b"\xE9 ", "latin1", &lossy).unwrap().findings.into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, [Code::LabelOverruled, Code::TextReplaced]);
    }

    /// What a document says of itself is a label, too, where it has no other.
    #[test]
    fn the_caller_knows_better_than_a_document() {
        let overruled = policy(|policy| {
            policy.overrides.insert(b"iso-8859-1", Charset::for_label(b"windows-1251").unwrap());
        });
        let context = Context::new(&overruled);
        let read = resolve_document(b"\xCF\xF0\xE8", None, Some(b"iso-8859-1"), &context);
        assert_eq!(seen(read), Some(("При".to_owned(), Confidence::Overruled, Some(Code::LabelMissing))));
    }

    #[test]
    fn a_superset_is_reported_where_it_was_needed() {
        let (wider, code) = (Confidence::Superset, Some(Code::LabelSuperset));
        reads(b"\x93caf\xE9\x94", "iso-8859-1", "“café”", wider, code);
        reads(b"\x81\x40", "gb2312", "丂", wider, code);
        reads(b"\xC4\xE3\xBA\xC3", "gb2312", "你好", Confidence::Declared, None);
        reads(b"\x87\x40", "shift_jis", "①", wider, code);
        reads(b"\xB1\xC7\x81\x40", "shift_jis", "ｱﾇ\u{3000}", Confidence::Declared, None);
    }

    #[test]
    fn utf8_under_a_single_octet_label_needs_two_sequences() {
        reads(
            "größer".as_bytes(),
            "iso-8859-1",
            "größer",
            Confidence::Utf8Validity,
            Some(Code::LabelMismatch),
        );
        reads("ä".as_bytes(), "iso-8859-1", "Ã¤", Confidence::Declared, None);
    }

    #[test]
    fn octets_that_say_nothing_of_themselves_go_down_the_ladder() {
        let all = policy(|policy| policy.fallback = Charset::for_label(b"koi8-r"));
        let octets = b"\xC4\xC1";
        let context =
            Context { policy: &all, message_charset: Charset::for_label(b"iso-8859-5"), guess: true };
        let declared = Some(&b"windows-1251"[..]);
        let rungs = [
            (resolve_document(octets, None, declared, &context), "ДБ", Confidence::Document),
            (resolve(octets, None, &context), "ФС", Confidence::Neighbour),
            (
                resolve(octets, Some(b"us-ascii"), &Context { message_charset: None, ..context }),
                "да",
                Confidence::Fallback,
            ),
        ];
        for (resolved, text, confidence) in rungs {
            let (got, how, code) = seen(resolved).unwrap();
            assert_eq!((got.as_str(), how), (text, confidence));
            assert!(matches!(code, Some(Code::LabelMissing | Code::LabelMismatch)));
        }
        let nothing = Context { guess: false, ..context };
        assert!(resolve(octets, None, &nothing).is_err());
    }

    #[test]
    fn one_bad_octet_does_not_change_the_charset_of_a_text() {
        let octets = b"gr\xC3\xB6\xC3\x9Fer \xFF f\xC3\xBCr";
        for label in ["utf-8", "us-ascii", "unknown-8bit"] {
            let unresolved = read(octets, label, &Policy::default());
            if label == "utf-8" {
                assert_eq!(unresolved.unwrap_err().malformed.unwrap().offset, 9);
            }
        }
        let lossy = policy(|policy| policy.lossy = true);
        let text = read(octets, "utf-8", &lossy).unwrap();
        assert_eq!((text.text.as_ref(), text.replaced), ("größer \u{fffd} für", 1));
    }

    #[test]
    fn a_label_proved_wrong_gives_way() {
        let euc: Vec<u8> = b"\xA5\xE6\xA1\xBC\xA5\xB6\xA1\xBC".repeat(4);
        let text = read(&euc, "iso-2022-jp", &Policy::default());
        if let Some((text, _, code)) = seen(text) {
            assert_eq!((text, code), ("ユーザー".repeat(4), Some(Code::LabelMismatch)));
        }
        reads(
            "ユーザー".as_bytes(),
            "iso-2022-jp",
            "ユーザー",
            Confidence::Utf8Validity,
            Some(Code::LabelMismatch),
        );
    }

    #[test]
    fn escape_sequences_speak_against_any_label_of_octets() {
        for label in ["utf-8", "iso-8859-1", "gb2312", "hz-gb-2312", "utf-7"] {
            let code = Some(Code::LabelMismatch);
            reads(b"\x1B$B<j;f\x1B(B", label, "手紙", Confidence::EscapeSequence, code);
            reads(b"\x1B[1m", label, "\x1B[1m", Confidence::Declared, None);
        }
        let policy = Policy::default();
        let attached = Context { guess: false, ..Context::new(&policy) };
        for label in [None, Some(&b"us-ascii"[..]), Some(b"utf-8")] {
            assert!(resolve(b"\x1B$B<j;f\x1B(B", label, &attached).is_err(), "{label:?}");
        }
    }

    #[test]
    fn no_rung_leaves_shifts_in_the_text() {
        let all = policy(|policy| policy.fallback = Some(Charset::WINDOWS_1252));
        let context = Context { message_charset: Some(Charset::WINDOWS_1252), ..Context::new(&all) };
        let (declared, escapes) = (Some(&b"iso-8859-1"[..]), b"\x1B$B<j;f\x1B(B ");
        for label in
            [None, Some(&b"us-ascii"[..]), Some(b"iso-2022-jp"), Some(b"unknown-8bit"), Some(b"x-other")]
        {
            for behind in ["größe".as_bytes(), b"gr\xF6\xDFe"] {
                let octets = [&escapes[..], behind].concat();
                assert!(resolve_document(&octets, label, declared, &context).is_err(), "{label:?}");
            }
        }
        let mut overruled = all.clone();
        overruled.overrides.insert(b"iso-2022-jp", Charset::WINDOWS_1252);
        let octets = [&escapes[..], b"gr\xF6\xDFe"].concat();
        assert!(resolve(&octets, Some(b"iso-2022-jp"), &Context::new(&overruled)).is_err());
        for (label, octets) in [("hz-gb-2312", &b"~{VP~} \xE9"[..]), ("utf-7", b"+Jjo- \xE9\xE9")] {
            assert!(resolve(octets, Some(label.as_bytes()), &context).is_err(), "{label}");
        }
    }

    #[test]
    fn escape_sequences_beside_utf8_speak_against_a_label() {
        let footer = "größe\n";
        let japanese = [&b"\x1B$B<j;f\x1B(B\n"[..], footer.as_bytes()].concat();
        let korean = [&b"\x1B$)C\x0E>H3g\x0F\n"[..], footer.as_bytes()].concat();
        let policy = Policy::default();
        for label in ["utf-8", "iso-8859-1", "koi8-r", "us-ascii", ""] {
            let codes =
                |text: &DecodedText<'_>| text.findings.iter().any(|(code, _)| *code == Code::TextMixed);
            for (octets, first) in [(&japanese, "手紙\n"), (&korean, "안녕\n")] {
                let text = read(octets, label, &policy).unwrap();
                assert_eq!(text.text, format!("{first}{footer}"), "{label}");
                assert!(codes(&text), "{label}");
            }
            assert!(read(b"\x1B$B<j;f\x1B(B\ngr\xF6\xDFe\n", label, &policy).is_err(), "{label}");
            assert!(read("\x1B$B<j;f\x1B(B größe".as_bytes(), label, &policy).is_err(), "{label}");
        }
        let attached = Context { guess: false, ..Context::new(&policy) };
        assert!(resolve(&japanese, Some(b"utf-8"), &attached).is_err());
        reads("\x1B[1mgröße\x1B(B\n".as_bytes(), "utf-8", "\x1B[1mgröße\x1B(B\n", Confidence::Declared, None);
    }

    #[test]
    fn statistics_are_taken_of_the_lines_that_are_not_in_utf8() {
        let [russian, chinese] = [&b"koi8-u"[..], b"gb2312"].map(|label| Charset::for_label(label).unwrap());
        for (charset, text) in [
            (russian, "Привет, как ваши дела сегодня?\nХорошо, спасибо\n"),
            (chinese, "你好世界，今天天气很好\n再见朋友\n"),
        ] {
            let footer = "配信停止はこちら\n";
            let octets = [&charset.encode(text).unwrap()[..], footer.as_bytes()].concat();
            for label in ["us-ascii", ""] {
                let read = read(&octets, label, &Policy::default()).unwrap();
                assert_eq!((read.text, read.charset), (format!("{text}{footer}").into(), charset), "{label}");
            }
        }
    }

    #[test]
    fn damage_in_utf8_is_no_evidence_for_another_charset() {
        let pair = "x \u{1F600}";
        for label in ["utf-8", "us-ascii", "unknown-8bit", ""] {
            let read = read(b"x \xED\xA0\xBD\xED\xB8\x80", label, &Policy::default()).unwrap();
            assert_eq!((read.text.as_ref(), read.charset), (pair, Charset::UTF_8));
            assert!(read.findings.iter().any(|(code, _)| *code == Code::Utf8SurrogatePair));
            for damaged in [&b"x \xF8\x88\x80\x80\x80"[..], b"\xC0\x80 caf\xC3\xA9", b"\xED\xA0\xBD x"] {
                let why = super::super::charset_choice::resolve(
                    damaged,
                    Some(label.as_bytes()),
                    &Context::new(&Policy::default()),
                );
                assert!(why.is_err_and(|why| why.malformed.is_some()), "{label}");
            }
        }
        reads(b"J\xF8rn", "us-ascii", "Jørn", Confidence::Detected, Some(Code::LabelMismatch));
    }

    #[test]
    fn strict_policies_follow_the_label_to_the_letter() {
        let strict = policy(|policy| policy.strict = true);
        assert_eq!(seen(read("ää".as_bytes(), "iso-8859-1", &strict)).unwrap().0, "Ã¤Ã¤");
        assert!(read("ää".as_bytes(), "us-ascii", &strict).is_err());
        assert_eq!(read(b"H\0i\0 \0", "utf-16", &strict).unwrap().text, "\u{4800}\u{6900}\u{2000}");
        assert!(read(b"a + b", "utf-7", &strict).is_err());
    }

    #[test]
    fn a_lone_octet_is_western() {
        let policy = Policy::default();
        let context = Context::new(&policy);
        assert_eq!(resolve(b"\xFETo: me", None, &context).unwrap().text, "þTo: me");
    }

    #[test]
    fn utf16_in_the_other_order_is_reported() {
        reads(b"H\0i\0 \0", "utf-16", "Hi ", Confidence::Utf16Order, Some(Code::Utf16Order));
        reads(b"\xFF\xFEH\0i\0", "utf-16be", "\u{feff}Hi", Confidence::Utf16Order, Some(Code::Utf16Order));
        reads(b"\0H\0i", "utf-16", "Hi", Confidence::Declared, None);
    }

    #[test]
    fn a_stray_plus_of_utf7_is_kept() {
        reads(b"a + b", "utf-7", "a + b", Confidence::Declared, Some(Code::TextMalformed));
    }

    /// As of `filename*=''caf%E9` (RFC 2231 section 4).
    #[test]
    fn an_empty_label_is_none() {
        let text = read(b"gr\xF6\xDFer", "", &Policy::default()).unwrap();
        assert_eq!(text.findings, [(Code::LabelMissing, "read as windows-1252, by statistics".to_owned())]);
    }

    #[test]
    fn an_unknown_label_is_no_licence_to_guess() {
        reads(b"plain", "iso-8858-15", "plain", Confidence::Ascii, Some(Code::LabelUnknown));
        reads("größer".as_bytes(), "x-other", "größer", Confidence::Utf8Validity, Some(Code::LabelUnknown));
        assert_eq!(read(b"gr\xF6\xDFer", "x-other", &Policy::default()).unwrap_err(), UNKNOWN);
    }
}
