/*
 * filter_literal.c -- reads the literals of a pattern, and signatures of texts.
 *
 * In:  a pattern: sequences, groups ( ) and (?: ), alternatives, classes,
 *      quantifiers, escapes without an argument, and (?i) at the start.
 * Out: the literals.  A sequence gives the longest run of characters that are
 *      adjacent in every match.  A group gives one run for each alternative.
 *
 * Any other syntax (options, look-around, references, verbs) ends the reading.
 * The pattern then has no literals, and each text is searched.
 */
#include "config/filter/filter_literal.h"

#include <limits.h>
#include <stdlib.h>

#define SEQUENCE_BYTES 3
/* This bit marks the hash of the last sequence of a literal. */
#define LAST_OF_LITERAL (1u << FILTER_SIGNATURE_BITS)
#define HASH_FACTOR     0x9E3779B1u /* 2^32 divided by the golden ratio */

/* Escapes without an argument.  Each matches one character or a position. */
#define PLAIN_ESCAPES "bBdDwWsSAzZhHvVntrfe"
/* At the start of a pattern: the case of the whole pattern is ignored. */
#define CASELESS_PREFIX "(?i)"

struct filter_literal_reader {
	struct slice pattern;
	size_t at;
	bool ignores_case;
	bool failed;      /* unknown syntax */
	struct slice run; /* characters of the run in lower case, in `folded` */
	char *folded;     /* has the length of the pattern */
	uint16_t *hashes; /* has the length of the pattern */
	size_t n;
};

/* ---- sequences of three bytes ---- */

static uint32_t
filter_literal_hash(uint32_t sequence)
{
	return (sequence & 0xFFFFFF) * HASH_FACTOR >>
	       (32 - FILTER_SIGNATURE_BITS);
}

/* Returns the next byte of a text and advances *at. An ASCII letter is returned
 * in lower case. U+017F and U+212A are returned as s and k. Every other
 * character is returned unchanged, one byte per call. */
static unsigned char
filter_literal_fold(struct slice text, size_t *at)
{
	unsigned char c = (unsigned char)text.p[(*at)++];

	if (c < 0x80)
		return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
	if (c == 0xC5 && *at < text.len &&
	    (unsigned char)text.p[*at] == 0xBF) { /* U+017F */
		*at += 1;
		return 's';
	}
	if (c == 0xE2 && *at + 1 < text.len &&
	    (unsigned char)text.p[*at] == 0x84 &&
	    (unsigned char)text.p[*at + 1] == 0xAA) { /* U+212A */
		*at += 2;
		return 'k';
	}
	return c;
}

void
filter_signature_read(struct filter_signature *signature, struct slice text)
{
	uint32_t sequence = 0;
	size_t at = 0, n = 0;

	memset(signature, 0, sizeof(*signature));
	while (at < text.len) {
		uint32_t hash;

		sequence = sequence << 8 | filter_literal_fold(text, &at);
		if (++n < SEQUENCE_BYTES)
			continue;
		hash = filter_literal_hash(sequence);
		signature->words[hash / 64] |= UINT64_C(1) << hash % 64;
	}
}

bool
filter_literals_may_match(const struct filter_literals *literals,
    const struct filter_signature *signature)
{
	bool has_all = true;

	for (size_t i = 0; i < literals->n; i++) {
		uint32_t hash = literals->hashes[i] & (LAST_OF_LITERAL - 1);

		has_all &= (signature->words[hash / 64] >> hash % 64 & 1) != 0;
		if ((literals->hashes[i] & LAST_OF_LITERAL) == 0)
			continue;
		if (has_all)
			return true;
		has_all = true;
	}
	return literals->n == 0;
}

/* ---- runs of characters ---- */

/* Appends the sequences of the run as a literal, and returns its length; 0: it
 * is too short. */
static size_t
filter_literal_put_run(struct filter_literal_reader *r)
{
	struct slice run = r->run;
	uint32_t sequence = 0;

	if (run.len < SEQUENCE_BYTES)
		return 0;
	for (size_t i = 0; i < run.len; i++) {
		sequence = sequence << 8 | (unsigned char)run.p[i];
		if (i + 1 >= SEQUENCE_BYTES)
			r->hashes[r->n++] =
			    (uint16_t)filter_literal_hash(sequence);
	}
	r->hashes[r->n - 1] |= LAST_OF_LITERAL;
	return run.len;
}

/* Chooses between two sets of literals. The shortest literal of [begin, middle)
 * has *best bytes, that of [middle, n) has `length` bytes. Keeps the set whose
 * shortest literal is longer, and sets *best to the length of this literal. */
static void
filter_literal_choose(struct filter_literal_reader *r, size_t begin,
    size_t middle, size_t length, size_t *best)
{
	if (length <= *best) {
		r->n = middle;
		return;
	}
	memmove(&r->hashes[begin], &r->hashes[middle],
	    (r->n - middle) * sizeof(*r->hashes));
	r->n -= middle - begin;
	*best = length;
}

static void
filter_literal_end_run(
    struct filter_literal_reader *r, size_t begin, size_t *best)
{
	size_t middle = r->n;

	filter_literal_choose(
	    r, begin, middle, filter_literal_put_run(r), best);
	r->run.len = 0;
}

/* Appends a character to the run.  If case is ignored, a character that is not
 * ASCII ends the run, because it can match characters with other bytes. */
static void
filter_literal_take_char(
    struct filter_literal_reader *r, size_t begin, size_t *best)
{
	unsigned char c = (unsigned char)r->pattern.p[r->at];

	if (c >= 0x80 && r->ignores_case) {
		filter_literal_end_run(r, begin, best);
		r->at++;
		return;
	}
	r->folded[r->run.len++] = (char)filter_literal_fold(r->pattern, &r->at);
}

/* ---- syntax ---- */

static char
filter_literal_peek(const struct filter_literal_reader *r)
{
	return r->at < r->pattern.len ? r->pattern.p[r->at] : '\0';
}

/* Reads a class of characters; its "[" was read before. */
static void
filter_literal_skip_class(struct filter_literal_reader *r)
{
	struct slice p = r->pattern;

	if (filter_literal_peek(r) == '^')
		r->at++;
	for (bool is_first = true; r->at < p.len; is_first = false) {
		char c = p.p[r->at++];

		if (c == ']' && !is_first)
			return;
		if (c == '\\')
			r->at++;
		else if (c == '[')
			break; /* the function does not know named classes such
				  as [:alpha:] */
	}
	r->failed = true;
}

/* Reads a quantifier that begins with "{". If "{" does not begin a quantifier,
 * only "{" is read. */
static void
filter_literal_skip_braces(struct filter_literal_reader *r)
{
	size_t at = r->at + 1;

	while (at < r->pattern.len &&
	       memchr("0123456789, ", r->pattern.p[at], 12) != NULL)
		at++;
	if (at < r->pattern.len && r->pattern.p[at] == '}')
		r->at = at;
	r->at++;
}

/* Removes the last character of the run, because its quantifier may allow zero
 * occurrences. */
static void
filter_literal_drop_char(struct filter_literal_reader *r)
{
	while (r->run.len > 0) {
		unsigned char c = (unsigned char)r->folded[--r->run.len];

		if ((c & 0xC0) != 0x80)
			break;
	}
}

static bool
filter_literal_is_optional(const struct filter_literal_reader *r)
{
	char c = filter_literal_peek(r);

	return c == '?' || c == '*' || c == '{';
}

static size_t filter_literal_read_group(struct filter_literal_reader *);

/* Reads a group, whose "(" was read before. Chooses the literals of the group
 * if they are better than the present ones. */
static void
filter_literal_take_group(
    struct filter_literal_reader *r, size_t begin, size_t *best)
{
	size_t middle, length;

	filter_literal_end_run(r, begin, best);
	middle = r->n;
	if (filter_literal_peek(r) == '*')
		r->failed = true;
	if (filter_literal_peek(r) == '?') {
		r->at++;
		r->failed |= filter_literal_peek(r) != ':';
		r->at++;
	}
	if (r->failed)
		return;
	length = filter_literal_read_group(r);
	r->failed |= filter_literal_peek(r) != ')';
	r->at++;
	if (filter_literal_is_optional(r))
		length = 0;
	filter_literal_choose(r, begin, middle, length, best);
}

/* Reads an escape, whose backslash was read before. */
static void
filter_literal_take_escape(
    struct filter_literal_reader *r, size_t begin, size_t *best)
{
	unsigned char c = (unsigned char)filter_literal_peek(r);

	if (c > ' ' && c < 0x7F && strchr(PLAIN_ESCAPES, c) != NULL) {
		filter_literal_end_run(r, begin, best);
		r->at++;
		return;
	}
	if (c < ' ' || c >= 0x7F || (c >= '0' && c <= '9') ||
	    (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
		r->failed = true;
	else
		filter_literal_take_char(r, begin, best);
}

/* Reads one item of a sequence. */
static void
filter_literal_take_item(
    struct filter_literal_reader *r, size_t begin, size_t *best)
{
	switch (filter_literal_peek(r)) {
	case '(':
		r->at++;
		filter_literal_take_group(r, begin, best);
		return;
	case '\\':
		r->at++;
		filter_literal_take_escape(r, begin, best);
		return;
	case '[':
		filter_literal_end_run(r, begin, best);
		r->at++;
		filter_literal_skip_class(r);
		return;
	case '?':
	case '*':
		filter_literal_drop_char(r);
		filter_literal_end_run(r, begin, best);
		r->at++;
		return;
	case '{':
		filter_literal_drop_char(r);
		filter_literal_end_run(r, begin, best);
		filter_literal_skip_braces(r);
		return;
	case '+':
	case '.':
	case '^':
	case '$':
		filter_literal_end_run(r, begin, best);
		r->at++;
		return;
	default:
		filter_literal_take_char(r, begin, best);
	}
}

/* Reads a sequence up to | or ), and appends its best literals.  Returns the
 * length of the shortest one; 0: it has none. */
static size_t
filter_literal_read_sequence(struct filter_literal_reader *r)
{
	size_t begin = r->n, best = 0;

	r->run.len = 0;
	while (r->at < r->pattern.len && !r->failed &&
	       filter_literal_peek(r) != '|' && filter_literal_peek(r) != ')')
		filter_literal_take_item(r, begin, &best);
	filter_literal_end_run(r, begin, &best);
	return best;
}

/* Reads alternatives. The alternatives together have literals only if each
 * alternative has a literal. PCRE2 limits the depth of groups
 * (LIMIT_FILTER_NEST). */
static size_t
filter_literal_read_group(struct filter_literal_reader *r)
{
	size_t begin = r->n, least = SIZE_MAX;

	for (;;) {
		size_t length = filter_literal_read_sequence(r);

		if (length < least)
			least = length;
		if (r->failed || filter_literal_peek(r) != '|')
			break;
		r->at++;
	}
	if (least == 0)
		r->n = begin;
	return least;
}

bool
filter_literals_read(
    struct slice pattern, bool ignores_case, struct filter_literals *ret)
{
	struct filter_literal_reader r = { .pattern = pattern,
		.ignores_case = ignores_case };

	*ret = (struct filter_literals){ 0 };
	if (slice_starts(pattern, SLICE(CASELESS_PREFIX))) {
		r.ignores_case = true;
		r.at = sizeof(CASELESS_PREFIX) - 1;
	}
	r.folded = malloc(pattern.len + 1);
	r.hashes = calloc(pattern.len + 1, sizeof(*r.hashes));
	r.run.p = r.folded;
	if (r.folded == NULL || r.hashes == NULL) {
		free(r.folded);
		free(r.hashes);
		return false;
	}
	filter_literal_read_group(&r);
	free(r.folded);
	ret->hashes = r.hashes;
	ret->n = r.failed || r.at < pattern.len ? 0 : r.n;
	return true;
}

void
filter_literals_release(struct filter_literals *literals)
{
	free(literals->hashes);
	*literals = (struct filter_literals){ 0 };
}
