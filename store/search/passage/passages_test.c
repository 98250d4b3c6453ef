/* passages_test.c -- tests the search for paragraphs. */
#include "base/limits/limits_portal.h"
#include "store/fixture_test.h"
#include "store/search/passage/passage_split.h"

struct seen {
	char all[4096];                             /* "TITLE/PARAGRAPH " */
	char text[8192], before[1024], after[1024]; /* texts of the first hit */
	double score;
	int n;
};

static int
passages_test_see(const struct passage_hit *hit, void *arg)
{
	struct seen *seen = arg;
	size_t n = strlen(seen->all);

	snprintf(seen->all + n, sizeof(seen->all) - n, "%.*s/%lld ",
	    SLICE_ARG(hit->article.title), (long long)hit->paragraph);
	if (seen->n++ > 0)
		return 0;
	snprintf(seen->text, sizeof(seen->text), "%.*s", SLICE_ARG(hit->text));
	snprintf(
	    seen->before, sizeof(seen->before), "%.*s", SLICE_ARG(hit->before));
	snprintf(
	    seen->after, sizeof(seen->after), "%.*s", SLICE_ARG(hit->after));
	seen->score = hit->score;
	return 0;
}

static struct seen
passages_test_ask(struct store *s, const char *query, size_t limit)
{
	struct article_filter filter = {
		.since_at = DATE_NONE, .until_at = DATE_NONE, .limit = limit
	};
	struct seen seen = { .n = 0 };
	struct err e = ERR_INIT;
	int rc = store_search_passages(
	    s, slice_of(query), &filter, passages_test_see, &seen, &e);

	if (rc != 0)
		snprintf(seen.all, sizeof(seen.all), "%d %s", rc, e.text);
	return seen;
}

static void
passages_test_has(const char *text, const char *part, const char *name)
{
	if (!ok(strstr(text, part) != NULL, "%s", name))
		printf("# %s\n", text);
}

static void
passages_test_store(struct store *s, const char *url, const char *lang,
    const char *title, const char *body)
{
	struct cuter_article article = story(title, body);
	struct article_update k = { .id = article_at(s, url),
		.status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.article = &article };
	struct err e = ERR_INIT;

	article.language = slice_of(lang);
	is_done(store_article_put(s, &k, NOW, &e), &e, url);
}

static void
passages_test_fill(struct store *s)
{
	static struct fixture_feed f;
	int64_t id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "P");
	feed_add(&f, "1", "https://example.org/1", "waits", "waits");
	feed_add(&f, "2", "https://example.org/2", "waits", "waits");
	feed_add(&f, "3", "https://example.org/3", "waits", "waits");
	feed_add(&f, "4", "https://example.org/4", "waits", "waits");
	poll(s, id, &f, NOW);
	passages_test_store(s, "https://example.org/1", "en", "Council",
	    "The council met on Monday to speak about roads and schools.\n\n"
	    "A heat pump in each school would cost eight million, said the "
	    "mayor, and heat pumps need a stronger grid.\n\n"
	    "The next meeting of the council is in December.");
	passages_test_store(s, "https://example.org/2", "en", "Prices",
	    "Prices for electricity fell again in the last quarter.\n\n"
	    "The price of a pump fell, too. AT&T don't pump.\n\n"
	    "In the heat of summer the grid was used less than before.");
	passages_test_store(s, "https://example.org/3", "ja", "東京",
	    "今日は朝から晴れでした。\n\n東京都の天気は明日もNHKで晴れです。");
	passages_test_store(s, "https://example.org/4", "en", "Zeppelin",
	    "The first paragraph says nothing about the aircraft.\n\n"
	    "The second one does not, either.");
}

static void
passages_test_ranks(struct store *s)
{
	struct seen seen = passages_test_ask(s, "heat pump", 0);

	is_text(slice_of(seen.all), "Council/2 Prices/2 Prices/3 ",
	    "the paragraph with both words is first; one that has no word is "
	    "not listed");
	ok(seen.score > 0, "the score is positive");
	passages_test_has(seen.text, "\002heat\003 \002pumps\003 need",
	    "words are marked by their stems");
	is_text(slice_of(seen.before),
	    "The council met on Monday to speak about roads and schools.",
	    "the paragraph before it is shown");
	passages_test_has(
	    seen.after, "The next meeting", "the paragraph after it is shown");
	seen = passages_test_ask(s, "heat pump", 1);
	is_text(
	    slice_of(seen.all), "Council/2 ", "the limit counts paragraphs");
	seen = passages_test_ask(s, "\"heat pump\"", 0);
	is_text(slice_of(seen.all), "Council/2 ", "a phrase is one term");
	is_text(
	    slice_of(
		passages_test_ask(s, "heat\u3000pump _ \u26BD\uFE0F", 1).all),
	    "Council/2 ", "terms without a letter are ignored");
	seen = passages_test_ask(s, "\"pumps need\"", 0);
	passages_test_has(seen.text, "A heat pump in",
	    "a word of a phrase alone is not marked");
	passages_test_has(seen.text, "heat \002pumps\003 \002need\003 a",
	    "an occurrence of the phrase is");
	seen = passages_test_ask(s, "don't pump", 0);
	passages_test_has(seen.text, "AT&T \002don\003'\002t\003 \002pump",
	    "the parts of a word with an apostrophe are a phrase");
	seen = passages_test_ask(s, "electri*", 0);
	is_text(slice_of(seen.all), "Prices/1 ",
	    "a prefix with * finds a longer word");
	passages_test_has(
	    seen.text, "\002electricity\003", "a prefix is marked");
	seen = passages_test_ask(s, "pump -roads", 0);
	is_text(slice_of(seen.all), "Prices/2 ",
	    "an excluded word excludes articles");
	seen = passages_test_ask(s, "東京都", 0);
	is_text(slice_of(seen.all), "東京/2 ",
	    "a part of a text without spaces is found");
	passages_test_has(seen.text, "\002東京都\003の天気", "and marked");
	seen = passages_test_ask(s, "NHKて\u3099", 0);
	passages_test_has(seen.text, "\002NHKで\003晴れ", "a query in Form D");
	seen = passages_test_ask(s, "nhkで", 0);
	passages_test_has(seen.text, "\002NHKで\003晴れ",
	    "Latin letters are marked in either case");
	seen = passages_test_ask(s, "zeppelin", 0);
	is_text(slice_of(seen.all), "Zeppelin/1 ",
	    "a match in the title alone gives the first paragraph");
	ok(seen.score == 0, "with the score 0");
	is_text(slice_of(passages_test_ask(s, "nowhere", 0).all), "",
	    "a word that no paragraph contains finds nothing");
	is_text(slice_of(passages_test_ask(s, "\" (", 0).all), "",
	    "a query of punctuation finds nothing");
}

/* Tests a text of one long paragraph and a text with very many paragraphs. */
static void
passages_test_bounds(struct store *s)
{
	static char body[200001];
	struct seen seen;

	for (size_t i = 0; i < sizeof(body) - 1; i++)
		body[i] = "The lighthouse stands. "[i % 23];
	passages_test_store(s, "https://example.org/4", "en", "Zeppelin", body);
	seen = passages_test_ask(s, "lighthouse", 0);
	is_int(seen.n, LIMIT_PASSAGE_EACH, "at most three of an article");
	ok(strlen(seen.text) > LIMIT_PASSAGE_BYTES / 2 &&
		strlen(seen.text) < 2 * LIMIT_PASSAGE_BYTES,
	    "a long paragraph is divided");
	ok(seen.text[strlen(seen.text) - 1] == '.',
	    "a long paragraph is divided after a sentence");
	ok(strlen(seen.after) <= LIMIT_PASSAGE_CONTEXT + 3,
	    "the context is short");
	memset(body, 'x', sizeof(body) - 1);
	body[0] = 'y';
	body[1] = ' ';
	passages_test_store(s, "https://example.org/4", "en", "Zeppelin", body);
	is_int(passages_test_ask(s, "y", 0).n, 1, "a word of 200 000 letters");
	for (size_t i = 0; i < sizeof(body) - 1; i++)
		body[i] = "y\n\n"[i % 3];
	passages_test_store(s, "https://example.org/4", "en", "Zeppelin", body);
	is_int(passages_test_ask(s, "y", 0).n, LIMIT_PASSAGE_EACH,
	    "of 66 667 paragraphs LIMIT_PASSAGE_EACH are listed");
}

static void
passages_test_split(void)
{
	struct passage_walk walk = { .text =
					 SLICE("\n\n one \n\n\n\ntwo\nb\n\n") };
	struct slice text = SLICE_NONE;

	ok(passage_next(&walk, &text) && slice_equal(text, SLICE("one")) &&
		walk.paragraph == 1,
	    "blank lines before a paragraph are skipped");
	ok(passage_next(&walk, &text) && slice_equal(text, SLICE("two\nb")) &&
		walk.paragraph == 2,
	    "a line break does not end a paragraph");
	ok(!passage_next(&walk, &text),
	    "after the last paragraph there is no empty one");
	walk = (struct passage_walk){ .text = SLICE_NONE };
	ok(!passage_next(&walk, &text), "an absent text has no paragraph");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("passages.db", STORE_DAEMON);
	passages_test_split();
	passages_test_fill(s);
	passages_test_ranks(s);
	passages_test_bounds(s);
	store_close(s);
	return done_testing();
}
