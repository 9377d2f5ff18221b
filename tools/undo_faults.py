#!/usr/bin/env python3
"""Lets the n-th system call of a kind fail in `mailutf undo`, or kills the program at that call, for every n. Checks the result.

usage: undo_faults.py PROGRAM mbox|maildir MODE [--calls NAME,…]

MODE is an argument of the option inject of strace: error=EIO, error=ENOSPC or signal=SIGKILL. The script needs strace. It
converts a mailbox with a backup, and undoes the conversion with a fault at each point. After each fault, every message must
be in the mailbox once, in its old or its converted form. A message that is not in its old form must have its backup. Exit
status 0 must mean that everything was undone. A second run without faults must end like a first run without faults. The
script prints each kind of problem once, and then the numbers of points and problems. The exit status is 1 if there are any
problems.
"""
import argparse, base64, collections, os, re, shutil, subprocess, sys, tempfile

arguments = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
arguments.add_argument("program")
arguments.add_argument("kind", choices=["mbox", "maildir"])
arguments.add_argument("mode")
arguments.add_argument("--calls", default="write,copy_file_range,fsync,syncfs,renameat,renameat2,openat,linkat,unlinkat,mkdirat,"
                                          "newfstatat,fstat,statx,getdents64,read,flock,fchmod,utimensat,fgetxattr,"
                                          "fsetxattr,fremovexattr")
options = arguments.parse_args()
program, work = os.path.abspath(options.program), tempfile.mkdtemp(prefix="undo-faults")
root, log = os.path.join(work, "place"), os.path.join(work, "log")
MESSAGES, LINE = 4, b"From a@example.org Sat Nov 21 10:00:00 2026\n"


def message(number):
    body = base64.encodebytes(f"Письмо {number}\n".encode("koi8-r")).decode()
    return (f"Message-ID: <{number}@example.org>\nContent-Type: text/plain; charset=koi8-r\n"
            f"Content-Transfer-Encoding: base64\n\n{body}").encode()


def run(command, inject=None):
    target = os.path.join(root, "mail")
    command = [program, *command, "--quiet", target]
    if inject:
        name = inject.split(":")[0]
        command = ["strace", "-f", "-qq", "-o", log, "-e", f"trace={name}", "-e", f"inject={inject}", *command]
    return subprocess.run(command, capture_output=True, text=True)


def fresh():
    shutil.rmtree(root, ignore_errors=True)
    top = os.path.join(root, "mail")
    if options.kind == "mbox":
        os.makedirs(root)
        files = {top: b"".join(LINE + message(n) + b"\n" for n in range(MESSAGES))}
    else:
        for name in ("cur", "new", "tmp"):
            os.makedirs(os.path.join(top, name))
        name = lambda n: f"cur/{n}.M{n}.host,S={len(message(n))}:2,S" if n % 2 else f"new/{n}.M{n}.host,S={len(message(n))}"
        files = {os.path.join(top, name(n)): message(n) for n in range(MESSAGES)}
    for path, octets in files.items():
        with open(path, "wb") as file:
            file.write(octets)
    return files


def convert():
    old = fresh()
    done = run(["normalize", "--in-place", "--backup"])
    assert done.returncode == 0, done.stderr
    return old


def state():
    return {os.path.join(folder, name): open(os.path.join(folder, name), "rb").read()
            for folder, _, names in os.walk(root) for name in names}


def mail(files):
    """For each message: its number, and whether it is in its old form. Backups and temporary files do not count."""
    for path, octets in files.items():
        name, folder = os.path.basename(path), os.path.basename(os.path.dirname(path))
        if name.startswith(".") or name.endswith(("~", ".lock")) or folder not in ("place", "cur", "new"):
            continue
        for one in octets.split(LINE)[1:] if options.kind == "mbox" else [octets]:
            number = re.search(rb"Message-ID: <(\d+)@", one)
            number = int(number[1]) if number else None
            is_old = number is not None and one.rstrip(b"\n") == message(number).rstrip(b"\n")
            is_new = number is not None and f"Письмо {number}".encode() in one
            yield number, is_old, is_old or is_new


def problems(files):
    all_of = list(mail(files))
    counts = collections.Counter(number for number, _, _ in all_of)
    if any(not is_whole for _, _, is_whole in all_of):
        yield "a message is not whole"
    if counts != collections.Counter(range(MESSAGES)):
        yield "a message is lost or twice"
    kept = b"".join(octets for path, octets in files.items() if path.endswith("~") or os.path.basename(os.path.dirname(path)).endswith("~"))
    if any(not is_old and message(number) not in kept for number, is_old, _ in all_of if number is not None):
        yield "a converted message has no backup"


old = convert()
assert run(["undo"]).returncode == 0 and state() == old
points, kinds = 0, collections.Counter()
for call in options.calls.split(","):
    n = 0
    while True:
        n += 1
        convert()
        if os.path.exists(log):
            os.unlink(log)
        done = run(["undo"], f"{call}:{options.mode}:when={n}")
        traced = open(log, errors="replace").read() if os.path.exists(log) else ""
        if "INJECTED" not in traced and "killed by" not in traced:
            break
        if done.returncode == 127:
            continue  # In the dynamic loader.
        points += 1
        found = list(problems(state()))
        if done.returncode == 0 and state() != old:
            found.append("exit status 0, and not all is undone")
        if done.returncode not in (0, 1, 2, -9, 137):
            found.append(f"exit status {done.returncode}")
        left = any(name.endswith("~") for _, folders, names in os.walk(root) for name in folders + names)
        again = run(["undo"])
        if again.returncode and (left or "there are none" not in again.stderr):
            found.append(f"the next run has status {again.returncode}: {again.stderr.strip()[-200:].replace(work, '.')}")
        if state() != old:
            found.append("the next run does not undo all")
        for what in found:
            kinds[call, what] += 1
            if kinds[call, what] == 1:
                print(f"{options.kind} {call}:{options.mode}:when={n}: {what} (exit status {done.returncode})", flush=True)
shutil.rmtree(work, ignore_errors=True)
print(f"{points} points, {sum(kinds.values())} problems")
sys.exit(bool(kinds))
