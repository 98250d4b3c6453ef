#!/usr/bin/env python3
"""Tests `gleaner push` to JetStream and Kafka. Servers and pushes are killed.

    brokers.py nats|kafka [--kills N] [--changes N] [--seed N] BUILD WORK

nats: nats-server and the push are killed at random; afterwards the stream has
each change exactly once, in order. kafka: librdkafka's mock cluster runs inside
the push (test.mock.num.brokers), so that the push is only ended, not killed:
the cursor must reach the end. Out: TAP.
"""
import argparse
import base64
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time

PATIENCE_S = 90

points = 0
failed = 0


def ok(held, name, *notes):
    global points, failed
    points += 1
    failed += not held
    print(f"{'ok' if held else 'not ok'} {points} - {name}", flush=True)
    for note in notes if not held else ():
        print(f"# {note}", flush=True)


def handles_sigterm(process):
    """True if the process has a handler for SIGTERM, which is in the program
    that `gleaner push` executes."""
    folder = f"/proc/{process.pid}"
    with open(f"{folder}/status", encoding="ascii") as f:
        handled = next(int(line.split()[1], 16) for line in f
                       if line.startswith("SigCgt:"))
    return (handled >> (signal.SIGTERM - 1) & 1 == 1 and
            "gleaner-push" in os.readlink(f"{folder}/exe"))


class Broker:
    """The common parts of both tests: a database, a writer, a push."""

    def __init__(self, options):
        self.options = options
        self.db = f"{options.work}/gleaner.db"
        self.errors = f"{options.work}/errors"
        self.chance = random.Random(options.seed)

    def write(self, n, seed):
        return subprocess.Popen(
            [f"{self.options.build}/store-writer", "--batch", "20", "--seed",
             str(seed), "--words", "40", self.db, str(n)],
            stdout=subprocess.DEVNULL)

    def query(self, sql):
        with contextlib.closing(sqlite3.connect(self.db)) as db:
            return [row[0] for row in db.execute(sql)]

    def cursor(self):
        return (self.query("SELECT seq FROM consumer") or [0])[0]

    def is_at_end(self):
        return self.cursor() == self.query("SELECT max(seq) FROM change")[0]

    def push(self, target, *words, **environment):
        with open(self.errors, "a", encoding="utf-8") as errors:
            return subprocess.Popen(
                [f"{self.options.build}/gleaner", "--db", self.db, "push",
                 "--consumer", "broker", "--batch", "50", *words, target],
                stderr=errors, env=dict(os.environ, **environment))

    def said(self):
        with open(self.errors, encoding="utf-8") as f:
            return f.read()

    def wait(self, condition):
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.05)
        return False


class Nats(Broker):
    """A server that only this test uses, with the user u and the password p."""

    def start_server(self):
        self.server = subprocess.Popen(
            ["nats-server", "-js", "-sd", f"{self.options.work}/js", "-a",
             "127.0.0.1", "-p", str(self.port), "--user", "u", "--pass", "p"],
            stderr=subprocess.DEVNULL)
        return self.wait(self.is_up)

    def is_up(self):
        try:
            with self.session():
                return True
        except OSError:
            return False

    @contextlib.contextmanager
    def session(self):
        """A client's connection as (file for reading, socket)."""
        with socket.create_connection(("127.0.0.1", self.port), 2) as s:
            s.settimeout(10)
            f = s.makefile("rb")
            f.readline()
            s.sendall(b'CONNECT {"verbose":false,"pedantic":false,'
                      b'"user":"u","pass":"p","headers":true}\r\nPING\r\n')
            while (line := f.readline()) != b"PONG\r\n":
                if not line or line.startswith(b"-ERR"):
                    raise OSError(line)
            yield f, s

    def ask(self, subject, data=b""):
        """Sends a request to the server's API."""
        with self.session() as (f, s):
            s.sendall(b"SUB inbox.t 1\r\nPUB %s inbox.t %d\r\n%s\r\n" % (
                subject.encode(), len(data), data))
            while True:
                words = f.readline().split()
                if words and words[0] in (b"MSG", b"HMSG"):
                    return json.loads(f.read(int(words[-1])))
                if not words:
                    raise OSError("closed")

    def messages(self):
        """Returns (Nats-Msg-Id, body) of each message of the stream."""
        n = self.ask("$JS.API.STREAM.INFO.NEWS")["state"]["messages"]
        for seq in range(1, n + 1):
            message = self.ask("$JS.API.STREAM.MSG.GET.NEWS",
                               b'{"seq":%d}' % seq)["message"]
            headers = base64.b64decode(message["hdrs"]).decode()
            yield (headers.split("Nats-Msg-Id: ")[1].split("\r\n")[0],
                   base64.b64decode(message["data"]))

    def run(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.port = server.getsockname()[1]
        self.target = f"nats://u:p@127.0.0.1:{self.port}/news.all"
        self.write(50, 1).wait()
        self.start_server()
        push = self.push(self.target)
        try:
            ok(self.wait(lambda: "no stream has the subject" in self.said()),
               "without a stream the push reports it and continues",
               self.said())
            ok(self.cursor() == 0, "without a stream the cursor does not move")
            self.ask("$JS.API.STREAM.CREATE.NEWS", json.dumps(
                {"name": "NEWS", "subjects": ["news.>"],
                 "storage": "file"}).encode())
            push = self.kill_both(push)
            self.judge(push)
        finally:
            push.kill()
            push.wait()
            self.server.kill()
            self.server.wait()
        self.test_long()
        self.test_slow()
        self.test_tls()

    # ---- a change that is longer than the server accepts ----

    def write_long(self, n):
        """Writes n short changes, a long one, and a short one."""
        for total, words in (n, 40), (n + 1, 10000), (n + 2, 40):
            subprocess.run(
                [f"{self.options.build}/store-writer", "--batch", "1", "--seed",
                 str(total), "--words", str(words), self.db, str(total)],
                check=True, stdout=subprocess.DEVNULL)

    def start_small_server(self):
        path = f"{self.options.work}/small.conf"
        with open(path, "w", encoding="utf-8") as f:
            f.write("max_payload: 16384\n")
        self.server = subprocess.Popen(
            ["nats-server", "-c", path, "-js", "-sd",
             f"{self.options.work}/small", "-a", "127.0.0.1", "-p",
             str(self.port), "--user", "u", "--pass", "p"],
            stderr=subprocess.DEVNULL)
        self.wait(self.is_up)
        self.ask("$JS.API.STREAM.CREATE.NEWS", json.dumps(
            {"name": "NEWS", "subjects": ["news.>"], "storage": "file",
             "duplicate_window": 100_000_000}).encode())

    def test_long(self):
        db, self.db = self.db, f"{self.options.work}/long.db"
        os.truncate(self.errors, 0)
        self.write_long(20)
        self.start_small_server()
        push = self.push(self.target)
        try:
            ok(self.wait(lambda: self.cursor() == 20),
               "the changes before a long one are delivered",
               self.cursor(), self.said())
            ok(self.wait(lambda: self.said().count("next try") >= 2) and
               "change 21 (article 21) has " in self.said() and
               "the server accepts 16384" in self.said(),
               "the message names the long change", self.said())
            ok(len(list(self.messages())) == 20,
               "no change is sent again", len(list(self.messages())))
            push.kill()
            push.wait()
            push = self.push(self.target, "--max-bytes", "16000")
            ok(self.wait(lambda: self.cursor() == 22),
               "with --max-bytes all changes are delivered", self.said())
            long = list(self.messages())[20][1]
            ok(len(long) <= 16000 and
               "truncated" in json.loads(long)["flags"],
               "the long change is shortened and marked", long[:200])
        finally:
            self.stop(push)
            self.db = db

    # ---- a server that answers slowly after a failure ----

    def test_slow(self):
        self.server = subprocess.Popen(
            [sys.executable,
             os.path.join(os.path.dirname(__file__), "slow_nats.py")],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.write(self.options.changes + 50, 5).wait()
        port = self.server.stdout.readline().strip()
        push = self.push(f"nats://127.0.0.1:{port}/news.all")
        try:
            ok(self.server.stdout.readline() == "refused\n",
               "a slow server refuses a change", self.said())
            push.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                push.wait(10)
            ok(push.returncode == 0,
               "SIGTERM ends a push that waits for slow answers",
               push.returncode, self.said())
        finally:
            self.stop(push)

    # ---- TLS ----

    def make_certificates(self):
        """Makes a CA, and certificates for localhost and for another name."""
        work = self.options.work

        def openssl(*words):
            subprocess.run(["openssl", *words], check=True, cwd=work,
                           stderr=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL)

        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
               "-nodes")
        openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem",
                "-subj", "/CN=ca", "-days", "2")
        for name, host in ("right", "localhost"), ("other", "example.org"):
            openssl("req", *key, "-keyout", f"{name}.key", "-out",
                    f"{name}.csr", "-subj", f"/CN={host}")
            with open(f"{work}/names", "w", encoding="utf-8") as f:
                f.write(f"subjectAltName=DNS:{host}\n")
            openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem",
                    "-CAkey", "ca.key", "-CAcreateserial", "-extfile",
                    "names", "-out", f"{name}.pem", "-days", "2")

    def start_tls_server(self, name):
        """Starts nats-server with TLS. It sends its INFO before the TLS
        handshake, so is_up() cannot be used."""
        def answers():
            with contextlib.suppress(OSError), \
                    socket.create_connection(("127.0.0.1", self.port), 2) as s:
                return s.recv(5) == b"INFO "
            return False

        work = self.options.work
        self.server = subprocess.Popen(
            ["nats-server", "-js", "-sd", f"{work}/js", "-a", "127.0.0.1",
             "-p", str(self.port), "--user", "u", "--pass", "p", "--tls",
             "--tlscert", f"{work}/{name}.pem", "--tlskey",
             f"{work}/{name}.key"], stderr=subprocess.DEVNULL)
        self.wait(answers)

    def stop(self, push):
        for process in push, self.server:
            process.kill()
            process.wait()

    def test_tls(self):
        if shutil.which("openssl") is None:
            return
        self.make_certificates()
        secret = f"{self.options.work}/user"
        with open(secret, "w", encoding="utf-8") as f:
            f.write("u:p\n")
        os.chmod(secret, 0o600)
        ca = {"SSL_CERT_FILE": f"{self.options.work}/ca.pem"}
        self.write(self.options.changes + 100, 7).wait()
        wrong = [("right", "tls://localhost", {}, "of an unknown CA"),
                 ("other", "tls://localhost", ca, "of another host")]
        for name, target, environment, what in wrong:
            os.truncate(self.errors, 0)
            before = self.cursor()
            self.start_tls_server(name)
            push = self.push(f"{target}:{self.port}/news.all",
                             "--secret-file", secret, **environment)
            ok(self.wait(lambda: "next try" in self.said()) and
               self.cursor() == before and not self.is_at_end(),
               f"a server with the certificate {what} gets nothing",
               self.said())
            ok("certificate of the server" in self.said(),
               "the message names the certificate", self.said())
            self.stop(push)
        self.start_tls_server("right")
        push = self.push(f"tls://localhost:{self.port}/news.all",
                         "--secret-file", secret, **ca)
        ok(self.wait(self.is_at_end),
           "a server with a valid certificate gets all changes", self.said())
        self.stop(push)

    def kill_both(self, push):
        writer = self.write(self.options.changes, 2)
        for _ in range(self.options.kills):
            time.sleep(self.chance.uniform(0.05, 0.6))
            if self.chance.random() < 0.5:
                push.kill()
                push.wait()
                push = self.push(self.target)
            else:
                self.server.kill()
                self.server.wait()
                self.start_server()
        writer.wait()
        return push

    def judge(self, push):
        ok(self.wait(self.is_at_end), "the cursor reaches the end",
           self.said())
        # The push may have been started after the last change was sent.
        self.wait(lambda: handles_sigterm(push))
        began = time.monotonic()
        push.terminate()
        code = push.wait(20)
        took_s = time.monotonic() - began
        ok(code == 0 and took_s < 10, "SIGTERM ends the push with 0",
           f"exit code {code} after {took_s:.1f} s; {self.said()}")
        (uuid,) = self.query("SELECT uuid FROM identity")
        wanted = [f"{uuid}-{seq}" for seq in
                  self.query("SELECT seq FROM change ORDER BY seq")]
        messages = list(self.messages())
        ids = [name for name, _ in messages]
        ok(ids == wanted and len(ids) > 0,
           f"{len(ids)} changes are in the stream once and in order after "
           f"{self.options.kills} kills",
           f"{len(wanted)} wanted, {len(set(ids))} different")
        ok(all(json.loads(body)["seq"] == int(name.rsplit("-", 1)[1])
               for name, body in messages), "each message has its line")
        ok("p@127" not in self.said() and "u:p" not in self.said(),
           "messages do not show the password")


class Kafka(Broker):
    def run(self):
        secret = f"{self.options.work}/properties"
        with open(secret, "w", encoding="utf-8") as f:
            f.write("# a cluster inside the library\n"
                    "test.mock.num.brokers=3\n")
        os.chmod(secret, 0o600)
        self.write(50, 1).wait()
        writer = self.write(self.options.changes, 2)
        push = self.push("kafka://127.0.0.1:9092/news", "--secret-file",
                         secret)
        ok(self.wait(lambda: writer.poll() is not None and self.is_at_end()),
           "the cursor reaches the end", self.said())
        push.send_signal(signal.SIGTERM)
        ok(push.wait(20) == 0, "SIGTERM ends the push with 0")
        self.refused(secret)
        self.nobody()

    def refused(self, secret):
        for line in ("plugin.library.paths=/tmp/x.so\n", "acks=0\n", "acks\n",
                     "security.protocol=sesame\n", ""):
            with open(secret, "w", encoding="utf-8") as f:
                f.write(line)
            push = self.push("kafka://127.0.0.1:9/x", "--secret-file", secret)
            ok(push.wait(20) == 2 and "sesame" not in self.said(),
               f"refused: {line!r}", self.said())

    def nobody(self):
        """Without a broker the cursor does not move, and SIGTERM ends the push."""
        before = self.cursor()
        self.write(self.options.changes + 10, 3).wait()
        push = self.push("kafka://127.0.0.1:9/news")
        ok(self.wait(lambda: "still trying" in self.said()),
           "without a broker the push reports it and continues", self.said())
        began = time.monotonic()
        push.terminate()
        ok(push.wait(20) == 0 and time.monotonic() - began < 10 and
           self.cursor() == before,
           "the cursor stays, and SIGTERM ends the push")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--changes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("broker", choices=("nats", "kafka"))
    parser.add_argument("build")
    parser.add_argument("work")
    options = parser.parse_args()
    if not os.access(f"{options.build}/gleaner-push-{options.broker}",
                     os.X_OK):
        print(f"1..0 # skip gleaner-push-{options.broker} is not built")
        return 0
    if options.broker == "nats" and shutil.which("nats-server") is None:
        print("1..0 # skip nats-server is not installed")
        return 0
    (Nats if options.broker == "nats" else Kafka)(options).run()
    print(f"1..{points}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
