#!/usr/bin/env python3
"""Compares the output, reports, counts and exit statuses of two builds of mailutf on the same mail.

    tools/differential.py OLD NEW [--mail DIR] [--mbox FILE] [--generate N] [--seed N] [--accept FILE] [--work DIR]

The mail is the files below DIR, the mbox files, and N generated messages, which combine charsets, transfer encodings,
headers and structures; some of them are damaged. Each message is read as a file in a directory; generated ones also as
messages of an mbox. A run reads many messages, so 100,000 of them take few processes.

Differences are printed in groups: the command, what differs, and the names of some messages, which are kept below the
working directory. FILE lists the accepted differences, one per line: a regular expression for the name of a group,
a tab, the reason. The exit status is 1 if a group matches no line.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from differential_mail import message

BATCH = 500
EXAMPLES = 4


class Build:
    """One of the two builds, and a directory for its output."""

    def __init__(self, program, work):
        self.program, self.work = str(pathlib.Path(program).resolve()), work
        work.mkdir(parents=True)

    def run(self, *arguments, cwd):
        run = subprocess.run(
            [self.program, *arguments, "--color=never"], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True
        )
        return run.returncode, run.stdout

    def totals(self, tree):
        """The summary that `-v` prints at the end of a run (charsets, guesses and files), without the time."""
        command = [self.program, "normalize", ".", "--dry-run", "-v", "--color=never"]
        run = subprocess.run(command, cwd=tree, stdin=subprocess.DEVNULL, capture_output=True)
        lines = [line.split(" in ")[0] for line in run.stderr.decode(errors="replace").splitlines()]
        return {line.split(":")[1]: line for line in lines if line.startswith("mailutf: ") and ": ./" not in line}

    def rewritten(self, command, tree, name):
        """The output and the report for each message of a directory."""
        output, report = self.work / f"{name}-{command}", self.work / f"{name}-{command}.jsonl"
        status, _ = self.run(command, ".", "-o", str(output), "--report", str(report), cwd=tree)
        written = {str(path.relative_to(output)): path.read_bytes() for path in files(output)}
        return status, written, by_file(report.read_bytes() if report.exists() else b"")

    def discard(self):
        shutil.rmtree(self.work)


def files(directory):
    return sorted(path for path in directory.rglob("*") if path.is_file())


def by_file(lines):
    """The lines of JSON, grouped by the message that they describe."""
    found = collections.defaultdict(list)
    for line in lines.splitlines():
        item = json.loads(line)
        found[item.pop("file", "?").removeprefix("./")].append(item)
    return found


def by_line(lines):
    """The lines of text, grouped by the name of the file with which they begin."""
    found = collections.defaultdict(list)
    for line in lines.decode(errors="replace").splitlines():
        file, _, rest = line.partition(": ")
        found[file.removeprefix("./")].append(rest)
    return found


def change_of_codes(old, new):
    """The codes of findings that have disappeared, and the codes of new findings."""
    codes = lambda reports: {finding["code"] for report in reports for finding in report.get("findings", [])}
    old, new = codes(old), codes(new)
    return " ".join([f"-{code}" for code in sorted(old - new)] + [f"+{code}" for code in sorted(new - old)])


def paths(old, new, at=""):
    """The places where two pieces of JSON differ, without the indices of list items."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys = sorted(old.keys() | new.keys())
        return {path for key in keys for path in paths(old.get(key), new.get(key), f"{at}.{key}")}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return {path for pair in zip(old, new) for path in paths(*pair, f"{at}[]")}
    return set() if old == new else {at or "all"}


class Differences:
    """Groups of differences, and the names of the messages in each group."""

    def __init__(self):
        self.groups = collections.defaultdict(list)

    def add(self, group, name):
        self.groups[group].append(name)

    def compare(self, command, name, old, new, describe=lambda old, new: ""):
        if old != new:
            self.add(f"{command}: {describe(old, new)}".rstrip(": "), name)

    def statuses(self, command, name, old, new):
        self.compare(f"{command} status", name, old, new, lambda old, new: f"{old} -> {new}")

    def rewrites(self, command, tree, old, new):
        """Compares two results of `Build.rewritten`."""
        self.statuses(command, tree, old[0], new[0])
        for name in sorted(old[1].keys() | new[1].keys() | old[2].keys() | new[2].keys()):
            before, after = (build[2].get(name, []) for build in (old, new))
            change = change_of_codes(before, after)
            if old[1].get(name) != new[1].get(name):
                self.add(f"{command} octets: {change or 'the same findings'}", f"{tree}/{name}")
            elif change:
                self.add(f"{command} findings: {change}", f"{tree}/{name}")
            elif before != after:
                self.add(f"{command} report: {' '.join(sorted(paths(before, after)))}", f"{tree}/{name}")

    def print(self, accepted):
        """Prints the groups. Returns the number of groups that are not accepted."""
        open_groups = 0
        for group, names in sorted(self.groups.items(), key=lambda item: -len(item[1])):
            reason = next((reason for pattern, reason in accepted if re.fullmatch(pattern, group)), None)
            open_groups += reason is None
            print(f"{'  ' if reason else '! '}{len(names):6} {group}" + (f"  ({reason})" if reason else ""))
            if not reason:
                print("".join(f"           {name}\n" for name in names[:EXAMPLES]), end="")
        return open_groups


def compare_tree(builds, tree, differences):
    """Runs all commands on a directory of messages."""
    name = tree.name

    def both(work):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return list(pool.map(work, builds))

    for command in ("normalize", "to-utf7"):
        differences.rewrites(command, name, *both(lambda build: build.rewritten(command, tree, name)))
    json_lines = [([command, "--json"], by_file) for command in ("inspect", "detect", "text")]
    for command, read in (*json_lines, (["check"], by_line)):
        old, new = both(lambda build: build.run(*command, ".", cwd=tree))
        differences.statuses(" ".join(command), name, old[0], new[0])
        old, new = read(old[1]), read(new[1])
        for file in sorted(old.keys() | new.keys()):
            describe = lambda old, new: " ".join(sorted(paths(old, new)))
            differences.compare(" ".join(command), f"{name}/{file}", old.get(file), new.get(file), describe)
    old, new = both(lambda build: build.totals(tree))
    for kind in sorted(old.keys() | new.keys()):
        differences.compare(f"normalize -v{kind}", name, old.get(kind), new.get(kind))
    old, new = (rows(build[1]) for build in both(lambda build: build.run("census", "--json", ".", cwd=tree)))
    for row in sorted(old.keys() | new.keys()):
        describe = lambda old, new: f"{row} {'fewer' if old > new else 'more'}"
        differences.compare("census", name, old.get(row, 0), new.get(row, 0), describe)
    old, new = both(lambda build: build.run("text", ".", cwd=tree))
    differences.statuses("text", name, old[0], new[0])
    messages = [output.split(b"\x0c\n") for _, output in (old, new)]
    if len(messages[0]) == len(messages[1]):
        for at, pair in enumerate(zip(*messages), 1):
            differences.compare("text", f"{name}, message {at}", *pair)
    else:
        differences.add("text: number of messages", name)
    for build in builds:
        build.discard()
        build.work.mkdir()


def rows(census):
    """The counts of a census, without its examples."""
    if not census:
        return {}
    key = lambda row: f"{row['place']} labelled {row['label']} read as {row['charset']}"
    return {key(row): row["count"] for row in json.loads(census)["rows"]}


SEPARATOR = re.compile(rb"^From m(\d+)@example\.org .*\n", re.M)


def write_mbox(messages, path):
    """An mbox whose separators contain the numbers of its messages."""
    with open(path, "wb") as out:
        for number, octets in messages:
            body = re.sub(rb"^(>*From )", rb">\1", octets, flags=re.M)
            end = b"\n" if body.endswith(b"\n") else b"\n\n"
            out.write(b"From m%d@example.org Sat Nov 21 10:00:00 2026\n%s%s" % (number, body, end))


def compare_mbox(builds, path, differences):
    """Runs the commands that rewrite mail on an mbox. Compares the messages one by one if the separators are those that this
    script wrote."""
    for command in ("normalize", "to-utf7"):
        old, new = (build.run(command, path.name, cwd=path.parent) for build in builds)
        differences.statuses(f"mbox {command}", path.name, old[0], new[0])
        split = [SEPARATOR.split(output) for _, output in (old, new)]
        if split[0][1::2] == split[1][1::2] and len(split[0]) > 1:
            for number, *pair in zip(split[0][1::2], split[0][2::2], split[1][2::2]):
                differences.compare(f"mbox {command}", f"{path.name}, m{number.decode()}", *pair)
        else:
            differences.compare(f"mbox {command}: as a whole", path.name, old[1], new[1])


def accepted(path):
    lines = pathlib.Path(path).read_text().splitlines() if path else []
    return [line.split("\t", 1) for line in lines if line and not line.startswith("#")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--mail", type=pathlib.Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--mbox", type=pathlib.Path, action="append", default=[], metavar="FILE")
    parser.add_argument("--generate", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--accept", metavar="FILE")
    parser.add_argument("--work", type=pathlib.Path, metavar="DIR")
    options = parser.parse_args()
    work = pathlib.Path(options.work or tempfile.mkdtemp(prefix="differential-"))
    wanted, differences = accepted(options.accept), Differences()
    builds = [Build(options.old, work / "old"), Build(options.new, work / "new")]
    for mail in options.mail:
        compare_tree(builds, mail.resolve(), differences)
    for first in range(0, options.generate, BATCH):
        tree = work / f"generated-{first}"
        tree.mkdir()
        numbers = range(first, min(first + BATCH, options.generate))
        batch = [(number, message(random.Random(f"{options.seed} {number}"))) for number in numbers]
        for number, octets in batch:
            (tree / f"{number}.eml").write_bytes(octets)
        compare_tree(builds, tree, differences)
        write_mbox(batch, work / f"generated-{first}.mbox")
        compare_mbox(builds, work / f"generated-{first}.mbox", differences)
    for path in options.mbox:
        compare_mbox(builds, path.resolve(), differences)
    print(f"messages are below {work}")
    sys.exit(1 if differences.print(wanted) else 0)


if __name__ == "__main__":
    main()
