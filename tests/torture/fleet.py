#!/usr/bin/env python3
"""fleet.py -- several daemons on one PostgreSQL database under faults.

usage: fleet.py BUILD FOLDER [--nodes N] [--feeds N] [--hosts N] [--seconds S]
                [--lease S] [--kills N] [--stops N] [--restarts N] [--severs N]
                [--seed N]

In:  gleanerd and gleaner in BUILD; an empty FOLDER.
Out: TAP.

A web server of this process logs each request with the node that sent it, which
is part of the User-Agent.  Every eighth feed links to pages of another feed's
host, and every eighth to pages that redirect to another feed's host.  The
faults, in random order: kill -9 of a node, SIGSTOP for longer than the lease,
restarts of the database server (fast and immediate), and a relay that cuts the
connections of a node or discards their data.
"""
import argparse
import collections
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
from fleet_origin import Origin, free_port  # noqa: E402

GAP = 1.0              # host.gap
LATE = 0.3             # longest time from sending a request to logging it
SHARES = 0.2           # largest deviation of a node's shards from an even share
# Records the writes of a node for a shard that another node owns at the commit.
# The name of the node is the application_name of its connection.
WATCH = """
CREATE TABLE lost_write (what text, id bigint, shard bigint, writer text,
    owner text);
CREATE FUNCTION watch_shard(what text, id bigint, asked bigint) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO lost_write SELECT what, id, asked,
        current_setting('application_name'), n.name
    FROM shard_lease l LEFT JOIN node n ON n.id = l.node WHERE l.shard = asked
    AND n.name IS DISTINCT FROM current_setting('application_name') $$;
CREATE FUNCTION watch_poll() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM watch_shard('poll', NEW.id, f.shard) FROM feed f
    WHERE f.id = NEW.feed_id;
    RETURN NULL;
END $$;
CREATE FUNCTION watch_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM watch_shard('article', NEW.id, NEW.shard);
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER watch_poll AFTER INSERT ON poll
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION watch_poll();
CREATE CONSTRAINT TRIGGER watch_article AFTER UPDATE ON article
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.status = 'done' AND OLD.status <> 'done')
    EXECUTE FUNCTION watch_article();
"""


class Server:
    """A PostgreSQL server, which does not run as root."""

    def __init__(self, folder):
        bins = sorted(os.path.join("/usr/lib/postgresql", v, "bin")
                      for v in os.listdir("/usr/lib/postgresql"))
        self.bin, self.folder = bins[-1], folder
        self.port = free_port()
        self.user = ["setpriv", "--reuid=postgres", "--regid=postgres",
                     "--clear-groups"] if os.getuid() == 0 else []
        os.makedirs(folder)
        if self.user:
            subprocess.run(["chown", "postgres", folder], check=True)
        self.run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U",
                 "gleaner", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()
        self.sql("CREATE DATABASE fleet", "postgres")

    def run(self, program, *arguments):
        subprocess.run([*self.user, f"{self.bin}/{program}", *arguments],
                       check=True, cwd="/", stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def start(self):
        # fsync is off: the server restarts, the machine does not.
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-t", "120",
                 "-l", f"{self.folder}/log", "-o",
                 f"-k {self.folder} -p {self.port} -c max_connections=100 "
                 "-c listen_addresses=127.0.0.1 -c fsync=off", "start")

    def stop(self, mode):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-t", "120",
                 "-m", mode, "stop")

    def sql(self, text, database="fleet"):
        done = subprocess.run(
            [f"{self.bin}/psql", "-qAt", "-h", self.folder, "-p",
             str(self.port), "-U", "gleaner", "-d", database, "-c",
             "SET search_path = gleaner; " + text if database == "fleet"
             else text], capture_output=True, text=True, check=False)
        return done.stdout.strip()


class Relay:
    """Relays TCP connections; cuts them or discards their data on request."""

    def __init__(self, port):
        self.target, self.port = port, free_port()
        self.is_mute = False
        self.pairs = []
        listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, args=(listener,),
                         daemon=True).start()

    def accept(self, listener):
        while True:
            near, _ = listener.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            self.pairs.append((near, far))
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.copy, args=(a, b),
                                 daemon=True).start()

    def copy(self, a, b):
        try:
            while data := a.recv(65536):
                if not self.is_mute:
                    b.sendall(data)
        except OSError:
            pass
        self.close(a, b)

    @staticmethod
    def close(*ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def cut(self):
        pairs, self.pairs = self.pairs, []
        for pair in pairs:
            self.close(*pair)


class Node:
    def __init__(self, fleet, number):
        self.fleet, self.name = fleet, f"n{number}"
        self.process = None
        port = fleet.relay.port if number == 0 else fleet.server.port
        self.path = f"{fleet.folder}/{self.name}.yaml"
        feeds = "".join(f"  - {fleet.origin.feed_url(f)}\n"
                        for f in range(fleet.options.feeds))
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(
                f"database: postgresql://gleaner@127.0.0.1:{port}/fleet"
                f"?application_name={self.name}\n"
                f"contact: {self.name}\n"
                f"control: {fleet.folder}/{self.name}.sock\n"
                f"host: {{ gap: {GAP:.0f}s, connections: 1, robots: false, "
                "allow_private: true }\n"
                "poll: { interval: 30s, min: 30s, adaptive: false }\n"
                "articles: { revisit: [], max_age: 1d }\n"
                "workers: 1\n"
                f"fleet: {{ node: {self.name}, "
                f"lease: {fleet.options.lease}s }}\n"
                f"feeds:\n{feeds}")

    def start(self):
        with open(f"{self.fleet.folder}/{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                [f"{self.fleet.build}/gleanerd", "-c", self.path],
                stdout=log, stderr=log)

    def signal(self, number):
        self.process.send_signal(number)

    def is_running(self):
        return self.process is not None and self.process.poll() is None


class Reader:
    """Reads with a consumer of its own while the faults happen.  The next
    command may write lines of a failed command again, because the last batch of
    the failed command was not acknowledged."""

    def __init__(self, fleet):
        self.fleet, self.ids, self.failed, self.why = fleet, [], 0, "none"
        self.unsure = set()    # ids read since the last command without failure
        self.is_ending = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def read(self):
        done = subprocess.run(
            [f"{self.fleet.build}/gleaner", "-c", self.fleet.nodes[2].path,
             "follow", "--consumer", "live", "--json"],
            capture_output=True, text=True, check=False)
        ids = [json.loads(line)["id"] for line in done.stdout.splitlines()]
        self.ids += [n for n in ids if n not in self.unsure]
        if done.returncode == 0:
            self.unsure = set()
        else:
            self.unsure |= set(ids)
            self.failed += 1
            self.why = f"{done.returncode}: {done.stderr[-300:]}"
        return done.returncode == 0

    def run(self):
        while not self.is_ending.wait(1):
            self.read()

    def end(self, expected):
        self.is_ending.set()
        self.thread.join()
        is_read = self.read()
        self.fleet.ok(
            is_read and len(self.ids) == len(set(self.ids)) == len(expected),
            "a consumer that reads during the faults gets each article once",
            f"{len(self.ids)} lines, {len(set(self.ids))} of "
            f"{len(expected)} articles, "
            f"{self.failed} failures, the last one: {self.why}")


class Fleet:
    def __init__(self, options):
        self.options, self.build = options, options.build
        self.folder = options.folder
        self.random = random.Random(options.seed)
        self.server = Server(f"{self.folder}/server")
        self.relay = Relay(self.server.port)
        self.origin = Origin(options.feeds, options.hosts, options.rate)
        self.nodes = [Node(self, n) for n in range(options.nodes)]
        self.points = self.failed = 0

    def ok(self, holds, text, detail=""):
        self.points += 1
        self.failed += not holds
        print(f"{'ok' if holds else 'not ok'} {self.points} - {text}")
        if not holds and detail:
            print("# " + str(detail).replace("\n", "\n# "))
        sys.stdout.flush()

    def wait(self, condition, seconds):
        """Waits until the condition holds, at most this number of seconds.
        Returns whether it holds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            self.revive()
            time.sleep(0.2)
        return False

    def revive(self):
        for node in self.nodes:
            if not node.is_running():
                node.start()

    def shares(self):
        rows = self.server.sql(
            "SELECT count(l.shard) FROM node n LEFT JOIN shard_lease l ON "
            "l.node = n.id AND l.expires_at > now() WHERE n.left_at IS NULL "
            f"AND n.seen_at > now() - interval '{self.options.lease} s' "
            "GROUP BY n.id")
        return sorted(int(row) for row in rows.split())

    def is_even(self):
        shares, even = self.shares(), 256 / self.options.nodes
        return len(shares) == self.options.nodes and sum(shares) == 256 and \
            even * (1 - SHARES) <= shares[0] and shares[-1] <= \
            even * (1 + SHARES)

    def is_owned(self):
        return sum(self.shares()) == 256

    # -------------------------------------------------------------- faults

    def kill(self):
        self.random.choice(self.nodes).signal(signal.SIGKILL)

    def stop(self):
        node = self.random.choice(self.nodes)
        node.signal(signal.SIGSTOP)
        time.sleep(self.options.lease * self.random.uniform(1.1, 2))
        node.signal(signal.SIGCONT)

    def restart(self):
        self.server.stop(self.random.choice(("fast", "immediate")))
        time.sleep(self.random.uniform(0, self.options.lease))
        self.server.start()

    def sever(self):
        self.relay.is_mute = self.random.random() < 0.5
        if self.relay.is_mute:
            time.sleep(self.options.lease * self.random.uniform(0.5, 2))
        self.relay.cut()
        self.relay.is_mute = False

    def torment(self):
        o = self.options
        faults = [self.kill] * o.kills + [self.stop] * o.stops + \
            [self.restart] * o.restarts + [self.sever] * o.severs
        self.random.shuffle(faults)
        slowest = 0
        for fault in faults:
            self.revive()
            fault()
            begun = time.monotonic()
            self.revive()
            if not self.wait(self.is_owned, 4 * o.lease + 30):
                slowest = float("inf")
            lasted = time.monotonic() - begun
            print(f"# {begun:.1f} {fault.__name__}: shards have an owner after "
                  f"{lasted:.1f} s", flush=True)
            slowest = max(slowest, lasted)
            time.sleep(self.random.uniform(0, o.lease))
        limit = 2 * o.lease + 5
        self.ok(slowest <= limit, f"after each of {len(faults)} faults all "
                f"shards have an owner within {limit} s", f"{slowest:.1f} s")

    # -------------------------------------------------------------- checks

    def check_hosts(self):
        by_host = collections.defaultdict(list)
        for row in list(self.origin.log):
            by_host[row[0]].append(row[1:])
        near, both = [], []
        for host, rows in by_host.items():
            rows.sort()
            for before, after in zip(rows, rows[1:]):
                distance = after[0] - before[0]
                if after[0] < before[1] and after[2] != before[2]:
                    both.append((host, before, after))
                if distance + self.origin.lateness(before[0]) < GAP - LATE:
                    near.append((host, round(distance, 3), before, after))
        nodes = {row[3] for row in self.origin.log}
        self.ok(len(nodes) == self.options.nodes, "each node sent requests",
                nodes)
        self.ok(not both, f"no host of {len(by_host)} is asked by two nodes "
                "at once", both[:5])
        self.ok(not near, f"{len(self.origin.log)} requests keep the gap of "
                "their host", "\n".join(map(str, near[:8])))

    def expected(self):
        return {self.origin.article_url(f, n)
                for f in range(self.options.feeds)
                for n in range(self.origin.articles(f))}

    def is_complete(self):
        count = self.server.sql("SELECT count(*) FROM article "
                                "WHERE status = 'done'")
        return count.isdigit() and int(count) >= len(self.expected())

    def check_articles(self):
        self.origin.ended = time.monotonic()
        expected = self.expected()
        done = self.wait(self.is_complete, self.options.patience)
        rows = self.server.sql("SELECT url FROM article WHERE status = 'done'")
        got = rows.split()
        self.ok(done and set(got) == expected,
                f"all {len(expected)} articles are stored",
                f"{len(expected - set(got))} missing, "
                f"{sorted(expected - set(got))[:3]}; " + self.server.sql(
                    "SELECT status, count(*), min(status_why) FROM article "
                    "GROUP BY 1"))
        self.ok(len(got) == len(set(got)), "no article is stored twice")
        doubles = self.server.sql("SELECT count(*) FROM (SELECT 1 FROM change "
                                  "WHERE kind = 'new' GROUP BY article_id "
                                  "HAVING count(*) > 1) AS d")
        holes = self.server.sql("SELECT count(*) = max(seq) FROM change")
        self.ok(doubles == "0" and holes == "t",
                "each article is in the change log once, without gaps",
                f"{doubles} {holes}")
        follow = subprocess.run(
            [f"{self.build}/gleaner", "-c", self.nodes[1].path, "follow",
             "--consumer", "reader"], capture_output=True, text=True,
            check=False)
        ids = [line.split('"id":')[1].split(",")[0]
               for line in follow.stdout.splitlines() if '"id":' in line]
        self.ok(len(ids) == len(set(ids)) == len(expected),
                "a consumer gets each article once",
                f"{len(ids)} lines, {len(set(ids))} articles, "
                f"{follow.stderr[:300]}")
        self.reader.end(expected)
        lost = self.server.sql("SELECT * FROM lost_write LIMIT 5")
        self.ok(not lost, "no write for a shard of another node", lost)

    def command(self, *arguments):
        done = subprocess.run(
            [f"{self.build}/gleaner", *arguments, "-c", self.nodes[1].path],
            capture_output=True, text=True, check=False)
        return done.stdout

    def lists_all(self):
        """Returns True if the command lists all nodes and all shards. A shard
        may move between the two queries of the command."""
        rows = [json.loads(line) for line in
                self.command("fleet", "--json").splitlines()]
        nodes, free = rows[:-1], rows[-1]["free_shards"]
        return {row["node"] for row in nodes} == \
            {node.name for node in self.nodes} and \
            sum(row["shards"] for row in nodes) + len(free) == 256

    def check_commands(self):
        self.ok(self.wait(self.lists_all, 60),
                "gleaner fleet lists the nodes and all shards",
                self.command("fleet", "--json"))
        host = json.loads(self.command("feed", "explain", "--json",
                                       self.origin.feed_url(3)))["host"]
        self.ok(host["node"] in {node.name for node in self.nodes},
                "feed explain names the node", host)
        status = json.loads(self.command("status", "--json"))
        self.ok(len(status["nodes"]) == self.options.nodes,
                "status lists the nodes", status["nodes"])

    def watch(self):
        """Makes triggers that record writes after a lost lease; tests them."""
        # The statements may meet a deadlock with a node's transaction.
        self.wait(lambda: self.server.sql(WATCH) is not None and
                  self.server.sql("SELECT count(*) FROM pg_trigger WHERE "
                                  "tgname LIKE 'watch_%'") == "2", 60)
        self.reader = Reader(self)
        self.ok(self.wait(lambda: self.server.sql(
            "SELECT count(*) > 0 FROM poll") == "t", 60) and
            self.server.sql(
            "BEGIN; INSERT INTO poll (feed_id, at, status, outcome, bytes, ms, "
            "entries, new) SELECT feed_id, at, 0, 'x', 0, 0, 0, 0 FROM poll "
            "LIMIT 1; SET CONSTRAINTS ALL IMMEDIATE; SELECT count(*) FROM "
            "lost_write; ROLLBACK") == "1",
            "a write of a program that is no node is noticed",
            self.server.sql("SELECT * FROM lost_write"))

    def run(self):
        o = self.options
        self.revive()
        self.ok(self.wait(self.is_even, 300), "shares are even", self.shares())
        self.check_commands()
        self.watch()
        time.sleep(o.seconds)
        self.torment()
        self.ok(self.wait(self.is_even, 300),
                "shares are even after the faults", self.shares())
        self.check_articles()
        self.check_hosts()
        for node in self.nodes:
            node.signal(signal.SIGTERM)
        codes = [node.process.wait(300) for node in self.nodes]
        free = self.server.sql("SELECT count(*) FROM shard_lease "
                               "WHERE node IS NULL")
        self.ok(codes == [0] * o.nodes and free == "256",
                "nodes that end give their shards back", (codes, free))

    def end(self):
        for node in self.nodes:
            if node.is_running():
                node.signal(signal.SIGCONT)
                node.signal(signal.SIGKILL)
        self.server.stop("immediate")
        print(f"1..{self.points}")
        return 1 if self.failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("folder")
    for name, value in (("nodes", 3), ("feeds", 60), ("hosts", 60),
                        ("seconds", 10), ("lease", 5), ("kills", 2),
                        ("stops", 1), ("restarts", 1), ("severs", 1),
                        ("seed", 1), ("rate", 2), ("patience", 300)):
        parser.add_argument("--" + name, type=int, default=value)
    fleet = Fleet(parser.parse_args())
    try:
        fleet.run()
    finally:
        code = fleet.end()
    return code


sys.exit(main())
