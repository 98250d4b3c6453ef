/*
 * fleet_store.c -- nodes and the leases of shards in the database.
 *
 * In:  a round of a node (round.h), or a list of tenures.
 * Out: the leases and nodes after the round.
 *
 * The statements are in store/postgres/sql/fleet.sql.
 */
#include "store/fleet/fleet_store.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "store/fleet/shard.h"
#include "store/sqlite/statement.h"

#define FLEET_LIST_BYTES ((size_t)8 * KIB) /* enough for LIMIT_SHARDS numbers */

bool
store_is_shared(const struct store *s)
{
	return s->postgres != NULL;
}

/* ------------------------------------------------------------- parameters */

enum fleet_part { FLEET_SHARDS, FLEET_EPOCHS };

/* Writes one number of each tenure as an array such as "[1,2]". */
static struct slice
fleet_store_list(struct buf *out, const struct fleet_tenure *tenures, size_t n,
    enum fleet_part part)
{
	buf_append_char(out, '[');
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "%s%lld", i > 0 ? "," : "",
		    part == FLEET_SHARDS ? (long long)tenures[i].shard
					 : (long long)tenures[i].epoch);
	buf_append_char(out, ']');
	return buf_slice(out);
}

struct fleet_lists {
	struct buf shards, epochs;
};

static void
fleet_store_lists_init(struct fleet_lists *l)
{
	buf_init(&l->shards, FLEET_LIST_BYTES);
	buf_init(&l->epochs, FLEET_LIST_BYTES);
}

static void
fleet_store_lists_release(struct fleet_lists *l)
{
	buf_release(&l->shards);
	buf_release(&l->epochs);
}

/* Writes the shards and the epochs of the tenures to the two lists of l.
 * Returns false if there is no memory. */
static bool
fleet_store_lists_fill(
    struct fleet_lists *l, const struct fleet_tenure *tenures, size_t n)
{
	fleet_store_list(&l->shards, tenures, n, FLEET_SHARDS);
	fleet_store_list(&l->epochs, tenures, n, FLEET_EPOCHS);
	return !buf_failed(&l->shards) && !buf_failed(&l->epochs);
}

/* ------------------------------------------------------------------ rounds */

int
store_fleet_join(struct store *s, struct slice name, struct slice version,
    int64_t *ret_node, struct err *e)
{
	struct query forget = query_of(s, SQL_fleet_forget);
	struct query q;
	int rc = query_run(&forget, e);

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_fleet_join);
	query_text_always(&q, ":name", name);
	query_text_always(&q, ":version", version);
	return query_run_int(&q, ret_node, e);
}

static void
fleet_store_read(const struct query *q, struct fleet_view *v)
{
	int64_t number = query_column_int(q, 1);

	if (query_column_int(q, 0) == 0) {
		if (number >= 0 && number < LIMIT_SHARDS)
			v->shards[number] = (struct fleet_lease){
				.node = query_column_int(q, 2),
				.epoch = query_column_int(q, 3),
				.remaining_ms = query_column_int(q, 4),
			};
	} else if (query_column_int(q, 2) == 0) {
		v->silent_count++;
	} else if (v->node_count < LIMIT_NODES) {
		v->nodes[v->node_count++] = number;
	}
}

static int
fleet_store_run(struct query *q, struct fleet_view *v, struct err *e)
{
	int rc;

	while ((rc = query_step(q, e)) > 0)
		fleet_store_read(q, v);
	return rc;
}

int
store_fleet_round(struct store *s, const struct fleet_report *report,
    const struct fleet_round *round, struct fleet_view *ret, struct err *e)
{
	struct query q = query_of(s, SQL_fleet_round);
	struct fleet_lists renew, give;
	int rc;

	fleet_store_lists_init(&renew);
	fleet_store_lists_init(&give);
	if (!fleet_store_lists_fill(
		&renew, round->renew, (size_t)round->renew_count) ||
	    !fleet_store_lists_fill(
		&give, round->give, (size_t)round->give_count)) {
		rc = err_set(e, ERR_MEMORY, "no memory for a list of shards");
		goto out;
	}
	query_int(&q, ":lease_ms", round->lease_ms);
	query_int(&q, ":node", report->node);
	query_text_always(&q, ":name", report->name);
	query_text_always(&q, ":version", report->version);
	query_int(&q, ":is_leaving", round->is_leaving);
	query_int(&q, ":feeds", report->feeds);
	query_int(&q, ":pending", report->pending);
	query_text(&q, ":renew", buf_slice(&renew.shards));
	query_text(&q, ":renew_epochs", buf_slice(&renew.epochs));
	query_text(&q, ":give", buf_slice(&give.shards));
	query_text(&q, ":give_epochs", buf_slice(&give.epochs));
	query_int(&q, ":take", round->take);
	memset(ret, 0, sizeof(*ret));
	ret->me = report->node;
	rc = fleet_store_run(&q, ret, e);
out:
	query_end(&q);
	fleet_store_lists_release(&renew);
	fleet_store_lists_release(&give);
	return rc;
}

int
store_fleet_end_stopped(
    struct store *s, int64_t lease_ms, int64_t *ret_n, struct err *e)
{
	struct query q = query_of(s, SQL_fleet_end_stopped);

	query_int(&q, ":lease_ms", lease_ms);
	query_int(&q, ":alone_ms", LIMIT_POSTGRES_IDLE_MS);
	return query_run_int(&q, ret_n, e);
}

/* ----------------------------------------------------------------- fencing */

int
store_fleet_fence(struct store *s, int64_t node,
    const struct fleet_tenure *tenures, size_t n, bool ret_held[LIMIT_SHARDS],
    struct err *e)
{
	struct query q = query_of(s, SQL_fleet_fence);
	struct fleet_lists lists;
	int rc = 0;

	memset(ret_held, 0, LIMIT_SHARDS * sizeof(*ret_held));
	fleet_store_lists_init(&lists);
	if (!fleet_store_lists_fill(&lists, tenures, n))
		rc = err_set(e, ERR_MEMORY, "no memory for a list of shards");
	query_text(&q, ":shards", buf_slice(&lists.shards));
	query_text(&q, ":epochs", buf_slice(&lists.epochs));
	query_int(&q, ":node", node);
	while (rc >= 0 && (rc = query_step(&q, e)) > 0)
		ret_held[query_column_int(&q, 0) & (LIMIT_SHARDS - 1)] = true;
	query_end(&q);
	fleet_store_lists_release(&lists);
	return rc;
}

void
store_set_shards(struct store *s, const bool owned[LIMIT_SHARDS])
{
	char *at = s->shards;

	memcpy(s->owned, owned, sizeof(s->owned));
	*at++ = '[';
	for (int i = 0; i < LIMIT_SHARDS; i++)
		if (owned[i])
			at += snprintf(at, 5, "%d,", i);
	if (at[-1] == ',')
		at--;
	*at++ = ']';
	*at = '\0';
}

void
query_shards(struct query *q)
{
	struct store *s = q->store;
	bool all[LIMIT_SHARDS];

	if (!store_is_shared(s))
		return;
	if (s->shards[0] == '\0') {
		memset(all, true, sizeof(all));
		store_set_shards(s, all);
	}
	query_text(q, ":shards", slice_of(s->shards));
}

void
store_note_page(struct store *s, struct slice host_key)
{
	if (store_is_shared(s) && s->shards[0] != '\0' &&
	    !s->owned[shard_of_key(host_key)])
		s->hands_over = true;
}

void
store_note_feeds(struct store *s)
{
	s->notes_feeds = store_is_shared(s);
}

void
query_shard_of(struct query *q, struct slice url)
{
	if (store_is_shared(q->store))
		query_int(q, ":shard", shard_of_url(url));
}

/* ------------------------------------------------------------------- lists */

static void
fleet_store_read_node(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct fleet_node *)ret_row = (struct fleet_node){
		.id = query_column_int(q, 0),
		.name = query_column_copy(q, 1, arena),
		.version = query_column_copy(q, 2, arena),
		.started_at = query_column_date(q, 3),
		.silent_s = query_column_int(q, 4),
		.feeds = query_column_int(q, 5),
		.pending = query_column_int(q, 6),
		.shards = query_column_int(q, 7),
		.seen_at = query_column_date(q, 8),
	};
}

int
store_fleet_each(struct store *s,
    int (*visit)(const struct fleet_node *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_fleet_nodes);
	struct rows rows;
	int rc = rows_collect(
	    &q, sizeof(struct fleet_node), fleet_store_read_node, &rows, e);
	const struct fleet_node *nodes = rows.items;

	for (size_t i = 0; rc == 0 && i < rows.n; i++)
		rc = visit(&nodes[i], arg);
	rows_release(&rows);
	return rc;
}

int
store_fleet_free(
    struct store *s, int32_t ret[LIMIT_SHARDS], int32_t *ret_n, struct err *e)
{
	struct query q = query_of(s, SQL_fleet_free);
	int rc;

	*ret_n = 0;
	while ((rc = query_step(&q, e)) > 0)
		if (*ret_n < LIMIT_SHARDS)
			ret[(*ret_n)++] = (int32_t)query_column_int(&q, 0);
	query_end(&q);
	return rc;
}

int
store_fleet_owner(
    struct store *s, int32_t shard, char *ret, size_t bytes, struct err *e)
{
	struct query q = query_of(s, SQL_fleet_owner);
	struct slice name;
	int rc;

	query_int(&q, ":shard", shard);
	rc = query_step(&q, e);
	name = rc > 0 ? query_column_text(&q, 0) : SLICE_NONE;
	snprintf(ret, bytes, "%.*s", SLICE_ARG(name));
	query_end(&q);
	return rc < 0 ? rc : 0;
}
