#!/usr/bin/env python3
"""TLS servers on loopback that ask for a certificate of the client.

In:  a folder; openssl(1) makes the certificates.
Out: in the folder ca.pem, and for the client known.pem (certificate and key),
     locked.pem with locked.key (its password is "secret"), and stranger.pem,
     which another authority signed; a line "KIND PORT" for each server, then
     "ready".  Serves until its standard input ends.

The server "demands" closes a connection without a certificate that its
authority signed; "old" does so with TLS 1.2.  The server "asks" accepts any
client.  Each answer has the name of the client's certificate, or "none", as
its body.  "/to/URL" redirects to the URL.
"""
import contextlib
import os
import select
import socket
import ssl
import subprocess
import sys
import threading

KINDS = ("demands", "old", "asks")
NAMES = "DNS:a.test,DNS:www.a.test,DNS:b.test"


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def authority(name):
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-keyout", f"{name}.key", "-out", f"{name}.pem",
            "-subj", f"/CN={name}")


def certificate(name, signer, password=None):
    key = ("-passout", f"pass:{password}") if password else ("-nodes",)
    openssl("req", "-newkey", "rsa:2048", *key, "-keyout", f"{name}.key",
            "-out", f"{name}.csr", "-subj", f"/CN={name}")
    with open(f"{name}.ext", "w", encoding="ascii") as f:
        f.write(f"subjectAltName={NAMES}\n")
    openssl("x509", "-req", "-in", f"{name}.csr", "-days", "2", "-extfile",
            f"{name}.ext", "-CA", f"{signer}.pem", "-CAkey", f"{signer}.key",
            "-CAcreateserial", "-out", f"{name}.pem")


def join(name):
    """Appends the key to the certificate."""
    with open(f"{name}.key", encoding="ascii") as key, \
            open(f"{name}.pem", "a", encoding="ascii") as out:
        out.write(key.read())


def respond(s):
    request = s.recv(65536).decode("latin-1")
    shown = dict(part[0] for part in (s.getpeercert() or {}).get(
        "subject", ()))
    body = shown.get("commonName", "none").encode()
    path = request.split(" ")[1] if " " in request else "/"
    head = "200 OK"
    if path.startswith("/to/"):
        head = f"302 Found\r\nLocation: {path[4:]}"
    s.sendall(b"HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close"
              b"\r\n\r\n%s" % (head.encode(), len(body), body))


def drain(s):
    """Reads to the end, because unread bytes would reset the connection, and
    the client would lose the alert."""
    with contextlib.suppress(OSError):
        s.shutdown(socket.SHUT_WR)
        while select.select([s], [], [], 10)[0] and \
                os.read(s.fileno(), 65536):
            pass


def answer(context, connection):
    with context.wrap_socket(connection, server_side=True,
                             do_handshake_on_connect=False) as s:
        s.settimeout(10)
        try:
            s.do_handshake()
            respond(s)
        except OSError:        # a client without the certificate
            drain(s)


def context_of(kind):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("server.pem", "server.key")
    context.load_verify_locations("clients.pem")
    context.verify_mode = \
        ssl.CERT_OPTIONAL if kind == "asks" else ssl.CERT_REQUIRED
    if kind == "old":
        context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


def serve(kind, listener):
    context = context_of(kind)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=answer, args=(context, connection),
                         daemon=True).start()


def main():
    os.chdir(sys.argv[1])
    for name in ("ca", "clients", "strangers"):
        authority(name)
    certificate("server", "ca")
    certificate("known", "clients")
    certificate("locked", "clients", "secret")
    certificate("stranger", "strangers")
    join("known")
    join("stranger")
    for kind in KINDS:
        listener = socket.create_server(("127.0.0.1", 0))
        print(kind, listener.getsockname()[1], flush=True)
        threading.Thread(target=serve, args=(kind, listener),
                         daemon=True).start()
    print("ready", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
