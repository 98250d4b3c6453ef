/*
 * ahead.c -- queries that are sent before their rows are needed.
 *
 * In:  a query with its values (query_ahead()).
 * Out: its rows, which are given to the next query with the same name and the
 *      same values.
 *
 * The normal case: an operation sends all queries that it will need, and then
 * steps the first of them.  The rows of all these queries arrive in one round
 * trip.  Rows that no query takes are dropped at the end of the operation.
 *
 * If a query that was sent ahead fails, the next query that waits for the
 * server returns the error.
 */
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "store/postgres/connection.h"

/* ---- the key of a query ---- */

/* Writes the values of a bound query to *ret.  Returns false if there is no
 * memory. */
static bool
ahead_write_key(const struct postgres_statement *p, struct buf *ret)
{
	buf_clear(ret);
	for (int i = 0; i < p->n_parameters; i++) {
		int length = -1;

		if (p->values[i] != NULL)
			length = p->formats[i] != 0 ? p->lengths[i]
						    : (int)strlen(p->values[i]);
		buf_append(ret, (const char *)&length, sizeof(length));
		if (length > 0)
			buf_append(ret, p->values[i], (size_t)length);
	}
	return !buf_failed(ret);
}

static bool
ahead_is(const struct ahead *a, enum sql name, struct slice key, uint64_t hash)
{
	return a->is_wanted && a->name == name && a->hash == hash &&
	       slice_equal((struct slice){ a->key, a->key_bytes }, key);
}

/* Returns the query that was sent ahead with this name and key, or NULL.  The
 * search begins after the query that was found last, because rows are usually
 * taken in the order in which the queries were sent. */
static struct ahead *
ahead_find(struct aheads *all, enum sql name, struct slice key)
{
	uint64_t hash = hash_bytes(key);

	for (size_t i = 0; i < all->n; i++) {
		size_t at = (all->next + i) % all->n;

		if (!ahead_is(&all->of[at], name, key, hash))
			continue;
		all->next = at + 1;
		return &all->of[at];
	}
	return NULL;
}

/* ---- sending ---- */

static bool
ahead_add(struct aheads *all, enum sql name, struct slice key)
{
	struct ahead *a = &all->of[all->n];
	char *copy = malloc(key.len + 1);

	if (copy == NULL)
		return false;
	if (key.len > 0)
		memcpy(copy, key.p, key.len);
	*a = (struct ahead){ .name = name,
		.key = copy,
		.key_bytes = key.len,
		.hash = hash_bytes(key),
		.is_wanted = true };
	all->n++;
	all->n_wanted++;
	return true;
}

void
postgres_ahead(struct query *q)
{
	struct postgres *pg = q->store->postgres;
	struct aheads *all = &pg->aheads;
	bool may = q->failure == POSTGRES_OK && pg->is_in_transaction &&
		   pg->connection != NULL && all->n < LIMIT_POSTGRES_AHEAD;

	if (may && ahead_write_key(q->prepared, &all->key) &&
	    ahead_find(all, q->name, buf_slice(&all->key)) == NULL &&
	    ahead_add(all, q->name, buf_slice(&all->key)) &&
	    connection_queue(q->store, q->name, NULL) == 0)
		pg->queued[pg->n_queued - 1].ahead = (int)all->n;
}

/* ---- receiving ---- */

void
ahead_put(struct postgres *pg, int number, PGresult *result)
{
	struct ahead *a = &pg->aheads.of[number - 1];

	if (!a->is_wanted || a->result != NULL) {
		pg->lib->PQclear(result);
		return;
	}
	a->result = result;
}

int
ahead_take(struct query *q, bool *ret_found, struct err *e)
{
	struct postgres *pg = q->store->postgres;
	struct postgres_statement *p = q->prepared;
	struct ahead *a = NULL;
	int rc;

	*ret_found = false;
	if (pg->aheads.n_wanted > 0 && ahead_write_key(p, &pg->aheads.key))
		a = ahead_find(
		    &pg->aheads, q->name, buf_slice(&pg->aheads.key));
	if (a == NULL)
		return 0;
	if (a->result == NULL && (rc = connection_settle(q->store, e)) != 0)
		return rc;
	if (a->result == NULL)
		return 0;
	*ret_found = true;
	p->state = STATEMENT_DONE;
	p->row = a->result;
	p->row_at = -1;
	a->result = NULL;
	a->is_wanted = false;
	if (--pg->aheads.n_wanted == 0)
		ahead_drop(pg);
	return 0;
}

void
ahead_drop(struct postgres *pg)
{
	for (size_t i = 0; i < pg->aheads.n; i++) {
		free(pg->aheads.of[i].key);
		pg->lib->PQclear(pg->aheads.of[i].result);
	}
	pg->aheads.n = pg->aheads.n_wanted = pg->aheads.next = 0;
	/* Results that have not arrived yet are dropped when they are read,
	 * because `ahead` is then 0. */
	for (size_t i = 0; i < pg->n_queued; i++)
		pg->queued[i].ahead = 0;
}

void
ahead_release(struct postgres *pg)
{
	ahead_drop(pg);
	buf_release(&pg->aheads.key);
}
