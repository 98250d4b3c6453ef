/*
 * pending.c -- writes the change log and the full-text index once per
 * transaction.
 *
 * A statement costs more than the row that it writes, and FTS5 writes one index
 * segment per statement.  First texts are therefore collected until the end of
 * the transaction, and then logged and indexed together.  The change log stays
 * in order: before any other change is logged, the collected ones are logged.
 *
 * article_fts is not filled by triggers, because with trusted_schema off SQLite
 * does not let a trigger write to a virtual table.
 */
#include <string.h>

#include "config/limits.h"
#include "store/settle.h"

#define ID_BYTES (SLICE_INT64_BYTES + 1) /* and the separator before it */

static const char *const change_kind_names[] = {
	[CHANGE_NONE] = "",
	[CHANGE_NEW] = "new",
	[CHANGE_REVISED] = "revised",
	[CHANGE_WITHDRAWN] = "withdrawn",
};

static int
pending_run_for(struct store *s, enum sql name, int64_t id, struct err *e)
{
	struct query q = query_of(s, name);

	query_int(&q, ":id", id);
	return query_run(&q, e);
}

/* Removes an id from a list; false if the list does not contain it. */
static bool
pending_forget_later(struct id_list *all, int64_t id)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->ids[i] == id) {
			all->ids[i] = all->ids[--all->n];
			return true;
		}
	return false;
}

/* Returns the ids as a JSON array, because a statement cannot take a list as
 * a parameter.  Empties the list. */
static struct slice
pending_take_ids(struct id_list *all, char text[LIMIT_PENDING * ID_BYTES + 2])
{
	struct slice list = { text, 0 };

	for (size_t i = 0; i < all->n; i++) {
		char room[SLICE_INT64_BYTES];
		struct slice id = slice_of_int64(all->ids[i], room);

		text[list.len++] = i == 0 ? '[' : ',';
		memcpy(text + list.len, id.p, id.len);
		list.len += id.len;
	}
	text[list.len++] = ']';
	all->n = 0;
	return list;
}

/* ---- the change log ---- */

static int
pending_log_first_texts(struct store *s, struct err *e)
{
	char ids[LIMIT_PENDING * ID_BYTES + 2];
	struct query q;

	if (s->pending.untold.n == 0)
		return 0;
	q = query_of(s, SQL_change_insert_new);
	query_text(&q, ":ids", pending_take_ids(&s->pending.untold, ids));
	query_int(&q, ":at", s->pending.untold_at);
	return query_run(&q, e);
}

static int
pending_defer_first_text(
    struct store *s, int64_t article_id, int64_t now, struct err *e)
{
	struct id_list *untold = &s->pending.untold;
	int rc = 0;

	if (untold->n == LIMIT_PENDING || s->pending.untold_at != now)
		rc = pending_log_first_texts(s, e);
	s->pending.untold_at = now;
	untold->ids[untold->n++] = article_id;
	return rc;
}

int
change_put(struct store *s, int64_t article_id, int64_t revision,
    enum change_kind kind, int64_t now, struct err *e)
{
	struct query q;
	int rc;

	if (kind == CHANGE_NEW)
		return pending_defer_first_text(s, article_id, now, e);
	/* The log stays in order. */
	if ((rc = pending_log_first_texts(s, e)) != 0)
		return rc;
	q = query_of(s, SQL_change_insert);
	query_int(&q, ":article_id", article_id);
	query_int(&q, ":revision", revision);
	query_text(&q, ":kind", slice_of(change_kind_names[kind]));
	query_int(&q, ":at", now);
	return query_run(&q, e);
}

/* ---- the full text ---- */

/* article_bigram and article_stem contain only some of the texts. */
int
text_unindex(struct store *s, int64_t id, struct err *e)
{
	int rc;

	if (pending_forget_later(&s->pending.unindexed, id))
		return 0;
	rc = pending_run_for(s, SQL_fts_drop, id, e);
	if (rc == 0)
		rc = pending_run_for(s, SQL_bigram_drop, id, e);
	return rc == 0 ? pending_run_for(s, SQL_stem_drop, id, e) : rc;
}

static int
pending_index_all(
    struct store *s, enum sql name, struct slice ids, struct err *e)
{
	struct query q = query_of(s, name);

	query_text(&q, ":ids", ids);
	return query_run(&q, e);
}

static int
pending_index(struct store *s, struct err *e)
{
	char ids[LIMIT_PENDING * ID_BYTES + 2];
	struct slice list;
	int rc;

	if (s->pending.unindexed.n == 0)
		return 0;
	list = pending_take_ids(&s->pending.unindexed, ids);
	rc = pending_index_all(s, SQL_fts_add, list, e);
	if (rc == 0)
		rc = pending_index_all(s, SQL_bigram_add, list, e);
	return rc == 0 ? pending_index_all(s, SQL_stem_add, list, e) : rc;
}

/* FTS5 writes a segment at each savepoint, and nearly every statement is
 * one.  Two hundred texts in one statement make one segment to write and
 * merge in place of two hundred. */
int
text_index_later(struct store *s, int64_t id, struct err *e)
{
	struct id_list *unindexed = &s->pending.unindexed;
	int rc = 0;

	if (unindexed->n == LIMIT_PENDING)
		rc = pending_index(s, e);
	unindexed->ids[unindexed->n++] = id;
	return rc;
}

int
settle_end(struct store *s, struct err *e)
{
	int rc = pending_log_first_texts(s, e);

	return rc == 0 ? pending_index(s, e) : rc;
}

int
article_settle_first(struct store *s, int64_t id, int64_t now, struct err *e)
{
	int rc = text_index_later(s, id, e);

	return rc == 0 ? change_put(s, id, 1, CHANGE_NEW, now, e) : rc;
}
