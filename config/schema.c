/*
 * schema.c -- the table of all keys, and lookups in it.
 *
 * Ranges exclude values that are mistakes (a timeout of a year) and values
 * that the process cannot support (workers hold documents of 32 MiB,
 * LIMIT_WORKER_MEMORY).
 */
#include "config/schema.h"

#include <assert.h>
#include <stddef.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"

#define AT(member)    offsetof(struct config, member), 0
#define LIST(list, n) offsetof(struct config, list), offsetof(struct config, n)
#define FEED(member)  offsetof(struct config_feed, member), 0
#define FEED_LIST(list, n)                                                     \
	offsetof(struct config_feed, list), offsetof(struct config_feed, n)
#define NOWHERE        0, 0
#define DAY            (24 * 3600LL)
#define YEAR           (365 * DAY)
#define CENTURY        (36500 * DAY)
#define DOCUMENT_BYTES (32 * MIB)
#define TEXT_BYTES     1, LIMIT_CONFIG_TEXT_BYTES

const struct schema_key schema_keys[] = {
	{ "database", SCHEMA_DATABASE, AT(database), TEXT_BYTES, NULL, 0,
	    "var/gleaner.db",
	    "Where everything is kept: the path of an SQLite file. A relative "
	    "one starts in the directory of this file; the default starts in "
	    "the directory in which the program was started." },
	{ "contact", SCHEMA_TEXT, AT(contact), 1, LIMIT_CONTACT_BYTES, "null",
	    0, "null",
	    "How a site's operator reaches you: an address or a URL. Goes "
	    "into User-Agent: gleaner/VERSION (+contact)." },

	{ "poll", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "How often feeds are asked." },
	{ "poll.interval", SCHEMA_DURATION, AT(poll.interval_s), 1, YEAR, NULL,
	    0, "30m", "Time between two polls of a feed, to begin with." },
	{ "poll.min", SCHEMA_DURATION, AT(poll.min_s), 1, YEAR, NULL, 0, "5m",
	    "No feed is polled more often, however much it has to say. An "
	    "`interval` below lowers it where it is not given itself." },
	{ "poll.max", SCHEMA_DURATION, AT(poll.max_s), 1, YEAR, NULL, 0, "24h",
	    "No feed is polled less often, however silent it is. An "
	    "`interval` above raises it where it is not given itself." },
	{ "poll.adaptive", SCHEMA_BOOL, AT(poll.adaptive), 0, 0, NULL, 0,
	    "true",
	    "Learn from each feed how often it brings news, between `min` "
	    "and `max`; false keeps to `interval`." },

	{ "host", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "What one host is asked to bear." },
	{ "host.connections", SCHEMA_INT, AT(host.connections), 1, 64, NULL, 0,
	    "2", "Connections to one host at a time." },
	{ "host.gap", SCHEMA_DURATION_MS, AT(host.gap_ms), 0, DAY * 1000, NULL,
	    0, "1s", "Pause between two requests to one host." },
	{ "host.allow_private", SCHEMA_BOOL, AT(host.allow_private), 0, 0, NULL,
	    0, "false",
	    "Connect to private, loopback, link-local and multicast "
	    "addresses too. For tests and for feeds of one's own network: a "
	    "foreign feed can then make us ask hosts behind the firewall." },
	{ "host.robots", SCHEMA_BOOL, AT(host.robots), 0, 0, NULL, 0, "true",
	    "Obey robots.txt when articles are fetched." },
	{ "host.multi_tenant", SCHEMA_TAGS,
	    LIST(host.multi_tenant, host.n_multi_tenant), 0, LIMIT_MULTI_TENANT,
	    NULL, 0, "[]",
	    "Domains, such as example.org, behind which each feed is served "
	    "by somebody else (feed proxies, blog hosters): one that is told "
	    "to stay away waits alone. Connections and gap stay those of the "
	    "domain." },

	{ "fetch", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL, "Downloads." },
	{ "fetch.parallel", SCHEMA_INT, AT(fetch.parallel), 1, 4096, NULL, 0,
	    "256",
	    "Transfers at a time, over all hosts. Those whose server has said "
	    "nothing for half a second are not counted (up to eight times as "
	    "many)." },
	{ "fetch.timeout", SCHEMA_DURATION, AT(fetch.timeout_s), 1, 3600, NULL,
	    0, "30s", "The longest that one transfer may take." },
	{ "fetch.feed_bytes", SCHEMA_SIZE, AT(fetch.feed_bytes), KIB,
	    DOCUMENT_BYTES, NULL, 0, "32MiB",
	    "The largest feed that is taken, after decompression." },
	{ "fetch.page_bytes", SCHEMA_SIZE, AT(fetch.page_bytes), KIB,
	    DOCUMENT_BYTES, NULL, 0, "10MiB",
	    "The largest page that is taken, after decompression." },
	{ "fetch.proxy", SCHEMA_PROXY, AT(fetch.proxy), TEXT_BYTES, "null", 0,
	    "null",
	    "URL of a proxy for everything: http, https, socks4, socks4a, "
	    "socks5 or socks5h. Never taken from the environment." },

	{ "articles", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "The pages that feeds announce." },
	{ "articles.fetch", SCHEMA_BOOL, AT(articles.fetch), 0, 0, NULL, 0,
	    "true",
	    "Fetch them; false keeps what the feed says. A feed's own "
	    "`articles` comes first." },
	{ "articles.max_age", SCHEMA_DURATION, AT(articles.max_age_s), 1,
	    CENTURY, NULL, 0, "30d",
	    "Pages of entries that are older than this are not fetched." },
	{ "articles.feed_bytes_per_day", SCHEMA_SIZE,
	    AT(articles.feed_bytes_per_day), KIB, 1024 * 1024 * MIB, NULL, 0,
	    "64MiB",
	    "Text that one feed may bring in a day, counted in bytes of its "
	    "entries, new or reworded. What a document has beyond it waits "
	    "for the next day. 64MiB is twice the largest feed that is "
	    "taken; the database grows by some four times of it." },
	{ "articles.revisit", SCHEMA_DURATIONS,
	    LIST(articles.revisit_s, articles.n_revisits), 1, YEAR, NULL, 0,
	    "[1h, 6h, 24h]",
	    "How long after the first fetch a page is looked at again for "
	    "corrections; sooner where its feed edits the item; [] for "
	    "never." },
	{ "articles.raw", SCHEMA_CHOICE_BOOL, AT(articles.raw_keep), 0, 0,
	    "none|keep", 0, "keep",
	    "Keep pages as they were fetched, compressed, so that they can "
	    "be extracted again; for how long says retain.raw." },
	{ "articles.site_memory", SCHEMA_BOOL, AT(articles.site_memory), 0, 0,
	    NULL, 0, "true",
	    "Learn from a site's pages what stands on each of them; false "
	    "cuts every page as if it were the only one." },

	{ "workers", SCHEMA_INT, AT(workers), 1, LIMIT_WORKERS, "auto", 0,
	    "auto",
	    "Processes that read feeds and pages; auto is one a processor. Up "
	    "to twice as many while some take long." },

	{ "retain", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "How long things are kept." },
	{ "retain.articles", SCHEMA_DURATION, AT(retain.articles_s), 1, CENTURY,
	    "forever", CONFIG_FOREVER, "forever", "Articles." },
	{ "retain.raw", SCHEMA_DURATION, AT(retain.raw_s), 1, CENTURY,
	    "forever", CONFIG_FOREVER, "30d", "Pages as they were fetched." },
	{ "retain.polls", SCHEMA_DURATION, AT(retain.polls_s), 1, CENTURY,
	    "forever", CONFIG_FOREVER, "30d", "The record of polls." },

	{ "control", SCHEMA_SOCKET, AT(control), 1, LIMIT_SOCKET_PATH_BYTES,
	    NULL, 0, "run/gleaner.sock",
	    "The socket through which `gleaner` talks to the daemon. A "
	    "relative path starts in the directory of this file; the default "
	    "starts in the directory in which the program was started." },
	{ "listen", SCHEMA_LISTEN, AT(listen), TEXT_BYTES, "null", 0, "null",
	    "host:port for metrics and the status page, such as "
	    "127.0.0.1:7415." },
	{ "listen_names", SCHEMA_TAGS, LIST(listen_names, n_listen_names), 0,
	    LIMIT_LISTEN_NAMES, NULL, 0, "[]",
	    "Names under which browsers and scrapers may ask for `listen`, "
	    "such as news.example.lan, beside its own address and localhost. "
	    "Requests for another name are refused." },

	{ "log", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "What the daemon tells." },
	{ "log.level", SCHEMA_CHOICE, AT(log.level), 0, 0,
	    "error|warning|info|debug", 0, "info",
	    "error: someone must act; warning: it went on without "
	    "something; info: the daily story; debug: why." },
	{ "log.format", SCHEMA_CHOICE, AT(log.format), 0, 0, "text|json", 0,
	    "text", "One line an event, as key=value or as JSON." },

	{ "include", SCHEMA_INCLUDE, NOWHERE, 0, LIMIT_INCLUDES, NULL, 0, "[]",
	    "Further files, by patterns relative to this file: `*.yaml` and "
	    "`*.yml` hold the same keys (mostly `feeds`), `*.opml` are "
	    "subscription lists." },
	{ "feeds", SCHEMA_FEEDS, LIST(feeds, n_feeds), 0, LIMIT_FEEDS, NULL, 0,
	    "[]", "The subscriptions." },
};
const size_t schema_n_keys = ARRAY_LENGTH(schema_keys);

const struct schema_key schema_feed_keys[] = {
	{ "url", SCHEMA_URL, FEED(url), 1, LIMIT_URL_BYTES, NULL, 0, NULL,
	    "Where the feed is, http or https. Required." },
	{ "title", SCHEMA_TEXT, FEED(title), 1, LIMIT_TITLE_BYTES, "null", 0,
	    "null", "Your name for it, in place of the feed's own." },
	{ "interval", SCHEMA_DURATION, FEED(interval_s), 1, LIMIT_INTERVAL_S,
	    NULL, 0, "poll.interval", "Time between two polls of this feed." },
	{ "tags", SCHEMA_TAGS, FEED_LIST(tags, n_tags), 0, LIMIT_ENTRY_LIST,
	    NULL, 0, "[]", "Words to find its articles by." },
	{ "site", SCHEMA_SITES, FEED_LIST(sites, n_sites), 0, LIMIT_FEED_SITES,
	    NULL, 0, "[]",
	    "Other sites that this feed may speak for, such as example.org: "
	    "one, or a list. What it says of their pages counts as if it were "
	    "a feed of that site." },
	{ "articles", SCHEMA_BOOL, FEED(fetch_articles), 0, 0, NULL, 0,
	    "articles.fetch", "Fetch the pages it announces." },
	{ "headers", SCHEMA_HEADERS, FEED_LIST(headers, n_headers), 0,
	    LIMIT_FEED_HEADERS, NULL, 0, "{}",
	    "Request headers that are sent to this feed's origin only, such "
	    "as a key. The file should then be readable by the daemon "
	    "alone." },
};
const size_t schema_n_feed_keys = ARRAY_LENGTH(schema_feed_keys);

/* ------------------------------------------------------------------- names */

const char *
schema_name(const struct schema_key *key)
{
	const char *point = strrchr(key->path, '.');

	return point ? point + 1 : key->path;
}

bool
schema_is_in(const struct schema_level *level, const struct schema_key *key)
{
	const char *point = strrchr(key->path, '.');
	size_t n = point ? (size_t)(point - key->path) : 0;

	return slice_equal(
	    (struct slice){ key->path, n }, slice_of(level->section));
}

const struct schema_key *
schema_find(const struct schema_level *level, struct slice name)
{
	for (size_t i = 0; i < level->n_keys; i++)
		if (schema_is_in(level, &level->keys[i]) &&
		    slice_equal(name, slice_of(schema_name(&level->keys[i]))))
			return &level->keys[i];
	return NULL;
}

const struct schema_key *
schema_of(const char *path)
{
	size_t i = 0;

	while (i < schema_n_keys && strcmp(schema_keys[i].path, path) != 0)
		i++;
	assert(i < schema_n_keys);
	return &schema_keys[i];
}

/* ------------------------------------------------------------------- hints */

#define HINT_MAX_BYTES 24 /* longer than any misspelt key */

static size_t
schema_min_of_three(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;

	return least < c ? least : c;
}

/* The restricted Damerau-Levenshtein distance: letters omitted, inserted,
 * replaced, or swapped with a neighbour.  Both at most HINT_MAX_BYTES. */
static size_t
schema_distance(struct slice a, struct slice b)
{
	size_t rows[HINT_MAX_BYTES + 1][HINT_MAX_BYTES + 1];

	for (size_t i = 0; i <= a.len; i++)
		rows[i][0] = i;
	for (size_t j = 0; j <= b.len; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a.len; i++) {
		for (size_t j = 1; j <= b.len; j++) {
			size_t *cell = &rows[i][j];

			*cell = schema_min_of_three(rows[i - 1][j] + 1,
			    rows[i][j - 1] + 1,
			    rows[i - 1][j - 1] + (a.p[i - 1] != b.p[j - 1]));
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
			    a.p[i - 2] == b.p[j - 1] &&
			    rows[i - 2][j - 2] + 1 < *cell)
				*cell = rows[i - 2][j - 2] + 1;
		}
	}
	return rows[a.len][b.len];
}

/* Lower case, with "-" and "_" as one character. */
static struct slice
schema_fold_name(struct slice name, char out[HINT_MAX_BYTES])
{
	for (size_t i = 0; i < name.len; i++) {
		char c = ascii_lower(name.p[i]);

		out[i] = c == '-' ? '_' : c;
	}
	return (struct slice){ out, name.len };
}

/* The nearest key with one or two mistakes, in the level or in all sections;
 * of two equally near keys, the first. */
static const struct schema_key *
schema_find_near(
    const struct schema_level *level, struct slice name, bool anywhere)
{
	const struct schema_key *nearest = NULL;
	char folded[HINT_MAX_BYTES];
	size_t least = name.len < 4 ? 2 : 3;

	if (name.len == 0 || name.len > HINT_MAX_BYTES)
		return NULL;
	name = schema_fold_name(name, folded);
	for (size_t i = 0; i < level->n_keys; i++) {
		const struct schema_key *key = &level->keys[i];
		size_t mistakes;

		if (!anywhere && !schema_is_in(level, key))
			continue;
		mistakes = schema_distance(name, slice_of(schema_name(key)));
		if (mistakes < least) {
			least = mistakes;
			nearest = key;
		}
	}
	return nearest;
}

/* "poll.interval" as one key. */
static const struct schema_key *
schema_find_path(const struct schema_level *level, struct slice path)
{
	for (size_t i = 0; i < level->n_keys; i++)
		if (slice_equal(path, slice_of(level->keys[i].path)))
			return &level->keys[i];
	return NULL;
}

void
schema_hint(
    const struct schema_level *level, struct slice name, struct buf *out)
{
	const struct schema_key *key = schema_find_near(level, name, false);
	bool first = true;

	if (key == NULL)
		key = schema_find_path(level, name);
	if (key == NULL)
		key = schema_find_near(level, name, true);
	if (key != NULL) {
		buf_printf(out, "expected %s", key->path);
		return;
	}
	buf_append_string(out, "expected one of ");
	for (size_t i = 0; i < level->n_keys; i++) {
		if (!schema_is_in(level, &level->keys[i]))
			continue;
		buf_printf(out, "%s%s", first ? "" : ", ",
		    schema_name(&level->keys[i]));
		first = false;
	}
}
