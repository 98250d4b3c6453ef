#!/usr/bin/env python3
"""A NATS server that refuses the first message and answers each later one
slowly. It serves one connection. Out: its port, and "refused" after the first
answer."""
import json
import queue
import socket
import threading
import time

PAUSE_S = 0.9


def answer(connection, replies, subscription):
    body = b'{"error": {"code": 503, "description": "full"}}'
    while True:
        connection.sendall(b"MSG %s %s %d\r\n%s\r\n" % (
            replies.get(), subscription, len(body), body))
        if b"error" in body:
            print("refused", flush=True)
        body = b'{"stream": "S", "seq": 1}'
        time.sleep(PAUSE_S)


def main():
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    connection, _ = server.accept()
    connection.sendall(b"INFO " + json.dumps(
        {"server_id": "S", "version": "2.9.0", "proto": 1, "headers": True,
         "max_payload": 1 << 20}).encode() + b"\r\n")
    lines = connection.makefile("rb")
    replies = queue.Queue()
    for line in lines:
        words = line.split()
        if words[0] == b"PING":
            connection.sendall(b"PONG\r\n")
        elif words[0] == b"SUB":
            threading.Thread(
                target=answer, args=(connection, replies, words[-1]),
                daemon=True).start()
        elif words[0] == b"HPUB":
            lines.read(int(words[-1]) + 2)
            replies.put(words[2])


if __name__ == "__main__":
    main()
