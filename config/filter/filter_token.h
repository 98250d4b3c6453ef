/*
 * filter_token.h -- divides an expression into words, texts, regular
 * expressions and signs.
 */
#ifndef CONFIG_FILTER_FILTER_TOKEN_H
#define CONFIG_FILTER_FILTER_TOKEN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "config/filter/filter.h"

enum filter_token_kind {
	FILTER_TOKEN_END,
	FILTER_TOKEN_OPEN,
	FILTER_TOKEN_CLOSE,
	FILTER_TOKEN_OPERATOR,
	FILTER_TOKEN_WORD,   /* without quotes */
	FILTER_TOKEN_QUOTED, /* a text in quotes */
	FILTER_TOKEN_REGEX
};

struct filter_token {
	enum filter_token_kind kind;
	size_t offset, end; /* in the expression */
	struct slice
	    text; /* text of a word, a quoted text or a regular expression; in
		     the arena, or borrowed from the expression */
	unsigned flags;     /* of a regular expression */
	enum filter_operator operator;
};

struct filter_lexer {
	struct slice source;
	size_t at;
	struct arena *arena;
	bool takes_value; /* the next token is a value, so that / begins a
			     regular expression */
};

/* Reads the next token.  ERR_CONFIG: *ret_offset is the place of the fault. */
int filter_token_next(struct filter_lexer *, struct filter_token *ret,
    size_t *ret_offset, struct err *e);

#endif
