//! The examples at the end of the help of each command.

pub(super) const PROGRAM: &str = "\
Examples:
  mailutf letter.eml                                 Describe a file and suggest commands
  mailutf inspect letter.eml                         Find out what is wrong with a message
  mailutf normalize letter.eml > utf8.eml            Convert one message to UTF-8
  mailutf check Mail                                 List messages that are not yet UTF-8
  mailutf normalize Mail --in-place --backup         Convert a whole tree in place

`mailutf help COMMAND` lists the options of a command; `mailutf man` prints the manual.";

pub(super) const NORMALIZE: &str = "\
Examples:
  mailutf normalize letter.eml > utf8.eml            One message
  mailutf normalize --charset iso-8859-1=windows-1251 letter.eml > utf8.eml
                                                     A message whose labels name the wrong charset
  mailutf normalize archive.mbox --diff              Show what would change
  mailutf normalize archive.mbox -o utf8.mbox        A mailbox of any size
  mailutf normalize Mail --in-place --backup         A Maildir, MH or .eml tree in place
  mailutf normalize archive.mbox --from '*@example.org' --until 2003 -o utf8.mbox
                                                     Some mail only; the rest is copied
  mailutf normalize big.mbox --range 0-268434944:1:auto -o part1.mbox
                                                     One of the ranges that `mailutf split big.mbox` lists
  mailutf normalize Mail -n --report found.jsonl     Report what would be done, for a script
  mailutf normalize --filter < letter.eml            As procmail, maildrop or Sieve calls it";

#[cfg(unix)]
pub(super) const UNDO: &str = "\
Examples:
  mailutf undo Mail                                  After normalize Mail --in-place --backup
  mailutf undo --dry-run --suffix .orig archive.mbox";

pub(super) const VERIFY_MANIFEST: &str = "\
Examples:
  mailutf normalize Mail -i --manifest mail.jsonl    Convert, and record each message before and after
  mailutf verify-manifest mail.jsonl Mail            Is every converted message still there, unchanged?
  mailutf verify-manifest --before mail.jsonl Mail.old
                                                     Is every original message in this copy?";

pub(super) const TO_UTF7: &str = "\
Examples:
  mailutf to-utf7 letter.eml > utf7.eml              One message
  mailutf to-utf7 --wrap hard --columns 60 letter.eml";

pub(super) const DECODE: &str = "\
Examples:
  mailutf decode --charset utf-7 < text.utf7
  mailutf decode --charset shift_jis --lossy old.txt -o new.txt
  mailutf decode --from koi8-r --to windows-1251 < old.txt";

pub(super) const ENCODE: &str = "\
Examples:
  mailutf encode --charset koi8-r text.txt > old.txt
  mailutf encode --to utf-7 --columns 72 < text.txt";

pub(super) const HEADER: &str = "\
Examples:
  mailutf header '=?koi8-r?B?8NLJ18XU?='
  mailutf header --addresses '=?utf-8?Q?J=C3=B6rg?= <j@example.org>, k@example.org'
  mailutf header --parameter filename \"attachment; filename*=utf-8''gr%C3%BC%C3%9Fe.txt\"
  mailutf header --encode Привет
  mailutf header < subjects.txt                      One value per line";

pub(super) const EXPLAIN: &str = "\
Examples:
  mailutf explain                                    List all codes
  mailutf explain label-mismatch";

pub(super) const INSPECT: &str = "\
Examples:
  mailutf inspect letter.eml
  mailutf inspect archive.mbox --message 7
  mailutf inspect archive.mbox --json | jq -r .message_id";

pub(super) const DETECT: &str = "\
Examples:
  mailutf detect old.txt
  mailutf detect archive.mbox | grep unreadable
  mailutf detect letter.eml --json | jq '.texts[].likely'";

pub(super) const TEXT: &str = "\
Examples:
  mailutf text archive.mbox | grep -i invoice
  mailutf text --headers letter.eml
  mailutf text --plain --message 7 archive.mbox
  mailutf text --json archive.mbox | jq -r .subject
  mailutf text --part 2 letter.eml > notes.txt";

pub(super) const GREP: &str = "\
Examples:
  mailutf grep invoice archive.mbox
  mailutf grep --ignore-case 'größe|taille' Mail     A Maildir, MH or .eml tree
  mailutf grep --field subject --since 2003 '^Re:' archive.mbox
                                                     Subjects since 2003
  mailutf grep -l --nfkc テスト *.mbox.gz            Names of files; half-width letters, too
  mailutf grep --mbox --from ann@example.org . archive.mbox > ann.mbox
                                                     All mail of a sender, as an mbox";

pub(super) const ATTACHMENTS: &str = "\
Examples:
  mailutf attachments archive.mbox                   List all attachments
  mailutf attachments letter.eml -o files            Save them in the directory files
  mailutf attachments archive.mbox -m 7 -p 2 -o .    Save one part of one message";

pub(super) const CHECK: &str = "\
Examples:
  mailutf check Mail                                 List messages that are not yet UTF-8
  mailutf check --quiet letter.eml || echo not yet
  mailutf check -l Mail                              Names of files only
  mailutf check Mail --headers encoded               Messages without 7-bit headers, too
  mailutf check Mail --fail-on unresolved --json     For a script: only what needs manual work";

pub(super) const CHARSETS: &str = "\
Examples:
  mailutf charsets | grep -i koi8
  mailutf charsets --json | jq -r .name";

pub(super) const CENSUS: &str = "\
Examples:
  mailutf census archive.mbox
  mailutf census Mail --by year                      A Maildir, MH or .eml tree, year by year
  mailutf census Mail --html report.html             A report for a browser
  find . -name '*.mbox' -print0 | mailutf census -0 --files-from - --csv > census.csv";

pub(super) const SPLIT: &str = "\
Examples:
  mailutf split archive.mbox                         One range per line
  mailutf split a.mbox | parallel -k mailutf normalize a.mbox --range > utf8.mbox
                                                     Several processes, one output";

pub(super) const COMPLETIONS: &str = "\
Examples:
  mailutf completions bash > ~/.local/share/bash-completion/completions/mailutf
  mailutf completions zsh > ~/.zfunc/_mailutf
  mailutf completions fish > ~/.config/fish/completions/mailutf.fish";

pub(super) const MAN: &str = "\
Examples:
  mailutf man normalize
  mailutf man --install                              For `man mailutf`, after `cargo install`
  mailutf man --output ~/.local/share/man/man1";
