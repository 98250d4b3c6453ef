/*
 * filter_parse.c -- an expression as a tree of nodes, by recursive descent.
 *
 *	or         = and { "or" and }
 *	and        = not { "and" not }
 *	not        = "not" not | "(" or ")" | comparison
 *	comparison = "has" field | field operator value
 *
 * The value must have the type of its field: a text or a regular expression, a
 * number (word_count), a date or a duration (published_at).
 */
#include "config/filter/filter_parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/date/date.h"
#include "base/limits/limits_filter.h"
#include "base/text/utf8.h"
#include "config/filter/filter_regex.h"
#include "config/filter/filter_token.h"
#include "config/units.h"

/* Largest part of the expression that a message quotes. */
#define QUOTE_BYTES 40

/* Relative costs of comparisons, to evaluate the cheaper side first. */
enum { COST_NUMBER = 1, COST_TEXT = 2, COST_REGEX = 20, COST_LONG = 400 };

struct filter_parser {
	struct filter *filter;
	struct filter_lexer lexer;
	struct filter_token token; /* the next token */
	size_t fault;              /* offset */
	int depth;
	struct err *e;
};

static int filter_parse_or(struct filter_parser *, struct filter_node **ret);

__attribute__((format(printf, 3, 4))) static int
filter_parse_fault(
    struct filter_parser *p, size_t offset, const char *format, ...)
{
	char text[ERR_TEXT_BYTES];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	p->fault = offset;
	return err_set(p->e, ERR_CONFIG, "%s", text);
}

/* Returns the next token as it is written, for messages. */
static struct slice
filter_parse_quote(const struct filter_parser *p)
{
	return utf8_prefix(
	    slice_sub(p->lexer.source, p->token.offset, p->token.end),
	    QUOTE_BYTES);
}

static int
filter_parse_unexpected(struct filter_parser *p, const char *expected)
{
	if (p->token.kind == FILTER_TOKEN_END)
		return filter_parse_fault(p, p->token.offset,
		    "the expression ends, expected %s", expected);
	return filter_parse_fault(p, p->token.offset,
	    "unexpected `%.*s`, expected %s", SLICE_ARG(filter_parse_quote(p)),
	    expected);
}

static int
filter_parse_advance(struct filter_parser *p, bool takes_value)
{
	p->lexer.takes_value = takes_value;
	return filter_token_next(&p->lexer, &p->token, &p->fault, p->e);
}

static bool
filter_parse_is_word(const struct filter_parser *p, const char *word)
{
	return p->token.kind == FILTER_TOKEN_WORD &&
	       slice_equal_nocase(p->token.text, slice_of(word));
}

static struct filter_node *
filter_parse_node(struct filter_parser *p, enum filter_node_kind kind,
    struct filter_node *left, struct filter_node *right)
{
	struct filter_node *node =
	    arena_alloc(&p->filter->arena, sizeof(*node));

	*node =
	    (struct filter_node){ .kind = kind, .left = left, .right = right };
	if (left != NULL)
		node->cost = left->cost + (right != NULL ? right->cost : 0);
	return node;
}

/* ---- values ---- */

static int
filter_parse_compile(struct filter_parser *p, struct filter_node *node)
{
	size_t at = 0;
	int rc = filter_regex_new(
	    p->token.text, p->token.flags, &node->regex, &at, p->e);

	if (rc != 0) {
		p->fault = p->token.offset + 1 + at;
		return rc == ERR_CONFIG ? err_wrap(p->e, "regular expression")
					: rc;
	}
	node->value_kind = FILTER_REGEX_VALUE;
	node->text = arena_copy(&p->filter->arena, p->token.text);
	node->flags = p->token.flags;
	node->next_regex = p->filter->regexes;
	p->filter->regexes = node;
	return 0;
}

static int
filter_parse_text(struct filter_parser *p, struct filter_node *node)
{
	if (node->operator!= FILTER_EQUAL && node->operator!= FILTER_UNEQUAL)
		return filter_parse_fault(p, p->token.offset,
		    "%s is a text, which has no order; expected =, != or ~",
		    filter_field_name(node->field));
	if (p->token.kind == FILTER_TOKEN_REGEX)
		return filter_parse_fault(p, p->token.offset,
		    "a regular expression needs the operator ~");
	node->value_kind = FILTER_TEXT_VALUE;
	node->text = arena_copy(&p->filter->arena, p->token.text);
	return 0;
}

static int
filter_parse_number(struct filter_parser *p, struct filter_node *node)
{
	if (p->token.kind != FILTER_TOKEN_WORD ||
	    !slice_to_int64(p->token.text, &node->number) || node->number < 0)
		return filter_parse_unexpected(
		    p, "a whole number, such as 100");
	node->value_kind = FILTER_NUMBER_VALUE;
	return 0;
}

/* Reads a date, or a duration with an optional "ago". */
static int
filter_parse_time(struct filter_parser *p, struct filter_node *node)
{
	unsigned flags;
	int64_t ms;

	if (p->token.kind != FILTER_TOKEN_WORD &&
	    p->token.kind != FILTER_TOKEN_QUOTED)
		return filter_parse_unexpected(
		    p, "a date such as 2026-01-31, or a duration such as 7d");
	if (duration_read(p->token.text, &ms)) {
		node->value_kind = FILTER_AGE_VALUE;
		node->number = ms / 1000;
		return 0;
	}
	if (!date_parse(p->token.text, &node->number, &flags))
		return filter_parse_unexpected(
		    p, "a date such as 2026-01-31, or a duration such as 7d");
	node->value_kind = FILTER_DATE_VALUE;
	return 0;
}

static int
filter_parse_value(struct filter_parser *p, struct filter_node *node)
{
	if (p->token.kind != FILTER_TOKEN_WORD &&
	    p->token.kind != FILTER_TOKEN_QUOTED &&
	    p->token.kind != FILTER_TOKEN_REGEX)
		return filter_parse_unexpected(p, "a value");
	if (node->operator== FILTER_MATCHES) {
		if (node->field >= FILTER_TEXT_FIELDS)
			return filter_parse_fault(p, p->token.offset,
			    "%s is not a text, so that ~ cannot search it; "
			    "expected =, !=, <, <=, > or >=",
			    filter_field_name(node->field));
		if (p->token.kind != FILTER_TOKEN_REGEX)
			return filter_parse_unexpected(
			    p, "a regular expression, such as /word/i");
		return filter_parse_compile(p, node);
	}
	if (node->field == FILTER_WORD_COUNT)
		return filter_parse_number(p, node);
	if (node->field == FILTER_PUBLISHED_AT)
		return filter_parse_time(p, node);
	return filter_parse_text(p, node);
}

static unsigned
filter_parse_cost(const struct filter_node *node)
{
	if (node->field >= FILTER_TEXT_FIELDS || node->operator== FILTER_HAS)
		return COST_NUMBER;
	if (node->operator!= FILTER_MATCHES)
		return COST_TEXT;
	return node->field == FILTER_TEXT ? COST_LONG : COST_REGEX;
}

/* ---- the grammar ---- */

static int
filter_parse_field(struct filter_parser *p, enum filter_field *ret)
{
	struct buf names;
	int rc;

	if (p->token.kind == FILTER_TOKEN_WORD &&
	    filter_field_find(p->token.text, ret))
		return 0;
	buf_init(&names, ERR_TEXT_BYTES);
	for (int i = 0; i < FILTER_FIELD_COUNT; i++)
		buf_printf(&names, "%s%s",
		    i == 0                        ? ""
		    : i == FILTER_FIELD_COUNT - 1 ? " or "
						  : ", ",
		    filter_field_name((enum filter_field)i));
	rc = filter_parse_unexpected(
	    p, buf_failed(&names) ? "a field" : names.p);
	buf_release(&names);
	return rc;
}

static int
filter_parse_has(struct filter_parser *p, struct filter_node **ret)
{
	struct filter_node *node =
	    filter_parse_node(p, FILTER_COMPARISON, NULL, NULL);
	int rc = filter_parse_advance(p, false);

	if (rc != 0 || (rc = filter_parse_field(p, &node->field)) != 0)
		return rc;
	node->operator= FILTER_HAS;
	node->cost = COST_NUMBER;
	*ret = node;
	return filter_parse_advance(p, false);
}

static int
filter_parse_comparison(struct filter_parser *p, struct filter_node **ret)
{
	struct filter_node *node =
	    filter_parse_node(p, FILTER_COMPARISON, NULL, NULL);
	int rc = filter_parse_field(p, &node->field);

	if (rc != 0 || (rc = filter_parse_advance(p, false)) != 0)
		return rc;
	if (p->token.kind != FILTER_TOKEN_OPERATOR)
		return filter_parse_unexpected(
		    p, "an operator: =, !=, ~, <, <=, > or >=");
	node->operator= p->token.operator;
	if ((rc = filter_parse_advance(p, true)) != 0 ||
	    (rc = filter_parse_value(p, node)) != 0)
		return rc;
	node->cost = filter_parse_cost(node);
	*ret = node;
	if ((rc = filter_parse_advance(p, false)) != 0)
		return rc;
	if (node->value_kind == FILTER_AGE_VALUE &&
	    filter_parse_is_word(p, "ago"))
		return filter_parse_advance(p, false);
	return 0;
}

static int
filter_parse_group(struct filter_parser *p, struct filter_node **ret)
{
	int rc = filter_parse_advance(p, false);

	if (rc != 0 || (rc = filter_parse_or(p, ret)) != 0)
		return rc;
	if (p->token.kind != FILTER_TOKEN_CLOSE)
		return filter_parse_unexpected(p, "and, or or )");
	return filter_parse_advance(p, false);
}

static int
filter_parse_not(struct filter_parser *p, struct filter_node **ret)
{
	struct filter_node *inner = NULL;
	bool negates = filter_parse_is_word(p, "not");
	int rc;

	if (!negates && p->token.kind != FILTER_TOKEN_OPEN)
		return filter_parse_is_word(p, "has")
			   ? filter_parse_has(p, ret)
			   : filter_parse_comparison(p, ret);
	if (++p->depth > LIMIT_FILTER_DEPTH)
		return filter_parse_fault(p, p->token.offset,
		    "more than %d parentheses and `not` inside each other",
		    LIMIT_FILTER_DEPTH);
	if (!negates)
		rc = filter_parse_group(p, ret);
	else if ((rc = filter_parse_advance(p, false)) == 0 &&
		 (rc = filter_parse_not(p, &inner)) == 0)
		*ret = filter_parse_node(p, FILTER_NOT, inner, NULL);
	p->depth--;
	return rc;
}

static int
filter_parse_and(struct filter_parser *p, struct filter_node **ret)
{
	struct filter_node *left = NULL, *right = NULL;
	int rc = filter_parse_not(p, &left);

	while (rc == 0 && filter_parse_is_word(p, "and")) {
		if ((rc = filter_parse_advance(p, false)) == 0 &&
		    (rc = filter_parse_not(p, &right)) == 0)
			left = filter_parse_node(p, FILTER_AND, left, right);
	}
	if (rc == 0)
		*ret = left;
	return rc;
}

static int
filter_parse_or(struct filter_parser *p, struct filter_node **ret)
{
	struct filter_node *left = NULL, *right = NULL;
	int rc = filter_parse_and(p, &left);

	while (rc == 0 && filter_parse_is_word(p, "or")) {
		if ((rc = filter_parse_advance(p, false)) == 0 &&
		    (rc = filter_parse_and(p, &right)) == 0)
			left = filter_parse_node(p, FILTER_OR, left, right);
	}
	if (rc == 0)
		*ret = left;
	return rc;
}

/* ---- the whole expression ---- */

/* Refuses an expression that is too long, is not UTF-8, or has a control
 * character other than a tab or line end.  No text of an article has other
 * control characters. */
static int
filter_parse_check(struct filter_parser *p)
{
	struct slice source = p->lexer.source;

	if (source.len > LIMIT_FILTER_BYTES)
		return filter_parse_fault(p, 0,
		    "an expression of more than %d bytes", LIMIT_FILTER_BYTES);
	if (!utf8_valid(source))
		return filter_parse_fault(p, 0, "a text that is not UTF-8");
	for (size_t i = 0; i < source.len; i++) {
		unsigned char c = (unsigned char)source.p[i];

		if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
		    c == 0x7F)
			return filter_parse_fault(p, i, "a control character");
	}
	return 0;
}

/* Reads all of the expression.  At its limit the arena jumps to this function.
 */
static int
filter_parse_all(struct filter_parser *p)
{
	struct arena *arena = &p->filter->arena;
	jmp_buf exhausted;
	int rc;

	if ((rc = filter_parse_check(p)) != 0)
		return rc;
	if (setjmp(exhausted) != 0) {
		arena->exhausted = NULL;
		return arena->no_memory
			   ? err_set(p->e, ERR_MEMORY, "no memory for a filter")
			   : filter_parse_fault(p, 0,
				 "an expression that "
				 "needs too much memory");
	}
	arena->exhausted = &exhausted;
	if ((rc = filter_parse_advance(p, false)) == 0 &&
	    (rc = filter_parse_or(p, &p->filter->root)) == 0 &&
	    p->token.kind != FILTER_TOKEN_END)
		rc = filter_parse_unexpected(p, "and, or, or the end");
	arena->exhausted = NULL;
	return rc;
}

static struct filter_place
filter_parse_place(struct slice source, size_t offset)
{
	struct filter_place place = { 1, 1 };

	for (size_t i = 0; i < offset && i < source.len; i++)
		if (source.p[i] == '\n') {
			place.line++;
			place.column = 1;
		} else if ((source.p[i] & 0xC0) != 0x80)
			place.column++;
	return place;
}

int
filter_parse(struct slice expression, struct filter **ret,
    struct filter_place *ret_place, struct err *e)
{
	struct filter_parser p = { .e = e,
		.filter = calloc(1, sizeof(struct filter)) };
	int rc;

	*ret_place = (struct filter_place){ 1, 1 };
	if (p.filter == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a filter");
	arena_init(&p.filter->arena, LIMIT_FILTER_ARENA);
	p.lexer = (struct filter_lexer){ .source = expression,
		.arena = &p.filter->arena };
	rc = filter_parse_all(&p);
	if (rc != 0) {
		*ret_place = filter_parse_place(expression, p.fault);
		filter_free(p.filter);
		return rc;
	}
	*ret = p.filter;
	return 0;
}
