#!/usr/bin/env python3
"""slow.py -- sends a request byte by byte.

    slow.py PORT

Out: "closed" if the server closes the connection within a minute, else "open".
"""
import socket
import sys
import time

HEAD = b"GET /" + b"x" * 1000 + b" HTTP/1.1\r\n"
SECONDS = 60

sock = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=10)
sock.settimeout(0.5)
end = time.monotonic() + SECONDS
at = 0
while time.monotonic() < end:
    try:
        sock.send(HEAD[at:at + 1])
        at += 1
        if not sock.recv(1):
            break
    except TimeoutError:
        continue
    except OSError:
        break
print("closed" if time.monotonic() < end else "open")
