#!/usr/bin/env python3
"""load.py -- slow clients and long polls beside ordinary requests.

    load.py PORT POLLS SLOW REQUESTS PATH [LAST_SEQ]

In:  a server on 127.0.0.1:PORT.
Out: one line of JSON: how many long polls wait, how many slow clients hold a
     connection, the number of requests without status 200, and the median and
     the 99th percentile of REQUESTS requests for PATH in milliseconds, on new
     connections and on one connection that is kept open.

A long poll asks for changes after LAST_SEQ, so that it waits.  A slow client
sends a head byte by byte.
"""
import json
import selectors
import socket
import sys
import threading
import time

HEAD = "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n"


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def ask(sock, path, port, close):
    """Sends one request and reads the whole response; returns its status."""
    sock.sendall(HEAD.format(path, port, "Connection: close\r\n" if close
                             else "").encode())
    data = b""
    while b"\r\n\r\n" not in data:
        part = sock.recv(65536)
        if not part:
            raise ConnectionError("the head is incomplete")
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        part = sock.recv(65536)
        if not part:
            raise ConnectionError("the body is incomplete")
        body += part
    return int(head.split()[1])


class Slow(threading.Thread):
    """Sends a byte to each of its sockets again and again."""

    def __init__(self, port, count):
        super().__init__(daemon=True)
        self.port = port
        self.sockets = [connect(port) for _ in range(count)]
        self.ended = threading.Event()

    def run(self):
        text = HEAD.format("/" + "x" * 4000, self.port, "").encode()
        at = 0
        while not self.ended.wait(0.2):
            for i, sock in enumerate(self.sockets):
                try:
                    sock.send(text[at % 4000:at % 4000 + 1])
                except OSError:     # the server has closed the connection
                    sock.close()
                    self.sockets[i] = connect(self.port)
            at += 1


def count_silent(sockets):
    """The number of sockets on which nothing has arrived."""
    selector = selectors.DefaultSelector()
    for sock in sockets:
        selector.register(sock, selectors.EVENT_READ)
    return len(sockets) - len(selector.select(0))


def percentile(values, share):
    return round(sorted(values)[min(len(values) - 1,
                                    int(len(values) * share))] * 1000, 2)


def main():
    port, polls, slow, requests = (int(word) for word in sys.argv[1:5])
    path = sys.argv[5]
    after = sys.argv[6] if len(sys.argv) > 6 else "0"
    waiting = [connect(port) for _ in range(polls)]
    for i, sock in enumerate(waiting):
        sock.sendall(HEAD.format(
            f"/api/v1/changes?after={after}&wait=50", port, "").encode())
    clients = Slow(port, slow)
    clients.start()
    new, kept, wrong = [], [], 0
    one = connect(port)
    for _ in range(requests):
        began = time.perf_counter()
        with connect(port) as sock:
            wrong += ask(sock, path, port, True) != 200
        new.append(time.perf_counter() - began)
        began = time.perf_counter()
        wrong += ask(one, path, port, False) != 200
        kept.append(time.perf_counter() - began)
    result = {"waiting": count_silent(waiting), "slow": len(clients.sockets),
              "wrong": wrong, "new_p50": percentile(new, .5),
              "new_p99": percentile(new, .99), "kept_p50": percentile(kept, .5),
              "kept_p99": percentile(kept, .99)}
    clients.ended.set()
    clients.join()
    print(json.dumps(result))


main()
