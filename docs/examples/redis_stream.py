#!/usr/bin/python3
"""redis_stream.py -- copies the change log to a Redis stream.

    redis_stream.py [--wait] [-c FILE | --db FILE] URL STREAM

In:  the change log, by `gleaner follow`.  URL is the address of the server, for
     example redis://127.0.0.1:6379/0.  Needs Debian's python3-redis.
Out: an entry of STREAM for each change.  The id of the entry is SEQ-0, and its
     field `change` is the line of `gleaner follow`.

The program continues after the change whose id is the last one in the stream.
Redis refuses an id that is not greater than the last id.  So each change is in
the stream once, even if this program is killed or runs twice.
"""
import argparse
import json
import os
import subprocess
import sys

import redis


def last_seq(server, stream):
    try:
        last = server.xinfo_stream(stream)["last-generated-id"]
    except redis.ResponseError:     # the stream does not exist yet
        return 0
    return int(last.split(b"-")[0])


def add(server, stream, line):
    try:
        server.xadd(stream, {"change": line}, id=f"{json.loads(line)['seq']}-0")
    except redis.ResponseError as e:
        if "equal or smaller" not in str(e):
            raise


def main():
    parser = argparse.ArgumentParser(description="Changes to a Redis stream.")
    parser.add_argument("--wait", action="store_true",
                        help="continue with later changes")
    parser.add_argument("-c", metavar="FILE", help="Gleaner's configuration")
    parser.add_argument("--db", metavar="FILE", help="Gleaner's database")
    parser.add_argument("url", metavar="URL")
    parser.add_argument("stream", metavar="STREAM")
    options = parser.parse_args()
    server = redis.Redis.from_url(options.url)
    words = [os.environ.get("GLEANER", "gleaner")]
    words += ["-c", options.c] if options.c else []
    words += ["--db", options.db] if options.db else []
    words += ["follow", "--consumer", "redis", "--from",
              str(last_seq(server, options.stream) + 1)]
    words += ["--wait"] if options.wait else []
    with subprocess.Popen(words, stdout=subprocess.PIPE) as follow:
        for line in follow.stdout:
            if not line.endswith(b"\n"):
                break               # follow was killed
            add(server, options.stream, line.rstrip(b"\n"))
    return follow.returncode


if __name__ == "__main__":
    sys.exit(main())
