#!/usr/bin/env python3
"""Tests `gleaner push` to a webhook: the requests, and refused targets and
answers.

    webhook.py BUILD WORK

Out: TAP.
"""
import base64
import contextlib
import json
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time

TOP = os.path.dirname(os.path.abspath(__file__)) + "/../../.."
BUILD, WORK = sys.argv[1:]
DB = f"{WORK}/gleaner.db"
SECRET = "whsec_" + base64.b64encode(bytes(range(24))).decode()
PATIENCE_S = 30

points = 0
failed = 0
n_runs = 0


def ok(held, name, *notes):
    global points, failed
    points += 1
    failed += not held
    print(f"{'ok' if held else 'not ok'} {points} - {name}", flush=True)
    for note in notes if not held else ():
        print(f"# {note}", flush=True)


def gleaner(*words, **options):
    return subprocess.run(
        [f"{BUILD}/gleaner", "--db", DB, *words], capture_output=True,
        text=True, timeout=60, check=False, **options)


def cursor(consumer):
    with contextlib.closing(sqlite3.connect(DB)) as db:
        row = db.execute("SELECT seq FROM consumer WHERE name = ?",
                         (consumer,)).fetchone()
    return row[0] if row else None


def last_seq():
    with contextlib.closing(sqlite3.connect(DB)) as db:
        return db.execute("SELECT max(seq) FROM change").fetchone()[0]


def write(n, seed):
    subprocess.run([f"{BUILD}/store-writer", "--batch", "5", "--seed",
                    str(seed), "--words", "30", DB, str(n)], check=True,
                   stdout=subprocess.DEVNULL)


def secret_file(text, mode=0o600):
    path = f"{WORK}/secret"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, mode)
    return path


class Run:
    """A receiver, and a push to it."""

    def __init__(self, *receiver_options, push=(), consumer="hook",
                 target="http://{}/hook", env=()):
        global n_runs
        n_runs += 1
        self.log = f"{WORK}/received.{n_runs}"
        self.errors = open(f"{WORK}/errors.{n_runs}", "w+", encoding="utf-8")
        self.receiver = subprocess.Popen(
            [sys.executable, f"{TOP}/tests/lib/webhook_receiver.py",
             *receiver_options, self.log], stdout=subprocess.PIPE, text=True)
        self.host = f"127.0.0.1:{int(self.receiver.stdout.readline())}"
        self.push = subprocess.Popen(
            [f"{BUILD}/gleaner", "--db", DB, "push", "--consumer", consumer,
             *push, target.format(self.host)], stderr=self.errors,
            env={**os.environ, **dict(env)})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.push, self.receiver):
            process.kill()
            process.wait()
        self.errors.close()

    def rows(self):
        with open(self.log, encoding="utf-8") as f:
            return [json.loads(line) for line in f if line.endswith("\n")]

    def said(self):
        self.errors.flush()
        with open(self.errors.name, encoding="utf-8") as f:
            return f.read()

    def wait(self, condition):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return False

    def end(self):
        self.push.send_signal(signal.SIGTERM)
        return self.push.wait(15)


def test_lines(last):
    path = secret_file(SECRET + "\n")
    with Run("--bodies", "--secret", SECRET,
             push=("--secret-file", path)) as run:
        arrived = run.wait(lambda: cursor("hook") == last)
        ok(arrived, "the cursor reaches the end", run.said())
        with open(f"/proc/{run.push.pid}/cmdline", "rb") as f:
            ok(b"127.0.0.1" not in f.read(),
               "the arguments of the process do not show the target")
        rows = run.rows()
        lines = gleaner("follow", "--consumer", "twin").stdout
        ok("".join(row["body"] + "\n" for row in rows) == lines,
           "the bodies are the lines of follow")
        ok(all(row["valid"] and row["type"] == "application/json"
               for row in rows), "the requests are signed JSON")
        began = time.monotonic()
        write(last + 5, 7)
        ok(run.wait(lambda: len(run.rows()) > last) and
           time.monotonic() - began < 4, "a new change is delivered",
           f"after {time.monotonic() - began:.1f} s")
        began = time.monotonic()
        ok(run.end() == 0 and time.monotonic() - began < 10,
           "SIGTERM ends it with 0")
        ok(cursor("hook") >= last and "error" not in run.said(),
           "the cursor is stored")


def test_delay():
    """Tests the time from a commit to the arrival of the change."""
    with Run(consumer="fast") as run:
        run.wait(lambda: cursor("fast") == last_seq())
        known = len(run.rows())
        with contextlib.closing(sqlite3.connect(DB)) as db, db:
            db.execute("INSERT INTO change (article_id, revision, kind, at) "
                       "SELECT id, revision, 'revised', 0 FROM article "
                       "WHERE status = 'done' LIMIT 1")
        began = time.monotonic()
        ok(run.wait(lambda: len(run.rows()) > known) and
           time.monotonic() - began < 2,
           "a change is delivered within two seconds")


def test_moved_back():
    """Tests a cursor that is moved back, or whose consumer is removed, while
    the push has nothing to send."""
    with Run(consumer="again") as run:
        run.wait(lambda: cursor("again") == last_seq())
        seqs = [row["seq"] for row in run.rows()]
        gleaner("follow", "--consumer", "again", "--from", str(seqs[2]),
                "--ack", "manual", "--limit", "1")
        ok(run.wait(lambda: len(run.rows()) >= 2 * len(seqs) - 2 and
                    cursor("again") == seqs[-1]),
           "after a cursor is moved back, the push begins there", run.said())
        ok([row["seq"] for row in run.rows()] == seqs + seqs[2:],
           "these changes are delivered again, in order")
        ok("moved back" in run.said(), "the push reports the move")
        gleaner("consumers", "--remove", "again")
        ok(run.push.wait(15) == 1 and "no consumer again" in run.said(),
           "the push ends when its consumer is removed", run.said())


def test_refused():
    """Tests targets and secrets that are refused at the start."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        server.settimeout(0.2)
        for target in ("http://example.org/x", "http://192.0.2.1/x",
                       "http://127.0.0.1.example.org/x",
                       f"http://127.0.0.1:{port}@example.org/x",
                       "http://[::ffff:192.0.2.1]/x", "http://0.0.0.0/x",
                       "ftp://127.0.0.1/x", "https://", "x",
                       f"http://127.0.0.1:{port}/\udcff"):
            got = gleaner("push", "--consumer", "no", target)
            ok(got.returncode == 2 and got.stderr.count("\n") <= 2,
               f"refused: {target!a}", got.returncode, got.stderr)
        for text in ("", "\n", "whsec_\n", "whsec_!!!!\n", "secret\n",
                     "whsec_QUJ\n", SECRET + "\nnonsense\n"):
            got = gleaner("push", "--consumer", "no", "--secret-file",
                          secret_file(text), f"http://127.0.0.1:{port}/")
            ok(got.returncode == 2 and "whsec_QUJ" not in got.stderr and
               "nonsense" not in got.stderr, f"refused secret: {text!r}",
               got.returncode, got.stderr)
        got = gleaner("push", "--consumer", "no", "--secret-file",
                      "/dev/zero", f"http://127.0.0.1:{port}/")
        ok(got.returncode == 2 and "has more than" in got.stderr,
           "refused: a file of secrets without an end", got.stderr)
        for more in (("--consumer", "\udcff"), ("--consumer", "no",
                     "--tag", "\udcff"), ("--consumer", "no",
                     "--secret-file", f"{WORK}/\udcff")):
            got = gleaner("push", *more, f"http://127.0.0.1:{port}/")
            ok(got.returncode == 2 and "UTF-8" in got.stderr,
               f"not UTF-8: {more[-2]}", got.returncode, got.stderr)
        try:
            server.accept()
            connected = True
        except TimeoutError:
            connected = False
        ok(not connected, "refused targets are not connected to")
    ok(cursor("no") is None, "refused targets create no consumer")
    got = gleaner("push", "http://127.0.0.1/")
    ok(got.returncode == 2, "a consumer is required")
    got = gleaner("push", "--consumer", "no", "--tag", "unheard",
                  "http://127.0.0.1:9/")
    ok(got.returncode == 1 and got.stderr.count("\n") == 1 and
       cursor("no") is None, "a filter that matches nothing: exit code 1",
       got.stderr)
    settings = f"{WORK}/unheard.yaml"
    with open(settings, "w", encoding="utf-8") as f:
        f.write("target: http://127.0.0.1:9/\nconsumer: no\n"
                "filter: { tag: unheard }\n")
    got = gleaner("push", "--file", settings)
    ok(got.returncode == 3 and cursor("no") is None,
       "a filter of a service that matches nothing yet: exit code 3",
       got.stderr)


def test_statuses():
    for status in (301, 302, 307, 400, 401, 403, 404, 429, 500, 503):
        with Run("--status", str(status), "--header",
                 "Location: http://127.0.0.1:1/", consumer="bad") as run:
            ok(run.wait(lambda: len(run.rows()) > 1) and
               len({row["id"] for row in run.rows()}) == 1 and
               cursor("bad") == 0 and f"{status}" in run.said(),
               f"{status} is tried again, and the cursor does not move",
               run.said(), run.rows())
    with Run("--status", "413", consumer="bad") as run:
        ok(run.wait(lambda: "413" in run.said()) and
           "change 1 (article " in run.said(),
           "413: the message names the change and its size", run.said())
    with Run("--status", "410", consumer="bad") as run:
        run.wait(run.rows)
        began = time.monotonic()
        ok(run.push.wait(15) == 1 and len(run.rows()) == 1 and
           cursor("bad") == 0, "410 ends the push with 1", run.said())
        ok(time.monotonic() - began < 3, "410 ends the push at once",
           time.monotonic() - began)
    with Run(consumer="gone") as run:
        run.wait(lambda: cursor("gone"))
        gleaner("consumers", "--remove", "gone")
        write(50, 410)
        ok(run.push.wait(15) == 1 and cursor("gone") is None,
           "the removal of the consumer ends the push with 1", run.said())
    with Run("--status", "200", "--body", "10000000",
             consumer="large") as run:
        ok(run.wait(lambda: (cursor("large") or 0) > 3),
           "the body of an answer is not read to its end", run.said())


def test_incomplete_answers():
    """The status is valid although the body is incomplete or has no end."""
    for more in ((), ("--stall",)):
        with Run("--status", "200", "--missing", "10", *more,
                 consumer=f"incomplete{len(more)}") as run:
            ok(run.wait(lambda: (cursor(f"incomplete{len(more)}") or 0) > 2)
               and [row["seq"] for row in run.rows()][:3] == [1, 2, 3],
               f"200 acknowledges a change: missing body {more}", run.said(),
               run.rows())
    with Run("--status", "410", "--missing", "10", consumer="bad") as run:
        ok(run.push.wait(15) == 1 and cursor("bad") == 0,
           "410 with an incomplete body ends the push with 1", run.said())
    with Run("--status", "500", "--missing", "10", consumer="bad") as run:
        ok(run.wait(lambda: "HTTP status 500" in run.said()),
           "the message names the status of an incomplete answer", run.said())


def test_retry_after():
    with Run("--status", "503", "--header", "Retry-After: 3",
             consumer="bad") as run:
        run.wait(lambda: len(run.rows()) > 1)
        first, second = (row["at"] for row in run.rows()[:2])
        ok(second - first >= 3, "Retry-After in seconds is obeyed",
           second - first)
    with Run("--status", "503", "--header", "Retry-After: 3", "--missing",
             "10", consumer="bad") as run:
        run.wait(lambda: len(run.rows()) > 1)
        first, second = (row["at"] for row in run.rows()[:2])
        ok(second - first >= 3, "Retry-After of an answer whose body is not "
           "complete is obeyed", second - first)
    date = int(time.time()) + 4
    until = time.monotonic() + date - time.time()
    at = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(date))
    with Run("--status", "429", "--header", f"Retry-After: {at}",
             consumer="bad") as run:
        run.wait(lambda: len(run.rows()) > 1)
        second = run.rows()[1]["at"]
        ok(second >= until, "Retry-After as a date is obeyed",
           f"{second} {until}")
    with Run("--status", "500", consumer="bad") as run:
        run.wait(lambda: len(run.rows()) > 3)
        at = [row["at"] for row in run.rows()]
        ok(0.35 < at[1] - at[0] < 5 and at[3] - at[2] > at[1] - at[0],
           "the back-off begins with half a second and grows", at)


def test_credentials():
    path = secret_file(SECRET + "\n", 0o644)
    with Run("--status", "500", push=("--secret-file", path),
             consumer="user", target=(
            "http://who:open%20sesame@{}/hook?token=hidden")) as run:
        run.wait(lambda: len(run.rows()) > 0)
        wanted = base64.b64encode(b"who:open sesame").decode()
        ok(run.rows()[0]["authorization"] == f"Basic {wanted}",
           "credentials of the target are sent")
        ok("every user can read" in run.said(),
           "a warning names a secret that every user can read")
        run.wait(lambda: "next try" in run.said())
        ok("sesame" not in run.said() and "hidden" not in run.said() and
           "next try" in run.said(), "messages do not show credentials",
           run.said())


def test_tls():
    """Tests a certificate that no known authority has signed."""
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days",
         "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
         f"{WORK}/key.pem", "-out", f"{WORK}/certificate.pem"],
        capture_output=True, check=False)
    if made.returncode != 0:
        raise SystemExit("openssl cannot make a certificate")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{WORK}/certificate.pem", f"{WORK}/key.pem")
    got = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        def accept():
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with contextlib.suppress(OSError), connection, \
                        context.wrap_socket(connection, True) as tls:
                    got.append(tls.recv(1000))
        threading.Thread(target=accept, daemon=True).start()
        port = server.getsockname()[1]
        with Run(consumer="bad",
                 target=f"https://localhost:{port}/x") as run:
            ok(run.wait(lambda: "next try" in run.said()) and
               not any(got) and cursor("bad") == 0,
               "a certificate that is not trusted: nothing is sent",
               run.said(), got)
        with Run(consumer="bad", target=f"https://localhost:{port}/x",
                 env={"SSL_CERT_FILE": f"{WORK}/certificate.pem"}) as run:
            ok(run.wait(lambda: any(got)) and b"webhook-id" in got[-1],
               "SSL_CERT_FILE names a certificate that is trusted",
               run.said(), got)


def test_file():
    """Tests the option --file and the places of faults in the file."""
    with Run(consumer="other") as run:
        run.end()
        path = f"{WORK}/push.yaml"
        with open(path, "w", encoding="utf-8") as f:
            f.write(f"target: http://{run.host}/\nconsumer: filed\n"
                    "batch: 5\nfilter:\n  kind: new\n")
        push = subprocess.Popen([f"{BUILD}/gleaner", "--db", DB, "push",
                                 "--file", path])
        known = len(run.rows())
        ok(run.wait(lambda: (cursor("filed") or 0) > 5 and
                    len(run.rows()) > known), "settings are read from a file")
        push.terminate()
        push.wait()
    for more in (["--tag", "x"], ["--kind", "new"], ["--batch", "5"]):
        got = gleaner("push", "--file", path, *more)
        ok(got.returncode == 2 and "--file contains all settings" in got.stderr,
           f"--file together with {more[0]} is refused", got.stderr)
    with open(path, "a", encoding="utf-8") as f:
        f.write("secrt: x\n")
    got = gleaner("push", "--file", path)
    ok(got.returncode == 2 and "push.yaml:6:1: unknown key" in got.stderr,
       "a fault is reported with line and column", got.stderr)


def test_loopback_name():
    """The address of the socket is checked, not the name: a resolver that
    gives another address for localhost has no effect."""
    listener = socket.create_server(("0.0.0.0", 0))
    hit = threading.Event()

    def accept():
        with contextlib.suppress(OSError):
            listener.accept()
            hit.set()
    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    got = gleaner("push", "--consumer", "no",
                  f"http://0:{listener.getsockname()[1]}/")
    listener.close()
    ok(got.returncode == 2 and not hit.is_set(), "http://0/ is refused")


def main():
    write(30, 1)
    last = 30
    with contextlib.closing(sqlite3.connect(DB)) as db:
        (last,) = db.execute("SELECT max(seq) FROM change").fetchone()
    test_lines(last)
    test_delay()
    test_moved_back()
    test_refused()
    test_loopback_name()
    test_statuses()
    test_incomplete_answers()
    test_retry_after()
    test_credentials()
    test_tls()
    test_file()
    print(f"1..{points}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
