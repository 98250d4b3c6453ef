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
#include "base/limits/limits_filter.h"
#include "base/limits/limits_portal.h"
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
	    "Path of the SQLite database, or URL of a PostgreSQL database, "
	    "such as postgresql://user@host/name?sslmode=verify-full. A "
	    "relative path is relative to the directory of this file, but the "
	    "default is relative to the directory in which the program was "
	    "started. "
	    "Put the password of a PostgreSQL user in a file (PGPASSFILE)." },
	{ "contact", SCHEMA_TEXT, AT(contact), 1, LIMIT_CONTACT_BYTES, "null",
	    0, "null",
	    "An address or URL under which the operator of a site can reach "
	    "you. Requests carry this address in the User-Agent header, as "
	    "gleaner/VERSION (+contact)." },

	{ "poll", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "How often feeds are polled." },
	{ "poll.interval", SCHEMA_DURATION, AT(poll.interval_s), 1, YEAR, NULL,
	    0, "30m",
	    "Time between two polls of a feed whose rate of new items is not "
	    "known yet." },
	{ "poll.min", SCHEMA_DURATION, AT(poll.min_s), 1, YEAR, NULL, 0, "5m",
	    "The shortest time between two polls of a feed. If `min` is not "
	    "set, a shorter `interval` lowers `min`." },
	{ "poll.max", SCHEMA_DURATION, AT(poll.max_s), 1, YEAR, NULL, 0, "24h",
	    "The longest time between two polls of a feed. If `max` is not "
	    "set, a longer `interval` raises `max`." },
	{ "poll.adaptive", SCHEMA_BOOL, AT(poll.adaptive), 0, 0, NULL, 0,
	    "true",
	    "Adapt the time between polls to each feed's rate of new items, "
	    "between `min` and `max`. If false, every feed is polled at "
	    "`interval`." },

	{ "host", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "Limits on the requests to one host." },
	{ "host.connections", SCHEMA_INT, AT(host.connections), 1, 64, NULL, 0,
	    "2",
	    "The largest number of connections to one host at the same time." },
	{ "host.gap", SCHEMA_DURATION_MS, AT(host.gap_ms), 0, DAY * 1000, NULL,
	    0, "1s",
	    "Pause between two requests to one host, counted from the time at "
	    "which the first one was sent." },
	{ "host.allow_private", SCHEMA_BOOL, AT(host.allow_private), 0, 0, NULL,
	    0, "false",
	    "Also connect to private, loopback, link-local and multicast "
	    "addresses. Use this only for tests and for feeds on your own "
	    "network, because any feed can then make the daemon send "
	    "requests to hosts inside your firewall." },
	{ "host.robots", SCHEMA_BOOL, AT(host.robots), 0, 0, NULL, 0, "true",
	    "Obey robots.txt when pages, sitemaps and archives of feeds are "
	    "fetched. Feeds are always polled." },
	{ "host.multi_tenant", SCHEMA_TAGS,
	    LIST(host.multi_tenant, host.n_multi_tenant), 0, LIMIT_MULTI_TENANT,
	    NULL, 0, "[]",
	    "Domains, such as example.org, that serve feeds of different "
	    "publishers (feed proxies, blog hosters). If such a domain refuses "
	    "one feed or asks it to wait, only that feed waits. If it refuses "
	    "a page, only the pages of the same host name wait. `connections` "
	    "and `gap` still apply to the domain as a whole." },

	{ "fetch", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL, "Downloads." },
	{ "fetch.parallel", SCHEMA_INT, AT(fetch.parallel), 1, 4096, NULL, 0,
	    "256",
	    "The largest number of transfers at the same time, over all hosts. "
	    "A transfer is not counted after its server has not answered for "
	    "half a second; all transfers together are at most eight times "
	    "this number, and at most 4096." },
	{ "fetch.timeout", SCHEMA_DURATION, AT(fetch.timeout_s), 1, 3600, NULL,
	    0, "30s", "The longest time that one transfer may take." },
	{ "fetch.feed_bytes", SCHEMA_SIZE, AT(fetch.feed_bytes), KIB,
	    DOCUMENT_BYTES, NULL, 0, "32MiB",
	    "The largest feed that is accepted, in bytes after "
	    "decompression." },
	{ "fetch.page_bytes", SCHEMA_SIZE, AT(fetch.page_bytes), KIB,
	    DOCUMENT_BYTES, NULL, 0, "10MiB",
	    "The largest page that is accepted, in bytes after "
	    "decompression." },
	{ "fetch.proxy", SCHEMA_PROXY, AT(fetch.proxy), TEXT_BYTES, "null", 0,
	    "null",
	    "URL of a proxy for all requests: http, https, socks4, socks4a, "
	    "socks5 or socks5h. Proxy variables of the environment are "
	    "ignored." },

	{ "fetch.allow_downgrade", SCHEMA_BOOL, AT(fetch.allow_downgrade), 0, 0,
	    NULL, 0, "false",
	    "Follow redirects from https to http. If false, the target is "
	    "requested with https, and the redirect is refused if this fails: "
	    "everybody between the server and the daemon can change a page "
	    "that is sent with http." },

	{ "articles", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "The pages to which the entries of feeds link." },
	{ "articles.fetch", SCHEMA_BOOL, AT(articles.fetch), 0, 0, NULL, 0,
	    "true",
	    "Fetch the pages to which entries link. If false, only the text in "
	    "the feed is stored. The key `articles` of a feed overrides this "
	    "key." },
	{ "articles.max_age", SCHEMA_DURATION, AT(articles.max_age_s), 1,
	    CENTURY, NULL, 0, "30d",
	    "Pages of entries that are older than this are not fetched." },
	{ "articles.feed_bytes_per_day", SCHEMA_SIZE,
	    AT(articles.feed_bytes_per_day), KIB, 1024 * 1024 * MIB, NULL, 0,
	    "64MiB",
	    "The largest amount of text that is stored for one feed in a "
	    "day, in bytes of its new and changed entries. Further entries "
	    "wait for the next day. The default is twice the size of the "
	    "largest accepted feed. The database grows by about four times "
	    "the size of the stored text." },
	{ "articles.revisit", SCHEMA_DURATIONS,
	    LIST(articles.revisit_s, articles.n_revisits), 1, YEAR, NULL, 0,
	    "[1h, 6h, 24h]",
	    "Times after the first fetch at which a page is fetched again to "
	    "find corrections. A page is fetched earlier if its feed changes "
	    "the item. [] means never." },
	{ "articles.raw", SCHEMA_CHOICE_BOOL, AT(articles.raw_keep), 0, 0,
	    "none|keep", 0, "keep",
	    "Store pages as they were fetched, compressed, so that they can be "
	    "extracted again. `retain.raw` limits their age." },
	{ "articles.site_memory", SCHEMA_BOOL, AT(articles.site_memory), 0, 0,
	    NULL, 0, "true",
	    "Recognise blocks that occur on many pages of a site. If false, "
	    "each page is extracted by itself." },

	{ "articles.renderer", SCHEMA_RENDERER, AT(articles.renderer),
	    TEXT_BYTES, "null", 0, "null",
	    "URL of a program on this machine that loads a page in a "
	    "browser and returns its HTML. Gleaner asks this program for "
	    "pages of sites with `render: true` in which no text was found." },

	{ "enrich", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "Keywords, summaries and categories of articles." },
	{ "enrich.enabled", SCHEMA_BOOL, AT(enrich.enabled), 0, 0, NULL, 0,
	    "true",
	    "Compute keywords, a summary and categories for each article. If "
	    "false, the other keys of this section have no effect. `enrich: "
	    "null` has the same effect." },
	{ "enrich.keywords", SCHEMA_INT, AT(enrich.keywords), 0,
	    LIMIT_ENRICH_KEYWORDS, NULL, 0, "10",
	    "The largest number of keywords of an article. Terms that are much "
	    "weaker than the best one are left out." },
	{ "enrich.sentences", SCHEMA_INT, AT(enrich.sentences), 0,
	    LIMIT_ENRICH_SENTENCES, NULL, 0, "3",
	    "The largest number of sentences of an article's summary." },
	{ "enrich.categories", SCHEMA_BOOL, AT(enrich.categories), 0, 0, NULL,
	    0, "true",
	    "Find the categories of an article by its section, its address or "
	    "its tags, or else by its text. docs/portal.md describes the "
	    "methods." },

	{ "workers", SCHEMA_INT, AT(workers), 1, LIMIT_WORKERS, "auto", 0,
	    "auto",
	    "Number of processes that parse feeds and pages; auto is one for "
	    "each processor. Up to half as many, at least one, run in addition "
	    "for trusted hosts, and up to half as many for documents that take "
	    "long." },

	{ "retain", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "Ages at which data are deleted." },
	{ "retain.articles", SCHEMA_DURATION, AT(retain.articles_s), 1, CENTURY,
	    "forever", CONFIG_FOREVER, "forever",
	    "Age at which articles are deleted." },
	{ "retain.raw", SCHEMA_DURATION, AT(retain.raw_s), 1, CENTURY,
	    "forever", CONFIG_FOREVER, "30d",
	    "Age at which stored pages are deleted." },
	{ "retain.polls", SCHEMA_DURATION, AT(retain.polls_s), 1, CENTURY,
	    "forever", CONFIG_FOREVER, "30d",
	    "Age at which records of polls are deleted." },

	{ "control", SCHEMA_SOCKET, AT(control), 1, LIMIT_SOCKET_PATH_BYTES,
	    NULL, 0, "run/gleaner.sock",
	    "Path of the socket to which `gleaner` sends requests for the "
	    "daemon. A relative path is relative to the directory of this "
	    "file, but the default is relative to the directory in which the "
	    "program was started." },
	{ "listen", SCHEMA_LISTEN, AT(listen), TEXT_BYTES, "null", 0, "null",
	    "host:port on which metrics and the status page are served, such as"
	    " 127.0.0.1:7415." },
	{ "listen_names", SCHEMA_TAGS, LIST(listen_names, n_listen_names), 0,
	    LIMIT_LISTEN_NAMES, NULL, 0, "[]",
	    "Host names by which clients may address `listen`, such as "
	    "news.example.lan, in addition to its own address and localhost. "
	    "Requests with another host name are refused." },

	{ "serve", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "The web pages, feeds and API of `gleaner serve`." },
	{ "serve.listen", SCHEMA_LISTEN, AT(serve.listen), TEXT_BYTES, NULL, 0,
	    "127.0.0.1:7416",
	    "host:port on which `gleaner serve` answers. Without `token_file` "
	    "only clients on this machine get answers." },
	{ "serve.token_file", SCHEMA_PATH, AT(serve.token_file), TEXT_BYTES,
	    "null", 0, "null",
	    "A file with one token on each line, optionally followed by its "
	    "scopes: read, consume. Each request then needs one of the "
	    "tokens." },
	{ "serve.images", SCHEMA_CHOICE_BOOL, AT(serve.remote_images), 0, 0,
	    "none|remote", 0, "none",
	    "remote: pages show pictures from the sites of the articles, which "
	    "then learn the address of the reader. none: pages link to "
	    "them." },
	{ "images", SCHEMA_CHOICE_BOOL, AT(serve.remote_images), 0, 0,
	    "none|remote", 0, "none", "The same key as `serve.images`." },

	{ "websub", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "Deliveries from the hubs that feeds name (WebSub). Without "
	    "`listen`, nothing is subscribed. docs/websub.md describes the "
	    "setup." },
	{ "websub.listen", SCHEMA_LISTEN, AT(websub.listen), TEXT_BYTES, "null",
	    0, "null",
	    "host:port on which the daemon answers hubs, such as "
	    "127.0.0.1:7417. A reverse proxy must pass requests for "
	    "`callback` to this address." },
	{ "websub.callback", SCHEMA_CALLBACK, AT(websub.callback), 1,
	    LIMIT_WEBSUB_CALLBACK_BYTES, "null", 0, "null",
	    "Public URL under which hubs reach `listen`, such as "
	    "https://news.example.org/websub. A random name is appended for "
	    "each subscription. Required if `listen` is set." },

	{ "fleet", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "Several daemons with one PostgreSQL database. Without PostgreSQL "
	    "these keys have no effect." },
	{ "fleet.node", SCHEMA_TEXT, AT(fleet.node), 1, LIMIT_NAME_BYTES,
	    "null", 0, "null",
	    "The name of this daemon in `gleaner fleet`, in `status` and in "
	    "metrics. null: the name of the machine." },
	{ "fleet.lease", SCHEMA_DURATION, AT(fleet.lease_s), 5, 300, NULL, 0,
	    "30s",
	    "Time for which a daemon owns its hosts without contact to the "
	    "database. If a daemon crashes, other daemons own its hosts after "
	    "this time. Use the same value for all daemons." },

	{ "log", SCHEMA_SECTION, NOWHERE, 0, 0, NULL, 0, NULL,
	    "The log of the daemon." },
	{ "log.level", SCHEMA_CHOICE, AT(log.level), 0, 0,
	    "error|warning|info|debug", 0, "info",
	    "error: an operator must act; warning: the daemon continued without"
	    " something; info: normal operation; debug: reasons." },
	{ "log.format", SCHEMA_CHOICE, AT(log.format), 0, 0, "text|json", 0,
	    "text", "One line for each event, as key=value or as JSON." },

	{ "include", SCHEMA_INCLUDE, NOWHERE, 0, LIMIT_INCLUDES, NULL, 0, "[]",
	    "Further files, as patterns relative to this file: `*.yaml` and "
	    "`*.yml` contain the same keys (mostly `feeds`), `*.opml` are "
	    "subscription lists." },
	{ "sites", SCHEMA_SITE_LIST, LIST(sites, n_sites), 0, LIMIT_SITES, NULL,
	    0, "[]",
	    "How single sites are requested: headers, cookies, proxy and "
	    "other settings for feeds and pages of a domain or host." },
	{ "filters", SCHEMA_FILTERS, NOWHERE, 0, LIMIT_FILTERS, NULL, 0, "[]",
	    "Articles to block, to label or to fetch first, such as { if: "
	    "'title ~ /horoscope/i', then: block } or { if: 'feed_tag = local "
	    "and text ~ /flood/i', then: { tag: flood } }. docs/filters.md "
	    "describes the language." },
	{ "profiles", SCHEMA_PROFILES, NOWHERE, 0, LIMIT_PROFILES, NULL, 0,
	    "[]",
	    "Interests of readers, such as { name: energy, keywords: [grid, "
	    "\"heat pump\"], categories: [economy], lang: [en] }. `gleaner "
	    "profile` lists the articles of a profile; docs/portal.md "
	    "describes the score." },
	{ "feeds", SCHEMA_FEEDS, LIST(feeds, n_feeds), 0, LIMIT_FEEDS, NULL, 0,
	    "[]", "The subscriptions." },
};
const size_t schema_n_keys = ARRAY_LENGTH(schema_keys);

const struct schema_key schema_feed_keys[] = {
	{ "url", SCHEMA_URL, FEED(url), 1, LIMIT_URL_BYTES, NULL, 0, NULL,
	    "The address of the feed, http or https. Required." },
	{ "title", SCHEMA_TEXT, FEED(title), 1, LIMIT_TITLE_BYTES, "null", 0,
	    "null", "A name that replaces the title that the feed gives." },
	{ "interval", SCHEMA_DURATION, FEED(interval_s), 1, LIMIT_INTERVAL_S,
	    NULL, 0, "poll.interval", "Time between two polls of this feed." },
	{ "tags", SCHEMA_TAGS, FEED_LIST(tags, n_tags), 0, LIMIT_ENTRY_LIST,
	    NULL, 0, "[]",
	    "Words by which the articles of the feed can be selected." },
	{ "site", SCHEMA_SITES, FEED_LIST(sites, n_sites), 0, LIMIT_FEED_SITES,
	    NULL, 0, "[]",
	    "Other sites whose articles this feed may describe, such as "
	    "example.org: one site, or a list. The feed is then treated as a "
	    "feed of these sites." },
	{ "articles", SCHEMA_BOOL, FEED(fetch_articles), 0, 0, NULL, 0,
	    "articles.fetch",
	    "Fetch the pages to which the entries of the feed link." },
	{ "headers", SCHEMA_HEADERS, FEED_LIST(headers, n_headers), 0,
	    LIMIT_FEED_HEADERS, NULL, 0, "{}",
	    "Request headers that are sent only to this feed's origin, such "
	    "as an API key. A value may also be read from a file or from a "
	    "systemd credential (docs/access.md). Only the daemon should be "
	    "able to read the file with an API key." },
};
const size_t schema_n_feed_keys = ARRAY_LENGTH(schema_feed_keys);

/* ------------------------------------------------------------------- names */

const char *
schema_name(const struct schema_key *key)
{
	const char *point = strrchr(key->path, '.');

	return point ? point + 1 : key->path;
}

static bool
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

/* Returns the restricted Damerau-Levenshtein distance, which counts letters
 * that are omitted, inserted, replaced, or swapped with a neighbour.  Both
 * texts have at most HINT_MAX_BYTES. */
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

/* Converts a name to lower case and "-" to "_", because people confuse these
 * spellings. */
static struct slice
schema_fold_name(struct slice name, char out[HINT_MAX_BYTES])
{
	for (size_t i = 0; i < name.len; i++) {
		char c = ascii_lower(name.p[i]);

		out[i] = c == '-' ? '_' : c;
	}
	return (struct slice){ out, name.len };
}

/* Finds the most similar key with at most two mistakes, or one if the name has
 * fewer than four bytes.  Searches the level or, if `anywhere` is true, all
 * sections.  If two keys are equally similar, the first one is returned. */
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

/* Finds a key that was written with its section, such as "poll.interval". */
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
