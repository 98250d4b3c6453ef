/*
 * token_replay.c -- gives prepared tokens to FTS5; see token_replay.h.
 *
 * The schema names the tokenizers unicode61 and porter, so that any program can
 * read the index.  On the store's connection these names belong to tokenizers
 * that return prepared tokens or call FTS5's own tokenizers.  FTS5's porter
 * finds unicode61 by its name and therefore gets prepared tokens, too.
 */
#include "store/search/token/token_replay.h"

#include <stdlib.h>
#include <string.h>

/* A tokenizer of the connection; owned by FTS5. */
struct replay_module {
	fts5_tokenizer functions;
	void *data;
	enum fts_kind kind;
	const struct token_lists *lists;
};

/* The Fts5Tokenizer of a table. */
struct replay_tokenizer {
	const struct replay_module *module;
	Fts5Tokenizer *inner;
	bool can_replay; /* the table uses the options with which the lists
			    were made */
};

static bool
token_replay_has_options(enum fts_kind kind, const char **options, int n)
{
	const struct fts_options *of = &fts_options[kind];

	if (n != of->n_options)
		return false;
	for (int i = 0; i < n; i++)
		if (strcmp(options[i], of->options[i]) != 0)
			return false;
	return true;
}

static void
token_replay_delete(Fts5Tokenizer *tokenizer)
{
	struct replay_tokenizer *t = (struct replay_tokenizer *)tokenizer;

	if (t->inner != NULL)
		t->module->functions.xDelete(t->inner);
	free(t);
}

static int
token_replay_create(
    void *data, const char **options, int n, Fts5Tokenizer **ret)
{
	const struct replay_module *module = data;
	struct replay_tokenizer *t = calloc(1, sizeof(*t));
	int rc;

	if (t == NULL)
		return SQLITE_NOMEM;
	t->module = module;
	t->can_replay = token_replay_has_options(module->kind, options, n);
	rc = module->functions.xCreate(module->data, options, n, &t->inner);
	if (rc != SQLITE_OK) {
		t->inner = NULL;
		token_replay_delete((Fts5Tokenizer *)t);
		return rc;
	}
	*ret = (Fts5Tokenizer *)t;
	return SQLITE_OK;
}

static int
token_replay_tokenize(Fts5Tokenizer *tokenizer, void *arg, int flags,
    const char *text, int n, fts_token *token)
{
	struct replay_tokenizer *t = (struct replay_tokenizer *)tokenizer;
	struct slice tokens = SLICE_NONE;

	if (t->can_replay && flags == FTS5_TOKENIZE_DOCUMENT && n > 0)
		tokens = token_lists_find(t->module->lists,
		    (struct slice){ text, (size_t)n }, t->module->kind);
	if (tokens.len > 0)
		return token_list_replay(tokens, token, arg);
	return t->module->functions.xTokenize(
	    t->inner, arg, flags, text, n, token);
}

static int
token_replay_register_kind(
    fts5_api *api, enum fts_kind kind, const struct token_lists *lists)
{
	static fts5_tokenizer replaying = { token_replay_create,
		token_replay_delete, token_replay_tokenize };
	struct replay_module *module = calloc(1, sizeof(*module));
	int rc;

	if (module == NULL)
		return SQLITE_NOMEM;
	module->kind = kind;
	module->lists = lists;
	rc = api->xFindTokenizer(
	    api, fts_options[kind].name, &module->data, &module->functions);
	if (rc == SQLITE_OK)
		rc = api->xCreateTokenizer(
		    api, fts_options[kind].name, module, &replaying, free);
	if (rc != SQLITE_OK)
		free(module);
	return rc;
}

int
token_replay_register(sqlite3 *db, const struct token_lists *lists)
{
	fts5_api *api = fts_api(db);
	int rc = SQLITE_OK;

	if (api == NULL)
		return SQLITE_ERROR;
	for (int kind = 0; kind < FTS_KIND_COUNT && rc == SQLITE_OK; kind++)
		rc =
		    token_replay_register_kind(api, (enum fts_kind)kind, lists);
	return rc;
}
