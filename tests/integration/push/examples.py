#!/usr/bin/env python3
"""Runs the examples of docs/examples unchanged, and kills them.

    examples.py BUILD WORK

Out: TAP.
"""
import contextlib
import http.server
import json
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time

TOP = os.path.dirname(os.path.abspath(__file__)) + "/../../.."
BUILD, WORK = sys.argv[1:]
DB = f"{WORK}/gleaner.db"
EXAMPLES = f"{TOP}/docs/examples"
ENVIRONMENT = dict(os.environ, GLEANER=f"{BUILD}/gleaner")
chance = random.Random(1)

points = 0
failed = 0


def ok(held, name, *notes):
    global points, failed
    points += 1
    failed += not held
    print(f"{'ok' if held else 'not ok'} {points} - {name}", flush=True)
    for note in notes if not held else ():
        print(f"# {note}", flush=True)


def query(path, sql):
    with contextlib.closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def write(n, seed):
    subprocess.run([f"{BUILD}/store-writer", "--batch", "5", "--seed",
                    str(seed), "--words", "30", DB, str(n)], check=True,
                   stdout=subprocess.DEVNULL)


def run(*words, **environment):
    return subprocess.run(words, env=dict(ENVIRONMENT, **environment),
                          capture_output=True, text=True, timeout=100,
                          check=False)


def run_killed(n, *words, **environment):
    """Kills the program n times, then lets it end."""
    for _ in range(n):
        process = subprocess.Popen(
            words, env=dict(ENVIRONMENT, **environment),
            stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            process.wait(chance.uniform(0.1, 0.5))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
    return run(*words, **environment)


def test_shell():
    titles = f"{WORK}/titles"
    got = run(f"{EXAMPLES}/headlines.sh", titles, "--db", DB)
    write(80, 2)
    again = run(f"{EXAMPLES}/headlines.sh", titles, "--db", DB)
    with open(titles, encoding="utf-8") as f:
        lines = f.read().splitlines()
    (wanted,) = query(DB, "SELECT count(*) FROM change WHERE kind = 'new' "
                          "AND article_id IN (SELECT id FROM article)")[0]
    ok(got.returncode == again.returncode == 0 and len(lines) == wanted,
       f"headlines.sh writes each of {wanted} headlines once",
       len(lines), got.stderr, again.stderr)


def standing():
    return [row[0] for row in query(
        DB, "SELECT id FROM article WHERE status IN ('done', 'feed_only') "
            "ORDER BY id")]


def test_python():
    side = f"{WORK}/consume.db"
    got = run_killed(3, f"{EXAMPLES}/consume.py", "--db", DB, side)
    ids = [row[0] for row in query(side, "SELECT id FROM story ORDER BY id")]
    ok(got.returncode == 0 and ids == standing() and len(ids) > 0,
       f"consume.py has each of {len(ids)} articles after three kills",
       got.stderr)


class Model(http.server.BaseHTTPRequestHandler):
    """An endpoint that fails for a fifth of the requests."""
    n_answers = 0
    faults = []

    def log_message(self, *_):
        pass

    def do_POST(self):
        request = json.loads(self.rfile.read(
            int(self.headers["Content-Length"])))
        if (self.path != "/v1/chat/completions" or
                [m["role"] for m in request["messages"]] != ["system", "user"]
                or self.headers["Authorization"] != "Bearer key"):
            self.faults.append(self.path)
        how = chance.random()
        body = json.dumps({"choices": [{"message": {
            "content": "About: " + request["messages"][1]["content"][:20]}}]})
        if how < 0.1:
            body = '{"choices": []}'
        self.send_response(500 if 0.1 < how < 0.2 else 200)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())
        Model.n_answers += 1


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass        # the client was killed


def test_model():
    side = f"{WORK}/llm.db"
    server = Server(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    got = run_killed(3, f"{EXAMPLES}/summarise_llm.py", "--db", DB, side,
                     GLEANER_LLM_URL=url, GLEANER_LLM_KEY="key")
    rows = query(side, "SELECT id, text FROM summary ORDER BY id")
    ((place,),) = query(side, "SELECT seq FROM place")
    ((last,),) = query(DB, "SELECT max(seq) FROM change")
    server.shutdown()
    ok(got.returncode == 0 and [row[0] for row in rows] == standing() and
       all(text.startswith("About: ") for _, text in rows),
       f"summarise_llm.py has a summary of each of {len(rows)} articles",
       got.stderr[-500:])
    ok(place == last and not Model.faults and Model.n_answers >= len(rows),
       "summarise_llm.py has stored the last seq", place, last, Model.faults)
    got = run(f"{EXAMPLES}/summarise_llm.py", "--db", DB, side,
              GLEANER_LLM_URL="")
    ok(got.returncode == 2,
       "without GLEANER_LLM_URL summarise_llm.py exits with 2", got.stderr)


# ---- brokers ----

def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def has(programs, module):
    """Returns True if the programs and Debian's Python module are installed."""
    return all(map(shutil.which, programs.split())) and subprocess.run(
        ["/usr/bin/python3", "-c", f"import {module}"], check=False,
        stderr=subprocess.DEVNULL).returncode == 0


@contextlib.contextmanager
def server(port, *words):
    """Runs a server during the `with` block."""
    process = subprocess.Popen(words, cwd=WORK, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), \
                    socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def skip(name, programs, module):
    global points
    points += 1
    print(f"ok {points} - {name} # SKIP needs {programs}, Python's {module}")


def changes():
    return [row[0] for row in query(DB, "SELECT seq FROM change ORDER BY seq")]


def test_redis():
    name = "redis_stream.py copies each change once, after three kills"
    if not has("redis-server", "redis"):
        return skip(name, "redis-server", "redis")
    port = free_port()
    with server(port, "redis-server", "--bind", "127.0.0.1", "--port",
                str(port), "--save", ""):
        got = run_killed(3, f"{EXAMPLES}/redis_stream.py", "--db", DB,
                         f"redis://127.0.0.1:{port}/0", "news")
        entries = run("redis-cli", "-p", str(port), "--json", "XRANGE", "news",
                      "-", "+").stdout
    seqs = [json.loads(fields["change"] if isinstance(fields, dict)
                       else fields[1])["seq"]
            for _, fields in json.loads(entries or "[]")]
    ok(got.returncode == 0 and seqs == changes(), name, got.stderr[-500:],
       seqs[:5])


def test_mqtt():
    name = "mqtt_publish.py publishes each change, after three kills"
    if not has("mosquitto mosquitto_sub", "paho.mqtt.client"):
        return skip(name, "mosquitto, mosquitto_sub", "paho.mqtt")
    port = free_port()
    log = f"{WORK}/mqtt.log"
    with server(port, "mosquitto", "-p", str(port)), \
            open(log, "w", encoding="utf-8") as out:
        reader = subprocess.Popen(
            ["mosquitto_sub", "-p", str(port), "-q", "1", "-t", "news/#",
             "-t", "start"], stdout=out)
        while os.path.getsize(log) == 0:    # until it has subscribed
            run("mosquitto_pub", "-p", str(port), "-t", "start", "-m", "0")
        got = run_killed(3, f"{EXAMPLES}/mqtt_publish.py", "--db", DB,
                         "127.0.0.1", str(port), "news")
        run("mosquitto_pub", "-p", str(port), "-q", "1", "-t", "start", "-m",
            "1")
        for _ in range(600):
            with open(log, encoding="utf-8") as f:
                lines = f.read().splitlines()
            if "1" in lines:
                break
            time.sleep(0.05)
        reader.terminate()
        reader.wait()
    seqs = [json.loads(line)["seq"] for line in lines if len(line) > 1]
    ok(got.returncode == 0 and sorted(set(seqs)) == changes(), name,
       got.stderr[-500:], seqs[:5])


def main():
    write(40, 1)
    test_shell()
    test_python()
    test_model()
    test_redis()
    test_mqtt()
    print(f"1..{points}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
