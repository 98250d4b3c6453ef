/*
 * cut_memory.c -- the site memories of the pages of a batch.
 *
 * In:  articles in the order of the input, and their URLs.
 * Out: the site memory of a page's host, learned from its earlier pages.
 */
#include <setjmp.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/table.h"
#include "cli/cut/cut.h"
#include "url/url.h"

/* Space for three copies of a site memory, and for a URL. */
#define ARENA_BYTES (4 * MIB)

struct site {
	char *host; /* owned; key of the table */
	struct buf memory;
};

struct cut_memories {
	struct table sites; /* host -> struct site */
	struct arena arena;
	struct buf learned;
};

struct cut_memories *
cut_memories_new(void)
{
	struct cut_memories *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return NULL;
	table_init(&m->sites);
	arena_init(&m->arena, ARENA_BYTES);
	buf_init(&m->learned, LIMIT_SITE_MEMORY);
	return m;
}

static void
cut_memory_discard_all(struct cut_memories *m)
{
	struct slice host;
	void *value;
	size_t at = 0;

	while (table_next(&m->sites, &at, &host, &value)) {
		struct site *site = value;

		buf_release(&site->memory);
		free(site->host);
		free(site);
	}
	table_release(&m->sites);
	table_init(&m->sites);
}

static struct site *
cut_memory_add(struct cut_memories *m, struct slice host)
{
	struct site *site = calloc(1, sizeof(*site));

	if (m->sites.n_used >= CUT_MEMORIES)
		cut_memory_discard_all(m);
	if (site == NULL)
		return NULL;
	buf_init(&site->memory, LIMIT_SITE_MEMORY);
	site->host = strndup(host.p, host.len);
	if (site->host == NULL ||
	    table_put(&m->sites, slice_of(site->host), site) != 0) {
		free(site->host);
		free(site);
		return NULL;
	}
	return site;
}

static struct site *
cut_memory_find(struct cut_memories *m, struct slice url)
{
	struct slice host;
	struct site *site;

	arena_clear(&m->arena);
	if (!url_budget_key(&m->arena, url, &host))
		return NULL;
	site = table_get(&m->sites, host);
	return site != NULL ? site : cut_memory_add(m, host);
}

struct slice
cut_memory_of(struct cut_memories *m, struct slice url)
{
	jmp_buf exhausted;
	const struct site *site;

	if (setjmp(exhausted) != 0)
		return SLICE_NONE;
	m->arena.exhausted = &exhausted;
	site = cut_memory_find(m, url);
	return site != NULL ? buf_slice(&site->memory) : SLICE_NONE;
}

void
cut_memory_learn(struct cut_memories *m, struct slice url,
    const struct cuter_article *article, int64_t now_at)
{
	jmp_buf exhausted;
	struct site *site;

	if (setjmp(exhausted) != 0)
		return;
	m->arena.exhausted = &exhausted;
	site = cut_memory_find(m, url);
	if (site == NULL ||
	    !cuter_memory_learn(&m->arena, buf_slice(&site->memory),
		article->site_seen, now_at, &m->learned))
		return;
	buf_clear(&site->memory);
	buf_append_slice(&site->memory, buf_slice(&m->learned));
}
