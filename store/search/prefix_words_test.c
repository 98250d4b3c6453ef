/* prefix_words_test.c -- tests searches for prefixes that most texts contain.
 */
#include "store/fixture_test.h"
#include "store/search/prefix_words.h"

/* Number of texts.  It is greater than LIMIT_SEARCH_RANKED, so that the oldest
 * texts are not ranked. */
#define TEXTS 6000
/* The first id.  The number of texts is estimated from the greatest id, so the
 * estimate is far above LIMIT_PREFIX_MATCHES. */
#define FIRST_ID "1000000"

static int
prefix_words_test_see(const struct search_hit *hit, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%.*s ", SLICE_ARG(hit->article.title));
	return 0;
}

/* Stores TEXTS texts; the text with the greatest id is the newest.  All contain
 * "quick", every second one "quiet", and the oldest one "quixotic". */
static void
prefix_words_test_fill(struct store *s)
{
	do_sql(s, "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL "
		  "SELECT i + 1 FROM n WHERE i < 5999) "
		  "INSERT INTO article (id, url_key, status, revision, "
		  "first_seen_at, sort_at, title, body) "
		  "SELECT " FIRST_ID " + i, 'k' || i, 'feed_only', 1, 0, 0, "
		  "'T' || i, 'A quick text of usual length' || "
		  "iif(i % 2, ' that is quiet', '') || "
		  "iif(i = 0, ' quixotic windmill', '') || "
		  "iif(i = 3000, ' quick quiet quick quiet', '') FROM n");
	do_sql(s, "INSERT INTO article_fts (article_fts) VALUES ('rebuild')");
}

static size_t
prefix_words_test_expand(struct store *s, const char *prefix, struct buf *out)
{
	struct err e = ERR_INIT;
	struct prefix_words words = { .store = s, .e = &e };
	size_t n = prefix_words_expand(
	    &words, slice_of(prefix), prefix[0] == 'T', out);

	is_int(
	    words.rc, 0, "the words of the prefix are read without an error");
	return n;
}

static void
prefix_words_test_expansion(struct store *s)
{
	struct buf out;

	buf_init(&out, 1000);
	is_int((int64_t)prefix_words_test_expand(s, "QUI", &out), 2,
	    "a frequent prefix has two words in the newest texts");
	is_text(buf_slice(&out), "(\"quick\" OR \"quiet\")",
	    "the most frequent first");
	buf_clear(&out);
	is_int((int64_t)prefix_words_test_expand(s, "wind", &out), 0,
	    "a rare prefix is not expanded");
	is_int((int64_t)prefix_words_test_expand(s, "quick te", &out), 0,
	    "a phrase is not expanded");
	is_int((int64_t)prefix_words_test_expand(s, "...", &out), 0,
	    "a prefix without a word is not expanded");
	is_int((int64_t)prefix_words_test_expand(s, "Tex", &out), 0,
	    "a prefix that is rare in titles is not expanded");
	is_int((int64_t)out.len, 0, "no word is written for a rare prefix");
	buf_release(&out);
}

static void
prefix_words_test_first(
    struct store *s, const char *query, const char *expected, const char *what)
{
	struct article_filter filter = {
		.since_at = DATE_NONE, .until_at = DATE_NONE, .limit = 2
	};
	char all[1024] = "";
	struct err e = ERR_INIT;

	is_int(store_search(
		   s, slice_of(query), &filter, prefix_words_test_see, all, &e),
	    0, "a query with a prefix is answered");
	is_text(slice_of(all), expected, what);
}

/* Tests that the words of a prefix count as one term: a text with both words
 * twice ranks before all others. */
static void
prefix_words_test_search(struct store *s)
{
	prefix_words_test_first(s, "qui*", "T3000 T5999 ",
	    "the text with the most words is the best of all ranked");
	prefix_words_test_first(
	    s, "qui* text", "T3000 T5999 ", "a prefix and a word");
	prefix_words_test_first(s, "qui* windmill", "T0 ",
	    "an old text is found if few texts match");
	prefix_words_test_first(s, "quix*", "T0 ",
	    "an old word is found that the newest texts do not have");
	prefix_words_test_first(s, "qui* -quiet -title:T3000", "T0 T5998 ",
	    "an excluded word after a prefix");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("prefix.db", STORE_DAEMON);
	prefix_words_test_fill(s);
	prefix_words_test_expansion(s);
	prefix_words_test_search(s);
	store_close(s);
	return done_testing();
}
