//! mbox files: `From ` lines, quoting, and messages one at a time.
