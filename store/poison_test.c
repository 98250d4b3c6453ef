/* Crashers: recognised, limited in number, deleted. */
#include <stdlib.h>

#include "config/limits.h"
#include "store/fixture_test.h"

static struct poison_row
poison_test_row_of(
    const char *hash, int rungs, const char *why, const char *version)
{
	return (struct poison_row){ .hash = slice_of(hash),
		.kind = SLICE("page"),
		.bytes = 6,
		.url = SLICE("https://example.org/a"),
		.content_type = SLICE("text/html"),
		.rungs = rungs,
		.why = slice_of(why),
		.version = slice_of(version) };
}

static void
poison_test_put_one(struct store *s, const struct poison_row *row,
    struct slice body, int64_t at)
{
	struct err e = ERR_INIT;

	if (store_poison_put(s, row, body, at, &e) != 0)
		ok(false, "a row: %s", e.text);
}

struct seen {
	struct poison_row first;
	char why[64];
	size_t n, n_bodies;
};

static int
poison_test_look(const struct poison_row *row, void *arg)
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
poison_test_look_at(struct store *s)
{
	struct seen seen = { 0 };
	struct err e = ERR_INIT;

	is_int(store_poison_each(s, poison_test_look, &seen, &e), 0,
	    "they are listed");
	return seen;
}

static void
poison_test_again(struct store *s)
{
	struct poison_row row =
	    poison_test_row_of("aa", 2, "killed by SIGSEGV", "1");
	struct err e = ERR_INIT;
	struct seen seen;
	char *bytes = NULL;
	size_t len = 0;

	poison_test_put_one(s, &row, SLICE("<html>"), NOW);
	row.rungs = 1;
	row.why = SLICE("killed by SIGXCPU");
	poison_test_put_one(s, &row, SLICE_NONE, NOW + 5);
	seen = poison_test_look_at(s);
	is_int((int64_t)seen.n, 1, "the same bytes are one row");
	is_int(seen.first.deaths, 2, "that counts");
	is_int(seen.first.rungs, 2, "how far down they have killed stays");
	is_int(seen.first.first_at, NOW, "since when");
	is_int(seen.first.last_at, NOW + 5, "until when");
	is_text(slice_of(seen.why), "killed by SIGXCPU", "of what");
	is_int(store_poison_body(s, seen.first.id, &bytes, &len, &e), 0,
	    "its bytes are there still");
	is_text((struct slice){ bytes, len }, "<html>", "as they came");
	free(bytes);
	row.version = SLICE("2");
	poison_test_put_one(s, &row, SLICE_NONE, NOW + 6);
	is_int(poison_test_look_at(s).first.rungs, 1,
	    "another version begins anew");
	is_int(store_poison_body(s, 4711, &bytes, &len, &e), ERR_NOT_FOUND,
	    "there is no other");
}

static void
poison_test_bounds(struct store *s)
{
	char *large = calloc(1, LIMIT_POISON_BYTES + 1);
	struct poison_row row;
	struct seen seen;
	char hash[32];

	for (int i = 0; i < LIMIT_POISON_ROWS + 20; i++) {
		snprintf(hash, sizeof(hash), "%d", i);
		row = poison_test_row_of(hash, 1, "killed by SIGSEGV", "1");
		poison_test_put_one(s, &row, SLICE("<html>"), NOW + i);
	}
	seen = poison_test_look_at(s);
	is_int((int64_t)seen.n, LIMIT_POISON_ROWS, "the oldest have gone");
	is_int((int64_t)seen.n_bodies, LIMIT_POISON_KEPT,
	    "and the bytes of all but the newest");
	row = poison_test_row_of("large", 1, "killed by SIGSEGV", "1");
	poison_test_put_one(s, &row,
	    (struct slice){ large, LIMIT_POISON_BYTES + 1 }, NOW + 5000);
	seen = poison_test_look_at(s);
	ok(!seen.first.has_body, "a document that is too large goes without");
	free(large);
}

static void
poison_test_age(struct store *s)
{
	const struct retention keep = { INT64_MAX, INT64_MAX, INT64_MAX };
	struct retention_done done;
	struct err e = ERR_INIT;

	is_int(store_retain(
		   s, &keep, NOW + LIMIT_POISON_S + 4000, 100000, &done, &e),
	    0, "retention");
	is_int((int64_t)poison_test_look_at(s).n, 1,
	    "what killed long ago is forgotten");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("poison", STORE_DAEMON);
	poison_test_again(s);
	poison_test_bounds(s);
	poison_test_age(s);
	store_close(s);
	return done_testing();
}
