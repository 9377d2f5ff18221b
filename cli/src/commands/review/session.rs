//! A session on a terminal. For each group of texts, the person presses the key of a decision.

use super::keys::Terminal;
use super::proposal::{COUNTED, Decision, Proposal, Proposals};
use crate::options::names;
use crate::terminal::style::{HEADING, NEW, OLD};
use crate::terminal::{Escaped, Paint, columns, counted_grouped, wrapped};
use mailutf::census::Doubts;
use mailutf::rules::Rules;
use std::cmp::Reverse;
use std::io::{self, StdoutLock, Write};

/// The words for the key that accepts the likely reading, in long and in short form. A group without a likely
/// reading does not have this key.
const YES: [&str; 2] = ["(y)es, ", "y "];
const KEYS: &str = "(n)o: use label, (c)harset…, (u)ndo…, guess (e)ach charset, (s)plit by year, (l)ater, \
    (a)ccept clear groups…, (m)ore, (b)ack, (?), (q)uit and save";
/// The keys as they are shown if the terminal has fewer than `COLUMNS` columns.
const FEW_KEYS: &str = "n c u e s l a m b q, or ? for help:";
const COLUMNS: usize = 60;
const HELP: &str = "\
y  read the texts of the group in the likely reading
n  read them in the charset of their label
c  read them in a charset that you name; if you name several, such as koi8-r windows-1251, each text is read in the charset that its letters show
u  undo a wrong decoding: name the charset that was used by mistake, and the right one; for UTF-8 that was read as windows-1252, type windows-1252 > utf-8
e  read each text in the charset that its letters show; if they show none, in the charset of its label
s  decide about each year separately
l  decide later: the next run shows the group again
a  list the clear groups from here on, and accept all or some of them; in a clear group, at least five texts and 99 % of all texts agree with the likely reading
m  show all samples, and the messages that they are from
b  take the last decision back
q  save the decisions, and end";

/// Shows the proposals and returns the rules that the person decided on. If the terminal is closed before the end,
/// returns the rules decided until then.
pub(super) fn run(doubts: &Doubts, proposals: Proposals, keys: &mut Terminal) -> Vec<String> {
    let mut rules = Vec::new();
    let mut session = Session { keys, output: io::stdout().lock() };
    // If the terminal is closed, nobody can read about the error. The decisions made until then are kept.
    let _ = session.decide(doubts, proposals, &mut rules);
    rules.into_iter().map(|(_, rule)| rule).collect()
}

struct Session<'k> {
    keys: &'k mut Terminal,
    output: StdoutLock<'static>,
}

impl Session<'_> {
    /// Asks about each group. For each decision, adds a rule to `rules`, together with the index that its group had in
    /// the list of open groups. The key `b` goes back to this index.
    fn decide(
        &mut self,
        doubts: &Doubts,
        proposals: Proposals,
        rules: &mut Vec<(usize, String)>,
    ) -> io::Result<()> {
        self.say(&proposals.summary(), 0)?;
        self.say(COUNTED, 0)?;
        let mut open = proposals.all;
        let mut at = 0;
        'groups: while let Some(proposal) = open.get(at).cloned() {
            self.show(&proposal, at, open.len())?;
            let has_yes = proposal.likely().is_some();
            let keys = keys_shown(has_yes);
            loop {
                let decision = match self.pressed(&keys)? {
                    'y' => {
                        let likely = proposal.likely();
                        if likely.is_none() {
                            writeln!(self.output, "the charset is not known; press c to name it")?;
                        }
                        likely
                    }
                    'n' => Some(Decision::Labelled),
                    'e' => Some(Decision::Evidence),
                    'c' => self.charsets(&proposal)?,
                    'u' => self.pairs(&proposal)?,
                    'l' => {
                        at += 1;
                        continue 'groups;
                    }
                    's' => {
                        let years = doubts.by_year(&proposal.group);
                        if years.len() >= 2 {
                            drop(open.splice(at..=at, years.into_iter().map(|group| Proposal { group })));
                            continue 'groups;
                        }
                        writeln!(self.output, "all texts of the group are of the same year")?;
                        None
                    }
                    'a' => {
                        let (such, others): (Vec<_>, Vec<_>) =
                            open.split_off(at).into_iter().partition(Proposal::is_clear);
                        let accepted = self.accepted(&such)?;
                        open.extend(others);
                        for (number, proposal) in (1..).zip(such) {
                            match proposal.likely().filter(|_| accepted.contains(&number)) {
                                Some(likely) => rules.push((at, proposal.rule(&likely))),
                                None => open.push(proposal),
                            }
                        }
                        // The groups that were not accepted were appended out of order. Sorting restores their
                        // places.
                        let left = open.get_mut(at..).unwrap_or_default();
                        left.sort_by_key(|one| Reverse(one.group.texts));
                        continue 'groups;
                    }
                    'm' => {
                        for line in proposal.all_samples() {
                            writeln!(self.output, "   {}", wrapped(&line, columns(), 3, 12))?;
                        }
                        None
                    }
                    'b' => {
                        match rules.pop() {
                            Some((place, _)) => at = place,
                            None => writeln!(self.output, "there is no decision to take back")?,
                        }
                        continue 'groups;
                    }
                    'q' => break 'groups,
                    _ => {
                        let mut lines = HELP.lines().filter(|line| has_yes || !line.starts_with("y "));
                        lines.try_for_each(|line| self.say(line, 3))?;
                        continue 'groups;
                    }
                };
                if let Some(decision) = decision {
                    rules.push((at, proposal.rule(&decision)));
                    at += 1;
                    continue 'groups;
                }
            }
        }
        Ok(())
    }

    /// Prints a line. If it is wrapped, its continuation lines start with `indent` blanks.
    fn say(&mut self, line: &str, indent: usize) -> io::Result<()> {
        writeln!(self.output, "{}", wrapped(line, columns(), 0, indent))
    }

    /// Waits for a key and returns it. Returns `q` for Ctrl-C, for Ctrl-D and at the end of input.
    fn pressed(&mut self, question: &str) -> io::Result<char> {
        write!(self.output, "{} ", wrapped(question, columns(), 0, 0))?;
        self.output.flush()?;
        let key = self.keys.key()?.unwrap_or('q').to_ascii_lowercase();
        writeln!(self.output, "{}", Escaped(key.to_string().as_bytes()))?;
        Ok(if matches!(key, '\u{3}' | '\u{4}') { 'q' } else { key })
    }

    /// Lists groups, each with one text in its likely reading, and asks which groups are accepted. Returns the
    /// numbers of the accepted groups in the list, from 1.
    fn accepted(&mut self, such: &[Proposal]) -> io::Result<Vec<usize>> {
        let paint = Paint::output();
        for (number, proposal) in (1..).zip(such) {
            writeln!(self.output, "{number}  {}", wrapped(&proposal.title(), columns(), 6, 6))?;
            for line in proposal.few_samples().into_iter().skip(1).take(1) {
                writeln!(self.output, "   {}", paint.paint(NEW, wrapped(&line, columns(), 3, 12)))?;
            }
        }
        if such.is_empty() {
            let why = "no group from here on is clear enough to be accepted in this way; decide the groups one by one";
            self.say(why, 0)?;
            return Ok(Vec::new());
        }
        let groups = counted_grouped(such.len() as u64, "group");
        match self.pressed(&format!("accept {groups}? (y)es (n)o (w)ithout some groups…"))? {
            'y' => Ok((1..=such.len()).collect()),
            'w' => {
                let question = "numbers of the groups to leave out (such as 3 7-9): ";
                let line = self.keys.line(question, &mut self.output)?;
                let without = numbers(&line, such.len());
                if without.is_none() {
                    writeln!(
                        self.output,
                        "expected numbers from the list, such as 3 7-9; no group was accepted"
                    )?;
                }
                let without = without.unwrap_or_else(|| (1..=such.len()).collect());
                Ok((1..=such.len()).filter(|number| !without.contains(number)).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Asks for wrong decodings and returns the decision to undo them. If they cannot stand in a rule, prints what
    /// was expected and returns `None`.
    fn pairs(&mut self, proposal: &Proposal) -> io::Result<Option<Decision>> {
        let question = "wrong decoding to undo, as WRONG > RIGHT (such as windows-1252 > utf-8): ";
        let line = self.keys.line(question, &mut self.output)?;
        let pairs = line.split(',').map(|pair| pair.trim().to_owned()).collect();
        self.possible(proposal, Decision::Undo(pairs))
    }

    /// Asks for charsets and returns the decision that the texts are in one of them. If a name is unknown or the
    /// charsets cannot stand in a rule, prints the reason and returns `None`.
    fn charsets(&mut self, proposal: &Proposal) -> io::Result<Option<Decision>> {
        let line = self.keys.line("charset: ", &mut self.output)?;
        let mut charsets = Vec::new();
        for name in line.split([' ', ',', '\t', '\r', '\n']).filter(|name| !name.is_empty()) {
            match names::charset(name) {
                Ok(charset) => charsets.push(charset.usual),
                Err(unknown) => {
                    self.say(&format!("`{}`: {unknown}", Escaped(name.as_bytes())), 0)?;
                    return Ok(None);
                }
            }
        }
        if charsets.is_empty() { Ok(None) } else { self.possible(proposal, Decision::of(&charsets)) }
    }

    /// Returns the decision if it can stand in a rule. Otherwise prints what was expected and returns `None`.
    fn possible(&mut self, proposal: &Proposal, decision: Decision) -> io::Result<Option<Decision>> {
        let Err(mistakes) = Rules::parse(&format!("version = 1\n{}", proposal.rule(&decision))) else {
            return Ok(Some(decision));
        };
        let what = mistakes.0.first().map(|mistake| mistake.what.clone()).unwrap_or_default();
        writeln!(self.output, "{}", Escaped(what.as_bytes()))?;
        Ok(None)
    }

    /// Shows a group with samples of its texts.
    fn show(&mut self, proposal: &Proposal, at: usize, all: usize) -> io::Result<()> {
        let paint = Paint::output();
        let title = format!("[{}/{all}] {}", at + 1, proposal.title());
        writeln!(self.output, "\n{}", paint.paint(HEADING, wrapped(&title, columns(), 0, 3)))?;
        for line in proposal.few_samples() {
            let style = if line.starts_with("likely") { NEW } else { OLD };
            writeln!(self.output, "   {}", paint.paint(style, wrapped(&line, columns(), 3, 12)))?;
        }
        Ok(())
    }
}

/// Returns the line that lists the keys. If the terminal is wide enough, a few words explain each key. `has_yes` tells
/// whether the key `y`, which accepts the likely reading, is listed.
fn keys_shown(has_yes: bool) -> String {
    let [yes, few_yes] = if has_yes { YES } else { [""; 2] };
    match columns().is_some_and(|columns| columns < COLUMNS) {
        true => format!("{few_yes}{FEW_KEYS}"),
        false => format!("{yes}{KEYS}"),
    }
}

/// Reads a line of numbers and ranges from 1 to `most`, such as `3 7-9`. Returns `None` if the line contains
/// anything else.
fn numbers(line: &str, most: usize) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for part in line.split([' ', ',', '\n', '\r']).filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if first == 0 || last > most {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}
