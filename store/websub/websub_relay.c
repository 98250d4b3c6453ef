/*
 * websub_relay.c -- subscriptions at hubs with several nodes.
 *
 * In:  the requests that hubs sent to a node that does not own the feed.
 * Out: rows of websub_relay, and the responses of the owner.
 *
 * The statements are in store/postgres/sql/websub.sql.
 */
#include "store/websub/websub_relay.h"

#include <string.h>

#include "base/buf.h"
#include "store/fleet/fleet_store.h"
#include "store/sqlite/statement.h"
#include "store/websub/websub_state.h"

/* Size of a list of at most LIMIT_SHARDS or LIMIT_WEBSUB_CLIENTS numbers. */
#define RELAY_LIST_BYTES ((size_t)8 * KIB)
#define RELAY_TAKE_BYTES (8 * MIB) /* maximum size of bodies taken at once */

/* Writes numbers as an array such as "[1,2]". */
static void
websub_relay_add_number(struct buf *list, int64_t number)
{
	buf_printf(
	    list, "%s%lld", list->len == 0 ? "[" : ",", (long long)number);
}

static struct slice
websub_relay_end_list(struct buf *list)
{
	buf_append_string(list, list->len == 0 ? "[]" : "]");
	return buf_slice(list);
}

int
store_websub_list_shards(struct store *s, const bool shards[LIMIT_SHARDS],
    int (*visit)(const struct websub_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_websub_list_shards);
	struct buf list;
	int rc;

	buf_init(&list, RELAY_LIST_BYTES);
	for (int32_t i = 0; i < LIMIT_SHARDS; i++)
		if (shards[i])
			websub_relay_add_number(&list, i);
	query_text(&q, ":shards", websub_relay_end_list(&list));
	rc = websub_visit_rows(&q, visit, arg, e);
	buf_release(&list);
	return rc;
}

int
store_websub_find(struct store *s, struct slice token, struct websub_found *ret,
    struct err *e)
{
	struct query q = query_of(s, SQL_websub_find);
	struct slice secret;
	int rc;

	query_text_always(&q, ":token", token);
	if ((rc = query_step(&q, e)) > 0) {
		secret = query_column_text(&q, 1);
		if (secret.len >= sizeof(ret->secret))
			secret.len = sizeof(ret->secret) - 1;
		ret->shard = (int32_t)query_column_int(&q, 0);
		memcpy(ret->secret, secret.p, secret.len);
		ret->secret[secret.len] = '\0';
	}
	query_end(&q);
	if (rc == 0)
		return err_set(e, ERR_NOT_FOUND, "no subscription");
	return rc > 0 ? 0 : rc;
}

/* ---- requests ---- */

struct relay_operation {
	const struct websub_request *request;
	struct slice reply;
	int64_t id;
	int status;
};

static int
websub_relay_insert(struct store *s, void *arg, struct err *e)
{
	struct relay_operation *o = arg;
	const struct websub_request *r = o->request;
	struct query q = query_of(s, SQL_websub_relay_put);
	int rc;

	query_text_always(&q, ":token", r->token);
	query_int(&q, ":shard", r->shard);
	query_blob(&q, ":query", r->query);
	query_blob(&q, ":content_type", r->content_type);
	query_blob(&q, ":signature", r->signature);
	query_blob(&q, ":body", r->body);
	query_int(&q, ":most", LIMIT_WEBSUB_WAITING);
	o->id = 0;
	if ((rc = query_step(&q, e)) > 0)
		o->id = query_column_int(&q, 0);
	query_end(&q);
	s->hands_over |= rc > 0;
	return rc > 0 ? 0 : rc;
}

int
store_websub_relay_put(struct store *s, const struct websub_request *request,
    int64_t *ret_id, struct err *e)
{
	struct relay_operation o = { .request = request };
	int rc = store_operate(s, websub_relay_insert, &o, e);

	if (rc == 0)
		*ret_id = o.id;
	return rc;
}

int
store_websub_relay_shards(
    struct store *s, bool ret[LIMIT_SHARDS], struct err *e)
{
	struct query q = query_of(s, SQL_websub_relay_shards);
	int rc;

	memset(ret, 0, LIMIT_SHARDS * sizeof(*ret));
	query_shards(&q);
	while ((rc = query_step(&q, e)) > 0)
		ret[query_column_int(&q, 0) & (LIMIT_SHARDS - 1)] = true;
	query_end(&q);
	return rc;
}

static void
websub_relay_read_request(
    const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct websub_request *)ret_row = (struct websub_request){
		.id = query_column_int(q, 0),
		.token = query_column_copy(q, 1, arena),
		.query = query_column_copy(q, 2, arena),
		.content_type = query_column_copy(q, 3, arena),
		.signature = query_column_copy(q, 4, arena),
		.body = query_column_copy(q, 5, arena),
	};
}

int
store_websub_relay_take(struct store *s, int32_t shard,
    int (*visit)(const struct websub_request *, void *), void *arg,
    struct err *e)
{
	struct query q = query_of(s, SQL_websub_relay_take);
	struct websub_request *requests;
	struct rows rows;
	int rc;

	query_int(&q, ":shard", shard);
	query_int(&q, ":most", LIMIT_WEBSUB_WAITING);
	query_int(&q, ":bytes", RELAY_TAKE_BYTES);
	rc = rows_collect(
	    &q, sizeof(*requests), websub_relay_read_request, &rows, e);
	requests = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++) {
		requests[i].shard = shard;
		rc = visit(&requests[i], arg);
	}
	rows_release(&rows);
	return rc;
}

/* ---- responses ---- */

static int
websub_relay_answer(struct store *s, void *arg, struct err *e)
{
	const struct relay_operation *o = arg;
	struct query q = query_of(s, SQL_websub_relay_answer);

	query_int(&q, ":id", o->id);
	query_int(&q, ":status", o->status);
	query_blob(&q, ":reply", o->reply);
	s->hands_over = true;
	return query_run(&q, e);
}

int
store_websub_relay_answer(
    struct store *s, int64_t id, int status, struct slice reply, struct err *e)
{
	struct relay_operation o = {
		.id = id, .status = status, .reply = reply
	};

	return store_operate(s, websub_relay_answer, &o, e);
}

int
store_websub_relay_collect(struct store *s, const int64_t *ids, size_t n,
    int (*visit)(int64_t id, int status, struct slice reply, void *), void *arg,
    struct err *e)
{
	struct query q = query_of(s, SQL_websub_relay_collect);
	struct buf list;
	int rc;

	buf_init(&list, RELAY_LIST_BYTES);
	for (size_t i = 0; i < n; i++)
		websub_relay_add_number(&list, ids[i]);
	query_text(&q, ":ids", websub_relay_end_list(&list));
	while (
	    (rc = query_step(&q, e)) > 0 &&
	    (rc = visit(query_column_int(&q, 0), (int)query_column_int(&q, 1),
		 query_column_text(&q, 2), arg)) == 0)
		;
	query_end(&q);
	buf_release(&list);
	return rc < 0 ? rc : 0;
}
