/*
 * revisit.c -- plans when a page is fetched again to find corrections.
 *
 * The normal case: a stored page is due again at fixed intervals after its
 * first visit (articles.revisit), by default after 1 h, 6 h and 24 h.  If
 * several visits were missed, the page is visited once.  A visit that fails
 * temporarily is retried before the next planned visit.  If the server answers
 * 404 for LIMIT_MISSING_S without interruption, the page counts as deleted from
 * its site.  A single 404 is often a short error of the server.
 *
 * The pending visit is stored in revisit_at before the daemon loads it, so that
 * it survives a restart.
 */
#include "store/article/pending/revisit.h"

#include "base/limits.h"

int64_t
store_revisit_next(const struct revisit_plan *plan, int64_t from, int64_t now)
{
	int64_t next = DATE_NONE, at;

	for (size_t i = 0; i < plan->n; i++)
		if (!__builtin_add_overflow(from, plan->after_s[i], &at) &&
		    at > now && (next == DATE_NONE || at < next))
			next = at;
	return next;
}

static int64_t
revisit_earlier(int64_t a, int64_t b)
{
	if (a == DATE_NONE || (b != DATE_NONE && b < a))
		return b;
	return a;
}

static int
revisit_set_plan(struct store *s, const struct article_state *old, int64_t from,
    int64_t at, int64_t tries, int64_t missing_since, struct err *e)
{
	struct query q = query_of(s, SQL_article_set_revisit);

	query_int(&q, ":id", old->id);
	query_date(&q, ":from", from);
	query_date(&q, ":at", at);
	query_int(&q, ":tries", tries);
	query_date(&q, ":missing_since", missing_since);
	return query_run(&q, e);
}

int
revisit_plan_next(struct store *s, const struct article_state *old,
    const struct article_update *k, int64_t now, bool *ret_gone, struct err *e)
{
	int64_t from = old->revisit_from, missing_since = DATE_NONE, tries = 0;
	int64_t at;

	if (from == DATE_NONE)
		from = k->fetched_at > 0 ? k->fetched_at : now;
	at = store_revisit_next(&k->revisits, from, now);
	*ret_gone = false;
	if (k->missing) {
		missing_since =
		    old->missing_since != DATE_NONE ? old->missing_since : now;
		/* missing_since may be in the future if the clock was set back.
		 */
		if (missing_since > now)
			missing_since = now;
		*ret_gone = now - missing_since >= LIMIT_MISSING_S;
		if (*ret_gone)
			return 0;
		at = revisit_earlier(at, missing_since + LIMIT_MISSING_S);
	} else if (k->status == ARTICLE_FAILED) {
		missing_since = old->missing_since;
		tries = old->tries + !k->was_not_asked;
		if (tries >= LIMIT_ARTICLE_TRIES)
			tries = 0;
		else
			at = revisit_earlier(
			    at, k->retry_at != DATE_NONE ? k->retry_at : now);
	}
	return revisit_set_plan(s, old, from, at, tries, missing_since, e);
}

int
revisit_cancel(
    struct store *s, const struct article_state *article, struct err *e)
{
	return revisit_set_plan(
	    s, article, DATE_NONE, DATE_NONE, 0, DATE_NONE, e);
}

/* Moves the next visit of an article to an earlier time.  gap_s: least time
 * between the last visit and the next one.  `oldest`: an article that was first
 * seen before this time is left out.  Returns 1 if the visit was moved and is
 * due now, 0 if not, or an error code. */
static int
revisit_move_ahead(struct store *s, int64_t article_id, int64_t gap_s,
    int64_t oldest, int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_article_ask_again);
	int64_t at = DATE_NONE;
	int rc;

	query_int(&q, ":id", article_id);
	query_int(&q, ":now", now);
	query_int(&q, ":gap", gap_s);
	query_int(&q, ":oldest", oldest);
	if ((rc = query_step(&q, e)) > 0)
		at = query_column_date(&q, 0);
	query_end(&q);
	if (rc < 0)
		return rc;
	return at != DATE_NONE && at <= now;
}

int
revisit_ask(struct store *s, int64_t article_id, bool only_date, int64_t now,
    struct err *e)
{
	return revisit_move_ahead(s, article_id, LIMIT_REVISIT_GAP_S,
	    only_date ? now - LIMIT_REVISIT_DATES_S : INT64_MIN, now, e);
}

int
revisit_ask_now(struct store *s, int64_t article_id, int64_t now, struct err *e)
{
	return revisit_move_ahead(s, article_id, 0, INT64_MIN, now, e);
}

bool
revisit_needs_hints(const struct article_state *old, int64_t feed_id)
{
	return feed_id != 0 && old->entitled == 1 && old->announced_by != 0 &&
	       feed_id != old->announced_by;
}

int
revisit_for_hints(struct store *s, const struct article_state *old,
    const struct article_update *k, int64_t now, struct err *e)
{
	struct query q;
	int rc;

	if (k->ret_stored != NULL)
		k->ret_stored->is_due = false;
	if (!revisit_needs_hints(old, k->feed_id))
		return 0;
	q = query_of(s, SQL_article_set_unread);
	query_int(&q, ":id", old->id);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	rc = revisit_ask_now(s, old->id, now, e);
	if (k->ret_stored != NULL)
		k->ret_stored->is_due = rc > 0;
	return rc < 0 ? rc : 0;
}
