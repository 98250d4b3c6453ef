/*
 * defaults_test.c -- the defaults of a configuration, the sample file, and a
 * section that is switched off by `null` or `false` in place of its keys.
 */
#include "base/array.h"
#include "config/config.h"
#include "config/schema.h"
#include "config/schema_doc.h"
#include "config/testing.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 20)

/* Returns the configuration of a text, NULL if the text has faults. */
static struct config *
defaults_test_read_text(const char *text, struct buf *faults)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	if (config_read("f", slice_of(text), &config, faults, &e) != 0)
		return NULL;
	return config;
}

/* ---------------------------------------------------------------- defaults */

static void
defaults_test_is_default(const struct config *c)
{
	is_text(slice_of(c->database), "var/gleaner.db", "database");
	ok(c->contact == NULL, "contact");
	is_int(c->poll.interval_s, 30 * 60, "poll.interval");
	is_int(c->poll.min_s, 5 * 60, "poll.min");
	is_int(c->poll.max_s, 24 * 3600, "poll.max");
	ok(c->poll.adaptive, "poll.adaptive");
	is_int(c->host.connections, 2, "host.connections");
	is_int(c->host.gap_ms, 1000, "host.gap");
	ok(!c->host.allow_private, "host.allow_private");
	ok(c->host.robots, "host.robots");
	is_int(c->fetch.parallel, 256, "fetch.parallel");
	is_int(c->fetch.timeout_s, 30, "fetch.timeout");
	is_int(c->fetch.feed_bytes, 32 << 20, "fetch.feed_bytes");
	is_int(c->fetch.page_bytes, 10 << 20, "fetch.page_bytes");
	ok(c->fetch.proxy == NULL, "fetch.proxy");
	ok(!c->fetch.allow_downgrade, "fetch.allow_downgrade");
	ok(c->articles.fetch, "articles.fetch");
	is_int(c->articles.max_age_s, 30 * 86400, "articles.max_age");
	is_int(c->articles.feed_bytes_per_day, 64 << 20,
	    "articles.feed_bytes_per_day");
	is_int((int64_t)c->articles.n_revisits, 3, "articles.revisit");
	is_int(c->articles.revisit_s[0], 3600, "first revisit");
	is_int(c->articles.revisit_s[1], 6 * 3600, "second revisit");
	is_int(c->articles.revisit_s[2], 24 * 3600, "third revisit");
	ok(c->articles.raw_keep, "articles.raw");
	ok(c->articles.site_memory, "articles.site_memory");
	ok(c->enrich.enabled, "enrich.enabled");
	is_int(c->enrich.keywords, 10, "enrich.keywords");
	is_int(c->enrich.sentences, 3, "enrich.sentences");
	ok(c->enrich.categories, "enrich.categories");
	is_int(c->workers, 0, "workers");
	ok(c->retain.articles_s == CONFIG_FOREVER, "retain.articles");
	is_int(c->retain.raw_s, 30 * 86400, "retain.raw");
	is_int(c->retain.polls_s, 30 * 86400, "retain.polls");
	is_text(slice_of(c->control), "run/gleaner.sock", "control");
	ok(c->listen == NULL, "listen");
	is_text(slice_of(c->serve.listen), "127.0.0.1:7416", "serve.listen");
	ok(c->serve.token_file == NULL, "serve.token_file");
	ok(!c->serve.remote_images, "serve.images");
	ok(c->fleet.node == NULL, "fleet.node");
	is_int(c->fleet.lease_s, 30, "fleet.lease");
	is_int(c->log.level, LOG_INFO, "log.level");
	is_int(c->log.format, LOG_FORMAT_TEXT, "log.format");
}

static void
defaults_test_defaults(void)
{
	static const char *const empty[] = { "", "\n", "# nothing\n", "---\n",
		"{}\n", "null\n", "\xEF\xBB\xBF# with a mark\n", "feeds:\n",
		"feeds: []\n", "poll:\nhost: {}\ninclude: []\n" };
	struct config *config = NULL;
	struct buf faults;

	buf_init(&faults, FAULTS_BYTES);
	for (size_t i = 0; i < ARRAY_LENGTH(empty); i++) {
		config = defaults_test_read_text(empty[i], &faults);
		ok(config != NULL && config->n_feeds == 0 && faults.len == 0,
		    "a configuration without feeds is accepted: %zu", i);
		/* The texts from the eighth on contain a key. */
		is_int(config->filled[0], i >= 7,
		    "  the configuration knows whether a key was given");
		config_free(config);
	}
	config = defaults_test_read_text("", &faults);
	defaults_test_is_default(config);
	config_free(config);
	config_free(NULL);
	buf_release(&faults);
}

/* ------------------------------------------------------------------ sample */

static void
defaults_test_read_file(const char *path, struct buf *out)
{
	FILE *file = fopen(path, "re");
	char bytes[4096];
	size_t n;

	if (!ok(file != NULL, "the file %s exists", path))
		return;
	while ((n = fread(bytes, 1, sizeof(bytes), file)) > 0)
		buf_append(out, bytes, n);
	fclose(file);
}

/* Removes the comment character before each key of the sample, so that all
 * defaults are given. */
static void
defaults_test_uncomment(struct slice text, struct buf *out)
{
	struct slice line;

	while (slice_next(&text, '\n', &line)) {
		struct slice key = slice_trim(line);

		if (slice_starts(key, SLICE("#")) &&
		    !slice_starts(key, SLICE("# ")) && key.len > 1) {
			buf_append_slice(
			    out, (struct slice){ line.p, line.len - key.len });
			key = slice_sub(key, 1, key.len);
			buf_append_slice(out, key);
		} else {
			buf_append_slice(out, line);
		}
		buf_append_char(out, '\n');
	}
}

static void
defaults_test_sample(void)
{
	struct buf faults, sample, open, keys;
	struct config *config = NULL;
	struct err e = ERR_INIT;

	buf_init(&faults, FAULTS_BYTES);
	buf_init(&sample, FAULTS_BYTES);
	buf_init(&open, FAULTS_BYTES);
	buf_init(&keys, FAULTS_BYTES);
	is_int(config_load("config/gleaner.yaml", &config, &faults, &e), 0,
	    "the sample file is read");
	is_text(buf_slice(&faults), "", "the sample file has no faults");
	ok(config->n_feeds >= 5, "the sample file contains feeds");
	is_text(slice_of(config->path), "config/gleaner.yaml", "path");
	defaults_test_is_default(config);
	config_free(config);
	defaults_test_read_file("config/gleaner.yaml", &sample);
	schema_write_sample(&keys);
	ok(slice_find(buf_slice(&sample), buf_slice(&keys), 0) !=
		SLICE_NOT_FOUND,
	    "the sample has all keys as the schema has them");
	defaults_test_uncomment(buf_slice(&sample), &open);
	config = defaults_test_read_text(open.p, &faults);
	is_text(buf_slice(&faults), "",
	    "the sample file has no faults after its comment marks are "
	    "removed");
	ok(config != NULL,
	    "the sample file is read after its comment marks are removed");
	if (config != NULL)
		defaults_test_is_default(config);
	config_free(config);
	buf_release(&faults);
	buf_release(&sample);
	buf_release(&open);
	buf_release(&keys);
}

/* Tests that `images` and `serve.images` are one key. */
static void
defaults_test_images(void)
{
	static const char *const texts[] = { "images: remote\n",
		"serve: { images: remote }\n" };
	static const char *const absent[] = { "images: null\n",
		"articles: { raw: }\n" };
	struct buf faults;

	buf_init(&faults, FAULTS_BYTES);
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		struct config *c = defaults_test_read_text(texts[i], &faults);

		ok(c != NULL && c->serve.remote_images, "images: %zu", i);
		config_free(c);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(absent); i++) {
		struct config *c = defaults_test_read_text(absent[i], &faults);

		ok(c != NULL && !c->serve.remote_images && c->articles.raw_keep,
		    "null is the default of a choice: %zu", i);
		config_free(c);
	}
	buf_release(&faults);
}

/* Tests a section that is switched off by `null` or `false` in place of its
 * keys. */
static void
defaults_test_switch(void)
{
	static const struct {
		const char *text;
		bool enabled;
		int keywords;
	} rows[] = {
		{ "enrich:\n", true, 10 },
		{ "enrich: {}\n", true, 10 },
		{ "enrich: { keywords: 3 }\n", true, 3 },
		{ "enrich: { enabled: false }\n", false, 10 },
		{ "enrich: null\n", false, 10 },
		{ "enrich: false\n", false, 10 },
		{ "poll: null\n", true, 10 },
	};
	struct buf faults;

	buf_init(&faults, FAULTS_BYTES);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct config *c =
		    defaults_test_read_text(rows[i].text, &faults);

		ok(c != NULL && c->enrich.enabled == rows[i].enabled &&
			c->enrich.keywords == rows[i].keywords,
		    "%s", rows[i].text);
		config_free(c);
	}
	ok(defaults_test_read_text("poll: false\n", &faults) == NULL,
	    "a section without a switch has no value");
	buf_release(&faults);
}

int
main(void)
{
	defaults_test_images();
	defaults_test_defaults();
	defaults_test_sample();
	defaults_test_switch();
	return done_testing();
}
