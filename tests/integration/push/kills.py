#!/usr/bin/env python3
"""Tests a `gleaner push` that is killed at random and whose receiver fails at
random.

    kills.py [--kills N] [--changes N] [--batch N] [--seed N]
             [--fail SHARE] BUILD WORK

A writer adds changes while the push runs. Out: TAP. Checked: every change
arrives at least once, ids are those of the changes, first arrivals are in
order, the cursor is never ahead of an acknowledgement, and after a kill at most
one batch of acknowledged changes is sent again.
"""
import argparse
import base64
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.abspath(__file__)) + "/../../.."
SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
# Longest time until the last change is acknowledged.  One message in ten fails
# and is repeated after about a second.
DEADLINE_S = 160
DEADLINE_S_EACH = 0.2

points = 0
failed = 0


def ok(held, name):
    global points, failed
    points += 1
    failed += not held
    print(f"{'ok' if held else 'not ok'} {points} - {name}", flush=True)


def rows_of(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.endswith("\n")]


class Campaign:
    def __init__(self, options):
        self.options = options
        self.db = f"{options.work}/gleaner.db"
        self.log = f"{options.work}/received"
        self.secret = f"{options.work}/secret"
        self.chance = random.Random(options.seed)
        self.max_ahead = 0      # of the cursor
        self.max_again = 0      # acknowledged changes repeated by one kill
        open(self.log, "w", encoding="utf-8").close()
        with open(self.secret, "w", encoding="utf-8") as f:
            f.write(SECRET + "\n")
        os.chmod(self.secret, 0o600)

    def write(self, n, seed):
        return subprocess.Popen(
            [f"{self.options.build}/store-writer", "--batch", "20",
             "--seed", str(seed), "--words", "40", self.db, str(n)],
            stdout=subprocess.DEVNULL)

    def cursor(self):
        with sqlite3.connect(f"file:{self.db}?mode=ro", uri=True) as db:
            row = db.execute("SELECT seq FROM consumer").fetchone()
        return row[0] if row else 0

    def acknowledged(self):
        """Returns the numbers of the changes that were answered with 2xx."""
        return {row["seq"] for row in rows_of(self.log)
                if 200 <= row["status"] < 300}

    def check_cursor(self):
        """Counts the changes up to the cursor that are not acknowledged, and
        the acknowledged changes after the cursor; returns the cursor. The
        receiver logs its answers before it sends them."""
        cursor = self.cursor()
        known = self.acknowledged()
        ahead = [seq for seq in self.numbers(cursor) if seq not in known]
        self.max_ahead = max(self.max_ahead, len(ahead))
        self.max_again = max(self.max_again,
                             sum(seq > cursor for seq in known))
        return cursor

    def numbers(self, last):
        with sqlite3.connect(f"file:{self.db}?mode=ro", uri=True) as db:
            return [seq for (seq,) in db.execute(
                "SELECT seq FROM change WHERE seq <= ? ORDER BY seq",
                (last,))]

    def push(self):
        return subprocess.Popen(
            [f"{self.options.build}/gleaner", "--db", self.db, "push",
             "--consumer", "hook", "--batch", str(self.options.batch),
             "--secret-file", self.secret,
             f"http://127.0.0.1:{self.port}/hook"],
            stderr=subprocess.DEVNULL)

    def wait_for(self, condition, process):
        end = (time.monotonic() + DEADLINE_S +
               DEADLINE_S_EACH * self.options.changes)
        while time.monotonic() < end:
            if condition():
                return True
            if process.poll() is not None:
                return False
            time.sleep(0.05)
        return False

    def run(self):
        options = self.options
        self.write(options.changes // 4, 1).wait()
        receiver = subprocess.Popen(
            [sys.executable, f"{TOP}/tests/lib/webhook_receiver.py",
             "--fail", str(options.fail), "--seed", str(options.seed),
             "--secret", SECRET, self.log],
            stdout=subprocess.PIPE, text=True)
        self.port = int(receiver.stdout.readline())
        writer = self.write(options.changes, 2)
        try:
            self.kill_and_end()
        finally:
            receiver.kill()
            receiver.wait()
            writer.wait()

    def kill_and_end(self):
        alive = True
        for _ in range(self.options.kills):
            push = self.push()
            try:
                push.wait(self.chance.uniform(0.05, 0.7))
                alive = False
            except subprocess.TimeoutExpired:
                push.kill()
                push.wait()
            self.check_cursor()
        ok(alive, f"{self.options.kills} kills: no push ended by itself")
        push = self.push()
        last = lambda: self.numbers(1 << 60)[-1]
        ok(self.wait_for(lambda: self.cursor() == last() and
                         last() >= self.options.changes, push),
           "the cursor reaches the end of the log")
        began = time.monotonic()
        push.send_signal(signal.SIGTERM)
        ok(push.wait(20) == 0 and time.monotonic() - began < 10,
           "SIGTERM ends the push within 10 s with exit code 0")
        self.check_cursor()

    def judge(self):
        received = rows_of(self.log)
        stored = [row for row in received if row["stored"]]
        first = list(dict.fromkeys(row["seq"] for row in stored))
        numbers = self.numbers(1 << 60)
        with sqlite3.connect(f"file:{self.db}?mode=ro", uri=True) as db:
            (uuid,) = db.execute("SELECT uuid FROM identity").fetchone()
        ok(set(first) == set(numbers) and len(numbers) > 0,
           f"all {len(numbers)} changes arrive, {len(received)} requests")
        ok(first == sorted(first), "first arrivals are in order")
        ok(all(row["id"] == f"{uuid}-{row['seq']}" for row in received),
           "the ids are those of the changes")
        ok(all(row["valid"] for row in received), "all requests are signed")
        ok(self.max_ahead == 0,
           "the cursor is never ahead of an acknowledgement")
        ok(self.max_again <= self.options.batch,
           f"a kill repeats at most {self.max_again} acknowledged changes")
        if self.options.fail:
            ok(len({row["status"] for row in received}) == 5,
               "the receiver failed in each way")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--changes", type=int, default=400)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fail", type=float, default=0.1)
    parser.add_argument("build")
    parser.add_argument("work")
    campaign = Campaign(parser.parse_args())
    campaign.run()
    campaign.judge()
    print(f"1..{points}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
