/*
 * token_list.c -- makes lists of tokens; see token_list.h.
 *
 * A list contains the tokens in their order, each after its length in two
 * bytes.  The positions of tokens in the text are not stored, because FTS5 does
 * not use them when it indexes a text.
 */
#include "store/search/token/token_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

#define LENGTH_BYTES sizeof(uint16_t)

static int
token_list_append(
    void *arg, int flags, const char *token, int n, int from, int to)
{
	uint16_t length = (uint16_t)n;
	struct buf *out = arg;

	(void)from;
	(void)to;
	/* A list cannot contain a second token at the same position.  The
	 * tokenizers of the schema do not make such tokens. */
	if (flags != 0 || n < 0 || n > UINT16_MAX)
		return SQLITE_ERROR;
	buf_append(out, (const char *)&length, LENGTH_BYTES);
	buf_append(out, token, (size_t)n);
	return buf_failed(out) ? SQLITE_NOMEM : SQLITE_OK;
}

static struct slice
token_list_make_kind(struct slice text, enum fts_kind kind)
{
	struct fts_tokenizer tokenizer;
	struct slice made = SLICE_NONE;
	struct buf out;
	int rc = fts_tokenizer_open(kind, &tokenizer);

	/* In the list, each token needs two bytes more than in the text.  In
	 * the text, a byte follows each token except the last.  The list is
	 * therefore at most three times as long as the text. */
	buf_init(&out, 3 * text.len + LENGTH_BYTES);
	if (rc == SQLITE_OK)
		rc = fts_tokenize(&tokenizer, text, token_list_append, &out);
	fts_tokenizer_close(&tokenizer);
	if (rc == SQLITE_OK && out.len > 0) {
		made.len = out.len;
		made.p = buf_detach(&out);
	}
	buf_release(&out);
	return made;
}

void
token_list_make(struct slice text, bool is_english, struct token_list *ret)
{
	*ret = (struct token_list){ .text = text };
	if (text.len == 0)
		return;
	ret->tokens[FTS_WORDS] = token_list_make_kind(text, FTS_WORDS);
	if (is_english)
		ret->tokens[FTS_STEMS] = token_list_make_kind(text, FTS_STEMS);
}

void
token_list_release(struct token_list *list)
{
	for (int kind = 0; kind < FTS_KIND_COUNT; kind++)
		free((char *)(uintptr_t)list->tokens[kind].p);
	*list = (struct token_list){ .text = SLICE_NONE };
}

int
token_list_replay(struct slice tokens, fts_token *token, void *arg)
{
	int rc = SQLITE_OK;

	for (size_t at = 0; at < tokens.len && rc == SQLITE_OK;) {
		uint16_t length;

		memcpy(&length, tokens.p + at, LENGTH_BYTES);
		at += LENGTH_BYTES;
		rc = token(arg, 0, tokens.p + at, length, 0, 0);
		at += length;
	}
	return rc;
}

void
token_lists_offer(struct token_lists *all, const struct token_list *list)
{
	if (list->text.len > 0 && all->n < LIMIT_DEFERRED)
		all->of[all->n++] = list;
}

struct slice
token_lists_find(
    const struct token_lists *all, struct slice text, enum fts_kind kind)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->of[i]->text.len == text.len &&
		    memcmp(all->of[i]->text.p, text.p, text.len) == 0)
			return all->of[i]->tokens[kind];
	return SLICE_NONE;
}
