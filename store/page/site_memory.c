/*
 * site_memory.c -- reads and stores site memories.  A site memory is stored in
 * the transaction that stores the article whose page was added to it.
 *
 * A page is added once, when its article gets its text.  A later visit would
 * add the same story again, and the story would look like text that the site
 * repeats.  A site memory belongs to the pages of one feed on one host and
 * is deleted with the feed.  Site memories are used and changed only for pages
 * that an entitled feed has announced (docs/security.md, "Attribution"): a
 * foreign feed could announce one page under many addresses, so that its text
 * would look like boilerplate.
 */
#include "base/limits.h"
#include "store/article/article_apply.h"
#include "store/feed/sites.h"

static struct query
site_memory_query(struct store *s, int64_t article_id)
{
	struct query q = query_of(s, SQL_site_memory_get);

	query_int(&q, ":id", article_id);
	return q;
}

void
site_memory_ahead(struct store *s, int64_t article_id)
{
	struct query q = site_memory_query(s, article_id);

	query_ahead(&q);
}

static int
site_memory_get(
    struct store *s, int64_t article_id, struct buf *out, struct err *e)
{
	struct query q = site_memory_query(s, article_id);
	int rc;

	if ((rc = query_step(&q, e)) > 0)
		buf_append_slice(out, query_column_text(&q, 0));
	query_end(&q);
	if (out->no_memory)
		return err_set(e, ERR_MEMORY, "no memory for a site memory");
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

/* A memory above the size limit is invalid.  It is discarded and replaced by
 * an empty one. */
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
		rc = err_set(e, ERR_MEMORY, "no memory for a site memory");
	buf_release(&after);
	return rc;
}
