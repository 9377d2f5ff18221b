//! The other way: any message as 7-bit mail in UTF-7 (RFC 2152, chapter "Use of Character Set UTF-7 Within MIME").
//!
//! Text bodies become UTF-7 under `7bit`, their lines broken as they are encoded; ASCII stays ASCII. Other parts
//! keep their octets, under base64 where some are above 127. Protected parts stay as they are; where octets
//! above 127 are left in them, the message is not 7-bit, and a finding says so. Linear time.

mod body;
mod html;
mod seven_bit;
mod wrap;

use super::draft::{self, Draft};
use super::header;
use super::plan::{Plan, Planner};
use crate::charset::utf7::Encoder;
use crate::policy::{BodyForm, HeaderForm, Policy};

/// What happens to lines that are longer than wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrap {
    /// Plain text becomes `format=flowed; delsp=yes` (RFC 3676), from which a reader has its paragraphs back;
    /// HTML gets line ends in place of spaces that are no text; all else goes as under
    /// [`Wrap::QuotedPrintable`].
    #[default]
    Flowed,
    /// Lines of plain text are broken for good. HTML and all else as under [`Wrap::Flowed`], and so is text
    /// that is flowed already.
    Hard,
    /// No line is broken: quoted-printable over UTF-7.
    QuotedPrintable,
    /// None, up to the 998 octets that mail carries (RFC 5322 section 2.1.1); beyond, as under
    /// [`Wrap::QuotedPrintable`].
    None,
}

/// The choices of [`ToUtf7`].
#[derive(Clone, Debug)]
pub struct Utf7Options {
    /// Octets of a line, its end not counted: 20 to 998. A word that is longer by itself goes beyond under
    /// [`Wrap::Flowed`] and [`Wrap::Hard`].
    pub columns: usize,
    /// What happens to longer lines.
    pub wrap: Wrap,
    /// How UTF-7 is written: what becomes of Set O, and where a shifted sequence ends with `-`.
    pub encoder: Encoder,
    /// How text is read, and what of the message may be changed; of its forms for bodies only
    /// [`BodyForm::Keep`] counts.
    pub policy: Policy,
}

impl Default for Utf7Options {
    /// Flowed lines of 76 octets, Set O shifted, headers in UTF-7.
    fn default() -> Self {
        let policy = Policy { headers: HeaderForm::Utf7, ..Policy::default() };
        Self { columns: 76, wrap: Wrap::default(), encoder: Encoder::default(), policy }
    }
}

/// Writes messages as 7-bit mail in UTF-7. `Send + Sync`, cheap to clone.
///
/// ```
/// use mailutf::ToUtf7;
/// let message = "Content-Type: text/plain; charset=utf-8\n\nA≢Α.\n".as_bytes();
/// let plan = ToUtf7::default().plan(message);
/// assert_eq!(&*plan.apply(), b"Content-Type: text/plain; charset=utf-7\n\nA+ImIDkQ.\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ToUtf7 {
    options: Utf7Options,
}

impl ToUtf7 {
    /// A writer by these options.
    pub fn new(options: Utf7Options) -> Self {
        Self { options }
    }

    /// What to do to `message` (one message, no mbox `From ` line). Never fails: what cannot be read, is
    /// protected or beyond a limit is left as it was, with a finding.
    pub fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        let policy = &self.options.policy;
        let mut draft = match Draft::new(message, policy) {
            Ok(draft) => draft,
            Err(findings) => return Plan::new(message, Vec::new(), findings),
        };
        let Draft { message, edits, findings, charsets, header_charsets } = &mut draft;
        let context = draft::context(message, policy);
        for part in 0..message.parts.len() {
            header::plan(message, part, &context, edits, findings, header_charsets);
            let done = body::plan(message, part, &context, &self.options, edits, findings, charsets);
            if !done && policy.bodies != BodyForm::Keep {
                seven_bit::plan(message, part, edits);
            }
        }
        seven_bit::lower_claims(message, edits);
        let plan = draft.finish(&context);
        let left = seven_bit::left_over(&draft.message, plan.edits());
        plan.with(left.into_iter().collect())
    }
}

impl Planner for ToUtf7 {
    fn plan<'a>(&self, message: &'a [u8]) -> Plan<'a> {
        Self::plan(self, message)
    }

    fn policy(&self) -> &Policy {
        &self.options.policy
    }
}
