#!/usr/bin/env python3
"""A receiver of webhooks that fails at random.

    webhook_receiver.py [--fail SHARE] [--seed N] [--secret whsec_…]
                        [--status N] [--header 'Name: value'] [--body BYTES]
                        [--missing BYTES] [--stall] LOG

Out: the port as a line on standard output, and in LOG a JSON object per
     request, written before the answer: id, seq, status (0: the connection is
     reset), stored (the change counts as received), at (monotonic time), some
     headers, and with --secret valid (the signature is valid).

With --missing the connection is closed before the last BYTES of the body. With
--stall the connection stays open instead, and nothing more is sent.

A request fails by 500, 503 or 429 with Retry-After, a reset before or after the
change was stored, or a missing answer.
"""
import argparse
import base64
import contextlib
import hashlib
import hmac
import http.server
import json
import random
import socket
import struct
import sys
import threading
import time

FAILURES = ("500", "503", "429", "reset", "late reset", "silence")


def is_signed(headers, body, secret):
    """Checks the signature (standardwebhooks.com, "Verifying signatures")."""
    text = b".".join((headers["webhook-id"].encode(),
                      headers["webhook-timestamp"].encode(), body))
    wanted = base64.b64encode(hmac.new(
        base64.b64decode(secret.removeprefix("whsec_")), text,
        hashlib.sha256).digest()).decode()
    return (f"v1,{wanted}" in headers["webhook-signature"].split(" ")
            and abs(time.time() - int(headers["webhook-timestamp"])) < 300)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    options = log = chance = None
    lock = threading.Lock()

    def log_message(self, *_):
        pass

    def note(self, body, status, stored):
        seq = json.loads(body)["seq"]
        row = {"id": self.headers["webhook-id"], "seq": seq,
               "status": status, "stored": stored, "at": time.monotonic(),
               "type": self.headers["Content-Type"],
               "agent": self.headers["User-Agent"],
               "authorization": self.headers["Authorization"],
               "signature": self.headers["webhook-signature"],
               "body": body.decode() if self.options.bodies else None}
        if self.options.secret:
            row["valid"] = is_signed(self.headers, body, self.options.secret)
        print(json.dumps(row), file=self.log, flush=True)

    def reset(self):
        """Closes the connection with RST."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                   struct.pack("ii", 1, 0))
        self.close_connection = True

    def answer(self, status, *headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if self.options.header:
            name, value = self.options.header.split(": ", 1)
            self.send_header(name, value)
        self.send_header("Content-Length",
                         str(self.options.body + self.options.missing))
        self.end_headers()
        self.wfile.write(b"x" * self.options.body)
        if self.options.stall:
            self.wfile.flush()
            with contextlib.suppress(OSError):
                self.connection.recv(1)     # until the client gives up
        self.close_connection |= self.options.missing > 0

    def fail(self, body, how):
        if how.isdigit():
            self.note(body, int(how), False)
            headers = [("Retry-After", "1")] if how != "500" else []
            self.answer(int(how), *headers)
            return
        self.note(body, 0, how == "late reset")
        if how == "silence":
            self.connection.settimeout(self.options.silence)
            try:
                self.connection.recv(1)     # until the client gives up
            except OSError:
                pass
        self.reset()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.lock:
            fails = self.chance.random() < self.options.fail
            how = self.chance.choice(FAILURES)
        if fails:
            self.fail(body, how)
            return
        status = self.options.status
        self.note(body, status, 200 <= status < 300)
        self.answer(status)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass        # the client was killed


def main():
    parser = argparse.ArgumentParser(description="A receiver of webhooks.")
    parser.add_argument("--fail", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--secret")
    parser.add_argument("--status", type=int, default=204)
    parser.add_argument("--header")
    parser.add_argument("--body", type=int, default=0)
    parser.add_argument("--missing", type=int, default=0)
    parser.add_argument("--stall", action="store_true")
    parser.add_argument("--bodies", action="store_true")
    parser.add_argument("--silence", type=float, default=1)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("log")
    Handler.options = parser.parse_args()
    Handler.chance = random.Random(Handler.options.seed)
    with open(Handler.options.log, "a", encoding="utf-8") as Handler.log:
        server = Server(("127.0.0.1", Handler.options.port), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
