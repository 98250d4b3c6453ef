/*
 * table_test.c -- tables on terminals of any width and in other outputs.
 */
#include <stdlib.h>

#include "base/date/date.h"
#include "cli/term/table.h"
#include "cli/testing.h"
#include "tests/lib/tap.h"

static const struct table_column columns[] = {
	{ .title = "ID", .right = true },
	{ .title = "NAME", .shrinks = 4 },
	{ .title = "TITLE", .shrinks = 6 },
	{ .title = NULL },
};

static void
table_test_put(
    struct text_table *table, int64_t id, const char *name, const char *title)
{
	text_table_number(table, id);
	text_table_text(table, slice_of(name));
	text_table_text(table, slice_of(title));
	text_table_end_row(table);
}

static void
table_test_plain(void)
{
	struct testing t;
	struct text_table table;

	testing_init(&t, NULL);
	text_table_init(&table, &t.cli, columns);
	table_test_put(&table, 7, "short", "first title");
	table_test_put(&table, 1234, "a longer name", NULL);
	table_test_put(&table, 5, "\xe6\x96\xb0\xe8\x81\x9e", "wide");
	table_test_put(&table, 6, "e\xcc\x81", "combining");
	table_test_put(&table, 8, "x\x1b[2J\ny", "  \t ");
	table_test_put(
	    &table, 9, "\U0001F469\u200D\U0001F680\u2764\uFE0F", "emoji");
	table_test_put(&table, 10, "\u1112\u1161\u11ab\u00ad\u202e", "jamo");
	text_table_release(&table);
	is_text(testing_out(&t),
	    "  ID  NAME           TITLE\n"
	    "   7  short          first title\n"
	    "1234  a longer name  -\n"
	    "   5  \xe6\x96\xb0\xe8\x81\x9e           wide\n"
	    "   6  e\xcc\x81              combining\n"
	    "   8  x[2J y         -\n"
	    "   9  \U0001F469\u200D\U0001F680\u2764\uFE0F          emoji\n"
	    "  10  \u1112\u1161\u11ab\u00ad             jamo\n",
	    "columns are aligned, whatever the cells contain");
	testing_release(&t);
}

static void
table_test_empty(void)
{
	struct testing t;
	struct text_table table;

	testing_init(&t, NULL);
	text_table_init(&table, &t.cli, columns);
	text_table_release(&table);
	is_text(testing_out(&t), "", "a table without rows has no titles");
	testing_release(&t);
}

/* No line may be wider than the terminal, unless all columns have their least
 * width. */
static void
table_test_widths(void)
{
	bool held = true;

	for (size_t width = 18; width < 90; width++) {
		struct testing t;
		struct text_table table;
		struct slice rest, line;

		testing_init(&t, NULL);
		t.cli.columns = width;
		text_table_init(&table, &t.cli, columns);
		table_test_put(&table, 1, "a name of some length",
		    "a title that goes on for a good while, and then more");
		table_test_put(&table, 2,
		    "\xe6\x96\xb0\xe8\x81\x9e\xe7\xb4\x99",
		    "\xe6\x96\xb0\xe8\x81\x9e\xe7\xb4\x99\xe6\x96\xb0\xe8\x81"
		    "\x9e\xe7\xb4\x99\xe6\x96\xb0\xe8\x81\x9e\xe7\xb4\x99");
		text_table_release(&table);
		rest = testing_out(&t);
		while (slice_next(&rest, '\n', &line))
			if (text_columns(line) > width) {
				held = false;
				printf("# %zu: %.*s\n", width, SLICE_ARG(line));
			}
		testing_release(&t);
	}
	ok(held, "rows of 18 to 89 columns fit the terminal");
}

static void
table_test_at_most(void)
{
	static const struct table_column narrow[] = {
		{ .title = "FEED", .shrinks = 4, .at_most = 8 },
		{ .title = "TITLE", .shrinks = 6 },
		{ .title = NULL },
	};
	struct testing t;
	struct text_table table;

	testing_init(&t, NULL);
	t.cli.columns = 80;
	text_table_init(&table, &t.cli, narrow);
	text_table_text(&table, SLICE("a feed of a long name"));
	text_table_text(&table, SLICE("title"));
	text_table_end_row(&table);
	text_table_release(&table);
	is_text(testing_out(&t),
	    "FEED      TITLE\n"
	    "a feed\xe2\x80\xa6   title\n",
	    "a column is not wider than it may be");
	testing_release(&t);
}

/* The first rows determine the widths. Later rows must be printed at once. */
static void
table_test_streaming(void)
{
	struct testing t;
	struct text_table table;
	size_t before;

	testing_init(&t, NULL);
	text_table_init(&table, &t.cli, columns);
	for (int i = 0; i < TABLE_LOOKAHEAD - 1; i++)
		table_test_put(&table, i, "name", "title");
	is_int((int64_t)testing_out(&t).len, 0,
	    "no row is written before TABLE_LOOKAHEAD rows");
	table_test_put(&table, 1, "name",
	    "nothing is written before TABLE_LOOKAHEAD rows");
	before = testing_out(&t).len;
	ok(before > 0, "all rows are written at TABLE_LOOKAHEAD rows");
	table_test_put(&table, 123456, "a much longer name", "title");
	ok(testing_out(&t).len > before, "each later row is written at once");
	ok(slice_ends(
	       testing_out(&t), SLICE("123456  a much longer name  title\n")),
	    "a later row that is wider is written completely");
	text_table_release(&table);
	testing_release(&t);
}

/* A full disk is reported once and changes the exit code. */
static void
table_test_full_disk(void)
{
	struct testing t;
	struct text_table table;
	FILE *out, *full = fopen("/dev/full", "w");
	int code = 0;

	testing_init(&t, NULL);
	out = t.cli.out;
	if (full == NULL) {
		ok(true, "no /dev/full here # SKIP");
		testing_release(&t);
		return;
	}
	setvbuf(full, NULL, _IONBF, 0);
	t.cli.out = full;
	text_table_init(&table, &t.cli, columns);
	for (int i = 0; i < TABLE_LOOKAHEAD * 2 && code == 0; i++) {
		text_table_number(&table, i);
		text_table_text(&table, SLICE("name"));
		text_table_text(&table, SLICE("title"));
		code = text_table_end_row(&table);
	}
	text_table_release(&table);
	is_int(code, CLI_FAILED, "a full disk stops the listing");
	is_int(cli_finish(&t.cli, CLI_OK), CLI_FAILED,
	    "a full disk gives the exit code CLI_FAILED");
	ok(slice_find(testing_err(&t), SLICE("No space left"), 0) !=
		    SLICE_NOT_FOUND &&
		slice_find(testing_err(&t), SLICE("\n"), 0) == t.err_len - 1,
	    "the error is reported once");
	fclose(full);
	t.cli.out = out;
	testing_release(&t);
}

int
main(void)
{
	table_test_plain();
	table_test_empty();
	table_test_widths();
	table_test_at_most();
	table_test_streaming();
	table_test_full_disk();
	return done_testing();
}
