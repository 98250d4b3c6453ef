"""Reads a database of a test: a file of SQLite, or a URL of PostgreSQL with the
views of postgres_template.sql, in which times are seconds.

    from database import connect
    for row in connect(path).execute("SELECT id FROM feed WHERE url = ?",
                                     (url,)):
"""
import atexit
import contextlib
import json
import os
import sqlite3
import subprocess


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return str(value)


def values_of(line):
    """Returns the values of a row. The columns are read as a list of pairs,
    because two columns may have the same name."""
    pairs = json.loads(line, object_pairs_hook=list)
    return tuple(int(value) if isinstance(value, bool) else value
                 for _, value in pairs)


class Session:
    """A psql that stays connected, because the start of psql and of a server
    process takes longer than a query of these tests."""
    END = "-- end of the rows"

    def __init__(self, url):
        env = dict(os.environ, PGOPTIONS="-c search_path=shown,gleaner,public "
                   "-c client_min_messages=warning")
        self.process = subprocess.Popen(
            ["psql", "-X", "-q", "-A", "-t", url], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=env)

    def execute(self, query):
        """Returns the lines of the output; raises sqlite3.OperationalError on
        failure."""
        lines = []
        try:
            self.process.stdin.write(
                f"{query};\n\\echo '{self.END}' :ERROR :LAST_ERROR_MESSAGE\n")
            self.process.stdin.flush()
            for line in self.process.stdout:
                if line.startswith(self.END):
                    failed, _, why = line[len(self.END):].strip().partition(" ")
                    if failed == "true":
                        raise sqlite3.OperationalError(why)
                    return lines
                lines.append(line.rstrip("\n"))
        except BrokenPipeError:
            pass
        raise sqlite3.OperationalError("psql has ended")

    def has_ended(self):
        return self.process.poll() is not None

    def close(self):
        with contextlib.suppress(BrokenPipeError):  # psql has ended
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Postgres:
    sessions = {}   # URL → Session

    def __init__(self, url):
        self.url = url

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def execute(self, query, args=()):
        """Returns the rows; raises sqlite3.OperationalError on failure."""
        parts = query.split("?")
        query = parts[0] + "".join(
            literal(arg) + part for arg, part in zip(args, parts[1:]))
        session = self.sessions.get(self.url)
        if session is None or session.has_ended():
            session = self.sessions[self.url] = Session(self.url)
        session.execute("SELECT public.show_tables()")
        return Rows(map(values_of, session.execute(
            f"SELECT row_to_json(t) FROM ({query}) AS t")))


@atexit.register
def close_sessions():
    for session in Postgres.sessions.values():
        session.close()


class Rows(list):
    def fetchall(self):
        return self


def add_change(path):
    """Logs the first change again, as a revision of this moment."""
    columns = "article_id, revision, 'revised'"
    if not str(path).startswith("postgresql:"):
        with sqlite3.connect(path, timeout=30) as db:
            db.execute("INSERT INTO change (article_id, revision, kind, at) "
                       f"SELECT {columns}, unixepoch() FROM change LIMIT 1")
        return
    # one transaction, because it is one argument of psql
    subprocess.run(
        ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", path, "-c",
         "SET search_path = gleaner; "
         "UPDATE change_counter SET seq = seq + 1; "
         "INSERT INTO change (seq, article_id, revision, kind, at) "
         f"SELECT (SELECT seq FROM change_counter), {columns}, now() "
         "FROM change ORDER BY seq LIMIT 1; "
         "NOTIFY gleaner_change"], check=True)


def connect(path):
    if str(path).startswith("postgresql:"):
        return Postgres(str(path))
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
