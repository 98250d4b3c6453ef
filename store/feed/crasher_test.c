/* crasher_test.c -- documents that crash workers: recognised, limited in
 * number, deleted. */
#include <stdlib.h>

#include "base/limits.h"
#include "store/fixture_test.h"

static struct crasher_row
crasher_test_row_of(
    const char *hash, int fallback_levels, const char *why, const char *version)
{
	return (struct crasher_row){ .hash = slice_of(hash),
		.kind = SLICE("page"),
		.bytes = 6,
		.url = SLICE("https://example.org/a"),
		.content_type = SLICE("text/html"),
		.fallback_levels = fallback_levels,
		.why = slice_of(why),
		.version = slice_of(version) };
}

static void
crasher_test_put_one(struct store *s, const struct crasher_row *row,
    struct slice body, int64_t at)
{
	struct err e = ERR_INIT;

	if (store_crasher_put(s, row, body, at, &e) != 0)
		ok(false, "a row: %s", e.text);
}

struct seen {
	struct crasher_row first;
	char why[64];
	size_t n, n_bodies;
};

static int
crasher_test_look(const struct crasher_row *row, void *arg)
{
	struct seen *seen = arg;

	if (seen->n++ == 0) {
		seen->first = *row;
		snprintf(
		    seen->why, sizeof(seen->why), "%.*s", SLICE_ARG(row->why));
	}
	seen->n_bodies += row->has_body;
	return 0;
}

static struct seen
crasher_test_look_at(struct store *s)
{
	struct seen seen = { 0 };
	struct err e = ERR_INIT;

	is_int(store_crasher_each(s, crasher_test_look, &seen, &e), 0,
	    "the crashers are listed");
	return seen;
}

static void
crasher_test_again(struct store *s)
{
	struct crasher_row row =
	    crasher_test_row_of("aa", 2, "killed by SIGSEGV", "1");
	struct err e = ERR_INIT;
	struct seen seen;
	char *bytes = NULL;
	size_t len = 0;

	crasher_test_put_one(s, &row, SLICE("<html>"), NOW);
	row.fallback_levels = 1;
	row.why = SLICE("killed by SIGXCPU");
	crasher_test_put_one(s, &row, SLICE_NONE, NOW + 5);
	seen = crasher_test_look_at(s);
	is_int((int64_t)seen.n, 1, "the same bytes are one row");
	is_int(seen.first.deaths, 2, "the deaths of a crasher are counted");
	is_int(seen.first.fallback_levels, 2,
	    "the number of failed fallback levels is kept");
	is_int(
	    seen.first.first_at, NOW, "the time of the first crash is stored");
	is_int(seen.first.last_at, NOW + 5,
	    "the time of the last crash is stored");
	is_text(slice_of(seen.why), "killed by SIGXCPU",
	    "the reason of the last crash is stored");
	is_int(store_crasher_body(s, seen.first.id, &bytes, &len, &e), 0,
	    "the bytes of the crasher are stored");
	is_text((struct slice){ bytes, len }, "<html>",
	    "the stored bytes are those of the document");
	free(bytes);
	row.version = SLICE("2");
	crasher_test_put_one(s, &row, SLICE_NONE, NOW + 6);
	is_int(crasher_test_look_at(s).first.fallback_levels, 1,
	    "another version resets the fallback levels");
	is_int(store_crasher_body(s, 4711, &bytes, &len, &e), ERR_NOT_FOUND,
	    "an unknown crasher has no bytes");
}

static void
crasher_test_bounds(struct store *s)
{
	char *large = calloc(1, LIMIT_CRASHER_BYTES + 1);
	struct crasher_row row;
	struct seen seen;
	char hash[32];

	for (int i = 0; i < LIMIT_CRASHER_ROWS + 20; i++) {
		snprintf(hash, sizeof(hash), "%d", i);
		row = crasher_test_row_of(hash, 1, "killed by SIGSEGV", "1");
		crasher_test_put_one(s, &row, SLICE("<html>"), NOW + i);
	}
	seen = crasher_test_look_at(s);
	is_int((int64_t)seen.n, LIMIT_CRASHER_ROWS,
	    "the oldest rows were removed");
	is_int((int64_t)seen.n_bodies, LIMIT_CRASHERS_STORED,
	    "only the newest crashers have bytes");
	row = crasher_test_row_of("large", 1, "killed by SIGSEGV", "1");
	crasher_test_put_one(s, &row,
	    (struct slice){ large, LIMIT_CRASHER_BYTES + 1 }, NOW + 5000);
	seen = crasher_test_look_at(s);
	ok(!seen.first.has_body,
	    "the bytes of a document that is too large are not stored");
	free(large);
}

static void
crasher_test_age(struct store *s)
{
	const struct retention update = { INT64_MAX, INT64_MAX, INT64_MAX };
	struct retention_done done;
	struct err e = ERR_INIT;

	is_int(store_retain(
		   s, &update, NOW + LIMIT_CRASHER_S + 4000, 100000, &done, &e),
	    0, "retention runs after the term of crashers");
	is_int(
	    (int64_t)crasher_test_look_at(s).n, 1, "an old crasher is deleted");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("poison", STORE_DAEMON);
	crasher_test_again(s);
	crasher_test_bounds(s);
	crasher_test_age(s);
	store_close(s);
	return done_testing();
}
