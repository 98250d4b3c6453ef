/*
 * filter_regex.c -- compiles and matches regular expressions with PCRE2.
 */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "config/filter/filter_regex.h"

#include <pcre2.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits/limits_filter.h"
#include "config/filter/filter_literal.h"

#define MESSAGE_BYTES  256
#define BYTES_PER_STEP 16 /* bytes that a repetition passes in one step */
/* Number of signatures that are kept for the texts of an article; each
 * signature has 4 KiB. */
#define SIGNATURES 16
/* Shorter texts are searched without a signature, because the signature takes
 * longer than the search. */
#define SIGNATURE_TEXT_BYTES 32

struct filter_regex {
	pcre2_code *code;
	struct filter_literals literals;
};

/* A text of the article with its signature. */
struct filter_regex_seen {
	struct slice text; /* borrowed */
	struct filter_signature signature;
};

struct filter_matcher {
	pcre2_match_data *data;
	pcre2_match_context *context;
	int64_t article_steps; /* steps that the matches of the article may
				  still take */
	int64_t steps;         /* steps that this match may still take */
	size_t position;       /* position in the text at the last callback */
	size_t n_seen;         /* number of texts that got a signature since
				  filter_matcher_begin() */
	struct filter_regex_seen seen[SIGNATURES]; /* the latest ones */
};

static const uint32_t filter_regex_options[] = { PCRE2_CASELESS,
	PCRE2_MULTILINE, PCRE2_DOTALL, PCRE2_EXTENDED };

static int
filter_regex_refuse(
    int number, size_t offset, size_t *ret_offset, struct err *e)
{
	PCRE2_UCHAR message[MESSAGE_BYTES];

	if (number == PCRE2_ERROR_NOMEMORY)
		return err_set(
		    e, ERR_MEMORY, "no memory for a regular expression");
	if (pcre2_get_error_message(number, message, sizeof(message)) < 0)
		message[0] = '\0';
	*ret_offset = offset;
	return err_set(e, ERR_CONFIG, "%s", (const char *)message);
}

/* Reads the literals of the pattern; none if its white space is ignored.
 * Returns false if there is no memory. */
static bool
filter_regex_read_literals(
    struct filter_regex *regex, struct slice pattern, unsigned flags)
{
	return (flags & FILTER_REGEX_EXTENDED) != 0 ||
	       filter_literals_read(pattern,
		   (flags & FILTER_REGEX_CASELESS) != 0, &regex->literals);
}

int
filter_regex_new(struct slice pattern, unsigned flags,
    struct filter_regex **ret, size_t *ret_offset, struct err *e)
{
	uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_AUTO_CALLOUT |
			   PCRE2_NEVER_BACKSLASH_C;
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	struct filter_regex *regex = calloc(1, sizeof(*regex));
	PCRE2_SIZE offset = 0;
	int number = PCRE2_ERROR_NOMEMORY;

	for (size_t i = 0; i < ARRAY_LENGTH(filter_regex_options); i++)
		if ((flags >> i & 1) != 0)
			options |= filter_regex_options[i];
	if (context != NULL && regex != NULL) {
		pcre2_set_parens_nest_limit(context, LIMIT_FILTER_NEST);
		regex->code = pcre2_compile((PCRE2_SPTR)pattern.p, pattern.len,
		    options, &number, &offset, context);
	}
	pcre2_compile_context_free(context);
	if (context != NULL && regex != NULL && regex->code != NULL &&
	    filter_regex_read_literals(regex, pattern, flags)) {
		*ret = regex;
		return 0;
	}
	if (regex != NULL && regex->code != NULL)
		number = PCRE2_ERROR_NOMEMORY;
	filter_regex_free(regex);
	return filter_regex_refuse(number, offset, ret_offset, e);
}

void
filter_regex_free(struct filter_regex *regex)
{
	if (regex == NULL)
		return;
	pcre2_code_free(regex->code);
	filter_literals_release(&regex->literals);
	free(regex);
}

/* ---- matching ---- */

/* PCRE2 calls this function before it tries an item of the expression.  A
 * return value other than 0 ends the match. */
static int
filter_regex_step(pcre2_callout_block *block, void *arg)
{
	struct filter_matcher *m = arg;
	size_t at = block->current_position;
	size_t passed = at > m->position ? at - m->position : 0;

	m->position = at;
	m->steps -= 1 + (int64_t)(passed / BYTES_PER_STEP);
	return m->steps < 0 ? PCRE2_ERROR_MATCHLIMIT : 0;
}

int
filter_matcher_new(struct filter_matcher **ret, struct err *e)
{
	struct filter_matcher *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return err_set(e, ERR_MEMORY, "no memory for filters");
	m->data = pcre2_match_data_create(1, NULL);
	m->context = pcre2_match_context_create(NULL);
	if (m->data == NULL || m->context == NULL) {
		filter_matcher_free(m);
		return err_set(e, ERR_MEMORY, "no memory for filters");
	}
	pcre2_set_callout(m->context, filter_regex_step, m);
	pcre2_set_match_limit(m->context, LIMIT_FILTER_STEPS);
	pcre2_set_depth_limit(m->context, LIMIT_FILTER_MATCH_DEPTH);
	pcre2_set_heap_limit(m->context, LIMIT_FILTER_HEAP_KIB);
	filter_matcher_begin(m);
	*ret = m;
	return 0;
}

void
filter_matcher_free(struct filter_matcher *m)
{
	if (m == NULL)
		return;
	pcre2_match_data_free(m->data);
	pcre2_match_context_free(m->context);
	free(m);
}

void
filter_matcher_begin(struct filter_matcher *m)
{
	m->article_steps = LIMIT_FILTER_ARTICLE_STEPS;
	m->n_seen = 0;
}

int64_t
filter_matcher_steps(const struct filter_matcher *m)
{
	return LIMIT_FILTER_ARTICLE_STEPS - m->article_steps;
}

/* Returns the length of the part of a text that is searched.  The part ends at
 * the end of a character. */
static size_t
filter_regex_length(struct slice text)
{
	size_t n = text.len;

	if (n <= LIMIT_FILTER_SUBJECT_BYTES)
		return n;
	n = LIMIT_FILTER_SUBJECT_BYTES;
	while (n > 0 && (text.p[n] & 0xC0) == 0x80)
		n--;
	return n;
}

/* Returns the signature of a text.  It is computed only if the text is not one
 * of the last SIGNATURES texts of the article. */
static const struct filter_signature *
filter_regex_signature(struct filter_matcher *m, struct slice text)
{
	size_t n = m->n_seen < SIGNATURES ? m->n_seen : SIGNATURES;
	struct filter_regex_seen *seen;

	for (size_t i = 0; i < n; i++)
		if (m->seen[i].text.p == text.p &&
		    m->seen[i].text.len == text.len)
			return &m->seen[i].signature;
	seen = &m->seen[m->n_seen++ % SIGNATURES];
	seen->text = text;
	filter_signature_read(&seen->signature, text);
	return &seen->signature;
}

/* Returns false if the text has no literal of the expression. */
static bool
filter_regex_may_match(const struct filter_regex *regex,
    struct filter_matcher *m, struct slice text)
{
	if (regex->literals.n == 0 || text.len < SIGNATURE_TEXT_BYTES)
		return true;
	return filter_literals_may_match(
	    &regex->literals, filter_regex_signature(m, text));
}

enum filter_match
filter_regex_search(const struct filter_regex *regex, struct filter_matcher *m,
    struct slice text)
{
	int64_t steps = m->article_steps < LIMIT_FILTER_STEPS
			    ? m->article_steps
			    : LIMIT_FILTER_STEPS;
	int rc;

	text.len = filter_regex_length(text);
	if (!filter_regex_may_match(regex, m, text))
		return FILTER_NO_MATCH;
	m->steps = steps;
	m->position = 0;
	rc = pcre2_match(regex->code, (PCRE2_SPTR)(text.p ? text.p : ""),
	    text.len, 0, PCRE2_NO_UTF_CHECK, m->data, m->context);
	m->article_steps -= steps - (m->steps < 0 ? 0 : m->steps);
	if (rc >= 0)
		return FILTER_MATCH;
	return rc == PCRE2_ERROR_NOMATCH ? FILTER_NO_MATCH : FILTER_MATCH_LIMIT;
}
