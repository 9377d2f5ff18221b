#!/usr/bin/env python3
"""Runs README's first command and all tests in a clone of the last commit, as a newcomer does, and writes into README how long
they took.

    tools/clone_times.py [PEER]

PEER is the source of another program; `cargo build --release` of it is timed in the same run, for a ratio that does not depend
on the machine. Run this on a machine that does nothing else: the CPU time of a busy one is up to a third higher.
"""

import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

HOME = pathlib.Path(__file__).parent.parent


def timed(what, command, folder):
    """The seconds of CPU time that a command takes in a folder."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    done = subprocess.run(command, cwd=folder, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}\n{command}: {done.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{what}\t{seconds:.0f} s of CPU time\t{time.time() - start:.0f} s", flush=True)
    return seconds


def put(text, pattern, new):
    """Replaces the only place in a text that matches a pattern."""
    text, places = re.subn(pattern, new, text)
    if places != 1:
        sys.exit(f"README has {places} places with {pattern!r}, not one")
    return text


def main():
    readme = HOME / "README.md"
    text = readme.read_text()
    first = re.search(r"^cargo run .*?(?= --)", text, re.M)[0].replace("cargo run", "cargo build")
    tests = re.search(r"^cargo test .*$", text, re.M)[0]
    with tempfile.TemporaryDirectory() as place:
        clone = pathlib.Path(place, "mailutf")
        subprocess.run(["git", "clone", "-q", HOME, clone], check=True)
        built = timed("first command", first, clone)
        for peer in sys.argv[1:]:
            other = timed(peer, f"cargo build --release --target-dir {place}/peer", peer)
            print(f"ratio\t{built / other:.2f}")
        # The tests are compiled from nothing, too.
        subprocess.run(["rm", "-r", clone / "target"], check=True)
        compiled = timed("tests, compiled", f"{tests} --no-run", clone)
        ran = timed("tests, run", tests, clone)
        files = (pathlib.Path(folder, name) for folder, _, names in os.walk(clone / "target") for name in names)
        # Cargo gives many files two names.
        octets = sum({stat.st_ino: stat.st_blocks * 512 for stat in map(pathlib.Path.lstat, files)}.values())
        print(f"target\t{octets / 1e9:.1f} GB")
    text = put(text, r"\(once, in \d+ seconds", f"(once, in {built:.0f} seconds")
    text = put(text, r"\d+ seconds of CPU time to compile", f"{compiled:.0f} seconds of CPU time to compile")
    text = put(text, r"and \d+ to run", f"and {ran:.0f} to run")
    readme.write_text(put(text, r"[\d.]+ GB of disk", f"{octets / 1e9:.1f} GB of disk"))


main()
