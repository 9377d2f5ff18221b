//! Which parts must stay octet for octet as they are (guarantee G9).
