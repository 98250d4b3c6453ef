/*
 * deferred.c -- writes the change log and the full-text index once per
 * transaction.
 *
 * A statement costs more than the row that it writes, and FTS5 writes one index
 * segment per statement.  First texts are therefore collected until the end of
 * the transaction, and then logged and indexed together.  The change log stays
 * in order: if another change must be logged, the collected changes are logged
 * before it.  On PostgreSQL all changes are collected, because the number of a
 * change is taken from a row that other transactions then wait for.
 *
 * article_fts is not filled by triggers, because with trusted_schema off SQLite
 * does not let a trigger write to a virtual table.
 */
#include <string.h>

#include "base/limits.h"
#include "store/article/article_apply.h"
#include "store/filter/filter_state.h"
#include "store/postgres/quiet_poll.h"
#include "store/query/dialect.h"
#include "store/search/text_index.h"

#define ID_BYTES                                                               \
	(SLICE_INT64_BYTES +                                                   \
	    1) /* bytes of an id and of the separator before it */

static const char *const change_kind_names[] = {
	[CHANGE_NONE] = "",
	[CHANGE_NEW] = "new",
	[CHANGE_REVISED] = "revised",
	[CHANGE_WITHDRAWN] = "withdrawn",
};

static int
deferred_run_for(struct store *s, enum sql name, int64_t id, struct err *e)
{
	struct query q = query_of(s, name);

	query_int(&q, ":id", id);
	return query_run(&q, e);
}

/* Removes an id from a list; false if the list does not contain it. */
static bool
deferred_forget(struct id_list *all, int64_t id)
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
deferred_take_ids(struct id_list *all, char text[LIMIT_DEFERRED * ID_BYTES + 2])
{
	struct slice list = { text, 0 };

	for (size_t i = 0; i < all->n; i++) {
		char digits[SLICE_INT64_BYTES];
		struct slice id = slice_of_int64(all->ids[i], digits);

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
deferred_log_first_texts(struct store *s, struct err *e)
{
	char ids[LIMIT_DEFERRED * ID_BYTES + 2];
	struct query q;

	if (s->deferred.not_logged.n == 0)
		return 0;
	q = query_of(s, SQL_change_insert_new);
	query_text(&q, ":ids", deferred_take_ids(&s->deferred.not_logged, ids));
	query_int(&q, ":at", s->deferred.not_logged_at);
	return query_run(&q, e);
}

static int
deferred_defer_first_text(
    struct store *s, int64_t article_id, int64_t now, struct err *e)
{
	struct id_list *not_logged = &s->deferred.not_logged;
	int rc = 0;

	if (not_logged->n == LIMIT_DEFERRED || s->deferred.not_logged_at != now)
		rc = deferred_log_first_texts(s, e);
	s->deferred.not_logged_at = now;
	not_logged->ids[not_logged->n++] = article_id;
	return rc;
}

/* ---- the change log on PostgreSQL ---- */

/* The parts of a change, each an array of integers. */
struct change_lists {
	struct buf articles, revisions, kinds, times;
};

static void
deferred_append_number(struct buf *out, int64_t number)
{
	char digits[SLICE_INT64_BYTES];

	buf_append_char(out, out->len == 0 ? '[' : ',');
	buf_append_slice(out, slice_of_int64(number, digits));
}

static void
deferred_fill_lists(struct change_lists *l, const struct change_list *changes)
{
	size_t most = changes->n * ID_BYTES + 2;

	buf_init(&l->articles, most);
	buf_init(&l->revisions, most);
	buf_init(&l->kinds, most);
	buf_init(&l->times, most);
	for (size_t i = 0; i < changes->n; i++) {
		const struct change_entry *c = &changes->of[i];

		deferred_append_number(&l->articles, c->article_id);
		deferred_append_number(&l->revisions, c->revision);
		deferred_append_number(&l->kinds, c->kind);
		deferred_append_number(&l->times, c->at);
	}
	buf_append_char(&l->articles, ']');
	buf_append_char(&l->revisions, ']');
	buf_append_char(&l->kinds, ']');
	buf_append_char(&l->times, ']');
}

/* Logs the changes with one statement.  The statement locks the counter of
 * change numbers until the transaction ends.  It is therefore run as late as
 * possible: before the commit, or when the list is full. */
static int
deferred_log_changes(struct store *s, struct err *e)
{
	struct change_lists l;
	struct query q;
	int rc;

	if (s->changes.n == 0)
		return 0;
	deferred_fill_lists(&l, &s->changes);
	s->changes.n = 0;
	q = query_of(s, SQL_change_insert_list);
	query_text(&q, ":articles", buf_slice(&l.articles));
	query_text(&q, ":revisions", buf_slice(&l.revisions));
	query_text(&q, ":kinds", buf_slice(&l.kinds));
	query_text(&q, ":times", buf_slice(&l.times));
	rc = buf_failed(&l.articles) || buf_failed(&l.revisions) ||
		     buf_failed(&l.kinds) || buf_failed(&l.times)
		 ? err_set(e, ERR_MEMORY, "no memory for changes")
		 : query_run(&q, e);
	query_end(&q);
	buf_release(&l.articles);
	buf_release(&l.revisions);
	buf_release(&l.kinds);
	buf_release(&l.times);
	if (rc != 0)
		return rc;
	q = query_of(s, SQL_change_notify);
	return query_run(&q, e);
}

static int
deferred_add_change(
    struct store *s, const struct change_entry *change, struct err *e)
{
	int rc = 0;

	if (s->changes.n == LIMIT_DEFERRED)
		rc = deferred_log_changes(s, e);
	s->changes.of[s->changes.n++] = *change;
	return rc;
}

int
change_put(struct store *s, int64_t article_id, int64_t revision,
    enum change_kind kind, int64_t now, struct err *e)
{
	struct query q;
	int rc;

	if (s->dialect->has(SQL_change_insert_list))
		return deferred_add_change(s,
		    &(struct change_entry){ article_id, revision, now, kind },
		    e);
	if (kind == CHANGE_NEW)
		return deferred_defer_first_text(s, article_id, now, e);
	/* First texts that were deferred are logged before this change, so that
	 * the log stays in order. */
	if ((rc = deferred_log_first_texts(s, e)) != 0)
		return rc;
	q = query_of(s, SQL_change_insert);
	query_int(&q, ":article_id", article_id);
	query_int(&q, ":revision", revision);
	query_text(&q, ":kind", slice_of(change_kind_names[kind]));
	query_int(&q, ":at", now);
	return query_run(&q, e);
}

/* ---- the full text ---- */

/* Removes a text from the full-text indexes. article_bigram and article_stem
 * contain only some of the texts, so the text is removed only from the indexes
 * that contain it.  PostgreSQL has one table for all texts. */
int
text_unindex(struct store *s, int64_t id, struct err *e)
{
	int rc;

	if (deferred_forget(&s->deferred.not_indexed, id))
		return 0;
	rc = deferred_run_for(s, SQL_fts_drop, id, e);
	if (rc != 0 || !s->dialect->has(SQL_bigram_drop))
		return rc;
	rc = deferred_run_for(s, SQL_bigram_drop, id, e);
	return rc == 0 ? deferred_run_for(s, SQL_stem_drop, id, e) : rc;
}

static int
deferred_index_all(
    struct store *s, enum sql name, struct slice ids, struct err *e)
{
	struct query q = query_of(s, name);

	query_text(&q, ":ids", ids);
	return query_run(&q, e);
}

static int
deferred_index(struct store *s, struct err *e)
{
	char ids[LIMIT_DEFERRED * ID_BYTES + 2];
	struct slice list;
	int rc;

	if (s->deferred.not_indexed.n == 0)
		return 0;
	list = deferred_take_ids(&s->deferred.not_indexed, ids);
	if (s->dialect->has(SQL_index_put))
		return text_index_put(s, list, e);
	rc = deferred_index_all(s, SQL_fts_add, list, e);
	if (rc == 0)
		rc = deferred_index_all(s, SQL_bigram_add, list, e);
	if (rc == 0)
		rc = deferred_index_all(s, SQL_stem_add, list, e);
	s->tokens.n = 0;
	return rc;
}

/* FTS5 writes a segment at each savepoint, and nearly every statement begins a
 * savepoint.  If two hundred texts are indexed in one statement, FTS5 writes
 * and merges one segment instead of two hundred. */
int
text_index_later(struct store *s, int64_t id, struct err *e)
{
	struct id_list *not_indexed = &s->deferred.not_indexed;
	int rc = 0;

	if (not_indexed->n == LIMIT_DEFERRED)
		rc = deferred_index(s, e);
	not_indexed->ids[not_indexed->n++] = id;
	return rc;
}

/* Notifies the other nodes of new pending pages and of changed subscriptions.
 */
static int
deferred_hand_over(struct store *s, struct err *e)
{
	struct query q;
	int rc = 0;

	if (s->hands_over) {
		q = query_of(s, SQL_page_notify);
		rc = query_run(&q, e);
	}
	if (s->notes_feeds && rc == 0) {
		q = query_of(s, SQL_feed_notify);
		rc = query_run(&q, e);
	}
	s->hands_over = s->notes_feeds = false;
	return rc;
}

int
deferred_write(struct store *s, struct err *e)
{
	int rc = quiet_polls_write(s, e);

	if (rc == 0)
		rc = deferred_hand_over(s, e);

	if (rc == 0)
		rc = deferred_log_first_texts(s, e);
	if (rc == 0)
		rc = filter_count_write(s, e);
	if (rc == 0)
		rc = deferred_index(s, e);
	return rc == 0 ? deferred_log_changes(s, e) : rc;
}

int
article_apply_first(struct store *s, int64_t id, int64_t now, struct err *e)
{
	int rc = text_index_later(s, id, e);

	return rc == 0 ? change_put(s, id, 1, CHANGE_NEW, now, e) : rc;
}
