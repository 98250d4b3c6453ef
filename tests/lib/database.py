"""Reads a database of a test: a file of SQLite, or a URL of PostgreSQL with the
views of postgres_template.sql, in which times are seconds.

    from database import connect
    for row in connect(path).execute("SELECT id FROM feed WHERE url = ?",
                                     (url,)):
"""
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


class Postgres:
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
        env = dict(os.environ, PGOPTIONS="-c search_path=shown,gleaner,public "
                   "-c client_min_messages=warning")
        out = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-c",
             "SELECT public.show_tables()", "-c",
             f"SELECT row_to_json(t) FROM ({query}) AS t", self.url],
            capture_output=True, text=True, env=env, check=False)
        if out.returncode:
            raise sqlite3.OperationalError(out.stderr)
        # the first line is the result of show_tables()
        return Rows(map(values_of, out.stdout.split("\n")[1:-1]))


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
