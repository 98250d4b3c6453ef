#!/usr/bin/env python3
"""A renderer for `articles.renderer`: loads a page in a headless Chromium.

    renderer.py [--port 7418] [--chromium /usr/bin/chromium]

GET /?url=URL returns the HTML of the page after its scripts have run.  Only
loopback clients can connect.  One page is loaded at a time, in a browser
profile that is deleted afterwards.  The browser runs the scripts of the page.
Run this program with docs/examples/gleaner-renderer.service or in another
sandbox.
"""
import argparse
import http.server
import ipaddress
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.parse

PAGE_S = 45             # Gleaner waits for 60 s
SCRIPTS_MS = 10000      # the scripts of a page run for this virtual time
MAX_BYTES = 10 << 20
ONE = threading.Semaphore(1)


def is_public(host):
    """Returns False if the name has a private address or cannot be resolved."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return all(ipaddress.ip_address(row[4][0].split("%")[0]).is_global
               for row in found)


class Renderer:
    def __init__(self, program, allow_private):
        self.program = program
        self.allow_private = allow_private

    def command(self, url, profile):
        names = [] if self.allow_private else [
            "--host-resolver-rules=MAP localhost ~NOTFOUND, "
            "MAP *.localhost ~NOTFOUND, MAP 127.* ~NOTFOUND, "
            "MAP 10.* ~NOTFOUND, MAP 192.168.* ~NOTFOUND, "
            "MAP 169.254.* ~NOTFOUND, MAP [*] ~NOTFOUND"]
        return [self.program, "--headless=new", "--disable-gpu",
                "--no-sandbox",           # the systemd unit is the sandbox
                "--disable-dev-shm-usage", "--mute-audio", "--no-first-run",
                "--disable-extensions", "--disable-background-networking",
                "--blink-settings=imagesEnabled=false",
                f"--user-data-dir={profile}",
                f"--virtual-time-budget={SCRIPTS_MS}",
                *names, "--dump-dom", url]

    def render(self, url):
        """Returns the HTML of the page.  Raises OSError or SubprocessError."""
        profile = tempfile.mkdtemp(prefix="renderer-")
        try:
            with subprocess.Popen(
                    self.command(url, profile), stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL, start_new_session=True) as run:
                try:
                    html, _ = run.communicate(timeout=PAGE_S)
                finally:
                    if run.poll() is None:
                        run.send_signal(signal.SIGKILL)
        finally:
            shutil.rmtree(profile, ignore_errors=True)
        if run.returncode != 0 or not html or len(html) > MAX_BYTES:
            raise OSError("the browser gave no page")
        return html


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, status, body, kind="text/plain; charset=utf-8"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        query = urllib.parse.urlsplit(self.path).query
        url = urllib.parse.parse_qs(query).get("url", [""])[0]
        parts = urllib.parse.urlsplit(url)
        renderer = self.server.renderer
        if parts.scheme not in ("http", "https") or not parts.hostname:
            self.answer(400, b"url: an http or https URL was expected\n")
        elif not renderer.allow_private and not is_public(parts.hostname):
            self.answer(403, b"the address is private or unknown\n")
        else:
            with ONE:
                try:
                    self.answer(200, renderer.render(url),
                                "text/html; charset=utf-8")
                except (OSError, subprocess.SubprocessError) as e:
                    self.answer(502, f"{e}\n".encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=int, default=7418)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    parser.add_argument("--allow-private", action="store_true",
                        help="also load pages of private addresses")
    args = parser.parse_args()
    if args.chromium is None:
        sys.exit("renderer.py: chromium is not installed")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", args.port), Handler)
    server.renderer = Renderer(args.chromium, args.allow_private)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
