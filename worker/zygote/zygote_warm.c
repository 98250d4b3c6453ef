/*
 * zygote_warm.c -- uses every library once, before the sandbox is entered.
 *
 * A child may not open files or make unusual system calls. So everything that
 * is loaded, seeded or measured on first use must be prepared before: tidy's
 * locale, libxml2's tables, the hash seeds of jansson and of our own tables
 * (getrandom), qsort's query of the memory size (sysinfo), and the modules of
 * iconv, which are files.
 */
#include <jansson.h>
#include <malloc.h>
#include <stdlib.h>

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <tidy/tidy.h>
#include <tidy/tidybuffio.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/memory/large_pages.h"
#include "base/table.h"
#include "crawler/robots.h"
#include "url/url.h"
#include "worker/zygote/zygote_parts.h"

/* ---- libraries ---- */

static const char page[] =
    "<!DOCTYPE html><html lang=en><head><meta charset=utf-8>"
    "<title>Harvest begins &mdash; Example</title>"
    "<meta property=\"article:published_time\" "
    "content=\"2024-09-01T08:00:00+02:00\">"
    "<script type=\"application/ld+json\">{\"@type\":\"NewsArticle\","
    "\"headline\":\"Harvest begins\",\"author\":{\"name\":\"A. Reaper\"}}"
    "</script></head><body><ul><li><a href=\"/\">Home</a></ul>"
    "<article><h1>Harvest begins</h1><img src=\"/a.jpg\" alt=\"A field\">"
    "<p>The first fields of the valley were cut this morning, two weeks "
    "earlier than in any year that the growers can remember.</p>"
    "<p>They blame the dry spring, and they hope for a little rain before "
    "the late varieties are ripe &amp; ready.</p></article></body></html>";

static const char rss[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?><rss version=\"2.0\"><channel>"
    "<title>Example</title><link>https://example.org/</link><item>"
    "<title>Harvest &amp; more</title><link>https://example.org/1</link>"
    "<pubDate>Sun, 01 Sep 2024 08:00:00 GMT</pubDate>"
    "<description>&lt;p&gt;It begins.&lt;/p&gt;</description></item>"
    "</channel></rss>";

static const char atom[] =
    "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Example</title>"
    "<id>urn:1</id><updated>2024-09-01T08:00:00Z</updated></feed>";

static const char json[] =
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"Example\","
    "\"items\":[{\"id\":\"1\",\"content_text\":\"It begins.\"}]}";

static const char robots[] = "User-agent: *\nDisallow: /private/*.html$\n";

static void
zygote_warm_libxml2(void)
{
	xmlInitParser();
	xmlFreeDoc(xmlReadMemory(rss, sizeof(rss) - 1, NULL, NULL,
	    XML_PARSE_NONET | XML_PARSE_RECOVER | XML_PARSE_NOERROR |
		XML_PARSE_NOWARNING));
	xmlFreeDoc(htmlReadMemory(page, sizeof(page) - 1, NULL, "utf-8",
	    HTML_PARSE_NONET | HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
		HTML_PARSE_NOWARNING));
}

static void
zygote_warm_tidy(void)
{
	TidyDoc doc = tidyCreate();
	TidyBuffer errors = { 0 };

	if (doc == NULL)
		return;
	tidySetErrorBuffer(doc, &errors);
	tidyParseString(doc, page);
	tidyCleanAndRepair(doc);
	tidyRelease(doc);
	tidyBufFree(&errors);
}

static int
zygote_warm_compare_bytes(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

/* Sorts items of more than 1 KiB, so that the C library queries the memory
 * size.  They are few, because they are sorted at each start. */
static void
zygote_warm_sorting(void)
{
	const size_t item_bytes = 2048;
	char *items = calloc(4, item_bytes);

	if (items != NULL)
		qsort(items, 4, item_bytes, zygote_warm_compare_bytes);
	free(items);
}

/* ---- modules of Gleaner ---- */

struct warm_arena {
	struct arena arena;
	struct buf text;
	jmp_buf exhausted;
};

static void
zygote_warm_modules(struct warm_arena *warm, struct charsets *charsets)
{
	static const struct slice feeds[] = {
		{ rss, sizeof(rss) - 1 },
		{ atom, sizeof(atom) - 1 },
		{ json, sizeof(json) - 1 },
	};
	struct arena *arena = &warm->arena;
	struct slice url;

	for (size_t i = 0; i < ARRAY_LENGTH(feeds); i++) {
		const struct feed_input in = { .bytes = feeds[i],
			.base_url = SLICE("https://example.org/feed"),
			.charsets = charsets };
		struct feed feed;

		feed_read(arena, &in, &feed, NULL);
	}
	robots_reduce(arena, (struct slice){ robots, sizeof(robots) - 1 },
	    SLICE("gleaner"), &warm->text);
	if (url_resolve(arena, SLICE("https://www.example.co.uk/a/b"),
		SLICE("../c?d=%C3%A9#e"), &url) &&
	    url_canonical(arena, url, &url))
		url_budget_key(arena, url, &url);
}

static int
zygote_warm_cuter(struct cuter **ret, struct err *e)
{
	static const enum cuter_parser fallback_levels[] = { CUTER_PARSER_AUTO,
		CUTER_PARSER_TIDY, CUTER_PARSER_LIBXML2, CUTER_PARSER_PLAIN };
	const struct cuter_input in = {
		.bytes = { page, sizeof(page) - 1 },
		.content_type = SLICE("text/html"),
		.url = SLICE("https://example.org/1"),
		.hint_title = SLICE("Harvest begins"),
	};
	struct cuter *cuter;
	int rc = cuter_new(&cuter, e);

	if (rc != 0)
		return rc;
	for (size_t i = 0; i < ARRAY_LENGTH(fallback_levels); i++) {
		const struct cuter_options options = { .parser =
							   fallback_levels[i] };
		struct cuter_article article;

		rc = cuter_cut(cuter, &in, &options, &article, e);
		if (rc != 0) {
			cuter_free(cuter);
			return err_wrap(e, "built-in test page");
		}
	}
	*ret = cuter;
	return 0;
}

static int
zygote_warm_enricher(struct enricher **ret, struct err *e)
{
	static const struct enrich_input in = {
		.title = SLICE("Harvest begins"),
		.body = SLICE("The first fields of the valley were cut this "
			      "morning. The growers blame the dry spring."),
		.language = SLICE("en"),
	};
	static const struct enrich_options options = { .keywords = 10,
		.sentences = 1 };
	struct enrichment enrichment;
	int rc = enricher_new(ret, e);

	return rc != 0 ? rc : enrich_text(*ret, &in, &options, &enrichment, e);
}

/* ---- memory ---- */

size_t
zygote_heap_bytes(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.arena + info.hblkhd;
}

void
zygote_warm_reserve(struct warm *warm)
{
	if (warm->cuter != NULL)
		cuter_trim(warm->cuter);
	if (warm->enricher != NULL)
		enricher_trim(warm->enricher);
	large_pages_reserve(LARGE_PAGES_WORKER);
	warm->heap_bytes = zygote_heap_bytes();
}

/* ---- all of it ---- */

void
zygote_warm_feeds(struct warm *ret)
{
	struct warm_arena warm;

	*ret = (struct warm){ 0 };
	charsets_init(&ret->charsets);
	charsets_open_all(&ret->charsets);
	zygote_warm_sorting();
	zygote_warm_libxml2();
	json_decref(json_loads(json, 0, NULL));
	hash_bytes(SLICE("seed"));

	arena_init(&warm.arena, LIMIT_FEED_ARENA_FLOOR);
	buf_init(&warm.text, KIB);
	warm.arena.exhausted = &warm.exhausted;
	if (setjmp(warm.exhausted) == 0)
		zygote_warm_modules(&warm, &ret->charsets);
	buf_release(&warm.text);
	arena_release(&warm.arena);
}

int
zygote_warm(struct warm *ret, struct err *e)
{
	int rc;

	zygote_warm_feeds(ret);
	zygote_warm_tidy();
	rc = zygote_warm_enricher(&ret->enricher, e);
	return rc != 0 ? rc : zygote_warm_cuter(&ret->cuter, e);
}
