/*
 * tokens.h -- the bearer tokens of --token-file (RFC 6750).
 *
 * A line of the file is one token, followed by its scopes, for example
 * "b64d4dc0a3f1 read" or "96f0a2c1d5e7 read consume".  A token has no white
 * space.  Scopes are separated by spaces or commas.  A token without scopes has
 * all of them.  A line that begins with # is a comment.
 */
#ifndef SERVE_TOKENS_H
#define SERVE_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"

/* The values are bits, so that a token can have several scopes. */
enum serve_scope {
	SERVE_SCOPE_READ = 1,   /* pages, feeds, and the operations of the API
				   that use no consumer */
	SERVE_SCOPE_CONSUME = 2 /* cursors of consumers */
};

struct serve_tokens;

/* Reads the file.  ERR_CONFIG: the file has no token, or a line is faulty; the
 * text names file and line.  ERR_IO: the file cannot be read. */
int serve_tokens_read(
    const char *path, struct serve_tokens **ret, struct err *e);
void serve_tokens_free(struct serve_tokens *);
/* Returns the scopes of the token in the value of an Authorization field,
 * "Bearer TOKEN"; 0: the field is absent or malformed, or the token is
 * unknown.  The time does not depend on how many bytes of a token are right:
 * hashes are compared with CRYPTO_memcmp(), and each token is compared.
 * O(tokens). */
unsigned serve_tokens_scopes(
    const struct serve_tokens *, struct slice authorization);

/* Counts a request of a token.  Returns 0 if the request may be answered, else
 * the number of seconds to wait before the next request.  LIMIT_SERVE_BURST
 * requests are allowed at once, and then LIMIT_SERVE_RATE a second.  An unknown
 * token is not counted. now_ms: monotonic.  Not thread-safe.  O(tokens). */
int64_t serve_tokens_count(
    struct serve_tokens *, struct slice authorization, int64_t now_ms);
/* Returns whether users other than the owner and the group could read the file
 * at the time when it was read. */
bool serve_tokens_are_public(const struct serve_tokens *);

#endif
