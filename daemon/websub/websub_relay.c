/*
 * websub_relay.c -- requests of hubs that arrive at a node that does not own
 * the feed (docs/websub.md).
 *
 * Normal case: the callback is not in memory.  The node finds the shard and the
 * secret of the subscription in the database, checks the signature of a
 * delivery, and stores the request.  The owner of the shard is notified, takes
 * the request, and handles it as if it had arrived there.  A delivery is
 * answered with 202 when it is stored.  A verification waits for the response
 * of the owner.
 *
 * Failures: an unknown callback is answered with 404.  If no node owns the
 * shard, a delivery waits for the next owner for an hour, and a verification
 * until the hub or this node closes the connection.  A delivery whose signature
 * is not valid is handed over without its body, so that the owner counts it.
 * The owner takes each request once.  If the owner fails before it has stored
 * the entries of a delivery, the next poll finds the entries.
 */
#include "store/websub/websub_relay.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "config/config.h"
#include "daemon/fleet/node.h"
#include "daemon/log.h"
#include "daemon/websub/websub_parts.h"
#include "daemon/writer/store_thread.h"

#define QUERY_BYTES ((size_t)(4 * LIMIT_WEBSUB_HEAD)) /* decoded parameters */

struct relay {
	TAILQ_ENTRY(relay) entry; /* in websub->relays while it waits */
	struct websub *websub;
	websub_relay_done *done; /* NULL: the connection was closed */
	void *arg;
	/* is_stored: the request is in the database and waits for a response */
	bool is_post, is_stored;
	bool is_busy; /* an operation of the store is pending */
	char *token, *query, *content_type, *signature;
	struct websub_found found;
	struct websub_signature *check; /* NULL: not valid */
	enum websub_signature_fault fault;
	struct buf body;
	int64_t id;
};

static void
websub_relay_free(struct relay *r)
{
	if (r->is_stored)
		TAILQ_REMOVE(&r->websub->relays, r, entry);
	websub_signature_end(r->check);
	explicit_bzero(&r->found, sizeof(r->found));
	r->websub->held_bytes -= (int64_t)r->body.len;
	buf_release(&r->body);
	free(r->token);
	free(r->query);
	free(r->content_type);
	free(r->signature);
	free(r);
}

static void
websub_relay_finish(struct relay *r, int status, struct slice body)
{
	if (r->done != NULL)
		r->done(r->arg, status, body);
	websub_relay_free(r);
}

/* Returns false, and frees the request, if its connection was closed. */
static bool
websub_relay_resume(struct relay *r)
{
	r->is_busy = false;
	if (r->done != NULL)
		return true;
	websub_relay_free(r);
	return false;
}

/* ---- storing ---- */

static int
websub_relay_run_put(struct store *store, void *arg, struct err *e)
{
	struct relay *r = arg;
	const struct websub_request request = { .shard = r->found.shard,
		.token = slice_of(r->token),
		.query = slice_of(r->query),
		.content_type = slice_of(r->content_type),
		.signature = slice_of(r->signature),
		.body = r->body.len > 0 ? buf_slice(&r->body) : SLICE_NONE };

	return store_websub_relay_put(store, &request, &r->id, e);
}

static void
websub_relay_stored(void *arg, int rc, const struct err *e)
{
	struct relay *r = arg;

	if (rc != 0)
		log_event(LOG_WARNING, "websub-not-handed-over",
		    LOG_TEXT("why", e->text));
	if (!websub_relay_resume(r))
		return;
	if (rc != 0 || r->id == 0) {
		r->websub->totals.limited += rc == 0;
		websub_relay_finish(r, 503, SLICE(""));
	} else if (r->is_post) {
		r->websub->totals.handed_over++;
		websub_relay_finish(r, 202, SLICE(""));
	} else {
		r->websub->totals.handed_over++;
		r->is_stored = true;
		TAILQ_INSERT_TAIL(&r->websub->relays, r, entry);
	}
}

static void
websub_relay_put(struct relay *r)
{
	r->is_busy = true;
	store_post_beside(r->websub->hub->store, 1, websub_relay_run_put,
	    websub_relay_stored, r);
}

/* ---- a request arrives ---- */

static int
websub_relay_run_find(struct store *store, void *arg, struct err *e)
{
	struct relay *r = arg;

	return store_websub_find(store, slice_of(r->token), &r->found, e);
}

static void
websub_relay_on_found(void *arg, int rc, const struct err *e)
{
	struct relay *r = arg;
	struct websub *websub = r->websub;

	(void)e;
	if (!websub_relay_resume(r))
		return;
	/* If this node has the shard, but not the subscription, the
	 * subscription was just removed. If it has the subscription, it was
	 * just read; the request is then stored, and this node takes it like a
	 * request from another node. */
	if (rc == 0 && websub->has_shard[r->found.shard] &&
	    websub_find_path(websub, slice_of(r->token)) == NULL)
		rc = ERR_NOT_FOUND;
	if (rc == ERR_NOT_FOUND)
		websub->n_unknown++;
	if (rc != 0) {
		websub_relay_finish(
		    r, rc == ERR_NOT_FOUND ? 404 : 503, SLICE(""));
	} else if (r->is_post) {
		r->fault = websub_signature_begin(slice_of(r->signature),
		    slice_of(r->found.secret), &r->check);
		r->done(r->arg, 100, SLICE(""));
	} else {
		websub_relay_put(r);
	}
}

/* Unknown callbacks must not keep the database busy.  The first ones of each
 * second are looked up. */
static bool
websub_relay_may_look_up(struct websub *websub)
{
	int64_t second = hub_monotonic_ms() / 1000;

	if (websub->unknown_s != second) {
		websub->unknown_s = second;
		websub->n_unknown = 0;
	}
	return websub->n_unknown < LIMIT_WEBSUB_UNKNOWN;
}

static bool
websub_relay_is_token(struct slice token)
{
	for (size_t i = 0; i < token.len; i++)
		if (strchr("0123456789abcdef", token.p[i]) == NULL ||
		    token.p[i] == '\0')
			return false;
	return token.len == WEBSUB_TOKEN_CHARS;
}

bool
websub_relay_is_needed(const struct websub *websub, struct slice path)
{
	return websub->hub->node != NULL &&
	       websub_find_path(websub, path) == NULL &&
	       websub_relay_is_token(websub_token_of(path));
}

struct relay *
websub_relay_new(struct websub *websub, const struct http_request *request,
    websub_relay_done *done, void *arg)
{
	struct hub *hub = websub->hub;
	struct relay *r;

	if (hub->state != HUB_RUNNING || store_thread_full(hub->store, true) ||
	    !websub_relay_may_look_up(websub)) {
		websub->totals.limited++;
		return NULL;
	}
	r = calloc(1, sizeof(*r));
	if (r == NULL)
		abort();
	*r = (struct relay){ .websub = websub,
		.done = done,
		.arg = arg,
		.is_post = request->is_post,
		.is_busy = true,
		.token = hub_copy(websub_token_of(request->path)),
		.query = request->is_post ? NULL : hub_copy(request->query),
		.content_type = hub_copy(request->content_type),
		.signature = hub_copy(request->signature) };
	if (!request->is_post && r->query == NULL)
		r->query = hub_copy(SLICE(""));
	buf_init(&r->body, (size_t)hub->config->fetch.feed_bytes + 1);
	store_post_reading(hub->store, STORE_SOON, 1, websub_relay_run_find,
	    websub_relay_on_found, r);
	return r;
}

int
websub_relay_add(struct relay *r, struct slice bytes)
{
	struct websub *websub = r->websub;
	int64_t len = (int64_t)bytes.len;

	if ((int64_t)r->body.len + len >
	    websub->hub->config->fetch.feed_bytes) {
		websub->totals.limited++;
		return 413;
	}
	if (websub->held_bytes + len > LIMIT_WEBSUB_HELD_BYTES)
		return 503;
	if (r->check == NULL)
		return 0;
	buf_append(&r->body, bytes.p, bytes.len);
	if (buf_failed(&r->body))
		return 503;
	websub->held_bytes += len;
	websub_signature_add(r->check, bytes);
	return 0;
}

void
websub_relay_end(struct relay *r)
{
	if (r->check != NULL)
		r->fault = websub_signature_end(r->check);
	r->check = NULL;
	if (r->fault != WEBSUB_SIGNED) {
		r->websub->held_bytes -= (int64_t)r->body.len;
		buf_clear(&r->body);
	}
	websub_relay_put(r);
}

void
websub_relay_abort(struct relay *r)
{
	r->done = NULL;
	if (!r->is_busy)
		websub_relay_free(r);
}

/* ---- the responses of owners ---- */

struct relay_reply {
	int64_t id;
	int status;
	size_t len;
	char text[LIMIT_WEBSUB_CHALLENGE];
};

struct collecting {
	struct websub *websub;
	int64_t ids[LIMIT_WEBSUB_CLIENTS];
	size_t n_ids, n;
	struct relay_reply replies[LIMIT_WEBSUB_CLIENTS];
};

static int
websub_relay_take_reply(int64_t id, int status, struct slice reply, void *arg)
{
	struct collecting *c = arg;
	struct relay_reply *to = &c->replies[c->n];

	if (c->n == LIMIT_WEBSUB_CLIENTS)
		return 0;
	to->id = id;
	to->status = status;
	to->len = reply.len < sizeof(to->text) ? reply.len : sizeof(to->text);
	if (to->len > 0)
		memcpy(to->text, reply.p, to->len);
	c->n++;
	return 0;
}

static int
websub_relay_run_collect(struct store *store, void *arg, struct err *e)
{
	struct collecting *c = arg;

	c->n = 0;
	return store_websub_relay_collect(
	    store, c->ids, c->n_ids, websub_relay_take_reply, c, e);
}

static void
websub_relay_give(struct websub *websub, const struct relay_reply *reply)
{
	struct relay *r;

	TAILQ_FOREACH(r, &websub->relays, entry)
	if (r->id == reply->id)
		break;
	if (r != NULL)
		websub_relay_finish(r, reply->status,
		    (struct slice){ reply->text, reply->len });
}

static void
websub_relay_collected(void *arg, int rc, const struct err *e)
{
	struct collecting *c = arg;

	(void)e; /* the next look tries again */
	c->websub->is_collecting = false;
	for (size_t i = 0; rc == 0 && i < c->n; i++)
		websub_relay_give(c->websub, &c->replies[i]);
	free(c);
}

static void
websub_relay_collect(struct websub *websub)
{
	struct collecting *c;
	struct relay *r;

	if (websub->is_collecting || TAILQ_EMPTY(&websub->relays))
		return;
	c = calloc(1, sizeof(*c));
	if (c == NULL)
		abort();
	c->websub = websub;
	TAILQ_FOREACH(r, &websub->relays, entry)
	if (c->n_ids < LIMIT_WEBSUB_CLIENTS)
		c->ids[c->n_ids++] = r->id;
	websub->is_collecting = true;
	store_post_beside(websub->hub->store, 1, websub_relay_run_collect,
	    websub_relay_collected, c);
}

/* ---- the owner ---- */

struct answering {
	int64_t id;
	int status;
	char *reply;
};

static int
websub_relay_run_answer(struct store *store, void *arg, struct err *e)
{
	const struct answering *a = arg;

	return store_websub_relay_answer(
	    store, a->id, a->status, slice_of(a->reply), e);
}

static void
websub_relay_answered(void *arg, int rc, const struct err *e)
{
	struct answering *a = arg;

	(void)rc; /* the hub repeats the verification */
	(void)e;
	free(a->reply);
	free(a);
}

static void
websub_relay_verify(struct websub *websub, const struct websub_request *request)
{
	const struct http_request http = {
		.status = 200, .path = request->token, .query = request->query
	};
	struct answering *a = calloc(1, sizeof(*a));
	struct slice body = SLICE("");
	struct arena arena;
	jmp_buf exhausted;

	if (a == NULL)
		abort();
	a->id = request->id;
	arena_init(&arena, QUERY_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		a->status = 431;
	else
		a->status = websub_answer(websub, &arena, &http, &body);
	a->reply = hub_copy(body);
	arena_release(&arena);
	store_post_fenced(websub->hub->store,
	    node_tenure(websub->hub, request->shard), STORE_SOON, 1, NULL,
	    websub_relay_run_answer, websub_relay_answered, a);
}

static void
websub_relay_deliver(
    struct websub *websub, const struct websub_request *request)
{
	const struct http_request http = { .status = 200,
		.is_post = true,
		.path = request->token,
		.content_type = request->content_type,
		.signature = request->signature,
		.body_bytes = (int64_t)request->body.len };
	struct delivery *d;
	int status;

	d = websub_delivery_new(websub, &http, &status);
	if (d == NULL)
		return;
	if (request->body.len > 0 && websub_delivery_add(d, request->body) != 0)
		websub_delivery_abort(d);
	else
		websub_delivery_end(d);
}

struct taking {
	struct websub *websub;
	int32_t shard;
	struct arena arena; /* of the texts */
	struct websub_request requests[LIMIT_WEBSUB_WAITING];
	size_t n;
};

static int
websub_relay_take_request(const struct websub_request *request, void *arg)
{
	struct taking *t = arg;
	struct websub_request *to = &t->requests[t->n++];

	*to = *request;
	to->token = arena_copy(&t->arena, request->token);
	to->query = arena_copy(&t->arena, request->query);
	to->content_type = arena_copy(&t->arena, request->content_type);
	to->signature = arena_copy(&t->arena, request->signature);
	to->body = arena_copy(&t->arena, request->body);
	return 0;
}

/* May run again if the batch is repeated. */
static int
websub_relay_run_take(struct store *store, void *arg, struct err *e)
{
	struct taking *t = arg;
	jmp_buf exhausted;
	int rc;

	t->n = 0;
	arena_clear(&t->arena);
	if (setjmp(exhausted) != 0)
		return err_set(e, ERR_MEMORY, "no memory for a delivery");
	t->arena.exhausted = &exhausted;
	rc = store_websub_relay_take(
	    store, t->shard, websub_relay_take_request, t, e);
	t->arena.exhausted = NULL;
	return rc;
}

/* Looks again if requests were found, because only the first ones were taken.
 */
static void
websub_relay_taken(void *arg, int rc, const struct err *e)
{
	struct taking *t = arg;
	struct websub *websub = t->websub;
	size_t n = rc == 0 ? t->n : 0;

	if (rc != 0 && rc != ERR_LEASE)
		log_event(
		    LOG_WARNING, "websub-not-taken", LOG_TEXT("why", e->text));
	for (size_t i = 0; i < n; i++)
		if (t->requests[i].query.p != NULL)
			websub_relay_verify(websub, &t->requests[i]);
		else
			websub_relay_deliver(websub, &t->requests[i]);
	arena_release(&t->arena);
	free(t);
	websub->n_looking--;
	if (n > 0)
		websub_relay_look(websub->hub);
	hub_step_done(websub->hub);
}

static void
websub_relay_take(struct websub *websub, int32_t shard)
{
	struct taking *t = calloc(1, sizeof(*t));

	if (t == NULL)
		abort();
	t->websub = websub;
	t->shard = shard;
	arena_init(&t->arena, LIMIT_STORE_ARENA);
	websub->n_looking++;
	store_post_fenced(websub->hub->store, node_tenure(websub->hub, shard),
	    STORE_SOON, LIMIT_WEBSUB_WAITING, NULL, websub_relay_run_take,
	    websub_relay_taken, t);
}

struct looking {
	struct websub *websub;
	bool shards[LIMIT_SHARDS];
};

static int
websub_relay_run_look(struct store *store, void *arg, struct err *e)
{
	return store_websub_relay_shards(
	    store, ((struct looking *)arg)->shards, e);
}

static void
websub_relay_looked(void *arg, int rc, const struct err *e)
{
	struct looking *l = arg;
	struct websub *websub = l->websub;

	(void)e; /* the next look tries again */
	websub->n_looking--;
	for (int32_t i = 0; rc == 0 && i < LIMIT_SHARDS; i++)
		if (l->shards[i] && websub->has_shard[i])
			websub_relay_take(websub, i);
	free(l);
}

void
websub_relay_look(struct hub *hub)
{
	struct websub *websub = hub->websub;
	struct looking *l;

	if (websub == NULL || hub->node == NULL || hub->state != HUB_RUNNING)
		return;
	websub_relay_collect(websub);
	if (websub->n_looking > 0)
		return;
	l = calloc(1, sizeof(*l));
	if (l == NULL)
		abort();
	l->websub = websub;
	websub->n_looking++;
	store_post_reading(hub->store, STORE_SOON, 1, websub_relay_run_look,
	    websub_relay_looked, l);
}
