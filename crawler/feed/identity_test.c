/*
 * identity_test.c -- keys and links of the entries of one document:
 * docs/feed-rows.md, rows I1-I5, I8-I12, I15 and I16. store/entry/identity_test.c tests
 * entries of earlier polls.
 */
#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "crawler/feed/feed.h"
#include "crawler/feed/link.h"
#include "tests/lib/tap.h"
#include "url/url.h"

static struct arena arena;
static struct feed feed;
static struct slice *keys;

/* Reads a document into `feed` and `keys`, which are valid until the next
 * call. */
static void
identity_test_read_at(const char *base, const char *text)
{
	struct feed_input in = { .bytes = slice_of(text),
		.base_url = slice_of(base) };

	arena_clear(&arena);
	if (feed_read(&arena, &in, &feed, NULL) != 0)
		printf("Bail out! a document cannot be read\n");
	feed_entry_keys(&arena, &feed, &keys);
}

static void
identity_test_read_rss(const char *items)
{
	struct buf b;

	buf_init(&b, MIB);
	buf_printf(&b,
	    "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" "
	    "xmlns:feedburner=\"http://rssnamespace.org/feedburner/ext/1.0\">"
	    "<channel>%s</channel></rss>",
	    items);
	buf_append_char(&b, '\0');
	identity_test_read_at("https://base.example/dir/feed", buf_slice(&b).p);
	buf_release(&b);
}

static void
identity_test_read_atom(const char *entries)
{
	struct buf b;

	buf_init(&b, MIB);
	buf_printf(&b, "<feed xmlns=\"http://www.w3.org/2005/Atom\">%s</feed>",
	    entries);
	buf_append_char(&b, '\0');
	identity_test_read_at("https://base.example/dir/feed", buf_slice(&b).p);
	buf_release(&b);
}

static struct slice
identity_test_link_of(size_t i)
{
	return i < feed.n_entries ? feed.entries[i].link : SLICE_NONE;
}

static struct slice
identity_test_id_of(size_t i)
{
	return i < feed.n_entries ? feed.entries[i].id : SLICE_NONE;
}

static void
identity_test_i1(void)
{
	identity_test_read_rss(
	    "<item><link>/1</link></item>"
	    "<item><atom:link rel='alternate' href='/2'/></item>"
	    "<item><guid>https://base.example/3</guid></item>"
	    "<item><enclosure url='/4.mp3'/></item>"
	    "<item><title>5</title><description>a</description></item>"
	    "<item><title>5</title><description>b</description></item>"
	    "<item><description>a</description></item>");
	is_int((int64_t)feed.n_entries, 7, "I1: no entry is dropped");
	is_text(keys[0], "https://base.example/1",
	    "I1: without a guid, the link is the key");
	is_text(identity_test_link_of(1), "https://base.example/2",
	    "I1: without a link, atom:link rel=alternate is the link");
	is_text(keys[1], "https://base.example/2",
	    "I1: a link with rel=alternate is the key, too");
	is_text(identity_test_link_of(2), "https://base.example/3",
	    "I1: without a link, a guid that is a permalink is the link");
	is_text(keys[3], "https://base.example/4.mp3",
	    "I1: without guid and link, the enclosure is the key");
	ok(slice_starts(keys[4], SLICE("hash:")),
	    "I1: without an enclosure, a hash of the content is the key");
	ok(!slice_equal(keys[4], keys[5]) && !slice_equal(keys[4], keys[6]),
	    "I1: the whole content");
}

static void
identity_test_i2(void)
{
	identity_test_read_rss(
	    "<item><guid>abc123</guid></item>"
	    "<item><guid isPermaLink='true'>tag:base.example,2026:1"
	    "</guid></item>");
	is_text(identity_test_link_of(0), NULL,
	    "I2: a guid that is not a URL is not a link");
	is_text(keys[0], "abc123", "I2: a guid that is not a URL is the key");
	is_text(identity_test_link_of(1), NULL,
	    "I2: such a guid is not a link, even with isPermaLink=true");
}

static void
identity_test_i3(void)
{
	identity_test_read_rss(
	    "<item><guid isPermaLink='false'>https://base.example/1"
	    "</guid></item>"
	    "<item><guid isPermaLink='False'>https://base.example/2"
	    "</guid><link>/two</link></item>"
	    "<item><guid isPermaLink='perhaps'>https://base.example/3"
	    "</guid></item>");
	is_text(identity_test_link_of(0), NULL,
	    "I3: with isPermaLink=false it is not a link");
	is_text(keys[0], "https://base.example/1",
	    "I3: a guid with isPermaLink=false is the key");
	is_text(identity_test_link_of(1), "https://base.example/two",
	    "I3: in any case");
	is_text(identity_test_id_of(2), "https://base.example/3",
	    "I3: an invalid isPermaLink does not change the key");
}

static void
identity_test_i4(void)
{
	identity_test_read_rss(
	    "<item><guid>g</guid><link>/1</link><title>1</title></item>"
	    "<item><guid>g</guid><link>/2</link><title>2</title></item>"
	    "<item><guid>g</guid><link>/2</link><title>3</title></item>"
	    "<item><guid>G</guid><title>1</title></item>");
	ok(!slice_equal(keys[0], keys[1]) && !slice_equal(keys[1], keys[2]) &&
		!slice_equal(keys[0], keys[2]),
	    "I4: one guid on all items: different keys");
	is_text(keys[3], "G", "I4: guids differ by case");
}

static void
identity_test_i5(void)
{
	identity_test_read_rss(
	    "<item><guid>g</guid><link>/1</link><title>1</title></item>"
	    "<item><guid>g</guid><link>/1</link><title>1</title></item>"
	    "<item><link>/2</link><title>2</title></item>"
	    "<item><link>/2</link><title>2</title></item>");
	ok(slice_equal(keys[0], keys[1]),
	    "I5: an item listed twice has one key");
	is_text(keys[0], "g", "I5: by its guid");
	ok(slice_equal(keys[2], keys[3]),
	    "I5: an item without guid listed twice has one key");
}

static void
identity_test_i8(void)
{
	identity_test_read_rss(
	    "<item><guid/><link>/1</link></item>"
	    "<item><guid>\n  </guid><link>/2</link></item>"
	    "<item><guid>\n\t g3 \n</guid><link>\n /3\n </link></item>"
	    "<item><guid><![CDATA[ g4 ]]></guid>"
	    "<link><![CDATA[https://base.example/4]]></link></item>");
	is_text(keys[0], "https://base.example/1", "I8: an empty guid");
	is_text(keys[1], "https://base.example/2",
	    "I8: a guid of white space is ignored");
	is_text(keys[2], "g3", "I8: white space around a guid is removed");
	is_text(identity_test_link_of(2), "https://base.example/3",
	    "I8: around a link");
	is_text(keys[3], "g4", "I8: a guid in CDATA");
	is_text(identity_test_link_of(3), "https://base.example/4",
	    "I8: a link too");
}

static void
identity_test_i9(void)
{
	static const struct {
		const char *written, *link, *fetched;
	} rows[] = {
		{ " https://a.example/1", "https://a.example/1",
		    "https://a.example/1" },
		{ "//a.example/1", "https://a.example/1",
		    "https://a.example/1" },
		{ "/1", "https://base.example/1", "https://base.example/1" },
		{ "?q=1", "https://base.example/dir/feed?q=1",
		    "https://base.example/dir/feed?q=1" },
		{ "#1", "https://base.example/dir/feed#1",
		    "https://base.example/dir/feed" },
		{ "http://m\xc3\xbcnchen.example/1",
		    "http://m\xc3\xbcnchen.example/1",
		    "http://xn--mnchen-3ya.example/1" },
		{ "/caf\xc3\xa9", "https://base.example/caf\xc3\xa9",
		    "https://base.example/caf%C3%A9" },
		{ "/a%2Fb", "https://base.example/a%2Fb",
		    "https://base.example/a%2Fb" },
		{ "http:\\\\a.example\\1?b\\c", "http://a.example/1?b\\c",
		    "http://a.example/1?b%5Cc" },
		{ "\\1", "https://base.example/1", "https://base.example/1" },
		{ "&lt;a href=\"/1\"&gt;x&lt;/a&gt;", "https://base.example/1",
		    "https://base.example/1" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		char text[256];
		struct slice url = SLICE_NONE;

		snprintf(text, sizeof(text), "<item><link>%s</link></item>",
		    rows[i].written);
		identity_test_read_rss(text);
		is_text(identity_test_link_of(0), rows[i].link,
		    "I9: the link is read");
		url_resolve(&arena, SLICE_NONE, identity_test_link_of(0), &url);
		is_text(url, rows[i].fetched, "I9: the link is resolved");
	}
}

static void
identity_test_i10(void)
{
	identity_test_read_rss(
	    "<item><link>/a?x=1&copy=2&lt=3</link></item>"
	    "<item><link>/a?x=1&amp;copy=2&amp;lt=3</link></item>"
	    "<item><link>/a?x=1&amp;amp;y=2</link></item>"
	    "<item><link><![CDATA[/a?x=1&#038;y=2]]></link></item>");
	is_text(identity_test_link_of(0),
	    "https://base.example/a?x=1&copy=2&lt=3",
	    "I10: a bare & in a link begins no entity");
	is_text(identity_test_link_of(1),
	    "https://base.example/a?x=1&copy=2&lt=3",
	    "I10: an escaped reference is not decoded twice");
	is_text(identity_test_link_of(2), "https://base.example/a?x=1&y=2",
	    "I10: a link that was escaped twice is resolved");
	is_text(identity_test_link_of(3), "https://base.example/a?x=1&y=2",
	    "I10: an escaped link in CDATA is resolved");
}

static void
identity_test_i11(void)
{
	identity_test_read_rss("<item><link>http://proxy.example/1</link>"
			       "<feedburner:origLink>https://a.example/1"
			       "</feedburner:origLink></item>");
	is_text(feed.entries[0].original_link, "https://a.example/1",
	    "I11: feedburner:origLink is the original link");
	identity_test_read_atom(
	    "<entry><id>1</id><link rel='replies' href='/r'/>"
	    "<link rel='self' href='/s'/><link rel='edit' href='/e'/>"
	    "<link rel='enclosure' href='/1.mp3'/>"
	    "<link rel='alternate' href='/1'/></entry>"
	    "<entry><id>2</id><link href='/2'/></entry>"
	    "<entry><id>3</id>"
	    "<link rel='alternate' type='application/json' href='/3.js'/>"
	    "<link rel='alternate' type='text/html' href='/3'/></entry>");
	is_text(identity_test_link_of(0), "https://base.example/1",
	    "I11: the link with rel=alternate is used");
	is_text(identity_test_link_of(1), "https://base.example/2",
	    "I11: a link without rel is used");
	is_text(identity_test_link_of(2), "https://base.example/3",
	    "I11: a link with the type text/html has priority");
}

/* Elements <link> that are written in the way of the other format. */
static void
identity_test_i11_other_format(void)
{
	identity_test_read_rss(
	    "<link rel='self' href='/feed'/><link rel='hub' href='/hub'/>"
	    "<item><link rel='enclosure' href='/1.mp3' type='audio/mpeg'/>"
	    "<link rel='alternate' href='/1'/></item>"
	    "<item><guid>https://a.example/2</guid><link href=''/></item>");
	ok(feed.link.len == 0,
	    "I11: a link to the feed is not its page in RSS");
	is_text(feed.self, "https://base.example/feed",
	    "I11: the relation of a link counts in RSS");
	is_text(feed.hub, "https://base.example/hub", "I11: a hub in RSS");
	is_text(identity_test_link_of(0), "https://base.example/1",
	    "I11: a file is not the link of an item");
	is_int((int64_t)feed.entries[0].n_enclosures, 1,
	    "I11: a link of RSS to a file is an enclosure");
	is_text(identity_test_link_of(1), "https://a.example/2",
	    "I11: an empty link of RSS is ignored");
	identity_test_read_atom(
	    "<link>https://a.example/</link>"
	    "<entry><id>1</id><link> /1 </link></entry>"
	    "<entry><id>2</id><link>/2</link><link href='/two'/></entry>"
	    "<entry><id>3</id><link rel='self'>/3</link></entry>");
	is_text(feed.link, "https://a.example/",
	    "I11: the text of a link is the page of a feed in Atom");
	is_text(identity_test_link_of(0), "https://base.example/1",
	    "I11: the text of a link in Atom");
	is_text(identity_test_link_of(1), "https://base.example/two",
	    "I11: an attribute has priority over the text of a link in Atom");
	ok(feed.entries[2].link.len == 0,
	    "I11: the text of a link to a feed is not the link of an entry");
}

/* RFC 4287, section 4.1.3.2: the content of an entry is at another address. */
static void
identity_test_i11_source(void)
{
	identity_test_read_atom(
	    "<entry><id>1</id><content type='text/html' src='/1'/></entry>"
	    "<entry><id>2</id><content type='audio/mpeg' src='/2'/></entry>"
	    "<entry><id>3</id><content type='xhtml' src='/3'/>"
	    "<link href='/three'/></entry>");
	is_text(identity_test_link_of(0), "https://base.example/1",
	    "I11: the address of the content is the link if it is a page");
	ok(feed.entries[1].link.len == 0,
	    "I11: the address of audio content is not the link");
	is_text(identity_test_link_of(2), "https://base.example/three",
	    "I11: a link has priority over the address of the content");
}

static void
identity_test_i12(void)
{
	identity_test_read_at("https://base.example/dir/feed",
	    "<feed xmlns='http://www.w3.org/2005/Atom' "
	    "xml:base='https://a.example/x/'>"
	    "<entry><id>1</id><link href='1'/></entry>"
	    "<entry xml:base='y/'><id>2</id><link href='2'/></entry>"
	    "<entry xml:base='https://b.example/'><id>3</id>"
	    "<link xml:base='z/' href='3'/></entry></feed>");
	is_text(identity_test_link_of(0), "https://a.example/x/1",
	    "I12: the xml:base of the feed is used");
	is_text(identity_test_link_of(1), "https://a.example/x/y/2",
	    "I12: relative to it");
	is_text(identity_test_link_of(2), "https://b.example/z/3",
	    "I12: nested xml:base are joined");
	identity_test_read_at("https://moved.example/new/feed",
	    "<rss version='2.0' xml:base='about:blank'><channel><item "
	    "xml:base='javascript:void(0)'><link>1</link></item>"
	    "</channel></rss>");
	is_text(identity_test_link_of(0), "https://moved.example/new/1",
	    "I12: an xml:base that is no HTTP URL is ignored");
	identity_test_read_at("https://moved.example/new/feed",
	    "<rss version='2.0'><channel><item><link>1</link></item>"
	    "</channel></rss>");
	is_text(identity_test_link_of(0), "https://moved.example/new/1",
	    "I12: without xml:base the effective address is used");
}

static void
identity_test_i15(void)
{
	static const char *const links[] = { "mailto:a@example.org",
		"javascript:alert(1)", "data:text/html,x",
		"magnet:?xt=urn:btih:x", "ftp://example.org/1" };

	for (size_t i = 0; i < ARRAY_LENGTH(links); i++) {
		char text[256];

		snprintf(text, sizeof(text),
		    "<item><guid>g</guid><link>%s</link></item>", links[i]);
		identity_test_read_rss(text);
		is_text(keys[0], "g", links[i]);
		ok(!url_fetchable(identity_test_link_of(0)),
		    "I15: a link with this scheme is not fetched");
		is_text(identity_test_link_of(0), links[i],
		    "I15: a link that is not fetched is kept");
		snprintf(text, sizeof(text),
		    "<item><link>%s</link>"
		    "<guid>http://a.example/1</guid></item>",
		    links[i]);
		identity_test_read_rss(text);
		is_text(identity_test_link_of(0), "http://a.example/1",
		    "I15: a guid that can be fetched replaces such a link");
	}
	identity_test_read_at("https://base.example/",
	    "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{"
	    "\"id\":\"1\",\"url\":\"javascript:void(0)\","
	    "\"external_url\":\"/1\"}]}");
	is_text(identity_test_link_of(0), "https://base.example/1",
	    "I15: another link replaces such a link");
}

static void
identity_test_i16(void)
{
	identity_test_read_rss(
	    "<item><guid>1</guid><link>/status</link><title>Down</title>"
	    "</item><item><guid>2</guid><link>/status</link>"
	    "<title>Up</title></item>"
	    "<item><link>/status</link><title>Slow</title></item>"
	    "<item><link>/status</link><title>Fast</title></item>");
	is_text(keys[0], "1", "I16: many items with one link have their guids");
	is_text(keys[1], "2", "I16: all keys are different");
	ok(!slice_equal(keys[2], keys[3]),
	    "I16: without a guid, the key contains more than the link");
	identity_test_read_rss(
	    "<item><link>/status</link><description>Down</description>"
	    "</item><item><link>/status</link><description>Up"
	    "</description></item><item><link>/status</link>"
	    "<description>Up</description></item>");
	ok(!slice_equal(keys[0], keys[1]), "I16: also without a title");
	ok(slice_equal(keys[1], keys[2]), "I16: equal texts are one item");
}

int
main(void)
{
	arena_init(&arena, 8 * MIB);
	identity_test_i1();
	identity_test_i2();
	identity_test_i3();
	identity_test_i4();
	identity_test_i5();
	identity_test_i8();
	identity_test_i9();
	identity_test_i10();
	identity_test_i11();
	identity_test_i11_other_format();
	identity_test_i11_source();
	identity_test_i12();
	identity_test_i15();
	identity_test_i16();
	arena_release(&arena);
	return done_testing();
}
