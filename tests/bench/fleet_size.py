#!/usr/bin/env python3
"""fleet_size.py -- the start of a node in a large database on PostgreSQL.

    tests/lib/postgres.sh tests/bench/fleet_size.py BUILD [FEEDS] [ENTRIES]

In:  the binaries in BUILD; the server of postgres.sh.
Out: TAP, with the measured times in comments.

Generates feeds, and the entries, articles, changes and polls of a month (one
article for three entries).  Two other nodes, which exist only as rows, own two
thirds of the shards.  Then starts a daemon, which takes the remaining third,
and measures the time until all its feeds are planned, and its memory beside
that of a daemon without feeds.  No feed is due, so nothing is requested.  At
last runs each query of docs/schema-postgresql.md three times and prints the
least time.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(sys.argv[1]).resolve()
FEEDS = int(sys.argv[2]) if len(sys.argv) > 2 else 1000000
ENTRIES = int(sys.argv[3]) if len(sys.argv) > 3 else 10 * FEEDS
START_S = 20               # longest start
FEED_BYTES = 1536          # largest memory of a feed
QUERY_MS = 100             # longest query
OWNED = 256 // 3           # shards of the node; FILL gives the others away
HOST = os.environ["POSTGRES_HOST"]
DB = f"postgresql:///size?host={HOST}&user=gleaner"
DOC = pathlib.Path(__file__).parents[2] / "docs/schema-postgresql.md"
BLOCK = re.compile(r"^```sql\n(.*?)^```", re.M | re.S)
count = failed = 0

# Indexes are built after the rows, which is several times as fast.
DROP = """
CREATE TABLE public.dropped AS SELECT indexdef FROM pg_indexes i
WHERE schemaname = 'gleaner' AND NOT EXISTS (SELECT 1 FROM pg_constraint c
    WHERE c.conname = i.indexname);
DO $$ DECLARE d record; BEGIN
    FOR d IN SELECT indexname FROM pg_indexes i WHERE schemaname = 'gleaner'
    AND NOT EXISTS (SELECT 1 FROM pg_constraint c
	WHERE c.conname = i.indexname) LOOP
	EXECUTE format('DROP INDEX gleaner.%I', d.indexname);
    END LOOP;
END $$;
"""
CREATE = """
DO $$ DECLARE d record; BEGIN
    FOR d IN SELECT indexdef FROM public.dropped LOOP
	EXECUTE d.indexdef;
    END LOOP;
END $$;
"""
FILL = """
INSERT INTO feed (id, shard, url, title, next_poll_at, next_poll_by,
    last_poll_at, last_outcome, added_at, history, etag, failures)
SELECT n, shard_of(h), 'https://' || h || '/feed-' || n || '.xml',
    'Feed number ' || n, now() + interval '1 day' * (1 + random()), 'interval',
    now() - interval '1 hour', 'ok', now() - interval '40 days', NULL,
    convert_to('"' || md5(n::text) || '"', 'UTF8'), (n % 1000 = 0)::integer
FROM (SELECT n, 'site' || n / 5 || '.example' AS h
    FROM generate_series(1::bigint, :feeds) AS n) AS s;
INSERT INTO article (id, shard, url, url_key, host_key, status, title, lang,
    published_at, first_seen_at, sort_at, fetched_at, extracted_at, body,
    origin, confidence, word_count, revision, status_why, announced_by,
    entitled)
SELECT n, shard_of(h), 'https://' || h || '/story/' || n, h || '/story/' || n,
    h, CASE WHEN n % 50 = 0 THEN 'feed_only' ELSE 'done' END,
    'Story number ' || n || ' of ' || h,
    (ARRAY['en', 'de', 'fr', 'es'])[(1 + n % 4)::integer], at, at, at, at, at,
    repeat('A sentence of the story ' || n || '. ', 8), 'page',
    0.5 + random() / 2, 56, 1,
    CASE WHEN n % 50 = 0 THEN 'HTTP 404' END, f, true
FROM (SELECT n, f, 'site' || f / 5 || '.example' AS h,
	now() - interval '30 days' * (1 - n::float / :articles) AS at
    FROM (SELECT n, 1 + (n * 7919) % :feeds AS f
	FROM generate_series(1::bigint, :articles) AS n) AS t) AS s;
INSERT INTO entry (feed_id, article_id, guid, guid_key, link, title, summary,
    published_at, first_seen_at, last_seen_at, position, digest, entitled)
SELECT 1 + (a * 7919 + n / :articles) % :feeds, a, 'guid-' || n, 'guid-' || n,
    'https://site.example/story/' || a, 'Story number ' || a,
    'A sentence of the story ' || a, at, at, now(), n % 20, n, n <= :articles
FROM (SELECT n, 1 + n % :articles AS a, now() - interval '30 days'
	* (1 - (n % :articles)::float / :articles) AS at
    FROM generate_series(1::bigint, :entries) AS n) AS s;
INSERT INTO change (seq, article_id, revision, kind, at)
SELECT id, id, 1, 'new', sort_at FROM article;
INSERT INTO change (seq, article_id, revision, kind, at)
SELECT :articles + row_number() OVER (ORDER BY id), id, 2,
    CASE WHEN id % 200 = 0 THEN 'withdrawn' ELSE 'revised' END, sort_at
FROM article WHERE id % 20 = 0;
UPDATE change_counter SET seq = (SELECT max(seq) FROM change);
INSERT INTO revision (article_id, revision, at, title, body)
SELECT id, 1, sort_at, 'An earlier title', body
FROM article WHERE id % 20 = 0;
INSERT INTO page (article_id, fetched_at, bytes, body)
SELECT id, sort_at, 3000, convert_to(repeat(md5(id::text), 16), 'UTF8')
FROM article WHERE sort_at > now() - interval '2 days';
INSERT INTO article_author (article_id, n, name)
SELECT id, 0, CASE WHEN id % 5000 = 0 THEN 'Agda Abelstrom'
    ELSE 'Author ' || id % 5000 END FROM article;
INSERT INTO article_tag (article_id, n, tag)
SELECT id, 0, CASE WHEN id % 200 = 0 THEN 'politics'
    ELSE 'topic ' || id % 200 END FROM article;
INSERT INTO media (article_id, n, kind, url, role)
SELECT id, 0, 'image', 'https://' || host_key || '/' || id || '.jpg', 'lead'
FROM article WHERE id % 2 = 0;
INSERT INTO article_fts (article_id, words)
SELECT id, array_to_tsvector(ARRAY['story', 'number', 'sentence',
    'word' || id % 997, 'name' || id % 99991,
    CASE WHEN id % 50 = 0 THEN 'parliament' ELSE 'garden' END,
    CASE WHEN id % 70 = 0 THEN 'vote' ELSE 'storm' END]) FROM article;
INSERT INTO poll (feed_id, at, status, outcome, bytes, ms, entries, new)
SELECT 1 + n % :feeds, now() - interval '3 days' * (n::float / :feeds), 200,
    CASE WHEN n % 20 = 0 THEN 'ok' ELSE 'unchanged' END, 4000, 80, 20, 0
FROM generate_series(1::bigint, :feeds * 6 / 10) AS n;
INSERT INTO node (name, version, started_at, seen_at)
SELECT name, '0', now(), now() + interval '1 day'
FROM unnest(ARRAY['second', 'third']) AS name;
UPDATE shard_lease SET node = (SELECT id FROM node
    WHERE name = CASE WHEN shard % 2 = 1 THEN 'second' ELSE 'third' END),
    epoch = epoch + 1, expires_at = now() + interval '1 day'
WHERE shard >= 256 / 3;
"""


def ok(held, name):
    global count, failed
    count += 1
    failed += not held
    print(f"{'' if held else 'not '}ok {count} - {name}", flush=True)


def psql(*commands, database="size", **variables):
    """Runs the commands on the server; returns the output without spaces."""
    env = dict(os.environ, PGOPTIONS="-c search_path=gleaner,public "
               "-c maintenance_work_mem=1GB -c client_min_messages=warning")
    given = [f"--set={k}={v}" for k, v in variables.items()]
    done = subprocess.run(
        ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", HOST,
         "-U", "gleaner", "-d", database, *given], env=env, check=False,
        input="\n".join(commands), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"Bail out! {done.stderr}")
    return done.stdout.strip()


class Node:
    """A daemon, from its start until it has planned its feeds."""

    def __init__(self, work, name, database):
        self.log = work / f"{name}.log"
        config = work / f"{name}.yaml"
        config.write_text(
            f"database: {database}\ncontrol: {work}/{name}.sock\n"
            f"fleet: {{ node: {name}, lease: 30s }}\n")
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [BUILD / "gleanerd", "-c", config], stdout=log, stderr=log)
        self.begun = time.monotonic()

    def wait_for(self, what, seconds):
        """Returns the seconds from the start until the log contains the text;
        None: it does not."""
        while time.monotonic() < self.begun + seconds:
            if re.search(what, self.log.read_text(encoding="utf-8")):
                return time.monotonic() - self.begun
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        print("# " + self.log.read_text(encoding="utf-8")[-2000:])
        return None

    def memory(self):
        """Returns the private memory of the process in bytes."""
        text = pathlib.Path(
            f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return 1024 * sum(int(n) for n in re.findall(
            r"^Private_\w+: +(\d+) kB", text, re.M))

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        user, system = fields.rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


def create(name, work):
    """Creates a database with the present schema."""
    psql(f"CREATE DATABASE {name}", database="postgres")
    node = Node(work, f"first-{name}", DB.replace("/size?", f"/{name}?"))
    ok(node.wait_for(" ready version", 60) is not None,
       f"the schema of the database {name} is created")
    time.sleep(2)               # the caches are filled
    used = node.memory()
    node.stop()
    return used


def fill():
    begun = time.monotonic()
    psql(DROP, FILL, feeds=FEEDS, entries=ENTRIES, articles=ENTRIES // 3)
    psql(CREATE)
    psql("VACUUM ANALYZE")
    size = int(psql("SELECT pg_database_size('size')")) / 2**30
    print(f"# {FEEDS} feeds, {ENTRIES} entries, {ENTRIES // 3} articles, "
          f"{size:.1f} GiB, generated in {time.monotonic() - begun:.0f} s")


def test_start(work, empty_bytes):
    expected = int(psql(f"SELECT count(*) FROM feed WHERE shard < {OWNED}"))
    node = Node(work, "first", DB)
    ready = node.wait_for(rf"subscribed={expected}\b", 10 * START_S)
    ok(ready is not None, f"the node plans its {expected} feeds")
    if ready is not None:
        cpu = node.cpu()
        each = (node.memory() - empty_bytes) / expected
        print(f"# {ready:.1f} s, {cpu:.1f} s of CPU time, {each:.0f} bytes for "
              "each feed")
        ok(ready < START_S, f"in less than {START_S} s")
        ok(each < FEED_BYTES, f"with less than {FEED_BYTES} bytes for each")
    node.stop()


def test_queries():
    for block in BLOCK.findall(DOC.read_text(encoding="utf-8")):
        if not block.startswith("SELECT"):
            continue
        plan = "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) " + block
        times = []
        for _ in range(3):
            found = json.loads(psql(plan))[0]
            times.append(found["Planning Time"] + found["Execution Time"])
        first = " ".join(block.split())[:60]
        ok(min(times) < QUERY_MS, f"{min(times):6.1f} ms: {first}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        empty_bytes = create("empty", work)
        create("size", work)
        fill()
        test_start(work, empty_bytes)
        test_queries()
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
