/*
 * config_test.c -- the meaning of valid files, and the faults of invalid ones.
 */
#include <stdlib.h>

#include "base/array.h"
#include "config/config.h"
#include "config/testing.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 20)

/* Returns NULL if the text has faults, which are written to the buf. */
static struct config *
config_test_read_text(const char *text, struct buf *faults)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;
	int rc = config_read("f", slice_of(text), &config, faults, &e);

	if ((rc == 0) != (config != NULL) || (rc != 0 && e.text[0] == '\0'))
		ok(false, "code and result agree for: %s", text);
	return config;
}

/* ------------------------------------------------------------------ faults */

static const struct {
	const char *text, *faults;
} faulty[] = {
	{ "a: [1, 2\n", "f:2:1: a \"[\" without its \"]\", expected "
			"\",\" or \"]\" for the one in line 1\n" },
	{ "poll:\n\tinterval: 1m\n", "f:2:1: a tab, expected spaces (YAML does "
				     "not allow tabs as indentation)\n" },
	{ "log: {level: info\n",
	    "f:2:1: a \"{\" without its \"}\", expected \",\" or \"}\" for "
	    "the one in line 1\n" },
	{ "poll:\n  interval: 5m\n min: 1m\n",
	    "f:3:2: an indentation that fits no key above, expected as many "
	    "spaces as before the other keys of the map that begins in line "
	    "1\n" },
	{ "poll:\n  interval: 5m\n    min: 1m\n",
	    "f:3:8: a \":\" where no key is allowed, expected a \":\" after "
	    "the key above, the indentation of that key, or quotes around a "
	    "value that has \": \" in it\n" },
	{ "feeds:\n  - url: https://a.example/\n  title: x\n",
	    "f:3:3: an indentation that fits no item above, expected as many "
	    "spaces as before the other items of the list that begins in line "
	    "2, and two more before the keys of an item\n" },
	{ "contact: \"me\npoll: {}\n",
	    "f:3:1: a quoted text without its end, expected a closing quote "
	    "for the one in line 1\n" },
	{ "contact: @me\n",
	    "f:1:10: a character that no value can begin with, expected "
	    "quotes around the value\n" },
	{ "- a\n", "f:1:1: a list, expected keys, such as feeds:\n" },
	{ "just text\n", "f:1:1: a text, expected keys, such as feeds:\n" },
	{ "feeds: [&x https://a.example/]\n",
	    "f:1:9: an anchor (&), expected the value itself\n" },
	{ "feeds:\n  - &x https://a.example/\n  - *x\n",
	    "f:2:5: an anchor (&), expected the value itself\nf:3:5: an alias "
	    "(*), expected the value itself\n" },
	{ "workers: !!int 3\n",
	    "f:1:10: a tag (!), expected the value itself\n" },
	{ "workers: 1\nworkers: 2\n", "f:2:1: key \"workers\" is given twice, "
				      "expected once (first in line 1)\n" },
	{ "poll: {min: 1m, min: 2m}\n", "f:1:17: key \"min\" is given twice, "
					"expected once (first in line 1)\n" },
	{ "---\nworkers: 1\n---\nworkers: 2\n",
	    "f:3:1: a second YAML document, expected one per file\n" },
	{ "? [a]\n: b\n", "f:1:3: a list or map as a key, expected a name\n" },
	{ "contact: \"caf\xE9\"\n",
	    "f:1:14: byte 0xE9 is not valid UTF-8, expected text\n" },
	{ "contact: a\x1B[31m\n",
	    "f:1:11: control character U+001B, expected text\n" },
	{ "x: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n",
	    "f:1:35: nesting deeper than 32 levels\n" },
	{ "feeds: [{ url: https://a/, site: '' }]\n",
	    "f:1:34: site: not the name of a site, expected a site or a list "
	    "of sites, such as example.org\n" },
	{ "feeds: [{ url: https://a/, site: [not a site] }]\n",
	    "f:1:35: site: not the name of a site, expected a site or a list "
	    "of sites, such as example.org\n" },
	{ "feeds: [{ url: https://a/, site: { a: b } }]\n",
	    "f:1:34: site: a map, expected a site or a list of "
	    "sites, such as example.org\n" },
	{ "intervall: 5m\n",
	    "f:1:1: unknown key \"intervall\", expected poll.interval\n" },
	{ "poll:\n  intervall: 5m\n", "f:2:3: unknown key \"intervall\" in "
				      "poll, expected poll.interval\n" },
	{ "interval: 5m\n",
	    "f:1:1: unknown key \"interval\", expected poll.interval\n" },
	{ "host:\n  allow-private: true\n",
	    "f:2:3: unknown key \"allow-private\" in host, expected "
	    "host.allow_private\n" },
	{ "feed: []\n", "f:1:1: unknown key \"feed\", expected feeds\n" },
	{ "colour: red\n",
	    "f:1:1: unknown key \"colour\", expected one of database, contact, "
	    "poll, host, fetch, articles, enrich, workers, retain, control, "
	    "listen, listen_names, serve, images, websub, fleet, log, include, "
	    "sites, filters, profiles, feeds\n" },
	{ "fleet: {lease: 4s}\n",
	    "f:1:16: fleet.lease: \"4s\" is out of range, expected a duration "
	    "from 5s to 5m, such as 30s or 5m\n" },
	{ "fleet: {lease: 6m}\n",
	    "f:1:16: fleet.lease: \"6m\" is out of range, expected a duration "
	    "from 5s to 5m, such as 30s or 5m\n" },
	{ "poll: {speed: 1}\n",
	    "f:1:8: unknown key \"speed\" in poll, expected one of interval, "
	    "min, max, adaptive\n" },
	{ "Workers: 1\n",
	    "f:1:1: unknown key \"Workers\", expected workers\n" },
	{ "poll: 30m\n", "f:1:7: poll: \"30m\", expected keys with values\n" },
	{ "poll: [30m]\n", "f:1:7: poll: a list, expected keys with values\n" },
	{ "poll: {interval: soon}\n",
	    "f:1:18: poll.interval: \"soon\", expected a duration from 1s to "
	    "365d, such as 90s, 15m, 2h or 7d\n" },
	{ "poll: {interval: 30}\n",
	    "f:1:18: poll.interval: \"30\", expected a duration from 1s to "
	    "365d, such as 90s, 15m, 2h or 7d\n" },
	{ "poll: {interval: 0s}\n",
	    "f:1:18: poll.interval: \"0s\" is out of range, expected a "
	    "duration from 1s to 365d, such as 90s, 15m, 2h or 7d\n" },
	{ "poll: {interval: 400d}\n",
	    "f:1:18: poll.interval: \"400d\" is out of range, expected a "
	    "duration from 1s to 365d, such as 90s, 15m, 2h or 7d\n" },
	{ "poll: {interval: 30m1h}\n",
	    "f:1:18: poll.interval: \"30m1h\", expected a duration from 1s to "
	    "365d, such as 90s, 15m, 2h or 7d\n" },
	{ "poll: {interval: 500ms}\n",
	    "f:1:18: poll.interval: \"500ms\", expected a duration from 1s to "
	    "365d, such as 90s, 15m, 2h or 7d\n" },
	{ "poll: {interval: null}\n",
	    "f:1:18: poll.interval: nothing, expected a duration from 1s to "
	    "365d, such as 90s, 15m, 2h or 7d\n" },
	{ "poll: {interval: [1m]}\n",
	    "f:1:18: poll.interval: a list, expected a duration from 1s to "
	    "365d, such as 90s, 15m, 2h or 7d\n" },
	{ "poll: {adaptive: yes}\n",
	    "f:1:18: poll.adaptive: \"yes\", expected true or false\n" },
	{ "poll: {adaptive: \"true\"}\n",
	    "f:1:18: poll.adaptive: \"true\", expected true or false\n" },
	{ "host: {connections: 0}\n",
	    "f:1:21: host.connections: \"0\" is out of range, expected a whole "
	    "number from 1 to 64\n" },
	{ "host: {connections: two}\n",
	    "f:1:21: host.connections: \"two\", expected a whole number from 1 "
	    "to 64\n" },
	{ "host: {connections: 2.5}\n",
	    "f:1:21: host.connections: \"2.5\", expected a whole number from 1 "
	    "to 64\n" },
	{ "host: {gap: 2d}\n",
	    "f:1:13: host.gap: \"2d\" is out of range, expected a duration "
	    "from 0s to 1d, such as 500ms or 2s\n" },
	{ "host: {gap: 1}\n", "f:1:13: host.gap: \"1\", expected a duration "
			      "from 0s to 1d, such as 500ms or 2s\n" },
	{ "fetch: {parallel: 100000}\n",
	    "f:1:19: fetch.parallel: \"100000\" is out of range, expected a "
	    "whole number from 1 to 4096\n" },
	{ "fetch: {timeout: 2h}\n",
	    "f:1:18: fetch.timeout: \"2h\" is out of range, expected a "
	    "duration from 1s to 1h, such as 30s or 5m\n" },
	{ "fetch: {feed_bytes: 64MiB}\n",
	    "f:1:21: fetch.feed_bytes: \"64MiB\" is out of range, expected a "
	    "size from 1KiB to 32MiB, such as 64KiB or 10MiB\n" },
	{ "fetch: {page_bytes: 1MB}\n",
	    "f:1:21: fetch.page_bytes: \"1MB\", expected a size from 1KiB to "
	    "32MiB, such as 64KiB or 10MiB\n" },
	{ "fetch: {page_bytes: -1}\n",
	    "f:1:21: fetch.page_bytes: \"-1\", expected a size from 1KiB to "
	    "32MiB, such as 64KiB or 10MiB\n" },
	{ "fetch: {proxy: proxy.example}\n",
	    "f:1:16: fetch.proxy: \"proxy.example\", expected an http, https "
	    "or socks URL, such as http://proxy.example:3128, or null\n" },
	{ "fetch: {proxy: ftp://proxy.example}\n",
	    "f:1:16: fetch.proxy: \"ftp://proxy.example\", expected an http, "
	    "https or socks URL, such as http://proxy.example:3128, or "
	    "null\n" },
	{ "fetch: {proxy: \"http://u:p@proxy:x\"}\n",
	    "f:1:16: fetch.proxy: a URL with an invalid port, expected an "
	    "http, "
	    "https or socks URL, such as http://proxy.example:3128, or "
	    "null\n" },
	{ "articles: {revisit: 1h}\n",
	    "f:1:21: articles.revisit: \"1h\", expected a list of durations (8 "
	    "at most) from 1s to 365d, such as [1h, 6h, 24h]\n" },
	{ "articles: {revisit: [1h, x, 30m]}\n",
	    "f:1:26: articles.revisit: \"x\", expected a list of durations (8 "
	    "at most) from 1s to 365d, such as [1h, 6h, 24h]\nf:1:29: "
	    "articles.revisit: a duration that is not longer than the previous "
	    "one, expected a list of durations (8 at most) from 1s to 365d, "
	    "such as [1h, 6h, 24h]\n" },
	{ "articles: {revisit: [1h,2h,3h,4h,5h,6h,7h,8h,9h]}\n",
	    "f:1:21: articles.revisit: too long a list, expected a list of "
	    "durations (8 at most) from 1s to 365d, such as [1h, 6h, 24h]\n" },
	{ "articles: {raw: maybe}\n",
	    "f:1:17: articles.raw: \"maybe\", expected one of none or keep\n" },
	{ "articles: {max_age: forever}\n",
	    "f:1:21: articles.max_age: \"forever\", expected a duration from "
	    "1s to 36500d, such as 90s, 15m, 2h or 7d\n" },
	{ "workers: 0\n", "f:1:10: workers: \"0\" is out of range, expected a "
			  "whole number from 1 to 64, or auto\n" },
	{ "workers: 65\n", "f:1:10: workers: \"65\" is out of range, expected "
			   "a whole number from 1 to 64, or auto\n" },
	{ "workers: many\n", "f:1:10: workers: \"many\", expected a whole "
			     "number from 1 to 64, or auto\n" },
	{ "retain: {raw: never}\n",
	    "f:1:15: retain.raw: \"never\", expected a duration from 1s to "
	    "36500d, such as 90s, 15m, 2h or 7d, or forever\n" },
	{ "control: \"\"\n", "f:1:10: control: an empty text, expected a path "
			     "of 1 to 107 bytes\n" },
	{ "control: "
	  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
	    "f:1:10: control: a text that is too long, expected a path of 1 to "
	    "107 bytes\n" },
	{ "control: run/\n", "f:1:10: control: a directory, expected a path of "
			     "1 to 107 bytes\n" },
	{ "listen: 7415\n", "f:1:9: listen: \"7415\", expected host:port, such "
			    "as 127.0.0.1:7415, or null\n" },
	{ "listen: localhost:0\n",
	    "f:1:9: listen: \"localhost:0\", expected host:port, such as "
	    "127.0.0.1:7415, or null\n" },
	{ "listen: \"::1:80\"\n",
	    "f:1:9: listen: \"::1:80\", expected host:port, such as "
	    "127.0.0.1:7415, or null\n" },
	{ "log: {format: xml}\n",
	    "f:1:15: log.format: \"xml\", expected one of text or json\n" },
	{ "database: mysql://db/g\n",
	    "f:1:11: database: a URL, expected a path "
	    "or URL of 1 to 4096 bytes\n" },
	{ "database: null\n", "f:1:11: database: nothing, expected a path or "
			      "URL of 1 to 4096 bytes\n" },
	{ "contact: \"a\\nb\"\n",
	    "f:1:10: contact: a text with control characters, expected a text "
	    "of 1 to 256 bytes, or null\n" },
	{ "contact: {a: b}\n", "f:1:10: contact: a map, expected a text of 1 "
			       "to 256 bytes, or null\n" },
	{ "poll: {interval: 1m, min: 5m}\n",
	    "f:1:18: poll.interval: 1m is below poll.min, expected at least "
	    "5m\n" },
	{ "poll: {interval: 2d, max: 1d}\n",
	    "f:1:18: poll.interval: 2d is above poll.max, expected at most "
	    "1d\n" },
	{ "poll: {min: 2h, max: 1h}\n",
	    "f:1:13: poll.min: 2h is above poll.max, expected at most 1h\n" },
	{ "feeds: https://a.example/\n",
	    "f:1:8: feeds: \"https://a.example/\", expected a list of URLs or "
	    "feeds\n" },
	{ "feeds:\n  - ftp://a.example/\n", "f:2:5: url: \"ftp://a.example/\", "
					    "expected an http or https URL\n" },
	{ "feeds:\n  - a.example/rss\n",
	    "f:2:5: url: \"a.example/rss\", expected an http or https URL\n" },
	{ "feeds:\n  - null\n",
	    "f:2:5: url: nothing, expected an http or https URL\n" },
	{ "feeds:\n  - [x]\n",
	    "f:2:5: url: a list, expected an http or https URL\n" },
	{ "feeds:\n  - https://u:p@a.example/\n",
	    "f:2:5: url: a URL with credentials (put them into `headers`), "
	    "expected an http or https URL\n" },
	{ "feeds:\n  - https://a.example:99999/\n",
	    "f:2:5: url: a URL with an invalid port, expected an http or https "
	    "URL\n" },
	{ "feeds:\n  - https:///x\n",
	    "f:2:5: url: \"https:///x\", expected an http or https URL\n" },
	{ "feeds:\n  - \"https://a.example/a b\"\n",
	    "f:2:5: url: a URL with white space, expected an http or https "
	    "URL\n" },
	{ "feeds:\n  - https://a.example/x\n  - https://b.example/\n  - "
	  "HTTPS://A.example:443/x#top\n",
	    "f:4:5: feed \"https://a.example/x\" is given twice, expected once "
	    "(first in f:2)\n" },
	{ "feeds:\n  - { ulr: https://a.example/ }\n",
	    "f:2:7: unknown key \"ulr\" of a feed, expected url\n" },
	{ "feeds:\n  - { title: x }\n",
	    "f:2:5: a feed without url, expected url: https://\xE2\x80\xA6\n" },
	{ "feeds:\n  - { url: https://a.example/, titel: x }\n",
	    "f:2:32: unknown key \"titel\" of a feed, expected title\n" },
	{ "feeds:\n  - { url: https://a.example/, interval: often }\n",
	    "f:2:42: interval: \"often\", expected a duration from 1s to 365d, "
	    "such as 90s, 15m, 2h or 7d\n" },
	{ "feeds:\n  - { url: https://a.example/, tags: tech }\n",
	    "f:2:38: tags: \"tech\", expected a list of texts, such as [tech, "
	    "local]\n" },
	{ "feeds:\n  - { url: https://a.example/, tags: [a, [b], \"\"] }\n",
	    "f:2:42: tags: a value that is not a text, expected a list of "
	    "texts, such as [tech, local]\nf:2:47: tags: an empty tag, "
	    "expected a list of texts, such as [tech, local]\n" },
	{ "feeds:\n  - { url: https://a.example/, articles: 1 }\n",
	    "f:2:42: articles: \"1\", expected true or false\n" },
	{ "feeds:\n  - { url: https://a.example/, headers: [a] }\n",
	    "f:2:41: headers: a list, expected names with values, such as { "
	    "X-Key: abc }\n" },
	{ "feeds:\n  - { url: https://a.example/, headers: { \"X Key\": a } "
	  "}\n",
	    "f:2:43: headers: \"X\": not a header's name, expected "
	    "letters, digits and hyphens\n" },
	{ "feeds:\n  - { url: https://a.example/, headers: { HOST: a } }\n",
	    "f:2:43: headers: \"HOST\": a header that may not be set, "
	    "expected another one\n" },
	{ "feeds:\n  - { url: https://a.example/, headers: { If-None-Match: a "
	  "} }\n",
	    "f:2:43: headers: \"If-None-Match\": a header that may not be "
	    "set, expected another one\n" },
	{ "feeds:\n  - { url: https://a.example/, headers: { X-Key: "
	  "\"s3cret\\r\\nX: y\" } }\n",
	    "f:2:50: headers: \"X-Key\": a value with control characters or "
	    "too long, expected one line of text\n" },
	{ "include: feeds.d/*.yaml\n",
	    "f:1:10: include: \"feeds.d/*.yaml\", expected a list of files or "
	    "patterns, such as [feeds.d/*.yaml]\n" },
	{ "include: {a: b}\n",
	    "f:1:10: include: a map, expected a list of files or patterns, "
	    "such as [feeds.d/*.yaml]\n" },
};

static void
config_test_faults(void)
{
	struct buf faults;

	buf_init(&faults, FAULTS_BYTES);
	for (size_t i = 0; i < ARRAY_LENGTH(faulty); i++) {
		struct config *config;

		buf_clear(&faults);
		config = config_test_read_text(faulty[i].text, &faults);
		ok(config == NULL, "faulty file %zu is refused", i);
		is_text(buf_slice(&faults), faulty[i].faults,
		    "a faulty file is refused with the right message");
		config_free(config);
	}
	buf_release(&faults);
}

/* Tests faults whose files or messages do not fit into the table `faulty`. */
static void
config_test_long_faults(void)
{
	struct buf faults, text;

	buf_init(&faults, FAULTS_BYTES);
	buf_init(&text, FAULTS_BYTES);
	ok(config_read("f", SLICE("contact: a\0b\n"), NULL, &faults, NULL) ==
		ERR_CONFIG,
	    "a NUL is refused");
	is_text(buf_slice(&faults),
	    "f:1:11: control character U+0000, expected text\n",
	    "a NUL in the file is reported with its place");
	buf_clear(&faults);
	buf_printf(&text, "control: %0108d\n", 0);
	ok(config_test_read_text(text.p, &faults) == NULL,
	    "the path of a socket that is too long is refused");
	is_text(buf_slice(&faults),
	    "f:1:10: control: a text that is too long, expected a path of 1 "
	    "to 107 bytes\n",
	    "a path that is too long is reported");
	buf_clear(&faults);
	buf_clear(&text);
	buf_append_string(&text, "feeds:\n");
	for (int i = 0; i < 1000; i++)
		buf_printf(&text, "- ftp://%d.example/\n", i);
	ok(config_test_read_text(text.p, &faults) == NULL,
	    "a file with a thousand faults is refused");
	ok(slice_ends(buf_slice(&faults),
	       SLICE("\nf:1:1: 800 more faults, expected at most 200\n")),
	    "at most 200 faults are listed, and the others are counted");
	buf_release(&faults);
	buf_release(&text);
}

/* Tests that output for a terminal contains no control characters, even if the
 * file contains some. */
static void
config_test_fault_is_clean(void)
{
	struct buf faults;
	size_t lines = 0;

	buf_init(&faults, FAULTS_BYTES);
	ok(config_test_read_text("\"a\\e[31m\\n\\x9b\": 1\n", &faults) == NULL,
	    "controls in a key");
	for (size_t i = 0; i < faults.len; i++)
		lines += faults.p[i] == '\n';
	is_int((int64_t)lines, 1, "a fault is reported in one line");
	ok(slice_find_char(buf_slice(&faults), '\033', 0) == SLICE_NOT_FOUND &&
		slice_find(buf_slice(&faults), SLICE("\xC2\x9B"), 0) ==
		    SLICE_NOT_FOUND,
	    "a report contains no control characters");
	buf_release(&faults);
}

/* ------------------------------------------------------------------ values */

static void
config_test_values(void)
{
	struct buf faults;
	struct config *c;

	buf_init(&faults, FAULTS_BYTES);
	c = config_test_read_text(
	    "database: /var/lib/gleaner/news.db\n"
	    "contact: Zo\xC3\xAB <ops@example.org>\n"
	    "poll: { interval: 1h30m, min: 1s, max: 2w,"
	    " adaptive: false }\n"
	    "host: { connections: 64, gap: 0s, allow_private: True,"
	    " robots: FALSE }\n"
	    "fetch: { parallel: 1, timeout: \"1m30s\","
	    " feed_bytes: 65536, page_bytes: 64KiB,"
	    " proxy: \"socks5h://[::1]:1080\" }\n"
	    "articles: { fetch: false, max_age: 1d, revisit: [],"
	    " raw: none, site_memory: false }\n"
	    "workers: 64\n"
	    "retain: { articles: 365d, raw: forever, polls: 1s }\n"
	    "control: /run/gleaner/s\n"
	    "listen: \"[::1]:7415\"\n"
	    "log: { level: debug, format: json }\n",
	    &faults);
	is_text(buf_slice(&faults), "", "a file with all keys has no faults");
	if (!ok(c != NULL, "a file with all keys is read"))
		return;
	is_text(slice_of(c->database), "/var/lib/gleaner/news.db", "database");
	is_text(
	    slice_of(c->contact), "Zo\xC3\xAB <ops@example.org>", "`contact`");
	is_int(c->poll.interval_s, 5400, "poll.interval is read");
	is_int(c->poll.min_s, 1, "poll.min is read");
	is_int(c->poll.max_s, 14 * 86400, "poll.max is read");
	ok(!c->poll.adaptive, "poll.adaptive is read");
	ok(c->poll.interval_given && c->poll.min_given && c->poll.max_given,
	    "the keys of poll count as given");
	is_int(c->host.connections, 64, "host.connections is read");
	is_int(c->host.gap_ms, 0, "host.gap is read");
	ok(c->host.allow_private && !c->host.robots,
	    "host.allow_private and host.robots are read");
	is_int(c->fetch.parallel, 1, "fetch.parallel is read");
	is_int(c->fetch.timeout_s, 90, "fetch.timeout is read");
	is_int(c->fetch.feed_bytes, 65536, "fetch.feed_bytes is read");
	is_int(c->fetch.page_bytes, 65536, "fetch.page_bytes is read");
	is_text(slice_of(c->fetch.proxy), "socks5h://[::1]:1080", "the proxy");
	ok(!c->articles.fetch && !c->articles.raw_keep &&
		!c->articles.site_memory,
	    "the booleans of articles are read");
	is_int(c->articles.max_age_s, 86400, "articles.max_age is read");
	is_int((int64_t)c->articles.n_revisits, 0,
	    "an empty articles.revisit means no revisits");
	is_int(c->workers, 64, "workers is read");
	is_int(c->retain.articles_s, 365 * 86400, "retain.articles is read");
	ok(c->retain.raw_s == CONFIG_FOREVER, "retain.raw is read");
	is_int(c->retain.polls_s, 1, "retain.polls is read");
	is_text(slice_of(c->control), "/run/gleaner/s", "control is read");
	is_text(slice_of(c->listen), "[::1]:7415", "listen is read");
	is_int(c->log.level, LOG_DEBUG, "log.level is read");
	is_int(c->log.format, LOG_FORMAT_JSON, "log.format is read");
	config_free(c);
	buf_release(&faults);
}

/* Cases in which given keys of `poll` adjust the keys that are not given. */
static const struct {
	const char *text;
	int64_t interval_s, min_s, max_s;
} polls[] = {
	{ "poll: {interval: 1s}\n", 1, 1, 86400 },
	{ "poll: {interval: 2d}\n", 172800, 300, 172800 },
	{ "poll: {min: 1h}\n", 3600, 3600, 86400 },
	{ "poll: {max: 1m}\n", 60, 60, 60 },
	{ "poll: {min: 2d}\n", 172800, 172800, 172800 },
	{ "poll: {interval: 1m, max: 2m}\n", 60, 60, 120 },
	{ "poll: {interval: 5m, min: 5m, max: 5m}\n", 300, 300, 300 },
};

static void
config_test_poll_rules(void)
{
	struct buf faults;

	buf_init(&faults, FAULTS_BYTES);
	for (size_t i = 0; i < ARRAY_LENGTH(polls); i++) {
		struct config *c =
		    config_test_read_text(polls[i].text, &faults);

		if (!ok(c != NULL, "poll rule %zu", i))
			continue;
		is_int(c->poll.interval_s, polls[i].interval_s, "interval");
		is_int(c->poll.min_s, polls[i].min_s, "the effective poll.min");
		is_int(c->poll.max_s, polls[i].max_s, "the effective poll.max");
		config_free(c);
	}
	buf_release(&faults);
}

static void
config_test_feeds(void)
{
	const struct config_feed *feed;
	struct buf faults;
	struct config *c;

	buf_init(&faults, FAULTS_BYTES);
	c = config_test_read_text(
	    "articles: { fetch: false }\n"
	    "feeds:\n"
	    "  - https://example.org/rss\n"
	    "  - { url: http://example.net:8080/atom?a=1&b=2#x,\n"
	    "      title: Net, interval: 10m, tags: [tech, ' eu ', tech],\n"
	    "      articles: true, headers: { X-Key: abc, Cookie: 'a=b; c' } "
	    "}\n"
	    "  - { url: http://127.0.0.1:1/, title: null, tags: [],\n"
	    "      headers: {}, articles: false }\n",
	    &faults);
	is_text(buf_slice(&faults), "", "feeds in all forms");
	if (!ok(c != NULL && c->n_feeds == 3, "the list contains three feeds"))
		return;
	feed = &c->feeds[0];
	is_text(slice_of(feed->url), "https://example.org/rss",
	    "a feed may be given as a bare URL");
	ok(feed->title == NULL && feed->interval_s == 0 && feed->n_tags == 0 &&
		feed->n_headers == 0,
	    "a bare URL sets no other key of the feed");
	ok(!feed->fetch_articles,
	    "a feed without `articles` follows articles.fetch");
	is_int(feed->line, 3, "a feed has the number of its line");
	is_text(slice_of(feed->file), "f", "a feed has the name of its file");
	feed = &c->feeds[1];
	is_text(slice_of(feed->url), "http://example.net:8080/atom?a=1&b=2#x",
	    "a URL is kept as it was written");
	is_text(slice_of(feed->title), "Net", "the title of a feed is read");
	is_int(feed->interval_s, 600, "the interval of a feed is read");
	is_int((int64_t)feed->n_tags, 2, "a repeated tag counts once");
	is_text(slice_of(feed->tags[1]), "eu",
	    "white space around a tag is removed");
	ok(feed->fetch_articles,
	    "a feed's `articles` overrides articles.fetch");
	is_int((int64_t)feed->n_headers, 2, "the headers of a feed are read");
	is_text(
	    slice_of(feed->headers[1].name), "Cookie", "a header has its name");
	is_text(slice_of(feed->headers[1].value), "a=b; c",
	    "a header has its value");
	config_free(c);
	buf_release(&faults);
}

static void
config_test_sites(void)
{
	struct config *c;
	struct buf faults;

	buf_init(&faults, SIZE_MAX / 2);
	c = config_test_read_text(
	    "feeds:\n"
	    "  - { url: https://a/, site: example.org }\n"
	    "  - { url: https://b/, site: [a.example, "
	    "'127.0.0.1:8080', https://c.example/x, a.example] }\n",
	    &faults);
	is_text(
	    buf_slice(&faults), "", "I2: `site` accepts one value or a list");
	if (ok(c != NULL && c->n_feeds == 2,
		"both feeds with sites are read")) {
		is_int((int64_t)c->feeds[0].n_sites, 1, "one site is read");
		is_text(slice_of(c->feeds[0].sites[0]), "example.org",
		    "a site keeps its written form");
		is_int((int64_t)c->feeds[1].n_sites, 3,
		    "a repeated site counts once");
	}
	config_free(c);
	buf_release(&faults);
}

static void
config_test_default_path(void)
{
	unsetenv("GLEANER_CONFIG");
	is_text(slice_of(config_default_path(NULL)),
	    "/etc/gleaner/gleaner.yaml",
	    "the default path is /etc/gleaner/gleaner.yaml");
	setenv("GLEANER_CONFIG", "/x.yaml", 1);
	is_text(slice_of(config_default_path(NULL)), "/x.yaml",
	    "$GLEANER_CONFIG replaces the default path");
	is_text(slice_of(config_default_path("y")), "y",
	    "-c replaces the variable");
	setenv("GLEANER_CONFIG", "", 1);
	is_text(slice_of(config_default_path(NULL)),
	    "/etc/gleaner/gleaner.yaml", "an empty variable counts as absent");
}

int
main(void)
{
	config_test_faults();
	config_test_long_faults();
	config_test_fault_is_clean();
	config_test_values();
	config_test_poll_rules();
	config_test_feeds();
	config_test_sites();
	config_test_default_path();
	return done_testing();
}
