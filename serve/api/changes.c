/*
 * changes.c -- /api/v1/changes: the change log as lines of `follow`
 * (store/change/change_json.h).
 *
 * Without a consumer the log is read from `after` on.  With a consumer it is
 * read after the cursor, which only acknowledgements move (ack.c).  With a
 * lease several readers divide the work: a batch is given to one reader until
 * it is acknowledged or the lease expires.
 *
 * If there is no change and `wait` is given, the request is suspended until the
 * log grows.  No state is kept for the second call of the handler, which reads
 * again from the same seq.
 *
 * The daemon creates consumers and takes leases (consumer_cursor.h).
 */
#include "serve/api/api.h"
#include "serve/api/consumers.h"
#include "serve/http/access.h"
#include "store/change/change_json.h"
#include "store/store.h"

#define CHANGES_DEFAULT 100
#define CHANGES_MAX     LIMIT_LEASE_BATCH
/* Largest value of `wait`.  A wait ends after LIMIT_SERVE_WAIT_MS, even if
 * `wait` is longer. */
#define WAIT_MAX_S  3600
#define LEASE_NONE  0
#define LEASE_MAX_S 3600

struct changes_values {
	struct slice consumer;
	int64_t after, limit, wait_s, lease_s;
};
#define VALUE(member) offsetof(struct changes_values, member)

const struct param_row api_change_params[] = {
	{ .name = "consumer",
	    .kind = PARAM_TEXT,
	    .offset = VALUE(consumer),
	    .max = LIMIT_NAME_BYTES,
	    .help = "The consumer whose cursor is used.  A new consumer is "
		    "created at the start of the log.  Needs the scope "
		    "consume." },
	{ .name = "after",
	    .kind = PARAM_NUMBER,
	    .offset = VALUE(after),
	    .max = INT64_MAX,
	    .help = "Only changes whose seq is greater than this number; not "
		    "together with consumer, and not greater than the seq of "
		    "the newest change." },
	{ .name = "limit",
	    .kind = PARAM_NUMBER,
	    .offset = VALUE(limit),
	    .min = 1,
	    .max = CHANGES_MAX,
	    .help = "The largest number of changes in a response; 100 by "
		    "default." },
	{ .name = "wait",
	    .kind = PARAM_NUMBER,
	    .offset = VALUE(wait_s),
	    .max = WAIT_MAX_S,
	    .help = "If there is no change, the request waits for the first "
		    "one, at most this number of seconds (up to 60)." },
	{ .name = "lease",
	    .kind = PARAM_NUMBER,
	    .offset = VALUE(lease_s),
	    .min = 1,
	    .max = LEASE_MAX_S,
	    .help = "Several readers share the consumer: the changes are given "
		    "to no other reader for this number of seconds." },
	{ 0 },
};

/* ---- lines ---- */

/* Size at which a response with a leased batch ends. The rest of the batch is
 * given back, so that the next request gets it. */
#define LEASED_BYTES (LIMIT_SERVE_RESPONSE / 2)

struct change_lines {
	struct buf *out;
	size_t n;
	struct lease lease; /* id 0: the changes are not leased */
};

static int
changes_visit(const struct change_row *change, void *arg)
{
	struct change_lines *lines = arg;
	struct change_row leased = *change;

	leased.lease_id = lines->lease.id;
	leased.redelivered = lines->lease.redelivered;
	change_json_put(lines->out, &leased);
	lines->n++;
	return lines->out->len >
		       (lines->lease.id == 0 ? LIMIT_SERVE_FEED : LEASED_BYTES)
		   ? 1
		   : 0;
}

/* Writes the changes that *what selects.  Skips changes of purged articles.
 * *seq: the last change that was read, before and after the call. */
static int
changes_write(struct serve_exchange *exchange, struct change_query *what,
    struct change_lines *lines, int64_t *seq, struct err *e)
{
	int rc;

	do {
		what->after = *seq;
		rc = store_changes(
		    exchange->store, what, changes_visit, lines, seq, e);
	} while (rc == 0 && lines->n == 0 && *seq > what->after);
	return rc < 0 ? rc : 0;
}

/* Returns the end of the wait of this request; 0: the request does not wait. */
static int64_t
changes_wait_until(const struct serve_exchange *exchange, int64_t wait_s)
{
	int64_t wait_ms = 1000 * wait_s;
	int64_t until_ms =
	    exchange->began_ms +
	    (wait_ms < LIMIT_SERVE_WAIT_MS ? wait_ms : LIMIT_SERVE_WAIT_MS);

	return wait_s > 0 && exchange->now_ms < until_ms ? until_ms : 0;
}

static int
changes_answer(struct serve_exchange *exchange)
{
	exchange->response->content_type = API_TYPE_LINES;
	exchange->response->no_etag = true;
	exchange->response->cache_control = "no-store";
	return 0;
}

/* ---- three ways to read ---- */

static void
changes_put_next(struct serve_exchange *exchange,
    const struct changes_values *values, int64_t seq)
{
	struct buf target;

	buf_init(&target, KIB);
	buf_printf(&target, "/api/v1/changes?after=%lld&limit=%lld",
	    (long long)seq, (long long)values->limit);
	if (values->wait_s > 0)
		buf_printf(&target, "&wait=%lld", (long long)values->wait_s);
	serve_response_link(
	    exchange->response, buf_slice(&target), "next", NULL);
	buf_release(&target);
}

/* Answers with a problem if there is no change `after`, because the number then
 * belongs to another database, and the client would wait for ever. */
static int
changes_check_after(struct serve_exchange *exchange,
    const struct changes_values *values, struct err *e)
{
	int64_t last = 0;
	int rc;

	if (values->after <= 0)
		return 0;
	rc = store_last_seq(exchange->store, &last, e);
	if (rc != 0 || values->after <= last)
		return rc;
	return serve_problem(exchange->response, 400,
	    "parameter after: there is no change %lld, the newest is %lld; the "
	    "number may belong to another database",
	    (long long)values->after, (long long)last);
}

/* Reads after `seq`. If there is no change and `wait` is given, the request
 * waits. */
static int
changes_read_after(struct serve_exchange *exchange,
    const struct changes_values *values, int64_t seq, struct err *e)
{
	struct change_query what = { .limit = (size_t)values->limit };
	struct change_lines lines = { .out = &exchange->response->body };
	int64_t until_ms = changes_wait_until(exchange, values->wait_s);
	int rc = changes_write(exchange, &what, &lines, &seq, e);

	if (rc == 0 && lines.n == 0)
		rc = changes_check_after(exchange, values, e);
	if (rc != 0 || exchange->response->status != 200)
		return rc;
	if (lines.n == 0 && until_ms > 0)
		return serve_wait(exchange, seq, until_ms);
	if (values->consumer.len == 0)
		changes_put_next(exchange, values, seq);
	return changes_answer(exchange);
}

static int
changes_read_consumer(struct serve_exchange *exchange,
    const struct changes_values *values, struct err *e)
{
	int64_t seq = 0;
	int rc = consumers_open(exchange, values->consumer, false, &seq, e);

	if (rc == 0)
		rc = changes_read_after(exchange, values, seq, e);
	return rc;
}

/* If no batch is available, the request waits for the next change, or for the
 * end of the first lease of another reader. */
static int
changes_wait_for_lease(struct serve_exchange *exchange,
    const struct lease *none, int64_t last_seq, int64_t until_ms)
{
	if (until_ms == 0)
		return changes_answer(exchange);
	if (none->wait_ms >= 0 && exchange->now_ms + none->wait_ms < until_ms)
		until_ms = exchange->now_ms + none->wait_ms + 1;
	return serve_wait(exchange, last_seq, until_ms);
}

static int
changes_read_lease(struct serve_exchange *exchange,
    const struct changes_values *values, struct err *e)
{
	int64_t until_ms = changes_wait_until(exchange, values->wait_s);
	struct change_lines lines = { .out = &exchange->response->body };
	struct lease_request request = { .consumer = values->consumer,
		.wanted = { .limit = (size_t)values->limit },
		.lease_ms = 1000 * values->lease_s,
		.max_redeliveries = LEASE_REDELIVERIES_DEFAULT };
	struct change_query what = { .limit = (size_t)values->limit };
	struct lease lease = { 0 };
	int64_t seq = 0, last_seq = 0;
	int rc = consumers_open(exchange, values->consumer, true, &seq, e);

	/* The newest seq is read before the lease is taken, so that no change
	 * is missed. */
	if (rc == 0)
		rc = store_last_seq(exchange->store, &last_seq, e);
	if (rc == 0)
		rc = consumers_take(exchange, &request, &lease, e);
	if (rc != 0)
		return rc;
	if (lease.id == 0)
		return changes_wait_for_lease(
		    exchange, &lease, last_seq, until_ms);
	rc = consumers_check_lease(exchange, values->consumer, &lease, e);
	if (rc != 0)
		return rc;
	lines.lease = lease;
	seq = lease.after_seq;
	what.until = lease.upto_seq;
	rc = changes_write(exchange, &what, &lines, &seq, e);
	/* If all articles of the batch were purged, no line was written.  The
	 * reader cannot acknowledge such a batch, so it is acknowledged
	 * here. */
	if (rc == 0 && lines.n == 0)
		rc = consumers_ack(
		    exchange, values->consumer, lease.upto_seq, lease.id, e);
	else if (rc == 0 && seq < lease.upto_seq)
		consumers_give_back(exchange, values->consumer, seq, lease.id);
	return rc == 0 ? changes_answer(exchange) : rc;
}

int
api_changes(struct serve_exchange *exchange, struct err *e)
{
	struct changes_values values = { .after = -1,
		.limit = CHANGES_DEFAULT };
	int rc;

	if (!params_read(exchange, api_change_params, &values))
		return 0;
	if (values.consumer.len == 0 && values.lease_s != LEASE_NONE)
		return serve_problem(exchange->response, 400,
		    "parameter lease: it needs a consumer");
	if (values.consumer.len == 0)
		return consumers_check_scope(exchange, SERVE_SCOPE_READ)
			   ? changes_read_after(exchange, &values,
				 values.after < 0 ? 0 : values.after, e)
			   : 0;
	if (values.after >= 0)
		return serve_problem(exchange->response, 400,
		    "parameter after: not together with consumer, whose cursor "
		    "is used");
	/* The client would not receive the changes that it has leased. */
	if (exchange->request->is_head) {
		exchange->response->allow = "GET";
		return serve_problem(exchange->response, 405,
		    "with a consumer only GET is allowed");
	}
	/* Such a GET changes the consumer.  A picture on a page of another
	 * origin would send it, too. */
	if (!access_is_same_origin(exchange->request))
		return serve_problem(exchange->response, 403,
		    "the request comes from a page of another origin");
	if (!consumers_check(exchange, values.consumer))
		return 0;
	rc = values.lease_s != LEASE_NONE
		 ? changes_read_lease(exchange, &values, e)
		 : changes_read_consumer(exchange, &values, e);
	return rc > 0 ? 0 : rc;
}
