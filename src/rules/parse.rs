//! Reads rules from a file in TOML. All mistakes are reported together, each with its line and column.

use super::charsets::Charsets;
use super::label::LabelCondition;
use super::mistake::{Mistake, Mistakes};
use super::rule::{Read, Rule};
use super::rule_list::Rules;
use super::undo::{Pair, Undo};
use crate::charset::detect::is_scored;
use crate::charset::{Alias, Charset};
use crate::mailbox::Digest;
use crate::selection::{Days, Glob, Pattern, Selection};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The only version of the format.
const VERSION: &str = "1";
/// A known name is suggested in place of an unknown name only if the similarity of the two names, from 0 to 1, is
/// at least this.
const ALIKE: f64 = 0.6;

/// The keys of a rule.
const KEYS: [&str; 11] =
    ["from", "list", "thread", "message-id", "file", "dates", "digest", "label", "read", "undo", "lossy"];
/// The keys of a rule that are not conditions.
const ACTIONS: [&str; 3] = ["read", "undo", "lossy"];
/// The values of `read` that are not a charset.
const READINGS: [(&str, Read); 3] =
    [("label", Read::Label), ("evidence", Read::Evidence), ("leave", Read::Leave)];

impl Rules {
    /// Reads the rules in `text`, a file in TOML. Needs the feature `rules`. The keys of a rule are the conditions `from`,
    /// `list`, `thread`, `message-id`, `dates`, `digest`, `label` and `file`, and `read`, `undo` and `lossy`, which say how
    /// text is read. All keys, their values, and the order of rules and evidence are described in the [module](super).
    ///
    /// ```
    /// use mailutf::rules::Rules;
    /// use mailutf::{Normalizer, Policy};
    /// let rules = Rules::parse(
    ///     "version = 1\n\
    ///      [[rule]]\n\
    ///      from = \"jan@example.org\"\n\
    ///      dates = \"2003/2006\"\n\
    ///      label = \"iso-8859-1\"\n\
    ///      read = \"windows-1250\"\n",
    /// )?;
    /// let message = b"From: jan@example.org\nDate: Sat, 17 May 2003 10:00:00 +0200\n\
    ///     Subject: =?iso-8859-1?Q?P=F8=EDloha?=\n\n";
    /// let plan = Normalizer::new(Policy::default().with_rules(rules.named("decisions.toml"))).plan(message);
    /// assert!(plan.apply().ends_with("Subject: Příloha\n\n".as_bytes()));
    /// let why = plan.findings()[0].detail.to_string();
    /// assert_eq!(why, "iso-8859-1 read as windows-1250, by decisions.toml:2");
    ///
    /// // A rule for one message. `escape` is needed, because a `*` stands for any characters, and `quote`, because the
    /// // name comes from the sender.
    /// let id = mailutf::rules::quote(&mailutf::selection::escape("4*2@example.org"));
    /// Rules::parse(&format!("version = 1\n[[rule]]\nmessage-id = {id}\nread = 'label'\n"))?;
    ///
    /// let mistakes = Rules::parse("version = 1\n[[rule]]\nform = \"jan@example.org\"\nread = \"leave\"\n").unwrap_err();
    /// assert_eq!(mistakes.0[0].to_string(), "line 3, column 1: unknown key `form`; did you mean `from`?");
    /// # Ok::<(), mailutf::rules::Mistakes>(())
    /// ```
    ///
    /// # Errors
    /// Returns all mistakes in the text.
    pub fn parse(text: &str) -> Result<Self, Mistakes> {
        let line_ends = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
        let mut reader = Reader { text, line_ends, mistakes: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            reader.mistake(error.span().unwrap_or_default(), error.message());
        }
        // If some text is not TOML, the rest of the file looks wrong, too. So no further mistakes are searched for.
        let rules = if reader.mistakes.is_empty() { reader.file(table.get_ref()) } else { Vec::new() };
        reader.mistakes.sort_by_key(|mistake| (mistake.line, mistake.column));
        if !reader.mistakes.is_empty() {
            return Err(Mistakes(reader.mistakes));
        }
        Ok(Self::in_order(rules))
    }
}

type Value<'t> = Spanned<DeValue<'t>>;

struct Reader<'t> {
    text: &'t str,
    /// The offset of each line end, in order.
    line_ends: Vec<usize>,
    mistakes: Vec<Mistake>,
}

impl Reader<'_> {
    fn mistake(&mut self, place: Range<usize>, what: impl Into<String>) {
        self.mistakes.push(Mistake::at(self.text, place, what));
    }

    fn file(&mut self, table: &DeTable<'_>) -> Vec<Rule> {
        let mut rules = Vec::new();
        let mut version = false;
        for (key, value) in table {
            match &**key.get_ref() {
                "version" => {
                    version = true;
                    let is_known =
                        value.get_ref().as_integer().is_some_and(|number| number.as_str() == VERSION);
                    if !is_known {
                        let what = "expected `version = 1`, the only version that this program knows";
                        self.mistake(value.span(), what);
                    }
                }
                "rule" => rules = self.rules(value),
                other => {
                    let what = unknown_key(other, ["version", "rule"].into_iter());
                    self.mistake(key.span(), what);
                }
            }
        }
        if !version {
            self.mistake(0..0, "expected `version = 1` before the rules");
        }
        rules
    }

    fn rules(&mut self, value: &Value<'_>) -> Vec<Rule> {
        let tables = value.get_ref().as_array().and_then(|array| {
            let tables = array.iter().map(|value| Some((value.span(), value.get_ref().as_table()?)));
            tables.collect::<Option<Vec<_>>>()
        });
        let Some(tables) = tables else {
            self.mistake(value.span(), "expected `[[rule]]` on a line of its own before each rule");
            return Vec::new();
        };
        tables.into_iter().filter_map(|(place, table)| self.rule(place, table)).collect()
    }

    fn rule(&mut self, place: Range<usize>, table: &DeTable<'_>) -> Option<Rule> {
        let before = self.mistakes.len();
        let mut selection = Selection::default();
        let (mut labels, mut read, mut undo, mut conditions) = (Vec::new(), None, Undo::default(), 0);
        for (key, value) in table {
            let name = &**key.get_ref();
            conditions += usize::from(!ACTIONS.contains(&name));
            match name {
                "from" => selection.from = self.addresses(value),
                "list" => selection.list_id = self.patterns(value, "the identifier in List-Id"),
                "thread" => {
                    selection.thread = self.patterns(value, "the Message-ID of a thread's first message")
                }
                "message-id" => selection.message_id = self.patterns(value, "a Message-ID"),
                "file" => {
                    let names = self.strings(value, "the name of a file, such as \"lists/*.mbox\"");
                    selection.files = names.into_iter().map(|(_, name)| Glob::new(name)).collect();
                }
                "dates" => selection.dates = self.dates(value),
                "digest" => selection.digests = self.digests(value),
                "label" => {
                    let names = self
                        .strings(value, "a charset label as mail writes it, \"none\", \"unknown\" or \"*\"");
                    labels = names.into_iter().map(|(_, name)| LabelCondition::of_rule(name)).collect();
                }
                "read" => read = self.reading(value),
                "undo" => undo.pairs = self.pairs(value),
                "lossy" => match value.get_ref().as_bool() {
                    Some(lossy) => undo.lossy = lossy,
                    None => self.mistake(value.span(), "expected true or false"),
                },
                other => {
                    let what = unknown_key(other, KEYS.into_iter());
                    self.mistake(key.span(), what);
                }
            }
        }
        let undoes = table.contains_key("undo");
        if !table.contains_key("read") {
            read = Some(Read::Default);
            if !undoes {
                let what = "expected `read`, which says how to read the text, or `undo`, which says how the text \
                            was garbled";
                self.mistake(place.clone(), what);
            }
        }
        if undoes && read == Some(Read::Leave) {
            self.mistake(
                place.clone(),
                "`read = \"leave\"` leaves the text unchanged, so `undo` has nothing to restore; remove one of them",
            );
        }
        if undo.lossy && !(undoes && table.contains_key("digest")) {
            let what = "`lossy` needs `undo` and `digest`: characters may be lost only in messages that the rule names by \
                 digest";
            self.mistake(place.clone(), what);
        }
        if conditions == 0 {
            let what = "expected a condition, such as `from`; for all text, write `label = \"*\"`";
            self.mistake(place.clone(), what);
        }
        let line = self.line_ends.partition_point(|end| *end < place.start) + 1;
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        (self.mistakes.len() == before)
            .then(|| Some(Rule::new(Some(line), selection, labels, read?, undo)))?
    }

    /// Reads patterns of identifiers. An identifier with a name is a mistake, because no message has it.
    fn patterns(&mut self, value: &Value<'_>, expected: &str) -> Vec<Pattern> {
        let written = self.strings(value, expected);
        for (place, _) in written.iter().filter(|(_, written)| has_name(written)) {
            self.mistake(place.clone(), format!("expected {expected}, without a name"));
        }
        written.into_iter().map(|(_, pattern)| Pattern::new(pattern)).collect()
    }

    /// Reads patterns of addresses. A domain after an `@`, an address with a name, and a URL are mistakes, because they
    /// are the address of nobody. A word without an `@` can be the name of a local user.
    fn addresses(&mut self, value: &Value<'_>) -> Vec<Pattern> {
        const EXPECTED: &str = "an address, such as \"ann@example.org\"";
        let written = self.strings(value, EXPECTED);
        for (place, written) in &written {
            let what = match written.trim() {
                domain if domain.starts_with('@') => {
                    format!("expected {EXPECTED}; for all addresses of the domain, write \"*{domain}\"")
                }
                named if has_name(named) => format!("expected {EXPECTED}, without a name"),
                url if url.starts_with("mailto:") => format!("expected {EXPECTED}, without `mailto:`"),
                _ => continue,
            };
            self.mistake(place.clone(), what);
        }
        written.into_iter().map(|(_, pattern)| Pattern::new(pattern)).collect()
    }

    fn dates(&mut self, value: &Value<'_>) -> Option<Days> {
        const EXPECTED: &str =
            "a day, a month, a year, or two of them, such as \"2003-05-17\" or \"2003/2006-07\"";
        let written = self.string(value, EXPECTED)?;
        let days = written.parse().ok();
        if days.is_none() {
            self.mistake(value.span(), format!("expected {EXPECTED}, with the earlier date first"));
        }
        days
    }

    fn digests(&mut self, value: &Value<'_>) -> Vec<Digest> {
        const EXPECTED: &str = "\"sha256:\" and 64 hexadecimal digits, as in a manifest";
        let mut digests = Vec::new();
        for (place, written) in self.strings(value, EXPECTED) {
            match written.strip_prefix("sha256:").and_then(|digits| digits.parse().ok()) {
                Some(digest) => digests.push(digest),
                None => self.mistake(place, format!("expected {EXPECTED}")),
            }
        }
        digests
    }

    fn reading(&mut self, value: &Value<'_>) -> Option<Read> {
        const EXPECTED: &str = "a charset, \"label\", \"evidence\" or \"leave\"";
        if value.get_ref().is_array() {
            return Charsets::new(self.charsets(value)).map(Read::In);
        }
        let written = self.string(value, EXPECTED)?;
        let other = READINGS.into_iter().find(|(name, _)| *name == written).map(|(_, read)| read);
        let read =
            other.or_else(|| Charset::for_name(written).map(|charset| Read::In(Charsets::one(charset))));
        if read.is_none() {
            let names = READINGS.into_iter().map(|(name, _)| name).chain(charset_names());
            let what =
                format!("unknown charset `{written}`; expected {EXPECTED}{}", suggestion(written, names));
            self.mistake(value.span(), what);
        }
        read
    }

    /// Reads the array of charsets in `read`. Each text to which the rule applies is in one of these charsets.
    fn charsets(&mut self, value: &Value<'_>) -> Vec<Charset> {
        let mut charsets: Vec<Charset> = Vec::new();
        for (place, written) in self.strings(value, "charsets, such as [\"koi8-r\", \"windows-1251\"]") {
            match self.charset(&place, written) {
                None => {}
                Some(charset) if charsets.contains(&charset) => {
                    self.mistake(place, format!("`{written}` is named twice"));
                }
                Some(charset) if charset != Charset::UTF_8 && !is_scored(charset) => {
                    let what = format!("the characters of a text cannot show whether it is in `{written}`");
                    self.mistake(place, what);
                }
                Some(charset) => charsets.push(charset),
            }
        }
        charsets
    }

    /// Reads the wrong decodings in `undo`. Each of them is a pair of charsets, such as `windows-1252 > utf-8`.
    fn pairs(&mut self, value: &Value<'_>) -> Vec<Pair> {
        const EXPECTED: &str = "the charset in which text was wrongly decoded, and its real charset, such as \
                                \"windows-1252 > utf-8\"";
        let mut pairs = Vec::new();
        for (place, written) in self.strings(value, EXPECTED) {
            let Some((by, was)) = written.split_once('>') else {
                self.mistake(place, format!("expected {EXPECTED}"));
                continue;
            };
            let [by, was] = [by, was].map(|name| self.charset_of_pair(&place, name.trim()));
            match by.zip(was) {
                Some((by, was)) if by == was => {
                    self.mistake(
                        place,
                        "expected two different charsets: decoding in the real charset is no mistake",
                    );
                }
                Some((by, was)) => pairs.push(Pair { by, was }),
                None => {}
            }
        }
        pairs
    }

    fn charset_of_pair(&mut self, place: &Range<usize>, name: &str) -> Option<Charset> {
        let charset = self.charset(place, name)?;
        if !charset.is_ascii_superset() || charset.is_stateful() {
            let what = format!(
                "`{name}` is not a superset of US-ASCII, so programs do not mistake it for another charset"
            );
            self.mistake(place.clone(), what);
            return None;
        }
        Some(charset)
    }

    fn charset(&mut self, place: &Range<usize>, name: &str) -> Option<Charset> {
        let charset = Charset::for_name(name);
        if charset.is_none() {
            let what = format!("unknown charset `{name}`{}", suggestion(name, charset_names()));
            self.mistake(place.clone(), what);
        }
        charset
    }

    /// Reads the string in `value`.
    fn string<'v>(&mut self, value: &'v Value<'_>, expected: &str) -> Option<&'v str> {
        // All characters of a name in mail can be blanks beyond US-ASCII, such as U+00A0. So a string counts as
        // empty only if all of its characters are US-ASCII blanks.
        let found = value.get_ref().as_str().filter(|found| !found.trim_ascii().is_empty());
        if found.is_none() {
            let found = if value.get_ref().is_str() { "an empty string" } else { value.get_ref().type_str() };
            self.mistake(value.span(), format!("expected {expected}, as a string; found {found}"));
        }
        found
    }

    /// Reads the string in `value`; if `value` is an array, reads its strings. Returns each string with its place.
    fn strings<'v>(&mut self, value: &'v Value<'_>, expected: &str) -> Vec<(Range<usize>, &'v str)> {
        let items: Vec<&Value<'_>> = match value.get_ref().as_array() {
            Some(array) => array.iter().collect(),
            None => vec![value],
        };
        if items.is_empty() {
            self.mistake(value.span(), format!("expected {expected}; found an empty array"));
        }
        let mut strings = Vec::new();
        for item in items {
            strings.extend(self.string(item, expected).map(|found| (item.span(), found)));
        }
        strings
    }
}

/// Whether there is a name beside the address or identifier in `written`: a comment, text before angle brackets, or
/// another word. A dot or an `@` joins two words. A blank within quotes divides no words.
fn has_name(written: &str) -> bool {
    let written = written.trim_ascii();
    if written.starts_with('<') && written.ends_with('>') {
        return false;
    }
    let words: Vec<&str> = written.split_ascii_whitespace().collect();
    let mut is_quoted = false;
    let are_apart = |pair: &[&str]| {
        let [one, other] = pair else { return false };
        is_quoted ^= one.matches('"').count() % 2 == 1;
        !is_quoted && !one.ends_with(['@', '.']) && !other.starts_with(['@', '.'])
    };
    written.ends_with(['>', ')']) || words.windows(2).any(are_apart)
}

fn charset_names() -> impl Iterator<Item = &'static str> {
    Charset::all().map(Charset::name).chain(Alias::all().map(Alias::name))
}

fn unknown_key(key: &str, known: impl Iterator<Item = &'static str> + Clone) -> String {
    let suggestion = suggestion(key, known.clone());
    match suggestion.is_empty() {
        true => format!("unknown key `{key}`; expected one of {}", known.collect::<Vec<_>>().join(", ")),
        false => format!("unknown key `{key}`{suggestion}"),
    }
}

/// Returns a question such as "; did you mean `from`?". It suggests the name among `names` that is most similar to
/// `written`. Returns an empty string if no name is similar enough.
fn suggestion<'n>(written: &str, names: impl Iterator<Item = &'n str>) -> String {
    let written = written.to_lowercase();
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&written, &name.to_lowercase());
    let alike = names.map(|name| (likeness(name), name)).filter(|(alike, _)| *alike >= ALIKE);
    let nearest = alike.max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map(|(_, name)| format!("; did you mean `{name}`?")).unwrap_or_default()
}
