#!/usr/bin/env python3
"""Relays from TLS to a server on loopback that does not support TLS.

    tls_relay.py FOLDER PORT

In:  the port of the server; openssl(1) makes the certificates.
Out: in the folder ca.pem and stranger.pem, two authorities; a line "KIND PORT"
     for each relay, then "ready".  Serves until its standard input ends.

The certificate of the relay "right" is signed by ca.pem and valid for
127.0.0.1, that of "wrong-name" for another host.
"""
import contextlib
import os
import socket
import ssl
import subprocess
import sys
import threading

KINDS = {"right": "IP:127.0.0.1", "wrong-name": "DNS:other.example"}


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def authority(name):
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-keyout", f"{name}.key", "-out", f"{name}.pem",
            "-subj", f"/CN={name}")


def certificate(kind, name):
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{kind}.key",
            "-out", f"{kind}.csr", "-subj", f"/CN={kind}")
    with open(f"{kind}.ext", "w", encoding="ascii") as f:
        f.write(f"subjectAltName={name}\n")
    openssl("x509", "-req", "-in", f"{kind}.csr", "-days", "2", "-extfile",
            f"{kind}.ext", "-CA", "ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-out", f"{kind}.pem")


def pump(source, target):
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for s in source, target:
        with contextlib.suppress(OSError):
            s.shutdown(socket.SHUT_RDWR)


def relay(context, connection, port):
    with contextlib.suppress(OSError), \
            context.wrap_socket(connection, server_side=True) as client, \
            socket.create_connection(("127.0.0.1", port)) as server:
        back = threading.Thread(target=pump, args=(server, client),
                                daemon=True)
        back.start()
        pump(client, server)
        back.join()
    connection.close()


def serve(kind, listener, port):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{kind}.pem", f"{kind}.key")
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=relay, args=(context, connection, port),
                         daemon=True).start()


def main():
    os.chdir(sys.argv[1])
    authority("ca")
    authority("stranger")
    for kind, name in KINDS.items():
        certificate(kind, name)
        listener = socket.create_server(("127.0.0.1", 0))
        print(kind, listener.getsockname()[1], flush=True)
        threading.Thread(target=serve, daemon=True, args=(
            kind, listener, int(sys.argv[2]))).start()
    print("ready", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
