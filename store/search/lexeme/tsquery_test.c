/* tsquery_test.c -- tests words, vectors and queries of PostgreSQL's full-text
 * index. */
#include <stdio.h>

#include "store/search/lexeme/tsquery.h"
#include "store/search/lexeme/vector.h"
#include "store/search/lexeme/words.h"
#include "store/search/snippet.h"
#include "tests/lib/tap.h"

static void
tsquery_test_is(struct buf *got, const char *expected, const char *name)
{
	if (!ok(strcmp(got->p != NULL ? got->p : "", expected) == 0, "%s",
		name))
		printf("# %s\n", got->p);
}

static void
tsquery_test_words(const char *text, const char *expected)
{
	struct buf out;

	buf_init(&out, 4096);
	words_of_text(&out, slice_of(text));
	tsquery_test_is(&out, expected, text);
	buf_release(&out);
}

static void
tsquery_test_vector(const char *title, const char *body, const char *language,
    const char *words, const char *stems, const char *grams)
{
	struct vector v;

	ok(vector_make(slice_of(title), slice_of(body), slice_of(language), &v),
	    "%s: %s", language, title);
	tsquery_test_is(&v.words, words, "words");
	tsquery_test_is(&v.stems, stems, "stems");
	tsquery_test_is(&v.grams, grams, "grams");
	vector_release(&v);
}

static void
tsquery_test_query(const char *text, const char *words, const char *grams)
{
	struct search_query query;
	bool asked = tsquery_make(slice_of(text), &query);

	ok(asked == (words[0] != '\0'), "%s: is a query", text);
	tsquery_test_is(&query.words, words, text);
	tsquery_test_is(&query.grams, grams, text);
	search_query_release(&query);
}

/* Tests that each language has its own stems. */
static void
tsquery_test_stems(void)
{
	struct search_query query;

	tsquery_make(SLICE("running -houses"), &query);
	ok(strstr(query.stems.p, "('en:run') & !('en:hous')") != NULL,
	    "the query has the English stems");
	ok(strstr(query.stems.p, "('de:running') & !('de:hous')") != NULL,
	    "the query has the German stems");
	ok(strstr(query.terms.p, "\"en\":[\"'en:run'\"]") != NULL &&
		strstr(query.terms.p, "hous") == NULL,
	    "the terms of the ranking are the required ones");
	search_query_release(&query);
	tsquery_make(SLICE("runn*"), &query);
	ok(query.stems.len == 0, "a prefix has no stem");
	search_query_release(&query);
}

static void
tsquery_test_snippet(const char *text, const char *language, const char *marked,
    const char *expected)
{
	struct buf out;

	buf_init(&out, 8192);
	snippet_mark(
	    &out, slice_of(text), slice_of(language), slice_of(marked));
	tsquery_test_is(&out, expected, marked);
	buf_release(&out);
}

/* Tests the bounds of vectors, because the server refuses longer ones. */
static void
tsquery_test_bounds(void)
{
	static char many[4000000];
	struct vector v;

	for (size_t i = 0; i + 21 <= sizeof(many); i += 20)
		snprintf(many + i, 21, "word%015zu ", i);
	ok(vector_make(SLICE_NONE, (struct slice){ many, sizeof(many) - 1 },
	       SLICE("en"), &v) &&
		v.words.len < 1000000 && v.stems.len < 1000000,
	    "a long text is indexed in part");
	vector_release(&v);
	memset(many, 'x', sizeof(many));
	ok(vector_make(SLICE("a"), (struct slice){ many, sizeof(many) },
	       SLICE_NONE, &v) &&
		strcmp(v.words.p, "'a':1A ") == 0,
	    "a long word is not indexed");
	vector_release(&v);
}

int
main(void)
{
	tsquery_test_words("It's a_b C++ 2020", "it s a b c 2020 ");
	tsquery_test_words("Café ÉCOLE Straße", "cafe ecole strasse ");
	tsquery_test_words("Йод हिन्दी", "йод हिन्दी ");
	tsquery_test_words("cafe\xcc\x81 \xff", "cafe ");
	tsquery_test_words("--", "");
	tsquery_test_vector("Running", "Cats ran", "en-GB",
	    "'running':1A 'cats':10D 'ran':11D ",
	    "'en:run':1A 'en:cat':10D 'en:ran':11D ", "");
	tsquery_test_vector("Running", "", "xx", "'running':1A ", "", "");
	tsquery_test_vector("東京都", "a", "ja", "'a':10D ", "",
	    "'東京':1A '京都':2A '都':3A 'a':12D ");
	tsquery_test_vector("Running", "習 won 2020年 cafés", "en",
	    "'running':1A 'won':11D 'cafes':13D ",
	    "'en:run':1A 'en:won':11D 'en:cafe':13D ",
	    "'running':1A '習':10D 'won':11D '2020':12D '年':13D 'cafés':14D ");
	tsquery_test_query("cats", "('cats')", "('cats')");
	tsquery_test_query("Cats \"lazy dog\" -fox -\"a b\"",
	    "('cats' & 'lazy' <-> 'dog') & !('fox' | 'a' <-> 'b')",
	    "('cats' & 'lazy' <-> 'dog') & !('fox' | 'a' <-> 'b')");
	tsquery_test_query("title:\"don't go\" quic*",
	    "('don':A <-> 't':A <-> 'go':A & 'quic':*)",
	    "('don':A <-> 't':A <-> 'go':A & 'quic':*)");
	tsquery_test_query(
	    "title:京都 天", "('京都':A & '天')", "('京都':A & '天':*)");
	tsquery_test_query("'); DROP \\ |&!():*", "('drop')", "('drop')");
	tsquery_test_query("-only", "", "");
	tsquery_test_query("+ \"\" *", "", "");
	tsquery_test_stems();
	tsquery_test_snippet("The cats were running home.", "en", "run cat ",
	    "The \002cats\003 were \002running\003 home.");
	tsquery_test_snippet("The cats were running home.", "", "run cats ",
	    "The \002cats\003 were running home.");
	tsquery_test_snippet(
	    "1 2 3 4 5 6 7 8 one 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 "
	    "7 8 9 end",
	    "", "one ",
	    "…3 4 5 6 7 8 \002one\003 1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8…");
	tsquery_test_snippet("None of them.", "", "one ", "None of them.");
	tsquery_test_bounds();
	return done_testing();
}
