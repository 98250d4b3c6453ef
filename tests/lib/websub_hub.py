"""A publisher and a hub on loopback, written from the sections of WebSub (W3C
Recommendation, 2018-01-23).

The publisher serves the feeds of `Site.feeds` by path.  The hub is at
/hub/KIND: ok verifies each request (section 5.3), deny denies (5.2), fail
answers 500, busy 429, mute answers 202 and verifies nothing, moved answers 307
to /hub/ok (5.1.2), found answers 302.  `Site.requests` are the forms that the
hub received.
"""
import hashlib
import hmac
import http.client
import http.server
import threading
import urllib.parse


class Feed:
    """A feed at one URL."""

    def __init__(self, site, path, hub, how="header", topic=None):
        self.site, self.path, self.hub, self.how = site, path, hub, how
        self.topic = topic or site.url + path
        self.items, self.etag = [], None
        self.held = None  # an event for which the responses wait

    @property
    def url(self):
        return self.site.url + self.path

    def headers(self):
        if self.how != "header" or self.hub is None:
            return []
        return [("Link", f'<{self.hub}>; rel="hub"'),
                ("Link", f'<{self.topic}>; rel="self"')]

    def body(self, items=None):
        """Returns the document of the feed, with the given items, or with all
        items."""
        items = self.items if items is None else items
        link = ""
        if self.how == "document" and self.hub:
            link = (f'<atom:link rel="hub" href="{self.hub}"/>'
                    f'<atom:link rel="self" href="{self.topic}"/>')
        rows = "".join(
            f"<item><title>{name}</title><guid>{name}</guid>"
            f"<link>{self.site.url}/page/{name}</link>"
            f"<description>Text of {name}.</description></item>"
            for name in reversed(items))
        return ('<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">'
                f"<channel><title>Feed</title>{link}{rows}</channel></rss>"
                ).encode()


class JsonFeed(Feed):
    """A JSON Feed, which names its hub in the member "hubs"."""

    def headers(self):
        return []

    def body(self, items=None):
        items = self.items if items is None else items
        rows = ",".join(
            f'{{"id":"{name}","title":"{name}","content_text":"Text",'
            f'"url":"{self.site.url}/page/{name}"}}'
            for name in reversed(items))
        return (f'{{"version":"https://jsonfeed.org/version/1.1",'
                f'"title":"Feed","feed_url":"{self.topic}","hubs":[{{"type":'
                f'"WebSub","url":"{self.hub}"}}],"items":[{rows}]}}').encode()


def handler_of(site):
    """Returns the class that answers the requests to a site."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def reply(self, status, body=b"", headers=()):
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            with site.changed:
                site.gets.append(self.path)
                site.authorizations.add(self.headers["Authorization"])
            feed = site.feeds.get(self.path)
            if feed is not None and feed.held:
                feed.held.wait()
            if feed is None:
                self.reply(404)
            elif feed.etag and self.headers["If-None-Match"] == feed.etag:
                self.reply(304, b"", [("ETag", feed.etag)])
            else:
                self.reply(200, feed.body(), feed.headers() + (
                    [("ETag", feed.etag)] if feed.etag else []))

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            form = dict(urllib.parse.parse_qsl(
                body.decode("utf-8"), strict_parsing=True))
            kind = self.path.rpartition("/")[2]
            form["kind"], form["type"] = kind, self.headers["Content-Type"]
            form["agent"] = self.headers["User-Agent"]
            form["secrets"] = [self.headers[name] for name in
                               ("Authorization", "Cookie")]
            site.take(form)
            if kind in ("moved", "found"):
                self.reply(307 if kind == "moved" else 302, b"",
                           [("Location", site.url + "/hub/ok")])
            elif kind == "busy":
                self.reply(429, b"", [("Retry-After", "7200")])
            elif kind == "fail":
                self.reply(500, b"no")
            else:
                self.reply(202)
                if kind in ("ok", "deny"):
                    threading.Thread(target=site.try_decide, args=(
                        form, kind), daemon=True).start()

    return Handler


class Site:
    """A server that is both the publisher and the hub."""

    def __init__(self):
        self.feeds, self.requests, self.answers = {}, [], []
        self.gets, self.authorizations = [], set()
        self.lease = 864000
        self.changed = threading.Condition()

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

        self.server = Server(("127.0.0.1", 0), handler_of(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever,
                         daemon=True).start()

    def add(self, path, hub="ok", how="header", topic=None, kind=Feed):
        hub = f"{self.url}/hub/{hub}" if hub else None
        self.feeds[path] = kind(self, path, hub, how, topic)
        return self.feeds[path]

    def take(self, form):
        with self.changed:
            self.requests.append(form)
            self.changed.notify_all()

    def try_decide(self, form, kind):
        """Calls decide(). The subscriber may end meanwhile."""
        try:
            self.decide(form, kind)
        except (OSError, http.client.HTTPException):
            form["status"] = -1

    def decide(self, form, kind):
        """Denies or verifies a request (sections 5.2 and 5.3)."""
        if kind == "deny":
            query = {"hub.mode": "denied", "hub.topic": form["hub.topic"],
                     "hub.reason": "not today"}
            status, _, body = ask(form["hub.callback"], query)
            good = True
        else:
            query = {"hub.mode": form["hub.mode"],
                     "hub.topic": form["hub.topic"],
                     "hub.challenge": "challenge " + form["hub.mode"],
                     "hub.lease_seconds": str(self.lease)}
            status, headers, body = ask(form["hub.callback"], query)
            form["headers"] = headers
            good = body == query["hub.challenge"].encode()
        with self.changed:
            form["status"] = status if good else -1
            self.answers.append(form)
            self.changed.notify_all()

    def wait(self, what, seconds=20):
        with self.changed:
            return self.changed.wait_for(what, seconds)


def ask(callback, query):
    """Sends a verification or denial; returns (status, headers, body)."""
    parts = urllib.parse.urlsplit(callback)
    connection = http.client.HTTPConnection(parts.netloc, timeout=20)
    connection.request("GET", parts.path + "?" +
                       urllib.parse.urlencode(query))
    response = connection.getresponse()
    return response.status, dict(response.getheaders()), response.read()


def sign(secret, body, method="sha256"):
    """Returns the signature of a body (section 8)."""
    return method + "=" + hmac.new(
        secret.encode(), body, getattr(hashlib, method)).hexdigest()


def deliver(callback, body, signature, kind="application/rss+xml",
            chunked=False):
    """Delivers a body (section 7); returns the status."""
    parts = urllib.parse.urlsplit(callback)
    connection = http.client.HTTPConnection(parts.netloc, timeout=20)
    headers = {"Content-Type": kind}
    if signature:
        headers["X-Hub-Signature"] = signature
    pieces = (body[i:i + 100] for i in range(0, len(body), 100))
    connection.request("POST", parts.path, pieces if chunked else body,
                       headers, encode_chunked=chunked)
    return connection.getresponse().status
