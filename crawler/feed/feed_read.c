/*
 * feed_read.c -- reads the bytes of a feed into struct feed.
 *
 * Steps: decompress a gzip file; decode the charset; find the format by the
 * root element; replace the entities that a DOCTYPE declares; repair the XML if
 * it is not well-formed; read the XML or the JSON, and pass its values to the
 * builder.
 *
 * Other results: the document is not a feed (FEED_UNKNOWN and why); the
 * document is incomplete (the part that was read is returned, and complete is
 * false). Errors: the arena is exhausted (ERR_LIMIT); ERR_MEMORY.
 */
#include "base/array.h"
#include "base/limits.h"
#include "crawler/feed/decode/feed_charset.h"
#include "crawler/feed/decode/inflate.h"
#include "crawler/feed/decode/sniff.h"
#include "crawler/feed/feed.h"
#include "crawler/feed/format/json_feed.h"
#include "crawler/feed/format/xml_feed.h"
#include "crawler/feed/markup/entities.h"
#include "crawler/feed/markup/repair.h"

/* Size of the part in which the root's attributes are searched. */
#define HEAD_BYTES 2048

static const char *const format_names[FEED_FORMAT_COUNT] = {
	[FEED_UNKNOWN] = "unknown",
	[FEED_RSS090] = "rss090",
	[FEED_RSS091] = "rss091",
	[FEED_RSS092] = "rss092",
	[FEED_RSS093] = "rss093",
	[FEED_RSS094] = "rss094",
	[FEED_RSS10] = "rss10",
	[FEED_RSS11] = "rss11",
	[FEED_RSS20] = "rss20",
	[FEED_RSS] = "rss",
	[FEED_ATOM03] = "atom03",
	[FEED_ATOM10] = "atom10",
	[FEED_JSON] = "jsonfeed",
	[FEED_SITEMAP] = "sitemap",
	[FEED_SITEMAP_INDEX] = "sitemapindex",
};

const char *
feed_format_name(enum feed_format format)
{
	return format_names[format];
}

/* Formats by the root's name and a text in its tag; the first match counts. */
static const struct {
	const char *root, *text; /* text "": any */
	enum feed_format format;
} formats[] = {
	{ "rss", "version=\"2", FEED_RSS20 },
	{ "rss", "version='2", FEED_RSS20 },
	{ "rss", "version=2", FEED_RSS20 },
	{ "rss", "0.91", FEED_RSS091 },
	{ "rss", "0.92", FEED_RSS092 },
	{ "rss", "0.93", FEED_RSS093 },
	{ "rss", "0.94", FEED_RSS094 },
	{ "rss", "version=\"0.9\"", FEED_RSS090 },
	{ "rss", "", FEED_RSS },
	{ "rdf", "rdf/simple/0.9", FEED_RSS090 },
	{ "rdf", "purl.org/net/rss1.1", FEED_RSS11 },
	{ "rdf", "", FEED_RSS10 },
	{ "channel", "purl.org/net/rss1.1", FEED_RSS11 },
	{ "channel", "", FEED_RSS },
	{ "feed", "2005/atom", FEED_ATOM10 },
	{ "feed", "purl.org/atom/ns", FEED_ATOM03 },
	{ "feed", "version=\"0.", FEED_ATOM03 },
	{ "feed", "version='0.", FEED_ATOM03 },
	{ "feed", "", FEED_ATOM10 },
	{ "entry", "purl.org/atom/ns", FEED_ATOM03 },
	{ "entry", "", FEED_ATOM10 },
	{ "urlset", "", FEED_SITEMAP },
	{ "sitemapindex", "", FEED_SITEMAP_INDEX },
};

static enum feed_format
feed_read_format(struct slice document)
{
	struct slice head = slice_sub(document, 0, HEAD_BYTES), name;
	size_t end = slice_find_char(head, '>', 0), n = 1;

	head = slice_sub(head, 0, end);
	while (n < head.len && !strchr(" \t\r\n/>", head.p[n]))
		n++;
	name = slice_sub(head, 1, n);
	end = slice_find_char(name, ':', 0);
	if (end != SLICE_NOT_FOUND)
		name = slice_sub(name, end + 1, name.len);
	for (size_t i = 0; i < ARRAY_LENGTH(formats); i++)
		if (slice_equal_nocase(name, slice_of(formats[i].root)) &&
		    slice_find_nocase(head, slice_of(formats[i].text), 0) !=
			SLICE_NOT_FOUND)
			return formats[i].format;
	return FEED_RSS;
}

static int
feed_read_xml(struct builder *b, struct slice document, struct buf *repair_buf,
    struct err *e)
{
	struct repaired repaired;

	b->feed->format = feed_read_format(document);
	if (xml_repair(document, repair_buf, &repaired) != ERR_NONE) {
		if (repair_buf->no_memory)
			return err_set(
			    e, ERR_MEMORY, "no memory to repair a feed");
		b->feed->why = SLICE("too ill-formed to be repaired");
		return ERR_NONE;
	}
	return xml_feed_read(b, &repaired, e);
}

/* <redirect><newLocation>URL</newLocation></redirect>, in any case: RSS's
 * notice that a feed has moved. */
static void
feed_read_redirect(struct builder *b, struct slice text)
{
	size_t at = slice_find_nocase(text, SLICE("newLocation>"), 0), end;

	if (at == SLICE_NOT_FOUND)
		return;
	at += SLICE("newLocation>").len;
	end = slice_find_char(text, '<', at);
	builder_url(b, SLOT_NEW_URL, 0, SLICE_NONE, slice_sub(text, at, end));
}

static int
feed_read_document(struct builder *b, const struct feed_input *in,
    struct slice bytes, struct charsets *charsets, struct buf *expanded,
    struct buf *repair_buf, struct err *e)
{
	struct charset charset;
	struct slice text = feed_to_utf8(
	    b->arena, charsets, bytes, in->content_type, repair_buf, &charset);
	struct slice head;
	size_t root_at;
	enum document_kind kind = document_sniff(text, &root_at);
	int rc;

	head = slice_sub(text, 0, root_at);
	text = slice_sub(text, root_at, text.len);
	if (kind == DOCUMENT_JSON) {
		rc = json_feed_read(b, text, e);
	} else if (kind == DOCUMENT_FEED || kind == DOCUMENT_SITEMAP) {
		if (entities_expand(head, text, expanded))
			text = buf_slice(expanded);
		rc = expanded->no_memory
			 ? err_set(e, ERR_MEMORY,
			       "no memory to replace the "
			       "entities of a feed")
			 : feed_read_xml(b, text, repair_buf, e);
	} else {
		b->feed->why = slice_of(document_kind_name(kind));
		if (kind == DOCUMENT_MOVED)
			feed_read_redirect(b, text);
		rc = ERR_NONE;
	}
	if (rc == ERR_NONE)
		builder_finish(b);
	return rc;
}

/* Runs the reader and catches the arena's jump. */
static int
feed_read_catching(struct builder *b, const struct feed_input *in,
    struct slice bytes, struct err *e)
{
	struct arena *arena = b->arena;
	jmp_buf here, *outer = arena->exhausted;
	struct charsets own;
	struct buf expanded, repair_buf;
	int rc;

	charsets_init(&own);
	buf_init(&repair_buf, (bytes.len + ENTITIES_GROWTH_BYTES) * 3 + MIB);
	buf_init(&expanded, bytes.len * 3 + 2 * ENTITIES_GROWTH_BYTES);
	if (setjmp(here) == 0) {
		arena->exhausted = &here;
		rc = feed_read_document(b, in, bytes,
		    in->charsets != NULL ? in->charsets : &own, &expanded,
		    &repair_buf, e);
	} else {
		rc = builder_exhausted(b, e);
	}
	arena->exhausted = outer;
	buf_release(&repair_buf);
	buf_release(&expanded);
	charsets_release(&own);
	return rc;
}

size_t
feed_arena_bytes(struct slice bytes)
{
	size_t most = bytes.len;

	if (slice_starts(bytes, SLICE("\x1f\x8b")))
		most = most < LIMIT_FEED_UNPACKED / LIMIT_INFLATE_RATIO
			   ? most * LIMIT_INFLATE_RATIO
			   : LIMIT_FEED_UNPACKED;
	return most > LIMIT_FEED_ARENA_FLOOR / LIMIT_FEED_ARENA_FACTOR
		   ? most * LIMIT_FEED_ARENA_FACTOR
		   : LIMIT_FEED_ARENA_FLOOR;
}

int
feed_read(struct arena *arena, const struct feed_input *in, struct feed *ret,
    struct err *e)
{
	struct builder builder;
	struct buf unpacked;
	struct slice bytes;
	enum inflated inflated;
	int rc = ERR_NONE;

	*ret = (struct feed){ .published_at = DATE_NONE,
		.updated_at = DATE_NONE,
		.ttl_minutes = -1,
		.sy_frequency = -1 };
	buf_init(&unpacked, LIMIT_FEED_UNPACKED);
	inflated = feed_inflate(in->bytes, &unpacked, &bytes);
	builder_init(&builder, arena, ret, in->base_url);
	if (unpacked.no_memory)
		rc = err_set(e, ERR_MEMORY, "no memory to unpack a feed");
	else if (inflated == INFLATE_LARGE)
		ret->why = SLICE("a gzip file that unpacks to too much");
	else
		rc = feed_read_catching(&builder, in, bytes, e);
	if (inflated == INFLATE_CUT && ret->complete) {
		ret->complete = false;
		ret->why = SLICE("a truncated or damaged gzip file");
	}
	builder_release(&builder);
	buf_release(&unpacked);
	return rc;
}
