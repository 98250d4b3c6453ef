/*
 * filter_test.c -- the language of filters: tokens, grammar, types, places of
 * faults, the canonical form, the logic of three values, limits.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/date/date.h"
#include "base/limits/limits_filter.h"
#include "config/filter/filter_evaluate.h"
#include "config/filter/filter_parse.h"
#include "config/filter/filter_text.h"
#include "tests/lib/tap.h"

static struct filter *
filter_test_parse(const char *text)
{
	struct filter *filter = NULL;
	struct filter_place place;
	struct err e = ERR_INIT;

	if (filter_parse(slice_of(text), &filter, &place, &e) != 0)
		printf("# %s: %d:%d: %s\n", text, place.line, place.column,
		    e.text);
	return filter;
}

/* ---- the canonical form ---- */

static const struct {
	const char *text, *expected; /* NULL: the same */
} forms[] = {
	{ "title ~ /horoscope/i", NULL },
	{ "title~/a\\/b/sim", "title ~ /a\\/b/ims" },
	{ "feed_tag = local and text ~ /flood/i",
	    "feed_tag = \"local\" and text ~ /flood/i" },
	{ "not (has author)", "not has author" },
	{ "not (has author or has lang)", NULL },
	{ "NOT has author AND has lang", "not has author and has lang" },
	{ "has url or has lang and has text", NULL },
	{ "(has url or has lang) and has text", NULL },
	{ "has url and (has lang and has text)", NULL },
	{ "has url or (has lang or has text)", NULL },
	{ "((has url))", "has url" },
	{ "not not has url", NULL },
	{ "word_count<50", "word_count < 50" },
	{ "word_count >= 50 and word_count<=60",
	    "word_count >= 50 and word_count <= 60" },
	{ "published_at < 2026-01-31", "published_at < 2026-01-31T00:00:00Z" },
	{ "published_at > 7d", "published_at > 7d ago" },
	{ "published_at > 36h ago and has url",
	    "published_at > 36h ago and has url" },
	{ "title = 'say \"yes\"'", "title = \"say \\\"yes\\\"\"" },
	{ "title = \"a\\\\b\"", NULL },
	{ "title != \"and\"", NULL },
	{ "feed = https://example.org/rss",
	    "feed = \"https://example.org/rss\"" },
	{ "author = Zo\xC3\xAB", "author = \"Zo\xC3\xAB\"" },
};

static void
filter_test_check_forms(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		const char *expected =
		    forms[i].expected ? forms[i].expected : forms[i].text;
		struct filter *filter;
		struct buf once, twice;

		filter = filter_test_parse(forms[i].text);
		buf_init(&once, LIMIT_FILTER_BYTES);
		buf_init(&twice, LIMIT_FILTER_BYTES);
		if (ok(filter != NULL, "%s is read", forms[i].text)) {
			filter_text_write(&once, filter->root);
			is_slice(buf_slice(&once), slice_of(expected),
			    "the expression is written in its canonical form");
			filter_free(filter);
			filter = filter_test_parse(once.p);
			filter_text_write(&twice, filter->root);
			ok(slice_equal(buf_slice(&once), buf_slice(&twice)),
			    "the canonical form is read as the same "
			    "expression");
		}
		filter_free(filter);
		buf_release(&once);
		buf_release(&twice);
	}
}

/* ---- faults ---- */

static const struct {
	const char *text;
	int line, column;
	const char *says;
} faults[] = {
	{ "", 1, 1, "the expression ends, expected title, url" },
	{ "titel ~ /x/", 1, 1, "unexpected `titel`, expected title" },
	{ "title", 1, 6, "the expression ends, expected an operator" },
	{ "title /x/", 1, 7, "unexpected `/x/`, expected an operator" },
	{ "title ~", 1, 8, "the expression ends, expected a value" },
	{ "title ~ word", 1, 9, "expected a regular expression" },
	{ "title = /x/", 1, 9, "needs the operator ~" },
	{ "title < abc", 1, 9, "which has no order" },
	{ "title ~ /x", 1, 9, "without its closing slash" },
	{ "title ~ /x\\", 1, 9, "without its closing slash" },
	{ "title ~ /x/q", 1, 12, "an unknown letter" },
	{ "title ~ /a(b/", 1, 13, "missing closing parenthesis" },
	{ "title ~ /a[b/", 1, 13, "missing terminating ]" },
	{ "title ~ /*a/", 1, 10, "quantifier does not follow" },
	{ "title = \"abc", 1, 9, "without its closing quote" },
	{ "title = \"abc\ndef\"", 1, 9, "in the same line" },
	{ "title ~ /abc\ndef/", 1, 9, "in the same line" },
	{ "(has url", 1, 9, "the expression ends, expected and, or or )" },
	{ "has url)", 1, 8, "unexpected `)`, expected and, or, or the end" },
	{ "has url has lang", 1, 9, "unexpected `has`" },
	{ "has url and", 1, 12, "the expression ends" },
	{ "has url and or has lang", 1, 13, "unexpected `or`" },
	{ "has \"url\"", 1, 5, "unexpected `\"url\"`" },
	{ "word_count ~ /1/", 1, 14, "word_count is not a text" },
	{ "word_count < many", 1, 14, "expected a whole number" },
	{ "word_count < -1", 1, 14, "expected a whole number" },
	{ "word_count < \"5\"", 1, 14, "expected a whole number" },
	{ "published_at < yesterday", 1, 16, "expected a date" },
	{ "published_at ~ /2/", 1, 16, "published_at is not a text" },
	{ "has url\nand\n  titel = x", 3, 3, "unexpected `titel`" },
	{ "title = \xC3\xA9\xC3\xA9 x", 1, 12, "unexpected `x`" },
	{ "title = \xFFx", 1, 1, "not UTF-8" },
	{ "title = a\x01z", 1, 10, "a control character" },
	{ "title ~ /\\C/", 1, 12, "\\C" },
};

static void
filter_test_check_faults(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(faults); i++) {
		struct filter *filter = NULL;
		struct filter_place place = { 0, 0 };
		struct err e = ERR_INIT;
		int rc =
		    filter_parse(slice_of(faults[i].text), &filter, &place, &e);

		ok(rc == ERR_CONFIG && filter == NULL &&
			place.line == faults[i].line &&
			place.column == faults[i].column &&
			strstr(e.text, faults[i].says) != NULL,
		    "fault %zu is at %d:%d: %s", i, faults[i].line,
		    faults[i].column, faults[i].says);
		if (rc != ERR_CONFIG ||
		    strstr(e.text, faults[i].says) == NULL ||
		    place.column != faults[i].column)
			printf("# %s: %d:%d: %s\n", faults[i].text, place.line,
			    place.column, e.text);
	}
}

static void
filter_test_check_limits(void)
{
	struct buf text;
	struct filter *filter = NULL;
	struct filter_place place;
	struct err e = ERR_INIT;

	buf_init(&text, MIB);
	for (int i = 0; i < LIMIT_FILTER_DEPTH; i++)
		buf_append_string(&text, "(");
	buf_append_string(&text, "has url");
	for (int i = 0; i < LIMIT_FILTER_DEPTH; i++)
		buf_append_string(&text, ")");
	ok(filter_parse(buf_slice(&text), &filter, &place, &e) == 0,
	    "%d parentheses are allowed", LIMIT_FILTER_DEPTH);
	filter_free(filter);
	buf_clear(&text);
	for (int i = 0; i <= LIMIT_FILTER_DEPTH; i++)
		buf_append_string(&text, "not ");
	buf_append_string(&text, "has url");
	ok(filter_parse(buf_slice(&text), &filter, &place, &e) == ERR_CONFIG &&
		strstr(e.text, "inside each other") != NULL,
	    "%d are refused", LIMIT_FILTER_DEPTH + 1);
	buf_clear(&text);
	while (text.len < LIMIT_FILTER_BYTES)
		buf_append_string(&text, "has url or ");
	ok(filter_parse(buf_slice(&text), &filter, &place, &e) == ERR_CONFIG &&
		strstr(e.text, "more than") != NULL,
	    "a longer expression than the limit is refused");
	buf_clear(&text);
	while (text.len < LIMIT_FILTER_BYTES - 20)
		buf_append_string(&text, "has url or ");
	buf_append_string(&text, "has url");
	ok(filter_parse(buf_slice(&text), &filter, &place, &e) == 0,
	    "the longest expression fits into the arena");
	filter_free(filter);
	buf_release(&text);
}

/* ---- the logic ---- */

#define NOW 1790000000

/* The article of the test. In the expressions, `text`, `lang` and `word_count`
 * are unknown before the fetch. */
static struct slice title = SLICE_NONE, url, lang, body;
static struct slice feed[2], tags[2], authors[2];

static struct filter_subject
filter_test_article(bool is_fetched)
{
	struct filter_subject subject = { .now = NOW };

	title = SLICE("Flood in the Valley");
	url = SLICE("https://example.org/local/flood-1.html");
	lang = SLICE("en-GB");
	body = SLICE("The river rose.\nNobody was hurt.");
	feed[0] = SLICE("https://example.org/rss");
	feed[1] = SLICE("Example News");
	tags[0] = SLICE("local");
	tags[1] = SLICE("weather");
	authors[0] = SLICE("Ann Abel");
	authors[1] = SLICE("Bob Blum");
	filter_subject_set(&subject, FILTER_TITLE, &title);
	filter_subject_set(&subject, FILTER_URL, &url);
	subject.texts[FILTER_FEED] = (struct filter_texts){ true, feed, 2 };
	subject.texts[FILTER_FEED_TAG] = (struct filter_texts){ true, tags, 2 };
	subject.texts[FILTER_AUTHOR] =
	    (struct filter_texts){ true, authors, 2 };
	subject.knows_published_at = true;
	subject.published_at = NOW - 3 * 86400;
	if (!is_fetched)
		return subject;
	filter_subject_set(&subject, FILTER_LANG, &lang);
	filter_subject_set(&subject, FILTER_TEXT, &body);
	subject.texts[FILTER_CATEGORY] = (struct filter_texts){ true, NULL, 0 };
	subject.texts[FILTER_KEYWORD] = (struct filter_texts){ true, NULL, 0 };
	subject.knows_word_count = true;
	subject.word_count = 6;
	return subject;
}

static const struct {
	const char *text;
	char before, after; /* t, f or ? */
} values[] = {
	{ "title ~ /flood/i", 't', 't' },
	{ "title ~ /flood/", 'f', 'f' },
	{ "title ~ /^flood.*valley$/i", 't', 't' },
	{ "title = \"flood in the valley\"", 't', 't' },
	{ "title = flood", 'f', 'f' },
	{ "title != flood", 't', 't' },
	{ "url ~ /\\/local\\//", 't', 't' },
	{ "url = \"https://example.org/LOCAL/flood-1.html\"", 'f', 'f' },
	{ "feed = https://example.org/rss", 't', 't' },
	{ "feed = \"example news\"", 't', 't' },
	{ "feed ~ /news/i", 't', 't' },
	{ "feed_tag = local", 't', 't' },
	{ "feed_tag = Weather", 't', 't' },
	{ "feed_tag = sport", 'f', 'f' },
	{ "feed_tag != local", 'f', 'f' },
	{ "feed_tag != sport", 't', 't' },
	{ "author ~ /blum/i", 't', 't' },
	{ "author ~ /^Ann/", 't', 't' },
	{ "has author", 't', 't' },
	{ "has category", '?', 'f' },
	{ "category = sport", '?', 'f' },
	{ "category != sport", '?', 't' },
	{ "not has keyword", '?', 't' },
	{ "lang = en", '?', 't' },
	{ "lang = en-gb", '?', 't' },
	{ "lang = e", '?', 'f' },
	{ "lang = de", '?', 'f' },
	{ "text ~ /river/", '?', 't' },
	{ "text ~ /^nobody/i", '?', 'f' },
	{ "text ~ /^nobody/im", '?', 't' },
	{ "text ~ /rose.*hurt/", '?', 'f' },
	{ "text ~ /rose.*hurt/s", '?', 't' },
	{ "text ~ /r i v e r/x", '?', 't' },
	{ "word_count < 10", '?', 't' },
	{ "word_count = 6 and word_count >= 6 and word_count <= 6", '?', 't' },
	{ "word_count != 6 or word_count > 6", '?', 'f' },
	{ "published_at < 2d ago", 't', 't' },
	{ "published_at > 7d", 't', 't' },
	{ "published_at > 2d ago", 'f', 'f' },
	{ "published_at > 2020-01-01", 't', 't' },
	{ "published_at < 2020-01-01T12:00:00Z", 'f', 'f' },
	{ "has published_at", 't', 't' },
	/* Three values. */
	{ "title ~ /flood/i or text ~ /x/", 't', 't' },
	{ "text ~ /x/ or title ~ /flood/i", 't', 't' },
	{ "title ~ /x/ or text ~ /river/", '?', 't' },
	{ "title ~ /x/ and text ~ /river/", 'f', 'f' },
	{ "text ~ /river/ and title ~ /x/", 'f', 'f' },
	{ "title ~ /flood/i and text ~ /river/", '?', 't' },
	{ "not text ~ /river/", '?', 'f' },
	{ "not (text ~ /river/ and title ~ /x/)", 't', 't' },
	{ "not (text ~ /river/ or title ~ /flood/i)", 'f', 'f' },
	{ "text ~ /x/ or text ~ /river/", '?', 't' },
	{ "(text ~ /x/ or lang = de) and feed_tag = sport", 'f', 'f' },
	{ "feed_tag = local and (lang = de or text ~ /river/)", '?', 't' },
};

static char
filter_test_letter_of(enum filter_truth truth)
{
	return "ft?"[truth];
}

static void
filter_test_check_values(struct filter_matcher *matcher)
{
	for (size_t i = 0; i < ARRAY_LENGTH(values); i++) {
		struct filter *filter = filter_test_parse(values[i].text);
		struct filter_subject before = filter_test_article(false);
		struct filter_subject after = filter_test_article(true);
		bool limited = false;
		char a, b;

		if (!ok(filter != NULL, "%s is read", values[i].text))
			continue;
		filter_matcher_begin(matcher);
		a = filter_test_letter_of(
		    filter_evaluate(filter->root, &before, matcher, &limited));
		b = filter_test_letter_of(
		    filter_evaluate(filter->root, &after, matcher, &limited));
		ok(a == values[i].before && b == values[i].after && !limited,
		    "the value is %c before the fetch and %c after it",
		    values[i].before, values[i].after);
		if (a != values[i].before || b != values[i].after)
			printf("#  got %c %c\n", a, b);
		filter_free(filter);
	}
}

/* The value of every formula of two variables is that of Kleene's tables. */
static void
filter_test_check_tables(struct filter_matcher *matcher)
{
	static const char *const of[] = { "word_count > 9", "word_count < 9",
		"has text" };
	static const char letters[] = "ft?";
	struct filter_subject subject = filter_test_article(false);
	char text[256];
	bool good = true, limited = false;

	subject.knows_word_count = true;
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < 3; b++)
			for (int or = 0; or < 2; or ++) {
				int expected =
				    a == (or ? 1 : 0) || b == (or ? 1 : 0) ? or
				    : a == 2 || b == 2                     ? 2
						       : ! or
				    ;
				struct filter *f;

				snprintf(text, sizeof(text), "%s %s %s", of[a],
				    or ? "or" : "and", of[b]);
				f = filter_test_parse(text);
				good &= filter_test_letter_of(filter_evaluate(
					    f->root, &subject, matcher,
					    &limited)) == letters[expected];
				filter_free(f);
			}
	ok(good, "and, or have Kleene's values");
}

/* ---- bounds of a match ---- */

static void
filter_test_check_bound(struct filter_matcher *matcher, const char *expression,
    struct slice text, bool is_limited)
{
	struct filter_subject subject = { .now = NOW };
	struct filter *filter = filter_test_parse(expression);
	bool limited = false;
	enum filter_truth truth;

	filter_subject_set(&subject, FILTER_TEXT, &text);
	filter_matcher_begin(matcher);
	truth = filter_evaluate(filter->root, &subject, matcher, &limited);
	ok(limited == is_limited && (truth == FILTER_UNKNOWN) == is_limited &&
		filter_matcher_steps(matcher) <= LIMIT_FILTER_STEPS,
	    "%s on %zu bytes: %s after %lld steps", expression, text.len,
	    is_limited ? "no result" : "a result",
	    (long long)filter_matcher_steps(matcher));
	filter_free(filter);
}

/* The limit of steps applies to all filters of an article together. */
static void
filter_test_check_article_bound(
    struct filter_matcher *matcher, struct slice text)
{
	struct filter_subject subject = { .now = NOW };
	struct filter *filter;
	bool limited = false;
	int n = 0;

	filter = filter_test_parse("text ~ /a.*b.*c/s");
	filter_subject_set(&subject, FILTER_TEXT, &text);
	filter_matcher_begin(matcher);
	while (n < 1000 &&
	       filter_matcher_steps(matcher) < LIMIT_FILTER_ARTICLE_STEPS) {
		filter_evaluate(filter->root, &subject, matcher, &limited);
		n++;
	}
	ok(n == LIMIT_FILTER_ARTICLE_STEPS / LIMIT_FILTER_STEPS,
	    "an article takes at most %d such matches", n);
	text = SLICE("short");
	limited = false;
	filter_evaluate(filter->root, &subject, matcher, &limited);
	filter_free(filter);
	filter = filter_test_parse("text ~ /sh/");
	limited = false;
	ok(filter_evaluate(filter->root, &subject, matcher, &limited) ==
		    FILTER_UNKNOWN &&
		limited,
	    "after that no match of the article has a result");
	filter_matcher_begin(matcher);
	ok(filter_evaluate(filter->root, &subject, matcher, &limited) ==
		FILTER_TRUE,
	    "the next article has its own steps");
	filter_free(filter);
}

static void
filter_test_check_bounds(struct filter_matcher *matcher)
{
	char *many = malloc(MIB);
	struct slice text = { many, LIMIT_FILTER_SUBJECT_BYTES };

	memset(many, 'a', MIB);
	filter_test_check_bound(
	    matcher, "text ~ /(a+)+$/", slice_sub(text, 0, 20), false);
	many[40] = '!';
	filter_test_check_bound(
	    matcher, "text ~ /^(a+)+$/", slice_sub(text, 0, 41), true);
	filter_test_check_bound(
	    matcher, "not text ~ /^(a|a)*$/", slice_sub(text, 0, 41), true);
	many[40] = 'a';
	/* These matches take quadratic time, which PCRE2's own match limit does
	 * not count.  The end of the text has the last character of each
	 * expression, because PCRE2 does not begin a match without it. */
	memcpy(many + LIMIT_FILTER_SUBJECT_BYTES - 6, "!:?1cb", 6);
	filter_test_check_bound(matcher, "text ~ /a+1/", text, true);
	filter_test_check_bound(matcher, "text ~ /[a-z]+\\d/", text, true);
	filter_test_check_bound(matcher, "text ~ /\\w+\\s*:/", text, true);
	filter_test_check_bound(matcher, "text ~ /a.*b.*c/s", text, true);
	filter_test_check_bound(matcher, "text ~ /(a+)\\1\\?/", text, true);
	filter_test_check_bound(
	    matcher, "text ~ /^(?:(?:a?){50}){50}:/m", text, true);
	filter_test_check_bound(
	    matcher, "text ~ /aaaab/", slice_sub(text, 0, 30000), false);
	for (size_t i = 0; i < LIMIT_FILTER_SUBJECT_BYTES; i += 6)
		many[i] = ' ';
	filter_test_check_bound(matcher, "text ~ /\\bflood\\b/i", text, false);
	filter_test_check_bound(
	    matcher, "text ~ /flood|river|storm/i", text, false);
	filter_test_check_article_bound(matcher, text);
	free(many);
}

/* ---- explanations ---- */

static void
filter_test_note(
    const struct filter_node *node, enum filter_truth truth, void *arg)
{
	struct buf *out = arg;

	filter_text_write(out, node);
	buf_printf(out, ": %c; ", filter_test_letter_of(truth));
}

static void
filter_test_check_explanation(struct filter_matcher *matcher)
{
	struct filter_subject subject = filter_test_article(false);
	struct filter *filter = filter_test_parse(
	    "title ~ /flood/i or not (text ~ /x/ and has lang) or has url");
	struct buf out;

	buf_init(&out, KIB);
	filter_matcher_begin(matcher);
	filter_explain(filter->root, &subject, matcher, filter_test_note, &out);
	is_text(buf_slice(&out),
	    "title ~ /flood/i: t; text ~ /x/: ?; has lang: ?; has url: t; ",
	    "an explanation has every comparison with its value");
	buf_release(&out);
	filter_free(filter);
}

int
main(void)
{
	struct filter_matcher *matcher = NULL;
	struct err e = ERR_INIT;

	if (filter_matcher_new(&matcher, &e) != 0)
		return 1;
	filter_test_check_forms();
	filter_test_check_faults();
	filter_test_check_limits();
	filter_test_check_values(matcher);
	filter_test_check_tables(matcher);
	filter_test_check_bounds(matcher);
	filter_test_check_explanation(matcher);
	filter_matcher_free(matcher);
	return done_testing();
}
