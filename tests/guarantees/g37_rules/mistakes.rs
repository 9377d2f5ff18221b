//! Text that is not a valid rule. Each mistake is reported with its line, its column and a sentence of its own.

use super::proptest_config;
use mailutf::rules::Rules;
use proptest::collection::vec;
use proptest::prelude::*;

#[test]
fn each_mistake_has_its_place_and_its_sentence() {
    for (text, expected) in [
        ("", "line 1, column 1: expected `version = 1` before the rules"),
        (
            "version = 2\n",
            "line 1, column 11: expected `version = 1`, the only version that this program knows",
        ),
        (
            "version = \"1\"\n",
            "line 1, column 11: expected `version = 1`, the only version that this program knows",
        ),
        ("version = 1\nrules = []\n", "line 2, column 1: unknown key `rules`; did you mean `rule`?"),
        (
            "version = 1\ncolour = 1\n",
            "line 2, column 1: unknown key `colour`; expected one of version, rule",
        ),
        (
            "version = 1\n[rule]\nread = \"label\"\n",
            "line 2, column 1: expected `[[rule]]` on a line of its own before each rule",
        ),
        (
            "version = 1\nrule = 3\n",
            "line 2, column 8: expected `[[rule]]` on a line of its own before each rule",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\n",
            "line 2, column 1: expected `read`, which says how to read the text, or `undo`, which says how the \
             text was garbled",
        ),
        (
            "version = 1\n[[rule]]\nread = \"label\"\n",
            "line 2, column 1: expected a condition, such as `from`; for all text, write `label = \"*\"`",
        ),
        (
            "version = 1\n[[rule]]\nform = \"a@b\"\nread = \"label\"\n",
            "line 3, column 1: unknown key `form`; did you mean `from`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = [\"a@b\", \"@b\"]\nread = \"label\"\n",
            "line 3, column 16: expected an address, such as \"ann@example.org\"; for all addresses of the domain, \
             write \"*@b\"",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"Ann <a@b>\"\nread = \"label\"\n",
            "line 3, column 8: expected an address, such as \"ann@example.org\", without a name",
        ),
        (
            "version = 1\n[[rule]]\nfrom = ['\"a b\"@b', '\"Jan\" jan@b']\nread = \"label\"\n",
            "line 3, column 20: expected an address, such as \"ann@example.org\", without a name",
        ),
        (
            "version = 1\n[[rule]]\nlist = [\"<a.b>\", \"Cats <a.b>\"]\nread = \"label\"\n",
            "line 3, column 18: expected the identifier in List-Id, without a name",
        ),
        (
            "version = 1\n[[rule]]\nsubject = \"x\"\nread = \"label\"\n",
            "line 3, column 1: unknown key `subject`; expected one of from, list, thread, message-id, file, dates, digest, label, read, undo, lossy",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = []\n",
            "line 4, column 8: expected charsets, such as [\"koi8-r\", \"windows-1251\"]; found an empty array",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = [\"koi8-r\", \"windows-1521\"]\n",
            "line 4, column 19: unknown charset `windows-1521`; did you mean `windows-1251`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = [\"latin1\", \"koi8-r\", \"windows-1252\"]\n",
            "line 4, column 29: `windows-1252` is named twice",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = [\"koi8-r\", \"iso-2022-jp\"]\n",
            "line 4, column 19: the characters of a text cannot show whether it is in `iso-2022-jp`",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = [\"label\", 3]\n",
            "line 4, column 9: unknown charset `label`",
        ),
        (
            "version = 1\n[[rule]]\nfrom = 3\nread = \"label\"\n",
            "line 3, column 8: expected an address, such as \"ann@example.org\", as a string; found integer",
        ),
        (
            "version = 1\n[[rule]]\nfrom = [\"a@b\", true]\nread = \"label\"\n",
            "line 3, column 16: expected an address, such as \"ann@example.org\", as a string; found boolean",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \" \"\nread = \"label\"\n",
            "line 3, column 8: expected an address, such as \"ann@example.org\", as a string; found an empty string",
        ),
        (
            "version = 1\n[[rule]]\nlist = []\nread = \"label\"\n",
            "line 3, column 8: expected the identifier in List-Id; found an empty array",
        ),
        (
            "version = 1\n[[rule]]\nlabel = \"\"\nread = \"label\"\n",
            "line 3, column 9: expected a charset label as mail writes it, \"none\", \"unknown\" or \"*\", as a string; found an empty string",
        ),
        (
            "version = 1\n[[rule]]\ndates = \"2006/2003\"\nread = \"label\"\n",
            "line 3, column 9: expected a day, a month, a year, or two of them, such as \"2003-05-17\" or \"2003/2006-07\", with the earlier date first",
        ),
        (
            "version = 1\n[[rule]]\ndates = 2003-05-17\nread = \"label\"\n",
            "line 3, column 9: expected a day, a month, a year, or two of them, such as \"2003-05-17\" or \"2003/2006-07\", as a string; found datetime",
        ),
        (
            "version = 1\n[[rule]]\ndigest = \"sha256:00\"\nread = \"label\"\n",
            "line 3, column 10: expected \"sha256:\" and 64 hexadecimal digits, as in a manifest",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"windows-1259\"\n",
            "line 4, column 8: unknown charset `windows-1259`; expected a charset, \"label\", \"evidence\" or \"leave\"; did you mean `windows-1258`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"lable\"\n",
            "line 4, column 8: unknown charset `lable`; expected a charset, \"label\", \"evidence\" or \"leave\"; did you mean `label`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"xyzzy quux\"\n",
            "line 4, column 8: unknown charset `xyzzy quux`; expected a charset, \"label\", \"evidence\" or \"leave\"",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"windows-1252\"\n",
            "line 4, column 8: expected the charset in which text was wrongly decoded, and its real charset, such as \"windows-1252 > utf-8\"",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = [\"windows-1252 > utf-8\", 3]\n",
            "line 4, column 33: expected the charset in which text was wrongly decoded, and its real charset, such as \"windows-1252 > utf-8\", as a string; found integer",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = []\n",
            "line 4, column 8: expected the charset in which text was wrongly decoded, and its real charset, such as \"windows-1252 > utf-8\"; found an empty array",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"windows-1259 > utf-8\"\n",
            "line 4, column 8: unknown charset `windows-1259`; did you mean `windows-1258`?",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"koi8-r > koi8-r\"\n",
            "line 4, column 8: expected two different charsets: decoding in the real charset is no mistake",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"utf-16le > utf-8\"\n",
            "line 4, column 8: `utf-16le` is not a superset of US-ASCII, so programs do not mistake it for another charset",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nread = \"leave\"\nundo = \"koi8-r > windows-1251\"\n",
            "line 2, column 1: `read = \"leave\"` leaves the text unchanged, so `undo` has nothing to restore; remove one of them",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"koi8-r > windows-1251\"\nlossy = true\n",
            "line 2, column 1: `lossy` needs `undo` and `digest`: characters may be lost only in messages that the rule names by digest",
        ),
        (
            "version = 1\n[[rule]]\ndigest = \"sha256:0000000000000000000000000000000000000000000000000000000000000000\"\nread = \"koi8-r\"\nlossy = true\n",
            "line 2, column 1: `lossy` needs `undo` and `digest`: characters may be lost only in messages that the rule names by digest",
        ),
        (
            "version = 1\n[[rule]]\nfrom = \"a@b\"\nundo = \"koi8-r > windows-1251\"\nlossy = \"yes\"\n",
            "line 5, column 9: expected true or false",
        ),
        (
            "version = 1\n[[rule]]\nundo = \"koi8-r > windows-1251\"\n",
            "line 2, column 1: expected a condition, such as `from`; for all text, write `label = \"*\"`",
        ),
        ("version = 1\n[[rule]]\n# é\nfröm = \"a@b\"\nread = \"label\"\n", "line 4, column 3: "),
        ("version = 1\n[[rule]]\nfrom = \"a@b\n", "line 3, column "),
        ("version = 1\nversion = 1\n", "line 2, column 1: duplicate key"),
    ] {
        let mistakes = Rules::parse(text).unwrap_err();
        let found = mistakes.0[0].to_string();
        let is_it = if expected.len() < 40 { found.starts_with(expected) } else { found == expected };
        assert!(is_it, "{text}\n{found}\n{expected}");
    }
    let several = "version = 1\n[[rule]]\nform = \"a@b\"\nread = \"lable\"\n[[rule]]\nfrom = \"a@b\"\n";
    let mistakes = Rules::parse(several).unwrap_err();
    assert_eq!(mistakes.0.iter().map(|mistake| mistake.line).collect::<Vec<_>>(), [3, 4, 5], "{mistakes}");
}

proptest! {
    #![proptest_config(proptest_config(1024))]

    /// No text makes the parser of rules panic. If the parser rejects a text, it reports at least one mistake.
    #[test]
    fn any_text_can_be_parsed(parts in vec(prop::sample::select(&[
        "version", "=", "1", "\n", "[[rule]]", "[rule]", "from", "\"a@b\"", "[", "]", "{", "}", ".", ",", "read", "\"label\"",
        "'", "\"", "\"\"\"", "\\", "#", "é", "\u{0}", "2003-05-17", "dates", "label", "\"*\"", "digest", "9e999", "undo", "lossy", "true",
        "\"koi8-r > windows-1251\"",
    ][..]), 0..24)) {
        if let Err(mistakes) = Rules::parse(&parts.concat()) {
            prop_assert!(!mistakes.0.is_empty());
        }
    }
}
