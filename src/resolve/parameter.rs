//! Parameter values: sections collected, ordered, joined and decoded once (RFC 2231).
