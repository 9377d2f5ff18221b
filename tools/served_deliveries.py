#!/usr/bin/env python3
"""Lets Dovecot deliver mail while `mailutf normalize --in-place` runs and an IMAP session is open. Reads all of the mail
through IMAP.

usage: served_deliveries.py PROGRAM maildir|mbox [--messages N] [--kill] [--at DIRECTORY]

The LDA of Dovecot delivers messages one after the other, a session fetches new messages by BODY[], and the program converts the mail again
and again. Every message has a number of its own, and a last line that shows that the message is whole. If the index of Dovecot is next to
an mbox, the program does not change the mbox. So the script converts the mbox after the deliveries, by the commands that the program
prints. `--kill` kills every third run of the program at a random moment.

The script compares the messages that the session received during the deliveries, and the messages that a new session receives at the end,
with the files. It counts messages that are cut, lost, received twice, or different from the file. The exit status is 1 if there are any.
The script needs root and Dovecot.
"""
import argparse, collections, os, random, re, shutil, signal, subprocess, sys, tempfile, threading, time

arguments = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
arguments.add_argument("program")
arguments.add_argument("kept", choices=["maildir", "mbox"])
arguments.add_argument("--messages", type=int, default=2000)
arguments.add_argument("--kill", action="store_true")
arguments.add_argument("--at", help="the directory on whose file system to work")
options = arguments.parse_args()

USER = "nobody"
root = tempfile.mkdtemp(prefix="served", dir=options.at)
os.chmod(root, 0o755)
MAIL = os.path.join(root, "mail")
INBOX = os.path.join(MAIL, "inbox") if options.kept == "mbox" else MAIL
os.mkdir(MAIL)
shutil.chown(MAIL, USER)
CONFIGURATION = os.path.join(root, "dovecot.conf")
with open(CONFIGURATION, "w") as file:
    file.write(f"""
base_dir = {root}/run
state_dir = {root}/run
log_path = /dev/null
ssl = no
first_valid_uid = 1
mail_location = {options.kept}:{MAIL}{":INBOX=" + INBOX if options.kept == "mbox" else ""}
mail_uid = {USER}
mail_gid = nogroup
namespace inbox {{
  inbox = yes
}}
protocol lda {{
  postmaster_address = a@example.org
}}
""")
AS_USER = dict(user=USER, group="nogroup", env=os.environ | {"USER": USER, "HOME": root})
HIDDEN = re.compile(rb"(?im)^(Content-Length|Status|X-IMAP|X-IMAPbase|X-Keywords|X-Status|X-UID):.*\n")
LINES = 30


def message(number):
    """A message that the conversion makes longer."""
    text = "".join(f"Строка {line} письма {number}\n" for line in range(LINES)) + f"Конец {number}\n"
    return (f"From: a@example.org\nMessage-ID: <n{number}n@example.org>\nMIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit\n\n").encode() + text.encode("koi8-r")


def deliver(number):
    agent = ["/usr/lib/dovecot/dovecot-lda", "-c", CONFIGURATION, "-f", "a@example.org"]
    subprocess.run(agent, input=message(number), check=True, stderr=subprocess.DEVNULL, **AS_USER)


class Session:
    """An IMAP session that has selected the inbox."""

    def __init__(self):
        self.server = subprocess.Popen(["/usr/lib/dovecot/imap", "-c", CONFIGURATION], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **AS_USER)
        self.command("SELECT INBOX")

    def command(self, command):
        """Sends a command. Returns the literals of the answer, each with the UID that precedes it."""
        self.server.stdin.write(f"t {command}\r\n".encode())
        self.server.stdin.flush()
        found = []
        while not (line := self.server.stdout.readline()).startswith(b"t "):
            assert line, f"the session ended at {command}"
            if literal := re.search(rb"\{(\d+)\}\r\n$", line):
                found.append((int(re.search(rb"UID (\d+)", line)[1]), self.server.stdout.read(int(literal[1]))))
        return found

    def end(self):
        self.server.communicate(b"t LOGOUT\r\n")


def number_of(sent):
    return int(re.search(rb"Message-ID: <n(\d+)n@", sent)[1])


def is_whole(sent):
    number = number_of(sent)
    return any(sent.endswith(f"Конец {number}\r\n".encode(charset)) for charset in ("koi8-r", "utf-8"))


def in_files():
    """The stored messages, in the form in which the server would send them."""
    if options.kept == "mbox":
        with open(INBOX, "rb") as file:
            stored = [part.partition(b"\n")[2][:-1] for part in re.split(rb"(?m)^(?=From )", file.read())[1:]]
    else:
        stored = [open(entry.path, "rb").read() for name in ("cur", "new") for entry in os.scandir(os.path.join(MAIL, name))]
    def sent(octets):
        header, blank, body = octets.partition(b"\n\n")
        return (HIDDEN.sub(b"", header + b"\n") + blank[1:] + body).replace(b"\n", b"\r\n")
    return collections.Counter(map(sent, stored))


def normalize(*more, kill=False):
    started = subprocess.Popen([options.program, "normalize", "--in-place", *more, INBOX], stderr=subprocess.PIPE, text=True)
    if kill:
        time.sleep(random.uniform(0, 0.1))
        started.send_signal(signal.SIGKILL)
    said = started.communicate()[1]
    statuses[started.returncode] += 1
    return said


statuses, bad = collections.Counter(), collections.Counter()
done = threading.Event()


def deliveries():
    for number in range(1, options.messages + 1):
        deliver(number)
    done.set()


def conversions():
    runs = 0
    while not done.is_set():
        runs += 1
        if os.path.exists(INBOX):
            normalize(kill=options.kill and runs % 3 == 0)
        time.sleep(random.uniform(0, 0.2))


deliver(0)
threads = [threading.Thread(target=work) for work in (deliveries, conversions)]
for thread in threads:
    thread.start()
session, next_uid, sent_meanwhile = Session(), 1, 0
while not done.is_set():
    time.sleep(0.5)
    session.command("NOOP")
    for uid, sent in session.command(f"UID FETCH {next_uid}:* (UID BODY.PEEK[])"):
        if uid >= next_uid:
            next_uid, sent_meanwhile = uid + 1, sent_meanwhile + 1
            bad["cut in the open session"] += not is_whole(sent)
for thread in threads:
    thread.join()


def read_all(which, session):
    # If a directory changes twice within a second, Dovecot notices the second change only a second later.
    time.sleep(2)
    session.command("NOOP")
    sent = [octets for _, octets in session.command("UID FETCH 1:* (UID BODY.PEEK[])")]
    numbers = collections.Counter(map(number_of, sent))
    bad[f"cut, {which}"] += sum(not is_whole(octets) for octets in sent)
    bad[f"lost, {which}"] += sum(number not in numbers for number in range(options.messages + 1))
    bad[f"twice, {which}"] += sum(count > 1 for count in numbers.values())
    bad[f"not as in the file, {which}"] += (collections.Counter(sent) - in_files()).total()


read_all("in the open session", session)
session.end()
said = normalize()
if "--beside-index" in said:
    # The session has ended, so there is no server that would have to be stopped.
    print(normalize("--beside-index"), end="")
    os.remove(os.path.join(MAIL, ".imap", "INBOX", "dovecot.index.cache"))
session = Session()
read_all("at the end", session)
session.end()
print(f"{options.messages + 1} delivered; {sent_meanwhile} sent meanwhile; exit statuses {dict(statuses)}")
print(", ".join(f"{count} {what}" for what, count in bad.items()))
found = sum(bad.values())
if found:
    print("kept:", root)
else:
    shutil.rmtree(root)
sys.exit(found > 0)
