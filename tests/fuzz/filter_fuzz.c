/*
 * filter_fuzz.c -- reads any bytes as an expression of `filters:`: the parser
 * ends, the canonical form is read as the same expression, an evaluation ends
 * within its steps, and has the same result twice.
 *
 * Bytes after the first zero byte are the text of the article.
 */
#include <stdlib.h>

#include "base/date/date.h"
#include "base/limits/limits_filter.h"
#include "base/text/utf8.h"
#include "config/filter/filter_evaluate.h"
#include "config/filter/filter_parse.h"
#include "config/filter/filter_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* With longer texts most time would be spent in matches that reach their limit,
 * which filter_test.c tests. */
#define TEXT_BYTES 16

static struct filter_matcher *matcher;

static enum filter_truth
filter_fuzz_evaluate(const struct filter *filter, struct slice text, bool known)
{
	struct filter_subject subject = { .knows_published_at = true,
		.published_at = DATE_NONE,
		.now = 1790000000 };
	bool limited = false;
	enum filter_truth truth;

	filter_subject_set(&subject, FILTER_TITLE, &text);
	filter_subject_set(&subject, FILTER_URL, &text);
	if (known)
		for (int i = 0; i < FILTER_TEXT_FIELDS; i++)
			filter_subject_set(
			    &subject, (enum filter_field)i, &text);
	subject.knows_word_count = known;
	filter_matcher_begin(matcher);
	truth = filter_evaluate(filter->root, &subject, matcher, &limited);
	if (filter_matcher_steps(matcher) > LIMIT_FILTER_ARTICLE_STEPS)
		abort();
	if (known && truth == FILTER_UNKNOWN && !limited)
		abort();
	return truth;
}

static void
filter_fuzz_check(const struct filter *filter, struct slice text)
{
	struct filter *again = NULL;
	struct filter_place place;
	struct err e = ERR_INIT;
	struct buf once, twice;
	enum filter_truth before, after;

	buf_init(&once, MIB);
	buf_init(&twice, MIB);
	filter_text_write(&once, filter->root);
	/* Quotes and parentheses may make it longer than the limit. */
	if (once.len <= LIMIT_FILTER_BYTES) {
		if (filter_parse(buf_slice(&once), &again, &place, &e) != 0)
			abort();
		filter_text_write(&twice, again->root);
		if (!slice_equal(buf_slice(&once), buf_slice(&twice)))
			abort();
		before = filter_fuzz_evaluate(filter, text, false);
		after = filter_fuzz_evaluate(filter, text, true);
		if (filter_fuzz_evaluate(again, text, false) != before ||
		    filter_fuzz_evaluate(again, text, true) != after)
			abort();
	}
	filter_free(again);
	buf_release(&once);
	buf_release(&twice);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice source = { (const char *)data, size }, text = SLICE_NONE;
	struct filter *filter = NULL;
	struct filter_place place;
	struct err e = ERR_INIT;
	size_t end = slice_find_char(source, '\0', 0);

	if (matcher == NULL && filter_matcher_new(&matcher, &e) != 0)
		abort();
	if (end != SLICE_NOT_FOUND) {
		text = slice_sub(source, end + 1, end + 1 + TEXT_BYTES);
		source.len = end;
	}
	if (!utf8_valid(text))
		text = SLICE_NONE;
	if (filter_parse(source, &filter, &place, &e) == 0)
		filter_fuzz_check(filter, text);
	else if (place.line < 1 || place.column < 1 || e.text[0] == '\0')
		abort();
	filter_free(filter);
	return 0;
}
