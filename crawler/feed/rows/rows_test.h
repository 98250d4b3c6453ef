/*
 * rows_test.h -- tables of documents and expected values; each row names its
 * edge case in docs/feed-rows.md.
 *
 * An expectation is one line per value: "PATH=VALUE", with nothing after "=" if
 * the value is absent.  A path is a member of the feed ("title", "why"), a
 * member of an entry by its index ("0.title"), or "entries", the number of
 * entries.  Lists are joined with " | "; an enclosure is its url, type and
 * length.
 */
#ifndef CRAWLER_FEED_ROWS_ROWS_TEST_H
#define CRAWLER_FEED_ROWS_ROWS_TEST_H

#include <jansson.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "crawler/feed/feed.h"
#include "tests/lib/tap.h"

#define RSS(channel)    "<rss version=\"2.0\"><channel>" channel "</channel></rss>"
#define ITEM(item)      RSS("<item>" item "</item>")
#define ATOM(feed)      "<feed xmlns=\"http://www.w3.org/2005/Atom\">" feed "</feed>"
#define ENTRY(entry)    ATOM("<entry>" entry "</entry>")
#define JSON(rest)      "{\"version\":\"https://jsonfeed.org/version/1.1\"," rest "}"
#define JSON_ITEM(item) JSON("\"items\":[{" item "}]")

struct feed_row {
	const char *id, *name;
	struct slice document;
	const char *content_type; /* NULL: not sent */
	const char *expected;
};

static struct arena rows_arena;

static void
rows_append(struct buf *out, const json_t *value)
{
	const json_t *part;
	const char *key;
	void *at;
	size_t i;

	if (json_is_string(value))
		buf_append_string(out, json_string_value(value));
	else if (json_is_integer(value))
		buf_printf(out, "%lld", (long long)json_integer_value(value));
	else if (json_is_boolean(value))
		buf_append_string(out, json_is_true(value) ? "yes" : "no");
	json_array_foreach(value, i, part)
	{
		buf_append_string(out, i > 0 ? " | " : "");
		rows_append(out, part);
	}
	for (at = json_object_iter((json_t *)(uintptr_t)value); at;
	     at = json_object_iter_next((json_t *)(uintptr_t)value, at)) {
		key = json_object_iter_key(at);
		buf_append_string(out, strcmp(key, "url") != 0 ? " " : "");
		rows_append(out, json_object_iter_value(at));
	}
}

/* Writes the value at a path as text. */
static void
rows_look_up(const json_t *read, struct slice path, struct buf *out)
{
	const json_t *entries = json_object_get(read, "entries"), *of;
	size_t dot = slice_find_char(path, '.', 0);
	int64_t entry;
	char name[64];

	buf_clear(out);
	of = json_object_get(read, "feed");
	if (slice_equal(path, SLICE("entries"))) {
		buf_printf(out, "%zu", json_array_size(entries));
		return;
	}
	if (dot != SLICE_NOT_FOUND) {
		if (!slice_to_int64(slice_sub(path, 0, dot), &entry))
			return;
		of = json_array_get(entries, (size_t)entry);
		path = slice_sub(path, dot + 1, path.len);
	}
	snprintf(name, sizeof(name), "%.*s", SLICE_ARG(path));
	rows_append(out, json_object_get(of, name));
}

/* Returns the JSON of parse-feed; NULL on an error. */
static json_t *
rows_read(struct slice document, const char *content_type)
{
	struct feed_input in = { .bytes = document,
		.content_type = slice_of(content_type),
		.base_url = SLICE("https://base.example/dir/feed") };
	struct json_writer w;
	struct feed feed;
	struct buf out;
	json_t *value = NULL;

	arena_init(&rows_arena, LIMIT_FEED_ARENA_FLOOR);
	buf_init(&out, 64 * MIB);
	if (feed_read(&rows_arena, &in, &feed, NULL) == 0) {
		json_writer_init(&w, &out);
		json_write_object(&w, NULL);
		feed_write_json(&w, &feed);
		json_write_end_object(&w);
		value = json_loadb(out.p, out.len, 0, NULL);
	}
	buf_release(&out);
	arena_release(&rows_arena);
	return value;
}

static void
rows_check(const struct feed_row *row)
{
	json_t *read = rows_read(row->document, row->content_type);
	struct slice rest = slice_of(row->expected), line;
	struct buf got;
	bool held = read != NULL;

	buf_init(&got, MIB);
	while (slice_next(&rest, '\n', &line)) {
		size_t at = slice_find_char(line, '=', 0);
		struct slice path = slice_sub(line, 0, at);
		struct slice wanted = slice_sub(line, at + 1, line.len);

		rows_look_up(read, path, &got);
		if (slice_equal(buf_slice(&got), wanted))
			continue;
		held = false;
		printf("# %.*s is \"%.*s\"\n", SLICE_ARG(line),
		    SLICE_ARG(buf_slice(&got)));
	}
	ok(held, "%s: %s", row->id, row->name);
	buf_release(&got);
	json_decref(read);
}

__attribute__((unused)) static void
rows_check_all(const struct feed_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		rows_check(&rows[i]);
}

#define ROWS_CHECK(rows) rows_check_all(rows, ARRAY_LENGTH(rows))

#endif
