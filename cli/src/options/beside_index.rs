//! The help of `--beside-index`. In `normalize` and `to-utf7`, the option has a meaning only with `--in-place`; in
//! `undo`, it needs no other option.

pub(crate) const HELP: &str =
    "Also replace an mbox of which Dovecot keeps an index (.imap/NAME/dovecot.index*)";

pub(crate) const LONG_HELP: &str = "\
Also replace an mbox of which Dovecot keeps an index (.imap/NAME/dovecot.index*).

Dovecot keeps the sizes of messages there, and cuts off messages that became longer. Therefore, without this option, such an \
mbox is left unchanged, the exit status is 1, and the commands to run are printed: stop Dovecot, convert the mbox, remove \
dovecot.index.cache, start Dovecot. An index in another place (INDEX= of Dovecot) is not recognized; if fields X-UID or \
X-IMAPbase in the mbox show that there may be one, a warning is printed.";
