//! Runs of adjacent encoded words to text (RFC 2047 section 6).
