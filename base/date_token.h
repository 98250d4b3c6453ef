/*
 * date_token.h -- a date cut into numbers, words and signs.  Private to
 * base/date*.c.
 */
#ifndef BASE_DATE_TOKEN_H
#define BASE_DATE_TOKEN_H

#include "base/slice.h"

#define DATE_MAX_BYTES  128 /* the longest date seen in a feed has 70 */
#define DATE_MAX_TOKENS 48  /* the longest has 24 */

enum token_kind { TOKEN_END, TOKEN_NUMBER, TOKEN_WORD, TOKEN_SIGN };

struct date_token {
	enum token_kind kind;
	bool spaced; /* white space stands before it */
	int digits;
	int64_t value;     /* of a number; no more than 18 digits count */
	struct slice text; /* in lower case */
};

struct date_tokens {
	/* three ends stand behind the last, so that one may look ahead */
	struct date_token tokens[DATE_MAX_TOKENS + 3];
	size_t n;
	char folded[DATE_MAX_BYTES + 4];
};

/* False if there is none, or more than DATE_MAX_TOKENS. */
bool date_tokenise(struct slice, struct date_tokens *ret);

#endif
