#!/usr/bin/env python3
"""A proxy that serves sites with invented names, which need the key `sites`.

In:  FILE for the log.
Out: "PORT" on standard output; a JSON line in FILE for each request.  Serves
     until it is killed.

wall.example.org      a consent wall without the cookie consent=yes
closed.example.net    robots.txt disallows everything
key.example.com       401 without the header X-Key: k
feeds.example.com     /feed.xml, and /aggregator.xml with a link of an
                      aggregator to the same story
script.example.com    pages without text, for the renderer
/render?url=URL       the renderer: a page with text, the same for each URL
/render-broken?url=   a renderer that fails
/render-closed?url=   a renderer that closes the connection without an answer
/render-none?url=     a renderer that answers 404
/render-away?url=     a renderer that redirects
"""
import http.server
import json
import sys
import threading
import urllib.parse

LOCK = threading.Lock()
WORDS = ("harbour council minister report river bridge summer budget school "
         "village traffic museum hospital engineer harvest market signal "
         "winter garden station").split()


def prose(seed):
    """Six paragraphs that differ for each seed."""
    out = []
    for p in range(6):
        words = [WORDS[(seed * 7 + p * 5 + i * (3 + seed % 4)) % len(WORDS)]
                 for i in range(60)]
        out.append("<p>The " + " ".join(words) + ".</p>")
    return "".join(out)


def page(title, body):
    return (f"<!doctype html><html><head><title>{title}</title></head><body>"
            f"<h1>{title}</h1>{body}</body></html>")


WALL = page("Before you continue", "<div id='consent'><p>We and our partners "
            "use cookies. Please accept all cookies to continue to the "
            "site.</p><button>Accept all</button><button>Reject all</button>"
            "</div>")
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>
<link>http://feeds.example.com/</link>%s</channel></rss>"""
ITEMS = ("http://wall.example.org/wall.html", "http://wall.example.org/2.html",
         "http://closed.example.net/closed.html",
         "http://key.example.com/key.html",
         "http://script.example.com/script.html",
         "http://other.example.com/other.html")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, text, kind="text/html; charset=utf-8",
               etag=None):
        body = text.encode()
        self.send_response(status)
        if etag:
            self.send_header("ETag", etag)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def feed(self, links):
        items = "".join(
            f"<item><title>Story {url.rsplit('/', 1)[1]}</title>"
            f"<link>{url}</link><guid>{url}</guid></item>" for url in links)
        self.answer(200, FEED % items, "application/rss+xml")

    def site(self, host, path):
        story = page(f"Story {path[1:]}", prose(len(host) + len(path)))
        if path == "/robots.txt":
            if host == "closed.example.net":
                self.answer(200, "User-agent: *\nDisallow: /\n", "text/plain")
            else:
                self.answer(404, "no", "text/plain")
        elif path == "/feed.xml":
            self.feed(ITEMS)
        elif path == "/aggregator.xml":
            self.feed(("http://www.google.com/url?sa=t&amp;url="
                       "http%3A%2F%2Fother.example.com%2Fother.html",))
        elif host == "wall.example.org" and \
                "consent=yes" not in self.headers.get("Cookie", ""):
            self.answer(200, WALL)
        elif host == "key.example.com" and self.headers.get("X-Key") != "k":
            self.answer(401, "no key")
        elif host == "script.example.com":
            self.answer(200, page("Story script.html", "<div id=app></div>"
                                  "<script>load()</script>"),
                        etag='"shell"')
        else:
            self.answer(200, story)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        host = url.hostname or "renderer"
        with LOCK, open(sys.argv[1], "a", encoding="utf-8") as log:
            headers = {k.lower(): v for k, v in self.headers.items()}
            log.write(json.dumps({"host": host, "path": url.path,
                                  "query": url.query,
                                  "headers": headers}) + "\n")
        if host != "renderer":
            self.site(host, url.path)
        elif url.path == "/render":
            self.answer(200, page("Story script.html", prose(99)))
        elif url.path == "/render-closed":
            self.close_connection = True
        elif url.path == "/render-none":
            self.answer(404, "none")
        elif url.path == "/render-away":
            self.send_response(302)
            self.send_header("Location", "http://other.example.com/away.html")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self.answer(500, "broken")

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
