/*
 * tokens.c -- reads and compares bearer tokens.
 */
#include "serve/tokens.h"

#include <sys/stat.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/text/ascii.h"

#define DIGEST_BYTES 32 /* SHA-256 */

struct token {
	unsigned char digest[DIGEST_BYTES];
	unsigned scopes;
	int64_t used_until_ms; /* monotonic; until this time the counted
				  requests use up the rate LIMIT_SERVE_RATE */
};

struct serve_tokens {
	struct token items[LIMIT_SERVE_TOKENS];
	size_t n;
	bool are_public;
};

static const struct {
	struct slice name;
	unsigned scope;
} tokens_scopes[] = {
	{ SLICE("read"), SERVE_SCOPE_READ },
	{ SLICE("consume"), SERVE_SCOPE_CONSUME },
};
#define SCOPES_ALL (SERVE_SCOPE_READ | SERVE_SCOPE_CONSUME)

/* Writes the SHA-256 of a token.  All hashes have the same length, so the time
 * of a comparison does not depend on the length of the token. */
static bool
tokens_digest(struct slice token, unsigned char ret[DIGEST_BYTES])
{
	unsigned n = 0;

	return EVP_Digest(token.p, token.len, ret, &n, EVP_sha256(), NULL) ==
		   1 &&
	       n == DIGEST_BYTES;
}

/* Splits the next word off *rest; absent if there is none. */
static struct slice
tokens_next_word(struct slice *rest)
{
	size_t n = 0;
	struct slice word;

	*rest = slice_trim(*rest);
	while (n < rest->len && !ascii_is_space(rest->p[n]))
		n++;
	word = slice_sub(*rest, 0, n);
	*rest = slice_sub(*rest, n, rest->len);
	return word.len > 0 ? word : SLICE_NONE;
}

static bool
tokens_add_scope(struct slice name, unsigned *scopes)
{
	for (size_t i = 0; i < ARRAY_LENGTH(tokens_scopes); i++)
		if (slice_equal(tokens_scopes[i].name, name)) {
			*scopes |= tokens_scopes[i].scope;
			return true;
		}
	return false;
}

static bool
tokens_read_scopes(struct slice rest, unsigned *ret)
{
	struct slice word, name;

	*ret = 0;
	while ((word = tokens_next_word(&rest)).p != NULL)
		while (slice_next(&word, ',', &name))
			if (name.len > 0 && !tokens_add_scope(name, ret))
				return false;
	if (*ret == 0)
		*ret = SCOPES_ALL;
	return true;
}

static int
tokens_read_line(struct serve_tokens *tokens, struct slice line, struct err *e)
{
	struct slice word = tokens_next_word(&line);
	struct token *token = &tokens->items[tokens->n];

	if (word.p == NULL || word.p[0] == '#')
		return 0;
	if (tokens->n == LIMIT_SERVE_TOKENS)
		return err_set(
		    e, ERR_CONFIG, "more than %d tokens", LIMIT_SERVE_TOKENS);
	if (word.len > LIMIT_SERVE_TOKEN_BYTES)
		return err_set(e, ERR_CONFIG, "a token is longer than %d bytes",
		    LIMIT_SERVE_TOKEN_BYTES);
	if (!tokens_read_scopes(line, &token->scopes))
		return err_set(e, ERR_CONFIG,
		    "after a token, expected nothing or the scopes read and "
		    "consume");
	if (!tokens_digest(word, token->digest))
		return err_set(e, ERR_LIBRARY, "SHA-256 is not available");
	tokens->n++;
	return 0;
}

static int
tokens_read_lines(struct serve_tokens *tokens, struct slice text, struct err *e)
{
	struct slice line;
	int number = 0, rc = 0;

	while (rc == 0 && slice_next(&text, '\n', &line)) {
		number++;
		rc = tokens_read_line(tokens, line, e);
		if (rc != 0)
			err_wrap(e, "line %d", number);
	}
	if (rc == 0 && tokens->n == 0)
		rc = err_set(e, ERR_CONFIG,
		    "contains no token; write one line for each token");
	return rc;
}

static int
tokens_read_file(
    const char *path, struct buf *out, bool *ret_is_public, struct err *e)
{
	FILE *file = fopen(path, "re");
	struct stat status = { 0 };
	char chunk[4096];
	size_t n;

	if (file == NULL)
		return err_errno(e, "cannot be opened");
	*ret_is_public = fstat(fileno(file), &status) == 0 &&
			 (status.st_mode & S_IROTH) != 0;
	/* A device such as /dev/zero has no end. */
	while (!buf_failed(out) &&
	       (n = fread(chunk, 1, sizeof(chunk), file)) > 0)
		buf_append(out, chunk, n);
	if (ferror(file)) {
		fclose(file);
		return err_errno(e, "cannot be read");
	}
	fclose(file);
	if (buf_failed(out))
		return err_set(e, ERR_CONFIG, "is larger than %lld KiB",
		    (long long)(LIMIT_SERVE_TOKEN_FILE / KIB));
	return 0;
}

int
serve_tokens_read(const char *path, struct serve_tokens **ret, struct err *e)
{
	struct serve_tokens *tokens = calloc(1, sizeof(*tokens));
	struct buf text;
	int rc;

	if (tokens == NULL)
		return err_set(e, ERR_MEMORY, "no memory for tokens");
	buf_init(&text, LIMIT_SERVE_TOKEN_FILE);
	rc = tokens_read_file(path, &text, &tokens->are_public, e);
	if (rc == 0)
		rc = tokens_read_lines(tokens, buf_slice(&text), e);
	if (text.len > 0)
		OPENSSL_cleanse(text.p, text.len);
	buf_release(&text);
	if (rc != 0) {
		serve_tokens_free(tokens);
		err_wrap(e, "%s", path);
		return rc;
	}
	*ret = tokens;
	return 0;
}

void
serve_tokens_free(struct serve_tokens *tokens)
{
	free(tokens);
}

/* Writes the digest of the token in "Bearer TOKEN".  Returns false if the field
 * is absent or malformed. */
static bool
tokens_digest_field(struct slice authorization, unsigned char ret[DIGEST_BYTES])
{
	static const struct slice scheme = SLICE("Bearer ");

	if (!slice_starts_nocase(authorization, scheme))
		return false;
	authorization =
	    slice_trim(slice_sub(authorization, scheme.len, authorization.len));
	return authorization.len > 0 &&
	       authorization.len <= LIMIT_SERVE_TOKEN_BYTES &&
	       tokens_digest(authorization, ret);
}

unsigned
serve_tokens_scopes(
    const struct serve_tokens *tokens, struct slice authorization)
{
	unsigned char digest[DIGEST_BYTES];
	unsigned scopes = 0;

	if (!tokens_digest_field(authorization, digest))
		return 0;
	for (size_t i = 0; i < tokens->n; i++)
		if (CRYPTO_memcmp(
			digest, tokens->items[i].digest, DIGEST_BYTES) == 0)
			scopes |= tokens->items[i].scopes;
	return scopes;
}

/* ---- the rate ---- */

/* The generic cell rate algorithm (ITU-T I.371, annex A).  Each request adds
 * REQUEST_MS to used_until_ms.  A request is refused if used_until_ms would
 * then be more than BURST_MS after now_ms. */
#define REQUEST_MS (1000 / LIMIT_SERVE_RATE)
#define BURST_MS   (LIMIT_SERVE_BURST * REQUEST_MS)

static int64_t
tokens_take(struct token *token, int64_t now_ms)
{
	int64_t used_ms = token->used_until_ms - now_ms;

	if (used_ms < 0)
		used_ms = 0;
	if (used_ms + REQUEST_MS > BURST_MS)
		return (used_ms + REQUEST_MS - BURST_MS + 999) / 1000;
	token->used_until_ms = now_ms + used_ms + REQUEST_MS;
	return 0;
}

int64_t
serve_tokens_count(
    struct serve_tokens *tokens, struct slice authorization, int64_t now_ms)
{
	unsigned char digest[DIGEST_BYTES];
	int64_t wait_s = 0;

	if (!tokens_digest_field(authorization, digest))
		return 0;
	for (size_t i = 0; i < tokens->n; i++)
		if (CRYPTO_memcmp(
			digest, tokens->items[i].digest, DIGEST_BYTES) == 0)
			wait_s = tokens_take(&tokens->items[i], now_ms);
	return wait_s;
}

bool
serve_tokens_are_public(const struct serve_tokens *tokens)
{
	return tokens->are_public;
}
