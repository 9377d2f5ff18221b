//! The help of `--beside-index`. In `normalize` and `to-utf7`, the option has a meaning only with `--in-place`; in
//! `undo`, it needs no other option.

pub(crate) const HELP: &str =
    "Also replace mbox files for which Dovecot keeps an index (.imap/NAME/dovecot.index*)";

pub(crate) const LONG_HELP: &str = "\
Also replace mbox files for which Dovecot keeps an index (.imap/NAME/dovecot.index*). Use this option only while Dovecot is \
stopped.

Dovecot keeps the size of each message in the index, and would cut off messages that became longer. Without this option, such \
an mbox stays unchanged, the exit status is 1, and mailutf prints what to run: stop Dovecot, convert the mbox, remove \
dovecot.index.cache, start Dovecot. An index elsewhere (INDEX= in Dovecot's mail_location) is not found; mailutf then prints a \
warning if the mbox has X-UID or X-IMAPbase fields, which suggest that there is one.";
