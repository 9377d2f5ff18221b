//! Folding (RFC 5322 section 2.2.3).
