/*
 * date_token.h -- splits a date into numbers, words and signs.  Private to
 * base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_TOKEN_H
#define BASE_DATE_DATE_TOKEN_H

#include "base/slice.h"

#define DATE_MAX_BYTES  128 /* the longest date seen in a feed has 70 bytes */
#define DATE_MAX_TOKENS 48  /* the longest date seen has 24 tokens */

enum token_kind { TOKEN_END, TOKEN_NUMBER, TOKEN_WORD, TOKEN_SIGN };

struct date_token {
	enum token_kind kind;
	bool spaced; /* white space precedes the token */
	int digits;
	int64_t value;     /* of a number: the value of its first 18 digits */
	struct slice text; /* in lower case */
};

struct date_tokens {
	/* three tokens of kind TOKEN_END follow the last token, so that the
	 * parser can look ahead */
	struct date_token tokens[DATE_MAX_TOKENS + 3];
	size_t n;
	char folded[DATE_MAX_BYTES + 4];
};

/* Returns false if the text has no token or more than DATE_MAX_TOKENS
 * tokens. */
bool date_tokenise(struct slice, struct date_tokens *ret);

/* True for this sign. */
bool date_is_sign(const struct date_token *, char sign);
/* True for a number without a space before it. */
bool date_is_joined_number(const struct date_token *);
/* True if the sign is a dash, as in "3:04 PM - 2 Jan 2006" and "15:04 - 17:30".
 * In "15:04 - 0700" the sign is the minus sign of a zone. */
bool date_is_dash(const struct date_token *sign);

#endif
