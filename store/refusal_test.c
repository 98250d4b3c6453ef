/*
 * refusal_test.c -- files that are not a database of Gleaner, or are damaged:
 * every function that opens such a file refuses it and does not change a byte.
 */
#include "base/array.h"
#include "store/bytes_test.h"
#include "store/fixture_test.h"
#include "store/sqlite/schema.h"

static void
refusal_test_is_refused(
    const char *name, enum store_mode mode, const char *what, const char *words)
{
	struct bytes before = bytes_of_file(fixture_path(name)), after;
	struct store *s = NULL;
	struct err e = ERR_INIT;
	int rc = store_open(fixture_path(name), mode, &s, &e);

	after = bytes_of_file(fixture_path(name));
	is_int(rc, ERR_REFUSED, what);
	ok(strstr(e.text, words) != NULL && strchr(e.text, '\n') == NULL,
	    "%s: the message is one line that contains \"%s\"", what, words);
	printf("# %s\n", e.text);
	ok(before.n == after.n &&
		(before.n == 0 || memcmp(before.p, after.p, before.n) == 0),
	    "%s: the file is unchanged", what);
	free(before.p);
	free(after.p);
	store_close(s);
}

static void
refusal_test_is_refused_by_all(
    const char *name, const char *what, const char *words)
{
	refusal_test_is_refused(name, STORE_DAEMON, what, words);
	refusal_test_is_refused(name, STORE_WRITE, what, words);
	refusal_test_is_refused(name, STORE_READ, what, words);
}

static void
refusal_test_put_number(struct bytes *file, size_t offset, uint32_t number)
{
	for (int i = 0; i < 4; i++)
		file->p[offset + (size_t)i] = (char)(number >> (24 - 8 * i));
}

static void
refusal_test_refusals(void)
{
	struct bytes is_valid = bytes_of_sound_file();
	struct bytes file = { malloc(is_valid.n), is_valid.n };
	struct store *s = NULL;
	struct err e = ERR_INIT;

	bytes_to_file(fixture_path("empty.db"), "", 0);
	refusal_test_is_refused_by_all(
	    "empty.db", "an empty file", "empty file");

	bytes_to_file(fixture_path("text.db"), "hello\n", 6);
	refusal_test_is_refused_by_all(
	    "text.db", "a text", "not a Gleaner database");

	memset(file.p, 'x', file.n);
	bytes_to_file(fixture_path("noise.db"), file.p, file.n);
	refusal_test_is_refused_by_all(
	    "noise.db", "noise", "not a Gleaner database");

	mkdir(fixture_path("directory.db"), 0755);
	is_int(store_open(fixture_path("directory.db"), STORE_DAEMON, &s, &e),
	    ERR_REFUSED, "a directory is refused");
	free(file.p);
	free(is_valid.p);
}

/* Files that differ from a valid database in some bytes. */
static void
refusal_test_changed_files(void)
{
	struct bytes is_valid = bytes_of_sound_file();
	struct bytes file = { malloc(is_valid.n), is_valid.n };
	struct stat st;

	memcpy(file.p, is_valid.p, file.n);
	refusal_test_put_number(&file, 68, 0x12345678);
	bytes_to_file(fixture_path("foreign.db"), file.p, file.n);
	refusal_test_is_refused_by_all(
	    "foreign.db", "another program's database", "another program");
	ok(stat(fixture_path("foreign.db-wal"), &st) != 0 &&
		stat(fixture_path("foreign.db.lock"), &st) != 0,
	    "a database of another program gets no files beside it");

	memcpy(file.p, is_valid.p, file.n);
	refusal_test_put_number(&file, 60, (uint32_t)schema_newest() + 1);
	bytes_to_file(fixture_path("newer.db"), file.p, file.n);
	refusal_test_is_refused_by_all(
	    "newer.db", "a newer schema", "install a newer");

	memcpy(file.p, is_valid.p, file.n);
	refusal_test_put_number(&file, 60, 0);
	bytes_to_file(fixture_path("none.db"), file.p, file.n);
	refusal_test_is_refused_by_all(
	    "none.db", "no schema", "restore a backup");

	memcpy(file.p, is_valid.p, file.n);
	memset(file.p, 0, 100);
	bytes_to_file(fixture_path("head.db"), file.p, file.n);
	refusal_test_is_refused_by_all(
	    "head.db", "a zeroed head", "restore a backup");

	bytes_to_file(fixture_path("short.db"), is_valid.p, is_valid.n / 2);
	refusal_test_is_refused_by_all(
	    "short.db", "a truncated file", "is damaged");

	memcpy(file.p, is_valid.p, file.n);
	for (size_t page = 3; page < file.n / 4096; page++)
		memset(file.p + page * 4096, 0xa5, 64);
	bytes_to_file(fixture_path("garbage.db"), file.p, file.n);
	refusal_test_is_refused(
	    "garbage.db", STORE_DAEMON, "S53: garbage in a page", "is damaged");
	free(file.p);
	free(is_valid.p);
}

/* A link to a file that does not exist is refused, and nothing is created. */
static void
refusal_test_link(void)
{
	static const enum store_mode modes[] = { STORE_DAEMON, STORE_WRITE,
		STORE_READ };
	struct stat st;

	ok(symlink("absent.db", fixture_path("link.db")) == 0, "a link");
	for (size_t i = 0; i < ARRAY_LENGTH(modes); i++) {
		struct store *s = NULL;
		struct err e = ERR_INIT;

		is_int(store_open(fixture_path("link.db"), modes[i], &s, &e),
		    ERR_REFUSED, "a link to an absent file is refused");
		ok(strstr(e.text, "symbolic link") != NULL, "%s", e.text);
		store_close(s);
	}
	ok(stat(fixture_path("absent.db"), &st) != 0 &&
		stat(fixture_path("link.db.lock"), &st) != 0,
	    "no file is created");
}

int
main(void)
{
	fixture_needs_file("the tests are of files");
	fixture_begin();
	refusal_test_refusals();
	refusal_test_changed_files();
	refusal_test_link();
	return done_testing();
}
