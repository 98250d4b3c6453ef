#!/usr/bin/env python3
"""kill_commands.py -- commands that are killed while they write a database.

    KILLS=100 SEED=n tests/torture/kill_commands.py [COMMAND…]

Each command of CASES runs on copies of a database with some hundred articles.
It is killed with SIGKILL at random moments, KILLS times. A kill counts if the
command still ran. After each kill:

    no process of the command is left; `gleaner check` finds no fault; the
    file that the command replaces is an earlier or a complete one.

After LIVES kills of the same copy the command is repeated until its end. The
contents are then those after a run without a kill, and the same files exist.
"""
import hashlib
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from campaign import BUILD, Daemon, Origin, Points, Work, dice, reap, start, \
    wait_for

KILLS = int(os.environ.get("KILLS", "5"))
FEEDS, ITEMS = 10, 40
OLD_ARTICLES = 400   # in a database of the first schema
LIVES = 4            # kills of one copy
MOST_RUNS = 20       # for each kill, until one run is not ended before it
MIGRATIONS = pathlib.Path(__file__).parents[2] / "store/sqlite/sql/migrations"

# The contents that a user notices. Numbers that depend on the order of the work
# are not compared.
CONTENTS = (
    "SELECT id, url, status, title, lead, body, body_html, revision, origin "
    "FROM article ORDER BY id",
    "SELECT article_id, revision, title, body FROM revision ORDER BY 1, 2",
    "SELECT article_id, revision, kind FROM change ORDER BY 1, 2, 3",
    "SELECT feed_id, article_id, guid, link, title FROM entry ORDER BY 1, 3, 4",
    "SELECT article_id, bytes, body FROM page ORDER BY 1",
    "SELECT feed_id, at FROM poll ORDER BY 1, 2",
    "SELECT url, given_title, status FROM feed ORDER BY 1",
    "SELECT f.url, t.tag FROM feed_tag t JOIN feed f ON f.id = t.feed_id "
    "ORDER BY 1, 2",
    "SELECT name, seq FROM consumer ORDER BY 1",
)


def contents(path):
    """Returns the number of rows and a digest for each query. The file is
    copied first, so that a log is recovered in the copy only."""
    folder = pathlib.Path(str(path) + ".look")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for suffix in "", "-wal", "-journal":
        if os.path.exists(str(path) + suffix):
            shutil.copy(str(path) + suffix, folder / ("db" + suffix))
    db = sqlite3.connect(folder / "db")
    db.text_factory = bytes
    found = []
    for query in CONTENTS:
        try:
            rows = db.execute(query).fetchall()
        except sqlite3.Error as fault:
            rows = [str(fault)]
        found.append((len(rows),
                      hashlib.sha256(repr(rows).encode()).hexdigest()))
    db.close()
    shutil.rmtree(folder)
    return found


def differences(one, other):
    return [f"{query[:60]}…: {a[0]} and {b[0]} rows" for query, a, b in
            zip(CONTENTS, one, other) if a != b]


class Case:
    """A command. `words` are its arguments, in which {} is its folder; `target`
    is the file whose contents it makes."""
    name = ""
    words = ()
    target = "gleaner.db"
    program = "gleaner"
    is_current = True      # the source has the newest schema

    def __init__(self, campaign):
        self.campaign = campaign

    def prepare(self, folder):
        """Makes the files that the command needs."""
        shutil.copy(self.campaign.base, folder / "gleaner.db")

    def sql(self, folder, script):
        db = sqlite3.connect(folder / "gleaner.db")
        db.executescript(script)
        db.close()

    def command(self, folder):
        return [f"{BUILD}/{self.program}", "-c", folder / "gleaner.yaml",
                *(word.format(folder) for word in self.words)]

    def start(self, folder):
        return start(self.command(folder), stdin=subprocess.DEVNULL,
                     stdout=open(folder / "out", "wb"),
                     stderr=subprocess.STDOUT)

    @staticmethod
    def check(path):
        """Returns the faults that `gleaner check` finds, or None."""
        run = subprocess.run([f"{BUILD}/gleaner", "--db", path, "check"],
                             stdin=subprocess.DEVNULL, capture_output=True,
                             text=True)
        return run.stdout + run.stderr if run.returncode else None

    def fault(self, folder):
        """Returns the fault after a kill, or None. `gleaner check` refuses a
        database of an earlier schema."""
        return self.check(folder / "gleaner.db") if self.is_current else None


class Migration(Case):
    name = "migration"
    program = "gleanerd"
    words = ("--once",)
    is_current = False

    def prepare(self, folder):
        shutil.copy(self.campaign.old, folder / "gleaner.db")


class Recut(Case):
    name = "recut"
    words = ("recut", "--all", "--jobs", "2")

    def prepare(self, folder):
        super().prepare(folder)
        self.sql(folder, "UPDATE article SET body = 'Before.', "
                         "confidence = 0 WHERE status = 'done'")


class Prune(Case):
    name = "prune"
    words = ("prune", "--vacuum", "--force", "--articles", "365d", "--raw",
             "30d", "--polls", "30d")

    def prepare(self, folder):
        super().prepare(folder)
        self.sql(folder, """
            UPDATE article SET published_at = 1, first_seen_at = 1, sort_at = 1
            WHERE id % 3 = 0;
            UPDATE entry SET last_seen_at = 1, first_seen_at = 1
            WHERE article_id % 3 = 0;
            UPDATE page SET fetched_at = 1 WHERE article_id % 2 = 0;
            UPDATE poll SET at = 1 WHERE id % 2 = 0""")


class Backup(Case):
    """The backup replaces an earlier copy."""
    name = "backup"
    words = ("backup", "{}/copy.db")
    target = "copy.db"

    def prepare(self, folder):
        super().prepare(folder)
        shutil.copy(folder / "gleaner.db", folder / "copy.db")
        self.sql(folder, "UPDATE article SET title = 'Later.'")
        self.before = contents(folder / "copy.db")
        self.after = contents(folder / "gleaner.db")

    def fault(self, folder):
        found = contents(folder / "copy.db")
        if found != self.before and found != self.after:
            return "neither the earlier nor the new copy"
        return super().fault(folder)


class Salvage(Case):
    """A page of the source is damaged. The new file exists complete or not at
    all."""
    name = "salvage"
    words = ("check", "--salvage", "{}/new.db")
    target = "new.db"

    def prepare(self, folder):
        super().prepare(folder)
        path = folder / "gleaner.db"
        with open(path, "r+b") as f:
            f.seek(4096 * (os.path.getsize(path) // 8192))
            f.write(b"\xff" * 4096)
        self.source = path.read_bytes()

    def fault(self, folder):
        if (folder / "gleaner.db").read_bytes() != self.source:
            return "the source has changed"
        if not os.path.exists(folder / "new.db"):
            return None
        # The command was killed while it checked the complete file.
        fault = self.check(folder / "new.db")
        os.unlink(folder / "new.db")
        return fault


class Import(Case):
    name = "import"
    words = ("import", "{}/feeds.opml")

    def prepare(self, folder):
        super().prepare(folder)
        with open(folder / "feeds.opml", "w", encoding="utf-8") as f:
            f.write("<opml version='2.0'><body>")
            for i in range(3000):
                f.write(f"<outline text='F{i % 7}'><outline text='{i}' "
                        f"xmlUrl='http://127.0.0.1:8080/{i}.xml'/></outline>")
            f.write("</body></opml>")


CASES = (Migration, Recut, Prune, Backup, Salvage, Import)


class Campaign:
    def __init__(self, work):
        self.work = work
        self.dice = dice()
        self.base = work / "base.db"
        self.old = work / "old.db"

    def make_base(self):
        origin = Origin(self.work, "--generate", f"{FEEDS}x{ITEMS}")
        daemon = Daemon(self.work, origin.feeds(), db=self.base)
        daemon.start()
        is_whole = wait_for(
            lambda: daemon.one("SELECT count(*) FROM article WHERE status = "
                               "'done'") == FEEDS * ITEMS, 300)
        daemon.stop()
        self.merge(self.base)
        return is_whole

    def make_old(self):
        """Makes a database of the first schema."""
        db = sqlite3.connect(self.old)
        for path in MIGRATIONS.glob("0001_*.sql"):
            db.executescript(path.read_text(encoding="utf-8"))
        db.execute("INSERT INTO feed (url, status, added_at) "
                   "VALUES ('http://127.0.0.1:1/', 'paused', 1)")
        for i in range(1, OLD_ARTICLES + 1):
            url = f"http://127.0.0.1:1/{i}"
            text = f"Words of the article {i} about a river. " * 100
            db.execute(
                "INSERT INTO article (url, url_key, host_key, status, revision,"
                " title, body, first_seen_at, sort_at, fetched_at) VALUES "
                "(?, ?, '127.0.0.1', 'done', 2, ?, ?, ?, ?, ?)",
                (url, url, f"Title {i}", text, i, i, i))
            db.execute("INSERT INTO revision VALUES (?, 1, ?, 'Before', ?)",
                       (i, i, text))
            db.execute(
                "INSERT INTO entry (feed_id, article_id, guid, guid_key, link, "
                "title, first_seen_at, last_seen_at, position, digest) "
                "VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
                (i, url, url, url, f"Title {i}", i, i, i))
            for kind, revision in ("new", 1), ("revised", 2):
                db.execute("INSERT INTO change (article_id, revision, kind, at)"
                           " VALUES (?, ?, ?, ?)", (i, revision, kind, i))
        db.commit()
        db.close()

    @staticmethod
    def merge(path):
        """Writes the log into the file, which stays in write-ahead mode."""
        db = sqlite3.connect(path)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()

    def renew(self, case):
        folder = pathlib.Path(self.work / case.name)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "gleaner.yaml").write_text(
            f"database: {folder}/gleaner.db\ncontrol: {folder}/c.sock\n"
            "feeds: []\n", encoding="utf-8")
        os.chmod(folder / "gleaner.yaml", 0o600)
        case.prepare(folder)
        return folder

    @staticmethod
    def files(folder):
        """Returns the names of all files except an empty log and its index."""
        return sorted(path.name for path in folder.iterdir()
                      if not path.name.endswith("-shm") and
                      (path.name[-4:] != "-wal" or path.stat().st_size > 0))

    def finish(self, case, folder):
        """Runs the command to its end; returns (exit code, what remains, the
        seconds)."""
        at = time.monotonic()
        process = case.start(folder)
        code = process.wait()
        took = time.monotonic() - at
        Work.processes.remove(process)
        rows = contents(folder / case.target)
        return (code, rows, self.files(folder)), took

    def kill(self, case, folder, took):
        """Returns whether the command was killed before its end."""
        process = case.start(folder)
        try:
            process.wait(self.dice.uniform(0, took))
        except subprocess.TimeoutExpired:
            pass
        was_running = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        Work.processes.remove(process)
        return was_running

    def run(self, case, points):
        wanted, took = self.finish(case, self.renew(case))
        within = took       # kills happen in this time; it follows the load
        points.ok(wanted[0] == 0, f"{case.name} succeeds without a kill",
                  *(pathlib.Path(self.work / case.name) / "out").read_text(
                      encoding="utf-8").splitlines()[-5:])
        kills = runs = lives = 0
        bad, folder = [], self.renew(case)
        while kills < KILLS and runs < MOST_RUNS * KILLS and not bad:
            runs += 1
            is_killed = self.kill(case, folder, within)
            kills += is_killed
            lives += is_killed
            if not is_killed:
                within *= 0.9
            if not wait_for(lambda: reap() == 0, 10):
                bad.append("a process is left")
            fault = case.fault(folder)
            if fault:
                bad.append(f"kill {kills}: {fault}")
            # A command that ended before its kill is repeated, too.
            if is_killed and lives < LIVES and kills < KILLS:
                continue
            found, again = self.finish(case, folder)
            within = (within + again) / 2
            if found != wanted:
                bad += [f"after kill {kills}: exit code {found[0]}, files "
                        f"{found[2]}, not {wanted[2]}",
                        *differences(wanted[1], found[1])]
            fault = case.check(folder / case.target)
            if fault:
                bad.append(f"after kill {kills}: {fault}")
            folder, lives = self.renew(case), 0
        points.ok(kills == KILLS and not bad,
                  f"S57: {case.name}: {kills} kills in {runs} runs, all "
                  f"contents complete ({took:.1f} s without a kill)",
                  *bad[:10])


def main():
    print(f"# KILLS={KILLS} {BUILD}")
    points = Points()
    names = sys.argv[1:]
    with Work("kill-commands") as work:
        campaign = Campaign(work)
        points.ok(campaign.make_base(), "a database is harvested")
        campaign.make_old()
        for case in CASES:
            if not names or case.name in names:
                campaign.run(case(campaign), points)
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
