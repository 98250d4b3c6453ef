/*
 * schema_test.c -- the table of keys, its hints, and the texts that are
 * generated from the table.
 *
 * config/schema_test --sample and --documentation print the texts that
 * config/gleaner.yaml and docs/configuration.md should have.
 */
#include "base/array.h"
#include "config/schema.h"
#include "config/schema_doc.h"
#include "tests/lib/tap.h"

#define TEXT_BYTES ((size_t)1 << 20)

static const struct {
	const char *section, *name, *hint;
} hints[] = {
	{ NULL, "databse", "expected database" },
	{ NULL, "dtaabase", "expected database" },
	{ NULL, "wrokers", "expected workers" },
	{ NULL, "includes", "expected include" },
	{ NULL, "LOG", "expected log" },
	{ NULL, "poll.min", "expected poll.min" },
	{ NULL, "connections", "expected host.connections" },
	{ NULL, "allowprivate", "expected host.allow_private" },
	{ "poll", "mn", "expected poll.min" },
	{ "poll", "Max", "expected poll.max" },
	{ "poll", "timeout", "expected fetch.timeout" },
	{ "fetch", "page-bytes", "expected fetch.page_bytes" },
	{ "log", "verbosity", "expected one of level, format" },
	{ "log", "", "expected one of level, format" },
	{ "log", "a very long name that nobody can have meant by a key",
	    "expected one of level, format" },
};

static void
schema_test_hints(void)
{
	struct buf out;

	buf_init(&out, TEXT_BYTES);
	for (size_t i = 0; i < ARRAY_LENGTH(hints); i++) {
		struct schema_level level = { schema_keys, schema_n_keys,
			hints[i].section };

		buf_clear(&out);
		schema_hint(&level, slice_of(hints[i].name), &out);
		is_text(buf_slice(&out), hints[i].hint, hints[i].name);
	}
	buf_release(&out);
}

static void
schema_test_find(void)
{
	struct schema_level top = { schema_keys, schema_n_keys, NULL };
	struct schema_level poll = { schema_keys, schema_n_keys, "poll" };
	struct schema_level host = { schema_keys, schema_n_keys, "ho" };

	ok(schema_find(&top, SLICE("poll")) == schema_of("poll"),
	    "a section is found at the top level");
	ok(schema_find(&poll, SLICE("min")) == schema_of("poll.min"),
	    "a key is found in its section");
	ok(schema_find(&top, SLICE("min")) == NULL,
	    "a key of a section is not found at the top level");
	ok(schema_find(&top, SLICE("poll.min")) == NULL,
	    "a key is not found by its dotted path");
	ok(schema_find(&poll, SLICE("poll")) == NULL,
	    "a section is not found in itself");
	ok(schema_find(&host, SLICE("gap")) == NULL,
	    "a key is not found by a part of its name");
}

static void
schema_test_read_file(const char *path, struct buf *out)
{
	FILE *file = fopen(path, "re");
	char bytes[4096];
	size_t n;

	if (!ok(file != NULL, "the page %s exists", path))
		return;
	while ((n = fread(bytes, 1, sizeof(bytes), file)) > 0)
		buf_append(out, bytes, n);
	fclose(file);
}

static void
schema_test_documentation(void)
{
	struct buf page, table;

	buf_init(&page, TEXT_BYTES);
	buf_init(&table, TEXT_BYTES);
	schema_test_read_file("docs/configuration.md", &page);
	schema_write_markdown(schema_keys, schema_n_keys, &table);
	ok(slice_find(buf_slice(&page), buf_slice(&table), 0) !=
		SLICE_NOT_FOUND,
	    "docs/configuration.md has the table of all keys");
	buf_clear(&table);
	schema_write_markdown(schema_feed_keys, schema_n_feed_keys, &table);
	ok(slice_find(buf_slice(&page), buf_slice(&table), 0) !=
		SLICE_NOT_FOUND,
	    "the page contains the generated table of a feed's keys");
	buf_clear(&page);
	buf_clear(&table);
	schema_test_read_file("docs/access.md", &page);
	schema_write_markdown(schema_site_keys, schema_n_site_keys, &table);
	ok(slice_find(buf_slice(&page), buf_slice(&table), 0) !=
		SLICE_NOT_FOUND,
	    "docs/access.md has the table of a site's keys");
	buf_clear(&page);
	buf_clear(&table);
	schema_test_read_file("docs/portal.md", &page);
	schema_write_markdown(
	    schema_profile_keys, schema_n_profile_keys, &table);
	ok(slice_find(buf_slice(&page), buf_slice(&table), 0) !=
		SLICE_NOT_FOUND,
	    "docs/portal.md has the table of a profile's keys");
	buf_release(&page);
	buf_release(&table);
}

/* Checks that the keys of a section follow it, and that help texts are
 * sentences. */
static void
schema_test_table(void)
{
	const char *section = "";
	size_t n_bad = 0;

	for (size_t i = 0; i < schema_n_keys; i++) {
		const struct schema_key *key = &schema_keys[i];
		size_t n = strlen(section);
		bool has_point = strchr(key->path, '.') != NULL;

		if (key->type == SCHEMA_SECTION)
			section = key->path;
		else if (has_point && (strncmp(key->path, section, n) != 0 ||
					  key->path[n] != '.'))
			n_bad++;
		n_bad += !slice_ends(slice_of(key->help), SLICE("."));
		n_bad +=
		    key->type != SCHEMA_SECTION && key->default_text == NULL;
	}
	is_int((int64_t)n_bad, 0, "the table is in order");
}

static int
schema_test_print(bool sample)
{
	struct buf out;

	buf_init(&out, TEXT_BYTES);
	if (sample) {
		schema_write_sample(&out);
	} else {
		schema_write_markdown(schema_keys, schema_n_keys, &out);
		buf_append_char(&out, '\n');
		schema_write_markdown(
		    schema_feed_keys, schema_n_feed_keys, &out);
		buf_append_char(&out, '\n');
		schema_write_markdown(
		    schema_site_keys, schema_n_site_keys, &out);
		buf_append_char(&out, '\n');
		schema_write_markdown(
		    schema_profile_keys, schema_n_profile_keys, &out);
	}
	fputs(out.p, stdout);
	buf_release(&out);
	return 0;
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--sample") == 0)
		return schema_test_print(true);
	if (argc == 2 && strcmp(argv[1], "--documentation") == 0)
		return schema_test_print(false);
	schema_test_hints();
	schema_test_find();
	schema_test_table();
	schema_test_documentation();
	return done_testing();
}
