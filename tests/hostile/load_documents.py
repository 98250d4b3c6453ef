"""The documents of load_test.py: 110 hostile documents of each kind (page,
feed, robots.txt).

Pages and feeds: first those of make.py, then pages with very deeply nested
elements, then mutants of valid documents. robots.txt: first those of robots(),
then mutants. The documents are the same in every run.
"""
import random

from make import FEEDS, PAGES, html, item, nested, rss, story

CROWD = 110
TAGS = ("div span table ul dl form font b i a blockquote center object select "
        "svg button label p").split()


def mutant(data, n):
    """Changes, deletes, repeats and inserts bytes; the result depends only on
    data and n."""
    dice, data = random.Random(n), bytearray(data)
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(data))
        run = dice.randint(1, 40)
        way = dice.randrange(4)
        if way == 0:
            data[at] = dice.randrange(256)
        elif way == 1:
            del data[at:at + run]
        elif way == 2:
            data[at:at] = data[at:at + run] * dice.randint(1, 200)
        else:
            data[at:at] = dice.choice(
                (b"<![CDATA[", b"<!--", b"&#0;", b"<!DOCTYPE x [", b"\0" * 50,
                 b"]]>", b"</", b"\xff\xfe", b"<a b=" * 30))
    return bytes(data)


def robots():
    long = "User-agent: *\nDisallow: "
    yield from (
        "", "\0" * 1000, "User-agent: *\n" + "Disallow: /x\n" * 100_000,
        long + "*a" * 1000 + "$", long + "*" * 400_000,
        long + "/" + "x" * 600_000, "User-agent: gleaner\n" * 20_000,
        "\ufeffUser-agent: *\rDisallow: /no", "<html><body>not found</body>",
        "Crawl-delay: 1e99\nUser-agent: *\nCrawl-delay: -1\n",
        "Sitemap: file:///etc/passwd\n" * 5000, "Disallow: /\n" * 40_000,
        "User-agent: *\nAllow: /%" + "%00%ff" * 5000)
    base = (long + "/private/*.html$\nAllow: /\nSitemap: "
            "http://127.0.0.1:1/s.xml\nCrawl-delay: 1\n").encode()
    for n in range(CROWD):
        yield mutant(base, n)


def pages():
    yield from (make() for make in PAGES.values())
    yield from (nested(tag, n) for tag in TAGS
                for n in (1000, 10_000, 100_000))
    for n in range(CROWD):
        yield mutant(html(story()).encode(), n)


def feeds():
    yield from (make() for make in FEEDS.values())
    good = (rss(item(1) + item(2, rest="<link>http://127.0.0.1:1/a</link>")),
            '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>u'
            '</id><updated>2024-09-01T08:00:00Z</updated><entry><title>E'
            '</title><id>e1</id><content type="xhtml"><div>Said</div>'
            '</content></entry></feed>',
            '{"version":"https://jsonfeed.org/version/1.1","title":"T",'
            '"items":[{"id":"1","content_html":"<p>Said"},{"id":"2"}]}')
    for n in range(CROWD):
        yield mutant(good[n % 3].encode(), n)


def crowd():
    """Returns the bytes of the documents by kind and number: "page-0" to
    "robots-109"."""
    return {f"{kind}-{n}": data.encode() if isinstance(data, str) else data
            for kind, documents in (("page", pages()), ("feed", feeds()),
                                    ("robots", robots()))
            for n, data in zip(range(CROWD), documents)}
