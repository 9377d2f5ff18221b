#!/usr/bin/env python3
"""Cuts the power under `mailutf` again and again, and checks what is on the disk afterwards.

usage: power_cuts.py PROGRAM ext4|xfs mbox|maildir [--rounds N] [--undo]

The script needs root, a loop device and the mkfs of the file system. It makes a file system in a file. In each round, the script
writes a mailbox to that file system and flushes it. Then the program converts the mailbox in place, with a backup and a manifest.
With --undo, the program then undoes the conversion. At a random moment, the file system is shut down without flushing its log,
unmounted and mounted again. After that, each message must be in the mailbox once, in its old or its new form. The next run of the
program must finish the work and report that, and an undo must restore the old octets. The exit status is 1 if anything else
happens.
"""
import argparse, base64, collections, fcntl, os, random, re, shutil, struct, subprocess, sys, tempfile, time

arguments = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
arguments.add_argument("program")
arguments.add_argument("filesystem", choices=["ext4", "xfs"])
arguments.add_argument("kind", choices=["mbox", "maildir"])
arguments.add_argument("--rounds", type=int, default=100)
arguments.add_argument("--undo", action="store_true")
options = arguments.parse_args()
program = os.path.abspath(options.program)
# The script runs in a mount namespace of its own. If a new namespace were made during a round, that namespace would keep the
# shut-down file system mounted.
if not os.environ.get("POWER_CUTS_ALONE"):
    os.environ["POWER_CUTS_ALONE"] = "1"
    os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv])
MESSAGES = 60
# The ioctl that shuts a file system down, and its flag "do not flush the log". The numbers are the same for
# ext4 and XFS.
SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2

root = tempfile.mkdtemp(prefix="power-cuts")
image, mounted = os.path.join(root, "image"), os.path.join(root, "mounted")
os.mkdir(mounted)
with open(image, "wb") as file:
    file.truncate(400 << 20)
subprocess.run([f"mkfs.{options.filesystem}", "-q", image], check=True)


def mount():
    subprocess.run(["mount", "-o", "loop", image, mounted], check=True)


def unmount():
    while subprocess.run(["umount", mounted], stderr=subprocess.DEVNULL).returncode:
        time.sleep(0.05)


def message(number):
    text = "".join(f"Строка {line} письма {number}\n" for line in range(random.choice([1, 20, 400]))) + f"Конец {number}\n"
    body = base64.encodebytes(text.encode("koi8-r")).decode()
    return (f"From: a{number}@example.org\nTo: b@example.org\nSubject: =?koi8-r?B?8NLJ18XU?= {number}\n"
            f"Message-ID: <n{number}n@example.org>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=koi8-r\n"
            f"Content-Transfer-Encoding: base64\n\n{body}").encode()


def fresh():
    """Writes the mailbox. Returns the old octets of each file by the name of the file without flags."""
    top = os.path.join(mounted, "mail")
    shutil.rmtree(top, ignore_errors=True)
    os.mkdir(top)
    if options.kind == "mbox":
        old = {"archive": b"".join(b"From a@example.org Sat Nov 21 10:00:00 2026\n" + message(n) + b"\n" for n in range(MESSAGES))}
    else:
        for folder in ("cur", "new", "tmp"):
            os.mkdir(os.path.join(top, folder))
        old = {f"{random.choice(['cur', 'new'])}/17000000{n:02}.M{n}.host": message(n) for n in range(MESSAGES)}
    for name, octets in old.items():
        with open(os.path.join(top, name), "wb") as file:
            file.write(octets)
    os.sync()
    return top, old


def mail(top):
    """For each message in the mail files (not in backups or temporary files): its number, and whether it is whole."""
    for folder, _, names in os.walk(top):
        if os.path.basename(folder) not in ("mail", "cur", "new"):
            continue
        for name in names:
            if not name.startswith(".") and not name.endswith(("~", ".lock")):
                octets = open(os.path.join(folder, name), "rb").read()
                for one in re.split(rb"(?m)^From a@example.org Sat Nov 21 10:00:00 2026\n", octets):
                    number = re.search(rb"Message-ID: <n(\d+)n@", one)
                    if not number:
                        if one.strip():
                            yield None, False
                        continue
                    body = one.split(b"\n\n", 1)[1]
                    if b"base64" in one.split(b"\n\n", 1)[0]:
                        body = base64.b64decode(body).decode("koi8-r").encode()
                    yield int(number[1]), f"Конец {int(number[1])}\n".encode() in body
                if options.kind == "mbox" and not octets.startswith(b"From "):
                    yield None, False


def normalize(top, backup=True):
    return [program, "normalize", "--quiet", "--in-place", *(["--backup"] if backup else []),
            "--manifest", os.path.join(mounted, "manifest.jsonl"), top if options.kind == "maildir" else os.path.join(top, "archive")]


def undo(top):
    return [program, "undo", "--quiet", top if options.kind == "maildir" else os.path.join(top, "archive")]


def timed(command):
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    return time.monotonic() - start, done


problems = collections.Counter()
mount()
top, _ = fresh()
usual, _ = timed(normalize(top))
if options.undo:
    usual, _ = timed(undo(top))
cut_while_running = 0
for round_number in range(options.rounds):
    random.seed(round_number)
    top, old = fresh()
    manifest = os.path.join(mounted, "manifest.jsonl")
    if os.path.exists(manifest):
        os.unlink(manifest)
    if options.undo:
        subprocess.run(normalize(top), check=True, capture_output=True)
        os.sync()
    running = subprocess.Popen(undo(top) if options.undo else normalize(top), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0, usual * 1.3))
    directory = os.open(mounted, os.O_RDONLY)
    cut_while_running += running.poll() is None
    said_done = running.poll() == 0
    fcntl.ioctl(directory, SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
    os.close(directory)
    running.kill()
    running.wait()
    unmount()
    mount()

    def problem(what):
        problems[what] += 1
        print(f"round {round_number}: {what}")

    def check(when):
        counts = collections.Counter(number for number, _ in mail(top))
        for number, whole in mail(top):
            if not whole:
                problem(f"{when}: message not whole")
        if None in counts or any(counts[n] == 0 for n in range(MESSAGES)):
            problem(f"{when}: {sum(counts[n] == 0 for n in range(MESSAGES))} messages lost")
        if any(counts[n] > 1 for n in range(MESSAGES)):
            problem(f"{when}: {sum(counts[n] > 1 for n in range(MESSAGES))} messages twice")

    check("after the cut")
    if said_done and not options.undo and any(b"koi8-r" in open(os.path.join(folder, name), "rb").read()
                                              for folder, _, names in os.walk(top) for name in names
                                              if not name.endswith("~") and os.path.basename(folder) in ("mail", "cur", "new")):
        problem("the run had said that it was done")
    if not options.undo:
        if os.path.exists(manifest):
            os.unlink(manifest)
        _, again = timed(normalize(top))
        if again.returncode:
            problem(f"the next run has status {again.returncode}: {again.stderr.strip().splitlines()[-1:]}")
        check("after the next run")
        left = [name for _, _, names in os.walk(top) for name in names if name.startswith(".") or name.endswith(".lock")]
        if left:
            problem(f"left beside the mail: {len(left)} files such as {left[0]}")
    # If an undo was complete before the power cut, it has left no backup.
    nothing_left = options.undo and not any(os.path.isfile(path) or os.path.isdir(path) and os.listdir(path)
                                            for path in (os.path.join(top, name) for name in ("archive~", "cur~", "new~")))
    _, undone = timed(undo(top))
    if undone.returncode and not nothing_left:
        problem(f"undo has status {undone.returncode}: {undone.stderr.strip().splitlines()[-1:]}")
    now = {}
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            now[re.sub(r"[,:].*", "", os.path.relpath(path, top))] = open(path, "rb").read()
    if now != old:
        problem(f"undo does not give the old octets: {sorted(set(now) ^ set(old))[:4]}")
unmount()
shutil.rmtree(root)
print(f"{options.rounds} rounds, {cut_while_running} cut while the program ran (its usual time: {usual:.2f} s), {sum(problems.values())} problems")
sys.exit(bool(problems))
