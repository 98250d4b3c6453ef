#!/usr/bin/env python3
"""TLS servers on loopback, each with another certificate or TLS version.

In:  a folder; openssl(1) makes the certificates.
Out: ca.pem in the folder, a line "KIND PORT" for each server, then "ready".
Serves until its standard input ends.  The query of a request is the target of a
redirect; a request without a query is answered with 200.
"""
import os
import socket
import ssl
import subprocess
import sys
import threading

# Days of validity, name, and whether the authority signed the certificate.
KINDS = {
    "good": (2, "IP:127.0.0.1", True),
    "expired": (-1, "IP:127.0.0.1", True),
    "wrong-name": (2, "DNS:other.example", True),
    "self-signed": (2, "IP:127.0.0.1", False),
    "old-tls": (2, "IP:127.0.0.1", True),
}
BODY = b"hello"


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make(kind, days, name, by_authority):
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{kind}.key",
            "-out", f"{kind}.csr", "-subj", f"/CN={kind}")
    with open(f"{kind}.ext", "w", encoding="ascii") as f:
        f.write(f"subjectAltName={name}\n")
    signer = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial") \
        if by_authority else ("-signkey", f"{kind}.key")
    openssl("x509", "-req", "-in", f"{kind}.csr", "-days", str(days),
            "-extfile", f"{kind}.ext", "-out", f"{kind}.pem", *signer)


def answer(context, connection):
    try:
        with context.wrap_socket(connection, server_side=True) as s:
            s.settimeout(10)
            line = s.recv(65536).partition(b"\r\n")[0]
            target = line.rpartition(b" ")[0].partition(b"?")[2]
            status = b"302 Found\r\nLocation: " + target if target \
                else b"200 OK"
            s.sendall(b"HTTP/1.1 %s\r\nContent-Length: %d\r\n"
                      b"Connection: close\r\n\r\n%s"
                      % (status, len(BODY), BODY))
    except OSError:            # a client that does not trust the certificate
        connection.close()


def serve(kind, listener):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{kind}.pem", f"{kind}.key")
    if kind == "old-tls":
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=answer, args=(context, connection),
                         daemon=True).start()


def main():
    os.chdir(sys.argv[1])
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority")
    for kind, how in KINDS.items():
        make(kind, *how)
        listener = socket.create_server(("127.0.0.1", 0))
        print(kind, listener.getsockname()[1], flush=True)
        threading.Thread(target=serve, args=(kind, listener),
                         daemon=True).start()
    print("ready", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
