/*
 * grams_test.c -- tests search tokens of scripts that do not separate words,
 * and snippets of texts in these scripts.
 */
#include <stdio.h>

#include "store/search/grams.h"
#include "store/search/snippet.h"
#include "tests/lib/tap.h"

static void
grams_test_is_tokens(const char *text, const char *expected)
{
	struct buf out;

	buf_init(&out, 4096);
	grams_of_text(&out, slice_of(text));
	if (!ok(strcmp(out.p != NULL ? out.p : "", expected) == 0, "%s -> %s",
		text, expected))
		printf("# %s\n", out.p);
	buf_release(&out);
}

static void
grams_test_is_phrase(const char *text, bool prefix, const char *expected)
{
	struct buf out;

	buf_init(&out, 4096);
	grams_of_query(&out, slice_of(text), prefix);
	if (!ok(strcmp(out.p != NULL ? out.p : "", expected) == 0,
		"query: %s -> %s", text, expected))
		printf("# %s\n", out.p);
	buf_release(&out);
}

static void
grams_test_is_snippet(const char *text, const char *found, const char *expected)
{
	struct buf out;

	buf_init(&out, 4096);
	snippet_make(&out, slice_of(text), slice_of(found));
	if (!ok(strcmp(out.p, expected) == 0, "snippet: %s", found))
		printf("# %s\n", out.p);
	buf_release(&out);
}

/* grams_has() reads groups of eight bytes. */
static void
grams_test_positions(void)
{
	size_t wrong = 0;

	for (size_t at = 0; at <= 40; at++) {
		char text[64];

		for (size_t i = 0; i < 44; i++)
			text[i] = i % 2 == 0 ? '\xD0' : '\xB6'; /* ж */
		wrong += grams_has((struct slice){ text, 44 });
		memset(text, 'a', at);
		memcpy(text + at, "東", 3);
		wrong += !grams_has((struct slice){ text, at + 3 });
		wrong += !grams_has((struct slice){ text, 44 });
	}
	is_int((long long)wrong, 0, "a Han character at any position is found");
}

int
main(void)
{
	static char many[4096 * 64];
	struct buf out;

	ok(!grams_has(SLICE("Plain, naïve – and “quoted” Русский")) &&
		!grams_has(SLICE_NONE),
	    "scripts with spaces need no grams");
	ok(grams_has(SLICE("a 東")) && grams_has(SLICE("서울")) &&
		grams_has(SLICE("กรุงเทพ")) && grams_has(SLICE("カナ")),
	    "scripts without spaces need grams");
	grams_test_positions();
	grams_test_is_tokens("東京都 2020", "東京 京都 都 2020 ");
	grams_test_is_tokens("東。京", "東 京 ");
	grams_test_is_tokens("Éa東b", "éa 東 b ");
	grams_test_is_tokens("서울에서", "서울 울에 에서 서 ");
	grams_test_is_tokens("", "");
	grams_test_is_tokens(" ,.- ", "");
	grams_test_is_phrase("京都", false, "\"京都 \"");
	grams_test_is_phrase("東京都", false, "\"東京 京都 \"");
	grams_test_is_phrase("東", false, "\"東 \" *");
	grams_test_is_phrase("東京 2020", false, "\"東京 京 2020 \"");
	grams_test_is_phrase("Har", true, "\"har \" *");
	grams_test_is_phrase("\xff\"'", false, "");
	grams_test_is_snippet("abc", "x", "abc");
	grams_test_is_snippet("ABC", "b", "A\002B\003C");
	grams_test_is_snippet(
	    "首都は東京です。", "東京", "首都は\002東京\003です。");
	for (size_t i = 0; i < 4096; i++)
		snprintf(many + i * 9, sizeof(many) - i * 9, "%s", "あいう");
	buf_init(&out, 4096);
	snippet_make(&out, slice_of(many), SLICE("うあ"));
	ok(!buf_failed(&out) && out.len < 512,
	    "the snippet of a long text is short");
	buf_release(&out);
	return done_testing();
}
