//! The header field that a finding is about.

use crate::finding::Finding;
use crate::structure::Structure;
use crate::syntax::header_block::Field;

impl Structure {
    /// The header field in which the span of `finding` lies. `None` for a finding about a body, a whole header or a
    /// whole message. The field can be in a header, or in a report (RFC 3464). The time is logarithmic in the number of
    /// fields.
    ///
    /// A list of messages shows some fields, and warns about these alone:
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let octets = b"subject: caf\xE9\nX-Old: caf\xE9\nContent-Type: text/plain; charset=x-other\n\nna\xC3\xAFve\n";
    /// let message = Message::parse(octets);
    /// let structure = message.texts().original_structure();
    /// let is_doubtful = |name: &str| {
    ///     let findings = message.findings().into_iter().filter(|finding| finding.part == 0);
    ///     let warnings = findings.filter(|finding| finding.warning().is_some());
    ///     warnings.filter_map(|finding| structure.field_of(&finding)).any(|field| field.is(octets, name))
    /// };
    /// assert!(is_doubtful("Subject") && !is_doubtful("From"));
    /// // The name of a field is as it is written.
    /// let field = structure.field_of(&message.findings()[0]).unwrap();
    /// assert_eq!(field.name.slice(octets), b"subject");
    /// assert!(structure.field_of(message.findings().last().unwrap()).is_none());
    /// ```
    pub fn field_of(&self, finding: &Finding) -> Option<&Field> {
        let header = &self.parts.get(finding.part)?.header;
        let blocks = self.field_blocks(finding.part);
        let at = finding.span.start;
        let block = match header.span.contains(finding.span) {
            true => header,
            false => blocks.get(blocks.partition_point(|block| block.span.end <= at))?,
        };
        let field = block.fields.get(block.fields.partition_point(|field| field.span.end <= at))?;
        field.span.contains(finding.span).then_some(field)
    }
}
