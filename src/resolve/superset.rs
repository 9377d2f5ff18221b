//! Text that uses characters its label lacks and a superset of it has: the code pages of Windows under ISO
//! labels, and the extended double-octet sets under the names of the national standards.
//!
//! Looks at octets only, so it answers for well-formed text; linear time.

/// Whether `octets`, well-formed in the superset that mailers mean by `label`, go beyond what the label names.
pub(super) fn beyond(label: &[u8], octets: &[u8]) -> bool {
    if octets.is_ascii() {
        return false;
    }
    let label = label.trim_ascii().to_ascii_lowercase();
    match label.as_slice() {
        b"iso-8859-1" | b"iso8859-1" | b"iso_8859-1" | b"latin1" | b"l1" | b"iso-8859-9" | b"iso8859-9"
        | b"latin5" | b"iso-8859-11" | b"tis-620" => octets.iter().any(|octet| (0x80..0xA0).contains(octet)),
        b"gb2312" | b"gb_2312-80" | b"csgb2312" | b"euc-cn" => {
            pairs(octets).any(|(lead, trail)| !(0xA1..=0xF7).contains(&lead) || trail < 0xA1)
        }
        b"gbk" | b"cp936" => pairs(octets).any(|(_, trail)| trail < 0x40),
        b"euc-kr" | b"ks_c_5601-1987" | b"ks_c_5601" => {
            pairs(octets).any(|(lead, trail)| lead < 0xA1 || trail < 0xA1)
        }
        // NEC's row 13 and its selection of IBM's characters, and IBM's own rows.
        b"shift_jis" | b"shift-jis" | b"sjis" | b"x-sjis" => {
            shift_jis_pairs(octets).any(|lead| matches!(lead, 0x87 | 0xED | 0xEE | 0xFA..=0xFC))
        }
        _ => false,
    }
}

/// Double octets: a lead above 127 and what follows it.
fn pairs(octets: &[u8]) -> impl Iterator<Item = (u8, u8)> {
    let mut rest = octets.iter().copied();
    std::iter::from_fn(move || {
        let lead = rest.find(|octet| *octet > 0x7F)?;
        Some((lead, rest.next()?))
    })
}

/// Leads of double octets; half-width kana stand alone.
fn shift_jis_pairs(octets: &[u8]) -> impl Iterator<Item = u8> {
    let mut rest = octets.iter().copied();
    std::iter::from_fn(move || {
        let lead = rest.find(|octet| matches!(octet, 0x81..=0x9F | 0xE0..=0xFC))?;
        rest.next().map(|_| lead)
    })
}
