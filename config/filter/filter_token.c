/*
 * filter_token.c -- the tokens of an expression.
 */
#include "config/filter/filter_token.h"

#include "base/array.h"
#include "config/filter/filter_regex.h"

static const struct {
	struct slice text;
	enum filter_operator operator;
} filter_token_operators[] = {
	/* Longer operators precede their prefixes, so that "<=" is not read as
	 * "<". */
	{ { "!=", 2 }, FILTER_UNEQUAL },
	{ { "<=", 2 }, FILTER_LESS_EQUAL },
	{ { ">=", 2 }, FILTER_GREATER_EQUAL },
	{ { "=", 1 }, FILTER_EQUAL },
	{ { "~", 1 }, FILTER_MATCHES },
	{ { "<", 1 }, FILTER_LESS },
	{ { ">", 1 }, FILTER_GREATER },
};

static int
filter_token_fault(
    size_t offset, const char *why, size_t *ret_offset, struct err *e)
{
	*ret_offset = offset;
	return err_set(e, ERR_CONFIG, "%s", why);
}

static bool
filter_token_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Returns the number of bytes of the operator at an offset; 0: none. */
static size_t
filter_token_operator_at(
    const struct filter_lexer *l, size_t at, enum filter_operator *ret)
{
	struct slice rest = slice_sub(l->source, at, l->source.len);

	for (size_t i = 0; i < ARRAY_LENGTH(filter_token_operators); i++)
		if (slice_starts(rest, filter_token_operators[i].text)) {
			*ret = filter_token_operators[i].operator;
			return filter_token_operators[i].text.len;
		}
	return 0;
}

static void
filter_token_read_word(struct filter_lexer *l, struct filter_token *t)
{
	enum filter_operator operator;
	size_t from = l->at;

	while (l->at < l->source.len) {
		char c = l->source.p[l->at];

		if (filter_token_is_space(c) || c == '(' || c == ')' ||
		    c == '"' || c == '\'' ||
		    filter_token_operator_at(l, l->at, &operator) > 0)
			break;
		l->at++;
	}
	t->kind = FILTER_TOKEN_WORD;
	t->text = slice_sub(l->source, from, l->at);
}

/* Reads a text in " or '.  A backslash before the same quotation mark or before
 * a backslash is removed; any other backslash is literal. */
static int
filter_token_read_quoted(struct filter_lexer *l, struct filter_token *t,
    size_t *ret_offset, struct err *e)
{
	char quote = l->source.p[l->at];
	size_t from = l->at++, n = 0;
	char *text = arena_alloc(l->arena, l->source.len - from + 1);

	for (; l->at < l->source.len; l->at++) {
		char c = l->source.p[l->at];

		if ((unsigned char)c < 0x20)
			break;
		if (c == quote) {
			l->at++;
			t->kind = FILTER_TOKEN_QUOTED;
			t->text = (struct slice){ text, n };
			return 0;
		}
		if (c == '\\' && l->at + 1 < l->source.len &&
		    (l->source.p[l->at + 1] == quote ||
			l->source.p[l->at + 1] == '\\'))
			c = l->source.p[++l->at];
		text[n++] = c;
	}
	return filter_token_fault(from,
	    "a text without its closing quote in the same line", ret_offset, e);
}

static int
filter_token_read_flags(struct filter_lexer *l, struct filter_token *t,
    size_t *ret_offset, struct err *e)
{
	static const struct slice letters = { FILTER_REGEX_LETTERS,
		sizeof(FILTER_REGEX_LETTERS) - 1 };

	for (; l->at < l->source.len; l->at++) {
		char c = l->source.p[l->at];
		size_t i = slice_find_char(letters, c, 0);

		if (filter_token_is_space(c) || c == ')')
			return 0;
		if (i == SLICE_NOT_FOUND)
			return filter_token_fault(l->at,
			    "an unknown letter after the regular expression, "
			    "expected i, m, s or x; a slash inside it is "
			    "written \\/",
			    ret_offset, e);
		t->flags |= 1U << i;
	}
	return 0;
}

/* Reads /PATTERN/FLAGS.  \/ is a slash, and other backslashes belong to the
 * pattern. */
static int
filter_token_read_regex(struct filter_lexer *l, struct filter_token *t,
    size_t *ret_offset, struct err *e)
{
	size_t from = l->at++;

	while (l->at < l->source.len && l->source.p[l->at] != '/' &&
	       (unsigned char)l->source.p[l->at] >= 0x20)
		l->at += l->source.p[l->at] == '\\' &&
				 l->at + 1 < l->source.len &&
				 (unsigned char)l->source.p[l->at + 1] >= 0x20
			     ? 2
			     : 1;
	if (l->at >= l->source.len || l->source.p[l->at] != '/')
		return filter_token_fault(from,
		    "a regular expression without its closing slash in the "
		    "same line",
		    ret_offset, e);
	t->kind = FILTER_TOKEN_REGEX;
	t->text = slice_sub(l->source, from + 1, l->at++);
	return filter_token_read_flags(l, t, ret_offset, e);
}

static int
filter_token_read(struct filter_lexer *l, struct filter_token *t,
    size_t *ret_offset, struct err *e)
{
	char c = l->source.p[l->at];
	size_t n = filter_token_operator_at(l, l->at, &t->operator);

	if (n > 0) {
		l->at += n;
		t->kind = FILTER_TOKEN_OPERATOR;
		return 0;
	}
	if (c == '(' || c == ')') {
		l->at++;
		t->kind = c == '(' ? FILTER_TOKEN_OPEN : FILTER_TOKEN_CLOSE;
		return 0;
	}
	if (c == '"' || c == '\'')
		return filter_token_read_quoted(l, t, ret_offset, e);
	if (c == '/' && l->takes_value)
		return filter_token_read_regex(l, t, ret_offset, e);
	filter_token_read_word(l, t);
	return 0;
}

int
filter_token_next(struct filter_lexer *l, struct filter_token *ret,
    size_t *ret_offset, struct err *e)
{
	struct filter_token t = { .kind = FILTER_TOKEN_END };
	int rc = 0;

	while (
	    l->at < l->source.len && filter_token_is_space(l->source.p[l->at]))
		l->at++;
	t.offset = l->at;
	if (l->at < l->source.len)
		rc = filter_token_read(l, &t, ret_offset, e);
	t.end = l->at;
	if (rc == 0)
		*ret = t;
	return rc;
}
