/* line_test.c -- tests the lines of changes that are shortened. */
#include "push/line.h"
#include "tests/lib/tap.h"

#define LEAST 100 /* less than a line without a body */

static void
line_test_sizes(struct change_row *change, const char *name)
{
	struct buf line;
	size_t whole;
	bool fits = true;

	buf_init(&line, CHANGE_JSON_MAX_BYTES);
	push_line_put(&line, change, 0);
	whole = line.len;
	ok(whole > 0 && line.p[whole - 1] == '}', "%s: a whole line", name);
	push_line_put(&line, change, whole);
	is_int((int64_t)line.len, (int64_t)whole, "a line that fits is whole");
	ok(strstr(line.p, "truncated") == NULL,
	    "a line that fits has no flag `truncated`");
	for (size_t most = whole - 1; most > whole - 600; most--) {
		push_line_put(&line, change, most);
		fits = fits && line.len <= most &&
		       strstr(line.p, "\"truncated\"]") != NULL &&
		       strstr(line.p, "\"body\":\"") != NULL;
	}
	ok(fits, "each shorter line fits, and has a body and the flag");
	push_line_put(&line, change, LEAST);
	ok(line.len > LEAST && strstr(line.p, "\"body\":null") != NULL,
	    "without a body the line is not shortened further");
	buf_release(&line);
}

int
main(void)
{
	static char quotes[1000], plain[1000];
	struct change_row change = { .seq = 7,
		.kind = SLICE("new"),
		.article = { .id = 1,
		    .title = SLICE("Title"),
		    .flags = SLICE("stub paywall") } };

	memset(plain, 'a', sizeof(plain));
	change.article.body = (struct slice){ plain, sizeof(plain) };
	line_test_sizes(&change, "letters");
	for (size_t i = 0; i < sizeof(quotes); i++)
		quotes[i] = i % 2 ? '"' : 'a';
	change.article.body = (struct slice){ quotes, sizeof(quotes) };
	line_test_sizes(&change, "quotes");
	return done_testing();
}
