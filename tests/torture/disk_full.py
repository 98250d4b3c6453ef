#!/usr/bin/env python3
"""disk_full.py -- a disk that is repeatedly full while a daemon runs.

    CYCLES=20 SEED=n tests/torture/disk_full.py

The database is on a small tmpfs; without the right to mount one, the test is
skipped with a message. In each cycle another program fills the disk completely
at a random moment, while feeds get new items. The daemon reports this once and
continues. When there is space again, it stores all pending results. The same
daemon runs during all cycles. No item may be lost or stored twice.
"""
import ctypes
import os
import sqlite3
import sys
import time

from campaign import (BUILD, Daemon, Origin, Points, Work, dice, faults,
                      wait_for)

CYCLES = int(os.environ.get("CYCLES", "20"))
FEEDS, HOSTS, STEP = 10, 5, 3
DISK_BYTES = 192 << 20  # 20 cycles may store 5000 articles of 16 KiB
MOST_MORE = 20       # most rounds of new items until the full disk is detected
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_REC_PRIVATE = 0x4000 | 0x40000
MNT_DETACH = 2


def mount(folder):
    """Mounts a small disk on the folder. Returns None, or the reason why this
    is not possible. The mount ends with this process."""
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.getuid(), os.getgid()
    flags = CLONE_NEWNS | (CLONE_NEWUSER if uid else 0)
    if libc.unshare(flags) != 0:
        return "unshare: " + os.strerror(ctypes.get_errno())
    if uid:
        for name, text in (("setgroups", "deny"), ("uid_map", f"0 {uid} 1"),
                           ("gid_map", f"0 {gid} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as f:
                f.write(text)
    if libc.mount(b"none", b"/", None, MS_REC_PRIVATE, None) != 0 or \
            libc.mount(b"tmpfs", folder.encode(), b"tmpfs", 0,
                       f"size={DISK_BYTES}".encode()) != 0:
        return "mount: " + os.strerror(ctypes.get_errno())
    return None


def unmount(folder):
    """Detaches the disk, so that its folder can be removed."""
    ctypes.CDLL(None).umount2(folder.encode(), MNT_DETACH)


def fill(path):
    """Fills the disk to the last byte."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        for size in (1 << 20, 4096, 1):
            while True:
                try:
                    if os.write(fd, b"x" * size) < size:
                        break
                except OSError:
                    break
    finally:
        os.close(fd)


class DiskFull:
    def __init__(self, work):
        self.dice = dice()
        self.disk = work / "disk"
        self.origin = Origin(work, "--generate", f"{FEEDS}x{STEP}", "--hosts",
                             str(HOSTS))
        self.daemon = Daemon(work, self.origin.feeds(),
                             db=os.path.join(self.disk, "gleaner.db"))
        self.items = 0
        self.bad = []
        self.slowest = 0.0

    def more(self):
        self.items += STEP
        self.origin.scenario(f"route /feed/*\n  pass\n  items {self.items}\n")

    def is_whole(self):
        return self.daemon.one("SELECT count(*) FROM article WHERE status = "
                               "'done'") == FEEDS * self.items

    def events(self, name):
        return len(self.daemon.events(f" {name}( |$)"))

    def cycle(self, n):
        filler = os.path.join(self.disk, "filler")
        waits = self.events("store-waits")
        self.more()
        # The disk is filled at a random time, which may be before the first poll
        # or after the last article.
        time.sleep(self.dice.random() * 1.5)
        fill(filler)
        # The daemon detects the full disk when the -wal or the database needs a
        # new page; before that their files have free pages.
        for _ in range(MOST_MORE):
            self.more()
            if wait_for(lambda: self.events("store-waits") > waits, 3):
                break
        else:
            self.bad.append(f"cycle {n}: the full disk is not reported")
        if self.daemon.process.poll() is not None:
            self.bad.append(f"cycle {n}: the daemon ended")
        time.sleep(self.dice.random())
        os.unlink(filler)
        at = time.monotonic()
        if not wait_for(self.is_whole, 60):
            self.bad.append(
                f"cycle {n}: " + str(self.daemon.rows(
                    "SELECT status, status_why, count(*) FROM article "
                    "GROUP BY 1, 2")) + f", not {FEEDS * self.items}")
        self.slowest = max(self.slowest, time.monotonic() - at)
        # Two reports are accepted for one full disk.
        if self.events("store-waits") > waits + 2:
            self.bad.append(f"cycle {n}: reported more than once")

    def judge(self, points):
        points.ok(not self.bad, f"S54: {CYCLES} times the disk was full and "
                  "free again, and all was stored", *self.bad[:10])
        code, took = self.daemon.stop()
        points.ok(code == 0, f"the same daemon ends in {took:.1f} s")
        db = sqlite3.connect(self.daemon.db)
        found = faults(db, True)
        counts = [db.execute(query).fetchone()[0] for query in (
            "SELECT count(DISTINCT url) FROM article",
            "SELECT count(*) FROM entry",
            "SELECT count(*) FROM change WHERE kind = 'new'")]
        db.close()
        total = FEEDS * self.items
        points.ok(not found, "the database has no fault", *found[:10])
        points.ok(counts == [total] * 3,
                  f"no article is lost or duplicated: {total} articles",
                  f"{counts}")
        blamed = self.daemon.one("SELECT count(*) FROM feed WHERE failures")
        points.ok(blamed == 0,
                  "a full disk does not count as a failure of a feed")


def run(work, points):
    test = DiskFull(work)
    test.more()
    test.daemon.start()
    points.ok(test.daemon.wait_ready() is not None and
              wait_for(test.is_whole), "a first harvest")
    for n in range(1, CYCLES + 1):
        test.cycle(n)
    print(f"# all stored {test.slowest:.1f} s after space was free, at "
          f"most; {test.events('store-waits')} times a wait was logged")
    test.judge(points)


def main():
    print(f"# CYCLES={CYCLES} {BUILD}")
    points = Points()
    with Work("disk-full") as work:
        os.mkdir(work / "disk")
        why = mount(work / "disk")
        if why:
            points.skip("a full disk", why)
            return points.end()
        try:
            run(work, points)
        finally:
            unmount(work / "disk")
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
