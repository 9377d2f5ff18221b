//! Checks that broken DKIM and ARC signatures are counted, and that the option which keeps them is named.

use super::program;

const SEALED: &str = "DKIM-Signature: v=1; h=subject; d=example.org\nARC-Message-Signature: i=1; h=from:subject\n\
                      Subject: =?koi8-r?B?8NLJ18XU?=\n\nx\n";
const LINE: &str =
    "mailutf: 2 DKIM or ARC signatures broken (--keep-dkim leaves messages with such signatures unchanged)\n";

fn said(arguments: &[&str], input: &str) -> String {
    let assert = program::assert_command().args(arguments).write_stdin(input).assert().code(0);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

#[test]
fn one_line_counts_the_broken_signatures() {
    assert_eq!(said(&["normalize"], SEALED), LINE);
    assert_eq!(said(&["to-utf7"], SEALED), LINE);
    let dry_run = said(&["normalize", "-n"], SEALED);
    assert!(dry_run.contains(&LINE["mailutf: ".len()..].replace("broken", "would be broken")), "{dry_run}");
    let summary =
        format!("1 message: 1 converted, 0 unchanged, 0 unresolved; {}", &LINE["mailutf: ".len()..]);
    assert!(said(&["normalize", "-v"], SEALED).contains(&summary));
}

#[test]
fn nothing_is_printed_if_none_broke_or_with_quiet() {
    assert_eq!(said(&["normalize", "-q"], SEALED), "");
    assert_eq!(said(&["normalize", "--filter"], SEALED), "");
    assert_eq!(said(&["normalize", "--keep-dkim", "-q"], SEALED), "");
    assert!(!said(&["normalize"], &SEALED.replace("=?koi8-r?B?8NLJ18XU?=", "x")).contains("broken"));
    assert!(
        !said(&["normalize"], &SEALED.replace("h=", "x=").replace("ARC", "X").replace("DKIM", "X"))
            .contains("broken")
    );
}
