#!/usr/bin/env python3
"""Lets real programs deliver mail to an mbox while `mailutf normalize --in-place` runs. Then counts the messages in the mbox.

usage: deliveries.py PROGRAM [--agents NAME,…] [--seconds N] [--kill] [--delay MICROSECONDS] [--instead rename|nothing]
                    [--at DIRECTORY]

The agents are the programs that deliver. They deliver messages in turns, because they lock in different orders and would wait for each
other. Meanwhile the program converts the mbox again and again, and an open IMAP session and the queue of Postfix work, too. Every message
has a number of its own. If an agent reported the delivery of a message, the mbox must contain the message once and whole afterwards. A
message that its agent refused can be missing.

If a run names an old file and keeps it, the script moves that file away, as a user would do. Mail that is only in such a file counts as
kept. Some agents change the first message. Each change has a number as well, and must be in the mbox or in a file that was kept, unless a
later change has replaced it.

`--kill` kills every third run of the program at a random moment. `--delay` delays the exchange of the files by the program, with strace.
`--instead rename` runs a small filter instead of the program: the filter locks the mbox, adds a field to each message, and renames the new
file over the old file. `--instead nothing` runs no program, so everything that is lost is lost by the agents themselves. Agents that are
not installed are left out, with a note. The exit status is 1 if a message is lost, occurs twice or is damaged, or if a change is lost.
"""
import argparse, base64, collections, contextlib, fcntl, os, pty, random, re, select, shutil, signal, subprocess, sys, tempfile, threading, time

arguments = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
arguments.add_argument("program")
arguments.add_argument("--agents")
arguments.add_argument("--seconds", type=float, default=60)
arguments.add_argument("--kill", action="store_true")
arguments.add_argument("--delay", type=int, default=0)
arguments.add_argument("--instead", choices=["rename", "nothing"])
arguments.add_argument("--at", help="the directory on whose file system to work")
options = arguments.parse_args()

root = tempfile.mkdtemp(prefix="deliveries", dir=options.at)
os.chmod(root, 0o755)
# Postfix delivers to the mailbox of a user. The other agents get the path of the mailbox.
USER = "nobody"
MBOX = os.path.join(root, "spool", USER)
os.mkdir(os.path.dirname(MBOX))
os.chmod(os.path.dirname(MBOX), 0o1777)
open(MBOX, "x").close()
shutil.chown(MBOX, USER)
os.chmod(MBOX, 0o600)
QUIET = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
LINES = 40


def message(number):
    """A message that the program changes. The last line of the message shows that the message is whole."""
    text = "".join(f"Строка {line} письма {number}\nFrom строка\n" for line in range(LINES)) + f"Конец {number}\n"
    body = base64.encodebytes(text.encode("koi8-r")).decode()
    return (f"From: a{number}@example.org\nTo: b@example.org\nSubject: =?koi8-r?B?8NLJ18XU?= {number}\n"
            f"Date: Sat, 21 Nov 2026 10:00:00 +0000\nMessage-ID: <n{number}n@example.org>\nMIME-Version: 1.0\n"
            f"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n{body}").encode()


def run(command, octets=None, **more):
    settings = QUIET | more
    if octets is not None:
        del settings["stdin"]
    return subprocess.run(command, input=octets, timeout=120, **settings).returncode == 0


def write(name, text):
    path = os.path.join(root, name)
    with open(path, "w") as file:
        file.write(text)
    return path


# ----- Our own agents: one for each order of locks. -----

def fcntl_lock(file):
    fcntl.lockf(file, fcntl.LOCK_EX)


def flock(file):
    fcntl.flock(file, fcntl.LOCK_EX)


def dotlock(_):
    while True:
        try:
            os.close(os.open(MBOX + ".lock", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            return
        except FileExistsError:
            time.sleep(random.uniform(0.01, 0.05))


def change_state(file, number):
    """Writes the number of the change into a field of the first message, and notes the number that it replaces."""
    with open(f"/proc/self/fd/{file}", "r+b") as same:
        found = re.search(rb"^X-State: (\d{8})", same.read(4096), re.M)
        if found:
            same.seek(found.start(1))
            same.write(b"%08d" % number)
            replaced[int(found[1])] = number
            changes[number] = "state"


def appender(*locks, appends=True, changes_first=False):
    """Returns an agent that first opens the file and then locks it. The agent appends the message, changes the first message, or
    does both."""
    def deliver(number):
        file = os.open(MBOX, os.O_RDWR | os.O_APPEND)
        time.sleep(random.uniform(0, 0.05))
        held = []
        try:
            for lock in locks:
                lock(file)
                held.append(lock)
            octets = b"From a@example.org Sat Nov 21 10:00:00 2026\n" + message(number) + b"\n"
            half = len(octets) // 2
            end = os.fstat(file).st_size
            if appends and (os.write(file, octets[:half]) != half or os.write(file, octets[half:]) != len(octets) - half):
                os.ftruncate(file, end)
                return False
            if changes_first:
                change_state(file, number)
            return True if appends else None
        finally:
            if dotlock in held:
                os.unlink(MBOX + ".lock")
            os.close(file)
    return deliver


# ----- Real programs. -----

def dovecot_lda(number):
    return run(["/usr/lib/dovecot/dovecot-lda", "-c", DOVECOT, "-f", "a@example.org"], message(number),
               user=USER, group="nogroup", env=os.environ | {"USER": USER, "HOME": root})


def dovecot_lmtp(number):
    import smtplib, socket
    class Unix(smtplib.LMTP):
        def __init__(self, path):
            self.path = path
            super().__init__("localhost")
        def _get_socket(self, host, port, timeout):
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            sock.settimeout(100)
            sock.connect(self.path)
            return sock
        def connect(self, host="localhost", port=0, source_address=None):
            self.sock = self._get_socket(host, port, 100)
            self.file = None
            return self.getreply()
    with Unix(os.path.join(root, "run", "lmtp")) as server:
        return not server.sendmail("a@example.org", [USER], message(number))


def imap_session():
    return subprocess.Popen(["/usr/lib/dovecot/imap", "-c", DOVECOT], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, user=USER, group="nogroup",
                            env=os.environ | {"USER": USER, "HOME": root})


def imap_flags(number):
    """Opens an IMAP session and keeps it open for a while. The session changes flags, among them a keyword that only this session
    uses. It delivers nothing."""
    session = imap_session()
    try:
        session.stdin.write(b"a select INBOX\r\n")
        session.stdin.flush()
        for turn in range(4):
            time.sleep(random.uniform(0.2, 1))
            flag = f"k{number}" if turn == 1 else "\\Flagged"
            at = 1 if turn == 1 else random.randint(1, 9)
            session.stdin.write(f"b{turn} store {at} +FLAGS ({flag})\r\nc{turn} noop\r\n".encode())
            session.stdin.flush()
        said = session.communicate(b"d logout\r\n", timeout=100)[0]
        if b"b1 OK" in said and b"d OK" in said:
            changes[number] = "keyword"
    except BrokenPipeError:
        session.wait(100)
    return None


def flags_of_first():
    """The flags of the first message according to Dovecot. Its index also has the flags that it could not write into the mbox
    yet."""
    return imap_session().communicate(b"a select INBOX\r\nb fetch 1 (FLAGS)\r\nc logout\r\n", timeout=100)[0]


def maildrop(number):
    return run(["maildrop", MAILDROP], message(number), env=os.environ | {"HOME": root, "LOGNAME": "root"})


def procmail(rules):
    def deliver(number):
        octets = b"From a@example.org Sat Nov 21 10:00:00 2026\n" + message(number)
        return run(["procmail", "-m", rules()], octets)
    return deliver


def mutt(mailbox, keys, under=()):
    """Runs mutt on a terminal of its own. Returns the exit status, or None if mutt has waited a minute for the answer to a
    question."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        command = [*under, "mutt", "-n", "-F", MUTT, "-f", mailbox, "-e", f"push '{keys}'"]
        os.execvp(command[0], command)
    start = time.monotonic()
    while time.monotonic() < start + 60:
        try:
            if select.select([terminal], [], [], 1)[0] and not os.read(terminal, 65536):
                break
            if time.monotonic() > start + 10:
                # If mutt has opened the mailbox for reading only, it ignores the keys. Control-G aborts the question
                # of mutt, and x leaves mutt.
                os.write(terminal, b"\x07x")
        except OSError:
            break
    else:
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    return os.waitpid(child, 0)[1]


def mutt_save(number):
    """Saves a message from another mbox, and removes it there. The message is saved if the exit status is 0 and the other mbox is
    empty."""
    source = os.path.join(root, f"source{threading.get_ident()}")
    with open(source, "wb") as file:
        file.write(b"From a@example.org Sat Nov 21 10:00:00 2026\n" + message(number) + b"\n")
    # Control-U clears the name that mutt proposes.
    return mutt(source, f"<save-message>\x15{MBOX}<enter><quit>") == 0 and os.path.getsize(source) == 0


def mutt_label(number):
    """Adds a word to the label of the first message. The system calls of mutt tell whether mutt has written the label into the
    mbox."""
    log = os.path.join(root, "mutt-calls")
    mutt(MBOX, f"<first-entry><edit-label> t{number}<enter><sync-mailbox><exit>",
         ["strace", "-f", "-y", "-s", "1000000", "-e", "trace=write", "-o", log])
    with open(log, errors="replace") as file:
        if any(f"t{number}" in call for call in file if re.search(r"write\(\d+<" + re.escape(os.path.dirname(MBOX)), call)):
            changes[number] = "label"
    return None


def exim(number):
    # The queue runner of Exim would deliver deferred messages later. Here a message that stays in the queue counts as refused.
    before = queued()
    return run([EXIM, "-C", EXIM_CONFIG, "-odf", "-oi", "-f", "a@example.org", USER + "@localhost"], message(number)) and queued() == before


def queued():
    folder = os.path.join(root, "exim", "input")
    return len(os.listdir(folder)) if os.path.isdir(folder) else 0


def postfix_local(number):
    """Hands the message over to the queue of Postfix, which delivers it later."""
    return run(["sendmail", "-C", POSTFIX, "-oi", "-f", "a@example.org", USER + "@localhost"], message(number),
               env=os.environ | {"MAIL_CONFIG": POSTFIX})


AGENTS = {
    "open-then-fcntl": appender(fcntl_lock),
    "open-then-fcntl-dotlock": appender(fcntl_lock, dotlock),
    "open-then-dotlock-fcntl": appender(dotlock, fcntl_lock),
    "open-then-dotlock": appender(dotlock),
    "open-then-flock": appender(flock),
    "open-then-nothing": appender(),
    "open-then-fcntl-changes-first": appender(fcntl_lock, changes_first=True),
    "open-then-fcntl-flags": appender(fcntl_lock, appends=False, changes_first=True),
    "open-then-dotlock-fcntl-flags": appender(dotlock, fcntl_lock, appends=False, changes_first=True),
    "dovecot-lda": dovecot_lda,
    "dovecot-lmtp": dovecot_lmtp,
    "imap-flags": imap_flags,
    "maildrop": maildrop,
    "procmail-lockfile": procmail(lambda: PROCMAIL),
    "procmail-no-lockfile": procmail(lambda: PROCMAIL_NO_LOCK),
    "mutt-save": mutt_save,
    "mutt-label": mutt_label,
    "exim": exim,
    "postfix-local": postfix_local,
}
NEEDS = {"dovecot-lda": "/usr/lib/dovecot/dovecot-lda", "dovecot-lmtp": "/usr/lib/dovecot/lmtp", "imap-flags": "/usr/lib/dovecot/imap",
         "maildrop": "maildrop", "procmail-lockfile": "procmail", "procmail-no-lockfile": "procmail", "mutt-save": "mutt", "mutt-label": "mutt",
         "exim": os.environ.get("EXIM", "exim4"), "postfix-local": "postfix"}
EXIM = NEEDS["exim"]

DOVECOT = write("dovecot.conf", f"""
base_dir = {root}/run
state_dir = {root}/run
log_path = /dev/null
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
first_valid_uid = 1
mail_location = mbox:{root}/folders:INBOX={MBOX}
mbox_read_locks = fcntl
mbox_write_locks = fcntl dotlock
mbox_lock_timeout = 5 secs
mail_uid = {USER}
mail_gid = nogroup
auth_username_format = %n
passdb {{
  driver = static
  args = nopassword=y
}}
userdb {{
  driver = static
  args = uid={USER} gid=nogroup home={root}/folders
}}
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
protocol lda {{
  postmaster_address = a@example.org
}}
protocol lmtp {{
  postmaster_address = a@example.org
}}
""")
os.makedirs(os.path.join(root, "folders"))
shutil.chown(os.path.join(root, "folders"), USER)
MAILDROP = write("maildroprc", f"to {MBOX}\n")
os.chmod(MAILDROP, 0o600)
PROCMAIL = write("procmailrc", f"LOGFILE=/dev/null\n:0:\n{MBOX}\n")
PROCMAIL_NO_LOCK = write("procmailrc-no-lock", f"LOGFILE=/dev/null\n:0\n{MBOX}\n")
MUTT = write("muttrc", "set mbox_type=mbox\nset confirmappend=no\nset delete=yes\nset quit=yes\nset save_empty=yes\nset spoolfile=/dev/null\nset folder=/\nset sleep_time=0\nset wait_key=no\nset charset=utf-8\nset move=no\nset beep=no\n")
EXIM_CONFIG = write("exim.conf", f"""
exim_user = root
exim_group = root
trusted_users = root
never_users =
spool_directory = {root}/exim
log_file_path = {root}/exim/%slog
primary_hostname = localhost
domainlist local = localhost
begin routers
here:
  driver = accept
  transport = file
begin transports
file:
  driver = appendfile
  file = {MBOX}
  user = {USER}
  group = nogroup
  check_owner = false
  return_path_add
  delivery_date_add
  envelope_to_add
begin retry
* * F,1h,10s
""")
os.makedirs(os.path.join(root, "exim"))
POSTFIX = os.path.join(root, "postfix")


def start_postfix():
    os.makedirs(POSTFIX)
    for name in ("queue", "data"):
        os.makedirs(os.path.join(root, "postfix-" + name))
    shutil.chown(os.path.join(root, "postfix-data"), "postfix")
    with open(os.path.join(POSTFIX, "main.cf"), "w") as file:
        file.write(f"compatibility_level = 3.6\nqueue_directory = {root}/postfix-queue\ndata_directory = {root}/postfix-data\n"
                   f"myhostname = localhost\nmydestination = localhost\ninet_interfaces = loopback-only\nalias_maps =\n"
                   f"mailbox_command =\nhome_mailbox =\nmail_spool_directory = {root}/spool\nlocal_recipient_maps =\n"
                   f"command_directory = /usr/sbin\ndaemon_directory = /usr/lib/postfix/sbin\n"
                   f"shlib_directory = /usr/lib/postfix\nmaillog_file = /var/log/postfix-deliveries.log\n"
                   f"alternate_config_directories =\nmeta_directory = /etc/postfix\nmulti_instance_enable = no\n"
                   f"minimal_backoff_time = 5s\nqueue_run_delay = 5s\nmaximal_backoff_time = 10s\nlocal_destination_concurrency_limit = 2\n"
                   f"mailbox_size_limit = 0\nmessage_size_limit = 0\n")
    master = open("/etc/postfix/master.cf").read()
    master = re.sub(r"^smtp +inet.*$", "", master, flags=re.M)
    with open(os.path.join(POSTFIX, "master.cf"), "w") as file:
        file.write(re.sub(r"^(\S+\s+\S+\s+\S+\s+\S+\s+)y ", r"\1n ", master, flags=re.M))
    os.environ["MAIL_CONFIG"] = POSTFIX
    return run(["postfix", "-c", POSTFIX, "start"], stdout=None, stderr=None)


def chosen():
    names = options.agents.split(",") if options.agents else list(AGENTS)
    for name in names:
        if name in NEEDS and not shutil.which(NEEDS[name]):
            print(f"note: {name} is left out: {NEEDS[name]} is not installed")
        else:
            yield name


names = list(chosen())
if "dovecot-lmtp" in names and not run(["dovecot", "-c", DOVECOT], stdout=None, stderr=None):
    print("note: dovecot-lmtp is left out: Dovecot does not start")
    names.remove("dovecot-lmtp")
if "postfix-local" in names and not start_postfix():
    print("note: postfix-local is left out: Postfix does not start")
    names.remove("postfix-local")

with open(MBOX, "wb") as file:
    file.write(b"From a@example.org Sat Nov 21 10:00:00 2026\nX-State: 00000000\n" + message(0) + b"\n")

numbers, stop = iter(range(1, 1 << 30)), threading.Event()
sent, statuses, problems = {}, collections.Counter(), []
# The kind of each change of the first message; and for each change that was replaced, the change that replaced it.
changes, replaced = {}, {}
KEPT = os.path.join(root, "kept")
os.mkdir(KEPT)
OLD = os.path.join(os.path.dirname(MBOX), f".{USER}.old.mailutf")
lock, turn = threading.Lock(), threading.Lock()
BESIDE = {"imap-flags", "postfix-local"}


def agent(name):
    deliver = AGENTS[name]
    while not stop.is_set():
        with lock:
            number = next(numbers)
        try:
            with contextlib.nullcontext() if name in BESIDE else turn:
                delivered = deliver(number)
        except Exception as error:
            delivered = False
            problems.append(f"{name}: {error!r}")
        if delivered is not None:
            sent[number] = (name, delivered)
        # These agents do not wait for their turn, so they must leave the locks to the other agents most of the time.
        time.sleep(random.uniform(0, 2 if name in BESIDE else 0.05))


# This filter adds a field to each message, or removes the fields that it has added, so that the size changes each time.
FILTER = write("filter.py", f"""
import fcntl, os, re, time
file = open({MBOX!r}, "r+b")
fcntl.lockf(file, fcntl.LOCK_EX)
for attempt in range(100):
    try:
        os.close(os.open({MBOX!r} + ".lock", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        break
    except FileExistsError:
        time.sleep(0.05)
else:
    raise SystemExit(2)
if os.fstat(file.fileno()).st_ino == os.stat({MBOX!r}).st_ino:
    octets = file.read()
    field = b"X-Filtered: yes\\n"
    changed = octets.replace(field, b"") if field in octets else re.sub(rb"(?m)^(?=Message-ID: )", field, octets)
    time.sleep(0.1)
    with open({MBOX!r} + ".new", "wb") as new:
        os.fchown(new.fileno(), os.fstat(file.fileno()).st_uid, -1)
        os.fchmod(new.fileno(), 0o600)
        new.write(changed)
    os.rename({MBOX!r} + ".new", {MBOX!r})
os.unlink({MBOX!r} + ".lock")
""")


def normalize(kill=False, delay=0, instead=None):
    command = [options.program, "normalize", "--quiet", "--in-place", MBOX]
    if instead:
        command = [sys.executable, FILTER] if instead == "rename" else ["true"]
    if delay:
        inject = f"inject=renameat2:delay_enter={delay}"
        command = ["strace", "-f", "-o", "/dev/null", "-e", "trace=renameat2", "-e", inject, *command]
    started = subprocess.Popen(command, **(QUIET | {"stderr": subprocess.PIPE}), start_new_session=True)
    if kill:
        time.sleep(random.uniform(0, 0.4))
        try:
            os.killpg(started.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    said = started.communicate()[1].decode(errors="replace").strip()
    statuses[started.returncode] += 1
    for name in os.listdir(OLD) if os.path.isdir(OLD) else ():
        if any("then remove " in line and os.path.join(OLD, name) + ":" in line for line in said.splitlines()):
            os.rename(os.path.join(OLD, name), os.path.join(KEPT, f"{len(os.listdir(KEPT))}"))
    return started.returncode, said


agents = [threading.Thread(target=agent, args=(name,)) for name in names]
for thread in agents:
    thread.start()
end, runs, sentences = time.monotonic() + options.seconds, 0, collections.Counter()
while time.monotonic() < end:
    runs += 1
    _, said = normalize(kill=options.kill and runs % 3 == 0, delay=options.delay, instead=options.instead)
    if said:
        sentences[re.sub(r"\d+(_\w+)?", "N", said.splitlines()[-1].replace(root, "."))] += 1
    time.sleep(random.uniform(0, 0.1))
stop.set()
# A killed run leaves a dotlock behind. An agent may wait for that dotlock until the next run removes it.
while any(thread.is_alive() for thread in agents):
    normalize(instead=options.instead)
    time.sleep(0.1)
if "postfix-local" in names:
    for _ in range(60):
        run(["postqueue", "-c", POSTFIX, "-f"])
        listed = subprocess.run(["postqueue", "-c", POSTFIX, "-p"], capture_output=True, text=True).stdout
        if "empty" in listed:
            break
        time.sleep(1)
    run(["postfix", "-c", POSTFIX, "stop"])
if "dovecot-lmtp" in names:
    run(["doveadm", "-c", DOVECOT, "stop"])
normalize()
status, said = normalize()
if status not in (0, 1):
    problems.append(f"the last run has status {status}: {said}")

octets = open(MBOX, "rb").read()
kept = b"\n".join(open(os.path.join(KEPT, name), "rb").read() for name in os.listdir(KEPT))
in_kept = {int(number) for number in re.findall(rb"(?m)^Message-ID: <n(\d+)n@", kept, re.I)}
fields = collections.defaultdict(set)
for field, kind, word in (("X-State", "state", rb"\d{8}"), ("X-Keywords", "keyword", rb"\bk\d+"), ("X-Label", "label", rb"\bt\d+")):
    for body in re.findall(rb"(?m)^" + field.encode() + rb":((?:.|\n[ \t])*)", octets + b"\n" + kept):
        fields[kind].update(int(one.lstrip(b"kt")) for one in re.findall(word, body))
if "keyword" in changes.values():
    fields["keyword"].update(int(number) for number in re.findall(rb"\bk(\d+)", flags_of_first()))
found = collections.Counter(int(number) for number in re.findall(rb"(?m)^Message-ID: <n(\d+)n@", octets, re.I))
whole = collections.Counter(int(number) for number in re.findall("(?m)^Конец (\\d+)$".encode(), octets))
counts = collections.defaultdict(collections.Counter)
for number, (name, delivered) in sorted(sent.items()):
    counts[name]["delivered" if delivered else "refused"] += 1
    if delivered and not found[number]:
        counts[name]["kept" if number in in_kept else "LOST"] += 1
    if found[number] > 1:
        counts[name]["TWICE"] += 1
    if found[number] and whole[number] != found[number]:
        counts[name]["DAMAGED"] += 1
for number, kind in changes.items():
    is_there = number in fields[kind] or kind == "state" and number in replaced
    counts[f"changes ({kind})"]["there" if is_there else "LOST"] += 1
for name in [*names, *sorted(set(counts) - set(names))]:
    print(f"{name:32}", ", ".join(f"{count} {what}" for what, count in counts[name].items()))
left = sorted(set(os.listdir(os.path.dirname(MBOX))) - {USER})
print(f"{runs} runs, exit statuses {dict(statuses)}; {len(octets)} octets; {len(os.listdir(KEPT))} kept; beside the mbox: {left}")
for sentence, count in sentences.most_common(12):
    print(f"{count:5} {sentence}")
for problem, count in collections.Counter(problems).most_common(12):
    print(f"{count:5} {problem}")
bad = sum(count for all_of in counts.values() for what, count in all_of.items() if what.isupper())
print(f"{sum(c['delivered'] for c in counts.values())} delivered, {bad} lost, twice or damaged")
if not bad:
    shutil.rmtree(root, ignore_errors=True)
else:
    print("kept:", root)
sys.exit(bool(bad))
