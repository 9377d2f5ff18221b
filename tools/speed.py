#!/usr/bin/env python3
"""Measures the CPU time that the commands of the program, and other programs as its peers, take for mailboxes.

    tools/speed.py target/release/mailutf text.mbox mix.mbox

Prints a table for benches/README.md: MB of input per second of CPU time (user and system), with one job and with output to the null
device. The best of several interleaved runs counts. Then prints how many times as fast two jobs are as one, by the wall clock. The peers
are `cp` to a file, Python's email, mail-parser with mail-builder (benches/peers) if cargo can build them, and GMime (benches/gmime.c) if
pkg-config finds it. Each mailbox is read as it is, and read again after the program has converted it.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

# This script reads a mailbox with Python's email, and writes its text in UTF-8.
EMAIL = """
import email, email.policy, re, sys
policy = email.policy.default.clone(cte_type="8bit", utf8=True)
for octets in re.split(rb"(?m)^From .*\\n", open(sys.argv[1], "rb").read())[1:]:
    message = email.message_from_bytes(octets, policy=policy)
    try:
        for part in message.walk():
            if part.get_content_maintype() == "text":
                part.set_content(part.get_content(), subtype=part.get_content_subtype(), charset="utf-8", cte="8bit")
        sys.stdout.buffer.write(message.as_bytes())
    except (LookupError, UnicodeError, ValueError):
        sys.stdout.buffer.write(octets)
"""

# Python's email reads only this many octets of a mailbox, because it is slow. Its time is proportional to the input.
EMAIL_OCTETS = 2_000_000


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def gmime(folder):
    """The path of the program that uses GMime, or None if the program cannot be built."""
    found = subprocess.run(["pkg-config", "--cflags", "--libs", "gmime-3.0"], capture_output=True, text=True, check=False)
    if found.returncode:
        return None
    source, program = pathlib.Path(__file__).parent.parent / "benches/gmime.c", folder / "gmime"
    subprocess.run(["cc", "-O2", "-o", program, source, *found.stdout.split()], check=True)
    return program


def mail_builder():
    """The path of the program that uses mail-parser and mail-builder, or None if the program cannot be built."""
    root = pathlib.Path(__file__).resolve().parent.parent
    target = root / "target/peers"
    command = ["cargo", "build", "--quiet", "--release", "--locked", "--target-dir", target]
    built = subprocess.run(command, cwd=root / "benches/peers", check=False)
    return None if built.returncode else target / "release/mail-builder"


def beginning(mailbox, folder):
    """The path of a new file with the first messages of a mailbox."""
    octets = mailbox.read_bytes()
    end = octets.find(b"\n\nFrom ", EMAIL_OCTETS)
    start = folder / f"start-{mailbox.name}"
    start.write_bytes(octets[: end + 2] if end >= 0 else octets)
    return start


def contestants(program, mailbox, folder):
    """For each program: its name, its command, and the number of octets that it reads."""
    whole, start = mailbox.stat().st_size, beginning(mailbox, folder)
    for command in ["normalize", "text", "census", "check", "to-utf7"]:
        yield f"`{command}`", [program, command, "-j1", mailbox], whole
    yield "`inspect`, all cores", [program, "inspect", mailbox], whole
    yield "`cp`", ["cp", mailbox, folder / "copy"], whole
    yield "Python's email", [sys.executable, "-c", EMAIL, start], start.stat().st_size
    if peer := mail_builder():
        yield "mail-parser with mail-builder", [peer, mailbox], whole
    if peer := gmime(folder):
        yield "GMime", [peer, mailbox], whole


def rates(program, mailbox, folder, runs):
    measured = list(contestants(program, mailbox, folder))
    best = {}
    for _ in range(runs):
        for name, command, octets in measured:
            best[name] = max(best.get(name, 0), octets / 1e6 / max(cpu_seconds(command), 1e-4))
    return best


def speedup(program, mailbox, runs):
    """How many times as fast two jobs are as one, by the wall clock. For each number of jobs, the best of several interleaved
    runs counts."""
    best = {1: float("inf"), 2: float("inf")}
    for jobs in [1, 2] * runs:
        started = time.perf_counter()
        cpu_seconds([program, "normalize", f"-j{jobs}", mailbox])
        best[jobs] = min(best[jobs], time.perf_counter() - started)
    return best[1] / best[2]


def instruction_sets():
    info = pathlib.Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else ""
    known = ["ssse3", "sse4_2", "avx2", "avx512f", "avx512vbmi", "asimd"]
    return ", ".join(one for one in known if one in info.split()) or "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("mailboxes", nargs="+", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    program, columns = options.program.resolve(), {}
    print(f"Instruction sets: {instruction_sets()}. Load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n")
    for mailbox in options.mailboxes:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            columns[mailbox.stem] = rates(program, mailbox, folder, options.runs)
            converted = folder / f"utf8-{mailbox.name}"
            with converted.open("wb") as output:
                subprocess.run([program, "normalize", mailbox], stdout=output, stderr=subprocess.DEVNULL, check=False)
            columns[f"{mailbox.stem}, UTF-8 already"] = rates(program, converted, folder, options.runs)
    print("| | " + " | ".join(columns) + " |")
    print("|---|" + "--:|" * len(columns))
    for name in next(iter(columns.values())):
        cells = [f"{column[name]:,.0f} ({column[name] / column['`cp`']:.2f})" for column in columns.values()]
        print(f"| {name} | " + " | ".join(cells) + " |")
    times = [f"{mailbox.stem} {speedup(program, mailbox, options.runs):.2f}" for mailbox in options.mailboxes]
    print(f"\nTwo jobs of `normalize` against one, by the wall clock: {', '.join(times)} times as fast.")


if __name__ == "__main__":
    main()
