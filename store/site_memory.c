/*
 * site_memory.c -- what the pages of a feed on a host have taught, kept with
 * the article that taught it.
 *
 * A page is learned from once: when its article gets its text.  What a later
 * visit finds is the same story, and would look like one that the site
 * repeats.  A memory belongs to one feed's pages on one host and goes with the
 * feed.  Only pages that an entitled feed has announced (docs/security.md,
 * "Attribution") teach or use one: a foreign feed could announce one page at
 * many addresses, and its text would look like clutter.
 */
#include "config/limits.h"
#include "store/settle.h"

static int
site_memory_get(
    struct store *s, int64_t article_id, struct buf *out, struct err *e)
{
	struct query q = query_of(s, SQL_site_memory_get);
	int rc;

	query_int(&q, ":id", article_id);
	if ((rc = query_step(&q, e)) > 0)
		buf_append_slice(out, query_column_text(&q, 0));
	query_end(&q);
	if (out->no_memory)
		return err_set(e, ERR_MEMORY, "a site's memory");
	return rc < 0 ? rc : 0;
}

int
store_site_memory_get(
    struct store *s, int64_t article_id, struct buf *out, struct err *e)
{
	buf_clear(out);
	return site_memory_get(s, article_id, out, e);
}

static int
site_memory_put(struct store *s, int64_t article_id, struct slice memory,
    int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_site_memory_put);

	query_int(&q, ":id", article_id);
	query_int(&q, ":now", now);
	query_blob(&q, ":memory", memory);
	return query_run(&q, e);
}

/* A memory that is larger than any is none, and begins anew. */
int
site_memory_learn(struct store *s, int64_t article_id, struct slice seen,
    int64_t now, struct err *e)
{
	struct buf before, after;
	struct slice memory;
	int rc;

	if (seen.len == 0)
		return 0;
	buf_init(&before, LIMIT_SITE_MEMORY);
	rc = site_memory_get(s, article_id, &before, e);
	memory = arena_copy(&s->scratch, buf_slice(&before));
	buf_release(&before);
	buf_init(&after, LIMIT_SITE_MEMORY);
	if (rc == 0 &&
	    cuter_memory_learn(&s->scratch, memory, seen, now, &after))
		rc = site_memory_put(s, article_id, buf_slice(&after), now, e);
	if (after.no_memory)
		rc = err_set(e, ERR_MEMORY, "a site's memory");
	buf_release(&after);
	return rc;
}
