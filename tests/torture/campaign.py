"""campaign.py -- shared by the long tests: an origin, a daemon, TAP.

All files are in one directory that is removed at the end (KEEP=1 keeps it).
BUILD selects the binaries, SEED repeats a run. The process becomes the
subreaper of all its descendants, so that a worker that survives its daemon is
detected. All processes are ended with this process, even if it is killed.
"""
import ctypes
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../lib"))
import pace  # noqa: E402,F401 (for the programs that import this module)

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
with open(f"{BUILD}/gleanerd", "rb") as _program:
    SANITIZED = b"__asan_init" in _program.read()  # SAN=1
SEED = int(os.environ.get("SEED") or int.from_bytes(os.urandom(4), "little"))
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
STOP_S = 10          # the promised time from SIGTERM to the end
START_S = 300        # limit for the start of a daemon

# Conditions that a database never violates; each query returns the faults. They
# hold at any time, also while the daemon is stopped. (An item without a link
# may have no text.)
WHOLE = """
SELECT 'key of ' || "table" FROM pragma_foreign_key_check
UNION ALL SELECT 'twice: ' || url FROM article WHERE url IS NOT NULL
    GROUP BY url HAVING count(*) > 1
UNION ALL SELECT 'told twice: ' || article_id FROM change WHERE kind = 'new'
    GROUP BY article_id HAVING count(*) > 1
UNION ALL SELECT 'done and not told: ' || id FROM article a
    WHERE status IN ('done', 'feed_only') AND NOT EXISTS
    (SELECT 1 FROM change c WHERE c.article_id = a.id)
UNION ALL SELECT 'told and not done: ' || id FROM article a
    WHERE status = 'queued' AND EXISTS
    (SELECT 1 FROM change c WHERE c.article_id = a.id)
UNION ALL SELECT 'done and empty: ' || id FROM article
    WHERE status IN ('done', 'feed_only') AND coalesce(body, '') = ''
    AND url IS NOT NULL
UNION ALL SELECT 'revisions: ' || id FROM article a WHERE revision > 0 AND
    (revision <> (SELECT count(*) FROM change c WHERE c.article_id = a.id) OR
    revision - 1 <> (SELECT count(*) FROM revision r
    WHERE r.article_id = a.id))
"""


def reap():
    """Reaps ended children that start() did not start; returns the number of
    such children that still run."""
    running = 0
    me = os.getpid()
    with open(f"/proc/{me}/task/{me}/children", encoding="ascii") as f:
        found = {int(pid) for pid in f.read().split()}
    for pid in found - {p.pid for p in Work.processes}:
        try:
            if os.waitpid(pid, os.WNOHANG)[0] == 0:
                running += 1
        except ChildProcessError:
            pass
    return running


libc = ctypes.CDLL(None)


def end_with_parent():
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def start(words, **how):
    """Starts a process that is killed at the end of Work or of this process;
    returns its Popen object."""
    process = subprocess.Popen(words, preexec_fn=end_with_parent, **how)
    Work.processes.append(process)
    return process


class Work:
    """The working directory of a test.  Its end also ends all processes that
    the test has started."""
    processes = []

    def __init__(self, name):
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
        self.path = tempfile.mkdtemp(prefix=f"gleaner-{name}.")
        print(f"# SEED={SEED}", flush=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in Work.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        Work.processes = []
        if os.environ.get("KEEP"):
            print(f"# kept: {self.path}")
        else:
            shutil.rmtree(self.path, ignore_errors=True)

    def __truediv__(self, name):
        return os.path.join(self.path, name)


class Origin:
    def __init__(self, work, *arguments):
        self.process = start(
            [f"{BUILD}/origin", "--log", work / "origin.log", *arguments],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline().strip()
        self.base = "http://127.0.0.1:" + line.rsplit(":", 1)[1]
        self.port = int(line.rsplit(":", 1)[1])

    def ask(self, path, data=None):
        with urllib.request.urlopen(self.base + path, data, 60) as answer:
            return answer.read().decode("utf-8", "replace")

    def feeds(self):
        return self.ask("/_origin/feeds").split()

    def scenario(self, text):
        said = self.ask("/_origin/scenario", text.encode()).strip()
        if said != "taken":
            sys.exit(f"scenario: {said}")

    def requests(self, path):
        return int(self.ask(f"/_origin/count?path={path}"))


def quick_origin():
    """Starts tests/bench/quick_origin; returns its port and its process."""
    process = start([f"{BUILD}/quick_origin"], stdout=subprocess.PIPE,
                    text=True)
    return int(process.stdout.readline().rsplit(" ", 1)[1]), process


class Daemon:
    """One configuration and database, and the daemons that use them."""

    def __init__(self, work, urls, db=None, **keys):
        self.db = db or work / "gleaner.db"
        self.config = work / "gleaner.yaml"
        self.log = work / "gleanerd.log"
        self.keys = {
            "database": self.db, "contact": "tests@example.org",
            "poll": "{ interval: 1s, min: 1s, max: 1h, adaptive: false }",
            "host": "{ connections: 8, gap: 0s, allow_private: true }",
            "fetch": "{ parallel: 256, timeout: 10s }",
            "articles": "{ max_age: 3650d }",
            "control": work / "control.sock",
            "log": "{ level: info, format: text }", **keys}
        self.urls = urls
        self.write_config()
        self.environment = {
            name: value for name, value in os.environ.items()
            if not re.search("_proxy$|^GLEANER_", name, re.I)}
        self.environment["NOTIFY_SOCKET"] = work / "notify"
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(work / "notify")
        self.process = None
        self.begun = 0

    def write_config(self, **keys):
        with open(self.config + ".new", "w", encoding="utf-8") as f:
            for key, value in {**self.keys, **keys}.items():
                f.write(f"{key}: {value}\n")
            f.write("feeds:\n")
            f.writelines(f"  - {url}\n" for url in self.urls)
        os.chmod(self.config + ".new", 0o600)
        os.replace(self.config + ".new", self.config)

    def shift_clock(self, path):
        """Lets the daemon use clock_shim.c. The file `path` sets its clock."""
        self.environment["LD_PRELOAD"] = f"{BUILD}/clock-shim.so"
        self.environment["TEST_CLOCK"] = path
        self.environment["ASAN_OPTIONS"] = os.environ.get(
            "ASAN_OPTIONS", "") + ":verify_asan_link_order=0"

    def start(self, *arguments):
        self.drain()
        self.begun = time.monotonic()
        with open(self.log, "ab") as log:
            self.process = start(
                [f"{BUILD}/gleanerd", "-c", self.config, *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self.environment)

    def drain(self):
        """Discards the notifications of an ended process."""
        self.notify.setblocking(False)
        try:
            while self.notify.recv(4096):
                pass
        except BlockingIOError:
            pass

    def wait_ready(self):
        """Returns (seconds since the start, seconds of these in which the
        daemon waited for a processor). Returns None if the process ended first,
        or after START_S."""
        self.notify.settimeout(0.1)
        while time.monotonic() < self.begun + START_S:
            try:
                if b"READY=1" in self.notify.recv(4096):
                    return time.monotonic() - self.begun, self.cpu_wait()
            except TimeoutError:
                if self.process.poll() is not None:
                    return None
        return None

    def cpu_wait(self):
        """Returns the seconds for which the process was runnable but did not
        run."""
        try:
            with open(f"/proc/{self.process.pid}/schedstat",
                      encoding="ascii") as f:
                return int(f.read().split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0

    def end(self, number, seconds):
        """Sends the signal `number` and waits for the end. Returns (exit code
        or negative signal, seconds that the end took). The code is None if the
        process did not end within `seconds` and was killed."""
        at = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            code = None
        Work.processes.remove(self.process)
        return code, time.monotonic() - at

    def stop(self):
        return self.end(signal.SIGTERM, 10 * STOP_S)

    def rows(self, query, *values):
        """Returns rows that a separate connection reads; [] if the query fails,
        for example because there is no database."""
        try:
            db = sqlite3.connect(f"file:{self.db}?mode=ro", uri=True,
                                 timeout=10)
        except sqlite3.OperationalError:
            return []
        try:
            return db.execute(query, values).fetchall()
        except sqlite3.OperationalError:
            return []
        finally:
            db.close()

    def one(self, query, *values):
        found = self.rows(query, *values)
        return found[0][0] if found else 0

    def events(self, pattern):
        with open(self.log, encoding="utf-8", errors="replace") as f:
            return [line for line in f if re.search(pattern, line)]


def wait_for(what, seconds=60):
    """Returns whether the condition became true within the given seconds,
    which are scaled once on a busy machine."""
    end, scaled = time.monotonic() + seconds, False
    while not what():
        if time.monotonic() > end and not scaled:
            scaled = True
            end += seconds * (pace.factor() - 1)
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def faults(db, every):
    """Returns the faults of an open database. If `every` is true, the indexes
    are checked, too."""
    check = "integrity_check" if every else "quick_check"
    found = [row[0] for row in db.execute(f"PRAGMA {check}")]
    found = [f"{check}: {text}" for text in found if text != "ok"]
    return found + [row[0] for row in db.execute(WHOLE)]


def percentile(values, share):
    values = sorted(values)
    return values[min(int(len(values) * share), len(values) - 1)]


def spread(values):
    """Returns percentiles of the values, in seconds, as text."""
    return (f"p50 {percentile(values, 0.5):.3f}, p99 "
            f"{percentile(values, 0.99):.3f}, max {max(values):.3f} s")


class Points:
    def __init__(self):
        self.n = self.failed = 0

    def ok(self, held, name, *notes):
        self.n += 1
        self.failed += not held
        print(f"{'' if held else 'not '}ok {self.n} - {name}", flush=True)
        if not held:
            print(f"# again with SEED={SEED}")
            for note in notes:
                print(f"#   {note}")

    def skip(self, name, why):
        self.n += 1
        print(f"ok {self.n} - {name} # SKIP {why}", flush=True)

    def end(self):
        print(f"1..{self.n}", flush=True)
        return 1 if self.failed else 0


def dice():
    return random.Random(SEED)
