"""fleet_origin.py -- the web server of fleet.py."""
import asyncio
import bisect
import random
import socket
import threading
import time

LOOK = 0.05            # seconds between two measurements of self.late
WORDS = ("river council bridge harvest weather market train school library "
         "garden museum engine letter winter voter budget doctor farmer").split()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Origin:
    """A web server on 127.0.0.0/8 in a thread of its own."""

    def __init__(self, feeds, hosts, per_second):
        self.feeds, self.hosts, self.rate = feeds, hosts, per_second
        self.port = free_port()
        self.started = time.monotonic()
        self.ended = None
        self.log = []          # (host, begin, end, node, path)
        self.late = []         # (time, seconds by which this process was late)
        ready = threading.Event()
        threading.Thread(target=self.run, args=(ready,), daemon=True).start()
        ready.wait()

    def run(self, ready):
        async def serve():
            await asyncio.start_server(self.client, "0.0.0.0", self.port,
                                       backlog=512)
            ready.set()
            while True:
                before = time.monotonic()
                await asyncio.sleep(LOOK)
                late = time.monotonic() - before - LOOK
                if late > LOOK:
                    self.late.append((before + LOOK, late))
        asyncio.run(serve())

    def lateness(self, at):
        """Returns an upper bound, in seconds, of the delay with which this
        process noticed a request at the time `at`."""
        row = bisect.bisect_right(self.late, (at, float("inf")))
        if row and self.late[row - 1][0] + self.late[row - 1][1] + LOOK >= at:
            return self.late[row - 1][1]
        return 0

    def host(self, feed):
        return f"127.0.1.{feed % self.hosts + 1}:{self.port}"

    def feed_url(self, feed):
        return f"http://{self.host(feed)}/feed/{feed}.xml"

    def article_url(self, feed, n):
        owner = feed + 1 if feed % 8 == 0 else feed
        folder = "away" if feed % 8 == 3 else "article"
        return f"http://{self.host(owner)}/{folder}/{feed}-{n}"

    def target(self, path):
        """Returns the URL to which a path redirects, or None."""
        kind, _, name = path.strip("/").partition("/")
        if kind != "away":
            return None
        host = self.host(int(name.split("-")[0]) + 5)
        return f"http://{host}/article/{name}"

    def articles(self, feed):
        """Returns the number of articles that the feed has now."""
        end = self.ended or time.monotonic()
        all_feeds = int((end - self.started) * self.rate)
        return 1 + all_feeds // self.feeds + (feed < all_feeds % self.feeds)

    def body(self, path):
        kind, _, name = path.strip("/").partition("/")
        if kind == "feed":
            feed = int(name.split(".")[0])
            items = "".join(
                f"<item><title>{self.title(feed, n)}</title>"
                f"<link>{self.article_url(feed, n)}</link>"
                f"<guid isPermaLink='false'>{feed}-{n}</guid></item>"
                for n in reversed(range(self.articles(feed))))
            return ("application/rss+xml", "<rss version='2.0'><channel>"
                    f"<title>Feed {feed}</title>{items}</channel></rss>")
        if kind == "article":
            feed, n = map(int, name.split("-"))
            choice = random.Random(name)
            text = "".join("<p>" + " ".join(
                choice.choice(WORDS) for _ in range(40)).capitalize() + ".</p>"
                for _ in range(6))
            return ("text/html", f"<html><title>{self.title(feed, n)}</title>"
                    f"<body><article><h1>{self.title(feed, n)}</h1>{text}"
                    "</article></body></html>")
        return None, "not found"

    @staticmethod
    def title(feed, n):
        choice = random.Random(f"{feed} {n}")
        return " ".join(choice.choice(WORDS) for _ in range(6)).capitalize()

    async def client(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                begin = time.monotonic()
                path = head.split(" ", 2)[1]
                fields = dict(line.lower().split(": ", 1) for line in
                              head.split("\r\n")[1:] if ": " in line)
                node = fields.get("user-agent", "").rpartition("+")[2][:-1]
                kind, body = self.body(path)
                data, target = body.encode(), self.target(path)
                status = f"302 Found\r\nLocation: {target}" if target else \
                    "200 OK" if kind else "404 Not Found"
                writer.write((
                    f"HTTP/1.1 {status}\r\n"
                    f"Content-Type: {kind or 'text/plain'}\r\n"
                    f"Content-Length: {len(data)}\r\n\r\n").encode() + data)
                await writer.drain()
                self.log.append((fields.get("host"), begin, time.monotonic(),
                                 node, path))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
