/* long_options_test.c -- names of options that are abbreviated. */
#include "base/io/long_options.h"
#include "tests/lib/tap.h"

#define WORDS_MAX 6

static const struct option options[] = {
	{ "config", required_argument, NULL, 'c' },
	{ "once", no_argument, NULL, 'o' },
	{ "only", optional_argument, NULL, 'y' },
	{ 0 },
};

static const struct {
	const char *words[WORDS_MAX];
	const char *unknown;
} rows[] = {
	{ { "x" }, NULL },
	{ { "x", "--once", "--config", "--onc", "--only" }, NULL },
	{ { "x", "--config=--onc", "-c", "--onc", "file" }, NULL },
	{ { "x", "-oc", "--onc" }, NULL },
	{ { "x", "-cfile", "--onc" }, "--onc" },
	{ { "x", "-o", "--onc" }, "--onc" },
	{ { "x", "file", "--conf", "y" }, "--conf" },
	{ { "x", "--conf=y" }, "--conf=y" },
	{ { "x", "--onces" }, "--onces" },
	{ { "x", "--=y" }, "--=y" },
	{ { "x", "--only", "--onl" }, "--onl" },
	{ { "x", "--", "--onc" }, NULL },
	{ { "x", "-", "--once" }, NULL },
	{ { "x", "--config" }, NULL },
};

int
main(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *words[WORDS_MAX] = { NULL };
		int n = 0;

		for (; n < WORDS_MAX && rows[i].words[n] != NULL; n++)
			words[n] = (char *)(uintptr_t)rows[i].words[n];
		is_text(slice_of(long_options_find_unknown(
			    n, words, "c:o", options)),
		    rows[i].unknown, words[1]);
	}
	return done_testing();
}
