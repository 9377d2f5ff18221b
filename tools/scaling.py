#!/usr/bin/env python3
"""Measures how much of the CPU time of `normalize` its main thread takes. That part of the work on a mailbox is serial.

    tools/scaling.py target/release/mailutf text.mbox mix.mbox

Prints a table for benches/README.md: for each number of jobs, the CPU time (user and system) of the main thread and of all
threads, with output to the null device and to a file. The best of several interleaved runs counts. The main thread works at
the same time as the other threads. So on many cores, a run takes as long as the main thread, or as the share of each core,
whichever is longer. `cores` is a model of a run on that number of cores: its time is given as a multiple of the time that
`cp` takes for the output. To compare builds, give several programs, separated by commas. The script runs only on Linux.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile


def times(command, output):
    """The CPU time of the main thread and of the whole process, in seconds."""
    with open(output, "wb") as stdout:
        process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.DEVNULL)
        # The process has ended, but it still exists, so its times can be read.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        main = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/schedstat").read_text().split()
        _, _, usage = os.wait4(process.pid, 0)
    return int(main[0]) / 1e9, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("mailboxes", nargs="+", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--jobs", type=int, nargs="*", default=[2, 4])
    parser.add_argument("--cores", type=int, nargs="*", default=[8, 16, 64])
    options = parser.parse_args()
    programs = options.programs.split(",")
    print(f"Load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n")
    cores = " | ".join(f"{count} cores" for count in options.cores)
    print(f"| mailbox | to | jobs | main thread (s) | all threads (s) | share | {cores} |")
    print("|---|---|--:|--:|--:|--:|" + "--:|" * len(options.cores))
    for mailbox in options.mailboxes:
        with tempfile.TemporaryDirectory(dir=mailbox.parent) as folder:
            converted, copy = pathlib.Path(folder, "converted"), pathlib.Path(folder, "copy")
            times([programs[0], "normalize", mailbox], converted)
            best, of_cp = {}, float("inf")
            for _ in range(options.runs):
                of_cp = min(of_cp, times(["cp", converted, copy], os.devnull)[1])
                copy.unlink()
                for program in programs:
                    for output in [os.devnull, copy]:
                        for jobs in options.jobs:
                            key = (program, output, jobs)
                            now = times([program, "normalize", f"-j{jobs}", mailbox], output)
                            best[key] = min(best.get(key, now), now, key=lambda pair: pair[1])
                            copy.unlink(missing_ok=True)
            for (program, output, jobs), (of_main, of_all) in best.items():
                name = mailbox.stem + (f" ({program})" if len(programs) > 1 else "")
                to = "null" if output == os.devnull else "a file"
                model = [max(of_main, of_all / count) / of_cp for count in options.cores]
                cells = " | ".join(f"{multiple:.2f}" for multiple in model)
                share = f"{of_main / of_all:.0%}"
                print(f"| {name} | {to} | {jobs} | {of_main:.3f} | {of_all:.3f} | {share} | {cells} |")
            print(f"| {mailbox.stem} | `cp` | | {of_cp:.3f} | {of_cp:.3f} | | " + " | ".join(["1.00"] * len(options.cores)) + " |")


if __name__ == "__main__":
    main()
