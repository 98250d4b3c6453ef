/*
 * filter_fuzz.c -- reads any bytes as an expression of `filters:`: the parser
 * ends, the canonical form is read as the same expression, and an evaluation
 * ends within its steps and has the same result when it is repeated. A regular
 * expression does not match a text that its literals exclude.
 *
 * Bytes after the first zero byte are the text of the article.
 */
#define PCRE2_CODE_UNIT_WIDTH 8

#include <pcre2.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/date/date.h"
#include "base/limits/limits_filter.h"
#include "base/text/utf8.h"
#include "config/filter/filter_evaluate.h"
#include "config/filter/filter_literal.h"
#include "config/filter/filter_parse.h"
#include "config/filter/filter_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* With longer texts most time would be spent in matches that reach their limit,
 * which filter_test.c tests. */
#define TEXT_BYTES  16
#define PCRE2_STEPS 1000

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
	/* Quotes and parentheses may make the canonical form longer than the
	 * limit. */
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

/* Returns true if PCRE2 finds a match.  The literals (filter_literal.h) are not
 * searched before. */
static bool
filter_fuzz_matches(const struct filter_node *node, struct slice text)
{
	static const uint32_t options[] = { PCRE2_CASELESS, PCRE2_MULTILINE,
		PCRE2_DOTALL, PCRE2_EXTENDED };
	uint32_t chosen = PCRE2_UTF | PCRE2_UCP;
	pcre2_match_data *data = pcre2_match_data_create(1, NULL);
	pcre2_match_context *context = pcre2_match_context_create(NULL);
	pcre2_code *code;
	PCRE2_SIZE offset;
	int number, rc = -1;

	for (size_t i = 0; i < ARRAY_LENGTH(options); i++)
		chosen |= (node->flags >> i & 1) != 0 ? options[i] : 0;
	code = pcre2_compile((PCRE2_SPTR)node->text.p, node->text.len, chosen,
	    &number, &offset, NULL);
	pcre2_set_match_limit(context, PCRE2_STEPS);
	if (code != NULL)
		rc = pcre2_match(code, (PCRE2_SPTR)(text.p ? text.p : ""),
		    text.len, 0, PCRE2_NO_UTF_CHECK, data, context);
	pcre2_code_free(code);
	pcre2_match_context_free(context);
	pcre2_match_data_free(data);
	return rc >= 0;
}

static void
filter_fuzz_check_literals(const struct filter *filter, struct slice text)
{
	for (const struct filter_node *node = filter->regexes; node != NULL;
	     node = node->next_regex) {
		struct filter_signature signature;
		struct filter_literals literals;

		filter_signature_read(&signature, text);
		if ((node->flags & FILTER_REGEX_EXTENDED) != 0)
			continue;
		if (!filter_literals_read(node->text,
			(node->flags & FILTER_REGEX_CASELESS) != 0, &literals))
			abort();
		if (!filter_literals_may_match(&literals, &signature) &&
		    filter_fuzz_matches(node, text))
			abort();
		filter_literals_release(&literals);
	}
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
	if (filter_parse(source, &filter, &place, &e) == 0) {
		filter_fuzz_check(filter, text);
		filter_fuzz_check_literals(filter, text);
	} else if (place.line < 1 || place.column < 1 || e.text[0] == '\0')
		abort();
	filter_free(filter);
	return 0;
}
