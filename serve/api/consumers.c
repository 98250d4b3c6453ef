/*
 * consumers.c -- see consumers.h.
 */
#include "serve/api/consumers.h"

#include "base/array.h"
#include "base/text/utf8.h"
#include "control/consumer_cursor.h"
#include "store/store.h"

/* If the daemon has not answered after this time, the client gets 503 and can
 * try again. */
#define PATIENCE_MS   1000
#define RETRY_AFTER_S 5

bool
consumers_check_scope(struct serve_exchange *exchange, enum serve_scope scope)
{
	const struct serve_tokens *tokens = exchange->settings->tokens;

	if (tokens == NULL ||
	    (serve_tokens_scopes(tokens, exchange->request->authorization) &
		(unsigned)scope) != 0)
		return true;
	serve_problem(exchange->response, 403,
	    "the token does not have the scope of this request");
	return false;
}

bool
consumers_check(struct serve_exchange *exchange, struct slice name)
{
	if (name.len > 0 && name.len <= LIMIT_NAME_BYTES)
		return consumers_check_scope(exchange, SERVE_SCOPE_CONSUME);
	serve_problem(exchange->response, 400,
	    "consumer: expected a name of 1 to %d bytes", LIMIT_NAME_BYTES);
	return false;
}

/* The status of the answer for each error of the daemon. */
static const struct {
	int code, status;
} consumers_statuses[] = {
	{ ERR_USAGE, 400 },
	{ ERR_NOT_FOUND, 404 },
	{ ERR_REFUSED, 409 },
	{ ERR_LIMIT, 409 },
};

/* Reports an error of a request to the daemon.  An error of the connection,
 * such as a time-out, can have the same code as an error in the answer, but it
 * is always 503.  Returns 1. */
static int
consumers_fail(struct serve_exchange *exchange,
    const struct consumer_cursor *cursor, int code, const struct err *e)
{
	struct serve_response *response = exchange->response;

	for (size_t i = 0;
	     cursor->was_answered && i < ARRAY_LENGTH(consumers_statuses); i++)
		if (consumers_statuses[i].code == code)
			return 1 + serve_problem(response,
				       consumers_statuses[i].status, "%s",
				       e->text);
	serve_problem(
	    response, 503, "consumers need the daemon, which does not answer");
	response->retry_after_s = RETRY_AFTER_S;
	return 1;
}

static bool
consumers_connect(
    struct serve_exchange *exchange, struct consumer_cursor *cursor)
{
	consumer_cursor_init(
	    cursor, exchange->store, exchange->settings->control);
	cursor->patience_ms = PATIENCE_MS;
	if (cursor->control_path != NULL)
		return true;
	serve_problem(exchange->response, 503,
	    "consumers need the daemon, whose control socket is not known; "
	    "start gleaner serve with its configuration");
	return false;
}

int
consumers_open(struct serve_exchange *exchange, struct slice name,
    bool takes_leases, int64_t *ret_seq, struct err *e)
{
	struct consumer_cursor cursor;
	bool is_shared = false;
	int rc =
	    store_consumer_look(exchange->store, name, ret_seq, &is_shared, e);

	if (rc == 0 && (takes_leases || !is_shared))
		return 0;
	if (rc != 0 && rc != ERR_NOT_FOUND)
		return rc;
	if (!consumers_connect(exchange, &cursor))
		return 1;
	rc = consumer_cursor_open(&cursor, name, 0, takes_leases, ret_seq, e);
	return rc == 0 ? 0 : consumers_fail(exchange, &cursor, rc, e);
}

int
consumers_take(struct serve_exchange *exchange,
    const struct lease_request *request, struct lease *ret, struct err *e)
{
	struct consumer_cursor cursor;
	int rc;

	if (!consumers_connect(exchange, &cursor))
		return 1;
	rc = consumer_cursor_take(&cursor, request, ret, e);
	return rc == 0 ? 0 : consumers_fail(exchange, &cursor, rc, e);
}

void
consumers_give_back(struct serve_exchange *exchange, struct slice name,
    int64_t seq, int64_t lease_id)
{
	struct consumer_cursor cursor;

	consumer_cursor_init(
	    &cursor, exchange->store, exchange->settings->control);
	cursor.patience_ms = PATIENCE_MS;
	if (cursor.control_path != NULL)
		consumer_cursor_give_back(&cursor, name, seq, lease_id, NULL);
}

int
consumers_check_lease(struct serve_exchange *exchange, struct slice name,
    const struct lease *lease, struct err *e)
{
	int64_t last_seq = 0;
	int rc = store_last_seq(exchange->store, &last_seq, e);

	if (rc != 0 || last_seq >= lease->upto_seq)
		return rc;
	consumers_give_back(exchange, name, lease->after_seq, lease->id);
	serve_problem(exchange->response, 503,
	    "the database of this server is behind; try again later");
	exchange->response->retry_after_s = RETRY_AFTER_S;
	return 1;
}

int
consumers_ack(struct serve_exchange *exchange, struct slice name, int64_t seq,
    int64_t lease_id, struct err *e)
{
	struct consumer_cursor cursor;
	int64_t now_at_seq;
	int rc = store_consumer_get(exchange->store, name, &now_at_seq, e);

	if (rc == ERR_NOT_FOUND)
		return 1 + serve_problem(exchange->response, 404,
			       "there is no consumer %.*s", SLICE_ARG(name));
	if (rc != 0)
		return rc;
	if (!consumers_connect(exchange, &cursor))
		return 1;
	rc = consumer_cursor_ack(&cursor, name, seq, lease_id, e);
	return rc == 0 ? 0 : consumers_fail(exchange, &cursor, rc, e);
}
